"""Folding: every code point has its row, every row fits, whatever the text."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from ckpt_tui.tui.folding import BLOCK_MAX, Fold, line_blocks
from ckpt_tui.tui.json_blocks import json_blocks

TEXT = st.text(
    st.one_of(
        st.sampled_from(' \n\t\r\x1b\u202e\u0301中é✓"\\{}[],:nab'), st.characters(codec=None)
    ),
    max_size=200,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('a\n"\\{}[], é', max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


def settled(text, blocks, width) -> Fold:
    fold = Fold(text, blocks, width)
    while fold.settle(0, len(fold)):
        pass
    return fold


@settings(max_examples=250)
@given(text=TEXT, width=st.integers(10, 40))
@example(text="a" * 40 + " " + "b" * 40, width=40)
@example(text="\t" * 30, width=20)
@example(text="中" * 30 + "\n\n" + "\r\n", width=11)
def test_rows_fit_and_show_every_code_point_but_line_ends_in_order(text, width):
    fold = settled(text, line_blocks(text), width)
    rows = [fold.row(number) for number in range(len(fold))]

    at = 0
    for row in rows:
        start, end = row.span
        assert text[at:start] in {"", "\n", "\r\n"}
        assert row.text.raw == text[start:end]
        assert cell_len(row.text.plain.removesuffix(" ")) <= width
        at = end
    assert text[at:] in {"", "\n", "\r\n"}


@settings(max_examples=100)
@given(text=TEXT, width=st.integers(10, 40), first=st.integers(0, 9), count=st.integers(0, 9))
def test_rows_asked_for_together_are_those_asked_for_one_by_one(text, width, first, count):
    fold = settled(text, line_blocks(text), width)
    alone = [fold.row(number) for number in range(first, min(first + count, len(fold)))]

    assert list(fold.rows(first, first + count)) == alone


@settings(max_examples=150)
@given(text=TEXT, width=st.integers(10, 40), data=st.data())
def test_the_row_of_a_code_point_shows_it(text, width, data):
    fold = settled(text, line_blocks(text), width)
    offset = data.draw(st.integers(0, len(text)))
    start, end = fold.row(fold.row_of(offset)).span

    assert start <= offset
    assert offset < end or text[end:offset] in {"", "\n", "\r"}


@settings(max_examples=150)
@given(value=JSON)
def test_a_laid_out_json_text_loses_and_adds_nothing(value):
    text = json.dumps({"key": value, "filler": "x" * 80}, ensure_ascii=False, separators=(",", ":"))
    blocks = json_blocks(text)

    assert "".join(text[a:b] for a, b in zip(blocks.starts, blocks.ends, strict=True)) == text
    assert len(blocks.indents) == len(blocks.starts)


@settings(max_examples=150)
@given(text=TEXT.map(lambda text: text * 3))
def test_text_that_is_not_json_is_laid_out_whole_too(text):
    blocks = json_blocks(text.ljust(61))
    shown = "".join(text.ljust(61)[a:b] for a, b in zip(blocks.starts, blocks.ends, strict=True))

    assert shown == text.ljust(61)


@pytest.mark.parametrize(
    "value", [list(range(40_000)), {"a": "line\n" * 40_000}, {"a": '"' * 90_000}, "x" * 900_000]
)
def test_only_the_beginning_of_a_long_json_text_is_laid_out_and_all_of_it_shown(value):
    text = json.dumps(value, separators=(",", ":"))
    blocks = json_blocks(text)

    assert "".join(text[a:b] for a, b in zip(blocks.starts, blocks.ends, strict=True)) == text
    assert len(blocks.starts) < 5_000 + len(text) / BLOCK_MAX


def test_the_first_lines_of_a_long_string_full_of_quotes_are_laid_out():
    text = json.dumps({"command": '"q"\n' * 40_000})
    blocks = json_blocks(text)
    second = text[blocks.starts[2] : blocks.ends[2]]

    assert second == r"\"q\"\n"


def test_json_breaks_at_brackets_commas_and_line_ends_inside_strings():
    text = '{"command":"cat <<E\\none\\\\n\\ntwo\\nE","list":[1,{}],"path":"a,b{c"}' + " " * 10
    blocks = json_blocks(text)
    lines = [
        " " * indent + text[start:end]
        for start, end, indent in zip(blocks.starts, blocks.ends, blocks.indents, strict=True)
    ]

    assert lines == [
        "{",
        '  "command":"cat <<E\\n',
        "  one\\\\n\\n",
        "  two\\n",
        '  E",',
        '  "list":[',
        "    1,",
        "    {}",
        "  ],",
        '  "path":"a,b{c"',
        "}" + " " * 10,
    ]


def test_words_stay_whole_where_they_fit():
    fold = settled("the quick brown fox jumps", line_blocks("the quick brown fox jumps"), 12)

    assert [fold.row(number).text.plain for number in range(len(fold))] == [
        "the quick ",
        "brown fox ",
        "jumps",
    ]


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000_000, "\r" * 10_000_000, "a\tb" * 3_000_000],
    ids=["plain", "carriage returns", "tabs"],
)
def test_a_huge_line_is_looked_at_only_where_it_is_shown(text, monkeypatch):
    from ckpt_tui.tui import folding

    seen = []
    real = folding.sanitised
    monkeypatch.setattr(folding, "sanitised", lambda part: seen.append(len(part)) or real(part))
    fold = Fold(text, line_blocks(text), 80)
    fold.settle(0, 50)
    rows = [fold.row(number) for number in range(50)]
    last = fold.row(fold.row_of(len(text) - 1))

    assert sum(seen) <= 4 * BLOCK_MAX
    assert rows[0].span[0] == 0
    assert last.span[1] == len(text)
