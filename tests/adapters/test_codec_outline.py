"""The listing for the first frame: cheap, and never an error."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.checklist_outline import outline
from ckpt_tui.adapters.checklist_toml import TomlFormat
from tests.adapters import codec_kit as kit


@pytest.mark.parametrize("name", kit.NAMES)
def test_the_outline_says_what_the_model_says(name: str) -> None:
    checklist = TomlFormat().parse(kit.read(name), name)
    title, points = outline(kit.read(name))
    assert title == checklist.title
    assert points == tuple((point.id, point.title) for point in checklist.checkpoints)


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
