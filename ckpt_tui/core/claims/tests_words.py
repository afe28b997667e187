"""The words in which people tell of tests: what they are called and what became of them."""

from typing import Final

from ckpt_tui.core.claims.lexicon import spelled_number
from ckpt_tui.core.claims.vocabulary import vocabulary

TESTS: Final = vocabulary(
    """
    test tests suite suites testsuite spec specs pytest unittest testcase testcases unittests jest
    subtests
    """
)
LIKE_TESTS: Final = frozenset({"checks", "cases", "assertions", "scenarios", "examples"})
# What holds tests is counted for itself.
HOLDERS: Final = vocabulary("suite suites testsuite testsuites file files module modules")
PASSED: Final = vocabulary(
    """
    pass passes passed passing green succeed succeeds succeeded successful successfully clean
    cleanly ok
    """
)
FAILED: Final = vocabulary(
    "fail fails failed failing failure failures error errors errored red broken"
)
SKIPPED: Final = frozenset({"skip", "skipped", "skips", "ignored", "xfailed", "deselected"})
NONE: Final = frozenset({"no", "zero", "without", "none", "nothing", "0"})
WHOLE: Final = frozenset({"all", "every", "each", "entire", "whole", "full", "complete", "100%"})
# Less than all of them.
SOME: Final = vocabulary("most some many several few majority half nearly almost mostly partly")
TICKS: Final = frozenset("\u2713\u2714\u2705\u2611")
_DIGITS: Final = 7


def result_of(word: str) -> str | None:
    """The figure that a word of result goes with."""
    if word in PASSED:
        return "passed"
    if word in FAILED:
        return "failed"
    return "skipped" if word in SKIPPED else None


def count_of(word: str) -> int | None:
    """The number of a word, in digits or spelled; None for any other word."""
    bare = word.replace(",", "").rstrip("+")
    if bare.isascii() and bare.isdigit() and len(bare) <= _DIGITS:
        return int(bare)
    return spelled_number(word)


def ratio_of(word: str) -> tuple[int, int] | None:
    """The two numbers of `42/45`; None for any other word."""
    some, slash, whole = word.partition("/")
    is_ratio = slash and some.isdecimal() and whole.isdecimal() and len(word) <= 2 * _DIGITS
    return (int(some), int(whole)) if is_ratio else None
