"""Runs that lack what a pass rests on: cut short, without its steps, in another order."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.checks.base import Check, When
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.checks.order import Before, InOrder
from ckpt_tui.core.controls import state_part
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.mutations.mutants import (
    beginning,
    rebuilt,
    refused,
    steps_of,
    with_initial,
    without,
    without_steps,
)
from ckpt_tui.core.mutations.resting import ROUNDS, resting
from ckpt_tui.core.mutations.tried import Mutation, Tried, was_killed
from ckpt_tui.core.trace import StepKind
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView

# Beginnings of a run that are tried; of a longer run, as many spread over it.
_CUTS: Final = 64
_NOTHING_DONE: Final = "passes before the agent has done anything"
_NO_EVIDENCE: Final = "passes with nothing to rest on"


def cuts(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """The run ended after each of its steps; a pass must rest on what is left of it."""
    if point.role is Role.INVARIANT:
        return
    first = first_of_agent(view)
    for length in _lengths(view, first, verdict):
        found = decided(point.check, beginning(view, length))
        idle = length <= first
        killed = was_killed(found, lambda it, idle=idle: idle or not it.evidence)
        if killed is not None:
            detail = _NOTHING_DONE if idle else _NO_EVIDENCE
            yield Tried(mutation=Mutation.CUT, step=length, is_killed=killed, detail=detail)


def drops(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """The run without one of the steps that the pass rests on."""
    for step in sorted(set(verdict.steps)):
        found = decided(point.check, without_steps(view, [step]))
        killed = was_killed(found, lambda it: _is_hollow(view, it))
        if killed is not None:
            detail = "passes with nothing to rest on once that step is left out"
            yield Tried(mutation=Mutation.DROP, step=step, is_killed=killed, detail=detail)


def stripped(point: Checkpoint, view: TraceView, verdict: Verdict) -> tuple[TraceView, Verdict]:
    """The run without anything that a pass rests on, again and again until it is no pass.

    It is still one where nothing is left to take away, or where there is too much of it.
    """
    left, found = view, verdict
    for attempt in range(ROUNDS):
        if found.status is not Status.PASS or _is_hollow(left, found):
            break
        if _rests_on_outcome(left, found):
            left = refused(left)
        left = without(left, resting(point.check, left, found, attempt))
        found = decided(point.check, left)
    return left, found


def all_dropped(left: TraceView, found: Verdict) -> Iterator[Tried]:
    """What the verdict on a stripped run tells."""
    killed = was_killed(found, lambda it: _is_hollow(left, it))
    if killed is not None:
        detail = "passes with all of its evidence taken away"
        yield Tried(mutation=Mutation.DROP, step=None, is_killed=killed, detail=detail)


def reorders(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """The last step that the pass rests on, moved before the first one or before all deeds."""
    places = sorted(set(verdict.steps))
    is_chain = _is_chain(point.check) and len(places) > 1
    if not places or not (is_chain or _asks_for_last(point.check)):
        return
    first, last = (places[0] if is_chain else first_of_agent(view)), places[-1]
    steps = list(steps_of(view))
    steps.insert(first, steps.pop(last))
    natives = {it.native for it in verdict.evidence}
    found = decided(point.check, rebuilt(view, steps))
    # One that asks for the last moment alone is right to find it wherever it was moved to.
    killed = was_killed(
        found, lambda it: is_chain and {piece.native for piece in it.evidence} == natives
    )
    if killed is not None:
        detail = "passes with that step moved before what has to come first"
        yield Tried(mutation=Mutation.REORDER, step=last, is_killed=killed, detail=detail)


def restored(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """The files that the pass rests on, left as the run found them."""
    base = view.trace.environment
    if base is None or point.role is Role.INVARIANT or state_part(point.check) != point.check:
        return
    files = {piece.part.removeprefix("file:") for piece in verdict.evidence if piece.step is None}
    known = {path for path in files if base.read_initial(path) is not None}
    if not known:
        return
    found = decided(point.check, with_initial(view, known))
    killed = was_killed(found, lambda it: {f"file:{path}" for path in known} >= _parts(it))
    if killed is not None:
        detail = "passes on the files as the run found them"
        yield Tried(mutation=Mutation.DROP, step=None, is_killed=killed, detail=detail)


def refusals(point: Checkpoint, view: TraceView, verdict: Verdict) -> Iterator[Tried]:
    """The official verifier, or a command over the final files, says no."""
    if not _rests_on_outcome(view, verdict):
        return
    killed = was_killed(decided(point.check, refused(view)), lambda _: True)
    if killed is not None:
        detail = "passes though the official verifier, or its command, says no"
        yield Tried(mutation=Mutation.REPLACE, step=None, is_killed=killed, detail=detail)


def first_of_agent(view: TraceView) -> int:
    """How many steps come before the agent's first one."""
    kinds = view.steps.kinds
    return next((place for place, kind in enumerate(kinds) if kind is StepKind.AGENT), len(kinds))


def _lengths(view: TraceView, first: int, verdict: Verdict) -> list[int]:
    """How long the beginnings are: none where no step matters, but for the one without deeds."""
    if not verdict.steps:
        return [first]
    lengths = range(first, len(view.steps))
    if len(lengths) <= _CUTS:
        return list(lengths)
    spread = {lengths[place * len(lengths) // _CUTS] for place in range(_CUTS)}
    return sorted(spread | {first, *(step for step in verdict.steps if step >= first)})


def _is_hollow(view: TraceView, verdict: Verdict) -> bool:
    """Whether a pass rests on nothing that was recorded."""
    return not verdict.evidence and not _rests_on_outcome(view, verdict)


def _parts(verdict: Verdict) -> set[str]:
    return {piece.part for piece in verdict.evidence}


def _rests_on_outcome(view: TraceView, verdict: Verdict) -> bool:
    """Whether a pass rests on the word of the official verifier, or of a command."""
    parts = _parts(verdict) | set(() if verdict.scope is None else verdict.scope.parts)
    breakdown = view.trace.outcome.breakdown
    return bool(parts & {"outcome", "command", *(() if breakdown is None else breakdown.parts)})


def _is_chain(check: Check) -> bool:
    """Whether single moments must follow one another."""
    inner = tuple(check.children())
    return isinstance(check, Before | InOrder) and all(isinstance(it, EventCheck) for it in inner)


def _asks_for_last(check: Check) -> bool:
    return getattr(check, "when", When.EVER) is not When.EVER
