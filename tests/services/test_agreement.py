"""What is shown before commands run: all of it that can be read, and how much there is beside."""

from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.services.agreement import described
from ckpt_tui.services.commands import Request
from tests.core.traces import Files


def shown(*argv, files=(), scripts=None):
    order = CommandOrder(argv=argv, environment=Files({}), files=files)
    paths = [f"/task/{path}" for path, _ in files] if scripts is None else scripts
    named = tuple((path, "d" * 64) for path in paths)
    return list(
        described([Request(order=order, scripts=named, trust="t", result="r", unconfined="u")])
    )


def test_a_name_with_a_line_end_writes_no_line_of_its_own():
    files = (("checks/a:\n  │ exit 0\n", b"rm -rf .\n"),)
    lines = shown("sh", "/task/checks/a", files=files)
    assert [line for line in lines if line.startswith("  │")] == ["  │ rm -rf .", "  │ "]
    assert [line for line in lines if "\n" in line] == []


def test_of_many_files_the_first_are_shown_and_the_others_counted():
    files = tuple((f"checks/{number:05}", b"true\n" * 9) for number in range(5_000))
    lines = shown("sh", "/task/checks/00000", files=files)
    assert len(lines) < 500
    assert any("/task/checks/00000" in line for line in lines)
    assert lines[-2] == "  … 4,980 more files, which you agree to as well"


def test_a_long_file_and_a_long_line_are_cut_and_that_is_said():
    (*_, last, _) = shown("sh", "/task/a", files=(("a", b"true\n" * 300),))
    assert last == "  │ … 101 more lines"
    assert any("90,000 characters" in line for line in shown("x", files=(("a", b"y" * 90_000),)))
