"""The kind `file_changed`: what calls show, what they hide, and what the final files decide."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core import deciding
from ckpt_tui.core.checks.file_changed import FileChanged, Span
from ckpt_tui.core.match import Equals, Glob, Has, Regex
from ckpt_tui.core.trace import Change, FileEdit, Gap, GapKind, ToolResult
from ckpt_tui.core.verdict import Status
from tests.core.traces import Files, agent, bash, call, copied, edit, view

TESTS = Glob("tests/**")
PATCH = """\
diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,2 @@
-old = 1
+new = 1
 same
"""


def decided(check: FileChanged, *calls, **facts):
    return deciding.decided(check, view(*(agent("", each) for each in calls), **facts))


def status(check: FileChanged, *calls, **facts) -> Status:
    return decided(check, *calls, **facts).status


def test_an_edit_tool_shows_its_change_with_the_working_folder_stripped():
    check = FileChanged(path=Equals("src/a.py"))
    verdict = decided(check, bash("ls"), edit("/app/./src//a.py"), workdir=("/app",))
    assert verdict.status is Status.PASS
    assert verdict.evidence[0].step == 1
    assert verdict.evidence[0].part == "calls[0].arguments"
    assert verdict.evidence[0].quote == "a.py"


@pytest.mark.parametrize(
    "line",
    [
        "cat > tests/a.py <<'EOF'\nx\nEOF",
        "echo x >> tests/a.py",
        "sed -i 's/a/b/' tests/a.py",
        "rm -f tests/a.py",
        "mv tests/a.py b.py",
        "cp x.py tests/a.py",
        "ls | tee tests/a.py",
        "cd tests && sed -i 's/a/b/' a.py",
        "(cd tests; rm a.py)",
        "git rm tests/a.py",
        "git checkout -- tests/a.py",
        "truncate -s 0 tests/a.py",
        "patch -p1 <<'EOF'\n--- a/tests/a.py\n+++ b/tests/a.py\n@@ -1 +1 @@\n-x\n+y\nEOF",
        "bash -c 'rm tests/a.py'",
        "sudo rm ./tests/../tests/a.py",
        "echo $(rm tests/a.py)",
        "f() { ls; }; rm tests/a.py",
        "function f { { ls; }; }; { rm tests/a.py; }",
    ],
)
def test_shell_lines_show_their_changes(line):
    assert status(FileChanged(path=TESTS), bash(line)) is Status.PASS


@pytest.mark.parametrize(
    "line",
    [
        "cat tests/a.py",
        "grep -rn 'rm tests/a.py' .",
        "echo 'rm tests/a.py'",
        "cat <<'EOF'\nrm tests/a.py\nEOF",
        "pytest tests > /dev/null 2>&1",
        "git diff tests; git status; git log",
        "find tests -name '*.py' | xargs grep x | sort | head",
        "sed -n '1,5p' tests/a.py",
        "awk '{print $1}' tests/a.py",
        "python --version; which python",
        "git rm --cached tests/a.py",
        "echo a > other.txt",
    ],
)
def test_reading_changes_nothing(line):
    assert status(FileChanged(path=TESTS), bash(line)) is Status.FAIL


@pytest.mark.parametrize(
    "line",
    [
        "python x.py",
        "make",
        "./run.sh",
        "python - <<'EOF'\nopen('tests/a.py', 'w')\nEOF",
        "find tests -delete",
        "trap 'rm tests/a.py' EXIT",
        "xxd -r dump tests/a.py",
        "tree -o tests/a.py",
        "find . -exec rm {} \\;",
        "ls tests | xargs rm",
        "rm $FILE",
        'echo x > "$OUT"',
        "git stash",
        "git checkout main",
        "for f in a b; do cd $f; rm x; done",
        "echo 'unfinished",
        "rm -rf tests",
        "f() { rm x; }; f",
        "awk '{print > \"tests/a.py\"}' x",
        "[ -f x ] && rm tests/a.py; ls",
        "test -f x || rm tests/a.py",
        "if ls x; then rm tests/a.py; fi",
        "git -C tests checkout -- a.py",
        "f() { rm tests/a.py; }",
        "function f { if ls; then { ls; }; fi; rm tests/a.py; }",
        "cp --target-directory=tests a.py",
        "mv --target-directory=tests a.py",
        "cp a.py tests",
        "ln -s /x/a.py tests",
        "env -C tests rm a.py",
        "env --chdir=tests rm a.py",
        "env -S 'rm tests/a.py'",
    ],
)
def test_what_could_have_touched_the_path_is_unsure(line):
    assert status(FileChanged(path=TESTS), bash(line)) is Status.UNSURE


def test_the_final_files_settle_what_an_opaque_program_did():
    check = FileChanged(path=TESTS)
    untouched = Files({"tests/a.py": b""}, changes={})
    touched = Files({"tests/a.py": b"x"}, changes={"tests/a.py": Change.EDIT})
    assert status(check, bash("python x.py"), environment=untouched) is Status.FAIL
    verdict = decided(check, bash("python x.py"), environment=touched)
    assert verdict.status is Status.PASS
    assert verdict.evidence[0].part == "file:tests/a.py"


def test_of_several_opaque_programs_the_last_is_the_latest_that_changed_it():
    touched = Files({"tests/a.py": b"x"}, changes={"tests/a.py": Change.EDIT})
    trace = view(agent("", bash("python x.py")), agent("", bash("make")), environment=touched)
    events = FileChanged(path=TESTS).events(trace)
    assert events is not None
    assert [(each.position.step, each.status) for each in events] == [
        (0, Status.UNSURE),
        (1, Status.PASS),
    ]


def test_a_failed_edit_changed_nothing_and_a_failed_line_is_doubtful():
    failed = call("edit_file", {"path": "a.py"}, result=ToolResult(text="no", is_error=True),
                  edits=(FileEdit(path="a.py", change=Change.EDIT),))  # fmt: skip
    check = FileChanged(path=Equals("a.py"))
    assert status(check, failed) is Status.FAIL
    assert status(check, bash("rm a.py", "rm: cannot remove 'a.py'", 1)) is Status.UNSURE
    assert status(check, bash("rm a.py", exit_code=1)) is Status.UNSURE
    assert status(check, call("bash", {"command": "rm a.py"}, result=None)) is Status.UNSURE


def test_a_write_before_the_command_that_failed_did_happen():
    line = "cat > a.py <<'EOF'\nx\nEOF\npytest"
    check = FileChanged(path=Equals("a.py"))
    assert status(check, bash(line, "1 failed", 1)) is Status.PASS


def test_the_kind_of_a_change_is_told_from_what_is_known_of_the_file():
    created = FileChanged(path=Equals("a.py"), change=(Change.CREATE,))
    edited = FileChanged(path=Equals("a.py"), change=(Change.EDIT, Change.DELETE))
    write = bash("echo x > a.py")
    assert status(created, write) is Status.UNSURE
    assert status(edited, write) is Status.UNSURE
    new = Files({"a.py": b"x"}, changes={"a.py": Change.CREATE})
    assert status(created, write, environment=new) is Status.PASS
    assert status(edited, write, environment=new) is Status.FAIL
    assert status(edited, write, bash("echo y > a.py"), environment=new) is Status.PASS
    assert status(edited, edit("a.py"), write) is Status.PASS


def test_removed_lines_are_searched_where_they_are_spelled_out():
    check = FileChanged(path=Equals("src/a.py"), removed_lines=Has("old"))
    assert status(check, edit("src/a.py", removed=("old = 1",), added=("x",))) is Status.PASS
    assert status(check, edit("src/a.py", removed=("other",), added=("x",))) is Status.FAIL
    assert status(check, bash("sed -i s/old/new/ src/a.py")) is Status.UNSURE
    patched = Files({}, changes={"src/a.py": Change.EDIT}, patch=PATCH)
    assert status(check, bash("sed -i s/old/new/ src/a.py"), environment=patched) is Status.PASS
    elsewhere = FileChanged(path=Equals("src/a.py"), removed_lines=Has("same"))
    assert status(elsewhere, bash("python x.py"), environment=patched) is Status.FAIL


def test_a_new_file_loses_no_lines():
    check = FileChanged(removed_lines=Regex("."))
    assert status(check, edit("a.py", change=Change.CREATE, added=("x",))) is Status.FAIL


def test_exceptions_do_not_count():
    check = FileChanged(path=TESTS, except_paths=("tests/new_*.py",))
    assert status(check, edit("tests/new_a.py")) is Status.FAIL
    assert status(check, edit("tests/old.py")) is Status.PASS


def test_net_reads_the_final_files_and_needs_them():
    check = FileChanged(path=Glob("src/**"), scope=Span.NET)
    assert status(check, edit("src/a.py")) is Status.UNAVAILABLE
    assert status(check, edit("src/a.py"), environment=Files({}, changes={})) is Status.FAIL
    left = Files({"src/a.py": b"x"}, changes={"src/a.py": Change.EDIT})
    assert status(check, environment=left) is Status.PASS
    assert check.events(view(environment=left)) is None


def test_a_shared_shell_keeps_its_folder_between_calls():
    check = FileChanged(path=Equals("src/a.py"))
    calls = (bash("cd src"), bash("rm a.py"))
    assert status(check, *calls, agent="claude-code") is Status.PASS
    assert status(check, *calls, agent="mini-swe-agent") is Status.FAIL
    assert status(check, *calls) is Status.UNSURE


def test_steps_of_an_earlier_context_did_not_happen_here():
    trace = view(copied(agent("", edit("a.py"))))
    assert FileChanged(path=Equals("a.py")).decide(trace).status is Status.FAIL


def test_a_gap_makes_an_absence_unavailable_unless_the_final_files_decide():
    gap = Gap(kind=GapKind.SUBAGENT, first=0, last=0, detail="a file is missing")
    check = FileChanged(path=TESTS)
    assert status(check, bash("ls"), gaps=(gap,)) is Status.UNAVAILABLE
    known = Files({}, changes={})
    assert status(check, bash("ls"), gaps=(gap,), environment=known) is Status.FAIL


LINES = st.sampled_from(
    ["ls", "rm a.py", "echo x > a.py", "python x.py", "sed -i s/a/b/ a.py", "pytest", "rm -r src",
     "touch b.py", "git stash", "mv a.py b.py", "cd src; rm c.py", "cat 'x", "> $X"]
)  # fmt: skip
NETS = st.one_of(
    st.none(),
    st.dictionaries(st.sampled_from(["a.py", "b.py", "src/c.py"]), st.sampled_from(list(Change))),
)


@settings(max_examples=200)
@given(
    st.lists(LINES, max_size=4),
    NETS,
    st.sampled_from([None, Equals("a.py"), Glob("src/**"), Has("py")]),
    st.sampled_from([(), (Change.EDIT,), (Change.CREATE, Change.DELETE)]),
    st.sampled_from([None, Has("x")]),
    st.sampled_from(list(Span)),
)
def test_verdicts_are_three_valued_and_explained(lines, net, path, change, removed, scope):
    environment = None if net is None else Files({"a.py": b"x"}, changes=net)
    check = FileChanged(path=path, change=change, removed_lines=removed, scope=scope)
    trace = view(*(agent("", bash(line)) for line in lines), environment=environment)
    verdict = check.decide(trace)
    assert verdict.status in {Status.PASS, Status.FAIL, Status.UNSURE, Status.UNAVAILABLE}
    assert verdict.reason
    if verdict.status is Status.PASS:
        assert verdict.evidence
    if verdict.status is Status.FAIL:
        assert verdict.evidence or verdict.scope is not None
    if net is not None and removed is None:
        assert not verdict.status.is_open
    events = check.events(trace)
    if events is not None:
        positions = [event.position for event in events]
        assert positions == sorted(positions)


BEFORE = """\
import os


class Helper:
    def ask(self):
        return 1


class Right:
    def due(self):
        return self.ask()


def after():
    return 2
"""


def left(after: str | None, *, before: str | None = BEFORE, **asked) -> Status:
    """The verdict on one file that was found and left so."""
    files = {} if after is None else {"a.py": after.encode()}
    initial = {} if before is None else {"a.py": before.encode()}
    change = Change.CREATE if before is None else Change.DELETE if after is None else Change.EDIT
    changes = {} if before == after else {"a.py": change}
    recorded = Files(files, changes=changes, initial=initial)
    check = FileChanged(path=Equals("a.py"), scope=Span.NET, **asked)
    return status(check, bash("python fix.py"), environment=recorded)


INSIDE = BEFORE.replace("self.ask()", "self.ask() + 1")
AROUND = BEFORE.replace("return 1", "return 3")


@pytest.mark.parametrize(
    ("after", "within", "outside"),
    [
        (BEFORE, False, False),
        (INSIDE, True, False),
        (AROUND, False, True),
        (BEFORE.replace("return 2", "return 3"), False, True),
        (BEFORE.replace("import os\n", ""), False, True),
        (AROUND.replace("self.ask()", "4"), True, True),
        (BEFORE.replace("class Right", "@final\nclass Right"), True, False),
        (BEFORE.replace("class Right", "class Left"), True, True),
        (BEFORE.replace("class Helper", "\n\n\nclass Helper"), False, True),
        (None, True, True),
    ],
)
def test_a_change_is_told_by_where_it_lies(after, within, outside):
    named = {True: Status.PASS, False: Status.FAIL}
    assert left(after, within="Right") is named[within]
    assert left(after, outside="Right") is named[outside]


def test_a_file_that_came_changed_within_and_around_what_it_brought():
    assert left(BEFORE, before=None, within="Right") is Status.PASS
    assert left(BEFORE, before=None, outside="Right") is Status.PASS
    assert left(BEFORE, before=None, within="Nobody") is Status.FAIL


def test_a_part_that_is_on_neither_side_did_not_change():
    assert left(AROUND, within="Nobody") is Status.FAIL
    assert left(AROUND, outside="Nobody") is Status.PASS


def test_where_a_change_lies_is_open_as_long_as_it_cannot_be_told():
    assert left("def broken(:\n", within="Right") is Status.UNSURE
    assert left("def broken(:\n", outside="Right") is Status.UNSURE
    patched = Files({"src/a.py": b"new = 1\nsame\n"}, changes={"src/a.py": Change.EDIT})
    check = FileChanged(within="Right", scope=Span.NET)
    assert status(check, bash("make"), environment=patched) is Status.UNSURE
    assert status(check, bash("make")) is Status.UNAVAILABLE


@pytest.mark.parametrize("asked", [{"within": "Right"}, {"outside": "Right"}])
def test_where_changes_on_the_way_lie_is_not_asked(asked):
    verdict = decided(FileChanged(path=Equals("a.py"), **asked), edit("a.py"))
    assert verdict.status is Status.ERROR
    assert 'scope = "net"' in verdict.reason


def test_an_added_line_is_told_from_a_removed_one():
    spelled = edit("a.py", removed=("x = 1",), added=("x = 2", "@skip"))
    assert status(FileChanged(added_lines=Has("skip")), spelled) is Status.PASS
    assert status(FileChanged(removed_lines=Has("skip")), spelled) is Status.FAIL
    both = FileChanged(removed_lines=Has("x"), added_lines=Has("skip"))
    assert status(both, spelled) is Status.PASS
    assert status(both, edit("a.py", removed=("y",), added=("@skip",))) is Status.FAIL


def test_added_lines_over_the_whole_run_come_from_patch_and_new_files():
    patched = Files(
        {"src/a.py": b"new = 1\nsame\n", "src/b.py": b"fresh\n"},
        changes={"src/a.py": Change.EDIT, "src/b.py": Change.CREATE, "src/c.py": Change.DELETE},
        patch=PATCH,
    )

    def net(match, **asked):
        check = FileChanged(added_lines=Regex(match), scope=Span.NET, **asked)
        return status(check, bash("make"), environment=patched)

    assert net("^new") is Status.PASS
    assert net("^fresh") is Status.PASS
    assert net("^same") is Status.FAIL
    assert net(".", change=(Change.DELETE,)) is Status.FAIL


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["return 1", "return 2", "self.ask()", "import os"]), max_size=4))
def test_a_file_changed_exactly_when_a_part_or_its_surroundings_did(edits):
    after = BEFORE
    for place, old in enumerate(edits):
        after = after.replace(old, f"{old}  # {place}")
    parts = {left(after, within="Right"), left(after, outside="Right")}
    assert (Status.PASS in parts) == (after != BEFORE)


@pytest.mark.parametrize(
    ("path", "before", "after", "part"),
    [
        ("a.md", "# One\nx\n# Two\ny\n", "# One\nx\n# Two\nz\n", "Two"),
        ("a.toml", "[one]\nx = 1\n[two]\ny = 1\n", "[one]\nx = 1\n[two]\ny = 2\n", "two"),
        ("a.ini", "[one]\nx\n[two]\ny\n", "[one]\nx\n[two]\n", "two"),
    ],
)
def test_headings_and_sections_are_parts_too(path, before, after, part):
    files = Files(
        {path: after.encode()}, changes={path: Change.EDIT}, initial={path: before.encode()}
    )

    def net(**asked):
        return status(FileChanged(scope=Span.NET, **asked), bash("make"), environment=files)

    other = {"Two": "One", "two": "one"}[part]
    assert net(within=part) is Status.PASS
    assert net(outside=part) is Status.FAIL
    assert net(within=other) is Status.FAIL
    assert net(outside=other) is Status.PASS
