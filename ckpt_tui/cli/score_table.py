"""Scores as a table, and one line of arithmetic a run."""

import sys
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ckpt_tui.core.arithmetic import arithmetic, figure, from_verifier, hundredths, official
from ckpt_tui.core.display import plain
from ckpt_tui.core.scoring import Score
from ckpt_tui.services.scoring import ScoredRun
from ckpt_tui.services.sensitivity import sensitivity

# Wide enough for every line when the output is not a terminal, so that nothing is cut for a pipe.
_PIPE_WIDTH = 10_000


def print_scores(runs: Sequence[ScoredRun]) -> None:
    """One table a task, then the share of open verdicts and what equal points would change."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)
    tasks = dict.fromkeys(run.task for run in runs)
    for task in tasks:
        of_task = [run for run in runs if run.task == task]
        console.print(Text(_heading(of_task[0]), style="bold"))
        console.print(_table(of_task))
        for run in of_task:
            line = arithmetic(run.score, run.outcome, reasons=False)
            console.print(Text(f"{_name(run)}: {line}"))
        console.print(Text(_open_share(of_task)))
        told = sensitivity(of_task)
        if told is not None:
            console.print(Text(plain(told)))
    over_all = sensitivity(runs) if len(tasks) > 1 else None
    if over_all is not None:
        console.print(Text(plain(f"over all tasks, {over_all}")))


_NUMBERS = frozenset({"score", "progress", "raw", "from verifier"})


def _table(runs: Sequence[ScoredRun]) -> Table:
    """On a narrow terminal only names are cut, never a number or the official word."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    rows = [_cells(run) for run in runs]
    for heading in rows[0]:
        widest = max(len(heading), *(len(row[heading]) for row in rows))
        may_shrink = heading in ("run", "first failed")
        table.add_column(
            heading,
            justify="right" if heading in _NUMBERS else "left",
            no_wrap=True,
            min_width=len(heading) if may_shrink else widest,
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row.values()))
    return table


def _cells(run: ScoredRun) -> dict[str, str]:
    score = run.score
    route = {} if score.route is None else {"route": score.route}
    return {
        "run": _name(run),
        "role": plain(run.sample.role or ""),
        "official": official(run.outcome),
        "score": figure(score),
        "progress": hundredths(score.progress),
        "raw": hundredths(score.raw),
        "from verifier": from_verifier(score),
        **route,
        "first failed": plain(_stop(score)),
    }


def _heading(run: ScoredRun) -> str:
    off = run.score.claims_off
    claims = "" if off is None else f" · claims off: {plain(off)}"
    return f"{plain(run.task)} {run.edition.label}{claims}"


def _name(run: ScoredRun) -> str:
    return plain(run.sample.label)


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
