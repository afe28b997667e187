"""What is typed into one row of the form until another is: all of it starts from what was there."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import fields, replace

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import FormRow, Path, typed
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.forms import FormError

_SHOWN: Final = 32
"""Characters of a text that are said."""


class Change(Struct, frozen=True, kw_only=True, eq=False):
    """What a checkpoint is to become, or has to be again for a `problem` with what was typed.

    Attributes:
        point: as typed; as it was where that is no checkpoint at all.
        burst: changes of one name are undone together.
        before: what it has to be where the change is refused; None: as it is by then.
    """

    point: Checkpoint
    burst: str
    before: Checkpoint | None = None
    problem: str = ""


class Entry(Struct, frozen=True, kw_only=True, eq=False):
    """A row in hand.

    Words that are walked through lose nothing, since none of them is made of the one before: back
    at the first kind, its fields are as they were.

    Attributes:
        number: tells it from every other entry.
        path: of the check that the row is of.
        key: of the row.
        start: the checkpoint as it was before; a refused text leaves it in place.
    """

    number: int
    path: Path
    key: str
    start: Checkpoint

    @property
    def burst(self) -> str:
        """All of it is undone together."""
        return f"entry:{self.number}"

    def change(self, word: str, text: str, *, lets: Sequence[Named] = ()) -> Change:
        """What comes of the row being set to a word and a text."""
        start = self.start
        try:
            point = typed(start, self.path, self.key, word, text, lets=lets)
        except FormError as error:
            return Change(point=start, burst=self.burst, before=start, problem=str(error))
        return Change(
            point=start if is_same(point, start) else point, burst=self.burst, before=start
        )

    def beside(self, known: Checkpoint, now: Checkpoint) -> "Entry":
        """The same entry after something else made `now` of `known`, what was typed so far."""
        if now is known:
            return self
        start = self.start
        kept = {
            field.name: getattr(start, field.name)
            for field in fields(Checkpoint)
            if getattr(now, field.name) == getattr(known, field.name)
        }
        check = start.written if now.written == known.written else now.written
        merged = replace(now, **kept).decided_by(check)
        return replace(self, start=merged)


def is_same(one: Checkpoint, other: Checkpoint) -> bool:
    """Whether two checkpoints are written alike; `true` is not `1`, though Python has it so."""
    return one == other and repr(one) == repr(other)


def refusal(row: FormRow, word: str, text: str, reason: str) -> str:
    """Says which words are refused in a row, why, and what stays in their place."""
    said = shortened(f"{word} {text}".strip() or "(empty)")
    stays = "" if row.text == "" else shortened(f"{row.word} {row.text or ''}".strip())
    why = reason.removeprefix(f"{row.label}: ")
    return f"{row.label} {said} refused: {why} · {stays or 'nothing'} stays"


def shortened(text: str) -> str:
    """The beginning of a text, where all of it would hide what stands behind."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
