"""What a test of a list found, for people."""

import sys
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ckpt_tui.core.arithmetic import hundredths
from ckpt_tui.core.controls import Control, ControlState
from ckpt_tui.core.display import plain
from ckpt_tui.core.mutations.tried import Tally, Unchanged
from ckpt_tui.services.testing import Tested

# Wide enough for every line when the output is not a terminal, so that nothing is cut for a pipe.
_PIPE_WIDTH = 10_000
_INDENT = "    "
_PASSES_ON = "passes on "
_STATES = {
    ControlState.PASSED: "✓ ok",
    ControlState.FAILED: "✗ failed",
    ControlState.OPEN: "? open",
}


def print_test(tested: Tested) -> None:
    """The controls, what the runs do not test, each checkpoint's mutation score, and runs left."""
    edition, controls = tested.edition, tested.controls
    task, label = edition.checklist.task, edition.label
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    console.print(Text(f"{plain(task)} {label}: control runs", style="bold"))
    for control in controls.found:
        console.print(Text(_heading(control), no_wrap=True, overflow="ellipsis"))
        _print_details(console, control.details)
    for sentence in controls.untested:
        console.print(Text(f"? {plain(sentence)}"))
    for finding in tested.idle:
        mark = "✗" if finding.is_certain else "?"
        said = f"{finding.checkpoint}: {finding.rule}: {plain(finding.detail)}"
        console.print(Text(f"{mark} {said}"))
    console.print(Text(f"{plain(task)} {label}: changed runs", style="bold"))
    console.print(_table(tested.tallies))
    for tally in tested.tallies:
        _print_details(console, _faults(tally))
    _print_details(console, _left(tested.unchanged))


def _heading(control: Control) -> str:
    role = plain(control.role or "no role")
    return f"{_STATES[control.state]:9} {role:12} {plain(control.label)}"


def _print_details(console: Console, details: Iterable[str]) -> None:
    for detail in details:
        for line in Text(plain(detail)).wrap(console, console.width - len(_INDENT)):
            line.rstrip()
            console.print(Text(_INDENT) + line)


def _left(unchanged: Sequence[Unchanged]) -> Iterator[str]:
    """The runs that were not changed, a line for each reason, and what they were wanted for."""
    alike: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for left in unchanged:
        alike.setdefault((left.checkpoints, left.reason), []).append(left.run)
    for (checkpoints, reason), runs in alike.items():
        wanted = f" for {', '.join(checkpoints)}" if checkpoints else ""
        yield f"not changed{wanted}: {', '.join(runs)} ({reason})"


def _table(tallies: Sequence[Tally]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("checkpoint", no_wrap=True, overflow="ellipsis")
    table.add_column("noticed", justify="right", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("still passes", no_wrap=True, overflow="ellipsis")
    for tally in tallies:
        table.add_row(*map(Text, _cells(tally)))
    return table


def _cells(tally: Tally) -> Iterator[str]:
    yield plain(tally.checkpoint)
    yield f"{tally.killed} of {tally.applicable}"
    yield "" if tally.score is None else hundredths(tally.score)
    if tally.untested:
        yield f"not tested: {tally.untested}"
    else:
        yield ", ".join(dict.fromkeys(str(it.mutation) for it in tally.survivors))


def _faults(tally: Tally) -> Iterator[str]:
    """What the checkpoint still passes on, one sentence a mutation."""
    for mutation in dict.fromkeys(survivor.mutation for survivor in tally.survivors):
        alike = [it for it in tally.survivors if it.mutation is mutation]
        first = alike[0]
        step = "" if first.step is None else f", step {first.step}"
        more = sum(it.number for it in alike) - 1
        others = f", and {more} more" if more else ""
        where = f"{mutation}: {first.run}{step}{others}"
        yield f"{tally.checkpoint}: {_joined([it.detail for it in alike])} ({where})"


def _joined(details: Sequence[str]) -> str:
    """Details one after the other, what they begin alike with said once."""
    rest = [detail.removeprefix(_PASSES_ON) for detail in details[1:]]
    return ", ".join([details[0], *rest])
