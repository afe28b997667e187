"""Screens that decide the tones of everything drawn line by line on them."""

from typing import Final

from textual.screen import ModalScreen, Screen, ScreenResultType

from ckpt_tui.tui.present import Tone

CURSOR: Final = "lines--cursor"
FOCUSED_CURSOR: Final = "lines--focused-cursor"

# Once a screen: Textual works a component class out anew for each widget that has it, and each
# time that widget gains or loses the focus.
_CLASSES: Final = {f"lines--{tone}" for tone in Tone} | {CURSOR, FOCUSED_CURSOR}

_RULES: Final = """
.lines--plain { background: $surface; color: $foreground; }
.lines--strong { background: $surface; color: $foreground; text-style: bold; }
.lines--muted { background: $surface; color: $text-muted; }
.lines--good { background: $surface; color: $text-success; }
.lines--bad { background: $surface; color: $text-error; text-style: bold; }
.lines--open { background: $surface; color: $text-warning; }
.lines--accent { background: $surface; color: $text-accent; }
.lines--token { background: $primary-muted; color: $text-primary; text-style: underline; }
.lines--evidence { background: $warning-muted; color: $text-warning; text-style: bold; }
.lines--heading { background: $surface; color: $text-primary; text-style: bold; }
.lines--cursor { background: $block-cursor-blurred-background; text-style: bold; }
.lines--focused-cursor {
    background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
}
"""


class TonedScreen(Screen[ScreenResultType]):
    """A screen for widgets of `tui.widgets.lines`, which lie on its surface."""

    COMPONENT_CLASSES = _CLASSES
    DEFAULT_CSS = _RULES


class TonedModal(ModalScreen[ScreenResultType]):
    """The same above another screen."""

    COMPONENT_CLASSES = _CLASSES
    DEFAULT_CSS = _RULES
