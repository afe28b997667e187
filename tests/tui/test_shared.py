"""Names of checks and shared files, as the author meets them."""

import asyncio
from pathlib import Path

import pytest

from ckpt_tui.core.checks.named import Named
from tests.tui.driver import Author, author_at, copied_workspace

PATH = "../_shared/coding.toml"

SHARED = """\
format = 1

[let.suite]
kind = "tool_called"
class = "shell"
when = "last"

[[checkpoint]]
id = "look"
title = "Looks before it leaps"
points = 0.15
check = { kind = "tool_called", class = "shell" }
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """The sample task, its suite check by a shared name, its first checkpoint a shared one."""
    workspace = copied_workspace(tmp_path)
    # Fewer runs are decided sooner, and none of these tests is about them.
    runs = workspace / "sample_traces/task_042/traces.toml"
    runs.write_text('[[trace]]\npath = "decimal"\n')
    shared(workspace).parent.mkdir()
    shared(workspace).write_text(SHARED)
    text = checklist(workspace).read_text()
    head, _, rest = text.partition('[checkpoint.check]\nkind = "tests"\nfailed = 0\n')
    assert rest
    rest = rest.partition("\n\n")[2]
    text = f'{head}[checkpoint.check]\nuse = "suite"\n\n{rest}'
    checklist(workspace).write_text(
        text.replace("format = 1\n", f'format = 1\ninclude = ["{PATH}"]\n')
    )
    return workspace


def checklist(workspace: Path) -> Path:
    return workspace / "checklists/task_042/checklist.toml"


def shared(workspace: Path) -> Path:
    return workspace / "checklists/_shared/coding.toml"


async def until_shown(author: Author, text: str) -> None:
    async with asyncio.timeout(20):
        while text not in author.shown():
            await author.pilot.pause(0.05)


async def test_a_shared_checkpoint_shows_where_it_stands_and_is_changed_only_there(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g")
        author.sees("Looks before it leaps ", "↰", f"stands in {PATH}")
        before = author.session.manuscript.text
        for key in ("enter", "d", "exclamation_mark", "greater_than_sign"):
            await author.presses(key)
            author.sees(f"stands in {PATH}, which is shared: change it there")
        await author.presses("M", "j", "escape")
        assert author.session.manuscript.text == before
        await author.presses("j", "M", "k")
        assert author.session.manuscript.text == before
        await author.presses("escape", "k", "D")
        assert author.session.ids()[:2] == ["look", "look-2"]
        await author.presses("u")
        assert author.session.manuscript.text == before


async def test_what_changes_in_a_shared_file_appears(workspace: Path) -> None:
    async with author_at(workspace) as author:
        shared(workspace).write_text(SHARED.replace("Looks before", "Peeks before"))
        await until_shown(author, "Peeks before it leaps")
        author.sees("taken in what was changed on disk")
        shared(workspace).unlink()
        await until_shown(author, "not taken in")
        author.sees(f"{PATH} does not exist", "Peeks before it leaps")
        await author.commands("save no")
        author.sees("not sealed:")
        shared(workspace).write_text(SHARED.replace("Looks before", "Leaps before"))
        await until_shown(author, "Leaps before it leaps")
        await author.commands("save why")
        author.sees("sealed v3")


async def test_a_file_that_is_included_while_the_app_runs_is_followed_too(workspace: Path) -> None:
    more = workspace / "checklists/_more/more.toml"
    more.parent.mkdir()
    more.write_text(SHARED.partition("[let")[0] + SHARED.partition("\n\n")[2].partition("\n\n")[2])
    more.write_text(more.read_text().replace('"look"', '"more"').replace("Looks", "Also looks"))
    async with author_at(workspace) as author:
        text = checklist(workspace).read_text()
        checklist(workspace).write_text(
            text.replace(f'"{PATH}"', f'"{PATH}", "../_more/more.toml"')
        )
        await until_shown(author, "Also looks")
        more.write_text(more.read_text().replace("Also looks", "Looks again"))
        await until_shown(author, "Looks again")


async def test_a_shared_file_that_changed_since_sealing_is_named_at_the_start(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.commands("save why")
    shared(workspace).write_text(SHARED + "\n# more\n")
    async with author_at(workspace) as author:
        author.sees(f"{PATH} changed since the last version was sealed")


async def test_a_check_by_name_is_read_in_the_form_and_written_out_by_its_own_kind(
    workspace: Path,
) -> None:
    async with author_at(workspace) as author:
        await author.presses("1", "g", "j", "j", "j", "j")
        assert author.screen.selected == "green"
        before = author.session.manuscript.text
        await author.presses("enter")
        author.sees("use suite", "class", "shell", "last")
        form = author.screen.query_one("CheckpointForm")
        kind = next(choice for choice in form.query("Choice") if choice.word == "use suite")
        author.screen.set_focus(kind)
        await author.pilot.pause()
        await until_shown(author, "What [let.suite] says; choosing")
        author.misses("exit_code")
        assert kind.words[(kind.words.index("use suite") + 1) % len(kind.words)] == "tool_called"
        await author.presses("right")
        point = author.session.checkpoint("green")
        assert point.named is None
        assert 'use = "suite"' not in author.session.manuscript.text
        await author.presses("left")
        assert isinstance(author.session.checkpoint("green").written, Named)
        await author.presses("escape", "u")
        assert author.session.manuscript.text == before
