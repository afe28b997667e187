"""Titles and questions: what two people would read differently, and what asks two things."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ckpt_tui.core.checklist import Checklist, Checkpoint
from ckpt_tui.core.checks.asked import Human, Judge
from ckpt_tui.core.checks.only_after import OnlyAfter
from ckpt_tui.core.checks.order import Before, InOrder
from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.phrases import found_in, sentences, without_names, without_quotations

_VAGUE: Final = (
    r"(?i)\b(?:properly|adequate(?:ly)?|reasonabl[ey]|suitabl[ey]|sensibl[ey]|good|nice(?:ly)?"
    r"|(?:works?|does) well|cleanly|clearly|efficient(?:ly)?|robust(?:ly)?|readability"
    r"|user.friendly|high.quality|as (?:needed|required|appropriate)|if necessary|etc|and so on"
    r"|some kind of|meaningful(?:ly)?|satisfactor\w+|professional(?:ly)?|maintainable|readable"
    r"|easy to \w+|intuitive|well.(?:written|structured|organi[sz]ed|documented|designed)"
    r"|thorough(?:ly)?|comprehensive(?:ly)?|helpful|polite(?:ly)?|concise(?:ly)?"
    r"|sufficient(?:ly)?|(?:is|are|looks?|be) similar to|gracefully|acceptabl[ey]|decent(?:ly)?"
    r"|neat(?:ly)?|elegant(?:ly)?|(?:is|are|looks?|seems?) (?:fine|ok(?:ay)?|great|solid))\b"
)
# These name a standard: they are vague only in a sentence that does not say which.
_MEASURED: Final = (
    r"(?i)\b(?:(?:in)?correct(?:ly|ness)?|(?:in)?accurate(?:ly)?|appropriate(?:ly)?|as expected"
    r"|(?:is|are|be|matche?s?) (?:the |an? )?expected|the (?:right|expected)"
    r"|all (?:of )?(?:the )?(?:required|necessary|needed|relevant|important|significant))\b"
)
_STANDARD: Final = (
    r"""(?i)\d|[<>=%(:]|"[^"]+"|'[^']+'|“[^”]+”|`[^`]+`"""
    r"|\b(?:equals?|same as \w+|identical|between|zero|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|no|none|nothing|never|because|according to)\b"
)
# A second verb behind the joint makes a second thing that is asked.
_LINK: Final = r"(?:is|are|was|were|has|have|does|do|did)"
_VERB: Final = (
    r"(?:runs?|ran|passes|fails?|finds?|adds?|creates?|removes?|deletes?|writes|reads|opens?|sends?"
    r"|saves?|tells?|says?|explains?|verifies|makes?|uses?|installs?|computes?|prints?|confirms"
    r"|asks?)"
)
# These are verbs only with something behind them: “sales and reports”, “read and write access”.
_MOSTLY_NOUN: Final = (
    r"(?:names?|reports?|calls?|books?|changes?|edits?|updates?|uploads?|builds?|fix(?:es)?|checks"
    r"|returns?|moves?|copies|commits?|read|write)"
)
_OBJECT: Final = (
    r"(?:(?:the|an?|its?|their|them|any|no|how|why|whether|what"
    r"|all (?:the|of|its|their|\w+s))\b|[`\"'“])"
)
_JOINT: Final = r"(?:,? and (?:then |also )?|; |,? as well as |,? then )"
_ACT: Final = rf"(?:{_VERB}|{_MOSTLY_NOUN})"
_COMPOUND: Final = (
    rf"(?i)\w{_JOINT}(?:(?:{_LINK}|{_VERB})\b|{_MOSTLY_NOUN} {_OBJECT})"
    rf"|(?i)\w ?& ?(?:then |also )?(?:{_LINK}\b|{_ACT} {_OBJECT})"
    rf"|(?i)(?:^|[^\w./~-])(?:{_ACT} ?/ ?{_ACT}|\w+ed ?/ ?\w+ed) (?:{_OBJECT}|\d)"
    rf"|(?i)^\w+s ?/ ?\w+[^s]s {_OBJECT}"
    r"|(?i)\b(?:is|are|was|were|been) \w+,? and (?:\w+ ){1,3}?(?:is|are|was|were|has|have)\b"
    r"|(?i)\w(?:ed|s)\b.*(?:,? and| &) (?:then |\w+ly )?\w+(?:ed|[^s]s)"
    r" (?:the|an?|it|them|its|all (?:the|of|its|their|\w+s))\b"
    r"|(?i)\bboth\b.* and \b"
)
_THING: Final = (
    r"""(?:\b(?:file|document|folder|director(?:y|ie)|sheet|spreadsheet|workbook|image|picture"""
    r"""|script|database|archive)s?\b|\.\w{1,5}\b[`'"”]?)"""
)
_PLACE: Final = r"(?: (?:in|on|under|at|to|inside)(?: [\w.,/~'\"`-]+){1,4})?[\s.?!`'\"]*$"
_EXISTS: Final = (
    rf"(?i)\bexists?{_PLACE}"
    rf"|(?i){_THING}.* (?:been |gets? |is |are |was |were )+"
    rf"(?:there|present|available|created|saved|generated|written){_PLACE}"
    r"|(?i)^(?:\w+ )?(?:that |if |whether )?exists? (?:an? |the )?file\b"
)
# Something is said of what is there beyond that it is.
_DESCRIBED: Final = r"(?i)\b(?:with|whose|contain\w*|including|includes?|having)\b"
_SHORTEST: Final = 2
# These are about two things, and mean one.
_ORDERED: Final = (InOrder, Before, OnlyAfter)


def worded(checklist: Checklist) -> Iterator[Finding]:
    """What is odd about the words of a list."""
    titles = Counter(point.title.strip().lower() for point in checklist.checkpoints)
    for point in checklist.checkpoints:
        if point.enabled:
            yield from _of(point, titles)


def _of(point: Checkpoint, titles: Counter[str]) -> Iterator[Finding]:
    def finding(rule: Rule, detail: str) -> Finding:
        return Finding(rule=rule, checkpoint=point.id, detail=detail)

    if titles[point.title.strip().lower()] > 1 and point.title:
        yield finding(Rule.SAME_TITLE, "another checkpoint has the same title; say the difference")
    said = [each for text in _texts(point) for each in sentences(text)]
    vague = _first(_VAGUE, said) or _unmeasured(point)
    if vague:
        detail = f"“{vague}” is read differently by two people; say what is seen when it holds"
        yield finding(Rule.VAGUE, detail)
    elif len(point.title.split()) < _SHORTEST:
        yield finding(Rule.VAGUE, "its title is a word at most; say what is seen when it holds")
    compound = "" if isinstance(point.check, _ORDERED) else _compound(said)
    if compound:
        detail = f"it asks two things (“{compound}”), of which one may hold alone; split it"
        yield finding(Rule.COMPOUND, detail)
    if point.points and _only_exists(point):
        detail = "it asks only whether something is there, whatever it holds; ask what is in it"
        yield finding(Rule.EXISTENCE, detail)


def _texts(point: Checkpoint) -> tuple[str, ...]:
    """The title, and what a judge or a person is asked."""
    if not isinstance(point.check, Judge | Human):
        return (point.title,)
    return point.title, point.check.question


def _first(pattern: str, said: list[str]) -> str:
    return next(filter(None, (found_in(pattern, each) for each in said)), "")


def _compound(said: list[str]) -> str:
    """Two things that are asked in one sentence; what it quotes is a thing of its own."""
    for each in said:
        bare = without_quotations(each)
        found = found_in(_COMPOUND, bare)
        if found:
            place = bare.index(found)
            return each[place : place + len(found)]
    return ""


def _unmeasured(point: Checkpoint) -> str:
    """A word for a standard that no sentence says, from the one with the word to the last."""
    for text in _texts(point):
        said = sentences(text)
        for place, each in enumerate(said):
            word = found_in(_MEASURED, each)
            rest = (without_names(behind.replace(word, "")) for behind in said[place:])
            if word and not any(found_in(_STANDARD, behind) for behind in rest):
                return word
    return ""


def _only_exists(point: Checkpoint) -> bool:
    """Whether a person or a judge is asked in one sentence whether something is there."""
    if not isinstance(point.check, Judge | Human):
        return False
    asked = sentences(point.check.question)
    is_one = len(asked) == 1 and not found_in(_DESCRIBED, asked[0])
    return is_one and bool(found_in(_EXISTS, asked[0]))
