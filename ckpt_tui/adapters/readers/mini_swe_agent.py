"""Trajectories of mini-swe-agent: v1 (actions in the text), v2 (tool calls), and before.

https://mini-swe-agent.com/latest/usage/output_files/
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.readers.documents import NotAnObjectError, Record, read_record, read_records
from ckpt_tui.adapters.readers.lazy_steps import LazySteps
from ckpt_tui.adapters.readers.mini_swe_messages import (
    MESSAGE_KEYS,
    SUBMITTED,
    Messages,
    is_text_action,
)
from ckpt_tui.adapters.readers.submissions import environment_of
from ckpt_tui.adapters.readers.swe_bench import instance_of, outcome_beside
from ckpt_tui.adapters.readers.usages import total
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

_FORMAT: Final = "mini-swe-agent"
_STATUSES: Final = {
    SUBMITTED: RunStatus.COMPLETED,
    "LimitsExceeded": RunStatus.LIMIT,
    "ContextWindowExceededError": RunStatus.LIMIT,
    "TimeExceeded": RunStatus.TIMEOUT,
    "Timeout": RunStatus.TIMEOUT,
    "UserInterruption": RunStatus.CANCELLED,
    "KeyboardInterrupt": RunStatus.CANCELLED,
    "FormatError": RunStatus.AGENT_ERROR,
    "RepeatedFormatError": RunStatus.AGENT_ERROR,
}


class MiniSweAgentReader:
    """Reads `*.traj.json` of mini-swe-agent, and its messages alone where only they were kept."""

    @property
    def format(self) -> str:
        return _FORMAT

    def scan(self, found: Peeked) -> Iterator[RunRef] | None:
        """The one run there; None where it is not of this format."""
        if not _is_known(found):
            return None
        instance = found.values.get("instance_id")
        task = instance if isinstance(instance, str) else _task_of(found.path)
        return iter((RunRef(path=str(found.path), format=_FORMAT, task_id=task, agent=_FORMAT),))

    def load(self, path: Path, run: str | None) -> Trace:
        """Load the run; raises TraceError where the file cannot be read."""
        del run
        return _read(path).trace()


def _is_known(found: Peeked) -> bool:
    if found.kind is SourceKind.ARRAY:
        return is_text_action(found.elements)
    if found.kind is not SourceKind.OBJECT or "messages" not in found.lists:
        return False
    version = found.values.get("trajectory_format")
    if isinstance(version, str):
        return version.startswith(_FORMAT)
    info = found.values.get("info")
    return isinstance(info, Mapping) and ("exit_status" in info or "mini_version" in info)


def _task_of(path: Path) -> str | None:
    return instance_of(path) if path.name.endswith(".traj.json") else None


def _read(path: Path) -> "_Run":
    try:
        document, is_cut = read_record(path)
    except NotAnObjectError:
        records, is_cut = read_records(path, MESSAGE_KEYS)
        return _Run(path=path, document=Record({}), messages=Messages.of(records), is_cut=is_cut)
    records, is_list_cut = document.records("messages", MESSAGE_KEYS)
    return _Run(
        path=path,
        document=document,
        messages=Messages.of(records),
        is_cut=is_cut or is_list_cut,
    )


class _Run(Struct, frozen=True, kw_only=True, eq=False):
    """A trajectory, taken apart."""

    path: Path
    document: Record
    messages: Messages
    is_cut: bool

    def trace(self) -> Trace:
        info = self.document.record("info")
        exit_status = info.text("exit_status") or self.messages.ending
        task = self.document.text("instance_id") or _task_of(self.path)
        return Trace(
            format=_FORMAT,
            format_version=self.document.text("trajectory_format") or None,
            task_id=task,
            agent=_FORMAT,
            agent_version=info.text("mini_version") or None,
            model=self.messages.model or _model(info),
            steps=LazySteps(self.messages.drafts),
            report=self._report(exit_status),
            status=_status(exit_status),
            submitted=exit_status == SUBMITTED if exit_status else None,
            outcome=outcome_beside(self.path, task or instance_of(self.path)),
            environment=environment_of(info.value("submission")),
            declared_tools=frozenset({"bash"}),
            gaps=(*self.messages.gaps, *self._gaps(exit_status)),
            usage=_usage(info, self.messages),
            seconds=self.messages.seconds,
            warnings=(*self.messages.warnings, *self._warnings()),
        )

    def _report(self, exit_status: str) -> Report | None:
        """The last words of a run that came to its own end."""
        last = self._last
        is_over = exit_status == SUBMITTED or (not exit_status and self._ends_in_words)
        if last is None or self.is_cut or not is_over:
            return None
        text = self.messages.drafts[last].turn.text
        return Report(step=last, text=text) if text.strip() else None

    @property
    def _last(self) -> int | None:
        """Index of the agent's last step."""
        drafts = self.messages.drafts
        return max((n for n, one in enumerate(drafts) if one.kind is StepKind.AGENT), default=None)

    @property
    def _ends_in_words(self) -> bool:
        """Whether the agent speaks last, without an action."""
        drafts = self.messages.drafts
        if self._last is None or self._last != len(drafts) - 1:
            return False
        return not (drafts[-1].results or drafts[-1].observations)

    def _gaps(self, exit_status: str) -> tuple[Gap, ...]:
        if not self.is_cut and (exit_status or self._ends_in_words):
            return ()
        last = max(len(self.messages.drafts) - 1, 0)
        detail = "the file is cut off" if self.is_cut else "the run has no recorded end"
        return (Gap(kind=GapKind.CUT_OFF, first=last, last=None, detail=detail),)

    def _warnings(self) -> tuple[str, ...]:
        return ("the file is cut off; what stands before the cut was read",) if self.is_cut else ()


def _status(exit_status: str) -> RunStatus:
    if not exit_status:
        return RunStatus.UNKNOWN
    # every other word is the name of an exception of the model's API or of the sandbox
    return _STATUSES.get(exit_status, RunStatus.INFRA_ERROR)


def _model(info: Record) -> str | None:
    return info.record("config").record("model").text("model_name") or None


def _usage(info: Record, messages: Messages) -> Usage:
    summed = total(messages.usages)
    dollars = info.record("model_stats").number("instance_cost")
    return Usage(
        input=summed.input,
        output=summed.output,
        cached=summed.cached,
        dollars=summed.dollars if dollars is None else dollars,
    )
