"""Checkpoints drafted from a step: what they are called, and why there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.core.promote import drafts, no_draft
from tests.core.traces import agent, bash, trace, user, view

LONG = "python -m pytest -q tests/test_totals.py tests/test_rounding.py tests/test_march.py"


def titles(command: str, output: str = "") -> list[str]:
    return [point.title for point in drafts(view(agent("", bash(command, output))), 0)]


def test_a_title_that_is_too_long_is_cut_behind_a_word_and_says_so():
    assert titles("ls -la") == ["calls bash ls -la"]
    assert "runs python -m pytest -q tests/test_totals.py…" in titles(LONG)
    assert titles("x" * 100)[0].endswith("xxx…")


@given(st.text("ab ./&-…\n", max_size=200), st.text("cd ,:.", max_size=200))
def test_a_title_is_never_longer_than_its_room_and_what_is_cut_is_marked(command, output):
    for title in titles(command, output):
        assert 0 < len(title) <= 60
        assert title == " ".join(title.split())
    whole = f"calls bash {command}"
    short = " ".join(whole.split())
    if len(short) > 60:
        first = titles(command)[0]
        assert first.endswith("…")
        assert short.startswith(first[:-1])


@pytest.mark.parametrize(
    ("step", "whose"), [(0, "the user's word"), (3, "the agent's word")], ids=["user", "agent"]
)
def test_a_step_without_calls_says_whose_it_is_and_where_the_nearest_call_is(step, whose):
    steps = trace(user("hi"), user("again"), agent("", bash("ls")), agent("done")).steps
    assert no_draft(steps, step).startswith(f"step {step} is {whose}, ")
    assert no_draft(steps, step).endswith("the nearest is in step 2")


def test_a_run_without_calls_names_no_step_to_go_to():
    assert "nearest" not in no_draft(trace(user("hi"), agent("done")).steps, 0)
