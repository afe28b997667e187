"""What a run handed in, as the final state of the files it changed."""

from pathlib import Path

from ckpt_tui.adapters.environments import PatchEnvironment
from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.source import read_bytes
from ckpt_tui.core.trace import FinalEnvironment, Json
from ckpt_tui.core.unified_diff import is_cut_off
from ckpt_tui.errors import TraceError


def environment_of(submission: Json) -> FinalEnvironment | None:
    """The environment that a handed-in diff describes; None where no whole one was handed in."""
    if not isinstance(submission, str) or not _is_diff(submission):
        return None
    text = _unix(submission.lstrip("\r\n"))
    return None if is_cut_off(text) else PatchEnvironment(text)


def environment_in(path: Path, base: Path | None = None) -> FinalEnvironment:
    """The environment that a file with a diff describes; an empty one changes nothing.

    Raises TraceError for a file that cannot be read, holds something else, or is cut off.
    """
    text = _unix(json_tolerant.text_of(read_bytes(path)))
    if text.strip() and not _is_diff(text):
        raise TraceError(f"{path}: no diff; write it with `git diff --binary`")
    if is_cut_off(text):
        raise TraceError(f"{path}: the diff is cut off in its last file; write it again")
    return PatchEnvironment(text, base)


def _unix(text: str) -> str:
    """A diff whose every line ends in CRLF, as a terminal or an editor left it, without."""
    lines = text.split("\n")
    if all(line.endswith("\r") for line in lines[:-1]):
        lines = [line.removesuffix("\r") for line in lines]
    return "\n".join(lines)


def _is_diff(text: str) -> bool:
    return "diff --git" in text or (text.lstrip().startswith("--- ") and "\n+++ " in text)
