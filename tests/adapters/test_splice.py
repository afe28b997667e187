"""Edits change one block of the text, and nothing else."""

import tomllib
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.checklist_toml.layout import layout
from ckpt_tui.adapters.checklist_toml.splice import closed, comments
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
    RetireIds,
    applied,
)
from ckpt_tui.core.match import Has
from ckpt_tui.errors import ChecklistError
from tests.adapters import codec_kit as kit

SEQUENCES_PER_FILE = 24
EDITS_PER_SEQUENCE = 3

# What a random edit may break; every other refusal is the splicer's fault.
RULES = (
    "a checklist needs at least one", "no enabled milestone", '"a" is no', '"b" is no',
    "the report is held to the trace",
)  # fmt: skip

FORMAT = TomlFormat()


@pytest.mark.parametrize("name", kit.NAMES)
def test_random_edits_lose_no_comment_and_touch_no_other_block(name: str) -> None:
    for seed in range(SEQUENCES_PER_FILE):
        random = Random(f"{name} {seed}")
        text = kit.read(name)
        checklist = FORMAT.parse(text, name)
        for number in range(EDITS_PER_SEQUENCE):
            edit = kit.some_edit(random, checklist, number)
            try:
                after = FORMAT.spliced(text, [edit])
            except ChecklistError as error:
                if not error.reason.startswith(RULES):
                    raise
                continue
            intended = applied(checklist, edit)
            assert FORMAT.parse(after, name) == intended
            assert tomllib.loads(after)
            _assert_only_the_edited_block_changed(text, checklist, after, intended, edit)
            text, checklist = after, intended


def _assert_only_the_edited_block_changed(text, before: Checklist, new, after: Checklist, edit):
    old_blocks, old_rest = _pieces(text, before)
    new_blocks, new_rest = _pieces(new, after)
    assert new_rest == old_rest, edit
    renamed = {edit.id: edit.checkpoint.id} if isinstance(edit, ReplaceCheckpoint) else {}
    for name, block in old_blocks.items():
        if isinstance(edit, DeleteCheckpoint) and name == edit.id:
            assert name not in new_blocks
        elif name in renamed:
            assert comments(new_blocks[renamed[name]]) == comments(block), edit
        else:
            assert new_blocks[name] == block, edit
    if isinstance(edit, InsertCheckpoint):
        assert comments(new_blocks[edit.checkpoint.id]) == Counter()
    assert ("\r\n" in text) == ("\r\n" in new)
    if "\r\n" in text:
        assert new.count("\n") == new.count("\r\n")


def _pieces(text: str, checklist: Checklist) -> tuple[dict[str, str], list[str]]:
    """Blocks by id, and the lines around them that are not blank."""
    pieces = layout(closed(text))
    ids = [point.id for point in checklist.checkpoints]
    rest = [line for line in pieces.top.splitlines() if line.strip()]
    return dict(zip(ids, pieces.blocks, strict=True)), rest


def spliced(text: str, **changes: object) -> str:
    """The text with fields of its first checkpoint changed."""
    point = FORMAT.parse(text, "x").checkpoints[0]
    return FORMAT.spliced(
        text, [ReplaceCheckpoint(id=point.id, checkpoint=replace(point, **changes))]
    )


HEAD = 'format = 1\ntask = "t"\n\n'
CHECK = '[checkpoint.check]\nkind = "output"\nmatch = "x"\n'


def test_a_changed_value_keeps_its_key_spacing_quotes_and_trailing_comment() -> None:
    text = HEAD + "[[checkpoint]]\n  'id'   = 'a'  # the id\n  title=\"A\"\n" + CHECK
    assert spliced(text, id="b", title="B") == text.replace("'a'", "'b'").replace('"A"', '"B"')


def test_a_new_key_goes_where_the_canonical_order_has_it() -> None:
    text = HEAD + '[[checkpoint]]\nid = "a"\ntitle = "A" # what\npins = ["x"]\n' + CHECK
    expected = text.replace("# what\n", '# what\nstage = "fix"\npoints = 2.5\n')
    assert spliced(text, stage="fix", points=Fraction("2.5")) == expected


def test_the_comments_of_a_key_that_goes_stay() -> None:
    text = (
        HEAD
        + '[[checkpoint]]\nid = "a"\ntitle = "A"\n# why here\nstage = "fix" # the stage\n'
        + CHECK
    )
    assert spliced(text, stage=None) == text.replace('stage = "fix" # the', "# the")


def test_comments_inside_a_list_survive_the_elements_around_them() -> None:
    text = (
        HEAD
        + (
            '[[checkpoint]]\nid = "a"\ntitle = "A"\n'
            'pins = [\n  "one", # first\n  "two", # second\n]\n'
        )
        + CHECK
    )
    assert spliced(text, pins=("one", "two", "three")) == text.replace(
        "# second\n", '# second\n  "three",\n'
    )
    gone = spliced(text, pins=("two",))
    assert "# first\npins = [" in gone
    assert '"two", # second' in gone
    assert spliced(text, pins=("one", "2")) == text.replace('"two"', '"2"')


def test_a_new_kind_replaces_the_body_of_the_check_and_keeps_its_comments() -> None:
    text = HEAD + (
        '[[checkpoint]]\nid = "a"\ntitle = "A"\n[checkpoint.check] # check\n'
        'kind = "tool_called" # kind\n# about the class\nclass = "shell" # class\n'
    )
    new = spliced(text, check=FORMAT.check({"kind": "human", "question": "Fine?"}))
    assert new == HEAD + (
        '[[checkpoint]]\nid = "a"\ntitle = "A"\n[checkpoint.check] # check\n'
        'kind = "human" # kind\nquestion = "Fine?"\n# about the class\n# class\n'
    )


def test_an_inline_check_is_edited_inline() -> None:
    text = HEAD + (
        '[[checkpoint]]\nid = "a"\ntitle = "A"\n'
        "check = {kind='output',  match = {has='x', re='y'} } # inline\n"
    )
    check = FORMAT.check({"kind": "output", "match": {"has": "z", "re": "y"}, "class": "shell"})
    expected = text.replace("has='x'", "has='z'").replace("} }", '}, class = "shell" }')
    assert spliced(text, check=check) == expected


def test_a_value_that_changes_only_its_type_is_written() -> None:
    text = HEAD + '[[checkpoint]]\nid = "a"\ntitle = "A"\n' + CHECK.replace('"x"', "1")
    check = FORMAT.check({"kind": "output", "match": True})
    assert spliced(text, check=check).endswith("match = true\n")


def test_a_moved_checkpoint_takes_the_comments_directly_above_it_and_no_others() -> None:
    text = kit.read("19_aligned.toml")
    moved = FORMAT.spliced(text, [MoveCheckpoint(id="second", after=None)])
    assert moved.index('"second"') < moved.index('"first"')
    assert moved.index("Part one") < moved.index('"second"')
    assert moved.index('"first"') < moved.index("Part two") < moved.index("The end")
    back = FORMAT.spliced(
        kit.read("20_long.toml"),
        [MoveCheckpoint(id="c3", after="c7"), MoveCheckpoint(id="c3", after="c2")],
    )
    assert back == kit.read("20_long.toml")


def test_a_deleted_checkpoint_takes_its_comments_with_it() -> None:
    text = kit.read("20_long.toml")
    gone = FORMAT.spliced(text, [DeleteCheckpoint(id="c5")])
    assert [line for line in gone.splitlines() if line.endswith(" 5")] == []
    assert len(text.splitlines()) - len(gone.splitlines()) == 14


def test_a_comment_at_the_end_of_a_block_never_becomes_that_of_the_next() -> None:
    text = (
        HEAD
        + '[[checkpoint]]\nid = "a"\ntitle = "A"\n'
        + CHECK
        + "# of a\n\n"
        + ('[[checkpoint]]\nid = "b"\ntitle = "B"\n' + CHECK + "# of b\n")
    )
    moved = FORMAT.spliced(text, [MoveCheckpoint(id="b", after=None)])
    assert '# of b\n\n[[checkpoint]]\nid = "a"' in moved
    assert moved.endswith("# of a\n")


def test_retired_ids_are_added_at_the_top_and_every_comment_stays() -> None:
    text = kit.read("23_former_ids.toml")
    after = FORMAT.spliced(text, [DeleteCheckpoint(id="tell"), RetireIds(ids=("tell", "say"))])
    assert FORMAT.parse(after, "x").retired == ("old-a", "old-b", "tell", "say")
    kept, _, _ = text.partition('[[checkpoint]]\nid = "tell"')
    assert after == kept.replace('"old-b",\n', '"old-b",\n  "tell",\n  "say",\n') + "# the end\n"
    plain = kit.read("20_long.toml")
    first = FORMAT.spliced(plain, [RetireIds(ids=("gone",))])
    new = [line for line in first.splitlines() if line not in plain.splitlines()]
    assert new == ['retired = ["gone"]']
    assert FORMAT.parse(first, "x").retired == ("gone",)


def test_several_edits_are_one_change_that_only_has_to_hold_at_the_end() -> None:
    text = kit.read("06_dotted.toml")
    b = FORMAT.parse(text, "x").checkpoint("b")
    c = FORMAT.parse(text, "x").checkpoint("c")
    after = FORMAT.spliced(
        text,
        [
            DeleteCheckpoint(id="a"),
            ReplaceCheckpoint(id="b", checkpoint=replace(b, requires=())),
            ReplaceCheckpoint(id="c", checkpoint=replace(c, requires=("b",))),
        ],
    )
    assert [point.id for point in FORMAT.parse(after, "x").checkpoints] == ["b", "c"]
    with pytest.raises(ChecklistError, match='"a" is no milestone'):
        FORMAT.spliced(text, [DeleteCheckpoint(id="a")])


def test_what_toml_cannot_say_is_refused_and_so_is_an_unknown_id() -> None:
    text = kit.read("01_plain.toml")
    with pytest.raises(ChecklistError, match="no finite decimal form"):
        spliced(text, points=Fraction(1, 3))
    with pytest.raises(ChecklistError, match="lone surrogate"):
        spliced(text, title="\ud800")
    with pytest.raises(ChecklistError, match="there is no checkpoint 'nope'"):
        FORMAT.spliced(text, [DeleteCheckpoint(id="nope")])


def test_an_open_last_line_stays_open_only_while_it_is_the_last() -> None:
    text = kit.read("09_no_final_newline.toml")
    assert spliced(text, title="New") == text.replace('"A"', '"New"')
    moved = FORMAT.spliced(text, [MoveCheckpoint(id="b", after=None)])
    assert 'match = "b" # the end\n' in moved
    assert moved.endswith('match = "a"\n')


def test_a_key_that_comes_with_a_new_table_header_stands_in_its_own_table() -> None:
    text = kit.read("13_sub_tables.toml")
    point = FORMAT.parse(text).checkpoint("a")
    then = replace(point.check.then, arguments=(("cmd", Has("x")),), result=Has("y"))
    new = replace(point, check=replace(point.check, then=then))
    after = FORMAT.spliced(text, [ReplaceCheckpoint(id="a", checkpoint=new)])
    assert FORMAT.parse(after).checkpoint("a") == new
