"""Where nothing is found, the steps that came nearest."""

import pytest

from ckpt_tui.core import deciding
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.calls import CallStatus
from ckpt_tui.core.checks.logic import AllOf, AnyOf, Not
from ckpt_tui.core.checks.order import InOrder, Never
from ckpt_tui.core.checks.ran import Ran
from ckpt_tui.core.checks.tests_run import Tests
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.match import AtLeast, Equals
from ckpt_tui.core.trace import Gap, GapKind
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, view

LS = Ran(argv=(Equals("ls"),), status=CallStatus.ERROR)
GREEN = Tests(failed=Equals(0), passed=AtLeast(1))
READ = ToolCalled(tool=Equals("read_file"), result=Equals("found"))
STEPS = (
    agent("", bash("ls a")),
    agent("", call("read_file", {"path": "a"}, result="lost")),
    agent("", bash("pytest -q", "1 failed in 0.1s\n", 1)),
    agent("", bash("ls b"), call("read_file", {"path": "b"}, result="lost")),
)
NEAREST = [(LS, (0, 3)), (GREEN, (2,)), (READ, (1, 3))]


@pytest.mark.parametrize(("check", "near"), NEAREST, ids=lambda it: getattr(it, "kind", ""))
def test_a_failing_check_names_the_steps_that_came_nearest(
    check: Check, near: tuple[int, ...]
) -> None:
    verdict = deciding.decided(check, view(*STEPS))
    assert (verdict.status, verdict.evidence, verdict.near) == (Status.FAIL, (), near)


@pytest.mark.parametrize(("check", "near"), NEAREST, ids=lambda it: getattr(it, "kind", ""))
def test_what_a_gap_leaves_open_names_them_too(check: Check, near: tuple[int, ...]) -> None:
    gap = Gap(kind=GapKind.CUT_OFF, first=3, last=None, detail="It was cut off.")
    verdict = deciding.decided(check, view(*STEPS, gaps=(gap,)))
    assert (verdict.status, verdict.near) == (Status.UNAVAILABLE, near)


def test_an_order_that_fails_names_what_came_nearest_to_the_one_missing() -> None:
    verdict = deciding.decided(InOrder(checks=(Ran(argv=(Equals("ls"),)), READ)), view(*STEPS))
    assert (verdict.status, verdict.near) == (Status.FAIL, (1, 3))


@pytest.mark.parametrize(
    ("check", "near"),
    [
        (AnyOf(checks=(READ, LS)), (0, 1, 3)),
        (AllOf(checks=(AnyOf(checks=(LS, READ)), GREEN)), (0, 1, 3)),
        (Not(check=Not(check=LS)), (0, 3)),
    ],
)
def test_what_several_lack_is_nearest_where_any_of_them_is(
    check: Check, near: tuple[int, ...]
) -> None:
    verdict = deciding.decided(check, view(*STEPS))
    assert (verdict.status, verdict.evidence, verdict.near) == (Status.FAIL, (), near)


def test_what_must_not_happen_names_the_steps_that_nearly_did_it() -> None:
    verdict = deciding.decided(Never(check=READ), view(*STEPS))
    assert (verdict.status, verdict.near) == (Status.PASS, (1, 3))


def test_of_many_steps_the_last_few_are_named() -> None:
    verdict = deciding.decided(LS, view(*(agent("", bash("ls")) for _ in range(50))))
    assert verdict.near == tuple(range(40, 50))
