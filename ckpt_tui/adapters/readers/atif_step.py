"""From the record of one ATIF step to the step that the core knows."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.atif_calls import (
    Made,
    arguments_of,
    content_text,
    made_calls,
)
from ckpt_tui.adapters.readers.atif_records import Metrics, SearchedRecord, StepRecord
from ckpt_tui.adapters.readers.calls import OBSERVATION
from ckpt_tui.adapters.readers.outputs import Unwrap, unwrapper
from ckpt_tui.adapters.readers.text_calls import TEXT_SCAFFOLDS, TextCall, text_calls
from ckpt_tui.adapters.readers.tools import ToolFacts, describe
from ckpt_tui.core.trace import Json, Step, StepKind, ToolCall, ToolClass, Usage

# A source that the format does not know is kept as `meta`.
KINDS: Final = {
    "system": StepKind.SYSTEM,
    "user": StepKind.USER,
    "agent": StepKind.AGENT,
    "environment": StepKind.ENVIRONMENT,
    "tool": StepKind.ENVIRONMENT,
}


class StepMaker(Struct, frozen=True, kw_only=True):
    """How one producer's steps are read.

    Attributes:
        agent: the agent's name, actor of its steps.
        scaffold: family of the agent's scaffold, as `outputs.scaffold_of` names it.
        wrapper: what wraps its outputs, where that is not the family's usual wrapper.
    """

    agent: str
    scaffold: str
    wrapper: str | None = None
    _unwrap: Unwrap | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "_unwrap", unwrapper(self.wrapper or self.scaffold))

    @property
    def reads_messages(self) -> bool:
        """Whether calls may stand in messages, so that calls cannot be read without them."""
        return self.scaffold in TEXT_SCAFFOLDS

    @property
    def unwraps(self) -> bool:
        """Whether outputs stand in a wrapper that has to be taken off."""
        return self._unwrap is not None

    def step(self, index: int, record: StepRecord) -> Step:
        """The whole step."""
        return Step(
            index=index,
            native=native_of(record.step_id, index),
            kind=KINDS.get(record.source or "", StepKind.META),
            actor=self.actor(record),
            message=content_text(record.message),
            reasoning=record.reasoning_content or "",
            calls=tuple(self._call(made) for made in self.calls(record)),
            time=seconds_of(record.timestamp),
            model=record.model_name,
            usage=usage_of(record.metrics),
            is_copied=record.is_copied_context is True,
        )

    def actor(self, record: SearchedRecord) -> str:
        """Who speaks: the agent, one of its sub-agents, or the source's own word."""
        if record.source != "agent":
            return record.source or "unknown"
        if record.extra and b'"agent_id"' in (extra := bytes(record.extra)):
            found = arguments_of(extra).get("agent_id")
            return found if isinstance(found, str) and found else self.agent
        return self.agent

    def calls(self, record: SearchedRecord) -> Sequence[Made]:
        """The step's calls with their outputs."""
        written: Sequence[TextCall] = ()
        if self.reads_messages and record.source == "agent" and not record.tool_calls:
            written = text_calls(content_text(record.message), self.scaffold)
        return made_calls(record, written, self._unwrap)

    def _call(self, made: Made) -> ToolCall:
        arguments = arguments_of(made.arguments)
        facts = facts_of(made.name, arguments)
        return ToolCall(
            id=made.id,
            name=made.name,
            tool_class=facts.tool_class,
            arguments=arguments,
            arguments_text=json_tolerant.text_of(made.arguments),
            command_line=facts.command_line,
            edits=facts.edits,
            result=made.result,
        )


def native_of(number: float | str | None, index: int) -> int | str:
    """A step's own number; its place, counted from 1, where it has none."""
    return number if isinstance(number, int | str) else index + 1


def facts_of(name: str, arguments: Mapping[str, Json]) -> ToolFacts:
    """What a call does; an output without a call does nothing."""
    if name == OBSERVATION:
        return ToolFacts(tool_class=ToolClass.OTHER)
    return describe(name, arguments)


def seconds_of(stamp: str | None) -> float | None:
    """Seconds since the epoch; a stamp without a zone is taken as UTC."""
    if not stamp:
        return None
    try:
        moment = datetime.fromisoformat(stamp)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def usage_of(metrics: Metrics | None) -> Usage | None:
    """The cost of one inference; None where the step says none."""
    if metrics is None:
        return None
    return Usage(
        input=metrics.prompt_tokens,
        output=metrics.completion_tokens,
        cached=metrics.cached_tokens,
        dollars=metrics.cost_usd,
    )
