"""What a scaffold wraps around a tool's output, taken off again.

A wrapper is only believed of the scaffold that writes it: an agent can print the same words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import ToolResult


@dataclass(frozen=True, slots=True)
class Output:
    """A tool's output without its wrapper.

    Attributes:
        text: what the tool printed.
        exit_code: what the wrapper says of the command, where it does.
        is_error: the wrapper's own word, where it says one.
    """

    text: str
    exit_code: int | None = None
    is_error: bool | None = None


Unwrap = Callable[[str], Output]

_CUT_MARKS: Final = {
    "mini": ("<elided_chars>",),
    "openhands": ("[... Observation truncated due to length ...]", "<response clipped>"),
    "codex": ("Total output lines: ", " tokens truncated…", "[... omitted "),
    "terminus": ("[... output limited to ",),
    "claude": ("characters truncated] ...",),
}


def scaffold_of(agent: str, original_format: str = "") -> str:
    """The family of scaffolds an agent's name belongs to; empty where it is not a known one."""
    name = f"{agent} {original_format}".lower()
    families = {
        "mini-swe": "mini", "openhands": "openhands", "codex": "codex", "terminus": "terminus",
        "claude": "claude",
    }  # fmt: skip
    return next((family for word, family in families.items() if word in name), "")


def unwrapper(scaffold: str) -> Unwrap:
    """How outputs of a family of scaffolds are unwrapped."""
    return _UNWRAPPERS.get(scaffold, _as_is)


def result_of(output: Output, scaffold: str) -> ToolResult:
    """The result that an unwrapped output is."""
    marks = _CUT_MARKS.get(scaffold, ())
    return ToolResult(
        text=output.text,
        exit_code=output.exit_code,
        is_error=output.is_error,
        is_truncated=any(mark in output.text for mark in marks),
    )


def _as_is(text: str) -> Output:
    return Output(text)


def unwrapped_mini(text: str) -> Output:
    """Mini-swe-agent: `<returncode>0</returncode>`, then `<output>` or head and tail of one."""
    raised = ""
    if text.startswith("<exception>") and "</exception>\n" in text:
        raised, _, text = text.partition("</exception>\n")
        raised = raised.removeprefix("<exception>") + "\n"
    if not text.startswith("<returncode>"):
        return Output(raised + text)
    digits, _, body = text.removeprefix("<returncode>").partition("</returncode>")
    body = body.lstrip("\n")
    if body.startswith("<output>") and body.rstrip().endswith("</output>"):
        body = body.removeprefix("<output>").removeprefix("\n").rstrip()
        body = body.removesuffix("</output>")
    return Output(raised + body, _number(digits))


def unwrapped_openhands(text: str) -> Output:
    """OpenHands: lines in square brackets at the end, of which one gives the exit code."""
    exit_code = None
    lines = text.rstrip("\n")
    while lines.endswith("]"):
        rest, newline, last = lines.rpartition("\n")
        found = _exit_code_in(last)
        if found is None and not last.startswith(_OPENHANDS_NOTES):
            break
        exit_code = found if exit_code is None else exit_code
        text = lines = rest if newline else ""
    if text.startswith("ERROR:\n"):
        return Output(text, exit_code, is_error=True)
    return Output(text, exit_code)


_OPENHANDS_NOTES: Final = ("[Current working directory: ", "[Python interpreter: ")
_OPENHANDS_EXITS: Final = (
    "[The command completed with exit code ", "[Command finished with exit code ",
)  # fmt: skip


def _exit_code_in(line: str) -> int | None:
    for start in _OPENHANDS_EXITS:
        if line.startswith(start):
            return _number(line.removeprefix(start).rstrip("]").rstrip("."))
    return None


def unwrapped_codex(text: str) -> Output:
    """Codex: `{"output", "metadata"}` as JSON, or header lines that end with `Output:`."""
    if text.startswith('{"output":'):
        return _codex_blob(text)
    header, mark, body = text.partition("\nOutput:\n")
    lines = header.split("\n")
    if not mark or len(lines) > _MOST_HEADER_LINES or not _is_codex_header(lines):
        return Output(text)
    for line in lines:
        for start in ("Exit code: ", "Process exited with code "):
            if line.startswith(start):
                return Output(body, _number(line.removeprefix(start)))
    return Output(body)


_MOST_HEADER_LINES: Final = 6
_MOST_DIGITS: Final = 11
_CODEX_HEADERS: Final = (
    "Exit code: ", "Wall time: ", "Total output lines: ", "Chunk ID: ", "Process exited with code ",
    "Process running with session ID ", "Original token count: ", "Command: ",
)  # fmt: skip


def _is_codex_header(lines: list[str]) -> bool:
    return all(line.startswith(_CODEX_HEADERS) for line in lines)


def _codex_blob(text: str) -> Output:
    try:
        blob = json_tolerant.parse(encode(text))
    except ValueError:
        return Output(text)
    match blob:
        case {"output": str(output), "metadata": Mapping() as metadata}:
            code = metadata.get("exit_code")
            return Output(output, code if isinstance(code, int) else None)
        case _:
            return Output(text)


def _number(digits: str) -> int | None:
    bare = digits.strip()
    is_number = bare.removeprefix("-").isdecimal() and len(bare) <= _MOST_DIGITS
    return int(bare) if is_number else None


_UNWRAPPERS: Final[dict[str, Unwrap]] = {
    "mini": unwrapped_mini,
    "openhands": unwrapped_openhands,
    "codex": unwrapped_codex,
}
