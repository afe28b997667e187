"""The words that many tasks share, so that progress can be compared across them."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

STAGES: Final = ("orient", "reproduce", "build", "fix", "verify", "report")
"""The vocabulary of a workspace that names none of its own."""


def nearest_stage(word: str, stages: Sequence[str]) -> str | None:
    """The word of the vocabulary that was probably meant; None where none is near."""
    return next(iter(get_close_matches(word.lower(), stages, n=1)), None)
