"""The form that edits one checkpoint, derived from the fields of its kind."""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widgets import Input, Static

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import (
    FormRow,
    Path,
    rows,
    typed,
    with_child,
    without_child,
)
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.display import plain
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.stages import STAGES
from ckpt_tui.tui.actions import FORM_ACTIONS, bindings, chosen
from ckpt_tui.tui.widgets.choice import Choice
from ckpt_tui.tui.widgets.form_row import ChildRow, FormRows, Row
from ckpt_tui.tui.widgets.kept import Kept, KeptText

_FORM_KEYS = frozenset(key for action in FORM_ACTIONS for key in action.keys)


class CheckpointForm(Kept, can_focus=True):
    """Edits one checkpoint; says what was typed and never changes the list itself.

    It takes the focus itself only until its fields are there: keys typed meanwhile are theirs.
    """

    DEFAULT_CSS = """
    CheckpointForm { layout: vertical; }
    CheckpointForm > #rows { height: 1fr; }
    CheckpointForm > .place { height: 1; color: $text-muted; }
    CheckpointForm > .word { height: auto; max-height: 4; color: $text-muted; }
    CheckpointForm > .word.-wrong { color: $text-error; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(chosen(FORM_ACTIONS, "next_field", "previous_field"))
    ]

    class Edited(Message):
        """Checkpoint `identifier` is to become `checkpoint`; edits of one `burst` belong together.

        Each wants one `answer`: what is shown in the meantime would be older than what was typed.
        """

        def __init__(
            self, form: "CheckpointForm", identifier: str, checkpoint: Checkpoint, burst: str
        ) -> None:
            super().__init__()
            self.form = form
            self.identifier = identifier
            self.checkpoint = checkpoint
            self.burst = burst

    def __init__(self) -> None:
        super().__init__()
        self._point: Checkpoint | None = None
        self._path: Path = ()
        self._requires = False
        self._stages: Sequence[str] = STAGES
        self._lets: Sequence[Named] = ()
        self._outline: tuple[str, ...] = ()
        self._is_wrong = False
        self._rows: list[Row] = []
        self._unanswered: deque[list[Row]] = deque()
        self._box = FormRows(id="rows", can_focus=False)

    @property
    def is_nested(self) -> bool:
        """Whether a check inside the check is being edited."""
        return bool(self._path)

    def compose(self) -> ComposeResult:
        yield KeptText("", classes="place", markup=False)
        yield self._box
        yield KeptText("", classes="word", markup=False)

    async def show(
        self,
        point: Checkpoint,
        *,
        requires: bool,
        stages: Sequence[str] = STAGES,
        lets: Sequence[Named] = (),
    ) -> None:
        """Edit a checkpoint from its first field, or take its new values where it is shown."""
        if self._unanswered:
            return
        self._requires, self._stages, self._lets = requires, stages, lets
        await self._project(point)

    def answer(self, point: Checkpoint) -> None:
        """An edit was taken or refused; `point` is what the checkpoint is now."""
        edited = self._unanswered.popleft()
        if not self._unanswered and edited is self._rows:
            self._point = point

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is none of the screen's while the form or a row of it has the focus.

        A letter would delete or move something there.
        """
        is_printable = character is not None and character.isprintable()
        return is_printable and (self.has_focus or key not in _FORM_KEYS)

    async def leave_child(self) -> None:
        """Back to the field of the outer check that holds the one being edited."""
        *outer, (name, _) = left = self._path
        self._box.wanted = name, left
        self._path = tuple(outer)
        if self._point is not None:
            await self._project(self._point)

    def focus_first(self) -> None:
        """Focus the first field that can be typed into, the title before the id."""
        self._box.focus_first(is_nested=self.is_nested)

    def action_next_field(self) -> None:
        self._box.to_field(1)

    def action_previous_field(self) -> None:
        self._box.to_field(-1)

    def say(self, sentence: str, *, is_wrong: bool) -> None:
        """Show the help of a field, or why it cannot be as typed."""
        self._is_wrong = is_wrong
        line = self.query_one(".word", Static)
        line.set_class(is_wrong, "-wrong")
        line.update(Content(plain(sentence)))

    async def _turn_to(self, path: Path) -> None:
        self._path = path
        if self._point is not None:
            await self._project(self._point)
        self.focus_first()

    async def _project(self, point: Checkpoint) -> None:
        is_other = self._point is None or self._point.id != point.id
        if is_other:
            self._path = ()
        try:
            found = self._rows_of(point)
        except KeyError:
            self._path = ()
            found = self._rows_of(point)
        outline = (str(self._path), *(_shape(row) for row in found))
        if outline != self._outline:
            # Until every row is there, nothing is: a newer call may end this one half way.
            self._outline = ()
            self._rows = await self._box.rebuilt(found, is_shown=self.display)
            self._outline = outline
        self._point = point
        for widget, row in zip(self._rows, found, strict=True):
            if is_other or not self._is_being_typed(widget):
                widget.show(row, is_other=is_other)
        self._show_place()

    def _rows_of(self, point: Checkpoint) -> tuple[FormRow, ...]:
        return rows(
            point, self._path, requires=self._requires, stages=self._stages, lets=self._lets
        )

    def _as_typed(self, point: Checkpoint, row: Row) -> Checkpoint:
        return typed(point, self._path, row.row.key, *row.values(), lets=self._lets)

    def _is_being_typed(self, row: Row) -> bool:
        """Whether it has the focus and says what the model says, or is not yet a value at all."""
        if self._point is None or not any(field.has_focus for field in row.children):
            return False
        try:
            return self._as_typed(self._point, row) == self._point
        except FormError:
            return True

    def _show_place(self) -> None:
        self.query_one(".place", KeptText).write(Content(plain(self._place())))

    def _place(self) -> str:
        names = [name if place is None else f"{name} {place + 1}" for name, place in self._path]
        point = self._point
        return " › ".join(["" if point is None else point.id, *names])

    @on(Input.Changed)
    @on(Choice.Chosen)
    def _typed(self, event: Input.Changed | Choice.Chosen) -> None:
        event.stop()
        row = event.control.parent
        if not isinstance(row, Row) or row not in self._rows or self._point is None:
            return
        if isinstance(event, Input.Changed) and not row.hear():
            return
        try:
            point = self._as_typed(self._point, row)
        except FormError as error:
            self.say(str(error), is_wrong=True)
            return
        if self._is_wrong:
            self.say(row.row.help, is_wrong=False)
        if point != self._point:
            self._tell(point, f"{self._point.id}:{self._path}:{row.row.key}")

    @on(ChildRow.Asked)
    async def _child_asked(self, event: ChildRow.Asked) -> None:
        event.stop()
        if self._point is None:
            return
        if event.deed == "open":
            await self._turn_to(event.path)
            return
        is_new = event.deed == "add"
        change = with_child if is_new else without_child
        try:
            self._tell(change(self._point, event.path), f"{self._point.id}:{event.path}:children")
        except FormError as error:
            self.say(str(error), is_wrong=True)
            return
        *outer, (name, place) = event.path
        self._box.wanted = name, (*outer, (name, place if place is None else place + is_new))

    @on(DescendantBlur)
    def _light(self) -> None:
        # `:focus-within` would have every field styled anew.
        is_lit = self.has_focus_within
        if is_lit != self.has_class("-lit"):
            self.set_class(is_lit, "-lit", update=False)
            self.app.stylesheet.update_nodes([self])  # pyright: ignore[reportUnknownMemberType]

    @on(DescendantFocus)
    def _help_shown(self, event: DescendantFocus) -> None:
        self._light()
        row = event.widget.parent
        if isinstance(row, Row):
            self.say(row.row.help, is_wrong=False)

    def _tell(self, point: Checkpoint, burst: str) -> None:
        if self._point is not None:
            self.post_message(self.Edited(self, self._point.id, point, burst))
            self._unanswered.append(self._rows)
            self._point = point
            self._box.wanted = None


def _shape(row: FormRow) -> str:
    return f"{row.key}:{row.opens}:{row.words}:{row.text is None}"
