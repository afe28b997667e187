"""Typed slots of a clause: amounts, ids, addresses, paths, counts and measures."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.counted import (
    ID_NOUNS,
    UNITS,
    counted_before,
    counted_behind,
    named_count,
)
from ckpt_tui.core.claims.lexicon import NUMBERS, is_part_of_number, spelled_number
from ckpt_tui.core.claims.money import Money, money
from ckpt_tui.core.claims.prose import Word
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.figures import number_of


class Slot(StrEnum):
    """What kind of thing a literal names."""

    AMOUNT = "amount"
    ID = "id"
    EMAIL = "email"
    URL = "url"
    PATH = "path"
    COUNT = "count"
    MEASURE = "measure"
    PERCENT = "percent"


class Literal(Struct, frozen=True, kw_only=True):
    """One slot that is filled.

    Attributes:
        text: as it is looked for: an id or a path as it stands, a number in plain digits.
        place: index of its word in the clause.
        noun: what a count counts, its plural; the unit of a measure; empty otherwise.
        is_named: a word before it says that it is an id.
        other: another reading of an amount; empty where there is none.
    """

    slot: Slot
    text: str
    start: int
    end: int
    place: int
    noun: str = ""
    is_named: bool = False
    other: str = ""


_STRONG_NOUNS: Final = vocabulary(
    "id ids code reference ref confirmation ticket pr issue pnr tracking invoice"
)
_GLUE: Final = frozenset({"is", "was", "number", "id", "code", "no", "to", "of", "the", "as"})
_STANDARDS: Final = vocabulary(
    """
    utf sha md iso rfc gpt http ipv python py int float uint x86 arm tls ssl es h base cve pep ascii
    cp latin crc aes rsa ecma mp vp web oauth i18n k8s s3 ec2 w3c css html node java gcc llama bert
    resnet vgg lstm q1 q2 q3 q4 covid top step phase part figure section ubuntu debian cuda sqlite
    mysql postgres neo4j log4j k v p
    """
)
_EXTENSIONS: Final = vocabulary(
    """
    py js ts tsx jsx json toml yaml yml md txt rst html css scss c h cc cpp hpp rs go java kt rb php
    sh bash sql csv tsv xml ini cfg conf lock log parquet ipynb pdf png jpg svg zip gz tar env bat
    ps1 swift scala pl lua r jl ex exs erl hs ml proto gradle vue svelte out bin db sqlite patch
    diff mod sum dockerfile
    """
)
_MONTHS: Final = vocabulary(
    """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec
    """
)
_TIMES: Final = vocabulary("am pm a.m p.m est pst utc gmt cst est's o'clock")
# How long: a folder's path, the figures of an id, an id, a word behind a figure.
_FOLDER, _DIGITS, _CODE, _UNIT = 4, 3, 5, 10


def literals(words: tuple[Word, ...]) -> Iterator[Literal]:
    """The slots of a clause in order."""
    last = -1
    for place, word in enumerate(words):
        is_word = word.text.isalpha() and not word.text.isupper() and word.lower not in NUMBERS
        if place <= last or is_word:
            continue
        amount = money(words, place)
        if amount is not None:
            last = amount.last
            yield _amount(words, place, amount)
            continue
        found = _literal(words, place, word)
        if found is not None:
            yield found


def _literal(words: tuple[Word, ...], place: int, word: Word) -> Literal | None:
    for read in (_address, _path, _id, _number):
        found = read(words, place, word)
        if found is not None:
            return found
    return None


def _amount(words: tuple[Word, ...], place: int, amount: Money) -> Literal:
    """The slot of an amount; a currency in letters is left out where nothing stands behind it."""
    is_long = amount.last > place + 1 or words[place].lower in NUMBERS or "-" in words[place].text
    end = words[amount.last].end if is_long else words[place].end
    return Literal(
        slot=Slot.AMOUNT,
        text=amount.text,
        start=words[place].start,
        end=end,
        place=place,
        other=amount.other,
    )


def _address(words: tuple[Word, ...], place: int, word: Word) -> Literal | None:
    del words
    text = word.text
    if "://" in text:
        slot = Slot.URL
        text = text.partition("://")[2].rstrip("/").removeprefix("www.")
    elif "@" in text[1:-1] and "." in text.partition("@")[2] and "/" not in text:
        slot = Slot.EMAIL
    else:
        return None
    return Literal(slot=slot, text=text, start=word.start, end=word.end, place=place)


def _path(words: tuple[Word, ...], place: int, word: Word) -> Literal | None:
    del words
    text = word.text.split(":")[0].rstrip("/")
    name = text.rpartition("/")[2]
    stem_of, dot, extension = name.rpartition(".")
    is_file = bool(dot) and extension.lower() in _EXTENSIONS and stem_of != ""
    is_folder = "/" in text and (text[0] in "/~." or word.is_code) and len(text) >= _FOLDER
    if not (is_file or is_folder) or any(mark in text for mark in "()*{}<>$=,!#"):
        return None
    if not is_file and text.count("/") == 1 and not text.startswith(("/", "./", "~")):
        return None
    return Literal(slot=Slot.PATH, text=text, start=word.start, end=word.end, place=place)


def _id(words: tuple[Word, ...], place: int, word: Word) -> Literal | None:
    text = word.text.strip("+-/~<>%").rstrip("_")
    noun = _noun_before(words, place)
    is_hash = text.startswith("#")
    bare = text.removeprefix("#")
    if not bare or not bare.isascii() or any(not (c.isalnum() or c in "-_") for c in bare):
        return None
    if not (is_hash and bare.isdigit()) and not _looks_like_id(bare, noun):
        return None
    # `the rows number 615`
    if noun == "number" and bare.isdigit() and counted_before(words, place):
        return None
    is_named = noun in _STRONG_NOUNS or is_hash
    return Literal(
        slot=Slot.ID, text=bare, start=word.start, end=word.end, place=place, is_named=is_named
    )


def _looks_like_id(text: str, noun: str) -> bool:
    digits = sum(character.isdigit() for character in text)
    letters = sum(character.isalpha() for character in text)
    prefix = text.replace("_", "-").split("-")[0].rstrip("0123456789").lower()
    if digits and letters:
        if prefix in _STANDARDS or _is_date_like(text):
            return noun in _STRONG_NOUNS and digits >= _DIGITS
        is_upper = text.upper() == text
        if is_upper and len(text) > _CODE and letters > 1:
            return True
        is_mixed = is_upper or "_" in text or digits >= _DIGITS
        return digits > 1 and len(text) >= _CODE and is_mixed
    if digits and not letters:
        return digits >= _DIGITS and noun in ID_NOUNS and "-" not in text
    return text.isupper() and len(text) >= _CODE and noun in _STRONG_NOUNS


def _is_date_like(text: str) -> bool:
    """`2024-05-20T15`, `13h05`, `3rd`, `100x`, `7-day`: figures with a letter that name nothing."""
    bare = text.lower()
    if bare[0].isdigit() and bare.lstrip("0123456789-_")[:1].isalpha():
        tail = bare.lstrip("0123456789-_")
        is_code = text.isupper() and len(tail) > _DIGITS
        return tail.isalpha() and len(tail) <= _UNIT and not is_code
    return False


def _noun_before(words: tuple[Word, ...], place: int) -> str:
    """The word for an id that stands before one: `order number is X`, `reference: X`."""
    found = ""
    for word in reversed(words[max(0, place - 4) : place]):
        if word.lower in ID_NOUNS:
            found = word.lower if found not in _STRONG_NOUNS else found
        elif word.lower not in _GLUE:
            break
    return found


def _number(words: tuple[Word, ...], place: int, word: Word) -> Literal | None:
    named, text = named_count(word)
    text = text.lstrip("<>~+").rstrip("+")
    if text.endswith("%"):
        number = number_of(text[:-1])
        return _figure(Slot.PERCENT, number, word, place, "%") if number else None
    number = number_of(text) or _spelled(words, place)
    if number is None or _is_when(words, place):
        return None
    noun = named or counted_behind(words, place) or counted_before(words, place)
    if noun in UNITS:
        slot = Slot.PERCENT if noun == "percent" else Slot.MEASURE
        return _figure(slot, number, word, place, noun)
    if noun and "." not in number:
        return _figure(Slot.COUNT, number, word, place, noun)
    return _figure(Slot.MEASURE, number, word, place, "") if "." in number else None


def _figure(slot: Slot, number: str, word: Word, place: int, noun: str) -> Literal:
    return Literal(slot=slot, text=number, start=word.start, end=word.end, place=place, noun=noun)


def _spelled(words: tuple[Word, ...], place: int) -> str | None:
    """The number of a word that stands alone; of several that make one nothing is read."""
    value = spelled_number(words[place].lower)
    if value is None or value <= 1:
        return None
    return None if is_part_of_number([word.lower for word in words], place) else str(value)


def _is_when(words: tuple[Word, ...], place: int) -> bool:
    """Whether a number is part of a date or an hour."""
    near = words[max(0, place - 2) : place + 2]
    return any(word.lower.rstrip(".,") in _MONTHS | _TIMES for word in near)
