"""A table that nothing is wrong with is read without pydantic, and as pydantic would read it."""

import subprocess
import sys
from datetime import date
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.checklist_toml.complaints import validated
from ckpt_tui.adapters.checklist_toml.fitting import fitted
from ckpt_tui.adapters.checklist_toml.keys import CHECKPOINT, SHARED, TOP, Keys
from ckpt_tui.adapters.checklist_toml.kinds import kind_keys
from ckpt_tui.core.checks import KINDS
from tests.adapters import codec_kit as kit

TABLES = {"checkpoint": CHECKPOINT, "shared": SHARED, "top": TOP} | {
    name: kind_keys(kind) for name, kind in KINDS.items()
}

NUMBERS = (0, 1, -1, 3, 2**53 + 1, 2**63, 10**400, 0.5, -0.0, float("nan"), float("inf"))
SCALARS = st.one_of(
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.sampled_from([Decimal("0.25"), Decimal("NaN"), Decimal("1e999"), Decimal(1)]),
    st.sampled_from(["", " ", "a", "last", "../../x", "/w", "src/**", date.max]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "re", "has", "ge", "kind", "off", "root"]), inner)
    ),
    max_leaves=4,
)


def outcome(keys: Keys, table: object) -> str | None:
    try:
        return repr(fitted(keys.schema, table))
    except ValueError:
        return None


def right(schema: dict) -> st.SearchStrategy:
    """Values that a schema takes, as far as its form tells."""
    match schema["type"]:
        case "list":
            return st.lists(right(schema["items_schema"]), min_size=1, max_size=2)
        case "literal":
            return st.sampled_from(schema["expected"])
        case "typed-dict":
            return tables(schema)
        case "default" | "function-after" | "function-before":
            return right(schema["schema"])
        case kind:
            return st.sampled_from(RIGHT[kind])


RIGHT = {
    "str": ("a", "1x", "src/**"),
    "bool": (True, False),
    "int": (0, 3),
    "float": (1, 0.5, Decimal("0.25")),
    "dict": ({}, {"kind": "text"}),
    "function-plain": (1, Decimal("0.5"), {"re": "a"}, {"x": "y"}),
}


@st.composite
def tables(draw: st.DrawFn, schema: dict) -> object:
    """Tables that are mostly right: with some of the keys, and a wrong value now and then."""
    table = {}
    for key, field in schema["fields"].items():
        if field.get("required", True) or draw(st.integers(0, 3)) == 0:
            table[key] = draw(right(field["schema"]))
    if not draw(st.integers(0, 2)):
        keys = st.sampled_from([*schema["fields"], "nobody"])
        table[draw(keys)] = draw(VALUES)
    if table and not draw(st.integers(0, 9)):
        del table[draw(st.sampled_from(sorted(table)))]
    return table if draw(st.integers(0, 19)) else draw(VALUES)


@settings(max_examples=500, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(TABLES)))
def test_what_fits_is_what_pydantic_takes_and_comes_out_the_same(name: str, data) -> None:
    keys = TABLES[name]
    table = data.draw(tables(keys.schema))
    found, problems = validated(keys.schema, table)
    expected = None if problems else repr(found)
    assert outcome(keys, table) == expected


def test_no_list_that_is_right_loads_pydantic() -> None:
    code = (
        "import sys; from tests.adapters import codec_kit as kit;"
        "from ckpt_tui.adapters.checklist_toml import TomlFormat;"
        "[TomlFormat().parse(kit.read(name), name) for name in kit.NAMES];"
        "print(len(kit.NAMES) > 9, 'pydantic_core' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
    assert kit.NAMES
