"""Calls that only look are told apart without a shell's reader, and as it would."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.call_shapes import plain_shape
from ckpt_tui.core.calm_calls import calm_calls, folder_of
from ckpt_tui.core.changes_shell import is_calm, only_opaque
from ckpt_tui.core.shell import folder_behind
from ckpt_tui.core.text import TextColumn, compact_json, encode

LOOKS = (
    "cat a.py", "ls -la", "head -n 3", "grep -rn 'a(b; c' x", 'grep -n "a\\|b" f',
    "find . -name '*.py'", "rg 'x y'", "sort a", "git diff HEAD~1", "git log --oneline -3",
    "pytest -q tests/a.py", "python -m pytest tests", 'echo "x: $?"', "sed -n '1,5p' f", "tr a b",
    "git status --short", "git branch -D x", "jq . f", "printf x", "du -sh .", "true",
)  # fmt: skip
PIECES = (
    " -exec rm {} \\;", " -delete", " --pre y", " --path", " -o out", " -ro out", " --output=o",
    "git -C /x diff", " --collect-only", " --co", " --tb=short", " -h", " --help", " --version",
    " -V", " -q", "cd /tmp && ", "cd sub && ", "cd .. && ", "cd - && ", "cd ~ && ", " && ", " || ",
    " ; ", "; ", " | ", "|", " & ", "\n", " > f", " >> f", " 2>&1", " 2>/dev/null", " 2> f", " '",
    ' "', "'", '"', "\\", "\\n", "$x", "$(rm f)", "`rm f`", "${x}", "$?", " a", " -i", " b c",
    "#c", " # c", "{", "}", " {}", "!", "~", "<(rm x)", "rm f", "sed -n 1p", "sed -i s/a/b/ f",
    "(", ")", "xargs rm", "then", "if ", "; do ", "done", "while ", "for x in a", "[ a ]", "\t",
    "é", "\u2028", "bash", " -c", "'rm x'", "sed -n 1p'", "exit", "eval ", "set -e; ",
)  # fmt: skip
JOINS = (" && ", " | ", "; ", " || ", "\n", " 2>&1 | ", " 2>/dev/null; ")


def spelled(line: str) -> bytes:
    return encode(compact_json({"command": line}))


def calm_folder(line: str) -> str | None:
    """Where a line that is told to look only goes first; None for any other."""
    raw = spelled(line)
    return folder_of(raw) if list(calm_calls(TextColumn.of([raw]))) else None


@st.composite
def nearly_calm(draw: st.DrawFn) -> str:
    """A chain of commands that look, with something else here and there."""
    line = draw(st.sampled_from(("", "", "cd /tmp && ", "cd sub/x && ")))
    for place in range(draw(st.integers(1, 3))):
        line += draw(st.sampled_from(JOINS)) if place else ""
        line += draw(st.sampled_from(LOOKS))
        line += draw(st.sampled_from(PIECES)) if draw(st.integers(0, 3)) == 0 else ""
    return line


ANYTHING = st.lists(st.sampled_from(LOOKS + PIECES), min_size=1, max_size=6).map("".join)


@settings(max_examples=400)
@given(nearly_calm() | ANYTHING)
def test_a_call_that_only_looks_is_never_mistaken(line):
    folder = calm_folder(line)
    if folder is not None:
        assert is_calm(line.removeprefix(f"cd {folder} && ") if folder else line)
        assert folder_behind(line) == folder


def test_most_calls_that_look_are_told_apart_without_reading_them():
    told = [line for line in LOOKS if calm_folder(line) == ""]
    assert told == [*LOOKS]
    assert calm_folder("cd /app/src && grep -n 'def (x' a.py | head -3") == "/app/src"


ROWS = st.lists(
    (nearly_calm() | ANYTHING).map(spelled)
    # Ends, or holds, what would be a whole row.
    | st.sampled_from([b'x{"command":"ls"}', b'{"command":"ls"}x', b"", b"{}", b"\xc3\xbf"]),
    max_size=6,
)


@given(ROWS)
def test_rows_are_told_together_as_each_alone(rows):
    alone = [at for at, row in enumerate(rows) if list(calm_calls(TextColumn.of([row])))]
    assert [at for found in calm_calls(TextColumn.of(rows)) for at in found] == alone


PROGRAMS = (
    "python -m ledger", "python3 run.py", "make build", "npm run x", "git apply", "xargs -n",
    "timeout 5 python3", "env A=1 ruby", "tee out", "sed -n", "pip install", "node 7z",
)  # fmt: skip
OPERANDS = ("--limit 12", "-n7", "a1.py", "2026-01-02", "--fd=3", "-0", "x y", "-m pytest", "-i.b4")


@given(
    st.sampled_from(PROGRAMS),
    st.lists(st.sampled_from(OPERANDS) | st.sampled_from(PIECES), max_size=4),
    st.integers(0, 9),
)
def test_lines_of_one_shape_run_the_same_unknown_program(program, operands, digit):
    line = " ".join([program, *operands])
    head = " ".join(line.split(" ", 2)[:2])
    other = head + "".join(str(digit) if c.isdigit() else c for c in line[len(head) :])
    shape = plain_shape(spelled(line))
    ran = only_opaque(line)
    if shape and ran is not None and line.startswith(f"{ran} "):
        assert plain_shape(spelled(other)) == shape
        assert only_opaque(other) == ran
