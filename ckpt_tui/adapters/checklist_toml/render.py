"""New text in the house style of the file."""

from ckpt_tui.adapters.checklist_toml.layout import WORD
from ckpt_tui.adapters.checklist_toml.plain import Table, are_tables, is_table
from ckpt_tui.core.toml_value import inline, key
from ckpt_tui.errors import ChecklistError

_INDENT = "  "


def rendered_block(table: Table, line_end: str) -> str:
    """A checkpoint as a new block: its keys, then its check as a table of its own."""
    rows = [(name, value) for name, value in table.items() if name != "check"]
    return section(f"[[{WORD}]]", dict(rows), line_end) + section(
        f"[{WORD}.check]", table["check"], line_end
    )


def section(header: str, table: object, line_end: str) -> str:
    """A header and a line (or a few, for long values) for each key."""
    if not is_table(table):
        raise TypeError(header)
    rows = [f"{key(name)} = {statement(value, line_end)}" for name, value in table.items()]
    return "".join(f"{row}{line_end}" for row in [header, *rows])


def statement(value: object, line_end: str, like: str = "") -> str:
    """A value behind its `=`, over several lines where that reads better.

    `like` is what stood there before: a literal string stays one where it can.
    """
    if isinstance(value, str) and "\n" in value:
        return _lines(value, line_end)
    if are_tables(value):
        rows = "".join(f"{_INDENT}{one_line(item)},{line_end}" for item in value)
        return f"[{line_end}{rows}]"
    return one_line(value, like)


def one_line(value: object, like: str = "") -> str:
    """A value on one line; raises ChecklistError where TOML cannot say it."""
    if isinstance(value, str) and like.startswith("'") and _can_be_literal(value):
        return f"'{value}'"
    try:
        return inline(value)
    except (TypeError, ValueError) as error:
        raise ChecklistError(str(error)) from None


def _can_be_literal(text: str) -> bool:
    return "'" not in text and all(char >= " " and char != "\x7f" for char in text)


def _lines(text: str, line_end: str) -> str:
    escaped = "".join(_escaped(char) for char in text).replace('"""', '""\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    return f'"""{line_end}{escaped.replace(chr(10), line_end)}"""'


def _escaped(char: str) -> str:
    if char == "\\":
        return "\\\\"
    return char if char in "\n\t" or (char >= " " and char != "\x7f") else f"\\u{ord(char):04X}"
