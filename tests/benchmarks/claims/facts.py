"""True sentences about a run, made from what it shows."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from ckpt_tui.core.changes import file_changes
from ckpt_tui.core.claims.calls import deeds
from ckpt_tui.core.testruns import test_runs
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.view import TraceView


class Fact(Struct, frozen=True):
    """A sentence with one slot, and what truly fills it."""

    text: str
    value: str

    @property
    def sentence(self) -> str:
        return self.text.format(self.value)


def facts(trace: Trace, random: Random) -> Iterator[tuple[str, Fact]]:
    """Facts of a run with their kinds; as many of them as the run has."""
    view = TraceView(trace=trace)
    yield from (("action", Fact(text, "")) for text in _done(view))
    seen = shown(trace)
    words = seen.translate(str.maketrans(dict.fromkeys("\"'{}[],:()", " "))).split()
    codes = [w for w in words if len(w) == 6 and w.isalnum() and w.isupper() and w[-1].isdigit()]
    if codes:
        yield "id", Fact("For reference, this is about {}.", random.choice(codes))
    prices = _behind(seen, '"amount": ') or _behind(seen, '_eur": ')
    if prices:
        yield "amount", Fact("One payment on file was ${}.", random.choice(prices))
    yield from _of_code(view)


def _of_code(view: TraceView) -> Iterator[tuple[str, Fact]]:
    runs = [run for run in test_runs(view) if run.is_certain and run.passed is not None]
    if runs and runs[-1].passed and not any(run.failed for run in runs):
        yield "tests", Fact("In the last test run, {} tests passed.", str(runs[-1].passed))
        yield "tests", Fact("The suite is green ({} passed).", str(runs[-1].passed))
    changes = [change for change in file_changes(view) if change.is_certain]
    if changes and "." in changes[-1].path:
        yield "path", Fact("The last file that I touched was `{}`.", changes[-1].path)
        yield "path", Fact("I edited `{}`.", changes[-1].path)


def _done(view: TraceView) -> Iterator[str]:
    done = [deed.tool for deed in deeds(view) if deed.worked and "reservation" in deed.tool]
    if any(tool.startswith("cancel") for tool in done):
        yield "I have cancelled the reservation as you asked."
        yield "Your reservation has been cancelled."
    if any(tool.startswith("book") for tool in done):
        yield "I've booked the flight for you."
        yield "The booking is complete."
    if any(tool.startswith("update") for tool in done):
        yield "I updated the reservation."
        yield "Your reservation has been modified as requested."


def _behind(text: str, lead: str) -> list[str]:
    """The numbers that stand behind a lead."""
    found = []
    for piece in text.split(lead)[1:]:
        number = piece.split("}")[0].split(",")[0].strip()
        if number.replace(".", "").isdigit() and float(number) > 20:
            found.append(number)
    return found


def shown(trace: Trace) -> str:
    """All that tools answered, joined."""
    steps = (trace.steps[index] for index in range(len(trace.steps)))
    return "\n".join(
        call.result.text for step in steps for call in step.calls if call.result is not None
    )


def everything(trace: Trace) -> str:
    """All that a run shows, joined."""
    steps = (trace.steps[index] for index in range(len(trace.steps)))
    return "\n".join(
        text
        for step in steps
        for text in (
            step.message,
            *(call.arguments_text for call in step.calls),
            *(call.result.text for call in step.calls if call.result is not None),
        )
    )
