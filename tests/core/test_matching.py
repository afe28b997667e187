"""Matching: typed equality, patterns over texts and values, paths, globs, and their spelling."""

import json
from fnmatch import fnmatchcase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.globbing import fits_glob
from ckpt_tui.core.match import (
    AtLeast,
    AtMostValue,
    Equals,
    Every,
    Glob,
    Has,
    In,
    NotMatch,
    Regex,
)
from ckpt_tui.core.match_words import MatchError, match_table, parse_match
from ckpt_tui.core.matching import find, holds, path_values, problem, rows
from ckpt_tui.core.pattern import Hit
from ckpt_tui.core.text import TextColumn, encode


@pytest.mark.parametrize(
    ("match", "fitting", "other"),
    [
        (Equals(1), [1, 1.0], ["1", True, 2, None, [1]]),
        (Equals(value=True), [True], [1, 1.0, "true", False]),
        (Equals("1"), ["1"], [1, 1.0, " 1"]),
        (Equals(2**53 + 1), [2**53 + 1], [2**53, float(2**53)]),
        (In((1, "a")), [1, 1.0, "a"], [True, "1", "A"]),
        (AtLeast(2), [2, 2.5, 10**400], [1.9, True, "2", None]),
        (AtMostValue(0), [0, -1], [False, 0.1, "0"]),
        (NotMatch(Equals(1)), ["1", True, None], [1, 1.0]),
        (Every((AtLeast(1), AtMostValue(3))), [1, 3], [0, 4, "2"]),
        (Regex(r"^\{\"a\":1\}$"), [{"a": 1}], [{"a": 2}, "a"]),
        (Has("[1,2"), [[1, 2, 3], "[1,2"], [[1], "[1, 2"]),
        (Has("é"), ["é", ["é"]], ["\\u00e9"]),
        (Regex("^null$"), [None, "null"], [0]),
        (Regex("^true$"), [True], [1]),
        (Glob("*.py"), ["a.py"], ["a/b.py", 1]),
    ],
)
def test_a_value_matches_by_its_type(match, fitting, other):
    assert [value for value in fitting if not holds(match, value)] == []
    assert [value for value in other if holds(match, value)] == []


def test_a_match_without_a_place_of_its_own_is_the_whole_text():
    raw = encode("é fee: 5")
    assert find(Has("fee"), raw) == (3, 6)
    assert find(Every((NotMatch(Has("x")), Regex(r"\d"))), raw) == (8, 9)
    assert find(NotMatch(Has("x")), raw) == (0, len(raw))
    assert find(Equals("é fee: 5"), raw) == (0, len(raw))
    assert find(Every((Has("fee"), Has("x"))), raw) is None
    assert find(Equals(5), b"5") is None
    assert find(AtLeast(1), b"5") is None


LEAVES = st.sampled_from(
    [
        Regex("a"),
        Regex("^a"),
        Regex("b$"),
        Regex("[^a]b?"),
        Regex(""),
        Has("a"),
        Has("ab"),
        Has(""),
        Equals("a"),
        Equals(""),
        Equals(1),
        In(("ab", "b", 2)),
        Glob("a*"),
        Glob("**"),
        AtLeast(0),
    ]
)
MATCHES = st.recursive(
    LEAVES,
    lambda inner: (
        inner.map(NotMatch)
        | st.lists(inner, min_size=1, max_size=3).map(lambda many: Every(tuple(many)))
    ),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(MATCHES, st.lists(st.text("ab/\n", max_size=4), max_size=6))
def test_a_column_matches_row_by_row(match, texts):
    column = TextColumn.of(map(encode, texts))
    spans = [(row, find(match, encode(text))) for row, text in enumerate(texts)]
    assert list(rows(match, column)) == [Hit(row, *span) for row, span in spans if span is not None]
    assert [span is not None for _, span in spans] == [holds(match, text) for text in texts]


def test_rows_are_found_as_asked_for():
    column = TextColumn.of([b"a", *[b"b"] * 100_000])
    found = rows(Every((Has("a"), NotMatch(Has("c")))), column)
    assert next(found) == Hit(0, 0, 1)
    assert next(rows(NotMatch(Has("zz")), column)) == Hit(0, 0, 1)


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("city", ("Rome",)),
        ("passengers[0].last_name", ("Rossi",)),
        ("passengers[1].last_name", ("Bianchi",)),
        ("passengers[2].last_name", ()),
        ("passengers[-1].last_name", ()),
        ("passengers[99999999999999999999].last_name", ()),
        ("passengers", ([{"last_name": "Rossi"}, {"last_name": "Bianchi"}],)),
        ("opts.re", ("flat", "deep")),
        ("opts", ({"re": "deep"},)),
        ("grid[1][0]", (3,)),
        ("grid[1]x", ()),
        ("odd[key].x", (7,)),
        ("nothing", (None,)),
        ("city.name", ()),
        ("city[0]", ()),
        ("absent", ()),
        ("", ()),
    ],
)
def test_a_path_leads_to_values(path, values):
    arguments = {
        "city": "Rome",
        "passengers": [{"last_name": "Rossi"}, {"last_name": "Bianchi"}],
        "opts": {"re": "deep"},
        "opts.re": "flat",
        "grid": [[1, 2], [3]],
        "odd[key]": {"x": 7},
        "nothing": None,
    }
    assert path_values(arguments, path) == values


def test_arguments_that_could_not_be_parsed_are_the_empty_path():
    assert path_values({"": "{broken"}, "") == ("{broken",)


@pytest.mark.parametrize(
    ("glob", "fitting", "other"),
    [
        ("tests/**", ["tests/a.py", "tests/b/a.py"], ["tests", "tests2/a.py", "a/tests/b"]),
        ("**/a.py", ["a.py", "x/a.py", "x/y/a.py"], ["xa.py", "a.pyc"]),
        ("src/**/x", ["src/x", "src/a/x", "src/a/b/x"], ["src/ax", "srcx"]),
        ("*.py", ["a.py", ".py"], ["a/b.py"]),
        ("a?c", ["abc", "aéc"], ["a/c", "ac"]),
        ("[ab].txt", ["a.txt"], ["c.txt"]),
        ("[!ab]x", ["cx"], ["ax", "/x"]),
        ("[]-]x", ["]x", "-x"], ["ax"]),
        ("[a", ["[a"], ["a"]),
        ("a.b(c)+$", ["a.b(c)+$"], ["aXb(c)+$"]),
        ("**", ["a", "a/b", "a\nb"], []),
        ("", [""], ["a"]),
    ],
)
def test_a_glob_fits_whole_paths(glob, fitting, other):
    assert [path for path in fitting if not fits_glob(glob, path)] == []
    assert [path for path in other if fits_glob(glob, path)] == []


@settings(max_examples=200, deadline=None)
@given(st.text("ab*?.[]!-é", max_size=6), st.text("ab.-]é", max_size=5))
def test_inside_one_folder_a_glob_is_a_shell_pattern(glob, name):
    if problem(Glob(glob)) is not None or "[" in glob:
        return
    assert fits_glob(glob, name) == fnmatchcase(name, glob)


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (Regex("(?=x)"), "`all_of`"),
        (Glob("[z-a]"), "z-a"),
        (In(()), "at least one"),
        (NotMatch(Regex("(")), "missing )"),
        (Every((Has("a"), Regex("["))), "missing ]"),
    ],
)
def test_a_match_that_can_never_work_is_told(match, told):
    assert told in problem(match)


@pytest.mark.parametrize(
    ("value", "match"),
    [
        ("x", Equals("x")),
        (1, Equals(1)),
        (True, Equals(value=True)),
        (0.5, Equals(0.5)),
        ({"re": "a+"}, Regex("a+")),
        ({"has": "a"}, Has("a")),
        ({"glob": "**/a"}, Glob("**/a")),
        ({"in": [1, "a", True]}, In((1, "a", True))),
        ({"ge": 1, "le": 2.5}, Every((AtLeast(1), AtMostValue(2.5)))),
        ({"le": 2.5, "ge": 1}, Every((AtMostValue(2.5), AtLeast(1)))),
        ({"not": {"has": "a", "re": "b"}}, NotMatch(Every((Has("a"), Regex("b"))))),
        ({"has": "a", "not": "ab"}, Every((Has("a"), NotMatch(Equals("ab"))))),
    ],
)
def test_a_match_is_spelled_as_a_plain_value_and_read_back(value, match):
    parsed = parse_match(value)
    assert parsed == match
    assert json.dumps(match_table(parsed)) == json.dumps(value)
    assert problem(parsed) is None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, "empty"),
        ({"has": "a", "rex": "b"}, '"rex"'),
        ({"re": 1}, "`re` takes a string"),
        ({"ge": "1"}, "`ge` takes a number"),
        ({"ge": True}, "`ge` takes a number"),
        ({"le": float("inf")}, "`le` takes a number"),
        ({"in": []}, "`in` takes a list"),
        ({"in": [[1]]}, "a string, a number"),
        ({"not": {}}, "empty"),
        ([1], "{ in = "),
        (None, "a string, a number"),
        (float("nan"), "nan"),
    ],
)
def test_a_value_that_says_no_match_is_refused(value, told):
    with pytest.raises(MatchError) as refused:
        parse_match(value)
    assert told in str(refused.value)


def test_what_one_table_cannot_say_is_refused():
    for match in (Every((Has("a"), Has("b"))), Every((Equals("a"), Has("b")))):
        with pytest.raises(MatchError):
            match_table(match)


def test_a_text_is_found_wherever_it_lies_in_a_long_column():
    size = 4 << 20
    for place in (size - 4, size - 3, size - 1, size, size + 1, 2 * size - 2):
        texts = [b"a" * place + b"needle", b"x" * size, b"needle"]
        found = list(rows(Has("needle"), TextColumn.of(texts)))
        assert found == [(0, place, place + 6), (2, 0, 6)]
