"""The kind `file`: the recorded final files and what they hold."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core import deciding
from ckpt_tui.core.checks.file import File
from ckpt_tui.core.match import AtLeast, Equals, Glob, Has, NotMatch, Regex
from ckpt_tui.core.trace import Change
from ckpt_tui.core.verdict import Status
from tests.core.traces import Files, agent, view

MODULE = """\
import x


class Ledger:
    @property
    def total(self):
        return round(self.é, 2)

    def other(self):
        return 1


def total():
    return 0
""".encode()
GUIDE = b"# Guide\n\n## Setup\nrun it\n```\n# not a heading\n```\n### Deep\nmore\n## Use\nuse it\n"
SETTINGS = b'[tool.x]\nlevel = 3\nnames = ["a", "b"]\n\n[other]\nlevel = 4\n'
FILES = Files(
    {
        "a/money.py": MODULE,
        "guide.md": GUIDE,
        "settings.toml": SETTINGS,
        "out.json": b'{"total": 1520.7, "rows": [{"id": "x"}], "none": null}',
        "list.json": b'[{"id": 1}]',
        "bad.json": b"{",
        "bad.py": b"def f(:\n",
        "latin.txt": b"caf\xe9 au lait",
        "conf.yaml": b"a: 1\n",
    }
)


def decided(check: File, files: Files | None = FILES, **facts):
    return deciding.decided(check, view(agent(""), environment=files, **facts))


def status(check: File, files: Files | None = FILES) -> Status:
    return decided(check, files).status


def test_a_file_is_there_or_not():
    assert status(File(path=Equals("a/money.py"))) is Status.PASS
    assert status(File(path=Equals("./a//money.py"))) is Status.PASS
    assert status(File(path=Glob("**/*.py"))) is Status.PASS
    assert status(File(path=Equals("b.py"))) is Status.FAIL
    assert status(File(path=Equals("b.py"), exists=False)) is Status.PASS
    assert status(File(path=Glob("*.md"), exists=False)) is Status.FAIL


def test_a_path_with_the_working_folder_is_the_same_file():
    verdict = decided(File(path=Equals("/app/guide.md")), workdir=("/app",))
    assert verdict.status is Status.PASS


def test_nothing_is_absent_from_an_incomplete_recording():
    part = Files({"a.py": b""}, is_complete=False)
    assert status(File(path=Equals("b.py")), part) is Status.UNAVAILABLE
    assert status(File(path=Equals("b.py"), exists=False), part) is Status.UNAVAILABLE
    gone = Files({}, is_complete=False, changes={"b.py": Change.DELETE})
    assert status(File(path=Equals("b.py"), exists=False), gone) is Status.PASS
    assert status(File(path=Equals("b.py")), gone) is Status.FAIL


def test_without_final_files_or_bytes_it_is_unavailable():
    assert status(File(path=Equals("a.py")), None) is Status.UNAVAILABLE
    patch_only = Files({}, is_complete=False, changes={"a.py": Change.EDIT})
    assert status(File(path=Equals("a.py")), patch_only) is Status.PASS
    assert status(File(path=Equals("a.py"), text=Has("x")), patch_only) is Status.UNAVAILABLE


def test_text_is_quoted_with_its_place_in_code_points():
    verdict = decided(File(path=Equals("a/money.py"), text=Has("é, 2")))
    (evidence,) = verdict.evidence
    assert (evidence.step, evidence.part, evidence.quote) == (None, "file:a/money.py", "é, 2")
    assert MODULE.decode()[slice(*evidence.span)] == "é, 2"


def test_bytes_that_are_not_utf_8_are_replaced():
    assert status(File(path=Equals("latin.txt"), text=Regex("caf. au"))) is Status.PASS


@pytest.mark.parametrize(
    ("path", "name", "inside", "outside"),
    [
        ("a/money.py", "total", "return 0", "import x"),
        ("a/money.py", "Ledger.total", "@property", "return 1"),
        ("a/money.py", "Ledger", "return 1", "return 0"),
        ("guide.md", "Setup", "more", "use it"),
        ("guide.md", "Deep", "more", "run it"),
        ("settings.toml", "tool.x", "level = 3", "level = 4"),
        ("settings.toml", "[other]", "level = 4", "level = 3"),
    ],
)
def test_within_looks_only_in_a_part(path, name, inside, outside):
    assert status(File(path=Equals(path), within=name, text=Has(inside))) is Status.PASS
    assert status(File(path=Equals(path), within=name, text=Has(outside))) is Status.FAIL
    gone = NotMatch(Has(outside))
    assert status(File(path=Equals(path), within=name, text=gone)) is Status.PASS


def test_a_part_that_is_missing_fails_even_where_the_text_must_not_be_there():
    check = File(path=Equals("a/money.py"), within="nothing", text=NotMatch(Has("x")))
    assert status(check) is Status.FAIL


def test_a_part_of_a_file_of_another_kind_is_unavailable_and_of_a_broken_one_missing():
    assert status(File(path=Equals("latin.txt"), within="x")) is Status.UNAVAILABLE
    assert status(File(path=Equals("bad.py"), within="f")) is Status.FAIL


def test_queries_reach_into_json_and_toml():
    assert status(File(path=Equals("out.json"), query="total", equals=AtLeast(1520.7))) is (
        Status.PASS
    )
    assert status(File(path=Equals("out.json"), query="rows[0].id", equals=Equals("x"))) is (
        Status.PASS
    )
    assert status(File(path=Equals("out.json"), query="none")) is Status.PASS
    assert status(File(path=Equals("list.json"), query="[0].id", equals=Equals(1))) is Status.PASS
    assert status(File(path=Equals("settings.toml"), query="tool.x.level", equals=Equals(3))) is (
        Status.PASS
    )
    assert status(File(path=Equals("settings.toml"), query="tool.x.level", equals=Equals("3"))) is (
        Status.FAIL
    )
    assert status(File(path=Equals("out.json"), query="missing")) is Status.FAIL
    assert status(File(path=Equals("bad.json"), query="a")) is Status.FAIL
    assert status(File(path=Equals("conf.yaml"), query="a")) is Status.UNAVAILABLE


def test_the_digest_names_the_bytes():
    digest = sha256(GUIDE).hexdigest()
    assert status(File(path=Equals("guide.md"), sha256=digest.upper())) is Status.PASS
    assert status(File(path=Equals("guide.md"), sha256="0" * 64)) is Status.FAIL


def test_fields_that_contradict_each_other_are_an_error():
    assert status(File(path=Equals("a"), exists=False, text=Has("x"))) is Status.ERROR
    assert status(File(path=Equals("a"), equals=Equals(1))) is Status.ERROR


@settings(max_examples=150)
@given(
    st.text(max_size=60), st.sampled_from(["f.py", "f.md", "f.toml", "f.ini"]), st.text(max_size=5)
)
def test_a_part_of_any_text_is_a_place_in_it(text, path, name):
    files = Files({path: text.encode("utf-8", "replace")})
    check = File(path=Equals(path), within=name, text=Regex("(?s).*"))
    verdict = decided(check, files)
    assert verdict.status in {Status.PASS, Status.FAIL}
    for evidence in verdict.evidence:
        start, end = evidence.span
        assert 0 <= start <= end <= len(text)
        assert text.encode("utf-8", "replace").decode()[start:end][:500] == evidence.quote
