"""The format of checklist files, as the port asks for it.

Most commands read lists only: what writes, merges, seals and describes them is loaded when needed.
"""

from collections.abc import Mapping, Sequence

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.reading import Reader
from ckpt_tui.adapters.checklist_toml.sources import includes_of
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.edits import Edit
from ckpt_tui.core.field_path import dotted
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import SharedFiles

_ORIGIN = "checklist.toml"


class TomlFormat:
    """Implements `ports.ChecklistFormat` for the kinds it is given."""

    def __init__(self, kinds: Mapping[str, type[Check]] = KINDS) -> None:
        self._builder = Builder(kinds)
        self._reader = Reader(self._builder)
        self._kinds = kinds

    def includes(self, text: str, /) -> Sequence[str]:
        return includes_of(self._reader.own_top(text))

    def parse(
        self, text: str, origin: str = _ORIGIN, /, shared: SharedFiles | None = None
    ) -> Checklist:
        return self._reader.checklist(text, origin, shared, is_draft=False)

    def drafted(
        self, text: str, origin: str = _ORIGIN, /, shared: SharedFiles | None = None
    ) -> Checklist:
        return self._reader.checklist(text, origin, shared)

    def spliced(
        self, text: str, edits: Sequence[Edit], /, shared: SharedFiles | None = None
    ) -> str:
        from ckpt_tui.adapters.checklist_toml.splice import spliced

        return spliced(self._reader, text, edits, _ORIGIN, shared)

    def merged(
        self, base: str, mine: str, theirs: str, /, shared: SharedFiles | None = None
    ) -> str:
        from ckpt_tui.adapters.checklist_toml.merge import merged

        return merged(self._reader, base, mine, theirs, shared)

    def sealable(self, text: str, shared: SharedFiles, /) -> str:
        from ckpt_tui.adapters.checklist_toml.sealing import sealable

        return sealable(text, [(path, shared[path].text) for path in self.includes(text)])

    def unsealed(self, text: str, /) -> str:
        from ckpt_tui.adapters.checklist_toml.sealing import unsealed

        return unsealed(text)

    def sealing_problems(self, checklist: Checklist, /) -> Sequence[str]:
        from ckpt_tui.core.lint import sealing_problems

        return sealing_problems(checklist)

    def check(self, table: Mapping[str, object], /) -> Check:
        check, problems = self._builder.check(table)
        if check is None:
            first = min(problems, key=lambda problem: problem.is_late)
            raise ChecklistError(first.reason, field=dotted(first.path) or None)
        return check

    def table(self, check: Check, /) -> dict[str, object]:
        from ckpt_tui.adapters.checklist_toml.tables import check_table

        return check_table(check)

    def schema(self) -> dict[str, Json]:
        """The JSON Schema (draft 2020-12) of the file."""
        from ckpt_tui.adapters.checklist_toml.schema import schema

        return schema(self._builder, self._kinds)
