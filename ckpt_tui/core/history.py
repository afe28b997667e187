"""Undo and redo over snapshots."""

from typing import Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

State = TypeVar("State")

LIMIT: Final = 1000


class History(Struct, Generic[State], frozen=True, kw_only=True):
    """Snapshots around the present one.

    Attributes:
        past: oldest first; at most `LIMIT`, the oldest are forgotten.
        future: what redo brings back, nearest first.
        merge_key: names the burst of edits that the present belongs to; None ends a burst.
    """

    present: State
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    merge_key: str | None = None

    def pushed(self, state: State, merge_key: str | None = None) -> "History[State]":
        """The state becomes present; within one burst it replaces the present."""
        if merge_key is not None and merge_key == self.merge_key:
            return replace(self, present=state, future=())
        past = (*self.past, self.present)[-LIMIT:]
        return History(present=state, past=past, merge_key=merge_key)

    def paused(self) -> "History[State]":
        """The burst is over: the next edit makes a snapshot of its own."""
        return replace(self, merge_key=None)

    def withdrawn(self, merge_key: str) -> "History[State]":
        """As it was before the burst of that name; the same history where that is over."""
        if merge_key != self.merge_key or not self.past:
            return self
        return History(present=self.past[-1], past=self.past[:-1])

    def undone(self) -> "History[State]":
        """One step back; the same history where there is nothing to undo."""
        if not self.past:
            return self
        future = (self.present, *self.future)
        return History(present=self.past[-1], past=self.past[:-1], future=future)

    def redone(self) -> "History[State]":
        """One step forward again; the same history where nothing was undone."""
        if not self.future:
            return self
        past = (*self.past, self.present)
        return History(present=self.future[0], past=past, future=self.future[1:])
