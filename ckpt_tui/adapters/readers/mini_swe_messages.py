"""Messages of a mini-swe-agent run, made into the turns of a conversation."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from ckpt_tui.adapters.readers.calls import CallDraft
from ckpt_tui.adapters.readers.chat_content import reasoning_of, string_of, text_of
from ckpt_tui.adapters.readers.chat_openai import calls_of
from ckpt_tui.adapters.readers.documents import Record, mappings
from ckpt_tui.adapters.readers.observations import HAND_IN, unwrapped
from ckpt_tui.adapters.readers.turns import Answer, Conversation, Turn, TurnDraft
from ckpt_tui.adapters.readers.usages import usage_of
from ckpt_tui.core.trace import Gap, Json, StepKind, ToolResult, Usage

MESSAGE_KEYS: Final = frozenset(
    {
        "role", "content", "tool_calls", "tool_call_id", "timestamp", "extra", "reasoning_content",
        "thinking_blocks",
    }
)  # fmt: skip
SUBMITTED: Final = "Submitted"
_AGENT: Final = "mini-swe-agent"
_FENCES: Final = ("```mswea_bash_command", "```bash")
_KINDS: Final = {"system": StepKind.SYSTEM, "user": StepKind.USER, "assistant": StepKind.AGENT}


def is_text_action(messages: Sequence[Json]) -> bool:
    """Whether bare messages are of this agent: an action in the text, its exit code after it."""
    found = mappings(messages)
    return any(
        before.get("role") == "assistant"
        and _action(text_of(before.get("content"))) is not None
        and after.get("role") == "user"
        and text_of(after.get("content")).lstrip().startswith("<returncode>")
        for before, after in pairwise(found)
    )


class Messages:
    """The messages of one run, taken one after the other.

    Attributes:
        model: of the last response that names one.
    """

    def __init__(self) -> None:
        self.model: str | None = None
        self._conversation = Conversation()
        self._exit_status = ""
        self._times: list[float] = []
        self._unreadable = 0

    @classmethod
    def of(cls, records: Iterable[Record]) -> "Messages":
        messages = cls()
        for native, record in enumerate(records):
            messages.take(record, native)
        return messages

    @property
    def drafts(self) -> Sequence[TurnDraft]:
        return self._conversation.drafts

    @property
    def ending(self) -> str:
        """The exit status that the messages tell; "" where they do not."""
        if self._exit_status or not self.drafts or self.drafts[-1].is_pending:
            return self._exit_status
        commands = (str(call.arguments) for call in self.drafts[-1].turn.calls)
        is_handed_in = any(mark in command for command in commands for mark in HAND_IN)
        return SUBMITTED if is_handed_in else ""

    @property
    def usages(self) -> Sequence[Usage | None]:
        return [draft.turn.usage for draft in self.drafts]

    @property
    def seconds(self) -> float | None:
        """From the first time stamp to the last."""
        return max(self._times) - min(self._times) if self._times else None

    @property
    def gaps(self) -> tuple[Gap, ...]:
        return self._conversation.gaps()

    @property
    def warnings(self) -> tuple[str, ...]:
        damaged = (
            f"messages that cannot be read as such: {self._unreadable}" if self._unreadable else ""
        )
        return (*self._conversation.warnings(), *([damaged] if damaged else []))

    def take(self, record: Record, native: int) -> None:
        """Add the message that stands at an index of the recording."""
        extra = record.record("extra")
        time = extra.number("timestamp")
        time = record.number("timestamp") if time is None else time
        if time is not None:
            self._times.append(time)
        match record.text("role"):
            case "assistant":
                self._take_agent(record, extra, native, time)
            case "tool":
                name = record.text("tool_call_id") or None
                self._answer(name, _result(record, extra), native, time)
            case "user" if self._is_observation(extra):
                self._answer(None, _result(record, extra), native, time)
            case "exit":
                self._take_exit(record, extra, native)
            case role:
                self._take_other(record, role, native, time)

    def _is_observation(self, extra: Record) -> bool:
        """Whether a user message answers the text before it, and is not a person's."""
        last = self.drafts[-1] if self.drafts else None
        if last is None or last.kind is not StepKind.AGENT:
            return False
        if extra.text("interrupt_type") == "UserInterruption":
            return False
        has_answers = any(result is not None for result in last.results) or last.observations
        return not has_answers and not any(call.id for call in last.turn.calls)

    def _take_agent(self, record: Record, extra: Record, native: int, time: float | None) -> None:
        response = extra.record("response")
        model = response.text("model") or None
        self.model = model or self.model
        text = text_of(record.value("content"))
        self._conversation.take(
            Turn(
                native=native,
                kind=StepKind.AGENT,
                actor=_AGENT,
                text=text,
                reasoning=reasoning_of(record),
                calls=_calls(record, extra, text),
                time=time,
                model=model,
                usage=usage_of(response.value("usage"), extra.value("cost")),
            )
        )

    def _answer(
        self, name: str | None, result: ToolResult, native: int, time: float | None
    ) -> None:
        answer = Answer(id=name, result=result, native=native, time=time)
        self._conversation.take(
            Turn(native=native, kind=StepKind.ENVIRONMENT, actor="environment", answers=(answer,))
        )

    def _take_exit(self, record: Record, extra: Record, native: int) -> None:
        """The end of the run: what it handed in is the answer to the call that ended it."""
        self._exit_status = extra.text("exit_status")
        last = self.drafts[-1] if self.drafts else None
        text = text_of(record.value("content"))
        if self._exit_status == SUBMITTED and last is not None and last.is_pending:
            self._answer(None, ToolResult(text=text), native, None)
            return
        reason = extra.text("traceback") or text or self._exit_status
        self._conversation.take(Turn(native=native, kind=StepKind.META, actor=_AGENT, text=reason))

    def _take_other(self, record: Record, role: str, native: int, time: float | None) -> None:
        kind = _KINDS.get(role, StepKind.META)
        if kind is StepKind.USER and record.record("extra").text("interrupt_type") not in {
            "",
            "UserInterruption",
        }:
            kind = StepKind.ENVIRONMENT
        self._unreadable += not record.members
        text = text_of(record.value("content")) or record.other.decode("utf-8", "replace")
        actor = role if kind is not StepKind.ENVIRONMENT else "environment"
        self._conversation.take(
            Turn(native=native, kind=kind, actor=actor or _AGENT, text=text, time=time)
        )


def _calls(record: Record, extra: Record, text: str) -> tuple[CallDraft, ...]:
    called = calls_of({"tool_calls": record.value("tool_calls")})
    if called:
        return called
    actions = mappings(extra.value("actions"))
    if actions:
        return tuple(
            CallDraft(
                id=string_of(action.get("tool_call_id")) or None,
                name="bash",
                arguments={"command": action.get("command", "")},
            )
            for action in actions
        )
    # where actions are recorded apart, a block in the text is only talk
    action = None if "actions" in extra.members else _action(text)
    if action is None:
        return ()
    return (CallDraft(id=None, name="bash", arguments={"command": action}),)


def _action(text: str) -> str | None:
    """The one fenced action of a text; the agent refuses a text with none or several."""
    for fence in _FENCES:
        blocks = [block for block in text.split(fence)[1:] if not block.partition("\n")[0].strip()]
        if len(blocks) == 1:
            inside, closed, _ = blocks[0].partition("\n")[2].partition("\n```")
            return inside if closed else None
    return None


def _result(record: Record, extra: Record) -> ToolResult:
    """The result of a command: the raw output where it was kept, else what the model saw."""
    raw = extra.value("raw_output")
    shown = text_of(record.value("content"))
    if not isinstance(raw, str):
        return unwrapped(shown)
    error = extra.text("exception_info")
    text = "\n".join(part for part in (raw, error) if part)
    code = extra.count("returncode")
    if not error:
        return ToolResult(text=text, exit_code=code)
    # the command never ended by itself, so that the code is the scaffold's and not its own
    return ToolResult(text=text, is_error=True, exit_code=None if code == -1 else code)
