"""Which reader reads what a test command printed."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.runners import Runner, TestCommand
from ckpt_tui.core.testruns_cargo import read_cargo, read_nextest
from ckpt_tui.core.testruns_ctest import read_ctest
from ckpt_tui.core.testruns_go import read_go
from ckpt_tui.core.testruns_gradle import read_gradle
from ckpt_tui.core.testruns_jest import read_jest
from ckpt_tui.core.testruns_junit import read_junit
from ckpt_tui.core.testruns_maven import read_maven
from ckpt_tui.core.testruns_mocha import read_mocha
from ckpt_tui.core.testruns_node import read_node
from ckpt_tui.core.testruns_pytest import read_pytest
from ckpt_tui.core.testruns_summary import RunnerOutput
from ckpt_tui.core.testruns_tap import read_prove, read_tap
from ckpt_tui.core.testruns_unittest import read_unittest
from ckpt_tui.core.testruns_vitest import read_vitest

Reader = Callable[[str], RunnerOutput]


class Dialect(Struct, frozen=True, kw_only=True):
    """How a runner tells its results.

    Attributes:
        read: reads what it prints for people.
        is_sturdy: no filter of lines can make its summary say something else.
        adds_up: what it prints bit by bit is read as one summary, which lacks what is cut off.
        lacks_end: nothing marks where its summary ends, so that it may be cut unseen.
        is_trailed: more may follow its summary, so that the end alone may lack it.
        speaks_as_error: its summary goes where errors go.
        exit_tells: it exits with 0 only where tests ran and none failed.
        mute: words that leave its summary out, or put it in a form that is not read.
    """

    read: Reader
    is_sturdy: bool = False
    adds_up: bool = False
    lacks_end: bool = False
    is_trailed: bool = False
    speaks_as_error: bool = False
    exit_tells: bool = False
    mute: frozenset[str] = frozenset()


_DIALECTS: Final = {
    Runner.PYTEST: Dialect(
        read=read_pytest,
        is_sturdy=True,
        exit_tells=True,
        mute=frozenset({"-qq", "-qqq", "--no-summary", "no:terminal", "-pno:terminal"}),
    ),
    Runner.UNITTEST: Dialect(
        read=read_unittest, is_sturdy=True, speaks_as_error=True, exit_tells=True
    ),
    Runner.JEST: Dialect(read=read_jest, speaks_as_error=True),
    Runner.VITEST: Dialect(read=read_vitest),
    Runner.MOCHA: Dialect(read=read_mocha, lacks_end=True, is_trailed=True),
    Runner.NODE: Dialect(read=read_node, is_trailed=True, mute=frozenset({"--test-reporter=dot"})),
    Runner.GO: Dialect(read=read_go, adds_up=True, lacks_end=True),
    Runner.CARGO: Dialect(read=read_cargo, adds_up=True, lacks_end=True),
    Runner.NEXTEST: Dialect(read=read_nextest, is_sturdy=True),
    Runner.MAVEN: Dialect(
        read=read_maven, adds_up=True, is_trailed=True, mute=frozenset({"-q", "--quiet"})
    ),
    Runner.GRADLE: Dialect(
        read=read_gradle, adds_up=True, is_trailed=True, mute=frozenset({"-q", "--quiet"})
    ),
    Runner.CTEST: Dialect(read=read_ctest, is_trailed=True, mute=frozenset({"-Q", "--quiet"})),
    Runner.TAP: Dialect(read=read_tap),
    Runner.PROVE: Dialect(read=read_prove, mute=frozenset({"-QQ", "--QUIET"})),
}
_ANY: Final = Dialect(read=read_pytest)
_REPORTERS: Final = frozenset({"--reporter", "--reporters", "-R", "--test-reporter"})
_REPORTING: Final = frozenset({Runner.JEST, Runner.VITEST, Runner.MOCHA, Runner.NODE})
_FORMS: Final[dict[str, Reader]] = {
    "junit": read_junit,
    "xunit": read_junit,
    "tap": read_tap,
    "tap-flat": read_tap,
}
# Reporters that the reader of their runner reads.
_PLAIN: Final = frozenset(
    {
        "basic", "default", "dot", "list", "min", "spec", "verbose", "tree", "nyan", "landing",
        "progress", "github-actions", "summary", "hanging-process",
    }
)  # fmt: skip


def dialect(tests: TestCommand) -> Dialect:
    """How the runner of a command tells its results; of any runner where it is not known."""
    return _ANY if tests.runner is None else _DIALECTS[tests.runner]


def readers(tests: TestCommand) -> tuple[Reader, ...]:
    """What reads the output of a command: one reader, or all where any runner may be behind it.

    Empty where the command is told to report in a form that is not read.
    """
    if tests.runner is None:
        return (*(each.read for each in _DIALECTS.values()), read_junit)
    told = _reporters(tests.arguments) if tests.runner in _REPORTING else ()
    if tests.runner is Runner.NODE and "tap" in told:
        return (read_node,)
    forms = tuple(_FORMS[each] for each in told if each in _FORMS)
    if not told or not _PLAIN.isdisjoint(told):
        return (dialect(tests).read,)
    return forms[:1]


def is_mute(tests: TestCommand) -> bool:
    """Whether a command is told to print no summary that is read."""
    is_quiet = not dialect(tests).mute.isdisjoint(tests.arguments)
    return is_quiet or tests.arguments.count("-q") > 1 or not readers(tests)


def _reporters(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The forms that a command asks for, as `--reporter=tap`, `--reporter tap` or `-R tap`."""
    found: list[str] = []
    for word, after in pairwise((*arguments, "")):
        name, equals, value = word.partition("=")
        if name in _REPORTERS:
            found.append(value if equals else after)
    return tuple(found)
