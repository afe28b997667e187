"""Lists that include shared files: the same as one list, with each error where it is written."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.digest import text_digest
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    Edit,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
    RetireIds,
    applied,
)
from ckpt_tui.core.match import Has
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import SharedFile
from tests.adapters import codec_kit as kit

FORMAT = TomlFormat()
PATH = "../_shared/coding.toml"
OTHER = "../_shared/talk.toml"

CODING = """\
format = 1
title = "What every coding task asks"

[let.green]
kind = "tests"
failed = 0

# look first
[[checkpoint]]
id = "look"
title = "Looks"
points = 2
[checkpoint.check]
kind = "tool_called"
class = "read"

[[checkpoint]]
id = "suite"
title = "Green in the end"
check = { use = "green" }
"""

TALK = """\
format = 1

[[checkpoint]]
id = "tell"
title = "Tells"
check = { kind = "communicates", match = { has = "done" } }
"""

LIST = f"""\
format = 1
task = "t1"
include = ["{PATH}", "{OTHER}"]   # both

[[checkpoint]]
id = "fix"
title = "Fixes"
check = {{ use = "green" }}

# the last
[[checkpoint]]
id = "end"
title = "Ends"
check = {{ kind = "output", match = {{ has = "bye" }} }}
"""


def files(coding: str = CODING, talk: str = TALK) -> Mapping[str, SharedFile]:
    return {
        path: SharedFile(origin=f"checklists/{path.removeprefix('../')}", text=text)
        for path, text in ((PATH, coding), (OTHER, talk))
    }


SHARED = files()


def ids(text: str) -> list[str]:
    return [point.id for point in FORMAT.drafted(text, "c.toml", SHARED).checkpoints]


def test_shared_checkpoints_come_first_in_the_order_of_the_files() -> None:
    checklist = FORMAT.parse(LIST, "c.toml", SHARED)
    assert [(point.id, point.origin) for point in checklist.checkpoints] == [
        ("look", PATH), ("suite", PATH), ("tell", OTHER), ("fix", None), ("end", None),
    ]  # fmt: skip
    assert [file.digest for file in checklist.included] == [text_digest(CODING), text_digest(TALK)]
    assert FORMAT.includes(LIST) == [PATH, OTHER]


def test_an_including_list_is_the_list_written_out_by_hand() -> None:
    own = LIST.replace(f'include = ["{PATH}", "{OTHER}"]   # both\n', "")
    head, _, rest = own.partition("[[checkpoint]]")
    lets, _, coding = CODING.partition("\n# look first\n")
    _, _, talk = TALK.partition("\n\n")
    by_hand = (
        head + lets.partition("\n\n")[2] + "\n" + coding + "\n" + talk + "\n[[checkpoint]]" + rest
    )
    plain = FORMAT.parse(by_hand)
    included = FORMAT.parse(LIST, "c.toml", SHARED)
    points = tuple(replace(point, origin=None) for point in included.checkpoints)
    assert replace(included, checkpoints=points, included=()) == plain


def test_a_list_may_hold_nothing_but_what_it_includes() -> None:
    text = f'format = 1\ntask = "t1"\ninclude = ["{PATH}"]\n'
    assert ids(text) == ["look", "suite"]
    new = Checkpoint(id="new", title="New", check=Output(match=Has("x")))
    longer = FORMAT.spliced(text, [InsertCheckpoint(checkpoint=new, after="suite")], SHARED)
    assert ids(longer) == ["look", "suite", "new"]
    assert ids(FORMAT.spliced(longer, [DeleteCheckpoint(id="new")], SHARED)) == ["look", "suite"]


C, T = "checklists/_shared/coding.toml", "checklists/_shared/talk.toml"


class Case(NamedTuple):
    message: str
    own: str = LIST
    coding: str = CODING
    talk: str = TALK


ERRORS = [
    Case(
        f'c.toml:6: checkpoint "look", id: "look" is the id of a checkpoint in {C}:10 already',
        own=LIST.replace('"fix"', '"look"'),
    ),
    Case(
        f'{T}:4: checkpoint "suite", id: "suite" is the id of a checkpoint in {C}:18 already',
        talk=TALK.replace('"tell"', '"suite"'),
    ),
    Case(
        f"c.toml:5: let.green: is a name in {C}:4 already",
        own=LIST.replace("[[", "[let.green]\nkind = 'tests'\n\n[[", 1),
    ),
    Case(
        f'{C}:12: checkpoint "look", point: is not a known key; did you mean "points"?',
        coding=CODING.replace("points = 2", "point = 2"),
    ),
    Case(f"{C}:21: not TOML: ", coding=CODING.replace("failed = 0", "failed = 'no")),
    Case(
        f"{T}:1: include: a shared file includes no other: name both in the checklist's own",
        talk=f"include = []\n{TALK}",
    ),
    Case(
        f"{T}:1: task: is not a known key; known are format, title, let, meta",
        talk=f'task = "t1"\n{TALK}',
    ),
    Case(f"{T}:1: format: is missing: write format = 1", talk=TALK.replace("format = 1\n", "")),
    Case(f"{T}:1: format: is 2: made by a newer version", talk="format = 2\n"),
    Case(
        f'{C}:20: checkpoint "suite", check.use: "gren" is no name of a check; did you mean "gree',
        coding=CODING.replace('"green" }', '"gren" }'),
    ),
    Case(f"{C}:6: let.green.passing: ", coding=CODING.replace("failed = 0", "passing = {re='('}")),
    Case(
        f'{C}:12: checkpoint "look", requires: needs gate = "requires"',
        coding=CODING.replace("points = 2", "requires = []"),
    ),
    Case(
        "c.toml:3: include[1]: ../x/../_shared/coding.toml is named twice",
        own=LIST.replace(OTHER, "../x/../_shared/coding.toml"),
    ),
    Case("c.toml:3: include[1]: must be a relative", own=LIST.replace(OTHER, "/etc/passwd")),
    Case("c.toml:3: include[1]: must stay inside", own=LIST.replace(OTHER, "../../../x.toml")),
    Case(
        'c.toml:7: checkpoint "fix", was[0]: "look" cannot be a former id: it is the id of ',
        own=LIST.replace('id = "fix"', 'id = "fix"\nwas = ["look"]'),
    ),
    Case(
        f'{T}:4: checkpoint "tell", id: "tell" is retired, and ids are never used again',
        own=LIST.replace("include", 'retired = ["tell"]\ninclude'),
    ),
    Case("c.toml:15: included: belongs to sealed", own=f'{LIST}[[included]]\npath = "x"\n'),
    Case("c.toml:3: include: makes the list 2,000,", talk=f"{TALK}# {'x' * 2_000_000}\n"),
]


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_is_said_of_the_file_and_line_it_stands_in(case: Case) -> None:
    with pytest.raises(ChecklistError) as found:
        FORMAT.parse(case.own, "c.toml", files(case.coding, case.talk))
    assert str(found.value).startswith(case.message), str(found.value)[:300]


def test_what_could_not_be_read_is_said_of_the_line_that_includes_it() -> None:
    shared = {**SHARED, OTHER: SharedFile(origin="x", problem="does not exist")}
    with pytest.raises(ChecklistError) as found:
        FORMAT.drafted(LIST.replace('", "', '",\n  "'), "c.toml", shared)
    assert str(found.value) == f"c.toml:4: include[1]: {OTHER} does not exist"


def test_an_edit_touches_the_lists_own_text_only() -> None:
    fix = FORMAT.drafted(LIST, "c.toml", SHARED).checkpoint("fix")
    changed = ReplaceCheckpoint(id="fix", checkpoint=replace(fix, title="Mends"))
    assert FORMAT.spliced(LIST, [changed], SHARED) == LIST.replace("Fixes", "Mends")
    text = FORMAT.spliced(LIST, [MoveCheckpoint(id="end", after="tell")], SHARED)
    assert ids(text) == ["look", "suite", "tell", "end", "fix"]
    assert text.index("# the last") < text.index('id = "fix"')
    assert ids(FORMAT.spliced(LIST, [RetireIds(ids=("old",))], SHARED))[0] == "look"


REFUSED: list[tuple[Edit, str]] = [
    (DeleteCheckpoint(id="look"), f'checkpoint "look": stands in {PATH}, which is shared: change '),
    (MoveCheckpoint(id="tell", after="fix"), f'checkpoint "tell": stands in {OTHER}, which is'),
    (MoveCheckpoint(id="fix", after="look"), f"what {OTHER} brings comes first: nothing stands "),
    (MoveCheckpoint(id="end", after=None), f"what {OTHER} brings comes first: nothing stands "),
    (
        ReplaceCheckpoint(
            id="suite", checkpoint=Checkpoint(id="suite", title="", check=Output(match=Has("x")))
        ),
        f'checkpoint "suite": stands in {PATH}, which is shared: change it there',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "message"), REFUSED)
def test_what_a_shared_file_brings_is_changed_there(edit: Edit, message: str) -> None:
    with pytest.raises(ChecklistError) as found:
        FORMAT.spliced(LIST, [edit], SHARED)
    assert message in str(found.value)


def test_two_writers_of_an_including_list_are_merged() -> None:
    mine = LIST.replace("Fixes", "Mends")
    theirs = LIST.replace(f', "{OTHER}"', "").replace("Ends", "Stops")
    merged = FORMAT.merged(LIST, mine, theirs, SHARED)
    assert merged == theirs.replace("Fixes", "Mends")


def test_a_sealed_text_says_the_same_whatever_becomes_of_the_shared_files() -> None:
    sealed = FORMAT.sealable(LIST, SHARED)
    assert sealed.startswith(LIST)
    assert f"\ntext = '''\n{CODING}'''\n" in sealed
    assert FORMAT.parse(sealed, "v1") == FORMAT.parse(LIST, "c.toml", SHARED)
    assert FORMAT.sealable(TALK, SHARED) == TALK


def test_a_sealed_text_that_lacks_or_changed_what_it_includes_is_refused() -> None:
    with pytest.raises(ChecklistError, match=r"include\[0\]: .*coding.toml is not held by this"):
        FORMAT.parse(LIST, "v1")
    sealed = FORMAT.sealable(LIST, SHARED).replace("points = 2", "points = 3")
    with pytest.raises(ChecklistError, match=r"coding.toml was changed after it was sealed"):
        FORMAT.parse(sealed, "v1")


def test_a_sealed_text_shows_as_a_working_copy_with_what_it_included_as_comments() -> None:
    shown = FORMAT.unsealed(FORMAT.sealable(LIST, SHARED))
    assert shown.startswith(f"{LIST}\n# {PATH}, as it was when this version was sealed:\n")
    assert '# title = "Green in the end"\n' in shown
    assert FORMAT.parse(shown, "c.toml", SHARED) == FORMAT.parse(LIST, "c.toml", SHARED)
    assert FORMAT.unsealed(TALK) == TALK


odd = st.text(st.sampled_from("ab'\"\\\n\r\t#[]= é\x1b"), max_size=30)


@settings(max_examples=120, deadline=None)
@given(odd, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_shared_text_comes_out_of_a_sealed_one_as_it_went_in(
    content: str,
    end: str,
    is_open: bool,  # noqa: FBT001 (drawn)
) -> None:
    own = 'format = 1\ntask = "t1"\ninclude = ["../a.toml", "../b.toml"]\n'.replace("\n", end)
    own = own.rstrip("\r\n") if is_open else own
    shared = {path: SharedFile(origin=path, text=content) for path in ("../a.toml", "../b.toml")}
    sealed = FORMAT.sealable(own, shared)
    held = FORMAT._reader.own_top(sealed)["included"]
    assert [(table["path"], table["text"]) for table in held] == [
        ("../a.toml", content),
        ("../b.toml", content),
    ]
    assert FORMAT.unsealed(sealed).startswith(own.rstrip("\r\n") + end)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_random_edits_touch_own_text_only_or_are_refused_in_a_sentence(seed: int) -> None:
    random = Random(seed)
    text, model = LIST, FORMAT.drafted(LIST, "c.toml", SHARED)
    for number in range(8):
        edit = kit.some_edit(random, model, number)
        try:
            after = FORMAT.spliced(text, [edit], SHARED)
        except ChecklistError:
            continue
        model = applied(model, edit)
        assert TomlFormat().drafted(after, "c.toml", SHARED) == model
        assert [point.origin for point in model.checkpoints[:3]] == [PATH, PATH, OTHER]
        assert all(point.origin is None for point in model.checkpoints[3:])
        assert FORMAT.drafted(FORMAT.sealable(after, SHARED), "v1") == model
        assert after.startswith(LIST.partition("\n\n")[0])
        text = after
