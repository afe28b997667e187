"""`ckpt-tui score` and `command` checks: nothing runs untrusted, and nothing runs twice."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run
from ckpt_tui.errors import StoreError
from ckpt_tui.services.commands import CommandDesk, where_trusted
from ckpt_tui.wiring import open_library, open_workbench

pytestmark = pytest.mark.needs("bwrap")

CHECK = """
[[checkpoint]]
id = "{id}"
title = "It is so"
[checkpoint.check]
{check}
"""
SUITE = 'kind = "command"\nargv = ["sh", "/task/verify.sh"]\noutput = { has = "right" }'


class Author:
    """A workspace with one task and one recorded run, whose files say `total = 12`."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.task = folder / "checklists/t"
        self.files = folder / "sample_traces/t/run/environment"
        self._capsys = capsys
        self.task.mkdir(parents=True)
        self.files.mkdir(parents=True)
        (self.files / "total.txt").write_text("total = 12\n")
        (self.task / "verify.sh").write_text("grep -q 12 total.txt && echo right\n")
        trace = {
            "schema_version": "ATIF-v1.4",
            "session_id": "s",
            "agent": {"name": "a", "version": "1"},
            "steps": [{"step_id": 1, "source": "agent", "message": "done"}],
        }
        (self.files.parent / "trajectory.json").write_text(json.dumps(trace))
        (folder / "sample_traces/t/traces.toml").write_text(
            '[[trace]]\npath = "run"\nenvironment = "run/environment"\n'
        )
        self.writes(SUITE)

    def writes(self, *checks: str) -> None:
        head = 'format = 1\ntask = "t"\n[scoring]\ngate = "none"\nclaims = { off = "none" }\n'
        points = [CHECK.format(id=f"c{at}", check=check) for at, check in enumerate(checks)]
        (self.task / "checklist.toml").write_text(head + "".join(points))

    def scores(self, *options: str) -> list[tuple[str, str]]:
        """Verdict and reason of each checkpoint."""
        assert run(["-C", str(self.folder), "score", "t", "--json", *options]) == 0
        points = json.loads(self._capsys.readouterr().out)[0]["checkpoints"]
        return [(point["verdict"], point["reason"]) for point in points]

    def runs_with_patch(self, patch: str) -> None:
        """The recording holds a patch, and no files."""
        (self.files.parent / "final.patch").write_text(patch)
        listing = self.folder / "sample_traces/t/traces.toml"
        listing.write_text(listing.read_text().replace("run/environment", "run/final.patch"))

    def desk(self) -> CommandDesk:
        return CommandDesk("t", open_workbench(self.folder).commands, where_trusted)

    def asks(self) -> str:
        """What would be agreed to now."""
        sample = open_workbench(self.folder).library.samples("t").samples[0]
        environment = open_library(self.folder).load(sample).environment
        assert environment is not None
        request = self.desk().request(("sh", "/task/verify.sh", "total.txt"), environment)
        return request.trust

    def agrees(self) -> None:
        sample = open_workbench(self.folder).library.samples("t").samples[0]
        environment = open_library(self.folder).load(sample).environment
        desk = self.desk()
        desk.trust(desk.request(("sh", "/task/verify.sh"), environment))


@pytest.fixture
def author(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Author:
    return Author(tmp_path / "w", capsys)


def test_nothing_runs_untrusted_and_the_flag_is_named(author: Author) -> None:
    ((verdict, reason),) = author.scores()
    assert verdict == "unavailable"
    assert "not trusted on this machine" in reason
    assert "--trust-commands" in reason


def test_the_flag_runs_all_and_is_not_remembered(author: Author) -> None:
    assert author.scores("--trust-commands") == [("pass", "It ended with 0, and its output fits.")]
    (author.task / "verify.sh").write_text("exit 3\n")
    assert author.scores()[0][0] == "unavailable"


def test_what_was_agreed_to_runs_and_a_changed_byte_asks_again(author: Author) -> None:
    author.agrees()
    assert author.scores()[0][0] == "pass"
    (author.task / "verify.sh").write_text("grep -q 12 total.txt && echo right \n")
    assert author.scores()[0][0] == "unavailable"


def test_every_covered_byte_is_part_of_what_is_agreed_to(author: Author, tmp_path: Path) -> None:
    asked = [author.asks()]
    (author.task / "verify.sh").write_text("grep -q 13 total.txt && echo right\n")
    asked.append(author.asks())
    (author.files / "total.txt").write_text("total = 13\n")
    asked.append(author.asks())
    author.folder.rename(tmp_path / "elsewhere")
    assert len(set(asked)) == 3


def test_an_agreement_counts_for_its_own_folder_only(author: Author, tmp_path: Path) -> None:
    author.agrees()
    author.folder.rename(tmp_path / "elsewhere")
    author.folder, author.task = tmp_path / "elsewhere", tmp_path / "elsewhere/checklists/t"
    assert author.scores()[0][0] == "unavailable"


def test_agreements_lie_in_the_state_folder_closed_to_others(
    author: Author, own_state: Path
) -> None:
    before = set(author.folder.rglob("*"))
    author.agrees()
    author.scores()
    assert set(author.folder.rglob("*")) == before
    (agreed,) = (own_state / "ckpt-tui/trust").iterdir()
    assert agreed.stat().st_mode & 0o077 == 0
    agreed.write_bytes(agreed.read_bytes()[:-5])
    (own_state / "cache/ckpt-tui/commands").rename(own_state / "gone")
    assert author.scores()[0][0] == "unavailable"


def test_a_result_is_found_again_whatever_else_is_edited(author: Author) -> None:
    tick = 'kind = "command"\nargv = ["sh", "-c", "cat /proc/sys/kernel/random/uuid"]\n'
    author.writes(tick + 'output = { re = "^([0-9a-f-]+)$" }', SUITE)
    assert author.scores("--trust-commands")[0][0] == "pass"
    # nothing is trusted now, so whatever passes was not run again
    author.writes('kind = "human"\nquestion = "?"', tick + 'output = "other"', SUITE)
    told = author.scores()
    assert [verdict for verdict, _ in told] == ["pending", "fail", "pass"]
    (author.files / "other.txt").write_text("1")
    assert [verdict for verdict, _ in author.scores()][1:] == ["unavailable", "unavailable"]


@pytest.mark.parametrize(
    "content", [b'{"exit_code": "x', b'{"a":' + b"[" * 100_000], ids=["cut", "deep"]
)
def test_a_damaged_result_is_as_good_as_none(
    author: Author, own_state: Path, content: bytes
) -> None:
    author.scores("--trust-commands")
    for path in (own_state / "cache/ckpt-tui/commands").iterdir():
        path.write_bytes(content)
    assert author.scores()[0][0] == "unavailable"
    assert author.scores("--trust-commands")[0][0] == "pass"


def test_without_a_sandbox_nothing_runs_unless_it_is_asked_for(
    author: Author, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "grep"):
        (programs / name).symlink_to(os.path.realpath(f"/bin/{name}"))
    monkeypatch.setenv("PATH", str(programs))
    ((verdict, reason),) = author.scores("--trust-commands")
    assert verdict == "unavailable"
    assert "bubblewrap (bwrap) is not installed" in reason
    author.agrees()
    assert author.scores()[0][0] == "unavailable"
    assert "not trusted" in author.scores("--unsandboxed")[0][1]
    assert author.scores("--unsandboxed", "--trust-commands")[0][0] == "pass"


@pytest.mark.parametrize("place", ["missing", "link", "pipe", "folder link", "huge"])
def test_a_script_that_is_not_the_tasks_own_is_not_run(author: Author, place: str) -> None:
    script = author.task / "verify.sh"
    script.unlink()
    outside = author.folder.parent / "outside"
    outside.mkdir()
    (outside / "verify.sh").write_text("echo right\n")
    match place:
        case "link":
            script.symlink_to(outside / "verify.sh")
        case "pipe":
            os.mkfifo(script)
        case "folder link":
            script.mkdir()
            (script / "x").symlink_to(outside / "verify.sh")
        case "huge":
            with script.open("wb") as file:
                file.truncate(40 << 20)
        case _:
            pass
    ((verdict, reason),) = author.scores("--trust-commands")
    assert verdict == "unavailable"
    assert "verify.sh" in reason


def test_the_recorded_files_are_as_they_were(author: Author) -> None:
    argv = '["sh", "-c", "rm -rf /work/* /task/*; echo x > new; chmod 000 ."]'
    author.writes(f'kind = "command"\nargv = {argv}')
    author.scores("--trust-commands")
    assert [path.name for path in author.files.iterdir()] == ["total.txt"]
    assert (author.files / "total.txt").read_text() == "total = 12\n"


PATCH = """\
diff --git a/total.txt b/total.txt
--- a/total.txt
+++ b/total.txt
@@ -1 +1 @@
-total = 11
+total = 12
"""


def test_a_patch_is_all_of_the_final_files_beside_those_that_it_was_made_from(
    author: Author,
) -> None:
    author.runs_with_patch(PATCH)
    ((verdict, reason),) = author.scores("--trust-commands")
    assert verdict == "unavailable"
    assert "environment.root" in reason
    found = author.task / "environment"
    found.mkdir()
    checklist = author.task / "checklist.toml"
    checklist.write_text(
        checklist.read_text().replace("[scoring]", '[environment]\nroot = "environment"\n[scoring]')
    )
    (found / "total.txt").write_text("total = 10\n")
    assert author.scores("--trust-commands") == [(verdict, reason)]
    (found / "total.txt").write_text("total = 11\n")
    assert author.scores("--trust-commands")[0][0] == "pass"
    (author.task / "verify.sh").write_text("grep -q 11 total.txt && echo right\n")
    assert author.scores("--trust-commands")[0][0] == "fail"


def test_commands_inside_of_others_are_run_and_stay_three_valued(author: Author) -> None:
    good, bad, lost = (
        f'{{ kind = "command", argv = {argv} }}'
        for argv in ('["true"]', '["false"]', '["no-such-program"]')
    )
    author.writes(
        f'kind = "any_of"\nchecks = [{good}, {lost}]',
        f'kind = "all_of"\nchecks = [{bad}, {lost}]',
        f'kind = "all_of"\nchecks = [{good}, {lost}]',
        f'kind = "not"\ncheck = {lost}',
        f'kind = "not"\ncheck = {bad}',
    )
    found = [verdict for verdict, _ in author.scores("--trust-commands")]
    assert found == ["pass", "fail", "unavailable", "unavailable", "pass"]


def test_what_a_command_prints_reaches_a_terminal_as_text_only(
    author: Author, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = r"\\033]0;pwned\\007\\n\\033[31mred"
    author.writes(f'kind = "command"\nargv = ["printf", "{printed}"]\noutput = "x"')
    assert run(["-C", str(author.folder), "score", "t", "--trust-commands"]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert "red" in author.scores()[0][1]


def test_where_there_is_a_terminal_it_asks_once_and_remembers_a_yes(
    author: Author, own_state: Path
) -> None:
    for answer, verdict in ((b"n\n", "unavailable"), (b"y\n", "pass")):
        shown = on_terminal(author.folder, answer)
        assert shown.count("Run this over copies of the final files") == 1
        assert '["sh", "/task/verify.sh"]' in shown
        assert "│ grep -q 12 total.txt && echo right" in shown
        assert author.scores()[0][0] == verdict
    shutil.rmtree(own_state / "cache/ckpt-tui")
    assert "Run this" not in on_terminal(author.folder, b"")


def test_an_agreement_that_cannot_be_kept_counts_for_now_and_that_is_said(
    author: Author, own_state: Path
) -> None:
    (own_state / "ckpt-tui").mkdir(parents=True)
    (own_state / "ckpt-tui/trust").write_text("no folder")
    shown = on_terminal(author.folder, b"y\n")
    assert "agreed for now, but not remembered" in shown
    assert author.scores()[0][0] == "pass"


def test_a_pipe_in_the_place_of_agreements_holds_nobody_up(author: Author, own_state: Path) -> None:
    author.agrees()
    (agreed,) = (own_state / "ckpt-tui/trust").iterdir()
    agreed.unlink()
    os.mkfifo(agreed)
    with pytest.raises(StoreError, match="cannot be written"):
        author.agrees()
    assert author.scores()[0][0] == "unavailable"


def on_terminal(folder: Path, answer: bytes) -> str:
    """What `score` shows on a terminal of its own, given an answer to its question."""
    mine, its = os.openpty()
    words = [sys.executable, "-m", "ckpt_tui", "-C", str(folder), "score", "t"]
    with subprocess.Popen(words, stdin=its, stderr=its, stdout=subprocess.DEVNULL) as process:
        os.close(its)
        os.write(mine, answer)
        shown = b""
        with suppress(OSError):
            while piece := os.read(mine, 4096):
                shown += piece
        assert process.wait(20) == 0
    os.close(mine)
    return shown.decode()
