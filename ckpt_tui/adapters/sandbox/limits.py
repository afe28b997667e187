"""What a command may use; what goes over it is no verdict on the run."""

from msgspec import Struct

MEBI = 1 << 20


class Limits(Struct, frozen=True, kw_only=True):
    """Bounds of one command; bytes where nothing else is said.

    Attributes:
        memory: of all its processes together, resident.
        tasks: processes and threads together.
        kept: how much of its output is kept from the beginning.
        printed: how much it may print at all.
        disk: what the copy and what it writes may take together.
        files: how many, in each of its folders.
    """

    seconds: float = 60.0
    memory: int = 2048 * MEBI
    tasks: int = 512
    kept: int = MEBI
    printed: int = 64 * MEBI
    disk: int = 512 * MEBI
    files: int = 100_000
