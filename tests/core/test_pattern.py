"""Patterns: refusals that help, and one meaning whether texts are joined or not."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import field

from ckpt_tui.core import pattern as pattern_module
from ckpt_tui.core.match import Has, Regex
from ckpt_tui.core.matching import rows
from ckpt_tui.core.needed import needed_texts
from ckpt_tui.core.pattern import Hit, PatternError, compiled, place_of
from ckpt_tui.core.text import TextColumn, encode

REFUSED = {
    r"(?=a)": "`not` or `all_of`",
    r"(?!a)": "`not` or `all_of`",
    r"(?<=a)": "`not` or `all_of`",
    r"(?<!a)": "`not` or `all_of`",
    r"(a)\1": "`not` or `all_of`",
    r"(?P<x>a)(?P=x)": "`not` or `all_of`",
    r"(?>a)": "`not` or `all_of`",
    r"a++": "`not` or `all_of`",
    r"a*+": "`not` or `all_of`",
    r"end\Z": r"`\z`",
    r"\u00e9": r"`\x{00e9}`",
    r"a{1001}": "1000",
    r"((a{100}){100}){100}": "1000",
    r"\pL{1,1000}": "too large",
    r"(?x) a": "the flag `x`",
    r"\C": "refused",
    r"a\Cb": "refused",
    r"(": "missing ): (",
    r"[": "missing ]",
    r"[z-a]": "z-a",
    "*": "*",
    "\\": "trailing",
    r"(?z)": "(?z",
    r"\p{Nope}": "Nope",
}


@pytest.mark.parametrize(("pattern", "told"), REFUSED.items())
def test_a_refused_pattern_says_what_to_write_instead(pattern, told):
    with pytest.raises(PatternError) as refused:
        compiled(pattern)
    assert told in str(refused.value)


def test_no_pattern_writes_to_the_screen():
    program = (
        "from ckpt_tui.core.pattern import compiled, PatternError\n"
        "from ckpt_tui.core.text import TextColumn\n"
        "import random\n"
        "random.seed(7)\n"
        "text = bytes(random.choice(b'ab') for _ in range(20_000))\n"
        f"for pattern in {[*REFUSED, '(a|b)*a(a|b){400}c', '(?i)a[^x]{300}z']!r}:\n"
        "    try:\n"
        "        found = compiled(pattern)\n"
        "    except PatternError:\n"
        "        continue\n"
        "    assert found.search(text) is None\n"
        "    assert not list(found.rows(TextColumn.of([text, text])))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_pattern_that_outgrows_its_automaton_still_finds_the_one_place():
    letters = Random(7)
    tail = b"a" + b"b" * 400 + b"c"
    blocks = [bytes(letters.choices(b"ab", k=size)) for size in (9_000, 11_000)]
    column = TextColumn.of([*blocks, blocks[0] + tail])
    [hit] = compiled(r"(?:a|b)*a(?:a|b){400}c").rows(column)
    assert (hit.row, hit.end) == (2, len(blocks[0]) + len(tail))


def test_the_first_hit_comes_without_searching_the_rest():
    column = TextColumn.of([b"needle", *[b"x" * 1000] * 20_000, b"needle"])
    hits = compiled("needle").rows(column)
    assert next(hits) == Hit(0, 0, 6)
    assert next(hits) == Hit(20_001, 0, 6)
    assert next(hits, None) is None


def test_the_dialect_is_ascii_and_dollar_is_the_very_end():
    assert compiled(r"\w").search(encode("é")) is None
    assert compiled(r"a$").search(b"a\n") is None
    assert compiled(r"(?m)a$").search(b"a\nb") == (0, 1)


def test_no_hit_spans_two_texts():
    column = TextColumn.of([b"fo", b"o", b"", b"foo"])
    for pattern in (r"foo", r"fo[^x]", r"(?s)fo.", r"fo\W*o", r"fo\PN*o", r"(?s)f.*o$"):
        rows = [hit.row for hit in compiled(pattern).rows(column)]
        assert 3 in rows
        assert 1 not in rows
        assert all(
            column.raw(hit.row)[hit.start : hit.end] for hit in compiled(pattern).rows(column)
        )


# A lone surrogate, an accent, a line end and NUL stand beside words, so that every class and
# every assertion has both sides.
ALPHABET = "ab1_ \n\x00é\ud800\U0001f600.-"
TEXTS = st.lists(st.text(ALPHABET, max_size=8), max_size=6)
ATOMS = st.sampled_from(
    [
        *"ab1_ .-",
        "\n",
        "\x00",
        "é",
        "\U0001f600",
        "\ud800",
        "\\.",
        "[ab]",
        "[^a]",
        "[^ab1]",
        "[^\\n]",
        "[[:alpha:]]",
        "[^[:space:]]",
        "[]^]",
        "[^^]",
        "[\\^$]",
        "\\w",
        "\\W",
        "\\d",
        "\\D",
        "\\s",
        "\\S",
        "\\pL",
        "\\PL",
        "\\b",
        "\\B",
        "^",
        "$",
        "\\A",
        "\\z",
        "(?m:^)",
        "(?m:$)",
        "(?i:A)",
        "(?s:.)",
        "\\x{e9}",
        "\\n",
        "\\Qa.\\E",
        "\\Q^\\E",
        "\\$",
        "\\^",
        "\\[^a]",
        "ab",
        "b_é",
        "]",
        "}",
        "{",
        "{,2}",
        "a{2",
        "[]a]b",
        "[a\\]]b",
        "",
    ]
)


def _larger(patterns):
    repeated = st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{0}", "{2}", "{1,3}", "{0,2}?"])
    flags = st.sampled_from(["(?:", "(", "(?i:", "(?s:", "(?m:", "(?U:", "(?P<n>", "(?ms:"])
    return (
        st.lists(patterns, min_size=1, max_size=3).map("".join)
        | st.lists(patterns, min_size=2, max_size=3).map(lambda many: f"(?:{'|'.join(many)})")
        | st.tuples(flags, patterns).map(lambda both: f"{both[0]}{both[1]})")
        | st.tuples(patterns, repeated).map(lambda both: f"(?:{both[0]}){both[1]}")
    )


PATTERNS = st.tuples(
    st.sampled_from(["", "", "(?i)", "(?s)", "(?m)", "(?U)", "(?ims)"]),
    st.recursive(ATOMS, _larger, max_leaves=6),
).map("".join)


@settings(max_examples=600, deadline=None)
@given(PATTERNS, TEXTS)
@example("^a", ["ba", "a"])
@example("(?m)^", ["", "\n"])
@example(r"\B", ["", "é", ""])
@example(r"\b", ["a", " ", ""])
@example("[^a]", ["", "a", "b"])
@example("a*", ["", "b"])
@example(r"\Qa^\E", ["a^", "a"])
@example(r"(?s).*", ["a", "\ud800"])
@example("ab?_", ["a_", "ab_"])
@example("a|_b", ["a", "_b"])
@example("(?:b|a)_$", ["a_", "a_b", "b_"])
@example("[b]]_", ["b]_", "b_"])
def test_joined_texts_mean_what_each_text_means(pattern, texts):
    try:
        found = compiled(pattern)
    except PatternError:
        # Two groups of one name, or a surrogate in the pattern.
        return
    column = TextColumn.of(map(encode, texts))
    alone = ((row, found.search(encode(text))) for row, text in enumerate(texts))
    assert list(found.rows(column)) == [Hit(row, *span) for row, span in alone if span is not None]


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+: none",
        r"[a-z]+: none$",
        r"\d\d\b.*: none",
        r"12 (?:none|error):",
        r"(?:nowhere|12) .*none|nono",
    ],
)
def test_a_text_that_every_match_holds_stands_in_thousands_of_texts_without_one(pattern):
    texts = [f"step {number} error: none of them {'x' * (number % 7)}" for number in range(4000)]
    for row in (0, 17, 2048, 3998, 3999):
        texts[row] = f"12 error: none{' at all' if row % 2 else ''}"
    column = TextColumn.of(map(encode, texts))
    found = compiled(pattern)
    alone = [(row, found.search(encode(text))) for row, text in enumerate(texts)]
    assert [*found.rows(column)] == [Hit(row, *span) for row, span in alone if span is not None]


@settings(max_examples=500)
@given(
    st.binary(min_size=1, max_size=6).map(lambda raw: bytes(byte % 3 for byte in raw)),
    st.binary(max_size=80).map(lambda raw: bytes(byte % 3 for byte in raw)),
    st.integers(0, 90),
    st.integers(0, 90),
    st.integers(1, 9),
    st.sampled_from([2, 256]),
)
def test_a_plain_text_stands_where_it_first_begins_between_two_places(
    text, buffer, start, end, near, longest
):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pattern_module, "_NEAR", near)
        patched.setattr(pattern_module, "_AT_ONCE", near)
        patched.setattr(pattern_module, "_LONGEST", longest)
        found = place_of(text, buffer, start, end)
    places = [at for at in range(start, min(end, len(buffer))) if buffer.startswith(text, at)]
    assert found == (places[0] if places else -1)


@pytest.mark.parametrize("text", [b".*", b"\\x41", b"a\nb", bytes(range(256)), b"\xed\xa0\x80"])
def test_a_plain_text_means_its_bytes_alone(text):
    buffer = b"A" * 5000 + text + b"A" * 5000
    assert place_of(text, buffer, 0, len(buffer)) == 5000


def test_nothing_is_searched_for_where_a_needed_text_stands_nowhere():
    texts = ("x" * 1000 for _ in range(2000))
    column = TextColumn.of(map(encode, texts))
    slow, fast = compiled(r"(?i)[\w.]+@[\w.]+"), compiled(r"[\w.]+@[\w.]+")
    assert [*fast.rows(column)] == [*slow.rows(column)] == []
    assert needed_texts(r"[\w.]+@[\w.]+") == (b"@",)


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\d+ passed(, \d+ \w+)* in ", [" passed"]),
        (r"totals\.py:\d+:\s+return round", ["return round"]),
        (r"(Key|Type|Index)Error: [a-z]+", ["KeyError: ", "TypeError: ", "IndexError: "]),
        (r"\w+: (?:error|fatal: \w+|FAILED)$", ["error", "fatal: ", "FAILED"]),
        ("abc?d", ["ab"]),
        ("abc{2,3}de", ["ab"]),
        ("a(?:bc)+d", ["bc"]),
        ("a(?:bc)?def", ["def"]),
        ("ab|cd", ["ab", "cd"]),
        ("ab|c*", []),
        ("a|b|c|d|e", []),
        ("(?:a|b)(?:c|d)(?:e|f)[gh]", ["ac", "ad", "bc", "bd"]),
        ("(?i)abc", []),
        (r"\Qa+\E", []),
        ("[[:alpha:]]abc", []),
        (r"a\[b\]", ["a[b]"]),
        ("café+", ["caf"]),
        ("x{a}", []),
        ("()", []),
        ("(" * 900 + ")" * 900, []),
    ],
)
def test_the_texts_of_which_every_match_holds_one(pattern, needed):
    compiled(pattern)
    assert needed_texts(pattern) == tuple(map(encode, needed))


# What is typed one after another: longer, shorter and other patterns over the same letters.
TYPED = st.text(alphabet="aAb1.?*+(|)[]^\\\\Bé", min_size=1, max_size=8) | PATTERNS


@settings(max_examples=600, deadline=None)
@given(st.lists(TYPED | st.text("ab", min_size=1, max_size=3).map(Has), max_size=6), TEXTS)
@example(["ab", "abc", "ab?c"], ["ac", "xab", "abc"])
@example(["ba", r"(?:\Ba|ba)b"], ["xab", "bab"])
@example([Has("ab"), "abb", Has("abb")], ["a", "abb"])
def test_what_was_searched_before_changes_nothing(typed, texts):
    column = TextColumn.of(map(encode, texts))
    for each in typed:
        match = each if isinstance(each, Has) else Regex(each)
        try:
            found = list(rows(match, column))
        except PatternError:
            continue
        assert found == list(rows(match, TextColumn.of(map(encode, texts))))


class Counted(TextColumn, frozen=True, eq=False):
    """A column that says how much of it was searched."""

    searched: list[int] = field(default_factory=list)

    def first(self, search, place):
        self.searched.append(len(self.buffer) - place)
        return search(place, len(self.buffer))


@pytest.mark.parametrize("longer", ["needles", "needle[0-9]", "needle?s x", "(?:needles) and"])
def test_what_a_shorter_text_was_not_found_in_is_not_searched_for_a_longer(longer):
    plain = TextColumn.of([b"x" * 1000] * 10)
    column = Counted(plain.buffer, plain.starts)
    assert list(compiled("needl").rows(column)) == []
    assert column.searched == [len(column.buffer)]
    assert list(compiled(longer).rows(column)) == []
    assert column.searched == [len(column.buffer)]


def test_a_longer_pattern_is_searched_from_where_the_shorter_one_was_found():
    plain = TextColumn.of([*[b"x" * 1000] * 10, b"a needle", b"two needles"])
    column = Counted(plain.buffer, plain.starts)
    assert next(compiled("needle").rows(column)) == (10, 2, 8)
    assert next(compiled("needles").rows(column)) == (11, 4, 11)
    assert column.searched == [len(column.buffer), len("needle.two needles.")]
