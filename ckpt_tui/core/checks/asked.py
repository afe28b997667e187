"""The kinds that wait for an answer: `judge` and `human`."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, ClassVar

from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView


class Asserts(StrEnum):
    """What a yes says: that something is there, or that it is not."""

    PRESENCE = "presence"
    ABSENCE = "absence"


class Slice(StrEnum):
    """A part of the recording that a judge may see; the agent's reasoning never is."""

    TASK = "task"
    MESSAGES = "messages"
    TOOL_CALLS = "tool_calls"
    TOOL_RESULTS = "tool_results"
    FINAL_REPORT = "final_report"
    ENVIRONMENT = "environment"


class Judge(Check, frozen=True, kw_only=True):
    """One yes/no question to a model that sees a slice of the trace and nothing else."""

    kind: ClassVar[str] = "judge"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a model answers one yes/no question"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    question: Annotated[str, "one question with the answer yes or no"]
    asserts: Annotated[Asserts, "whether yes says that something is there"] = Asserts.PRESENCE
    sees: Annotated[tuple[Slice, ...], "what the judge may see"] = (
        Slice.FINAL_REPORT,
        Slice.TOOL_RESULTS,
    )
    window: Annotated[Check | None, "only what follows the first moment this is met"] = None
    if_present: Annotated[Check | None, "asked only where this is met"] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        return _unasked(self.question)

    def decide(self, view: TraceView) -> Verdict:
        if self.if_present is not None:
            occasion = self.if_present.decide(view)
            if occasion.status is Status.FAIL:
                reason = f"There is no occasion to ask. {occasion.reason}"
                return Verdict(status=Status.NOT_APPLICABLE, reason=reason, scope=occasion.scope)
        return _pending("Waits for a judge.")


class Human(Check, frozen=True, kw_only=True):
    """One yes/no question to a person."""

    kind: ClassVar[str] = "human"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a person answers one yes/no question"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    question: Annotated[str, "one question with the answer yes or no"]

    def faults(self) -> Iterator[tuple[str, str]]:
        return _unasked(self.question)

    def decide(self, view: TraceView) -> Verdict:
        del view
        return _pending("Waits for a person.")


def _unasked(question: str) -> Iterator[tuple[str, str]]:
    if not question.strip():
        yield "question", "write one question with the answer yes or no"


def _pending(reason: str) -> Verdict:
    return Verdict(status=Status.PENDING, reason=reason, source=None)
