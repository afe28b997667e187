"""The kind `file`: what a file of the final environment holds."""

from collections.abc import Iterator
from hashlib import sha256
from string import hexdigits
from typing import Annotated, ClassVar, Final

from ckpt_tui.core.checks.base import Check, Input
from ckpt_tui.core.file_evidence import file_evidence
from ckpt_tui.core.file_places import FilePartError, place_in
from ckpt_tui.core.match import Equals, Match
from ckpt_tui.core.matching import find, holds
from ckpt_tui.core.recorded_paths import plain_path
from ckpt_tui.core.structured_files import values_at
from ckpt_tui.core.text import decode, encode
from ckpt_tui.core.trace import Change, FinalEnvironment
from ckpt_tui.core.verdict import Scope, Status, Verdict, worst_open
from ckpt_tui.core.view import TraceView

_HEX: Final = frozenset(hexdigits)


class File(Check, frozen=True, kw_only=True):
    """Whether a file is there when the run ends, and what it holds.

    Where `path` fits several files, one of them is enough.
    """

    kind: ClassVar[str] = "file"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "a file is there at the end, or is not, or holds something"
    reads: ClassVar[frozenset[Input]] = frozenset({Input.ENVIRONMENT})

    path: Annotated[Match, "the file, seen from the working folder"]
    exists: Annotated[bool, "false: no such file is there"] = True
    text: Annotated[Match | None, "what its text holds"] = None
    within: Annotated[str | None, "look only in this function or class, heading or section"] = None
    query: Annotated[str | None, "a dotted path into JSON or TOML"] = None
    equals: Annotated[Match | None, "what the value at `query` is"] = None
    sha256: Annotated[str | None, "the digest of its bytes, 64 hex digits"] = None

    def faults(self) -> Iterator[tuple[str, str]]:
        asks = (self.text, self.within, self.query, self.equals, self.sha256)
        if not self.exists and any(ask is not None for ask in asks):
            yield "exists", "false leaves nothing to look into"
        if self.equals is not None and self.query is None:
            yield "equals", "it needs `query`"
        if self.sha256 is not None and not _is_digest(self.sha256):
            yield "sha256", "it is no digest of 64 hex digits"

    def decide(self, view: TraceView) -> Verdict:
        environment = view.trace.environment
        if environment is None:
            reason = "The recording has no final files."
            return Verdict(status=Status.UNAVAILABLE, reason=reason)
        found = self._fitting(view, environment)
        if not self.exists:
            return self._absent(view, environment, found)
        if not found:
            return self._missing(view, environment)
        return _best([self._content(view, environment, path) for path in found])

    def _fitting(self, view: TraceView, environment: FinalEnvironment) -> list[str]:
        """The files that are there and fit, sorted."""
        changes = environment.changes or {}
        known = {*environment.paths, *changes}
        there = sorted(path for path in known if changes.get(path) is not Change.DELETE)
        wanted = self._path(view)
        if isinstance(wanted, Equals):
            return [path for path in there if path == wanted.value]
        return [path for path in there if holds(wanted, path)]

    def _path(self, view: TraceView) -> Match:
        if isinstance(self.path, Equals) and isinstance(self.path.value, str):
            return Equals(plain_path(self.path.value, view.workdir))
        return self.path

    def _is_known_absent(self, view: TraceView, environment: FinalEnvironment) -> bool:
        """Whether a file that was not found is truly not there."""
        wanted = self._path(view)
        path = wanted.value if isinstance(wanted, Equals) else None
        deleted = (environment.changes or {}).get(str(path)) is Change.DELETE
        return environment.is_complete or deleted

    def _absent(self, view: TraceView, environment: FinalEnvironment, found: list[str]) -> Verdict:
        if found:
            evidence = tuple(file_evidence(view, path) for path in found[:10])
            reason = f"{found[0]} is there."
            return Verdict(status=Status.FAIL, reason=reason, evidence=evidence)
        if not self._is_known_absent(view, environment):
            return _incomplete()
        scope = _scope(("environment",), len(environment.paths))
        return Verdict(status=Status.PASS, reason="No such file is there.", scope=scope)

    def _missing(self, view: TraceView, environment: FinalEnvironment) -> Verdict:
        if not self._is_known_absent(view, environment):
            return _incomplete()
        scope = _scope(("environment",), len(environment.paths))
        return Verdict(status=Status.FAIL, reason="No such file is there.", scope=scope)

    def _content(self, view: TraceView, environment: FinalEnvironment, path: str) -> Verdict:
        asks = (self.text, self.within, self.query, self.sha256)
        if all(ask is None for ask in asks):
            evidence = (file_evidence(view, path),)
            return Verdict(status=Status.PASS, reason=f"{path} is there.", evidence=evidence)
        raw = environment.read(path)
        if raw is None:
            return self._unread(view, environment.listed_sha256(path), path)
        try:
            return self._held(view, path, raw)
        except FilePartError as error:
            reason = f"{path}: {error}."
            if not error.is_broken:
                return Verdict(status=Status.UNAVAILABLE, reason=reason)
            return _not_held(path, reason)

    def _unread(self, view: TraceView, digest: str | None, path: str) -> Verdict:
        """What is known of a file from its digest alone, if from that."""
        if self.sha256 is not None and digest is not None:
            if digest != self.sha256.lower():
                return _not_held(path, f"{path} has another digest.")
            if self.text is None and self.within is None and self.query is None:
                evidence = (file_evidence(view, path),)
                return Verdict(status=Status.PASS, reason=f"{path} fits.", evidence=evidence)
        reason = f"The content of {path} was not recorded."
        return Verdict(status=Status.UNAVAILABLE, reason=reason)

    def _held(self, view: TraceView, path: str, raw: bytes) -> Verdict:
        if self.sha256 is not None and sha256(raw).hexdigest() != self.sha256.lower():
            return _not_held(path, f"{path} has another digest.")
        if self.query is not None and not self._has_value(path, raw, self.query):
            return _not_held(path, f"{path} has no such value at {self.query}.")
        text = raw.decode("utf-8", "replace")
        place = (0, len(text)) if self.within is None else place_in(path, text, self.within)
        if place is None:
            return _not_held(path, f"{path} has no part named {self.within}.")
        span = place if self.text is None else _found(self.text, text, place)
        if span is None:
            return _not_held(path, f"{path} holds no such text.")
        evidence = file_evidence(view, path, span, text)
        return Verdict(status=Status.PASS, reason=f"{path} fits.", evidence=(evidence,))

    def _has_value(self, path: str, raw: bytes, query: str) -> bool:
        values = values_at(path, raw, query)
        wanted = self.equals
        return bool(values) if wanted is None else any(holds(wanted, value) for value in values)


def _found(wanted: Match, text: str, place: tuple[int, int]) -> tuple[int, int] | None:
    """Where a match stands inside a part, in code points of the whole text."""
    raw = encode(text[slice(*place)])
    span = find(wanted, raw)
    if span is None:
        return None
    first = place[0] + len(decode(raw[: span[0]]))
    return first, first + len(decode(raw[slice(*span)]))


def _best(verdicts: list[Verdict]) -> Verdict:
    """A pass if there is one, else the worst that is open, else the first failure."""
    statuses = tuple(verdict.status for verdict in verdicts)
    telling = Status.PASS if Status.PASS in statuses else worst_open(statuses) or Status.FAIL
    return next(verdict for verdict in verdicts if verdict.status is telling)


def _not_held(path: str, reason: str) -> Verdict:
    return Verdict(status=Status.FAIL, reason=reason, scope=_scope((f"file:{path}",), 1))


def _incomplete() -> Verdict:
    reason = "Such a file is not among the recorded ones, and not every file was recorded."
    return Verdict(status=Status.UNAVAILABLE, reason=reason)


def _scope(parts: tuple[str, ...], searched: int) -> Scope:
    return Scope(first=0, last=-1, parts=parts, searched=searched)


def _is_digest(text: str) -> bool:
    return len(text) == 64 and _HEX.issuperset(text)  # noqa: PLR2004 (SHA-256 in hex)
