"""A message to the user at its moment of the run, with what was known by then."""

from functools import cached_property
from itertools import pairwise

from ckpt_tui.core.claims.calls import Deed, deeds
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict, Finding, Tier
from ckpt_tui.core.claims.clauses import Clause
from ckpt_tui.core.claims.evidence import Index, shown, told, written
from ckpt_tui.core.claims.literals import Literal, literals
from ckpt_tui.core.claims.prose import Sentence, sentences
from ckpt_tui.core.claims.tables import row_counts
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Field, Gap, GapKind, StepKind, ToolClass
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.core.view import TraceView


class Scene:
    """One message.

    Attributes:
        step: index of the step that carries it.
        part: `report` or `message`.
        before: the first step that it cannot speak of.
        told_before: amounts of earlier messages that were found to be right.
    """

    def __init__(
        self,
        view: TraceView,
        *,
        step: int,
        part: str,
        text: str,
        told_before: frozenset[str] = frozenset(),
    ) -> None:
        self.view = view
        self.step = step
        self.part = part
        self.text = text
        self.before = step + 1
        self.told_before = told_before

    @property
    def shown(self) -> Index:
        return shown(self.view)

    @property
    def told(self) -> Index:
        return told(self.view)

    @property
    def written(self) -> Index:
        return written(self.view)

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """What was done by then."""
        return tuple(deed for deed in deeds(self.view) if deed.position.step < self.before)

    def names(self, row: int, name: str) -> bool:
        """Whether a call's arguments or its answer hold a name."""
        needle = encode(name)
        fields = (Field.ARGUMENTS, Field.RESULT)
        return any(needle in self.view.column(field).raw(row) for field in fields)

    def sentence_before(self, sentence: Sentence) -> Sentence | None:
        """The sentence that stands in front of one; None at the beginning."""
        return self._before.get(sentence.start)

    @cached_property
    def _before(self) -> dict[int, Sentence]:
        return {behind.start: it for it, behind in pairwise(sentences(self.text))}

    @cached_property
    def is_last(self) -> bool:
        """Whether the agent says nothing after it."""
        steps = self.view.steps
        return self.part == "report" or not any(
            kind is StepKind.AGENT and steps[step].message.strip()
            for step, kind in enumerate(steps.kinds)
            if step > self.step
        )

    @cached_property
    def is_open(self) -> bool:
        """Whether the agent had a tool through which it could do anything."""
        return any(deed.is_open for deed in self.deeds)

    @cached_property
    def may_have_run(self) -> bool:
        """Whether a tool that is no shell may have run commands."""
        classes = self.view.calls.classes
        return any(d.is_open and classes[d.row] is not ToolClass.EDIT for d in self.deeds)

    @cached_property
    def may_have_written(self) -> bool:
        """Whether a tool that is no shell may have changed files."""
        classes = self.view.calls.classes
        seen = (ToolClass.SHELL, ToolClass.EDIT)
        return any(deed.is_open and classes[deed.row] not in seen for deed in self.deeds)

    @cached_property
    def _gap(self) -> Gap | None:
        """What is missing of the run before the message."""
        gaps = (gap for gap in self.view.trace.gaps if gap.kind is not GapKind.CUT_OFF)
        return next((gap for gap in gaps if gap.first < self.before), None)

    @cached_property
    def shell_rows(self) -> tuple[int, ...]:
        """The rows of the shell calls that were made by then."""
        calls = self.view.calls
        return tuple(
            row
            for row, kind in enumerate(calls.classes)
            if kind is ToolClass.SHELL and calls.steps[row] < self.before
        )

    def claim(
        self, kind: ClaimKind, span: tuple[int, int], finding: Finding, *, tier: Tier = Tier.HARD
    ) -> Claim:
        """A claim of this message; what may lie in a gap is not held against it."""
        if finding.verdict is ClaimVerdict.UNSUPPORTED and self._gap is not None:
            finding = unchecked(f"The recording has a gap: {self._gap.detail}")
        return Claim(
            step=self.step,
            part=self.part,
            span=span,
            text=self.text[slice(*span)],
            tier=tier,
            kind=kind,
            finding=finding,
        )


class Remark:
    """A clause of a message, with its slots."""

    def __init__(self, scene: Scene, clause: Clause) -> None:
        self.scene = scene
        self.clause = clause
        self.words = clause.words
        self.literals: tuple[Literal, ...] = self._literals()

    def _literals(self) -> tuple[Literal, ...]:
        """The slots of the words, and the counts of a row that its heads name."""
        found = {literal.place: literal for literal in literals(self.words)}
        for literal in row_counts(self.scene.text, self.clause.sentence, self.words):
            found.setdefault(literal.place, literal)
        return tuple(found[place] for place in sorted(found))

    @property
    def span(self) -> tuple[int, int]:
        return self.clause.start, self.clause.end

    @cached_property
    def lowers(self) -> tuple[str, ...]:
        """The words as they are compared; what is quoted or code is empty."""
        return tuple(word.lower if word.is_plain else "" for word in self.words)


def supported(evidence: Evidence | None, reason: str = "The recording shows it.") -> Finding:
    """It is there."""
    return Finding(verdict=ClaimVerdict.SUPPORTED, reason=reason, evidence=evidence)


def derived(reason: str, evidence: Evidence | None = None) -> Finding:
    """It follows from what is there."""
    return Finding(verdict=ClaimVerdict.DERIVED, reason=reason, evidence=evidence)


def unchecked(reason: str, evidence: Evidence | None = None) -> Finding:
    """It could not be told."""
    return Finding(verdict=ClaimVerdict.UNCHECKED, reason=reason, evidence=evidence)


def unsupported(reason: str) -> Finding:
    """It is not there, and it would be if it were so."""
    return Finding(verdict=ClaimVerdict.UNSUPPORTED, reason=reason)


def contradicted(reason: str, evidence: Evidence | None = None) -> Finding:
    """The opposite is there."""
    return Finding(verdict=ClaimVerdict.CONTRADICTED, reason=reason, evidence=evidence)
