"""The form that edits one checkpoint, derived from the fields of its kind."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widget import Widget
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
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.kept import Kept, KeptRow, KeptScroll, KeptText

_FORM_KEYS = frozenset(key for action in FORM_ACTIONS for key in action.keys)


class ChildRow(KeptText, can_focus=True):
    """Stands for a check inside the check: opened, added to and taken away by keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(chosen(FORM_ACTIONS, "open_child", "add_child", "remove_child"))
    ]

    class Asked(Message):
        """Something is to be done with the child: `open`, `add` or `remove`."""

        def __init__(self, path: Path, deed: str) -> None:
            super().__init__()
            self.path = path
            self.deed = deed

    def __init__(self, row: FormRow, path: Path) -> None:
        super().__init__(_summary(row), markup=False)
        self._path = path

    def show(self, row: FormRow) -> None:
        """Take the row's summary."""
        self.write(_summary(row))

    def action_open_child(self) -> None:
        self.post_message(self.Asked(self._path, "open"))

    def action_add_child(self) -> None:
        self.post_message(self.Asked(self._path, "add"))

    def action_remove_child(self) -> None:
        self.post_message(self.Asked(self._path, "remove"))

    def on_click(self) -> None:
        self.action_open_child()


class Row(KeptRow):
    """A label with what is chosen and what is typed."""

    DEFAULT_CSS = """
    Row { height: auto; }
    Row > .label { width: 12; color: $text-muted; }
    Row > ChildRow { width: 1fr; height: 1; }
    """

    def __init__(self, row: FormRow) -> None:
        super().__init__()
        self.row = row
        self._heard = row.text
        self._label = KeptText(Content(plain(row.label)), classes="label", markup=False)
        self._child = None if row.opens is None else ChildRow(row, row.opens)
        self._choice = Choice(row.words, row.word) if row.words else None
        self._field = None if row.text is None else Field(row.text)
        is_read = self._child is self._choice is self._field is None
        self._told = KeptText(_told(row), markup=False) if is_read else None

    def compose(self) -> ComposeResult:
        yield self._label
        yield from filter(None, (self._child, self._choice, self._field, self._told))

    @on(DescendantFocus)
    @on(DescendantBlur)
    def _light(self) -> None:
        self._label.set_class(self.has_focus_within, "-lit")

    def show(self, row: FormRow, *, is_other: bool) -> None:
        """Take new values without echoing them as edits.

        What was typed and not heard yet stays, unless the values are of another checkpoint.
        """
        self.row = row
        if self._choice is not None:
            self._choice.word = row.word
        if self._child is not None:
            self._child.show(row)
        if self._told is not None:
            self._told.write(_told(row))
        field = self._field
        if field is None or row.text is None:
            return
        if is_other or field.value == self._heard:
            self._heard = row.text
            with field.prevent(Input.Changed):
                field.value = row.text

    @property
    def fields(self) -> list[Widget]:
        """What can be focused, from left to right."""
        return [field for field in self.children if field.focusable]

    def hear(self) -> bool:
        """Take note of the typed text; whether it is new."""
        text = self.values()[1]
        is_new = text != self._heard
        self._heard = text
        return is_new

    def values(self) -> tuple[str, str]:
        """The chosen word and the typed text."""
        word = "" if self._choice is None else self._choice.word
        return word, "" if self._field is None else self._field.value


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

    @property
    def is_nested(self) -> bool:
        """Whether a check inside the check is being edited."""
        return bool(self._path)

    def compose(self) -> ComposeResult:
        yield KeptText("", classes="place", markup=False)
        yield KeptScroll(id="rows", can_focus=False)
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
        """Back to the check around the one being edited."""
        await self._turn_to(self._path[:-1])

    def focus_first(self) -> None:
        """Focus the first field that can be typed into, the title before the id."""
        fields = list(self.query(Field)) or list(self.query(Choice))
        start = 1 if not self._path and len(fields) > 1 else 0
        # A form that is not laid out yet cannot scroll to what is in focus.
        self.query_one("#rows").scroll_home(animate=False, immediate=True)
        if fields:
            self.screen.set_focus(fields[start])

    def action_next_field(self) -> None:
        self._to_field(1)

    def action_previous_field(self) -> None:
        self._to_field(-1)

    def _to_field(self, delta: int) -> None:
        fields = [field for row in self._rows for field in row.fields]
        here = next((place for place, field in enumerate(fields) if field.has_focus), -delta)
        if fields:
            self.screen.set_focus(fields[(here + delta) % len(fields)])

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
            self._rows = await self._rebuilt(found)
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

    async def _rebuilt(self, found: Iterable[FormRow]) -> list[Row]:
        """New rows; those that they replace speak for the old values until they are there."""
        box = self.query_one("#rows", VerticalScroll)
        focused = self._focused_key()
        await box.remove_children()
        fresh = [Row(row) for row in found]
        await box.mount_all(fresh)
        for widget in fresh:
            if widget.row.key == focused:
                self.screen.set_focus(next(iter(widget.fields), widget))
        return fresh

    def _focused_key(self) -> str | None:
        focused = self.screen.focused
        row = None if focused is None else focused.parent
        return row.row.key if isinstance(row, Row) else None

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
        change = with_child if event.deed == "add" else without_child
        try:
            self._tell(change(self._point, event.path), f"{self._point.id}:{event.path}:children")
        except FormError as error:
            self.say(str(error), is_wrong=True)

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


def _told(row: FormRow) -> Content:
    return Content(plain(row.word))


def _summary(row: FormRow) -> Content:
    return Content(f"▸ {plain(row.word)}")


def _shape(row: FormRow) -> str:
    return f"{row.key}:{row.opens}:{row.words}:{row.text is None}"
