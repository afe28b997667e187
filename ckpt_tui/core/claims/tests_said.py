"""Claims about tests: what a clause says of them, one claim for each time it tells of."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ckpt_tui.core.claims.claim import Claim, ClaimKind
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import ADVERBS, BEING, HAVING, NEGATIONS, REGRETS, past_lemma
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.tests_figures import named_figures
from ckpt_tui.core.claims.tests_held import TestsSaid, held_tests
from ckpt_tui.core.claims.tests_phrases import (
    PREPOSITIONS,
    Phrase,
    excepted,
    is_denied,
    is_not_one,
    phrases,
)
from ckpt_tui.core.claims.tests_topic import has_tick, is_about_tests, is_of_some
from ckpt_tui.core.claims.tests_words import FAILED, NONE, SKIPPED, SOME, TESTS, WHOLE
from ckpt_tui.core.claims.times import stretches
from ckpt_tui.core.claims.vocabulary import vocabulary

# What may stand before `passed` and be no subject of its own.
_LINKING: Final = (
    BEING
    | WHOLE
    | ADVERBS
    | HAVING
    | vocabulary(
        """
        and with but the a of them they those these it its which that one single everything still
        now in back out up run result results status total overall finally i we passing no not
        """
    )
)
_NEAR: Final = 3
_FAR: Final = 6


def tests_claims(remark: Remark) -> Iterator[Claim]:
    """The claims of a clause about tests, if it makes any."""
    if not is_about_tests(remark):
        return
    for part, is_earlier in _by_time(remark):
        said = tests_said(part, is_earlier=is_earlier)
        if said is not None:
            finding = held_tests(remark.scene, said)
            yield remark.scene.claim(ClaimKind.TESTS, part.span, finding)


def tests_said(remark: Remark, *, is_earlier: bool) -> TestsSaid | None:
    """What words of one time say of tests; None where they say nothing of their result."""
    if not (_is_said(remark) and is_about_tests(remark)):
        return None
    found = phrases(remark)
    named = _counts(found, excepted(remark))
    says_fail = any(_says_fail(remark, phrase) for phrase in found)
    if says_fail and named["failed"] is None:
        return None
    all_pass = not named["failed"] and _says_all(remark, found, named, says_fail=says_fail)
    if not all_pass and all(named[name] is None for name in ("passed", "failed", "skipped")):
        return None
    is_part = is_of_some(remark)
    return TestsSaid(all_pass=all_pass, is_part=is_part, is_earlier=is_earlier, **named)


def _says_all(
    remark: Remark, found: list[Phrase], named: dict[str, int | None], *, says_fail: bool
) -> bool:
    """Whether none is said to have failed; `most pass` and `all but one pass` do not say so."""
    lowers = remark.lowers
    if excepted(remark) is not None or not SOME.isdisjoint(lowers):
        return False
    if not FAILED.isdisjoint(lowers) and not says_fail:
        return True
    is_whole = not WHOLE.isdisjoint(lowers)
    if any(phrase.counts_other and phrase.labels for phrase in found) and not is_whole:
        return False
    says_pass = any(_says_pass(remark, phrase) for phrase in found) or has_tick(remark)
    return says_pass and (named["passed"] is None or is_whole)


def _by_time(remark: Remark) -> Iterator[tuple[Remark, bool]]:
    """The stretches of a clause that tell of one time, each with whether it is an earlier one."""
    words = remark.clause.sentence.words
    told = [s.is_earlier for s in stretches(words) for _ in range(s.start, s.end)]
    first = next(at for at, word in enumerate(words) if word.start == remark.words[0].start)
    own = told[first : first + len(remark.words)]
    start = 0
    for place in range(1, len(own) + 1):
        if place < len(own) and own[place] is own[start]:
            continue
        whole = start == 0 and place == len(own)
        clause = replace(remark.clause, words=remark.words[start:place])
        yield remark if whole else Remark(remark.scene, clause), own[start]
        start = place


def _is_said(remark: Remark) -> bool:
    """Whether it is asserted; `no failures` and `without errors` deny nothing that matters."""
    if remark.clause.modality not in (Modality.NEGATED, Modality.ASSERTED):
        return False
    lowers = remark.lowers
    return all(
        (word in NONE or is_not_one(lowers, place)) and _denies(lowers, place)
        for place, word in enumerate(lowers)
        if word in NEGATIONS and word not in REGRETS
    )


def _denies(lowers: tuple[str, ...], place: int) -> bool:
    reach = _FAR if lowers[place] in ("none", "not") else _NEAR
    behind = lowers[place + 1 : place + 1 + reach]
    return not FAILED.isdisjoint(behind) or not SKIPPED.isdisjoint(behind)


def _says_pass(remark: Remark, phrase: Phrase) -> bool:
    """Whether a phrase says it of the tests: not `the build is clean`, beside tests that ran."""
    place = next((place for place, kind in phrase.labels if kind == "passed"), None)
    if place is None:
        return False
    own = remark.lowers[phrase.start : phrase.end]
    if phrase.opens in PREPOSITIONS or not TESTS.isdisjoint(own):
        return True
    lead = remark.lowers[phrase.start : place]
    return all(word in _LINKING or past_lemma(word) or not word.isalpha() for word in lead)


def _says_fail(remark: Remark, phrase: Phrase) -> bool:
    lowers = remark.lowers
    return any(
        lowers[place] in FAILED
        and NONE.isdisjoint(lowers[max(phrase.start, place - _NEAR) : place])
        and not is_denied(lowers, place, phrase.start)
        for place in range(phrase.start, phrase.end)
    )


def _counts(found: list[Phrase], left_out: int | None) -> dict[str, int | None]:
    """The figures by what they are of; several of one thing are those of its parts."""
    each: dict[str, list[int]] = {"passed": [], "failed": [], "skipped": [], "ran": []}
    for name, number in named_figures(found, left_out):
        if number not in each[name]:
            each[name].append(number)
    return {name: sum(numbers) if numbers else None for name, numbers in each.items()}
