"""The rows of the form: a label with what is chosen or typed, or the check it stands for."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widget import Widget

from ckpt_tui.core.checkpoint_form import FormRow, Path
from ckpt_tui.core.display import plain
from ckpt_tui.core.entry import refusal
from ckpt_tui.tui.actions import FORM_ACTIONS, bindings, chosen
from ckpt_tui.tui.widgets.choice import Choice
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.kept import KeptRow, KeptScroll, KeptText

_LABEL_WIDTH: Final = 14

Place: TypeAlias = tuple[str, Path | None]


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
        self._row = row

    @property
    def refused(self) -> tuple[str, ...]:
        """The actions that would do nothing with the check that it stands for."""
        return tuple(f"{deed}_child" for deed in ("add", "remove") if deed not in self._row.deeds)

    def show(self, row: FormRow) -> None:
        """Take the row's summary."""
        self._row = row
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
    """A label with what is chosen and what is typed.

    Attributes:
        row: what the model says.
        problem: why what is chosen and typed is refused; empty where it is not.
    """

    DEFAULT_CSS = """
    Row { height: auto; }
    Row > .label { width: 14; color: $text-muted; }
    Row.-wrong > .label { color: $text-error; }
    Row > ChildRow { width: 1fr; height: 1; }
    """

    def __init__(self, row: FormRow) -> None:
        super().__init__()
        self.row = row
        self.problem = ""
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
        self.judge("")
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
            field.take(row.text, cursor=None if is_other else field.cursor_position)

    def judge(self, problem: str) -> None:
        """Mark what is chosen and typed as refused for a problem, or, without one, as taken."""
        if bool(problem) != bool(self.problem):
            mark = "" if not problem else " ✗" if len(self.row.label) < _LABEL_WIDTH - 1 else "✗"
            self.set_class(bool(problem), "-wrong")
            self._label.write(Content(f"{plain(self.row.label)}{mark}"))
        self.problem = problem

    def carry(self, before: "Row") -> None:
        """Take the refused words of the row that this one replaces."""
        word, self._heard = before.values()
        if self._choice is not None:
            self._choice.word = word
        if self._field is not None:
            self._field.take(self._heard, cursor=before.cursor)
        self.judge(before.problem)

    @property
    def refused(self) -> str:
        """Says which words are refused and why, and what stays."""
        return refusal(self.row, *self.values(), self.problem)

    @property
    def cursor(self) -> int:
        """Where the next letter goes."""
        return 0 if self._field is None else self._field.cursor_position

    @property
    def place(self) -> Place:
        """What tells it from other rows, in every form that has it."""
        return self.row.key, self.row.opens

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


class FormRows(KeptScroll):
    """The rows of a form, made anew where other fields are shown.

    Attributes:
        rows: those that are there.
        wanted: the row that has the focus once there are new ones.
    """

    wanted: Place | None = None
    _outline: tuple[str, ...] = ()
    _path: Path = ()

    def __init__(self) -> None:
        super().__init__(id="rows", can_focus=False)
        self.rows: list[Row] = []

    async def have(
        self, found: Sequence[FormRow], path: Path, *, is_other: bool, is_shown: bool
    ) -> str:
        """Have widgets for the rows of the check at a path, with the refused words of each.

        Those that have no row any more are returned as they are to be said.
        """
        outline = (str(path), *(_shape(row) for row in found))
        before = [] if outline == self._outline and not is_other else self.rows
        is_here = not is_other and self._path == path
        if outline != self._outline:
            # Until every row is there, nothing is: a newer call may end this one half way.
            self._outline = ()
            self.rows = await self._rebuilt(found, is_shown=is_shown)
            self._outline, self._path = outline, path
        refused = {row.place: row for row in before if row.problem}
        for row in self.rows if is_here else ():
            if row.place in refused:
                row.carry(refused.pop(row.place))
        return refusals(refused.values())

    async def _rebuilt(self, found: Iterable[FormRow], *, is_shown: bool) -> list[Row]:
        """New rows; those that they replace speak for the old values until they are there."""
        # The focus goes with the old rows, and a newer call may end this one before it is back.
        self.wanted = self.wanted or self._focused_place()
        await self.remove_children()
        fresh = [Row(row) for row in found]
        await self.mount_all(fresh)
        if is_shown:
            self._focus_wanted(fresh)
        self.wanted = None
        return fresh

    def focus_first(self, *, is_nested: bool) -> None:
        """Focus the first field that can be typed into, the title before the id."""
        fields = list(self.query(Field)) or list(self.query(Choice))
        start = 1 if not is_nested and len(fields) > 1 else 0
        # A form that is not laid out yet cannot scroll to what is in focus.
        self.scroll_home(animate=False, immediate=True)
        if fields:
            self.screen.set_focus(fields[start])

    def to_field(self, delta: int) -> None:
        """Focus a field before or behind the one in focus."""
        fields = [field for row in self.query(Row) for field in row.fields]
        here = next((place for place, field in enumerate(fields) if field.has_focus), -delta)
        if fields:
            self.screen.set_focus(fields[(here + delta) % len(fields)])

    def _focus_wanted(self, found: Iterable[Row]) -> None:
        """Focus the wanted row, or the last of those that stand for checks beside it."""
        key = None if self.wanted is None else self.wanted[0]
        alike = [row for row in found if row.place[0] == key]
        for row in [row for row in alike if row.place == self.wanted] or alike[-1:]:
            self.screen.set_focus(next(iter(row.fields), row))

    def _focused_place(self) -> Place | None:
        focused = self.screen.focused
        row = None if focused is None else focused.parent
        return row.place if isinstance(row, Row) else None


def _told(row: FormRow) -> Content:
    return Content(plain(row.word))


def _summary(row: FormRow) -> Content:
    return Content(f"▸ {plain(row.word)}")


def _shape(row: FormRow) -> str:
    return f"{row.key}:{row.opens}:{row.words}:{row.text is None}"


def refusals(rows: Iterable[Row]) -> str:
    """Says which words are refused in rows, and why; empty where none are."""
    return " · ".join(row.refused for row in rows if row.problem)
