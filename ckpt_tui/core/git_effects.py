"""What git does to the files of the working folder; what it keeps for itself does not count."""

from collections.abc import Callable
from typing import Final

from ckpt_tui.core.file_effects import NOTHING, OPAQUE, Effect, Write, has_flag, moved, operands
from ckpt_tui.core.shell_words import Word
from ckpt_tui.core.trace import Change
from ckpt_tui.core.unified_diff import diff_edits

_HARMLESS: Final = frozenset(
    {
        "add", "annotate", "bisect-log", "blame", "branch", "cat-file", "check-ignore", "commit",
        "config", "count-objects", "describe", "diff", "diff-tree", "fetch", "for-each-ref", "grep",
        "help", "init", "log", "ls-files", "ls-remote", "ls-tree", "merge-base", "name-rev", "push",
        "reflog", "remote", "rev-list", "rev-parse", "shortlog", "show", "show-ref", "status",
        "symbolic-ref", "tag", "update-index", "var", "version", "whatchanged",
    }
)  # fmt: skip
_GLOBAL_VALUES: Final = frozenset({"-c", "-C", "--git-dir", "--work-tree", "--namespace"})


def git_effect(words: tuple[Word, ...], stdin: str | None) -> Effect:
    """The effect of `git …`; `stdin` is the here-document it reads, or None."""
    verb, rest = _verb(words[1:])
    if verb in _HARMLESS or (verb == "" and has_flag(words, "", "--version", "--help")):
        writes = has_flag(rest, "f" if verb == "config" else "", "--output", "--file")
        return OPAQUE if writes else NOTHING
    if any(word.text in {"-C", "--work-tree", "--git-dir"} for word in words[: -len(rest) or None]):
        return OPAQUE
    table = _EFFECTS.get(verb)
    if table is not None:
        return table(rest)
    return applied_patch(stdin) if verb == "apply" else OPAQUE


def _verb(words: tuple[Word, ...]) -> tuple[str, tuple[Word, ...]]:
    at = 0
    while at < len(words) and words[at].text.startswith("-"):
        at += 2 if words[at].text in _GLOBAL_VALUES else 1
    if at >= len(words):
        return "", ()
    return (words[at].text if words[at].is_literal else "?"), words[at + 1 :]


def _checkout(words: tuple[Word, ...]) -> Effect:
    texts = [word.text for word in words]
    if "--" in texts:
        return _restored(words[texts.index("--") + 1 :])
    is_new = has_flag(words, "bB", "--orphan") and len(operands(words)) <= 1
    return NOTHING if is_new else OPAQUE


def _restore(words: tuple[Word, ...]) -> Effect:
    if has_flag(words, "S", "--staged") and not has_flag(words, "W", "--worktree"):
        return NOTHING
    return _restored(operands(words, frozenset({"-s", "--source"})))


def _restored(paths: tuple[Word, ...]) -> Effect:
    return Effect(tuple(Write(path, Change.EDIT) for path in paths), _holds_folder(paths))


def _holds_folder(paths: tuple[Word, ...]) -> bool:
    """Whether a path may name a folder: it ends like one, or its last part has no dot."""
    return not paths or any("." not in path.text.strip("./").rpartition("/")[2] for path in paths)


def _reset(words: tuple[Word, ...]) -> Effect:
    return OPAQUE if has_flag(words, "", "--hard", "--merge", "--keep") else NOTHING


def _stash(words: tuple[Word, ...]) -> Effect:
    quiet = {"list", "show", "drop", "clear"}
    return NOTHING if words and words[0].text in quiet else OPAQUE


def _removed(words: tuple[Word, ...]) -> Effect:
    if has_flag(words, "n", "--cached", "--dry-run"):
        return NOTHING
    is_tree = has_flag(words, "r")
    return Effect(tuple(Write(path, Change.DELETE, is_tree=is_tree) for path in operands(words)))


def _moved(words: tuple[Word, ...]) -> Effect:
    paths = operands(words)
    if len(paths) < 2 or has_flag(words, "n", "--dry-run"):  # noqa: PLR2004
        return NOTHING
    return moves(paths)


def moves(paths: tuple[Word, ...]) -> Effect:
    """Files that leave one place and appear in another; the last path is the target."""
    gone = tuple(Write(path, Change.DELETE, is_tree=True) for path in paths[:-1])
    come = tuple(Write(path, is_tree=True) for path in moved(paths[:-1], paths[-1]))
    return Effect((*gone, *come))


def applied_patch(stdin: str | None) -> Effect:
    """The effect of a patch that the line itself spells out."""
    edits = diff_edits(stdin) if stdin is not None else ()
    if not edits:
        return OPAQUE
    return Effect(
        tuple(Write(Word(edit.path), edit.change, edit.removed, edit.added) for edit in edits)
    )


_EFFECTS: Final[dict[str, Callable[[tuple[Word, ...]], Effect]]] = {
    "checkout": _checkout,
    "mv": _moved,
    "reset": _reset,
    "restore": _restore,
    "rm": _removed,
    "stash": _stash,
}
