"""Final environments: folders are read safely, diffs are believed as far as they go."""

import os
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.environments import FolderEnvironment, PatchEnvironment
from ckpt_tui.adapters.readers.submissions import environment_in, environment_of
from ckpt_tui.core.trace import Change
from ckpt_tui.core.unified_diff import diff_edits
from ckpt_tui.errors import TraceError


def fill(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    folder.mkdir(exist_ok=True)
    return folder


def test_a_folder_is_its_files_without_by_products(tmp_path):
    folder = fill(
        tmp_path / "e",
        {"b/x.py": "1", "a.txt": "2", ".git/HEAD": "ref", "b/__pycache__/x.pyc": "3", ".env": "4"},
    )
    environment = FolderEnvironment(folder)
    assert environment.paths == (".env", "a.txt", "b/x.py")
    assert environment.is_complete
    assert environment.read("b/x.py") == b"1"
    assert environment.read("b") is None
    assert environment.changes is None
    assert environment.patch == ""


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "b/../../secret", "", ".", "a.txt/"])
def test_nothing_outside_the_listed_files_is_read(path, tmp_path):
    (tmp_path / "secret").write_text("s")
    assert FolderEnvironment(fill(tmp_path / "e", {"a.txt": "1"})).read(path) is None


def test_what_the_run_found_is_read_from_where_it_began(tmp_path):
    base = fill(tmp_path / "before", {"a.txt": "1", "gone.txt": "2"})
    environment = FolderEnvironment(fill(tmp_path / "e", {"a.txt": "3", "new.txt": "4"}), base=base)
    assert environment.read_initial("a.txt") == b"1"
    assert environment.read_initial("gone.txt") == b"2"
    assert environment.read_initial("new.txt") is None
    assert environment.read_initial("../e/a.txt") is None
    assert FolderEnvironment(base).read_initial("a.txt") is None
    assert PatchEnvironment(environment.patch).read_initial("a.txt") is None


def test_a_link_out_of_the_folder_is_a_file_without_content(tmp_path):
    (tmp_path / "secret").write_text("s")
    folder = fill(tmp_path / "e", {"a.txt": "1"})
    (folder / "out").symlink_to(tmp_path / "secret")
    (folder / "away").symlink_to(tmp_path, target_is_directory=True)
    (folder / "in").symlink_to("a.txt")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")
    environment = FolderEnvironment(folder)
    assert environment.paths == ("a.txt", "away", "in", "loop", "out")
    assert [environment.read(path) for path in environment.paths] == [b"1", None, b"1", None, None]
    assert environment.digest != FolderEnvironment(fill(tmp_path / "f", {"a.txt": "1"})).digest


def test_the_digest_names_paths_and_contents(tmp_path):
    digests = [
        FolderEnvironment(fill(tmp_path / str(number), files)).digest
        for number, files in enumerate(
            [{"a": "1", "b": "2"}, {"a": "12", "b": ""}, {"a": "1", "b": "3"}, {"a": "1"}, {}]
        )
    ]
    assert len(set(digests)) == 5
    assert digests[0] == FolderEnvironment(fill(tmp_path / "x", {"b": "2", "a": "1"})).digest
    assert all(digest.startswith("sha256:") and len(digest) == 71 for digest in digests)


def test_changes_are_told_by_content_against_the_base(tmp_path):
    base = fill(
        tmp_path / "base", {"same": "1", "edited": "a\nb\nc\n", "gone": "x\n", "blob": b"\xff"}
    )
    final = fill(
        tmp_path / "final", {"same": "1", "edited": "a\nB\nc\n", "new": "n", "blob": b"\xfe"}
    )
    environment = FolderEnvironment(final, base=base)
    assert environment.changes == {
        "blob": Change.EDIT, "edited": Change.EDIT, "gone": Change.DELETE, "new": Change.CREATE,
    }  # fmt: skip
    edits = {edit.path: edit for edit in diff_edits(environment.patch)}
    assert {path: edit.change for path, edit in edits.items()} == environment.changes
    assert (edits["edited"].removed, edits["edited"].added) == (("b",), ("B",))
    assert edits["gone"].removed == ("x",)
    assert edits["new"].added == ("n",)


def test_files_that_were_not_collected_are_not_deleted(tmp_path):
    base = fill(tmp_path / "base", {"a": "1", "b": "2"})
    final = fill(tmp_path / "final", {"a": "3"})
    environment = FolderEnvironment(final, base=base, is_complete=False)
    assert environment.changes == {"a": Change.EDIT}


def test_a_folder_that_cannot_be_listed_is_refused(tmp_path):
    with pytest.raises(TraceError, match="cannot be listed"):
        FolderEnvironment(tmp_path / "gone")


NAMED = ("a.py", "dir/b.txt", "naïve")
TEXTS = st.text(alphabet="ab\n\r\t-+ @\\é", max_size=30)
NAMES = st.sampled_from(["a.py", "dir/b.txt", "with space", 'qu"ote', "naïve", "tab\there", "-- a"])


@settings(max_examples=60, deadline=None)
@given(before=st.dictionaries(NAMES, TEXTS), after=st.dictionaries(NAMES, TEXTS))
def test_the_patch_spells_out_exactly_the_changes(before, after, tmp_path_factory):
    folder = tmp_path_factory.mktemp("e")
    environment = FolderEnvironment(
        fill(folder / "after", after), base=fill(folder / "before", before)
    )
    edits = {edit.path: edit for edit in diff_edits(environment.patch)}
    assert {path: edit.change for path, edit in edits.items()} == environment.changes
    for path, edit in edits.items():
        assert len(edit.removed) <= before.get(path, "").count("\n") + 1
        if edit.change is Change.CREATE:
            assert "\n".join(edit.added) == after[path].removesuffix("\n")
    patched = PatchEnvironment(environment.patch)
    assert patched.changes == environment.changes
    for path, change in patched.changes.items():
        if change is Change.CREATE and after[path]:
            assert patched.read(path) == after[path].encode()


DIFF = """\
diff --git a/new.py b/new.py
new file mode 100644
index 0000000..1234567
--- /dev/null
+++ b/new.py
@@ -0,0 +1,2 @@
+x = 1
+y = 2
diff --git a/bare.txt b/bare.txt
new file mode 100644
--- /dev/null
+++ b/bare.txt
@@ -0,0 +1 @@
+no end
\\ No newline at end of file
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/logo.png b/logo.png
new file mode 100644
index 0000000..abcdef0
Binary files /dev/null and b/logo.png differ
diff --git a/old.py b/old.py
deleted file mode 100644
--- a/old.py
+++ /dev/null
@@ -1 +0,0 @@
-z = 3
diff --git a/from.py b/to.py
similarity index 100%
rename from from.py
rename to to.py
diff --git a/edited.py b/edited.py
--- a/edited.py
+++ b/edited.py
@@ -1,3 +1,3 @@
 a
--- b
+++ c
 d
"""


def test_a_diff_tells_changes_and_the_content_of_created_files():
    environment = PatchEnvironment(DIFF)
    assert environment.changes == {
        "bare.txt": Change.CREATE, "edited.py": Change.EDIT, "empty": Change.CREATE,
        "from.py": Change.DELETE, "logo.png": Change.CREATE, "new.py": Change.CREATE,
        "old.py": Change.DELETE, "to.py": Change.CREATE,
    }  # fmt: skip
    assert environment.paths == ("bare.txt", "edited.py", "empty", "logo.png", "new.py", "to.py")
    assert not environment.is_complete
    contents = {path: environment.read(path) for path in environment.paths}
    assert contents == {
        "bare.txt": b"no end", "edited.py": None, "empty": b"", "logo.png": None,
        "new.py": b"x = 1\ny = 2\n", "to.py": None,
    }  # fmt: skip


def test_text_that_is_no_diff_changes_nothing():
    environment = PatchEnvironment("I changed everything.\n")
    assert (environment.changes, environment.paths) == ({}, ())
    assert environment.digest != PatchEnvironment("").digest


@settings(max_examples=60, deadline=None)
@given(before=st.dictionaries(NAMES, TEXTS), after=st.dictionaries(NAMES, TEXTS))
def test_a_diff_beside_what_it_was_made_from_is_all_of_the_final_files(
    before, after, tmp_path_factory
):
    folder = tmp_path_factory.mktemp("e")
    base = fill(folder / "before", before)
    whole = FolderEnvironment(fill(folder / "after", after), base=base)
    environment = PatchEnvironment(whole.patch, base)
    assert environment.is_complete
    assert environment.paths == whole.paths
    assert [environment.read(path) for path in whole.paths] == [*map(whole.read, whole.paths)]
    assert [environment.read_initial(path) for path in NAMED] == [*map(whole.read_initial, NAMED)]


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": "1\n2\n3\n"},
        {"a.py": "1\nzwei\n3\n4\n"},
        {"a.py": "0\n1\n2\n3\n4\n"},
        {"a.py": "1\n2\n3\n4\n", "new.py": "here before\n"},
        {"b.py": "1\n2\n3\n4\n"},
        {},
    ],
)
def test_a_diff_that_was_made_from_other_files_stays_a_diff(files, tmp_path):
    patch = (
        "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,4 +1,4 @@\n 1\n-2\n+two\n 3\n 4\n"
        "diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n"
        "@@ -0,0 +1 @@\n+x\n"
    )
    environment = PatchEnvironment(patch, fill(tmp_path / "base", files))
    assert not environment.is_complete
    assert environment.paths == ("a.py", "new.py")
    assert [environment.read(path) for path in environment.paths] == [None, b"x\n"]
    right = fill(tmp_path / "right", {"a.py": "1\n2\n3\n4\n"})
    assert PatchEnvironment(patch, right).read("a.py") == b"1\ntwo\n3\n4\n"
    for damaged in (patch[:-4], patch[:60], f"{patch}{patch}", "I changed everything."):
        assert not PatchEnvironment(damaged, right).is_complete
    assert not PatchEnvironment(patch, tmp_path / "gone").is_complete


def test_what_a_diff_does_not_spell_out_is_not_known(tmp_path):
    head = "diff --git a/{0} b/{0}\nindex 1234567..89abcde 100644\n"
    link = "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a\n"
    patch = head.format("bin") + "Binary files a/bin and b/bin differ\n" + link
    environment = PatchEnvironment(patch, fill(tmp_path / "base", {"bin": "0", "a": "1"}))
    assert environment.is_complete
    assert {path: environment.read(path) for path in environment.paths} == {
        "a": b"1", "bin": None, "l": None,
    }  # fmt: skip
    patch = head.format("a") + "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n"
    named = PatchEnvironment(patch, fill(tmp_path / "named", {"a": "1\n"}))
    assert not named.is_complete, "git named another content"


NEW = """\
diff --git a/n b/n
new file mode 100644
--- /dev/null
+++ b/n
@@ -0,0 +1,2 @@
+x
+y
"""
EDIT = """\
diff --git a/n b/n
--- a/n
+++ b/n
@@ -1,2 +1,2 @@
 x
-y
+z
"""
GONE = """\
diff --git a/n b/n
deleted file mode 100644
--- a/n
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
"""


@pytest.mark.parametrize(
    ("series", "changes"),
    [
        (NEW + EDIT, {"n": Change.CREATE}),
        (NEW + GONE, {}),
        (GONE + NEW, {"n": Change.EDIT}),
        (EDIT + GONE, {"n": Change.DELETE}),
        (EDIT + EDIT, {"n": Change.EDIT}),
    ],
)
def test_a_series_of_diffs_tells_its_net_change_and_no_text_in_between(series, changes):
    environment = PatchEnvironment(series)
    assert environment.changes == changes
    assert (environment.read("n"), environment.patch) == (None, "")


def test_a_copy_is_a_new_file_of_unknown_content():
    copy = "diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n"
    environment = PatchEnvironment(copy)
    assert (environment.changes, environment.read("b")) == ({"b": Change.CREATE}, None)


@pytest.mark.parametrize("diff", [NEW + "garbage", "", "\n", NEW + EDIT])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_whole_diff_in_a_file_is_read_whatever_its_lines_end_in(diff, end, tmp_path):
    path = tmp_path / "a.patch"
    path.write_bytes(diff.replace("\n", end).encode())
    assert environment_in(path).changes == PatchEnvironment(diff).changes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NEW[:-3], "cut off"),
        (EDIT[:-3], "cut off"),
        (f"{EDIT}@@ -40,9 +40,9 @@\n a\n", "cut off"),
        (f"{EDIT}@@ -40,3 +40,3 @@\n a\n", "cut off"),
        (f"{EDIT}@@ -40,9 +40,9 @@\n-a\n+b\n", "cut off"),
        ("I changed everything.\n", "no diff"),
    ],
)
def test_a_diff_in_a_file_that_is_none_or_is_cut_off_is_refused(text, words, tmp_path):
    path = tmp_path / "a.patch"
    path.write_text(text)
    with pytest.raises(TraceError, match=words):
        environment_in(path)


def test_a_submission_that_is_cut_off_is_no_final_environment():
    assert environment_of(NEW[:-3]) is None
    assert environment_of(EDIT[:-3]) is None
    trimmed = EDIT.replace("2 +1,2", "3 +1,3") + " \n"
    assert environment_of(trimmed.strip()).changes == {"n": Change.EDIT}


@pytest.mark.needs("git")
def test_what_git_writes_is_what_git_did(tmp_path):
    def git(*words):
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout

    git("init", "-q")
    fill(
        tmp_path,
        {"keep.py": "1\n2\n3\n", "drop.py": "x\n", "naïve name.py": "old\n", "bin": b"\x00a",
         "from.py": "a\nb\nc\n\n", "\r.txt": "1\r\n2\r\n"},
    )  # fmt: skip
    git("add", "-A")
    git("commit", "-qm", "base")
    base = tmp_path.parent / "base"
    shutil.copytree(tmp_path, base)
    fill(
        tmp_path,
        {"keep.py": "1\ntwo\n3\n", "neu ü.txt": "hé\n", "naïve name.py": "new\n", "bin": b"\x00b",
         "to.py": "a\nb\nc\n\n", "\r.txt": "1\r\n3\r\n"},
    )  # fmt: skip
    (tmp_path / "drop.py").unlink()
    (tmp_path / "from.py").unlink()
    git("add", "-A")
    patch = git("diff", "--cached", "--binary", "-M").decode()
    environment = PatchEnvironment(patch)
    assert environment.changes == {
        "bin": Change.EDIT, "drop.py": Change.DELETE, "keep.py": Change.EDIT,
        "naïve name.py": Change.EDIT, "neu ü.txt": Change.CREATE,
        "from.py": Change.DELETE, "to.py": Change.CREATE, "\r.txt": Change.EDIT,
    }  # fmt: skip
    assert environment.read("neu ü.txt") == "hé\n".encode()
    for whole in (PatchEnvironment(patch, base), PatchEnvironment(patch.rstrip(), base)):
        final = FolderEnvironment(tmp_path)
        assert (whole.is_complete, whole.paths) == (True, final.paths)
        contents = {path: final.read(path) for path in final.paths} | {"bin": None}
        assert {path: whole.read(path) for path in whole.paths} == contents
