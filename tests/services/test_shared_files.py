"""Shared files on disk: hostile ones are refused in a sentence, changed ones are taken in."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml.layout import layout
from ckpt_tui.cli.main import run
from ckpt_tui.core.edits import ReplaceCheckpoint
from ckpt_tui.errors import ChecklistError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.services.checklists import current_edition, sealed_edition
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.services.workbench import Workbench
from ckpt_tui.wiring import open_workbench
from tests.tui.driver import copied_workspace

ROOT = Path(__file__).resolve().parents[2]
PATH = "../_shared/coding.toml"

LIST = f"""\
format = 1
task = "small"
include = ["{PATH}"]

[[checkpoint]]
id = "own"
title = "Own"
check = {{ use = "green" }}
"""

SHARED = """\
format = 1

[let.green]
kind = "tests"
failed = 0

[[checkpoint]]
id = "look"
title = "Looks"
points = 2
check = { kind = "tool_called", class = "read" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("small/checklist.toml", LIST), ("_shared/coding.toml", SHARED)):
        file = tmp_path / "checklists" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return tmp_path


@pytest.fixture
def shared(folder: Path) -> Path:
    return folder / "checklists/_shared/coding.toml"


@pytest.fixture
def workbench(folder: Path) -> Workbench:
    return open_workbench(folder)


def retitled(manuscript: Manuscript, name: str, title: str) -> ReplaceCheckpoint:
    point = manuscript.checklist.checkpoint(name)
    return ReplaceCheckpoint(id=name, checkpoint=replace(point, title=title))


def gone(shared: Path) -> None:
    shared.unlink()


def a_folder(shared: Path) -> None:
    shared.unlink()
    shared.mkdir()


def a_pipe(shared: Path) -> None:
    shared.unlink()
    os.mkfifo(shared)


def a_link_out(shared: Path) -> None:
    outside = shared.parents[3] / f"{shared.parents[2].name}-outside.toml"
    outside.write_text(SHARED)
    shared.unlink()
    shared.symlink_to(outside)


def a_link_to_itself(shared: Path) -> None:
    shared.unlink()
    shared.symlink_to(shared)


def latin(shared: Path) -> None:
    shared.write_bytes(SHARED.encode() + b"# caf\xe9\n")


def huge(shared: Path) -> None:
    with shared.open("r+b") as file:
        file.truncate(10**12)


def unreadable(shared: Path) -> None:
    shared.unlink()
    shared.parent.rmdir()
    shared.parent.write_text("no folder")


HOSTILE = [
    (gone, "does not exist"),
    (a_folder, "is a folder, not a file"),
    (a_pipe, "is a named pipe, not a file"),
    (a_link_out, "leads out of the workspace"),
    (a_link_to_itself, "cannot be read: Too many levels of symbolic links"),
    (latin, "is not UTF-8 in its line 12: save it as UTF-8"),
    (huge, "is larger than 2,097,152 bytes, the most that is read"),
    (unreadable, "cannot be read: Not a directory"),
]


@pytest.mark.parametrize(("spoil", "reason"), HOSTILE)
def test_a_shared_file_that_cannot_be_read_is_one_sentence_with_the_line_that_includes_it(
    folder: Path,
    shared: Path,
    spoil: Callable[[Path], None],
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    manuscript = Manuscript("small", open_workbench(folder))
    manuscript.edit([retitled(manuscript, "own", "Mine")])
    spoil(shared)
    where = f"checklists/small/checklist.toml:3: include[0]: {PATH} {reason}"
    assert run(["-C", str(folder), "score", "small", "--working"]) == 2
    assert capsys.readouterr().err == f"ckpt-tui: {where}\n"
    with pytest.raises(ChecklistError) as found:
        manuscript.absorb()
    assert str(found.value) == where
    assert manuscript.checklist.checkpoint("look").title == "Looks"
    with pytest.raises(ChecklistError):
        manuscript.save("no")
    manuscript.write()
    assert '"Mine"' in (folder / "checklists/small/checklist.toml").read_text()


def test_a_changed_shared_file_is_taken_in_and_undo_keeps_to_it(
    workbench: Workbench, shared: Path
) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "own", "Mine")])
    assert not manuscript.absorb()
    shared.write_text(SHARED.replace("Looks", "Reads"))
    text = manuscript.text
    assert manuscript.absorb()
    assert not manuscript.absorb()
    assert manuscript.text == text
    assert manuscript.checklist.checkpoint("look").title == "Reads"
    manuscript.undo()
    assert manuscript.text == LIST
    assert manuscript.checklist.checkpoint("look").title == "Reads"
    manuscript.redo()
    assert manuscript.text == text
    assert manuscript.checklist.checkpoint("look").title == "Reads"


def test_a_shared_file_that_takes_an_id_of_ones_own_changes_nothing(
    workbench: Workbench, shared: Path
) -> None:
    manuscript = Manuscript("small", workbench)
    shared.write_text(SHARED.replace('"look"', '"own"'))
    with pytest.raises(ChecklistError, match=r'toml:6: checkpoint "own", id: .*coding\.toml:8'):
        manuscript.absorb()
    assert [point.id for point in manuscript.checklist.checkpoints] == ["look", "own"]
    shared.write_text(SHARED)
    assert not manuscript.absorb()


def test_another_editor_may_include_a_file_that_was_not_known_yet(
    workbench: Workbench, folder: Path
) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "own", "Mine")])
    more = folder / "checklists/_shared/more.toml"
    more.write_text('format = 1\n[[checkpoint]]\nid = "more"\ntitle = "M"\ncheck.kind = "claims"\n')
    theirs = LIST.replace(f'["{PATH}"]', f'["{PATH}", "../_shared/more.toml"]')
    (folder / "checklists/small/checklist.toml").write_text(theirs)
    assert manuscript.absorb()
    assert [point.id for point in manuscript.checklist.checkpoints] == ["look", "more", "own"]
    manuscript.write()
    assert manuscript.text == theirs.replace("Own", "Mine")


def test_a_sealed_version_keeps_what_it_included(workbench: Workbench, shared: Path) -> None:
    manuscript = Manuscript("small", workbench)
    first = manuscript.save("first")
    assert manuscript.save("again").number == 1
    assert current_edition(workbench, "small", working=True).digest == first.digest
    sealed = sealed_edition(workbench, "small", first)
    shared.write_text(SHARED.replace("points = 2", "points = 9"))
    assert sealed_edition(workbench, "small", first) == sealed
    working = current_edition(workbench, "small", working=True)
    assert working.moved == (PATH,)
    assert working.digest != first.digest
    assert AuthoringSession("small", workbench).moved() == (PATH,)
    second = Manuscript("small", workbench).save("second")
    assert second.number == 2
    assert current_edition(workbench, "small", working=True).moved == ()
    shared.unlink()
    assert sealed_edition(workbench, "small", first) == sealed
    assert sealed_edition(workbench, "small", second).checklist.checkpoints[0].points == 9


def test_a_large_shared_file_is_sealed_only_where_the_version_can_be_read_again(
    workbench: Workbench, shared: Path
) -> None:
    shared.write_text(f"{SHARED}# {'x' * 1_200_000}\n")
    version = Manuscript("small", workbench).save("large")
    assert sealed_edition(workbench, "small", version).checklist.checkpoints[0].id == "look"
    shared.write_text(f"{SHARED}# {'x' * (1_999_990 - len(SHARED) - len(LIST))}\n")
    manuscript = Manuscript("small", workbench)
    with pytest.raises(ChecklistError, match=r"the file has 2,000,\d\d\d bytes; a checklist may"):
        manuscript.save("too large by its digest")
    assert len(workbench.store.versions("small")) == 1


def test_show_and_score_of_a_version_stay_and_the_working_copy_says_what_moved(
    folder: Path, shared: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    def ran(*words: str) -> tuple[str, str]:
        assert run(["-C", str(folder), *words]) == 0
        out, err = capsysbinary.readouterr()
        return out.decode(), err.decode()

    ran("save", "small", "-m", "first")
    shown, scored = ran("show", "small@1"), ran("score", "small", "--json")
    shared.write_text(SHARED.replace("Looks", "Reads"))
    assert (ran("show", "small@1"), ran("score", "small", "--json")) == (shown, scored)
    assert f"small: {PATH} changed since v1 was sealed" in ran("score", "small", "--working")[1]
    (folder / "checklists/small/checklist.toml").write_text(shown[0])
    ran("save", "small", "-m", "brought back")
    shared.unlink()
    assert ran("show", "small@1") == shown


def test_a_checkpoint_that_a_shared_file_drops_is_said_to_be_lacking(
    workbench: Workbench, shared: Path
) -> None:
    Manuscript("small", workbench).save("first")
    shared.write_text(SHARED.partition("[[")[0])
    edition = current_edition(workbench, "small", working=True)
    assert (edition.lost, edition.moved) == (("look",), (PATH,))


def test_what_is_shared_is_not_changed_here_and_new_ones_come_behind_it(
    workbench: Workbench,
) -> None:
    session = AuthoringSession("small", workbench)
    for deed in (
        lambda: session.delete("look"),
        lambda: session.toggle_critical("look"),
        lambda: session.weigh("look", 1),
        lambda: session.shift("look", 1),
        lambda: session.move("own", None),
    ):
        with pytest.raises(ChecklistError, match=r"is shared: change it there|comes first"):
            deed()
    session.shift("own", -1)
    assert session.manuscript.text == LIST
    copy = session.duplicate("look")
    assert session.ids() == ["look", copy, "own"]
    assert session.checkpoint(copy).origin is None
    session.shift("own", -5)
    assert session.ids() == ["look", "own", copy]
    session.manuscript.undo()
    session.manuscript.undo()
    assert session.manuscript.text == LIST


@pytest.mark.parametrize("task", sorted(path.name for path in (ROOT / "checklists").iterdir()))
def test_a_sample_list_taken_apart_scores_as_it_did_whole(
    task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = copied_workspace(tmp_path, task)
    whole = scores(workspace, task, capsys)
    file = workspace / f"checklists/{task}/checklist.toml"
    pieces = layout(file.read_text())
    named = [_by_name(block, f"c{number}") for number, block in enumerate(pieces.blocks)]
    half = len(named) // 2
    coding = workspace / "checklists/_shared/coding.toml"
    coding.parent.mkdir()
    coding.write_text("format = 1\n\n" + "\n".join(lets + point for point, lets in named[:half]))
    own = pieces.head.replace("format = 1\n", f'format = 1\ninclude = ["{PATH}"]\n')
    file.write_text(own + "\n".join(lets + point for point, lets in named[half:]))
    assert file.read_text().count("use = ") == len(named) - half
    assert scores(workspace, task, capsys) == whole
    assert run(["-C", str(workspace), "save", task, "-m", "taken apart"]) == 0
    coding.unlink()
    capsys.readouterr()
    assert scores(workspace, task, capsys, "--json") == whole


def scores(
    workspace: Path, task: str, capsys: pytest.CaptureFixture[str], how: str = "--working"
) -> list[object]:
    run(["-C", str(workspace), "score", task, "--json", how])
    runs = json.loads(capsys.readouterr().out)
    assert runs
    return [{**each, "checklist": None} for each in runs]


def _by_name(block: str, name: str) -> tuple[str, str]:
    """A checkpoint whose check is a name, and the table of the name."""
    header = "[checkpoint.check]\n"
    point, _, check = block.partition(header)
    let = f"[let.{name}]\n{check}".replace("checkpoint.check.", f"let.{name}.")
    return f'{point}{header}use = "{name}"\n', f"{let.rstrip()}\n\n"
