"""Stories of an author whose list holds commands: each is shown and agreed to, then run."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run
from ckpt_tui.tui.screens.agreeing import Agree
from tests.hostile import PAYLOADS
from tests.tui.driver import Author, author_at, copied_workspace

RUNS = 3

pytestmark = pytest.mark.needs("bwrap")

CHECK = """
[[checkpoint]]
id = "run"
title = "The suite passes when it is run"
points = 0
[checkpoint.check]
kind = "command"
argv = {argv}
"""
SUITE = '["sh", "/task/verify.sh", "ledger/money.py"]'


def workspace_with(folder: Path, argv: str = SUITE, script: str = "exec python3 -m unittest -q"):
    workspace = copied_workspace(folder)
    task = workspace / "checklists/task_042"
    (task / "verify.sh").write_text(script)
    listing = workspace / "sample_traces/task_042/traces.toml"
    blocks = listing.read_text().split("[[trace]]")
    listing.write_text("[[trace]]".join(blocks[: RUNS + 1]))
    with (task / "checklist.toml").open("a") as file:
        file.write(CHECK.format(argv=argv))
    return workspace


def statuses(author: Author) -> Sequence[str]:
    checklist = author.session.manuscript.checklist
    verdicts = author.session.runs.across(checklist, checklist.checkpoint("run"))
    return [verdict.status.value for verdict in verdicts]


async def ran(author: Author) -> None:
    for worker in [worker for worker in author.app.workers if worker.group == "commands"]:
        await worker.wait()
    await author.settles()


async def asked(author: Author) -> str:
    """Press R and read the question."""
    await author.pilot.press("R")
    while not isinstance(author.app.screen, Agree):
        await author.pilot.pause()
    await author.pilot.pause()
    return author.shown()


async def test_commands_run_once_they_were_shown_and_agreed_to(tmp_path: Path) -> None:
    workspace = workspace_with(tmp_path)
    async with author_at(workspace) as author:
        assert set(statuses(author)) == {"pending"}
        await author.presses("j", "l", "T", "T", "G")
        author.sees("The command has not been run")
        assert set(statuses(author)) == {"pending"}
        question = await asked(author)
        for words in (
            SUITE,
            "over 3 runs",
            "exec python3 -m unittest -q",
            "without network",
            "y runs it",
        ):
            assert words in question
        await author.pilot.press("y")
        await ran(author)
        author.sees("ran 3 commands")
        found = statuses(author)
        assert set(found) == {"pass", "fail"}
        await author.presses("R")
        await ran(author)
        author.sees("every command has its result")
    async with author_at(workspace) as author:
        assert statuses(author) == found


async def test_what_ran_without_a_sandbox_counts_until_it_ran_in_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = workspace_with(tmp_path)
    options = ["--working", "--unsandboxed", "--trust-commands"]
    assert run(["-C", str(workspace), "score", "task_042", *options]) == 0
    capsys.readouterr()
    async with author_at(workspace) as author:
        found = statuses(author)
        assert set(found) == {"pass", "fail"}
        await author.presses("1", "G", "k", "j")
        author.sees("without a sandbox")
        await asked(author)
        await author.pilot.press("y")
        await ran(author)
        assert statuses(author) == found
        await author.presses("k", "j")
        author.misses("without a sandbox")


@pytest.mark.parametrize("key", ["n", "escape", "q"])
async def test_whoever_does_not_agree_runs_nothing_and_is_asked_again(
    tmp_path: Path, key: str
) -> None:
    async with author_at(workspace_with(tmp_path)) as author:
        await asked(author)
        await author.pilot.press("x", "enter", key)
        await ran(author)
        author.sees("nothing was run")
        assert set(statuses(author)) == {"pending"}
        assert SUITE in await asked(author)
        await author.pilot.press("escape")
        await ran(author)


async def test_a_list_without_commands_has_nothing_to_run(tmp_path: Path) -> None:
    async with author_at(copied_workspace(tmp_path)) as author:
        await author.presses("R")
        author.sees("no checkpoint that is switched on holds a command")


async def test_a_changed_byte_of_a_script_asks_again(tmp_path: Path) -> None:
    workspace = workspace_with(tmp_path)
    async with author_at(workspace) as author:
        await asked(author)
        await author.pilot.press("y")
        await ran(author)
        (workspace / "checklists/task_042/verify.sh").write_text("exit 7")
        assert "exit 7" in await asked(author)
        await author.pilot.press("n")
        await ran(author)
        assert set(statuses(author)) == {"pending"}
        await asked(author)
        await author.pilot.press("y")
        await ran(author)
        assert set(statuses(author)) == {"fail"}


async def test_what_a_script_gave_is_taken_back_once_another_editor_changed_it(
    tmp_path: Path,
) -> None:
    workspace = workspace_with(tmp_path)
    async with author_at(workspace) as author:
        await asked(author)
        await author.pilot.press("y")
        await ran(author)
        assert "pending" not in statuses(author)
    # What is only found in the cache is held against the script as well.
    async with author_at(workspace) as author:
        assert "pending" not in statuses(author)
        (workspace / "checklists/task_042/verify.sh").write_text("exit 7")
        async with asyncio.timeout(20):
            while set(statuses(author)) != {"pending"}:
                await author.pilot.pause(0.05)


async def test_other_edits_run_nothing_again(tmp_path: Path) -> None:
    async with author_at(workspace_with(tmp_path)) as author:
        await asked(author)
        await author.pilot.press("y")
        await ran(author)
        found = statuses(author)
        await author.presses("1", "g", "D", "greater_than_sign", "u", "M", "j", "enter")
        assert statuses(author) == found
        await author.presses("R")
        await ran(author)
        author.sees("every command has its result")


async def test_escape_ends_what_runs_and_leaving_does_not_wait_for_it(tmp_path: Path) -> None:
    workspace = workspace_with(tmp_path, '["sleep", "50"]')
    async with author_at(workspace) as author:
        await asked(author)
        await author.pilot.press("y")
        while "running 1 of 3" not in author.shown():
            await author.pilot.pause()
        await author.pilot.press("escape")
        await ran(author)
        author.sees("stopped")
        assert set(statuses(author)) == {"pending"}
        await author.pilot.press("R")
        while "running 1 of 3" not in author.shown():
            await author.pilot.pause()
        await author.pilot.press("q")


async def test_nothing_of_a_script_reaches_the_screen_but_as_text(tmp_path: Path) -> None:
    script = "\n".join(payload for _, payload in PAYLOADS)
    encoded = script.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    async with author_at(workspace_with(tmp_path, script=encoded)) as author:
        question = await asked(author)
        assert "\x1b" not in question
        assert "\x9b" not in question
        await author.pilot.press("pagedown", "j", "k", "pageup", "escape")
        await ran(author)
