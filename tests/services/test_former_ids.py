"""An id that a sealed version holds is never lost and never used again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from ckpt_tui.core.digest import check_digest
from ckpt_tui.errors import ChecklistError
from ckpt_tui.services.authoring import AuthoringSession
from ckpt_tui.services.checklists import working_edition
from ckpt_tui.wiring import open_workbench

LIST = """\
format = 1
task = "small" # the task

# first of all
[[checkpoint]]
id = "look"
title = "Looks at the file"
[checkpoint.check]
kind = "tool_called"
tool = "bash"

[[checkpoint]]
id = "run"
title = "Runs it"
[checkpoint.check]
kind = "output"
match = { has = "done" }
"""


@pytest.fixture
def session(tmp_path: Path) -> AuthoringSession:
    folder = tmp_path / "checklists" / "small"
    folder.mkdir(parents=True)
    (folder / "checklist.toml").write_text(LIST)
    return AuthoringSession("small", open_workbench(tmp_path))


def renamed(session: AuthoringSession, old: str, new: str) -> None:
    session.replace(old, replace(session.checkpoint(old), id=new), burst="id")


def test_deleting_what_a_version_holds_retires_its_id_and_undo_takes_that_back(
    session: AuthoringSession,
) -> None:
    session.manuscript.save("First list")
    session.delete("run")
    head, _, _ = LIST.partition('\n[[checkpoint]]\nid = "run"')
    expected = head.replace("# the task\n", '# the task\nretired = ["run"]\n')
    assert session.manuscript.text == expected
    with pytest.raises(ChecklistError, match='"run" is retired'):
        renamed(session, "look", "run")
    assert session.add(replace(session.checkpoint("look"), id="run"), None) == "run-2"
    session.manuscript.undo()
    session.manuscript.undo()
    assert session.manuscript.text == LIST


def test_what_no_version_holds_is_deleted_and_renamed_without_a_trace(
    session: AuthoringSession,
) -> None:
    renamed(session, "run", "runs")
    assert session.manuscript.text == LIST.replace('"run"', '"runs"')
    session.delete("runs")
    assert "retired" not in session.manuscript.text


def test_a_rename_keeps_the_former_id_but_not_those_typed_on_the_way(
    session: AuthoringSession,
) -> None:
    session.manuscript.save("First list")
    before = check_digest(session.checkpoint("run").check)
    stale = session.checkpoint("run")
    for old, new in (("run", "runs"), ("runs", "runs-"), ("runs-", "runs-it")):
        session.replace(old, replace(stale, id=new), burst="id")
    assert session.manuscript.text == LIST.replace(
        'id = "run"\n', 'id = "runs-it"\nwas = ["run"]\n'
    )
    assert check_digest(session.checkpoint("runs-it").check) == before
    session.replace("runs-it", replace(stale, id="runs-it", title="Runs"))
    assert session.checkpoint("runs-it").was == ("run",)
    renamed(session, "runs-it", "run")
    assert session.checkpoint("run").was == ()


def test_a_copy_has_no_former_ids_and_a_deletion_retires_them_all(
    session: AuthoringSession,
) -> None:
    session.manuscript.save("First list")
    renamed(session, "run", "second")
    session.manuscript.save("Renamed")
    assert session.checkpoint(session.duplicate("second")).was == ()
    session.delete("second")
    assert session.manuscript.checklist.retired == ("second", "run")


def test_retired_and_former_ids_are_not_lost_even_to_another_machine(
    session: AuthoringSession,
) -> None:
    version = session.manuscript.save("First list")
    path = session.workbench.store.folder("small") / "checklist.toml"
    head, _, _ = LIST.partition('\n[[checkpoint]]\nid = "run"')

    def lost(text: str) -> tuple[str, ...]:
        path.write_text(text)
        return working_edition(session.workbench, "small", version).lost

    assert lost(head) == ("run",)
    assert lost(head.replace("# the task\n", '\nretired = ["run"]\n')) == ()
    renamed_by_hand = LIST.replace('id = "run"', 'id = "it"')
    assert lost(renamed_by_hand) == ("run",)
    assert lost(renamed_by_hand.replace('id = "it"', 'id = "it"\nwas = ["run"]')) == ()
