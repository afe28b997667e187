"""The text in a message's content, whichever of the known shapes it has."""

from collections.abc import Iterable, Mapping
from typing import Final

from ckpt_tui.adapters.readers.documents import Record
from ckpt_tui.core.trace import Json

_TEXT_KEYS: Final = ("text", "content", "refusal", "output", "value")


def text_of(content: Json) -> str:
    """The text of a content, its parts joined by line ends; other media by their type in <>."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return _part_text(content)
    if not isinstance(content, list | tuple):
        return ""
    parts = (part if isinstance(part, str) else _item_text(part) for part in content)
    return "\n".join(part for part in parts if part)


def reasoning_of(message: Record) -> str:
    """Hidden reasoning beside the content, parts joined by a blank line."""
    blocks = message.value("thinking_blocks")
    thoughts = [message.text("reasoning_content") or message.text("reasoning")]
    if not thoughts[0] and isinstance(blocks, list | tuple):
        thoughts = list(thinking_in(blocks))
    return "\n\n".join(thought for thought in thoughts if thought)


def thinking_in(blocks: Iterable[Json]) -> Iterable[str]:
    """The texts of thinking blocks."""
    for block in blocks:
        if isinstance(block, Mapping):
            thought = block.get("thinking", block.get("text"))
            if isinstance(thought, str):
                yield thought


def _item_text(part: Json) -> str:
    return _part_text(part) if isinstance(part, Mapping) else ""


def _part_text(part: Mapping[str, Json]) -> str:
    for key in _TEXT_KEYS:
        found = part.get(key)
        if isinstance(found, str):
            return found
        if isinstance(found, list | tuple):
            return text_of(found)
    kind = part.get("type")
    return f"<{kind}>" if isinstance(kind, str) else ""


def string_of(value: Json) -> str:
    """A string as it is; "" for anything else."""
    return value if isinstance(value, str) else ""
