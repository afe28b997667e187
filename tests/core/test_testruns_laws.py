"""Any text is read without fail, and whatever is read agrees with itself."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.runners import Runner, TestCommand
from ckpt_tui.core.testruns import test_runs as runs_of
from ckpt_tui.core.testruns_readers import dialect, readers
from ckpt_tui.core.testruns_reading import without_start
from ckpt_tui.core.testruns_summary import RunnerOutput
from tests.core.traces import agent, bash, view

OUTPUTS = sorted((Path(__file__).parent / "runner_outputs").glob("*.txt"))
TEXTS = {path.stem: path.read_text() for path in OUTPUTS}
READERS = readers(TestCommand(None, ()))
LINES = sorted({line for text in TEXTS.values() for line in text.split("\n")})
ODD = ["", " ", "\t", "\x1b[", "\x1b[31m", "\ud800", "\x00", "<", ">", '"', "1..1", "ok", "{}"]
COMMANDS = {
    "jest": "npx jest",
    "vitest": "npx vitest run",
    "mocha": "npx mocha",
    "node": "node --test",
    "go": "go test ./...",
    "cargo": "cargo test",
    "nextest": "cargo nextest run",
    "maven": "mvn test",
    "gradle": "gradle test",
    "ctest": "ctest",
    "prove": "prove t",
}
ENDED = [kind for kind in COMMANDS if not dialect(TestCommand(Runner(kind), ())).lacks_end]


def agrees(said: RunnerOutput, text: str) -> None:
    end = 0
    for found in said.summaries:
        assert end <= found.span[0] < found.span[1] <= len(text)
        end = found.span[1]
        counts = [found.passed, found.failed, found.skipped, found.others]
        assert all(count is None or count >= 0 for count in counts)
        assert bool(found.gap) is (None in counts)
        assert found.failed is None or len(found.failing) <= found.failed
        assert len(set(found.passing)) == len(found.passing)
        assert len(set(found.failing)) == len(found.failing)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(LINES + ODD), max_size=30).map("\n".join))
def test_lines_of_all_runners_in_any_order_are_read(text):
    for reader in READERS:
        agrees(reader(text), text)


@settings(max_examples=100)
@given(st.text(max_size=200) | st.text(alphabet='<>/="tescaud \n\x1b[1m.#ok123', max_size=200))
def test_any_text_is_read(text):
    for reader in READERS:
        agrees(reader(text), text)


@settings(max_examples=150)
@given(st.sampled_from(ENDED), st.data())
def test_an_output_that_ends_early_hides_no_failure(kind, data):
    name = data.draw(st.sampled_from([each for each in TEXTS if each.split("-")[0] == kind]))
    text = TEXTS[name]
    cut = text[: data.draw(st.integers(0, len(text)))]
    (whole,) = runs_of(view(agent("", bash(COMMANDS[kind], text))))
    for run in runs_of(view(agent("", bash(COMMANDS[kind], cut)))):
        if run.span is not None and run.failed == 0:
            assert whole.failed == 0 or not whole.is_finished


@settings(max_examples=100)
@given(st.sampled_from(sorted(COMMANDS)), st.sampled_from(sorted(TEXTS)))
def test_colours_change_nothing(kind, name):
    text = TEXTS[name]
    coloured = "\n".join(f"\x1b[1m\x1b[31m{line}\x1b[39m\x1b[0m" for line in text.split("\n"))
    plain, seen = (
        [
            (run.passed, run.failed, run.skipped, run.passing, run.failing)
            for run in runs_of(view(agent("", bash(COMMANDS[kind], each))))
        ]
        for each in (text, coloured)
    )
    assert plain == seen


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_dropped_beginning_never_makes_a_figure_up(name):
    for reader in READERS:
        for found in reader(TEXTS[name]).summaries:
            partial = without_start(found)
            assert (partial.passed, partial.skipped) == (None, None)
            assert partial.failed in {None, 0}
            assert (partial.failed == 0) is (found.failed == 0 and not found.is_empty)


@pytest.mark.parametrize("runner", list(Runner))
def test_every_runner_has_a_reader(runner):
    assert readers(TestCommand(runner, ()))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_an_echo_of_any_output_counts_for_nothing(name):
    for line in ("cat log", f"cat <<'EOF'\n{TEXTS[name]}\nEOF", "python x.py", "git show HEAD:log"):
        assert not list(runs_of(view(agent("", bash(line, TEXTS[name])))))
