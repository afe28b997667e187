"""Journeys of an author, each as a story on the sample task."""

from asyncio import Task, create_task, gather, sleep
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.events import Key

from ckpt_tui.tui.project import verdict_line
from ckpt_tui.tui.widgets.field import Field
from ckpt_tui.tui.widgets.form import CheckpointForm
from ckpt_tui.tui.widgets.form_row import Row
from ckpt_tui.tui.widgets.step_list import StepList
from tests.tui.driver import Author, author_at, copied_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def step(author: Author) -> int:
    return author.screen.query_one("#trace", StepList).cursor


async def begun(author: Author) -> Task[None]:
    """A form that is being opened, and is not there yet."""
    opening = create_task(author.screen.open_form())
    # Once for the task, once for what it begins.
    await sleep(0)
    await sleep(0)
    assert not author.screen.query_one("#detail").query(Field)
    return opening


async def test_it_opens_on_the_failed_run_that_got_furthest_at_its_first_failed_checkpoint(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        author.sees("nudges the float", "official FAIL", "progress .83")
        assert author.screen.selected == "march"
        landed = step(author)
        await author.presses("1", "g", "h", "h", "h")
        assert author.screen.selected == "reproduce"
        await author.presses("f")
        assert (author.screen.selected, step(author)) == ("march", landed)


async def test_other_runs_are_one_key_away_and_each_lands_on_its_own_failure(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        first = author.screen.run
        await author.presses("L")
        assert author.screen.run == first + 1
        await author.presses("H", "H")
        assert author.screen.run == first - 1
        place = author.session.first_failed(author.screen.run)
        if place is not None:
            assert author.screen.selected == place.checkpoint


@pytest.mark.parametrize("task", ["task_042", "task_043", "task_044"])
async def test_what_is_said_on_opening_is_the_verdict_of_the_row_and_the_run_that_are_shown(
    tmp_path: Path, task: str
) -> None:
    async with author_at(copied_workspace(tmp_path, task), task) as author:
        for key in ("", "L", "H", "H"):
            await author.presses(*key)
            line = verdict_line(author.session, author.screen.run, author.screen.selected)
            said = next(text for text in author.shown().splitlines() if " · on its own " in text)
            assert said.startswith(line[:60])


@pytest.mark.parametrize("task", ["task_043", "task_044"])
async def test_a_run_that_is_only_vetoed_lands_on_what_vetoes_it_and_f_finds_it_again(
    tmp_path: Path, task: str
) -> None:
    async with author_at(copied_workspace(tmp_path, task), task) as author:
        author.sees("vetoed", "FAIL")
        landed, shown = author.screen.selected, step(author)
        assert author.session.score(author.screen.run).first_failed is None
        assert author.session.checkpoint(landed).critical
        await author.presses("1", "g", "h")
        assert author.screen.selected != landed
        await author.presses("f")
        assert (author.screen.selected, step(author)) == (landed, shown)


async def test_where_nothing_fails_f_says_what_there_is_instead(tmp_path: Path) -> None:
    async with author_at(copied_workspace(tmp_path, "task_043"), "task_043") as author:
        labels = [sample.ref.path for sample in author.session.runs.samples]
        oracle = next(place for place, path in enumerate(labels) if "oracle" in path)
        author.screen.open_run(oracle)
        await author.presses("f")
        author.sees("everything passes in this run")


async def test_typing_a_pattern_changes_its_row_of_the_grid_and_the_score(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        decided = author.session.runs.table.decisions
        await author.presses("enter")
        author.sees("3 Check")
        for _ in range(40):
            if author.app.focused is not None and getattr(
                author.app.focused, "value", ""
            ).startswith("(?m)"):
                break
            await author.presses("tab")
        await author.presses("end", "left", "backspace")
        await author.types("1")
        runs = len(author.session.runs.samples)
        new = author.session.runs.table.decisions - decided
        assert 0 < new <= 2 * runs
        assert "1,520\\.71" in author.session.manuscript.text
        author.sees("score 1.00")


async def test_typing_in_the_form_lays_nothing_out(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[object] = []
    lay_out = Compositor.reflow

    def noted(*args: Any, **kwargs: Any) -> Any:
        laid.append(args)
        return lay_out(*args, **kwargs)

    async with author_at(workspace) as author:
        await author.presses("1", "g", "enter", "X")
        monkeypatch.setattr(Compositor, "reflow", noted)
        await author.types("Y")
        author.sees("changing any codeXY")
        assert not laid
        await author.presses("escape")
        assert laid


async def test_reorder_rename_and_undo_decide_nothing(workspace: Path) -> None:
    async with author_at(workspace) as author:
        decided = author.session.runs.table.decisions
        before = author.session.manuscript.text
        await author.presses("1", "g", "M", "j", "j", "enter")
        assert author.session.ids()[2] == "reproduce"
        await author.presses("enter", "X", "escape")
        assert author.session.manuscript.text != before
        await author.presses("u", "u")
        assert author.session.manuscript.text == before
        await author.presses("ctrl+r", "u")
        assert author.session.runs.table.decisions == decided


@pytest.mark.parametrize("keys", [("a",), ("D",), ("p", "1")], ids="".join)
async def test_what_was_added_and_is_undone_leaves_the_selection_where_it_was(
    workspace: Path, keys: tuple[str, ...]
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "j", "j", "2", "g", "l", "l", *keys, "escape", "1")
        added = author.session.ids()[3]
        assert author.screen.selected == added
        await author.presses("u")
        assert author.screen.selected == author.session.ids()[2]
        author.sees(f"undone: deleted {added}")
        await author.presses("ctrl+r")
        author.sees(f"redone: added {added}")


async def test_a_grab_that_is_dropped_with_escape_leaves_no_trace(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await author.presses("1", "g", "M", "j", "j")
        author.sees("grabbed")
        await author.presses("escape")
        assert author.session.manuscript.text == before
        assert not author.session.manuscript.is_dirty


async def test_checkpoints_are_added_copied_weighed_switched_and_deleted(workspace: Path) -> None:
    async with author_at(workspace) as author:
        count = len(author.session.ids())
        await author.presses("1", "g", "D")
        assert author.session.ids()[1] == "reproduce-2"
        await author.presses("exclamation_mark", "greater_than_sign", "space")
        copy = author.session.checkpoint("reproduce-2")
        assert (copy.critical, copy.enabled) == (True, False)
        assert copy.points > author.session.checkpoint("reproduce").points
        await author.presses("a", "escape")
        assert len(author.session.ids()) == count + 2
        await author.presses("d", "u", "d")
        assert len(author.session.ids()) == count + 1


async def test_alternatives_are_written_in_the_form_and_the_better_one_counts(
    workspace: Path,
) -> None:
    (workspace / "ckpt-tui.toml").write_text('stages = ["plan", "fix"]\n')
    async with author_at(workspace) as author:
        before = author.session.score(author.screen.run).progress
        await author.presses("1", "g", "D")
        copy = author.session.ids()[1]
        for key, route in (("g", "seen"), ("j", "copied")):
            await author.presses("1", key, "enter", *["tab"] * 4)
            if route == "seen":
                await author.presses("right")
            await author.presses("tab")
            await author.types(route)
            await author.presses("escape")
        first = author.session.checkpoint("reproduce")
        assert (first.route, author.session.checkpoint(copy).route) == ("seen", "copied")
        assert first.stage is None
        score = author.session.score(author.screen.run)
        assert (score.route, score.progress) == ("seen", before)
        author.sees(" seen 0.15", " copied 0.15", "○ not taken: ", "· route seen ·")
        author.sees('Route "seen" counts, and this is of route "copied".')
        author.sees("score · seen")
        await author.presses("greater_than_sign", "k", "j")
        author.sees("not to be sealed, the routes carry unequal points")
        await author.commands("save new")
        author.sees("give each of them the same total")


async def test_what_may_not_be_sealed_is_said_while_it_is_written(workspace: Path) -> None:
    async with author_at(workspace) as author:
        while author.screen.selected != "says-why":
            await author.presses("1", "j")
        await author.presses("greater_than_sign", "j", "k")
        author.sees("it rests on the agent's own words alone")
        await author.commands("save new")
        author.sees("it may carry no points")
        for _ in range(5):
            await author.presses("less_than_sign")
        await author.presses("j", "k")
        assert author.session.checkpoint(author.screen.selected).points == 0
        assert "own words" not in author.shown()


async def test_evidence_is_walked_and_shown_in_its_step(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "right_square_bracket")
        author.sees("evidence 1 of")
        assert author.screen.revealed is not None
        assert step(author) == author.screen.revealed.step
        await author.presses("right_square_bracket")
        author.sees("evidence 2 of")
        await author.presses("left_square_bracket")
        author.sees("evidence 1 of")


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_what_was_said_goes_with_the_next_key_that_does_something_else(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        for key in ("tab", "2", "J", "l", "T", "T", "plus", "underscore", "question_mark"):
            await author.presses("u", "u")
            author.sees("nothing to undo")
            await author.presses(key)
            author.misses("nothing to undo")
            await author.presses("escape", "1")
            author.sees("on its own")


async def test_what_was_said_stays_while_the_field_is_typed_in_that_it_is_about(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "enter")
        author.screen.say("only in memory")
        await author.types("abc")
        await author.presses("backspace", "left")
        author.sees("only in memory")
        await author.presses("tab")
        author.misses("only in memory")


async def test_where_there_is_no_evidence_the_nearest_steps_are_walked_and_called_no_evidence(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        assert author.screen.selected == "march"
        await author.presses("1", "right_square_bracket")
        author.sees("nearest 2 of 2, at step 7, is no evidence: Such calls: 2")
        assert step(author) == 7
        await author.presses("right_square_bracket")
        author.sees("nearest 1 of 2, at step 6")
        await author.presses("left_square_bracket")
        author.sees("nearest 2 of 2")
        author.misses("evidence 1 of")


async def test_a_step_is_promoted_to_a_checkpoint_with_its_fields_filled(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("2", "g", "l", "l", "p")
        author.sees("Draft a checkpoint", "tests:")
        await author.presses("1")
        point = author.session.checkpoint(author.screen.selected)
        assert point.check.kind == "tests"
        author.sees(point.title)
        scored = author.session.score(author.screen.run).checkpoints
        assert [it.verdict.status for it in scored if it.checkpoint is point] == ["pass"]


async def test_a_step_without_calls_says_why_it_makes_no_checkpoint_and_which_step_would(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        before = author.session.ids()
        await author.presses("2", "g", "l", "p")
        author.sees("step 1 is the user's word, and p drafts from", "the nearest is in step 2")
        await author.presses("G", "p")
        author.sees("is the agent's word")
        assert author.session.ids() == before


async def test_the_working_copy_is_written_and_a_version_sealed(workspace: Path) -> None:
    folder = workspace / "checklists" / "task_042"
    async with author_at(workspace) as author:
        await author.presses("1", "g", "exclamation_mark")
        author.sees("task_042 *")
        await author.commands(":w"[1:])
        author.sees("written")
        assert "critical = true" in (folder / "checklist.toml").read_text()
        await author.commands("save Reproducing is critical")
        author.sees("sealed v3")
    assert len(list((folder / "versions").glob("v0003-*.toml"))) == 1


async def test_sealing_warns_of_control_runs_that_the_list_gets_wrong(workspace: Path) -> None:
    place = workspace / "checklists" / "task_042" / "checklist.toml"
    place.write_text(place.read_text("utf-8").replace("failed = 0", "failed = 1", 1), "utf-8")
    async with author_at(workspace) as author:
        await author.commands("save One test may fail")
        author.sees("sealed v3 · control runs fail: Decimal (good), whole cents (good)")
        assert len(list((place.parent / "versions").iterdir())) == 3


async def test_sealing_names_checks_that_tell_no_runs_apart(workspace: Path) -> None:
    with (workspace / "checklists" / "task_042" / "checklist.toml").open("a") as text:
        text.write(
            '\n[[checkpoint]]\nid = "has-an-end"\ntitle = "Comes to an end"\nrole = "milestone"\n'
            'points = 0\ncheck = { kind = "at_most", steps = 300 }\n'
        )
    async with author_at(workspace) as author:
        await author.commands("save It ends")
        author.sees("sealed v3 · tell no runs apart: has-an-end; see `ckpt-tui test`")


@pytest.mark.parametrize(("size", "lines"), [((160, 48), 1), ((80, 24), 2), ((80, 16), 1)], ids=str)
async def test_what_is_said_has_room_and_tells_where_it_is_cut(
    workspace: Path, size: tuple[int, int], lines: int
) -> None:
    reason = " ".join(["a word of it"] * 20)
    async with author_at(workspace, size=size) as author:
        author.screen.say(f"begin {reason}")
        await author.pilot.pause()
        *_, before, last = [line for line in author.shown().splitlines()[:-1] if line.strip()]
        assert last.rstrip().endswith("…")
        assert before.startswith("begin") == (lines == 2)
        author.screen.say("short")
        await author.pilot.pause()
        author.misses("a word of it")


async def test_leaving_asks_only_when_something_is_unwritten(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "exclamation_mark", "q")
        author.sees("not written")
        await author.presses("escape")
        author.misses("not written")
        await author.presses("u", "q")
    assert author.app.return_code == 0


async def test_every_key_is_in_the_help_and_the_palette_runs_an_action(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("question_mark")
        author.sees("Keys", "first failed")
        await author.presses("l")
        author.sees("Glyphs", "deciding")
        await author.presses("l")
        author.sees("Kinds of check", "tool_called")
        await author.presses("l")
        author.sees("Getting started")
        await author.presses("escape", "1", "g", "ctrl+p")
        await author.types("first failed")
        await author.presses("enter")
        assert author.screen.selected == "march"


async def test_keys_that_come_before_the_form_or_the_line_is_there_are_not_lost(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        count = len(author.session.ids())
        await author.pilot.press("1", "g", "enter", "X", "a", "d", "backspace", "backspace")
        await author.settles()
        point = author.session.checkpoint(author.screen.selected)
        assert point.title == "Sees a test fail before changing any codeX"
        await author.pilot.press("escape", "colon", "g", "o", "t", "o", "space", "1", "enter")
        await author.settles()
        assert step(author) == 1
        assert len(author.session.ids()) == count


async def test_keys_typed_while_a_draft_is_opened_change_nothing_else(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.ids()
        await author.presses("2", "g", "l", "l")
        for key in "p1dd":
            author.app.post_message(Key(key, key))
        await author.settles()
        after = author.session.ids()
        assert set(after) > set(before)
        assert author.screen.selected not in before
        author.sees("3 Check")


async def test_a_form_that_something_comes_between_is_made_once_and_shown(workspace: Path) -> None:
    async with author_at(workspace) as author:
        first = await begun(author)
        author.screen.changed()
        second = await begun(author)
        await gather(first, second)
        await author.types("X")
        assert len(author.screen.query(CheckpointForm)) == 1
        assert author.session.checkpoint(author.screen.selected).title.endswith("X")


async def test_a_form_that_is_left_before_it_is_there_stays_away(workspace: Path) -> None:
    async with author_at(workspace) as author:
        opening = await begun(author)
        await author.screen.action_back()
        await opening
        author.misses("3 Check")
        assert author.app.focused is author.screen.query_one("#list")


async def focused_row(author: Author) -> str:
    """The label of the row in focus, which has to be in view."""
    field = author.app.focused
    assert field is not None
    rows = author.screen.query_one("#rows")
    assert rows.content_region.contains_region(field.region)
    return next(row.row.label for row in field.ancestors if isinstance(row, Row))


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_up_and_down_go_from_field_to_field_at_every_size(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await author.presses("1", "enter")
        assert await focused_row(author) == "title"
        walked = [await focused_row(author) for _ in range(12) if not await author.presses("down")]
        assert walked[0] == "points"
        assert len(set(walked)) > 8
        await author.presses(*["up"] * 12)
        assert await focused_row(author) == "title"


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_a_form_that_is_opened_again_shows_the_field_in_focus(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await author.presses("1", "enter", *["shift+tab"] * 2, "escape", "enter")
        assert await focused_row(author) == "title"
        await author.presses(*["shift+tab"] * 2, "escape", "k", "enter")
        assert await focused_row(author) == "title"


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_form_shows_those_keys_that_do_something_where_the_focus_is(
    workspace: Path, size: tuple[int, int]
) -> None:
    words, checks = ("next word", "word back"), ("open check", "add check", "remove check")
    async with author_at(workspace, size=size) as author:
        await author.presses("1", "G", "k", "k", "enter")
        known = (*words, *checks)
        # A `never` holds one check, no more and no less.
        for label, shown in (("title", ()), ("critical", words), ("check", checks[:1])):
            while await focused_row(author) != label:
                await author.presses("tab")
            author.sees("next field", *shown)
            for key in known:
                assert (key in author.shown()) == (key in shown)


async def test_letters_on_a_row_without_text_do_nothing_to_the_list(workspace: Path) -> None:
    async with author_at(workspace) as author:
        before = author.session.manuscript.text
        await author.presses("1", "g", "enter", "tab", "tab")
        shown = step(author)
        await author.presses("d", "a", "l", "p", "q")
        assert author.session.manuscript.text == before
        assert step(author) == shown
        await author.presses("space")
        assert author.session.checkpoint("reproduce").role == "invariant"


async def test_a_search_goes_to_the_next_step_that_matches(workspace: Path) -> None:
    async with author_at(workspace) as author:
        await author.presses("2", "g", "slash")
        await author.types("TOTAL")
        await author.presses("enter")
        first = step(author)
        assert first > 0
        await author.presses("n")
        assert step(author) != first
        await author.presses("N")
        assert step(author) == first
        assert author.app.focused is author.screen.query_one("#trace")
        await author.presses("slash", "escape")
        assert author.app.focused is author.screen.query_one("#trace")


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_every_pane_can_be_reached_at_every_size(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        author.sees(" f first failed", " enter edit", " L next run", " ] evidence", " 1-4 panes")
        for key, pane in (("1", "list"), ("2", "trace"), ("3", "step"), ("4", "grid")):
            await author.presses(key)
            focused = author.app.focused
            assert focused is not None
            assert focused.id == pane
            assert focused.region.area > 0
        await author.presses("1", "enter")
        author.sees("march", "kind")
        await author.presses("escape")
        author.sees("score", "official FAIL")


OPENERS = {
    "add": ("1", "g", "a"),
    "enter": ("1", "j", "enter"),
    "draft": ("2", "g", "l", "l", "p", "1"),
}


@pytest.mark.parametrize("opener", list(OPENERS))
@pytest.mark.parametrize("size", [(80, 24), (160, 24), (160, 48)])
async def test_whatever_opens_a_form_shows_it(
    workspace: Path, opener: str, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        for _ in range(2):
            await author.presses(*OPENERS[opener])
            author.sees("3 Check")
            assert await focused_row(author) == "title"
            await author.presses("escape")


@pytest.mark.parametrize("size", [(80, 24), (160, 24)])
async def test_what_takes_the_focus_in_a_pane_that_is_not_shown_brings_the_pane(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await author.presses("1", "g", "enter")
        while "first" not in await focused_row(author):
            await author.presses("tab")
        await author.presses("enter", "ctrl+p")
        await author.types("focus the trace")
        await author.presses("enter")
        assert author.app.focused is author.screen.query_one("#trace")
        await author.presses("escape")
        author.sees("3 Check", "title ")
        assert "first" in await focused_row(author)


async def test_a_run_that_cannot_be_read_shows_no_steps_and_says_why(workspace: Path) -> None:
    broken = workspace / "sample_traces/task_042/noop/trajectory.json"
    broken.write_text(broken.read_text().replace('"ATIF-v', '"ATIF-x', 1).replace("steps", "stepz"))
    async with author_at(workspace) as author:
        samples = author.session.runs.samples
        place = next(n for n, sample in enumerate(samples) if "noop" in sample.ref.path)
        while author.screen.run > place:
            await author.presses("H")
        assert author.screen.run == place
        assert author.session.runs.problem(place) is not None
        assert author.screen.query_one("#trace", StepList).row_count == 0
        author.sees("0 steps", "∅", "open · official FAIL")
