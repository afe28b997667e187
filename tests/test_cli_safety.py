"""What the command line prints of texts that somebody else chose: nothing a terminal obeys."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from ckpt_tui.cli.main import run
from ckpt_tui.core.display import plain
from tests.hostile import PAYLOADS
from tests.safety.grammar import untamed
from tests.safety.hostile_workspace import (
    TASK,
    Words,
    byte_names,
    checklist_text,
    hostile_workspace,
    quoted,
    unlisted_workspace,
)
from tests.safety.terminal import APP, Terminal, environment

TEXTS = tuple(payload for _, payload in PAYLOADS)
WRITABLE = tuple(text for text in TEXTS if not any("\ud800" <= char <= "\udfff" for char in text))
# What a shell can hand over: no NUL, and bytes that are no UTF-8 as Python sees them.
ARGUMENTS = (*(text for text in WRITABLE if "\0" not in text), os.fsdecode(b"a\xff\x9b2J"))


def each(texts: Sequence[str]) -> list[ParameterSet]:
    """One case a text; all but a few of each class are for the exhaustive run."""
    few = ("0;pwned-title", "\x9b", "\x00", "\x08", "\r", "\u202e", "\udcff", "@click", "|sh")
    return [
        pytest.param(text, id=ascii(text))
        if any(mark in text for mark in few)
        else pytest.param(text, id=ascii(text), marks=pytest.mark.exhaustive)
        for text in texts
    ]


class Printed:
    """What one command printed."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out.decode()
        self.err = err.decode()

    def is_tame(self) -> bool:
        return all(plain(text, lines=True) == text for text in (self.out, self.err))


Command = Callable[..., Printed]


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    def commanded(*arguments: str) -> Printed:
        code = run(list(arguments))
        sys.stdout.flush()
        return Printed(code, *capfdbinary.readouterr())

    return commanded


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_workspace(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def unlisted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unlisted_workspace(tmp_path_factory.mktemp("unlisted"))


def test_the_score_table_shows_payloads_as_tokens(hostile: Path, command: Command) -> None:
    printed = command("-C", str(hostile), "score")
    assert printed.code == 0
    assert printed.is_tame()
    for text in WRITABLE:
        assert plain(text) in printed.out


def test_the_score_document_is_ascii_and_holds_the_payloads_whole(
    hostile: Path, command: Command
) -> None:
    printed = command("-C", str(hostile), "score", "--json")
    assert printed.code == 0
    assert printed.is_tame()
    assert printed.out.isascii()
    main = json.loads(printed.out)[0]
    quotes = {e["quote"] for point in main["checkpoints"] for e in point["evidence"]}
    assert quotes & set(TEXTS)


def test_a_table_in_a_pipe_is_never_cut(hostile: Path, command: Command) -> None:
    headings = command("-C", str(hostile), "score").out.splitlines()[1]
    assert headings.split() == [
        "run", "role", "official", "score", "progress", "raw", "first", "failed",
    ]  # fmt: skip


def test_file_names_that_are_no_text_are_shown_and_can_be_named(
    unlisted: Path, command: Command
) -> None:
    printed = command("-C", str(unlisted), "score")
    assert printed.code == 0
    assert printed.is_tame()
    assert "⟨DCFF⟩⟨DCFE⟩" in printed.out
    document = command("-C", str(unlisted), "score", "--json")
    assert document.out.isascii()
    assert len(json.loads(document.out)) == len(byte_names())
    folder = unlisted / "sample_traces" / TASK
    for number, name in enumerate(byte_names()):
        path = folder / os.fsdecode(b"%02d" % number + name + b".json")
        one = command("-C", str(unlisted), "score", TASK, "--traces", str(path))
        assert one.is_tame()
        assert one.code == 0, one.err


@pytest.mark.parametrize("text", each(ARGUMENTS))
def test_errors_about_arguments_quote_them_as_tokens(
    hostile: Path, command: Command, text: str
) -> None:
    at = ("-C", str(hostile))
    for arguments in (
        (*at, text),
        (*at, f"--{text}"),
        (*at, "score", text),
        (*at, "score", TASK, "--traces", text),
        (*at, "score", "--fail-on", text),
        (*at, "log", text),
        (*at, "log", f"--{text}"),
        (*at, "show", text),
        (*at, "show", f"{TASK}@{text}"),
        (*at, "save", text, "-m", text),
        (*at, "edit", text),
        (*at, "score", TASK, "--traces", f"{text}{'x' * 5000}"),
        ("-C", f"/no/{text}", "score"),
    ):
        printed = command(*arguments)
        assert printed.code == 2, arguments
        assert printed.is_tame(), arguments
        assert printed.out == ""
        assert printed.err.startswith("ckpt-tui: ")
        assert printed.err.count("\n") == 1


@pytest.mark.parametrize("text", each(WRITABLE))
def test_errors_in_a_checklist_quote_it_as_tokens(
    tmp_path: Path, command: Command, text: str
) -> None:
    whole = checklist_text(Words(frozenset()), ["word"])
    file = tmp_path / "checklists" / TASK / "checklist.toml"
    file.parent.mkdir(parents=True)
    said = quoted(text)
    for broken in (
        f"{said} = 1\n{whole}",
        whole.replace("format = 1", f"format = {said}"),
        whole.replace('gate = "none"', f"gate = {said}"),
        whole.replace('task = "task_042"', f"task = {said}"),
        whole.replace('id = "point-0"', f"id = {said}"),
        whole.replace('id = "point-0"', f"id = 'x'\nstage = {said}"),
        whole.replace('id = "point-0"', f"id = 'x'\nrole = {said}"),
        whole.replace('id = "point-0"', f"id = 'x'\npoints = {said}"),
        whole.replace('id = "point-0"', f"id = 'x'\nrequires = [{said}]"),
        whole.replace('id = "point-0"', f"id = 'x'\n{said} = 1"),
        whole.replace('kind = "output"', f"kind = {said}"),
        whole.replace('kind = "output"', f'kind = "output"\n{said} = 1'),
        whole.replace("match = { has = ", f"match = {{ {said} = "),
        whole.replace("match = { has = ", f"match = {{ re = {quoted('(' + text)} }}#"),
        whole.replace("[scoring]", f"instructions = {said}\n[scoring]\n{said} = 1"),
        whole.replace("[meta]", f"[environment]\nroot = {said}\nwatch = [{said}]\n[meta]\n[meta]"),
        f"{text} = {text}\n{whole}",
        f'title = "{text}\n{whole}',
    ):
        file.write_text(broken, encoding="utf-8", newline="")
        printed = command("-C", str(tmp_path), "score", TASK)
        # A kind with a dot in its name is a plug-in's: the list loads and the verdict is an error.
        is_plugin = f"kind = {said}" in broken and "." in text
        assert printed.code == (0 if is_plugin else 2), (broken, printed.out, printed.err)
        assert printed.is_tame(), broken


def test_a_checklist_that_is_no_text_is_refused_with_its_name(
    tmp_path: Path, command: Command
) -> None:
    file = tmp_path / "checklists" / TASK / "checklist.toml"
    file.parent.mkdir(parents=True)
    file.write_bytes(b'title = "\xff\x9b2J\x1b[2J"\n')
    for arguments in (("score",), ("show", TASK), ("save", TASK, "-m", "why")):
        printed = command("-C", str(tmp_path), *arguments)
        assert (printed.code, printed.is_tame(), printed.out) == (2, True, "")
        assert "checklist.toml" in printed.err


@pytest.mark.parametrize("text", each(WRITABLE))
def test_errors_in_the_list_of_traces_and_in_traces_quote_them_as_tokens(
    tmp_path: Path, command: Command, text: str
) -> None:
    hostile_workspace(tmp_path, ["word"])
    samples = tmp_path / "sample_traces" / TASK
    said = quoted(text)
    for listing in (
        f"[[trace]]\npath = {said}\n",
        f'[[trace]]\npath = "main.json"\nrole = {said}\n',
        f'[[trace]]\npath = "main.json"\ntrial = {said}\n',
        f'[[trace]]\npath = "main.json"\nenvironment = {said}\n',
        f'[[trace]]\npath = "main.json"\n{said} = 1\n',
        f"{said} = 1\n",
        f"[[trace]]\npath = '{text}\n",
    ):
        (samples / "traces.toml").write_text(listing, encoding="utf-8", newline="")
        printed = command("-C", str(tmp_path), "score", TASK)
        assert printed.code == 2, listing
        assert printed.is_tame()
    (samples / "broken.json").write_text(f'{{"{text}": {text}', encoding="utf-8", newline="")
    printed = command("-C", str(tmp_path), "score", TASK, "--traces", str(samples / "broken.json"))
    assert (printed.code, printed.is_tame()) == (2, True)


def test_messages_and_authors_of_versions_are_shown_as_tokens(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile_workspace(tmp_path, ["word"])
    file = tmp_path / "checklists" / TASK / "checklist.toml"
    at = ("-C", str(tmp_path))
    sealed = 0
    for text in ARGUMENTS:
        monkeypatch.setenv("LOGNAME", text)
        file.write_text(f"{file.read_text()}# more\n")
        printed = command(*at, "save", TASK, "-m", f"why {text}")
        assert printed.is_tame()
        assert printed.code in (0, 2), printed.err
        sealed += printed.code == 0
    log = command(*at, "log", TASK)
    assert (log.code, log.is_tame()) == (0, True)
    assert len(log.out.splitlines()) == sealed >= len(WRITABLE) - 1
    assert "why ␛]0;pwned-title␛\\" in log.out
    document = command(*at, "log", TASK, "--json")
    assert document.out.isascii()
    assert len(json.loads(document.out)) == sealed


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (("score", TASK), "␛]0;pwned-title␛\\"),
        (("show", TASK), "⟨9D⟩0;pwned-title⟨9C⟩"),
        (("score", "\x1b]0;pwned-title\x07"), r"\x1b]0;pwned-title\x07"),
    ],
)
def test_a_terminal_gets_tokens(hostile: Path, arguments: tuple[str, ...], token: str) -> None:
    with Terminal((*APP, "-C", str(hostile), *arguments)) as terminal:
        terminal.ends()
        assert untamed(bytes(terminal.raw)) == []
        assert token in terminal.raw.decode()


def test_whoever_reads_only_the_head_of_a_table_gets_no_complaint(hostile: Path) -> None:
    argv = (*APP, "-C", str(hostile), "score", TASK)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        argv, stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
