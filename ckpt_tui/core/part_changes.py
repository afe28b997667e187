"""Whether a named part of a file, or what lies around it, is as the run found it."""

from ckpt_tui.core.file_evidence import recorded_text
from ckpt_tui.core.file_places import FilePartError, place_in
from ckpt_tui.core.trace import Change
from ckpt_tui.core.view import TraceView


def within_changed(view: TraceView, path: str, change: Change, name: str) -> bool | None:
    """Whether the part of that name came, went or reads otherwise; None where that is not known."""
    texts = _texts(view, path, change)
    if texts is None:
        return None
    try:
        before, after = (_part(path, text, name) for text in texts)
    except FilePartError:
        return None
    return before != after


def outside_changed(view: TraceView, path: str, change: Change, name: str) -> bool | None:
    """Whether the file without the part of that name reads otherwise; None where not known."""
    texts = _texts(view, path, change)
    if texts is None:
        return None
    try:
        before, after = (_rest(path, text, name) for text in texts)
    except FilePartError:
        return None
    return before != after


def _texts(view: TraceView, path: str, change: Change) -> tuple[str | None, str | None] | None:
    """A changed file at the beginning and at the end, None where it is not there."""
    environment = view.trace.environment
    raw = None if environment is None else environment.read_initial(path)
    before = None if raw is None else raw.decode("utf-8", "replace")
    after = recorded_text(view, path)
    is_known = (before is not None or change is Change.CREATE) and (
        after is not None or change is Change.DELETE
    )
    return (before, after) if is_known else None


def _part(path: str, text: str | None, name: str) -> str | None:
    place = None if text is None else place_in(path, text, name)
    return None if text is None or place is None else text[slice(*place)]


def _rest(path: str, text: str | None, name: str) -> tuple[str, str] | None:
    """What stands before and behind the part; all of the file where it has no such part."""
    if text is None:
        return None
    start, end = place_in(path, text, name) or (len(text), len(text))
    return text[:start], text[end:]
