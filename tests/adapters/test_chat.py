"""Chat messages: every container, both shapes, whatever the messages are."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.adapters.readers.chat import ChatReader
from ckpt_tui.adapters.readers.chat_talks import Talk
from ckpt_tui.adapters.readers.chat_trace import trace_of
from ckpt_tui.adapters.readers.source import peek
from ckpt_tui.core.trace import GapKind, RunStatus, StepKind
from ckpt_tui.errors import TraceError
from tests.adapters.telling import told

FIXTURES = Path(__file__).parent / "fixtures" / "chat"
READER = ChatReader()


def runs_of(path):
    found = READER.scan(peek(path))
    return None if found is None else list(found)


def traces_of(path):
    return [READER.load(path, ref.run) for ref in runs_of(path)]


@pytest.mark.parametrize(
    "name", ["openai.json", "anthropic.json", "speakers.json", "empty_calls.json",
             "conversations.jsonl", "messages.jsonl", "requests.jsonl"],
)  # fmt: skip
def test_every_container_is_read_as_its_golden_file_says(name, snapshot):
    assert "\n\n".join(map(told, traces_of(FIXTURES / name))) == snapshot


def test_a_run_of_many_is_named_by_its_line():
    assert [ref.run for ref in runs_of(FIXTURES / "conversations.jsonl")] == ["1", "2", "3", "4"]
    assert [ref.run for ref in runs_of(FIXTURES / "messages.jsonl")] == [None]
    second = READER.load(FIXTURES / "conversations.jsonl", "2")
    assert second.steps[1].message == "Two."
    assert (second.outcome.passed, second.outcome.value) == (None, 0.4)
    with pytest.raises(TraceError, match="line 9"):
        READER.load(FIXTURES / "conversations.jsonl", "9")


def test_an_array_of_conversations_is_many_runs(tmp_path):
    lines = (FIXTURES / "conversations.jsonl").read_text().splitlines()
    path = tmp_path / "many.json"
    path.write_text(f"[{','.join(lines)}]")
    assert [ref.run for ref in runs_of(path)] == ["1", "2", "3", "4"]
    assert [trace.outcome.passed for trace in traces_of(path)] == [True, None, False, None]


@pytest.mark.parametrize(
    "document",
    [
        {"messages": []},
        {"messages": [{"text": "no role"}]},
        {"messages": [{"role": "user", "content": "x"}], "sessionId": "gemini"},
        [{"type": "message", "role": "user", "content": "x"}, {"type": "function_call"}],
        [{"task_id": 1, "reward_info": {}, "messages": [{"role": "user", "content": "x"}]}],
        {"history": [{"role": "user", "content": "x"}]},
        [],
        ["text"],
    ],
)
def test_what_only_looks_like_chat_is_left_to_other_readers(document, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    assert runs_of(path) is None


def test_a_call_without_an_answer_at_the_end_is_a_gap():
    (trace,) = traces_of(FIXTURES / "anthropic.json")
    assert [(gap.kind, gap.last) for gap in trace.gaps] == [(GapKind.CUT_OFF, None)]
    assert trace.report is None


def test_the_report_of_a_run_that_ends_by_a_call_is_what_the_call_says():
    (trace,) = traces_of(FIXTURES / "speakers.json")
    assert trace.report is not None
    assert (trace.report.step, trace.report.text) == (3, "All done.")
    assert (trace.status, trace.submitted, trace.gaps) == (RunStatus.COMPLETED, True, ())


def test_a_step_says_its_kind_and_actor_before_it_is_built():
    (trace,) = traces_of(FIXTURES / "speakers.json")
    steps = [trace.steps[index] for index in range(len(trace.steps))]
    assert list(trace.steps.kinds) == [step.kind for step in steps]
    assert list(trace.steps.actors) == [step.actor for step in steps]
    assert trace.steps[-1] is trace.steps[3]
    with pytest.raises(IndexError):
        trace.steps[4]


@pytest.mark.parametrize("name", ["openai.json", "messages.jsonl", "requests.jsonl"])
def test_any_beginning_of_a_file_is_read_or_refused_in_a_sentence(name, tmp_path):
    whole = (FIXTURES / name).read_bytes()
    path = tmp_path / "cut"
    for size in range(0, len(whole), 23):
        path.write_bytes(whole[:size])
        for trace in traces_of(path) if runs_of(path) else ():
            assert len(trace.steps) == len(trace.steps.column("message"))


def test_a_cut_object_gives_what_stands_before_the_cut(tmp_path):
    messages = [{"role": "user", "content": f"{n}"} for n in range(9)]
    whole = json.dumps({"messages": messages})
    path = tmp_path / "cut.json"
    path.write_text(whole[:-30])
    (trace,) = traces_of(path)
    assert (len(trace.steps), trace.status) == (8, RunStatus.UNKNOWN)
    assert [gap.kind for gap in trace.gaps] == [GapKind.CUT_OFF]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "tool_use", "tool_result", "thinking", "image"])},
    optional={"id": JSON, "tool_use_id": JSON, "name": JSON, "input": JSON, "content": JSON},
)
CALLS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", None]) | JSON,
        "function": st.fixed_dictionaries({}, optional={"name": JSON, "arguments": JSON}) | JSON,
    },
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["user", "assistant", "tool", "system"]) | JSON,
        "content": JSON | st.lists(BLOCKS, max_size=3),
        "tool_calls": st.lists(CALLS, max_size=3) | JSON,
        "tool_call_id": st.sampled_from(["a", "b"]) | JSON,
        "function_call": JSON,
        "usage": JSON,
        "timestamp": JSON,
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(MESSAGES | JSON, max_size=6))
def test_no_message_is_too_odd_to_become_a_step(messages):
    trace = trace_of(Talk(messages=messages), "chat")
    steps = [trace.steps[index] for index in range(len(trace.steps))]
    assert [step.kind for step in steps] == list(trace.steps.kinds)
    assert len(trace.steps.calls) == sum(len(step.calls) for step in steps)


@given(st.permutations(["a", "b", "c"]), st.booleans())
def test_results_find_their_calls_in_any_order_and_in_one_message_or_many(order, is_one):
    calls = [{"type": "tool_use", "id": name, "name": "bash", "input": {}} for name in "abc"]
    results = [{"type": "tool_result", "tool_use_id": name, "content": name} for name in order]
    answers = [results] if is_one else [[result] for result in results]
    messages = [
        {"role": "assistant", "content": calls},
        *({"role": "user", "content": answer} for answer in answers),
    ]
    trace = trace_of(Talk(messages=messages), "chat")
    assert len(trace.steps) == 1
    assert [call.result.text for call in trace.steps[0].calls] == ["a", "b", "c"]


def test_every_shared_conversation_opens_with_its_calls_answered(shared_traces):
    traces = {
        path.name: traces_of(path) for path in sorted((shared_traces / "chat_messages").iterdir())
    }
    assert len(traces) == 9
    assert len(traces["tau_fewshot_retail.jsonl"]) == 69
    kinds = Counter(kind for runs in traces.values() for run in runs for kind in run.steps.kinds)
    assert set(kinds) == {StepKind.SYSTEM, StepKind.USER, StepKind.AGENT}
    tables = [run.steps.calls for runs in traces.values() for run in runs]
    calls, answered = sum(map(len, tables)), sum(sum(table.answered) for table in tables)
    # two logs end with the call that hands in, one in the middle of a call
    assert (calls, answered) == (589, 586)
    assert {n: len(t[0].steps) for n, t in traces.items() if n.startswith("litellm")} == {
        "litellm_interactions_20251103_025309.jsonl": 9,
        "litellm_interactions_20251103_033709.jsonl": 8,
        "litellm_interactions_20251129_080307.jsonl": 28,
        "litellm_interactions_20251129_080419.jsonl": 32,
        "litellm_interactions_20251201_085611.jsonl": 2,
        "litellm_interactions_20251201_105710.jsonl": 23,
        "litellm_interactions_20251202_023911.jsonl": 2,
        "litellm_interactions_20251202_024019.jsonl": 28,
    }
