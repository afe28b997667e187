"""One step whole: parts, evidence, and texts far larger than the screen."""

import pytest

from ckpt_tui.core.trace import Report, Step, StepKind, ToolResult, Usage
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.tui.widgets.step_detail import StepDetail
from tests.hostile import PAYLOADS
from tests.tui.widget_host import Host, call, shown

SIZES = [(80, 24), (160, 48)]

OUTPUT = """\
============================= test session starts ==============================
collected 12 items

tests/test_totals.py ..F.........                                         [100%]

FAILED tests/test_totals.py::test_totals - AssertionError: 1000.01 != 1000.00
========================= 1 failed, 11 passed in 0.12s =========================
"""


def found(part: str, text: str, needle: str, step: int = 88) -> Evidence:
    start = text.index(needle)
    span = (start, start + len(needle))
    return Evidence(step=step, native=step, part=part, span=span, quote=needle)


def ordinary_step() -> Step:
    script = "cd /workspace && cat > run.sh <<'E'\npython -m pytest -q\nE\nbash run.sh"
    return Step(
        index=88,
        native="msg-89",
        kind=StepKind.AGENT,
        actor="solver",
        message="The totals are rounded twice: once per line and once at the end. I will run the "
        "tests before I touch anything, so that we see the failure first.",
        reasoning="The user says off by a cent.\n银行家舍入 (banker's rounding) is likely.",
        calls=(
            call("bash", script, ToolResult(text=OUTPUT, exit_code=1)),
            call("bash", "true", ToolResult(text="", exit_code=0)),
            call("bash", "sleep 100", None),
        ),
        time=1_760_000_000.0,
        model="some-model-1",
        usage=Usage(input=12_345, output=678),
    )


def detail(step: Step | None, *evidence: Evidence, report: Report | None = None) -> StepDetail:
    widget = StepDetail()
    widget.step = step
    widget.report = report
    widget.evidence = evidence
    return widget


def with_result(text: str) -> Step:
    ran = call("bash", "run", ToolResult(text=text, exit_code=0))
    return Step(index=88, native=88, kind=StepKind.AGENT, actor="agent", calls=(ran,))


async def test_every_part_of_a_step_is_there_in_order():
    async with Host(detail(ordinary_step())).run_test(size=(140, 60)) as pilot:
        text = "\n".join(line.rstrip() for line in shown(pilot.app.widget))

    wanted = [
        "step 88", "solver", "recorded as msg-89", "12,345 in, 678 out", "some-model-1",
        "── reasoning", "银行家舍入", "── message", "rounded twice", "── call 0 bash shell",
        "cat > run.sh <<'E'\\n", "python -m pytest -q\\n", "── result 0 exit 1",
        "1 failed, 11 passed", "── call 1 bash", "── result 1 exit 0 empty",
        "── result 2 not recorded",
    ]  # fmt: skip
    places = [text.index(word) for word in wanted]
    assert places == sorted(places)


async def test_evidence_is_marked_where_it_stands_and_elsewhere_not():
    step = ordinary_step()
    marked = [
        found("calls[0].result", OUTPUT, "1 failed, 11 passed"),
        found("message", step.message, "rounded twice"),
        found("message", step.message, "totals", step=87),
        found("calls[7].result", OUTPUT, "collected"),
    ]
    async with Host(detail(step, *marked)).run_test(size=(100, 60)) as pilot:
        lines = [line for line in shown(pilot.app.widget) if line.startswith("▌")]
        style = pilot.app.widget.tone("evidence")
        runs = [
            segment.text
            for y in range(60)
            for segment in pilot.app.widget.render_line(y)
            if segment.style.bgcolor == style.bgcolor
        ]

    assert len(lines) == 2
    assert runs == ["rounded twice", "1 failed, 11 passed"]


async def test_revealing_evidence_scrolls_to_its_row():
    text = "\n".join(f"line {number}" for number in range(110_000))
    wanted = found("calls[0].result", text, "line 54321\n"[:-1])
    async with Host(detail(with_result(text), wanted)).run_test(size=(80, 24)) as pilot:
        pilot.app.widget.reveal(wanted)
        await pilot.pause()
        lines = shown(pilot.app.widget)

    assert [line.strip() for line in lines if line.startswith("▌")] == ["▌ line 54321"]
    assert lines.index(next(line for line in lines if line.startswith("▌"))) == 8


async def test_lines_and_places_answer_to_each_other():
    step = ordinary_step()
    async with Host(detail(step)).run_test(size=(60, 24)) as pilot:
        widget = pilot.app.widget
        for part, text in (("message", step.message), ("calls[0].result", OUTPUT)):
            for offset in range(0, len(text), 7):
                found_part, start = widget.place_at(widget.row_of(part, offset))
                assert found_part == part
                assert start <= offset
        assert widget.row_of("calls[9].result", 0) is None
        assert widget.place_at(0) is None


async def test_the_final_report_shows_once_where_it_is_the_message():
    step = ordinary_step()
    same, other = Report(step=88, text=step.message), Report(step=88, text="All tests pass.")
    app = Host(detail(step, report=same))
    async with app.run_test(size=(100, 60)) as pilot:
        assert "── message, the final report" in "\n".join(shown(app.widget))
        assert app.widget.row_of("report", 5) == app.widget.row_of("message", 5)

        app.widget.report = other
        await pilot.pause()
        assert "── final report" in "\n".join(shown(app.widget))
        assert app.widget.row_of("report", 0) > app.widget.row_of("calls[0].result", 0)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000_000,
        "\r" * 10_000_000,
        "\t" * 1_000_000,
        "银行 " * 1_000_000,
        "\n".join(
            "a line — of ordinary length, as logs have them, number one" for _ in range(99_999)
        ),
        "\u0301" * 100_000,
    ],
    ids=["one line", "carriage returns", "tabs", "wide", "many lines", "marks"],
)
async def test_huge_texts_scroll_from_end_to_end_without_losing_their_place(text):
    app = Host(detail(with_result(text)))
    async with app.run_test(size=(80, 24)) as pilot:
        widget = app.widget
        widget.end()
        await pilot.pause()
        assert widget.scroll_offset.y == widget.max_scroll_y
        last = widget.place_at(widget.scroll_offset.y + 23)
        assert last is not None
        assert len(text) - last[1] <= 200

        for _ in range(6):
            top = widget.place_at(widget.scroll_offset.y)
            widget.move(-10)
            await pilot.pause()
            assert widget.place_at(widget.scroll_offset.y + 10) == top

        widget.home()
        await pilot.pause()
        assert shown(widget)[0].startswith("step 88")
        widget.move(500)
        widget.page(-1)
        await pilot.pause()
        top = widget.scroll_offset.y
        offsets = [widget.place_at(row)[1] for row in range(top, top + 24)]
        assert offsets == sorted(set(offsets))


async def test_a_resize_keeps_what_is_at_the_top():
    text = "\n".join(f"line {number} " + "word " * 30 for number in range(2_000))
    app = Host(detail(with_result(text)))
    async with app.run_test(size=(80, 24)) as pilot:
        widget = app.widget
        widget.move(1_000)
        await pilot.pause()
        _, before = widget.place_at(widget.scroll_offset.y)
        await pilot.resize_terminal(120, 30)
        await pilot.pause()
        _, after = widget.place_at(widget.scroll_offset.y)

    assert after <= before < after + 120


async def test_another_step_begins_at_the_top():
    app = Host(detail(with_result("a\n" * 500)))
    async with app.run_test(size=(80, 24)) as pilot:
        app.widget.move(200)
        app.widget.step = ordinary_step()
        await pilot.pause()
        assert app.widget.scroll_offset.y == 0
        assert "solver" in shown(app.widget)[0]
        app.widget.step = None
        await pilot.pause()
        assert "".join(shown(app.widget)).strip() == ""


@pytest.mark.parametrize("size", SIZES)
def test_a_step_looks_as_accepted(snap_compare, size):
    step = ordinary_step()
    widget = detail(
        step,
        found("calls[0].result", OUTPUT, "1 failed, 11 passed"),
        found("calls[0].arguments", step.calls[0].arguments_text, "python -m pytest"),
    )

    assert snap_compare(Host(widget), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_hostile_step_looks_as_accepted(snap_compare, size):
    text = "\n".join(f"{name}: {payload}" for name, payload in PAYLOADS)

    assert snap_compare(Host(detail(with_result(text))), terminal_size=size)
