"""What a list is told about itself: each fault by its word, and nothing about a sound list."""

import pytest

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.controls import ControlRun
from ckpt_tui.core.linting.finding import Brief, Rule
from ckpt_tui.core.linting.findings import findings
from ckpt_tui.core.scoring import score
from ckpt_tui.core.stages import STAGES
from ckpt_tui.core.verdict import Status, Verdict

HEAD = """format = 1
task = "t"
[scoring]
claims = { off = "tried without" }
"""
CALL = '{ kind = "tool_called", arguments = { command = { has = "x" } } }'
SOUND = "The ledger shows the month's total"


def point(check=CALL, *, name="a", title=SOUND, more=""):
    return f'\n[[checkpoint]]\nid = "{name}"\ntitle = "{title}"\n{more}\ncheck = {check}\n'


def found(*points, head=HEAD, **known):
    checklist = TomlFormat().parse(head + "".join(points), "checklist.toml")
    return [(it.checkpoint, it.rule) for it in findings(checklist, **known)]


FAULTS = {
    "a good word": (point(title="The total is formatted properly"), Rule.VAGUE),
    "a vague question": (
        point('{ kind = "judge", question = "Is it reasonably short?", asserts = "absence" }'),
        Rule.VAGUE,
    ),
    "one word": (point(title="Works"), Rule.VAGUE),
    "a look": (point(title="The output looks fine"), Rule.VAGUE),
    "a manner": (point(title="Handles errors gracefully"), Rule.VAGUE),
    "two verbs and a sign": (point(title="Finds the file & opens it"), Rule.COMPOUND),
    "two tenses": (point(title="The file is read and the port has opened"), Rule.COMPOUND),
    "a summary with a figure": (
        point('{ kind = "output", match = { has = "42 passed" } }'),
        Rule.ECHO,
    ),
    "two verbs": (point(title="Finds the bug and fixes it"), Rule.COMPOUND),
    "both": (point(title="Both totals and counts agree"), Rule.COMPOUND),
    "two past verbs": (point(title="Asked the owner and forwarded the answer"), Rule.COMPOUND),
    "two subjects": (point(title="The view is made and its rows are right"), Rule.COMPOUND),
    "a standard nobody says": (point(title="The shares are calculated correctly"), Rule.VAGUE),
    "a page nobody shows": (
        point(
            '{ kind = "human", question = "Does out/a.pdf match the expected content?"}',
        ),
        Rule.VAGUE,
    ),
    "a question about a name": (
        point('{ kind = "human", question = "Check that the file `out.csv` exists."}'),
        Rule.EXISTENCE,
    ),
    "a thing that was saved": (
        point('{ kind = "human", question = "The sheet was saved to the folder out."}'),
        Rule.EXISTENCE,
    ),
    "own words": (
        point('{ kind = "text", by = "agent", match = { has = "done" } }'),
        Rule.OWN_WORDS,
    ),
    "a printed summary": (
        point('{ kind = "output", match = { re = "[0-9]+ passed" } }'),
        Rule.ECHO,
    ),
    "a word of one": (point('{ kind = "output", match = { has = "PASSED" } }'), Rule.ECHO),
    "in a result": (
        point('{ kind = "tool_called", class = "shell", result = { has = "OK" } }'),
        Rule.ECHO,
    ),
    "a file's name": (
        point('{ kind = "file", path = "out.xlsx" }'),
        Rule.EXISTENCE,
    ),
    "any call": (point('{ kind = "tool_called", class = "shell" }'), Rule.EXISTENCE),
    "a temporary path": (
        point('{ kind = "output", match = { has = "/tmp/tmpx1/out" } }'),
        Rule.BRITTLE,
    ),
    "a home": (point('{ kind = "output", match = { has = "/home/ann/work" } }'), Rule.BRITTLE),
    "a stamp": (
        point('{ kind = "output", match = { has = "2026-01-02 10:11" } }'),
        Rule.BRITTLE,
    ),
    "a commit": (point('{ kind = "output", match = { has = "9f2c1a7" } }'), Rule.BRITTLE),
    "a strict end": (point('{ kind = "output", match = { re = "total 12$" } }'), Rule.DIALECT),
    "letters": (point("{ kind = \"output\", match = { re = 'é\\w+' } }"), Rule.DIALECT),
    "a beginning behind a line": (
        point("{ kind = \"output\", match = { re = 'done\\n^total 5$' } }"),
        Rule.IMPOSSIBLE,
    ),
    "an end in front of a line": (
        point('{ kind = "file", path = "a", text = { not = { re = \'a$\\sb\' } } }'),
        Rule.IMPOSSIBLE,
    ),
    "crossed bounds": (
        point('{ kind = "tests", passed = { ge = 5, le = 4 } }'),
        Rule.IMPOSSIBLE,
    ),
    "an exit code in quotes": (
        point('{ kind = "command", argv = ["make"], exit_code = "0" }'),
        Rule.IMPOSSIBLE,
    ),
    "exit codes in quotes": (
        point('{ kind = "ran", argv = ["make"], exit_code = { in = ["0", "1"] } }'),
        Rule.IMPOSSIBLE,
    ),
    "less than none": (
        point('{ kind = "tests", passed = { ge = 1 }, failed = { le = -1 } }'),
        Rule.IMPOSSIBLE,
    ),
    "a number below nought": (
        point('{ kind = "tool_called", tool = "a", arguments.b = 1, count = -1 }'),
        Rule.IMPOSSIBLE,
    ),
    "any number": (
        point('{ kind = "ran", argv = ["make"], count = { ge = 0 } }'),
        Rule.IMPOSSIBLE,
    ),
    "opposites": (
        point(f'{{ kind = "all_of", checks = [{CALL}, {{ kind = "not", check = {CALL} }}] }}'),
        Rule.IMPOSSIBLE,
    ),
    "there and gone": (
        point(
            '{ kind = "all_of", checks = [{ kind = "file", path = "a", text = { has = "b" } },'
            ' { kind = "file", path = "a", exists = false }] }'
        ),
        Rule.IMPOSSIBLE,
    ),
    "a good end with a bad code": (
        point(
            '{ kind = "tool_called", class = "shell", status = "ok", exit_code = 1,'
            ' arguments = { command = "make" } }'
        ),
        Rule.IMPOSSIBLE,
    ),
    "a result that the call holds": (
        point(
            '{ kind = "tool_called", class = "shell",'
            ' arguments = { command = { has = "echo all good" } }, result = { has = "all good" } }'
        ),
        Rule.ECHO,
    ),
    "any text": (point('{ kind = "output", match = { re = ".*" } }'), Rule.ANY_TEXT),
    "any text in a file": (
        point('{ kind = "file", path = "a", text = { re = "." } }'),
        Rule.ANY_TEXT,
    ),
    "a day": (point('{ kind = "output", match = { has = "on 2026-03-04" } }'), Rule.BRITTLE),
    "a digest": (
        point(f'{{ kind = "file", path = "a", sha256 = "{"0" * 64}" }}'),
        Rule.BRITTLE,
    ),
    "a copy": (
        point('{ kind = "file", path = "a", text = "one line\\nand another\\n" }'),
        Rule.BRITTLE,
    ),
    "one of one": (point(f'{{ kind = "any_of", checks = [{CALL}] }}'), Rule.LONE_CHECK),
}


@pytest.mark.parametrize(("text", "rule"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_by_its_word(text, rule):
    assert found(text) == [("a", rule)]


SOUND_CHECKS = (
    CALL,
    '{ kind = "tests", failed = 0, passed = { ge = 12 } }',
    '{ kind = "output", match = { has = "TOTAL  1,520.73" } }',
    "{ kind = \"output\", match = { re = '(?m)total 12$' } }",
    "{ kind = \"output\", match = { re = 'cost \\$' } }",
    "{ kind = \"output\", match = { re = '(?m)^done$\\n^total 5$' } }",
    '{ kind = "output", match = { has = "2026-01" } }',
    '{ kind = "file", path = "out.csv", text = { has = "total" } }',
    '{ kind = "tests", passed = { ge = 4, le = 5 } }',
    '{ kind = "tests", failed = { le = 0 }, passed = { ge = 0 } }',
    '{ kind = "ran", argv = ["make"], count = { ge = 0, le = 3 } }',
    '{ kind = "ran", argv = ["make"], exit_code = -9 }',
    '{ kind = "file", path = "a", text = { not = { has = "b" } } }',
    '{ kind = "file", path = "a", text = "short" }',
    '{ kind = "tool_called", arguments = { day = "2026-03-04" } }',
    '{ kind = "tool_called", class = "shell", exit_code = 1, arguments = { command = "make" } }',
    '{ kind = "not", check = { kind = "output", match = { has = "5 passed" } } }',
)


@pytest.mark.parametrize("check", SOUND_CHECKS)
def test_a_sound_check_is_left_alone(check):
    assert found(point(check)) == []


FIVE, SIX = '{ kind = "tests", passed = 5', '{ kind = "tests", passed = 6'
BOOK = 'kind = "tool_called", tool = "book", arguments = { id = "7" }'
ONES, TWOS = "1" * 64, "2" * 64
TOGETHER = {
    "two numbers of the last test run": (f'{FIVE}, when = "last" }}', f'{SIX}, when = "end" }}'),
    "bounds that cross from check to check": (
        '{ kind = "tests", failed = { le = 2 }, when = "last" }',
        '{ kind = "tests", failed = { ge = 3 }, when = "last" }',
    ),
    "no whole number between two bounds": (
        '{ kind = "tests", passed = { ge = 4.2 }, when = "end" }',
        '{ kind = "tests", passed = { not = { ge = 5 } }, when = "end" }',
    ),
    "two outcomes": (
        '{ kind = "outcome", passed = true }',
        '{ kind = "outcome", passed = false, value = 1 }',
    ),
    "two values of the outcome": (
        '{ kind = "outcome", value = { ge = 0.5 } }',
        '{ kind = "outcome", value = { not = { ge = 0.25 } } }',
    ),
    "often and seldom": (f"{{ {BOOK}, count = {{ ge = 3 }} }}", f"{{ {BOOK}, count = 2 }}"),
    "once and not at all": (f"{{ {BOOK} }}", f"{{ {BOOK}, count = {{ le = 0 }} }}"),
    "never and yet twice": (
        '{ kind = "ran", argv = ["make"], count = 2 }',
        '{ kind = "never", check = { kind = "ran", argv = ["make"], count = { ge = 1 } } }',
    ),
    "two digests of one file": (
        f'{{ kind = "file", path = "a", sha256 = "{ONES}" }}',
        f'{{ kind = "file", path = "a", sha256 = "{TWOS}" }}',
    ),
    "a text with and without a word": (
        '{ kind = "file", path = "a", text = { has = "total: 5" } }',
        '{ kind = "file", path = "a", text = { not = { has = "total" } } }',
    ),
    "two codes of one command": (
        '{ kind = "command", argv = ["make"] }',
        '{ kind = "command", argv = ["make"], exit_code = 2 }',
    ),
    "two ends of the last such call": (
        f'{{ {BOOK}, when = "last" }}',
        f'{{ {BOOK}, when = "last", status = "error" }}',
    ),
}


def unpaid(check):
    """What is found about a check that carries no points."""
    return found(point(check, more="points = 0"), point(name="b", title="Sums the month"))


@pytest.mark.parametrize("checks", TOGETHER.values(), ids=TOGETHER)
def test_what_no_value_can_be_at_once_cannot_be_asked_together(checks):
    nested = f'{{ kind = "all_of", checks = [{checks[0]}, {CALL}] }}'
    for first in (checks[0], nested):
        check = f'{{ kind = "all_of", checks = [{first}, {checks[1]}] }}'
        assert unpaid(check) == [("a", Rule.IMPOSSIBLE)]


@pytest.mark.parametrize(
    "checks",
    [
        (f"{FIVE} }}", f"{SIX} }}"),
        (f'{FIVE}, when = "last" }}', f"{SIX} }}"),
        (f'{FIVE}, when = "last" }}', f'{SIX}, when = "last", command = {{ has = "unit" }} }}'),
        (f'{FIVE}, when = "last" }}', '{ kind = "tests", failed = 6, when = "last" }'),
        ('{ kind = "outcome", passed = true }', '{ kind = "outcome", value = 0 }'),
        (f"{{ {BOOK}, count = 1 }}", '{ kind = "tool_called", tool = "book", count = 2 }'),
        (f"{{ {BOOK}, exit_code = 0 }}", f"{{ {BOOK}, exit_code = 1 }}"),
        (f'{{ {BOOK}, result = "a" }}', f'{{ {BOOK}, result = "b" }}'),
        (
            f'{{ kind = "file", path = "a", sha256 = "{ONES}" }}',
            f'{{ kind = "file", path = "b", sha256 = "{TWOS}" }}',
        ),
        (
            f'{{ kind = "file", path = {{ glob = "*" }}, sha256 = "{ONES}" }}',
            f'{{ kind = "file", path = {{ glob = "*" }}, sha256 = "{TWOS}" }}',
        ),
        (
            '{ kind = "file", path = "a.json", query = "rows.id", equals = 1 }',
            '{ kind = "file", path = "a.json", query = "rows.id", equals = 2 }',
        ),
        (
            '{ kind = "file", path = "a.py", within = "f", text = { has = "x" } }',
            '{ kind = "file", path = "a.py", within = "g", text = { not = { has = "x" } } }',
        ),
        (
            '{ kind = "command", argv = ["make", "a"] }',
            '{ kind = "command", argv = ["make", "b"], exit_code = 2 }',
        ),
    ],
)
def test_what_may_be_two_values_can_be_asked_together(checks):
    check = f'{{ kind = "all_of", checks = [{checks[0]}, {checks[1]}] }}'
    assert unpaid(check) == []


REPORT = '{ kind = "file", path = "out.csv", text = { has = "total" } }'
NO_MAIL = '{ kind = "not", check = { kind = "tool_called", tool = "mail" } }'
PUSHED = '{ kind = "ran", argv = ["git", "push"] }'
TESTED = '{ kind = "tests", failed = 0 }'
GRADED = '{ kind = "verifier_test", name = "test_a" }'


def before(first, then):
    return f'{{ kind = "before", first = {first}, then = {then} }}'


def only_after(guard, then):
    return f'{{ kind = "only_after", guard = {guard}, then = {then} }}'


def several(kind, *checks):
    return f'{{ kind = "{kind}", checks = [{", ".join(checks)}] }}'


@pytest.mark.parametrize(
    ("check", "rule"),
    [
        (before(REPORT, PUSHED), Rule.IMPOSSIBLE),
        (before(NO_MAIL, PUSHED), Rule.IMPOSSIBLE),
        (before('{ kind = "ran", argv = ["a"], count = 2 }', PUSHED), Rule.IMPOSSIBLE),
        (before('{ kind = "file_changed", path = "a", scope = "net" }', PUSHED), Rule.IMPOSSIBLE),
        (before(several("all_of", REPORT, TESTED), PUSHED), Rule.IMPOSSIBLE),
        (before(PUSHED, PUSHED), Rule.IMPOSSIBLE),
        (before(REPORT, REPORT), Rule.LONE_CHECK),
        (several("in_order", TESTED, REPORT, PUSHED), Rule.IMPOSSIBLE),
        (only_after(REPORT, PUSHED), Rule.IMPOSSIBLE),
        (only_after(GRADED, several("any_of", PUSHED, CALL)), Rule.IMPOSSIBLE),
        (only_after(several("any_of", REPORT, GRADED), PUSHED), Rule.IMPOSSIBLE),
        (only_after(PUSHED, PUSHED), Rule.IMPOSSIBLE),
        (only_after(REPORT, REPORT), Rule.IMPOSSIBLE),
    ],
)
def test_an_order_that_no_run_can_keep_or_break_is_named(check, rule):
    assert unpaid(check) == [("a", rule)]


@pytest.mark.parametrize(
    "check",
    [
        before(TESTED, PUSHED),
        before(TESTED, REPORT),
        before('{ kind = "ran", argv = ["a"], count = { ge = 2 } }', PUSHED),
        before(several("any_of", REPORT, TESTED), PUSHED),
        before(several("all_of", GRADED, TESTED), PUSHED),
        before(REPORT, several("any_of", PUSHED, GRADED)),
        only_after(TESTED, PUSHED),
        only_after(REPORT, GRADED),
        several("in_order", PUSHED, PUSHED),
        several("in_order", TESTED, PUSHED, REPORT, GRADED),
    ],
)
def test_an_order_that_a_run_can_keep_is_left_alone(check):
    assert unpaid(check) == []


@pytest.mark.parametrize(
    ("field", "match", "can_be"),
    [
        ("passed", "{ ge = 5, in = [3, 4] }", False),
        ("passed", "{ ge = 5, in = [4, 5] }", True),
        ("passed", "{ le = -1 }", False),
        ("passed", "{ ge = 4, le = 5, not = 4 }", True),
        ("passed", "{ ge = 4, le = 4, not = 4 }", False),
        ("passed", "{ ge = 4.1, le = 4.9 }", False),
        ("passed", '"5"', False),
        ("passed", "{ re = '^1?5$' }", True),
        ("passing", '{ has = "total", not = { has = "tot" } }', False),
        ("passing", '{ has = "total", not = { has = "totals" } }', True),
        ("passing", '{ in = ["a", "b"], re = "c" }', False),
        ("passing", '{ re = "a", not = { re = "b" } }', True),
        ("passing", '{ re = "a", not = { re = "a" } }', False),
        ("command", "{ ge = 5 }", False),
    ],
)
def test_a_matcher_that_nothing_meets_is_named(field, match, can_be):
    told = found(point(f'{{ kind = "tests", {field} = {match} }}'))
    assert told == ([] if can_be else [("a", Rule.IMPOSSIBLE)])


@pytest.mark.parametrize(
    "title",
    [
        "Existing tests are left alone",
        "Reads the pages and the index",
        "Counts correctly that 4 of them are late",
        "The answer is correct: Tea",
        "A view with the columns `a` and `b` is created",
        "The error is saved in results/metrics.txt",
        "The working tree is clean",
        "The cat and dog tables hold ten rows",
    ],
)
def test_a_sound_title_is_left_alone(title):
    assert found(point(title=title)) == []


@pytest.mark.parametrize(
    "title",
    [
        "Creates/updates the ledger",
        "The agent reads/writes `ledger.csv`",
        "Downloads / unzips the archive",
        "The rows are sorted/filtered the way the task says",
        "Sorts the rows & reports the total",
        "Sums the month & prints it",
        "Unpacks the archive & validates its rows",
        "Sums the month and reports the total",
        "Finds the fault and explains how it came about",
        "Opens the ledger and then changes all of its rows",
        "Sums the month; reports “done”",
        "Was sent to the owner & has three rows",
    ],
)
def test_two_deeds_are_named_whatever_joins_them(title):
    assert found(point(title=title)) == [("a", Rule.COMPOUND)]


@pytest.mark.parametrize(
    "title",
    [
        "The sales and reports agree",
        "The sales and reports all agree",
        "Sales & reports agree",
        "Episodes and returns are recorded",
        "The owner has read/write access",
        "The owner has read and write access",
        "The R&D budget is in the ledger",
        "R&D calls for ten rows",
        "The Q&A names ten rows",
        "Input/output errors are counted",
        "The names/calls table holds ten rows",
        "The file src/reads/writes the ledger imports is there",
        "The orders, changes and calls come to ten",
        'The “Show and Tell” model and the \\"Ask and send it\\" page are linked',
        "The page says `Sums it and reports the total`",
        "The log lists tests, builds; commits",
        "The names and calls every client made are listed",
    ],
)
def test_two_names_are_no_two_deeds(title):
    assert found(point(title=title)) == []


@pytest.mark.parametrize(
    "title",
    [
        "The ledger shows the total (3 points)",
        "The ledger [2 pts] shows the total",
        "5p: the ledger shows the total",
        "2 points - the ledger shows the total",
        "The ledger shows the total: 1.5 pts.",
        "The ledger shows the total {worth 1 point}",
        "The ledger shows the total (0.25 points each)",
        "The ledger shows the total (+1/3 pt)",
        "The ledger shows the total [points: 2]",
        "The ledger shows the total – 2 pts",
        "The ledger shows the total - 2 points",
        "The ledger shows the total, worth 10 points",
    ],
)
def test_points_in_a_title_are_named_for_they_go_stale(title):
    assert found(point(title=title)) == [("a", Rule.POINTS)]


@pytest.mark.parametrize(
    "title",
    [
        "The team is shown with 3 points",
        "The plot holds 12 points and a line",
        "The home team (3 points ahead) is listed first",
        "The heading is set in Arial (12 pt)",
        "The video has 720 lines (720p)",
        "1080p: the video is rendered",
        "The ledger shows the total (5 pages)",
        "The list of users (2 pending) is sorted",
        "The table lists the points: 3 for each win",
        "Version 2.5p is installed",
        "2 points-of-sale are in the ledger",
        "The home team wins by 3 - 2 points",
    ],
)
def test_points_that_are_not_the_checkpoint_s_own_may_stand_in_a_title(title):
    assert found(point(title=title)) == []


def test_what_is_switched_off_is_not_looked_at():
    assert found(point(title="Works", more="enabled = false"), point(name="b")) == []


def test_two_titles_alike_are_named():
    assert found(point(), point(name="b")) == [("a", Rule.SAME_TITLE), ("b", Rule.SAME_TITLE)]


def titled(name, more):
    return point(name=name, title=f"The ledger shows total {name}", more=more)


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        ("migrate", "mirgate", True),
        ("by-script", "by-scirpt", True),
        ("migration", "migraton", True),
        ("migration", "migrration", True),
        ("migration", "migretion", True),
        ("via-API", "via_api", True),
        ("viaapi", "via-api", True),
        ("a1", "a2", False),
        ("path-a", "path-b", False),
        ("path-a-first", "path-b-first", False),
        ("upload-v1", "upload-v2", False),
        ("migrate3d", "migrate2d", False),
        ("request", "requests", False),
        ("online", "offline", False),
        ("install", "uninstall", False),
        ("import", "export", False),
        ("by-text", "by-test", False),
        ("sql", "csv", False),
    ],
)
def test_two_spellings_of_one_route_are_named(one, other, is_alike):
    ways = [routed(one, "a"), routed(other, "b")]
    assert found(*ways) == ([(None, Rule.LIKE_ROUTES)] if is_alike else [])
    uneven = [routed(one, "a"), routed(other, "b", "2")]
    assert found(*uneven) == [(None, Rule.UNEQUAL_ROUTES)]


def bound(route, name):
    never = '{ kind = "never", check = { kind = "tool_called", tool = "mail" } }'
    title = f"The ledger never shows {name}"
    return point(never, name=name, title=title, more=f'route = "{route}"')


def told_of(*points):
    checklist = TomlFormat().parse(HEAD + "".join(points), "checklist.toml")
    return [(it.rule, it.detail) for it in findings(checklist)]


def test_a_route_of_invariants_alone_binds_nobody_and_is_named():
    ways = [routed("script", "a"), routed("by-hand", "b")]
    assert found(*ways, bound("by-hand", "c")) == []
    idle = [*ways, bound("wizard", "c"), bound("wizard", "d")]
    assert found(*idle) == [(None, Rule.IDLE_ROUTE)]
    [(rule, detail)] = told_of(*ways, bound("scirpt", "c"))
    assert rule is Rule.IDLE_ROUTE
    assert 'did you mean "script"?' in detail
    shared = [titled("a", ""), bound("wizard", "c"), bound("by-hand", "d")]
    assert found(*shared) == [(None, Rule.IDLE_ROUTE)] * 2
    assert found(titled("a", ""), bound("wizard", "c")) == [(None, Rule.LONE_ROUTE)]
    uneven = [routed("script", "a"), routed("by-hand", "b", "2"), bound("wizard", "c")]
    assert found(*uneven) == [(None, Rule.UNEQUAL_ROUTES), (None, Rule.IDLE_ROUTE)]
    free = [routed("script", "a", "0"), routed("by-hand", "b", "0"), titled("c", "")]
    assert found(*free) == []


def test_weights_that_decide_everything_are_named():
    heavy = [titled("a", "points = 8"), titled("b", "points = 2"), titled("c", "points = 3")]
    assert found(*heavy) == [("a", Rule.POINTS)]
    near = [titled("a", "points = 0.4"), titled("b", "points = 0.4"), titled("c", "points = 0.18")]
    assert found(*near) == [(None, Rule.POINTS)]
    critical = [titled(name, "critical = true" if name < "c" else "") for name in "abcde"]
    assert found(*critical) == [(None, Rule.CRITICALS)]
    few = [titled(name, "critical = true" if name == "a" else "") for name in "abcde"]
    assert found(*few) == []


def routed(route, name, points="1", more=""):
    return titled(name, f'route = "{route}"\npoints = {points}\n{more}')


def test_routes_of_unequal_points_are_named_with_their_totals():
    uneven = [titled("a", ""), routed("x", "b", "2"), routed("y", "c", "1.5"), routed("y", "d")]
    assert found(*uneven) == [(None, Rule.UNEQUAL_ROUTES)]
    checklist = TomlFormat().parse(HEAD + "".join(uneven), "checklist.toml")
    assert findings(checklist)[0].detail == (
        'the routes carry unequal points ("x" 2, "y" 2.5); give each of them the same total'
    )
    even = [titled("a", ""), routed("x", "b", "2"), routed("y", "c"), routed("y", "d")]
    assert found(*even) == []
    off = routed("y", "e", "9", "enabled = false")
    assert found(*even, off) == []


def test_what_stands_behind_the_routes_requires_something_of_each():
    head = HEAD.replace("[scoring]\n", '[scoring]\ngate = "requires"\n')
    ways = [routed("x", "a", more="requires = []"), routed("y", "b", more="requires = []")]
    assert found(*ways, titled("c", 'requires = ["a"]'), head=head) == [("c", Rule.REQUIRES)]
    assert found(*ways, titled("c", 'requires = ["a", "b"]'), head=head) == []
    assert found(*ways, titled("c", "requires = []"), head=head) == []


def test_a_route_without_an_alternative_is_named():
    assert found(titled("a", ""), routed("x", "b")) == [(None, Rule.LONE_ROUTE)]


def test_weights_are_those_that_a_run_is_held_to_on_one_route():
    summed = [titled("a", "points = 0.4"), titled("b", "points = 0.3")]
    assert found(*summed, routed("x", "c", "0.3"), routed("y", "d", "0.3")) == []
    assert found(*summed, routed("x", "c", "0.25"), routed("y", "d", "0.25")) == [
        (None, Rule.POINTS)
    ]


def test_a_stage_that_the_vocabulary_lacks_is_named_with_the_nearest_word():
    near, far = titled("a", 'stage = "Verifying"'), titled("b", 'stage = "zebra"')
    checklist = TomlFormat().parse(HEAD + near + far, "checklist.toml")
    assert [(it.checkpoint, it.rule, it.detail) for it in findings(checklist)] == [
        ("a", Rule.STAGE, '"Verifying" is no stage of this workspace; did you mean "verify"?'),
        (
            "b",
            Rule.STAGE,
            f'"zebra" is no stage of this workspace; stages are {", ".join(STAGES)}',
        ),
    ]
    assert found(near, far, stages=("Verifying", "zebra")) == []
    assert found(titled("a", 'stage = "fix"'), stages=("plan", "act")) == [("a", Rule.STAGE)]


def test_what_a_list_says_of_its_points_is_held_against_them():
    two = [titled("a", "points = 2"), titled("b", "points = 2")]

    def about(words):
        return HEAD + f'[meta]\nabout = "{words}"\n'

    assert found(*two, head=about("This task has 4 points in total, in 2 checkpoints.")) == []
    for words in (
        "This task has 5 points in total.",
        "It is worth a total of 3 points.",
        "There are 3 checkpoints in total.",
        "If the last checkpoint passes, full credits are granted.",
    ):
        assert found(*two, head=about(words)) == [(None, Rule.TOTALS)]
    assert found(*two, head=HEAD + "[meta]\ntotal = 5\n") == [(None, Rule.TOTALS)]


def test_an_invariant_of_one_route_forbids_nothing_on_another():
    mailed = '{ kind = "tool_called", tool = "mail", arguments = { to = "ann" } }'
    never = f'{{ kind = "never", check = {mailed} }}'
    rule = point(never, name="c", title="Ann is never written to", more='route = "desk"')
    ways = [routed("desk", "b"), point(mailed, title="Ann is written to", more='route = "mail"')]
    assert found(*ways, rule) == []
    same = [routed("mail", "b"), point(mailed, title="Ann is written to", more='route = "desk"')]
    assert found(*same, rule) == [("a", Rule.FORBIDDEN)]


def test_what_is_required_stands_in_front():
    head = HEAD.replace("[scoring]\n", '[scoring]\ngate = "requires"\n')
    forward = [titled("a", 'requires = ["b"]'), titled("b", "requires = []")]
    assert found(*forward, head=head) == [("a", Rule.REQUIRES)]
    assert found(*reversed(forward), head=head) == []


def test_a_file_that_nobody_names_can_only_be_guessed():
    check = point('{ kind = "file", path = "out/report.csv", text = { has = "total" } }')
    told = Brief(text="Write report.csv.")
    untold = Brief(text="Write a report.")
    there = Brief(text="Mend the report.", files=frozenset({"report.csv"}))
    assert found(check, brief=told) == []
    assert found(check, brief=there) == []
    assert found(check, brief=untold) == [("a", Rule.UNNAMED_PATH)]
    longer = Brief(text="Write old-report.csv.")
    assert found(check, brief=longer) == [("a", Rule.UNNAMED_PATH)]


def test_a_question_names_no_file_that_the_task_does_not():
    asked = point('{ kind = "human", question = "Does `out/april.xlsx` hold two columns?"}')
    assert found(asked, brief=Brief(text="Write april.xlsx.")) == []
    assert found(asked, brief=Brief(text="Write april.csv.")) == [("a", Rule.UNNAMED_PATH)]


def test_a_change_is_asked_for_where_the_files_are_known():
    check = point('{ kind = "file_changed", path = "src/totals.py" }')
    known = Brief(text="Mend the sum.", files=frozenset({"totals.py"}))
    other = Brief(text="Mend the sum.", files=frozenset({"sums.py"}))
    assert found(check, brief=known) == []
    assert found(check, brief=Brief(text="Mend the sum.")) == []
    assert found(check, brief=other) == [("a", Rule.UNNAMED_PATH)]


def test_a_day_that_the_task_names_may_be_looked_for():
    check = point('{ kind = "output", match = { has = "on 2026-03-04" } }')
    assert found(check, brief=Brief(text="Book the flight of 2026-03-04.")) == []


@pytest.mark.parametrize(
    ("banned", "is_forbidden"),
    [
        ('path = { glob = "tests/**" }', True),
        ('path = { glob = "tests/**" }, change = ["create", "edit"]', True),
        ('path = { glob = "tests/**" }, change = ["delete"]', False),
        ('path = { glob = "docs/**" }', False),
        ('path = { glob = "tests/**" }, except = ["tests/test_new.py"]', False),
    ],
)
def test_what_an_invariant_forbids_cannot_be_asked_for(banned, is_forbidden):
    milestone = point('{ kind = "file_changed", path = "tests/test_new.py", change = ["create"] }')
    never = f'{{ kind = "never", check = {{ kind = "file_changed", {banned} }} }}'
    invariant = point(never, name="b", title="No test is touched")
    wanted = [("a", Rule.FORBIDDEN)] if is_forbidden else []
    assert found(milestone, invariant) == wanted


MIXED = ("good", "bad", "bad", "noop", "oracle")
BUSY = ("good", "good", "bad", "bad", "oracle")


def tried(ends, roles=MIXED, *, check=CALL, role="milestone", passed=None):
    """What is said of one check that ends so on runs of these roles."""
    head = HEAD + point(check, more=f'role = "{role}"\npoints = 1' * (role == "milestone"))
    if role == "invariant":
        head = HEAD + point(check, more='role = "invariant"') + point(name="b", title=f"{SOUND}s")
    checklist = TomlFormat().parse(head, "checklist.toml")
    runs = [
        ControlRun(
            label=str(number),
            role=marked,
            passed=passed,
            score=score(checklist, {"a": end, "b": [PASSED, FAILED][number % 2]}),
        )
        for number, (end, marked) in enumerate(zip(ends, roles, strict=True))
    ]
    return [(it.rule, it.detail) for it in findings(checklist, runs=runs) if it.checkpoint == "a"]


def ended(status, *, vacuous=False):
    return Verdict(status=status, reason="No such tool.", vacuous=vacuous)


PASSED, FAILED, BESIDE = map(ended, (Status.PASS, Status.FAIL, Status.NOT_APPLICABLE))
EMPTY, UNSURE, LACKING = (
    ended(Status.PASS, vacuous=True),
    ended(Status.UNSURE),
    ended(Status.UNAVAILABLE),
)

ALIKE = {
    "always missed": ([FAILED] * 5, MIXED, Rule.NEVER_PASSES, "it fails on all 5 sample runs;"),
    "always met": ([PASSED] * 5, MIXED, Rule.NEVER_FAILS, "it passes on all 5 sample runs;"),
    "always missed where it applies": (
        [FAILED] * 5 + [BESIDE],
        (*MIXED, "bad"),
        Rule.NEVER_PASSES,
        "it fails on all 5 sample runs to which it applies;",
    ),
    "always beside the point": (
        [BESIDE] * 5,
        BUSY,
        Rule.VACUOUS,
        "nothing that it asks about happens in any of the 5 sample runs;",
    ),
    "always over nothing": (
        [EMPTY] * 3 + [BESIDE] * 2,
        BUSY,
        Rule.VACUOUS,
        "nothing that it asks about happens in any of the 5 sample runs;",
    ),
    "never decided": (
        [LACKING] * 5,
        MIXED,
        Rule.NEVER_DECIDED,
        "it can be decided on none of the 5 sample runs (No such tool);",
    ),
    "never decided, for another reason": (
        [LACKING, ended(Status.ERROR), LACKING, LACKING, LACKING],
        ("bad",) * 5,
        Rule.NEVER_DECIDED,
        "it can be decided on none of the 5 sample runs (No such tool);",
    ),
}


@pytest.mark.parametrize(("ends", "roles", "rule", "said"), ALIKE.values(), ids=ALIKE)
def test_a_check_that_ends_alike_on_all_runs_is_named_with_what_to_do(ends, roles, rule, said):
    [(found_rule, detail)] = tried(ends, roles)
    assert found_rule is rule
    assert detail.startswith(said)
    assert detail[len(said) :].startswith(" add one ")


@pytest.mark.parametrize("end", [FAILED, PASSED])
@pytest.mark.parametrize(
    ("roles", "passed"),
    [
        (("good",) * 6, None),
        (("bad",) * 6, None),
        (("noop", "claims-only", "bad", "bad", "oracle", "oracle"), None),
        (("oracle",) * 6, None),
        ((None,) * 6, True),
        ((None,) * 6, False),
        (("good", "bad", "noop", "oracle"), None),
    ],
)
def test_runs_of_one_sort_or_a_handful_say_nothing(end, roles, passed):
    assert tried([end] * len(roles), roles, passed=passed) == []
    assert tried([EMPTY] * len(roles), roles, passed=passed, role="invariant") == []


def test_runs_of_which_nothing_is_known_may_be_of_either_sort():
    unknown = (None, None, "a word of one's own", None, None)
    assert [rule for rule, _ in tried([PASSED] * 5, unknown)] == [Rule.NEVER_FAILS]
    assert [rule for rule, _ in tried([FAILED] * 5, unknown)] == [Rule.NEVER_PASSES]
    assert [rule for rule, _ in tried([BESIDE] * 5, unknown)] == [Rule.VACUOUS]


def test_a_run_that_does_nothing_shows_no_check_to_be_vacuous():
    assert tried([EMPTY] * 5, ("good", "bad", "bad", "noop", "claims-only")) == []


@pytest.mark.parametrize(
    "ends",
    [
        [PASSED, FAILED, FAILED, FAILED, FAILED],
        [FAILED] * 4 + [UNSURE],
        [LACKING] * 4 + [UNSURE],
        [LACKING] * 4 + [PASSED],
        [FAILED] * 4 + [BESIDE],
        [EMPTY] * 4 + [FAILED],
    ],
)
def test_a_check_that_tells_runs_apart_or_is_open_on_one_is_left_alone(ends):
    assert tried(ends) == []


def test_an_invariant_that_always_holds_is_as_it_should_be():
    assert tried([PASSED] * 5, role="invariant") == []
    assert tried([PASSED] * 4 + [EMPTY], role="invariant") == []
    assert [it for it, _ in tried([FAILED] * 5, role="invariant")] == [Rule.NEVER_PASSES]
    assert [it for it, _ in tried([EMPTY] * 5, BUSY, role="invariant")] == [Rule.VACUOUS]


def test_what_can_never_pass_is_not_said_to_fail_on_all_runs():
    never = '{ kind = "ran", argv = ["make"], status = "ok", exit_code = 1 }'
    assert [rule for rule, _ in tried([FAILED] * 5, check=never)] == [Rule.IMPOSSIBLE]
