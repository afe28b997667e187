"""The checklist file: TOML text to model and back, spliced in place, merged, described."""

import os

# Read when pydantic is imported, which would else search every installed package for plug-ins.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from ckpt_tui.adapters.checklist_toml.codec import TomlFormat

__all__ = ["TomlFormat"]
