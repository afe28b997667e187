"""A checkpoint as a form: rows to show, and what typing into one of them makes of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core import forms
from ckpt_tui.core.checklist import Checkpoint, Role
from ckpt_tui.core.checks import KINDS
from ckpt_tui.core.checks.base import Check, checks_in
from ckpt_tui.core.checks.fields import FieldSpec, Shape, fields_of
from ckpt_tui.core.checks.named import Named
from ckpt_tui.core.forms import FormError
from ckpt_tui.core.match import MATCH_TYPES, Equals
from ckpt_tui.core.stages import STAGES
from ckpt_tui.core.toml_value import number

# Where a check sits inside a checkpoint: field names, with a place in the tuple where it is one.
Path: TypeAlias = tuple[tuple[str, int | None], ...]

YES_NO: Final = ("yes", "no")
NO_OR_ONE: Final = ("none", "a check")


class FormRow(Struct, frozen=True, kw_only=True):
    """One line of the form; one without words, text and check is only read.

    Attributes:
        key: names the row for `typed`.
        words: what can be chosen; empty where nothing is.
        word: the chosen one, or what is read.
        text: the typed text; None where nothing is typed.
        opens: the path of the check that this row stands for; None for a plain row.
        deeds: what can be done with that check besides: `add` one behind it, `remove` it.
    """

    key: str
    label: str
    help: str
    words: tuple[str, ...] = ()
    word: str = ""
    text: str | None = None
    opens: Path | None = None
    deeds: tuple[str, ...] = ()


def rows(
    point: Checkpoint,
    path: Path = (),
    *,
    requires: bool = False,
    stages: Sequence[str] = STAGES,
    lets: Sequence[Named] = (),
) -> tuple[FormRow, ...]:
    """The rows for the check at a path; those of the checkpoint itself stand before the first.

    `requires` says whether the list's gate asks for prerequisites, `stages` what can be chosen,
    `lets` are the list's names of checks. What a name stands for is only read: another kind, be it
    the same, is written in its place.
    """
    check = check_at(point, path)
    own = () if path else _own_rows(point, stages, requires=requires)
    return (*own, _kind_row(check, lets), *_check_rows(check, path))


def _kind_row(check: Check, lets: Sequence[Named]) -> FormRow:
    words = (*KINDS, *map(summary, lets))
    if not isinstance(check, Named):
        return FormRow(key="kind", label="kind", help=check.summary, words=words, word=check.kind)
    said = f"What [let.{check.name}] says; choosing {check.check.kind} writes it out here."
    return FormRow(key="kind", label="kind", help=said, words=words, word=summary(check))


def _check_rows(check: Check, path: Path) -> Iterator[FormRow]:
    if not isinstance(check, Named):
        for spec in fields_of(type(check)):
            yield from _rows(check, spec, path)
        return
    if isinstance(check.check, Named):
        yield FormRow(key="kind", label="is", help=check.summary, word=summary(check.check))
        return
    for spec in fields_of(type(check.check)):
        for row in _rows(check.check, spec, path):
            told = f"{row.word} {row.text or ''}".strip()
            if row.text != "" and told not in {"", NO_OR_ONE[0]}:
                yield FormRow(key=row.key, label=row.label, help=row.help, word=told)


def typed(
    point: Checkpoint, path: Path, key: str, word: str, text: str, *, lets: Sequence[Named] = ()
) -> Checkpoint:
    """The checkpoint after a row was set to a word and a text; raises FormError."""
    if not path and key in _OWN:
        return _OWN[key](point, word, text)
    check = check_at(point, path)
    if key == "kind":
        named = next((let for let in lets if summary(let) == word), None)
        return with_check(point, path, named or converted(check, KINDS[word]))
    spec = next((spec for spec in fields_of(type(check)) if spec.name == key), None)
    if spec is None:
        raise FormError(f"{check.kind} has no {key}")
    return with_check(point, path, replace(check, **{key: _value(spec, word, text)}))


def check_at(point: Checkpoint, path: Path) -> Check:
    """The check at a path, as written; raises KeyError where the path leads nowhere."""
    check = point.written
    for name, place in path:
        found = getattr(check, name, None)
        if place is not None and isinstance(found, tuple):
            found = found[place] if place < len(found) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if not isinstance(found, Check):
            raise KeyError(name)
        check = found
    return check


def with_check(point: Checkpoint, path: Path, check: Check) -> Checkpoint:
    """The checkpoint with another check at a path."""
    if not path:
        return point.decided_by(check)
    *outer, (name, place) = path
    parent = check_at(point, tuple(outer))
    inner: object = check
    if place is not None:
        children: list[Check] = list(getattr(parent, name))
        children[place] = check
        inner = tuple(children)
    return with_check(point, tuple(outer), replace(parent, **{name: inner}))


def with_child(point: Checkpoint, path: Path) -> Checkpoint:
    """A new child behind the one at `path` (its last part names a place in a tuple).

    Raises FormError where there is room for one alone.
    """
    *outer, (name, place) = path
    parent = _parent(point, path)
    children = _several(parent, name)
    if place is None or not children:
        raise FormError("there is room for this one check: an all_of would hold several")
    fresh = (*children[: place + 1], blank(KINDS["tool_called"]), *children[place + 1 :])
    return with_check(point, tuple(outer), replace(parent, **{name: fresh}))


def without_child(point: Checkpoint, path: Path) -> Checkpoint:
    """Without the child at `path`; raises FormError where it must have one."""
    *outer, (name, place) = path
    parent = _parent(point, path)
    spec = next(spec for spec in fields_of(type(parent)) if spec.name == name)
    if place is None and spec.is_optional:
        return with_check(point, tuple(outer), replace(parent, **{name: None}))
    children = _several(parent, name)
    if place is None or len(children) <= 1:
        raise FormError("the only check stays: change its kind instead")
    kept = (*children[:place], *children[place + 1 :])
    return with_check(point, tuple(outer), replace(parent, **{name: kept}))


def _parent(point: Checkpoint, path: Path) -> Check:
    """The check that holds the one at a path; raises FormError where there is none by now."""
    *outer, (name, _) = path
    try:
        parent = check_at(point, tuple(outer))
    except KeyError:
        raise FormError("the check is another by now") from None
    held = (Shape.CHECK, Shape.CHECKS)
    if all(spec.name != name or spec.shape not in held for spec in fields_of(type(parent))):
        raise FormError(f"{parent.kind} has no {name}")
    return parent


def _several(parent: Check, name: str) -> tuple[Check, ...]:
    """The checks of a field that holds any number; none where it holds one."""
    spec = next(spec for spec in fields_of(type(parent)) if spec.name == name)
    return checks_in(getattr(parent, name)) if spec.shape is Shape.CHECKS else ()


def blank(kind: type[Check]) -> Check:
    """A check of a kind with nothing filled in; a matcher that must be there matches nothing."""
    return kind(**{spec.name: _blank(spec) for spec in fields_of(kind) if spec.is_required})


def converted(check: Check, kind: type[Check]) -> Check:
    """A check of another kind that keeps what fits; a wrapper takes the check as its child."""
    if isinstance(check, Named) and (isinstance(check.check, kind) or not _is_wrapper(kind)):
        return converted(check.check, kind)
    if isinstance(check, kind):
        return check
    values: dict[str, object] = {}
    old = {spec.name: spec for spec in fields_of(type(check))}
    for spec in fields_of(kind):
        same = old.get(spec.name)
        if spec.shape is Shape.CHECK:
            values[spec.name] = getattr(check, spec.name) if same else check
        elif spec.shape is Shape.CHECKS:
            values[spec.name] = getattr(check, spec.name) if same else (check,)
        elif same and (same.shape, same.enum) == (spec.shape, spec.enum):
            values[spec.name] = getattr(check, spec.name)
        elif spec.is_required:
            values[spec.name] = _blank(spec)
    return kind(**values)


def _is_wrapper(kind: type[Check]) -> bool:
    return any(spec.shape in (Shape.CHECK, Shape.CHECKS) for spec in fields_of(kind))


_BLANKS: Final[Mapping[Shape, object]] = {
    Shape.TEXT: "",
    Shape.INTEGER: 0,
    Shape.NUMBER: 0.0,
    Shape.FLAG: True,
    Shape.CHOICES: (),
    Shape.TEXTS: (),
    Shape.MATCH: Equals(""),
    Shape.MATCHES: (),
    Shape.WORDS: (Equals(""),),
}


def _blank(spec: FieldSpec) -> object:
    if spec.shape is Shape.CHECK:
        return blank(KINDS["tool_called"])
    if spec.shape is Shape.CHECKS:
        return (blank(KINDS["tool_called"]),)
    if spec.enum is not None and spec.shape is Shape.CHOICE:
        return spec.enum(spec.choices[0])
    return _BLANKS[spec.shape]


def _rows(check: Check, spec: FieldSpec, path: Path) -> tuple[FormRow, ...]:
    value: object = getattr(check, spec.name)
    row = FormRow(key=spec.name, label=spec.key, help=spec.help)
    if isinstance(value, Check):
        opens, deeds = (*path, (spec.name, None)), ("remove",) if spec.is_optional else ()
        return (replace(row, opens=opens, deeds=deeds, word=summary(value)),)
    if spec.shape is Shape.CHECK:
        return (replace(row, words=NO_OR_ONE, word=NO_OR_ONE[0]),)
    if spec.shape is Shape.CHECKS:
        children = checks_in(value)
        deeds = ("add", "remove") if len(children) > 1 else ("add",)
        return tuple(
            replace(
                row,
                label=f"{place + 1}.",
                opens=(*path, (spec.name, place)),
                deeds=deeds,
                word=summary(child),
            )
            for place, child in enumerate(children)
        )
    return (_plain_row(row, spec, value),)


def _plain_row(row: FormRow, spec: FieldSpec, value: object) -> FormRow:
    if spec.shape is Shape.MATCH:
        word, text = forms.shown_match(value if isinstance(value, MATCH_TYPES) else None)
        return replace(row, words=forms.MATCH_WORDS, word=word, text=text)
    if spec.shape in (Shape.CHOICE, Shape.FLAG):
        words = spec.choices or YES_NO
        empty = ("",) if spec.is_optional else ()
        return replace(row, words=(*empty, *words), word=forms.shown(spec, value))
    return replace(row, text=forms.shown(spec, value))


def _value(spec: FieldSpec, word: str, text: str) -> object:
    if spec.shape is Shape.MATCH:
        found = forms.read_match(word, text)
        if found is None and not spec.is_optional:
            raise FormError(f"{spec.key} must say something")
        return found
    if spec.shape is Shape.CHECK:
        return blank(KINDS["tool_called"]) if word == NO_OR_ONE[1] else None
    return forms.read(spec, word if spec.shape in (Shape.CHOICE, Shape.FLAG) else text)


def summary(check: Check) -> str:
    """A check in a few words: its kind, and the first thing it asks for."""
    for spec in fields_of(type(check)):
        value: object = getattr(check, spec.name)
        if isinstance(value, MATCH_TYPES):
            word, text = forms.shown_match(value)
            return f"{check.kind} {spec.key} {word} {text}"
        if isinstance(value, str) and value and spec.shape is Shape.TEXT:
            return f"{check.kind} {value}"
        if value and spec.shape is Shape.WORDS:
            return f"{check.kind} {forms.shown(spec, value)}"
        if isinstance(value, Check):
            return f"{check.kind} ({summary(value)})"
    return check.kind


Setter: TypeAlias = Callable[[Checkpoint, str, str], Checkpoint]


def _own_rows(point: Checkpoint, stages: Sequence[str], *, requires: bool) -> tuple[FormRow, ...]:
    # A word that the vocabulary lacks stays as it is until another is chosen.
    words = dict.fromkeys(("", *stages, point.stage or ""))
    shown = (
        FormRow(key="id", label="id", help=_HELP["id"], text=point.id),
        FormRow(key="title", label="title", help=_HELP["title"], text=point.title),
        FormRow(key="points", label="points", help=_HELP["points"], text=number(point.points)),
        _choice_row("role", tuple(str(role) for role in Role), str(point.role)),
        _choice_row("critical", YES_NO, _yes(point.critical)),
        _choice_row("stage", tuple(words), point.stage or ""),
        FormRow(key="route", label="route", help=_HELP["route"], text=point.route or ""),
        FormRow(key="note", label="note", help=_HELP["note"], text=point.note),
        FormRow(key="pins", label="pins", help=_HELP["pins"], text=", ".join(point.pins)),
        _choice_row("enabled", YES_NO, _yes(point.enabled)),
    )
    if not requires:
        return shown
    needed = ", ".join(point.requires or ())
    return (*shown, FormRow(key="requires", label="requires", help=_HELP["requires"], text=needed))


def _choice_row(key: str, words: tuple[str, ...], word: str) -> FormRow:
    return FormRow(key=key, label=key, help=_HELP[key], words=words, word=word)


def _yes(flag: bool) -> str:  # noqa: FBT001 (a value to show)
    return YES_NO[0] if flag else YES_NO[1]


_HELP: Final = {
    "id": "Letters, digits, dot, underscore and dash; never reused.",
    "title": "What is met, in a few words.",
    "points": "A whole number or a decimal, exact; invariants carry none.",
    "role": "Milestones stand in the gate and carry points; invariants only veto or report.",
    "critical": "A critical checkpoint that fails takes the whole score to 0.",
    "stage": "A word that the workspace's tasks share, so that they can be compared; or none.",
    "route": "A word for one of several ways; the best-scoring one counts. Empty: for every run.",
    "note": "For people; not part of the check.",
    "pins": "Parts of the environment it depends on, such as file:tests/test_a.py.",
    "enabled": "Switched off, it is kept and not used.",
    "requires": "Ids of the checkpoints whose credit this one needs.",
}


def _with_role(point: Checkpoint, word: str, _: str) -> Checkpoint:
    role = Role(word)
    points = point.points * 0 if role is Role.INVARIANT else point.points
    return replace(point, role=role, points=points)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


_OWN: Final[Mapping[str, Setter]] = {
    "id": lambda point, _, text: replace(point, id=text.strip()),
    "title": lambda point, _, text: replace(point, title=text),
    "points": lambda point, _, text: replace(point, points=forms.read_points(text)),
    "role": _with_role,
    "critical": lambda point, word, _: replace(point, critical=word == YES_NO[0]),
    "stage": lambda point, word, _: replace(point, stage=word or None),
    "route": lambda point, _, text: replace(point, route=text.strip() or None),
    "note": lambda point, _, text: replace(point, note=text),
    "pins": lambda point, _, text: replace(point, pins=_words(text)),
    "enabled": lambda point, word, _: replace(point, enabled=word == YES_NO[0]),
    "requires": lambda point, _, text: replace(point, requires=_words(text)),
}
