"""Scores as a table, and one line of arithmetic a run."""

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from ckpt_tui.cli.columns import Column, filled, lined_up
from ckpt_tui.cli.output import write
from ckpt_tui.core.arithmetic import arithmetic, figure, from_verifier, hundredths, official
from ckpt_tui.core.display import plain
from ckpt_tui.core.scoring import Score
from ckpt_tui.services.scoring import ScoredRun
from ckpt_tui.services.sensitivity import sensitivity

# Wide enough for every line, so that nothing is cut for a pipe.
_PIPE_WIDTH = 10_000


def print_scores(runs: Sequence[ScoredRun]) -> None:
    """One table a task, then the share of open verdicts and what equal points would change."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)
    tasks = dict.fromkeys(run.task for run in runs)
    for task in tasks:
        of_task = [run for run in runs if run.task == task]
        console.print(Text(_heading(of_task[0]), style="bold"))
        headings, *lines = _table(of_task, console.width)
        console.print(Text(headings, style="dim"))
        told = sensitivity(of_task)
        below = [*map(_explained, of_task), _open_share(of_task), plain(told or "")]
        _write([*lines, *filter(None, below)], console.width)
    over_all = sensitivity(runs) if len(tasks) > 1 else None
    if over_all is not None:
        _write([plain(f"over all tasks, {over_all}")], console.width)


def _write(lines: Sequence[str], room: int) -> None:
    write("\n".join(part for line in lines for part in filled(line, room)))


# On a narrow terminal only names are cut, never a number or the official word.
_NAMES = frozenset({"run", "first failed"})
_NUMBERS = frozenset({"score", "progress", "raw", "verifier"})


def _table(runs: Sequence[ScoredRun], room: int) -> Iterator[str]:
    rows = [_cells(run) for run in runs]
    told = [heading for heading in rows[0] if any(row[heading] for row in rows)]
    columns = [
        Column(heading, is_number=heading in _NUMBERS, may_shrink=heading in _NAMES)
        for heading in told
    ]
    return lined_up(columns, [[row[heading] for heading in told] for row in rows], room)


def _cells(run: ScoredRun) -> dict[str, str]:
    score = run.score
    return {
        "run": _name(run),
        "role": plain(run.sample.role or ""),
        "official": official(run.outcome),
        "score": figure(score),
        "progress": hundredths(score.progress),
        "raw": hundredths(score.raw),
        "verifier": from_verifier(score) if score.verifier_share else "",
        "route": score.route or "",
        "first failed": plain(_stop(score)),
    }


def _explained(run: ScoredRun) -> str:
    return f"{_name(run)}: {arithmetic(run.score, run.outcome, reasons=False)}"


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
