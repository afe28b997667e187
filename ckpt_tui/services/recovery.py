"""Unwritten work of an earlier session, beside what stands on disk."""

from difflib import unified_diff

from msgspec import Struct

from ckpt_tui.ports import JournalEntry, WorkingCopy


class Recovery(Struct, frozen=True, kw_only=True):
    """Unsaved work of an earlier session.

    Attributes:
        difference: from the working copy to it, as a unified diff.
        is_outdated: the working copy was changed since by someone else.
    """

    text: str
    difference: str
    is_outdated: bool


def recovered(entry: JournalEntry, text: str, base: WorkingCopy) -> Recovery | None:
    """What a journal holds beside the text at hand; None where that is the same."""
    if entry.text == text:
        return None
    told = difference(text, entry.text)
    return Recovery(text=entry.text, difference=told, is_outdated=entry.base != base.digest)


def difference(before: str, unsaved: str, named: str = "on disk") -> str:
    """From one text, which has a name, to the unsaved one, as a unified diff."""
    lines = (before.splitlines(), unsaved.splitlines())
    return "\n".join(unified_diff(*lines, named, "unsaved", lineterm="", n=1))
