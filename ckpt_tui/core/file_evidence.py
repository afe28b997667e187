"""Evidence in the files of the recorded final environment."""

from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence
from ckpt_tui.core.view import TraceView


def file_evidence(
    view: TraceView, path: str, span: tuple[int, int] | None = None, text: str | None = None
) -> Evidence:
    """A span of a file in code points of its text; its beginning where `span` is None.

    `text` saves reading the file again.
    """
    if text is None:
        text = recorded_text(view, path) or ""
    start, end = (0, min(len(text), QUOTE_LIMIT)) if span is None else span
    return Evidence(
        step=None,
        native=None,
        part=f"file:{path}",
        span=(start, end),
        quote=text[start:end][:QUOTE_LIMIT],
    )


def recorded_text(view: TraceView, path: str) -> str | None:
    """The text of a file as UTF-8, what is not UTF-8 replaced; None where it was not recorded."""
    environment = view.trace.environment
    raw = None if environment is None else environment.read(path)
    return None if raw is None else raw.decode("utf-8", "replace")
