"""The key bar: what can be pressed now, as much of it as fits."""

from collections.abc import Iterable

from rich.segment import Segment
from textual.strip import Strip

from ckpt_tui.tui.actions import Action
from ckpt_tui.tui.widgets.kept import Kept


class KeyBar(Kept):
    """One line; the most wanted keys first, none cut in half."""

    COMPONENT_CLASSES = {"key-bar--key", "key-bar--title"}

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; }
    KeyBar > .key-bar--key { color: $text-accent; text-style: bold; background: $panel; }
    KeyBar > .key-bar--title { color: $text-muted; background: $panel; }
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        super().__init__()
        self._actions = tuple(actions)

    def show(self, actions: Iterable[Action]) -> None:
        """Take other actions."""
        self._actions = tuple(actions)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        del y
        key = self.get_component_rich_style("key-bar--key")
        title = self.get_component_rich_style("key-bar--title")
        pieces: list[Segment] = [Segment(" ", title)]
        room = self.size.width - 1
        for action in self._actions:
            width = len(action.shown) + len(action.title) + 3
            if width > room:
                break
            room -= width
            pieces += [Segment(action.shown, key), Segment(f" {action.title}  ", title)]
        return Strip(pieces).adjust_cell_length(self.size.width, title)
