"""The page of the kinds of check describes whatever a checklist may hold of them."""

from pathlib import Path

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.tui.screens.help import HelpLines
from tests.tui.driver import author_at, copied_workspace

SCHEMA = TomlFormat().schema()["$defs"]
FIELDS = {
    name.removeprefix("check."): {
        field: meaning["description"]
        for field, meaning in definition["properties"].items()
        if field != "kind"
    }
    for name, definition in SCHEMA.items()
    if "const" in definition.get("properties", {}).get("kind", {})
}


@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=str)
async def test_every_field_of_every_kind_is_described(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with author_at(copied_workspace(tmp_path), size=size) as author:
        await author.presses("question_mark", "l", "l")
        page = author.app.screen.query_one(HelpLines)
        rows = [page.row(number, size[0]) for number in range(page.row_count)]
    sections: dict[str, str] = {}
    kind = ""
    for row in rows:
        text = "".join(piece.text for piece in row)
        if not text.startswith(" "):
            kind, _, text = text.partition("  ")
        sections[kind] = " ".join([*sections.get(kind, "").split(), *text.split()])
    assert sections.keys() == FIELDS.keys()
    for kind, fields in FIELDS.items():
        assert [
            name for name, meaning in fields.items() if f"{name} {meaning}" not in sections[kind]
        ] == []
