"""Matchers: how a field of a check says what a value must be."""

from dataclasses import dataclass
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Equals:
    """Typed equality: `1` is not `"1"`, `true` is not `1`; `1.0` is `1`."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Regex:
    """`{ re = "…" }`: an RE2 pattern is found somewhere in the text."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Has:
    """`{ has = "…" }`: the text contains this."""

    text: str


@dataclass(frozen=True, slots=True)
class Glob:
    """`{ glob = "…" }`: the whole path fits; `*` stays inside a folder, `**` crosses folders."""

    pattern: str


@dataclass(frozen=True, slots=True)
class In:
    """`{ in = […] }`: typed equality with one of these."""

    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """`{ ge = n }`: a number not below this."""

    bound: float


@dataclass(frozen=True, slots=True)
class AtMostValue:
    """`{ le = n }`: a number not above this."""

    bound: float


@dataclass(frozen=True, slots=True)
class NotMatch:
    """`{ not = … }`: the value is there and does not match."""

    match: "Match"


@dataclass(frozen=True, slots=True)
class Every:
    """Several words in one table: all of them hold."""

    matches: tuple["Match", ...]


Match: TypeAlias = Equals | Regex | Has | Glob | In | AtLeast | AtMostValue | NotMatch | Every

MATCH_TYPES = (Equals, Regex, Has, Glob, In, AtLeast, AtMostValue, NotMatch, Every)

MATCHER_WORDS = ("re", "has", "glob", "in", "ge", "le", "not")
