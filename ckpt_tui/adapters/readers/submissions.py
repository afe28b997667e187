"""What a run handed in, as the final state of the files it changed."""

from ckpt_tui.adapters.environments import PatchEnvironment
from ckpt_tui.core.trace import FinalEnvironment, Json


def environment_of(submission: Json) -> FinalEnvironment | None:
    """The environment that a handed-in diff describes; None where no diff was handed in."""
    if not isinstance(submission, str) or not _is_diff(submission):
        return None
    lines = submission.lstrip("\r\n").split("\n")
    # captured from a terminal, every line ends twice
    if all(line.endswith("\r") for line in lines[:-1]):
        lines = [line.removesuffix("\r") for line in lines]
    return PatchEnvironment("\n".join(lines))


def _is_diff(text: str) -> bool:
    return "diff --git" in text or (text.lstrip().startswith("--- ") and "\n+++ " in text)
