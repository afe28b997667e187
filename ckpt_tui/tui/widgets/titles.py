"""A plain list of titles to choose from."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.reactive import var

from ckpt_tui.tui.present import Tone
from ckpt_tui.tui.widgets.lines import Rows


class Titles(Rows):
    """One title a row, with a word at the right edge."""

    titles: var[Sequence[tuple[str, str]]] = var[Sequence[tuple[str, str]]](())
    """(title, word at the right) a row."""

    @property
    def row_count(self) -> int:
        return len(self.titles)

    def watch_titles(self) -> None:
        self.rows_changed()

    def row(self, number: int, width: int) -> Sequence[Segment]:
        title, word = self.titles[number]
        return self.ended([(title, Tone.PLAIN)], [(f" {word} ", Tone.ACCENT)], width)
