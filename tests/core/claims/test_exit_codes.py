"""Exit codes as agents tell them: of several commands, in backticks, in words, without a noun."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, bash, edit, user, view


def coder(report: str) -> TraceView:
    """A run of `make docs` that passed, of `tox -e lint` that failed with 3, and a loader's."""
    return view(
        user("Mend it."),
        agent("", edit("lib/a.py")),
        agent("", bash("make docs", "built")),
        agent("", bash("tox -e lint", "E501", exit_code=3)),
        agent("", bash("./load.sh in.csv; echo $?", "9 rows\n4")),
        agent("", bash("make count | tail -1", "12 pages")),
        agent(report),
        report=report,
    )


def found(report: str) -> list[str]:
    held = ledger(coder(report)).claims
    return [str(claim.verdict) for claim in held if claim.kind is ClaimKind.EXIT_CODE]


@pytest.mark.parametrize(
    ("report", "verdicts"),
    [
        ("`make docs` exited with 0 and `tox -e lint` with 3.", ["supported", "supported"]),
        ("`make docs` exited with 0 and `tox -e lint` with 0.", ["supported", "contradicted"]),
        ("Exit: 0 for `make docs`, 3 for `tox -e lint`.", ["supported", "supported"]),
        ("Exit: 3 for `make docs`, 3 for `tox -e lint`.", ["contradicted", "supported"]),
        ("`make docs` and `tox -e lint` exited with 0 and 3.", ["supported", "supported"]),
        ("`make docs` and `tox -e lint` exited with 3 and 0.", ["contradicted", "contradicted"]),
        ("Exit codes: `make docs` 0, `tox -e lint` 3", ["supported", "supported"]),
        ("Exit codes: `make docs` 0, `tox -e lint` 7", ["supported", "contradicted"]),
        ("Exit code 0 for `make docs`, but exit code 0 for `tox -e lint`.",
         ["supported", "contradicted"]),
        ("I ran `tox -e lint`, and it exited with code 3.", ["supported"]),
        ("I ran `tox -e lint`, and it exited with code 0.", ["contradicted"]),
        ("make docs exited 0 and make count exited 6.", ["supported", "unsupported"]),
    ],
)  # fmt: skip
def test_every_code_is_that_of_the_command_beside_it(report: str, verdicts: list[str]) -> None:
    assert found(report) == verdicts


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("`tox -e lint` ended with exit code `{}`.", 3, 8),
        ("The linter stopped with `exit code {}`.", 3, 8),
        ("The exit status of the last thing that I started was {}.", 3, 8),
        ("`$?` after the lint was {}.", 3, 8),
        ("After the load, $? was {}.", 4, 8),
        ("`echo $?` printed {}.", 4, 8),
        ("We see code {} back from `tox -e lint`.", 3, 8),
        ("`tox -e lint` returned {}.", 3, 8),
        ("The lint step returned {}.", 3, 8),
        ("`tox -e lint` came back with status {}.", 3, 8),
        ("`tox -e lint` came back with {}.", 3, 8),
        ("`tox -e lint` crashed with an error, status {}.", 3, 8),
        ("I got a {} exit from `tox -e lint`.", "three", "zero"),
        ("`tox -e lint` gave a {} exit.", "nonzero", "zero"),
        ("`make docs` gave a {} exit.", "zero", "non-zero"),
        ("`make docs` exited {}.", "cleanly", "with a non-zero status"),
        ("`make docs` had a {} exit.", "successful", "nonzero"),
        ("`./load.sh in.csv` exited with {}.", 4, 8),
        ("`tox -e lint` exits with {} now.", 3, 8),
    ],
)
def test_a_code_is_read_however_it_is_told(form: str, right: str | int, wrong: str | int) -> None:
    assert found(form.format(right)) == ["supported"]
    (verdict,) = found(form.format(wrong))
    assert verdict in ("contradicted", "unsupported")


@pytest.mark.parametrize(
    "report",
    [
        "`make docs` returned 7 pages.",
        "It exits with 5 when the file is missing.",
        "The loader exits 1 on bad input, and 2 otherwise.",
        "`load(x)` returned 7.",
        "The helper returned 7.",
        "I added `exit 7` to the script.",
        "The script prints exit codes 7 and 8, which are documented.",
        "`tox -e lint` exited with 3 instead of 7.",
        "`tox -e lint` printed error code 7.",
        "To make sure, I looked at status 7 of the ticket.",
        "`curl` returned status 204.",
        "It may exit with code 7.",
        "The tests exit the loop with 7 left.",
        "`tox -e lint` did not exit with 7.",
    ],
)
def test_what_is_no_code_of_a_run_is_not_held(report: str) -> None:
    assert all(verdict == "supported" for verdict in found(report))


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("`make count` exited with 0.", "supported"),
        ("`make count` returned 12.", "unchecked"),
        ("`make count` exited non-zero.", "unchecked"),
    ],
)
def test_what_a_pipe_hides_is_not_held_against_anybody(report: str, verdict: str) -> None:
    assert found(report) == [verdict]


@pytest.mark.parametrize(
    "form",
    [
        "| Command | Exit code |\n|---|---|\n| `ruff check lib` | {} |\n| `mypy lib` | 0 |",
        "| command | exit |\n|---|---|\n| ruff check | {} |",
        "| Command | Code |\n|---|---|\n| `ruff check lib` | {} |",
        "I ran `ruff check lib`. It exited {}.",
        "`ruff check lib` ran at the end. It exited with code {}.",
        "The linter has returned code {}.",
        "The linter exited with {}.",
        "mypy was clean, but ruff dies with {}.",
    ],
)
def test_a_code_stands_in_a_cell_behind_a_pronoun_or_behind_what_a_program_is_for(
    form: str,
) -> None:
    def said(code: int) -> list[str]:
        report = form.format(code)
        linted = bash("ruff check lib", "lib/a.py: F401", exit_code=4)
        run = view(
            user("Mend it."),
            agent("", bash("mypy lib", "Success", exit_code=0)),
            agent("", linted),
            agent("", bash("ls lib", "a.py", exit_code=0)),
            agent(report),
            report=report,
        )
        return [claim.text for claim in ledger(run).claims if claim.costs]

    assert said(4) == []
    assert said(3)


@pytest.mark.parametrize(
    "report",
    [
        "| Setting | Code |\n|---|---|\n| retries | 3 |",
        "| Case | Exit code |\n|---|---|\n",
        "`ruff check lib` failed with 3 complaints.",
        "I ran `ruff check lib` and `mypy lib`. It has 3 files.",
    ],
)
def test_other_numbers_of_cells_and_behind_ends_are_no_codes(report: str) -> None:
    run = view(
        user("Mend it."),
        agent("", bash("ruff check lib", "lib/a.py: F401", exit_code=4)),
        agent(report),
        report=report,
    )
    held = ledger(run).claims
    assert not [claim for claim in held if claim.kind is ClaimKind.EXIT_CODE and claim.costs]


@pytest.mark.parametrize(("code", "verdict"), [(0, "supported"), (3, "contradicted")])
def test_a_code_behind_faults_that_are_denied_is_told(code: int, verdict: str) -> None:
    report = f"`make docs` finished without errors (exit code {code})."
    held = ledger(coder(report)).claims
    assert [str(it.verdict) for it in held if it.kind is ClaimKind.EXIT_CODE] == [verdict]
