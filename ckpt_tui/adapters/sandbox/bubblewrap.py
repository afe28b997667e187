"""Commands under bubblewrap: without network, in folders of their own that vanish with them."""

import json
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from shutil import which
from socket import socketpair
from typing import Final

from msgspec import Struct

from ckpt_tui.adapters.sandbox import tree
from ckpt_tui.adapters.sandbox.copying import write_archive
from ckpt_tui.adapters.sandbox.layout import WRITABLE, arguments
from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.adapters.sandbox.syscalls import call_filter
from ckpt_tui.adapters.sandbox.watching import Ended, Watched, followed, refused
from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.core.command_runs import CommandAnswer, NotRun
from ckpt_tui.core.verdict import Status

_OTHERWISE: Final = "; `ckpt-tui score --unsandboxed` runs commands without one"
_NOBODY: Final = 65534
_START_SECONDS: Final = 10.0
_GRACE_MILLISECONDS: Final = 5_000
_READY: Final = b"r"


def run(order: CommandOrder, limits: Limits, is_unwanted: Callable[[], bool]) -> CommandAnswer:
    """The command's result, or why there is none; raises TraceError for files not known."""
    bubblewrap = which("bwrap")
    if bubblewrap is None:
        return _no_sandbox("bubblewrap (bwrap) is not installed")
    known = _options(bubblewrap)
    if not {"--size", "--info-fd", "--clearenv"} <= known:
        return _no_sandbox("this bubblewrap is too old; 0.6 or newer is needed")
    with tempfile.TemporaryFile() as archive, ExitStack() as ending:
        write_archive(order, archive, limits)
        archive.seek(0)
        words = [*arguments(bubblewrap, known, limits), *order.argv]
        try:
            sandbox = ending.enter_context(_started(words, archive.fileno()))
        except OSError as error:
            return _no_sandbox(f"bubblewrap cannot be started ({error.strerror})")
        ended = followed(sandbox.watched(limits), limits, is_unwanted)
    return _answer(ended, order.argv[0])


def _answer(ended: Ended, program: str) -> CommandAnswer:
    if ended.stop is not None or _READY in ended.marks:
        return ended.answer()
    if b"s" not in ended.marks:
        return _no_sandbox(f"bubblewrap does not work here ({ended.last_line})")
    if b"m" in ended.marks:
        reason = f"The sandbox has no program {program}; it has those of this machine's /usr."
        return NotRun(status=Status.UNAVAILABLE, reason=reason)
    return refused(f"The final files could not be laid out ({ended.last_line}).")


def _no_sandbox(reason: str) -> NotRun:
    return NotRun(status=Status.UNAVAILABLE, reason=f"There is no sandbox: {reason}{_OTHERWISE}.")


@lru_cache(maxsize=1)
def _options(bubblewrap: str) -> frozenset[str]:
    try:
        told = subprocess.run(  # noqa: S603 (the program that the user installed)
            [bubblewrap, "--help"], capture_output=True, check=False, timeout=_START_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset((told.stdout + told.stderr).decode("utf-8", "replace").split())


class _Sandbox(Struct, frozen=True, kw_only=True, eq=False):
    """A started sandbox.

    Attributes:
        first: its first process as this machine numbers it, and a handle on it; None where it
            did not get that far.
        marks: descriptor by which it tells of its progress and is told to go on.
        disks: descriptors of its folders, opened once they stand; they outlive it.
    """

    process: subprocess.Popen[bytes]
    output: int
    marks: int
    first: tuple[int, int] | None
    disks: list[int]

    def watched(self, limits: Limits) -> Watched:
        return Watched(
            process=self.process,
            output=self.output,
            marks=self.marks,
            look=lambda marks: self._excess(marks, limits),
            kill=self._kill,
        )

    def _excess(self, marks: bytes, limits: Limits) -> NotRun | None:
        """What the command uses too much of."""
        if self.first is None or _READY not in marks:
            return None
        if not self.disks:
            self.disks.extend(_opened_disks(self.first[0]))
            tree.give_way(self.first[0])
            with suppress(OSError):
                os.write(self.marks, b"\n")
        return tree.excess(self.first[0], limits) or _excess_of_disk(self.disks, limits)

    def _kill(self) -> None:
        """End its first process, with which the kernel ends every other; wait for that."""
        if self.first is None:
            self.process.kill()
            return
        handle = self.first[1]
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        waiting = select.poll()
        waiting.register(handle, select.POLLIN)
        waiting.poll(_GRACE_MILLISECONDS)


@contextmanager
def _started(words: list[str], archive: int) -> Generator[_Sandbox]:
    """Start a sandbox; it and all descriptors are gone at the end."""
    output, printing = os.pipe()
    told, telling = os.pipe()
    marks, marking = socketpair()
    disks: list[int] = []
    with ExitStack() as ending:
        ending.enter_context(marks)
        for descriptor in (output, told):
            ending.callback(os.close, descriptor)
        ending.callback(lambda: [os.close(disk) for disk in disks])
        try:
            with _filter_file() as refusing:
                options = (("--info-fd", telling), ("--seccomp", refusing))
                process = _process(words, options, (archive, marking.fileno(), printing))
        finally:
            marking.close()
            for descriptor in (printing, telling):
                os.close(descriptor)
        ending.callback(process.wait)
        ending.callback(process.kill)
        first = _first_process(told)
        if first is not None:
            ending.callback(os.close, first[1])
        yield _Sandbox(
            process=process, output=output, marks=marks.fileno(), first=first, disks=disks
        )


def _process(
    words: list[str], options: Iterable[tuple[str, int | None]], streams: tuple[int, int, int]
) -> subprocess.Popen[bytes]:
    """Start bubblewrap with the options that name a descriptor, and nothing of ours."""
    given = {name: descriptor for name, descriptor in options if descriptor is not None}
    named = [word for name, descriptor in given.items() for word in (name, str(descriptor))]
    # A sandbox made by root would still be root to the disk.
    is_root = os.geteuid() == 0
    return subprocess.Popen(  # noqa: S603 (bubblewrap; what it runs is the point)
        [words[0], *named, *words[1:]],
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        pass_fds=tuple(given.values()),
        cwd="/",
        env={},
        start_new_session=True,
        user=_NOBODY if is_root else None,
        group=_NOBODY if is_root else None,
        extra_groups=() if is_root else None,
        umask=0o022,
    )


@contextmanager
def _filter_file() -> Generator[int | None]:
    """A descriptor to read the filter of system calls from."""
    content = call_filter()
    if content is None:
        yield None
        return
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        yield file.fileno()


def _first_process(told: int) -> tuple[int, int] | None:
    """The number that bubblewrap tells, with a handle that no other process can get."""
    text = b""
    while b"}" not in text and select.select([told], [], [], _START_SECONDS)[0]:
        piece = os.read(told, 4096)
        if not piece:
            break
        text += piece
    with suppress(ValueError, KeyError, OSError):
        number = int(json.loads(text)["child-pid"])
        return number, os.pidfd_open(number)
    return None


def _opened_disks(first: int) -> list[int]:
    found: list[int] = []
    for folder in WRITABLE:
        with suppress(OSError):
            found.append(os.open(f"/proc/{first}/root{folder}", os.O_RDONLY | os.O_DIRECTORY))
    return found


def _excess_of_disk(disks: list[int], limits: Limits) -> NotRun | None:
    for disk in disks:
        found = os.fstatvfs(disk)
        if found.f_bfree == 0:
            size = found.f_blocks * found.f_frsize // MEBI
            return refused(f"It filled a folder of {size} MiB.")
        if found.f_files - found.f_ffree > limits.files:
            return refused(f"It made more than {limits.files:,} files.")
    return None
