"""What a test of a list found, as the JSON document that other tools read."""

from ckpt_tui.core.controls import Control
from ckpt_tui.core.mutations.tried import Survivor, Tally
from ckpt_tui.core.trace import Json
from ckpt_tui.services.testing import Tested


def testing_document(tested: Tested) -> dict[str, Json]:
    """Scores are the shortest doubles of the exact fractions; null where no mutant applies."""
    edition = tested.edition
    return {
        "task": edition.checklist.task,
        "checklist": {
            "version": edition.version,
            "digest": edition.digest,
            "working": edition.is_working,
        },
        "controls": [_control(control) for control in tested.controls.found],
        "untested": list(tested.controls.untested),
        "idle": [
            {"checkpoint": it.checkpoint, "rule": str(it.rule), "detail": it.detail}
            for it in tested.idle
        ],
        "mutations": [_tally(tally) for tally in tested.tallies],
        "unchanged": [
            {"run": left.run, "checkpoints": list(left.checkpoints), "reason": left.reason}
            for left in tested.unchanged
        ],
    }


def _control(control: Control) -> dict[str, Json]:
    return {
        "run": control.label,
        "role": control.role,
        "state": str(control.state),
        "misses_route": control.misses_route,
        "details": list(control.details),
    }


def _tally(tally: Tally) -> dict[str, Json]:
    return {
        "checkpoint": tally.checkpoint,
        "killed": tally.killed,
        "applicable": tally.applicable,
        "score": None if tally.score is None else float(tally.score),
        "survivors": [_survivor(survivor) for survivor in tally.survivors],
        "runs": list(tally.runs),
        "untested": tally.untested or None,
    }


def _survivor(survivor: Survivor) -> dict[str, Json]:
    return {
        "mutation": str(survivor.mutation),
        "run": survivor.run,
        "step": survivor.step,
        "number": survivor.number,
        "detail": survivor.detail,
    }
