"""What lies at a path, for those to whom a place that may not be looked into is no such thing."""

from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether there is anything; False for a name that no disk can hold as well."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether a folder is there."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether a file is there."""
    try:
        return path.is_file()
    except OSError:
        return False
