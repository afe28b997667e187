"""System calls that a sandbox refuses: the ways out that no namespace closes.

Sockets of families that are not divided by network namespaces (to a hypervisor, say), the keys
that a session inherits, and calls that get around such a filter or see more than their process.
"""

import platform
from collections.abc import Mapping
from errno import ENOSYS, EPERM
from struct import pack
from typing import Final, NamedTuple

# linux/filter.h and linux/seccomp.h
_LOAD: Final = 0x20
_JUMP_IF_EQUAL: Final = 0x15
_JUMP_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
# Of another calling convention on the same machine.
_X32: Final = 0x40000000

# AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, all of them in a namespace of their own.
_FAMILIES: Final = (1, 2, 10, 16)


class _Machine(NamedTuple):
    """An architecture as the kernel names it, and its numbers of calls."""

    audit: int
    socket: int
    refused: tuple[int, ...]


# refused: add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd, io_uring_setup
_MACHINES: Final[Mapping[str, _Machine]] = {
    "x86_64": _Machine(0xC000003E, 41, (248, 249, 250, 298, 321, 323, 425)),
    "aarch64": _Machine(0xC00000B7, 198, (217, 218, 219, 241, 280, 282, 425)),
}


def call_filter() -> bytes | None:
    """The filter as the kernel takes it; None on a machine whose numbers are not known here."""
    machine = _MACHINES.get(platform.machine())
    return None if machine is None else b"".join(_program(machine))


def _program(machine: _Machine) -> list[bytes]:
    """A classic BPF program; jumps count the instructions that they leave out."""
    known = [_step(_JUMP_IF_EQUAL, family, len(_FAMILIES) - at) for at, family in
             enumerate(_FAMILIES)]  # fmt: skip
    sockets = [_step(_LOAD, _FIRST_ARGUMENT), *known, _refusal(EPERM), _step(_RETURN, _ALLOW)]
    refused = [
        _step(_JUMP_IF_EQUAL, number, len(machine.refused) - at)
        for at, number in enumerate(machine.refused)
    ]
    return [
        _step(_LOAD, _ARCHITECTURE),
        _step(_JUMP_IF_EQUAL, machine.audit, 1),
        _refusal(ENOSYS),
        _step(_LOAD, _NUMBER),
        _step(_JUMP_IF_AT_LEAST, _X32, 0, 1),
        _refusal(ENOSYS),
        _step(_JUMP_IF_EQUAL, machine.socket, 0, len(sockets)),
        *sockets,
        *refused,
        _step(_RETURN, _ALLOW),
        _refusal(EPERM),
    ]


def _refusal(error: int) -> bytes:
    return _step(_RETURN, _REFUSE | error)


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return pack("=HBBI", code, if_so, if_not, value)
