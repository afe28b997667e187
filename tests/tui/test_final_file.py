"""Evidence that lies in a final file: shown as that file, and never as a part of a step."""

from pathlib import Path

import pytest

from ckpt_tui.core.verdict import Evidence
from ckpt_tui.tui.step_document import FinalFile
from ckpt_tui.tui.widgets.step_detail import StepDetail
from tests.tui.driver import Author, author_at, copied_workspace


def evidence(quote: str, start: int) -> Evidence:
    span = (start, start + len(quote))
    return Evidence(step=None, native=None, part="file:a/b.py", span=span, quote=quote)


def test_a_final_file_names_the_line_of_its_evidence():
    text = "one\ntwo\nthree\n"
    first, second = FinalFile(evidence=evidence("three", 8), text=text).sections()
    assert "".join(str(piece) for piece, _ in first.heading) == "final file a/b.py, line 3"
    assert second.text == text


@pytest.mark.parametrize("text", [None, "", "something else"])
def test_a_file_that_does_not_hold_the_quote_shows_the_quote_alone(text: str | None):
    shown = FinalFile(evidence=evidence("three", 8), text=text)
    first, second = shown.sections()
    assert "".join(str(piece) for piece, _ in first.heading) == "final file a/b.py"
    assert second.text == "three"
    assert shown.marked.span == (0, 5)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path, "task_043")


def with_a_file(author: Author) -> str:
    """A checkpoint of the shown run whose first evidence lies in a final file."""
    scored = author.session.score(author.screen.run).checkpoints
    return next(
        item.checkpoint.id
        for item in scored
        if item.verdict.evidence and item.verdict.evidence[0].step is None
    )


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_evidence_in_a_final_file_is_shown_with_path_line_and_its_whole_text(
    workspace: Path, size: tuple[int, int]
) -> None:
    async with author_at(workspace, "task_043", size=size) as author:
        identifier = with_a_file(author)
        trail = next(
            item.verdict.evidence
            for item in author.session.score(author.screen.run).checkpoints
            if item.checkpoint.id == identifier
        )
        await author.presses("1", "g", *["j"] * author.session.ids().index(identifier))
        await author.presses("right_square_bracket")
        path = trail[0].part.removeprefix("file:")
        author.sees("3 Final file", f"final file {path}", "no part of a step")
        for line in trail[0].quote.splitlines()[:3]:
            author.sees(line.strip()[: size[0] // 4])
        detail = author.screen.query_one("#step", StepDetail)
        assert detail.file is not None
        await author.presses("3", "h")
        author.sees("3 Step")
        author.misses("no part of a step")
        assert detail.file is None
