"""Whether the output of a line is its test runner's own, or may come from something else."""

from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.file_effects import has_flag, operands
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.runners import is_python, python_target
from ckpt_tui.core.shell_effects import READ_ONLY, effect
from ckpt_tui.core.shell_words import Command, Redirect, Word
from ckpt_tui.core.text import encode


class Report(IntEnum):
    """What a command that prints a file behind a runner may show.

    NONE: no report. SOME: files where such runners leave theirs. TOLD: the file that it was told
    to write, maybe as an earlier run left it. FRESH: that file, and it was written.
    """

    NONE = 0
    SOME = 1
    TOLD = 2
    FRESH = 3


class Display(Struct, frozen=True):
    """How a test command's output reached the recording.

    Attributes:
        doubt: why a summary in it may not be the runner's own; empty where it is.
        is_rewritten: a program behind it may have changed lines, not only dropped some.
        is_hidden: it went elsewhere.
        may_be_cut: lines may be missing at its end.
        may_lack_start: lines are missing at its beginning.
        is_sifted: lines may be missing anywhere.
        report: how sure it is that a report follows which the runner wrote into a file.
    """

    doubt: str = ""
    is_rewritten: bool = False
    is_hidden: bool = False
    may_be_cut: bool = False
    may_lack_start: bool = False
    is_sifted: bool = False
    report: Report = Report.NONE


# Commands that print nothing, or nothing whose lines could begin like a summary.
QUIET: Final = frozenset(
    {
        ":", "[", "[[", "cd", "chmod", "chown", "command", "cp", "deactivate", "exit", "false",
        "hash", "kill", "ln", "mkdir", "mv", "popd", "pushd", "pwd", "return", "rm", "rmdir",
        "shopt", "sleep", "test", "touch", "true", "ulimit", "umask", "unalias", "unset", "wait",
        "which", "whoami",
    }
)  # fmt: skip
# Programs of which only these verbs are quiet.
_QUIET_VERBS: Final = {
    "apt": frozenset({"install", "update"}),
    "apt-get": frozenset({"install", "update"}),
    "cargo": frozenset({"add", "build", "check", "clean", "clippy", "fetch", "fmt", "update"}),
    "conda": frozenset({"activate", "deactivate", "install"}),
    "git": frozenset(
        {"add", "apply", "checkout", "clean", "commit", "fetch", "init", "mv", "pull", "reset",
         "restore", "rm", "stash", "status", "switch"}
    ),
    "go": frozenset({"build", "clean", "fmt", "get", "install", "mod", "vet", "work"}),
    "pip": frozenset({"install", "uninstall"}),
    "pip3": frozenset({"install", "uninstall"}),
    "uv": frozenset({"add", "lock", "pip", "sync", "venv"}),
}  # fmt: skip
_QUIET_MODULES: Final = frozenset({"compileall", "ensurepip", "venv"})
_DEVICES: Final = ("/dev/", "/proc/")
_PIPES: Final = frozenset({"|", "|&"})
_INTO_FILES: Final = frozenset({">", ">>", ">|", "&>", "&>>"})
_OUTPUTS: Final = _INTO_FILES | {">&"}
_HARMLESS_EXPANSION: Final = r"\$\?|\$\{PIPESTATUS\[\d\]\}|\$\(date(?: [+][%A-Za-z:_-]*)?\)"
# Options of runners that name the JUnit report to write.
_REPORTS: Final = frozenset({"--junitxml", "--junit-xml", "--output-junit", "--outputFile"})
_REPORT_FOLDERS: Final = ("surefire-reports/", "failsafe-reports/", "test-results/")
# What a line of a summary could begin with, or contain behind a number.
_LIKE_SUMMARY: Final = (
    r"(?im)\d\s*(?:passed|failed|passing|pending|failing|skipped|errors?|xfailed|xpassed|warnings?"
    r"|tests?)\b|^[\s=]*(?:passed|failed|skipped|errors?|ok|not ok|no tests ran|ran)\b|::|\bran \d"
    r"|^\W*(?:tests|pass|fail|suites|cancelled|skipped|todo|duration_ms) \d|\btests run:"
    r"|\btest result:|(?-i:BUILD (?:SUCCESS|FAIL))|^> task|\bfiles=\d|^result: |\bsummary \["
    r"|^\s*(?:pass|fail)\s+\S|^\s*--- (?:pass|fail|skip)|^=== run  |^\d+\.\.|^\{\"|<test"
    r"|> .+ (?:passed|failed|skipped)$|\.\. ok"
)
# Filters that keep the beginning, unless more came than they let through.
_KEEPING: Final = frozenset({"cat", "head", "tail", "tee"})
_LINES: Final = frozenset({"-n", "--lines"})
_GREP_VALUES: Final = frozenset(
    {"-A", "-B", "-C", "-m", "-e", "--regexp", "--max-count", "--context", "--color"}
)


def display(found: tuple[Command, ...], at: int, others: frozenset[int], output: str) -> Display:
    """How the output of the test command at a place of its line is shown.

    `others` are the places of the line's other test commands.
    """
    seen = Display(is_hidden=_is_hidden(found, at))
    for place, command in enumerate(found):
        if place == at or place in others:
            continue
        if _is_behind(found, at, place):
            seen = _filtered(seen, command, command.argv[1:], output)
        elif place > at and _shows_file(found[at : place + 1]):
            seen = replace(seen, is_hidden=False)
            seen = _filtered(seen, command, command.argv[1:-1], output)
        elif place > at and (report := _report(found[at : place + 1])):
            is_hidden = seen.is_hidden and "<testsuite" not in output
            seen = _joined(replace(seen, is_hidden=is_hidden), Display(report=report))
        elif not (_feeds(found, place, at) or _is_quiet(command)):
            name = command.argv[0].text[:60] if command.argv else "a variable"
            seen = _joined(seen, Display(doubt=f"the output may hold that of `{name}` as well"))
    return seen


def _joined(first: Display, second: Display) -> Display:
    return Display(
        first.doubt or second.doubt,
        first.is_rewritten or second.is_rewritten,
        first.is_hidden or second.is_hidden,
        first.may_be_cut or second.may_be_cut,
        first.may_lack_start or second.may_lack_start,
        first.is_sifted or second.is_sifted,
        max(first.report, second.report),
    )


def _is_hidden(found: tuple[Command, ...], at: int) -> bool:
    runner = found[at]
    if runner.is_captured or any(map(takes_output, runner.redirects)):
        return True
    if any(command.operator == "&" for command in found[at + 1 : at + 2]):
        return True
    groups = (command for command in found[at + 1 :] if command.operator == ")")
    return any(not group.argv and any(map(takes_output, group.redirects)) for group in groups)


def takes_output(redirect: Redirect) -> bool:
    """Whether what a command prints goes into a file, as far as that is certain."""
    target = redirect.target
    is_shown = target.text != "/dev/null" and target.text.startswith(_DEVICES)
    is_output = redirect.op in _INTO_FILES and redirect.fd in {None, 1}
    return is_output and target.is_literal and not is_shown


def _shows_output(redirect: Redirect) -> bool:
    """Whether what a command prints goes past a pipe or a capture, to where it may be seen."""
    is_output = redirect.op in _OUTPUTS and redirect.fd in {None, 1}
    return is_output and not takes_output(redirect)


def _is_behind(found: tuple[Command, ...], at: int, place: int) -> bool:
    """Whether a command stands behind the runner in its pipe."""
    return place > at and all(each.operator in _PIPES for each in found[at + 1 : place + 1])


def _feeds(found: tuple[Command, ...], place: int, at: int) -> bool:
    """Whether a command only writes into the pipe that the runner reads, or into a variable."""
    command = found[place]
    goes_elsewhere = command.is_captured or (
        place < at and all(each.operator in _PIPES for each in found[place + 1 : at + 1])
    )
    if any(map(_shows_output, command.redirects)):
        return False
    # What an unknown program says on the error stream is shown all the same.
    return goes_elsewhere and (command.program in READ_ONLY or not command.argv)


def _filtered(seen: Display, command: Command, words: tuple[Word, ...], output: str) -> Display:
    """What is seen behind a filter with these arguments."""
    program = command.program
    drops = _DROPPING.get(program)
    reads_file = any(each.op in {"<", "<<", "<<-", "<<<"} for each in command.redirects)
    if drops is None or reads_file or not drops(words):
        doubt = f"`{program or command.text[:60]}` may have changed the runner's output"
        return _joined(seen, Display(doubt=doubt, is_rewritten=True))
    hides = any(map(takes_output, command.redirects)) or (
        program.endswith("grep") and has_flag(words, "qclL", "--quiet", "--count")
    )
    return _joined(seen, replace(_dropped(program, words, output), is_hidden=hides))


def _dropped(program: str, words: tuple[Word, ...], output: str) -> Display:
    """Which lines a filter may have left out."""
    is_sifted = program.endswith("grep")
    is_full = program in {"head", "tail"} and output.count("\n") + 1 >= _count(words)
    return Display(
        may_be_cut=is_sifted or (program == "head" and is_full),
        may_lack_start=program == "tail" and (is_full or any("+" in word.text for word in words)),
        is_sifted=is_sifted or (program == "head" and is_full),
    )


def may_lose_start(found: tuple[Command, ...], at: int, output: str) -> bool:
    """Whether a filter behind a command may have dropped the first lines that it printed."""
    behind = (found[place] for place in range(at + 1, len(found)) if _is_behind(found, at, place))
    return any(
        command.program not in _KEEPING
        or _dropped(command.program, command.argv[1:], output).may_lack_start
        for command in behind
    )


def _count(words: tuple[Word, ...]) -> int:
    """How many lines `head` or `tail` lets through."""
    for at, word in enumerate(words):
        text = word.text
        digits = text.lstrip("-").removeprefix("n").removeprefix("lines=")
        if text in _LINES and at + 1 < len(words):
            digits = words[at + 1].text
        if digits.isdecimal():
            return int(digits)
    return 10


def _drops_ends(words: tuple[Word, ...]) -> bool:
    return not operands(words, _LINES) and not has_flag(words, "cfFz", "--bytes", "--follow")


def _drops_by_pattern(words: tuple[Word, ...]) -> bool:
    if has_flag(words, "obznHrRT", "--only-matching", "--line-number", "--replace"):
        return False
    has_pattern = has_flag(words, "ef", "--regexp", "--file")
    return len(operands(words, _GREP_VALUES)) <= (0 if has_pattern else 1)


def _drops_nothing(words: tuple[Word, ...]) -> bool:
    return not words or words == (Word("-"),)


def _copies(_words: tuple[Word, ...]) -> bool:
    return True


_DROPPING: Final = {
    "cat": _drops_nothing,
    "egrep": _drops_by_pattern,
    "fgrep": _drops_by_pattern,
    "grep": _drops_by_pattern,
    "head": _drops_ends,
    "less": _drops_nothing,
    "more": _drops_nothing,
    "tail": _drops_ends,
    "tee": _copies,
}


def _shows_file(found: tuple[Command, ...]) -> bool:
    """Whether the last command prints what the first one wrote into a file, and nothing else."""
    runner, *between, command = found
    files = [each.target for each in runner.redirects if takes_output(each) and ">>" not in each.op]
    if not files or not files[-1].is_literal or not command.argv:
        return False
    is_shown = command.argv[-1] == files[-1] and _is_plain_reader(command)
    return is_shown and not any(_may_write(each, files[-1]) for each in between)


def _report(found: tuple[Command, ...]) -> Report:
    """Which report of the first command the last one prints."""
    runner, *between, command = found
    shown = command.argv[1:]
    if command.program != "cat" or not shown or command.is_captured:
        return Report.NONE
    told = [
        path or following.text
        for word, following in pairwise((*runner.argv, Word("")))
        for name, _, path in (word.text.partition("="),)
        if name in _REPORTS and word.is_literal
    ]
    if told and shown == (Word(told[-1]),):
        if any(_may_write(each, shown[0]) for each in between):
            return Report.NONE
        return Report.FRESH if not between and command.operator == "&&" else Report.TOLD
    is_left = all(any(mark in word.text for mark in _REPORT_FOLDERS) for word in shown)
    return Report.SOME if is_left else Report.NONE


def _may_write(command: Command, file: Word) -> bool:
    done = effect(command)
    name = file.text.rpartition("/")[2]
    return done.is_opaque or any(
        not write.path.is_literal or write.is_tree or write.path.text.rpartition("/")[2] == name
        for write in done.writes
    )


def _is_plain_reader(command: Command) -> bool:
    drops = _DROPPING.get(command.program)
    return drops is not None and command.program != "tee" and drops(command.argv[1:-1])


def _is_quiet(command: Command) -> bool:
    """Whether nothing that a command prints could be taken for a summary."""
    if command.is_opaque:
        return False
    program, words = command.program, command.argv
    if not words:
        return True
    if program in _SPEAKING and any(map(takes_output, command.redirects)):
        return True
    if any(device in word.text for device in _DEVICES for word in words):
        return False
    if program in _QUIET_VERBS:
        return len(words) > 1 and words[1].text in _QUIET_VERBS[program]
    rule = _RULES.get("python" if is_python(program) else program)
    return program in QUIET if rule is None else rule(words)


def _is_quiet_source(words: tuple[Word, ...]) -> bool:
    return len(words) > 1 and words[1].text.endswith(("bin/activate", "/conda.sh", ".bashrc"))


def _is_quiet_python(words: tuple[Word, ...]) -> bool:
    texts = [word.text for word in python_target(words)]
    if len(texts) < 2 or texts[0] != "-m":  # noqa: PLR2004
        return False
    return texts[1] in _QUIET_MODULES or texts[1:3] == ["pip", "install"]


def _is_quiet_sed(words: tuple[Word, ...]) -> bool:
    return has_flag(words[1:], "i", "--in-place") and not has_flag(words[1:], "n")


def _is_quiet_setting(words: tuple[Word, ...]) -> bool:
    """A command that prints what is set when it is not told to set something."""
    return len(words) > 1 and not has_flag(words[1:], "pfF")


def _is_quiet_date(words: tuple[Word, ...]) -> bool:
    return not any(word.text.startswith("+") for word in words[1:])


def _is_plain_echo(words: tuple[Word, ...]) -> bool:
    """Whether it prints whole lines of which none looks like a summary."""
    option = words[1].text if len(words) > 1 else ""
    if len(option) > 1 and option[0] == "-" and not option[1:].strip("neE"):
        return option == "-e" and _says_nothing(words[2:])
    return _says_nothing(words[1:])


def _is_plain_printf(words: tuple[Word, ...]) -> bool:
    if len(words) < 2 or not words[1].text.endswith("\\n"):  # noqa: PLR2004
        return False
    return "%" not in words[1].text and _says_nothing(words[1:])


def _says_nothing(words: tuple[Word, ...]) -> bool:
    text = " ".join(word.text for word in words)
    if any(not word.is_literal for word in words):
        text = _without_harmless(text)
        if not {"$", "`", "*", "?", "[", "{", "~"}.isdisjoint(text):
            return False
    text = text.replace("\\n", "\n").strip("\"'")
    return "\\" not in text and compiled(_LIKE_SUMMARY).search(encode(text)) is None


def _without_harmless(text: str) -> str:
    raw = encode(text)
    pattern = compiled(_HARMLESS_EXPANSION)
    while (found := pattern.search(raw)) is not None:
        raw = raw[: found[0]] + raw[found[1] :]
    return raw.decode("utf-8", "replace")


_SPEAKING: Final = frozenset({"cat", "echo", "printf"})
_RULES: Final[dict[str, Callable[[tuple[Word, ...]], bool]]] = {
    ".": _is_quiet_source,
    "date": _is_quiet_date,
    "declare": _is_quiet_setting,
    "echo": _is_plain_echo,
    "export": _is_quiet_setting,
    "local": _is_quiet_setting,
    "printf": _is_plain_printf,
    "python": _is_quiet_python,
    "readonly": _is_quiet_setting,
    "sed": _is_quiet_sed,
    "set": _is_quiet_setting,
    "source": _is_quiet_source,
}
