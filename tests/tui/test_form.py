"""The form of one checkpoint: where the focus goes, what is kept and what is put back."""

from pathlib import Path

import pytest

from ckpt_tui.tui.widgets.form_row import Row
from tests.tui.driver import Author, author_at, copied_workspace

SIZES = [(80, 24), (160, 48)]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def label(author: Author) -> str:
    """The label of the row in focus, which has to be in view."""
    field = author.app.focused
    assert field is not None
    rows = author.screen.query_one("#rows")
    assert rows.content_region.contains_region(field.region)
    return next(row.row.label for row in field.ancestors if isinstance(row, Row))


async def goes_to(author: Author, wanted: str) -> None:
    while label(author) != wanted:
        await author.presses("tab")


async def opens(author: Author, place: int, *labels: str) -> None:
    """Open a checkpoint's form and walk to rows, opening all but the last."""
    await author.presses("1", "g", *["j"] * place, "enter")
    for number, wanted in enumerate(labels):
        if number:
            await author.presses("enter")
        await goes_to(author, wanted)


def kinds(author: Author, identifier: str) -> list[str]:
    check = author.session.checkpoint(identifier).check
    return [child.kind for child in check.children()]


@pytest.mark.parametrize("size", SIZES)
async def test_the_focus_goes_to_the_check_that_was_added(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, size=size) as author:
        await opens(author, 2, "1.")
        await author.presses("plus")
        assert kinds(author, "fix") == ["file_changed", "tool_called", "file"]
        assert label(author) == "2."
        await author.presses("minus")
        assert kinds(author, "fix") == ["file_changed", "file"]
        assert label(author) == "2."
        await author.presses("plus", "plus")
        assert label(author) == "4."
        await author.presses("minus")
        assert kinds(author, "fix") == ["file_changed", "file", "tool_called"]
        assert label(author) == "3."
