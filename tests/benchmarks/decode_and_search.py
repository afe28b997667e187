"""What it takes to decode a recording and to search it once, in a process that does nothing else.

The file is read whole, its steps decoded by msgspec into structs with the fields that checks look
at (source, message, reasoning, calls with name and arguments, results); outputs, arguments and
messages are joined into one buffer of bytes each; every pattern of the benchmark's checklist is
searched once in its buffer with RE2, as far as its first hit.
"""

import sys
from pathlib import Path

import msgspec
import re2

OUTPUTS = (
    r"totals\.py:\d+:\s+return round",
    r"\b(Key|Type|Index)Error: [a-z]+",
    r"FAILED tests/test_totals\.py",
)
ARGUMENTS = ("rg ", "module_5", "pytest")
MESSAGES = (r"(?i)rounds? half|banker.s",)


class Call(msgspec.Struct, gc=False):
    function_name: str = ""
    arguments: msgspec.Raw = msgspec.Raw(b"")


class Result(msgspec.Struct, gc=False):
    content: str = ""


class Observation(msgspec.Struct, gc=False):
    results: list[Result] = []


class Step(msgspec.Struct, gc=False):
    source: str
    message: str = ""
    reasoning_content: str = ""
    tool_calls: list[Call] = []
    observation: Observation | None = None


class Document(msgspec.Struct):
    steps: list[Step]


def main(path: Path) -> int:
    """Decode and search; how many patterns were found."""
    steps = msgspec.json.decode(path.read_bytes(), type=Document).steps
    messages = b"\xff".join([step.message.encode() for step in steps])
    observed = [step.observation.results for step in steps if step.observation]
    outputs = b"\xff".join([result.content.encode() for results in observed for result in results])
    arguments = b"\xff".join([bytes(call.arguments) for step in steps for call in step.tool_calls])
    searches = [(outputs, OUTPUTS), (arguments, ARGUMENTS), (messages, MESSAGES)]
    return sum(
        _pattern(pattern).search(buffer) is not None
        for buffer, patterns in searches
        for pattern in patterns
    )


def _pattern(pattern: str):
    options = re2.Options()
    options.never_capture = True
    return re2.compile(pattern.encode(), options)


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
