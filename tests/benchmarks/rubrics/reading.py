"""Checkpoints that people wrote in prose, turned into checklists that a person decides."""

import re
from fractions import Fraction

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.asked import Human

_HEADING = re.compile(
    r"^#+ *check\w* *(?P<number>[\d–-]+)\b(?P<rest>[^\n]*)$|^#+ .*$"
    r"|^(?P<item>\d+)\. *\[(?P<points>\d+)[^\]]*\]",
    re.IGNORECASE | re.MULTILINE,
)
_POINTS = re.compile(r"\((\d+) *p")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n\s*\n")


def checklist(task: str, page: str) -> Checklist:
    """The checkpoints of a page; what stands outside them is its `meta.about`."""
    places = list(_HEADING.finditer(page))
    ends = [place.start() for place in places[1:]] + [len(page)]
    about = [page[: places[0].start()]]
    points: dict[str, Checkpoint] = {}
    for place, end in zip(places, ends, strict=True):
        body = page[place.end() : end].strip()
        number = place["number"] or place["item"]
        if number is None or f"c{number}" in points:
            about.append(body)
            continue
        worth = place["points"] or (_POINTS.findall(place["rest"] or "") or ["1"])[0]
        points[f"c{number}"] = _checkpoint(f"c{number}", body, Fraction(worth))
    text = "\n\n".join(filter(None, map(str.strip, about)))
    return Checklist(task=task, meta={"about": text}, checkpoints=tuple(points.values()))


def _checkpoint(name: str, body: str, points: Fraction) -> Checkpoint:
    title = " ".join(_SENTENCE_END.split(body, maxsplit=1)[0].split())
    return Checkpoint(id=name, title=title, points=points, check=Human(question=body))
