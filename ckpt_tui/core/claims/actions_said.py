"""Claims of having done something for somebody, held against the calls that were made."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.call_evidence import arguments_evidence, result_evidence
from ckpt_tui.core.claims.calls import Deed, deeds, name_words, position_of, words_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict, Finding
from ckpt_tui.core.claims.doing import Doing
from ckpt_tui.core.claims.doings import doings
from ckpt_tui.core.claims.lexicon import (
    CONFIRMING,
    ENTAILED,
    FIXING,
    LIGHT,
    family_of,
    is_benign,
    stem,
)
from ckpt_tui.core.claims.literals import Slot
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
    derived,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.claims.shell_deeds import is_never_done
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.verdict import Evidence

# What only an outside tool can do, whatever else a shell may.
_OUTSIDE: Final = frozenset({"refund", "charge", "book", "escalate", "waive", "send", "deploy"})
_RECORDS: Final = frozenset({"record", "records", "system", "database", "file", "account"})
_RELEASED: Final = vocabulary(
    """
    branch changes commit pr repo repository main master origin remote production staging package
    version registry npm pypi image
    """
)
_OUTSIDE_NOUNS: Final = vocabulary(
    "email e-mail mail customer user team manager stakeholder slack sms refund ticket"
)
_MONEY: Final = frozenset({"refund", "charge"})
_MONEY_NOUNS: Final = vocabulary(
    "refund payment amount difference fee fees cost costs charge price card balance money"
)
_PEOPLE: Final = vocabulary(
    """
    team specialist agent representative manager supervisor support colleague department staff
    human
    """
)
# What stands for whatever the talk is about.
_GENERIC: Final = vocabulary(
    "matter issue case concern inquiry enquiry situation problem changes everything request"
)
# Names of the same thing: who cancels a reservation has cancelled the trip.
_BOOKED: Final = frozenset(
    map(stem, vocabulary("trip booking reservation flight itinerary journey ticket stay travel"))
)
_SINGLE: Final = frozenset({"cancel", "book", "refund", "escalate"})
_NO_FAMILY: Final[frozenset[str]] = frozenset()
_ENDING: Final = frozenset({"cancel", "waive"})
_TURNING: Final = frozenset({"update", "upgrade"})
_NEAR: Final = 4
_WIDE: Final = 6
_WEAK: Final = vocabulary(
    """
    number details detail information profile account name names date code status system type price
    time day leg itinerary trip change update adjustment modification preference option customer
    user records record file data method
    """
)
_VOID: Final = vocabulary("none no nothing 0 zero pending failed false n/a skipped open never")
_MARKS: Final = str.maketrans(
    {chr(c): " " for c in range(128) if not (chr(c).isalnum() or chr(c) in ".,_")}
)


def action_claims(remark: Remark) -> Iterator[Claim]:
    """What a clause says was done."""
    sentence = remark.clause.sentence
    if sentence.is_label or sentence.is_head or _is_void(remark):
        return
    for doing in doings(remark):
        finding = _held(remark.scene, doing)
        if finding is not None:
            yield remark.scene.claim(ClaimKind.ACTION, remark.span, finding)


def _is_void(remark: Remark) -> bool:
    """`Emails sent: none`: a label for what did not come to be."""
    is_value = len(remark.words) > 1 and remark.words[-2].mark == ":"
    return is_value and remark.lowers[-1] in _VOID


def _held(scene: Scene, doing: Doing) -> Finding | None:
    """What the calls say; None where it is no claim of a deed."""
    if doing.family is None and not (scene.is_open or _is_deed(scene, doing)):
        return None
    if scene.is_open and is_never_done(scene, doing):
        return unsupported("No command did so.")
    if scene.is_open and doing.family not in _OUTSIDE:
        return None
    fitting = [deed for deed in scene.deeds if deed.worked and _fits(doing, deed)]
    if fitting:
        return _done(scene, doing, fitting)
    return _not_done(scene, doing)


def _is_deed(scene: Scene, doing: Doing) -> bool:
    """Whether an unknown verb says that something was changed, just now."""
    return not (doing.is_past or is_benign(doing.lemma) or scene.is_open)


def _fits(doing: Doing, deed: Deed) -> bool:
    if doing.family is not None and doing.family in deed.families:
        return True
    return stem(doing.lemma) in {stem(word) for word in name_words(deed.tool)}


def _done(scene: Scene, doing: Doing, fitting: list[Deed]) -> Finding:
    last = fitting[-1]
    evidence = arguments_evidence(scene.view, last.position, "")
    if _is_too_few(scene, doing, fitting):
        return contradicted(f"It was done {len(fitting)} times.", evidence)
    other = _other_amount(scene, doing, fitting)
    if other is not None:
        return contradicted("The call was about another amount.", other)
    if _is_about(scene, doing, fitting):
        return supported(evidence, f"{last.tool} was called at step {last.position.step}.")
    if doing.is_past:
        return unchecked("A call may have done it.", evidence)
    found = _found_so(scene, doing)
    return found or unsupported("The calls that could have done it were about something else.")


def _is_too_few(scene: Scene, doing: Doing, fitting: list[Deed]) -> bool:
    if doing.number <= len(fitting) or doing.family not in _SINGLE:
        return False
    if not any(noun.endswith("s") for noun in doing.nouns[:2]):
        return False
    return not any(str(doing.number) in _numbers(scene, deed) for deed in fitting)


def _other_amount(scene: Scene, doing: Doing, fitting: list[Deed]) -> Evidence | None:
    """The call whose amounts are not the one that a claim about money names."""
    amounts = {each.text for each in doing.literals if each.slot is Slot.AMOUNT}
    if not amounts or doing.family not in _MONEY:
        return None
    if any(doing.family not in deed.families for deed in fitting):
        return None
    known = [_numbers(scene, deed) for deed in fitting]
    if any(not numbers or amounts & numbers for numbers in known):
        return None
    return result_evidence(scene.view, fitting[-1].position, None)


def _numbers(scene: Scene, deed: Deed) -> frozenset[str]:
    texts = [
        scene.view.column(field).text(deed.row)[:20_000]
        for field in (Field.ARGUMENTS, Field.RESULT)
    ]
    tokens = " ".join(texts).translate(_MARKS).split()
    return frozenset(filter(None, (number_of(token.strip(".,")) for token in tokens)))


def _is_about(scene: Scene, doing: Doing, fitting: list[Deed]) -> bool:
    if doing.named and all(_is_known(scene, name) for name in doing.named):
        told = (*doing.named, *(each.text for each in doing.literals if each.slot is Slot.ID))
        if not any(scene.names(deed.row, name) for deed in fitting for name in told):
            return False
    if not doing.nouns or doing.is_of_it:
        return True
    if not _GENERIC.isdisjoint(doing.objects):
        return True
    is_told = any("escalate" in deed.families for deed in fitting)
    if is_told and not _PEOPLE.isdisjoint(doing.nouns[:_NEAR]):
        return True
    # What something was changed into names it as well as what it was.
    names = [each.text for each in doing.literals if each.slot is Slot.ID]
    if any(scene.names(deed.row, name) for deed in fitting for name in names):
        return True
    objects = doing.nouns[:_WIDE] if doing.family in _TURNING else doing.objects[-_NEAR:]
    weak = _WEAK | _MONEY_NOUNS
    strong = [noun for noun in objects if noun not in weak] or doing.nouns[:_NEAR]
    stems = [stem(noun) for noun in strong]
    return any(_speaks_of(words_of(scene.view, deed), stems) for deed in fitting)


def _speaks_of(words: frozenset[str], stems: list[str]) -> bool:
    """Whether a call's words hold one of some stems, or another name for what was booked."""
    is_booked = not _BOOKED.isdisjoint(stems) and not _BOOKED.isdisjoint(words)
    return is_booked or any(_is_in(each, words) for each in stems)


def _is_known(scene: Scene, name: str) -> bool:
    """Whether the run shows a name, so that who did something to it named it in the call."""
    return scene.shown.place(name, scene.before) is not None


def _is_in(wanted: str, words: frozenset[str]) -> bool:
    """Whether a stem is among others, or begins one: `bag` begins `baggage`."""
    if wanted in words:
        return True
    starts = wanted if len(wanted) >= _NEAR else wanted + wanted[-1:]
    return any(word.startswith(starts) and len(word) - len(wanted) < _NEAR for word in words)


def _not_done(scene: Scene, doing: Doing) -> Finding | None:
    excuse = _excuse(scene, doing)
    if excuse is not None:
        return unchecked(excuse)
    if scene.is_open:
        return _not_outside(scene, doing)
    brought = _brought_about(scene, doing)
    if brought is not None:
        return brought
    if _is_paid_before(scene, doing):
        return unchecked("The amount is in the run; who charged it is not said.")
    if not doing.is_own:
        return _so_already(scene, doing)
    return _found_so(scene, doing) or _undone(scene, doing)


def _is_paid_before(scene: Scene, doing: Doing) -> bool:
    """`Your card was charged $120`, where the run shows that amount: it may have been before."""
    amounts = [each.text for each in doing.literals if each.slot is Slot.AMOUNT]
    is_past = doing.family == "charge" and doing.is_past
    return is_past and amounts != [] and all(
        scene.shown.number(amount, scene.before) is not None for amount in amounts
    )  # fmt: skip


def _brought_about(scene: Scene, doing: Doing) -> Finding | None:
    """What another deed may have brought with it; None where none can have."""
    through = doing.through & {family for deed in scene.deeds for family in deed.families}
    if through:
        return derived("What is said to have brought it about was done.")
    found = (_brought_by(scene, doing, deed) for deed in reversed(scene.deeds) if deed.worked)
    return next(filter(None, found), None)


def _brought_by(scene: Scene, doing: Doing, deed: Deed) -> Finding | None:
    """What one deed may have brought with it."""
    is_about = _is_about(scene, doing, [deed])
    if doing.family is None and is_about:
        return unchecked("A call about the same thing may have done it.")
    if deed.families and ENTAILED.get(doing.family or "", _NO_FAMILY).isdisjoint(deed.families):
        return None
    if _is_of_other(scene, doing, deed) or not _may_end(scene, doing, deed):
        return None
    evidence = arguments_evidence(scene.view, deed.position, "")
    if not deed.families and is_about:
        return unchecked("A tool whose name does not say what it does was called.", evidence)
    if deed.families and (is_about or _is_of_money(doing)):
        return derived(f"{deed.tool} may have brought it about.", evidence)
    return None


def _is_of_other(scene: Scene, doing: Doing, deed: Deed) -> bool:
    """Whether a claim names what the run knows, and a deed was done to something else."""
    named = [name for name in doing.named if _is_known(scene, name)]
    return bool(named) and not any(scene.names(deed.row, name) for name in named)


def _may_end(scene: Scene, doing: Doing, deed: Deed) -> bool:
    """Whether a deed of another kind may have ended something: then it speaks of the end."""
    return doing.family not in _ENDING or stem(doing.family) in words_of(scene.view, deed)


def _undone(scene: Scene, doing: Doing) -> Finding:
    failed = [deed for deed in scene.deeds if not deed.worked and _fits(doing, deed)]
    if failed:
        evidence = result_evidence(scene.view, failed[-1].position, None)
        return contradicted("The call that would have done it failed.", evidence)
    return unsupported("No call did so.")


def _is_of_money(doing: Doing) -> bool:
    """Whether a claim is about what is paid or given back, which other deeds bring with them."""
    has_amount = any(each.slot is Slot.AMOUNT for each in doing.literals)
    return doing.family in _MONEY and (has_amount or not _MONEY_NOUNS.isdisjoint(doing.nouns))


def _excuse(scene: Scene, doing: Doing) -> str | None:
    """Why nothing can be said of a deed that no fitting call did; None where something can."""
    if any(deed.is_unknown for deed in scene.deeds):
        return "The recording does not name every tool."
    later = [deed for deed in deeds(scene.view) if deed.position.step >= scene.before]
    if any(_fits(doing, deed) and _is_about(scene, doing, [deed]) for deed in later):
        return "It was done later."
    if doing.lemma == "submit" and ToolClass.SUBMIT in scene.view.calls.classes:
        return "The run was handed in."
    return _vagueness(scene, doing)


def _vagueness(scene: Scene, doing: Doing) -> str | None:
    """Why the words leave open what was done, or by whom; None where they do not."""
    if doing.is_past and doing.family == LIGHT:
        return "Who did it is not said."
    if doing.family == CONFIRMING and doing.is_own and not _RECORDS.isdisjoint(doing.nouns):
        return "It may have been a look only."
    if doing.family in (LIGHT, CONFIRMING, FIXING) and any(deed.worked for deed in scene.deeds):
        return "Which call would have done it is not said."
    return None


def _not_outside(scene: Scene, doing: Doing) -> Finding | None:
    """What a shell can hardly have done."""
    nouns = _RELEASED if doing.family == "deploy" else _OUTSIDE_NOUNS
    words = [noun for noun in doing.nouns if noun in nouns]
    if not words or not (doing.is_own or doing.family != "deploy"):
        return None
    signs = (doing.lemma,) if doing.family == "deploy" else (*words, doing.lemma)
    if any(scene.written.knows(word, scene.before) for word in signs):
        return unchecked("A program may have done it.")
    return unsupported("No call did so.")


def _found_so(scene: Scene, doing: Doing) -> Finding | None:
    """What the agent takes credit for, where an answer shows that the thing it names is so."""
    names = [encode(each.text) for each in doing.literals if each.slot is Slot.ID]
    states = [encode(f'"{form}"') for form in _forms(doing)]
    calls = scene.view.calls
    for row, step in enumerate(calls.steps if names else ()):
        raw = scene.view.column(Field.RESULT).raw(row)
        state = next((state for state in states if state in raw.lower()), None)
        if step < scene.before and state and any(name in raw for name in names):
            evidence = result_evidence(scene.view, position_of(scene.view, row), None)
            return Finding(
                verdict=ClaimVerdict.PRE_EXISTING,
                reason="It was so without a call that did it.",
                evidence=evidence,
            )
    return None


def _so_already(scene: Scene, doing: Doing) -> Finding:
    """Something that was done by whomever: it may have been so before."""
    state = scene.shown.place(doing.state, scene.before, Field.RESULT) if doing.state else None
    if state is not None:
        return unchecked("Others may have done it.", state)
    for form in _forms(doing):
        evidence = scene.shown.place(form, scene.before, Field.RESULT)
        if evidence is None:
            evidence = scene.told.place(form, scene.before)
        if evidence is None:
            continue
        if f'"{form}"' in evidence.quote.lower():
            return Finding(
                verdict=ClaimVerdict.PRE_EXISTING,
                reason="It was so without a call that did it.",
                evidence=evidence,
            )
        return unchecked("Others may have done it.", evidence)
    known = scene.shown if doing.is_past else scene.told
    is_open = doing.is_past or doing.family is None
    if is_open and stem(doing.lemma) in known.stems(scene.before):
        return unchecked("Others may have done it.")
    return unsupported("No call did so, and nothing shows that it was so.")


def _forms(doing: Doing) -> tuple[str, ...]:
    lemma = doing.lemma if family_of(doing.lemma) else doing.family or doing.lemma
    base = lemma.removesuffix("e")
    return f"{base}ed", f"{base}{base[-1]}ed"
