"""What is called impossible really is: no value that is tried shows otherwise."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.core.linting.contradictions import Values, cannot_all_hold
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, Has, In, NotMatch, Regex
from ckpt_tui.core.matching import holds

COUNTS = range(9)
HALVES = tuple(step / 2 for step in range(-8, 17))
TEXTS = tuple("".join(letters) for size in range(4) for letters in product("ab", repeat=size))

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
