"""`python -m tests.benchmarks [NAME …] [--rounds N]`: measure, print, exit 1 on a missed claim."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import edited_check, imports, keys, opening, score, thousand_runs

BENCHMARKS: dict[str, Callable[[Path, int], bool]] = {
    "imports": imports.main,
    "opening": opening.main,
    "keys": keys.main,
    "edited_check": edited_check.main,
    "thousand_runs": thousand_runs.main,
    "score": score.main,
}


def main() -> int:
    """Run the named benchmarks, all of them unless some are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    names = given.names or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}")
    with TemporaryDirectory() as folder:
        done = [BENCHMARKS[name](Path(folder), given.rounds) for name in names]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
