"""Evidence in the arguments and the result of a call."""

from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Field
from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence
from ckpt_tui.core.view import TraceView


def result_evidence(view: TraceView, position: Position, span: tuple[int, int] | None) -> Evidence:
    """A place of a call's result; the whole of it where `span` is None."""
    text = view.column(Field.RESULT).text(view.row(position))
    return _evidence(view, position, "result", text, span or (0, len(text)))


def arguments_evidence(view: TraceView, position: Position, wanted: str) -> Evidence:
    """The first place of `wanted` in a call's arguments; the whole of them where it is not."""
    text = view.column(Field.ARGUMENTS).text(view.row(position))
    start = text.find(wanted) if wanted else -1
    span = (0, len(text)) if start < 0 else (start, start + len(wanted))
    return _evidence(view, position, "arguments", text, span)


def _evidence(
    view: TraceView, position: Position, part: str, text: str, span: tuple[int, int]
) -> Evidence:
    return Evidence(
        step=position.step,
        native=view.steps.native(position.step),
        part=f"calls[{position.call}].{part}",
        span=span,
        quote=text[slice(*span)][:QUOTE_LIMIT],
    )
