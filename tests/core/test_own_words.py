"""What a tool prints proves nothing where it only repeats what the agent had written."""

from shlex import quote

import pytest

from ckpt_tui.core.checks.base import When
from ckpt_tui.core.checks.order import Never
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.match import AtLeast, Equals, Has, Match, NotMatch, Regex
from ckpt_tui.core.trace import Change, FileEdit, Step, ToolCall, ToolClass
from ckpt_tui.core.verdict import Status
from tests.core.traces import agent, bash, call, view

PAID = "PAID 42"
SPELLED = "\x1b[31mslug_re = _compile(r'^[-a]+\\Z')\tx"
CREATED = FileEdit(path="/app/f.py", change=Change.CREATE, added=(f"print('{PAID}')",))
WRITES = call("edit_file", {"path": "/app/f.py", "text": PAID}, edits=(CREATED,))


def verdicts(match: Match, *calls: ToolCall) -> set[Status]:
    """What every kind that reads results says of the calls."""
    steps: list[Step] = [agent("", each) for each in calls]
    checks = (
        Output(match=match),
        ToolCalled(result=match),
        ToolCalled(result=match, when=When.LAST),
        ToolCalled(result=match, count=AtLeast(1)),
        ToolCalled(result=match, count=Equals(1)),
    )
    return {check.decide(view(*steps)).status for check in checks}


@pytest.mark.parametrize(
    "calls",
    [
        (bash(f'echo "{PAID}"', PAID),),
        (bash(f"echo {PAID} # ledger pay", PAID),),
        (bash(f"cat <<'E'\n{PAID}\nE", PAID),),
        (bash(f"cat <<< '{PAID}'", PAID),),
        (bash(f"echo {PAID} | tee log", PAID),),
        (bash(f"echo x | sed 's/x/{PAID}/'", PAID),),
        (bash(f"bash -c 'echo {PAID}'", PAID),),
        (bash(f"(cd /app && for i in 1; do echo {PAID}; done)", PAID),),
        (bash(f"ledger pay > /dev/null && echo {PAID}", PAID),),
        (bash(f"echo {PAID} > f; cat f", PAID),),
        (bash(f"eval 'echo {PAID}'", PAID),),
        (bash(f"echo {PAID} > f"), bash("cat f", PAID)),
        (WRITES, bash("head -5 /app/f.py", f"print('{PAID}')")),
        (WRITES, call("read_file", {"path": "/app/f.py"}, result=f"1 print('{PAID}')")),
        (call("edit_file", {"path": "f", "text": PAID}, result=f"Wrote {PAID}"),),
        (call("say", {"text": PAID}, result=PAID, tool_class=ToolClass.MESSAGE),),
    ],
)
def test_an_echo_is_no_evidence(calls):
    assert verdicts(Has(PAID), *calls) == {Status.FAIL}


QUOTED = ("'" * 250 + f'"{PAID}', f"'\"\n{PAID}")
CONTROLLED = ("a" + "\x01" * 250 + PAID, f"\x07{PAID}\x00x", f"\x9b31m{PAID}\x7f")


@pytest.mark.parametrize("said", [SPELLED, *QUOTED, *CONTROLLED], ids=lambda said: ascii(said[:9]))
@pytest.mark.parametrize(
    "spell",
    [
        lambda said: f"python3 -c {quote(f'print({said!r})')}",
        lambda said: f"cat > /tmp/s.py <<'E'\nprint({said!r})\nE\npython3 /tmp/s.py",
        lambda said: f"node -e {quote(f'console.log({said!r})')}",
    ],
)
def test_a_program_that_spells_out_what_it_prints_is_no_evidence(spell, said):
    assert Status.PASS not in verdicts(Has(said), bash(spell(said), said))


@pytest.mark.parametrize(
    "calls",
    [
        (bash("echo PAID $((6*7))", PAID),),
        (bash('printf "PAID %s" 42', PAID),),
        (bash("echo PAID.42 | tr . ' '", PAID),),
        (bash(f"python -c 'print(\"{PAID}\")'", PAID),),
        (bash(f"python - <<'E'\nprint('{PAID}')\nE", PAID),),
        (bash(f"echo 'print(\"{PAID}\")' | python", PAID),),
        (bash(f"ledger pay; echo {PAID}", f"error\n{PAID}"),),
        (bash(f"eval $RUN 'echo {PAID}'", PAID),),
        (bash(f"yes {PAID} | head -1", PAID),),
        (WRITES, bash("python /app/f.py", PAID)),
        (WRITES, bash("python -m f", PAID)),
        (WRITES, bash("git diff", f"+print('{PAID}')")),
        (WRITES, bash("cat /app/*", f"print('{PAID}')")),
        (call("bash", {"code": f"print('{PAID}')"}, result=PAID),),
    ],
)
def test_what_may_be_an_echo_is_unsure(calls):
    assert verdicts(Has(PAID), *calls) == {Status.UNSURE}
    assert Never(check=Output(match=Has(PAID))).decide(view(agent("", *calls))).status is (
        Status.UNSURE
    )


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        (PAID, (bash("ledger pay", PAID),)),
        (PAID, (bash(f"ledger pay | grep '{PAID}'", PAID),)),
        (PAID, (bash(f"grep -n '{PAID}' log", f"3:{PAID}"),)),
        (PAID, (bash(f"sed -n '/{PAID}/p' log", PAID),)),
        (PAID, (bash('OUT=$(ledger pay); echo "$OUT"', PAID),)),
        (PAID, (bash('echo "== log"; cat log', f"== log\n{PAID}"),)),
        (PAID, (bash("python -c 'import ledger; print(ledger.pay())'", PAID),)),
        (PAID, (bash("echo 42 | ledger pay", PAID),)),
        (PAID, (bash("cat log", PAID), WRITES)),
        (PAID, (WRITES, bash("cat log", PAID))),
        ("No such", (bash("cd /nope; echo hi", "bash: cd: /nope: No such file"),)),
        ("/app", (bash("pwd; echo ---", "/app\n---"),)),
        ("W1", (call("get_order", {"id": "W1"}, result='{"id":"W1"}'),)),
        ("import os", (WRITES, bash("cat /app/f.py", f"import os\nprint('{PAID}')"))),
    ],
)
def test_what_a_program_answered_is_evidence(text, calls):
    (only,) = {
        check.decide(view(*(agent("", each) for each in calls))).status
        for check in (Output(match=Has(text)), ToolCalled(result=Has(text)))
    }
    assert only is Status.PASS


def test_a_pattern_that_matches_anything_finds_nothing_in_an_echo():
    assert verdicts(Regex("^"), bash("echo fine", "fine")) == {Status.FAIL}
    assert verdicts(NotMatch(Has("error")), bash("echo fine", "fine")) == {Status.FAIL}
