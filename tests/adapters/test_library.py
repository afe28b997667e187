"""The trace library: what a task's samples are, and what loading one gives."""

import json
import os
import shutil
from pathlib import Path

import pytest

from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.trace import Change
from ckpt_tui.errors import TraceError, UsageError
from ckpt_tui.ports import Sample

FIXTURES = Path(__file__).parent / "fixtures"
ATIF = FIXTURES / "atif" / "v1.0.json"


@pytest.fixture
def library(tmp_path):
    return FileTraceLibrary(tmp_path)


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / "sample_traces" / "task_1"
    found.mkdir(parents=True)
    return found


def put(path, source=ATIF):
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, path)
    return path


def listed(folder, text):
    (folder / "traces.toml").write_text(text)


def refusal(library):
    with pytest.raises(TraceError) as caught:  # noqa: PT012 (told while listing, or when loaded)
        for sample in library.samples("task_1").samples:
            library.load(sample)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_a_list_every_known_file_and_folder_is_a_sample_by_name(library, folder):
    put(folder / "good.json")
    put(folder / "bad" / "trajectory.json")
    put(folder / "bad" / "environment" / "a.json")
    put(folder / "_drafts" / "x.json")
    put(folder / ".hidden.json")
    (folder / "notes.md").write_text("# notes")
    (folder / "empty").mkdir()
    found = library.samples("task_1")
    assert [(sample.label, sample.ref.path) for sample in found.samples] == [
        ("bad", "sample_traces/task_1/bad/trajectory.json"),
        ("good", "sample_traces/task_1/good.json"),
    ]
    assert found.skipped == ("empty", "notes.md")


def test_a_task_without_samples_has_none(library):
    assert library.samples("task_1").samples == ()


@pytest.mark.parametrize("task", ["../task_1", "_recorder", "", "a/b"])
def test_a_task_cannot_name_a_folder_elsewhere(task, library):
    with pytest.raises(UsageError):
        library.samples(task)


def test_only_what_a_list_names_is_a_sample_in_its_order(library, folder):
    for name in ("a.json", "b.json", "c.json"):
        put(folder / name)
    listed(
        folder,
        '# mine\n[[trace]]\npath = "b.json"\nlabel = "B"\nrole = "good"\nagent_version = "1.1"\n'
        'trial = 2\npassed = true\n\n[[ trace ]]  # second\npath = "a.json"\n',
    )
    first, second = library.samples("task_1").samples
    assert (first.label, first.role, first.agent_version, first.trial, first.passed) == (
        "B", "good", "1.1", 2, True
    )  # fmt: skip
    assert first.ref.trial == 2
    assert (second.label, second.role, second.passed) == ("a", None, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[trace]]\npath = "a.json"\nrol = "good"', ["traces.toml:1", "'rol'", "'role'"]),
        ('\n[[trace]]\npath = "a.json"\nrole = "goood"', ["traces.toml:2", "did you mean 'good'"]),
        ('[[trace]]\npath = "a.json"\n[[trace]]\npath = "a.json"', ["traces.toml:3", "twice"]),
        ('[[trace]]\npath = "a.json"\n[[trace]]\npath = "./a.json"', ["traces.toml:3", "twice"]),
        ('[[trace]]\npath = "a.jsn"', ["traces.toml:1", "'a.jsn'", "is not there"]),
        ('[[trace]]\npath = "a.json"\nenvironment = "env"', ["environment 'env' is not there"]),
        ('[[trace]]\nlabel = "x"', ["needs a path"]),
        ("[[trace]]\npath = 3", ["path must be text", "3"]),
        ('[[trace]]\npath = "a.json"\npassed = 1', ["passed must be true or false"]),
        ('[[trace]]\npath = "a.json"\ntrial = true', ["trial must be a whole number"]),
        ('[[trace]]\npath = "a.json"\ntrial = -1', ["trial must be a whole number, 0 or more"]),
        ('[[traces]]\npath = "a.json"', ["unknown key 'traces'", "'trace'"]),
        ('[trace]\npath = "a.json"', ["[[trace]] block"]),
        ('trace = [{ path = "a.json" }]', ["[[trace]] block"]),
        ("trace = [1]", ["[[trace]] block"]),
        ("[[trace]]\npath = a.json", ["not valid TOML", "line 2"]),
        ('[[trace]]\npath = "notes.md"', ["plain text"]),
        ('[[trace]]\npath = "a.json#7"', ["there is no run '7'"]),
    ],
)  # fmt: skip
def test_a_wrong_list_is_refused_with_place_and_remedy(text, words, library, folder):
    put(folder / "a.json")
    (folder / "notes.md").write_text("# notes")
    listed(folder, text)
    said = refusal(library)
    assert [word for word in words if word not in said] == []


@pytest.mark.parametrize(
    "put_there",
    [
        lambda path: path.mkdir(),
        lambda path: path.symlink_to("nowhere"),
        lambda path: path.symlink_to(path.name),
        os.mkfifo,
    ],
    ids=["folder", "broken link", "loop", "pipe"],
)
def test_what_stands_in_the_place_of_a_list_is_never_passed_over(put_there, library, folder):
    put(folder / "a.json")
    put_there(folder / "traces.toml")
    assert "traces.toml" in refusal(library)


def test_a_list_in_another_encoding_is_refused(library, folder):
    (folder / "traces.toml").write_bytes('[[trace]]\npath = "ä"'.encode("latin-1"))
    assert "UTF-8" in refusal(library)


def test_the_official_word_is_the_recordings_where_it_has_one(library, folder):
    result = {
        "task_name": "t",
        "trial_name": "t__1",
        "verifier_result": {"rewards": {"reward": 0.0}},
    }
    put(folder / "trial" / "agent" / "trajectory.json")
    (folder / "trial" / "result.json").write_text(json.dumps(result))
    put(folder / "bare.json")
    listed(
        folder,
        '[[trace]]\npath = "trial"\npassed = true\n[[trace]]\npath = "bare.json"\npassed = true\n',
    )
    trial, bare = [library.load(sample) for sample in library.samples("task_1").samples]
    assert trial.outcome.passed is False
    assert "passed = true, the recording says false" in trial.warnings[-1]
    assert (bare.outcome.passed, bare.warnings) == (True, ())


REPORT = {"results": {"tests": [{"name": "test_a", "status": "passed"}]}}


def test_a_listed_report_is_the_breakdown_where_the_recording_has_none(library, folder):
    put(folder / "trial" / "agent" / "trajectory.json")
    (folder / "trial" / "verifier").mkdir()
    (folder / "trial" / "verifier" / "ctrf.json").write_text(json.dumps(REPORT))
    put(folder / "bare.json")
    (folder / "report.json").write_text(json.dumps(REPORT))
    entry = '[[trace]]\npath = "{}"\nbreakdown = "report.json"\n'
    listed(folder, entry.format("trial") + entry.format("bare.json"))
    trial, bare = [library.load(sample) for sample in library.samples("task_1").samples]
    [own], [told] = trial.outcome.breakdown.tests, bare.outcome.breakdown.tests
    assert (own.name, own.evidence.part) == ("test_a", "file:verifier/ctrf.json")
    assert told.evidence.part == "file:sample_traces/task_1/report.json"
    assert "the recording's own breakdown counts" in trial.warnings[-1]
    assert bare.warnings == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "'report.json' is not there"),
        ("", "no report of a known verifier"),
        ("{}", "no report of a known verifier; known are CTRF, JUnit XML"),
        ("passed", "sample_traces/task_1/report.json: no report"),
    ],
)
def test_what_is_no_report_of_a_verifier_is_refused_in_a_sentence(library, folder, content, words):
    put(folder / "bare.json")
    if content is not None:
        (folder / "report.json").write_text(content)
    listed(folder, '[[trace]]\npath = "bare.json"\nbreakdown = "report.json"\n')
    assert words in refusal(library)


def test_a_listed_folder_is_the_final_environment_and_the_base_tells_its_changes(
    library, folder, tmp_path
):
    put(folder / "a.json")
    (folder / "env").mkdir()
    (folder / "env" / "x.py").write_text("new")
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "x.py").write_text("old")
    listed(folder, '[[trace]]\npath = "a.json"\nenvironment = "env"\n')
    [sample] = library.samples("task_1").samples
    assert Path(sample.environment).is_absolute()
    assert library.load(sample).environment.changes is None
    changed = library.load(sample, base=tmp_path / "base").environment
    assert changed.changes == {"x.py": Change.EDIT}
    assert library.load(sample, base=tmp_path / "gone").environment.changes is None


def test_all_runs_are_compared_with_the_files_as_the_first_was(library, folder, tmp_path):
    base = tmp_path / "base"
    for place in (base, folder / "env"):
        place.mkdir()
        (place / "x.py").write_text("old")
    put(folder / "a.json")
    put(folder / "b.json")
    entry = '[[trace]]\npath = "{}.json"\nenvironment = "env"\n'
    listed(folder, entry.format("a") + entry.format("b"))
    first, second = library.samples("task_1").samples
    assert library.load(first, base=base).environment.changes == {}
    (base / "x.py").write_text("new")
    assert library.load(second, base=base).environment.changes == {}


def test_a_listed_diff_is_a_final_environment(library, folder):
    put(folder / "a.json")
    (folder / "a.patch").write_text("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n")
    listed(folder, '[[trace]]\npath = "a.json"\nenvironment = "a.patch"\n')
    [sample] = library.samples("task_1").samples
    assert library.load(sample).environment.changes == {"x.py": Change.EDIT}
    assert not library.load(sample).environment.is_complete


def test_what_a_run_handed_in_is_held_against_the_files_it_began_with(library, folder, tmp_path):
    patch = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"
    recorded = json.loads((FIXTURES / "swe_agent" / "acme__app-1.traj").read_text())
    recorded["info"]["submission"] = f"\n{patch}"
    (folder / "a.traj").write_text(json.dumps(recorded))
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "x.py").write_text("a\n")
    (tmp_path / "base" / "y.py").write_text("1")
    [sample] = library.samples("task_1").samples
    assert not library.load(sample, base=tmp_path / "gone").environment.is_complete
    environment = library.load(sample, base=tmp_path / "base").environment
    assert {path: environment.read(path) for path in environment.paths} == {
        "x.py": b"b\n", "y.py": b"1",
    }  # fmt: skip


def test_a_run_of_many_is_named_with_a_hash_and_a_name_may_hold_one(library, tmp_path):
    talks = FIXTURES / "chat" / "conversations.jsonl"
    path = put(tmp_path / "talks.jsonl", talks)
    runs = library.scan(str(path))
    assert len(runs) > 1
    [one] = library.scan(f"{path}#{runs[1].run}")
    assert one == runs[1]
    assert one.name == f"talks.jsonl#{runs[1].run}"
    odd = put(tmp_path / "odd#1.json")
    assert [ref.path for ref in library.scan(str(odd))] == ["odd#1.json"]
    with pytest.raises(TraceError, match="there is no run 'nope'"):
        library.scan(f"{path}#nope")


def test_paths_are_relative_to_the_workspace_inside_it_and_absolute_outside(tmp_path, monkeypatch):
    workspace = tmp_path / "w"
    put(workspace / "runs" / "a.json")
    outside = put(tmp_path / "b.json")
    library = FileTraceLibrary(workspace)
    monkeypatch.chdir(tmp_path)
    [inside] = library.scan("runs/a.json")
    [same] = library.scan("w/runs/a.json")
    [other] = library.scan("b.json")
    assert inside.path == same.path == "runs/a.json"
    assert other.path == str(outside)
    for ref in (inside, other):
        assert len(library.load(Sample(ref=ref, label="x")).steps) == 4


def test_a_file_that_is_replaced_or_cut_after_the_scan_ends_in_a_sentence_or_a_gap(library, folder):
    path = put(folder / "a.json")
    [sample] = library.samples("task_1").samples
    path.write_bytes(ATIF.read_bytes()[:600])
    assert library.load(sample).gaps
    path.write_text("gone wrong")
    with pytest.raises(TraceError):
        library.load(sample)
    path.unlink()
    with pytest.raises(TraceError, match="no such file"):
        library.load(sample)


def test_a_loaded_trace_outlives_its_file(library, folder):
    path = put(folder / "a.json")
    trace = library.load(library.samples("task_1").samples[0])
    path.write_text("")
    assert trace.steps[2].message == "Renaming."


def test_a_link_that_leads_nowhere_is_said(tmp_path):
    (tmp_path / "sample_traces").mkdir()
    loop = tmp_path / "sample_traces/demo"
    loop.symlink_to(loop)
    with pytest.raises(TraceError, match="symbolic links"):
        FileTraceLibrary(tmp_path).samples("demo")


def test_samples_that_the_list_gives_one_label_are_told_apart_by_their_files(library, folder):
    for name in ("a/trajectory.json", "b/trajectory.json", "c.json"):
        put(folder / name)
    entries = (("a/trajectory.json", "x"), ("b/trajectory.json", "x"), ("c.json", "y"))
    listed(folder, "".join(f'[[trace]]\npath = "{p}"\nlabel = "{label}"\n' for p, label in entries))
    labels = [sample.label for sample in library.samples("task_1").samples]
    assert labels == ["x (a/trajectory.json)", "x (b/trajectory.json)", "y"]


def labels(library):
    return [sample.label for sample in library.samples("task_1").samples]


@pytest.mark.parametrize("is_listed", [False, True])
def test_only_what_says_how_a_recording_is_written_is_taken_off_its_name(
    library, folder, *, is_listed
):
    """A dot in a temperature, a version or a date belongs to the name."""
    names = {
        "a__t-0.20__p-1.00.traj": "a__t-0.20__p-1.00",
        "a__t-0.50__p-1.00.traj": "a__t-0.50__p-1.00",
        "b.v1.2.traj.json": "b.v1.2",
        "c.2.1.JSON": "c.2.1",
        "d": "d",
        "e.": "e.",
    }
    for name in names:
        put(folder / name)
    if is_listed:
        listed(folder, "".join(f'[[trace]]\npath = "{name}"\n' for name in names))
    assert labels(library) == [*names.values()]


def test_two_runs_of_a_task_never_share_a_label(library, folder):
    for name in ("a.json", "a.traj.json", "b/a.json", "c/trajectory.json", "c.json"):
        put(folder / name)
    found = labels(library)
    assert len(set(found)) == len(found) == 5
    assert found[0] == "a (a.json)"


def test_no_label_that_is_made_is_one_that_the_list_gives(library, folder):
    entries = {"a.json": "x (b.json)", "b.json": "x", "c.json": "x"}
    for name in entries:
        put(folder / name)
    blocks = (f'[[trace]]\npath = "{p}"\nlabel = "{label}"\n' for p, label in entries.items())
    listed(folder, "".join(blocks))
    assert labels(library) == ["x (b.json)", "x (b.json) (2)", "x (c.json)"]


def test_runs_of_one_file_that_are_listed_one_by_one_have_labels_of_their_own(library, folder):
    talk = (
        '{"messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "A"}]}'
    )
    (folder / "talks.jsonl").write_text(f"{talk}\n{talk}\n")
    runs = [run.ref.run for run in library.samples("task_1").samples]
    listed(folder, "".join(f'[[trace]]\npath = "talks.jsonl#{run}"\n' for run in runs))
    found = labels(library)
    assert len(set(found)) == len(runs) == 2
