"""Which reader reads what a test command printed."""

from itertools import pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.lazily import at
from ckpt_tui.core.runners import Runner, TestCommand
from ckpt_tui.core.testruns_summary import RunnerOutput


class Reader(Struct, frozen=True):
    """Reads what a sort of runners prints; what it takes is loaded with the first such output.

    Attributes:
        place: its function, as `core.lazily` finds it.
    """

    place: str

    def __call__(self, output: str) -> RunnerOutput:
        found: RunnerOutput = at(self.place)(output)
        return found


_PYTEST: Final = Reader("testruns_pytest.read_pytest")
_UNITTEST: Final = Reader("testruns_unittest.read_unittest")
_JEST: Final = Reader("testruns_jest.read_jest")
_VITEST: Final = Reader("testruns_vitest.read_vitest")
_MOCHA: Final = Reader("testruns_mocha.read_mocha")
_NODE: Final = Reader("testruns_node.read_node")
_GO: Final = Reader("testruns_go.read_go")
_CARGO: Final = Reader("testruns_cargo.read_cargo")
_NEXTEST: Final = Reader("testruns_cargo.read_nextest")
_MAVEN: Final = Reader("testruns_maven.read_maven")
_GRADLE: Final = Reader("testruns_gradle.read_gradle")
_CTEST: Final = Reader("testruns_ctest.read_ctest")
_TAP: Final = Reader("testruns_tap.read_tap")
_PROVE: Final = Reader("testruns_tap.read_prove")
JUNIT: Final = Reader("testruns_junit.read_junit")


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
        read=_PYTEST,
        is_sturdy=True,
        exit_tells=True,
        mute=frozenset({"-qq", "-qqq", "--no-summary", "no:terminal", "-pno:terminal"}),
    ),
    Runner.UNITTEST: Dialect(read=_UNITTEST, is_sturdy=True, speaks_as_error=True, exit_tells=True),
    Runner.JEST: Dialect(read=_JEST, speaks_as_error=True),
    Runner.VITEST: Dialect(read=_VITEST),
    Runner.MOCHA: Dialect(read=_MOCHA, lacks_end=True, is_trailed=True),
    Runner.NODE: Dialect(read=_NODE, is_trailed=True, mute=frozenset({"--test-reporter=dot"})),
    Runner.GO: Dialect(read=_GO, adds_up=True, lacks_end=True),
    Runner.CARGO: Dialect(read=_CARGO, adds_up=True, lacks_end=True),
    Runner.NEXTEST: Dialect(read=_NEXTEST, is_sturdy=True),
    Runner.MAVEN: Dialect(
        read=_MAVEN, adds_up=True, is_trailed=True, mute=frozenset({"-q", "--quiet"})
    ),
    Runner.GRADLE: Dialect(
        read=_GRADLE, adds_up=True, is_trailed=True, mute=frozenset({"-q", "--quiet"})
    ),
    Runner.CTEST: Dialect(read=_CTEST, is_trailed=True, mute=frozenset({"-Q", "--quiet"})),
    Runner.TAP: Dialect(read=_TAP),
    Runner.PROVE: Dialect(read=_PROVE, mute=frozenset({"-QQ", "--QUIET"})),
}
_ANY: Final = Dialect(read=_PYTEST)
_REPORTERS: Final = frozenset({"--reporter", "--reporters", "-R", "--test-reporter"})
_REPORTING: Final = frozenset({Runner.JEST, Runner.VITEST, Runner.MOCHA, Runner.NODE})
_FORMS: Final[dict[str, Reader]] = {
    "junit": JUNIT,
    "xunit": JUNIT,
    "tap": _TAP,
    "tap-flat": _TAP,
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
        return (*(each.read for each in _DIALECTS.values()), JUNIT)
    told = _reporters(tests.arguments) if tests.runner in _REPORTING else ()
    if tests.runner is Runner.NODE and "tap" in told:
        return (_NODE,)
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
