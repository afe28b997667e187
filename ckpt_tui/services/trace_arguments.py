"""Traces named on a command line."""

from collections.abc import Sequence

from ckpt_tui.ports import Sample, SampleList
from ckpt_tui.services.workbench import Workbench


def named_traces(workbench: Workbench, patterns: Sequence[str]) -> SampleList:
    """The runs that globs, folders or `path#run` name, without repeats.

    Raises TraceError for a pattern without a match and for a path that no reader knows.
    """
    samples: dict[str, Sample] = {}
    skipped: dict[str, None] = {}
    for pattern in patterns:
        found = workbench.library.find(pattern)
        samples |= {sample.ref.name: sample for sample in found.samples}
        skipped |= dict.fromkeys(found.skipped)
    return SampleList(samples=tuple(samples.values()), skipped=tuple(skipped))
