"""What a command finds in the sandbox: this machine's programs, its copy, and nothing else."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.core.command_files import TASK, WORK

_SYSTEM: Final = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SETTINGS: Final = ("/etc/alternatives", "/etc/ld.so.cache")
_VARIABLES: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/tmp",  # noqa: S108 (a new one in every sandbox)
    "TMPDIR": "/tmp",  # noqa: S108 (the same)
    "LANG": "C.UTF-8",
    "TERM": "dumb",
}
# From this one on the kernel counts processes by sandbox, not by user.
_COUNTS_BY_SANDBOX: Final = (5, 14)

# Marks: `s` the sandbox stands, `m` it lacks the program, `r` the files are laid out; then it waits
# for a line, so that who watches is there before the command is.
_SCRIPT: Final = """
{{ echo 1000 >/proc/self/oom_score_adj; ulimit -c 0; ulimit -n 1024; {count}; }} 2>/dev/null
printf s
problem=$(tar -xf - -C / 2>&1) || {{ echo "${{problem%%
*}}" >&2; exit 1; }}
case $1 in
/work/* | /task/*) ;;
/*) [ -e "$1" ] || {{ printf m; exit 1; }} ;;
*/*) ;;
*)
    place=
    IFS=:
    for folder in $PATH; do [ -x "$folder/$1" ] && place=$folder; done
    unset IFS
    [ "$place" ] || {{ printf m; exit 1; }}
    ;;
esac
printf r
read -r line <&1
exec "$@" </dev/null >&2
"""


def arguments(bubblewrap: str, known: frozenset[str], limits: Limits) -> Iterator[str]:
    """The words that start a sandbox, up to the command's own.

    `known` are the options that this bubblewrap has. The command's archive comes in by stdin,
    marks go out and the line comes in by stdout, and what the command prints by stderr.
    """
    yield from (bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv")
    if "--disable-userns" in known:
        yield from ("--unshare-user", "--disable-userns")
    yield from ("--cap-drop", "ALL", "--hostname", "sandbox", "--ro-bind", "/usr", "/usr")
    for name in _SYSTEM:
        yield from _system(Path("/", name))
    for path in _SETTINGS:
        yield from ("--ro-bind-try", path, path)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for folder, size in _folders(limits).items():
        yield from ("--size", str(size), "--tmpfs", folder)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")
    for name, value in _VARIABLES.items():
        yield from ("--setenv", name, value)
    yield from ("--chdir", WORK, "/bin/sh", "-c", _SCRIPT.format(count=_count(limits)), "sh")


def _system(path: Path) -> Iterator[str]:
    if path.is_symlink():
        yield from ("--symlink", str(path.readlink()), str(path))
    elif path.is_dir():
        yield from ("--ro-bind", str(path), str(path))


def _folders(limits: Limits) -> dict[str, int]:
    """The writable folders, each of a size."""
    return {
        WORK: limits.disk,
        TASK: 64 * MEBI,
        "/tmp": 128 * MEBI,  # noqa: S108 (a new one in every sandbox)
        "/dev/shm": 64 * MEBI,  # noqa: S108 (the same)
    }


WRITABLE: Final = tuple(_folders(Limits()))
"""The folders in which a command can write."""


def _count(limits: Limits) -> str:
    release = os.uname().release.split(".")
    if tuple(int(part) for part in release[:2] if part.isdecimal()) < _COUNTS_BY_SANDBOX:
        return ":"
    # Shells disagree on the letter. Many more, so that it is we who stop a command that has too
    # many, and not the command that takes the refusal for something else.
    most = 8 * limits.tasks
    return f"ulimit -u {most} || ulimit -p {most}"
