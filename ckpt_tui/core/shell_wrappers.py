"""Takes wrappers off a command: `sudo timeout 5 env A=1 pytest` runs pytest."""

from typing import Final

from ckpt_tui.core.shell_words import Word

# Each wrapper with its options that take the next word as their value.
_WRAPPERS: Final[dict[str, frozenset[str]]] = {
    "builtin": frozenset(),
    "command": frozenset(),
    "doas": frozenset({"-u", "-C"}),
    "env": frozenset({"-u", "--unset"}),
    "exec": frozenset({"-a"}),
    "ionice": frozenset({"-c", "-n", "-p"}),
    "nice": frozenset({"-n", "--adjustment"}),
    "nohup": frozenset(),
    "setsid": frozenset(),
    "stdbuf": frozenset({"-i", "-o", "-e", "--input", "--output", "--error"}),
    "sudo": frozenset({"-u", "--user", "-g", "--group", "-h", "-p", "-C", "-r", "-t", "-U"}),
    "time": frozenset({"-f", "-o", "--format", "--output"}),
    "timeout": frozenset({"-s", "--signal", "-k", "--kill-after"}),
    "unbuffer": frozenset(),
    "xargs": frozenset(
        {"-n", "-I", "-P", "-L", "-d", "-E", "-s", "-a", "--max-args", "--max-procs"}
    ),
    "xvfb-run": frozenset({"-s", "--server-args", "-n", "-e", "-f", "-w"}),
}
_LAYERS: Final = 8
# What only looks something up, or leaves the folder or the text as a whole to the wrapper.
_KEPT: Final = frozenset(
    {"-v", "-V", "--version", "--help", "-S", "--split-string", "-C", "--chdir"}
)


def peeled(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The program that a command really runs, and its arguments.

    What `xargs` adds from its input is one last word that is not literal.
    """
    for _ in range(_LAYERS):
        name = words[0].text.rpartition("/")[2] if words else ""
        inside = _inside(name, words) if name in _WRAPPERS else ()
        if not inside:
            break
        words = inside
    return words


def _inside(name: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    at = 1
    while at < len(words) and _belongs(name, words[at].text):
        if words[at].text.partition("=")[0] in _KEPT and name in {"command", "env", "time", "sudo"}:
            return ()
        at += 2 if words[at].text in _WRAPPERS[name] else 1
    at += name == "timeout"
    inside = words[at:]
    return (*inside, Word("", is_literal=False)) if name == "xargs" and inside else inside


def _belongs(name: str, text: str) -> bool:
    if text.startswith("-"):
        return True
    return name in {"env", "sudo"} and text.partition("=")[0].isidentifier() and "=" in text
