"""Parts of the core that are loaded when they are first needed: most lists need few of them."""

from functools import cache
from importlib import import_module
from typing import Any


@cache
def at(place: str) -> Any:  # noqa: ANN401 (whatever stands there)
    """What stands at `module.name` below `ckpt_tui.core`."""
    module, _, name = place.rpartition(".")
    return getattr(import_module(f"ckpt_tui.core.{module}"), name)
