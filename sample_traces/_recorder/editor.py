"""The scripted agents' file-edit tool, with the commands and words of `str_replace_editor`."""

from pathlib import Path

from workspace import Workspace

SNIPPET_LINES = 4
LISTED_LEVELS = 2


class EditRefused(Exception):
    """An edit that cannot be made; its text is what the agent reads."""


def edit(workspace: Workspace, arguments: dict[str, object]) -> str:
    """Carry out one call; raises EditRefused, having changed nothing."""
    shown = str(arguments["path"])
    path = workspace.real_path(shown)
    match arguments["command"]:
        case "view":
            return _view(path, shown, arguments.get("view_range"))
        case "create":
            return _create(path, shown, str(arguments["file_text"]))
        case "str_replace":
            return _replace(path, shown, str(arguments["old_str"]), str(arguments["new_str"]))
        case "insert":
            return _insert(path, shown, arguments["insert_line"], str(arguments["new_str"]))
        case other:
            raise EditRefused(
                f"Unrecognized command {other}. The allowed commands are: "
                "view, create, str_replace, insert."
            )


def _view(path: Path, shown: str, view_range: object) -> str:
    if path.is_dir():
        return _listing(path, shown)
    lines = _read(path, shown).splitlines()
    first, last = (1, len(lines)) if view_range is None else _ends(view_range, len(lines))
    return f"Here's the result of running `cat -n` on {shown}:\n{_numbered(lines, first, last)}"


def _ends(view_range: object, count: int) -> tuple[int, int]:
    match view_range:
        case [int(first), int(last)] if 1 <= first <= count and (last == -1 or first <= last):
            return first, count if last == -1 else min(last, count)
        case _:
            raise EditRefused(
                f"Invalid `view_range`: {view_range}. Its first element should be within the "
                f"range of lines of the file: [1, {count}]"
            )


def _listing(path: Path, shown: str) -> str:
    names = [shown]
    for entry in sorted(path.rglob("*")):
        relative = entry.relative_to(path)
        if len(relative.parts) <= LISTED_LEVELS and not any(
            part.startswith(".") for part in relative.parts
        ):
            names.append(f"{shown}/{relative.as_posix()}")
    return (
        f"Here's the files and directories up to 2 levels deep in {shown}, "
        "excluding hidden items:\n" + "\n".join(names) + "\n"
    )


def _create(path: Path, shown: str, text: str) -> str:
    if path.exists():
        raise EditRefused(
            f"File already exists at: {shown}. Cannot overwrite files using command `create`."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return f"File created successfully at: {shown}"


def _replace(path: Path, shown: str, old: str, new: str) -> str:
    text = _read(path, shown)
    match text.count(old):
        case 0:
            raise EditRefused(
                f"No replacement was performed, old_str `{old}` did not appear verbatim in {shown}."
            )
        case 1:
            pass
        case _:
            places = [n for n, line in enumerate(text.splitlines(), 1) if old in line]
            raise EditRefused(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines "
                f"{places}. Please ensure it is unique"
            )
    path.write_text(text.replace(old, new), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    return _edited(path, shown, line, new.count("\n"))


def _insert(path: Path, shown: str, after: object, new: str) -> str:
    lines = _read(path, shown).splitlines()
    if not isinstance(after, int) or not 0 <= after <= len(lines):
        raise EditRefused(
            f"Invalid `insert_line` parameter: {after}. It should be within the range of lines "
            f"of the file: [0, {len(lines)}]"
        )
    added = new.splitlines()
    path.write_text("\n".join([*lines[:after], *added, *lines[after:], ""]), encoding="utf-8")
    return _edited(path, shown, after + 1, len(added))


def _edited(path: Path, shown: str, line: int, grown: int) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    first = max(1, line - SNIPPET_LINES)
    last = min(len(lines), line + grown + SNIPPET_LINES)
    return (
        f"The file {shown} has been edited. Here's the result of running `cat -n` on a snippet "
        f"of {shown}:\n{_numbered(lines, first, last)}"
        "Review the changes and make sure they are as expected. Edit the file again if necessary."
    )


def _numbered(lines: list[str], first: int, last: int) -> str:
    return "".join(f"{n:6}\t{lines[n - 1]}\n" for n in range(first, last + 1))


def _read(path: Path, shown: str) -> str:
    if not path.is_file():
        raise EditRefused(f"The path {shown} does not exist. Please provide a valid path.")
    return path.read_text(encoding="utf-8")
