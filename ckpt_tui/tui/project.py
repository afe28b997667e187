"""The session as the widgets of the Edit screen want it: pure, no widget is touched."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ckpt_tui.core.arithmetic import arithmetic, figure, official
from ckpt_tui.core.lint import refusal
from ckpt_tui.core.routes import imbalance
from ckpt_tui.core.scoring import Score, ScoredCheckpoint
from ckpt_tui.core.toml_value import number
from ckpt_tui.core.trace import Outcome
from ckpt_tui.core.verdict import Evidence, Status, Verdict
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.services.sample_runs import UNDECIDED
from ckpt_tui.tui.present import DISABLED, NOT_TAKEN, UNWRITTEN, Look, verdict_look
from ckpt_tui.tui.text import ELLIPSIS
from ckpt_tui.tui.widgets.checkpoint_list import CheckpointRow
from ckpt_tui.tui.widgets.grid_view import GridColumn, GridRow

_DECIMALS: Final = 4
"""The most that a list shows of a number of points."""


def checkpoint_rows(
    session: AuthoringSession, run: int, grabbed: str | None
) -> tuple[CheckpointRow, ...]:
    """The checklist as one run fares under it; without runs there is nothing to fare."""
    scored = session.score(run).checkpoints
    points = points_column([item.checkpoint.points for item in scored])
    has_runs = bool(session.runs.samples)
    return tuple(
        CheckpointRow(
            number=place,
            id=item.checkpoint.id,
            title=item.checkpoint.title,
            points_text=text,
            status=status_of(item) if has_runs else None,
            credit=item.credit if has_runs else None,
            critical=item.checkpoint.critical,
            enabled=item.checkpoint.enabled,
            role=item.checkpoint.role,
            route=item.checkpoint.route,
            is_taken=item.instead is None or not has_runs,
            has_run=has_runs,
            grabbed=item.checkpoint.id == grabbed,
            shared=item.checkpoint.origin is not None,
        )
        for place, (item, text) in enumerate(zip(scored, points, strict=True), start=1)
    )


def points_column(points: Sequence[Fraction]) -> Sequence[str]:
    """Points as cells of one width with as many decimals each; blank where there are none.

    What has more decimals than a list has room for is cut, and says so.
    """
    texts = [number(value) if value else "" for value in points]
    decimals = min(_DECIMALS, max((len(_decimals(text)) for text in texts), default=0))
    # A cut number is a cell longer than the others.
    mark = " " if any(len(_decimals(text)) > decimals for text in texts) else ""
    shown = [_padded(text, decimals) if text else "" for text in texts]
    shown = [f"{text}{mark}" if text and text[-1] != ELLIPSIS else text for text in shown]
    width = max(map(len, shown), default=0)
    return [f"{text:>{width}}" for text in shown]


def _padded(points: str, decimals: int) -> str:
    whole, rest = points.partition(".")[0], _decimals(points)
    if len(rest) > decimals:
        return f"{whole}.{rest[:decimals]}{ELLIPSIS}"
    return f"{whole}.{rest:0<{decimals}}" if decimals else whole


def _decimals(points: str) -> str:
    return points.partition(".")[2]


def status_of(item: ScoredCheckpoint) -> Status | None:
    """The verdict's status; None while it is not decided."""
    return None if item.verdict is UNDECIDED else item.verdict.status


def evidence_marks(score: Score) -> Mapping[int, str]:
    """A glyph for every step that some verdict rests on; a failure outshines a pass."""
    marks: dict[int, str] = {}
    for item in score.checkpoints:
        if item.instead is not None:
            continue
        glyph = verdict_look(item.verdict.status, item.credit).glyph
        for step in item.verdict.steps:
            if step not in marks or item.verdict.status is Status.FAIL:
                marks[step] = glyph
    return marks


def evidence_steps(score: Score, identifier: str) -> frozenset[int]:
    """The steps that one verdict rests on."""
    trail = evidence_trail(score, identifier)
    return frozenset(found.step for found in trail if found.step is not None)


def evidence_trail(score: Score, identifier: str) -> tuple[Evidence, ...]:
    """What one verdict rests on, in the order the check gave it."""
    found = verdict_of(score, identifier)
    return () if found is None else found.evidence


def verdict_of(score: Score, identifier: str) -> Verdict | None:
    """What was said of one checkpoint; None where the score has none of that id."""
    found = next((i for i in score.checkpoints if i.checkpoint.id == identifier), None)
    return None if found is None else found.verdict


def evidence_at(score: Score, identifier: str, step: int) -> tuple[Evidence, ...]:
    """What one verdict rests on in one step."""
    return tuple(found for found in evidence_trail(score, identifier) if found.step == step)


def score_text(session: AuthoringSession, run: int) -> str:
    """The one line of arithmetic of a run."""
    trace = session.runs.trace(run)
    outcome = Outcome(passed=session.runs.passed(run)) if trace is None else trace.outcome
    return arithmetic(session.score(run), outcome)


def grid_rows(session: AuthoringSession) -> tuple[GridRow, ...]:
    """One row a checkpoint."""
    points = session.manuscript.checklist.checkpoints
    return tuple(
        GridRow(place, point.title or point.id) for place, point in enumerate(points, start=1)
    )


def grid_columns(
    session: AuthoringSession, runs: Iterable[int]
) -> Iterator[tuple[GridColumn, tuple[Look, ...]]]:
    """Head and foot of one column a run, and its cells from the first checkpoint to the last."""
    drawn: dict[int, tuple[str, tuple[Look, ...]]] = {}
    for run in runs:
        score = session.alike(run)
        if id(score) not in drawn:
            drawn[id(score)] = _figure(score), _looks(score)
        shown, looks = drawn[id(score)]
        label, passed = session.runs.samples[run].label, session.runs.passed(run)
        route = (shown and score.route) or ""
        yield GridColumn(label=label, score=shown, passed=passed, route=route), looks


def _figure(score: Score) -> str:
    """Empty until everything is decided."""
    undecided = (item.verdict is UNDECIDED for item in score.checkpoints)
    return "" if any(undecided) else figure(score)


def _looks(score: Score) -> tuple[Look, ...]:
    return tuple(_look(item) for item in score.checkpoints)


def _look(item: ScoredCheckpoint) -> Look:
    if not item.checkpoint.enabled:
        return DISABLED
    is_taken = item.instead is None or item.verdict is UNDECIDED
    return verdict_look(status_of(item), item.credit) if is_taken else NOT_TAKEN


def searched(score: Score, identifier: str) -> str:
    """What a verdict without evidence looked at."""
    found = verdict_of(score, identifier)
    if found is None or found.scope is None:
        return "" if found is None else found.reason
    steps = f"steps {found.scope.first} to {found.scope.last}"
    return f"{steps} were searched ({', '.join(found.scope.parts)})"


def title(session: AuthoringSession, run: int) -> str:
    """The line on top: task, what is unwritten, the run and the official word on it."""
    unwritten = f" {UNWRITTEN.glyph}" if session.manuscript.is_dirty else ""
    if unwritten and session.manuscript.unkept:
        unwritten += " only in memory"
    samples = session.runs.samples
    if not samples:
        return f" {session.task}{unwritten} · no sample runs"
    sample = samples[run]
    word = official(Outcome(passed=session.runs.passed(run)))
    problem = session.runs.problem(run)
    role = f" [{sample.role}]" if sample.role else ""
    shown = f"run {run + 1}/{len(samples)} {sample.label}{role} · official {word}"
    return f" {session.task}{unwritten} · {shown}{f' · {problem}' if problem else ''}"


def verdict_line(session: AuthoringSession, run: int, identifier: str) -> str:
    """The selected checkpoint's verdict on this run, with its reason.

    What keeps it from being sealed comes first. Without runs there is what to do about that.
    """
    found = next(i for i in session.score(run).checkpoints if i.checkpoint.id == identifier)
    uneven = found.checkpoint.route and imbalance(session.manuscript.checklist)
    refused = refusal(found.checkpoint) or uneven
    note = "" if not refused else f"not to be sealed, {refused} · "
    origin = found.checkpoint.origin
    shared = "" if origin is None else f" · stands in {origin}"
    if not session.runs.samples:
        return f"{note}{no_runs(session)}{shared}"
    look = _look(found)
    return f"{look.glyph} {look.word}: {note}{found.reason}{shared}"


def no_runs(session: AuthoringSession) -> str:
    """What to do where there is no run to look at."""
    return f"no runs yet: put recordings into {_samples(session)} and open {session.task} again"


def hint(session: AuthoringSession, run: int) -> str:
    """What the trace says in place of steps: why it has none; empty where it has, or may have."""
    if session.runs.samples:
        return session.runs.problem(run) or ""
    return (
        f"No runs yet.\n\nPut recordings of {session.task} into {_samples(session)}, each a file "
        "or a run's folder in its own format, and open the task again: every check is then decided "
        "on every run while you type.\n\nThe checklist can be written before that."
    )


def grid_hint(session: AuthoringSession) -> str:
    """What the grid says in place of verdicts where there are no runs."""
    if session.runs.samples:
        return ""
    return "Here stands every checkpoint on every sample run, once there are runs."


def _samples(session: AuthoringSession) -> str:
    return f"sample_traces/{session.task}/"


def tally(session: AuthoringSession, identifier: str) -> str:
    """How the selected checkpoint fares over all samples: `6✓ 3✗ 1∅ of 10`."""
    checklist = session.manuscript.checklist
    point = checklist.checkpoint(identifier)
    verdicts = session.runs.across(checklist, point)
    statuses = [None if verdict is UNDECIDED else verdict.status for verdict in verdicts]
    counts = [
        f"{statuses.count(status)}{verdict_look(status).glyph}"
        for status in (*Status, None)
        if status in statuses
    ]
    return f"on its own {' '.join(counts)} of {len(statuses)} runs"
