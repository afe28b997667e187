"""Which commands run tests in a way that can be read."""

from typing import Final

from ckpt_tui.core.runners_tools import Runner, TestCommand, launched_tool, tool_command
from ckpt_tui.core.shell_words import Command, Word

__all__ = ["Runner", "TestCommand", "is_python", "launched", "python_target", "test_command"]

# Prefixes that run the command behind them in some environment, with their options that take
# the next word as a value.
_LAUNCHERS: Final[dict[tuple[str, ...], frozenset[str]]] = {
    ("uv", "run"): frozenset({"--with", "--python", "-p", "--extra", "--group", "--directory"}),
    ("uvx",): frozenset({"--with", "--python", "-p", "--from"}),
    ("poetry", "run"): frozenset(),
    ("pipenv", "run"): frozenset(),
    ("pdm", "run"): frozenset(),
    ("rye", "run"): frozenset(),
    ("hatch", "run"): frozenset(),
    ("conda", "run"): frozenset({"-n", "--name", "-p", "--prefix"}),
    ("coverage", "run"): frozenset({"--source", "--rcfile", "--omit", "--include"}),
}
_LAUNCHING: Final = frozenset(prefix[0] for prefix in _LAUNCHERS)
_PYTHON_VALUES: Final = frozenset({"-W", "-X", "--check-hash-based-pycs"})
# What makes pytest list or explain instead of running tests.
_LISTINGS: Final = frozenset(
    {
        "--collect-only", "--co", "--collectonly", "--version", "-V", "--help", "-h", "--fixtures",
        "--funcargs", "--markers", "--fixtures-per-test", "--setup-plan", "--cache-show",
    }
)  # fmt: skip
_OWN: Final = "a script of one's own printed it"
_FAR: Final = "it ran in a container or on another machine"
_ELSEWHERE: Final = frozenset(
    {"docker", "docker-compose", "kubectl", "nerdctl", "podman", "singularity", "apptainer", "ssh"}
)
_RUNNER_NAMES: Final = frozenset(
    {
        "pytest", "py.test", "unittest", "jest", "vitest", "mocha", "go", "cargo", "mvn", "mvnw",
        "gradle", "gradlew", "ctest", "prove", "node", "npm", "yarn", "pnpm",
    }
)  # fmt: skip
_INDIRECT: Final = frozenset(
    {
        "ant", "bazel", "bun", "deno", "hatch", "invoke", "just", "lerna", "make", "ninja",
        "nox", "npm", "npx", "nx", "pnpm", "rake", "task", "tox", "turbo", "yarn",
    }
)  # fmt: skip


def is_python(program: str) -> bool:
    """Whether a program is a Python interpreter by its name: `python`, `python3.11`, `pypy3`."""
    bare = program.rstrip("0123456789.")
    return bare in {"python", "pypy"}


def test_command(command: Command) -> TestCommand | None:
    """How a command runs tests; None where it does not, as far as its words tell.

    One that may hand on to any runner (`make`, a script of one's own) is told with a doubt.
    """
    words = command.argv
    if command.is_opaque or not words:
        return None
    return _program(command.program, words, command)


test_command.__test__ = False  # type: ignore[attr-defined]


def launched(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words behind `uv run` and its like; the same words where there is none."""
    if not words or words[0].text not in _LAUNCHING:
        return words
    for prefix, values in _LAUNCHERS.items():
        texts = tuple(word.text for word in words[: len(prefix)])
        if texts == prefix and all(word.is_literal for word in words[: len(prefix)]):
            return _past_options(words, len(prefix), values)
    return words


def _past_options(words: tuple[Word, ...], at: int, values: frozenset[str]) -> tuple[Word, ...]:
    while at < len(words) and words[at].text.startswith("-") and words[at].text != "-m":
        at += 2 if words[at].text in values else 1
    return words[at:]


def _program(program: str, words: tuple[Word, ...], command: Command) -> TestCommand | None:
    behind = launched(words)
    if behind != words:
        if behind and behind[0].text == "-m":
            return _module(behind[1:])
        return test_command(command._replace(argv=behind))
    if program in {"pytest", "py.test"}:
        return _pytest(words[1:])
    if is_python(program):
        return _python(words)
    if program in _ELSEWHERE:
        return _far(words)
    return tool_command(program, words) or _any(program, words)


def _any(program: str, words: tuple[Word, ...]) -> TestCommand | None:
    """A program that may hand on to any runner; a known one was asked for no test run."""
    if launched_tool(words):
        return None
    is_perl = program == "perl" and any(word.text.endswith(".t") for word in words[1:])
    is_own = program in _INDIRECT or is_perl or _is_test_script(words[0])
    return _own(words) if is_own else None


def _far(words: tuple[Word, ...]) -> TestCommand | None:
    """A runner among the words that are handed on, whole or in one script."""
    texts = tuple(word.text for word in words[1:])
    names = {part.rpartition("/")[2] for text in texts for part in text.split()}
    return None if _RUNNER_NAMES.isdisjoint(names) else TestCommand(None, texts, _FAR)


def _python(words: tuple[Word, ...]) -> TestCommand | None:
    behind = python_target(words)
    if not behind or not behind[0].is_literal or behind[0].text in {"-c", "-"}:
        return None
    if behind[0].text == "-m":
        return _module(behind[1:])
    script = behind[0].text.rpartition("/")[2]
    if script == "runtests.py":
        return _unittest(behind[1:])
    if script == "manage.py":
        return _unittest(behind[2:]) if _says(behind[1:], "test") else None
    return _own(behind) if _is_test_script(behind[0]) else None


def python_target(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """What an interpreter is told to run: `-m` or `-c` and what follows, or a script."""
    at = 1
    while at < len(words) and words[at].text.startswith("-") and words[at].text != "-":
        text = words[at].text
        options = "" if text.startswith("--") else text[1:].partition("W")[0].partition("X")[0]
        mark = next((flag for flag in options if flag in "mc"), "")
        if mark:
            behind = text[text.index(mark) + 1 :]
            glued = (words[at]._replace(text=behind),) if behind else ()
            return (Word(f"-{mark}"), *glued, *words[at + 1 :])
        at += 2 if text in _PYTHON_VALUES else 1
    return words[at:]


def _module(words: tuple[Word, ...]) -> TestCommand | None:
    if not words or not words[0].is_literal:
        return None
    module = words[0].text
    if module in {"pytest", "py.test"}:
        return _pytest(words[1:])
    if module == "unittest":
        return _unittest(words[1:])
    if module == "django":
        return _unittest(words[2:]) if _says(words[1:], "test") else None
    if module == "coverage" and _says(words[1:], "run"):
        return test_command(Command(argv=(Word("coverage"), *words[1:]), words=()))
    return _own(words) if "test" in module else None


def _says(words: tuple[Word, ...], verb: str) -> bool:
    return bool(words) and words[0] == Word(verb)


def _pytest(words: tuple[Word, ...]) -> TestCommand | None:
    arguments = tuple(word.text for word in words)
    if not _LISTINGS.isdisjoint(arguments):
        return None
    return TestCommand(Runner.PYTEST, arguments)


def _unittest(words: tuple[Word, ...]) -> TestCommand | None:
    arguments = tuple(word.text for word in words)
    if not {"-h", "--help", "--version"}.isdisjoint(arguments):
        return None
    return TestCommand(Runner.UNITTEST, arguments)


def _own(words: tuple[Word, ...]) -> TestCommand:
    return TestCommand(None, tuple(word.text for word in words[1:]), _OWN)


def _is_test_script(word: Word) -> bool:
    name = word.text.rpartition("/")[2]
    is_file = "/" in word.text or name.endswith((".py", ".sh"))
    return word.is_literal and is_file and "test" in name
