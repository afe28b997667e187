"""`ckpt-tui.toml`: what a workspace sets for all its tasks."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.checklist_toml.words import word
from ckpt_tui.adapters.looks import is_file
from ckpt_tui.adapters.opening import opened
from ckpt_tui.adapters.workspace import SETTINGS_NAME
from ckpt_tui.core.stages import STAGES
from ckpt_tui.errors import UsageError

_KEYS: Final = ("folders", "stages", "runs", "judge", "budget", "keymap", "theme")
_MOST_BYTES: Final = 1 << 20


def read_stages(root: Path) -> tuple[str, ...]:
    """The workspace's own vocabulary of stages, or the usual one; raises UsageError."""
    path = root / SETTINGS_NAME
    if not is_file(path):
        return STAGES
    table = _table(path)
    for key in table:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"known are {', '.join(_KEYS)}"
            raise UsageError(f"{path}: {key!a} is not a known key; {hint}")
    return _stages(table["stages"], path) if "stages" in table else STAGES


def _table(path: Path) -> Mapping[str, object]:
    try:
        with opened(path) as file:
            return tomllib.loads(file.read(_MOST_BYTES).decode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from None


def _stages(said: object, path: Path) -> tuple[str, ...]:
    if not isinstance(said, list) or not said:
        raise UsageError(f'{path}: stages must be a list of words, such as ["build", "report"]')
    found: list[str] = []
    for item in said:  # pyright: ignore[reportUnknownVariableType] (any list)
        if not isinstance(item, str):
            raise UsageError(f"{path}: stages must be words in quotes, not {item!a}")
        if item in found:
            raise UsageError(f"{path}: stages holds {item!a} twice; take one out")
        try:
            found.append(word(item))
        except ValueError as error:
            raise UsageError(f"{path}: a stage {error}") from None
    return tuple(found)
