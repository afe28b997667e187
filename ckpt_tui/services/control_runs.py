"""Control runs of an open session: what the runs that are loaded anyway say of the list."""

from asyncio import timeout, to_thread
from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import ControlRole, ControlRun, Controls, controls, state_verdicts
from ckpt_tui.core.view import TraceView
from ckpt_tui.services.sample_runs import SampleRuns

PATIENCE_SECONDS: Final = 5.0


async def controls_of(runs: SampleRuns, checklist: Checklist) -> Controls | None:
    """Hold every run with a role against it; None where that takes too long.

    What is decided for that stays known, and is decided in threads.
    """
    marked = [run for run, sample in enumerate(runs.samples) if sample.role is not None]
    try:
        async with timeout(PATIENCE_SECONDS):
            async for _ in runs.decide(checklist, marked):
                pass
            found = await to_thread(lambda: list(_control_runs(runs, checklist, marked)))
    except TimeoutError:
        return None
    return controls(checklist, found)


def _control_runs(
    runs: SampleRuns, checklist: Checklist, marked: list[int]
) -> Iterator[ControlRun]:
    for run in marked:
        trace, sample = runs.trace(run), runs.samples[run]
        if trace is None:
            continue
        is_oracle = sample.role == ControlRole.ORACLE
        commands = runs.commands.of(run, trace.environment)
        view = TraceView(trace=trace, workdir=checklist.workdir, commands=commands)
        yield ControlRun(
            label=sample.label,
            role=sample.role,
            passed=runs.passed(run),
            score=runs.score(checklist, run),
            state=state_verdicts(checklist, view) if is_oracle else {},
        )
