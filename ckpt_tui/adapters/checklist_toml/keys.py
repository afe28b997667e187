"""What the tables of the file may hold, and what each key is for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ckpt_tui.adapters.checklist_toml import words
from ckpt_tui.adapters.checklist_toml.fitting import fitted
from ckpt_tui.adapters.checklist_toml.problems import Problem
from ckpt_tui.adapters.checklist_toml.schemas import (
    FLAG,
    TEXT,
    any_table,
    checked,
    known_by,
    list_of,
    made,
    one_of,
    optional,
    required,
    table,
)

if TYPE_CHECKING:
    from pydantic_core.core_schema import TypedDictField

DEFINITION: Final = "definition"
"""Stands there for a reference to a definition of the whole file, which pydantic cannot know."""


class TableError(ValueError):
    """`problems` is everything that is wrong with a table, at paths from that table."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__()
        self.problems = problems


class Keys:
    """The keys of a table: nothing is converted, no key is made up."""

    def __init__(
        self, summary: str, keys: "Mapping[str, TypedDictField]", *, name: str | None = None
    ) -> None:
        self.schema = table(summary, keys, name)

    def values(self, table: object) -> dict[str, Any]:
        """The values of a table, defaults filled in; raises TableError."""
        try:
            return fitted(self.schema, table)
        except ValueError:
            # Loaded only where something is wrong.
            from ckpt_tui.adapters.checklist_toml.complaints import validated  # noqa: PLC0415

            found, problems = validated(self.schema, table)
        if problems:
            raise TableError(problems)
        return found


IDENTIFIER: Final = checked(words.identifier, pattern=words.ID_PATTERN)
TASK_ID: Final = checked(words.task_id, pattern=words.ID_PATTERN)
WORD: Final = checked(words.word, pattern=words.WORD_PATTERN)
INNER_PATH: Final = checked(words.inner_path)
SAID: Final = checked(words.said)
POINTS: Final = known_by(words.points, type="number", minimum=0)
SHARE: Final = known_by(words.share, type="number", minimum=0, maximum=1)

CHECK: Final = any_table(**{DEFINITION: "check"})
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
            one_of([True]),
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
            one_of(["linear", "requires", "none"]),
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
            one_of(["milestone", "invariant"]),
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
    any_table(type="object", additionalProperties={DEFINITION: "check"}),
    "Names of checks: { use = NAME } stands for what [let.NAME] says.",
    dict[str, object],
)

SHARED: Final = Keys(
    "A file of checkpoints that checklists include.",
    {
        "format": required(one_of([1]), "Version of this format."),
        "title": optional(TEXT, "What its checkpoints are about.", ""),
        "let": _LET,
        "meta": made(any_table(), "Free, for people.", dict[str, object]),
    },
    name="SharedFile",
)

TOP: Final = Keys(
    "A task's checklist, all but its checkpoints.",
    {
        "format": required(one_of([1]), "Version of this format."),
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
        "meta": made(any_table(), "Free, for people.", dict[str, object]),
    },
)
