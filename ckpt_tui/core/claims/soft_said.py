"""Claims that nobody can decide for certain: promises, states, `I double-checked`."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.claim import Claim, ClaimKind, Finding, Tier
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import ADVERBS, BEING, FIRST, HAVING
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.passages import is_read_whole, meanings, passages
from ckpt_tui.core.claims.scene import Remark, Scene, derived, supported, unchecked, unsupported
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.trace import ToolClass

_VERIFIED: Final = vocabulary(
    """
    verified double-checked checked confirmed validated tested reviewed inspected ensured examined
    cross-checked rechecked re-checked consulted compared cross-referenced studied audited
    """
)
_LOOKED: Final = ("looked", "look", "made sure", "went over", "went through", "gone through")
_AGAIN: Final = vocabulary("double-checked cross-checked rechecked re-checked ensured")
_PROMISES: Final = vocabulary("will i'll we'll it'll they'll you'll shall expect")
_ABOUT_TO: Final = ("going to", "be getting", "get to")
_BEING: Final = (BEING | {"remains", "remain", "stays", "stay"}) - {"was", "were", "been", "being"}
_STATES: Final = vocabulary(
    """
    active ready complete valid available live working functional operational safe secure eligible
    set done stable correct healthy clean green open effective waiting running free
    """
)
_IN: Final = vocabulary("effect place force order")
# What was checked is then the outcome as a whole.
_OUTCOME: Final = vocabulary(
    """
    fix fixes work works working correct correctly result results change changes test tests tested
    script reproduction behavior behaviour successful successfully again value values same
    identical produce produces expected passes pass solution implementation code output outputs
    details
    """
)
# Said of whatever was made or done, once it is.
_FINISHED: Final = vocabulary(
    """
    functional operational ready working works complete completed fixed live done available running
    set place resolved solved settled handled closed sorted finished order normal date prepared
    taken care dealt squared away wrapped consider back correctly good
    """
)
_NEWS: Final = (
    "all set", "taken care of", "sorted", "good to go", "squared away", "dealt with",
    "consider it done", "back to normal", "wrapped up", "in order", "up and running", "all done",
    "in place", "is done", "'s done", "is handled", "now handled", "is settled", "is solved",
    "is resolved", "are resolved", "is closed", "is complete", "are complete", "is fixed",
)  # fmt: skip
_HOPES: Final = vocabulary("hope hopes trust believe wish think glad sorry happy if")
_EFFECTS: Final = vocabulary("this it it'll that these which")
_CHECKED: Final = vocabulary("the that all it both every each this your and with against by in for")
_EMPTY: Final = vocabulary(
    """
    will i'll we'll you'll it'll shall have has been the and for you your our with that this are is
    was were his her its they them any all both each every please soon shortly let know help
    further assist assistance need questions being get getting got going now also already just
    still then here there rest assured after before within from into over about out own made make
    sure now fully please day days hour hours minute minutes week weeks month today tomorrow tonight
    morning afternoon evening monday tuesday wednesday thursday friday saturday sunday time next
    everything thing things whole end able can could may new please thank thanks great
    """
)
_THEMES: Final = vocabulary("request issue problem case matter situation concern concerns trip")
# Of looking itself, or of what every run looks at.
_LOOKS: Final = vocabulary(
    "ran run looked look went gone policy policies rules guidelines record records"
)
_ENOUGH: Final = 0.6
_HALF: Final = 0.5
_FEW: Final = 0.34
_LEAST: Final = 2


def soft_claims(remark: Remark) -> Iterator[Claim]:
    """The promise, the state or the check that a clause speaks of."""
    kind = _kind(remark)
    if kind is not None and not remark.clause.sentence.is_label:
        finding = _HELD[kind](remark)
        if finding.verdict.is_against and not is_read_whole(remark.scene.view):
            finding = unchecked("Only the beginning of so long a run was read.")
        yield remark.scene.claim(kind, remark.span, finding, tier=Tier.SOFT)


def _kind(remark: Remark) -> ClaimKind | None:
    lowers, modality = remark.lowers, remark.clause.modality
    if not _HOPES.isdisjoint(lowers) or lowers[0] in ("to", "once", "when", "until", "while"):
        return None
    text = " ".join(lowers)
    if modality is Modality.FUTURE:
        is_promise = not _PROMISES.isdisjoint(lowers) or any(mark in text for mark in _ABOUT_TO)
        is_own = not {"i'll", "we'll", *FIRST}.isdisjoint(lowers)
        is_vague = lowers[0] in _EFFECTS or _is_figured(remark) or "able" in lowers
        is_due = remark.scene.is_last or not is_own
        return ClaimKind.PROMISE if is_promise and is_due and not is_vague else None
    if lowers[0] == "expect":
        return ClaimKind.PROMISE
    if not remark.clause.is_asserted:
        return None
    is_bare = lowers[0] in _VERIFIED and not _CHECKED.isdisjoint(lowers[1:2])
    is_own = is_bare or not FIRST.isdisjoint(lowers)
    has_looked = not _VERIFIED.isdisjoint(lowers) or any(mark in text for mark in _LOOKED)
    if is_own and has_looked and "can" not in lowers:
        return ClaimKind.VERIFICATION
    return ClaimKind.STATE if _is_news(text) or _is_state(remark) else None


def _is_figured(remark: Remark) -> bool:
    """Whether a clause names money or an id, which are held for themselves."""
    return any(literal.slot in (Slot.AMOUNT, Slot.ID) for literal in remark.literals)


def _is_news(text: str) -> bool:
    return any(mark in text for mark in _NEWS)


def _is_state(remark: Remark) -> bool:
    """Whether a clause says how something is, in words alone."""
    lowers = remark.lowers
    place = next((at for at, word in enumerate(lowers) if word in _BEING), None)
    if not place or remark.literals or not HAVING.isdisjoint(lowers):
        return False
    behind = [word for word in lowers[place + 1 :] if word not in ADVERBS and word != "fully"]
    is_thing = lowers[0] in ("your", "the", "our", "all", "both")
    return is_thing and bool(behind) and _is_predicate(behind)


def _is_predicate(words: list[str]) -> bool:
    if words[0] == "in":
        return not _IN.isdisjoint(words[1:2])
    return words[0] in _STATES or words[0].endswith("ed")


def _held_promise(remark: Remark) -> Finding:
    content = meanings(word for word in remark.lowers if word not in _EMPTY)
    if len(content) < _LEAST:
        return unchecked("It says too little to be found.")
    share = _share(remark.scene, content)
    if share > _HALF:
        return derived("The run speaks of it.")
    if share >= _FEW and not remark.scene.is_last:
        return unchecked("The run speaks of some of it.")
    return unsupported("Nothing in the run speaks of it.")


def _held_state(remark: Remark) -> Finding:
    scene, lowers = remark.scene, remark.lowers
    done = _last_deed(scene)
    if _is_news(" ".join(lowers)) and not meanings(
        word for word in lowers if word not in _EMPTY | _THEMES | _FINISHED
    ):
        if done is None:
            return unsupported("No call changed anything.")
        return supported(None, f"{scene.view.calls.names[done]} was called.")
    left_out = _EMPTY if done is None else _EMPTY | _FINISHED
    content = meanings(word for word in lowers if word not in left_out)
    if len(content) < (_LEAST if scene.is_open else 1):
        return unchecked("It says too little to be found.")
    if _share(scene, content) >= _ENOUGH:
        return derived("The run speaks of it.")
    return unsupported("Nothing in the run speaks of it.")


def _held_check(remark: Remark) -> Finding:
    """A look at the thing that is named; one behind the last change, where that was looked at."""
    scene, lowers = remark.scene, remark.lowers
    left_out = _EMPTY | _VERIFIED | _THEMES | _FINISHED | _OUTCOME | _LOOKS
    content = meanings(word for word in lowers if word not in left_out)
    if not content and _AGAIN.isdisjoint(lowers) and _OUTCOME.isdisjoint(lowers):
        return unchecked("What was looked at is not said.")
    if not content or not _AGAIN.isdisjoint(lowers):
        found = _looked(scene)
        if not content or found.verdict.is_against:
            return found
    if passages(scene.view).share(content, scene.before, of_looks=True) >= _HALF:
        return supported(None, "A call looked at it.")
    return unsupported("No call looked at it.")


_HELD: Final = {
    ClaimKind.PROMISE: _held_promise,
    ClaimKind.STATE: _held_state,
    ClaimKind.VERIFICATION: _held_check,
}


def _share(scene: Scene, content: frozenset[str]) -> float:
    """How much of what is said one passage speaks of."""
    return passages(scene.view).share(content, scene.before)


def _last_deed(scene: Scene) -> int | None:
    """The row of the last call that may have changed something."""
    worked = (deed.row for deed in scene.deeds if deed.worked)
    return max([*worked, *_edits(scene)], default=None)


def _edits(scene: Scene) -> Iterator[int]:
    calls = scene.view.calls
    for row, kind in enumerate(calls.classes):
        if kind is ToolClass.EDIT and calls.steps[row] < scene.before:
            yield row


def _looked(scene: Scene) -> Finding:
    """A check needs a look after the last deed."""
    calls = scene.view.calls
    closed = [deed for deed in scene.deeds if not deed.is_open]
    last = max([*(deed.row for deed in closed if deed.worked), *_edits(scene)], default=-1)
    acted = {deed.row for deed in closed}
    for row in range(last + 1, len(calls)):
        if calls.steps[row] < scene.before and calls.answered[row] and row not in acted:
            return supported(None, f"{calls.names[row]} was called at step {calls.steps[row]}.")
    return unsupported("No call looked at anything behind the last change.")
