"""What a test runner's own summary says, and the tests it names."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import encode

# What may stand behind an escape character.
_ESCAPED: Final = r"^(?:\[[0-9;:?]*[ -/]*[@-~]|\(B)"


class TestSummary(Struct, frozen=True, kw_only=True):
    """One summary of a runner.

    Attributes:
        span: [start, end) in characters of the output, escape codes included.
        passed: None where the runner does not say, as for the two that follow.
        failed: failures, errors and unexpected successes that the runner calls failures; also
            what kept tests from running (a file or a package that could not be built).
        others: tests that ran with a result of neither kind (expected failures and the like).
        passing: names of tests that passed, as far as they are shown.
        failing: names of tests that failed, as far as they are shown.
        names_all_passing: whether `passing` names every test that passed.
        names_all_failing: whether `failing` names every test that failed.
        gap: why a figure is None; empty where none is.
    """

    __test__ = False

    span: tuple[int, int]
    passed: int | None
    failed: int | None
    skipped: int | None
    others: int = 0
    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    names_all_passing: bool = False
    names_all_failing: bool = False
    gap: str = ""

    @property
    def is_empty(self) -> bool:
        """No test ran."""
        return (self.passed, self.failed, self.skipped, self.others) == (0, 0, 0, 0)


class SeenNames(Struct, frozen=True):
    """Tests named by an output that ends without a summary."""

    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()


class RunnerOutput(Struct, frozen=True):
    """Every summary in an output, and the names that stand behind the last of them.

    `doubt` says why they may not be of this run; it is empty where they are.
    """

    summaries: tuple[TestSummary, ...] = ()
    rest: SeenNames = SeenNames()
    doubt: str = ""


def plain_lines(output: str) -> Iterator[tuple[int, str]]:
    """The lines of an output with the place where each begins, colours and line ends taken off."""
    start = 0
    has_escapes = "\x1b" in output
    for line in output.split("\n"):
        plain = _without_escapes(line) if has_escapes and "\x1b" in line else line
        yield start, plain.rstrip()
        start += len(line) + 1


def line_end(output: str, start: int) -> int:
    """Where the line that begins at a place ends, blanks and carriage returns left out."""
    stop = output.find("\n", start)
    stop = len(output) if stop < 0 else stop
    return start + len(output[start:stop].rstrip())


def number(text: str) -> int | None:
    """The number that a text is, of at most nine digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None  # noqa: PLR2004


def within(names: list[str], count: int | None) -> tuple[str, ...]:
    """The names without repetitions; none where they are more than there are tests.

    Then something else printed lines of this look.
    """
    found = unique(names)
    return found if count is None or len(found) <= count else ()


def unique(names: list[str]) -> tuple[str, ...]:
    """The names without repetitions, in their order."""
    return tuple(dict.fromkeys(names))


def _without_escapes(line: str) -> str:
    first, *others = line.split("\x1b")
    return first + "".join(map(_behind_escape, others))


def _behind_escape(text: str) -> str:
    found = compiled(_ESCAPED).search(encode(text))
    return text[found[1] :] if found is not None else f"\x1b{text}"
