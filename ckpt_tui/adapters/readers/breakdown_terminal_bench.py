"""The parser results of a Terminal-Bench trial: `passed` or `failed` by the name of the test.

https://github.com/laude-institute/terminal-bench
"""

from typing import Final

from ckpt_tui.adapters.readers.breakdown_report import (
    breakdown_of_report,
    spot_evidence,
    the_one,
    unreadable,
)
from ckpt_tui.adapters.readers.json_places import Spot, document
from ckpt_tui.core.breakdown import Breakdown, Grade, GradedTest
from ckpt_tui.core.trace import Json

_RESULTS: Final = "parser_results"
_GRADES: Final = {"passed": Grade.PASSED, "failed": Grade.FAILED}


def terminal_bench_breakdown(raw: bytes, source: str, trial: str = "") -> Breakdown:
    """The tests of a trial's `results.json`, or of the one trial that a run's file lists so.

    `trial` is the name of a trial or the id of its task; a task that was tried more than once
    needs the trial's name.
    """
    report = document(raw)
    about, problem = _trial(report, source, trial)
    tests = [
        GradedTest(name=name, grade=_grade(spot.value), evidence=spot_evidence(source, spot))
        for name, spot in about.member(_RESULTS).members().items()
    ]
    return breakdown_of_report(
        source,
        tests,
        problems=(
            unreadable(source, report),
            problem,
            None if tests else f"{source} has no {_RESULTS}{_why(about)}.",
        ),
    )


def _trial(report: Spot, source: str, trial: str) -> tuple[Spot, str | None]:
    """The trial, or why there is none."""
    members = report.members()
    if _RESULTS in members or "results" not in members:
        return report, None
    return the_one(source, members["results"], ("trial_name", "task_id"), trial)


def _grade(word: Json) -> Grade:
    return _GRADES.get(str(word).lower(), Grade.UNKNOWN)


def _why(about: Spot) -> str:
    """The trial's own word for what went wrong."""
    word = about.member("failure_mode").value
    return f" ({word})" if isinstance(word, str) and word != "unset" else ""
