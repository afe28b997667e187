"""What the agent told the user: the messages that are for somebody to read."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ckpt_tui.core.trace import Field, StepKind
from ckpt_tui.core.view import TraceView


class Said(Struct, frozen=True, kw_only=True):
    """One message to the user.

    Attributes:
        part: `report` or `message`.
    """

    step: int
    part: str
    text: str


def messages(view: TraceView) -> Iterator[Said]:
    """The final report; every message to the user where a user speaks after step 1."""
    report = view.trace.report
    for step in told_steps(view):
        text = view.column(Field.MESSAGE).text(step)
        if text.strip():
            yield Said(step=step, part="message", text=text)
    if report is not None and report.text.strip():
        yield Said(step=report.step, part="report", text=report.text)


def told_steps(view: TraceView) -> Sequence[int]:
    """The steps whose message is for the user, but for the one that carries the final report."""
    return view.kept(told_steps, lambda: tuple(_told_steps(view)))


def _told_steps(view: TraceView) -> Iterator[int]:
    kinds, report = view.steps.kinds, view.trace.report
    is_conversation = any(
        kind is StepKind.USER and step > 1 and view.happened(step)
        for step, kind in enumerate(kinds)
    )
    for step, kind in enumerate(kinds) if is_conversation else ():
        is_report = report is not None and step == report.step
        if kind is StepKind.AGENT and view.happened(step) and not is_report:
            yield step
