"""Entries of a SWE-agent trajectory as steps."""

from collections.abc import Iterable, Iterator, Sequence
from posixpath import join
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.calls import CallDraft, observed
from ckpt_tui.adapters.readers.chat_content import reasoning_of, text_of
from ckpt_tui.adapters.readers.chat_openai import calls_of
from ckpt_tui.adapters.readers.documents import Record, record_of
from ckpt_tui.adapters.readers.swe_agent_actions import call_of, is_ending, is_refusal
from ckpt_tui.adapters.readers.tools import describe
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json, Step, StepKind, ToolCall, ToolClass, ToolResult

ENTRY_KEYS: Final = frozenset(
    {"action", "observation", "response", "state", "thought", "thinking_blocks"}
)
HISTORY_KEYS: Final = frozenset(
    {"role", "content", "is_demo", "message_type", "action", "thought", "tool_calls", "agent"}
)
AGENT: Final = "SWE-agent"
_NO_PLACE: Final = frozenset({"", "n/a"})
_LEADING: Final = {"system": StepKind.SYSTEM, "user": StepKind.USER}


class EntryDraft(Struct, frozen=True, kw_only=True, eq=False):
    """One entry of the trajectory.

    Attributes:
        native: its index.
        called: the call as the history records it; None where only the action's text says it.
    """

    native: int
    entry: Record
    action: str
    called: CallDraft | None

    @property
    def kind(self) -> StepKind:
        is_own = self.entry.members and not is_ending(self.action)
        return StepKind.AGENT if is_own else StepKind.META

    @property
    def actor(self) -> str:
        return AGENT

    @property
    def message(self) -> str:
        """What the agent said beside its action."""
        said = self.entry.value("thought")
        return said if isinstance(said, str) else self.entry.text("response")

    def build(self, index: int) -> Step:
        """The step, at its place in the trace."""
        if self.kind is StepKind.META:
            message = f"{self.message}\n{text_of(self.entry.value('observation'))}".strip()
            message = message or self.entry.other.decode("utf-8", "replace")
            return self._step(index, message, ())
        return self._step(index, self.message, tuple(self._calls()))

    def _step(self, index: int, message: str, calls: tuple[ToolCall, ...]) -> Step:
        return Step(
            index=index,
            native=self.native,
            kind=self.kind,
            actor=AGENT,
            message=message,
            reasoning=reasoning_of(self.entry),
            calls=calls,
        )

    def _calls(self) -> Iterator[ToolCall]:
        draft = self.called or call_of(self.action)
        seen = self.entry.value("observation")
        result = ToolResult(text=text_of(seen)) if seen is not None else None
        if draft is None:
            if result is not None and result.text:
                yield observed(result)
            return
        if result is not None and is_refusal(draft.name, result.text):
            result = replace(result, is_error=True)
        yield _placed(draft.build(result), _state(self.entry.value("state")))


class MessageDraft(Struct, frozen=True, kw_only=True, eq=False):
    """One message of the history that stands before the trajectory."""

    native: str
    role: str
    message: Record

    @property
    def kind(self) -> StepKind:
        return _LEADING[self.role]

    @property
    def actor(self) -> str:
        return self.role

    def build(self, index: int) -> Step:
        """The step, at its place in the trace."""
        text = text_of(self.message.value("content"))
        return Step(index=index, native=self.native, kind=self.kind, actor=self.role, message=text)


def is_demo(message: Record) -> bool:
    """Whether a message of the history shows the agent somebody else's run."""
    is_marked = message.value("is_demo") is True
    return is_marked or message.text("message_type") == "demonstration"


def leading(history: Sequence[Record]) -> Iterator[MessageDraft]:
    """The system prompt and the task: what was said before the agent's first word."""
    for number, message in enumerate(history):
        role = message.text("role")
        if is_demo(message):
            continue
        if role not in _LEADING:
            return
        yield MessageDraft(native=f"history[{number}]", role=role, message=message)


def entry_drafts(entries: Iterable[Record], history: Sequence[Record]) -> tuple[EntryDraft, ...]:
    """Drafts of the entries, each with the call that the history records for its action."""
    recorded = _Recorded(history)
    drafts: list[EntryDraft] = []
    for native, entry in enumerate(entries):
        action = entry.text("action")
        called = recorded.call(action)
        drafts.append(EntryDraft(native=native, entry=entry, action=action, called=called))
    return tuple(drafts)


class _Recorded:
    """The calls of the history, found by the action that was made of them, in their order."""

    def __init__(self, history: Sequence[Record]) -> None:
        self._messages = [
            message
            for message in history
            if "tool_calls" in message.members and not is_demo(message)
        ]
        self._next = 0

    def call(self, action: str) -> CallDraft | None:
        """The next call that became this action."""
        for number in range(self._next, len(self._messages)):
            message = self._messages[number]
            if message.text("action").strip() == action.strip():
                self._next = number + 1
                calls = calls_of({"tool_calls": message.value("tool_calls")})
                return calls[0] if calls else None
        return None


def _state(recorded: Json) -> tuple[str, str]:
    """The open file and the working folder; "" where not known."""
    state = unpacked(recorded)
    places = (state.text("open_file"), state.text("working_dir"))
    file, folder = ("" if place in _NO_PLACE else place for place in places)
    return file, folder


def _placed(call: ToolCall, state: tuple[str, str]) -> ToolCall:
    """The call with its edits at the file that was open, in the folder that was current."""
    file, folder = state
    if call.tool_class is not ToolClass.EDIT:
        return call
    edits = call.edits
    if not edits and file:
        edits = describe(call.name, {**call.arguments, "path": file}).edits
    placed = (replace(edit, path=join(folder, edit.path)) for edit in edits)
    return replace(call, edits=tuple(placed))


def unpacked(recorded: Json) -> Record:
    """An object that was recorded as itself, or as its JSON in a string."""
    text = recorded if isinstance(recorded, str) else json_tolerant.compact(recorded)
    return record_of(encode(text))
