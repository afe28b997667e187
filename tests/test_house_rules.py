"""Rules of the house that no linter checks."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.checkpoint_form import blank
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.core.display import plain
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import encode
from ckpt_tui.tui.actions import EDIT_ACTIONS, FORM_ACTIONS
from ckpt_tui.tui.screens.edit import EditScreen
from ckpt_tui.tui.widgets.choice import Choice
from ckpt_tui.tui.widgets.form import CheckpointForm
from ckpt_tui.tui.widgets.form_row import ChildRow

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ckpt_tui"
MODULES = sorted(PACKAGE.rglob("*.py"))
STYLES = sorted(PACKAGE.rglob("*.tcss"))

LINES = {ast.ClassDef: 250, ast.FunctionDef: 40, ast.AsyncFunctionDef: 40}
FILE_LINES = 400

BINDING = (CheckpointForm, ChildRow, Choice, EditScreen)
# The form's bar names what the screen's own key does inside the form.
OF_THE_SCREEN = {"leave_form": "back"}

HEADLESS = (
    "errors",
    "version",
    "ports",
    "command_ports",
    "process_ports",
    "core",
    "services",
    "adapters",
    "wiring",
    "help",
)
SCREEN_AND_VENDOR = ("textual", "rich", "anthropic")


def of_module(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def ids_bound(widget: type) -> set[str | None]:
    return {binding.id for binding in widget.BINDINGS}


def too_long(path: Path) -> Iterator[str]:
    text = path.read_text()
    if text.count("\n") > FILE_LINES:
        yield of_module(path)
    for node in ast.walk(ast.parse(text)):
        limit = LINES.get(type(node))
        if limit is not None and node.end_lineno - node.lineno >= limit:
            yield f"{of_module(path)} {node.name}"


def test_files_classes_and_functions_are_short() -> None:
    assert [name for path in MODULES for name in too_long(path)] == []


def test_every_module_says_what_it_is_for_in_one_sentence() -> None:
    for path in MODULES:
        said = ast.get_docstring(ast.parse(path.read_text())) or ""
        first = said.partition("\n\n")[0]
        assert first.endswith((".", "?")), of_module(path)
        assert "\n" not in first, of_module(path)


def test_the_package_itself_holds_a_docstring_only() -> None:
    body = ast.parse((PACKAGE / "__init__.py").read_text()).body
    assert [type(node) for node in body] == [ast.Expr]


def test_headless_modules_load_no_toolkit_and_no_vendor() -> None:
    names = [
        dotted_name(path)
        for path in MODULES
        if of_module(path).partition("/")[0].removesuffix(".py") in HEADLESS
    ]
    program = (
        "import sys; from importlib import import_module\n"
        f"for name in {names!r}: import_module(name)\n"
        f"print([name for name in {SCREEN_AND_VENDOR!r} if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.strip() == "[]"


def test_scoring_loads_neither_the_toolkit_nor_the_vendor() -> None:
    program = (
        "import sys; from ckpt_tui.cli.main import run\n"
        "code = run(['score', 'task_042'])\n"
        "loaded = [name for name in ('textual', 'anthropic') if name in sys.modules]\n"
        "print(code, loaded, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stderr.splitlines()[-1] == "0 []"
    assert "does nothing" in ran.stdout


@pytest.mark.parametrize("path", STYLES, ids=of_module)
def test_styles_are_short_and_take_their_colours_from_the_theme(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 200
    literal = compiled(r"#[0-9a-fA-F]{3,8}\s*[;%]|\brgba?\(|\bhsla?\(|\bansi_\w+")
    assert literal.search(encode(text)) is None
    for line in text.split("\n"):
        for rule in line.partition("{")[2].split(";"):
            name, colon, value = rule.partition(":")
            if colon and name.strip() in {"color", "background", "border", "border-title-color"}:
                assert "$" in value or value.strip() == "none", rule


def test_every_action_is_named_once_and_explained() -> None:
    actions = (*EDIT_ACTIONS, *FORM_ACTIONS)
    identifiers = [action.id for action in actions]
    assert sorted(identifiers) == sorted(set(identifiers))
    for action in actions:
        assert action.keys, action.id
        assert action.title, action.id
        assert action.help.endswith((".", "!", "?")) or action.help.startswith("Type"), action.id
        assert plain(action.help) == action.help, action.id


def test_no_key_of_the_screen_does_two_things() -> None:
    keys = [key for action in EDIT_ACTIONS for key in action.keys]
    assert sorted(keys) == sorted(set(keys))


def test_every_action_has_the_method_that_its_key_calls() -> None:
    for action in EDIT_ACTIONS:
        assert hasattr(EditScreen, f"action_{action.id}"), action.id
    for action in FORM_ACTIONS:
        identifier = OF_THE_SCREEN.get(action.id, action.id)
        bound = [widget for widget in BINDING if identifier in ids_bound(widget)]
        assert bound, action.id
        assert all(hasattr(widget, f"action_{identifier}") for widget in bound), action.id


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_kind_explains_its_fields_and_survives_its_table(kind: type) -> None:
    assert kind.summary
    assert all(spec.help for spec in fields_of(kind))
    codec = TomlFormat()
    check = blank(kind)
    assert codec.check(codec.table(check)) == check


def test_every_page_of_help_has_a_heading() -> None:
    pages = [page for page in files("ckpt_tui.help").iterdir() if page.name.endswith(".md")]
    assert pages
    for page in pages:
        assert page.read_text("utf-8").startswith("# "), page.name
