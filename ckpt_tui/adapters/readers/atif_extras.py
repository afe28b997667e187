"""What the extras around an ATIF result say outright of how its call went."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.documents import mapping_of
from ckpt_tui.core.trace import Json

_ERROR_WORDS: Final = frozenset({"error", "failed", "failure"})
# "completed" is no praise: Codex says it of every command that came to an end.
_FINE_WORDS: Final = frozenset({"ok", "success", "succeeded"})
_CODE_KEYS: Final = ("exit_code", "exitCode", "returncode")
_MOST_DIGITS: Final = 4
_SHELL_HEADER: Final = "Exit code "
# A command that was stopped, runs on, or whose code means something else, ended with no code.
_WITHOUT_CODE: Final = ("interrupted", "backgroundTaskId", "returnCodeInterpretation")


class Recorded(Struct, frozen=True):
    """What is recorded beside an output.

    Attributes:
        text: the output before its producer added to it; None where only one text is kept.
    """

    text: str | None
    exit_code: int | None
    is_error: bool | None

    def text_in(self, shown: str) -> str:
        """The output in what the step shows."""
        if self.text is None or not shown.startswith(self.text.strip()):
            return shown
        header = f"{_SHELL_HEADER}{self.exit_code}\n"
        return self.text.removeprefix(header) if self.exit_code else self.text


def recorded_of(extra: Mapping[str, Json], marks: Mapping[str, Json]) -> Recorded:
    """What a result's extra says, and what its step's says of the call (`marks`)."""
    metadata = mapping_of(extra.get("tool_result_metadata"))
    use = mapping_of(metadata.get("tool_use_result"))
    before = mapping_of(metadata.get("raw_tool_result")).get("content")
    text = before if isinstance(before, str) else None
    flags = [extra.get("tool_result_is_error"), extra.get("is_error"), _word(extra), _word(marks)]
    is_error = next((flag for flag in flags if isinstance(flag, bool)), None)
    inner = (extra.get("tool_metadata"), marks.get("tool_metadata"), marks.get("metadata"))
    places = (extra, use, *map(mapping_of, inner))
    codes = [place.get(key) for place in places for key in _CODE_KEYS]
    code = next((code for code in codes if type(code) is int), None)
    if code is None:
        code = _claude_exit_code(text, use, is_error=is_error)
    return Recorded(text, code, is_error)


def _claude_exit_code(
    text: str | None, use: Mapping[str, Json], *, is_error: bool | None
) -> int | None:
    """Claude Code heads a failed command's output with its code; an unmarked one ended with 0."""
    if is_error is False and "stdout" in use:
        return None if any(use.get(key) for key in _WITHOUT_CODE) else 0
    if is_error and text is not None and text.startswith(_SHELL_HEADER):
        digits = text.removeprefix(_SHELL_HEADER).partition("\n")[0]
        return int(digits) or None if digits.isdecimal() and len(digits) < _MOST_DIGITS else None
    return None


def _word(place: Mapping[str, Json]) -> bool | None:
    status = place.get("status")
    if status in _ERROR_WORDS:
        return True
    return False if status in _FINE_WORDS else None
