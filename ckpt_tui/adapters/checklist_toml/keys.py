"""What the tables of the file may hold, and what each key is for, as schemas of pydantic's core.

The core alone: loading pydantic's models and building them would take longer than everything else
between the first frame and the first verdict.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from pydantic_core import CoreSchema, SchemaValidator, core_schema
from pydantic_core.core_schema import TypedDictField

from ckpt_tui.adapters.checklist_toml import words

HELP: Final = "help"
"""Metadata: the sentence that describes a key or a table."""

JSON: Final = "json"
"""Metadata: what a value adds to its JSON Schema; all of it where only a function knows."""

DEFINITION: Final = "definition"
"""Stands there for a reference to a definition of the whole file, which pydantic cannot know."""

TEXT: Final = core_schema.str_schema(strict=True)
FLAG: Final = core_schema.bool_schema(strict=True)


class Keys:
    """The keys of a table: nothing is converted, no key is made up."""

    def __init__(
        self, summary: str, keys: Mapping[str, TypedDictField], *, name: str | None = None
    ) -> None:
        self.schema = core_schema.typed_dict_schema(
            dict(keys), strict=True, extra_behavior="forbid", ref=name, metadata={HELP: summary}
        )

    def values(self, table: object) -> dict[str, Any]:
        """The values of a table, defaults filled in; raises pydantic_core.ValidationError."""
        found: dict[str, Any] = self._validator.validate_python(table)
        return found

    @cached_property
    def _validator(self) -> SchemaValidator:
        return SchemaValidator(self.schema)


def required(schema: CoreSchema, summary: str) -> TypedDictField:
    """A key that must be there."""
    return core_schema.typed_dict_field(schema, metadata={HELP: summary})


def optional(schema: CoreSchema, summary: str, default: object = None) -> TypedDictField:
    """A key with the value that it has where it is left out."""
    schema = core_schema.with_default_schema(schema, default=default)
    return core_schema.typed_dict_field(schema, required=False, metadata={HELP: summary})


def made(schema: CoreSchema, summary: str, make: Callable[[], object]) -> TypedDictField:
    """A key whose value is made, and validated, where it is left out."""
    schema = core_schema.with_default_schema(schema, default_factory=make, validate_default=True)
    return core_schema.typed_dict_field(schema, required=False, metadata={HELP: summary})


def checked(check: Callable[[str], object], **json: str) -> CoreSchema:
    """A text that a function takes; the function raises ValueError about any other."""
    return core_schema.no_info_after_validator_function(check, TEXT, metadata={JSON: json})


def list_of(schema: CoreSchema, *, at_least: int = 0) -> CoreSchema:
    """A list of so many values, or more."""
    return core_schema.list_schema(schema, strict=True, min_length=at_least or None)


def known_by(check: Callable[[object], object], **json: object) -> CoreSchema:
    """A value of which the function alone knows what it may be."""
    return core_schema.no_info_plain_validator_function(check, metadata={JSON: json})


def _number(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value


NUMBER: Final = core_schema.no_info_before_validator_function(
    _number, core_schema.float_schema(strict=True, allow_inf_nan=False)
)
IDENTIFIER: Final = checked(words.identifier, pattern=words.ID_PATTERN)
TASK_ID: Final = checked(words.task_id, pattern=words.ID_PATTERN)
WORD: Final = checked(words.word, pattern=words.WORD_PATTERN)
INNER_PATH: Final = checked(words.inner_path)
SAID: Final = checked(words.said)
POINTS: Final = known_by(words.points, type="number", minimum=0)
SHARE: Final = known_by(words.share, type="number", minimum=0, maximum=1)


def _any_table(**json: object) -> CoreSchema:
    anything = core_schema.any_schema()
    return core_schema.dict_schema(TEXT, anything, strict=True, metadata={JSON: json})


CHECK: Final = _any_table(**{DEFINITION: "check"})
"""Each kind has its own keys; the builder finds them by the kind and goes on from there."""

CLAIMS: Final = Keys(
    "How claims of the final report are held against the trace: one of the two.",
    {
        "penalty": optional(SHARE, "Share of the score that a contradicted report costs, once."),
        "off": optional(SAID, "Why claims are not held against the trace; printed with scores."),
    },
    name="ClaimsTable",
)

BAR: Final = Keys(
    "What a run must reach to pass the gate: one of the two.",
    {
        "strict": optional(
            core_schema.literal_schema([True]),
            "Every milestone met and no critical checkpoint failed.",
        ),
        "min_score": optional(SHARE, "A score of at least this."),
    },
    name="BarTable",
)

SCORING: Final = Keys(
    "The rules of the score.",
    {
        "gate": optional(
            core_schema.literal_schema(["linear", "requires", "none"]),
            "Which earlier milestones a milestone's credit needs: all of them, those it "
            "names in `requires`, or none.",
            "linear",
        ),
        "claims": optional(CLAIMS.schema, "What a contradicted report costs."),
        "bar": optional(BAR.schema, "What a run must reach to pass."),
    },
    name="ScoringTable",
)

ENVIRONMENT: Final = Keys(
    "Where the task's own files lie.",
    {
        "root": optional(
            INNER_PATH, "Folder of the task's files, relative to the checklist's folder."
        ),
        "watch": made(
            list_of(checked(words.watch_glob)),
            "Globs, relative to `root`, of the files whose change makes checks stale.",
            list[str],
        ),
    },
    name="EnvironmentTable",
)

CHECKPOINT: Final = Keys(
    "One graded step of the task.",
    {
        "id": required(IDENTIFIER, "Names the checkpoint; unique, never used again."),
        "was": made(
            list_of(IDENTIFIER), "Ids that it had in earlier versions, before a rename.", list[str]
        ),
        "title": required(TEXT, "What is met, in one line."),
        "stage": optional(WORD, "Word of the vocabulary that tasks share, such as `reproduce`."),
        "route": optional(
            WORD, "Alternative that it is part of; of all routes the best-scoring one counts."
        ),
        "points": optional(POINTS, "Weight in the score; 1 for a milestone, 0 for an invariant."),
        "role": optional(
            core_schema.literal_schema(["milestone", "invariant"]),
            "A milestone stands in the gate and carries points, an invariant outside it "
            "and carries none. By default the kind of check decides.",
        ),
        "critical": optional(FLAG, "Whether a failure takes the whole score.", default=False),
        "enabled": optional(FLAG, "False keeps the checkpoint without using it.", default=True),
        "requires": optional(
            list_of(IDENTIFIER),
            'Milestones that must be met first, under `gate = "requires"`.',
        ),
        "pins": made(
            list_of(SAID),
            "Parts of the environment it depends on beyond those its check names.",
            list[str],
        ),
        "note": optional(TEXT, "For the people who keep the list.", ""),
        "check": required(CHECK, "How it is decided."),
    },
)

_LET: Final = made(
    _any_table(type="object", additionalProperties={DEFINITION: "check"}),
    "Names of checks: { use = NAME } stands for what [let.NAME] says.",
    dict[str, object],
)

SHARED: Final = Keys(
    "A file of checkpoints that checklists include.",
    {
        "format": required(core_schema.literal_schema([1]), "Version of this format."),
        "title": optional(TEXT, "What its checkpoints are about.", ""),
        "let": _LET,
        "meta": made(_any_table(), "Free, for people.", dict[str, object]),
    },
    name="SharedFile",
)

TOP: Final = Keys(
    "A task's checklist, all but its checkpoints.",
    {
        "format": required(core_schema.literal_schema([1]), "Version of this format."),
        "task": required(TASK_ID, "Id of the task."),
        "title": optional(TEXT, "What the task is, in one line.", ""),
        "instructions": optional(
            INNER_PATH, "File with the task's text, relative to the checklist's folder."
        ),
        "workdir": made(
            list_of(checked(words.folder)),
            "Folders that are stripped from the front of recorded paths.",
            list[str],
        ),
        "retired": made(
            list_of(IDENTIFIER),
            "Ids of checkpoints that are gone; none is ever used again.",
            list[str],
        ),
        "scoring": made(SCORING.schema, "The rules of the score.", dict[str, object]),
        "environment": made(
            ENVIRONMENT.schema, "Where the task's own files lie.", dict[str, object]
        ),
        "include": made(
            list_of(INNER_PATH),
            "Files whose checkpoints come before the list's own, relative to its folder.",
            list[str],
        ),
        "let": _LET,
        "meta": made(_any_table(), "Free, for people.", dict[str, object]),
    },
)
