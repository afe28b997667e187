"""The checklist file: TOML text to model and back, spliced in place, merged, described."""

from ckpt_tui.adapters.checklist_toml.codec import TomlFormat

__all__ = ["TomlFormat"]
