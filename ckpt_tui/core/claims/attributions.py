"""Whether a clause tells what others say, or what somebody only thought or tried to do.

`The issue reports 3 failing tests`, `I expected 3 tests to fail`, `according to the docs`: the
run need not bear them out. What a program of the run reports is told of the run itself.
"""

from collections.abc import Sequence
from typing import Final

from ckpt_tui.core.claims.command_names import INTERPRETERS, PROGRAMS
from ckpt_tui.core.claims.lexicon import ADVERBS, BEING, FIRST, HAVING, MODALS, past_lemma
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.tests_words import PASSED, TESTS, result_of
from ckpt_tui.core.claims.vocabulary import vocabulary

_SAYING: Final = vocabulary(
    """
    says said say list describe reports reported report mentions mentioned mention states stated
    claims claimed
    describes described notes noted lists listed documents documented complains complained expects
    predicts predicted promises promised demands demanded wants asks asked requires suggests quotes
    quoted believes believed thinks thought assumes assumed expected
    """
)
# Of people only: programs write as well.
_TELLING: Final = frozenset({"wrote", "write", "told", "warned", "saw"})
_PEOPLE: Final = frozenset({"you", "he", "she", "they", "users", "reporter"})
_JOINED: Final = vocabulary("in by on at to from above below and or of for with")
_NO_NOUNS: Final = vocabulary(
    "the a an and or of for with no any some other only as in on by to at from my your their not"
)
_PASSIVES: Final = vocabulary(
    "reported said mentioned stated claimed described noted listed documented quoted expected"
)
_THINKING: Final = vocabulary(
    """
    expected assumed thought believed hoped feared anticipated guessed imagined supposed suspected
    wanted wished considered contemplated intended planned meant predicted worried
    """
)
_TRYING: Final = frozenset({"tried", "attempted", "hoped", "wanted", "meant", "intended"})
_BOUND: Final = frozenset({"expected", "supposed", "meant", "intended", "likely", "bound"})
# What belongs to the run: it is held against the run whatever it is said to report.
_OWN: Final = (
    PROGRAMS
    | INTERPRETERS
    | TESTS
    | vocabulary(
        """
        run runs rerun runner runners tool tools output outputs log logs summary console terminal
        linter linters lint compiler checker typechecker type-checker command commands script
        scripts build program process step job pipeline report reports result results line check
        checks it this that these those they which everything all each every both nothing none one
        two three table trace traceback session shell file files collector formatter coverage total
        totals hook hooks page suite migration profile account order reservation booking record
        records system database itinerary cart policy policies invoice receipt search response
        """
    )
)
_OTHERS_REPORTS: Final = frozenset({"bug", "issue", "user", "your", "original", "incident"})
_OPENING: Final = vocabulary("and but so while whereas although though because since")
_EPITHETS: Final = frozenset({"linked", "original", "attached", "related", "quoted"})
_VERBAL: Final = FIRST | BEING | HAVING | MODALS | {"as", "that", "which", "who", "what", "than"}
_REACH: Final = 5


def is_attributed(words: Sequence[Word]) -> bool:
    """Whether a clause tells what somebody else says, or what was only thought or tried."""
    lowers = [word.lower if word.is_plain else "" for word in words]
    return any(
        _is_said_by_others(words, lowers, at)
        or _is_only_thought(lowers, at)
        or _has_source(words, lowers, at)
        for at in range(len(lowers))
    )


def _is_said_by_others(words: Sequence[Word], lowers: Sequence[str], at: int) -> bool:
    """`upstream reports …`, `… were reported in the issue`."""
    if lowers[at] not in _SAYING:
        is_telling = lowers[at] in _TELLING and at > 0 and lowers[at - 1] in _PEOPLE
        return is_telling and _is_whole_subject(lowers, at - 1)
    if lowers[at] in _PASSIVES and _is_passive(lowers, at):
        return _is_told_elsewhere(words, lowers, at)
    head = _subject(lowers, at)
    if head is None or not words[head].is_plain or words[head].closes:
        return False
    # `the bug described in the issue`, `Important Notes`: no verb of a sentence.
    if at + 1 == len(lowers) or (words[at].lower.endswith("ed") and lowers[at + 1] in _JOINED):
        return False
    who = lowers[head]
    if who == "report":
        return not _OTHERS_REPORTS.isdisjoint(lowers[max(0, head - 2) : head])
    # A verb behind a result or a figure is a participle: `0 failures reported`.
    is_result = who in PASSED or result_of(who) is not None or not who.isalpha()
    is_own = who in FIRST | BEING | HAVING | MODALS | ADVERBS | _NO_NOUNS | (_OWN - {"they"})
    return not is_result and not is_own and _is_whole_subject(lowers, head)


def _is_whole_subject(lowers: Sequence[str], head: int) -> bool:
    """Whether nothing but a noun and what belongs to it stands before the verb of a clause."""
    before = [word for word in lowers[:head] if word not in _OPENING]
    return all(
        word not in _VERBAL and not (past_lemma(word) and word not in _EPITHETS) for word in before
    )


def _subject(lowers: Sequence[str], at: int) -> int | None:
    place = at - 1
    while place >= 0 and (lowers[place] in ADVERBS | HAVING or lowers[place].endswith("ly")):
        place -= 1
    return place if place >= 0 else None


def _is_passive(lowers: Sequence[str], at: int) -> bool:
    before = [word for word in lowers[max(0, at - 3) : at] if word not in ADVERBS]
    return before[-1:] != [] and before[-1] in BEING


def _is_told_elsewhere(words: Sequence[Word], lowers: Sequence[str], at: int) -> bool:
    """`reported by users`, `mentioned in the issue`, `expected to fail`."""
    behind = lowers[at + 1 : at + 2]
    if behind == ["to"]:
        return lowers[at] in _BOUND
    if behind == ["upstream"]:
        return True
    is_from = behind in (["by"], ["in"], ["on"])
    return is_from and not _is_own_source(words, lowers, at + 2)


def _is_own_source(words: Sequence[Word], lowers: Sequence[str], start: int) -> bool:
    """Whether the next noun names something of the run."""
    for place in range(start, min(len(lowers), start + _REACH)):
        if lowers[place] in _OWN - {"this", "that"} or not words[place].is_plain:
            is_others = not _OTHERS_REPORTS.isdisjoint(lowers[max(start, place - 2) : place])
            return not (lowers[place] == "report" and is_others)
        if words[place].closes:
            break
    return False


def _is_only_thought(lowers: Sequence[str], at: int) -> bool:
    """`I expected …`, `I tried to …`, `… are supposed to …`."""
    word = lowers[at]
    if word in _BOUND and lowers[at + 1 : at + 2] == ["to"]:
        before = [each for each in lowers[max(0, at - 3) : at] if each not in ADVERBS]
        if before[-1:] != [] and before[-1] in BEING:
            return True
    subject = _subject(lowers, at)
    if word not in _THINKING | _TRYING or subject is None or lowers[subject] not in FIRST:
        return False
    if subject and lowers[subject - 1] in ("as", "than", "what"):
        return False
    is_thought = word in _THINKING
    return is_thought or lowers[at + 1 : at + 2] == ["to"]


def _has_source(words: Sequence[Word], lowers: Sequence[str], at: int) -> bool:
    """`according to the issue`, `per the ticket`."""
    if lowers[at] == "according" and lowers[at + 1 : at + 2] == ["to"]:
        return not _is_own_source(words, lowers, at + 2)
    is_per = lowers[at] == "per" and lowers[at + 1 : at + 2] in (["the"], ["your"])
    return is_per and not _is_own_source(words, lowers, at + 2)
