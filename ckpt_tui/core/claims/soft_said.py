"""Claims that nobody can decide: promises, states, `I double-checked`; they are only read."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.calls import deeds
from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding, Tier
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import BEING, FIRST, HAVING, stem
from ckpt_tui.core.claims.scene import Remark, Scene, derived, supported, unchecked, unsupported
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.trace import ToolClass

_VERIFIED: Final = vocabulary(
    """
    verified double-checked checked confirmed validated tested reviewed inspected ensured
    cross-checked rechecked
    """
)
_STATES: Final = vocabulary(
    """
    active ready complete valid available live working functional operational resolved fixed safe
    secure guaranteed eligible set sorted done stable correct confirmed
    """
)
_PROMISES: Final = vocabulary("will i'll we'll it'll they'll you'll shall")
_EMPTY: Final = vocabulary(
    """
    will i'll we'll you'll it'll shall have has been the and for you your our with that this are
    please any soon shortly let know help further assist assistance need questions
    """
)
_SHARE: Final = 0.75
_LEAST: Final = 3


def soft_claims(remark: Remark) -> Iterator[Claim]:
    """The promise, the state or the check that a clause speaks of."""
    kind = _kind(remark)
    if kind is not None and not remark.clause.sentence.is_label:
        finding = _held(remark, kind)
        yield remark.scene.claim(kind, remark.span, finding, tier=Tier.SOFT)


def _kind(remark: Remark) -> ClaimKind | None:
    lowers, modality = remark.lowers, remark.clause.modality
    if modality is Modality.FUTURE and not _PROMISES.isdisjoint(lowers):
        return ClaimKind.PROMISE
    if not remark.clause.is_asserted:
        return None
    is_own = not FIRST.isdisjoint(lowers) or lowers[0] in _VERIFIED
    if is_own and not _VERIFIED.isdisjoint(lowers):
        return ClaimKind.VERIFICATION
    is_state = not _STATES.isdisjoint(lowers) and not BEING.isdisjoint(lowers)
    return ClaimKind.STATE if is_state and HAVING.isdisjoint(lowers) else None


def _held(remark: Remark, kind: ClaimKind) -> Finding:
    if kind is ClaimKind.VERIFICATION:
        return _looked(remark.scene)
    content = _content(remark)
    if len(content) < _LEAST:
        return unchecked("It says too little to be found.")
    scene = remark.scene
    known = scene.shown.stems(scene.before)
    share = sum(word in known for word in content) / len(content)
    if share >= _SHARE:
        return derived("The run speaks of it.")
    return unsupported("Nothing in the run speaks of it.")


def _content(remark: Remark) -> list[str]:
    words = (word for word in remark.lowers if len(word) >= _LEAST and word not in _EMPTY)
    return [stem(word) for word in words if word.isalpha()]


def _looked(scene: Scene) -> Finding:
    """A check needs a look after the last deed."""
    calls = scene.view.calls
    done = [deed.row for deed in deeds(scene.view) if deed.worked and not deed.is_open]
    last = max((row for row in done if calls.steps[row] < scene.before), default=-1)
    edits = [
        row
        for row, kind in enumerate(calls.classes)
        if kind is ToolClass.EDIT and calls.steps[row] < scene.before
    ]
    last = max([last, *edits])
    acted = {deed.row for deed in deeds(scene.view) if not deed.is_open}
    for row in range(last + 1, len(calls)):
        if calls.steps[row] < scene.before and calls.answered[row] and row not in acted:
            return supported(None, f"{calls.names[row]} was called at step {calls.steps[row]}.")
    return unsupported("No call looked at anything behind the last change.")
