"""The samples are what the recorder makes of its scripts, and what it makes really ran."""

import json
import re
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "sample_traces"
RECORDER = SAMPLES / "_recorder"
REPAIRS = ["task_042", "task_043"]
TASKS = [*REPAIRS, "task_044"]
TIMES = re.compile(rb'"timestamp": "[^"]*"|(?<=in )\d+\.\d+s')


def files_of(*folders: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder.parent).as_posix(): TIMES.sub(b"TIME", path.read_bytes())
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


# unittest of Python 3.12.1 and 3.12.2 leaves out of the count what was skipped.
_UNCOUNTED = re.compile(rb"Ran \d+ tests(?= in TIME(?:\\n)+OK \(skipped=)")


def kept_files() -> dict[str, bytes]:
    return files_of(*(SAMPLES / task for task in TASKS))


def differences(kept: bytes, again: bytes) -> list[str]:
    kept, again = (_UNCOUNTED.sub(b"Ran some tests", each) for each in (kept, again))
    lines = (each.decode("utf-8", "replace").splitlines() for each in (kept, again))
    return [] if kept == again else list(unified_diff(*lines, lineterm="", n=1))


@pytest.mark.needs("bash")
def test_recording_again_gives_the_same_set_apart_from_times(tmp_path):
    # Without site packages, so that it cannot lean on anything but the standard library.
    done = subprocess.run(
        [sys.executable, "-S", str(RECORDER / "record.py"), "--out", str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    again, kept = files_of(*(tmp_path / task for task in TASKS)), kept_files()
    assert sorted(again) == sorted(kept)
    assert [line for name in kept for line in differences(kept[name], again[name])] == []


def test_a_task_that_has_no_scripts_is_refused(tmp_path):
    done = subprocess.run(
        [sys.executable, str(RECORDER / "record.py"), "--out", str(tmp_path), "task_99"],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no such task: task_99" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_recording_names_the_machine_that_made_it():
    private = [str(Path(sys.executable).parent), "recorder-", str(Path.home()), str(ROOT)]
    for name, content in kept_files().items():
        text = content.decode()
        assert [word for word in private if len(word) > 1 and word in text] == [], name


@pytest.mark.parametrize("task", TASKS)
def test_every_agent_was_given_the_program_of_the_task(task):
    given, kept = RECORDER / task / "program", ROOT / "checklists" / task / "environment"
    names = [path.relative_to(given) for path in given.rglob("*") if path.is_file()]
    assert names
    assert list(files_of(given).values()) == list(files_of(kept).values())
    assert all((kept / name).is_file() for name in names if "__pycache__" not in name.parts)
    prompt = (RECORDER / task / "prompt.md").read_bytes()
    assert prompt == (kept.parent / "instructions.md").read_bytes()


def test_every_output_has_its_exit_code_and_every_refused_edit_its_mark():
    refused = 0
    for path in (path for task in REPAIRS for path in SAMPLES.glob(f"{task}/*/trajectory.json")):
        for step in json.loads(path.read_bytes())["steps"]:
            results = step.get("observation", {}).get("results", [])
            for call, result in zip(step.get("tool_calls", []), results, strict=True):
                extra = result.get("extra", {})
                assert call["tool_call_id"] == result["source_call_id"]
                assert (call["function_name"] == "bash") == ("exit_code" in extra)
                refused += extra.get("is_error", False)
    assert refused >= 1


def test_every_call_of_the_desk_is_answered_and_every_refusal_has_its_mark():
    refused = 0
    for path in SAMPLES.glob("task_044/*/conversation.json"):
        document = json.loads(path.read_bytes())
        declared = {tool["function"]["name"] for tool in document["tools"]}
        said = document["messages"]
        made = {
            call["id"]: call["function"] for each in said for call in each.get("tool_calls", [])
        }
        answers = [each for each in said if each["role"] == "tool"]
        assert [each["tool_call_id"] for each in answers] == list(made)
        assert {function["name"] for function in made.values()} <= declared
        for answer in answers:
            assert ("error" in json.loads(answer["content"])) == ("is_error" in answer)
            refused += answer.get("is_error", False)
    assert refused >= 2


def test_what_the_desk_answered_is_in_the_store_that_it_left():
    for path in SAMPLES.glob("task_044/*/conversation.json"):
        store = json.loads((path.parent / "environment" / "bookings.json").read_bytes())
        for message in json.loads(path.read_bytes())["messages"]:
            if message.get("name") == "book_crossing":
                answer = json.loads(message["content"])
                booked = store[answer.pop("reference")]
                assert {key: booked[key] for key in answer} == answer


@pytest.mark.parametrize("task", REPAIRS)
def test_the_verifier_tells_the_shipped_program_from_a_mended_one(task):
    program = (SAMPLES / task / "noop" / "verifier.txt").read_text(encoding="utf-8")
    mended = (SAMPLES / task / "oracle" / "verifier.txt").read_text(encoding="utf-8")
    tests = {"task_042": 22, "task_043": 25}[task]
    assert program.endswith("FAILED (failures=5)\n")
    assert mended.endswith(f"Ran {tests} tests in 0.001s\n\nOK\n")


def test_the_verifier_of_the_desk_looks_at_the_store():
    begun = (SAMPLES / "task_044" / "noop" / "verifier.txt").read_text(encoding="utf-8")
    done = (SAMPLES / "task_044" / "oracle" / "verifier.txt").read_text(encoding="utf-8")
    assert begun.count("FAIL") == 5
    assert "FAIL" not in done


def test_the_folder_stays_light():
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 1_500_000
    recordings = [*SAMPLES.glob("*/*/trajectory.json"), *SAMPLES.glob("*/*/conversation.json")]
    assert max(path.stat().st_size for path in recordings) < 100_000
