"""Tokens and money as providers spell them."""

from collections.abc import Iterable, Mapping

from ckpt_tui.adapters.readers.documents import count_of, number_of
from ckpt_tui.core.trace import Json, Usage


def usage_of(recorded: Json, dollars: Json = None) -> Usage | None:
    """Usage from an OpenAI or Anthropic usage object; None where neither says anything."""
    cost = number_of(dollars)
    if not isinstance(recorded, Mapping):
        return None if cost is None else Usage(dollars=cost)
    fresh = count_of(recorded.get("prompt_tokens", recorded.get("input_tokens")))
    cached = _cached(recorded)
    if "cache_read_input_tokens" in recorded and "prompt_tokens" not in recorded:
        # Anthropic counts what a cache gave, and what went into it, beside the input
        written = count_of(recorded.get("cache_creation_input_tokens")) or 0
        fresh = None if fresh is None else fresh + (cached or 0) + written
    return Usage(
        input=fresh,
        output=count_of(recorded.get("completion_tokens", recorded.get("output_tokens"))),
        cached=cached,
        dollars=cost,
    )


def _cached(recorded: Mapping[str, Json]) -> int | None:
    details = recorded.get("prompt_tokens_details", recorded.get("input_tokens_details"))
    if isinstance(details, Mapping):
        return count_of(details.get("cached_tokens"))
    return count_of(recorded.get("cache_read_input_tokens"))


def total(usages: Iterable[Usage | None]) -> Usage:
    """The sums of what was recorded; None where no part was."""
    known = [usage for usage in usages if usage is not None]
    costs = [usage.dollars for usage in known if usage.dollars is not None]
    return Usage(
        input=_sum(usage.input for usage in known),
        output=_sum(usage.output for usage in known),
        cached=_sum(usage.cached for usage in known),
        dollars=sum(costs) if costs else None,
    )


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
