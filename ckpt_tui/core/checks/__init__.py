"""The kinds of check, and the table that names them all."""

from collections.abc import Iterator, Mapping
from typing import Final

from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.lazily import at

# In the order in which lists of kinds show them: events, ends, structure, people.
_PLACES: Final = {
    "tool_called": "tool_called.ToolCalled",
    "ran": "ran.Ran",
    "output": "output.Output",
    "tests": "tests_run.Tests",
    "file_changed": "file_changed.FileChanged",
    "text": "text.Text",
    "communicates": "communicates.Communicates",
    "file": "file.File",
    "command": "command.Command",
    "verifier_test": "verifier_test.VerifierTest",
    "outcome": "ending.OutcomeCheck",
    "at_most": "ending.AtMost",
    "all_of": "logic.AllOf",
    "any_of": "logic.AnyOf",
    "not": "logic.Not",
    "in_order": "order.InOrder",
    "before": "order.Before",
    "never": "order.Never",
    "only_after": "only_after.OnlyAfter",
    "judge": "asked.Judge",
    "human": "asked.Human",
    "claims": "claims.Claims",
}


class _Kinds(Mapping[str, type[Check]]):
    """Every kind by its word; what decides it is loaded when it is asked for."""

    def __getitem__(self, word: str) -> type[Check]:
        kind: type[Check] = at(f"checks.{_PLACES[word]}")
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)

    def __contains__(self, word: object) -> bool:
        return word in _PLACES


KINDS: Final[Mapping[str, type[Check]]] = _Kinds()

__all__ = ["KINDS"]
