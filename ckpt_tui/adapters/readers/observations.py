"""What mini-swe-agent shows its model of a command's end, and how a command ends the run."""

from typing import Final

from ckpt_tui.core.trace import ToolResult

# A command whose output begins with one of these hands in the rest of it.
HAND_IN: Final = ("COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "MINI_SWE_AGENT_FINAL_OUTPUT")
_TIMED_OUT: Final = "timed out and has been killed"


def unwrapped(text: str) -> ToolResult:
    """The result in a rendered observation; a text of another shape is the output itself."""
    body, error = _without(text.lstrip(), "exception")
    code, rest = _returncode(body)
    if code is None:
        is_error = True if error or _TIMED_OUT in text[:2000] else None
        return ToolResult(text=text, is_error=is_error)
    output, is_truncated = _output(rest)
    return ToolResult(
        text=f"{output}\n{error}" if error else output,
        is_error=True if error else None,
        exit_code=code,
        is_truncated=is_truncated,
    )


def _without(text: str, tag: str) -> tuple[str, str]:
    """The text after a leading element, and what the element holds."""
    opened, closed = f"<{tag}>", f"</{tag}>"
    if not text.startswith(opened) or closed not in text:
        return text, ""
    inside, _, rest = text.removeprefix(opened).partition(closed)
    return rest.lstrip("\n"), inside.strip("\n")


def _returncode(text: str) -> tuple[int | None, str]:
    rest, inside = _without(text, "returncode")
    digits = inside.strip()
    is_number = digits.removeprefix("-").isdecimal() and len(digits) <= 10  # noqa: PLR2004
    return (int(digits), rest) if is_number else (None, text)


def _output(text: str) -> tuple[str, bool]:
    if text.startswith("<output>"):
        return _between(text, "output"), False
    rest, _ = _without(text, "warning")
    if not rest.startswith("<output_head>") or "<output_tail>" not in rest:
        return text, False
    head, _, tail = rest.rpartition("<output_tail>")
    kept, _, elided = head.rpartition("</output_head>")
    kept = kept.removeprefix("<output_head>").strip("\n")
    elided = elided.strip("\n").removeprefix("<elided_chars>").removesuffix("</elided_chars>")
    tail = tail.rpartition("</output_tail>")[0].strip("\n")
    return f"{kept}\n[{elided.strip()}]\n{tail}", True


def _between(text: str, tag: str) -> str:
    """The inside of an element that spans the text; the output may hold the closing mark too."""
    inside, closed, _ = text.removeprefix(f"<{tag}>").rpartition(f"</{tag}>")
    if not closed:
        inside = text.removeprefix(f"<{tag}>")
    return inside.removeprefix("\n")
