"""Deeds that a shell does by a command which names them: `git tag`, `npm publish`."""

from typing import Final

from ckpt_tui.core.claims.doing import Doing
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.claims.scene import Scene
from ckpt_tui.core.claims.vocabulary import vocabulary

# The verb, what it is done to, and the words of which one must stand in a command.
_SIGNS: Final = {
    "merge": ("pr pull branch main master", "merge automerge"),
    "tag": ("release version commit build image main", "tag"),
    "publish": ("package version release image library module npm pypi", "publish push upload"),
    "deploy": (
        "",
        "deploy deployment apply rollout release kubectl helm heroku fly",
    ),
    "upload": ("", "upload push scp rsync sync put cp publish curl post"),
    "close": ("issue issues ticket tickets pull pr bug", "close closes fixes resolves state"),
    "assign": ("reviewer reviewers issue pr ticket", "assign assignee reviewer reviewers"),
    "rebase": ("branch main master commits", "rebase"),
    "uninstall": ("", "uninstall remove rm purge"),
    "restart": ("service server container pod daemon", "restart reload up start"),
    "revert": ("commit commits merge pr", "revert reset checkout restore"),
}
_BY_STEM: Final = {
    stem(verb): (vocabulary(nouns), vocabulary(signs)) for verb, (nouns, signs) in _SIGNS.items()
}


def is_never_done(scene: Scene, doing: Doing) -> bool:
    """Whether a deed that only a command of its name does was done by no command."""
    needed = _BY_STEM.get(doing.lemma) or _BY_STEM.get(stem(doing.lemma))
    if needed is None or doing.is_past or scene.may_have_written:
        return False
    things, signs = needed
    if things and things.isdisjoint(doing.nouns):
        return False
    return not any(scene.written.knows(sign, scene.before) for sign in signs)
