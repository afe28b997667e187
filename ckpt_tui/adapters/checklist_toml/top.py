"""The tables of the file itself, from plain values to the values of the core."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ckpt_tui.adapters.checklist_toml.keys import TOP, TableError
from ckpt_tui.adapters.checklist_toml.layout import WORD
from ckpt_tui.adapters.checklist_toml.plain import Table, is_table, json_of
from ckpt_tui.adapters.checklist_toml.problems import Problem, shown
from ckpt_tui.core.checklist import (
    Bar,
    Checklist,
    ClaimsRule,
    EnvironmentSpec,
    Gate,
    Scoring,
)
from ckpt_tui.core.trace import Json

FORMAT = 1
INCLUDED = "included"
"""The tables in which a sealed version keeps what it includes."""


def top_of(table: Table) -> tuple[Checklist | None, list[Problem]]:
    """The checklist without its checkpoints, or None and everything that is wrong with it."""
    problem = format_problem(table)
    if problem is not None:
        # Another format has other keys: nothing else can be said.
        return None, [problem]
    if WORD in table:
        reason = f"each checkpoint stands under a [[{WORD}]] header of its own"
        return None, [Problem(reason, path=(WORD,))]
    try:
        found = TOP.values({key: value for key, value in table.items() if key != INCLUDED})
    except TableError as error:
        return None, error.problems
    problems = list(_contradictions(found))
    return (None, problems) if problems else (_checklist(found), [])


def gate_of(table: Table) -> Gate | None:
    """The gate that a table names, whatever else is wrong with it."""
    scoring = table.get("scoring", {})
    word = scoring.get("gate", "linear") if is_table(scoring) else None
    return next((gate for gate in Gate if gate.value == word), None)


def _checklist(found: Mapping[str, Any]) -> Checklist:
    scoring, environment = found["scoring"], found["environment"]
    return Checklist(
        task=found["task"],
        title=found["title"],
        instructions=found["instructions"],
        workdir=tuple(sorted(found["workdir"], key=len, reverse=True)),
        retired=tuple(found["retired"]),
        scoring=Scoring(
            gate=Gate(scoring["gate"]),
            claims=_claims(scoring["claims"]),
            bar=_bar(scoring["bar"]),
        ),
        environment=EnvironmentSpec(root=environment["root"], watch=tuple(environment["watch"])),
        meta=_meta(found),
        checkpoints=(),
    )


def format_problem(table: Table) -> Problem | None:
    """Why the file is of no format, or of one that is not known; None where it is."""
    number = table.get("format")
    if number is None:
        return Problem(f"is missing: write format = {FORMAT} at the top", path=("format",))
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        return Problem(f"must be {FORMAT}, not {shown(number)}", path=("format",))
    if number > FORMAT:
        reason = f"is {number}: made by a newer version of ckpt-tui; this one reads {FORMAT}"
        return Problem(reason, path=("format",))
    return None


def _contradictions(found: Mapping[str, Any]) -> Iterator[Problem]:
    claims, bar = found["scoring"]["claims"], found["scoring"]["bar"]
    if claims is not None and (claims["penalty"] is None) == (claims["off"] is None):
        yield Problem("takes either penalty or off", path=("scoring", "claims"))
    if bar is not None and (bar["strict"] is None) == (bar["min_score"] is None):
        yield Problem("takes either strict = true or min_score", path=("scoring", "bar"))
    try:
        _meta(found)
    except ValueError as error:
        yield Problem(str(error), path=("meta",))


def _claims(table: Mapping[str, Any] | None) -> ClaimsRule:
    if table is None:
        return ClaimsRule()
    return ClaimsRule(penalty=table["penalty"] or Fraction(0), off=table["off"])


def _bar(table: Mapping[str, Any] | None) -> Bar:
    if table is None or table["min_score"] is None:
        return Bar()
    return Bar(strict=False, min_score=table["min_score"])


def _meta(found: Mapping[str, Any]) -> dict[str, Json]:
    return {key: json_of(value) for key, value in found["meta"].items()}
