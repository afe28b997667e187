"""The commands that are typed behind `:`, in one table for palette and help."""

from typing import Final

from ckpt_tui.tui.actions import Action


def _command(shown: str, title: str, help_text: str, words: str = "") -> Action:
    word = shown.partition(" ")[0]
    return Action(
        id=word,
        keys=(),
        shown=shown,
        title=title,
        help=help_text,
        group="Commands",
        words=f"{word} {word[1:]} {words}",
    )


COMMANDS: Final[tuple[Action, ...]] = (
    _command(":w", "write", "Write the working copy.", "save store file disk"),
    _command(":save WHY", "seal", "Write and seal the next version, and say why.", "version store"),
    _command(":goto STEP", "go to step", "To a step of the trace, by its number.", "jump"),
    _command(":run", "run commands", "As R: run what `command` checks lack results of.", "execute"),
    _command(":stop", "stop commands", "End the command that runs, and run no other.", "cancel"),
    _command(":theirs", "take theirs", "Where the file has changed on disk: take that.", "merge"),
    _command(":mine", "keep mine", "Where the file has changed on disk: keep yours.", "merge"),
    _command(":wq", "write and quit", "Write the working copy and leave.", "exit save close"),
    _command(":q", "quit", "As q: leave, asking when something is not written.", "exit close"),
    _command(":q!", "quit unwritten", "Leave, and drop what is not written.", "exit discard force"),
)


def takes_text(command: Action) -> bool:
    """Whether something has to be typed behind its word."""
    return " " in command.shown
