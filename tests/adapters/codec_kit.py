"""The hand-written checklists, and random edits of any checklist."""

from fractions import Fraction
from pathlib import Path
from random import Random

from msgspec.structs import replace

from ckpt_tui.core.checklist import Checklist, Checkpoint, Role
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.output import Output
from ckpt_tui.core.checks.plugin import MissingPlugin
from ckpt_tui.core.checks.tool_called import ToolCalled
from ckpt_tui.core.edits import (
    DeleteCheckpoint,
    Edit,
    InsertCheckpoint,
    MoveCheckpoint,
    ReplaceCheckpoint,
)
from ckpt_tui.core.match import AtLeast, Equals, Glob, Has, In, Match, NotMatch, Regex

FOLDER = Path(__file__).parent / "checklists"
NAMES = sorted(path.name for path in FOLDER.glob("*.toml"))

TEXTS = (
    "",
    "plain",
    'with "quotes"',
    "it's",
    "back\\slash",
    "two\nlines",
    'ends "',
    '"""',
    "'''",
    "# no comment",
    "[[checkpoint]]",
    "tab\there",
    "nul\x00esc\x1b",
    "é 🚀",
    "a\r\nb",
    "\\",
    "}],",
)


def read(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


def some_match(random: Random) -> Match:
    text = random.choice(TEXTS)
    return random.choice(
        (
            Equals(text), Equals(3), Equals(value=True), Equals(0.5), Has(text), Regex(r"^\d+'\"$"),
            Regex("plain"), Glob("src/**"), In(("a", 1, False)), AtLeast(2), NotMatch(Has(text)),
        )
    )  # fmt: skip


def some_check(random: Random, depth: int = 2) -> Check:
    kinds = ["output", "tool_called", "ran", "command", "text", "human", "at_most", "acme.thing"]
    if depth:
        kinds += ["all_of", "any_of", "not", "before", "in_order", "never"]
    word = random.choice(kinds)
    if word not in KINDS:
        return MissingPlugin(name=word, table=random.choice(['{"x": 1}', '{"y": [1, {"z": 0.5}]}']))
    kind = KINDS[word]
    values = {
        spec.name: some_value(random, spec, depth)
        for spec in fields_of(kind)
        if spec.is_required or random.random() < 0.4
    }
    instead = Output(match=Has("instead"))
    try:
        return _workable(kind(**values), instead)
    except ValueError:
        return instead


def _workable(check: Check, instead: Check) -> Check:
    return instead if any(check.faults()) else check


def some_value(random: Random, spec: FieldSpec, depth: int):
    paths = random.sample(["cmd", "a.b", "list[0].x", "", "opts.re", 'q"uote'], 2)
    words = list(spec.enum or ())
    made = {
        Shape.TEXT: lambda: random.choice(TEXTS),
        Shape.INTEGER: lambda: random.randrange(100),
        Shape.NUMBER: lambda: random.choice([0.5, 2.0, 10.25]),
        Shape.FLAG: lambda: random.choice([True, False]),
        Shape.CHOICE: lambda: random.choice(words),
        Shape.CHOICES: lambda: tuple(random.sample(words, 1)),
        Shape.TEXTS: lambda: tuple(random.sample(TEXTS, random.randrange(3))),
        Shape.MATCH: lambda: some_match(random),
        Shape.MATCHES: lambda: tuple((path, some_match(random)) for path in paths),
        Shape.WORDS: lambda: tuple(some_match(random) for _ in paths),
        Shape.CHECK: lambda: some_check(random, depth - 1),
        Shape.CHECKS: lambda: tuple(some_check(random, depth - 1) for _ in paths),
    }
    return made[spec.shape]()


def changed_check(random: Random, check: Check) -> Check:
    """A check with one field changed, somewhere inside."""
    specs = fields_of(type(check))
    if not specs or isinstance(check, MissingPlugin) or random.random() < 0.15:
        return some_check(random)
    spec = random.choice(specs)
    value = getattr(check, spec.name)
    if spec.shape is Shape.CHECK and value is not None and random.random() < 0.8:
        return replace(check, **{spec.name: changed_check(random, value)})
    if spec.shape is Shape.CHECKS:
        return replace(check, **{spec.name: changed_checks(random, value)})
    if spec.is_optional and value is not None and random.random() < 0.3:
        return _workable(replace(check, **{spec.name: None}), check)
    try:
        return _workable(replace(check, **{spec.name: some_value(random, spec, 1)}), check)
    except ValueError:
        return check


def changed_checks(random: Random, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    found = list(checks)
    place = random.randrange(len(found))
    match random.randrange(5):
        case 0:
            found.insert(place, some_check(random, 1))
        case 1:
            found.append(some_check(random, 1))
        case 2 if len(found) > 1:
            del found[place]
        case 3:
            found.reverse()
        case _:
            found[place] = changed_check(random, found[place])
    return tuple(found)


def changed_point(random: Random, point: Checkpoint, *, may_rename: bool) -> Checkpoint:
    pins = tuple(f"file:{n}" for n in range(random.randrange(4)))
    stage = random.choice([None, "fix", "verify"])
    changes = [
        {"title": random.choice(TEXTS)},
        {"stage": stage, "route": stage and f"by-{stage}"},
        {"note": random.choice(TEXTS)},
        {"pins": pins},
        {"critical": not point.critical},
        {"enabled": not point.enabled},
        {"check": changed_check(random, point.check)},
        {"check": changed_check(random, point.check)},
    ]
    if point.role is Role.MILESTONE and point.points:
        changes.append({"points": Fraction(random.choice([1, 2, "0.25", "7.5"]))})
    if may_rename:
        changes.append({"id": f"{point.id[:20]}-{random.randrange(1000)}"})
    return replace(point, **random.choice(changes))


def some_edit(random: Random, checklist: Checklist, number: int) -> Edit:
    ids = [point.id for point in checklist.checkpoints]
    chosen = random.choice(checklist.checkpoints)
    needs = any(point.requires is not None for point in checklist.checkpoints)
    after = random.choice([None, *ids])
    match random.choice("rrrrmmid"):
        case "r":
            new = changed_point(random, chosen, may_rename=not needs)
            return ReplaceCheckpoint(id=chosen.id, checkpoint=new)
        case "m":
            others = [None, *(name for name in ids if name != chosen.id)]
            return MoveCheckpoint(id=chosen.id, after=random.choice(others))
        case "i":
            new = Checkpoint(
                id=f"new-{number}",
                title=random.choice(TEXTS),
                check=random.choice([some_check(random), ToolCalled(tool=Equals("x"))]),
                requires=() if needs else None,
                note=random.choice(TEXTS),
            )
            return InsertCheckpoint(checkpoint=new, after=after)
        case _:
            return DeleteCheckpoint(id=chosen.id)
