"""What the Edit screen's panes are told of a session."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.tui.project import points_column

POINTS = st.lists(st.decimals(0, 1000, places=6).map(Fraction), max_size=8)


def test_points_have_as_many_decimals_as_those_beside_them():
    assert points_column([Fraction("0.25"), Fraction("0.1"), Fraction(0), Fraction(12)]) == [
        " 0.25",
        " 0.10",
        "     ",
        "12.00",
    ]
    assert points_column([Fraction(3), Fraction(10)]) == [" 3", "10"]


def test_points_with_more_decimals_than_there_is_room_for_say_that_they_go_on():
    assert points_column([Fraction("0.1234567"), Fraction("0.5")]) == ["0.1234…", "0.5000 "]


@given(POINTS)
def test_points_stand_in_one_column_with_their_dots_below_each_other(points):
    shown = points_column(points)
    assert len({len(text) for text in shown}) <= 1
    dots = {text.find(".") for text in shown if text.strip()}
    assert len(dots) <= 1
    for value, text in zip(points, shown, strict=True):
        assert bool(text.strip()) == bool(value)
        if text.strip() and not text.endswith("…"):
            assert Fraction(text.strip()) == value
