"""What somebody writes who has no tool: decode every recording, search it step by step with `re`.

`python plain_script.py FOLDER`: two processes; a check that has its hit is not searched any more.
Decoding is msgspec's, without types, which takes what orjson takes: orjson is no requirement of the
project's tests. Edits and test runs are looked for by their words alone.
"""

import re
import sys
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import msgspec

OUTPUTS = (
    r"totals\.py:\d+:\s+return round",
    r"FAILED tests/test_totals\.py",
    r"\b(Key|Type|Index)Error: [a-z]+",
    r"[\w.]+@[\w.]+",
    r"(?i)\d+ passed",
    r"Traceback \(most",
    r"\d+ passed(, \d+ \w+)* in ",
)
ARGUMENTS = ("rg ", "module_5", "pytest", "ledger/", "tests/")
MESSAGES = ("(?i)rounds? half|banker.s",)
_CHECKS = [
    (re.compile(pattern), field)
    for field, patterns in (("output", OUTPUTS), ("argument", ARGUMENTS), ("message", MESSAGES))
    for pattern in patterns
]


def first_hits(path: Path) -> list[int | None]:
    """The first step at which each check is met; None for never."""
    found: list[int | None] = [None] * len(_CHECKS)
    for index, step in enumerate(msgspec.json.decode(path.read_bytes())["steps"]):
        texts = dict(_texts(step))
        for number, (pattern, field) in enumerate(_CHECKS):
            if found[number] is None and pattern.search(texts[field]):
                found[number] = index
    return found


def _texts(step: dict) -> Iterator[tuple[str, str]]:
    yield "message", step.get("message") or ""
    given = [call["arguments"].values() for call in step.get("tool_calls", ())]
    yield "argument", "\n".join(str(value) for values in given for value in values)
    results = step.get("observation", {}).get("results", ())
    yield "output", "\n".join(result["content"] for result in results)


if __name__ == "__main__":
    with Pool(2) as pool:
        done = pool.map(first_hits, sorted(Path(sys.argv[1]).glob("*.json")), chunksize=16)
        pool.close()
        pool.join()
    print(sum(hit is not None for hits in done for hit in hits))
