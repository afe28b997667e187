"""English as far as claims need it: stems, past forms, verbs of doing, words of modality."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ckpt_tui.core.claims.vocabulary import vocabulary

_SUFFIXES: Final = (
    "ations", "ation", "ments", "ment", "ions", "ion", "ings", "ing", "ied", "ies", "ed", "es",
    "s", "e", "al", "y",
)  # fmt: skip
# Their past looks like an order.
LIKE_ORDERS: Final = vocabulary("run set put cut let read reset split shut")
_SHORTEST: Final = 3
_OPEN: Final = 5
_VOWELS: Final = frozenset("aeiou")

_IRREGULAR: Final = {
    "sent": "send", "resent": "resend", "paid": "pay", "repaid": "repay", "bought": "buy",
    "made": "make", "put": "put", "set": "set", "reset": "reset", "wrote": "write",
    "written": "write", "rewrote": "rewrite", "rewritten": "rewrite", "ran": "run", "run": "run",
    "reran": "rerun", "took": "take", "taken": "take", "gave": "give", "given": "give",
    "withdrew": "withdraw", "withdrawn": "withdraw", "did": "do", "done": "do",
    "built": "build", "rebuilt": "rebuild", "cut": "cut", "undid": "undo", "undone": "undo",
    "got": "get", "gotten": "get", "went": "go", "gone": "go", "came": "come", "held": "hold",
    "left": "leave", "lost": "lose", "found": "find", "saw": "see", "seen": "see",
    "told": "tell", "said": "say", "spoke": "speak", "thought": "think", "knew": "know",
    "known": "know", "understood": "understand", "chose": "choose", "chosen": "choose",
    "began": "begin", "begun": "begin", "forgot": "forget", "forgotten": "forget",
    "kept": "keep", "let": "let", "met": "meet",
    "brought": "bring", "broke": "break", "broken": "break", "drew": "draw", "drawn": "draw",
    "split": "split", "shut": "shut", "read": "read", "was": "be", "were": "be", "been": "be",
    "had": "have", "became": "become", "grew": "grow", "shown": "show", "hid": "hide",
    "overrode": "override", "overwrote": "overwrite", "overwritten": "overwrite",
}  # fmt: skip


# Verbs that change something for somebody. The first word names the family.
_FAMILIES: Final = """
    cancel void terminate revoke rescind annul unsubscribe discontinue
    book reserve purchase buy order rebook
    update change modify adjust amend alter switch move reschedule edit revise swap shift replace
    upgrade downgrade
    add attach append apply insert enroll enrol register put place
    remove delete drop erase clear purge wipe deduct detach
    refund reimburse compensate repay credit return reverse
    charge bill debit pay collect
    send email e-mail mail text notify message dispatch ship post deliver resend courier inform
    escalate transfer forward refer pass hand route reroute assign connect
    create open file submit raise generate issue
    schedule arrange
    waive grant approve authorize authorise override
    extend prolong lengthen
    shorten curtail
    activate deactivate enable disable lock unlock suspend reset block unblock reactivate
    deploy publish release push merge commit
    install uninstall restart reboot
    confirm finalize finalise secure
    process complete initiate make do perform execute handle carry implement
    fix repair patch resolve refactor rewrite write
"""
LIGHT: Final = "process"
FIXING: Final = "fix"
CONFIRMING: Final = "confirm"

# What one family's tool may bring about for another's claim.
ENTAILED: Final[dict[str, frozenset[str]]] = {
    "refund": frozenset({"cancel", "update", "charge", "remove"}),
    "charge": frozenset({"book", "update", "add", "upgrade"}),
    "upgrade": frozenset({"update"}),
    "add": frozenset({"update", "book", "create", "upgrade", "schedule", "send"}),
    "remove": frozenset({"update", "cancel"}),
    "update": frozenset(
        {"upgrade", "add", "remove", "schedule", "book", "activate", "extend", "shorten"}
    ),
    "cancel": frozenset({"remove", "update"}),
    "book": frozenset({"create", "schedule", "add", "confirm", "update"}),
    "escalate": frozenset({"send", "create"}),
    "send": frozenset({"escalate", "create", "deploy"}),
    "create": frozenset({"escalate", "book", "add", "schedule", "send", "refund"}),
    "schedule": frozenset({"book", "create", "update", "add"}),
    "waive": frozenset({"update", "refund"}),
    "extend": frozenset({"update", "add", "book", "waive"}),
    "shorten": frozenset({"update"}),
    "activate": frozenset({"update"}),
    "deploy": frozenset({"create", "send"}),
    "install": frozenset({"add", "update"}),
    "confirm": frozenset({"book", "update", "create", "schedule"}),
}

# Verbs of perceiving, thinking and talking, and of the agent's own way to its answer.
_BENIGN: Final = vocabulary(
    """
    check review look find see notice understand verify explain provide mention note list apologise
    apologize consider receive gather retrieve identify search calculate determine discuss share
    assist help try attempt think decide analyse analyze compare read examine inspect summarise
    summarize outline describe highlight ensure consult access pull locate meet need want like have
    be go come get give take let say tell ask request thank reach encounter face experience
    misunderstand assume select choose prefer opt investigate explore obtain detect observe
    recommend suggest advise clarify learn hope wait work know feel happen appear seem remain stay
    base relate locate associate link include require limit allow expect suppose interest delay
    store show display cover use call name detail state indicate specify double-check recheck
    recalculate compute estimate evaluate assess agree acknowledge answer respond reply regard
    concern proceed continue start begin finish end stop keep hold miss fail mean turn follow
    address manage succeed test validate match contain cause exceed belong present prepare offer
    propose support enjoy appreciate trace debug research study browse count query examine look-up
    cross-check monitor track intend aim realise realize authenticate entitle reassess log
    depart arrive leave travel fly own qualify total cost refrain avoid decline refuse forget
    hesitate skip omit postpone
    """
)

_NOUNS: Final = {
    "cancellation": "cancel", "cancelation": "cancel", "termination": "cancel",
    "booking": "book", "purchase": "book", "rebooking": "book",
    "update": "update", "change": "update", "modification": "update", "adjustment": "update",
    "amendment": "update", "replacement": "send", "exchange": "update",
    "upgrade": "upgrade", "downgrade": "upgrade",
    "removal": "remove", "deletion": "remove",
    "refund": "refund", "reimbursement": "refund", "credit": "refund", "compensation": "refund",
    "voucher": "refund", "rebate": "refund", "certificate": "refund",
    "payment": "charge", "charge": "charge",
    "email": "send", "e-mail": "send", "notification": "send", "shipment": "send",
    "dispatch": "send", "escalation": "escalate", "transfer": "escalate", "referral": "escalate",
    "waiver": "waive", "deployment": "deploy", "release": "deploy", "activation": "activate",
    "deactivation": "activate", "installation": "install",
}  # fmt: skip

MODALS: Final = vocabulary(
    """
    will would shall should can could may might must cannot can't won't wouldn't shouldn't couldn't
    i'll you'll we'll it'll they'll let please i'd you'd we'd
    """
)
NEGATIONS: Final = vocabulary(
    """
    not no never neither nor without unable cannot can't won't didn't don't doesn't isn't aren't
    wasn't weren't hasn't haven't hadn't couldn't wouldn't shouldn't unfortunately none nothing
    unsuccessful
    """
)
# They deny a deed, and no figure beside them.
REGRETS: Final = frozenset({"unfortunately"})
HAVING: Final = frozenset({"have", "has", "had", "having", "i've", "we've", "they've", "you've"})
BEING: Final = vocabulary(
    "is are was were be been being am it's that's there's i'm we're you're they're"
)
FIRST: Final = frozenset({"i", "we", "i've", "we've", "i'd", "we'd"})
ADVERBS: Final = vocabulary(
    """
    also already now just then since been further today again even both all subsequently thereby too
    """
)
_UP_TO_TWENTY: Final = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty
"""
NUMBERS: Final = {word: value for value, word in enumerate(_UP_TO_TWENTY.split())} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "dozen": 12, "hundred": 100,
}  # fmt: skip
_TENS: Final = range(20, 100, 10)
_ONES: Final = range(1, 10)
PRONOUNS: Final = vocabulary("it this that these those them everything all one")


def spelled_number(word: str) -> int | None:
    """The number of one word: `seven`, `forty-two`; None for any other word."""
    tens, dash, ones = word.partition("-")
    first, second = NUMBERS.get(tens), NUMBERS.get(ones)
    if not dash or first is None or second is None:
        return None if dash else first
    return first + second if first in _TENS and second in _ONES else None


def is_part_of_number(lowers: Sequence[str], place: int) -> bool:
    """Whether the number of one word belongs to one of several: the `hundred` of `two hundred`."""
    before = [word for word in lowers[max(0, place - 2) : place] if word != "and"][-1:]
    behind = [word for word in lowers[place + 1 : place + 3] if word != "and"][:1]
    return any(spelled_number(word) is not None for word in (*before, *behind))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word without its ending: `cancelled`, `cancels` and `cancellation` have one stem."""
    word = word.removesuffix("'s")
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST:
            word = word[: -len(suffix)]
            break
    is_doubled = len(word) > _SHORTEST and word[-1] == word[-2]
    return word[:-1] if is_doubled and word[-1] not in _VOWELS and word[-1] != "s" else word


def _past(lemma: str) -> set[str]:
    """The regular past forms of a verb."""
    if lemma.endswith("e"):
        return {f"{lemma}d"}
    if lemma.endswith("y") and lemma[-2] not in _VOWELS:
        return {f"{lemma[:-1]}ied"}
    return {f"{lemma}ed", f"{lemma}{lemma[-1]}ed"}


_FAMILY: Final = (
    {lemma: words.split()[0] for words in _FAMILIES.strip().split("\n") for lemma in words.split()}
    | dict.fromkeys(("rename", "convert", "reassign", "set", "exchange", "correct"), "update")
    | {"alert": "send"}
)
_LEMMA: Final = (
    {form: lemma for lemma in _BENIGN for form in _past(lemma)}
    | {form: lemma for lemma in _FAMILY for form in _past(lemma)}
    | _IRREGULAR
)
_FAMILY_OF_STEM: Final = {stem(lemma): family for lemma, family in _FAMILY.items()}


def past_lemma(word: str) -> str | None:
    """The verb of a past form or participle; None for any other word."""
    known = _LEMMA.get(word)
    if known is not None:
        return known
    is_open = word.endswith("ed") and len(word) > _OPEN and not word.endswith(("eed", "bed"))
    return word.removeprefix("re-").removesuffix("ed") if is_open and word.isalpha() else None


def family_of(lemma: str) -> str | None:
    """The family of a verb; None for one of no known effect."""
    return _FAMILY.get(lemma)


def family_of_noun(noun: str) -> str | None:
    """The family of what a noun names as done (`cancellation`); None for any other noun."""
    singular = noun.removesuffix("s") if not noun.endswith("ss") else noun
    return _NOUNS.get(noun) or _NOUNS.get(singular)


def family_of_word(word: str) -> str | None:
    """The family of one word of a tool's name."""
    return _FAMILY.get(word) or _FAMILY_OF_STEM.get(stem(word))


def is_benign(lemma: str) -> bool:
    """Whether a verb only perceives, thinks or talks."""
    return lemma in _BENIGN
