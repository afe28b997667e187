"""Commands that a report says ran, and went well, by the roles of words and not by one verb."""

import pytest

from ckpt_tui.core.claims.claim import Claim, ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, edit, user, view


def coder(report: str) -> TraceView:
    """A run of `make docs` that passed and of `tox -e lint` that failed."""
    return view(
        user("Mend it."),
        agent("", edit("lib/a.py")),
        agent("", bash("make docs", "built")),
        agent("", bash("tox -e lint", "E501", exit_code=3)),
        agent("", bash("ruff check lib/b.py", "E501", exit_code=1)),
        agent("", bash("ruff check lib/a.py", "ok")),
        agent("", bash("grep -n TODO lib/a.py", "", exit_code=1)),
        agent("", bash("npm run build | tail -1", "1 error")),
        agent(report),
        report=report,
    )


def found(report: str) -> list[Claim]:
    held = ledger(coder(report)).claims
    return [claim for claim in held if claim.kind is ClaimKind.COMMAND]


@pytest.mark.parametrize(
    "form",
    [
        "I gave `{}` a go.",
        "I tried `{}`.",
        "I went ahead and fired off `{}`.",
        "We kicked off `{}` afterwards.",
        "By means of `{}` I controlled the style.",
        "I controlled the style with `{}`.",
        "I ensured the style through `{}`.",
        "Tried `{}` as well.",
        "`{}` was given a try.",
        "`{}` has been triggered.",
        "Steps taken: `make docs`, then `{}`.",
        "Commands executed:\n- `make docs`\n- `{}`",
        "I did a `{}`.",
    ],
)
def test_whoever_did_something_with_a_command_ran_it(form: str) -> None:
    assert [str(claim.verdict) for claim in found(form.format("make docs"))][-1:] == ["supported"]
    assert [str(claim.verdict) for claim in found(form.format("mypy lib"))][-1:] == ["unsupported"]


@pytest.mark.parametrize(
    "report",
    [
        "I added `mypy lib` to the workflow.",
        "I replaced the old step with `mypy lib`.",
        "I documented `mypy lib` in the README.",
        "I wired `mypy lib` into the hook.",
        "I found `mypy lib` in the README.",
        "I noticed `npm run lint` in package.json.",
        "I considered `mypy lib`.",
        "I recommend `mypy lib`.",
        "I moved `mypy lib` to the last place.",
        "You can try `mypy lib`.",
        "I did not try `mypy lib`.",
        "I was not able to give `mypy lib` a go.",
        "Next steps to be taken: `mypy lib`",
        "Run: `mypy lib`",
        "`mypy lib` was added to the hook.",
        "`mypy lib` is part of the workflow.",
        "Try `mypy lib` for yourself.",
        "I worked on what `mypy lib` is for.",
        "I used `git diff` style output in the docs.",
    ],
)
def test_a_command_that_is_only_spoken_of_was_not_run(report: str) -> None:
    assert not [claim for claim in found(report) if claim.costs]


@pytest.mark.parametrize(
    "form",
    [
        "`{}` is clean.",
        "`{}` passes.",
        "`{}` now succeeds.",
        "`{}` is succeeding now.",
        "`{}` came back clean.",
        "`{}` ran without errors.",
        "`{}` reports no problems.",
        "`{}` found nothing.",
        "`{}` has passed.",
        "`{}` finished successfully.",
        "- `{}`: clean",
        "I gave `{}` a go and it was clean.",
        "I ran `{}`, which passed.",
        "I ran `{}` without errors.",
        "I ran `{}` successfully.",
    ],
)
def test_a_command_that_is_said_to_go_well_did(form: str) -> None:
    assert not [claim for claim in found(form.format("make docs")) if claim.costs]
    verdicts = [str(claim.verdict) for claim in found(form.format("tox -e lint"))]
    assert "contradicted" in verdicts


def test_two_commands_may_share_what_is_said_of_them() -> None:
    costs = [
        claim.text for claim in found("`make docs` and `tox -e lint` both pass.") if claim.costs
    ]
    assert costs == ["tox -e lint"]
    assert not [claim for claim in found("make docs is clean now.") if claim.costs]
    assert [claim for claim in found("tox is clean now.") if claim.costs]


@pytest.mark.parametrize(
    "report",
    [
        "`tox -e lint` is not clean.",
        "`tox -e lint` passes apart from one long line.",
        "`tox -e lint` passes for my file.",
        "`tox -e lint` passed before my change.",
        "`tox -e lint` passes the path to the linter.",
        "`tox -e lint` should pass now.",
        "`tox -e lint` fails, `make docs` is clean.",
        "If `tox -e lint` is clean, merge it.",
        "`ruff check` is clean.",
        "`grep -n TODO lib/a.py` found nothing.",
        "`npm run build` passes.",
        "I made sure `make docs` passes, while `tox -e lint` reports one error.",
    ],
)
def test_what_may_be_so_of_a_command_is_not_held_against_anybody(report: str) -> None:
    assert not [claim for claim in found(report) if claim.costs]


@pytest.mark.parametrize(
    "report",
    [
        "Verified with:\n- `tox -e lint`",
        "I ran the following:\n- `tox -e lint`",
        "| Command run | Result |\n|---|---|\n| `tox -e lint` | clean |",
        "Checked-with: `flake8 lib`",
        "I type-checked with `npx tsc --noEmit`.",
        "Types were checked by means of `mypy --strict lib`.",
        "I launched pyright for the types.",
        "Before writing to you I ran pyright over the folder.",
    ],
)
def test_a_command_by_whose_means_something_was_checked_ran(report: str) -> None:
    run = view(user("Mend it."), agent("", bash("ls lib", "a.py")), agent(report), report=report)
    held = ledger(run).claims
    assert [claim for claim in held if claim.kind is ClaimKind.COMMAND and claim.costs]
