"""The score in one line: cut where it must be, never the score and the official word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import ComposeResult

from ckpt_tui.tui.guard import SafeApp
from ckpt_tui.tui.toned import TonedScreen
from ckpt_tui.tui.widgets.score_line import ScoreLine, fitting
from tests.tui.widget_host import Host, shown

LINE = (
    ".15✓ .25✓ .30✗ .30⊘✓ · progress .40 · raw .70 · criticals 1/1 · claims ok · score .40 "
    "· official FAIL"
)
OPEN = ".50✓ .25? .25? · progress .50 · raw .50 · score .50-1.00 open · official unknown"
VETOED = ".50✓ .50✓ · progress 1.00 · raw 1.00 · criticals 0/1 · score .00 vetoed · official PASS"
MANY = " ".join([".04✓"] * 14 + [".04✗"] + [".04⊘"] * 10) + LINE[LINE.index(" · ") :]


def fitted(line: str, width: int) -> str:
    return " · ".join(fitting(line, width))


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (101, LINE),
        (92, LINE.replace("progress", "prog").replace("criticals", "crit")),
        (80, ".15✓ .25✓ .30✗ .30⊘✓ · prog .40 · raw .70 · score .40 · official FAIL"),
        (65, ".15✓ .25✓ .30✗ … · prog .40 · raw .70 · score .40 · official FAIL"),
        (57, "… .30✗ … · prog .40 · raw .70 · score .40 · official FAIL"),
        (50, "prog .40 · raw .70 · score .40 · official FAIL"),
        (26, "score .40 · official FAIL"),
        (5, "score .40 · official FAIL"),
    ],
)
def test_what_must_go_goes_in_order(width, expected):
    assert fitted(LINE, width) == expected


def test_what_is_not_well_is_not_taken_for_a_nicety():
    assert "crit 0/1" in fitted(VETOED, 80)
    off = LINE.replace("claims ok", "claims off: there is no report · by design, " + "x" * 80)
    assert fitted(off, 260) == off
    assert "claims off" in fitted(off, 80)
    assert "by design" not in fitted(off, 80)


def test_what_the_verifier_brought_is_no_nicety():
    line = LINE.replace("raw .70", "raw .70 · verifier .15 of .30")
    assert fitted(line, 130) == line
    assert "raw .70 · verifier .15 of .30 · score .40" in fitted(line, 100)


@given(width=st.integers(26, 200), line=st.sampled_from([LINE, MANY, VETOED]))
def test_score_and_official_word_stay_at_any_width(width, line):
    found = fitted(line, width)

    assert " · ".join(line.split(" · ")[-2:]) in found
    assert cell_len(found) <= max(width, cell_len(" · ".join(line.split(" · ")[-2:])))


@given(
    terms=st.lists(st.sampled_from([".1✓", "1✗", ".30⊘✓", "✓"]), min_size=1, max_size=60),
    width=st.integers(26, 120),
)
def test_as_many_terms_are_shown_as_fit(terms, width):
    line = " ".join(terms) + " · score .40 · official FAIL"
    shown = fitted(line, width).removesuffix("score .40 · official FAIL").removesuffix(" · ")
    found = shown.split(" ") if shown else []
    if found and found[-1] == "…" and "…" not in found[:-1]:
        longer = " ".join([*found[:-1], terms[len(found) - 1], *["…"] * (len(found) < len(terms))])
        assert cell_len(f"{longer} · score .40 · official FAIL") > width


def test_the_first_term_that_is_not_met_stays_in_view():
    assert ".04✗" in fitted(MANY, 100)
    assert fitted(MANY, 100).startswith("…")


async def test_the_widget_shows_the_line_and_its_changes():
    app = Host(ScoreLine())
    async with app.run_test(size=(80, 3)) as pilot:
        app.widget.value = LINE
        await pilot.pause()
        assert shown(app.widget)[0].rstrip().endswith("score .40 · official FAIL")
        app.widget.value = "score \x1b[2J · official FAIL"
        await pilot.pause()
        assert "␛[2J" in shown(app.widget)[0]


class Lines(SafeApp[None]):
    """Several score lines, one below the other."""

    def get_default_screen(self):
        return TonedScreen()

    def compose(self) -> ComposeResult:
        for value in (LINE, OPEN, VETOED, MANY, "score \x1b]0;pwned\x07 · official FAIL"):
            line = ScoreLine()
            line.value = value
            yield line


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
def test_score_lines_look_as_accepted(snap_compare, size):
    assert snap_compare(Lines(), terminal_size=size)
