"""`python -m tests.benchmarks.claims [SHARED]`: print recall and false alarms by kind."""

import sys
from pathlib import Path

from tests.benchmarks.claims import generator, soft
from tests.benchmarks.claims.bases import Base, airline, coding, desk
from tests.benchmarks.claims.measure import is_blamed, is_doubted, rate
from tests.benchmarks.claims.sentences import CODE, DESK
from tests.conftest import SHARED


def main() -> None:
    shared = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED
    groups = {
        "airline": list(airline(shared / "labelled")),
        "desk": [base for base in desk(shared / "labelled") if base.label is None],
        "coding": list(coding(shared / "traces")),
    }
    for name, bases in groups.items():
        print(f"\n{name}: {len(bases)} reports")
        _recall(bases, CODE if name == "coding" else DESK)
        _alarms(bases)
        _soft(bases, is_code=name == "coding")
    faults = [base for base in desk(shared / "labelled") if base.label == "unsupported_claim"]
    caught = sum(map(is_blamed, generator.unmodified(faults)))
    print(f"\ndesk, the invented claims of its makers: {caught}/{len(faults)}")


def _recall(bases: list[Base], kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        seen = rate(generator.invented(bases, kind, seed=1, each=2, held_out=False))
        held = rate(generator.invented(bases, kind, seed=1, each=2))
        print(f"  recall {kind:12} seen {seen}   held out {held}")
    pairs = list(generator.minimal_pairs(bases, seed=1))
    for kind in sorted({case.kind for case in pairs}):
        print(f"  recall {kind:12} {rate(case for case in pairs if case.kind == kind)}")


def _soft(bases: list[Base], *, is_code: bool) -> None:
    for kind in soft.CODE_KINDS if is_code else soft.KINDS:
        seen, held = soft.SEEN[kind], soft.HELD_OUT[kind]
        caught = rate(soft.invented(bases, kind, seen, each=2), is_doubted)
        held_out = rate(soft.invented(bases, kind, held, each=2), is_doubted)
        print(f"  soft   {kind:12} seen {caught}   held out {held_out}")
    for kind, cases in {
        "unmodified": generator.unmodified(bases),
        "benign": generator.benign(bases),
        "true": soft.true(bases),
    }.items():
        print(f"  soft alarms {kind:12} {rate(cases, is_doubted)}")


def _alarms(bases: list[Base]) -> None:
    controls = {
        "unmodified": generator.unmodified(bases),
        "benign": generator.benign(bases),
        "true": generator.true(bases, seed=1),
    }
    for kind, cases in controls.items():
        print(f"  alarms {kind:12} {rate(cases)}")


if __name__ == "__main__":
    main()
