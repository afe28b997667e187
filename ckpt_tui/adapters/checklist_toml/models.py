"""The tables of the file as pydantic models: what a key may hold, and what it is for."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StrictStr,
    WithJsonSchema,
)

from ckpt_tui.adapters.checklist_toml import words


class Table(BaseModel):
    """A table of the file: nothing is converted, no key is made up."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


def _number(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value


Number: TypeAlias = Annotated[float, BeforeValidator(_number), Field(allow_inf_nan=False)]
Identifier: TypeAlias = Annotated[
    StrictStr,
    AfterValidator(words.identifier),
    Field(json_schema_extra={"pattern": words.ID_PATTERN}),
]
TaskId: TypeAlias = Annotated[
    StrictStr,
    AfterValidator(words.task_id),
    Field(json_schema_extra={"pattern": words.ID_PATTERN}),
]
Stage: TypeAlias = Annotated[
    StrictStr,
    AfterValidator(words.stage),
    Field(json_schema_extra={"pattern": words.STAGE_PATTERN}),
]
InnerPath: TypeAlias = Annotated[StrictStr, AfterValidator(words.inner_path)]
WatchGlob: TypeAlias = Annotated[StrictStr, AfterValidator(words.watch_glob)]
Folder: TypeAlias = Annotated[StrictStr, AfterValidator(words.folder)]
Said: TypeAlias = Annotated[StrictStr, AfterValidator(words.said)]
Points: TypeAlias = Annotated[
    Fraction,
    PlainValidator(words.points),
    WithJsonSchema({"type": "number", "minimum": 0}),
]
Share: TypeAlias = Annotated[
    Fraction,
    PlainValidator(words.share),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
]

# Stands for a reference to a definition of the whole schema, which pydantic does not know.
DEFINITION: Final = "definition"

# Each kind has its own model; the builder finds it by the kind and goes on from there.
CheckTable: TypeAlias = Annotated[dict[str, Any], WithJsonSchema({DEFINITION: "check"})]


class ClaimsTable(Table):
    """How claims of the final report are held against the trace: one of the two."""

    penalty: Share | None = Field(
        default=None, description="Share of the score that a contradicted report costs, once."
    )
    off: Said | None = Field(
        default=None, description="Why claims are not held against the trace; printed with scores."
    )


class BarTable(Table):
    """What a run must reach to pass the gate: one of the two."""

    strict: Literal[True] | None = Field(
        default=None, description="Every milestone met and no critical checkpoint failed."
    )
    min_score: Share | None = Field(default=None, description="A score of at least this.")


class ScoringTable(Table):
    """The rules of the score."""

    gate: Literal["linear", "requires", "none"] = Field(
        default="linear",
        description="Which earlier milestones a milestone's credit needs: all of them, those it "
        "names in `requires`, or none.",
    )
    claims: ClaimsTable | None = Field(
        default=None, description="What a contradicted report costs."
    )
    bar: BarTable | None = Field(default=None, description="What a run must reach to pass.")


class EnvironmentTable(Table):
    """Where the task's own files lie."""

    root: InnerPath | None = Field(
        default=None, description="Folder of the task's files, relative to the checklist's folder."
    )
    watch: list[WatchGlob] = Field(
        default_factory=list[str],
        description="Globs, relative to `root`, of the files whose change makes checks stale.",
    )


class CheckpointTable(Table):
    """One graded step of the task."""

    id: Identifier = Field(description="Names the checkpoint; unique, never used again.")
    title: StrictStr = Field(description="What is met, in one line.")
    stage: Stage | None = Field(
        default=None, description="Word of the vocabulary that tasks share, such as `reproduce`."
    )
    points: Points | None = Field(
        default=None, description="Weight in the score; 1 for a milestone, 0 for an invariant."
    )
    role: Literal["milestone", "invariant"] | None = Field(
        default=None,
        description="A milestone stands in the gate and carries points, an invariant outside it "
        "and carries none. By default the kind of check decides.",
    )
    critical: bool = Field(default=False, description="Whether a failure takes the whole score.")
    enabled: bool = Field(default=True, description="False keeps the checkpoint without using it.")
    requires: list[Identifier] | None = Field(
        default=None,
        description='Milestones that must be met first, under `gate = "requires"`.',
    )
    pins: list[Said] = Field(
        default_factory=list[str],
        description="Parts of the environment it depends on beyond those its check names.",
    )
    note: StrictStr = Field(default="", description="For the people who keep the list.")
    check: CheckTable = Field(description="How it is decided.")


class TopTable(Table):
    """A task's checklist, all but its checkpoints."""

    format: Literal[1] = Field(description="Version of this format.")
    task: TaskId = Field(description="Id of the task.")
    title: StrictStr = Field(default="", description="What the task is, in one line.")
    instructions: InnerPath | None = Field(
        default=None, description="File with the task's text, relative to the checklist's folder."
    )
    workdir: list[Folder] = Field(
        default_factory=list[str],
        description="Folders that are stripped from the front of recorded paths.",
    )
    scoring: ScoringTable = Field(
        default_factory=ScoringTable, description="The rules of the score."
    )
    environment: EnvironmentTable = Field(
        default_factory=EnvironmentTable, description="Where the task's own files lie."
    )
    meta: dict[str, Any] = Field(default_factory=dict[str, Any], description="Free, for people.")
