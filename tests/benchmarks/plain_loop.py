"""What one edited check takes somebody who has no tool: `re` over every output, step by step.

`python plain_loop.py FOLDER PATTERN`: prints the seconds of the loop alone, reading left out.
"""

import re
import sys
import time
from pathlib import Path

import msgspec


def outputs_of(path: Path) -> list[str]:
    """The outputs of a run, one a step."""
    steps = msgspec.json.decode(path.read_bytes())["steps"]
    results = (step.get("observation", {}).get("results", ()) for step in steps)
    return ["\n".join(result["content"] for result in found) for found in results]


def main() -> None:
    """Search all runs, each up to its first hit."""
    runs = [outputs_of(path) for path in sorted(Path(sys.argv[1]).glob("*.json"))]
    pattern = re.compile(sys.argv[2])
    begin = time.perf_counter()
    found = [
        next((at for at, text in enumerate(run) if pattern.search(text)), None) for run in runs
    ]
    print(time.perf_counter() - begin, sum(at is not None for at in found))


if __name__ == "__main__":
    main()
