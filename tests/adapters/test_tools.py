"""The one table of tool names: what a call does, whichever scaffold made it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers.patches import edits_of_patch
from ckpt_tui.adapters.readers.tools import describe
from ckpt_tui.core.trace import Change, FileEdit, ToolClass

SHELL_CALLS = [
    ("bash", {"command": "ls -la"}, "ls -la"),
    ("Bash", {"command": "ls", "description": "List", "timeout": 5}, "ls"),
    ("execute_bash", {"command": "ls", "security_risk": "LOW"}, "ls"),
    ("shell", {"command": ["bash", "-lc", "ls | wc -l"]}, "ls | wc -l"),
    ("shell", {"command": ["grep", "a b", "x"]}, "grep 'a b' x"),
    ("local_shell", {"command": ["/bin/sh", "-c", "ls"], "type": "exec"}, "ls"),
    ("functions.exec_command", {"cmd": "ls", "yield_time_ms": 1000}, "ls"),
    ("container.exec", {"cmd": ["ls", "/x"]}, "ls /x"),
    ("bash_command", {"keystrokes": "pytest -q\n", "duration": 5.0}, "pytest -q"),
    ("bash_command", {"keystrokes": "C-c", "duration": 0.1}, ""),
    ("developer__shell", {"command": "ls"}, "ls"),
    ("mcp__box__run_command", {"command": "ls"}, "ls"),
    ("Execute", {"command": "ls"}, "ls"),
    ("some_new_tool", {"command": "ls"}, "ls"),
    (
        "bash",
        {"command": "apply_patch <<E\n*** Begin Patch\n*** End Patch\nE\nrm x"},
        "apply_patch <<E\n*** Begin Patch\n*** End Patch\nE\nrm x",
    ),
    ("bash", {"restart": True}, ""),
    ("write_stdin", {"session_id": 1, "chars": ""}, ""),
    ("write_stdin", {"session_id": 1, "chars": "rm x\n"}, None),
    ("execute_bash", {"command": "C-c", "is_input": "true"}, ""),
    ("execute_bash", {"command": "yes", "is_input": "true"}, None),
    ("execute_ipython_cell", {"code": "open('x','w')"}, None),
    ("python", {"code": "1"}, None),
    ("bash", {"": "{broken"}, None),
]


@pytest.mark.parametrize(("name", "arguments", "line"), SHELL_CALLS)
def test_a_shell_call_says_what_it_runs_or_that_it_cannot_be_told(name, arguments, line):
    facts = describe(name, arguments)
    assert (facts.tool_class, facts.command_line) == (ToolClass.SHELL, line)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("str_replace_editor", {"command": "view", "path": "/x"}, ToolClass.READ),
        ("Read", {"file_path": "x"}, ToolClass.READ),
        ("open", {"path": "x"}, ToolClass.READ),
        ("browser.open", {"id": 3}, ToolClass.BROWSER),
        ("open", {"url": "http://x"}, ToolClass.BROWSER),
        ("web_browser_click", {"element_id": 1}, ToolClass.BROWSER),
        ("mcp__playwright__navigate", {}, ToolClass.BROWSER),
        ("WebSearch", {"query": "x"}, ToolClass.BROWSER),
        ("Grep", {"pattern": "x"}, ToolClass.SEARCH),
        ("find_file", {"file_name": "x"}, ToolClass.SEARCH),
        ("finish", {}, ToolClass.SUBMIT),
        ("mark_task_complete", {}, ToolClass.SUBMIT),
        ("submit", {"answer": "3"}, ToolClass.SUBMIT),
        ("AskUserQuestion", {"questions": []}, ToolClass.MESSAGE),
        ("send_message_to_user", {"text": "hi"}, ToolClass.MESSAGE),
        ("think", {"thought": "x"}, ToolClass.OTHER),
        ("task_tracker", {"command": "view"}, ToolClass.OTHER),
        ("book_reservation", {"user_id": "u"}, ToolClass.OTHER),
        ("send_device", {"command": "x", "device": "lamp"}, ToolClass.OTHER),
        ("", {}, ToolClass.OTHER),
    ],
)
def test_every_scaffolds_name_has_its_class(name, arguments, expected):
    assert describe(name, arguments).tool_class is expected


def test_an_edit_that_replaces_text_names_only_the_lines_that_differ():
    arguments = {
        "command": "str_replace",
        "path": "/app/a.py",
        "old_str": "def f():\n    return 1\n\nend",
        "new_str": "def f():\n    return 2\n    # done\n\nend",
    }
    assert describe("str_replace_editor", arguments).edits == (
        FileEdit(
            path="/app/a.py",
            change=Change.EDIT,
            removed=("    return 1",),
            added=("    return 2", "    # done"),
        ),
    )


@pytest.mark.parametrize(
    ("name", "arguments", "edits"),
    [
        (
            "Edit",
            {"file_path": "a", "old_string": "x", "new_string": "y"},
            [("a", Change.EDIT, ("x",), ("y",))],
        ),
        (
            "MultiEdit",
            {"file_path": "a", "edits": [{"old_string": "x", "new_string": ""}, {"new_string": 1}]},
            [("a", Change.EDIT, ("x",), ()), ("a", Change.EDIT, (), ())],
        ),
        ("Write", {"file_path": "a", "content": "x\r\ny\n"}, [("a", None, (), ("x", "y"))]),
        (
            "str_replace_editor",
            {"command": "create", "path": "a", "file_text": "x"},
            [("a", Change.CREATE, (), ("x",))],
        ),
        (
            "str_replace_based_edit_tool",
            {"command": "create", "path": "a", "file_text": "x"},
            [("a", None, (), ("x",))],
        ),
        (
            "edit_anthropic",
            {"command": "insert", "path": "a", "insert_line": 3, "new_str": "x\n"},
            [("a", Change.EDIT, (), ("x",))],
        ),
        ("text_editor", {"command": "undo_edit", "path": "a"}, [("a", Change.EDIT, (), ())]),
        ("create", {"filename": "a"}, [("a", Change.CREATE, (), ())]),
        ("delete_file", {"target_file": "a"}, [("a", Change.DELETE, (), ())]),
        (
            "move_file",
            {"source": "a", "destination": "b"},
            [("a", Change.DELETE, (), ()), ("b", None, (), ())],
        ),
        (
            "edit_file",
            {"target_file": "a", "code_edit": "# ... existing code ..."},
            [("a", None, (), ())],
        ),
        (
            "replace_in_file",
            {"path": "a", "diff": "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"},
            [("a", Change.EDIT, ("x",), ("y",))],
        ),
        (
            "edit",
            {"path": "a", "start_line": 1, "end_line": 2, "replacement_text": "x"},
            [("a", Change.EDIT, (), ())],
        ),
        ("NotebookEdit", {"notebook_path": "a", "new_source": "x"}, [("a", Change.EDIT, (), ())]),
        (
            "NotebookEdit",
            {"notebook_path": "a", "new_source": "x", "edit_mode": "insert"},
            [("a", Change.EDIT, (), ("x",))],
        ),
        ("edit", {"search": "x", "replace": "y"}, []),
        ("str_replace_editor", {"command": "view", "path": "a"}, []),
        ("apply_patch", {"": "no patch"}, []),
    ],
)
def test_edit_tools_say_what_they_change(name, arguments, edits):
    found = describe(name, arguments).edits
    assert [(one.path, one.change, one.removed, one.added) for one in found] == edits


PATCH = """*** Begin Patch
*** Add File: new.py
+one
+two
*** Update File: src/a.py
@@ def f():
 context
-old
+new
*** Update File: b.py
*** Move to: c.py
@@
-x
+y
*** Delete File: gone.py
*** End Patch
"""
PATCH_EDITS = (
    FileEdit(path="new.py", change=Change.CREATE, added=("one", "two")),
    FileEdit(path="src/a.py", change=Change.EDIT, removed=("old",), added=("new",)),
    FileEdit(path="b.py", change=Change.DELETE),
    FileEdit(path="c.py", change=Change.CREATE, removed=("x",), added=("y",)),
    FileEdit(path="gone.py", change=Change.DELETE),
)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("apply_patch", {"input": PATCH}),
        ("apply_patch", {"": PATCH}),
        ("shell", {"command": ["apply_patch", PATCH]}),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}EOF\n"]}),
        ("exec_command", {"cmd": f"apply_patch <<'EOF'\n{PATCH}EOF"}),
    ],
)
def test_a_codex_patch_gives_one_edit_a_file(name, arguments):
    facts = describe(name, arguments)
    assert (facts.tool_class, facts.edits) == (ToolClass.EDIT, PATCH_EDITS)


DIFF = """diff --git a/x.py b/x.py
index 1..2 100644
--- a/x.py
+++ b/x.py
@@ -1,3 +1,3 @@
 keep
--- not a header
+++ neither
 keep
diff --git a/new b/new
new file mode 100644
--- /dev/null
+++ b/new
@@ -0,0 +1 @@
+hello
\\ No newline at end of file
--- a/old\t2024-01-01
+++ /dev/null
@@ -1 +0,0 @@
-bye
"""


def test_a_unified_diff_gives_one_edit_a_file_and_its_lines_are_no_headers():
    assert describe("apply_patch", {"patch": DIFF}).edits == (
        FileEdit(
            path="x.py", change=Change.EDIT, removed=("-- not a header",), added=("++ neither",)
        ),
        FileEdit(path="new", change=Change.CREATE, added=("hello",)),
        FileEdit(path="old", change=Change.DELETE, removed=("bye",)),
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
ARGUMENT_NAMES = st.sampled_from(
    ["command", "path", "edits", "old_str", "new_str", "content", "patch", "diff", "chars", ""]
)


@settings(max_examples=200)
@given(
    st.sampled_from(["bash", "Edit", "MultiEdit", "str_replace_editor", "apply_patch", "open", "q"])
    | st.text(max_size=6),
    st.dictionaries(ARGUMENT_NAMES, JSON, max_size=4),
)
def test_no_arguments_are_too_odd_to_be_described(name, arguments):
    facts = describe(name, arguments)
    assert facts.command_line is None or facts.tool_class is ToolClass.SHELL
    assert not facts.edits or facts.tool_class is ToolClass.EDIT


@given(st.lists(st.sampled_from(["--- a", "+++ b", "@@ -1,2 +1 @@", "+x", "-y", "*** End", ""])))
def test_no_text_is_too_odd_to_be_read_as_a_patch(lines):
    text = "\n".join(lines)
    assert all(isinstance(edit.path, str) for edit in edits_of_patch(text))
