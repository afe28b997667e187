"""What is called impossible really is: no value that is tried shows otherwise."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.core.linting.anchors import fits_no_text
from ckpt_tui.core.linting.contradictions import Values, cannot_all_hold
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, Has, In, NotMatch, Regex
from ckpt_tui.core.matching import holds
from ckpt_tui.core.pattern import compiled

COUNTS = range(9)
HALVES = tuple(step / 2 for step in range(-8, 17))
TEXTS = tuple("".join(letters) for size in range(4) for letters in product("ab", repeat=size))
# Which letters a pattern names is nothing to its ends.
REPEATED = tuple(b"a" * size for size in range(130))

bounds = st.sampled_from([step / 2 for step in range(-2, 13)])
numeric = st.one_of(
    bounds.map(AtLeast),
    bounds.map(AtMostValue),
    bounds.map(Equals),
    st.tuples(bounds, bounds).map(In),
)
words = st.sampled_from(TEXTS[1:])
worded = st.one_of(words.map(Has), words.map(Equals), st.sampled_from(["^a", "b$"]).map(Regex))


def several(leaves):
    inner = st.one_of(leaves, st.tuples(leaves, leaves).map(Every))
    return st.lists(st.one_of(inner, inner.map(NotMatch)), min_size=1, max_size=4)


def is_met(matches, values):
    return any(all(holds(match, value) for match in matches) for value in values)


@given(several(numeric))
def test_counts_are_ruled_out_exactly(matches):
    assert cannot_all_hold(matches, Values.COUNT) is not is_met(matches, COUNTS)


@given(several(numeric))
def test_numbers_are_ruled_out_by_no_chance(matches):
    quarters = (*HALVES, *(half + 0.25 for half in HALVES))
    assert cannot_all_hold(matches, Values.NUMBER) is not is_met(matches, quarters)


@given(several(st.one_of(worded, numeric)))
def test_what_a_text_or_a_number_meets_is_not_ruled_out(matches):
    if cannot_all_hold(matches, Values.ANY):
        assert not is_met(matches, (*TEXTS, *COUNTS, *HALVES))
    if cannot_all_hold(matches, Values.TEXT):
        assert not is_met(matches, TEXTS)


pieces = st.sampled_from(["a", ".", "[^b]", "^", "$", r"\A", r"\z"])
quantities = st.sampled_from(["", "", "*", "+", "?", "*?", "{0}", "{2}", "{0,2}", "{1,}"])
patterns = st.recursive(
    pieces,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
        st.tuples(inner, quantities).map(lambda both: f"({both[0]}){both[1]}"),
    ),
    max_leaves=6,
)


@given(patterns)
def test_a_pattern_fits_no_text_exactly_where_none_is_found(pattern):
    is_found = any(compiled(pattern).search(text) for text in REPEATED)
    assert fits_no_text(pattern) is not is_found


@pytest.mark.parametrize(
    ("pattern", "is_named"),
    [
        ("done\n^total", True),
        ("done$\ntotal", True),
        (r"a\Ab", True),
        (r"a\zb", True),
        ("[$^]^", True),
        ("(?i)(?P<m>a)^b", True),
        (r"\x{41}^", True),
        (r"\x41^|\pL^|\p{Greek}^|[[:alpha:]]^|[]^]^", True),
        ("^$", False),
        ("$^", False),
        ("a*^b", False),
        ("x?$", False),
        (r"a\^b", False),
        (r"a\$b", False),
        ("a[^b]", False),
        ("a[]^]b", False),
        (r"a[\]^]b", False),
        (r"\x{41}?^b", False),
        (r"\x41?^b", False),
        (r"\101?^b", False),
        (r"\Qa^b\E", False),
        ("a{,2}^", True),
        ("^|b", False),
        ("a^|b", False),
        ("(?m)a\n^b", False),
        ("a\n(?m:^)b", False),
        ("(?sm)a$.b", False),
        ("(?-m)a^b", False),
    ],
)
def test_ends_are_looked_for_as_the_dialect_reads_them(pattern, is_named):
    assert fits_no_text(pattern) is is_named
