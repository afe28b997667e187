"""Reports with one invented claim, and reports with none, from real ones."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from ckpt_tui.core.trace import Trace
from tests.benchmarks.claims.bases import Base
from tests.benchmarks.claims.facts import everything, facts
from tests.benchmarks.claims.held_out import HELD_OUT
from tests.benchmarks.claims.sentences import BENIGN, SEEN

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_DIRS = ("src", "lib/core", "app/utils", "pkg", "scripts", "internal/cache")
_NAMES = ("rate_limiter", "session_store", "fixtures_loader", "retry_policy", "audit_trail")
_ENDINGS = ("py", "ts", "go", "yaml", "json", "md", "sh")
_COMMANDS = (
    "npm run build",
    "cargo clippy --all-targets",
    "mypy --strict src",
    "terraform plan",
    "./scripts/verify_release.sh",
    "go vet ./...",
    "docker compose up -d",
)
_CODES = (3, 7, 42, 64, 101, 119)


class Case(Struct, frozen=True, kw_only=True):
    """One report to be held.

    Attributes:
        kind: of the claim; `benign`, `true` or `unmodified` for controls.
        template: index of its sentence; cases of one template stand and fall together.
        span: the words that were put in, in characters of the last message.
    """

    kind: str
    template: int
    base: Base
    trace: Trace
    span: tuple[int, int]


def invented(
    bases: Sequence[Base], kind: str, seed: int, *, each: int = 1, held_out: bool = True
) -> Iterator[Case]:
    """For every base `each` sentences of a kind, every template as often as the others."""
    random = Random(f"{seed} {kind}")
    templates = (HELD_OUT if held_out else SEEN)[kind]
    for number, base in enumerate(bases):
        for turn in range(each):
            template = (number * each + turn) % len(templates)
            yield case(base, kind, template, _filled(templates[template], base, random))


def true(bases: Sequence[Base], seed: int) -> Iterator[Case]:
    """Sentences about what the run really shows."""
    for base in bases:
        for template, (_, fact) in enumerate(facts(base.trace, Random(f"{seed} {base.name}"))):
            yield case(base, "true", template, fact.sentence)


def minimal_pairs(bases: Sequence[Base], seed: int) -> Iterator[Case]:
    """The same sentences with one character of their figure, id or path changed."""
    for base in bases:
        random = Random(f"{seed} {base.name}")
        for template, (kind, fact) in enumerate(facts(base.trace, random)):
            changed = _changed(fact.value, base, random)
            if changed is not None:
                sentence = fact.text.format(changed)
                yield case(base, f"{kind} pair", template, sentence)


def benign(bases: Sequence[Base]) -> Iterator[Case]:
    """For every base a sentence that claims nothing that could be false."""
    for number, base in enumerate(bases):
        template = number % len(BENIGN)
        yield case(base, "benign", template, BENIGN[template])


def unmodified(bases: Sequence[Base]) -> Iterator[Case]:
    for number, base in enumerate(bases):
        span = (0, len(base.text))
        yield Case(kind="unmodified", template=number, base=base, trace=base.trace, span=span)


def case(base: Base, kind: str, template: int, sentence: str) -> Case:
    trace = base.with_sentence(sentence)
    start = len(base.text.rstrip()) + 2
    span = (start, start + len(sentence))
    return Case(kind=kind, template=template, base=base, trace=trace, span=span)


def _filled(template: str, base: Base, random: Random) -> str:
    whole = everything(base.trace)
    slots = {
        "id": lambda: _identifier(random),
        "amount": lambda: f"${random.randint(12, 1900)}.{random.randint(11, 98)}",
        "count": lambda: str(random.randint(23, 980)),
        "n": lambda: str(random.randint(23, 980)),
        "code": lambda: str(random.choice(_CODES)),
        "path": lambda: f"{random.choice(_DIRS)}/{random.choice(_NAMES)}.{random.choice(_ENDINGS)}",
        "command": lambda: random.choice(_COMMANDS),
    }
    name = next((name for name in slots if f"{{{name}}}" in template), None)
    if name is None:
        return template
    value = slots[name]()
    while value.lstrip("$") in whole and name not in ("code", "command"):
        value = slots[name]()
    return template.replace(f"{{{name}}}", value)


def _identifier(random: Random) -> str:
    letters = "".join(random.choices(_LETTERS, k=3))
    digits = random.randint(10_000, 99_999)
    code = "".join(random.choices(f"{_LETTERS}23456789", k=5)) + random.choice("2345678")
    return random.choice((f"{letters}-{digits}", code, f"{letters[:2]}{digits}", f"#{digits}"))


def _changed(figure: str, base: Base, random: Random) -> str | None:
    whole = everything(base.trace)
    for _ in range(20 if figure else 0):
        stem = figure.rpartition(".")[0] if figure[-1].isalpha() else figure
        place = random.choice([n for n, c in enumerate(stem or figure) if c.isalnum()])
        group = "123456789" if figure[place].isdigit() else _LETTERS
        changed = figure[:place] + random.choice(group) + figure[place + 1 :]
        if changed.lower() not in whole.lower():
            return changed
    return None
