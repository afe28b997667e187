"""Two texts that grew from the same one are made one again, or nothing is changed."""

from random import Random

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.checklist_toml.splice import comments
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
    RetireIds,
)
from ckpt_tui.errors import ChecklistError, ConflictError
from tests.adapters import codec_kit as kit

FORMAT = TomlFormat()
BASE = kit.read("20_long.toml")
PLAIN = kit.read("01_plain.toml")


def changed(text: str, name: str, **changes: object) -> str:
    point = replace(FORMAT.parse(text, "x").checkpoint(name), **changes)
    return FORMAT.spliced(text, [ReplaceCheckpoint(id=name, checkpoint=point)])


def test_disjoint_changes_meet_in_the_text_of_the_other_side() -> None:
    mine = changed(changed(BASE, "c2", title="Mine"), "c3", stage="fix")
    theirs = BASE.replace("# comment above 3\n", "# comment above 3\n# theirs\n").replace(
        'title = "Checkpoint 9"', 'title   =  "Theirs" # new'
    )
    assert FORMAT.merged(BASE, mine, theirs) == theirs.replace('"Checkpoint 2"', '"Mine"').replace(
        'stage = "build" # stage of 3', 'stage = "fix" # stage of 3'
    )


def test_both_may_change_different_fields_of_one_checkpoint() -> None:
    mine = changed(BASE, "c2", title="Mine")
    theirs = BASE.replace("points = 2\n", "points = 20 # theirs\n")
    merged = FORMAT.merged(BASE, mine, theirs)
    assert merged == theirs.replace('"Checkpoint 2"', '"Mine"')


def test_the_same_field_changed_differently_is_a_conflict_that_names_it() -> None:
    mine = changed(BASE, "c2", title="Mine")
    with pytest.raises(ConflictError, match='checkpoint "c2", title: both sides changed it'):
        FORMAT.merged(BASE, mine, changed(BASE, "c2", title="Theirs"))
    with pytest.raises(ConflictError, match='checkpoint "c2", check: both sides changed it'):
        FORMAT.merged(
            BASE,
            BASE.replace('has = "out 2"', 'has = "mine"'),
            BASE.replace('has = "out 2"', 'has = "theirs"'),
        )
    both = changed(BASE, "c2", title="Same")
    assert FORMAT.merged(BASE, both, both) == both


def test_ids_that_either_side_retired_are_retired() -> None:
    def without(text: str, name: str) -> str:
        return FORMAT.spliced(text, [DeleteCheckpoint(id=name), RetireIds(ids=(name,))])

    merged = FORMAT.merged(BASE, without(BASE, "c2"), without(BASE, "c5"))
    assert FORMAT.parse(merged, "x").retired == ("c5", "c2")
    assert merged.count("retired =") == 1
    old = without(BASE, "c9")
    back = old.replace('retired = ["c9"]\n', "")
    assert FORMAT.merged(old, back, without(old, "c5")) == without(back, "c5")
    assert FORMAT.merged(old, without(old, "c5"), back) == without(back, "c5")


def test_edited_here_and_deleted_there_is_a_conflict_either_way_round() -> None:
    edited = changed(BASE, "c2", title="Mine")
    deleted = FORMAT.spliced(BASE, [DeleteCheckpoint(id="c2")])
    for mine, theirs in ((edited, deleted), (deleted, edited)):
        with pytest.raises(ConflictError, match='checkpoint "c2": one side changed it, the other'):
            FORMAT.merged(BASE, mine, theirs)
    other = FORMAT.spliced(BASE, [DeleteCheckpoint(id="c3")])
    merged = FORMAT.parse(FORMAT.merged(BASE, deleted, other), "x")
    assert {"c2", "c3"}.isdisjoint(point.id for point in merged.checkpoints)
    assert len(merged.checkpoints) == 10


def test_one_side_may_reorder_while_the_other_edits_inserts_and_deletes() -> None:
    mine = FORMAT.spliced(
        BASE, [MoveCheckpoint(id="c9", after=None), MoveCheckpoint(id="c1", after="c12")]
    )
    new = replace(FORMAT.parse(BASE, "x").checkpoint("c4"), id="new", title="New")
    theirs = FORMAT.spliced(
        changed(BASE, "c9", title="Theirs"),
        [InsertCheckpoint(checkpoint=new, after="c4"), DeleteCheckpoint(id="c7")],
    )
    expected = ["c9", "c2", "c3", "c4", "new", "c5", "c6", "c8", "c10", "c11", "c12", "c1"]
    for ours, other in ((mine, theirs), (theirs, mine)):
        merged = FORMAT.merged(BASE, ours, other)
        checklist = FORMAT.parse(merged, "x")
        assert [point.id for point in checklist.checkpoints] == expected
        assert checklist.checkpoint("c9").title == "Theirs"
        assert merged.index("# comment above 9") < merged.index('"c9"') < merged.index("above 2")


def test_two_different_orders_are_a_conflict_and_the_same_order_twice_is_not() -> None:
    mine = FORMAT.spliced(BASE, [MoveCheckpoint(id="c9", after=None)])
    theirs = FORMAT.spliced(BASE, [MoveCheckpoint(id="c8", after=None)])
    with pytest.raises(ConflictError, match="both sides reordered"):
        FORMAT.merged(BASE, mine, theirs)
    titled = changed(mine, "c1", title="Mine")
    assert FORMAT.merged(BASE, titled, mine) == titled


def test_a_checkpoint_added_on_both_sides_must_be_the_same() -> None:
    new = replace(FORMAT.parse(BASE, "x").checkpoint("c4"), id="new", title="New")
    mine = FORMAT.spliced(BASE, [InsertCheckpoint(checkpoint=new, after="c4")])
    assert FORMAT.merged(BASE, changed(mine, "c1", title="M"), mine).count('id = "new"') == 1
    other = replace(new, title="Other")
    theirs = FORMAT.spliced(BASE, [InsertCheckpoint(checkpoint=other, after="c4")])
    with pytest.raises(ConflictError, match='checkpoint "new", title'):
        FORMAT.merged(BASE, mine, theirs)


def test_keys_of_the_file_are_merged_one_by_one() -> None:
    mine = PLAIN.replace("penalty = 0.2", "penalty = 0.3").replace('"ledger team"', '"mine"')
    theirs = PLAIN.replace('"linear"', '"none" # theirs').replace(
        'title = "Led', 'title = "The led'
    )
    merged = FORMAT.merged(PLAIN, mine, theirs)
    assert merged == theirs.replace("penalty = 0.2", "penalty = 0.3").replace(
        '"ledger team"', '"mine"'
    )
    mine = PLAIN.replace("penalty = 0.2", "penalty = 0.3")
    with pytest.raises(ConflictError, match=r"scoring\.claims\.penalty: both sides changed it"):
        FORMAT.merged(PLAIN, mine, PLAIN.replace("penalty = 0.2", "penalty = 0.4"))


def test_comments_that_only_one_side_has_survive() -> None:
    mine = (
        BASE.replace('id = "c3"', '# mine inside\nid = "c3"')
        .replace('id = "c2"', '# mine, both changed\nid = "c2"')
        .replace("format = 1", "# mine at the top\nformat = 1")
        .replace("\n# comment above 7", "\n# mine detached\n\n# comment above 7")
    )
    theirs = (
        BASE.replace('"Checkpoint 2"', '"Theirs" # theirs')
        .replace('task = "long"', 'task = "long" # theirs at the top')
        .replace("\n# comment above 9", "\n# theirs detached\n\n# comment above 9")
    )
    merged = FORMAT.merged(BASE, mine, theirs)
    assert not (comments(mine) | comments(theirs)) - comments(merged)
    assert comments(merged) == comments(mine) | comments(theirs)
    assert FORMAT.parse(merged, "x") == FORMAT.parse(theirs, "x")


def test_a_file_that_no_longer_parses_is_a_conflict_with_its_line() -> None:
    theirs = BASE.replace("points = 2\n", "points = \n")
    mine = changed(BASE, "c1", title="Mine")
    line = theirs[: theirs.index("points = \n")].count("\n") + 1
    with pytest.raises(ConflictError, match=rf"cannot be read any more: .*:{line}: not TOML"):
        FORMAT.merged(BASE, mine, theirs)


def test_changes_that_break_a_rule_only_together_are_a_conflict() -> None:
    base = kit.read("06_dotted.toml")
    mine = changed(changed(base, "b", requires=()), "c", requires=("b",))
    mine = FORMAT.spliced(mine, [DeleteCheckpoint(id="a")])
    point = replace(FORMAT.parse(base, "x").checkpoint("c"), id="d", requires=("a",))
    theirs = FORMAT.spliced(base, [InsertCheckpoint(checkpoint=point, after="c")])
    with pytest.raises(ConflictError, match=r'do not fit together: .*"a" is no milestone'):
        FORMAT.merged(base, mine, theirs)


def test_line_ends_are_those_of_the_other_side() -> None:
    base = kit.read("03_crlf.toml").replace("\r\n", "\n")
    theirs = kit.read("03_crlf.toml")
    mine = changed(base, "two", title="Mine")
    merged = FORMAT.merged(base, mine, theirs)
    assert merged == theirs.replace('"Two"', '"Mine"')


@pytest.mark.parametrize("name", kit.NAMES)
def test_random_changes_of_both_sides_merge_whole_or_not_at_all(name: str) -> None:
    base = kit.read(name)
    for seed in range(8):
        random = Random(f"merge {name} {seed}")
        mine, theirs = (_edited(random, base, name, side) for side in (10, 20))
        try:
            merged = FORMAT.merged(base, mine, theirs)
        except ConflictError:
            continue
        parsed = {
            key: FORMAT.parse(text, key)
            for key, text in (
                ("base", base),
                ("mine", mine),
                ("theirs", theirs),
                ("merged", merged),
            )
        }
        points = {
            key: {point.id: point for point in checklist.checkpoints}
            for key, checklist in parsed.items()
        }
        for identifier in set().union(*points.values()):
            old, ours, other, new = (side.get(identifier) for side in points.values())
            assert new == (other if ours == old else ours) or old not in (ours, other)
        assert FORMAT.merged(base, merged, theirs) == merged
        kept = comments(mine) & comments(theirs)
        assert not kept - comments(merged)


def _edited(random: Random, text: str, name: str, number: int) -> str:
    for step in range(3):
        edit = kit.some_edit(random, FORMAT.parse(text, name), number + step)
        try:
            text = FORMAT.spliced(text, [edit])
        except ChecklistError:
            continue
    return text
