"""What is typed into the form, and what the form shows, say the same."""

import tomllib
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core import forms
from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.checkpoint_form import (
    blank,
    check_at,
    converted,
    rows,
    typed,
    with_child,
    without_child,
)
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.fields import fields_of
from ckpt_tui.core.checks.logic import Not
from ckpt_tui.core.checks.named import named
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.match import (
    AtLeast,
    AtMostValue,
    Equals,
    Every,
    Glob,
    Has,
    In,
    NotMatch,
    Regex,
)
from ckpt_tui.core.toml_value import inline, number

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
SCALARS = TEXTS | st.integers(-(10**9), 10**9) | st.booleans() | st.floats(-1e6, 1e6)
LEAVES = st.one_of(
    st.builds(Equals, SCALARS),
    st.builds(Regex, TEXTS),
    st.builds(Has, TEXTS),
    st.builds(Glob, TEXTS),
    st.builds(In, st.lists(SCALARS, min_size=1, max_size=3).map(tuple)),
    st.builds(AtLeast, st.integers(-99, 99)),
    st.builds(AtMostValue, st.integers(-99, 99)),
)
MATCHES = LEAVES | st.builds(NotMatch, LEAVES) | st.builds(Every, st.just((Has("a"), Regex("b"))))


def point(kind: str) -> Checkpoint:
    return Checkpoint(id="a", title="A", check=blank(KINDS[kind]))


@given(MATCHES)
def test_a_matcher_that_is_shown_reads_back_as_itself(match: object) -> None:
    word, text = forms.shown_match(match)  # pyright: ignore[reportArgumentType]
    assert forms.read_match(word, text) == match


@given(
    st.recursive(
        SCALARS,
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
        ),
        max_leaves=8,
    )
)
def test_a_value_on_one_line_reads_back_as_itself(value: object) -> None:
    line = inline(value)
    assert "\n" not in line
    assert tomllib.loads(f"value = {line}")["value"] == value


@given(st.decimals(0, 10**6, places=4))
def test_points_keep_every_digit(points: Decimal) -> None:
    exact = Fraction(points)
    assert forms.read_points(number(exact)) == exact


@given(
    st.fractions(0, 10**6, max_denominator=1).flatmap(
        lambda whole: st.integers(1, 39).map(lambda places: whole + Fraction(1, 10**places))
    )
)
def test_a_number_is_written_with_all_of_its_digits_and_without_an_exponent(
    value: Fraction,
) -> None:
    written = number(value)
    assert Fraction(written) == value
    assert set(written) <= set("0123456789.")


NO_POINTS = {
    "": "a number such as",
    "x": "a number such as",
    "NaN": "a number such as",
    "Infinity": "a number such as",
    "1/3": "a number such as",
    "--": "a number such as",
    "-1": "must be 0 or more",
    "1e999999999": "at most 9 digits",
    "0." + "1" * 50: "at most 9 digits",
    "0.1234567891": "at most 9 digits",
    "1000001": "at most 1,000,000",
}


@pytest.mark.parametrize("text", list(NO_POINTS))
def test_what_is_no_number_of_points_is_refused_for_the_reason_that_is_true(text: str) -> None:
    with pytest.raises(FormError, match=NO_POINTS[text]):
        forms.read_points(text)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_a_form_whose_rows_read_back_as_shown(kind: str) -> None:
    start = point(kind)
    for row in rows(start):
        if row.opens is not None or row.key == "kind":
            continue
        try:
            after = typed(start, (), row.key, row.word, row.text or "")
        except FormError:
            assert row.text == "", f"{row.label} cannot read back what it shows"
            continue
        assert after == start, row.label


@pytest.mark.parametrize("before", list(KINDS))
@pytest.mark.parametrize("after", list(KINDS))
def test_every_kind_can_become_every_other(before: str, after: str) -> None:
    check = converted(blank(KINDS[before]), KINDS[after])
    assert check.kind == after


def test_a_wrapping_kind_takes_the_check_as_its_child() -> None:
    start = typed(point("text"), (), "match", "has", "hello")
    wrapped = typed(start, (), "kind", "never", "")
    child = next(row for row in rows(wrapped) if row.opens is not None)
    assert child.opens is not None
    assert check_at(wrapped, child.opens) == start.check
    assert "hello" in child.word


def test_children_are_added_edited_and_taken_away() -> None:
    start = point("all_of")
    first = (("checks", 0),)
    two = with_child(start, first)
    second = (("checks", 1),)
    changed = typed(two, second, "kind", "text", "")
    assert [child.kind for child in changed.check.checks] == ["tool_called", "text"]  # pyright: ignore[reportAttributeAccessIssue]
    assert without_child(changed, second) == start
    with pytest.raises(FormError, match="only check stays"):
        without_child(start, first)


def test_making_an_invariant_takes_the_points_away() -> None:
    start = point("text")
    after = typed(start, (), "role", "invariant", "")
    assert (after.role, after.points) == (Role.INVARIANT, 0)


def test_every_field_of_every_kind_says_what_it_is_for() -> None:
    for kind in KINDS.values():
        assert kind.summary
        for spec in fields_of(kind):
            assert spec.help, f"{kind.kind}.{spec.key}"


def test_a_stage_is_chosen_from_the_vocabulary_and_a_route_is_typed() -> None:
    one = point("output")
    shown = {row.key: row for row in rows(one, stages=("plan", "act"))}
    assert (shown["stage"].words, shown["stage"].word) == (("", "plan", "act"), "")
    assert typed(one, (), "stage", "act", "").stage == "act"
    old = replace(one, stage="verify", route="sql")
    shown = {row.key: row for row in rows(old, stages=("plan", "act"))}
    assert (shown["stage"].words, shown["stage"].word) == (("", "plan", "act", "verify"), "verify")
    assert shown["route"].text == "sql"
    assert typed(old, (), "stage", "", "").stage is None
    assert typed(old, (), "route", "", " api ").route == "api"
    assert typed(old, (), "route", "", " ").route is None


GREEN = named("green", Tests(failed=Equals(0), when=When.LAST))
IDLE = named("idle", Not(check=GREEN))
LETS = (GREEN, IDLE)


def test_a_check_by_name_is_only_read_and_says_what_it_stands_for() -> None:
    found = rows(point("human").decided_by(GREEN), lets=LETS)
    kind = next(row for row in found if row.key == "kind")
    assert (kind.word, kind.words[-2:]) == ("use green", ("use green", "use idle"))
    below = found[found.index(kind) + 1 :]
    assert [(row.label, row.word) for row in below] == [("failed", "is 0"), ("when", "last")]
    assert not any(row.words or row.text is not None or row.opens for row in below)
    nested = rows(point("human").decided_by(IDLE), lets=LETS)[-1]
    assert (nested.label, nested.word, nested.opens) == ("check", "use green", None)


def test_choosing_the_kind_of_a_named_check_writes_it_out_and_a_name_takes_its_place() -> None:
    used = typed(point("human"), (), "kind", "use green", "", lets=LETS)
    assert (used.check, used.written) == (GREEN.check, GREEN)
    plain = typed(used, (), "kind", "tests", "", lets=LETS)
    assert (plain.check, plain.named) == (GREEN.check, None)
    other = typed(used, (), "kind", "ran", "", lets=LETS)
    assert (other.check.kind, other.named) == ("ran", None)


def test_a_wrapper_takes_the_name_and_writing_out_goes_one_name_deep() -> None:
    wrapped = typed(point("human").decided_by(GREEN), (), "kind", "any_of", "", lets=LETS)
    assert check_at(wrapped, (("checks", 0),)) == GREEN
    longer = with_child(wrapped, (("checks", 0),))
    assert check_at(longer, (("checks", 0),)) == GREEN
    inner = typed(longer, (("checks", 1),), "kind", "use idle", "", lets=LETS)
    assert list(inner.written.children()) == [GREEN, IDLE]
    assert list(inner.check.children()) == [GREEN.check, Not(check=GREEN.check)]
    out = typed(inner, (("checks", 1),), "kind", "not", "", lets=LETS)
    assert check_at(out, (("checks", 1), ("check", None))) == GREEN
    assert without_child(out, (("checks", 1),)).written == wrapped.written


@pytest.mark.parametrize("digits", [18, 20, 310, 4000, 5000])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_number_of_any_length_is_a_value_or_refused_in_every_field(
    kind: str, digits: int
) -> None:
    point = Checkpoint(id="a", title="A", check=blank(KINDS[kind]))
    for row in rows(point, (), requires=True):
        for word in row.words or ("",):
            for text in ("9" * digits, f"[{'9' * digits}]", f"{{ ge = {'9' * digits} }}"):
                with suppress(FormError):
                    typed(point, (), row.key, word, text)
