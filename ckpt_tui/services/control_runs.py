"""What the sample runs of an open session say of its list, as it is sealed."""

from asyncio import get_running_loop, timeout_at, to_thread
from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.controls import ControlRole, ControlRun, state_verdicts
from ckpt_tui.core.sealing import warning
from ckpt_tui.core.view import TraceView
from ckpt_tui.services.sample_runs import SampleRuns

PATIENCE_SECONDS: Final = 5.0


async def warned(runs: SampleRuns, checklist: Checklist) -> str | None:
    """What they say against it, in one line; None where that is nothing.

    What is decided for that stays known, and is decided in threads.
    """
    deadline = get_running_loop().time() + PATIENCE_SECONDS
    marked = [run for run, sample in enumerate(runs.samples) if sample.role is not None]
    others = [run for run, sample in enumerate(runs.samples) if sample.role is None]
    held = await _tried(runs, checklist, marked, deadline)
    seen = None if held is None else await _tried(runs, checklist, others, deadline)
    return await to_thread(warning, checklist, held, seen)


async def _tried(
    runs: SampleRuns, checklist: Checklist, wanted: Sequence[int], deadline: float
) -> Sequence[ControlRun] | None:
    """The wanted runs under the list, but for those that cannot be read; None where it is late."""
    try:
        async with timeout_at(deadline):
            async for _ in runs.decide(checklist, wanted):
                pass
            found = [await to_thread(_control, runs, checklist, run) for run in wanted]
    except TimeoutError:
        return None
    return [run for run in found if run is not None]


def _control(runs: SampleRuns, checklist: Checklist, run: int) -> ControlRun | None:
    trace, sample = runs.trace(run), runs.samples[run]
    if trace is None:
        return None
    is_oracle = sample.role == ControlRole.ORACLE
    commands = runs.commands.of(run, trace.environment)
    view = TraceView(trace=trace, workdir=checklist.workdir, commands=commands)
    return ControlRun(
        label=sample.label,
        role=sample.role,
        passed=runs.passed(run),
        score=runs.score(checklist, run),
        state=state_verdicts(checklist, view) if is_oracle else {},
    )
