"""Whether a clause is about tests, and about which of them: all of a run, or some."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Final

from ckpt_tui.core.claims.lexicon import BEING
from ckpt_tui.core.claims.literals import Literal, Slot
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.tests_phrases import is_not_one, phrases
from ckpt_tui.core.claims.tests_words import (
    FAILED,
    HOLDERS,
    PASSED,
    SKIPPED,
    TESTS,
    TICKS,
    WHOLE,
    count_of,
    ratio_of,
    result_of,
)
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.testruns import test_runs

_SOME: Final = vocabulary(
    """
    new added additional related relevant affected targeted focused existing other remaining
    specific updated previously formerly
    """
)
_ARTICLES: Final = vocabulary("the all our my its these those a an every each both")
# Kinds of tests that may be all there are.
_KINDS: Final = vocabulary(
    """
    unit integration regression acceptance functional e2e end-to-end automated project repo
    repository hidden public single full whole entire complete
    """
)
_ALONE: Final = _ARTICLES | vocabulary(
    """
    and of in total status result results outcome final summary overall run runs now so ran score
    altogether is are was were passing
    """
)
_SCORES: Final = vocabulary("passed passing pass failed failing skipped green")
_PASSES: Final = vocabulary("passed passing pass green")
_RUNNING: Final = vocabulary("run runs ran so now")
_RESULTS: Final = PASSED | FAILED | SKIPPED
_TOTALS: Final = vocabulary("total totals overall sum together altogether")
_LINKS: Final = vocabulary("that which for of in from covering around about under")
_SMALL: Final = 12
# Words of a label.
_SHORT: Final = 3


def is_about_tests(remark: Remark) -> bool:
    """Whether a clause tells of the result of tests."""
    lowers = remark.lowers
    has_number = any(count_of(word) is not None or ratio_of(word) for word in lowers)
    heads = _heads(remark)
    if remark.clause.sentence.is_head and not has_number:
        return False
    if not TESTS.isdisjoint(_plain(remark)):
        return not _RESULTS.isdisjoint((*lowers, *heads)) or _is_score(remark)
    if not has_number:
        return False
    if _is_below_tests(remark):
        return not any(phrase.counts_other for phrase in phrases(remark))
    whole = set(_plain(remark))
    groups = [bool(group & whole) for group in ({"passed", "passing"}, FAILED, SKIPPED)]
    if groups[0] and sum(groups) > 1:
        return bool(heads) or not any(phrase.counts_other for phrase in phrases(remark))
    return _is_bare_score(remark)


def _is_below_tests(remark: Remark) -> bool:
    """`Tests:` above `- 0 failed`: a figure and its result in a list of those of the tests."""
    lead = remark.clause.sentence.lead
    if lead is None or len(lead.words) > _SHORT:
        return False
    is_of_tests = not TESTS.isdisjoint(word.lower for word in lead.words)
    known = all(
        not word or word in _ALONE or result_of(word) or count_of(word) is not None
        for word in remark.lowers
    )
    return is_of_tests and known and not _RESULTS.isdisjoint(remark.lowers)


def is_of_some(remark: Remark) -> bool:
    """Whether it is about some of the tests: the new ones, those that I added, those of a file."""
    lowers = remark.lowers
    pairs = set(pairwise(lowers))
    is_own = not pairs.isdisjoint({("that", "i"), ("tests", "i"), ("test", "i"), ("which", "i")})
    is_of_file = any(map(partial(_is_unrun, remark), remark.literals))
    is_one = not {"test", "spec", "testcase"}.isdisjoint(lowers) and not _names_many(lowers)
    is_one = is_one and not _is_every(lowers)
    is_named = not TESTS.isdisjoint(_plain(remark)) or _is_below_tests(remark)
    is_small = not is_named and _largest(lowers) <= _SMALL
    return (
        is_own
        or is_of_file
        or is_one
        or is_small
        or _is_of_row(remark)
        or not _SOME.isdisjoint(lowers)
        or _is_told_apart(lowers)
        or any(map(_is_of_topic, zip(lowers, lowers[1:], lowers[2:], strict=False)))
    )


def has_tick(remark: Remark) -> bool:
    """Whether a tick stands beside the words of a clause."""
    return not TICKS.isdisjoint(_around(remark))


def _is_unrun(remark: Remark, literal: Literal) -> bool:
    """Whether a slot is a path that no test run was given."""
    if literal.slot is not Slot.PATH:
        return False
    return not any(literal.text in run.line for run in test_runs(remark.scene.view))


def _around(remark: Remark) -> str:
    """The text of a clause with the marks before and behind it."""
    sentence, words = remark.clause.sentence, remark.words
    is_first, is_last = words[0] == sentence.words[0], words[-1] == sentence.words[-1]
    start = sentence.start if is_first else words[0].start
    end = sentence.end if is_last else words[-1].end
    return remark.scene.text[start:end]


def _plain(remark: Remark) -> Iterator[str]:
    """The words of a sentence, with the heads of its table."""
    yield from (word.lower for word in remark.clause.sentence.words if word.is_plain)
    yield from _heads(remark)


def _heads(remark: Remark) -> tuple[str, ...]:
    columns = remark.clause.sentence.columns
    return tuple(word.lower for column in columns for word in column)


def _is_of_row(remark: Remark) -> bool:
    """Whether it is one row of several, or of what has no number, and not that of all."""
    sentence = remark.clause.sentence
    has_number = any(count_of(word) is not None or ratio_of(word) for word in remark.lowers)
    if not sentence.columns or (sentence.rows == 1 and has_number):
        return False
    is_of_all = not (WHOLE | _TOTALS).isdisjoint(remark.lowers)
    # Where the row itself says the result, its figure is that of all.
    is_labelled = result_of(remark.lowers[0]) is not None or not TESTS.isdisjoint(remark.lowers)
    return not (is_of_all or is_labelled)


def _names_many(lowers: tuple[str, ...]) -> bool:
    """Whether more than one test is named: `tests`, `test suite`, `test run`, `test results`."""
    single = {"test", "spec", "testcase", "unittest"}
    many = (TESTS - single) | HOLDERS | _ALONE | {"runner", "runners"}
    behind = (lowers[at + 1] for at, word in enumerate(lowers[:-1]) if word in ("test", "spec"))
    return not (TESTS - {"test", "spec", "testcase"}).isdisjoint(lowers) or any(
        word in many or ratio_of(word) is not None for word in behind
    )


def _is_every(lowers: tuple[str, ...]) -> bool:
    """`not a single test`, `every test`, `no test`: what is said of one is said of all."""
    before = (lowers[at - 1] for at, word in enumerate(lowers) if at and word in ("test", "spec"))
    return any(word in ("every", "each", "no") for word in before) or any(
        is_not_one(lowers, at) for at in range(len(lowers))
    )


def _is_of_topic(three: tuple[str, str, str]) -> bool:
    """Whether tests are told apart by what they test: `the importer tests`."""
    lead, topic, tests = three
    is_lead = lead in _ARTICLES or count_of(lead) is not None
    is_kind = topic in _KINDS | TESTS | WHOLE | _RESULTS | _ARTICLES or not topic.isalpha()
    return is_lead and tests in TESTS and not is_kind and count_of(topic) is None


def _is_told_apart(lowers: tuple[str, ...]) -> bool:
    """`the tests that cover the importer`, `the tests of the importer`; not those of the suite."""
    for place, (word, link) in enumerate(pairwise(lowers)):
        if word not in TESTS or link not in _LINKS:
            continue
        topic = next((each for each in lowers[place + 2 :] if each not in _ARTICLES), "")
        known = TESTS | _KINDS | _ALONE | _RESULTS
        if topic.isalpha() and topic not in known and count_of(topic) is None:
            return True
    return False


def _is_time(word: str) -> bool:
    return word[:1].isdigit() and word.rstrip("msec").replace(".", "").isdigit()


def _is_score(remark: Remark) -> bool:
    """Whether a clause is tests with their score and nothing else: `Tests: 47/47`."""
    has_ratio = any(map(ratio_of, remark.lowers))
    known = TESTS | _KINDS | (_ALONE if has_ratio else _ALONE - _RUNNING)
    return (has_ratio or has_tick(remark)) and all(
        word in known or not word or ratio_of(word) or count_of(word) is not None
        for word in remark.lowers
    )


def _is_bare_score(remark: Remark) -> bool:
    """Whether it is a score without a word for tests, beside test runs: `38 passing`."""
    lowers = remark.lowers
    is_plain = all(
        word in _ALONE - BEING
        or not word
        or ratio_of(word)
        or count_of(word) is not None
        or word in _SCORES
        or _is_time(word)
        for word in lowers
    )
    says_result = not _PASSES.isdisjoint((*lowers, *_heads(remark))) or has_tick(remark)
    return is_plain and says_result and _may_be_of_runs(remark)


def _may_be_of_runs(remark: Remark) -> bool:
    """Whether tests ran, and its figures are theirs or nobody else's."""
    before = remark.scene.before
    runs = [run for run in test_runs(remark.scene.view) if run.position.step < before]
    known = remark.scene.shown.numbers
    own = {figure for run in runs for figure in (run.passed, run.failed, run.skipped)}
    figures = [n for word in remark.lowers for n in (ratio_of(word) or (count_of(word),))]
    return bool(runs) and any(
        figure in own or known.get(str(figure), before) >= before
        for figure in figures
        if figure is not None
    )


def _largest(lowers: tuple[str, ...]) -> int:
    ratios = (max(ratio) for ratio in map(ratio_of, lowers) if ratio)
    counts = (number for number in map(count_of, lowers) if number is not None)
    return max((*ratios, *counts), default=0)
