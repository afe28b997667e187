"""Data to stdout, narration to stderr; nothing unsanitised to a terminal."""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from ckpt_tui.core.display import plain
from ckpt_tui.core.trace import Json


def say(sentence: str) -> None:
    """Narrate."""
    print(f"ckpt-tui: {plain(sentence)}", file=sys.stderr)  # noqa: T201


def write(text: str) -> None:
    """Print text that is already safe to show."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def write_json(document: Json) -> None:
    """Print one JSON document.

    Everything outside ASCII is escaped, DEL too: the document is valid UTF-8 and a terminal that
    shows it has nothing to obey.
    """
    # json lays out by itself only in Python, five times as slowly.
    laid_out = msgspec.json.format(_dumped(document), indent=2)
    write(laid_out.replace("\x7f", "\\u007f"))


def _dumped(document: Json) -> str:
    with suppress(TypeError):  # of a mapping or a sequence that json does not know
        text = json.dumps(document, allow_nan=False)
        if _SURROGATE not in text:
            return text
    return json.dumps(_whole(document), allow_nan=False)


# How the escape of a surrogate begins, whole pair or half.
_SURROGATE = "\\ud"


def _whole(value: Json) -> Json:
    """The same value; half a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {str(_whole(key)): _whole(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_whole(item) for item in value]
    return value
