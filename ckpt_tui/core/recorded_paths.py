"""Paths as a checklist names them: seen from the working folder, normalised."""

from functools import lru_cache
from posixpath import normpath


@lru_cache(maxsize=4096)
def plain_path(path: str, workdir: tuple[str, ...]) -> str:
    """A recorded path without `./`, `..`, doubled slashes and the working folder in front.

    `workdir` is longest first. A path outside of it stays absolute; the folder itself is ".".
    """
    if not path:
        return ""
    whole = normpath(path)
    whole = "/" + whole.lstrip("/") if whole.startswith("/") else whole
    whole = _from_above(whole, workdir)
    for folder in workdir:
        root = normpath(folder)
        if whole == root:
            return "."
        if whole.startswith(root.rstrip("/") + "/"):
            return whole[len(root.rstrip("/")) + 1 :]
    return whole


def _from_above(path: str, workdir: tuple[str, ...]) -> str:
    """A path that leaves a working folder and comes back into it by its name."""
    climbed = path.split("/").count("..")
    for folder in workdir:
        parts = normpath(folder).split("/")
        if 0 < climbed < len(parts) and f"{path}/".startswith(
            "/".join([*[".."] * climbed, *parts[-climbed:], ""])
        ):
            return normpath(f"{folder}/{path}")
    return path
