"""Titles and questions: what two people would read differently, and what asks two things."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.asked import Human, Judge
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.pattern import compiled

_VAGUE: Final = (
    r"(?i)\b(?:properly|correctly|appropriate(?:ly)?|adequate(?:ly)?|reasonabl[ey]|suitabl[ey]"
    r"|sensibl[ey]|good|nice(?:ly)?|(?:works?|does) well|cleanly|efficient(?:ly)?"
    r"|robust(?:ly)?|readability|user.friendly|high.quality"
    r"|as (?:needed|expected|required|appropriate)|if necessary|etc|and so on"
    r"|some kind of|meaningful(?:ly)?|satisfactor\w+|professional(?:ly)?)\b"
)
# A second verb behind the joint makes a second thing that is asked.
_VERB: Final = (
    r"(?:is|are|was|were|has|have|does|do|did|runs?|ran|passes|fails?|finds?|fix(?:es)?|adds?"
    r"|creates?|removes?|deletes?|writes?|reads?|opens?|sends?|saves?|uploads?|updates?|names?"
    r"|tells?|says?|reports?|explains?|checks?|verif(?:y|ies)|edits?|changes?|makes?|uses?|calls?"
    r"|installs?|builds?|computes?|returns?|prints?|moves?|copies|commits?|confirms?|asks?|books?)"
)
_COMPOUND: Final = (
    rf"(?i)\w(?:,? and (?:then |also )?|; |,? as well as |,? then ){_VERB}\b"
    rf"|(?i)\bboth\b.* and \b"
)
_SHORTEST: Final = 2
# These are about two things, and mean one.
_ORDERED: Final = (InOrder, Before, OnlyAfter)


def worded(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the words of a list."""
    titles = Counter(point.title.strip().lower() for point in checklist.checkpoints)
    for point in checklist.checkpoints:
        if point.enabled:
            yield from _of(point, titles)


def _of(point: Checkpoint, titles: Counter[str]) -> Iterator[Finding]:
    if titles[point.title.strip().lower()] > 1 and point.title:
        detail = "another checkpoint has the same title; say what tells them apart"
        yield Finding(rule=Rule.SAME_TITLE, checkpoint=point.id, detail=detail)
    vague = _found(_VAGUE, point)
    if vague:
        detail = f"“{vague}” is read differently by two people; say what is seen when it holds"
        yield Finding(rule=Rule.VAGUE, checkpoint=point.id, detail=detail)
    elif len(point.title.split()) < _SHORTEST:
        detail = "its title is a word at most; say what is seen when it holds"
        yield Finding(rule=Rule.VAGUE, checkpoint=point.id, detail=detail)
    compound = "" if isinstance(point.check, _ORDERED) else _found(_COMPOUND, point)
    if compound:
        detail = f"it asks two things (“{compound}”), of which one may hold alone; split it"
        yield Finding(rule=Rule.COMPOUND, checkpoint=point.id, detail=detail)


def _found(pattern: str, point: Checkpoint) -> str:
    """The first place in the title, or in what a judge or a person is asked; empty if none."""
    asked = point.check.question if isinstance(point.check, Judge | Human) else ""
    for text in (point.title, asked):
        raw = text.encode("utf-8", "replace")
        span = compiled(pattern).search(raw)
        if span is not None:
            return raw[slice(*span)].decode("utf-8", "replace").strip()
    return ""
