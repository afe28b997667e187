"""Traces named on a command line."""

from collections.abc import Sequence

from ckpt_tui.ports import Sample
from ckpt_tui.services.workbench import Workbench


def named_traces(workbench: Workbench, patterns: Sequence[str]) -> tuple[Sample, ...]:
    """The runs that globs or `path#run` name, without repeats.

    Raises TraceError for a pattern without a match and for a path that no reader knows.
    """
    found: dict[str, Sample] = {}
    for pattern in patterns:
        for ref in workbench.library.find(pattern):
            found.setdefault(ref.name, Sample(ref=ref, label=ref.name))
    return tuple(found.values())
