"""Every action of the app, in one table: bindings, key bar, palette and help derive from it."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from textual.binding import Binding


class Action(Struct, frozen=True, kw_only=True):
    """Something a key does.

    Attributes:
        id: the screen's method is `action_<id>`; users remap keys by it.
        keys: Textual's key names, the first is the one that is shown.
        shown: how the key reads in the key bar and help.
        title: two or three words for the key bar and the palette.
        help: one sentence.
        group: heading in help.
        bar: rank in the key bar, lowest first; None keeps it out.
        words: others by which the palette finds it.
        stands_for: key and title in the key bar, where it stands there for others as well.
    """

    id: str
    keys: tuple[str, ...]
    shown: str
    title: str
    help: str
    group: str
    bar: int | None = None
    words: str = ""
    stands_for: tuple[str, str] | None = None


def _action(  # noqa: PLR0913 (one row of a table reads best on one line)
    identifier: str,
    keys: str,
    shown: str,
    title: str,
    help_text: str,
    *,
    group: str,
    bar: int | None = None,
    words: str = "",
    stands_for: tuple[str, str] | None = None,
) -> Action:
    return Action(
        id=identifier,
        keys=tuple(keys.split()),
        shown=shown,
        title=title,
        help=help_text,
        group=group,
        bar=bar,
        words=words,
        stands_for=stands_for,
    )


_MOVE: Final = "Move"
_EDIT: Final = "Checkpoints"
_RUN: Final = "Runs and evidence"
_VIEW: Final = "View"
_FILE: Final = "File"
_FORM: Final = "In the form"
_GRAB: Final = "While a checkpoint is grabbed"

EDIT_ACTIONS: Final[tuple[Action, ...]] = (
    _action("down", "j down", "j", "down", "Down in the pane that has the focus.", group=_MOVE),
    _action("up", "k up", "k", "up", "Up in the pane that has the focus.", group=_MOVE),
    _action(
        "next_step",
        "l right",
        "l",
        "next step",
        "One step forward in the trace, from any pane; in the grid, one run to the right.",
        group=_MOVE,
    ),
    _action(
        "previous_step",
        "h left",
        "h",
        "step back",
        "One step back in the trace, from any pane; in the grid, one run to the left.",
        group=_MOVE,
    ),
    _action(
        "page_down",
        "ctrl+d pagedown",
        "ctrl+d",
        "page down",
        "A page down in the pane that has the focus.",
        group=_MOVE,
    ),
    _action(
        "page_up",
        "ctrl+u pageup",
        "ctrl+u",
        "page up",
        "A page up in the pane that has the focus.",
        group=_MOVE,
    ),
    _action("first", "g home", "g", "first", "To the first row of the pane.", group=_MOVE),
    _action("last", "G end", "G", "last", "To the last row of the pane.", group=_MOVE),
    _action(
        "scroll_down",
        "J",
        "J",
        "scroll step",
        "Scroll the step's text down without leaving the list.",
        group=_MOVE,
    ),
    _action(
        "scroll_up",
        "K",
        "K",
        "scroll back",
        "Scroll the step's text up without leaving the list.",
        group=_MOVE,
    ),
    _action(
        "first_failed",
        "f",
        "f",
        "first failed",
        "To the first failed milestone, or what vetoes this run, and the step that shows why.",
        group=_RUN,
        bar=1,
    ),
    _action("next_run", "L", "L", "next run", "The next sample run.", group=_RUN, bar=6),
    _action("previous_run", "H", "H", "run back", "The sample run before.", group=_RUN),
    _action(
        "next_evidence",
        "right_square_bracket",
        "]",
        "evidence",
        "The next piece of evidence of the selected checkpoint, or the next step that came near.",
        group=_RUN,
        bar=7,
    ),
    _action(
        "previous_evidence",
        "left_square_bracket",
        "[",
        "evidence back",
        "The piece of evidence before.",
        group=_RUN,
    ),
    _action(
        "promote",
        "p",
        "p",
        "promote step",
        "Draft a checkpoint from the step under the cursor.",
        group=_RUN,
        bar=8,
    ),
    _action(
        "edit",
        "enter",
        "enter",
        "edit",
        "Edit the selected checkpoint; in the grid, go to the step that the cell rests on.",
        group=_EDIT,
        bar=2,
    ),
    _action(
        "add", "a", "a", "add", "Add a checkpoint behind the selected one.", group=_EDIT, bar=9
    ),
    _action(
        "duplicate",
        "D",
        "D",
        "duplicate",
        "Copy the selected checkpoint behind itself.",
        group=_EDIT,
    ),
    _action(
        "delete",
        "d",
        "d",
        "delete",
        "Delete the selected checkpoint; u brings it back.",
        group=_EDIT,
        bar=12,
    ),
    _action(
        "grab",
        "M",
        "M",
        "grab",
        "Grab the checkpoint: until enter or esc, j and k move it.",
        group=_EDIT,
        bar=10,
    ),
    _action(
        "critical",
        "exclamation_mark",
        "!",
        "critical",
        "Make the checkpoint critical, or not.",
        group=_EDIT,
    ),
    _action(
        "fewer_points", "less_than_sign", "<", "fewer points", "One step fewer points.", group=_EDIT
    ),
    _action(
        "more_points", "greater_than_sign", ">", "more points", "One step more points.", group=_EDIT
    ),
    _action(
        "enable",
        "space",
        "space",
        "on / off",
        "Switch the checkpoint off, or on again.",
        group=_EDIT,
    ),
    _action("undo", "u", "u", "undo", "Take back the last change.", group=_EDIT, bar=11),
    _action("redo", "ctrl+r", "ctrl+r", "redo", "Bring back what was undone.", group=_EDIT),
    _action(
        "grid",
        "T",
        "T",
        "test grid",
        "Show or hide the test grid: every checkpoint on every sample run.",
        group=_VIEW,
        bar=13,
    ),
    _action(
        "pane_1",
        "1",
        "1",
        "checklist",
        "Focus the checklist.",
        group=_VIEW,
        bar=5,
        stands_for=("1-4", "panes"),
    ),
    _action("pane_2", "2", "2", "trace", "Focus the trace.", group=_VIEW),
    _action("pane_3", "3", "3", "detail", "Focus the step's text, or the form.", group=_VIEW),
    _action("pane_4", "4", "4", "grid", "Focus the test grid.", group=_VIEW),
    _action("next_pane", "tab", "tab", "next pane", "Focus the next pane.", group=_VIEW),
    _action("zoom", "plus", "+", "zoom", "Give the focused pane the whole screen.", group=_VIEW),
    _action("unzoom", "underscore", "_", "unzoom", "Show all panes again.", group=_VIEW),
    _action(
        "run_commands",
        "R",
        "R",
        "run commands",
        "Run what `command` checks have no result of; asks before what you did not agree to.",
        group=_RUN,
    ),
    _action("search", "slash", "/", "search", "Search the trace for a pattern (RE2).", group=_RUN),
    _action(
        "search_next", "n", "n", "next hit", "The next step that matches the search.", group=_RUN
    ),
    _action(
        "search_previous",
        "N",
        "N",
        "hit back",
        "The step before that matches the search.",
        group=_RUN,
    ),
    _action(
        "command",
        "colon",
        ":",
        "command",
        "Type a command, such as :w or :save WHY; they stand under Commands.",
        group=_FILE,
        bar=14,
    ),
    _action("palette", "ctrl+p", "ctrl+p", "palette", "Find any action by name.", group=_VIEW),
    _action(
        "help",
        "question_mark",
        "?",
        "keys",
        "Show every key, every glyph and the help.",
        group=_VIEW,
        bar=3,
        words="manual pages legend documentation",
    ),
    _action(
        "back", "escape", "esc", "back", "Leave the form, or put back what is grabbed.", group=_VIEW
    ),
    _action(
        "quit",
        "q",
        "q",
        "quit",
        "Leave; asks only when the working copy is not written.",
        group=_FILE,
        bar=4,
    ),
)

FORM_ACTIONS: Final[tuple[Action, ...]] = (
    _action(
        "next_field",
        "tab down",
        "tab",
        "next field",
        "The next field of the form.",
        group=_FORM,
        bar=1,
    ),
    _action(
        "previous_field",
        "shift+tab up",
        "shift+tab",
        "field back",
        "The field before.",
        group=_FORM,
        bar=7,
    ),
    _action(
        "next_word",
        "right space",
        "→",
        "next word",
        "The next of the words between ‹ ›.",
        group=_FORM,
        bar=2,
    ),
    _action("previous_word", "left", "←", "word back", "The word before.", group=_FORM, bar=3),
    _action(
        "open_child",
        "enter",
        "enter",
        "open check",
        "Edit the check inside this one.",
        group=_FORM,
        bar=4,
    ),
    _action(
        "add_child", "plus", "+", "add check", "Add a check behind this one.", group=_FORM, bar=5
    ),
    _action(
        "remove_child",
        "minus delete",
        "-",
        "remove check",
        "Take this check away.",
        group=_FORM,
        bar=6,
    ),
)


def _grabbed(identifier: str, title: str, help_text: str, bar: int | None = None) -> Action:
    """What the keys of an action of the screen do during a grab."""
    usual = next(action for action in EDIT_ACTIONS if action.id == identifier)
    return replace(usual, title=title, help=help_text, group=_GRAB, bar=bar)


GRAB_ACTIONS: Final[tuple[Action, ...]] = (
    _grabbed("down", "move down", "Move it one place down.", 1),
    _grabbed("up", "move up", "Move it one place up.", 2),
    _grabbed("edit", "drop", "Drop it where it is now; u takes that back.", 3),
    _grabbed("grab", "drop", "The same."),
    _grabbed("back", "put back", "Put it back where it was grabbed.", 4),
    _grabbed("help", "keys", "Show every key; all others wait until the grab ends.", 5),
    _grabbed("quit", "quit", "Leave; asks only when the working copy is not written.", 6),
)


def chosen(actions: Iterable[Action], *identifiers: str) -> tuple[Action, ...]:
    """The actions of these ids."""
    return tuple(action for action in actions if action.id in identifiers)


def bindings(actions: Iterable[Action]) -> list[Binding]:
    """Textual's bindings of a table; they are shown by our own key bar.

    A letter goes to its action at once, unless what has the focus takes letters: elsewhere a key
    would wander from widget to widget up to the app before it is looked up.
    """
    return [
        Binding(key, action.id, action.title, show=False, id=action.id, priority=len(key) == 1)
        for action in actions
        for key in action.keys
    ]


def bar(actions: Iterable[Action]) -> Iterator[Action]:
    """What the key bar shows, the most wanted first."""
    ranked = [(action.bar, action) for action in actions if action.bar is not None]
    for _, action in sorted(ranked, key=lambda pair: pair[0]):
        shown, title = action.stands_for or (action.shown, action.title)
        yield replace(action, shown=shown, title=title)
