"""Test runners of other languages than Python, known by the name of their program."""

from collections.abc import Callable
from enum import StrEnum
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ckpt_tui.core.shell_words import Word


class Runner(StrEnum):
    """Whose summary the output ends with; TAP stands for programs that print nothing else."""

    PYTEST = "pytest"
    UNITTEST = "unittest"
    JEST = "jest"
    VITEST = "vitest"
    MOCHA = "mocha"
    NODE = "node"
    GO = "go"
    CARGO = "cargo"
    NEXTEST = "nextest"
    MAVEN = "maven"
    GRADLE = "gradle"
    CTEST = "ctest"
    PROVE = "prove"
    TAP = "tap"


class TestCommand(Struct, frozen=True):
    """A command that runs tests.

    Attributes:
        runner: None where any may be behind it.
        arguments: words behind the runner's name.
        doubt: why its summary may not be the runner's own; empty for a known runner.
        may_write: it is told to change files, such as recorded snapshots.
    """

    __test__ = False

    runner: Runner | None
    arguments: tuple[str, ...]
    doubt: str = ""
    may_write: bool = False


class _Tool(Struct, frozen=True, kw_only=True):
    """How the words of a program tell that it runs tests.

    Attributes:
        runs: whether these arguments ask for a test run.
        listings: options that make it list or explain, or leave the tests out.
        writing: options that make it change files that tests are held against.
    """

    runner: Runner
    runs: Callable[[tuple[str, ...]], bool] = lambda _arguments: True
    listings: frozenset[str] = frozenset()
    writing: frozenset[str] = frozenset()


_GOALS: Final = frozenset(
    {"test", "prepare-package", "package", "integration-test", "verify", "install", "deploy",
     "surefire:test", "failsafe:integration-test", "failsafe:verify"}
)  # fmt: skip
_HELP: Final = frozenset({"--help", "-h", "--version", "-V"})
_CARGO_VALUES: Final = frozenset({"--color", "--config", "-C", "-Z"})


def _first_is(*verbs: str) -> Callable[[tuple[str, ...]], bool]:
    return lambda arguments: bool(arguments) and arguments[0] in verbs


def _runs_goals(arguments: tuple[str, ...]) -> bool:
    return not _GOALS.isdisjoint(arguments)


def _runs_tasks(arguments: tuple[str, ...]) -> bool:
    """`test`, `:core:check` or a task of its own kind such as `integrationTest`."""
    excluded = {after for word, after in pairwise(arguments) if word in {"-x", "--exclude-task"}}
    tasks = [word.rpartition(":")[2] for word in arguments if not word.startswith("-")]
    return (
        any(
            task not in excluded and (task in {"check", "build"} or task.endswith(("test", "Test")))
            for task in tasks
        )
        and "test" not in excluded
    )


def _runs_cargo(arguments: tuple[str, ...]) -> bool:
    return _cargo_verb(arguments)[:1] in {("test",), ("t",)}


def _runs_nextest(arguments: tuple[str, ...]) -> bool:
    return _cargo_verb(arguments)[:2] in {("nextest", "run"), ("nextest", "r")}


def _cargo_verb(arguments: tuple[str, ...]) -> tuple[str, ...]:
    at = 0
    while at < len(arguments) and arguments[at].startswith(("-", "+")):
        at += 2 if arguments[at] in _CARGO_VALUES else 1
    return arguments[at:]


def _runs_node(arguments: tuple[str, ...]) -> bool:
    """`--test` among the options, not behind a script."""
    for word in arguments:
        if not word.startswith("-"):
            return False
        if word == "--test":
            return True
    return False


def _runs_vitest(arguments: tuple[str, ...]) -> bool:
    return not arguments or arguments[0] not in {"list", "bench", "init"}


_JEST: Final = _Tool(
    runner=Runner.JEST,
    listings=_HELP | {"-v", "--listTests", "--showConfig", "--init", "--clearCache"},
    writing=frozenset({"-u", "--updateSnapshot"}),
)
_VITEST: Final = _Tool(
    runner=Runner.VITEST,
    runs=_runs_vitest,
    listings=_HELP | {"-v", "--standalone", "--clearCache", "--mergeReports"},
    writing=frozenset({"-u", "--update"}),
)
_MOCHA: Final = _Tool(
    runner=Runner.MOCHA,
    listings=_HELP | {"--dry-run", "--list-files", "--list-interfaces", "--list-reporters"},
)
_MAVEN: Final = _Tool(
    runner=Runner.MAVEN,
    runs=_runs_goals,
    listings=_HELP
    | {"-v", "-DskipTests", "-DskipTests=true", "-Dmaven.test.skip", "-Dmaven.test.skip=true"},
)
_GRADLE: Final = _Tool(
    runner=Runner.GRADLE, runs=_runs_tasks, listings=_HELP | {"-m", "--dry-run", "-v", "tasks"}
)
_TOOLS: Final[dict[str, tuple[_Tool, ...]]] = {
    "jest": (_JEST,),
    "vitest": (_VITEST,),
    "mocha": (_MOCHA,),
    "tape": (_Tool(runner=Runner.TAP, listings=_HELP),),
    "bats": (_Tool(runner=Runner.TAP, listings=_HELP | {"-c", "--count"}),),
    "react-scripts": (_Tool(runner=Runner.JEST, runs=_first_is("test")),),
    "_mocha": (_MOCHA,),
    "node": (_Tool(runner=Runner.NODE, runs=_runs_node, listings=_HELP | {"-v", "--check"}),),
    "go": (
        _Tool(
            runner=Runner.GO,
            runs=_first_is("test"),
            listings=_HELP | {"-list", "--list", "-c", "-n", "--n"},
            writing=frozenset({"-update", "--update"}),
        ),
    ),
    "cargo": (
        _Tool(runner=Runner.CARGO, runs=_runs_cargo, listings=_HELP | {"--no-run", "--list"}),
        _Tool(runner=Runner.NEXTEST, runs=_runs_nextest, listings=_HELP | {"--no-run"}),
    ),
    "mvn": (_MAVEN,),
    "mvnw": (_MAVEN,),
    "mvnd": (_MAVEN,),
    "gradle": (_GRADLE,),
    "gradlew": (_GRADLE,),
    "ctest": (
        _Tool(
            runner=Runner.CTEST,
            listings=_HELP - {"-V"}
            | {"-N", "--show-only", "--print-labels", "--show-only=json-v1"},
        ),
    ),
    "prove": (
        _Tool(runner=Runner.PROVE, listings=_HELP | {"-H", "--man", "-D", "--dry", "--count"}),
    ),
}
# Prefixes that run an installed JavaScript program, longest first.
_JS_LAUNCHERS: Final = (
    ("pnpm", "exec"),
    ("pnpm", "dlx"),
    ("yarn", "exec"),
    ("yarn", "dlx"),
    ("npm", "exec"),
    ("bun", "x"),
    ("cross-env",),
    ("npx",),
    ("nyc",),
    ("c8",),
    ("bunx",),
    ("pnpx",),
    ("pnpm",),
    ("yarn",),
)
_JS_RUNNERS: Final = frozenset({"jest", "vitest", "mocha", "react-scripts", "tape"})
_JS_VALUES: Final = frozenset({"-p", "--package", "-c", "-w", "--workspace"})
_JS_ENTRIES: Final = {
    "jest/bin/jest.js": "jest",
    "jest/bin/jest": "jest",
    ".bin/jest": "jest",
    "vitest/vitest.mjs": "vitest",
    ".bin/vitest": "vitest",
    "mocha/bin/mocha.js": "mocha",
    "mocha/bin/mocha": "mocha",
    ".bin/mocha": "mocha",
}
_WRAPPERS: Final = frozenset({"mvnw", "gradlew"})


def tool_command(program: str, words: tuple[Word, ...]) -> TestCommand | None:
    """How a program of another language runs tests; None where its words do not tell.

    `program` is empty for a file of one's own; of these, the wrappers of Maven and Gradle and
    what lies in `node_modules` are known.
    """
    behind = launched_tool(words)
    if behind:
        return tool_command(behind[0].text.partition("@")[0], behind)
    if program == "node":
        entry = _entry(words)
        if entry:
            return tool_command(_JS_ENTRIES[_installed(entry[0])], entry)
    name = program or _own_copy(words[0])
    arguments = tuple(word.text for word in words[1:])
    for tool in _TOOLS.get(name, ()):
        if tool.runs(arguments):
            return _asked(tool, arguments)
    return None


def _asked(tool: _Tool, arguments: tuple[str, ...]) -> TestCommand | None:
    named = {word.partition("=")[0] for word in arguments if not word.endswith("=false")}
    options = named | set(arguments)
    if not tool.listings.isdisjoint(options):
        return None
    writes = not tool.writing.isdisjoint(options)
    return TestCommand(tool.runner, arguments, may_write=writes)


def launched_tool(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The known runner and its arguments behind `npx` and its like; empty for anything else."""
    texts = tuple(word.text for word in words)
    for prefix in _JS_LAUNCHERS:
        if texts[: len(prefix)] != prefix:
            continue
        at = len(prefix)
        while at < len(words) and (texts[at].startswith("-") or "=" in texts[at]):
            at += 2 if texts[at] in _JS_VALUES else 1
        is_known = at < len(words) and texts[at].partition("@")[0] in _JS_RUNNERS
        return words[at:] if is_known and words[at].is_literal else ()
    return ()


def _entry(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """A runner's own script that node is told to run, and its arguments."""
    at = 1
    while at < len(words) and words[at].text.startswith("-"):
        at += 1
    is_known = at < len(words) and words[at].is_literal and _installed(words[at])
    return words[at:] if is_known else ()


def _own_copy(word: Word) -> str:
    """The name of a runner that lies in the project: a wrapper, or one in `node_modules`."""
    name = word.text.rpartition("/")[2]
    if not word.is_literal:
        return ""
    return name if name in _WRAPPERS else _JS_ENTRIES.get(_installed(word), "")


def _installed(word: Word) -> str:
    """The path of a runner's script inside `node_modules`; empty for other files."""
    _, found, inside = word.text.rpartition("node_modules/")
    return inside if found and inside in _JS_ENTRIES else ""
