"""Laws of the codec: it agrees with `tomllib`, and both of its directions are inverse."""

import json
import re
import subprocess
import sys
import tomllib
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.checklist_toml.layout import layout
from ckpt_tui.adapters.checklist_toml.places import LIST, TABLE, Node, lines
from ckpt_tui.adapters.checklist_toml.scanner import statements
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.fields import fields_of
from tests.adapters import codec_kit as kit

FORMAT = TomlFormat()
GOLDEN = Path(__file__).parent / "golden" / "checklist.schema.json"


def rebuilt(text: str) -> dict:
    """The document, put together from the scanner's positions alone."""
    root: dict = {}
    for line in lines(text):
        if not line.path:
            continue
        table = root
        for part, following in zip(line.path, [*line.path[1:], None], strict=True):
            is_last = following is None
            empty = [] if isinstance(following, int) else {}
            value = value_of(text, line.value) if is_last and line.value else empty
            if isinstance(part, int):
                if part == len(table):
                    table.append(value)
            else:
                table.setdefault(part, value)
            table = table[part]
    return root


def value_of(text: str, node: Node):
    if node.form == LIST:
        return [value_of(text, item.value) for item in node.items]
    if node.form == TABLE:
        found: dict = {}
        for item in node.items:
            table = found
            for part in item.key[:-1]:
                table = table.setdefault(part, {})
            table[item.key[-1]] = value_of(text, item.value)
        return found
    return tomllib.loads(f"x = {text[node.start : node.end]}", parse_float=Decimal)["x"]


def assert_the_scanner_agrees(text: str) -> None:
    assert "".join(text[start:end] for _, start, end in statements(text)) == text
    assert rebuilt(text) == tomllib.loads(text, parse_float=Decimal)
    assert layout(text).text == text
    tomllib.loads(layout(text).top)
    for block in layout(text).blocks:
        assert len(tomllib.loads(block)["checkpoint"]) == 1


@pytest.mark.parametrize("name", kit.NAMES)
def test_the_scanner_agrees_with_tomllib_on_every_file(name: str) -> None:
    assert_the_scanner_agrees(kit.read(name))


blanks = st.sampled_from(["", " ", "\t ", "  "])
odd_text = st.text(st.sampled_from("ab[]{}#\"'\\\n,=. é\t"), max_size=8)
bare_keys = st.sampled_from(["a", "b", "c-d", "e_f", "1", "checkpoint"])


@st.composite
def strings(draw: st.DrawFn) -> str:
    text = draw(odd_text)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    forms = [
        '"' + escaped.replace("\n", "\\n") + '"',
        '"""' + escaped + '"""',
        '"""\n' + text.replace("\\", "\\\\").replace('"', '\\"') + '\\\n   """',
    ]
    if "'" not in text:
        forms += ["'''" + text + "'''", "'" + text.replace("\n", "") + "'"]
        forms += ["'''" + text + "'''''"] if text else []
    return draw(st.sampled_from(forms))


keys = st.lists(
    bare_keys | odd_text.map(lambda text: json.dumps(text, ensure_ascii=False)),
    min_size=1,
    max_size=3,
).flatmap(lambda parts: blanks.map(lambda blank: f"{blank}.{blank}".join(parts)))
scalars = st.sampled_from(
    ["1", "-2.5", "1e3", "true", "0xFF", "1979-05-27 07:32:00Z", "07:32:00", "inf", "1_000"]
)
comment = st.sampled_from(["", "# c", "# [[checkpoint]] \"'", '#"""', "# ]}"])
trivia = st.sampled_from(["", " ", "\n", "\n # c ]\n", ' # "\n\n', '# """\n'])


@st.composite
def lists(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, max_size=3))
    pieces = [draw(trivia) + item + draw(trivia) for item in items]
    tail = "," + draw(trivia) if items and draw(st.booleans()) else ""
    return "[" + ",".join(pieces) + tail + (draw(trivia) if not items else "") + "]"


@st.composite
def inline_tables(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    pairs = [
        f"{draw(keys)}{draw(blanks)}={draw(blanks)}{draw(inner)}"
        for _ in range(draw(st.integers(0, 3)))
    ]
    return "{" + draw(blanks) + f"{draw(blanks)}, ".join(pairs) + draw(blanks) + "}"


values = st.recursive(
    strings() | scalars, lambda inner: lists(inner) | inline_tables(inner), max_leaves=5
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """TOML of every form; a statement that the document cannot take is left out."""
    text = ""
    for _ in range(draw(st.integers(1, 9))):
        match draw(st.sampled_from("kkkkhacb")):
            case "k":
                more = f"{draw(blanks)}{draw(keys)}{draw(blanks)}={draw(blanks)}{draw(values)}"
            case "h":
                more = f"[{draw(blanks)}{draw(keys)}{draw(blanks)}]"
            case "a":
                more = f"[[{draw(blanks)}{draw(keys)}{draw(blanks)}]]"
            case "c":
                more = draw(blanks) + draw(comment)
            case _:
                more = draw(blanks)
        longer = f"{text}{more} {draw(comment)}\n"
        try:
            tomllib.loads(longer)
        except ValueError:
            continue
        text = longer
    return draw(st.sampled_from([text, text.replace("\n", "\r\n"), text[:-1]]))


@settings(max_examples=60, deadline=None)
@given(documents())
def test_the_scanner_agrees_with_tomllib_on_every_document(text: str) -> None:
    assert "".join(text[start:end] for _, start, end in statements(text)) == text
    assert rebuilt(text) == tomllib.loads(text, parse_float=Decimal) or "inf" in text


@pytest.mark.parametrize("name", kit.NAMES)
def test_every_check_survives_its_table(name: str) -> None:
    for point in FORMAT.parse(kit.read(name), name).checkpoints:
        assert FORMAT.check(FORMAT.table(point.check)) == point.check


def test_every_kind_survives_its_table_and_the_text() -> None:
    for seed in range(150):
        check = kit.some_check(Random(seed), depth=3)
        table = FORMAT.table(check)
        assert FORMAT.check(table) == check
        assert FORMAT.table(FORMAT.check(table)) == table
    assert all(FORMAT.table(kit.some_check(Random(seed)))["kind"] for seed in range(20))


def test_defaults_are_left_out_of_a_table() -> None:
    assert FORMAT.table(FORMAT.check({"kind": "tool_called", "when": "ever"})) == {
        "kind": "tool_called"
    }


def test_the_schema_is_the_golden_one() -> None:
    """After a wanted change: `ckpt-tui schema > tests/adapters/golden/checklist.schema.json`."""
    assert FORMAT.schema() == json.loads(GOLDEN.read_text())


def test_every_key_of_the_schema_is_described() -> None:
    schema = FORMAT.schema()
    tables = [schema, *schema["$defs"].values()]
    for table in tables:
        for key, value in table.get("properties", {}).items():
            named = schema["$defs"].get(value.get("$ref", "").removeprefix("#/$defs/"), {})
            assert value.get("description") or named.get("description"), key
    for word, kind in KINDS.items():
        described = schema["$defs"][f"check.{word}"]["properties"]
        assert set(described) == {"kind", *(spec.key for spec in fields_of(kind))}


@pytest.mark.parametrize("name", kit.NAMES)
def test_the_schema_takes_the_good_files_and_not_the_bad(name: str) -> None:
    schema = FORMAT.schema()
    table = tomllib.loads(kit.read(name))
    assert complaints(table, schema, schema) == []
    table["checkpoint"][0]["check"]["surprise"] = 1
    wrong_key = complaints(table, schema, schema)
    assert wrong_key or "." in table["checkpoint"][0]["check"]["kind"]
    assert complaints({**table, "format": 2}, schema, schema)
    assert complaints({**table, "checkpoint": []}, schema, schema)
    assert complaints({**table, "surprise": 1}, schema, schema)


TYPES = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
    "boolean": bool,
}  # fmt: skip


def complaints(value, schema, root, path: str = "$") -> list[str]:
    """As much of JSON Schema as the file's schema uses."""
    if "$ref" in schema:
        below = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        return complaints(value, below, root, path)
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if wanted and not any(fits(value, word) for word in wanted):
        return [f"{path}: not {wanted}"]
    found = [f"{path}: {word}" for word, is_broken in broken_words(value, schema) if is_broken]
    for word, count in (("oneOf", range(1, 2)), ("anyOf", range(1, 99))):
        options = schema.get(word, [])
        fitting = sum(not complaints(value, option, root, path) for option in options)
        if options and fitting not in count:
            found.append(f"{path}: {fitting} of {word}")
    if isinstance(value, list):
        for place, item in enumerate(value):
            found += complaints(item, schema.get("items", {}), root, f"{path}[{place}]")
    if isinstance(value, dict):
        found += table_complaints(value, schema, root, path)
    return found


def broken_words(value, schema) -> list[tuple[str, bool]]:
    text = value if isinstance(value, str) else ""
    number = value if fits(value, "number") else 0
    return [
        ("const", "const" in schema and value != schema["const"]),
        ("enum", "enum" in schema and value not in schema["enum"]),
        ("pattern", bool(text) and not re.search(schema.get("pattern", ""), text)),
        ("minimum", number < schema.get("minimum", number)),
        ("maximum", number > schema.get("maximum", number)),
        ("minItems", isinstance(value, list) and len(value) < schema.get("minItems", 0)),
    ]


def table_complaints(value: dict, schema, root, path: str) -> list[str]:
    known = schema.get("properties", {})
    found = [f"{path}.{key}: missing" for key in schema.get("required", []) if key not in value]
    if len(value) < schema.get("minProperties", 0):
        found.append(f"{path}: empty")
    for key, item in value.items():
        below = known.get(key, schema.get("additionalProperties", {}))
        if below is False:
            found.append(f"{path}.{key}: unknown")
        elif below is not True:
            found += complaints(item, below, root, f"{path}.{key}")
    return found


def fits(value, word: str) -> bool:
    return isinstance(value, TYPES[word]) and (word == "boolean" or not isinstance(value, bool))


def test_pydantic_is_not_loaded_with_the_core_or_an_outline() -> None:
    code = (
        "import sys, ckpt_tui.ports, ckpt_tui.core.lint, ckpt_tui.adapters.checklist_outline;"
        "print('pydantic_core' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_did_not_change_of_a_long_list_is_not_read_again() -> None:
    point = '[[checkpoint]]\nid = "c{}"\ntitle = "T"\ncheck = {{ kind = "text", match = "x" }}\n'
    text = 'format = 1\ntask = "t"\n' + "".join(map(point.format, range(1500)))
    before = FORMAT.parse(text, "a").checkpoints
    after = FORMAT.parse(text.replace('id = "c700"', 'id = "other"'), "b").checkpoints
    assert sum(old is new for old, new in zip(before, after, strict=True)) == 1499


def test_a_repeated_text_gives_the_same_checkpoints_not_only_equal_ones() -> None:
    text = kit.read("20_long.toml")
    before = FORMAT.parse(text, "a").checkpoints
    after = FORMAT.parse(text.replace('"Checkpoint 3"', '"New"'), "b").checkpoints
    kept = [old is new for old, new in zip(before, after, strict=True)]
    assert kept == [True, True, False, *[True] * 9]
