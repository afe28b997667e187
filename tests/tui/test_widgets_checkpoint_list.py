"""The list of checkpoints: state by glyph and word, one line each."""

import pytest

from ckpt_tui.core.checklist import Role
from ckpt_tui.core.scoring import Credit
from ckpt_tui.core.verdict import Status
from ckpt_tui.tui.present import verdict_look
from ckpt_tui.tui.widgets.checkpoint_list import CheckpointList, CheckpointRow
from tests.hostile import PAYLOADS
from tests.tui.widget_host import Host, shown

SIZES = [(80, 24), (160, 48)]


def row(number: int, title: str, status: Status | None, credit: Credit | None, **others: object):
    return CheckpointRow(
        number=number, id=f"id-{number}", title=title, points_text="3", status=status,
        credit=credit, **others,
    )  # fmt: skip


def ordinary_rows() -> tuple[CheckpointRow, ...]:
    return (
        row(1, "Sees the test fail before touching the code", Status.PASS, Credit.CREDITED),
        row(2, "Builds the dependencies", Status.FAIL, Credit.FAILED, critical=True),
        row(3, "The whole suite passes", Status.PASS, Credit.BLOCKED, stale=True),
        row(4, "银行家舍入 — the cause is named in the report", Status.FAIL, Credit.BLOCKED),
        row(5, "Is asked of a judge", Status.PENDING, Credit.OPEN),
        row(6, "The file was not recorded", Status.UNAVAILABLE, Credit.OPEN),
        row(7, "Switched off", Status.NOT_APPLICABLE, Credit.EXCLUDED, enabled=False),
        row(8, "", None, None),
        CheckpointRow(
            number=9, id="intact", title="Tests are not weakened " * 12, points_text="",
            status=Status.PASS, credit=Credit.CREDITED, critical=True, role=Role.INVARIANT,
        ),
    )  # fmt: skip


def listing(rows: tuple[CheckpointRow, ...]) -> CheckpointList:
    widget = CheckpointList()
    widget.checkpoints = rows
    return widget


async def test_a_row_tells_state_by_glyph_and_word():
    async with Host(listing(ordinary_rows())).run_test(size=(80, 24)) as pilot:
        rows = [" ".join(line.split()) for line in shown(pilot.app.widget)]

    assert rows[:8] == [
        "▸1 ✓ Sees the test fail before touching the code pass 3",
        "2 ✗ Builds the dependencies ◆ critical FAIL 3",
        "3 ⊘ The whole suite passes ~ stale blocked, met 3",
        "4 ⊘ 银行家舍入 — the cause is named in the report blocked 3",
        "5 ? Is asked of a judge pending 3",
        "6 ∅ The file was not recorded unavailable 3",
        "7 ○ Switched off off 3",
        "8 ◌ id-8 deciding 3",
    ]
    assert "…" in rows[8]
    assert rows[8].endswith("◇ invariant ◆ critical pass")


async def test_a_narrow_list_keeps_glyph_title_and_points():
    widget = listing(ordinary_rows())
    widget.styles.width = 32
    async with Host(widget).run_test(size=(80, 24)):
        rows = shown(widget)

    assert all(len(line) <= 32 for line in rows)
    assert rows[1] == " 2 ✗ Builds the dependenc… ◆   3"


async def test_the_grabbed_checkpoint_shows_that_it_moves():
    first, *others = ordinary_rows()
    grabbed = row(1, first.title, first.status, first.credit, grabbed=True)
    app = Host(listing((grabbed, *others)))
    async with app.run_test(size=(80, 24)) as pilot:
        assert shown(app.widget)[0].startswith("⇕")
        assert "moving" in shown(app.widget)[0]

        app.widget.checkpoints = (first, *others)
        await pilot.pause()
        assert shown(app.widget)[0].startswith("▸")


def test_every_verdict_has_a_look_of_its_own():
    looks = [verdict_look(status) for status in (*Status, None)]

    assert len({look.glyph for look in looks}) == len({look.word for look in looks}) == len(looks)
    assert all(len(look.glyph) == 1 and look.word for look in looks)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_looks_as_accepted(snap_compare, size):
    widget = listing(ordinary_rows())
    widget.cursor = 2

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_narrow_list_looks_as_accepted(snap_compare, size):
    first, second, *others = ordinary_rows()
    grabbed = row(2, second.title, second.status, second.credit, grabbed=True)
    widget = listing((first, grabbed, *others))
    widget.styles.width = 36
    widget.cursor = 1

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_hostile_titles_look_as_accepted(snap_compare, size):
    rows = tuple(
        row(number, payload, Status.PASS, Credit.CREDITED)
        for number, (_, payload) in enumerate(PAYLOADS, 1)
    )

    assert snap_compare(Host(listing(rows)), terminal_size=size)


async def test_a_row_tells_its_route_and_whether_it_counts():
    rows = (
        row(1, "Asks the table", Status.PASS, Credit.CREDITED, route="sql"),
        row(2, "Asks the service", Status.FAIL, Credit.EXCLUDED, route="api", is_taken=False),
        row(3, "Is not decided", None, Credit.EXCLUDED, route="api", is_taken=False),
        row(4, "Is off", Status.NOT_APPLICABLE, Credit.EXCLUDED, route="sql", enabled=False),
    )  # fmt: skip
    async with Host(listing(rows)).run_test(size=(80, 24)) as pilot:
        wide = [" ".join(line.split()) for line in shown(pilot.app.widget)]
    assert wide[:4] == [
        "▸1 ✓ Asks the table route sql pass 3",
        "2 ○ Asks the service route api not taken 3",
        "3 ◌ Is not decided route api deciding 3",
        "4 ○ Is off route sql off 3",
    ]
    async with Host(listing(rows)).run_test(size=(40, 24)) as pilot:
        narrow = [" ".join(line.split()) for line in shown(pilot.app.widget)]
    assert narrow[1] == "2 ○ Asks the service api 3"
