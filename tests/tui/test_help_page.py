"""The user's pages can be read to the end of every line, however narrow the terminal."""

import pytest

from ckpt_tui.help import PAGES, page
from ckpt_tui.tui.help_page import folded, page_lines

# The narrowest screen, the usual one and the widest that the help takes.
WIDTHS = (56, 76, 116)


def shown(text: str, width: int) -> list[str]:
    return [
        "".join(str(piece) for piece, _ in part)
        for line in page_lines(text)
        for part in folded(line, width)
    ]


def words(text: str) -> list[str]:
    """Without the marks of Markdown and what stands for them."""
    bare = text.replace("`", "").replace("**", "").replace("|", " ").replace("---", "")
    return [word for word in bare.split() if word.strip("#-\u00b7")]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_every_word_of_a_page_is_there_and_no_line_is_too_long(name: str, width: int) -> None:
    lines = shown(page(name), width)
    assert [line for line in lines if len(line) > width] == []
    # A word longer than its room is cut in two, and nothing else is.
    assert "".join(words(" ".join(lines))) == "".join(words(page(name)))


def test_paragraphs_and_items_are_filled_and_what_explains_code_stays_in_its_column() -> None:
    text = """# Title

One two
three four five six seven.

- an item that is
  told of on two more lines
- another

    key = 1      what the key is for, at some length
"""
    assert shown(text, 38) == [
        "Title",
        "",
        "One two three four five six seven.",
        "",
        "- an item that is told of on two more",
        "  lines",
        "- another",
        "",
        "    key = 1      what the key is for,",
        "                 at some length",
        "",
    ]


def test_what_explains_code_goes_below_it_where_it_has_no_room_beside_it() -> None:
    assert shown("    key = 1      what the key is for", 30) == [
        "    key = 1      ",
        "      what the key is for",
    ]


def test_a_table_shows_its_first_cells_in_a_column() -> None:
    long = "a much longer name, all of it"
    text = f"| kind | what |\n|---|---|\n| `a` | first of all |\n| {long} | b |"
    assert shown(text, 60) == [
        "kind                    what",
        "a                       first of all",
        "a much longer name, all of it",
        "                        b",
    ]
