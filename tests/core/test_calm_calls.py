"""Calls that only look are told apart without a shell's reader, and as it would."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.calm_calls import calm_folder
from ckpt_tui.core.changes_shell import is_calm
from ckpt_tui.core.shell import folder_behind
from ckpt_tui.core.text import compact_json, encode

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
    folder = calm_folder(spelled(line))
    if folder is not None:
        assert is_calm(line.removeprefix(f"cd {folder} && ") if folder else line)
        assert folder_behind(line) == folder


def test_most_calls_that_look_are_told_apart_without_reading_them():
    told = [line for line in LOOKS if calm_folder(spelled(line)) == ""]
    assert told == [*LOOKS]
    assert calm_folder(spelled("cd /app/src && grep -n 'def (x' a.py | head -3")) == "/app/src"
