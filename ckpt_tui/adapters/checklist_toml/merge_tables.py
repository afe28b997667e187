"""Three plain tables made one, or the name of what two of them changed differently."""

from collections.abc import Mapping

from ckpt_tui.adapters.checklist_toml.goals import same
from ckpt_tui.adapters.checklist_toml.plain import Table, is_table

_GONE = object()


class Clash(Exception):  # noqa: N818 (becomes a ConflictError)
    """Both sides changed the same thing differently."""

    def __init__(self, reason: str, *, checkpoint: str | None = None, field: str = "") -> None:
        self.reason = reason
        self.field = field
        about = "" if checkpoint is None else f'checkpoint "{checkpoint}"'
        subject = ", ".join(part for part in (about, field) if part)
        super().__init__(f"{subject}: {reason}" if subject else reason)


def merged_table(
    base: Mapping[str, object],
    mine: Mapping[str, object],
    theirs: Mapping[str, object],
    *,
    is_flat: bool = False,
) -> Table:
    """Their table with my changes; tables inside are merged too, unless `is_flat`.

    Raises Clash naming the key that both changed.
    """
    found: Table = {}
    for key in dict.fromkeys([*theirs, *mine]):
        old, ours, other = (table.get(key, _GONE) for table in (base, mine, theirs))
        if same(ours, old):
            value = other
        elif same(other, old) or same(ours, other):
            value = ours
        elif not is_flat and is_table(ours) and is_table(other):
            value = _below(key, old, ours, other)
        else:
            raise Clash("both sides changed it", field=key)
        if value is not _GONE:
            found[key] = value
    return found


def _below(key: str, old: object, ours: Table, other: Table) -> Table:
    try:
        return merged_table(old if is_table(old) else {}, ours, other)
    except Clash as clash:
        raise Clash(clash.reason, field=f"{key}.{clash.field}") from None
