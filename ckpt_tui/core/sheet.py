"""What the form shows: a checkpoint or a check inside it, and the row in hand."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import FormRow, Path, check_at, rows, typed
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.entry import Change, Entry, is_same, shortened
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.stages import STAGES


class Sheet(Struct, frozen=True, kw_only=True, eq=False):
    """A checkpoint while it is edited as a form.

    Attributes:
        point: as it was shown or typed last.
        path: of the check whose fields are shown.
        requires: whether the list's gate asks for prerequisites.
        stages: what can be chosen.
        lets: the list's names of checks.
        entry: the row in hand; None where none is.
        entries: how many rows have been in hand.
    """

    point: Checkpoint
    path: Path = ()
    requires: bool = False
    stages: Sequence[str] = STAGES
    lets: Sequence[Named] = ()
    entry: Entry | None = None
    entries: int = 0

    def rows(self) -> tuple[FormRow, ...]:
        return rows(
            self.point, self.path, requires=self.requires, stages=self.stages, lets=self.lets
        )

    @property
    def title(self) -> str:
        """The checkpoint's id, and the way to the check that is shown."""
        names = [name if place is None else f"{name} {place + 1}" for name, place in self.path]
        return " › ".join([shortened(self.point.id) if names else self.point.id, *names])

    def now(self, point: Checkpoint) -> "Sheet":
        """With the checkpoint as it is by now; another one is shown from its outermost check."""
        if point.id != self.point.id:
            return replace(self, point=point, path=(), entry=None)
        try:
            check_at(point, self.path)
        except KeyError:
            return replace(self, point=point, path=(), entry=None)
        entry = None if self.entry is None else self.entry.beside(self.point, point)
        return replace(self, point=point, entry=entry)

    def at(self, path: Path) -> "Sheet":
        """With the fields of another check."""
        return replace(self, path=path, entry=None)

    def typed(self, key: str, word: str, text: str) -> tuple["Sheet", Change]:
        """With a row in hand, and what comes of setting it to a word and a text."""
        sheet, entry = self, self.entry
        if entry is None or (entry.path, entry.key) != (self.path, key):
            number = self.entries + 1
            entry = Entry(number=number, path=self.path, key=key, start=self.point)
            sheet = replace(self, entry=entry, entries=number)
        return sheet, entry.change(word, text, lets=self.lets)

    def on(self, key: str) -> "Sheet":
        """With the focus on a row: another one is not in hand any more.

        Of a kind that is only looked at, row by row, the way back is not lost before one is typed.
        """
        if self.entry is None or self.entry.key in (key, "kind"):
            return self
        return self.off()

    def off(self) -> "Sheet":
        """Without a row in hand."""
        return replace(self, entry=None)

    def is_said(self, key: str, word: str, text: str) -> bool:
        """Whether a row set to a word and a text says what is shown, or is no value at all yet."""
        try:
            said = typed(self.point, self.path, key, word, text, lets=self.lets)
        except FormError:
            return True
        return is_same(said, self.point)
