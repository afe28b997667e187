"""What a shell line consists of: words, redirections and simple commands."""

from typing import NamedTuple


class Word(NamedTuple):
    """One word of a command.

    Attributes:
        text: quotes resolved; as written where it is not literal.
        is_literal: False where the shell would put something else in its place (a variable, a
            substitution, a file pattern).
    """

    text: str
    is_literal: bool = True


class Redirect(NamedTuple):
    """One redirection.

    Attributes:
        op: `<`, `>`, `>>`, `>|`, `<>`, `>&`, `<&`, `&>`, `&>>`, `<<`, `<<-` or `<<<`.
        target: the file, descriptor, delimiter or string behind it; of a here-document it is
            literal when its body is taken as it stands.
        fd: the descriptor in front of it, or None.
        body: of a here-document, line ends kept; as written where the shell would expand it.
    """

    op: str
    target: Word
    fd: int | None = None
    body: str | None = None


class Command(NamedTuple):
    """One simple command of a line.

    Attributes:
        argv: program and arguments, wrappers such as `env` or `timeout 5` taken off; empty for
            redirections or assignments alone.
        words: as written, wrappers kept.
        operator: what stands before it: `;`, `&&`, `||`, `|`, `|&`, `&`, a line end, or `)`
            for the redirections of a group; empty for the first.
        assignments: leading `NAME=value` words.
        folder: where it runs, seen from where the line begins ("" there), or an absolute
            path; None where that cannot be told.
        is_captured: it runs inside `$(…)` or `<(…)`, so its output goes elsewhere.
        is_conditional: it stands in an `if`, `case` or `while`, so it may not have run.
        is_looped: it may run more than once.
        is_grouped: it stands in `(…)`, `{…}` or the script of `bash -c`.
        is_opaque: what it runs could not be read.
    """

    argv: tuple[Word, ...]
    words: tuple[Word, ...]
    operator: str = ""
    redirects: tuple[Redirect, ...] = ()
    assignments: tuple[Word, ...] = ()
    folder: str | None = ""
    is_captured: bool = False
    is_conditional: bool = False
    is_looped: bool = False
    is_grouped: bool = False
    is_opaque: bool = False

    @property
    def program(self) -> str:
        """The name of an installed program; empty for a file of one's own, or none at all."""
        if not self.argv or not self.argv[0].is_literal:
            return ""
        folder, _, name = self.argv[0].text.rpartition("/")
        return name if not folder or _is_installed(folder) else ""

    @property
    def text(self) -> str:
        """Its words with one space between them, wrappers kept."""
        return " ".join(word.text for word in self.words)


def _is_installed(folder: str) -> bool:
    """A `bin` folder of the machine or of a virtual environment."""
    above, _, last = folder.rpartition("/")
    return last in {"bin", "sbin"} and (folder.startswith("/") or "env" in above)
