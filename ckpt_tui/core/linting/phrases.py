"""Sentences of titles, questions and notes, and what is found in them."""

from string import ascii_letters, digits
from typing import Final

from ckpt_tui.core.pattern import captures, compiled
from ckpt_tui.core.text import decode, encode

_END: Final = r"[.!?](?:\s+)[A-Z\"“]|\n\s*\n|\n\s*[-*] "
# A name says which thing is meant, and nothing about what it should be like.
_NAME: Final = (
    r"""[`"'“]?[\w./~-]*(?:/[\w.-]+|\.[A-Za-z]\w{0,4})[\w./-]*[`"'”]?"""
    r"|(?i)\b\d+ (?:points?|pts?|credits?)\b"
)
_QUOTED: Final = r"""\"([^"]*)\"|“([^”]*)”|`([^`]*)`"""
_WORD_BYTES: Final = (ascii_letters + digits).encode()


def found_in(pattern: str, text: str) -> str:
    """The first place in a text, from the start of its word; empty if there is none."""
    raw = encode(text)
    span = compiled(pattern).search(raw)
    if span is None:
        return ""
    start = len(raw[: span[0]].rstrip(_WORD_BYTES))
    return decode(raw[start : span[1]]).strip()


def sentences(text: str) -> list[str]:
    """The sentences of a text and the points of its lists, none of them empty."""
    raw, ends = encode(text), compiled(_END)
    found: list[str] = []
    while (span := ends.search(raw)) is not None:
        cut = span[0] + 1
        found.append(decode(raw[:cut]))
        raw = raw[cut:]
    return [each.strip() for each in (*found, decode(raw)) if each.strip()]


def without_names(text: str) -> str:
    """A sentence without the names of files and the points that it gives."""
    raw = encode(text)
    for start, end in reversed(list(captures(f"({_NAME})", raw))):
        raw = raw[:start] + raw[end:]
    return decode(raw)


def without_quotations(text: str) -> str:
    """A sentence of the same length with every quoted letter as an x."""
    raw = encode(text)
    for start, end in reversed(list(captures(_QUOTED, raw))):
        letters = len(decode(raw[start:end]))
        raw = raw[:start] + b"x" * letters + raw[end:]
    return decode(raw)


def captured_in(pattern: str, text: str) -> list[str]:
    """What each match captured in a text."""
    raw = encode(text)
    return [decode(raw[slice(*span)]) for span in captures(pattern, raw)]
