"""Detection by content, and a clear sentence for everything else."""

import io
import json
import os
import sqlite3
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers import detect
from ckpt_tui.adapters.readers.source import HEAD_BYTES, peek
from ckpt_tui.errors import TraceError
from ckpt_tui.ports import SourceKind

FIXTURES = Path(__file__).parent / "fixtures"
ATIF = FIXTURES / "atif" / "v1.0.json"
READ_FOLDERS = {
    "harbor_atif": 24, "harbor_trial": 7, "swe_agent": 24, "mini_swe_agent": 18,
    "chat_messages": 77,
}  # fmt: skip


def refusal(path):
    with pytest.raises(TraceError) as caught:
        detect.scan(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    return text


@pytest.mark.parametrize("name", ["trajectory.json", "x.jsonl", "x.txt", "noext", "x.eval", "x.gz"])
def test_the_name_of_a_file_says_nothing(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(ATIF.read_bytes())
    [ref] = detect.scan(path)
    assert (ref.format, ref.path, ref.run) == ("atif", str(path), None)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (b" \n\t\n", "an empty file"),
        (b"hello\nworld\n", "plain text"),
        (b"\x00\x01\x02", "binary data"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x28\xb5\x2f\xfdrest", "a Zstandard archive"),
        (b"PAR1rest", "a Parquet file"),
        (b"{}", "a JSON object without keys"),
        (b'{"b": 1, "a": 2}', "a JSON object with the keys a, b"),
        (b'{"a": 1, "steps": [{"x": 1}]}', "a JSON object with the keys a, steps"),
        (b'{"a": 1, "b": [1, 2', "a JSON object with the keys a, b"),
        (b"[1, 2, 3]", "a JSON array without keys"),
        (b'[{"x": 1}]', "a JSON array with the keys x"),
        (b'{"type": "x"}\n{"type": "y", "z": 1}\n', "JSON lines with the keys type, z"),
        (b'noise\n{"k": 1}\nnoise\n', "JSON lines with the keys k"),
        (b'"a string"', "plain text"),
        (b"\x1f\x8bnot gzip", "damaged gzip"),
    ],
)
def test_what_no_reader_knows_is_described(content, words, tmp_path):
    path = tmp_path / "thing"
    path.write_bytes(content)
    assert words in refusal(path)


def test_a_long_list_of_keys_is_shortened_and_a_long_key_too(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({f"key{number}{'x' * 200}": 0 for number in range(50)}))
    assert len(refusal(path)) < 600 + len(str(path))


def test_databases_and_archives_are_told_apart(tmp_path):
    sqlite3.connect(tmp_path / "sessions.db").execute("create table t (x)").connection.close()
    assert "SQLite" in refusal(tmp_path / "sessions.db")
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
    assert "zip" in refusal(tmp_path / "log.eval")


def test_what_is_not_there_is_said(tmp_path):
    assert "no such file" in refusal(tmp_path / "gone.json")


def test_what_may_not_be_read_is_said(tmp_path):
    locked = tmp_path / "locked.json"
    locked.write_bytes(ATIF.read_bytes())
    locked.chmod(0)
    if os.access(locked, os.R_OK):
        pytest.skip("this user may read everything")
    assert "permissions" in refusal(locked)


def test_a_link_to_what_no_disk_can_hold_is_one_more_unknown_file(tmp_path):
    folder = tmp_path / "runs" / "agent"
    folder.mkdir(parents=True)
    (folder / "a.json").write_bytes(ATIF.read_bytes())
    for name in ("result.json", "steps", "verifier", "trajectory.json", "x"):
        for place in (folder, folder.parent, tmp_path):
            (place / name).symlink_to("y" * 300)
    found = detect.found_at(tmp_path)
    assert [Path(run.path).name for run in found.runs] == ["a.json"]
    assert tmp_path / "x" in found.unknown
    assert "cannot be read" in refusal(tmp_path / "x")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    assert "neither a file nor a folder" in refusal(tmp_path / "pipe.json")
    assert "neither a file nor a folder" in refusal(Path("/dev/null"))


def test_a_folder_named_like_a_file_is_a_folder(tmp_path):
    folder = tmp_path / "x.json"
    folder.mkdir()
    assert "a folder of 0 entries" in refusal(folder)
    (folder / "t").write_bytes(ATIF.read_bytes())
    assert [ref.path for ref in detect.scan(folder)] == [str(folder / "t")]


def test_links_in_a_circle_end(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "up").symlink_to(tmp_path, target_is_directory=True)
    refusal(tmp_path / "loop")
    (tmp_path / "t.json").write_bytes(ATIF.read_bytes())
    assert [Path(ref.path).name for ref in detect.scan(tmp_path)] == ["t.json"]


def test_what_lies_beside_a_recording_in_a_folder_of_its_own_is_not_taken_for_another(tmp_path):
    run = tmp_path / "run"
    (run / "environment").mkdir(parents=True)
    (run / "trajectory.json").write_bytes(ATIF.read_bytes())
    (run / "environment" / "fixture.json").write_bytes(ATIF.read_bytes())
    assert [ref.path for ref in detect.scan(tmp_path)] == [str(run / "trajectory.json")]


def test_a_run_in_a_folder_of_its_own_that_cannot_be_read_is_named(tmp_path):
    runs = tmp_path / "model-a"
    (runs / "deeper").mkdir(parents=True)
    (runs / "deeper" / "1.json").write_bytes(ATIF.read_bytes())
    (runs / "deeper" / "2.json").write_bytes(b"\x1f\x8b\x08 damaged")
    (runs / "deeper" / "notes.txt").write_text("beside a run")
    survey = detect.survey(tmp_path)
    assert [Path(ref.path).name for ref in survey.runs] == ["1.json"]
    assert survey.unknown == (runs / "deeper" / "2.json",)


def test_continuations_are_no_runs_of_their_own():
    names = [Path(ref.path).name for ref in detect.scan(FIXTURES / "atif")]
    assert "v1.5-continued.json" in names
    assert not [name for name in names if ".cont-" in name or ".summarization-" in name]
    [ref] = detect.scan(FIXTURES / "atif" / "v1.5-continued.cont-1.json")
    assert ref.format == "atif"


@pytest.mark.parametrize("is_last", [False, True])
def test_a_large_file_is_known_by_its_beginning_or_else_by_its_end(is_last, tmp_path):
    head = {"schema_version": "ATIF-v1.7", "agent": {"name": "demo"}}
    filler = {"steps": [{"step_id": 1, "source": "agent", "message": "x" * (9 << 20)}]}
    path = tmp_path / "large.json"
    path.write_text(json.dumps({**filler, **head} if is_last else {**head, **filler}))
    found = peek(path)
    assert not found.is_whole
    assert ("schema_version" in found.keys) is not is_last
    [ref] = detect.scan(path)
    assert ref.agent == "demo"


def test_a_peek_reads_no_more_than_it_needs(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text('{"k": 1}\n' * 1_500_000)
    found = peek(path)
    assert found.kind is SourceKind.LINES
    assert len(found.elements) == 40
    assert path.stat().st_size > 40 * HEAD_BYTES


@settings(max_examples=150, deadline=None)
@given(
    content=st.binary(max_size=200)
    | st.text(alphabet='{}[]",:\\u0d8e \n1n', max_size=80).map(str.encode)
)
def test_no_bytes_end_in_anything_but_runs_or_a_sentence(content, tmp_path_factory):
    path = tmp_path_factory.mktemp("any") / "x"
    path.write_bytes(content)
    try:
        refs = detect.scan(path)
    except TraceError:
        return
    assert all(detect.load(ref, path) for ref in refs)


def test_all_shared_units_of_the_read_formats_open_and_no_other_is_taken_for_one(shared_traces):
    for folder in sorted(shared_traces.iterdir()):
        if not folder.is_dir():
            continue
        survey = detect.survey(folder)
        if folder.name in READ_FOLDERS:
            assert len(survey.runs) == READ_FOLDERS[folder.name], folder.name
            assert survey.unknown == ()
        else:
            assert survey.runs == (), folder.name


def test_a_marked_file_is_known_without_parsing_it(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(
        '{"schema_version": "ATIF-v1.7", "agent": {"name": "demo"}, "steps": [' + "x" * 5000
    )
    [ref] = detect.scan(path)
    assert (ref.format, ref.agent) == ("atif", "demo")


@pytest.mark.parametrize(
    ("size", "words"), [(1, "no recording that can be read"), (5_000, "second document follows")]
)
def test_marked_documents_on_lines_of_their_own_are_not_taken_for_the_first_of_them(
    size, words, tmp_path
):
    step = {"step_id": 1, "source": "agent", "message": "x" * size}
    line = json.dumps({"schema_version": "ATIF-v1.7", "agent": {"name": "demo"}, "steps": [step]})
    path = tmp_path / "runs.jsonl"
    path.write_text(f"{line}\n{line}\n")
    with pytest.raises(TraceError, match=words):
        detect.load(detect.scan(path)[0], path)


@pytest.mark.parametrize("between", ["", "\n", ",\n", "\ufeff", "\x1e", "\n-- next --\n"])
@pytest.mark.parametrize(
    "name",
    ["atif/v1.0.json", "swe_agent/acme__app-1.traj", "mini/v2.traj.json", "chat/openai.json"],
)
def test_a_second_document_in_a_file_is_never_dropped(name, between, tmp_path):
    laid_out = json.dumps(json.loads((FIXTURES / name).read_text()), indent=1)
    path = tmp_path / Path(name).name
    path.write_text(laid_out)
    assert detect.load(detect.scan(path)[0], path).steps
    path.write_text(f"{laid_out}{between}{laid_out}")
    with pytest.raises(TraceError, match=r"second document follows|no recording that can be read"):
        detect.load(detect.scan(path)[0], path)
    path.write_text(f"{laid_out}\n\n")
    assert detect.load(detect.scan(path)[0], path).steps


def test_of_a_recording_that_names_its_format_no_more_than_its_beginning_is_read(
    tmp_path, monkeypatch
):
    path = tmp_path / "run.json"
    large = json.loads(ATIF.read_text())
    large["steps"][0]["message"] = "x" * 1_000_000
    path.write_text(json.dumps(large))
    sizes = []

    class Noted(io.FileIO):
        def read(self, size=-1):
            raw = super().read(size)
            sizes.append(len(raw))
            return raw

    monkeypatch.setattr(os, "fdopen", lambda number, *_, **__: Noted(number))
    assert [run.format for run in detect.survey(tmp_path).runs] == ["atif"]
    assert 0 < sum(sizes) <= 4096
