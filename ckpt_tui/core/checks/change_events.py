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
from ckpt_tui.core.file_evidence import file_evidence
from ckpt_tui.core.globbing import fits_glob
from ckpt_tui.core.match import Equals, Glob, In, Match
from ckpt_tui.core.matching import holds
from ckpt_tui.core.position import START, Position
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Evidence, Status
from ckpt_tui.core.view import TraceView


class Wanted(Struct, frozen=True, kw_only=True):
    """What an author asks of a change.

    Attributes:
        path: of the file; None for any.
        changes: kinds of change; empty for any.
        removed_lines: what one of the removed lines must be like; None asks nothing.
        except_paths: globs of files that do not count.
    """

    path: Match | None
    changes: tuple[Change, ...]
    removed_lines: Match | None
    except_paths: tuple[str, ...]

    def takes(self, path: str) -> bool:
        """Whether a file counts."""
        if any(fits_glob(pattern, path) for pattern in self.except_paths):
            return False
        return self.path is None or holds(self.path, path)

    def takes_change(self, change: Change) -> bool:
        """Whether a kind of change counts."""
        return not self.changes or change in self.changes

    def takes_removed(self, lines: tuple[str, ...]) -> bool:
        """Whether one of the removed lines is like it."""
        wanted = self.removed_lines
        return wanted is None or any(holds(wanted, line) for line in lines)

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
        removed = _net_removed(view, path, change)
        if removed is None and wanted.removed_lines is not None:
            is_open = True
        elif wanted.takes_removed(removed or ()):
            found.append(file_evidence(view, path))
    return tuple(found), is_open


def _event(view: TraceView, wanted: Wanted, change: FileChange) -> Event | None:
    if not wanted.takes(change.path):
        return _below(view, wanted, change) if change.is_tree else None
    if change.change is not None and not wanted.takes_change(change.change):
        return None
    reasons = [_kind_doubt(wanted, change), _removed_doubt(view, wanted, change)]
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


def _removed_doubt(view: TraceView, wanted: Wanted, change: FileChange) -> str | None:
    """Why the removed lines may be wanted ones; empty where one is, None where none is."""
    if wanted.removed_lines is None:
        return ""
    if change.removed is not None:
        return "" if wanted.takes_removed(change.removed) else None
    net = net_changes(view)
    kind = None if net is None else net.get(change.path)
    if net is not None and kind is None:
        return None
    removed = None if kind is None else _net_removed(view, change.path, kind)
    if removed is None:
        return "the recording does not show which lines were removed"
    return "" if wanted.takes_removed(removed) else None


def _net_removed(view: TraceView, path: str, change: Change) -> tuple[str, ...] | None:
    """The lines that a file lost over the whole run; None where that was not recorded."""
    if change is Change.CREATE:
        return ()
    edit = net_edits(view).get(path)
    return None if edit is None else edit.removed


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
    return None if hit is None or wanted.removed_lines is not None else _at(view, change, "")


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
        yield _possible(view, moments[-1], "the removed lines were not recorded")


def _possible(view: TraceView, position: Position, why: str) -> Event:
    is_call = position.call >= 0 and position.step < len(view.steps)
    return Event(
        position=position,
        shown=lambda: (arguments_evidence(view, position, ""),) if is_call else (),
        status=Status.UNSURE,
        reason=f"A fitting file may have been changed: {why}.",
    )
