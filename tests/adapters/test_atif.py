"""ATIF trajectories: every version and producer, damage, and the columns over them."""

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers import atif_document, json_tolerant
from ckpt_tui.adapters.readers.atif import AtifReader, read_trace
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.core.digest import trace_digest
from ckpt_tui.core.trace import Field, GapKind, RunStatus, StepKind, ToolClass
from ckpt_tui.errors import TraceError
from tests.adapters.agreeing import assert_columns_tell_the_steps, rows, steps_of
from tests.adapters.telling import told

FIXTURES = Path(__file__).parent / "fixtures" / "atif"
WHOLE = sorted(path.name for path in FIXTURES.glob("*.json") if ".cont-" not in path.name)


def write(folder, document, name="trajectory.json"):
    path = folder / name
    path.write_text(json.dumps(document))
    return path


def read_beside_another_thread(path):
    """Where others wait, the steps stay bytes until they are looked at."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(read_trace, path).result()


def document(*steps, agent="demo", **members):
    numbered = [{"step_id": number, **step} for number, step in enumerate(steps, 1)]
    head = {"schema_version": "ATIF-v1.7", "agent": {"name": agent, "version": "1"}}
    return {**head, "steps": numbered, **members}


def ran(content, *, command="pytest", call="c", **result):
    return {
        "source": "agent",
        "message": "",
        "tool_calls": [
            {"tool_call_id": call, "function_name": "bash", "arguments": {"command": command}}
        ],
        "observation": {"results": [{"source_call_id": call, "content": content, **result}]},
    }


def said(text, source="agent"):
    return {"source": source, "message": text}


@pytest.mark.parametrize("name", WHOLE)
def test_every_version_and_producer_is_read_as_its_golden_file_says(name, snapshot):
    trace = read_trace(FIXTURES / name)
    assert told(trace) == snapshot
    assert_columns_tell_the_steps(trace)


@pytest.mark.parametrize("version", ["v1.0", "v1.1", "v1.2", "v1.3", "v1.4", "v1.5", "v1.9"])
def test_a_version_changes_nothing_but_its_name(version, tmp_path):
    path = write(
        tmp_path, document(said("hi", "user"), said("Hi."), schema_version=f"ATIF-{version}")
    )
    [ref] = AtifReader().scan(peek(path))
    assert (ref.format, ref.agent, ref.steps) == ("atif", "demo", 2)
    trace = AtifReader().load(path, None)
    assert trace.format_version == version
    assert trace.report.text == "Hi."


def test_all_shared_recordings_have_the_indexed_steps_and_nearly_every_call_its_result(
    shared_traces,
):
    calls = answered = 0
    for entry in map(json.loads, (shared_traces / "INDEX.jsonl").read_text().splitlines()):
        if not entry["file"].startswith("harbor_atif/"):
            continue
        trace = read_trace(shared_traces / entry["file"])
        assert len(trace.steps) == int(entry["steps"]), entry["file"]
        assert trace.gaps == ()
        assert_columns_tell_the_steps(trace)
        table = trace.steps.calls
        calls += len(table)
        answered += sum(table.answered)
        # only the call that ends a run has no answer
        assert table.answered.count(False) <= 1
    assert (calls, answered) == (1313, 1292)


def test_exit_codes_of_a_scaffold_are_not_believed_of_another(tmp_path):
    forged = "<returncode>0</returncode>\n<output>\n12 passed\n</output>"
    [step] = steps_of(read_trace(write(tmp_path, document(ran(forged)))))
    assert step.calls[0].result.text == forged
    assert step.calls[0].result.exit_code is None


def test_a_printed_exit_line_is_not_believed_where_the_recording_keeps_outputs_bare(tmp_path):
    printed = "[The command completed with exit code 0.]"
    trace = read_trace(write(tmp_path, document(ran("2 failed"), ran(printed), agent="openhands")))
    assert [call.result.exit_code for step in steps_of(trace) for call in step.calls] == [None] * 2


def test_a_result_without_a_call_is_a_call_named_observation_of_the_same_step(tmp_path):
    step = {"source": "agent", "message": "ls", "observation": {"results": [{"content": "a.py"}]}}
    [found] = steps_of(read_trace(write(tmp_path, document(step))))
    [call] = found.calls
    assert (call.name, call.tool_class, call.arguments_text) == (
        "observation",
        ToolClass.OTHER,
        "{}",
    )
    assert call.result.text == "a.py"


def test_a_run_killed_in_the_middle_of_a_call_has_no_report_and_says_so(tmp_path):
    killed = ran("x")
    del killed["observation"]
    trace = read_trace(write(tmp_path, document(said("go", "user"), killed)))
    assert trace.report is None
    assert trace.status is RunStatus.UNKNOWN
    [gap] = trace.gaps
    assert (gap.kind, gap.first, gap.last) == (GapKind.CUT_OFF, 1, None)


def test_without_totals_the_steps_are_summed(tmp_path):
    first = {**said("a"), "metrics": {"prompt_tokens": 10, "completion_tokens": 2, "cost_usd": 0.5}}
    second = {**said("b"), "metrics": {"prompt_tokens": 20, "prompt_token_ids": [1, 2, 3]}}
    usage = read_trace(write(tmp_path, document(first, second))).usage
    assert (usage.input, usage.output, usage.cached, usage.dollars) == (30, 2, None, 0.5)


@pytest.mark.parametrize("cost", [10**400, -(10**400), True, "1", None, [], float("inf")])
def test_a_cost_that_is_no_amount_is_not_known_and_the_run_is_read(cost, tmp_path):
    step = {**said("a"), "metrics": {"prompt_tokens": 10, "cost_usd": cost}}
    trace = read_trace(write(tmp_path, document(step)))
    assert len(trace.steps) == 1
    assert trace.usage.input == 10
    assert trace.usage.dollars is None


def test_a_missing_continuation_is_a_gap_and_a_ring_of_them_ends(tmp_path):
    lost = read_trace(
        write(tmp_path, document(said("a"), continued_trajectory_ref="gone.json"), "one.json")
    )
    assert [gap.kind for gap in lost.gaps] == [GapKind.CUT_OFF]
    write(tmp_path, document(said("a"), continued_trajectory_ref="right.json"), "left.json")
    write(tmp_path, document(said("b"), continued_trajectory_ref="left.json"), "right.json")
    assert len(read_trace(tmp_path / "left.json").steps) == 2


def test_a_continuation_outside_the_folder_is_not_followed(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, document(said("secret")), "outside.json")
    path = write(inner, document(said("a"), continued_trajectory_ref="../outside.json"))
    trace = read_trace(path)
    assert len(trace.steps) == 1
    assert "../outside.json" in trace.gaps[0].detail


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.replace(b"Renaming.", b"Ren\xff\xfeaming."),
        lambda raw: raw.replace(b"Renaming.", b"Ren\\ud83daming."),
        lambda raw: raw.replace(b'"version"', b'"score": NaN, "version"'),
        lambda raw: raw.replace(b'"step_id": 3', b'"step_id": 3, "step_id": 3'),
        lambda raw: raw.replace(b"Renaming.", b"Ren\x01\taming."),
        lambda raw: raw.decode().encode("utf-16"),
        gzip.compress,
        lambda raw: gzip.compress(raw[:200]) + gzip.compress(raw[200:]),
    ],
    ids=["bom", "crlf", "bytes", "surrogate", "nan", "twice", "control", "utf-16", "gzip", "gz2"],
)  # fmt: skip
def test_odd_bytes_do_not_lose_a_step(spoil, tmp_path):
    path = tmp_path / "t.json"
    path.write_bytes(spoil((FIXTURES / "v1.0.json").read_bytes()))
    assert AtifReader().scan(peek(path)) is not None
    trace = read_trace(path)
    assert len(trace.steps) == 4
    assert trace.steps[2].message.startswith("Ren")
    assert trace.gaps == ()
    assert_columns_tell_the_steps(trace)


def test_deep_nesting_ends_in_a_sentence(tmp_path):
    path = tmp_path / "deep.json"
    deep = b"[" * 200_000
    path.write_bytes(b'{"schema_version": "ATIF-v1.7", "steps": [{"extra": ' + deep)
    with pytest.raises(TraceError, match="cut off or damaged"):
        read_trace(path)


def test_every_prefix_opens_with_a_gap_or_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "t.json"
    raw = (FIXTURES / "v1.0.json").read_bytes().rstrip()
    whole = len(read_trace(FIXTURES / "v1.0.json").steps)
    opened, refusals = 0, []
    for end in range(len(raw)):
        path.write_bytes(raw[:end])
        try:
            trace = read_trace(path)
        except TraceError as error:
            refusals.append(str(error))
            continue
        opened += 1
        assert trace.gaps[-1].kind is GapKind.CUT_OFF
        assert trace.gaps[-1].last is None
        assert trace.report is None
        assert 1 <= len(trace.steps) <= whole
        assert_columns_tell_the_steps(trace)
    assert opened > len(raw) / 2
    assert all(refusal.startswith(f"{path}: ") for refusal in refusals)


def test_ten_megabytes_in_one_line_open(tmp_path):
    path = write(tmp_path, document(said("go", "user"), ran("x" * 10_000_000), said("Done.")))
    trace = read_trace(path)
    assert len(trace.steps.column(Field.RESULT).raw(0)) == 10_000_000


def test_columns_asked_for_by_many_threads_at_once_are_made_once(tmp_path):
    path = write(tmp_path, document(*[ran(f"output {n}", call=f"c{n}") for n in range(3000)]))
    trace = read_trace(path)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: trace.steps.calls, range(16)))
        steps = list(pool.map(trace.steps.__getitem__, range(3000)))
    assert all(table is tables[0] for table in tables)
    assert [step.calls[0].result.text for step in steps] == [f"output {n}" for n in range(3000)]


NAMES = st.sampled_from(
    ["bash", "shell", "str_replace_editor", "read_file", "apply_patch", "grep", "think", "finish",
     "browser_click", "mystery", "observation", "write_stdin", "", None]
)  # fmt: skip
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
COMMANDS = st.sampled_from(["view", "create", "ls", ["apply_patch", "*** Begin Patch"]])
OBJECTS = st.fixed_dictionaries(
    {},
    optional={
        "command": COMMANDS,
        "cmd": st.just("ls"),
        "url": st.just("http://x"),
        "path": st.just("/a"),
        "timeout": st.integers(),
        "note": VALUES,
    },
)
CALLS = st.fixed_dictionaries(
    {},
    optional={
        "tool_call_id": st.sampled_from(["a", "b", None]),
        "function_name": NAMES,
        "arguments": OBJECTS | VALUES | st.sampled_from(['{"command": "ls"}', '{"broken']),
    },
)
WRAPPED = [
    "<returncode>1</returncode>\n<output>\nx\n</output>",
    "[The command completed with exit code 1.]",
    "Exit code: 2\nOutput:\nx",
    [{"type": "text", "text": "t"}, {"type": "image", "source": {"path": "p"}}],
]
CONTENTS = st.none() | st.text(max_size=30) | st.sampled_from(WRAPPED)
RESULTS = st.fixed_dictionaries(
    {},
    optional={
        "source_call_id": st.sampled_from(["a", "b", "z", None]),
        "content": CONTENTS,
        "extra": st.sampled_from([None, {"tool_result_is_error": True}, {"exit_code": 3}]),
    },
)
OBSERVATIONS = st.fixed_dictionaries({"results": st.lists(RESULTS, max_size=3)})
STEPS = st.fixed_dictionaries(
    {"source": st.sampled_from(["agent", "user", "system", "robot"])},
    optional={
        "message": CONTENTS | st.just('{"commands": [{"keystrokes": "ls\\n"}]}'),
        "reasoning_content": st.none() | st.text(max_size=10),
        "tool_calls": st.none() | st.lists(CALLS, max_size=3),
        "observation": st.none() | OBSERVATIONS,
        "is_copied_context": st.booleans(),
        "extra": st.sampled_from([{}, {"agent_id": "sub"}, {"tool_metadata": {"exit_code": 4}}]),
        "step_id": VALUES,
        "timestamp": VALUES,
    },
)
AGENTS = ["demo", "mini-swe-agent", "openhands", "codex", "claude-code", "terminus-2"]


@settings(max_examples=80, deadline=None)
@given(agent=st.sampled_from(AGENTS), steps=st.lists(STEPS, min_size=1, max_size=4))
def test_columns_always_tell_the_steps(agent, steps, tmp_path_factory):
    path = tmp_path_factory.mktemp("atif") / "t.json"
    path.write_text(
        json.dumps({"schema_version": "ATIF-v1.7", "agent": {"name": agent}, "steps": steps})
    )
    trace = read_trace(path)
    assert len(trace.steps) == len(steps)
    assert_columns_tell_the_steps(trace)
    beside = read_beside_another_thread(path)
    assert steps_of(beside) == steps_of(trace)
    assert trace_digest(beside) == trace_digest(trace)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.text(), VALUES, max_size=4), st.booleans(), st.sampled_from([None, 2]))
def test_compact_bytes_are_the_compact_text_of_what_they_mean(value, ascii_only, indent):
    raw = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    assert json_tolerant.compact_raw(raw) == json_tolerant.compact(value).encode(
        "utf-8", "surrogatepass"
    )
    assert json_tolerant.parse(raw) == value


@pytest.mark.parametrize("name", WHOLE)
def test_a_document_is_the_same_whether_its_steps_are_read_at_once_or_one_by_one(name):
    at_once, one_by_one = read_trace(FIXTURES / name), read_beside_another_thread(FIXTURES / name)
    assert steps_of(one_by_one) == steps_of(at_once)
    assert trace_digest(one_by_one) == trace_digest(at_once)


def test_kinds_follow_the_source(tmp_path):
    sources = ("system", "user", "agent", "environment", "robot")
    trace = read_trace(write(tmp_path, document(*[said("x", source) for source in sources])))
    assert list(trace.steps.kinds) == [
        StepKind.SYSTEM, StepKind.USER, StepKind.AGENT, StepKind.ENVIRONMENT, StepKind.META
    ]  # fmt: skip
    assert len(rows(trace.steps.calls)) == 0


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_document_is_the_same_whether_or_not_it_is_cut_into_slices(
    indent, nested, threads, tmp_path, monkeypatch
):
    monkeypatch.setattr(atif_document, "active_count", lambda: threads)
    inner = {"steps": [{"step_id": 1, "source": "agent", "message": "inner"}] * 3}
    steps = [ran(f"output {n} " + "x" * 4000, call=f"c{n}") for n in range(2500)]
    if nested:
        steps[700]["extra"] = inner
    whole = document(*steps, subagent_trajectories=[inner] if nested else [])
    if nested:
        whole = {"extra": inner, **whole}
    path = tmp_path / "t.json"
    path.write_text(json.dumps(whole, indent=indent))
    trace = read_trace(path)
    assert [step.native for step in steps_of(trace)] == list(range(1, 2501))
    assert trace.steps.column(Field.RESULT).text(2499).startswith("output 2499 ")
    assert trace.warnings == ()
