"""Scores as a table, and one line of arithmetic a run."""

import sys
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ckpt_tui.core.arithmetic import arithmetic, hundredths, official
from ckpt_tui.core.display import plain
from ckpt_tui.core.scoring import Score
from ckpt_tui.services.scoring import ScoredRun

# Wide enough for every line when the output is not a terminal, so that nothing is cut for a pipe.
_PIPE_WIDTH = 10_000


def print_scores(runs: Sequence[ScoredRun]) -> None:
    """One table a task, then the share of open verdicts with its first reason."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)
    for task in dict.fromkeys(run.task for run in runs):
        of_task = [run for run in runs if run.task == task]
        console.print(Text(f"{plain(task)} {of_task[0].edition.label}", style="bold"))
        console.print(_table(of_task))
        for run in of_task:
            console.print(Text(f"{_name(run)}: {plain(arithmetic(run.score, run.trace.outcome))}"))
        console.print(Text(_open_share(of_task)))


def _table(runs: Sequence[ScoredRun]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("run", "role", "official", "score", "progress", "raw", "first failed"):
        right = heading in ("score", "progress", "raw")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for run in runs:
        score = run.score
        table.add_row(
            *(
                Text(plain(cell))
                for cell in (
                    _name(run),
                    run.sample.role or "",
                    official(run.trace.outcome),
                    _score(score),
                    hundredths(score.progress),
                    hundredths(score.raw),
                    _stop(score),
                )
            )
        )
    return table


def _name(run: ScoredRun) -> str:
    return plain(run.sample.label)


def _score(score: Score) -> str:
    if score.score is not None:
        return hundredths(score.score)
    low, high = score.bounds
    return f"{hundredths(low)}–{hundredths(high)}"


def _stop(score: Score) -> str:
    if score.vetoed:
        return f"vetoed · {score.first_failed}" if score.first_failed else "vetoed"
    return score.first_failed or ""


def _open_share(runs: Sequence[ScoredRun]) -> str:
    verdicts = [
        point.verdict for run in runs for point in run.score.checkpoints if point.checkpoint.enabled
    ]
    opened = [verdict for verdict in verdicts if verdict.status.is_open]
    if not opened:
        return f"open: 0 of {len(verdicts)} verdicts"
    share = Fraction(100 * len(opened), len(verdicts))
    reason = plain(opened[0].reason)
    return (
        f"open: {len(opened)} of {len(verdicts)} verdicts ({float(share):.1f} %), first: {reason}"
    )
