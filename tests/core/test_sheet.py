"""The form without its screen: what is shown, what is typed, and what changes meanwhile."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import Path, typed, with_child, without_child
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.logic import AllOf
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.match import Has
from ckpt_tui.core.sheet import Sheet

CHECK = Output(match=Has("done"))
POINT = Checkpoint(id="a", title="A", check=AllOf(checks=(CHECK, CHECK)))
SECOND: Path = (("checks", 1),)


def test_a_row_in_hand_is_one_change_until_another_is() -> None:
    sheet, first = Sheet(point=POINT).typed("title", "", "B")
    sheet, second = sheet.typed("title", "", "C")
    assert first.burst == second.burst
    assert first.before is second.before is POINT
    sheet, other = sheet.typed("id", "", "c")
    assert other.burst != first.burst
    _, again = sheet.on("points").on("title").typed("title", "", "D")
    assert again.burst not in (first.burst, other.burst)


def test_what_is_typed_back_is_what_was_before_and_what_is_refused_leaves_it() -> None:
    sheet, _ = Sheet(point=POINT).typed("points", "", "2")
    sheet, back = sheet.typed("points", "", "1")
    assert back.point is back.before is POINT
    _, refused = sheet.typed("points", "", "-1")
    assert refused.point is refused.before is POINT
    assert "0 or more" in refused.problem


@given(st.lists(st.one_of(st.sampled_from(sorted(KINDS)), st.none()), max_size=8))
def test_kinds_that_are_only_looked_at_lead_back_until_something_is_typed(
    walk: list[str | None],
) -> None:
    sheet, bursts = Sheet(point=POINT), set[str]()
    for word in (*walk, None, "all_of"):
        if word is None:
            sheet = sheet.on("checks").on("kind")
            continue
        sheet, change = sheet.typed("kind", word, "")
        sheet = replace(sheet, point=change.point)
        bursts.add(change.burst)
    assert sheet.point == POINT
    assert len(bursts) == 1


def test_a_kind_that_was_filled_in_is_where_the_next_walk_begins() -> None:
    sheet, change = Sheet(point=POINT).typed("kind", "human", "")
    sheet, change = replace(sheet, point=change.point).typed("question", "", "Is it so?")
    asked = change.point
    sheet, _ = replace(sheet, point=asked).typed("kind", "outcome", "")
    sheet, change = sheet.typed("kind", "human", "")
    assert change.point is change.before is asked


def test_a_check_that_is_gone_is_left_for_the_outermost_one() -> None:
    sheet = Sheet(point=POINT).at(SECOND)
    assert sheet.title == "a › checks 2"
    assert replace(sheet, point=replace(POINT, id="a" * 128)).title.endswith("a… › checks 2")
    assert sheet.now(replace(POINT, title="B")).path == SECOND
    for gone in (without_child(POINT, SECOND), POINT.decided_by(CHECK), replace(POINT, id="b")):
        now = sheet.now(gone)
        assert now.path == ()
        assert now.rows()[0].text == gone.id


def test_a_text_that_is_being_typed_or_is_what_is_shown_is_said() -> None:
    sheet = Sheet(point=POINT)
    assert sheet.is_said("title", "", "A")
    assert sheet.is_said("points", "", "1x")
    assert not sheet.is_said("title", "", "B")


@given(st.sampled_from(sorted(KINDS)), st.sampled_from(["tool", "checks", "check", "path", "if"]))
def test_keys_for_rows_that_another_kind_took_away_are_refused_in_words(
    kind: str, key: str
) -> None:
    point = typed(POINT, (), "kind", kind, "")
    for deed in (with_child, without_child):
        for path in (((key, 0),), ((key, None),), (("checks", 5), (key, 0))):
            with suppress(FormError):
                deed(point, path)
    keys = {row.key for row in Sheet(point=point).rows()}
    if key not in keys:
        _, change = Sheet(point=point).typed(key, "", "x")
        assert change.problem == f"{kind} has no {key}"


def test_where_one_check_alone_fits_none_is_added() -> None:
    point = typed(POINT, (), "kind", "never", "")
    with pytest.raises(FormError, match="this one check"):
        with_child(point, (("check", None),))
