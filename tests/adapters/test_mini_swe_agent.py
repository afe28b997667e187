"""mini-swe-agent trajectories: actions in the text, tool calls, and messages alone."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.adapters.readers.mini_swe_agent import MiniSweAgentReader
from ckpt_tui.adapters.readers.observations import unwrapped
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.core.trace import GapKind, RunStatus, StepKind
from tests.adapters.telling import told

FIXTURES = Path(__file__).parent / "fixtures" / "mini"
NAMES = ["v1.traj.json", "v2.traj.json", "text.traj.json", "crash.traj.json", "early.traj.json",
         "bare.json"]  # fmt: skip
READER = MiniSweAgentReader()
HAND_IN = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"


def trace_of(path):
    (ref,) = READER.scan(peek(path))
    return READER.load(path, ref.run)


@pytest.mark.parametrize("name", NAMES)
def test_every_version_is_read_as_its_golden_file_says(name, snapshot):
    assert told(trace_of(FIXTURES / name)) == snapshot


@pytest.mark.parametrize(
    ("exit_status", "status"),
    [
        ("Submitted", RunStatus.COMPLETED),
        ("LimitsExceeded", RunStatus.LIMIT),
        ("TimeExceeded", RunStatus.TIMEOUT),
        ("UserInterruption", RunStatus.CANCELLED),
        ("RepeatedFormatError", RunStatus.AGENT_ERROR),
        ("RateLimitError", RunStatus.INFRA_ERROR),
    ],
)
def test_the_exit_status_is_the_way_the_run_ended(exit_status, status, tmp_path):
    document = json.loads((FIXTURES / "early.traj.json").read_bytes())
    document["info"]["exit_status"] = exit_status
    path = tmp_path / "x.traj.json"
    path.write_text(json.dumps(document))
    trace = trace_of(path)
    assert (trace.status, trace.submitted) == (status, exit_status == "Submitted")
    assert (trace.report is not None) == (exit_status == "Submitted")


def test_without_a_recorded_end_only_the_last_words_are_a_report(tmp_path):
    path = tmp_path / "x.json"
    command = "```mswea_bash_command\n{}\n```"
    answer = {"role": "user", "content": "<returncode>0</returncode>\n<output>\n</output>"}
    for text, has_report in ((command.format("ls"), False), (command.format(HAND_IN), True)):
        first = {"role": "assistant", "content": command.format("pwd")}
        path.write_text(json.dumps([first, answer, {"role": "assistant", "content": text}, answer]))
        trace = trace_of(path)
        assert (trace.report is not None, trace.submitted) == (has_report, has_report or None)


@given(st.text().filter(lambda text: not text.startswith("\n")), st.integers(-255, 255))
def test_the_template_comes_off_and_leaves_the_output_as_it_was(output, code):
    shown = f"<returncode>{code}</returncode>\n<output>\n{output}</output>"
    result = unwrapped(shown)
    assert (result.text, result.exit_code, result.is_error) == (output, code, None)


TAGS = ("output", "returncode", "warning", "exception", "output_head", "output_tail")
MARKS = [f"<{slash}{tag}>" for tag in TAGS for slash in ("", "/")]


@given(st.lists(st.sampled_from([*MARKS, "0", "\n"])))
def test_no_observation_is_too_odd_to_be_read(parts):
    assert isinstance(unwrapped("".join(parts)).text, str)


@pytest.mark.parametrize(
    "document",
    [
        {"messages": [{"role": "user", "content": "x"}]},
        {"messages": [{"role": "user", "content": "x"}], "info": {"tools": []}},
        {"messages": [], "trajectory_format": "other-agent-1"},
        [{"role": "assistant", "content": "```bash\nls\n```"}, {"role": "user", "content": "ok"}],
    ],
)
def test_plain_chat_is_left_to_the_chat_reader(document, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    assert READER.scan(peek(path)) is None


@pytest.mark.parametrize("name", ["v1.traj.json", "v2.traj.json", "bare.json"])
def test_any_beginning_of_a_file_is_read_or_refused_in_a_sentence(name, tmp_path):
    whole = (FIXTURES / name).read_bytes()
    path = tmp_path / name
    for size in range(0, len(whole) - 3, 29):
        path.write_bytes(whole[:size])
        if READER.scan(peek(path)) is None:
            continue
        trace = trace_of(path)
        assert trace.gaps[-1].kind is GapKind.CUT_OFF
        assert trace.report is None
        assert len(trace.steps.calls) == sum(
            len(trace.steps[n].calls) for n in range(len(trace.steps))
        )


def test_every_shared_trajectory_gives_every_command_its_result(shared_traces):
    lines = (shared_traces / "INDEX.jsonl").read_text().splitlines()
    index = [entry for entry in map(json.loads, lines) if entry["file"].startswith("mini_swe")]
    assert len(index) == 18
    calls = answered = coded = 0
    for entry in index:
        trace = trace_of(shared_traces / entry["file"])
        steps = [trace.steps[n] for n in range(len(trace.steps))]
        table = trace.steps.calls
        # each message is a step, but for a result: that belongs to its call
        assert len(steps) + sum(table.answered) == int(entry["steps"].split()[0]), entry["file"]
        assert [step.kind for step in steps[:2]] == [StepKind.SYSTEM, StepKind.USER]
        assert all(call.command_line is not None for step in steps for call in step.calls)
        calls += len(table)
        answered += sum(table.answered)
        coded += sum(code is not None for code in table.exit_codes)
    # the command that hands in ends the run, so that its exit code is not recorded
    assert (calls, answered, coded) == (1387, 1387, 1370)
