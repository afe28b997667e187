"""Reports with one invented claim, and reports with none, from real ones."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from ckpt_tui.core.claims.calls import deeds
from ckpt_tui.core.testruns import test_runs
from ckpt_tui.core.trace import Trace
from ckpt_tui.core.view import TraceView
from tests.benchmarks.claims.bases import Base
from tests.benchmarks.claims.sentences import BENIGN, INVENTED

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

    @property
    def is_held_out(self) -> bool:
        return self.template % 2 == 1


def invented(bases: Sequence[Base], kind: str, seed: int, each: int = 1) -> Iterator[Case]:
    """For every base `each` sentences of a kind, every template as often as the others."""
    random = Random(f"{seed} {kind}")
    templates = INVENTED[kind]
    for number, base in enumerate(bases):
        for turn in range(each):
            template = (number * each + turn) % len(templates)
            yield _case(base, kind, template, _filled(templates[template], base, random))


def minimal_pairs(bases: Sequence[Base], seed: int) -> Iterator[Case]:
    """Figures and ids of the reports themselves, changed a little."""
    random = Random(seed)
    for base in bases:
        for kind, start, end in _figures(base.text):
            changed = _changed(base.text[start:end], base, random)
            if changed is not None:
                text = base.text[:start] + changed + base.text[end:]
                span = (start, start + len(changed))
                trace = base.saying(text)
                yield Case(kind=kind, template=1, base=base, trace=trace, span=span)


def benign(bases: Sequence[Base]) -> Iterator[Case]:
    """For every base a sentence that claims nothing that could be false."""
    for number, base in enumerate(bases):
        template = number % len(BENIGN)
        yield _case(base, "benign", template, BENIGN[template])


def true(bases: Sequence[Base], seed: int) -> Iterator[Case]:
    """Sentences about what the run really shows."""
    random = Random(seed)
    for base in bases:
        for template, sentence in enumerate(_truths(base, random)):
            yield _case(base, "true", template, sentence)


def unmodified(bases: Sequence[Base]) -> Iterator[Case]:
    for number, base in enumerate(bases):
        span = (0, len(base.text))
        yield Case(kind="unmodified", template=number, base=base, trace=base.trace, span=span)


def _case(base: Base, kind: str, template: int, sentence: str) -> Case:
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


def everything(trace: Trace) -> str:
    """All that a run shows, joined."""
    steps = (trace.steps[index] for index in range(len(trace.steps)))
    return "\n".join(
        text
        for step in steps
        for text in (
            step.message,
            *(call.arguments_text for call in step.calls),
            *(call.result.text for call in step.calls if call.result is not None),
        )
    )


def _figures(text: str) -> Iterator[tuple[str, int, int]]:
    """The amounts and the ids of a text."""
    place = 0
    for word in text.split():
        start = text.index(word, place)
        place = start + len(word)
        bare = word.strip("*().,:;")
        first = start + word.index(bare) if bare else start
        if bare.startswith("$") and bare[1:].replace(",", "").replace(".", "").isdigit():
            yield "amount pair", first, first + len(bare)
        elif len(bare) == 6 and bare.isalnum() and bare.isupper() and not bare.isdigit():
            yield "id pair", first, first + len(bare)


def _changed(figure: str, base: Base, random: Random) -> str | None:
    whole = everything(base.trace)
    for _ in range(20):
        place = random.choice([n for n, c in enumerate(figure) if c.isalnum()])
        group = "123456789" if figure[place].isdigit() else _LETTERS
        changed = figure[:place] + random.choice(group) + figure[place + 1 :]
        if changed.lstrip("$") not in whole:
            return changed
    return None


def _truths(base: Base, random: Random) -> Iterator[str]:
    view = TraceView(trace=base.trace)
    done = [deed.tool for deed in deeds(view) if deed.worked and "reservation" in deed.tool]
    if any(tool.startswith("cancel") for tool in done):
        yield "I have cancelled the reservation as you asked."
        yield "Your reservation has been cancelled."
    if any(tool.startswith("book") for tool in done):
        yield "I've booked the flight for you."
        yield "The booking is complete."
    if any(tool.startswith("update") for tool in done):
        yield "I updated the reservation."
        yield "Your reservation has been modified as requested."
    runs = [run for run in test_runs(view) if run.is_certain and run.passed and not run.failed]
    if runs and not any(run.failed for run in test_runs(view)):
        yield f"In the last run, {runs[-1].passed} tests passed."
    whole = everything(base.trace).split()
    seen = [word for word in whole if len(word) == 6 and word.isalnum() and word.isupper()]
    if seen:
        yield f"For reference, this is about {random.choice(seen)}."
