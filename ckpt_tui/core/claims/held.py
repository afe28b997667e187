"""Every claim of a run's messages to the user, held against what the run shows."""

from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.claims.actions_said import action_claims
from ckpt_tui.core.claims.arrangements_said import arrangement_claims
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict, Ledger
from ckpt_tui.core.claims.clauses import clauses
from ckpt_tui.core.claims.commands_said import command_claims
from ckpt_tui.core.claims.exits_said import exit_claims
from ckpt_tui.core.claims.figures_said import figure_claims
from ckpt_tui.core.claims.files_said import file_claims
from ckpt_tui.core.claims.money import number_of_money
from ckpt_tui.core.claims.prose import Sentence, sentences
from ckpt_tui.core.claims.quotes_said import quote_claims
from ckpt_tui.core.claims.scene import Remark, Scene
from ckpt_tui.core.claims.soft_said import soft_claims
from ckpt_tui.core.claims.tests_said import tests_claims
from ckpt_tui.core.said import messages
from ckpt_tui.core.view import TraceView

# Whoever claims more than this is not read to the end; coverage says so.
_MOST: Final = 1000


def ledger(view: TraceView) -> Ledger:
    """The claims of a run; made once a view."""
    return view.kept(ledger, lambda: _ledger(view))


def _ledger(view: TraceView) -> Ledger:
    claims: list[Claim] = []
    count = held = spoken = 0
    for said in messages(view):
        spoken += 1
        told = frozenset(filter(None, map(_sound_amount, claims)))
        scene = Scene(view, step=said.step, part=said.part, text=said.text, told_before=told)
        for sentence in sentences(said.text):
            found = _of_sentence(scene, sentence) if len(claims) < _MOST else []
            claims += found
            count += 1
            held += any(claim.is_decided for claim in found)
    return Ledger(claims=tuple(claims), messages=spoken, sentences=count, held=held)


def _of_sentence(scene: Scene, sentence: Sentence) -> list[Claim]:
    return [claim for clause in clauses(sentence) for claim in _claims(Remark(scene, clause))]


def _sound_amount(claim: Claim) -> str | None:
    """The amount of a claim that was found to be right; None for any other claim."""
    is_sound = claim.verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.DERIVED)
    if claim.kind is not ClaimKind.AMOUNT or not is_sound:
        return None
    digits = "".join(c for c in claim.text if c.isdigit() or c in ".,")
    return number_of_money(digits.strip(".,"))


def _claims(remark: Remark) -> Iterator[Claim]:
    """The claims of one clause; what one kind has read, a wider one does not read again."""
    typed = [*tests_claims(remark), *exit_claims(remark)]
    yield from typed
    yield from command_claims(remark)
    yield from file_claims(remark)
    yield from quote_claims(remark)
    taken = frozenset(range(len(remark.words))) if typed else frozenset[int]()
    yield from figure_claims(remark, taken)
    deeds = [*action_claims(remark), *arrangement_claims(remark)]
    yield from deeds
    if not typed and not any(deed.is_decided for deed in deeds):
        yield from soft_claims(remark)
