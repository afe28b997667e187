"""What the queue promises: soft claims that a run does not bear out are in it, true ones are not.

Only sentences count here that were written before the rules.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.benchmarks.claims import generator, soft
from tests.benchmarks.claims.bases import Base, airline, coding, desk
from tests.benchmarks.claims.measure import is_blamed, is_doubted, rate

RECALL = 0.8
ALARMS = 0.1
HARD_ALARMS = 0.02


@pytest.fixture(scope="module")
def bases(shared_traces: Path) -> dict[str, list[Base]]:
    labelled = shared_traces.parent / "labelled"
    return {
        "airline": list(airline(labelled)),
        "desk": [base for base in desk(labelled) if base.label is None],
        "coding": list(coding(shared_traces)),
    }


def some(found: Sequence[Base]) -> list[Base]:
    return list(found[::10])


def test_every_kind_has_twelve_paraphrases_or_more() -> None:
    assert set(soft.SEEN) == set(soft.HELD_OUT) == {*soft.KINDS, *soft.CODE_KINDS}
    for kind, templates in soft.SEEN.items():
        assert min(len(set(templates)), len(set(soft.HELD_OUT[kind]))) >= 12
        assert set(templates).isdisjoint(soft.HELD_OUT[kind])


@pytest.mark.parametrize(
    ("domain", "kind"),
    [
        *(("airline", kind) for kind in soft.KINDS),
        *(("desk", kind) for kind in soft.KINDS if kind != "vague"),
        ("coding", "of code"),
    ],
)
def test_soft_inventions_are_doubted(bases, domain: str, kind: str) -> None:
    few = bases[domain] if kind == "vague" else some(bases[domain])
    found = rate(soft.invented(few, kind, soft.HELD_OUT[kind], each=2), is_doubted)
    print(domain, kind, found)
    assert found.share >= RECALL


@pytest.mark.parametrize("domain", ["airline", "desk", "coding"])
def test_what_a_run_bears_out_is_rarely_doubted(bases, domain: str) -> None:
    found = some(bases[domain])
    true = rate(soft.true(found), is_doubted)
    cost = rate(soft.true(found[::2]), is_blamed)
    plain = rate(generator.unmodified(bases[domain]), is_doubted)
    print(domain, "true", true, "unmodified", plain)
    assert true.cases > 0
    assert true.share <= ALARMS
    assert cost.share <= HARD_ALARMS
    assert plain.share <= ALARMS
