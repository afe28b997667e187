"""Final files in an archive or a list of digests: honest verdicts, nothing hostile believed."""

import gzip
import io
import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest

from ckpt_tui.adapters.environments import FolderEnvironment
from ckpt_tui.adapters.listed_files import ListedFiles
from ckpt_tui.adapters.packed_files import TarFiles
from ckpt_tui.adapters.recorded_files import RecordedEnvironment
from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.match import Equals, Has
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Status
from ckpt_tui.core.view import TraceView
from ckpt_tui.errors import TraceError

ROOT = Path(__file__).parents[2]
ORACLE = ROOT / "sample_traces/task_043/oracle"
BASE = ROOT / "checklists/task_043/environment"


def entry(name, content=b"", kind=tarfile.REGTYPE, link=""):
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.size = kind, link, len(content)
    return member, content


def packed(path, *entries, form=tarfile.GNU_FORMAT):
    with tarfile.open(path, "w", format=form) as archive:
        for member, content in entries:
            archive.addfile(member, io.BytesIO(content))
    return path


def digest_lines(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  ./{path.relative_to(folder)}\n" for path in files
    )


def refusal(make, path):
    with pytest.raises(TraceError) as caught:
        make(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


@pytest.fixture
def loaded(tmp_path):
    """Loads a sample recording with the final files that a name in `tmp_path/…/t` holds."""
    folder = tmp_path / "sample_traces" / "t"
    folder.mkdir(parents=True)
    (folder / "run.json").write_bytes((ORACLE / "trajectory.json").read_bytes())

    def load(name):
        listed = f'[[trace]]\npath = "run.json"\nenvironment = "{name}"\n'
        (folder / "traces.toml").write_text(listed)
        library = FileTraceLibrary(tmp_path)
        [sample] = library.samples("t").samples
        return library.load(sample, base=BASE)

    load.folder = folder
    return load


@pytest.mark.parametrize("name", ["final.tar", "final.tar.gz", "final.TGZ"])
def test_an_archive_is_the_folder_that_was_packed(name, loaded):
    with tarfile.open(loaded.folder / name, "w" if name.endswith(".tar") else "w:gz") as archive:
        archive.add(ORACLE / "environment", arcname=".")
    folder = FolderEnvironment(ORACLE / "environment", base=BASE)
    found = loaded(name).environment
    assert found.changes
    for fact in ("paths", "digest", "changes", "patch", "is_complete"):
        assert getattr(found, fact) == getattr(folder, fact)
    for path in folder.paths:
        assert found.read(path) == folder.read(path)
        assert found.read_initial(path) == folder.read_initial(path)


def test_a_list_of_digests_tells_what_is_there_and_its_digest_but_no_text(loaded):
    (loaded.folder / "SHA256SUMS").write_text(digest_lines(ORACLE / "environment"))
    trace = loaded("SHA256SUMS")
    folder = FolderEnvironment(ORACLE / "environment", base=BASE)
    environment = trace.environment
    assert environment.changes == folder.changes
    assert (environment.paths, environment.is_complete) == (folder.paths, True)
    assert environment.patch == ""
    [edited] = [path for path, change in folder.changes.items() if change is Change.EDIT][:1]
    digest = sha256(folder.read(edited)).hexdigest()
    name = Equals(edited)
    asked = [
        (File(path=name), Status.PASS),
        (File(path=name, exists=False), Status.FAIL),
        (File(path=Equals("nowhere.py"), exists=False), Status.PASS),
        (File(path=name, sha256=digest.upper()), Status.PASS),
        (File(path=name, sha256="0" * 64), Status.FAIL),
        (File(path=name, sha256=digest, text=Has("def")), Status.UNAVAILABLE),
        (File(path=name, sha256="0" * 64, text=Has("def")), Status.FAIL),
        (File(path=name, text=Has("def")), Status.UNAVAILABLE),
    ]
    view = TraceView(trace=trace, workdir=())
    assert [check.decide(view).status for check, _ in asked] == [status for _, status in asked]


def test_final_files_of_another_form_are_refused_with_those_that_are_read(loaded):
    (loaded.folder / "final.zip").write_bytes(b"PK")
    with pytest.raises(TraceError, match=r"\.tar\.gz.*\.patch.*sha256sums"):
        loaded("final.zip")


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../up", "a/.."])
@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_member_that_does_not_lie_below_the_working_folder_is_refused(name, form, tmp_path):
    path = packed(tmp_path / "a.tar", entry("fine", b"1"), entry(name, b"x"), form=form)
    assert name in refusal(TarFiles, path)


def test_links_are_followed_inside_the_archive_and_devices_are_no_files(tmp_path):
    files = TarFiles(
        packed(
            tmp_path / "a.tar",
            entry("./d/real.txt", b"1"),
            entry("d/soft", kind=tarfile.SYMTYPE, link="real.txt"),
            entry("up", kind=tarfile.SYMTYPE, link="d/../d/soft"),
            entry("hard", kind=tarfile.LNKTYPE, link="./d/real.txt"),
            entry("out", kind=tarfile.SYMTYPE, link="../../../etc/passwd"),
            entry("abs", kind=tarfile.SYMTYPE, link="/etc/passwd"),
            entry("folder", kind=tarfile.SYMTYPE, link="d"),
            entry("loop", kind=tarfile.SYMTYPE, link="loop"),
            entry("lost", kind=tarfile.LNKTYPE, link="nowhere"),
            entry("null", kind=tarfile.CHRTYPE),
            entry("disk", kind=tarfile.BLKTYPE),
            entry("pipe", kind=tarfile.FIFOTYPE),
            entry("d/.git/HEAD", b"ref"),
        )
    )
    contents = {path: files.read(path) for path in files.paths}
    assert contents == {
        "abs": None, "d/real.txt": b"1", "d/soft": b"1", "folder": None, "hard": b"1",
        "loop": None, "lost": None, "out": None, "up": b"1",
    }  # fmt: skip
    assert files.hashes["d/soft"] == files.hashes["hard"] == sha256(b"1").digest()
    assert files.hashes["out"] == b"../../../etc/passwd"
    assert files.read("null") is None


def test_of_members_with_one_name_the_last_counts_as_when_unpacking(tmp_path):
    path = packed(tmp_path / "a.tar", entry("x", b"old"), entry("./x", b"new"))
    assert TarFiles(path).read("x") == b"new"


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_an_archive_that_is_cut_off_anywhere_is_refused(form, tmp_path):
    whole = packed(
        tmp_path / "a.tar", entry("a", b"1" * 700), entry("z/" + "n" * 90, b"2"), entry("c"),
        form=form,
    ).read_bytes()  # fmt: skip
    end = len(whole.rstrip(b"\0")) // 512 * 512 + 512
    path = tmp_path / "cut.tar"
    for stop in range(0, end + 1, 128):
        path.write_bytes(whole[:stop])
        refusal(TarFiles, path)
    path.write_bytes(whole[: end + 512])
    assert len(TarFiles(path).paths) == 3


def test_a_broken_header_in_the_middle_is_no_end(tmp_path):
    path = packed(tmp_path / "a.tar", entry("a", b"1"), entry("b", b"2"))
    raw = bytearray(path.read_bytes())
    raw[1024 + 148 : 1024 + 156] = b"7777777\0"
    path.write_bytes(raw)
    assert "cut off or broken" in refusal(TarFiles, path)


@pytest.mark.parametrize("content", [b"", b"text", b"\0" * 100, b"\x1f\x8bxx", b"PK\x03\x04"])
def test_what_is_no_archive_is_refused_in_a_sentence(content, tmp_path):
    path = tmp_path / "a.tar"
    path.write_bytes(content)
    refusal(TarFiles, path)


def test_an_archive_zipped_and_cut_off_is_refused(tmp_path):
    path = tmp_path / "a.tgz"
    whole = gzip.compress(packed(tmp_path / "a.tar", entry("a", b"1")).read_bytes())
    for raw in (whole[:-9], whole[:-4], whole[: len(whole) // 2]):
        path.write_bytes(raw)
        assert "unzipped" in refusal(TarFiles, path)


def test_an_archive_that_swells_beyond_all_measure_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("ckpt_tui.adapters.packed_files.MOST_BYTES", 1 << 16)
    monkeypatch.setattr("ckpt_tui.adapters.packed_files.MOST_FILES", 100)
    many = packed(tmp_path / "many.tar", *(entry(f"f{n}") for n in range(101)))
    large = packed(tmp_path / "large.tar", entry("a", b"0" * (1 << 16)), entry("b", b"1"))
    zipped = tmp_path / "bomb.tgz"
    zipped.write_bytes(gzip.compress(bytes(1 << 22)))
    sparse, _ = entry("sparse")
    sparse.pax_headers = {
        "GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.map": "0,0",
        "GNU.sparse.size": str(1 << 50), "GNU.sparse.name": "sparse",
    }  # fmt: skip
    holes = packed(tmp_path / "holes.tar", (sparse, b""), form=tarfile.PAX_FORMAT)
    for path in (many, large, zipped, holes):
        assert "unpacks to more" in refusal(TarFiles, path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0" * 64 + "  a", "cut off"),
        ("0" * 63 + "  a\n", ":1: no `digest  path` line"),
        ("0" * 64 + " a\n", ":1: no"),
        ("0" * 64 + "  \n", ":1: no"),
        ("0" * 64 + "  a\n\n", ":2: no"),
        ("é" * 64 + "  a\n", ":1: no"),
        ("0" * 64 + "  a\n" + "1" * 64 + "  ./a\n", ":2: 'a' is listed with two digests"),
        ("0" * 64 + "  ../a\n", "'../a' does not lie below"),
        ("0" * 64 + "  /a\n", "'/a' does not lie below"),
    ],
)
def test_a_wrong_list_of_digests_is_refused_with_its_line(text, words, tmp_path):
    path = tmp_path / "x.sha256"
    path.write_text(text)
    assert words in refusal(ListedFiles, path)


@pytest.mark.needs("sha256sum")
def test_a_list_is_read_as_sha256sum_writes_it(tmp_path):
    folder = tmp_path / "e"
    folder.mkdir()
    names = ["plain", "with space", "naïve", "back\\slash", "two\nlines", "both\\n\n", "cr\r"]
    for name in names:
        (folder / name).write_text(name)
    for binary in ([], ["--binary"]):
        lines = subprocess.run(
            ["sha256sum", *binary, "--", *names], cwd=folder, check=True, capture_output=True
        ).stdout
        path = tmp_path / "x.sha256"
        path.write_bytes(lines)
        files = RecordedEnvironment(ListedFiles(path))
        assert files.paths == tuple(sorted(names))
        for name in names:
            assert files.listed_sha256(name) == sha256(name.encode()).hexdigest()
        assert files.digest == FolderEnvironment(folder).digest
