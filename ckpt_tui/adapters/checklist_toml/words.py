"""What single words and numbers of the file may be; each function returns its value or raises."""

from decimal import Decimal
from fractions import Fraction
from typing import Final

from ckpt_tui.adapters.checklist_toml.problems import shown
from ckpt_tui.core import matching
from ckpt_tui.core import points as exact_numbers
from ckpt_tui.core.match import Glob

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_ALNUM: Final = _LETTERS | frozenset("0123456789")
_RESERVED: Final = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)]
)
ID_PATTERN: Final = "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
WORD_PATTERN: Final = "^[A-Za-z][A-Za-z0-9_-]{0,63}$"

# A checklist lies in checklists/<task>/, so two folders up is still the workspace.
_FOLDERS_DEEP: Final = 2


def identifier(text: str) -> str:
    """An id; raises ValueError."""
    if not text:
        raise ValueError("must not be empty")
    if len(text) > 128:  # noqa: PLR2004 (the number stands in the message)
        raise ValueError(f"has {len(text)} characters; an id may have 128")
    if text[0] not in _ALNUM:
        raise ValueError(f"must begin with a letter or a digit, not {text[0]!a}")
    if wrong := next((char for char in text if char not in _ALNUM and char not in "._-"), ""):
        raise ValueError(f"may hold letters, digits, '.', '_' and '-', but not {wrong!a}")
    return text


def task_id(text: str) -> str:
    """A task's id: it names a folder; raises ValueError."""
    if identifier(text).partition(".")[0].lower() in _RESERVED:
        raise ValueError(f'must not be "{text}": Windows keeps that name for a device')
    return text


def word(text: str) -> str:
    """The name of a stage or a route; raises ValueError."""
    wrong = next((char for char in text if char not in _ALNUM and char not in "_-"), "")
    if wrong or text[:1] not in _LETTERS or len(text) > 64:  # noqa: PLR2004 (see WORD_PATTERN)
        raise ValueError(
            "must be one word of letters, digits, '_' and '-', begin with a letter "
            f"and have at most 64 characters, not {text[:80]!a}"
        )
    return text


def inner_path(text: str) -> str:
    """A path relative to the checklist's folder that stays in the workspace; raises ValueError."""
    _relative(text)
    depth = _FOLDERS_DEEP
    for part in text.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            raise ValueError(f"must stay inside the workspace, but {text!a} leads out of it")
    return text


def watch_glob(text: str) -> str:
    """A glob relative to the environment's root; raises ValueError."""
    _relative(text)
    if ".." in text.split("/"):
        raise ValueError(f"must stay inside the environment, but {text!a} leads out of it")
    if (problem := matching.problem(Glob(text))) is not None:
        raise ValueError(problem)
    return text


def folder(text: str) -> str:
    """An absolute POSIX folder as recordings name it; raises ValueError."""
    if not text.startswith("/") or ".." in text.split("/") or _has_control(text):
        raise ValueError(f"must be an absolute folder such as /workspace, not {text!a}")
    return text


def points(value: object) -> Fraction:
    """An exact number of points; raises ValueError."""
    return exact_numbers.points(_number(value))


def share(value: object) -> Fraction:
    """An exact number from 0 to 1; raises ValueError."""
    found = exact_numbers.exact(_number(value))
    if not 0 <= found <= 1:
        raise ValueError(f"must be between 0 and 1, not {value}")
    return found


def said(text: str) -> str:
    """A text that says something; raises ValueError."""
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _number(value: object) -> int | Decimal:
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError(f"must be a number, not {shown(value)}")  # noqa: TRY004 (pydantic's protocol)
    return value


def _relative(text: str) -> None:
    if not text.strip() or _has_control(text):
        raise ValueError("must be a path")
    if text.startswith("/") or "\\" in text or text[1:2] == ":":
        raise ValueError(f"must be a relative path with forward slashes, not {text!a}")


def _has_control(text: str) -> bool:
    return any(char < " " or char == "\x7f" for char in text)
