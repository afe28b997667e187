"""One text, two writers: nothing that either wrote is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from ckpt_tui.core.edits import DeleteCheckpoint, ReplaceCheckpoint
from ckpt_tui.errors import ConflictError
from ckpt_tui.services.checklists import working_edition
from ckpt_tui.services.manuscript import Manuscript
from ckpt_tui.services.workbench import Workbench
from ckpt_tui.wiring import open_workbench

LIST = """\
format = 1
task = "small"

# why this comes first
[[checkpoint]]
id = "look"
title = "Looks at the file"   # a remark
[checkpoint.check]
kind = "tool_called"
tool = "bash"

[[checkpoint]]
id = "tell"
title = "Tells the user"
points = 0
[checkpoint.check]
kind = "text"
match = { has = "done" }
"""


@pytest.fixture
def workbench(tmp_path: Path) -> Workbench:
    folder = tmp_path / "checklists" / "small"
    folder.mkdir(parents=True)
    (folder / "checklist.toml").write_text(LIST)
    return open_workbench(tmp_path)


def on_disk(workbench: Workbench) -> Path:
    return workbench.store.folder("small") / "checklist.toml"


def retitled(manuscript: Manuscript, name: str, title: str) -> ReplaceCheckpoint:
    point = manuscript.checklist.checkpoint(name)
    return ReplaceCheckpoint(id=name, checkpoint=replace(point, title=title))


def test_an_edit_touches_one_value_and_undo_brings_the_text_back(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Reads it")])
    assert manuscript.text == LIST.replace("Looks at the file", "Reads it")
    assert manuscript.is_dirty
    manuscript.undo()
    assert manuscript.text == LIST
    assert not manuscript.is_dirty
    manuscript.redo()
    assert manuscript.checklist.checkpoint("look").title == "Reads it"


def test_a_burst_is_undone_at_once_and_a_pause_ends_it(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    for title in ("R", "Re", "Rea"):
        manuscript.edit([retitled(manuscript, "look", title)], burst="title")
    manuscript.pause()
    manuscript.edit([retitled(manuscript, "look", "Read")], burst="title")
    manuscript.undo()
    assert manuscript.checklist.checkpoint("look").title == "Rea"
    manuscript.undo()
    assert manuscript.text == LIST


def test_what_another_editor_wrote_elsewhere_is_merged_when_writing(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Mine")])
    theirs = LIST.replace("Tells the user", "Theirs") + "# their remark\n"
    on_disk(workbench).write_text(theirs)
    manuscript.write()
    assert on_disk(workbench).read_text() == theirs.replace("Looks at the file", "Mine")
    assert not manuscript.is_dirty


def test_what_cannot_be_noted_beside_a_written_list_is_said_and_the_list_is_written(
    tmp_path: Path, workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    manuscript = Manuscript("small", open_workbench(tmp_path))
    manuscript.edit([DeleteCheckpoint(id="tell")])
    unnoted = manuscript.write()
    assert len(unnoted) == 1
    assert unnoted[0].startswith("not remembered that tell was deleted on purpose: ")
    assert "tell" not in on_disk(workbench).read_text()
    assert not manuscript.is_dirty
    assert not manuscript.absorb()


def test_a_clash_writes_nothing_and_names_checkpoint_and_field(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Mine")])
    theirs = LIST.replace("Looks at the file", "Theirs")
    on_disk(workbench).write_text(theirs)
    with pytest.raises(ConflictError, match=r"look.*title"):
        manuscript.write()
    assert on_disk(workbench).read_text() == theirs
    assert manuscript.checklist.checkpoint("look").title == "Mine"


UNUSABLE = {
    "cut off": LIST[: LIST.index("title")].encode() + b'title = "Loo',
    "emptied": b"",
    "an id twice": LIST.replace('id = "tell"', 'id = "look"').encode(),
    "a NUL": LIST.encode() + b"\x00",
    "no UTF-8": LIST.encode() + b"# caf\xe9\n",
    "deleted": None,
}


@pytest.mark.parametrize("theirs", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_mine_stays_where_theirs_cannot_be_used_and_theirs_is_kept_aside(
    workbench: Workbench, theirs: bytes | None
) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Mine")])
    mine, place = manuscript.text, on_disk(workbench)
    for number in ("", "-2"):
        if theirs is None:
            place.unlink()
        else:
            place.write_bytes(theirs)
        with pytest.raises(ConflictError):
            manuscript.write()
        kept = manuscript.keep_mine()
        assert manuscript.text == mine
        assert not manuscript.write()
        assert place.read_text() == mine
        assert not manuscript.is_dirty
        if theirs is None:
            assert kept == ""
            assert not [*place.parent.glob("*theirs*")]
        else:
            assert kept == f"checklists/small/checklist.theirs{number}.toml"
            assert (place.parent / f"checklist.theirs{number}.toml").read_bytes() == theirs
        manuscript.undo()
        mine = manuscript.text
    assert workbench.store.tasks() == ["small"]


def test_what_is_written_after_mine_was_kept_is_no_less_safe(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Mine")])
    on_disk(workbench).write_text("")
    manuscript.keep_mine()
    on_disk(workbench).write_text(LIST.replace("Tells the user", "Written later"))
    with pytest.raises(ConflictError):
        manuscript.write()
    assert "Written later" in on_disk(workbench).read_text()
    assert "Mine" in manuscript.text


def test_unwritten_work_of_a_killed_session_is_offered_with_its_difference(
    workbench: Workbench, tmp_path: Path
) -> None:
    script = (
        "import os, signal, sys\n"
        "from msgspec.structs import replace\n"
        "from pathlib import Path\n"
        "from ckpt_tui.core.edits import ReplaceCheckpoint\n"
        "from ckpt_tui.services.manuscript import Manuscript\n"
        "from ckpt_tui.wiring import open_workbench\n"
        "m = Manuscript('small', open_workbench(Path(sys.argv[1])))\n"
        "point = m.checklist.checkpoint('look')\n"
        "new = replace(point, title='Typed before the crash')\n"
        "m.edit([ReplaceCheckpoint(id='look', checkpoint=new)])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], check=False, env=dict(os.environ)
    )
    assert killed.returncode == -9
    manuscript = Manuscript("small", workbench)
    found = manuscript.recovery()
    assert found is not None
    assert '+title = "Typed before the crash"' in found.difference
    assert not found.is_outdated
    manuscript.restore(found.text)
    manuscript.write()
    assert "Typed before the crash" in on_disk(workbench).read_text()
    assert Manuscript("small", open_workbench(tmp_path)).recovery() is None


def test_checkpoints_lost_by_hand_are_named_and_those_deleted_in_the_app_are_not(
    workbench: Workbench,
) -> None:
    manuscript = Manuscript("small", workbench)
    version = manuscript.save("First list")
    on_disk(workbench).write_text(LIST[: LIST.index('[[checkpoint]]\nid = "tell"')])
    assert working_edition(workbench, "small", version).lost == ("tell",)
    on_disk(workbench).write_text(LIST)
    manuscript.edit([DeleteCheckpoint(id="tell")])
    manuscript.write()
    assert working_edition(workbench, "small", version).lost == ()


def test_sealing_the_same_text_twice_makes_one_version(workbench: Workbench) -> None:
    manuscript = Manuscript("small", workbench)
    first = manuscript.save("First list")
    assert manuscript.save("again").number == first.number == 1
    assert len(workbench.store.versions("small")) == 1


def test_a_burst_that_is_withdrawn_leaves_nothing_and_one_that_is_over_stays(
    workbench: Workbench,
) -> None:
    manuscript = Manuscript("small", workbench)
    manuscript.edit([retitled(manuscript, "look", "Reads it")], burst="one")
    first = manuscript.text
    for title in ("T", "Ti"):
        manuscript.edit([retitled(manuscript, "tell", title)], burst="two")
    assert manuscript.history.withdrawn("one") is manuscript.history
    manuscript.turn_to(manuscript.history.withdrawn("two"))
    assert manuscript.text == first
    assert not manuscript.can_redo
    manuscript.undo()
    assert manuscript.text == LIST
    assert manuscript.history.withdrawn("two") is manuscript.history
    assert manuscript.can_redo
