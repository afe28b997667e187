"""One sentence on what equal points would make of the order of agent versions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from ckpt_tui.core.sensitivity import Measured, Pair, pairs, share
from ckpt_tui.services.scoring import ScoredRun

# Runs that show what a list makes of known ends; no agent went there.
_CONTROLS: Final = frozenset({"oracle", "noop", "claims-only"})
_FEW: Final = 5
_NAMED: Final = 3
_MOST_DIGITS: Final = 6


def sensitivity(runs: Sequence[ScoredRun]) -> str | None:
    """Which pairs would change places by mean progress; None where there are not two versions."""
    found = list(pairs(list(_measured(runs))))
    if not found:
        return None
    turning = [pair for pair in found if pair.turns]
    if not turning:
        return f"equal points would leave the order of agent versions as it is ({_kept(found)})"
    told = "; ".join(_turned(pair) for pair in turning[:_NAMED])
    more = len(turning) - _NAMED
    return f"equal points would put {told}{f'; and turn {more} pairs more' if more > 0 else ''}"


def _measured(runs: Sequence[ScoredRun]) -> Iterator[Measured]:
    for run in runs:
        if run.agent_version is not None and run.sample.role not in _CONTROLS:
            yield Measured(
                task=run.task,
                version=run.agent_version,
                given=share(run.score),
                equal=share(run.equal),
            )


def _kept(found: Sequence[Pair]) -> str:
    far = ", as far as is decided" if any(pair.is_open for pair in found) else ""
    if len(found) > 1:
        versions = {name for pair in found for name in pair.names}
        return f"{len(versions)} of them{far}"
    [pair] = found
    ahead, behind = pair.names
    is_level = pair.given[0] == pair.given[1]
    return f"{ahead} {'level with' if is_level else 'ahead of'} {behind}{far}"


def _turned(pair: Pair) -> str:
    ahead, behind = pair.names
    equal = _apart(pair.equal[1], pair.equal[0])
    given = _apart(pair.given[1], pair.given[0])
    counts = f"runs: {pair.runs[1]} and {pair.runs[0]}"
    chance = ", few enough for chance" if min(pair.runs) < _FEW else ""
    far = ", as far as is decided" if pair.is_open else ""
    return (
        f"{behind} ahead of {ahead}: mean progress {equal}, where now it is {given}"
        f" ({counts}{chance}){far}"
    )


def _apart(one: Fraction, other: Fraction) -> str:
    """Two shares with as many digits as tell them apart, two at least: `.625 to .620`."""
    for digits in range(2, _MOST_DIGITS + 1):
        first, second = (f"{float(each):.{digits}f}".removeprefix("0") for each in (one, other))
        if first != second:
            return f"{first} to {second}"
    return f"{float(one):g} to {float(other):g}"
