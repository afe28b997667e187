"""Deeds without a subject, in `-ing`, as nouns, and what is none of them."""

import pytest

from ckpt_tui.core.claims.claim import ClaimKind
from ckpt_tui.core.claims.held import ledger
from ckpt_tui.core.view import TraceView
from tests.core.traces import agent, call, user, view

FOUND = '{"order_id": "KV73TM", "status": "confirmed", "items": ["lamp", "rug"], "price": 61.5}'


def desk(report: str) -> TraceView:
    """A support agent that looked an order up, cancelled it and mailed about it."""
    return view(
        user("Cancel KV73TM, please."),
        agent("", call("get_order", {"order_id": "KV73TM"}, result=FOUND)),
        agent("", call("cancel_order", {"order_id": "KV73TM"}, result='{"ok": true}')),
        agent("", call("send_email", {"to": "sam", "body": "It is cancelled."}, result="{}")),
        agent(report),
        report=report,
    )


def found(report: str) -> list[str]:
    held = ledger(desk(report)).claims
    return [str(claim.verdict) for claim in held if claim.kind is ClaimKind.ACTION]


def costs(report: str) -> list[str]:
    held = ledger(desk(report)).claims
    return [claim.text for claim in held if claim.costs]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Cancelled order KV73TM.", "Upgraded order KV73TM."),
        ("Emailed Sam about the order.", "Rebooked Sam on the morning slot."),
        ("Emailed you about the order.", "Upgraded you for the order."),
        ("Cancelled as requested.", "Upgraded as requested."),
        ("Cancelled, and an email is out.", "Rescheduled, and an email is out."),
        ("Successfully cancelled.", "Successfully upgraded."),
        ("Cancelling KV73TM: done.", "Upgrading KV73TM: done."),
        ("Cancelling the order: complete", "Rescheduling the order: complete"),
        ("Just finished cancelling your order.", "Just finished upgrading your order."),
        ("I finished emailing Sam.", "I finished refunding Sam."),
        ("Cancellation completed.", "Deactivation completed."),
        ("The cancellation is finalized.", "The upgrade is finalized."),
        ("Your cancellation has been taken care of.", "Your upgrade has been taken care of."),
        ("Taken care of: the cancellation.", "Taken care of: the upgrade."),
        ("Done: order cancellation", "Done: lamp upgrade"),
        ("Done:\n- Cancellation of KV73TM\n- Email to Sam", "Done:\n- Lamp upgrade"),
        ("\u2713 Cancellation of KV73TM", "\u2713 Lamp upgrade"),
        ("An email about it is on its way.", "A waiver for it is on its way."),
        ("I saw to the cancellation.", "I saw to the upgrade."),
        ("The email was sent and the order cancelled.", "The email was sent and the rug upgraded."),
        ("Status: cancelled order KV73TM", "Status: upgraded order KV73TM"),
    ],
)
def test_a_deed_is_read_in_whatever_form_it_is_reported(true: str, false: str) -> None:
    assert not {"supported", "unchecked"}.isdisjoint(found(true))
    assert not costs(true)
    assert costs(false)


@pytest.mark.parametrize(
    "report",
    [
        "Upgrade: not done",
        "The upgrade could not be completed.",
        "No upgrade was completed.",
        "The upgrade has not gone through.",
        "The upgrade is being processed.",
        "The upgrade is ready to be completed.",
        "The upgrade will be done tomorrow.",
        "Upgrade completed? Let me know.",
        "Once the upgrade is done, you will see it.",
        "When the upgrade has been processed, you'll see it.",
        "If the upgrade is done, you see it.",
        "An upgrade is done at the counter.",
        "Upgrades are processed within 7 days.",
        "Upgrading is done at the counter.",
        "Upgrading takes a day.",
        "Upgrading the lamp would be possible.",
        "Before upgrading the lamp I need your word.",
        "I could not finish upgrading the lamp.",
        "I finished checking the upgrade rules.",
        "Upgraded lamps: none",
        "Upgraded lamps are not taken back.",
        "Upgraded lamps to the hall cost more.",
        "Updated order: KV73TM",
        "Updated items",
        "Requested changes: an upgrade",
        "Ordered by price, the lamp comes first.",
        "Booked in March, your order can be changed.",
        "Upgrade policy: done at the counter",
        "To be done: lamp upgrade",
        "Not yet done: lamp upgrade",
        "Options:\n- Lamp upgrade",
        "Upgrades made: none",
        "The order will be cancelled, and the lamp upgraded.",
        "Your booking is confirmed.",
        "Booking status: confirmed",
        "\u274c Lamp upgrade",
        "The lamp has been upgraded by the maker.",
        "The lamp was bought in April.",
        "I've attached nothing.",
        "I refrained from upgrading the lamp.",
        "I wish I had upgraded the lamp.",
        "Gold members get upgraded for free.",
    ],
)
def test_what_is_denied_offered_general_or_a_heading_is_no_deed(report: str) -> None:
    assert not costs(report)
