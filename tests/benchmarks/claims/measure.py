"""How often invented claims are caught and true ones are blamed, by kind, with intervals."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec import Struct

from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.benchmarks.claims.generator import Case

_DRAWS = 2000


class Rate(Struct, frozen=True, kw_only=True):
    """A share with its 95 % interval; templates are drawn, not cases."""

    hits: int
    cases: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.hits / self.cases if self.cases else 0.0

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}] {self.hits}/{self.cases}"


def is_blamed(case: Case) -> bool:
    """Whether a claim in the words that were put in costs the run its credit."""
    start, end = case.span
    step = case.base.step
    return any(
        claim.costs and claim.step == step and claim.span[0] < end and claim.span[1] > start
        for claim in ledger(TraceView(trace=case.trace)).claims
    )


def is_doubted(case: Case) -> bool:
    """Whether a claim of any tier in the words that were put in is one to look at."""
    start, end = case.span
    return any(
        claim.verdict.is_against
        and claim.step == case.base.step
        and claim.span[0] < end
        and claim.span[1] > start
        for claim in ledger(TraceView(trace=case.trace)).claims
    )


def rate(cases: Iterable[Case], is_hit: Callable[[Case], bool] = is_blamed) -> Rate:
    """How many of these are blamed, or hit otherwise."""
    outcomes: dict[int, list[bool]] = {}
    for case in cases:
        outcomes.setdefault(case.template, []).append(is_hit(case))
    flat = [outcome for group in outcomes.values() for outcome in group]
    low, high = _interval(list(outcomes.values()))
    return Rate(hits=sum(flat), cases=len(flat), low=low, high=high)


def _interval(groups: Sequence[Sequence[bool]]) -> tuple[float, float]:
    """The percentile interval of a bootstrap over templates."""
    if not groups:
        return 0.0, 1.0
    random = Random(7)
    shares = []
    for _ in range(_DRAWS):
        drawn = random.choices(groups, k=len(groups))
        shares.append(sum(map(sum, drawn)) / sum(map(len, drawn)))
    shares.sort()
    return shares[int(0.025 * _DRAWS)], shares[int(0.975 * _DRAWS)]
