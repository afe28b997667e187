"""The steps of an ATIF trajectory: bytes until they are looked at, columns made on first use."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

import msgspec

from ckpt_tui.adapters.readers.atif_records import NumberRecord, StepRecord, StepSource, decoded
from ckpt_tui.adapters.readers.atif_step import StepMaker, native_of
from ckpt_tui.adapters.readers.atif_tables import StepTables, step_tables
from ckpt_tui.core.text import TextColumn
from ckpt_tui.core.trace import CallTable, Field, Step, StepKind

_KEPT_STEPS: Final = 1024
_RECORD: Final = msgspec.json.Decoder(StepRecord)
_NUMBER: Final = msgspec.json.Decoder(NumberRecord)


class AtifSteps:
    """Steps over undecoded records; safe to read from several threads."""

    def __init__(self, sources: Sequence[StepSource], maker: StepMaker) -> None:
        self._sources = sources
        self._maker = maker
        self._lock = Lock()
        self._made_tables: StepTables | None = None
        self._step = lru_cache(maxsize=_KEPT_STEPS)(self._made)
        self._native = lru_cache(maxsize=_KEPT_STEPS)(self._native_of)

    def __len__(self) -> int:
        return len(self._sources)

    def __getitem__(self, index: int, /) -> Step:
        return self._step(range(len(self._sources))[index])

    def native(self, index: int, /) -> int | str:
        return self._native(range(len(self._sources))[index])

    @property
    def kinds(self) -> Sequence[StepKind]:
        return self._tables.kinds

    @property
    def actors(self) -> Sequence[str]:
        return self._tables.actors

    @property
    def copied(self) -> frozenset[int]:
        return self._tables.copied

    @property
    def calls(self) -> CallTable:
        return self._tables.table

    def column(self, field: Field) -> TextColumn:
        return self._tables.columns[field]

    def record(self, index: int) -> StepRecord:
        """The record behind a step."""
        return decoded(self._sources[index], _RECORD)

    def _made(self, index: int) -> Step:
        return self._maker.step(index, self.record(index))

    def _native_of(self, index: int) -> int | str:
        return native_of(decoded(self._sources[index], _NUMBER).step_id, index)

    @property
    def _tables(self) -> StepTables:
        if self._made_tables is None:
            with self._lock:
                if self._made_tables is None:
                    self._made_tables = step_tables(self._sources, self._maker)
        return self._made_tables
