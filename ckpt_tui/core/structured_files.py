"""Values inside JSON and TOML files."""

import json
import tomllib

from ckpt_tui.core.file_places import FilePartError
from ckpt_tui.core.matching import path_values
from ckpt_tui.core.trace import Json


def values_at(path: str, raw: bytes, query: str) -> tuple[Json, ...]:
    """The values at a dotted path such as `tool.pytest.addopts[0]`; empty where there is none.

    A list at the top is queried as `[0].name`. Raises FilePartError for a file that is neither
    JSON nor TOML, or does not parse.
    """
    root = _parsed(path, raw)
    return path_values(root if isinstance(root, dict) else {"": root}, query)


def _parsed(path: str, raw: bytes) -> Json:
    kind = path.lower().rpartition(".")[2]
    if kind not in {"json", "toml"}:
        raise FilePartError("`query` reads JSON and TOML files")
    try:
        loaded: Json = json.loads(raw) if kind == "json" else tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FilePartError(f"it does not parse: {error}", is_broken=True) from None
    return loaded
