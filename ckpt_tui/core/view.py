"""A trace as one checklist sees it: its working folders stripped from paths, derived facts kept."""

from dataclasses import dataclass

from ckpt_tui.core.trace import Trace


@dataclass(frozen=True, kw_only=True, eq=False)
class TraceView:
    """What checks are given.

    Attributes:
        workdir: folders stripped from the front of recorded paths, longest first.
    """

    trace: Trace
    workdir: tuple[str, ...] = ()
