"""The kind `file_changed`: a file was created, edited or deleted, and when."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import field

from ckpt_tui.core.changes import file_changes, net_changes
from ckpt_tui.core.checks.base import Event, Input
from ckpt_tui.core.checks.change_events import Wanted, change_events, net_evidence
from ckpt_tui.core.checks.moments import EventCheck
from ckpt_tui.core.match import Match
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Status, Verdict
from ckpt_tui.core.view import TraceView

_PARTS = ("calls.arguments",)


class Span(StrEnum):
    """Every change on the way, or only what the run left changed."""

    EVER = "ever"
    NET = "net"


class FileChanged(EventCheck, frozen=True, kw_only=True):
    """Seen through edit tools, patches and shell lines, and in the recorded final files."""

    kind: ClassVar[str] = "file_changed"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a file was created, edited or deleted"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.STEPS})

    path: Annotated[Match | None, "the file, seen from the working folder"] = None
    change: Annotated[tuple[Change, ...], "create, edit, delete; any unless given"] = ()
    removed_lines: Annotated[Match | None, "a line that was taken away"] = None
    added_lines: Annotated[Match | None, "a line that was put in"] = None
    within: Annotated[str | None, "net only: this function, class, heading or section changed"] = (
        None
    )
    outside: Annotated[str | None, "net only: the file changed around it"] = None
    except_paths: Annotated[tuple[str, ...], "globs of files that do not count"] = field(
        default=(), name="except"
    )
    scope: Annotated[Span, "ever: every change on the way; net: what the run left changed"] = (
        Span.EVER
    )

    def events(self, view: TraceView) -> Iterator[Event] | None:
        return None if self.scope is Span.NET else EventCheck.events(self, view)

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.scope is not Span.NET:
            for name, part in (("within", self.within), ("outside", self.outside)):
                if part is not None:
                    yield name, 'it goes with scope = "net" only'

    def found(self, view: TraceView) -> Iterator[Event]:
        return change_events(view, self._wanted())

    def decide(self, view: TraceView) -> Verdict:
        return EventCheck.decide(self, view) if self.scope is Span.EVER else self._net(view)

    def met(self, event: Event) -> str:
        if all(piece.step is None for piece in event.evidence):
            return "The final files show a fitting change."
        return f"A fitting file was changed at step {event.position.step}."

    def absence(self, view: TraceView) -> Verdict:
        reason = "No such change."
        if net_changes(view) is None:
            return view.absence(reason, _PARTS, len(view.calls))
        scope = view.scope((*_PARTS, "environment"), len(view.calls))
        return Verdict(status=Status.FAIL, reason=reason, scope=scope)

    def is_moot(self, view: TraceView) -> bool:
        return not net_changes(view) and (self.scope is Span.NET or not file_changes(view))

    def _wanted(self) -> Wanted:
        return Wanted(
            path=self.path,
            changes=self.change,
            removed_lines=self.removed_lines,
            added_lines=self.added_lines,
            within=self.within,
            outside=self.outside,
            except_paths=self.except_paths,
        )

    def _net(self, view: TraceView) -> Verdict:
        net = net_changes(view)
        if net is None:
            reason = 'The recording does not tell what the run left changed; use scope = "ever".'
            return Verdict(status=Status.UNAVAILABLE, reason=reason)
        found, is_open = net_evidence(view, self._wanted())
        if found:
            reason = f"{found[0].part.removeprefix('file:')} was left changed."
            return Verdict(status=Status.PASS, reason=reason, evidence=found)
        if is_open:
            reason = "A fitting file was left changed, but not what changed in it was recorded."
            return Verdict(status=Status.UNSURE, reason=reason)
        scope = view.scope(("environment",), len(net))
        return Verdict(status=Status.FAIL, reason="No such file was left changed.", scope=scope)
