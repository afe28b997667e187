"""What is fast says the same as what is plain."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ckpt_tui.core.arguments import calls_given
from ckpt_tui.core.match import AtLeast, Equals, Has, Match, NotMatch, Regex
from ckpt_tui.core.matching import holds, path_values
from ckpt_tui.core.steps import ListSteps
from ckpt_tui.core.trace import Json, Step, StepKind, ToolCall, ToolClass, Trace
from ckpt_tui.core.view import TraceView

WORDS = st.text(alphabet='ab"\\.é\n\ud800[]{}:,1', max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
KEYS = st.sampled_from(["a", "b", "a.b", "c[0]", ""])
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=3)
MATCHES: st.SearchStrategy[Match] = st.sampled_from(
    [
        Has("a"),
        Has('"'),
        Regex("^a"),
        Regex("b$"),
        Equals("a"),
        Equals(1),
        AtLeast(2),
        NotMatch(Has("a")),
    ]
)


def parsed(arguments: dict[str, Json]) -> ToolCall:
    text = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    return call(arguments, text)


def unparsed(text: str) -> ToolCall:
    return call({"": text}, text)


def call(arguments: dict[str, Json], text: str) -> ToolCall:
    return ToolCall(
        id=None, name="t", tool_class=ToolClass.OTHER, arguments=arguments, arguments_text=text
    )


# What is no JSON, begins like an object, or is followed by more.
ODD = WORDS.filter(lambda text: not _is_json(text)) | st.sampled_from(
    ['{"a":1', '{"a":"a"} b', "{}{"]
)


@given(
    calls=st.lists(OBJECTS.map(parsed) | ODD.map(unparsed), max_size=8),
    before=st.sampled_from([0, 1020, 1024]),
    path=KEYS | st.sampled_from(["a.a", "b[0]", "c"]),
    match=MATCHES,
)
def test_arguments_read_from_the_column_are_those_of_the_calls(calls, before, path, match) -> None:
    filler = [parsed({"z": 0})] * before
    view = TraceView(trace=trace_of([*filler, *calls]))
    fitting = [
        row
        for row, each in enumerate(calls, start=before)
        if any(holds(match, value) for value in path_values(each.arguments, path))
    ]
    assert list(calls_given(view, path, match)) == fitting


def trace_of(calls: list[ToolCall]) -> Trace:
    steps = (
        Step(index=index, native=index, kind=StepKind.AGENT, actor="agent", calls=(each,))
        for index, each in enumerate(calls)
    )
    return Trace(format="atif", steps=ListSteps(steps))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
