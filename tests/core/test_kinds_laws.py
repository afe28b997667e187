"""Laws of the kinds over calls and texts: the fast path says what looking at every step says."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.text import Part, Speaker, Text
from ckpt_tui.core.checks.tool_called import CallStatus, ToolCalled
from ckpt_tui.core.match import AtLeast, AtMostValue, Equals, Every, Has, In, NotMatch, Regex
from ckpt_tui.core.matching import holds, path_values
from ckpt_tui.core.trace import Gap, GapKind, StepKind, ToolClass, ToolResult
from ckpt_tui.core.verdict import QUOTE_LIMIT, Status
from tests.core.traces import agent, call, user, view

PASS, FAIL, UNAVAILABLE = Status.PASS, Status.FAIL, Status.UNAVAILABLE

WORDS = st.text('ab"\n\\é\ud800', max_size=4)
VALUES = WORDS | st.integers(0, 2) | st.booleans() | st.none() | st.lists(WORDS, max_size=2)
ARGUMENTS = st.dictionaries(st.sampled_from(["x", "y", "x.y"]), VALUES, max_size=2) | WORDS.map(
    lambda text: {"": text}
)
RESULTS = st.none() | st.builds(
    ToolResult,
    text=WORDS,
    is_error=st.sampled_from([None, False, True]),
    exit_code=st.sampled_from([None, 0, 1]),
)
CALLS = st.builds(
    call,
    st.sampled_from(["bash", "read_file", "submit", "other"]),
    ARGUMENTS,
    result=RESULTS,
)
STEPS = st.lists(
    st.builds(
        lambda text, calls, actor, copied: replace(
            agent(text, *calls, actor=actor, reasoning=text[:1]), is_copied=copied
        ),
        WORDS,
        st.lists(CALLS, max_size=3),
        st.sampled_from(["a", "b"]),
        st.sampled_from([False, False, False, True]),
    )
    | WORDS.map(user),
    max_size=4,
)
LOST = Gap(kind=GapKind.RECORD, first=0, last=0, detail="A record is damaged.")
GAPS = st.sampled_from([(), (), (LOST,)])

LEAF_MATCHES = st.sampled_from(
    [
        Has("a"),
        Has(""),
        Has("é"),
        Regex("^a"),
        Regex("[^a]"),
        Regex('"b'),
        Regex(r"\n"),
        Regex("b$"),
        Equals("a"),
        Equals(1),
        Equals(value=True),
        In(("a", 0)),
        AtLeast(1),
    ]
)
MATCHES = (
    LEAF_MATCHES | LEAF_MATCHES.map(NotMatch) | st.tuples(LEAF_MATCHES, LEAF_MATCHES).map(Every)
)
PATHS = st.sampled_from(["x", "y", "x.y", "", "x[0]"])
TOOLS = st.sampled_from([None, Equals("bash"), Regex("^[br]"), NotMatch(Has("bash"))])
MAYBE_MATCH = st.none() | MATCHES
COUNTS = st.sampled_from(
    [
        None,
        AtLeast(0),
        AtLeast(1),
        AtLeast(2),
        AtMostValue(0),
        AtMostValue(2),
        Equals(1),
        NotMatch(Equals(1)),
        In((0, 2)),
        Every((AtLeast(1), AtMostValue(2))),
    ]
)
CHECKS = st.builds(
    ToolCalled,
    tool=TOOLS,
    tool_class=st.sampled_from([None, None, *ToolClass][:5]),
    arguments=st.lists(st.tuples(PATHS, MATCHES), max_size=2).map(tuple),
    actor=st.sampled_from([None, None, Equals("a")]),
    result=MAYBE_MATCH,
    exit_code=st.sampled_from([None, None, Equals(0), AtLeast(1)]),
    status=st.sampled_from([None, *CallStatus]),
    count=COUNTS,
)


def selected(check, seen):
    """Every call of the run that fits by what was asked, with its step; the plain way."""
    for step in seen.steps:
        for made in step.calls:
            fits = (
                not step.is_copied
                and (check.tool is None or holds(check.tool, made.name))
                and check.tool_class in (None, made.tool_class)
                and (check.actor is None or holds(check.actor, step.actor))
                and all(
                    any(holds(match, value) for value in path_values(made.arguments, path))
                    for path, match in check.arguments
                )
            )
            if fits:
                yield made


def went_as_asked(check, made, *, submitted):
    """True, False, or None where the recording does not tell."""
    wanted = check.status or (CallStatus.OK if check.exit_code is None else CallStatus.ANY)
    result = made.result
    answers = []
    if wanted is not CallStatus.ANY and result is None:
        handed_in = submitted and made.tool_class is ToolClass.SUBMIT
        answers.append((wanted is CallStatus.OK) if handed_in else None)
    elif wanted is not CallStatus.ANY:
        is_error = result.is_error is True or bool(result.exit_code)
        answers.append(is_error == (wanted is CallStatus.ERROR))
    if check.exit_code is not None:
        code = None if result is None else result.exit_code
        known = code is not None or made.tool_class is not ToolClass.SHELL
        answers.append((code is not None and holds(check.exit_code, code)) if known else None)
    if check.result is not None and result is None:
        answers.append(False if made.tool_class is ToolClass.SUBMIT else None)
    elif check.result is not None:
        answers.append(holds(check.result, result.text))
    return False if False in answers else None if None in answers else True


def wanted_status(check, seen):
    went = [
        went_as_asked(check, made, submitted=seen.trace.submitted) for made in selected(check, seen)
    ]
    if check.when is not When.EVER:
        return last_status(check, seen, went)
    count = check.count or AtLeast(1)
    most = len(went) - went.count(False) + (10 if seen.trace.gaps else 0)
    answers = {holds(count, number) for number in range(went.count(True), most + 1)}
    return {(True,): PASS, (False,): FAIL}.get(tuple(answers), UNAVAILABLE)


def last_status(check, seen, went):
    made = [it for step in seen.steps if not step.is_copied for it in step.calls]
    chosen = list(selected(check, seen))
    if check.when is When.END and made and not (chosen and chosen[-1] is made[-1]):
        return FAIL
    return {True: PASS, False: FAIL, None: UNAVAILABLE}[went[-1]] if went else FAIL


@settings(max_examples=300, deadline=None)
@given(CHECKS, STEPS, GAPS, st.booleans())
def test_a_call_is_decided_as_by_looking_at_every_step(check, steps, gaps, submitted):
    seen = view(*steps, gaps=gaps, submitted=submitted)
    assert check.decide(seen).status is wanted_status(check, seen)


@settings(max_examples=150, deadline=None)
@given(CHECKS, st.sampled_from([When.LAST, When.END]), STEPS)
def test_the_last_call_decides_as_by_looking_at_every_step(check, when, steps):
    check, seen = replace(check, when=when, count=None), view(*steps)
    assert check.decide(seen).status is wanted_status(check, seen)


TEXT_CHECKS = st.builds(
    Text, match=MATCHES, by=st.sampled_from(Speaker), part=st.sampled_from(Part)
)
OUTPUTS = st.builds(Output, match=MATCHES, tool=TOOLS)


def part_of(seen, piece):
    step = seen.steps[piece.step]
    whole = {"message": step.message, "reasoning": step.reasoning}
    for number, made in enumerate(step.calls):
        whole[f"calls[{number}].arguments"] = made.arguments_text
        whole[f"calls[{number}].result"] = None if made.result is None else made.result.text
    if seen.trace.report is not None:
        whole["report"] = seen.trace.report.text
    return whole[piece.part]


@settings(max_examples=200, deadline=None)
@given(CHECKS | TEXT_CHECKS | OUTPUTS, STEPS, GAPS, st.none() | WORDS)
def test_evidence_quotes_what_stands_there_and_absence_says_where_it_looked(
    check, steps, gaps, report
):
    seen = view(*steps, gaps=gaps, report=report if steps else None)
    verdict = check.decide(seen)
    assert verdict == check.decide(seen)
    for piece in verdict.evidence:
        assert part_of(seen, piece)[slice(*piece.span)][:QUOTE_LIMIT] == piece.quote
        assert piece.native == piece.step + 1
    if verdict.status in (PASS, FAIL):
        assert bool(verdict.evidence) != (verdict.scope is not None)


@settings(max_examples=100, deadline=None)
@given(TEXT_CHECKS, STEPS)
def test_a_text_is_decided_as_by_looking_at_every_step(check, steps):
    seen = view(*steps, report="a\n" if steps else None)
    fitting = (
        step for step in seen.steps if step.kind is StepKind(check.by) and not step.is_copied
    )
    if check.part is Part.REPORT:
        texts = ["a\n"] if steps and check.by is Speaker.AGENT else []
    else:
        texts = [getattr(step, check.part) for step in fitting]
    found = any(text and holds(check.match, text) for text in texts)
    assert check.decide(seen).status is (PASS if found else FAIL)
