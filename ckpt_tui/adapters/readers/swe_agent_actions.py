"""Actions of SWE-agent: the commands of its tools, and everything else for the shell.

https://swe-agent.com/latest/config/tools/
"""

import shlex
from collections.abc import Sequence
from typing import Final

from ckpt_tui.adapters.readers.calls import CallDraft
from ckpt_tui.core.trace import Json

# the arguments of each command, in their order; a bundle's own names
_SIGNATURES: Final = {
    "open": ("path", "line_number"),
    "goto": ("line_number",),
    "scroll_up": (),
    "scroll_down": (),
    "create": ("filename",),
    "find_file": ("file_name", "dir"),
    "search_dir": ("search_term", "dir"),
    "search_file": ("search_term", "file"),
    "edit": ("search", "replace", "replace-all"),
    "insert": ("text", "line"),
    "str_replace_editor": ("command", "path"),
    "filemap": ("file_path",),
    "view_image": ("image_file",),
    "submit": ("answer",),
    "exit_forfeit": (),
    "connect_start": ("server_address", "port"),
    "connect_sendline": ("line",),
    "connect_exec": ("command",),
    "decompile": ("binary_path", "function_name"),
    "disassemble": ("binary_path", "function_name"),
}
TOOLS: Final = frozenset(_SIGNATURES)
_NUMBERS: Final = frozenset({"line_number", "line", "insert_line", "port"})
_JOINERS: Final = frozenset({"&&", "||", "|", ";", ">", ">>", "<", "&"})
_END: Final = "end_of_edit"

# what the tools print when they changed and found nothing
_REFUSALS: Final = (
    "No file open", "Usage: ", "Error: ", "ERROR: ", "Text not found", "No replacement was",
    "Invalid `", "Your edit was not applied", "File already exists", "The path ",
)  # fmt: skip
_REVERTED: Final = "Your proposed edit has introduced new syntax error(s)"


def is_ending(action: str) -> bool:
    """Whether the scaffold, not the agent, wrote the action to end the run."""
    word = action.strip()
    return word.startswith("exit_") and word != "exit_forfeit" and " " not in word


def is_refusal(name: str, observation: str) -> bool:
    """Whether a tool of the scaffold says that it did nothing."""
    if name not in TOOLS:
        return False
    if name in {"edit", "insert", "create"} and _REVERTED in observation:
        return True
    first = observation.lstrip().partition("\n")[0].rstrip()
    is_missing = first.startswith(("File ", "Directory ")) and first.endswith("not found")
    return is_missing or first.startswith(_REFUSALS)


def call_of(action: str) -> CallDraft | None:
    """The call that an action's text makes; None for an empty one."""
    text = action.strip("\n")
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    if not name:
        return None
    if name not in _SIGNATURES:
        return _shell(text)
    if name == "edit" and _range(text) is not None:
        return CallDraft(id=None, name=name, arguments=_line_edit(text))
    try:
        words = shlex.split(text)[1:]
    except ValueError:
        rest = text.strip().removeprefix(name).strip()
        return CallDraft(id=None, name=name, arguments={"": rest})
    if not _JOINERS.isdisjoint(words):
        return _shell(text)
    return CallDraft(id=None, name=name, arguments=_bound(_SIGNATURES[name], words))


def _shell(text: str) -> CallDraft:
    return CallDraft(id=None, name="bash", arguments={"command": text})


def _range(text: str) -> tuple[int, int] | None:
    """The lines of `edit 3:5`."""
    words = text.partition("\n")[0].split()
    first, colon, last = words[1].partition(":") if len(words) > 1 else ("", "", "")
    if not colon or not (first.isdecimal() and last.isdecimal()):
        return None
    return int(first[:9]), int(last[:9])


def _line_edit(text: str) -> dict[str, Json]:
    first, last = _range(text) or (0, 0)
    lines = text.partition("\n")[2].split("\n")
    if _END in (line.strip() for line in lines):
        end = next(n for n, line in enumerate(lines) if line.strip() == _END)
        lines = lines[:end]
    return {"start_line": first, "end_line": last, "replacement_text": "\n".join(lines)}


def _bound(names: Sequence[str], words: Sequence[str]) -> dict[str, Json]:
    """Words as named arguments; `--name value` names itself."""
    found: dict[str, Json] = {}
    places = iter(names)
    rest: list[str] = []
    option: str | None = None
    for word in words:
        if word.startswith("--") and word[2:].replace("_", "").isalnum():
            option = word[2:]
            found[option] = True
        elif option is not None and found[option] is True:
            found[option] = _typed(option, word)
        elif option == "view_range":
            found[option] = f"{found[option]} {word}"
        elif (name := next(places, None)) is not None:
            found[name] = _typed(name, word)
        else:
            rest.append(word)
    return found | ({"": " ".join(rest)} if rest else {})


def _typed(name: str, word: str) -> Json:
    return int(word) if name in _NUMBERS and word.isdecimal() and len(word) < 10 else word  # noqa: PLR2004
