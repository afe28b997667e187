"""Which file changes of a run an author asks for, three-valued."""

from collections.abc import Iterator
from heapq import merge

from msgspec import Struct

from ckpt_tui.core.call_evidence import arguments_evidence
from ckpt_tui.core.changes import (
    FileChange,
    file_changes,
    net_changes,
    net_edits,
    opaque_writes,
)
from ckpt_tui.core.checks.base import Event, showing
from ckpt_tui.core.file_evidence import file_evidence, recorded_text
from ckpt_tui.core.globbing import fits_glob
from ckpt_tui.core.match import Equals, Glob, In, Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.part_changes import outside_changed, within_changed
from ckpt_tui.core.position import START, Position
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Evidence, Status
from ckpt_tui.core.view import TraceView


class Lines(Struct, frozen=True):
    """The lines that a change took away and put in; None where that is not recorded."""

    removed: tuple[str, ...] | None
    added: tuple[str, ...] | None


class Wanted(Struct, frozen=True, kw_only=True):
    """What an author asks of a change.

    Attributes:
        path: of the file; None for any.
        changes: kinds of change; empty for any.
        removed_lines: what one of the removed lines must be like; None asks nothing.
        added_lines: the same of the added lines.
        within: the part of a file that must have changed; None asks nothing.
        outside: the part of a file around which something must have changed; None asks nothing.
        except_paths: globs of files that do not count.
    """

    path: Match | None
    changes: tuple[Change, ...]
    removed_lines: Match | None
    added_lines: Match | None
    within: str | None
    outside: str | None
    except_paths: tuple[str, ...]

    def takes(self, path: str) -> bool:
        """Whether a file counts."""
        if any(fits_glob(pattern, path) for pattern in self.except_paths):
            return False
        return self.path is None or holds(self.path, path)

    def takes_change(self, change: Change) -> bool:
        """Whether a kind of change counts."""
        return not self.changes or change in self.changes

    @property
    def asks_lines(self) -> bool:
        """Whether it hangs on single lines."""
        return self.removed_lines is not None or self.added_lines is not None

    def takes_lines(self, lines: Lines) -> bool | None:
        """Whether one of the removed, and one of the added, lines is like it; None if unknown."""
        pairs = ((self.removed_lines, lines.removed), (self.added_lines, lines.added))
        answers = [_has_one(match, each) for match, each in pairs if match is not None]
        return False if False in answers else None if None in answers else True

    def may_take_below(self, folder: str) -> bool:
        """Whether a file below a folder could count."""
        match self.path:
            case Glob():
                fixed = self.path.pattern.partition("*")[0].partition("?")[0].partition("[")[0]
                return fixed.startswith(f"{folder}/") or f"{folder}/".startswith(fixed)
            case Equals():
                return str(self.path.value).startswith(f"{folder}/")
            case In():
                return any(str(value).startswith(f"{folder}/") for value in self.path.values)
            case _:
                return True


def change_events(view: TraceView, wanted: Wanted) -> Iterator[Event]:
    """Every wanted change in order: certain ones PASS, those that may be one open."""
    seen = (
        event
        for change in file_changes(view)
        if (event := _event(view, wanted, change)) is not None
    )
    hidden = _possible_ones(view) if net_changes(view) is None else _unseen(view, wanted)
    yield from merge(seen, hidden, key=lambda each: each.position)


def net_evidence(view: TraceView, wanted: Wanted) -> tuple[tuple[Evidence, ...], bool]:
    """The files that the run left changed as wanted, and whether there may be others."""
    found: list[Evidence] = []
    is_open = False
    for path, change in sorted((net_changes(view) or {}).items()):
        if not (wanted.takes(path) and wanted.takes_change(change)):
            continue
        answers = set(_net_answers(view, wanted, path, change))
        if answers <= {True}:
            found.append(file_evidence(view, path))
        elif False not in answers:
            is_open = True
    return tuple(found), is_open


def _event(view: TraceView, wanted: Wanted, change: FileChange) -> Event | None:
    if not wanted.takes(change.path):
        return _below(view, wanted, change) if change.is_tree else None
    if change.change is not None and not wanted.takes_change(change.change):
        return None
    reasons = [_kind_doubt(wanted, change), _lines_doubt(view, wanted, change)]
    if None in reasons:
        return None
    doubt = _settled_doubt(view, change)
    if doubt is None:
        return None
    return _at(view, change, next(filter(None, (doubt, *reasons)), ""))


def _at(view: TraceView, change: FileChange, doubt: str) -> Event:
    name = change.path.rpartition("/")[2]
    return Event(
        position=change.position,
        shown=lambda: (arguments_evidence(view, change.position, name),),
        status=Status.UNSURE if doubt else Status.PASS,
        reason=f"{change.path} may have been changed so: {doubt}." if doubt else "",
    )


def _kind_doubt(wanted: Wanted, change: FileChange) -> str:
    if change.change is None and wanted.changes and set(wanted.changes) != set(Change):
        return "it is not recorded whether the file was there before"
    return ""


def _lines_doubt(view: TraceView, wanted: Wanted, change: FileChange) -> str | None:
    """Why its lines may be wanted ones; empty where they are, None where they are not."""
    answer = wanted.takes_lines(Lines(change.removed, change.added))
    if answer is not None:
        return "" if answer else None
    net = net_changes(view)
    kind = None if net is None else net.get(change.path)
    if net is not None and kind is None:
        return None
    left = Lines(None, None) if kind is None else _net_lines(view, change.path, kind)
    answer = wanted.takes_lines(
        Lines(
            left.removed if change.removed is None else change.removed,
            left.added if change.added is None else change.added,
        )
    )
    if answer is None:
        return "the recording does not show which lines were changed"
    return "" if answer else None


def _net_answers(
    view: TraceView, wanted: Wanted, path: str, change: Change
) -> Iterator[bool | None]:
    """Whether what changed in a file over the whole run is wanted, one answer a question."""
    if wanted.asks_lines:
        yield wanted.takes_lines(_net_lines(view, path, change))
    if wanted.within is not None:
        yield within_changed(view, path, change, wanted.within)
    if wanted.outside is not None:
        yield outside_changed(view, path, change, wanted.outside)


def _net_lines(view: TraceView, path: str, change: Change) -> Lines:
    """The lines that a file lost and gained over the whole run."""
    edit = net_edits(view).get(path)
    if change is Change.CREATE:
        text = recorded_text(view, path)
        return Lines((), None if text is None else tuple(text.splitlines()))
    if edit is None:
        return Lines(None, () if change is Change.DELETE else None)
    return Lines(edit.removed, () if change is Change.DELETE else edit.added)


def _has_one(match: Match, lines: tuple[str, ...] | None) -> bool | None:
    return None if lines is None else any(holds(match, line) for line in lines)


def _settled_doubt(view: TraceView, change: FileChange) -> str | None:
    """The doubt that is left where the final files are known; None where nothing was changed."""
    net = net_changes(view)
    if not change.doubt or net is None or change.path.startswith("/"):
        return change.doubt
    return "" if change.path in net else None


def _below(view: TraceView, wanted: Wanted, change: FileChange) -> Event | None:
    """A folder was changed as a whole, and wanted files may lie in it."""
    net = net_changes(view)
    if net is None:
        if not wanted.may_take_below(change.path):
            return None
        return _at(view, change, "it is not recorded which files lie below it")
    inside = (path for path in net if path.startswith(f"{change.path}/") and wanted.takes(path))
    hit = next((path for path in inside if wanted.takes_change(net[path])), None)
    return None if hit is None or wanted.asks_lines else _at(view, change, "")


def _possible_ones(view: TraceView) -> Iterator[Event]:
    """Changes that no call shows, where nobody knows the final files."""
    for write in opaque_writes(view):
        yield _possible(view, write.position, f"`{write.program}` could have changed it")


def _unseen(view: TraceView, wanted: Wanted) -> Iterator[Event]:
    """Changes that the final files prove, and no call shows."""
    writes = opaque_writes(view)
    shown = {
        change.path
        for change in file_changes(view)
        if (event := _event(view, wanted, change)) is not None and event.status is Status.PASS
    }
    proofs, is_open = net_evidence(view, wanted)
    unseen = [proof for proof in proofs if proof.part.removeprefix("file:") not in shown]
    if not (unseen or is_open):
        return
    end = Position(len(view.steps), -1)
    moments = [write.position for write in writes] or [START, end]
    reason = "it was changed, but not by a call that shows it"
    for moment in moments[:-1]:
        yield _possible(view, moment, reason)
    if unseen:
        yield Event(position=moments[-1], shown=showing(*unseen))
    else:
        yield _possible(view, moments[-1], "its lines were not recorded")


def _possible(view: TraceView, position: Position, why: str) -> Event:
    is_call = position.call >= 0 and position.step < len(view.steps)
    return Event(
        position=position,
        shown=lambda: (arguments_evidence(view, position, ""),) if is_call else (),
        status=Status.UNSURE,
        reason=f"A fitting file may have been changed: {why}.",
    )
