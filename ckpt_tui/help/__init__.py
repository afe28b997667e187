"""The user's pages, shipped with the package and shown in the app."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

PAGES: Final[Mapping[str, str]] = {
    "getting-started": "Getting started",
    "checklist-file": "The checklist file",
    "matching": "Matching",
    "scoring": "Scoring",
}
"""Title of every page by its file's name, in reading order."""


def page(name: str) -> str:
    """The text of a page, Markdown; raises KeyError for an unknown one."""
    if name not in PAGES:
        raise KeyError(name)
    return (files("ckpt_tui.help") / f"{name}.md").read_text("utf-8")
