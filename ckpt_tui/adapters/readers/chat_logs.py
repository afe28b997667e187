"""Logs of requests to a model and its responses, where every request repeats the conversation."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from ckpt_tui.adapters.readers.chat_content import string_of
from ckpt_tui.adapters.readers.chat_openai import role_of
from ckpt_tui.adapters.readers.chat_talks import Talk
from ckpt_tui.adapters.readers.documents import mapping_of, mappings
from ckpt_tui.adapters.readers.usages import total, usage_of
from ckpt_tui.core.trace import Json, Usage


def is_log_line(record: Json) -> bool:
    """Whether a record is a request or a response."""
    if not isinstance(record, Mapping):
        return False
    match record.get("type"):
        case "request":
            return bool(_params(record).get("messages"))
        case "response":
            return "outputs" in record or "response" in record
        case _:
            return False


def talk_of_log(records: Sequence[Json]) -> Talk:
    """The longest request's conversation, and the response that it got."""
    lines = [line for line in records if isinstance(line, Mapping)]
    requests = [n for n, line in enumerate(lines) if line.get("type") == "request"]
    if not requests:
        return Talk(messages=[_reply(line) for line in lines])
    longest = max(requests, key=lambda n: (len(_messages(lines[n])), n))
    follower = mapping_of(lines[longest + 1] if longest + 1 < len(lines) else None)
    is_answered = follower.get("type") == "response"
    messages = [*_messages(lines[longest]), *([_reply(follower)] if is_answered else [])]
    return Talk(
        messages=messages,
        wrapper=_params(lines[longest]),
        usage=total(_usage(line) for line in lines),
        seconds=_seconds(lines),
        is_cut=not is_answered,
        warnings=tuple(_oddities(lines, messages, later=len(lines) - longest - 1 - is_answered)),
    )


def _params(line: Mapping[str, Json]) -> Mapping[str, Json]:
    params = line.get("request_params")
    return params if isinstance(params, Mapping) else line


def _messages(line: Mapping[str, Json]) -> Sequence[Json]:
    messages = _params(line).get("messages")
    return messages if isinstance(messages, list | tuple) else ()


def _reply(line: Mapping[str, Json]) -> Json:
    """The response as a message."""
    response = mapping_of(line.get("response"))
    beside = {"usage": _tokens(line), "cost": line.get("cost"), "model": _model(line, response)}
    for choice in mappings(response.get("choices"))[:1]:
        return {**mapping_of(choice.get("message")), "role": "assistant", **beside}
    for output in mappings(line.get("outputs"))[:1]:
        said = {"content": output.get("message"), "tool_calls": output.get("tool_calls")}
        return {"role": "assistant", **said, **beside}
    return {"role": "assistant", "content": "", **beside}


def _model(line: Mapping[str, Json], response: Mapping[str, Json]) -> str:
    return string_of(response.get("model")) or string_of(line.get("model"))


def _tokens(line: Mapping[str, Json]) -> Json:
    found = mapping_of(line.get("response")).get("usage")
    return line if found is None and "input_tokens" in line else found


def _usage(line: Mapping[str, Json]) -> Usage | None:
    if line.get("type") != "response":
        return None
    return usage_of(_tokens(line), line.get("cost"))


def _seconds(lines: Sequence[Mapping[str, Json]]) -> float | None:
    times = [time for line in lines if (time := _time(string_of(line.get("timestamp"))))]
    try:
        return (max(times) - min(times)).total_seconds() if times else None
    except TypeError:
        # times with and without a zone cannot be told apart
        return None


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _oddities(
    lines: Sequence[Mapping[str, Json]], messages: Sequence[Json], *, later: int
) -> list[str]:
    replies = sum(line.get("type") == "response" for line in lines)
    kept = sum(role_of(message) == "assistant" for message in mappings(messages))
    found = (
        (replies - kept, "replies that are in no later request, dropped by the agent"),
        (later, "records after the longest request, left out"),
    )
    return [f"{what}: {count}" for count, what in found if count > 0]
