"""The hand-written checklists, and random edits of any checklist."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

from ckpt_tui.core.checklist import Checklist, Checkpoint, Role
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import Check
from ckpt_tui.core.checks.fields import Shape, fields_of
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
    "", "plain", 'with "quotes"', "it's", "back\\slash", "two\nlines", 'ends "', '"""', "'''",
    "# no comment", "[[checkpoint]]", "tab\there", "nul\x00esc\x1b", "é 🚀", "a\r\nb", "\\", "}],",
)


def read(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


def some_match(random: Random) -> Match:
    text = random.choice(TEXTS)
    return random.choice(
        (
            Equals(text), Equals(3), Equals(True), Equals(0.5), Has(text), Regex(r"^\d+'\"$"),
            Regex("plain"), Glob("src/**"), In(("a", 1, False)), AtLeast(2), NotMatch(Has(text)),
        )
    )  # fmt: skip


def some_check(random: Random, depth: int = 2) -> Check:
    kinds = ["output", "tool_called", "text", "human", "at_most", "acme.thing"]
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
    try:
        return kind(**values)
    except ValueError:
        return Output(match=Has("instead"))


def some_value(random: Random, spec, depth: int):
    match spec.shape:
        case Shape.TEXT:
            return random.choice(TEXTS)
        case Shape.INTEGER:
            return random.randrange(100)
        case Shape.NUMBER:
            return random.choice([0.5, 2.0, 10.25])
        case Shape.FLAG:
            return random.choice([True, False])
        case Shape.CHOICE:
            return random.choice(list(spec.enum))
        case Shape.CHOICES:
            return tuple(random.sample(list(spec.enum), 1))
        case Shape.TEXTS:
            return tuple(random.sample(TEXTS, random.randrange(3)))
        case Shape.MATCH:
            return some_match(random)
        case Shape.MATCHES:
            paths = random.sample(["cmd", "a.b", "list[0].x", "", "opts.re", 'q"uote'], 2)
            return tuple((path, some_match(random)) for path in paths)
        case Shape.CHECK:
            return some_check(random, depth - 1)
        case Shape.CHECKS:
            return tuple(some_check(random, depth - 1) for _ in range(random.randrange(1, 4)))


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
        return replace(check, **{spec.name: None})
    try:
        return replace(check, **{spec.name: some_value(random, spec, 1)})
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


def changed_point(random: Random, point: Checkpoint, gate_needs: bool) -> Checkpoint:
    match random.randrange(9):
        case 0:
            return replace(point, title=random.choice(TEXTS))
        case 1 if point.role is Role.MILESTONE and point.points:
            return replace(point, points=Fraction(random.choice([1, 2, "0.25", "7.5"])))
        case 2:
            return replace(point, stage=random.choice([None, "fix", "verify"]))
        case 3:
            return replace(point, note=random.choice(TEXTS))
        case 4:
            pins = tuple(f"file:{n}" for n in range(random.randrange(4)))
            return replace(point, pins=pins)
        case 5:
            return replace(point, critical=not point.critical)
        case 6:
            return replace(point, enabled=not point.enabled)
        case 7 if not gate_needs:
            return replace(point, id=f"{point.id[:20]}-{random.randrange(1000)}")
        case _:
            return replace(point, check=changed_check(random, point.check))


def some_edit(random: Random, checklist: Checklist, number: int) -> Edit:
    ids = [point.id for point in checklist.checkpoints]
    chosen = random.choice(checklist.checkpoints)
    needs = any(point.requires is not None for point in checklist.checkpoints)
    after = random.choice([None, *ids])
    match random.choice("rrrrmmid"):
        case "r":
            return ReplaceCheckpoint(id=chosen.id, checkpoint=changed_point(random, chosen, needs))
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
