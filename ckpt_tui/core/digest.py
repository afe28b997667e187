"""Names of checks, traces and texts by their content, so that a verdict can be found again."""

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from sys import byteorder
from typing import Final

from ckpt_tui.core.breakdown import Breakdown
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.core.match import MATCH_TYPES
from ckpt_tui.core.text import encode, joined
from ckpt_tui.core.trace import CallTable, Field, FileEdit, FinalEnvironment, Steps, Trace
from ckpt_tui.core.verdict import Evidence

# Raised when the same content would be named otherwise.
_FORM: Final = "ckpt-tui digest 1"


def text_digest(text: str) -> str:
    """`sha256:` and 64 hex digits over the text."""
    return f"sha256:{sha256(encode(text)).hexdigest()}"


def check_digest(check: Check, workdir: tuple[str, ...] = ()) -> str:
    """`sha256:` and 64 hex digits over what a check decides by.

    That is its kind, the kind's version, every field that is not at its default, the same of the
    checks inside it, and the working folders it is decided with.
    """
    return text_digest(_canonical([_FORM, _plain(check), workdir]))


def trace_digest(trace: Trace) -> str:
    """`sha256:` and 64 hex digits over everything a check can read of a trace.

    Where it was recorded, and in which format, does not count.
    """
    digest = sha256()
    facts = encode(_canonical([_FORM, *_facts(trace)]))
    # A column tells its own rows apart, so only the pieces need their lengths.
    for piece in (facts, *_columns(trace.steps)):
        digest.update(len(piece).to_bytes(8, "big"))
        digest.update(piece)
    return f"sha256:{digest.hexdigest()}"


def _canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _plain(value: object) -> object:
    """A value of a check as JSON, in which different types stay different."""
    match value:
        case Check():
            return {"kind": value.kind, "version": value.version, "fields": _telling(value)}
        case float():
            # A number is the same number whether or not it was written with a point.
            return int(value) if value.is_integer() else value
        case tuple() | list():
            items: list[object] = [*value]
            return [_plain(item) for item in items]
        case Mapping():
            table: dict[object, object] = {**value}
            return {"table": [[str(key), _plain(it)] for key, it in table.items()]}
        case None | str() | int():
            return value
        case _ if isinstance(value, MATCH_TYPES):
            held = [_plain(getattr(value, name)) for name in value.__struct_fields__]
            return {"match": type(value).__name__, "of": held}
        case _:
            raise TypeError(f"a check cannot hold a {type(value).__name__}")


def _telling(check: Check) -> dict[str, object]:
    """The fields that are not at their defaults, by their names in the file."""
    told: dict[str, object] = {}
    for spec in fields_of(type(check)):
        value = _plain(getattr(check, spec.name))
        if spec.is_required or _canonical(value) != _canonical(_plain(spec.default)):
            told[spec.key] = value
    return told


def _facts(trace: Trace) -> Iterator[object]:
    steps, outcome, usage = trace.steps, trace.outcome, trace.usage
    yield [sorted(steps.copied), list(_readings(steps.calls))]
    yield None if trace.report is None else [trace.report.step, trace.report.text]
    yield [trace.status, trace.submitted, trace.seconds]
    yield [outcome.passed, outcome.value, outcome.values]
    yield [] if outcome.breakdown is None else _breakdown(outcome.breakdown)
    yield None if trace.environment is None else _environment(trace.environment)
    yield None if trace.declared_tools is None else sorted(trace.declared_tools)
    yield [[gap.kind, gap.first, gap.last] for gap in trace.gaps]
    yield [usage.input, usage.output, usage.cached, usage.dollars]


def _breakdown(breakdown: Breakdown) -> object:
    tests = [
        [test.name, test.grade, test.group, test.earned, test.possible, _place(test.evidence)]
        for test in breakdown.tests
    ]
    return [tests, breakdown.groups, breakdown.parts, breakdown.problem]


def _place(evidence: Evidence | None) -> object:
    return None if evidence is None else [evidence.part, evidence.span, evidence.quote]


def _environment(environment: FinalEnvironment) -> object:
    changes = environment.changes
    return [
        environment.digest,
        environment.is_complete,
        None if changes is None else dict(changes),
        environment.patch,
    ]


def _columns(steps: Steps) -> Iterator[bytes]:
    calls = steps.calls
    for words in (steps.kinds, steps.actors, calls.names, calls.classes):
        # A few of them, again and again.
        encoded = {word: encode(word) for word in set(words)}
        yield joined(map(encoded.__getitem__, words))
    for numbers in (calls.steps, calls.numbers, calls.answered):
        yield _packed(numbers)
    yield encode(_canonical([list(calls.errors), list(calls.exit_codes)]))
    yield joined([encode(calls.line(row) or "") for row in range(len(calls))])
    for field in Field:
        yield steps.column(field).buffer


def _packed(numbers: Sequence[int]) -> bytes:
    """Eight bytes a number, the highest first."""
    packed = array("Q", numbers)
    if byteorder == "little":
        packed.byteswap()
    return packed.tobytes()


def _readings(calls: CallTable) -> Iterator[object]:
    """What the reader made of each call that its texts do not show."""
    for row, is_truncated in enumerate(calls.truncated):
        edits = calls.edits(row)
        if edits or is_truncated:
            yield [calls.steps[row], calls.numbers[row], _edits(edits), is_truncated]


def _edits(edits: Iterable[FileEdit]) -> list[object]:
    return [[edit.path, edit.change, edit.removed, edit.added] for edit in edits]
