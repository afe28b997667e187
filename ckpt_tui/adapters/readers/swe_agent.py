"""Trajectories of SWE-agent, every era.

https://swe-agent.com/latest/usage/trajectories/
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.documents import Record, read_record
from ckpt_tui.adapters.readers.lazy_steps import LazySteps
from ckpt_tui.adapters.readers.submissions import environment_of
from ckpt_tui.adapters.readers.swe_agent_demo import demo_trace
from ckpt_tui.adapters.readers.swe_agent_steps import (
    AGENT,
    ENTRY_KEYS,
    HISTORY_KEYS,
    EntryDraft,
    MessageDraft,
    entry_drafts,
    is_demo,
    leading,
    unpacked,
)
from ckpt_tui.adapters.readers.swe_bench import instance_of, outcome_beside
from ckpt_tui.core.trace import (
    Gap,
    GapKind,
    Report,
    RunRef,
    RunStatus,
    StepKind,
    Trace,
    Usage,
)
from ckpt_tui.ports import Peeked, SourceKind

_FORMAT: Final = "swe-agent"
_DEMO_KEYS: Final = frozenset({"history", "environment", "info", "replay_config"})
_SUBMITTED: Final = "submitted"
_STATUSES: Final = {
    "exit_cost": RunStatus.LIMIT,
    "exit_context": RunStatus.LIMIT,
    "exit_total_execution_time": RunStatus.TIMEOUT,
    "exit_command_timeout": RunStatus.TIMEOUT,
    "exit_format": RunStatus.AGENT_ERROR,
    "exit_forfeit": RunStatus.COMPLETED,
    "exit_error": RunStatus.INFRA_ERROR,
    "exit_api": RunStatus.INFRA_ERROR,
    "exit_environment_error": RunStatus.INFRA_ERROR,
    _SUBMITTED: RunStatus.COMPLETED,
}


class SweAgentReader:
    """Reads `*.traj`; a step's native number is its index in the trajectory."""

    @property
    def format(self) -> str:
        return _FORMAT

    def scan(self, found: Peeked) -> Iterator[RunRef] | None:
        """The one run there; None where it is not of this format."""
        if found.kind is not SourceKind.OBJECT or not (_is_run(found) or _is_demo(found)):
            return None
        task = instance_of(found.path)
        return iter((RunRef(path=str(found.path), format=_FORMAT, task_id=task, agent=AGENT),))

    def load(self, path: Path, run: str | None) -> Trace:
        """Load the run; raises TraceError where the file cannot be read."""
        del run
        document, is_cut = read_record(path)
        history, is_history_cut = document.records("history", HISTORY_KEYS)
        if "trajectory" not in document.members:
            return demo_trace(_FORMAT, instance_of(path), history, is_cut=is_cut)
        entries, is_list_cut = document.records("trajectory", ENTRY_KEYS)
        return _Run(
            path=path,
            document=document,
            lead=tuple(leading(history)),
            entries=entry_drafts(entries, history),
            demos=sum(map(is_demo, history)),
            is_cut=is_cut or is_list_cut or is_history_cut,
        ).trace()


def _is_run(found: Peeked) -> bool:
    entries = found.lists.get("trajectory")
    if entries is None:
        return False
    if not entries:
        return "info" in found.keys and "history" in found.keys
    first = entries[0]
    return isinstance(first, Mapping) and "action" in first and "observation" in first


def _is_demo(found: Peeked) -> bool:
    is_traj = found.path.suffix == ".traj" and _DEMO_KEYS.issuperset(found.keys)
    return is_traj and "history" in found.lists


class _Run(Struct, frozen=True, kw_only=True, eq=False):
    """A trajectory, taken apart.

    Attributes:
        lead: the messages before the first entry.
        demos: how many messages of the history are of a demonstration.
    """

    path: Path
    document: Record
    lead: tuple[MessageDraft, ...]
    entries: tuple[EntryDraft, ...]
    demos: int
    is_cut: bool

    def trace(self) -> Trace:
        info = self.document.record("info")
        exit_status = info.text("exit_status")
        is_submitted = exit_status.startswith(_SUBMITTED)
        instance = instance_of(self.path)
        status = _status(exit_status)
        return Trace(
            format=_FORMAT,
            task_id=instance,
            agent=AGENT,
            agent_version=info.text("swe_agent_version") or None,
            model=self._model(),
            steps=LazySteps((*self.lead, *self.entries)),
            report=self._report() if exit_status == _SUBMITTED else None,
            status=status,
            submitted=is_submitted if exit_status else None,
            outcome=outcome_beside(self.path, instance),
            environment=environment_of(info.value("submission")),
            gaps=self._gaps(exit_status),
            usage=_usage(info.record("model_stats")),
            warnings=tuple(self._warnings()),
        )

    def _model(self) -> str | None:
        config = unpacked(self.document.value("replay_config"))
        return config.record("agent").record("model").text("name") or None

    def _report(self) -> Report | None:
        """What the agent said when it handed in its work."""
        own = [entry for entry in self.entries if entry.kind is StepKind.AGENT]
        if not own or not own[-1].message.strip():
            return None
        return Report(step=len(self.lead) + own[-1].native, text=own[-1].message)

    def _gaps(self, exit_status: str) -> tuple[Gap, ...]:
        if exit_status and not self.is_cut:
            return ()
        last = max(len(self.lead) + len(self.entries) - 1, 0)
        detail = "the file is cut off" if self.is_cut else "the run has no recorded end"
        return (Gap(kind=GapKind.CUT_OFF, first=last, last=None, detail=detail),)

    def _warnings(self) -> Iterator[str]:
        if self.demos:
            yield f"messages of a demonstration, not part of the run: {self.demos}"
        attempts, _ = self.document.records("attempts", frozenset())
        if attempts:
            yield f"attempts beside the chosen one, not shown: {len(attempts)}"
        damaged = sum(not entry.entry.members for entry in self.entries)
        if damaged:
            yield f"entries that cannot be read as such: {damaged}"
        if self.is_cut:
            yield "the file is cut off; what stands before the cut was read"


def _status(exit_status: str) -> RunStatus:
    # "submitted (exit_cost)": the scaffold handed in what there was when it stopped the run
    inside = exit_status.partition("(")[2].rstrip(")")
    return _STATUSES.get(inside or exit_status, RunStatus.UNKNOWN)


def _usage(stats: Record) -> Usage:
    sent, received = stats.count("tokens_sent"), stats.count("tokens_received")
    if not sent and not received:
        # a replayed or human model counts nothing
        return Usage()
    return Usage(input=sent, output=received, dollars=stats.number("instance_cost"))
