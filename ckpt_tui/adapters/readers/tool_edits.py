"""What the arguments of an edit tool change, whichever scaffold's spelling they use."""

from collections.abc import Mapping
from typing import Final

from ckpt_tui.adapters.readers.patches import (
    edits_of_blocks,
    edits_of_patch,
    lines_of,
    replaced,
)
from ckpt_tui.core.trace import Change, FileEdit, Json

_PATHS: Final = (
    "path", "file_path", "filePath", "filepath", "file", "filename", "file_name", "target_file",
    "TargetFile", "notebook_path", "absolute_path", "source", "old_path",
)  # fmt: skip
_TARGETS: Final = ("destination", "new_path", "target")
_OLD: Final = (
    "old_str", "old_string", "oldString", "old_text", "oldText", "search", "old",
)  # fmt: skip
_NEW: Final = (
    "new_str", "new_string", "newString", "new_text", "newText", "replace", "new",
    "replacement_text", "insert_text", "text", "new_source",
)  # fmt: skip
_WHOLE: Final = ("content", "contents", "file_text", "fileText", "text")
_PATCHES: Final = ("patch", "input", "patchText", "diff", "")
_LISTS: Final = ("edits", "replacements", "changes")

# these refuse to write over a file that is there, so what they write is new
_REFUSING: Final = frozenset(
    {"strreplaceeditor", "texteditor", "fileeditor", "editanthropic", "create"}
)
_DELETING: Final = frozenset({"deletefile", "removefile"})
_MOVING: Final = frozenset({"movefile", "renamefile"})
_WRITING: Final = frozenset({"write", "writefile", "writetofile", "createfile", "save", "create"})
_INSERTING: Final = frozenset({"insert", "insertcontent"})
# these send a sketch of the new text, from which the changed lines cannot be told
_SKETCHING: Final = frozenset({"editfile", "inserteditintofile", "append", "appendfile"})


def edits_of(tool: str, arguments: Mapping[str, Json]) -> tuple[FileEdit, ...]:
    """The edits of one call; `tool` is the name without case and word breaks.

    A tool that leaves the path to the scaffold's state gives none.
    """
    path = _text(arguments, _PATHS)
    if path is None:
        return _patched(arguments)
    if tool in _DELETING:
        return (FileEdit(path=path, change=Change.DELETE),)
    if tool in _MOVING:
        return _moved(path, arguments)
    command = arguments.get("command")
    if isinstance(command, str):
        return _commanded(tool, command, path, arguments)
    several = next((arguments[name] for name in _LISTS if name in arguments), None)
    if isinstance(several, list | tuple):
        return tuple(_one(tool, path, item) for item in several if isinstance(item, Mapping))
    return _diffed(path, arguments) or (_one(tool, path, arguments),)


def _patched(arguments: Mapping[str, Json]) -> tuple[FileEdit, ...]:
    patch = _text(arguments, _PATCHES)
    if patch is not None:
        return edits_of_patch(patch)
    several = arguments.get("replacements")
    if not isinstance(several, list | tuple):
        return ()
    return tuple(
        edit for item in several if isinstance(item, Mapping) for edit in edits_of("replace", item)
    )


def _diffed(path: str, arguments: Mapping[str, Json]) -> tuple[FileEdit, ...]:
    diff = _text(arguments, ("diff", "patch"))
    if diff is None:
        return ()
    return edits_of_blocks(path, diff) or edits_of_patch(diff)


def _moved(path: str, arguments: Mapping[str, Json]) -> tuple[FileEdit, ...]:
    target = _text(arguments, _TARGETS)
    gone = FileEdit(path=path, change=Change.DELETE)
    return (gone,) if target is None else (gone, FileEdit(path=target, change=None))


def _commanded(
    tool: str, command: str, path: str, arguments: Mapping[str, Json]
) -> tuple[FileEdit, ...]:
    """Edits of the family whose `command` says which edit it is."""
    match command:
        case "create" | "write":
            return (_written(tool if command == "create" else "write", path, arguments),)
        case "str_replace" | "insert":
            return (_one(command.replace("_", ""), path, arguments),)
        case "delete":
            return (FileEdit(path=path, change=Change.DELETE),)
        case "rename":
            return _moved(path, arguments)
        case _:
            return (FileEdit(path=path, change=Change.EDIT),)


def _one(tool: str, path: str, arguments: Mapping[str, Json]) -> FileEdit:
    old, new = _text(arguments, _OLD), _text(arguments, _NEW)
    if old:
        return replaced(path, old, new or "")
    if old is not None:
        # an empty search text means a new file, or a file that was empty
        return FileEdit(path=path, change=None, added=lines_of(new or ""))
    if tool in _INSERTING or arguments.get("edit_mode") == "insert":
        return FileEdit(path=path, change=Change.EDIT, added=lines_of(new or ""))
    if tool in _SKETCHING:
        return FileEdit(path=path, change=None)
    if _text(arguments, _WHOLE) is not None or tool in _WRITING:
        return _written(tool, path, arguments)
    # with new lines alone, an edit would say that it took none away
    return FileEdit(path=path, change=Change.EDIT)


def _written(tool: str, path: str, arguments: Mapping[str, Json]) -> FileEdit:
    change = Change.CREATE if tool in _REFUSING else None
    return FileEdit(path=path, change=change, added=lines_of(_text(arguments, _WHOLE) or ""))


def _text(arguments: Mapping[str, Json], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str):
            return value
    return None
