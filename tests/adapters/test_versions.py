import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.adapters.versions import (
    Draft,
    SealedVersion,
    chained,
    file_name,
    number_in,
    opened,
    sealed,
)
from ckpt_tui.errors import ChecklistError
from ckpt_tui.ports import VersionInfo

SEALED = Path(__file__).parent / "sealed"

CHECKLIST = """format = 1
task = "task_042"
title = "Ledger totals are off by a cent"   # a comment

[[checkpoint]]
id = "reproduce"
title = "Sees the test fail, été, 測試"
[checkpoint.check]
kind = "before"
first = { kind = "tests", failing = { has = "test_totals" } }
"""


def draft(text: str, *, parent: VersionInfo | None = None, message: str = "why") -> Draft:
    return Draft(
        text=text, parent=parent, author="Ada <ada@x>", time="2026-12-01T09:30:00Z", message=message
    )


def looks_sealed(text: str) -> str:
    return sealed(draft(text))[1].decode()


TEXTS = {
    "plain": CHECKLIST,
    "crlf": CHECKLIST.replace("\n", "\r\n"),
    "no final newline": CHECKLIST.rstrip(),
    "final comment": CHECKLIST + "# [version]",
    "empty": "",
    "one newline": "\n",
    "a sealed file in a comment": "".join(f"# {x}\n" for x in looks_sealed(CHECKLIST).split("\n")),
    "a sealed file in a string": f"a = '''\n{looks_sealed(CHECKLIST)}'''\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_beginning_of_a_sealed_file_is_taken_for_it(text: str) -> None:
    _, content = sealed(draft(text))
    assert opened(content, "v").text == text
    for end in range(len(content)):
        with pytest.raises(ChecklistError):
            opened(content[:end], "v")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_tail_may_be_replaced(text: str) -> None:
    _, content = sealed(draft(text))
    _, other = sealed(draft(text + "\n# another"))
    for end in range(0, len(content), 7):
        for tail in (other[end:], other[-300:], b"\n" * (len(content) - end), b"#"):
            if content[:end] + tail in (content, other):
                continue
            with pytest.raises(ChecklistError):
                opened(content[:end] + tail, "v")


def test_no_bit_may_change() -> None:
    _, content = sealed(draft(CHECKLIST))
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ChecklistError):
            opened(bytes(changed), "v")


@given(text=st.text(), message=st.text(), author=st.text())
@settings(max_examples=150)
@example(
    text="a = 1\r\n[version]\r\n", message='"""\n[version]\nnumber = 9\n', author="'\\'\"\x7f\u2028"
)
def test_what_was_sealed_is_read_back_to_the_byte(text: str, message: str, author: str) -> None:
    _, first = sealed(draft("x"))
    parent = opened(first, "v").info
    info, content = sealed(replace(draft(text, parent=parent, message=message), author=author))
    version = opened(content, "v")
    assert (version.info, version.text) == (info, text)
    assert (info.number, info.parent, info.message) == (2, parent.digest, message)


@pytest.mark.parametrize("name", ["plain", "crlf", "no final newline", "final comment", "empty"])
def test_a_sealed_file_is_toml_that_shows_checklist_and_version(name: str) -> None:
    info, content = sealed(draft(TEXTS[name], message='says "hello" \\ [b]'))
    document = tomllib.loads(content.decode())
    version = document.pop("version")
    assert document == tomllib.loads(TEXTS[name])
    assert version["number"] == 1
    assert version["digest"] == info.digest
    assert version["message"] == 'says "hello" \\ [b]'
    assert version["author"] == "Ada <ada@x>"


def test_versions_sealed_long_ago_stay_readable_and_new_ones_look_the_same() -> None:
    parent = None
    for path in sorted(SEALED.glob("v*.toml")):
        version = opened(path.read_bytes(), path.name)
        kept = version.info
        again = Draft(
            text=version.text,
            parent=parent,
            author=kept.author,
            time=kept.time,
            message=kept.message,
        )
        assert sealed(again) == (kept, path.read_bytes())
        assert file_name(kept) == path.name
        parent = kept
    assert parent
    assert parent.number == 2


def test_changed_line_ends_are_told_from_damage() -> None:
    _, content = sealed(draft(CHECKLIST))
    with pytest.raises(ChecklistError, match="gitattributes"):
        opened(content.replace(b"\n", b"\r\n"), "v")


def chain(count: int) -> list[SealedVersion]:
    versions: list[SealedVersion] = []
    for number in range(count):
        parent = versions[-1].info if versions else None
        _, content = sealed(draft(f"n = {number % 3}\n", parent=parent))
        versions.append(opened(content, "v"))
    return versions


def test_a_whole_chain_is_the_log() -> None:
    versions = chain(7)
    assert chained(versions, "f") == [version.info for version in versions]
    assert [version.info.number for version in versions] == [1, 2, 3, 4, 5, 6, 7]


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_log_with_one_version_missing_doubled_or_exchanged_is_refused(rng: random.Random) -> None:
    versions = chain(6)
    place = rng.randrange(5)
    damaged = rng.choice(["missing", "doubled", "another message"])
    if damaged == "missing":
        del versions[place]
    elif damaged == "doubled":
        versions.insert(place, versions[place])
    else:
        parent = versions[place - 1].info if place else None
        text = versions[place].text
        versions[place] = opened(sealed(draft(text, parent=parent, message="forged"))[1], "v")
    with pytest.raises(ChecklistError, match=r"f/v000\d-"):
        chained(versions, "f")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("v0003-9f2c1a.toml", 3),
        ("v12345-9f2c1a.toml", 12345),
        ("v0003.toml", None),
        ("0003-9f2c1a.toml", None),
        (".v0003-9f2c1a.toml.ckpt-tui.aa.1.bb", None),
        ("v0003-9f2c1a.toml.orig", None),
        ("v²-9f2c1a.toml", None),
        ("v-9f2c1a.toml", None),
        ("README.md", None),
    ],
)
def test_only_names_of_versions_count(name: str, number: int | None) -> None:
    assert number_in(name) == number
