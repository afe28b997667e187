"""What is said of a file without a verb of doing: by a noun, by what it now holds, by its absence.

`The removal of a.py`, `the fix went into a.py`, `a.py now holds …`, `new file: a.py`.
"""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import BEING
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary

_NOUNS: Final = {
    "deletion": "delete", "removal": "delete", "erasure": "delete",
    "creation": "create", "introduction": "create",
    "rewrite": "update", "refactoring": "update", "rework": "update", "modification": "update",
}  # fmt: skip
_CHANGES: Final = vocabulary(
    """
    change changes edit edits fix fixes update updates modification modifications patch tweak tweaks
    correction corrections adjustment adjustments
    """
)
_LANDING: Final = vocabulary(
    """
    went goes landed lands lives live is are was were made sits sit all both only mainly entirely
    confined limited restricted
    """
)
_INTO: Final = frozenset({"to", "in", "into", "inside", "within"})
# A deed that nobody says was done.
_ONLY_NAMED: Final = vocabulary(
    """
    planned pending possible allow allows support supports proposed propose optional recommended
    needed required need needs to without
    """
)
_GETTING: Final = vocabulary("got received gained lost gets receives gains loses")
_HOLDING: Final = vocabulary(
    """
    has holds contains includes defines exports imports carries houses hosts starts begins ends
    declares documents lists
    """
)
_KINDS: Final = vocabulary("file module script test helper package config page document folder")
_CERTAIN: Final = frozenset({"the", "your", "this", "that", "no"})
_GONE: Final = (("is", "no", "more"), ("was", "no", "more"))
_ABSENT: Final = (
    ("no", "longer", "exists"), ("no", "longer", "exist"), ("doesn't", "exist", "anymore"),
    ("does", "not", "exist"), ("is", "no", "longer"),
)  # fmt: skip
_THERE: Final = frozenset({"there", "present", "around", "here"})
_LEFT: Final = frozenset({"anymore", "left"})
_SAME: Final = frozenset({"untouched", "unchanged", "unmodified", "intact"})
_REACH: Final = 6


def named_deed(remark: Remark, place: int) -> str | None:
    """The verb for what is said of a file; None where nothing is."""
    lowers = remark.lowers
    before, behind = lowers[max(0, place - _REACH) : place], lowers[place + 1 : place + _REACH]
    if behind[:3] in _GONE or is_gone(remark, place):
        return "delete"
    if _is_new(before, remark, place):
        return "create"
    noun = _noun_of(before)
    if noun is not None and _ONLY_NAMED.isdisjoint((*lowers[: place - len(before)], *behind)):
        return noun if _ONLY_NAMED.isdisjoint(before) else None
    is_changed = _holds_change(before, behind) or _now_holds(behind)
    return "update" if is_changed else None


def is_gone(remark: Remark, place: int) -> bool:
    """`a.py no longer exists`, `there is no a.py anymore`: a denial that tells of a removal."""
    lowers = remark.lowers
    is_denied = remark.clause.is_asserted and remark.clause.denied is not None
    if not is_denied and remark.clause.modality is not Modality.NEGATED:
        return False
    behind = lowers[place + 1 : place + 4]
    is_away = behind == _ABSENT[-1] and not _THERE.isdisjoint(lowers[place + 4 : place + 5])
    if behind in _ABSENT[:3] or is_away:
        return True
    before = lowers[max(0, place - 4) : place]
    is_there = before[:1] == ("there",) or "there" in before
    is_past = "longer" in before or not _LEFT.isdisjoint(behind[:1])
    return is_there and "no" in before and is_past


def is_left_alone(remark: Remark, place: int) -> bool:
    """`a.py is untouched`: nobody changed it."""
    lowers = remark.lowers
    before = lowers[place - 1] if place else ""
    behind = [word for word in lowers[place + 1 : place + 4] if word not in ("still", "completely")]
    is_state = len(behind) > 1 and behind[0] in BEING | {"remains", "stays"} and behind[1] in _SAME
    is_left = before in ("left", "kept") and behind[:1] != [] and behind[0] in _SAME | {"alone"}
    return is_left or (is_state and before not in _INTO | {"of", "for"})


def _noun_of(before: Sequence[str]) -> str | None:
    """The deed of `the removal of the file …`."""
    words = [word for word in before if word not in _KINDS | {"the", "a", "old", "new"}]
    return _NOUNS.get(words[-2]) if len(words) > 1 and words[-1] == "of" else None


def _is_new(before: Sequence[str], remark: Remark, place: int) -> bool:
    """`new file: a.py`, `a new module a.py`, `a new a.py`; not `the new a.py`."""
    near = list(before)
    if near[-1:] != [] and near[-1] in _KINDS:
        near.pop()
    is_new = near[-1:] == ["new"] and (len(near) == 1 or near[-2] not in _CERTAIN)
    return is_new and not remark.clause.sentence.is_question and place > 0


def _holds_change(before: Sequence[str], behind: Sequence[str]) -> bool:
    """`the fix went into a.py`, `changes to a.py`; not `changes in a.py are picked up`."""
    if before[-1:] == () or before[-1] not in _INTO:
        return False
    at = len(before) - 2
    while at >= 0 and before[at] in _LANDING:
        at -= 1
    is_noun = at >= 0 and before[at] in _CHANGES and before[max(0, at - 1)] != "to"
    return is_noun and behind[:1] not in (("are",), ("is",), ("will",), ("can",), ("may",))


def _now_holds(behind: Sequence[str]) -> bool:
    """`a.py now holds …`, `a.py got a …`."""
    if behind[:1] == ("now",):
        return not _HOLDING.isdisjoint(behind[1:2])
    return not _GETTING.isdisjoint(behind[:1]) and behind[1:2] in (
        ("a",),
        ("an",),
        ("its",),
        ("the",),
    )
