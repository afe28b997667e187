"""Work in forked processes: the like of many things at once, or one thing with an end in time."""

import gc
import os
import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, DefaultSelector
from typing import BinaryIO, Final, TypeVar

from ckpt_tui.adapters.forked import Forked, can_fork, forked

Made = TypeVar("Made")

# A process is forked in a few milliseconds; so many things take longer, whatever they are.
_WORTH_A_PROCESS: Final = 16
# So many new values bring a sweep: five times as many hold twice the memory and save no time.
_BETWEEN_SWEEPS: Final = 2_000
# Long enough that asking costs nothing, short enough that all end at about the same time.
_AT_ONCE: Final = 8


def in_order(make: Callable[[int], Made], count: int, /) -> Iterator[Made]:
    """`make(0)`, `make(1)`, …; implements `process_ports.Spread`."""
    number = min(_processors(), count // _WORTH_A_PROCESS)
    if number < 2 or not can_fork() or threading.active_count() > 1:  # noqa: PLR2004 (one alone)
        yield from map(make, range(count))
        return
    parts = [range(first, min(first + _AT_ONCE, count)) for first in range(0, count, _AT_ONCE)]
    workers: list[Forked] = []
    try:
        # Where the machine gives no more of them, those that there are do it, or this one.
        with suppress(OSError):
            for _ in range(number):
                workers.append(forked(partial(_serve, make, parts), workers))
        answers: Iterator[list[Made] | None] = _answers(workers, len(parts))
        for part, made in zip(parts, answers, strict=True):
            # What went wrong over there is done here, where it can be told of.
            yield from map(make, part) if made is None else made
    finally:
        for worker in workers:
            worker.end()


def within(make: Callable[[], Made], seconds: float, /) -> Made | None:
    """What `make` returns, unless it takes longer; implements `process_ports.Within`."""
    if not can_fork() or threading.active_count() > 1:
        return make()
    worker = None
    try:
        worker = forked(partial(_answer, make))
        with DefaultSelector() as selector:
            selector.register(worker.answers, EVENT_READ)
            is_made = bool(selector.select(seconds))
        made: Made | None = pickle.load(worker.answers) if is_made else None  # noqa: S301 (our own)
    except (EOFError, OSError, pickle.UnpicklingError):
        return None
    else:
        return made
    finally:
        if worker is not None:
            worker.end()


def _answer(make: Callable[[], object], questions: BinaryIO, answers: BinaryIO) -> None:
    del questions
    pickle.dump(make(), answers)
    answers.flush()


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _answers(workers: Sequence[Forked], count: int) -> Iterator[list[Made] | None]:
    """What the parts became, in order; None for one that failed."""
    waiting = iter(range(count))
    found: dict[int, list[Made] | None] = {}
    under_way: dict[Forked, int] = {}
    with DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.answers, EVENT_READ, worker)
            _ask(worker, waiting, under_way)
        for part in range(count):
            while part not in found and under_way:
                for key, _ in selector.select():
                    worker: Forked = key.data
                    try:
                        made: list[Made] | None = pickle.load(worker.answers)  # noqa: S301 (ours)
                    except (EOFError, OSError, pickle.UnpicklingError):
                        selector.unregister(worker.answers)
                        found[under_way.pop(worker)] = None
                        continue
                    found[under_way.pop(worker)] = made
                    _ask(worker, waiting, under_way)
            yield found.pop(part, None)


def _ask(worker: Forked, waiting: Iterator[int], under_way: dict[Forked, int]) -> None:
    part = next(waiting, None)
    if part is not None:
        under_way[worker] = part
        with suppress(OSError):
            pickle.dump(part, worker.ask)
            worker.ask.flush()


def _serve(
    make: Callable[[int], object],
    parts: Sequence[range],
    questions: BinaryIO,
    answers: BinaryIO,
) -> None:
    """Answer until the parent is gone."""
    # What was there before stays: to look at it would copy it.
    gc.freeze()
    # A recording that waits for a sweep is held whole, and each worker holds its own.
    gc.set_threshold(_BETWEEN_SWEEPS)
    with suppress(EOFError):
        while True:
            part: int = pickle.load(questions)  # noqa: S301 (the parent wrote it)
            made = None
            with suppress(Exception):
                made = [make(number) for number in parts[part]]
            pickle.dump(made, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
