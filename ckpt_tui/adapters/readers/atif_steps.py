"""The steps of an ATIF trajectory: bytes until they are looked at, columns made on first use."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

import msgspec

from ckpt_tui.adapters.readers.atif_records import StepRecord, StepSource, decoded
from ckpt_tui.adapters.readers.atif_step import StepMaker
from ckpt_tui.adapters.readers.atif_tables import StepCalls, StepTexts, step_calls, step_texts
from ckpt_tui.core.text import TextColumn
from ckpt_tui.core.trace import CallTable, Field, Step, StepKind

_KEPT_STEPS: Final = 1024
_RECORD: Final = msgspec.json.Decoder(StepRecord)


class AtifSteps:
    """Steps over undecoded records; safe to read from several threads."""

    def __init__(self, sources: Sequence[StepSource], maker: StepMaker) -> None:
        self._sources = sources
        self._maker = maker
        self._lock = Lock()
        self._texts: StepTexts | None = None
        self._calls: StepCalls | None = None
        self._step = lru_cache(maxsize=_KEPT_STEPS)(self._made)

    def __len__(self) -> int:
        return len(self._sources)

    def __getitem__(self, index: int, /) -> Step:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._step(index % len(self))

    @property
    def kinds(self) -> Sequence[StepKind]:
        return self._with_calls().kinds

    @property
    def actors(self) -> Sequence[str]:
        return self._with_calls().actors

    @property
    def copied(self) -> frozenset[int]:
        return self._with_calls().copied

    @property
    def calls(self) -> CallTable:
        return self._with_calls().table

    def column(self, field: Field) -> TextColumn:
        match field:
            case Field.MESSAGE:
                return self._with_texts().messages
            case Field.REASONING:
                return self._with_texts().reasonings
            case Field.ARGUMENTS:
                return self._with_calls().arguments
            case Field.RESULT:
                return self._with_calls().results

    def record(self, index: int) -> StepRecord:
        """The record behind a step."""
        return decoded(self._sources[index], _RECORD)

    def _made(self, index: int) -> Step:
        return self._maker.step(index, self.record(index))

    def _with_texts(self) -> StepTexts:
        if self._texts is not None:
            return self._texts
        with self._lock:
            if self._texts is None:
                self._texts = step_texts(self._sources)
            return self._texts

    def _with_calls(self) -> StepCalls:
        if self._calls is not None:
            return self._calls
        with self._lock:
            if self._calls is None:
                self._calls = step_calls(self._sources, self._maker)
            return self._calls
