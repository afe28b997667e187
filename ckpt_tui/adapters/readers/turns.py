"""Messages of a conversation put together into steps: each result goes to its call.

The rules are those of every chat-like format: one assistant message is one step, a result belongs
to the call it names, and what follows the words of an agent without calls belongs to those words.
"""

from collections.abc import Iterable

from msgspec import Struct, field

from ckpt_tui.adapters.readers.calls import CallDraft, observed
from ckpt_tui.core.trace import Gap, GapKind, Step, StepKind, ToolClass, ToolResult, Usage


class Answer(Struct, frozen=True, kw_only=True):
    """A result as a message brings it.

    Attributes:
        id: of its call, or None where the format names none.
        native: number of the record that brings it.
    """

    id: str | None
    result: ToolResult
    native: int | str
    time: float | None = None


class Turn(Struct, frozen=True, kw_only=True, eq=False):
    """One message of a conversation.

    Attributes:
        text: what is said; "" where the message only brings results.
        answers: the results it brings.
    """

    native: int | str
    kind: StepKind
    actor: str
    text: str = ""
    reasoning: str = ""
    calls: tuple[CallDraft, ...] = ()
    answers: tuple[Answer, ...] = ()
    time: float | None = None
    model: str | None = None
    usage: Usage | None = None

    @property
    def is_said(self) -> bool:
        """Whether it says something, and does not only bring results."""
        return not self.answers or bool(self.text)


class TurnDraft(Struct, eq=False):
    """A turn with the results of its calls.

    Attributes:
        results: by number of the call; None as long as it is not answered.
        observations: results that no named call asked for.
    """

    turn: Turn
    results: list[ToolResult | None]
    observations: list[ToolResult] = field(default_factory=list[ToolResult])

    @property
    def kind(self) -> StepKind:
        return self.turn.kind

    @property
    def actor(self) -> str:
        return self.turn.actor

    @property
    def is_pending(self) -> bool:
        """Whether a call waits for its result."""
        return None in self.results

    @property
    def is_handing_in(self) -> bool:
        """Whether every call that waits is one that ends the run."""
        waiting = [c for c, r in zip(self.turn.calls, self.results, strict=True) if r is None]
        return bool(waiting) and all(call.tool_class is ToolClass.SUBMIT for call in waiting)

    def build(self, index: int) -> Step:
        """The step, at its place in the trace."""
        turn = self.turn
        named = (call.build(result) for call, result in zip(turn.calls, self.results, strict=True))
        return Step(
            index=index,
            native=turn.native,
            kind=turn.kind,
            actor=turn.actor,
            message=turn.text,
            reasoning=turn.reasoning,
            calls=(*named, *(observed(result) for result in self.observations)),
            time=turn.time,
            model=turn.model,
            usage=turn.usage,
        )


class Conversation:
    """Takes turns in their order and hands out drafts of steps."""

    def __init__(self, environment: str = "environment") -> None:
        self.drafts: list[TurnDraft] = []
        self.orphans = 0
        self.duplicates = 0
        self._environment = environment
        self._open: dict[str, list[tuple[TurnDraft, int]]] = {}

    @classmethod
    def of(cls, turns: Iterable[Turn]) -> "Conversation":
        conversation = cls()
        for turn in turns:
            conversation.take(turn)
        return conversation

    def take(self, turn: Turn) -> None:
        """Add one message with the results that it brings.

        A message from outside speaks after the results it brings; an agent's brings results of
        calls that it made itself, on the provider's side.
        """
        is_agent = turn.kind is StepKind.AGENT
        if is_agent:
            self._append(turn)
        for answer in turn.answers:
            self._attach(answer)
        if turn.is_said and not is_agent:
            self._append(turn)

    def gaps(self) -> tuple[Gap, ...]:
        """The results that are missing: of the last calls, where the run was cut off, or amid."""
        agents = [n for n, draft in enumerate(self.drafts) if draft.kind is StepKind.AGENT]
        return tuple(
            _gap(number, is_last=number == agents[-1])
            for number in agents
            if self.drafts[number].is_pending
            and not (number == agents[-1] and self.drafts[number].is_handing_in)
        )

    def warnings(self) -> tuple[str, ...]:
        """What was odd about the results, one sentence each."""
        counted = (
            (self.orphans, "results that belong to no recorded call"),
            (self.duplicates, "second results of a call, dropped"),
        )
        return tuple(f"{what}: {count}" for count, what in counted if count)

    def _append(self, turn: Turn) -> None:
        draft = TurnDraft(turn=turn, results=[None] * len(turn.calls))
        self.drafts.append(draft)
        for number, call in enumerate(turn.calls):
            if call.id is not None:
                self._open.setdefault(call.id, []).append((draft, number))

    def _attach(self, answer: Answer) -> None:
        if answer.id is None:
            self._attach_to_last(answer)
            return
        waiting = self._open.get(answer.id)
        if waiting is None:
            self._add_orphan(answer)
        elif not waiting:
            self.duplicates += 1
        else:
            draft, number = waiting.pop(0)
            draft.results[number] = answer.result

    def _attach_to_last(self, answer: Answer) -> None:
        """Give a result that names no call to the step before."""
        last = self.drafts[-1] if self.drafts else None
        if last is None or last.kind is not StepKind.AGENT:
            self._add_orphan(answer)
        elif last.is_pending:
            number = last.results.index(None)
            last.results[number] = answer.result
            self._close(last, number)
        else:
            last.observations.append(answer.result)

    def _close(self, draft: TurnDraft, number: int) -> None:
        name = draft.turn.calls[number].id
        if name is not None:
            self._open[name] = [one for one in self._open[name] if one != (draft, number)]

    def _add_orphan(self, answer: Answer) -> None:
        self.orphans += 1
        turn = Turn(
            native=answer.native,
            kind=StepKind.ENVIRONMENT,
            actor=self._environment,
            text=answer.result.text,
            time=answer.time,
        )
        self.drafts.append(TurnDraft(turn=turn, results=[]))


def _gap(number: int, *, is_last: bool) -> Gap:
    if is_last:
        detail = "the recording ends before every call was answered"
        return Gap(kind=GapKind.CUT_OFF, first=number, last=None, detail=detail)
    detail = "no result was recorded for a call of this step"
    return Gap(kind=GapKind.RECORD, first=number, last=number, detail=detail)
