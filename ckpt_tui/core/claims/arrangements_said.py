"""Claims that somebody will come on a day that is named: it must have been arranged."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.calls import words_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.scene import Remark, unchecked, unsupported
from ckpt_tui.core.claims.vocabulary import vocabulary

_DAYS: Final = vocabulary(
    """
    today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday morning
    afternoon evening noon
    """
)
_TALKERS: Final = vocabulary("specialist agent representative manager supervisor colleague human")
_ARRANGING: Final = frozenset({"schedule", "book", "escalate"})
_SUBJECT: Final = 4


def arrangement_claims(remark: Remark) -> Iterator[Claim]:
    """A clause like `a courier will collect it tomorrow`."""
    lowers = remark.lowers
    if remark.clause.modality is not Modality.FUTURE or _DAYS.isdisjoint(lowers):
        return
    will = lowers.index("will") if "will" in lowers else 0
    if not 1 < will <= _SUBJECT or lowers[0] not in ("a", "an", "our", "one", "another"):
        return
    finding = _held(remark, lowers[1:will], lowers[will + 1 : will + 2])
    yield remark.scene.claim(ClaimKind.ACTION, remark.span, finding)


def _held(remark: Remark, who: tuple[str, ...], does: tuple[str, ...]) -> Finding:
    scene = remark.scene
    done = [deed for deed in scene.deeds if deed.worked]
    stems = {stem(word) for word in (*who, *does)}
    for deed in done:
        is_told = not _TALKERS.isdisjoint(who) and not _ARRANGING.isdisjoint(deed.families)
        if deed.is_open or deed.is_unknown or is_told or stems & words_of(scene.view, deed):
            return unchecked("A call may have arranged it.")
    if any(scene.shown.knows(word, scene.before) for word in who):
        return unchecked("The run speaks of them.")
    return unsupported("No call arranged it.")
