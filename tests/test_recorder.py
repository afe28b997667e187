"""The samples are what the recorder makes of its scripts, and what it makes really ran."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RECORDER = ROOT / "sample_traces" / "_recorder"
SAMPLES = ROOT / "sample_traces" / "task_042"
TASK = ROOT / "checklists" / "task_042"
TIMES = re.compile(rb'"timestamp": "[^"]*"|(?<=in )\d+\.\d+s')


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): TIMES.sub(b"TIME", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.needs("bash")
def test_recording_again_gives_the_same_set_apart_from_times(tmp_path):
    # Without site packages, so that it cannot lean on anything but the standard library.
    done = subprocess.run(
        [sys.executable, "-S", str(RECORDER / "record.py"), "--out", str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    again, kept = files_of(tmp_path), files_of(SAMPLES)
    assert sorted(again) == sorted(kept)
    assert [name for name in kept if again[name] != kept[name]] == []


def test_no_recording_names_the_machine_that_made_it():
    private = [str(Path(sys.executable).parent), "recorder-", str(Path.home()), str(ROOT)]
    for name, content in files_of(SAMPLES).items():
        text = content.decode()
        assert [word for word in private if len(word) > 1 and word in text] == [], name


def test_every_agent_was_given_the_program_of_the_task():
    assert files_of(RECORDER / "program") == files_of(TASK / "environment")
    prompt = (RECORDER / "prompt.md").read_bytes()
    assert prompt == (TASK / "instructions.md").read_bytes()


def test_every_output_has_its_exit_code_and_every_refused_edit_its_mark():
    refused = 0
    for path in SAMPLES.glob("*/trajectory.json"):
        for step in json.loads(path.read_bytes())["steps"]:
            results = step.get("observation", {}).get("results", [])
            for call, result in zip(step.get("tool_calls", []), results, strict=True):
                extra = result.get("extra", {})
                assert call["tool_call_id"] == result["source_call_id"]
                assert (call["function_name"] == "bash") == ("exit_code" in extra)
                refused += extra.get("is_error", False)
    assert refused >= 1


def test_the_verifier_tells_the_shipped_program_from_a_mended_one():
    program = (SAMPLES / "noop" / "verifier.txt").read_text(encoding="utf-8")
    mended = (SAMPLES / "oracle" / "verifier.txt").read_text(encoding="utf-8")
    assert program.endswith("FAILED (failures=5)\n")
    assert mended.endswith("Ran 22 tests in 0.001s\n\nOK\n")


def test_the_folder_stays_light():
    assert sum(path.stat().st_size for path in SAMPLES.parent.rglob("*")) < 1_500_000
