"""Names of checks: `[let.NAME]` and `{ use = "NAME" }`."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.checklist import Checklist, Role
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.logic import AllOf
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.digest import check_digest
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
)
from ckpt_tui.errors import ChecklistError, ConflictError
from tests.adapters import codec_kit as kit

FORMAT = TomlFormat()

LIST = """\
format = 1
task = "t1"

# what green means
[let.green]
kind = "tests"     # any runner
failed = 0

[let.quiet]
kind = "never"
check = { kind = "file_changed", path = { glob = "tests/**" } }

[let.both]
kind = "all_of"
checks = [{ use = "green" }, { kind = "output", match = { has = "ok" } }]

# the whole suite
[[checkpoint]]
id = "suite"
title = "Green"
[checkpoint.check]
use = "green"      # see above

[[checkpoint]]
id = "order"
title = "Both, then green"
[checkpoint.check]
kind = "in_order"
checks = [
  { use = "both" },   # first
  { use = "green" },
]

[[checkpoint]]
id = "intact"
title = "Tests are left alone"
check = { use = "quiet" }
"""

PLAIN = """\
format = 1
task = "t1"

[[checkpoint]]
id = "suite"
title = "Green"
check = { kind = "tests", failed = 0 }

[[checkpoint]]
id = "order"
title = "Both, then green"
[checkpoint.check]
kind = "in_order"
checks = [
  { kind = "all_of", checks = [
    { kind = "tests", failed = 0 },
    { kind = "output", match = { has = "ok" } },
  ] },
  { kind = "tests", failed = 0 },
]

[[checkpoint]]
id = "intact"
title = "Tests are left alone"
[checkpoint.check]
kind = "never"
check = { kind = "file_changed", path = { glob = "tests/**" } }
"""


def test_a_check_by_name_is_the_check_written_out_to_all_that_decides() -> None:
    named, plain = FORMAT.parse(LIST), FORMAT.parse(PLAIN)
    for ours, theirs in zip(named.checkpoints, plain.checkpoints, strict=True):
        assert ours.check == theirs.check
        assert check_digest(ours.check) == check_digest(theirs.check)
        assert replace(ours, named=None) == theirs
    assert named.checkpoint("intact").role is Role.INVARIANT
    assert [let.name for let in named.lets] == ["green", "quiet", "both"]


def test_an_edit_of_another_field_keeps_the_name_byte_for_byte() -> None:
    point = replace(FORMAT.parse(LIST).checkpoint("suite"), title="All of it")
    text = FORMAT.spliced(LIST, [ReplaceCheckpoint(id="suite", checkpoint=point)])
    assert text == LIST.replace('title = "Green"', 'title = "All of it"')


def test_an_edit_inside_a_check_keeps_the_names_beside_it() -> None:
    point = FORMAT.parse(LIST).checkpoint("order")
    both, green = point.written.children()
    turned = point.decided_by(replace(point.written, checks=(green, both, green)))
    text = FORMAT.spliced(LIST, [ReplaceCheckpoint(id="order", checkpoint=turned)])
    assert FORMAT.parse(text).checkpoint("order") == turned
    assert text.count("use = ") == LIST.count("use = ") + 1
    assert "# first" in text


def test_writing_a_name_out_changes_its_own_place_only() -> None:
    point = FORMAT.drafted(LIST).checkpoint("suite")
    assert isinstance(point.written, Named)
    plain = point.decided_by(point.written.check)
    text = FORMAT.spliced(LIST, [ReplaceCheckpoint(id="suite", checkpoint=plain)])
    assert FORMAT.parse(text).checkpoint("suite").check == Tests(failed=point.check.failed)  # pyright: ignore[reportAttributeAccessIssue]
    before, _, after = LIST.partition('use = "green"      # see above\n')
    assert text.startswith(before)
    assert text.endswith(after)
    assert "# see above" in text


def test_a_name_that_loses_its_last_use_is_a_draft_and_not_fit_to_be_sealed() -> None:
    edit = DeleteCheckpoint(id="intact")
    text = FORMAT.spliced(LIST, [edit])
    assert [let.name for let in FORMAT.drafted(text).lets] == ["green", "quiet", "both"]
    with pytest.raises(ChecklistError) as found:
        FORMAT.parse(text, "c.toml")
    assert str(found.value) == "c.toml:9: let.quiet: is used by no check: use it, or take it out"


ERRORS = [
    (
        'use = "green"      #',
        'use = "gren"  #',
        ':22: checkpoint "suite", check.use: "gren" is no name of a check; did you mean "green"?',
    ),
    (
        '{ use = "green" },\n]',
        '{ use = "zzz" },\n]',
        (
            ':31: checkpoint "order", check.checks[1].use: "zzz" is no name of a check; known are '
            "green, quiet, both"
        ),
    ),
    (
        'use = "green"      #',
        'use = "green"\nfailed = 1 #',
        (
            ':23: checkpoint "suite", check.failed: cannot stand beside "use": change it in '
            "[let.green]"
        ),
    ),
    (
        'use = "green"      #',
        "use = 3 #",
        ':22: checkpoint "suite", check.use: must be the name of a check in quotes, not 3',
    ),
    ("failed = 0", "faled = 0", ':7: let.green.faled: is not a known key; did you mean "failed"?'),
    (
        '{ use = "green" }, {',
        '{ use = "both" }, {',
        ":13: let.both: goes round in a circle: both uses both",
    ),
    (
        'kind = "tests"     # any runner\nfailed = 0',
        'use = "both"',
        ":5: let.green: goes round in a circle: green uses both uses green",
    ),
    (
        "[let.quiet]",
        '[let.idle]\nkind = "tests"\n[let.quiet]',
        ":9: let.idle: is used by no check: use it, or take it out",
    ),
    ("[let.quiet]", '[let."a b"]\n[let.quiet]', ":9: let.a b: a name may hold letters"),
    ("[let.quiet]", "[let]\nodd = 3\n[let.quiet]", ":10: let.odd: must be the table of a check"),
    ("failed = 0", "passing = { re = '(' }", ":7: let.green.passing: "),
    (
        "failed = 0\n",
        'failed = 0\n[let.said]\nkind = "claims"\n',
        ":8: let.said: is used by no check",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), ERRORS)
def test_an_error_names_the_let_block_or_the_use_of_it(old: str, new: str, message: str) -> None:
    assert old in LIST
    with pytest.raises(ChecklistError) as found:
        FORMAT.parse(LIST.replace(old, new), "c.toml")
    assert str(found.value).startswith(f"c.toml{message}")


def test_a_name_where_there_are_none_says_what_would_make_it_one() -> None:
    with pytest.raises(ChecklistError, match=r"a \[let\.green\] would make it one"):
        FORMAT.parse(PLAIN.replace('{ kind = "tests", failed = 0 }\n', '{ use = "green" }\n'))


def test_an_argument_that_is_called_use_is_no_name() -> None:
    let = '[let.calls]\nkind = "tool_called"\narguments = { use = "calls" }\n'
    text = LIST.replace("[let.quiet]", f"{let}[let.quiet]").replace(
        '[{ use = "green" }, {', '[{ use = "green" }, { use = "calls" }, {'
    )
    assert FORMAT.parse(text).lets[1].name == "calls"


def test_names_that_double_with_every_line_are_refused_at_once() -> None:
    lets = "".join(
        f'[let.n{n}]\nkind = "all_of"\nchecks = [{{ use = "n{n + 1}" }}, {{ use = "n{n + 1}" }}]\n'
        for n in range(60)
    )
    text = LIST.replace("[let.green]", f'{lets}[let.n60]\nkind = "tests"\n[let.green]')
    with pytest.raises(ChecklistError, match="written out, it is more than 1,000 checks"):
        FORMAT.drafted(text)


def test_a_long_chain_of_names_is_refused_and_not_walked() -> None:
    lets = "".join(f'[let.n{n}]\nuse = "n{n + 1}"\n' for n in range(3000))
    text = LIST.replace("[let.green]", f'{lets}[let.n3000]\nkind = "tests"\n[let.green]')
    with pytest.raises(ChecklistError, match="more than 40 deep"):
        FORMAT.drafted(text)
    with pytest.raises(ChecklistError, match=r"circle: n0 uses n1 uses .* uses … uses n0$"):
        FORMAT.drafted(text.replace('[let.n3000]\nkind = "tests"', '[let.n3000]\nuse = "n0"'))


def test_many_checkpoints_with_one_large_name_are_refused() -> None:
    many = ", ".join(['{ kind = "tests" }'] * 900)
    check = f'{{ kind = "all_of", checks = [{many}] }}'
    points = "".join(
        f'[[checkpoint]]\nid = "p{n}"\ntitle = "P"\ncheck = {{ use = "large" }}\n'
        for n in range(30)
    )
    text = f"{LIST}{points}".replace("[let.quiet]", f"[let]\nlarge = {check}\n[let.quiet]")
    with pytest.raises(ChecklistError, match=r"has 27,0\d\d checks; with names it may have 20,000"):
        FORMAT.drafted(text)


def test_both_sides_may_change_names_and_checkpoints() -> None:
    mine = LIST.replace("Both, then", "Both and then")
    theirs = LIST.replace("failed = 0", "failed = 0\npassed = { ge = 3 }")
    merged = FORMAT.merged(LIST, mine, theirs)
    assert merged == theirs.replace("Both, then", "Both and then")
    new = LIST.replace("[let.quiet]", '[let.new]\nkind = "human"\nquestion = "?"\n\n[let.quiet]')
    lets = FORMAT.drafted(FORMAT.merged(LIST, new, theirs)).lets
    assert sorted(let.name for let in lets) == ["both", "green", "new", "quiet"]
    with pytest.raises(ConflictError, match=r"let\.green"):
        FORMAT.merged(LIST, LIST.replace("failed = 0", "failed = 1"), theirs.replace("0", "2", 1))


@st.composite
def named_lists(draw: st.DrawFn) -> tuple[str, Checklist]:
    """A list with random checks, some by name; and its model."""
    random = Random(draw(st.integers(0, 10**6)))
    checks = {f"n{n}": kit.some_check(random) for n in range(3)}
    model = FORMAT.drafted(_written_as_lets(checks))
    names = list(model.lets)
    text = _written_as_lets(checks)
    for number in range(draw(st.integers(1, 4))):
        point = replace(
            model.checkpoint("first"), id=f"p{number}", title=random.choice(kit.TEXTS)
        ).decided_by(_some_tree(random, names))
        text = FORMAT.spliced(text, [InsertCheckpoint(checkpoint=point, after=None)])
    return text, FORMAT.drafted(text)


def _written_as_lets(checks: dict[str, Check]) -> str:
    point = FORMAT.drafted(PLAIN).checkpoint("suite")
    blocks = []
    for name, check in checks.items():
        edit = ReplaceCheckpoint(id="suite", checkpoint=point.decided_by(check))
        block = FORMAT.spliced(PLAIN, [edit, *map(_gone, ("order", "intact"))])
        check_line = block[block.index("check = ") :].removeprefix("check = ").rstrip()
        blocks.append(f"{name} = {check_line}\n")
    return (
        'format = 1\ntask = "t1"\n\n[let]\n' + "".join(blocks) + "\n"
        '[[checkpoint]]\nid = "first"\ntitle = "First"\ncheck = { kind = "tests" }\n'
    )


def _gone(name: str) -> DeleteCheckpoint:
    return DeleteCheckpoint(id=name)


def _some_tree(random: Random, names: list[Named], depth: int = 3) -> Check:
    match random.randrange(4 if depth else 2):
        case 0:
            return random.choice(names)
        case 1:
            return kit.some_check(random)
        case _:
            return AllOf(checks=tuple(_some_tree(random, names, depth - 1) for _ in range(2)))


@settings(max_examples=25, deadline=None)
@given(named_lists(), st.integers(0, 10**6))
def test_random_edits_of_a_list_with_names_give_the_text_of_the_intended_model(
    made: tuple[str, Checklist], seed: int
) -> None:
    text, model = made
    random = Random(seed)
    for _ in range(4):
        point = random.choice(model.checkpoints)
        others = [other.id for other in model.checkpoints if other is not point]
        changed = point.decided_by(_some_tree(random, list(model.lets)))
        edit = random.choice(
            [
                ReplaceCheckpoint(id=point.id, checkpoint=replace(changed, points=point.points)),
                ReplaceCheckpoint(id=point.id, checkpoint=replace(point, title="new")),
                MoveCheckpoint(id=point.id, after=random.choice([None, *others])),
            ]
        )
        after = FORMAT.spliced(text, [edit])
        again = FORMAT.drafted(after)
        assert TomlFormat().drafted(after) == again
        written = FORMAT.drafted(_out(after, again))
        for plain, point in zip(written.checkpoints, again.checkpoints, strict=True):
            assert plain == replace(point, named=None)
        text, model = after, again


def _out(text: str, model: Checklist) -> str:
    """The list with every check written out where it stands."""
    plain = (replace(point, named=None) for point in model.checkpoints)
    return FORMAT.spliced(text, [ReplaceCheckpoint(id=p.id, checkpoint=p) for p in plain])
