"""A list's text with what it includes behind it, so that a sealed version needs no other file.

Each shared file follows as it was, as one string with its digest:

    # Included when this version was sealed.
    [[included]]
    path = "../_shared/coding.toml"
    digest = "sha256:…"
    text = '''
    …
    '''
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ckpt_tui.adapters.checklist_toml.layout import line_end
from ckpt_tui.adapters.checklist_toml.render import statement
from ckpt_tui.adapters.checklist_toml.scanner import ARRAY, statements
from ckpt_tui.adapters.checklist_toml.top import INCLUDED
from ckpt_tui.core.digest import text_digest

_NOTICE: Final = "# Included when this version was sealed."


def sealable(text: str, included: Sequence[tuple[str, str]]) -> str:
    """The text, then every shared file by its path; the text itself where it includes none."""
    if not included:
        return text
    end = line_end(text)
    pieces = [text if text.endswith("\n") else text + end]
    for path, content in included:
        table = f"path = {statement(path, end)}{end}digest = {statement(text_digest(content), end)}"
        header = f"{end}{_NOTICE}{end}[[{INCLUDED}]]{end}"
        pieces.append(f"{header}{table}{end}text = {_string(content, end)}{end}")
    return "".join(pieces)


def unsealed(text: str) -> str:
    """The list's own text, then what it included as comments: a working copy that says the same."""
    for kind, start, end in statements(text):
        if kind == ARRAY and text[start:end].strip() == f"[[{INCLUDED}]]":
            own = text[:start].rpartition(_NOTICE)[0].rstrip("\r\n")
            tables = tomllib.loads(text[start:])[INCLUDED]
            return line_end(text).join([own, *_remarks(tables), ""])
    return text


def _remarks(tables: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for table in tables:
        yield ""
        yield f"# {table['path']}, as it was when this version was sealed:"
        yield from (f"# {line}".rstrip() for line in table["text"].rstrip("\n").split("\n"))


def _string(content: str, end: str) -> str:
    """A string of several lines, line for line as the content where TOML can say it so."""
    if "'''" not in content and not content.endswith("'") and _is_plain(content):
        return f"'''{end}{content.replace(chr(10), end)}'''"
    return statement(content, end)


def _is_plain(text: str) -> bool:
    return all((char >= " " and char != "\x7f") or char in "\t\n" for char in text)
