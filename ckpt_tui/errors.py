"""The tree of errors a user can act on; the edge prints the message and exits with the code.

CkptError
├── UsageError        a wrong command line or setting
├── ChecklistError    a checklist file that cannot be used: where, and what to do
├── TraceError        a recording that cannot be read
├── StoreError        the disk refused: nothing was lost
└── ConflictError     the file on disk is not the one this edit was based on
"""


class CkptError(Exception):
    """Anything a user can mend; its text says what, where and what to do, in one sentence."""

    exit_code = 2


class UsageError(CkptError):
    """The command line or a settings file asks for something that is not there."""


class ChecklistError(CkptError):
    """A checklist file cannot be used.

    Attributes:
        origin: the file's name as shown to the user.
        line: 1-based line the error is about, or None where the file as a whole is meant.
        checkpoint: id of the checkpoint it is about, or None.
        field: dotted field inside the checkpoint or the file, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        origin: str = "checklist.toml",
        line: int | None = None,
        checkpoint: str | None = None,
        field: str | None = None,
    ) -> None:
        self.reason = message
        self.origin = origin
        self.line = line
        self.checkpoint = checkpoint
        self.field = field
        super().__init__(self._text())

    def _text(self) -> str:
        place = self.origin if self.line is None else f"{self.origin}:{self.line}"
        about = "" if self.checkpoint is None else f' checkpoint "{self.checkpoint}"'
        field = "" if self.field is None else f" {self.field}"
        subject = f"{about}{',' if about and field else ''}{field}"
        return f"{place}:{subject}{':' if subject else ''} {self.reason}"


class TraceError(CkptError):
    """A recording cannot be read; the text names the path and what was found instead."""


class StoreError(CkptError):
    """The disk refused a read or a write; the file on disk is as it was."""


class ConflictError(CkptError):
    """The file on disk changed since it was loaded, in the same place as the edit."""
