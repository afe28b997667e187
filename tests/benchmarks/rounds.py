"""Contenders in turn, one after the other in every round, and what their medians say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """That the median of `contender` is at most `bound` times that of `reference`.

    Without a reference the bound is a number of seconds.
    """

    contender: str
    reference: str | None = None
    bound: float


def measured(
    contenders: Mapping[str, Callable[[], float]], rounds: int
) -> Mapping[str, Sequence[float]]:
    """Seconds of every contender in every round, after one round that only warms up."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, run in contenders.items():
            took = run()
            if number:
                seconds[name].append(took)
    return seconds


def report(title: str, seconds: Mapping[str, Sequence[float]], claims: Sequence[Claim]) -> bool:
    """Print a table, and what became of each claim; whether all of them hold."""
    print(f"\n{title}")
    print(f"  {'milliseconds':48} {'median':>9} {'best':>9} {'worst':>9}")
    for name, found in seconds.items():
        numbers = " ".join(f"{1000 * of(found):9.2f}" for of in (median, min, max))
        print(f"  {name:48} {numbers}")
    said = [_said(claim, seconds) for claim in claims]
    print(*(sentence for sentence, _ in said), sep="\n")
    return all(is_met for _, is_met in said)


def _said(claim: Claim, seconds: Mapping[str, Sequence[float]]) -> tuple[str, bool]:
    found = seconds[claim.contender]
    if claim.reference is None:
        is_met = median(found) <= claim.bound
        told = f"{1000 * median(found):.2f} ms of {1000 * claim.bound:.0f} ms"
    else:
        other = seconds[claim.reference]
        ratio = median(found) / median(other)
        is_met = ratio <= claim.bound
        told = f"{ratio:.2f} of {claim.bound} times {claim.reference}"
        told += f" ({min(found) / min(other):.2f} by the best of each)"
    return f"  {'met ' if is_met else 'MISS'} {claim.contender}: {told}", is_met
