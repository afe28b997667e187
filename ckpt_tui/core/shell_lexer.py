"""Walks over a shell line once and gathers the simple commands that it runs."""

from typing import Final

from ckpt_tui.core.shell_folders import Standing
from ckpt_tui.core.shell_quotes import BREAKS, QUOTES, UnreadableError, WordReader, is_fixed
from ckpt_tui.core.shell_words import Redirect, Word

_NESTING: Final = 24
_GROUPS: Final = 100
_COMMANDS: Final = 20_000
_SPACE: Final = frozenset(" \t\r")
_FD_DIGITS: Final = 2
_BLOCKS: Final = {
    "if": ("fi",), "while": ("done",), "until": ("done",), "for": ("done",), "select": ("done",),
    "case": ("esac",), "{": ("}",), "function": (),
}  # fmt: skip
_LOOPS: Final = frozenset({"while", "until", "for", "select"})
_BRANCHES: Final = frozenset({"if", "while", "until", "select", "case", "function"})
_BRACES: Final = frozenset({"{"})
_HEADERS: Final = frozenset({"for", "select", "case", "function"})
_CLOSERS: Final = frozenset({"}", "done", "fi", "esac"})
KEYWORDS: Final = frozenset(
    {"if", "then", "elif", "else", "while", "until", "do", "!", "{", "[["} | _HEADERS | _CLOSERS
)
_REDIRECTIONS: Final = frozenset(
    {"<<<", "<<-", "<<", "<>", "<&", "<", "&>>", "&>", ">>", ">|", ">&", ">"}
)


class Draft:
    """A command while it is being read; see `Command` for its fields."""

    __slots__ = (
        "assignments", "folder", "header", "is_captured", "is_conditional", "is_grouped",
        "is_looped", "is_opaque", "operator", "redirects", "words",
    )  # fmt: skip

    def __init__(self, operator: str) -> None:
        self.operator = operator
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.assignments: list[Word] = []
        self.header = ""
        self.folder: str | None = ""
        self.is_captured = False
        self.is_conditional = False
        self.is_looped = False
        self.is_grouped = False
        self.is_opaque = False

    def take_body(self, place: int, body: str) -> None:
        """Give the redirection at a place its here-document."""
        redirect = self.redirects[place]
        target = redirect.target
        if not target.is_literal and {"$", "`", "\\"}.isdisjoint(body):
            target = target._replace(is_literal=True)
        self.is_opaque |= not target.is_literal and ("$(" in body or "`" in body)
        self.redirects[place] = redirect._replace(target=target, body=body)


class _Blocks:
    """The `if`, `case`, loops, braces and function bodies that are open."""

    def __init__(self) -> None:
        self._open: list[str] = []

    def begin(self, word: str) -> None:
        if len(self._open) >= _GROUPS:
            raise UnreadableError
        self._open.append(word)

    def finish(self, word: str) -> None:
        if self._open and word in _BLOCKS[self._open[-1]]:
            self._open.pop()
        elif word != "}":
            raise UnreadableError
        if self._open and self._open[-1] == "function":
            self._open.pop()

    def hold(self, words: frozenset[str]) -> bool:
        """Whether one of these is open."""
        return bool(self._open) and not words.isdisjoint(self._open)


class Lexer(WordReader):
    """One line, read from its front to its end.

    Attributes:
        drafts: the commands found so far, in order.
        functions: names that the line defines as functions.
        standing: where the shell stands.
    """

    def __init__(self, text: str, folder: str | None, *, depth: int = 0) -> None:
        super().__init__(text)
        self.drafts: list[Draft] = []
        self.functions: set[str] = set()
        self.standing = Standing(folder)
        self._depth = depth
        self._is_captured: bool = False
        self._draft = Draft("")
        self._op = ""
        self._fd: int | None = None
        self._groups: list[tuple[str, str | None]] = []
        self._blocks = _Blocks()
        self._heredocs: list[tuple[Draft, int]] = []
        self._tokens = {
            "\n": self._line_end,
            ";": self._semicolon,
            "&": self._connector,
            "|": self._connector,
            "(": self._open_parenthesis,
            ")": self._close_parenthesis,
            "#": self._comment,
            "<": self._redirection,
            ">": self._redirection,
        }
        if depth > _NESTING:
            raise UnreadableError

    def run(self) -> None:
        """Read the whole line; raises UnreadableError where it is not shell."""
        self._walk(0, is_nested=False)
        if self._groups:
            raise UnreadableError
        self._line_end()

    def _walk(self, base: int, *, is_nested: bool) -> None:
        text, end, tokens = self.text, self.end, self._tokens
        while self.at < end:
            char = text[self.at]
            if char in _SPACE:
                self.at += 1
            elif char == ")" and is_nested and len(self._groups) == base:
                self.at += 1
                self._flush(";")
                return
            else:
                tokens.get(char, self._word)()
        if is_nested:
            raise UnreadableError

    def _flush(self, operator: str) -> None:
        """End the command being read; `operator` stands before the next one."""
        draft = self._draft
        if self._op:
            raise UnreadableError
        if draft.header:
            self._draft = Draft(draft.operator)
        elif draft.words or draft.redirects or draft.assignments:
            self._keep(draft, operator)
            self._draft = Draft(operator)
        elif operator not in {"\n", ";"} or draft.operator == ")":
            draft.operator = operator
        self.standing.pass_operator(operator)

    def _keep(self, draft: Draft, operator: str) -> None:
        if len(self.drafts) >= _COMMANDS:
            raise UnreadableError
        draft.folder = self.standing.folder
        draft.is_captured = self._is_captured
        draft.is_looped = self._blocks.hold(_LOOPS)
        draft.is_grouped = bool(self._groups) or self._blocks.hold(_BRACES)
        draft.is_conditional = self._blocks.hold(_BRANCHES)
        self.drafts.append(draft)
        self.standing.run(draft.words, draft.operator, operator, is_looped=draft.is_looped)

    def _line_end(self) -> None:
        self.at += 1
        self._flush("\n")
        waiting, self._heredocs = self._heredocs, []
        for draft, place in waiting:
            body, self.at = _body(self.text, self.at, draft.redirects[place])
            draft.take_body(place, body)

    def _semicolon(self) -> None:
        ends_arm = self.text.startswith((";;", ";&"), self.at)
        self._flush(";")
        self.at += 1
        if ends_arm:
            self.at = _behind_pattern(self.text, self.at)

    def _connector(self) -> None:
        if self.text.startswith("&>", self.at):
            self._redirection()
            return
        pair = self.text[self.at : self.at + 2]
        operator = pair if pair in {"&&", "||", "|&"} else pair[0]
        self.at += len(operator)
        self._flush(operator)

    def _open_parenthesis(self) -> None:
        draft = self._draft
        if self.text.startswith("((", self.at) and (draft.header or not draft.words):
            self.skip_plain("))")
        elif draft.words:
            self._define_function()
        else:
            self._open("(")
            self.at += 1

    def _define_function(self) -> None:
        stop = self.find(")", self.at)
        if len(self._draft.words) != 1 or self.text[self.at + 1 : stop].strip():
            raise UnreadableError
        self.functions.add(self._draft.words[0].text)
        self._blocks.begin("function")
        self._draft = Draft(self._draft.operator)
        self.at = stop + 1

    def _close_parenthesis(self) -> None:
        if not self._groups or self._groups[-1][0] != "(":
            raise UnreadableError
        self._flush(")")
        self._draft.operator = ")"
        self.standing.go_back(self._groups.pop()[1])
        self.at += 1

    def _open(self, kind: str) -> None:
        if len(self._groups) >= _GROUPS:
            raise UnreadableError
        self._groups.append((kind, self.standing.folder))

    def _comment(self) -> None:
        stop = self.text.find("\n", self.at)
        self.at = self.end if stop < 0 else stop

    def _redirection(self) -> None:
        start = self.at
        if self.text.startswith(("<(", ">("), start):
            self.at += 1
            self.substitution()
            self._take(Word(self.text[start : self.at], is_literal=False), is_plain=False)
            return
        if self._op:
            raise UnreadableError
        widest = (self.text[start : start + width] for width in (3, 2, 1))
        self._op = next(op for op in widest if op in _REDIRECTIONS)
        self.at += len(self._op)

    def _word(self) -> None:
        text, end, start = self.text, self.end, self.at
        if text.startswith("\\\n", start):
            self.at += 2
            return
        at = start
        while at < end and text[at] not in BREAKS:
            at += 1
        self.at = at
        plain = text[start:at]
        if at < end and text[at] in QUOTES:
            whole, is_literal = self.pieces(start)
            self._take(Word(whole, is_literal), is_plain=False, prefix=plain)
        elif at < end and text[at] in "<>" and plain.isdecimal() and len(plain) <= _FD_DIGITS:
            self._fd = int(plain)
            self._redirection()
        else:
            self._take(Word(plain, is_fixed(plain)), is_plain=True, prefix=plain)

    def _take(self, word: Word, *, is_plain: bool, prefix: str = "") -> None:
        """Put a finished word where it belongs."""
        self.spend()
        draft = self._draft
        if self._op:
            self._redirect(word, is_quoted=not is_plain)
        elif draft.header:
            self._header_word(word)
        elif draft.words:
            draft.words.append(word)
        elif is_plain and word.text in KEYWORDS:
            self._keyword(word.text)
        elif "=" in prefix and prefix.partition("=")[0].removesuffix("+").isidentifier():
            draft.assignments.append(word)
        else:
            draft.words.append(word)

    def _redirect(self, word: Word, *, is_quoted: bool) -> None:
        redirects = self._draft.redirects
        if self._op in {"<<", "<<-"}:
            word = word._replace(is_literal=is_quoted)
            self._heredocs.append((self._draft, len(redirects)))
        redirects.append(Redirect(self._op, word, self._fd))
        self._op, self._fd = "", None

    def _keyword(self, word: str) -> None:
        if word in _HEADERS:
            self._draft.header = word
        elif word == "[[":
            inside = self.skip_plain("]]").strip()
            self._draft.words += [Word("[["), Word(inside, is_literal=False), Word("]]")]
        if word in _BLOCKS:
            self._blocks.begin(word)
        elif word in _CLOSERS:
            self._draft.operator = ")"
            self._blocks.finish(word)
            self.standing.pass_block()
        if word == "esac" and self._groups and self._groups[-1][0] == "case":
            self._groups.pop()

    def _header_word(self, word: Word) -> None:
        draft = self._draft
        if draft.header == "case" and word.text == "in":
            self._draft = Draft(draft.operator)
            self._open("case")
            self.at = _behind_pattern(self.text, self.at)
        elif draft.header == "function":
            self.functions.add(word.text)
            self._draft = Draft(draft.operator)
            self.at += 2 if self.text.startswith("()", self.at) else 0

    def substitution(self) -> None:
        """Read `(…)` of a substitution: its commands run, but print elsewhere."""
        if self._depth >= _NESTING:
            raise UnreadableError
        outer = (self._draft, self._op, self._fd, self._is_captured)
        standing, self.standing = self.standing, Standing(self.standing.folder)
        self._draft, self._op, self._fd, self._is_captured = Draft(""), "", None, True
        heredocs, self._heredocs = self._heredocs, []
        self._depth += 1
        self.at += 1
        self._walk(len(self._groups), is_nested=True)
        self._depth -= 1
        self._draft, self._op, self._fd, self._is_captured = outer
        self.standing = standing
        self._heredocs = heredocs

    def backticks(self, inside: str) -> None:
        """Read the commands between backticks: they run, but print elsewhere."""
        nested = Lexer(inside, self.standing.folder, depth=self._depth + 1)
        nested._is_captured = True
        nested.run()
        self.drafts += nested.drafts
        self.functions |= nested.functions


def _behind_pattern(text: str, at: int) -> int:
    """The place behind the pattern of the next arm of a `case`, which is not a command."""
    while text[at : at + 1] in {";", "&"}:
        at += 1
    while at < len(text) and text[at].isspace():
        at += 1
    stop = text.find(")", at)
    if text.startswith("esac", at):
        return at
    if stop < 0:
        raise UnreadableError
    return stop + 1


def _body(text: str, at: int, redirect: Redirect) -> tuple[str, int]:
    """The here-document that begins at a place, and the place behind its delimiter."""
    lines: list[str] = []
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        line = line.lstrip("\t") if redirect.op == "<<-" else line
        at = stop + 1
        if line == redirect.target.text:
            break
        lines.append(line + "\n")
    return "".join(lines), at
