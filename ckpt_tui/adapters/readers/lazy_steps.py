"""Steps that are built from a recording's records when they are looked at."""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.text import TextColumn
from ckpt_tui.core.trace import CallTable, Field, Step, StepKind


class Draft(Protocol):
    """What a step will be built from."""

    @property
    def kind(self) -> StepKind: ...

    @property
    def actor(self) -> str: ...

    def build(self, index: int, /) -> Step:
        """The step, at its place in the trace."""
        ...


class LazySteps:
    """Drafts as `Steps`; each step is built once, all of them when a column or call is asked for.

    No draft may be a copy of an earlier context.
    """

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._drafts = tuple(drafts)
        self._kinds = tuple(draft.kind for draft in self._drafts)
        self._actors = tuple(draft.actor for draft in self._drafts)
        self._built: dict[int, Step] = {}

    def __len__(self) -> int:
        return len(self._drafts)

    def __getitem__(self, index: int) -> Step:
        place = range(len(self._drafts))[index]
        found = self._built.get(place)
        if found is None:
            found = self._drafts[place].build(place)
            self._built[place] = found
        return found

    def native(self, index: int) -> int | str:
        return self[index].native

    @property
    def kinds(self) -> Sequence[StepKind]:
        return self._kinds

    @property
    def actors(self) -> Sequence[str]:
        return self._actors

    @property
    def copied(self) -> frozenset[int]:
        return frozenset()

    @property
    def calls(self) -> CallTable:
        return self._whole.calls

    def column(self, field: Field) -> TextColumn:
        return self._whole.column(field)

    @cached_property
    def _whole(self) -> ListSteps:
        return ListSteps(self[index] for index in range(len(self)))
