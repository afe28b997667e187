"""Headings of a grid: names cut so that they can still be told apart."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ckpt_tui.core.display import plain
from ckpt_tui.tui.headings import headings

NAMES = st.lists(
    st.one_of(
        st.text("ab -_#1…", min_size=1, max_size=40),
        st.text("ab", max_size=60).map("run-of-django__django-".__add__),
        st.text(max_size=20),
    ).map(plain),
    max_size=30,
)


@given(NAMES, st.integers(3, 20), st.integers(1, 8))
def test_headings_differ_wherever_the_names_do_and_keep_to_their_room(names, width, height):
    found = headings(names, width, height)
    assert len(found) == len(names)
    assert len(set(zip(found, names, strict=True))) == len(set(found)), "one heading, two names"
    for lines in found:
        assert 0 <= len(lines) <= height
        assert all(cell_len(line) <= width for line in lines)


@given(NAMES, st.integers(1, 2), st.integers(1, 3))
def test_no_room_is_too_small(names, width, height):
    for lines in headings(names, width, height):
        assert len(lines) <= height


@given(NAMES)
def test_a_name_that_has_room_is_shown_whole(names):
    for name, lines in zip(names, headings(names, 100, 1), strict=True):
        if names.count(name) == 1 and len({each.strip() for each in names}) == len(names):
            assert lines == ((name.rstrip(),) if name.strip() else ())


def test_what_names_have_in_common_gives_way_to_what_tells_them_apart():
    names = ["django__django-11099 t-0.20", "django__django-11099 t-0.50", "oracle"]
    assert headings(names, 6, 1) == [("…-0.20",), ("…-0.50",), ("oracle",)]


def test_names_break_between_words():
    assert headings(["edits first", "whole cents", "Decimal", "by a b"], 5, 2) == [
        ("edits", "first"),
        ("whole", "cents"),
        ("Decim", "al"),
        ("by a", "b"),
    ]
