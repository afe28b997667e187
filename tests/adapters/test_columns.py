"""Columns searched in parts at once say what columns searched in one go say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers import columns
from ckpt_tui.core.pattern import PatternError, compiled
from ckpt_tui.core.text import TextColumn, encode
from tests.core.test_pattern import PATTERNS, TEXTS


@settings(max_examples=300, deadline=None)
@given(PATTERNS, st.lists(TEXTS, max_size=4), st.integers(1, 9))
def test_what_is_searched_in_two_threads_is_found_as_in_one(pattern, parts, alone) -> None:
    try:
        found = compiled(pattern)
    except PatternError:
        return
    texts = [text for part in parts for text in part]
    writer = columns.ColumnWriter()
    writer.add_texts(texts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(columns, "SEARCHED_ALONE", alone)
        in_parts = list(found.rows(writer.column()))
    assert in_parts == list(found.rows(TextColumn.of(map(encode, texts))))


@pytest.mark.parametrize("hit", [0, 5, 6, 7, 11, 12, 19])
def test_the_first_hit_of_a_large_column_is_the_first(hit) -> None:
    row = "x" * (1 << 20)
    texts = [row + "needle" * (number >= hit) for number in range(20)]
    writer = columns.ColumnWriter()
    writer.add_texts(texts)
    found = next(compiled("n(e|o)+dle").rows(writer.column()))
    assert (found.row, found.start) == (hit, len(row))
