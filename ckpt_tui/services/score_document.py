"""A scored run as the JSON document that other tools read."""

from ckpt_tui.core.scoring import ScoredCheckpoint
from ckpt_tui.core.trace import Json
from ckpt_tui.core.verdict import QUOTE_LIMIT, Evidence, Scope
from ckpt_tui.services.scoring import ScoredRun


def score_document(run: ScoredRun) -> dict[str, Json]:
    """Shares are the shortest doubles of the exact fractions; `score` is null while open."""
    score = run.score
    return {
        "task": run.task,
        "checklist": {
            "version": run.edition.version,
            "digest": run.edition.digest,
            "working": run.edition.is_working,
        },
        "trace": {
            "path": run.sample.ref.path,
            "run": run.sample.ref.run,
            "digest": run.trace_digest,
            "format": run.format,
            "role": run.sample.role,
            "agent_version": run.agent_version,
            "trial": run.sample.trial if run.sample.trial is not None else run.sample.ref.trial,
        },
        "outcome": {"passed": run.outcome.passed, "value": run.outcome.value},
        "score": None if score.score is None else float(score.score),
        "progress": float(score.progress),
        "progress_equal_points": float(run.equal.progress),
        "raw": float(score.raw),
        "verifier_share": float(score.verifier_share),
        "verifier_progress": float(score.verifier_progress),
        "bounds": [float(bound) for bound in score.bounds],
        "penalty": float(score.penalty),
        "vetoed": score.vetoed,
        "first_failed": score.first_failed,
        "route": score.route,
        "checkpoints": [_checkpoint(point) for point in score.checkpoints],
    }


def _checkpoint(point: ScoredCheckpoint) -> dict[str, Json]:
    verdict = point.verdict
    return {
        "id": point.checkpoint.id,
        "stage": point.checkpoint.stage,
        "role": str(point.checkpoint.role),
        "points": float(point.checkpoint.points),
        "verdict": str(verdict.status),
        "credit": str(point.credit),
        "source": None if verdict.source is None else str(verdict.source),
        "reason": point.reason,
        "vacuous": verdict.vacuous,
        "evidence": [_evidence(found) for found in verdict.evidence],
        "scope": None if verdict.scope is None else _scope(verdict.scope),
    }


def _evidence(found: Evidence) -> dict[str, Json]:
    return {
        "step": found.step,
        "native": found.native,
        "part": found.part,
        "span": list(found.span),
        "quote": found.quote[:QUOTE_LIMIT],
    }


def _scope(scope: Scope) -> dict[str, Json]:
    return {
        "steps": [scope.first, scope.last],
        "parts": list(scope.parts),
        "searched": scope.searched,
    }
