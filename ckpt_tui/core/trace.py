"""One recorded run: its steps, and what is known of how it ended."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol, TypeAlias

from msgspec import Struct

from ckpt_tui.core.breakdown import Breakdown
from ckpt_tui.core.text import TextColumn

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


class ToolClass(StrEnum):
    """What a tool does, whatever its scaffold calls it; set by the reader."""

    SHELL = "shell"
    READ = "read"
    EDIT = "edit"
    SEARCH = "search"
    BROWSER = "browser"
    MESSAGE = "message"
    SUBMIT = "submit"
    OTHER = "other"


class StepKind(StrEnum):
    """Who a step comes from.

    `environment` is an observation that no call asked for; `meta` is a record about the run
    itself (context summary, mode change, unknown record type), kept so that nothing is hidden.
    """

    SYSTEM = "system"
    USER = "user"
    AGENT = "agent"
    ENVIRONMENT = "environment"
    META = "meta"


class RunStatus(StrEnum):
    """How the run ended; independent of whether it was submitted and of whether it passed."""

    COMPLETED = "completed"
    AGENT_ERROR = "agent_error"
    TIMEOUT = "timeout"
    LIMIT = "limit"
    CANCELLED = "cancelled"
    INFRA_ERROR = "infra_error"
    UNKNOWN = "unknown"


class Change(StrEnum):
    """What happened to a file."""

    CREATE = "create"
    EDIT = "edit"
    DELETE = "delete"


class Field(StrEnum):
    """The fields that are searched as joined buffers.

    Rows of `message` and `reasoning` are steps; rows of `arguments` and `result` are calls, in
    the order of `CallTable`.
    """

    MESSAGE = "message"
    REASONING = "reasoning"
    ARGUMENTS = "arguments"
    RESULT = "result"


class FileEdit(Struct, frozen=True, kw_only=True):
    """One change of one file that an edit tool's arguments spell out.

    Attributes:
        path: as recorded, the working folder not stripped.
        change: None where the recording does not say whether the file existed before.
        removed: lines taken away, in order, without line ends; empty where not spelled out.
        added: lines put in, in order, without line ends; empty where not spelled out.
    """

    path: str
    change: Change | None
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


class ToolResult(Struct, frozen=True, kw_only=True):
    """What came back from a call.

    Attributes:
        text: the output as recorded, wrapping templates of the scaffold taken off.
        is_error: the recording's own mark, or None where it carries none.
        exit_code: of a shell command, where recorded.
        is_truncated: the recording says that it cut the text.
    """

    text: str
    is_error: bool | None = None
    exit_code: int | None = None
    is_truncated: bool = False


class ToolCall(Struct, frozen=True, kw_only=True):
    """One call of a tool, with its result.

    Attributes:
        id: the recording's own, or None for text agents.
        name: the tool's name as recorded; never empty.
        arguments: parsed; under the single path "" where they could not be parsed.
        arguments_text: compact JSON of the arguments, or the text that could not be parsed.
            Spans of the part `calls[n].arguments` count in it.
        command_line: what a shell call runs; None for every other class.
        edits: what an edit call changes.
        result: None where the run ended before an answer was recorded.
    """

    id: str | None
    name: str
    tool_class: ToolClass
    arguments: Mapping[str, Json]
    arguments_text: str
    command_line: str | None = None
    edits: tuple[FileEdit, ...] = ()
    result: ToolResult | None = None


class Usage(Struct, frozen=True, kw_only=True):
    """Tokens and money; None where not recorded. `input` includes what came from a cache."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    dollars: float | None = None


class Step(Struct, frozen=True, kw_only=True):
    """One model inference with its calls and their results, or one message from elsewhere.

    Attributes:
        index: 0-based position in the trace.
        native: the recording's own number or id of the record it begins with.
        actor: persona of the speaker; the agent's name where only one speaks.
        message: visible text.
        reasoning: hidden reasoning, parts joined by a blank line.
        time: seconds since the epoch, or None.
        is_copied: repeated from an earlier context, not something that happened here.
    """

    index: int
    native: int | str
    kind: StepKind
    actor: str
    message: str = ""
    reasoning: str = ""
    calls: tuple[ToolCall, ...] = ()
    time: float | None = None
    model: str | None = None
    usage: Usage | None = None
    is_copied: bool = False


class CallTable(Struct, frozen=True, kw_only=True, eq=False):
    """What a search must know of every call, without decoding its step.

    Columns have one entry a call, in the order of the trace.

    Attributes:
        steps: index of the step.
        numbers: position among the calls of its step.
        names: the tool's name.
        classes: the tool's class.
        answered: whether a result was recorded.
        errors: the result's own error mark, None where it carries none.
        exit_codes: the result's exit code, None where not recorded.
        truncated: whether the recording says that it cut the result.
        line: gives a row's `ToolCall.command_line`, without its step.
        edits: gives a row's `ToolCall.edits`, without its step.
    """

    steps: Sequence[int]
    numbers: Sequence[int]
    names: Sequence[str]
    classes: Sequence[ToolClass]
    answered: Sequence[bool]
    errors: Sequence[bool | None]
    exit_codes: Sequence[int | None]
    truncated: Sequence[bool]
    line: Callable[[int], str | None]
    edits: Callable[[int], tuple[FileEdit, ...]]

    def __len__(self) -> int:
        return len(self.steps)


class Steps(Protocol):
    """The steps of a trace, decoded when looked at; safe to read from several threads."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Step:
        """The step at a 0-based index; raises IndexError past the end."""
        ...

    def native(self, index: int, /) -> int | str:
        """A step's `Step.native`, without the step."""
        ...

    @property
    def kinds(self) -> Sequence[StepKind]:
        """The kind of every step."""
        ...

    @property
    def actors(self) -> Sequence[str]:
        """The actor of every step."""
        ...

    @property
    def copied(self) -> frozenset[int]:
        """Indexes of the steps that an earlier context already showed (`Step.is_copied`)."""
        ...

    @property
    def calls(self) -> CallTable:
        """Every call, made on first use and kept."""
        ...

    def column(self, field: Field) -> TextColumn:
        """One field over the whole trace, made on first use and kept."""
        ...


class Report(Struct, frozen=True, kw_only=True):
    """The final report: what the agent told the user last.

    Attributes:
        step: index of the step that carries it.
        text: the report; spans of the part `report` count in it.
    """

    step: int
    text: str


class Outcome(Struct, frozen=True, kw_only=True):
    """The official verifier's word; never part of our score.

    Attributes:
        passed: None where nothing graded the run, or its grade is invalid.
        value: the recorded number; None where there is none or several.
        values: every recorded number by its name.
        breakdown: its single tests; None where nothing was recorded of them.
        reason: why the outcome is unknown or invalid, empty otherwise.
    """

    passed: bool | None = None
    value: float | None = None
    values: tuple[tuple[str, float], ...] = ()
    breakdown: Breakdown | None = None
    reason: str = ""


class GapKind(StrEnum):
    """What is known to be missing from a recording."""

    SUBAGENT = "subagent"
    CONTEXT = "context"
    CUT_OFF = "cut_off"
    RECORD = "record"


class Gap(Struct, frozen=True, kw_only=True):
    """Something known to be missing between two steps.

    Attributes:
        first: index of the first step it touches.
        last: index of the last step it touches; None for everything after the recording's end.
        detail: one sentence for the user.
    """

    kind: GapKind
    first: int
    last: int | None
    detail: str


class FinalEnvironment(Protocol):
    """The files as the run left them, as far as they were recorded.

    Paths are POSIX, relative to the working folder. Reads are pure in effect: content is fixed
    by `digest`.
    """

    @property
    def digest(self) -> str:
        """Name of the content: `sha256:` and 64 hex digits."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether a path that is not listed was truly absent."""
        ...

    @property
    def paths(self) -> Sequence[str]:
        """The files whose final state is known, sorted."""
        ...

    @property
    def changes(self) -> Mapping[str, Change] | None:
        """The net change of every changed file; None where that cannot be told."""
        ...

    @property
    def patch(self) -> str:
        """The net change as a unified diff; empty where none was recorded."""
        ...

    def read(self, path: str) -> bytes | None:
        """The content of a file; None where it was not recorded or does not exist."""
        ...

    def read_initial(self, path: str) -> bytes | None:
        """The content of a file as the run found it; None where not known or not there."""
        ...

    def listed_sha256(self, path: str) -> str | None:
        """The digest, 64 hex digits, of a file that is known by its digest alone; else None."""
        ...


class Trace(Struct, frozen=True, kw_only=True, eq=False):
    """One recorded run, read by a reader; compared by identity, named by `digest.trace_digest`.

    Attributes:
        format: name of the reader: `atif`, `harbor-trial`, `swe-agent`, `mini-swe-agent`, `chat`.
        format_version: as the recording says, or None.
        task_id: the task as the recording names it, or None.
        submitted: whether the agent handed in its work; None where not recorded.
        report: None when the run stopped before it reported.
        declared_tools: names of the tools the agent was given; None where not recorded.
        usage: totals of the run.
        seconds: duration of the run, or None.
        warnings: oddities of the recording, one sentence each.
    """

    format: str
    format_version: str | None = None
    task_id: str | None = None
    agent: str | None = None
    agent_version: str | None = None
    model: str | None = None
    steps: Steps
    report: Report | None = None
    status: RunStatus = RunStatus.UNKNOWN
    submitted: bool | None = None
    outcome: Outcome = Outcome()
    environment: FinalEnvironment | None = None
    declared_tools: frozenset[str] | None = None
    gaps: tuple[Gap, ...] = ()
    usage: Usage = Usage()
    seconds: float | None = None
    warnings: tuple[str, ...] = ()


class RunRef(Struct, frozen=True, kw_only=True):
    """One run found in something the user opened, without its steps.

    Attributes:
        path: of the file or folder, as the user would write it.
        run: the run's id inside the file; None for one-run files. `path#run` names it whole.
        steps: how many, where the format tells cheaply.
    """

    path: str
    run: str | None = None
    format: str
    task_id: str | None = None
    agent: str | None = None
    trial: int | None = None
    steps: int | None = None

    @property
    def name(self) -> str:
        """`path` or `path#run`."""
        return self.path if self.run is None else f"{self.path}#{self.run}"
