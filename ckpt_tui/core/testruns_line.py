"""The test runs of one shell line, given what came back from it."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.runners import Runner, TestCommand, test_command
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.testruns_display import Display, display
from ckpt_tui.core.testruns_readers import dialect, is_mute
from ckpt_tui.core.testruns_reading import read_runs, without_start
from ckpt_tui.core.testruns_scripts import resolved
from ckpt_tui.core.testruns_summary import RunnerOutput, SeenNames, TestSummary
from ckpt_tui.core.trace import ToolResult

_CUT_OFF: Final = "the recording cuts the output off"


class LineTest(Struct, frozen=True, kw_only=True):
    """One test run of a line; see `TestRun` for what the fields say."""

    runner: Runner | None
    summary: TestSummary | None
    failed: int | None
    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    is_finished: bool = True
    doubt: str = ""
    gap: str = ""


class _Run(Struct, frozen=True):
    """A test command at its place in the line."""

    place: int
    command: Command
    tests: TestCommand
    display: Display


def runs_tests(line: str) -> bool:
    """Whether a command of a line may run tests."""
    return any(test_command(command) is not None for command in commands(line))


def line_tests(line: str, result: ToolResult | None) -> tuple[LineTest, ...]:
    """The runs of a line in order; a script of one's own counts only if it prints a summary."""
    found = commands(line)
    found = found if result is None else resolved(found, result.text)
    runs = _runs(found, result)
    if not runs:
        return ()
    if result is None:
        known = [run for run in runs if not run.tests.doubt]
        return tuple(_unsaid(run, "no answer to the call was recorded") for run in known)
    report = max(run.display.report for run in runs)
    output = read_runs(result.text, [run.tests for run in runs], report)
    return tuple(_told(found, runs, output, result))


def _runs(found: tuple[Command, ...], result: ToolResult | None) -> list[_Run]:
    tests = {
        place: told
        for place, command in enumerate(found)
        if (told := test_command(command)) is not None
    }
    # A script of one's own next to a known runner is one more program that prints.
    known = {place: told for place, told in tests.items() if not told.doubt} or tests
    places = frozenset(known)
    text = "" if result is None else result.text
    return [
        _Run(place, found[place], told, display(found, place, places - {place}, text))
        for place, told in known.items()
    ]


def _told(
    found: tuple[Command, ...], runs: list[_Run], output: RunnerOutput, result: ToolResult
) -> Iterator[LineTest]:
    shown = [run for run in runs if not run.display.is_hidden]
    for run in runs:
        if run.display.is_hidden and not run.tests.doubt:
            yield _hidden(found, run, result)
    doubt = _doubt(shown, output, result)
    if any(run.display.is_rewritten for run in shown):
        yield replace(_unsaid(shown[-1], doubt), doubt=doubt)
    elif shown and output.summaries:
        yield from _summaries(shown, output.summaries, doubt)
    elif shown and not shown[-1].tests.doubt:
        yield _without_summary(found, shown[-1], output.rest, result)


def _summaries(
    shown: list[_Run], summaries: tuple[TestSummary, ...], doubt: str
) -> Iterator[LineTest]:
    """Which summary is whose: in order where there are as many, else the last one counts."""
    last = shown[-1]
    if doubt or (len(shown) == 1 and last.command.is_looped):
        yield from (_summed(last, summary, doubt) for summary in summaries)
    elif len(summaries) == len(shown):
        yield from map(_summed, shown, summaries)
    else:
        several = f"{len(shown)} test commands and {len(summaries)} summaries"
        yield _summed(last, summaries[-1], several if len(summaries) < len(shown) else "")


def _doubt(shown: list[_Run], output: RunnerOutput, result: ToolResult) -> str:
    """Why the summaries may not be the runners' own, or not the whole of them."""
    doubts = (run.tests.doubt or run.display.doubt for run in shown)
    return next(filter(None, doubts), "") or output.doubt or _partly(shown, result)


def _partly(shown: list[_Run], result: ToolResult) -> str:
    for run in shown:
        spoken = dialect(run.tests)
        if run.display.is_sifted and not spoken.is_sturdy:
            return "a filter behind the test command may have dropped a part of its summary"
        if (spoken.adds_up or spoken.lacks_end) and result.is_truncated:
            return _CUT_OFF
        if spoken.adds_up and run.command.is_looped:
            return "it may have run several times, and what it printed was added up"
    return ""


def _summed(run: _Run, summary: TestSummary, doubt: str = "") -> LineTest:
    if run.display.may_lack_start and dialect(run.tests).adds_up:
        summary = without_start(summary)
    named = _named(run.tests, summary)
    return LineTest(
        runner=run.tests.runner,
        summary=summary,
        failed=summary.failed,
        passing=tuple(dict.fromkeys((*summary.passing, *named))),
        failing=summary.failing,
        doubt=doubt,
        gap=summary.gap,
    )


def _named(tests: TestCommand, summary: TestSummary) -> tuple[str, ...]:
    """The tests that the command names, where everything it ran passed."""
    if summary.failed or summary.skipped or summary.others or not summary.passed:
        return ()
    if tests.runner is Runner.PYTEST:
        files = (word for word in tests.arguments if word.partition("::")[0].endswith(".py"))
        return tuple(word for word in files if not word.startswith("-"))
    if tests.runner not in {Runner.UNITTEST, None}:
        return ()
    return tuple(
        word for word in tests.arguments if "." in word and not word.startswith(("-", "."))
    )


def _unsaid(run: _Run, gap: str) -> LineTest:
    return LineTest(runner=run.tests.runner, summary=None, failed=None, gap=gap)


def _hidden(found: tuple[Command, ...], run: _Run, result: ToolResult) -> LineTest:
    return replace(_unsaid(run, "its output went elsewhere"), failed=_by_exit(found, run, result))


def _by_exit(found: tuple[Command, ...], run: _Run, result: ToolResult) -> int | None:
    """No failures, where the line's exit code is the runner's own and says so."""
    is_last = run.place == len(found) - 1 and run.command.operator != "||"
    is_own = is_last and not run.command.is_captured and not run.command.is_conditional
    is_told = result.exit_code == 0 and not run.tests.doubt and dialect(run.tests).exit_tells
    return 0 if is_own and is_told else None


def _without_summary(
    found: tuple[Command, ...], run: _Run, rest: SeenNames, result: ToolResult
) -> LineTest:
    gap = _why_none(run, result)
    return LineTest(
        runner=run.tests.runner,
        summary=None,
        failed=_by_exit(found, run, result) if gap else None,
        passing=rest.passing,
        failing=rest.failing,
        is_finished=bool(gap),
        gap=gap,
    )


def _why_none(run: _Run, result: ToolResult) -> str:
    """Why a run that may have finished shows no summary; empty where it did not finish."""
    spoken = dialect(run.tests)
    if result.is_truncated:
        return _CUT_OFF
    if run.display.may_be_cut:
        return "a filter behind the test command let no summary through"
    if run.display.may_lack_start and spoken.is_trailed:
        return "the beginning of the output was dropped"
    if is_mute(run.tests):
        return "the test command prints no summary that is read"
    if spoken.speaks_as_error and _loses_errors(run):
        return "the summary went where errors go"
    return "" if result.text.strip() else "the output is empty"


def _loses_errors(run: _Run) -> bool:
    return any(
        each.fd == 2 and each.op in {">", ">>", ">|"}  # noqa: PLR2004
        for each in run.command.redirects
    )
