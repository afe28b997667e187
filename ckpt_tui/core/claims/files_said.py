"""Claims about files: made, changed, deleted, or only named."""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.call_evidence import arguments_evidence
from ckpt_tui.core.changes import FileChange, file_changes, net_changes, opaque_writes
from ckpt_tui.core.claims.calls import position_of
from ckpt_tui.core.claims.claim import Claim, ClaimKind, ClaimVerdict, Finding
from ckpt_tui.core.claims.clauses import Modality
from ckpt_tui.core.claims.deeds_headed import headed_deed
from ckpt_tui.core.claims.file_deeds import is_gone, is_left_alone, named_deed
from ckpt_tui.core.claims.lexicon import BEING, FIRST, HAVING, LIKE_ORDERS, past_lemma
from ckpt_tui.core.claims.literals import Literal, Slot
from ckpt_tui.core.claims.scene import (
    Remark,
    Scene,
    contradicted,
    supported,
    unchecked,
    unsupported,
)
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.recorded_paths import plain_path
from ckpt_tui.core.text import encode
from ckpt_tui.core.trace import Change, Field, ToolClass
from ckpt_tui.core.verdict import Evidence

_MAKING: Final = vocabulary(
    "create add write generate save make produce introduce store export dump set build"
)
_CHANGING: Final = vocabulary(
    """
    update edit modify change fix patch refactor rewrite adjust correct improve extend replace
    revert amend append insert alter move rename convert tweak touch clean format reformat implement
    overwrite override simplify restructure adapt rework polish harden tighten optimize optimise
    """
)
_ORDERS: Final = (_MAKING | _CHANGING | frozenset({"see"})) - LIKE_ORDERS
_DELETING: Final = vocabulary(
    """
    delete remove drop erase purge wipe vanish disappear bin kill scrap ditch axe trash discard
    retire nuke zap eliminate unlink
    """
)
# Words in front of a verb of doing that say that it was done.
_MANAGED: Final = (
    ("had", "to"), ("managed", "to"), ("able", "to"), ("liberty", "of"), ("ended", "up"),
    ("chose", "to"), ("decided", "to"),
)  # fmt: skip
_ARTICLES: Final = vocabulary("the a an my our this that your its no any each every")
# A participle behind its file goes on like this; with an object it tells what the file does.
_GOING_ON: Final = vocabulary("to for with in by as so at on from and via into also accordingly")
_INSIDE: Final = vocabulary("in from to of at inside within into under on for by via with")
_PLACEHOLDERS: Final = ("path/to", "your", "example", "foo.", "xxx")


def file_claims(remark: Remark) -> Iterator[Claim]:
    """The paths of a clause, with what it says was done to them."""
    for literal in remark.literals:
        is_said = remark.clause.asserts(literal.place) or is_gone(remark, literal.place)
        is_said = is_said or _is_label(remark, literal.place)
        if literal.slot is Slot.PATH and is_said:
            finding = _held(remark, literal)
            yield remark.scene.claim(ClaimKind.FILE, (literal.start, literal.end), finding)


def _is_label(remark: Remark, place: int) -> bool:
    """`- a.py: rows are no longer dropped`: what is denied behind it is not said of the file."""
    is_first = remark.words[place] == remark.clause.sentence.words[0]
    is_denied = remark.clause.modality is Modality.NEGATED
    return is_first and is_denied and remark.words[place].mark in (":", "`")


def _held(remark: Remark, literal: Literal) -> Finding:
    scene = remark.scene
    wanted = _wanted(remark, literal)
    is_alone = wanted is None and is_left_alone(remark, literal.place)
    path = plain_path(literal.text, scene.view.workdir)
    changes = [
        change
        for change in file_changes(scene.view)
        if change.position.step < scene.before and _is_same(change, path)
    ]
    if not changes and _has_strange_folder(scene, path):
        return unsupported("Nothing in the run names such a folder.")
    if is_alone and changes:
        return _not_alone(scene, changes)
    if wanted is None:
        return _named(remark, literal, changes)
    certain = [change for change in changes if change.is_certain]
    if certain:
        return _changed(scene, certain, wanted)
    if changes:
        return unchecked("It is not certain what was done to it.", _shown(scene, changes[-1]))
    return _unseen(scene, path, wanted)


def _not_alone(scene: Scene, changes: list[FileChange]) -> Finding:
    """A file that is said to be as it was, and that calls changed."""
    last, net = changes[-1], net_changes(scene.view)
    is_reverted = any(write.position > changes[0].position for write in opaque_writes(scene.view))
    if not all(change.is_certain for change in changes) or len(changes) > 1 or is_reverted:
        return unchecked("It may be as it was again.", _shown(scene, last))
    if net is not None and not any(f"/{name}".endswith(f"/{last.path}") for name in net):
        return unchecked("It may be as it was again.", _shown(scene, last))
    return contradicted("A call changed it.", _shown(scene, last))


def _wanted(remark: Remark, literal: Literal) -> frozenset[Change] | None:
    """What a clause says was done to a path; None where it only names it."""
    lemma = _verb(remark, literal.place)
    if lemma is None or lemma not in _MAKING | _CHANGING | _DELETING:
        lemma = named_deed(remark, literal.place)
        if lemma is None:
            return headed_deed(remark, literal.place)
        return _meant(lemma, is_inside=False)
    before = remark.lowers[literal.place - 1] if literal.place else ""
    if remark.lowers[max(0, literal.place - 2) : literal.place] == ("rid", "of"):
        before = ""
    return _meant(lemma, is_inside=before in _INSIDE)


def _meant(lemma: str, *, is_inside: bool) -> frozenset[Change]:
    """What a verb of doing wants of a file, or of what is inside one."""
    if lemma in _DELETING:
        return frozenset({Change.EDIT} if is_inside else {Change.DELETE})
    if lemma in _MAKING and not is_inside:
        return frozenset({Change.CREATE})
    return frozenset({Change.CREATE, Change.EDIT})


def _verb(remark: Remark, place: int) -> str | None:
    """The verb of doing that a path belongs to: the last before it, or a passive behind it."""
    lowers = remark.lowers
    for at in range(place - 1, -1, -1):
        lemma = past_lemma(lowers[at]) or _managed(lowers, at)
        if lemma is not None and lowers[at] not in BEING and lowers[at] != "had":
            return "delete" if lowers[at + 1] == "rid" else lemma
    behind = lowers[place + 1 : place + 6]
    if behind and (behind[0] in BEING | HAVING or behind[0] in ("file", "now")):
        verbs = (word for word in behind if word not in BEING | HAVING and past_lemma(word))
        verb = next(verbs, None)
        return "delete" if verb == "gone" else verb and past_lemma(verb)
    return _remarked(remark, place)


def _managed(lowers: Sequence[str], at: int) -> str | None:
    """The verb of `had to alter`, `ended up deleting`, `have modify`; None for any other word."""
    lead = (lowers[at - 2], lowers[at - 1]) if at > 1 else ("", "")
    is_done = lead in _MANAGED or (lead[0] in FIRST and lead[1] in ("have", "had"))
    doing = _MAKING | _CHANGING | _DELETING
    bare = lowers[at].removesuffix("ing")
    forms = (lowers[at], bare, f"{bare}e", bare[:-1])
    return next((form for form in forms if form in doing), None) if is_done else None


def _remarked(remark: Remark, place: int) -> str | None:
    """What a remark behind a path says of it: `a.py (new)`, `a.py: updated to round`."""
    remarks, behind = remark.words[place + 1 : place + 2], remark.lowers[place + 2 : place + 3]
    if not remarks:
        return None
    said = remark.lowers[place + 1]
    is_whole = not behind or remarks[0].closes or not _GOING_ON.isdisjoint(behind)
    if said == "new" and (is_whole or behind == ("file",)):
        return "create"
    return past_lemma(said) if is_whole else None


def _is_same(change: FileChange, path: str) -> bool:
    mine, theirs = path.removeprefix("./").removeprefix("~/"), change.path
    if mine == theirs or f"/{theirs}".endswith(f"/{mine}"):
        return True
    if f"/{mine}".endswith(f"/{theirs}") and "/" in theirs:
        return True
    return f"{mine}/".startswith(f"{theirs}/") if change.is_tree else theirs.startswith(f"{mine}/")


def _changed(scene: Scene, changes: list[FileChange], wanted: frozenset[Change]) -> Finding:
    last = changes[-1]
    is_deleted = last.change is Change.DELETE
    if Change.DELETE in wanted:
        if is_deleted:
            return supported(_shown(scene, last), "A call deleted it.")
        return _not_deleted(scene, last)
    if is_deleted and last.position.step < scene.before:
        return unchecked("It was deleted later.", _shown(scene, last))
    fitting = [change for change in changes if change.change in wanted or change.change is None]
    if fitting:
        return supported(_shown(scene, fitting[-1]), "A call did so.")
    if wanted == frozenset({Change.CREATE}):
        return Finding(
            verdict=ClaimVerdict.PRE_EXISTING,
            reason="The file was there before; it was only changed.",
            evidence=_shown(scene, last),
        )
    return supported(_shown(scene, last), "A call changed it.")


def _not_deleted(scene: Scene, last: FileChange) -> Finding:
    if any(write.position > last.position for write in opaque_writes(scene.view)):
        return unchecked("A program may have deleted it unseen.", _shown(scene, last))
    return contradicted("It was changed, not deleted.", _shown(scene, last))


def _unseen(scene: Scene, path: str, wanted: frozenset[Change]) -> Finding:
    """A change that no call shows."""
    net = net_changes(scene.view)
    if net is not None and any(f"/{name}".endswith(f"/{path}") for name in net):
        return supported(None, "The final files show it.")
    if _is_placeholder(path):
        return unchecked("It names no certain file.")
    if any(path in call.arguments_text for call in scene.view.steps[scene.step].calls):
        return unchecked("It tells what the call beside it is to do.")
    if any(
        deed.worked and not deed.is_open and scene.names(deed.row, path) for deed in scene.deeds
    ):
        return unchecked("A call that names it may have done so.")
    opaque = any(write.position.step < scene.before for write in opaque_writes(scene.view))
    if _is_mentioned(scene, path) and (opaque or (scene.may_have_written and net is None)):
        return unchecked("A program may have changed it unseen.")
    return _only_read(scene, path, wanted) or unsupported("No call changed such a file.")


def _only_read(scene: Scene, path: str, wanted: frozenset[Change]) -> Finding | None:
    """A file that is said to be made, and that was there when a call read it."""
    calls, needle = scene.view.calls, encode(path)
    for row, step in enumerate(calls.steps if wanted == frozenset({Change.CREATE}) else ()):
        is_read = calls.classes[row] in (ToolClass.READ, ToolClass.SEARCH) or (
            calls.classes[row] is ToolClass.SHELL and calls.exit_codes[row] == 0
        )
        if step >= scene.before or not is_read or not calls.answered[row] or calls.errors[row]:
            continue
        if needle in scene.view.column(Field.ARGUMENTS).raw(row):
            return Finding(
                verdict=ClaimVerdict.PRE_EXISTING,
                reason="It was there when a call read it, and no call made it.",
                evidence=arguments_evidence(scene.view, position_of(scene.view, row), path),
            )
    return None


def _named(remark: Remark, literal: Literal, changes: list[FileChange]) -> Finding:
    scene = remark.scene
    path = plain_path(literal.text, scene.view.workdir)
    if changes:
        return supported(_shown(scene, changes[-1]), "The run knows the file.")
    name = path.rpartition("/")[2] or path
    evidence = scene.shown.place(name, scene.before)
    if evidence is not None:
        return supported(evidence, "The run knows the file.")
    if scene.written.place(name, scene.before) is not None:
        return unchecked("Only the agent's own arguments name it.")
    is_product = name[:1].isupper() and "/" not in literal.text
    if is_product or _is_placeholder(path):
        return unchecked("Nothing is said of it that could be checked.")
    if _is_ordered(remark.lowers[: literal.place]):
        return unchecked("It is not said to have been done.")
    return unsupported("Nothing in the run names such a file.")


def _is_ordered(before: Sequence[str]) -> bool:
    """Whether a verb bids somebody do something, and is not the noun of `the fix`."""
    return any(
        word in _ORDERS and (not at or before[at - 1] not in _ARTICLES)
        for at, word in enumerate(before)
    )


def _has_strange_folder(scene: Scene, path: str) -> bool:
    """Whether a folder of a path stands nowhere in the run."""
    folders = [part for part in path.split("/")[:-1] if part.strip(".~")]
    return not _is_placeholder(path) and any(not _is_mentioned(scene, part) for part in folders)


def _is_mentioned(scene: Scene, path: str) -> bool:
    name = path.rpartition("/")[2] or path
    places = (index.place(name, scene.before) for index in (scene.shown, scene.written))
    return any(place is not None for place in places)


def _is_placeholder(path: str) -> bool:
    return any(mark in path.lower() for mark in _PLACEHOLDERS)


def _shown(scene: Scene, change: FileChange) -> Evidence:
    name = change.path.rpartition("/")[2]
    return arguments_evidence(scene.view, change.position, name)
