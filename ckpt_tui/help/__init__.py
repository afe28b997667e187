"""The user's pages and the project's decisions, shipped with the package and shown in the app."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

PAGES: Final[Mapping[str, str]] = {
    "getting-started": "Getting started",
    "checklist-file": "The checklist file",
    "matching": "Matching",
    "scoring": "Scoring",
    "verifier": "The official verifier",
    "commands": "Commands",
    "claims": "Claims",
    "lint": "What lint looks for",
    "testing": "Putting a list to the test",
    "decisions/0001-layers": "Decision: layers point down",
    "decisions/0002-the-text-is-the-truth": "Decision: the text is the truth",
    "decisions/0003-verdicts-by-content": "Decision: verdicts by content",
    "decisions/0004-re2-only": "Decision: patterns are RE2",
    "decisions/0005-own-line-widgets": "Decision: own line widgets",
    "decisions/0006-sanitised-display": "Decision: one type at the display boundary",
    "decisions/0007-values-are-structs": "Decision: values are Structs",
    "decisions/0008-large-runs-elsewhere": "Decision: large runs elsewhere",
    "decisions/0009-sealed-with-what-it-includes": "Decision: sealed with what it includes",
    "decisions/0010-a-command-is-run-elsewhere": "Decision: a command is run elsewhere",
}
"""Title of every page by its file's name, in reading order."""


def page(name: str) -> str:
    """The text of a page, Markdown; raises KeyError for an unknown one."""
    if name not in PAGES:
        raise KeyError(name)
    return (files("ckpt_tui.help") / f"{name}.md").read_text("utf-8")
