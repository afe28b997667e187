"""The listing for the first frame: cheap, and never an error."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.checklist_outline import outline, working_outline
from ckpt_tui.adapters.checklist_toml import TomlFormat
from tests.adapters import codec_kit as kit


@pytest.mark.parametrize("name", kit.NAMES)
def test_the_outline_says_what_the_model_says(name: str) -> None:
    checklist = TomlFormat().parse(kit.read(name), name)
    title, points = outline(kit.read(name))
    assert title == checklist.title
    assert points == tuple((point.id, point.title) for point in checklist.checkpoints)


PATHS = [f"../_shared/{name}.toml" for name in "abcd"] + ["/dev/zero", "../../../outside.toml"]


def test_a_broken_text_still_shows_the_lines_that_can_be_read() -> None:
    text = kit.read("01_plain.toml").replace("points = 5", "points = = 5")
    title, points = outline(text)
    assert title == "Ledger totals are off by a cent"
    assert [identifier for identifier, _ in points] == [
        "reproduce", "green", "tests-intact", "claims",
    ]  # fmt: skip
    assert points[1] == ("green", "The whole suite passes after the last edit")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80) | st.text(alphabet="[]{}\"'=.#\n idtle", max_size=200))
def test_no_text_at_all_is_an_error(text: str) -> None:
    outline(text)
    outline(f'title = "T"\n[[checkpoint]]\nid = "a"\n{text}')


def test_hostile_texts_take_no_time_and_no_stack() -> None:
    for text in ("a." * 20_000 + "b = 1", "a = " + "[" * 50_000, "x" * 3_000_000, "a = 1" * 9_999):
        assert outline(text).points == ()


def test_it_needs_no_validation_library() -> None:
    code = "import ckpt_tui.adapters.checklist_outline, sys; print('pydantic_core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_a_list_includes_comes_first_and_only_from_inside_the_workspace(
    tmp_path: Path,
) -> None:
    point = '[[checkpoint]]\nid = "{0}"\ntitle = "{0}"\n'
    outside = tmp_path / "outside.toml"
    outside.write_text(point.format("outside"))
    workspace = tmp_path / "work"
    for name, text in (
        ("_shared/a.toml", point.format("a")),
        ("_shared/b.toml", "no TOML ["),
        ("t1/checklist.toml", f"include = {PATHS}\n{point.format('own')}"),
    ):
        file = workspace / "checklists" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (workspace / "checklists/_shared/c.toml").symlink_to(outside)
    found = working_outline(workspace, "t1")
    assert found is not None
    assert [name for name, _ in found.points] == ["a", "own"]
