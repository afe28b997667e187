"""The format of checklist files, as the port asks for it."""

from collections.abc import Mapping, Sequence

from ckpt_tui.adapters.checklist_toml.build import Builder
from ckpt_tui.adapters.checklist_toml.merge import merged
from ckpt_tui.adapters.checklist_toml.reading import Reader
from ckpt_tui.adapters.checklist_toml.splice import spliced
from ckpt_tui.adapters.checklist_toml.tables import check_table
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.edits import Edit
from ckpt_tui.core.field_path import dotted
from ckpt_tui.core.lint import sealing_problems
from ckpt_tui.core.trace import Json
from ckpt_tui.errors import ChecklistError

_ORIGIN = "checklist.toml"


class TomlFormat:
    """Implements `ports.ChecklistFormat` for the kinds it is given."""

    def __init__(self, kinds: Mapping[str, type[Check]] = KINDS) -> None:
        self._builder = Builder(kinds)
        self._reader = Reader(self._builder)
        self._kinds = kinds

    def parse(self, text: str, origin: str = _ORIGIN, /) -> Checklist:
        return self._reader.checklist(text, origin, is_draft=False)

    def drafted(self, text: str, origin: str = _ORIGIN, /) -> Checklist:
        return self._reader.checklist(text, origin)

    def spliced(self, text: str, edits: Sequence[Edit], /) -> str:
        return spliced(self._reader, text, edits, _ORIGIN)

    def merged(self, base: str, mine: str, theirs: str, /) -> str:
        return merged(self._reader, base, mine, theirs)

    def sealing_problems(self, checklist: Checklist, /) -> Sequence[str]:
        return sealing_problems(checklist)

    def check(self, table: Mapping[str, object], /) -> Check:
        check, problems = self._builder.check(table)
        if check is None:
            first = min(problems, key=lambda problem: problem.is_late)
            raise ChecklistError(first.reason, field=dotted(first.path) or None)
        return check

    def table(self, check: Check, /) -> dict[str, object]:
        return check_table(check)

    def schema(self) -> dict[str, Json]:
        """The JSON Schema (draft 2020-12) of the file."""
        # Pydantic's models, which the generator brings along, take long to load.
        from ckpt_tui.adapters.checklist_toml.schema import schema  # noqa: PLC0415

        return schema(self._builder, self._kinds)
