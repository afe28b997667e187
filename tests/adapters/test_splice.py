"""Edits change one block of the text, and nothing else."""

import tomllib
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.adapters.checklist_toml.layout import layout
from ckpt_tui.adapters.checklist_toml.splice import closed, comments
from ckpt_tui.core.checklist import Checklist
from ckpt_tui.core.edits import DeleteCheckpoint, InsertCheckpoint, ReplaceCheckpoint, applied
from ckpt_tui.errors import ChecklistError
from tests.adapters import codec_kit as kit

SEQUENCES_PER_FILE = 25
EDITS_PER_SEQUENCE = 4

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
                assert "by hand" not in error.reason, (name, seed, edit)
                assert "would lose" not in error.reason, (name, seed, edit)
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
