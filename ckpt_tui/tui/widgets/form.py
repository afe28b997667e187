"""The form that edits one checkpoint, derived from the fields of its kind."""

from collections import deque
from collections.abc import Container, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widgets import Input, Static

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import Path, with_child, without_child
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.display import plain
from ckpt_tui.core.entry import Change, is_same
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.sheet import Sheet
from ckpt_tui.core.stages import STAGES
from ckpt_tui.tui.actions import FORM_ACTIONS, Action, bar, bindings, chosen
from ckpt_tui.tui.widgets.choice import Choice
from ckpt_tui.tui.widgets.form_row import ChildRow, FormRows, Row, refusals
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
        """The checkpoint is to change.

        Each wants one `answer`: what is shown in the meantime would be older than what was typed.
        """

        def __init__(self, form: "CheckpointForm", change: Change) -> None:
            super().__init__()
            self.form = form
            self.change = change

    class Refused(Message):
        """Words that are typed in a row are none of its values; the sentence says why.

        It is empty where what was said of the rows is true no more.
        """

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    def __init__(self) -> None:
        super().__init__()
        self.identifier = ""
        """The id by which the list has the checkpoint; one just typed may not be taken.

        Empty while the rows of another checkpoint come, when those that go have nothing to say.
        """
        self._sheet: Sheet | None = None
        self._refused = ""
        self._unanswered: deque[Row | None] = deque()
        self._box = FormRows()

    @property
    def is_nested(self) -> bool:
        """Whether a check inside the check is being edited."""
        return self._sheet is not None and bool(self._sheet.path)

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
        is_other = self.identifier != point.id
        if is_other:
            self.identifier = ""
        sheet = Sheet(point=point) if self._sheet is None else self._sheet.now(point)
        await self._project(
            replace(sheet, requires=requires, stages=stages, lets=lets), is_other=is_other
        )
        self.identifier = point.id

    def answer(self, point: Checkpoint | None, problem: str = "") -> None:
        """An edit was taken, or refused for a problem; `point` is what the checkpoint is now.

        It is None where there is no such checkpoint any more.
        """
        row = self._unanswered.popleft()
        if point is None or self._sheet is None:
            return
        self.identifier = point.id
        if not self._unanswered:
            self._sheet = replace(self._sheet, point=point)
        if problem or (row is not None and row.problem):
            help_text = "" if row is None else row.row.help
            self.say(problem or help_text, is_wrong=bool(problem))
        if row is None:
            return
        row.judge(problem)
        if row not in self._box.rows:
            self._report(refusals([row]))

    def leave(self) -> None:
        """Show the values of the model alone: refused words are said and dropped."""
        dropped = refusals(self._box.rows)
        for row in self._box.rows:
            if row.problem:
                row.show(row.row, is_other=True)
        if self._sheet is not None:
            self._sheet = self._sheet.off()
        self._report(dropped)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is none of the screen's while the form or a row of it has the focus.

        A letter would delete or move something there.
        """
        is_printable = character is not None and character.isprintable()
        return is_printable and (self.has_focus or key not in _FORM_KEYS)

    async def leave_child(self) -> None:
        """Back to the field of the outer check that holds the one being edited."""
        if self._sheet is not None and self._sheet.path:
            *outer, (name, _) = left = self._sheet.path
            self._box.wanted = name, left
            await self._turn_to(tuple(outer))

    def offered(self, taken: Container[str | None]) -> Iterator[Action]:
        """The actions of the form, of those whose keys are taken, that do something here."""
        focused = self.screen.focused
        refused = focused.refused if isinstance(focused, ChildRow) else ()
        for action in bar(FORM_ACTIONS):
            if action.id in taken and action.id not in refused:
                yield action

    def focus_first(self) -> None:
        """Focus the first field that can be typed into, the title before the id."""
        self._box.focus_first(is_nested=self.is_nested)

    def action_next_field(self) -> None:
        self._box.to_field(1)

    def action_previous_field(self) -> None:
        self._box.to_field(-1)

    def say(self, sentence: str, *, is_wrong: bool) -> None:
        """Show the help of a field, or why it cannot be as typed."""
        line = self.query_one(".word", Static)
        line.set_class(is_wrong, "-wrong")
        line.update(Content(plain(sentence)))

    async def _turn_to(self, path: Path) -> None:
        if self._sheet is not None:
            sheet = self._sheet.at(path)
            await self._project(sheet.now(sheet.point), is_other=False)

    async def _project(self, sheet: Sheet, *, is_other: bool) -> None:
        self._sheet, found = sheet, sheet.rows()
        dropped = await self._box.have(found, sheet.path, is_other=is_other, is_shown=self.display)
        # What is typed since is shown once it is answered.
        for widget, row in zip(self._box.rows, () if self._unanswered else found, strict=False):
            widget.row = row
            if is_other or not (widget.problem or self._is_being_typed(widget)):
                widget.show(row, is_other=is_other)
        self._report(dropped)
        self.query_one(".place", KeptText).write(Content(plain(sheet.title)))

    def _is_being_typed(self, row: Row) -> bool:
        """Whether it has the focus and says what the model says, or is not yet a value at all."""
        if self._sheet is None or not any(field.has_focus for field in row.children):
            return False
        return self._sheet.is_said(row.row.key, *row.values())

    @on(Input.Changed)
    @on(Choice.Chosen)
    def _typed(self, event: Input.Changed | Choice.Chosen) -> None:
        event.stop()
        row = event.control.parent
        if not isinstance(row, Row) or row not in self._box.rows or self._sheet is None:
            return
        if not self.identifier:
            return
        if isinstance(event, Input.Changed) and not row.hear():
            return
        self._sheet, change = self._sheet.typed(row.row.key, *row.values())
        if row.problem or change.problem or not is_same(change.point, self._sheet.point):
            self._tell(change, row)

    @on(ChildRow.Asked)
    async def _child_asked(self, event: ChildRow.Asked) -> None:
        event.stop()
        if self._sheet is None or not self.identifier:
            return
        if event.deed == "open":
            await self._turn_to(event.path)
            self.focus_first()
            return
        is_new = event.deed == "add"
        change = with_child if is_new else without_child
        try:
            point = change(self._sheet.point, event.path)
        except FormError as error:
            self.say(str(error), is_wrong=True)
            return
        self._sheet = self._sheet.off()
        self._tell(Change(point=point, burst=f"{self.identifier}:{event.path}:children"))
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
        if not isinstance(row, Row):
            return
        if self._sheet is not None:
            self._sheet = self._sheet.on(row.row.key)
        self.say(row.problem or row.row.help, is_wrong=bool(row.problem))

    def _tell(self, change: Change, row: Row | None = None) -> None:
        if self._sheet is not None:
            self.post_message(self.Edited(self, change))
            self._unanswered.append(row)
            self._sheet = replace(self._sheet, point=change.point)
            self._box.wanted = None

    def _report(self, dropped: str = "") -> None:
        """Say which words are refused where that is news, behind those that are dropped."""
        refused = refusals(self._box.rows)
        if dropped or refused != self._refused:
            self.post_message(self.Refused(" · ".join(filter(None, (dropped, refused)))))
        self._refused = refused
