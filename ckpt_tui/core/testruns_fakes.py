"""Whether the run itself put something in the place of a test runner."""

from typing import Final

from ckpt_tui.core.changes import file_changes
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.position import Position
from ckpt_tui.core.trace import Change, Field, ToolClass
from ckpt_tui.core.view import TraceView

# Programs, modules and packages that a test command would run instead of the installed ones.
_PROGRAMS: Final = frozenset(
    {
        ".npmrc", "cargo", "coverage", "ctest", "django-admin", "go", "gradle", "gradlew", "jest",
        "jest.js",
        "manage.py", "mocha", "mocha.js", "mvn", "mvnw", "node", "npx", "prove", "py.test",
        "pytest", "pytest.py", "python", "python3", "runtests.py", "sitecustomize.py",
        "unittest.py", "usercustomize.py", "vitest", "vitest.mjs",
    }
)  # fmt: skip
_PACKAGES: Final = frozenset({"django", "pytest", "unittest"})
_ENTRIES: Final = frozenset({"__init__.py", "__main__.py"})
_NAMES: Final = (
    r"(?:py\.?test|python3?|unittest|coverage|jest|vitest|mocha|npx|npm|yarn|pnpm|cargo|mvnw?"
    r"|gradlew?|ctest)"
)
# Names that programs give to functions as well: only with a body of the shell's kind.
_WORDS: Final = r"(?:go|node|prove)"
# As a shell spells a function or an alias; arguments are JSON.
_DEFINITION: Final = (
    rf"\b(?:function\s+|alias\s+(?:-\w+\s+)*){_NAMES}\b|(?:[\s;&|{{\"]|\\n){_NAMES}\s*\(\s*\)"
    rf"|\balias\s+{_WORDS}=|(?:[;&\"]|\\n)\s*{_WORDS}\s*\(\s*\)\s*\{{"
)


def stand_in(view: TraceView, position: Position) -> str:
    """Why the runner of a call may be one that the run made before; empty where it is not."""
    for moment, name in view.kept(stand_in, lambda: _stand_ins(view)):
        if moment <= position:
            return f"the run itself made a `{name}` at step {moment.step}"
    return ""


def _stand_ins(view: TraceView) -> list[tuple[Position, str]]:
    files = [
        (change.position, change.path)
        for change in file_changes(view)
        if _is_runner(change.path, change.change)
    ]
    calls, arguments = view.calls, view.column(Field.ARGUMENTS)
    for hit in compiled(_DEFINITION).rows(arguments):
        if calls.classes[hit.row] is ToolClass.SHELL and view.happened(calls.steps[hit.row]):
            spelled = arguments.raw(hit.row)[hit.start : hit.end].decode("utf-8", "replace")
            place = Position(calls.steps[hit.row], calls.numbers[hit.row])
            files.append((place, spelled.strip('\\"n;&|{ \t\r\n')))
    return sorted(files)


def _is_runner(path: str, change: Change | None) -> bool:
    *folders, name = path.split("/")
    if name in _PROGRAMS:
        return change is not Change.DELETE
    # A package that was there is the project under test.
    is_new = change in {None, Change.CREATE}
    return is_new and name in _ENTRIES and bool(folders) and folders[-1] in _PACKAGES
