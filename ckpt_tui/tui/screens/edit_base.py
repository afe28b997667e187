"""The Edit screen's panes and what they show of the session; keys come in the subclasses."""

from asyncio import to_thread
from typing import TYPE_CHECKING

from msgspec import Struct
from textual import work
from textual.app import App, ComposeResult
from textual.content import Content
from textual.events import Resize

from ckpt_tui.core.display import plain
from ckpt_tui.core.history import History
from ckpt_tui.core.trace import FinalEnvironment, Trace
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.services.authoring import AuthoringSession, Place
from ckpt_tui.services.manuscript import Draft
from ckpt_tui.tui import project
from ckpt_tui.tui.actions import EDIT_ACTIONS, FORM_ACTIONS, GRAB_ACTIONS, bar, chosen
from ckpt_tui.tui.deeds import Deeds
from ckpt_tui.tui.step_document import FILE_PART, FinalFile
from ckpt_tui.tui.text import fitted
from ckpt_tui.tui.toned import TonedScreen
from ckpt_tui.tui.widgets.checkpoint_list import CheckpointList
from ckpt_tui.tui.widgets.kept import Filled, Kept, KeptText
from ckpt_tui.tui.widgets.key_bar import KeyBar
from ckpt_tui.tui.widgets.score_line import ScoreLine
from ckpt_tui.tui.widgets.step_detail import StepDetail
from ckpt_tui.tui.widgets.step_list import StepList
from ckpt_tui.tui.widgets.test_grid import TestGrid

if TYPE_CHECKING:
    from ckpt_tui.tui.widgets.form import CheckpointForm

WIDE = 120
"""Columns from which the panes stand side by side."""

HIGH = 32
"""Rows from which the test grid stands below them."""

ROOMY = 20
"""Rows from which a narrow screen tells what it has to say in two lines."""

_LONG_WORD = 16

_DEEDS = frozenset(action.id for action in (*EDIT_ACTIONS, *FORM_ACTIONS))

GRID_FRAME = 6
"""Lines of the test grid beside its rows: border, heads, score, official word, scroll bar."""


class Grab(Struct, frozen=True, kw_only=True, eq=False):
    """A checkpoint that is being moved.

    Attributes:
        before: the checklist as it was, and what there was to undo and redo.
    """

    id: str
    before: History[Draft]


class EditBase(TonedScreen[None], Kept, Deeds):  # pyright: ignore[reportIncompatibleMethodOverride] (Textual's own, between its two bases)
    """What is selected, and its projection; the session is the only truth.

    Attributes:
        grab: what is being moved, and what was before; None while nothing is grabbed.
        run: place of the shown run among the samples; 0 where there are none.
        selected: id of the selected checkpoint.
        revealed: the piece of evidence that was brought into view last.
        file_shown: the piece of evidence whose file is shown in place of the step.
        has_news: the line above the keys tells something other than a verdict.
        is_behind: an edit is not shown yet.
        has_landed: the first failed checkpoint was shown, or the user moved first.
        landing_on: the checkpoint to show in place of the first failed one; None for that.
        form: edits one checkpoint; there is none before the first is edited.
        is_editing: the form is wanted in place of the step, which it takes once it is filled.
    """

    def __init__(self, session: AuthoringSession) -> None:
        super().__init__(classes="-on-list")
        self.session = session
        self.run = session.opening_run() or 0
        self.selected = session.ids()[0]
        self.grab: Grab | None = None
        self.form: CheckpointForm | None = None
        self.is_editing = False
        self.revealed: Evidence | None = None
        self.file_shown: Evidence | None = None
        self.is_behind = False
        self.has_landed = False
        self.landing_on: str | None = None
        self.has_chosen_run = False
        self.has_news = False
        self.has_settled = False

    def compose(self) -> ComposeResult:
        yield KeptText("", id="title", markup=False)
        with Filled(id="panes"):
            yield CheckpointList(id="list", classes="pane")
            yield StepList(id="trace", classes="pane")
            with Filled(id="detail"):
                yield StepDetail(id="step", classes="pane")
        yield TestGrid(id="grid", classes="pane")
        yield ScoreLine(id="score")
        yield KeptText("", id="said", markup=False)
        yield KeyBar(bar(EDIT_ACTIONS))

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < WIDE, "-narrow")
        self.set_class(event.size.height < HIGH, "-low")
        self.set_class(event.size.width < WIDE and event.size.height >= ROOMY, "-two-lines")
        self.query_one("#grid").styles.height = self._grid_height()

    def show_keys(self) -> None:
        """In the key bar: during a grab and in the form, those alone that do something there."""
        if self.grab is not None:
            self.query_one(KeyBar).show(bar(GRAB_ACTIONS))
            return
        if self.form is None or not self.form.has_focus_within:
            self.query_one(KeyBar).show(bar(EDIT_ACTIONS))
            return
        taken = {active.binding.id for active in self.active_bindings.values()}
        self.query_one(KeyBar).show((*chosen(EDIT_ACTIONS, "back"), *self.form.offered(taken)))

    @property
    def host(self) -> App[object]:
        """The app, its result type said once: Textual leaves it open."""
        return self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    @property
    def trace(self) -> Trace | None:
        """The shown run, once it is loaded."""
        return self.session.runs.trace(self.run) if self.session.runs.samples else None

    # Projection: each method shows one pane as the session has it now.

    def name_panes(self) -> None:
        """Number every pane by the key that focuses it."""
        count = 0 if self.trace is None else len(self.trace.steps)
        self.query_one("#list").border_title = "1 Checklist"
        steps = "1 step" if count == 1 else f"{count} steps"
        self.query_one("#trace").border_title = f"2 Trace · {steps}"
        self.query_one("#grid").border_title = "4 Test grid"

    def show_list(self) -> None:
        listed = self.query_one("#list", CheckpointList)
        listed.checkpoints = project.checkpoint_rows(self.session, self.run, self._grabbed)
        self.point_at_selected()

    def point_at_selected(self) -> None:
        """Have the cursors of the list and the grid where the one selection is."""
        row = self.session.ids().index(self.selected)
        self.query_one("#list", CheckpointList).cursor = row
        self.query_one("#grid", TestGrid).cell = (row, self.run)

    def checkpoint_selected(self) -> None:
        """Another checkpoint was selected."""

    def show_trace(self) -> None:
        steps = self.query_one("#trace", StepList)
        shown = None if self.trace is None else self.trace.steps
        steps.hint = project.hint(self.session, self.run)
        if steps.steps is not shown:
            steps.steps = shown
            self.name_panes()
        score = self.session.score(self.run)
        steps.marks = project.evidence_marks(score)
        steps.highlight = project.evidence_steps(score, self.selected)

    def show_step(self) -> None:
        trace = self.trace
        detail = self.query_one("#step", StepDetail)
        trail = project.evidence_trail(self.session.score(self.run), self.selected)
        if self.file_shown not in trail:
            self.file_shown = detail.file = None
        detail.border_title = "3 Step" if self.file_shown is None else "3 Final file"
        cursor = self.query_one("#trace", StepList).cursor
        if trace is None or not len(trace.steps):
            detail.step = None
            return
        detail.report = trace.report
        detail.step = trace.steps[cursor]
        detail.evidence = project.evidence_at(self.session.score(self.run), self.selected, cursor)

    def show_score(self) -> None:
        if self.session.runs.samples:
            line = self.query_one("#score", ScoreLine)
            line.value = project.score_text(self.session, self.run)
        self._write("title", project.title(self.session, self.run))

    def show_grid(self) -> None:
        runs = range(len(self.session.runs.samples))
        columns = list(project.grid_columns(self.session, runs))
        grid = self.query_one("#grid", TestGrid)
        grid.styles.height = self._grid_height()
        grid.hint = project.grid_hint(self.session)
        grid.show(
            project.grid_rows(self.session),
            [column for column, _ in columns],
            zip(*(looks for _, looks in columns), strict=True),
        )

    def _grid_height(self) -> int | str:
        """All rows where they fit into two fifths of the screen; all of it where it is alone."""
        if self.is_small or self.has_class("-zoomed"):
            return "1fr"
        wanted = len(self.session.ids()) + GRID_FRAME
        return min(wanted, self.size.height * 2 // 5)

    @property
    def is_small(self) -> bool:
        """Whether panes are shown one at a time."""
        return self.has_class("-narrow") or self.has_class("-low")

    def show_all(self) -> None:
        """After an edit, or in another run: everything that hangs on the checklist."""
        self.is_behind = False
        if self.selected not in self.session.ids():
            self.selected = self.session.ids()[0]
        self.show_list()
        self.show_trace()
        self.show_step()
        self.show_grid()
        self.show_score()
        self.show_verdict(over_news=False)

    def deed_begins(self, action: str) -> None:
        """What was told goes with the next key that does something, if it is not for longer.

        What is typed into a field, and keys that change it, go on with what was begun.
        """
        if self.has_news and self.grab is None and action in _DEEDS:
            self.show_verdict()

    def has_run(self) -> bool:
        """Whether there is a run to look at; where there is none, what to do is said."""
        if not self.session.runs.samples:
            self.say(project.no_runs(self.session))
        return bool(self.session.runs.samples)

    def stay(self) -> None:
        """The user has moved: nothing that is decided later takes the view elsewhere."""
        self.has_landed = True
        self.has_chosen_run = True

    def show_verdict(self, *, over_news: bool = True) -> None:
        """What the selected checkpoint says of this run, and how it fares over all of them.

        What was just told stays until the user moves on: without `over_news` it is left alone.
        """
        if self.has_news and not over_news:
            return
        verdict = project.verdict_line(self.session, self.run, self.selected)
        across = [project.tally(self.session, self.selected)] if self.session.runs.samples else []
        self.say(" · ".join([verdict, *across]))
        self.has_news = False

    def say(self, sentence: str) -> None:
        """Say something in the line above the keys."""
        self.has_news = True
        if self.has_class("-two-lines"):
            # Words are not parted, so that two lines hold a little less than twice as much.
            sentence = fitted(sentence, 2 * self.size.width - _LONG_WORD).plain
        self._write("said", sentence)

    def _write(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", KeptText).write(Content(plain(text)))

    def go(self, place: Place) -> None:
        """Show a checkpoint and the step that explains its verdict."""
        is_another = place.checkpoint != self.selected
        self.selected = place.checkpoint
        self.show_list()
        self.show_trace()
        if place.step is not None:
            self.query_one("#trace", StepList).cursor = place.step
        self.show_step()
        self.show_verdict(over_news=False)
        trail = project.evidence_trail(self.session.score(self.run), place.checkpoint)
        self.reveal(trail[0] if trail else None)
        if is_another:
            self.checkpoint_selected()

    def reveal(self, evidence: Evidence | None) -> None:
        """Bring a piece of evidence into view; it must be of the shown step."""
        self.revealed = evidence
        is_in_file = evidence is not None and evidence.step is None
        self.file_shown = evidence if is_in_file else None
        if evidence is not None and is_in_file:
            self.show_file(evidence)
            return
        self.show_step()
        if evidence is not None:
            self.query_one("#step", StepDetail).reveal(evidence)

    @work(exclusive=True, group="file")
    async def show_file(self, evidence: Evidence) -> None:
        """Show the final file that a piece of evidence lies in, in place of the step."""
        environment = None if self.trace is None else self.trace.environment
        path = evidence.part.removeprefix(FILE_PART)
        text = None if environment is None else await to_thread(_text_of, environment, path)
        # Whoever went on meanwhile is shown nothing else.
        if self.file_shown is evidence:
            detail = self.query_one("#step", StepDetail)
            detail.file = FinalFile(evidence=evidence, text=text)
            detail.border_title = "3 Final file"

    @property
    def _grabbed(self) -> str | None:
        return None if self.grab is None else self.grab.id


def _text_of(environment: FinalEnvironment, path: str) -> str | None:
    raw = environment.read(path)
    return None if raw is None else raw.decode("utf-8", "replace")
