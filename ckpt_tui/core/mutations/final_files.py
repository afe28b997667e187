"""A recorded final environment in which some files are otherwise."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from ckpt_tui.core.digest import text_digest
from ckpt_tui.core.trace import Change, FinalEnvironment

NO_CHANGES: Mapping[str, Change] = MappingProxyType({})


class AlteredFiles(Struct, frozen=True, kw_only=True):
    """Another environment with its own word on some paths.

    Attributes:
        base: what holds for every other path.
        contents: the new content by path; None for a file that the run left alone or never made.
        untouched: paths that the run did not change, whatever `base` says.
        made: what is said to have happened to files, beyond what `base` says.
        diff: the same as a unified diff, where lines matter.
    """

    base: FinalEnvironment
    contents: Mapping[str, bytes | None]
    untouched: frozenset[str] = frozenset()
    made: Mapping[str, Change] = NO_CHANGES
    diff: str = ""

    @property
    def digest(self) -> str:
        told = sorted(f"{path}={content!r}" for path, content in self.contents.items())
        told += sorted(self.untouched)
        return text_digest(
            "\n".join([self.base.digest, *told, repr(sorted(self.made.items())), self.diff])
        )

    @property
    def is_complete(self) -> bool:
        return self.base.is_complete

    @property
    def paths(self) -> Sequence[str]:
        gone = {path for path, content in self.contents.items() if content is None}
        return sorted(({*self.base.paths} | self.contents.keys()) - gone)

    @property
    def changes(self) -> Mapping[str, Change] | None:
        changes = self.base.changes
        if changes is None:
            return None
        gone = {path for path, content in self.contents.items() if content is None}
        gone |= self.untouched
        kept = {path: change for path, change in changes.items() if path not in gone}
        return {**kept, **self.made}

    @property
    def patch(self) -> str:
        # What is said last of a path counts; of one left alone nobody asks, as `changes` lacks it.
        return f"{self.base.patch}\n{self.diff}" if self.diff else self.base.patch

    def read(self, path: str) -> bytes | None:
        return self.contents[path] if path in self.contents else self.base.read(path)

    def read_initial(self, path: str) -> bytes | None:
        return self.base.read_initial(path)

    def listed_sha256(self, path: str) -> str | None:
        return None if path in self.contents else self.base.listed_sha256(path)
