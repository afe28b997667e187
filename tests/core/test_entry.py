"""What is typed into a row hangs on what was there before, not on the keys between."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core.checklist import Checkpoint
from ckpt_tui.core.checkpoint_form import FormRow, check_at, typed
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.logic import AllOf
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.entry import Entry, is_same, refusal
from ckpt_tui.core.match import Equals, Has
from tests.adapters.codec_kit import some_check

START = Checkpoint(id="a", title="A", check=Output(match=Has("done")))
WALKS = st.lists(st.sampled_from(sorted(KINDS)), max_size=8)


def entry(point: Checkpoint, key: str) -> Entry:
    return Entry(number=1, path=(), key=key, start=point)


@given(st.randoms(use_true_random=False), WALKS)
def test_a_walk_through_kinds_loses_nothing_on_the_way_back(
    random: Random, walk: list[str]
) -> None:
    check = some_check(random)
    point = START.decided_by(check)
    nested = START.decided_by(AllOf(checks=(check, START.check)))
    inner = Entry(number=1, path=(("checks", 0),), key="kind", start=nested)
    for word in walk:
        once = entry(point, "kind").change(word, "").point
        assert once == typed(point, (), "kind", word, "")
        assert check_at(inner.change(word, "").point, inner.path) == once.written
    if check.kind in KINDS:
        assert entry(point, "kind").change(check.kind, "").point == point
        assert inner.change(check.kind, "").point == nested


def test_a_role_that_is_passed_leaves_the_points() -> None:
    role = entry(START, "role")
    assert role.change("invariant", "").point.points == 0
    assert role.change("milestone", "").point == START


def test_what_changes_beside_an_entry_is_where_its_next_text_starts_from() -> None:
    points = entry(START, "points")
    known = points.change("", "5").point
    noted = replace(known, note="by hand").decided_by(Output(match=Has("other")))
    after = points.beside(known, noted)
    assert after.start == replace(noted, points=START.points)
    assert after.change("", "7").point == replace(noted, points=known.points + 2)
    kind = entry(START, "kind")
    known = kind.change("human", "").point
    after = kind.beside(known, replace(known, critical=True))
    assert after.start == replace(START, critical=True)


def test_a_checkpoint_that_asks_for_true_is_not_the_same_as_one_that_asks_for_1() -> None:
    one, other = (START.decided_by(Tests(failed=Equals(value))) for value in (1, True))
    assert is_same(one, replace(one))
    assert not is_same(one, other)


def test_a_refusal_names_the_words_the_reason_and_what_stays() -> None:
    row = FormRow(key="id", label="id", help="", text="look")
    assert refusal(row, "", "a b", "id: no blank") == "id a b refused: no blank · look stays"
    assert refusal(row, "", "", "some") == "id (empty) refused: some · look stays"
    empty = FormRow(key="m", label="m", help="", words=("is", "re"), word="is", text="")
    assert refusal(empty, "re", "(", "no )") == "m re ( refused: no ) · nothing stays"
    long = refusal(row, "", "a" * 300, "so").partition(" refused: so")
    assert len(long[0]) < 50
    assert long[2] == " · look stays"
