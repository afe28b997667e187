"""`ckpt-tui trace claims`: what it prints, and the code it leaves with."""

import json
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run
from tests.tui.driver import ROOT

INVENTED = "sample_traces/task_042/invented-run"
SHAPE = {"text", "span", "tier", "kind", "verdict", "step", "quote"}


def recording(folder: Path, report: str) -> Path:
    """A chat in which the agent looked something up and reported."""
    asked = {"function": {"name": "get_order", "arguments": '{"id": "ORD-20010"}'}, "id": "c1"}
    messages = [
        {"role": "user", "content": "Where is my order?"},
        {"role": "assistant", "content": None, "tool_calls": [{"type": "function", **asked}]},
        {"role": "tool", "tool_call_id": "c1", "content": '{"id": "ORD-20010", "total": 341.05}'},
        {"role": "assistant", "content": report},
    ]
    path = folder / "chat.json"
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    return path


def test_json_has_the_documented_shape(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = "Order ORD-20010 cost $341.05. I opened ticket INC-48213 for you."
    assert run(["trace", "claims", str(recording(tmp_path, report)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(set(claim) == SHAPE for claim in found)
    verdicts = {claim["text"]: claim["verdict"] for claim in found}
    assert verdicts["ORD-20010"] == verdicts["$341.05"] == "supported"
    assert verdicts["INC-48213"] == "unsupported"
    for claim in found:
        start, end = claim["span"]
        assert report[start:end] == claim["text"]
        assert (claim["step"] is None) == (claim["verdict"] == "unsupported")


def test_it_needs_no_workspace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recording(tmp_path, "Nothing is claimed here.")
    monkeypatch.chdir(tmp_path)
    assert run(["trace", "claims", path.name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_reader_sees_verdict_reason_and_coverage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["trace", "claims", str(recording(tmp_path, "Ticket INC-48213 is open."))]) == 0
    said = capsys.readouterr().out
    assert "unsupported" in said
    assert "INC-48213" in said
    assert "1 of 1 sentences" in said


def test_hostile_text_is_shown_as_tokens(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = "Ticket INC-48213\x1b]52;c;AAAA\x07 [link=x]is open[/x]."
    assert run(["trace", "claims", str(recording(tmp_path, report))]) == 0
    said = capsys.readouterr().out
    assert "INC-48213" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_the_invented_run_of_the_samples_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "claims", str(ROOT / INVENTED), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"contradicted", "unsupported"} & {claim["verdict"] for claim in found}


def test_several_runs_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "claims", str(ROOT / "sample_traces" / "task_042")]) == 2
    assert "name one" in capsys.readouterr().err


def test_a_run_without_a_report_has_no_claims(capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "sample_traces" / "task_042" / "out-of-steps"
    assert run(["trace", "claims", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == []
    assert "stopped before it reported" in captured.err


def test_without_a_command_its_help_is_printed_line_by_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["trace", "--help"]) == 0
    asked = capsys.readouterr().out
    assert asked.count("\n") > 5
    assert run(["trace"]) == 2
    assert capsys.readouterr().err == asked
