"""File changes are read from edit tools, patches and shell lines."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.changes import changes_after, file_changes, net_changes, opaque_writes
from ckpt_tui.core.position import Position
from ckpt_tui.core.recorded_paths import plain_path
from ckpt_tui.core.trace import Change, FileEdit, ToolClass, ToolResult
from ckpt_tui.core.unified_diff import diff_edits
from tests.core.traces import Files, agent, bash, call, edit, view

CREATE, EDIT, DELETE = Change.CREATE, Change.EDIT, Change.DELETE


def changed(*lines: str, **facts) -> list[tuple[str, Change | None]]:
    seen = file_changes(view(*(agent("", bash(line)) for line in lines), **facts))
    assert all(change.is_certain for change in seen)
    return [(change.path, change.change) for change in seen]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("echo a > f", [("f", None)]),
        ("a=1 > f", [("f", None)]),
        ("cat x 2> /dev/null > /dev/null", []),
        ("echo a >> f; echo b >> f", [("f", None), ("f", EDIT)]),
        ("ls &> f", [("f", None)]),
        ("ls | tee -a f g", [("f", None), ("g", None)]),
        ("sed -i 's/a/b/' f g", [("f", EDIT), ("g", EDIT)]),
        ("sed -i -e s/a/b/ f", [("f", EDIT)]),
        ("sed -i.bak 's/a/b/' f", [("f", EDIT)]),
        ("rm -f f g", [("f", DELETE), ("g", DELETE)]),
        ("unlink f", [("f", DELETE)]),
        ("mv f g", [("f", DELETE), ("g", None)]),
        ("mv f g d/", [("f", DELETE), ("g", DELETE), ("d/f", None), ("d/g", None)]),
        ("cp a/f .", [("f", None)]),
        ("cp f g.py", [("g.py", None)]),
        ("ln -s f g.py", [("g.py", None)]),
        ("truncate -s 0 f", [("f", None)]),
        ("git rm f", [("f", DELETE)]),
        ("git mv f g", [("f", DELETE), ("g", None)]),
        ("git checkout -- f.py", [("f.py", EDIT)]),
        ("git restore f.py", [("f.py", EDIT)]),
        ("git restore --staged f.py", []),
        ("mkdir -p d && chmod +x f", []),
        ("cd d && rm f", [("d/f", DELETE)]),
        ("cd /w/d && rm ../f /tmp/x", [("f", DELETE), ("/tmp/x", DELETE)]),
        ("rm -- -f", [("-f", DELETE)]),
        ("cd d | rm f", [("f", DELETE)]),
        ("cd d && ls & rm f", [("f", DELETE)]),
        ("eval 'rm f'", [("f", DELETE)]),
        ("/usr/bin/time -o f.txt ls", [("f.txt", None)]),
        ("pytest --junitxml=f.xml", [("f.xml", None)]),
        ("pytest --junit-xml f.xml tests", [("f.xml", None)]),
    ],
)
def test_what_shell_lines_change(line, expected):
    assert changed(line, workdir=("/w",)) == expected
    assert opaque_writes(view(agent("", bash(line)))) == ()


@pytest.mark.parametrize(
    "line",
    ["git config -f x a b", "less -o x y", "docker exec c rm x", "eval $X", 'eval "$(x)"'],
)
def test_lines_that_may_have_changed_any_file(line):
    assert changed(line) == []
    assert opaque_writes(view(agent("", bash(line))))


def test_lines_that_are_written_are_known_where_they_are_spelled_out():
    trace = view(agent("", bash("cat > f <<'EOF'\na\nb\nEOF\necho c >> g")))
    first, second = file_changes(trace)
    assert (first.added, first.removed) == (("a", "b"), None)
    assert (second.added, second.removed) == (("c",), ())


def test_a_patch_in_a_line_spells_out_its_changes():
    patch = "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-x\n-- y\n+z\n"
    (change,) = file_changes(view(agent("", bash(f"git apply <<'EOF'\n{patch}EOF"))))
    assert (change.path, change.change) == ("f", EDIT)
    assert (change.removed, change.added) == (("x", "- y"), ("z",))


def test_diffs_of_every_kind():
    text = """\
diff --git a/new.py b/new.py
new file mode 100644
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+x
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old name.py b/new name.py
similarity index 100%
rename from old name.py
rename to new name.py
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git "a/\\303\\251.txt" "b/\\303\\251.txt"
--- "a/\\303\\251.txt"
+++ "b/\\303\\251.txt"
@@ -1 +1 @@
-a
\\ No newline at end of file
+b
--- a/plain.py\t2024-01-01
+++ b/plain.py\t2024-01-02
@@ -1 +1 @@
-a
+b
"""
    found = [(each.path, each.change, each.removed, each.added) for each in diff_edits(text)]
    assert found == [
        ("new.py", CREATE, (), ("x",)),
        ("gone.py", DELETE, ("x",), ()),
        ("old name.py", DELETE, (), ()),
        ("new name.py", CREATE, (), ()),
        ("empty", CREATE, (), ()),
        ("é.txt", EDIT, ("a",), ("b",)),
        ("plain.py", EDIT, ("a",), ("b",)),
    ]


def test_edit_tools_that_failed_changed_nothing():
    spelled = (FileEdit(path="f", change=EDIT, removed=("a",), added=("b",)),)
    failed = call("edit_file", result=ToolResult(text="", is_error=True), edits=spelled)
    unanswered = call("edit_file", result=None, edits=spelled)
    (change,) = file_changes(view(agent("", failed, unanswered)))
    assert (change.position, change.is_certain) == (Position(0, 1), False)


def test_an_edit_that_does_not_spell_out_its_lines_says_so():
    (change,) = file_changes(view(agent("", edit("f"))))
    assert (change.removed, change.added) == (None, None)


def test_an_existing_file_is_known_from_what_came_before_or_is_there_at_the_end():
    assert changed("rm f", "echo a > f", "echo b > f") == [
        ("f", DELETE),
        ("f", CREATE),
        ("f", EDIT),
    ]
    kept = Files({"f": b"", "g": b""}, changes={"g": CREATE})
    assert changed("echo a > f", "echo a > g", "echo a > h", environment=kept) == [
        ("f", EDIT),
        ("g", CREATE),
        ("h", CREATE),
    ]


def test_tools_that_run_code_are_opaque_by_their_name():
    cell = call("execute_ipython_cell", {"code": "x"})
    booking = call("book_flight", {"id": 1})
    vague = call("edit_file", {"path": "f"})
    unparsed = call("bash", {"": "ls"}, tool_class=ToolClass.SHELL)
    programs = [
        each.program for each in opaque_writes(view(agent("", cell, booking, vague, unparsed)))
    ]
    assert programs == ["execute_ipython_cell", "edit_file", "bash"]


def test_what_comes_after_a_moment_leaves_out_files_elsewhere():
    trace = view(agent("", bash("pytest")), agent("", bash("rm /tmp/x")), workdir=("/w",))
    assert changes_after(trace, Position(0, 0)) == (None, None)
    trace = view(agent("", bash("pytest")), agent("", bash("python x.py")))
    certain, doubtful = changes_after(trace, Position(0, 0))
    assert certain is None
    assert doubtful == "`python` at step 1 could have"


def test_net_changes_are_the_recordings():
    assert net_changes(view(agent(""))) is None
    assert net_changes(view(agent(""), environment=Files({}, changes={"f": EDIT}))) == {"f": EDIT}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/w/repo/a.py", "a.py"),
        ("/w/b.py", "b.py"),
        ("/w/repo2/a.py", "repo2/a.py"),
        ("./a//b/../c", "a/c"),
        ("//w/repo/a", "a"),
        ("/w/repo", "."),
        ("/tmp/x", "/tmp/x"),
        ("../repo/tests/a.py", "tests/a.py"),
        ("../../w/repo/a.py", "a.py"),
        ("../repo2/a.py", "../repo2/a.py"),
        ("", ""),
    ],
)
def test_paths_are_seen_from_the_working_folder(path, expected):
    assert plain_path(path, ("/w/repo", "/w/")) == expected


@settings(max_examples=200)
@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            [
                "--- a/f\n",
                "+++ b/f\n",
                "@@ -1,2 +1 @@\n",
                "-x\n",
                "+y\n",
                " z\n",
                "diff --git a/f b/f\n",
                "rename to g\n",
                "\\ No newline\n",
                "deleted file mode\n",
                '"',
            ]
        ),
        max_size=12,
    ).map("".join)
)
def test_any_text_is_read_as_a_diff_without_fail(text):
    for each in diff_edits(text):
        assert each.path
