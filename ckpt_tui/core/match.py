"""Matchers: how a field of a check says what a value must be."""

from typing import TypeAlias

from msgspec import Struct

Scalar: TypeAlias = str | int | float | bool


class Equals(Struct, frozen=True):
    """Typed equality: `1` is not `"1"`, `true` is not `1`; `1.0` is `1`."""

    value: Scalar


class Regex(Struct, frozen=True):
    """`{ re = "…" }`: an RE2 pattern is found somewhere in the text."""

    pattern: str


class Has(Struct, frozen=True):
    """`{ has = "…" }`: the text contains this."""

    text: str


class Glob(Struct, frozen=True):
    """`{ glob = "…" }`: the whole path fits; `*` stays inside a folder, `**` crosses folders."""

    pattern: str


class In(Struct, frozen=True):
    """`{ in = […] }`: typed equality with one of these."""

    values: tuple[Scalar, ...]


class AtLeast(Struct, frozen=True):
    """`{ ge = n }`: a number not below this."""

    bound: float


class AtMostValue(Struct, frozen=True):
    """`{ le = n }`: a number not above this."""

    bound: float


class NotMatch(Struct, frozen=True):
    """`{ not = … }`: the value is there and does not match."""

    match: "Match"


class Every(Struct, frozen=True):
    """Several words in one table: all of them hold."""

    matches: tuple["Match", ...]


Match: TypeAlias = Equals | Regex | Has | Glob | In | AtLeast | AtMostValue | NotMatch | Every

MATCH_TYPES = (Equals, Regex, Has, Glob, In, AtLeast, AtMostValue, NotMatch, Every)

MATCHER_WORDS = ("re", "has", "glob", "in", "ge", "le", "not")
