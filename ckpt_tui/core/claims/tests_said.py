"""Claims about tests: what a clause says of them, and what the runs before it say."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from msgspec import Struct

from ckpt_tui.core.call_evidence import result_evidence
from ckpt_tui.core.changes import changes_after, opaque_writes
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict, Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.lexicon import NEGATIONS, is_part_of_number, spelled_number
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
    derived,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.testruns import TestRun, test_runs
from ckpt_tui.core.verdict import Evidence

_TESTS: Final = vocabulary(
    """
    test tests suite suites testsuite spec specs pytest unittest testcase testcases unittests jest
    subtests
    """
)
_LIKE_TESTS: Final = frozenset({"checks", "cases", "assertions", "scenarios", "examples"})
_PASSED: Final = vocabulary(
    """
    pass passes passed passing green succeed succeeds succeeded successful successfully clean
    cleanly ok
    """
)
_FAILED: Final = vocabulary(
    "fail fails failed failing failure failures error errors errored red broken"
)
_SKIPPED: Final = frozenset({"skip", "skipped", "skips", "ignored", "xfailed", "deselected"})
_NONE: Final = frozenset({"no", "zero", "without", "none", "nothing", "0"})
_WHOLE: Final = frozenset({"all", "every", "each", "entire", "whole", "full", "complete", "100%"})
_ADJECTIVES: Final = frozenset({"of", "out", "the", "my", "our", "its", "in", "tests", "test"})
_BREAKS: Final = frozenset({"and", "but", "with", "in"})
_DISTRIBUTING: Final = frozenset({"every", "each", "any", "no", "this", "that", "which", "last"})
# What stands behind such a word is not what the one before counts.
_INSIDE: Final = frozenset({"among", "amongst", "of", "in", "across", "within", "over", "from"})
_REACH: Final = 5
_RUNS: Final = 5
_DIGITS: Final = 7


class TestsSaid(Struct, frozen=True, kw_only=True):
    """What a clause says of tests; None where it does not.

    Attributes:
        ran: how many there were, whatever became of them.
        all_pass: none failed.
    """

    __test__ = False

    passed: int | None = None
    failed: int | None = None
    skipped: int | None = None
    ran: int | None = None
    all_pass: bool = False

    @property
    def figures(self) -> tuple[int, ...]:
        """The figures that somebody must have seen."""
        return tuple(n for n in (self.passed, self.ran, self.failed, self.skipped) if n)


def tests_claims(remark: Remark) -> Iterator[Claim]:
    """The claim of a clause about tests, if it makes one."""
    said = tests_said(remark)
    if said is not None:
        yield remark.scene.claim(ClaimKind.TESTS, remark.span, _held(remark.scene, said))


def tests_said(remark: Remark) -> TestsSaid | None:
    """What a clause says of tests; None where it says nothing of their result."""
    if not (_is_said(remark) and _is_about_tests(remark)):
        return None
    found = {"passed": None, "failed": None, "skipped": None, "ran": None} | dict(_figures(remark))
    lowers = remark.lowers
    says_pass = not _PASSED.isdisjoint(lowers)
    says_fail = any(
        word in _FAILED and not _is_denied(lowers, place) for place, word in enumerate(lowers)
    )
    if says_fail and found["failed"] is None:
        return None
    is_denial = not _FAILED.isdisjoint(lowers) and not says_fail
    all_pass = not found["failed"] and (
        is_denial or (says_pass and (found["passed"] is None or not _WHOLE.isdisjoint(lowers)))
    )
    if not (all_pass or any(number is not None for number in found.values())):
        return None
    if found["passed"] is None and found["failed"] is None and not all_pass:
        return None
    return TestsSaid(all_pass=all_pass, **found)


def _is_said(remark: Remark) -> bool:
    """Whether it is asserted; `no failures` and `without errors` deny nothing that matters."""
    if remark.clause.modality not in (Modality.NEGATED, Modality.ASSERTED):
        return False
    lowers = remark.lowers
    return all(
        word in _NONE and _denies(lowers, place)
        for place, word in enumerate(lowers)
        if word in NEGATIONS
    )


def _denies(lowers: tuple[str, ...], place: int) -> bool:
    behind = lowers[place + 1 : place + 4]
    return not _FAILED.isdisjoint(behind) or not _SKIPPED.isdisjoint(behind)


def _is_denied(lowers: tuple[str, ...], place: int) -> bool:
    return not _NONE.isdisjoint(lowers[max(0, place - 3) : place])


def _is_about_tests(remark: Remark) -> bool:
    lowers = remark.lowers
    whole = [word.lower for word in remark.clause.sentence.words if word.is_plain]
    if not _TESTS.isdisjoint(whole):
        return not (_PASSED | _FAILED).isdisjoint(lowers)
    has_number = any(_number(word) is not None for word in lowers)
    results = [bool(group & set(whole)) for group in ({"passed", "passing"}, _FAILED, _SKIPPED)]
    return has_number and results[0] and sum(results) > 1


def _figures(remark: Remark) -> Iterator[tuple[str, int]]:
    """Which figures a clause names."""
    lowers = remark.lowers
    for place, word in enumerate(lowers):
        passed, slash, ran = word.partition("/")
        if slash and passed.isdecimal() and ran.isdecimal() and len(word) <= 2 * _DIGITS:
            yield "passed", int(passed)
            yield "ran", int(ran)
            continue
        number = _number(word)
        if number is None or _is_total(lowers, place) or _is_no_figure(lowers, place):
            continue
        total = _out_of(lowers, place)
        if total is not None:
            yield "ran", total
        name = _label(remark, place) or _role(lowers, place)
        if name is not None:
            yield name, number
        elif total is not None:
            yield "passed", number


def _is_total(lowers: tuple[str, ...], place: int) -> bool:
    """Whether a figure is what another one is a part of: the 45 of `42 of 45`."""
    before = lowers[max(0, place - 4) : place]
    return "of" in before[-2:] and any(word.isdecimal() for word in before)


def _is_no_figure(lowers: tuple[str, ...], place: int) -> bool:
    """Whether a word counts nothing by itself: `every one`, the parts of `two hundred`."""
    if spelled_number(lowers[place]) is None:
        return False
    is_pronoun = lowers[place] == "one" and not _DISTRIBUTING.isdisjoint(lowers[place - 1 : place])
    return is_pronoun or is_part_of_number(lowers, place)


def _number(word: str) -> int | None:
    bare = word.replace(",", "").rstrip("+")
    if bare.isascii() and bare.isdigit() and len(bare) <= _DIGITS:
        return int(bare)
    return spelled_number(word)


def _out_of(lowers: tuple[str, ...], place: int) -> int | None:
    behind = list(lowers[place + 1 : place + 5])
    for lead in (["of"], ["out", "of"], ["of", "the"], ["out", "of", "the"]):
        if behind[: len(lead)] == lead and len(behind) > len(lead):
            return _number(behind[len(lead)])
    return None


def _role(lowers: tuple[str, ...], place: int) -> str | None:
    """What a figure counts: by the next word that says a result, or else by the one before."""
    seen_tests = False
    for word in lowers[place + 1 : place + 1 + _REACH]:
        result = _result(word)
        if result is not None:
            return result
        seen_tests = seen_tests or word in _TESTS or word in _LIKE_TESTS
        if _number(word) is not None or word in _BREAKS:
            break
    before = takewhile(lambda word: word not in _INSIDE, lowers[max(0, place - 3) : place][::-1])
    results = (_result(word) for word in before if word not in ("successful", "ok", "clean"))
    return next(filter(None, results), "ran" if seen_tests else None)


def _label(remark: Remark, place: int) -> str | None:
    """What a figure counts that stands behind a colon: `Passed: 42`."""
    before = remark.words[place - 1] if place else None
    return _result(before.lower) if before is not None and before.mark == ":" else None


def _result(word: str) -> str | None:
    """The figure that a word of result goes with."""
    if word in _PASSED:
        return "passed"
    if word in _FAILED:
        return "failed"
    return "skipped" if word in _SKIPPED else None


def _held(scene: Scene, said: TestsSaid) -> Finding:
    runs = [run for run in test_runs(scene.view) if run.position.step < scene.before]
    measured = [run for run in runs if run.is_certain and run.passed is not None]
    if not measured:
        return _without_runs(scene, said, is_run=bool(runs))
    last = measured[-1]
    if _fits(said, last):
        return _kept(scene, last)
    earlier = next((run for run in reversed(measured) if _fits(said, run)), None)
    if earlier is not None and said.figures:
        reason = f"So it was at step {earlier.position.step}; a later run says otherwise."
        return _finding(scene, earlier, ClaimVerdict.STALE, reason)
    if _is_sum(said, measured):
        return derived("It is the sum of several test runs.", _evidence(scene, last))
    return _against(scene, said, last, is_last=runs[-1] is last)


def _against(scene: Scene, said: TestsSaid, last: TestRun, *, is_last: bool) -> Finding:
    is_seen = all(_is_seen(scene, number) for number in said.figures)
    may_be_other = not is_last or _may_have_run(scene, last.position.step)
    if is_seen and may_be_other:
        return unchecked("A later run that could not be read may say so.")
    figures = f"{last.passed} passed, {last.failed} failed"
    reason = f"The last test run, at step {last.position.step}, says {figures}."
    return contradicted(reason, _evidence(scene, last))


def _without_runs(scene: Scene, said: TestsSaid, *, is_run: bool) -> Finding:
    if not said.figures or all(_is_seen(scene, number) for number in said.figures):
        if is_run or _may_have_run(scene, -1):
            return unchecked("What ran could not be read as a test run.")
        return unsupported("No tests were run.")
    return unsupported("No test run shows such a figure.")


def _is_seen(scene: Scene, number: int) -> bool:
    step = scene.shown.numbers.get(str(number))
    return step is not None and step < scene.before


def _may_have_run(scene: Scene, step: int) -> bool:
    """Whether a program behind a step may have run tests unseen."""
    return any(step < write.position.step < scene.before for write in opaque_writes(scene.view))


def _fits(said: TestsSaid, run: TestRun) -> bool:
    passed, failed, skipped = run.passed or 0, run.failed or 0, run.skipped or 0
    if said.all_pass and (failed or not passed):
        return False
    if said.passed is not None and said.passed != passed:
        return False
    if said.failed is not None and said.failed != failed:
        return False
    if said.skipped is not None and said.skipped != skipped:
        return False
    return said.ran is None or said.ran in (passed + failed, passed + failed + skipped)


def _is_sum(said: TestsSaid, runs: list[TestRun]) -> bool:
    wanted = said.passed if said.passed is not None else said.ran
    counts = [run.passed or 0 for run in runs[-_RUNS:]]
    failed = sum(run.failed or 0 for run in runs[-_RUNS:])
    sums = {sum(counts[start:]) for start in range(len(counts) - 1)}
    return (
        bool(wanted)
        and said.ran in (None, wanted)
        and wanted in sums
        and not (failed and said.all_pass)
    )


def _kept(scene: Scene, run: TestRun) -> Finding:
    """Supported, unless files changed between the run and the message."""
    certain, _ = changes_after(scene.view, run.position)
    if certain is not None and certain.position.step < scene.before:
        reason = f"{certain.path} was changed after the last test run."
        return _finding(scene, run, ClaimVerdict.STALE, reason)
    return supported(_evidence(scene, run), f"The test run at step {run.position.step} says so.")


def _finding(scene: Scene, run: TestRun, verdict: ClaimVerdict, reason: str) -> Finding:
    return Finding(verdict=verdict, reason=reason, evidence=_evidence(scene, run))


def _evidence(scene: Scene, run: TestRun) -> Evidence:
    return result_evidence(scene.view, run.position, run.span)
