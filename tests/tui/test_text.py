from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style

from ckpt_tui.tui.text import padded

STYLES = [Style.parse(words) for words in ("red on blue", "white on black", "bold white on black")]
GROUND = STYLES[1]

# ESC is what a widget forgot to clean: it takes no cell until the last line of defence shows it.
texts = st.text(st.sampled_from("ab \x1b\tä界👩e\u0301…│"), max_size=12)
pieces = st.lists(st.builds(Segment, texts, st.sampled_from(STYLES), st.none()), max_size=6)


@given(pieces, st.integers(1, 40))
@example([Segment("aaa", GROUND), Segment("\x1ba", GROUND)], 3)
def test_a_padded_line_says_what_it_said_cut_or_filled(line: list[Segment], width: int) -> None:
    found = padded(line, width, GROUND)
    expected = Segment.adjust_line_length(list(line), width, GROUND)
    assert "".join(text for text, _, _ in found) == "".join(text for text, _, _ in expected)
    assert _cells(found) == _cells(expected)


@given(pieces, st.integers(1, 40))
def test_no_two_neighbours_of_a_padded_line_look_alike(line: list[Segment], width: int) -> None:
    styles = [style for _, style, _ in padded(line, width, GROUND)]
    assert all(one != other for one, other in pairwise(styles))


def _cells(line: list[Segment]) -> list[tuple[str, Style | None]]:
    return [(character, style) for text, style, _ in line for character in text]
