"""Reads one word of a shell line: quotes, escapes and what the shell would expand."""

from abc import ABC, abstractmethod
from typing import Final

ENDS: Final = frozenset(" \t\r\n;&|<>()")
QUOTES: Final = frozenset("'\"\\$`")
BREAKS: Final = ENDS | QUOTES
PATTERNS: Final = frozenset("*?[")

_PIECES: Final = 20_000
_IN_QUOTES: Final = frozenset('"\\$`')
_KEPT_ESCAPES: Final = frozenset('"\\$`')
_PARAMETERS: Final = frozenset("_?!$#@*-")
_ANSI: Final = {
    "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\'": "'", '\\"': '"', "\\e": "\x1b", "\\a": "\a",
}  # fmt: skip


class UnreadableError(Exception):
    """The line is not shell as these modules read it."""


def is_fixed(text: str) -> bool:
    """Whether unquoted text stands for itself: no file pattern, brace list or home folder."""
    if not PATTERNS.isdisjoint(text):
        return text == "["
    return not text.startswith("~") and not ("{" in text and ("," in text or ".." in text))


class WordReader(ABC):
    """A place in a line, and the words that begin there.

    Every piece is returned as its text and whether that is what the shell would use.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.end = len(text)
        self._budget = _PIECES

    @abstractmethod
    def substitution(self) -> None:
        """Read `(…)`, whose `(` is next, of a substitution."""

    @abstractmethod
    def backticks(self, inside: str) -> None:
        """Take note of the commands between backticks."""

    def spend(self) -> None:
        """Count one piece; raises UnreadableError where a line has more than anybody writes."""
        self._budget -= 1
        if self._budget < 0:
            raise UnreadableError

    def pieces(self, start: int) -> tuple[str, bool]:
        """The whole word from `start`; what is before `at` is plain, a quote is next."""
        prefix = self.text[start : self.at]
        parts = [prefix]
        is_literal = is_fixed(prefix)
        while self.at < self.end and (char := self.text[self.at]) not in ENDS:
            piece, stands = self._piece(char)
            parts.append(piece)
            is_literal = is_literal and stands
        return ("".join(parts) if is_literal else self.text[start : self.at]), is_literal

    def _piece(self, char: str) -> tuple[str, bool]:
        self.spend()
        if char == '"':
            return self._double_quote()
        if char == "'":
            return self._single_quote(), True
        if char == "\\":
            return self._escape(), True
        return self._expansion(char) if char in QUOTES else self._bare()

    def _expansion(self, char: str) -> tuple[str, bool]:
        return self._dollar() if char == "$" else self._backtick()

    def _bare(self) -> tuple[str, bool]:
        start = self.at
        while self.at < self.end and self.text[self.at] not in BREAKS:
            self.at += 1
        piece = self.text[start : self.at]
        return piece, PATTERNS.isdisjoint(piece)

    def _escape(self) -> str:
        escaped = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        return "" if escaped == "\n" else escaped

    def _single_quote(self) -> str:
        stop = self.find("'", self.at + 1)
        piece = self.text[self.at + 1 : stop]
        self.at = stop + 1
        return piece

    def _double_quote(self) -> tuple[str, bool]:
        self.at += 1
        parts: list[str] = []
        is_literal = True
        while True:
            start = self.at
            while self.at < self.end and self.text[self.at] not in _IN_QUOTES:
                self.at += 1
            parts.append(self.text[start : self.at])
            char = self.text[self.at : self.at + 1]
            if char == '"':
                self.at += 1
                return "".join(parts), is_literal
            piece, stands = self._quoted_piece(char)
            parts.append(piece)
            is_literal = is_literal and stands

    def _quoted_piece(self, char: str) -> tuple[str, bool]:
        self.spend()
        if not char:
            raise UnreadableError
        after = self.text[self.at + 1 : self.at + 2]
        if char == "\\":
            self.at += 2
            return (
                "" if after == "\n" else after if after in _KEPT_ESCAPES else "\\" + after
            ), True
        if char == "$" and after in {"'", '"'}:
            return self._one(), True
        return self._expansion(char)

    def _one(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def _dollar(self) -> tuple[str, bool]:
        start = self.at
        after = self.text[start + 1 : start + 2]
        if after == "'":
            return self._ansi_quote()
        if after == '"':
            self.at += 1
            return self._double_quote()
        if after not in {"(", "{"} and not after.isalnum() and after not in _PARAMETERS:
            return self._one(), True
        self._parameter(after)
        return self.text[start : self.at], False

    def _parameter(self, after: str) -> None:
        if after == "{":
            self._skip_unquoted("}")
        elif after == "(" and self.text.startswith("$((", self.at):
            self._skip_unquoted("))")
        elif after == "(":
            self.at += 1
            self.substitution()
        else:
            self.at += 2
            is_name = after.isalpha() or after == "_"
            while is_name and self.at < self.end and self._is_name(self.text[self.at]):
                self.at += 1

    @staticmethod
    def _is_name(char: str) -> bool:
        return char.isalnum() or char == "_"

    def skip_plain(self, closer: str) -> str:
        """Go on behind a closer, past text that runs no command, and return that text."""
        stop = self.find(closer, self.at)
        inside = self.text[self.at : stop]
        if "$(" in inside[1:] or "`" in inside:
            raise UnreadableError
        self.at = stop + len(closer)
        return inside

    def _skip_unquoted(self, closer: str) -> None:
        inside = self.skip_plain(closer)
        if "${" in inside[1:] or '"' in inside or "'" in inside:
            raise UnreadableError

    def _ansi_quote(self) -> tuple[str, bool]:
        start, at = self.at, self.at + 2
        parts: list[str] = []
        is_literal = True
        while (char := self.text[at : at + 1]) != "'":
            if not char:
                raise UnreadableError
            pair = self.text[at : at + 2] if char == "\\" else char
            is_literal = is_literal and (char != "\\" or pair in _ANSI)
            parts.append(_ANSI.get(pair, pair))
            at += len(pair)
        self.at = at + 1
        return ("".join(parts) if is_literal else self.text[start : self.at]), is_literal

    def _backtick(self) -> tuple[str, bool]:
        start = at = self.at
        while (char := self.text[at + 1 : at + 2]) != "`":
            if not char:
                raise UnreadableError
            at += 2 if char == "\\" else 1
        self.backticks(self.text[start + 1 : at + 1].replace("\\`", "`"))
        self.at = at + 2
        return self.text[start : self.at], False

    def find(self, closer: str, start: int) -> int:
        """Where a closer stands; raises UnreadableError where it is missing."""
        stop = self.text.find(closer, start)
        if stop < 0:
            raise UnreadableError
        return stop
