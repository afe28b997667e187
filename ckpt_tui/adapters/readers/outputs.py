"""What a scaffold wraps around a tool's output, taken off again.

A wrapper is only believed of the scaffold that writes it: an agent can print the same words.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.observations import unwrapped
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import ToolResult

Unwrap = Callable[[str], ToolResult]

_FAMILIES: Final = (
    ("mini-swe", "mini"),
    ("openhands", "openhands"),
    ("codex", "codex"),
    ("terminus", "terminus"),
    ("claude", "claude"),
)
_MOST_DIGITS: Final = 11
_MOST_HEADER_LINES: Final = 6
_OPENHANDS_CUTS: Final = ("[... Observation truncated due to length ...]", "<response clipped>")
_OPENHANDS_NOTES: Final = ("[Current working directory: ", "[Python interpreter: ")
_OPENHANDS_EXITS: Final = (
    "[The command completed with exit code ", "[Command finished with exit code ",
)  # fmt: skip
_CODEX_CUTS: Final = ("Total output lines: ", " tokens truncated…", "[... omitted ")
_CODEX_HEADERS: Final = (
    "Exit code: ", "Wall time: ", "Total output lines: ", "Chunk ID: ", "Process exited with code ",
    "Process running with session ID ", "Original token count: ", "Command: ",
)  # fmt: skip


def scaffold_of(agent: str, original_format: str = "") -> str:
    """The family of scaffolds an agent's name belongs to; empty where it is not a known one."""
    name = f"{agent} {original_format}".lower()
    return next((family for word, family in _FAMILIES if word in name), "")


def unwrapper(scaffold: str) -> Unwrap | None:
    """How outputs of a family of scaffolds are unwrapped; None where nothing wraps them."""
    return _UNWRAPPERS.get(scaffold)


def unwrapped_openhands(text: str) -> ToolResult:
    """OpenHands: lines in square brackets at the end, of which one gives the exit code."""
    is_error = True if text.startswith("ERROR:\n") else None
    is_truncated = any(cut in text for cut in _OPENHANDS_CUTS)
    exit_code = None
    while (rest := text.rstrip("\n")).endswith("]"):
        before, _, last = rest.rpartition("\n")
        found = _exit_code_in(last)
        if found is None and not last.startswith(_OPENHANDS_NOTES):
            break
        exit_code = found if exit_code is None else exit_code
        text = before
    return ToolResult(text=text, is_error=is_error, exit_code=exit_code, is_truncated=is_truncated)


def unwrapped_openhands_event(text: str) -> ToolResult:
    """OpenHands as its events record outputs: an editor's error has a mark, no exit codes."""
    is_truncated = any(cut in text for cut in _OPENHANDS_CUTS)
    is_error = True if text.startswith("ERROR:\n") else None
    return ToolResult(text=text, is_error=is_error, is_truncated=is_truncated)


def unwrapped_codex(text: str) -> ToolResult:
    """Codex: `{"output", "metadata"}` as JSON, or header lines that end with `Output:`."""
    body, exit_code = _codex_blob(text) or _codex_headed(text) or (text, None)
    is_truncated = any(cut in text for cut in _CODEX_CUTS)
    return ToolResult(text=body, exit_code=exit_code, is_truncated=is_truncated)


def unwrapped_terminus(text: str) -> ToolResult:
    """Terminus: the screen, which says when lines were left out."""
    return ToolResult(text=text, is_truncated="[... output limited to " in text)


def unwrapped_claude(text: str) -> ToolResult:
    """Claude Code: the text says when it was cut; all else stands in the extras."""
    return ToolResult(text=text, is_truncated="characters truncated] ..." in text)


def _exit_code_in(line: str) -> int | None:
    for start in _OPENHANDS_EXITS:
        if line.startswith(start):
            return _number(line.removeprefix(start).rstrip("]").rstrip("."))
    return None


def _codex_headed(text: str) -> tuple[str, int | None] | None:
    header, mark, body = text.partition("\nOutput:\n")
    lines = header.split("\n", _MOST_HEADER_LINES)
    is_header = all(line.startswith(_CODEX_HEADERS) for line in lines)
    if not mark or len(lines) > _MOST_HEADER_LINES or not is_header:
        return None
    codes = [
        _number(line.removeprefix(start))
        for line in lines
        for start in ("Exit code: ", "Process exited with code ")
        if line.startswith(start)
    ]
    return body, codes[0] if codes else None


def _codex_blob(text: str) -> tuple[str, int | None] | None:
    if not text.startswith('{"output":'):
        return None
    try:
        blob = json_tolerant.parse(encode(text))
    except ValueError:
        return None
    match blob:
        case {"output": str(output), "metadata": Mapping() as metadata}:
            code = metadata.get("exit_code")
            return output, code if type(code) is int else None
        case _:
            return None


def _number(digits: str) -> int | None:
    bare = digits.strip()
    is_number = bare.removeprefix("-").isdecimal() and len(bare) <= _MOST_DIGITS
    return int(bare) if is_number else None


_UNWRAPPERS: Final[dict[str, Unwrap]] = {
    "mini": unwrapped,
    "openhands": unwrapped_openhands,
    "openhands-event": unwrapped_openhands_event,
    "codex": unwrapped_codex,
    "terminus": unwrapped_terminus,
    "claude": unwrapped_claude,
}
