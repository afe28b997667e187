"""A tool call as recordings spell it, made into the core's."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers import json_tolerant
from ckpt_tui.adapters.readers.tools import describe
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Json, ToolCall, ToolClass, ToolResult

# Stands for the call that a text agent's words, or its scaffold, made without naming it.
OBSERVATION: Final = "observation"


class CallDraft(Struct, frozen=True, kw_only=True):
    """A call before its arguments are parsed.

    Attributes:
        arguments: an object, or the text of one as some formats record it.
    """

    id: str | None
    name: str
    arguments: Json

    @property
    def tool_class(self) -> ToolClass:
        """The class that the name alone tells."""
        return describe(self.name, {}).tool_class

    def build(self, result: ToolResult | None) -> ToolCall:
        """The call; arguments that cannot be parsed stand under ""."""
        arguments = parsed_arguments(self.arguments)
        facts = describe(self.name, arguments)
        is_text = set(arguments) == {""} and isinstance(arguments[""], str)
        return ToolCall(
            id=self.id,
            name=self.name or "unnamed",
            tool_class=facts.tool_class,
            arguments=arguments,
            arguments_text=str(arguments[""]) if is_text else json_tolerant.compact(arguments),
            command_line=facts.command_line,
            edits=facts.edits,
            result=result,
        )


def observed(result: ToolResult) -> ToolCall:
    """The call that stands for one that was not recorded."""
    return ToolCall(
        id=None,
        name=OBSERVATION,
        tool_class=ToolClass.OTHER,
        arguments={},
        arguments_text="{}",
        result=result,
    )


def parsed_arguments(recorded: Json) -> Mapping[str, Json]:
    """Arguments as an object, whether recorded as one, as its JSON, or as JSON of its JSON."""
    if isinstance(recorded, Mapping):
        return recorded
    if recorded is None or recorded == "":
        return {}
    found = recorded
    for _ in range(2):
        if not isinstance(found, str):
            break
        try:
            found = json_tolerant.parse(encode(found))
        except ValueError:
            break
        if isinstance(found, Mapping):
            return found
    text = recorded if isinstance(recorded, str) else json_tolerant.compact(recorded)
    return {"": text}
