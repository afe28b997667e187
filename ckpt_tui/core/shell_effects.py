"""What a simple command of a shell line does to files, as far as its words tell."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from ckpt_tui.core.file_effects import (
    NOTHING,
    OPAQUE,
    Effect,
    Write,
    has_flag,
    moved,
    operands,
)
from ckpt_tui.core.git_effects import applied_patch, git_effect, moves
from ckpt_tui.core.runners import is_python, test_command
from ckpt_tui.core.shell_words import Command, Word
from ckpt_tui.core.trace import Change

# Programs that change no file of the working folder, whatever their arguments.
READ_ONLY: Final = frozenset(
    {
        ":", "[", "[[", "arch", "base64", "basename", "bg", "break", "cat", "cd", "chgrp",
        "chmod", "chown", "cksum", "clear", "cmp", "column", "comm", "command", "continue", "cut",
        "date", "declare", "df", "diff", "dirname", "dirs", "du", "echo", "egrep", "env", "exit",
        "export", "expr", "false", "fg", "fgrep", "file", "flake8", "fold", "free", "getconf",
        "grep", "groups", "hash", "head", "help", "hexdump", "hostname", "id", "jobs",
        "join", "jq", "kill", "let", "local", "locate", "ls", "lscpu", "lsof", "man",
        "md5sum", "mkdir", "more", "mypy", "netstat", "nl", "nproc", "od", "paste", "pgrep",
        "pkill", "popd", "printenv", "printf", "ps", "pushd", "pwd", "pycodestyle", "pyflakes",
        "pylint", "pyright", "read", "readlink", "readonly", "realpath", "return", "rev", "rmdir",
        "seq", "set", "sha1sum", "sha256sum", "sha512sum", "shift", "shopt", "sleep", "ss", "stat",
        "strings", "stty", "sum", "tac", "tail", "test", "time", "top", "tr",
        "true", "tty", "type", "typeset", "ulimit", "umask", "uname", "unset", "uptime", "users",
        "wait", "wc", "whatis", "which", "whereis", "who", "whoami", "yes", "zcat",
    }
)  # fmt: skip
_DEVICES: Final = ("/dev/", "/proc/")
_OUTPUTS: Final = frozenset({">", ">>", ">|", "&>", "&>>", "<>", ">&"})
_REPORTS: Final = frozenset(
    {
        "--junitxml", "--junit-xml", "--report-log", "--html", "--json-report-file", "--outputFile",
        "--output-junit", "-coverprofile", "--coverprofile", "-cpuprofile", "-memprofile",
    }
)  # fmt: skip
_SOURCED: Final = ("/activate", "/conda.sh", "/.bashrc", "/.profile", "/env")


def effect(command: Command) -> Effect:
    """What a command does to files: through its redirections, and by itself."""
    redirected = (*_redirected(command), *_timed(command))
    own = _own_effect(command)
    return Effect((*own.writes, *redirected), own.is_opaque) if redirected else own


def _own_effect(command: Command) -> Effect:
    if command.is_opaque:
        return OPAQUE
    if not command.argv:
        return NOTHING
    tests = test_command(command)
    if tests is not None:
        # A known test runner counts as reading; a script that looks like one does not.
        is_opaque = bool(tests.doubt) or tests.may_write
        return OPAQUE if is_opaque else Effect(tuple(_reports(tests.arguments)))
    program = command.program
    table = _EFFECTS.get(program)
    if table is not None:
        return table(command.argv, _stdin(command))
    if program in READ_ONLY or (is_python(program) and _only_asks(command.argv)):
        return NOTHING
    return OPAQUE


def _reports(arguments: tuple[str, ...]) -> Iterator[Write]:
    """The report that a test runner is told to write; its caches do not count."""
    for word, following in pairwise((*arguments, "")):
        name, _, path = word.partition("=")
        if name in _REPORTS and (path or following):
            yield Write(Word(path or following))


def _only_asks(words: tuple[Word, ...]) -> bool:
    return len(words) == 2 and words[1].text in {"--version", "-V", "--help", "-h"}  # noqa: PLR2004


def _stdin(command: Command) -> str | None:
    """The here-document that a command reads, when it is taken as it stands."""
    bodies = [each for each in command.redirects if each.body is not None]
    return bodies[-1].body if bodies and bodies[-1].target.is_literal else None


def _redirected(command: Command) -> Iterator[Write]:
    for redirect in command.redirects:
        target = redirect.target
        if redirect.op not in _OUTPUTS or target.text.startswith(_DEVICES):
            continue
        if redirect.op == ">&" and (target.text.isdecimal() or target.text == "-"):
            continue
        appends = redirect.op in {">>", "&>>"}
        yield Write(
            target,
            removed=() if appends else None,
            added=_written(command) if redirect.fd in {None, 1} else None,
        )


def _timed(command: Command) -> Iterator[Write]:
    """The figures that `time` is told to write."""
    wrapping = command.words[: len(command.words) - len(command.argv)]
    if wrapping and wrapping[0].text.rpartition("/")[2] == "time":
        for word, following in pairwise(wrapping):
            if word.text in {"-o", "--output"}:
                yield Write(following)


def _written(command: Command) -> tuple[str, ...] | None:
    """The lines that a command prints, where its words spell them out."""
    words = command.argv
    if command.program == "cat" and len(words) == 1:
        body = _stdin(command)
        return None if body is None else tuple(body.splitlines())
    if command.program == "echo" and all(word.is_literal for word in words):
        text = " ".join(word.text for word in words[1:])
        return tuple(text.split("\n")) if "\\" not in text and not text.startswith("-") else None
    return None


def _rm(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    is_tree = has_flag(words[1:], "rR", "--recursive")
    paths = operands(words[1:])
    return Effect(tuple(Write(path, Change.DELETE, is_tree=is_tree) for path in paths))


def _mv(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:])
    if has_flag(words[1:], "tS", "--target-directory", "--suffix"):
        return OPAQUE
    return moves(paths) if len(paths) > 1 else NOTHING


def _cp(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:])
    if has_flag(words[1:], "tS", "--target-directory", "--suffix", "--parents"):
        return OPAQUE
    if len(paths) < 2:  # noqa: PLR2004
        return NOTHING
    is_tree = has_flag(words[1:], "rRa", "--recursive", "--archive")
    writes = (Write(path, is_tree=is_tree) for path in moved(paths[:-1], paths[-1]))
    return Effect((*writes, *_into_folder(paths)))


def _into_folder(paths: tuple[Word, ...]) -> Iterator[Write]:
    """Where a single file ends up if its target, named like a folder, is one."""
    source, target = paths[-2], paths[-1]
    name = target.text.rpartition("/")[2]
    if len(paths) == 2 and name.strip(".") and "." not in name:  # noqa: PLR2004
        inside = moved((source, source), target)[0]
        yield Write(inside, doubt=f"`{target.text}` may be a folder or a file")


def _ln(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:])
    if len(paths) < 2:  # noqa: PLR2004
        return OPAQUE
    writes = (Write(path) for path in moved(paths[:-1], paths[-1]))
    return Effect((*writes, *_into_folder(paths)))


def _touch(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:], frozenset({"-d", "-r", "-t", "--date", "--reference"}))
    doubt = "`touch` makes a file only where there is none"
    return Effect(tuple(Write(path, Change.CREATE, (), (), doubt=doubt) for path in paths))


def _truncate(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:], frozenset({"-s", "-r", "--size", "--reference"}))
    return Effect(tuple(Write(path) for path in paths))


def _tee(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    appends = has_flag(words[1:], "a", "--append")
    paths = [path for path in operands(words[1:]) if not path.text.startswith(_DEVICES)]
    return Effect(tuple(Write(path, removed=() if appends else None) for path in paths))


def _sed(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    texts = [word.text for word in words[1:]]
    if not any(_is_in_place(text) for text in texts):
        return OPAQUE if any(_writes_in_script(text) for text in texts) else NOTHING
    paths = operands(words[1:], frozenset({"-e", "-f", "--expression", "--file"}))
    has_script = any(text.startswith(("-e", "-f", "--expression", "--file")) for text in texts)
    return Effect(tuple(Write(path, Change.EDIT) for path in paths[0 if has_script else 1 :]))


def _is_in_place(text: str) -> bool:
    if text.startswith("--"):
        return text.startswith("--in-place")
    return text.startswith("-") and "i" in text[1:4] and text[1:2] in "inErsz"


def _writes_in_script(text: str) -> bool:
    """Whether a sed or awk script may write a file or run a program."""
    return any(mark in text for mark in ("w /", "w ./", "/w ", ";w ", "{w ", "/e;")) or (
        text.startswith("w ") or text.endswith("/e")
    )


def _awk(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    risky = any(
        mark in word.text for word in words[1:] for mark in (">", "system(", "|", "inplace")
    )
    runs_file = has_flag(words[1:], "f", "--file", "-i")
    return OPAQUE if risky or runs_file else NOTHING


def _find(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    texts = [word.text for word in words]
    if any(text.startswith(("-delete", "-fprint", "-fls")) for text in texts):
        return OPAQUE
    for at, text in enumerate(texts):
        if text not in {"-exec", "-execdir", "-ok", "-okdir"}:
            continue
        inner = Command(argv=words[at + 1 :], words=())
        if inner.program not in READ_ONLY:
            return OPAQUE
    return NOTHING


def _env(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    """Only shows variables, unless it runs something in a way that is not read."""
    return OPAQUE if has_flag(words[1:], "SC", "--split-string", "--chdir") else NOTHING


def _curl(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    return OPAQUE if has_flag(words[1:], "oOJTc", "--output", "--remote-name") else NOTHING


def _to_file(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    return OPAQUE if has_flag(words[1:], "o", "--output") else NOTHING


def _less(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    return OPAQUE if has_flag(words[1:], "oO", "--log-file", "--LOG-FILE") else NOTHING


def _uniq(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    return OPAQUE if len(operands(words[1:])) > 1 else NOTHING


def _xxd(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    paths = operands(words[1:], frozenset({"-c", "-g", "-l", "-o", "-s"}))
    return OPAQUE if len(paths) > 1 else NOTHING


def _rg(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    return OPAQUE if has_flag(words[1:], "", "--pre") else NOTHING


def _source(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    path = words[1] if len(words) > 1 else Word("")
    return NOTHING if ("/" + path.text).endswith(_SOURCED) else OPAQUE


def _conda(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    quiet = {"activate", "deactivate", "list", "info"}
    return NOTHING if len(words) > 1 and words[1].text in quiet else OPAQUE


def _pip(words: tuple[Word, ...], _stdin: str | None) -> Effect:
    quiet = {"list", "show", "freeze", "check", "--version", "-V", "index", "config"}
    return NOTHING if len(words) > 1 and words[1].text in quiet else OPAQUE


def _patch(words: tuple[Word, ...], stdin: str | None) -> Effect:
    return NOTHING if has_flag(words[1:], "", "--dry-run") else applied_patch(stdin)


_EFFECTS: Final[dict[str, Callable[[tuple[Word, ...], str | None], Effect]]] = {
    ".": _source,
    "ag": _rg,
    "awk": _awk,
    "conda": _conda,
    "cp": _cp,
    "curl": _curl,
    "env": _env,
    "find": _find,
    "gawk": _awk,
    "git": git_effect,
    "less": _less,
    "ln": _ln,
    "mawk": _awk,
    "mv": _mv,
    "patch": _patch,
    "pip": _pip,
    "pip3": _pip,
    "rg": _rg,
    "rm": _rm,
    "sed": _sed,
    "sort": _to_file,
    "source": _source,
    "tee": _tee,
    "touch": _touch,
    "tree": _to_file,
    "truncate": _truncate,
    "uniq": _uniq,
    "unlink": _rm,
    "xxd": _xxd,
}
