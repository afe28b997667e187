"""What may be shown: visible, reversible, and the same when shown again."""

import sys
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ckpt_tui.core.display import MARKS_MAX, plain, sanitised
from tests.hostile import PAYLOADS

ODD = st.sampled_from(
    "\x00\x07\x08\t\n\r\x1b\x7f\x85\x9b\xa0\u0301\u200b\u202e\u2066\u2028\u2800\ufe0f\ufeff\ud800"
    "\ue000\uffff\U0001f3fd\U000e0041\U000e0101中é✓⟨⟩ a",
)
TEXT = st.text(st.one_of(ODD, st.characters(codec=None)), max_size=40)


@settings(max_examples=400)
@given(text=TEXT, lines=st.booleans())
@example(text="a\r\n\r\r\n\u0301\t\u0301", lines=True)
@example(text="\n\r\n", lines=False)
def test_the_raw_text_can_be_had_back_and_showing_twice_changes_nothing(text, lines):
    shown = sanitised(text, lines=lines)

    assert shown.raw == text
    assert sanitised(shown.plain, lines=lines).plain == shown.plain
    assert shown.plain.replace("\n", "" if lines else "\n").isprintable()
    assert all(token.end > token.start for token in shown.tokens)


@settings(max_examples=300)
@given(text=TEXT, lines=st.booleans())
def test_every_raw_offset_has_its_place_in_the_shown_text_and_back(text, lines):
    shown = sanitised(text, lines=lines)

    for offset, character in enumerate(text):
        start, end = shown.shown_span((offset, offset + 1))
        piece = shown.plain[start:end]
        token = next((t for t in shown.tokens if t.raw_start <= offset < t.raw_end), None)
        assert piece == character if token is None else (start, end) == (token.start, token.end)
        assert shown.raw_offset(start) == (offset if token is None else token.raw_start)
    assert shown.shown_span((0, len(text))) == (0, len(shown.plain))


@pytest.mark.parametrize(("name", "payload"), PAYLOADS)
def test_no_payload_keeps_a_character_that_steers_or_hides(name, payload):
    shown = sanitised(payload).plain

    for character in shown:
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    if "markup" not in name:
        assert any(token.is_marked for token in sanitised(payload).tokens)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x07\x00\x7f", "␛[31mred␇␀␡"),
        ("a\u202eb\u200b\ud800\U000e0041", "a⟨202E⟩b⟨200B⟩⟨D800⟩⟨E0041⟩"),
        ("\x9b2J", "⟨9B⟩2J"),
        ("one\r\ntwo\nthree\rfour", "one⏎two⏎three␍four"),
        ("a\tb", "a       b"),
        ("中\tb", "中      b"),
        ("12345678\tb", "12345678        b"),
        ("10\u202f000\xa0€", "10⍽000⍽€"),
        ("⚠\ufe0f careful", "⚠◦ careful"),
        ("é e\u0301 ❌ 中文 नमस्ते ✓", "é e\u0301 ❌ 中文 नमस्ते ✓"),
        ("\u0301x", "⟨301⟩x"),
        ("⟨202E⟩ ␛", "⟨202E⟩ ␛"),
    ],
)
def test_each_kind_of_hidden_thing_has_its_token(text, expected):
    assert sanitised(text).plain == expected
    assert plain(text) == expected


def test_a_literal_code_in_the_text_cannot_pass_for_a_token():
    forged, real = sanitised("⟨202E⟩"), sanitised("\u202e")

    assert forged.plain == real.plain
    assert forged.tokens == ()
    assert [token.is_marked for token in real.tokens] == [True]


def test_lines_are_kept_where_lines_are_asked_for():
    shown = sanitised("a\r\nb\nc\r", lines=True)

    assert shown.plain == "a\nb\nc␍"
    assert [(token.raw, token.is_marked) for token in shown.tokens] == [
        ("\r\n", False),
        ("\r", True),
    ]


def test_a_flood_of_marks_stops_at_the_third():
    flood = sanitised("e" + "\u0301" * 60).plain

    assert flood.count("\u0301") == MARKS_MAX
    assert flood.count("⟨301⟩") == 60 - MARKS_MAX


@pytest.mark.exhaustive
def test_every_code_point_is_reversible_and_steady():
    for code in range(sys.maxunicode + 1):
        text = f"a{chr(code)}b{chr(code)}"
        shown = sanitised(text)
        assert shown.raw == text
        assert shown.plain.isprintable()
        assert sanitised(shown.plain).plain == shown.plain


def test_clean_text_is_handed_on_without_a_copy():
    text = "an ordinary line of a log — nothing is hidden in it ✓\n" * 1_000

    assert sanitised(text, lines=True).plain is text
    assert sanitised(text.replace("\n", " ")).tokens == ()
