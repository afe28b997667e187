"""Amounts of money in whatever way they are written or spelled."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, call, user, view

FOUND = '{"order_id": "KV73TM", "paid": 1250.35, "shipping": 48.2, "lamp": 210, "rug": 331}'


def desk(report: str) -> TraceView:
    """A support agent that looked an order up."""
    found = call("get_order", {"order_id": "KV73TM"}, result=FOUND)
    return view(user("What of KV73TM?"), agent("", found), agent(report), report=report)


def found(report: str) -> list[str]:
    held = ledger(desk(report)).claims
    return [str(claim.verdict) for claim in held if claim.kind is ClaimKind.AMOUNT]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("$48.20", "$47.20"),
        ("$ 48.20", "$ 47.20"),
        ("48,20 $", "47,20 $"),
        ("48,20 \u20ac", "47,20 \u20ac"),
        ("\u20ac48,20", "\u20ac47,20"),
        ("1.250,35 \u20ac", "1.205,35 \u20ac"),
        ("\u20ac 1,250.35", "\u20ac 1,205.35"),
        ("210,- \u20ac", "220,- \u20ac"),
        ("EUR 48.20", "EUR 47.20"),
        ("USD48.20", "USD47.20"),
        ("48.20USD", "47.20USD"),
        ("48.20 US dollars", "47.20 US dollars"),
        ("48 dollars and 20 cents", "48 dollars and 30 cents"),
        ("forty-eight dollars and twenty cents", "forty-seven dollars and twenty cents"),
        ("two hundred and ten dollars", "two hundred and twenty dollars"),
        ("three hundred thirty-one euros", "three hundred forty-one euros"),
        ("twelve hundred fifty dollars and 35 cents", "twelve hundred sixty dollars"),
        (
            "one thousand two hundred and fifty dollars and thirty-five cents",
            "eleven hundred dollars",
        ),
        ("48.20", "47.20"),
    ],
)
def test_an_amount_is_read_however_it_is_written(right: str, wrong: str) -> None:
    for form in ("You paid {}.", "The price was {}, all in all."):
        assert found(form.format(right)) == ["supported"]
        assert found(form.format(wrong)) == ["unsupported"]


@pytest.mark.parametrize(
    "report",
    [
        "It has two hundred rows and forty columns.",
        "Release 2.10 fixes the price.",
        "The price rose for 3.50 seconds.",
        "It takes 24 hours and 20 minutes.",
        "It is worth 3 million dollars.",
        "See pages 48,20 and 50,20.",
        "Run it with a $ in front.",
        "One of them is paid.",
    ],
)
def test_other_figures_are_no_money(report: str) -> None:
    assert found(report) == []


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("The lamp is $121 cheaper than the rug.", "derived"),
        ("The lamp is $131 cheaper than the rug.", "unsupported"),
    ],
)
def test_a_difference_is_that_of_figures_that_were_shown(report: str, verdict: str) -> None:
    rows = '[{"item": "lamp", "price": 210}, {"item": "rug", "price": 331}]'
    listed = call("list_items", {}, result=rows)
    held = view(user("Which?"), agent("", listed), agent(report), report=report)
    kinds = [str(c.verdict) for c in ledger(held).claims if c.kind is ClaimKind.AMOUNT]
    assert kinds == [verdict]
