import json
import os
import random
import resource
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ckpt_tui.adapters.durable import content_digest
from ckpt_tui.adapters.journal import COMPACT_BYTES, FileJournal
from ckpt_tui.adapters.journal_records import Header, header_record, replayed, splice_record
from ckpt_tui.adapters.processes import host_name
from ckpt_tui.errors import StoreError
from ckpt_tui.ports import EditJournal, JournalEntry
from tests.adapters import journal_child
from tests.adapters.journal_child import PLACE, START, TASK

BASE = content_digest(b"on disk\n")


class Sessions:
    """Processes that journal, forked from one."""

    def __init__(self) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, journal_child.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def _ask(self, *question: object) -> str:
        assert self._parent.stdin
        self._parent.stdin.write(json.dumps(question) + "\n")
        return self.answer()

    def answer(self) -> str:
        assert self._parent.stdout
        return self._parent.stdout.readline().strip()

    def start(self, state: Path, workspace: Path, *texts: str, recovers: bool = False) -> int:
        """A session that recorded the texts and lives on."""
        kind = "heir" if recovers else "session"
        pid = int(self._ask(kind, str(state), str(workspace), BASE, texts))
        assert self.answer() == "recorded"
        return pid

    def typist(self, state: Path, workspace: Path) -> int:
        return int(self._ask("typist", str(state), str(workspace)))

    def kill(self, pid: int) -> list[str]:
        """What was said before it died."""
        said = [self._ask("kill", pid)]
        while said[-1] != "killed":
            said.append(self.answer())
        return said[:-1]

    def crash(self, state: Path, workspace: Path, *texts: str, recovers: bool = False) -> None:
        self.kill(self.start(state, workspace, *texts, recovers=recovers))

    def close(self) -> None:
        self._parent.communicate()


@pytest.fixture(scope="module")
def sessions() -> Iterator[Sessions]:
    running = Sessions()
    yield running
    running.close()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "workspace").mkdir()
    return tmp_path / "workspace"


@pytest.fixture
def journal(state: Path, workspace: Path) -> FileJournal:
    return FileJournal(state, workspace)


def files(state: Path) -> list[Path]:
    return sorted(state.rglob("*.journal"))


def test_a_journal_is_what_the_services_ask_for(journal: EditJournal) -> None:
    assert journal.recover(TASK) is None
    journal.clear(TASK)


def test_what_a_killed_session_typed_is_recovered_until_it_is_cleared(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "on\n", "one\n", "one two\n")
    for _ in range(2):
        assert journal.recover(TASK) == JournalEntry(base=BASE, text="one two\n")
    assert FileJournal(state, workspace.parent).recover(TASK) is None
    assert journal.recover("another_task") is None
    journal.clear("another_task")
    assert journal.recover(TASK)
    journal.clear(TASK)
    assert journal.recover(TASK) is None
    assert files(state) == []


def test_work_of_a_running_session_is_left_to_it(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    running = sessions.start(state, workspace, "one\n")
    assert journal.recover(TASK) is None
    journal.clear(TASK)
    sessions.kill(running)
    assert journal.recover(TASK) == JournalEntry(base=BASE, text="one\n")


def as_if_elsewhere(path: Path) -> None:
    """Have a journal say, in place, that it comes from another container of this machine."""
    found = replayed(path.read_bytes())
    assert found
    header = replace(found[0], host=f"{found[0].host} elsewhere", pid=4_000_000)
    with path.open("r+b") as file:
        file.write(header_record(header) + splice_record("", found[1] or ""))
        file.truncate()


def test_work_of_a_session_that_runs_in_another_container_is_left_to_it(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    running = sessions.start(state, workspace, "one\n")
    as_if_elsewhere(*files(state))
    assert journal.recover(TASK) is None
    assert journal.elsewhere(TASK) == [f"process 4000000 on {host_name()}"]
    sessions.kill(running)
    assert journal.recover(TASK) == JournalEntry(base=BASE, text="one\n")
    assert journal.elsewhere(TASK) == []


def test_only_running_sessions_with_unwritten_work_are_named(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "killed\n")
    idle = sessions.start(state, workspace, "one\n", "on disk\n")
    busy = sessions.start(state, workspace, "one\n")
    journal.record(TASK, base=BASE, before="a", after="ab")
    assert journal.elsewhere(TASK) == [f"process {busy}"]
    for running in (idle, busy):
        sessions.kill(running)


def test_a_number_that_another_process_has_by_now_does_not_count_as_running(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "one\n")
    (path,) = files(state)
    found = replayed(path.read_bytes())
    assert found
    header, text = found
    ours = Header(
        workspace=header.workspace, task=TASK, base=BASE, pid=os.getpid(), host=header.host,
        start=header.start, replaces=(),
    )  # fmt: skip
    path.write_bytes(header_record(ours) + splice_record("", text or ""))
    assert journal.recover(TASK) == JournalEntry(base=BASE, text="one\n")


def test_changes_that_led_back_to_the_text_on_disk_are_no_work(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "one\n", "on disk\n")
    assert journal.recover(TASK) is None
    journal.clear(TASK)
    assert files(state) == []


def test_of_several_killed_sessions_the_newest_comes_first_and_none_is_lost(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    for text in ("first\n", "second\n"):
        sessions.crash(state, workspace, text)
    for expected in ("second\n", "first\n"):
        entry = journal.recover(TASK)
        assert entry
        assert entry.text == expected
        journal.clear(TASK)
    assert journal.recover(TASK) is None


def test_work_that_was_taken_up_again_and_lost_again_is_offered_once(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "first\n")
    sessions.crash(state, workspace, "first\n", "first, then more\n", recovers=True)
    entry = journal.recover(TASK)
    assert entry
    assert entry.text == "first, then more\n"
    journal.clear(TASK)
    assert journal.recover(TASK) is None


def test_work_that_was_offered_and_not_taken_up_is_offered_again(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    sessions.crash(state, workspace, "first\n")
    sessions.crash(state, workspace, "something else\n", recovers=True)
    texts: list[str] = []
    while entry := journal.recover(TASK):
        texts.append(entry.text)
        journal.clear(TASK)
    assert texts == ["something else\n", "first\n"]


def test_a_damaged_tail_is_left_out(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    texts = ["one\n", "one, two\n", "one, two, three\n"]
    sessions.crash(state, workspace, *texts)
    (path,) = files(state)
    content = path.read_bytes()
    seen: list[str | None] = []
    for end in range(len(content), 0, -1):
        path.write_bytes(content[:end])
        entry = journal.recover(TASK)
        if not seen or (entry.text if entry else None) != seen[-1]:
            seen.append(entry.text if entry else None)
    assert seen == [*reversed(texts), None]
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        found = replayed(bytes(changed))
        assert found is None or found[1] in (None, *texts)


def test_only_the_user_may_read_a_journal(state: Path, journal: FileJournal) -> None:
    journal.record(TASK, base=BASE, before="a", after="ab")
    (path,) = files(state)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (state, state / "journals", path.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_long_session_stays_short_on_disk(state: Path, journal: FileJournal) -> None:
    text = "x" * 1000
    for number in range(80):
        before, text = text, f"{number}" + "y" * 40_000
        journal.record(TASK, base=BASE, before=before, after=text)
    assert sum(path.stat().st_size for path in files(state)) < COMPACT_BYTES + 200_000
    assert len(files(state)) == 1
    found = replayed(files(state)[0].read_bytes())
    assert found
    assert found[1] == text
    journal.clear(TASK)
    assert files(state) == []


def test_a_new_base_or_a_jump_of_the_text_begins_a_new_file(
    state: Path, journal: FileJournal
) -> None:
    journal.record(TASK, base=BASE, before="a", after="ab")
    journal.record(TASK, base="sha256:other", before="ab", after="abc")
    journal.record(TASK, base="sha256:other", before="not abc", after="d")
    (path,) = files(state)
    found = replayed(path.read_bytes())
    assert found
    assert (found[0].base, found[1]) == ("sha256:other", "d")


def test_a_full_disk_is_said_and_the_next_change_writes_everything(
    state: Path, journal: FileJournal
) -> None:
    """A limit on the file size stands in for the disk: it cuts a write in the middle as well."""
    journal.record(TASK, base=BASE, before="a", after="ab")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(StoreError, match=r"journal cannot be written: File too large"):
            journal.record(TASK, base=BASE, before="ab", after="c" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    journal.record(TASK, base=BASE, before="c" * 2000, after="c" * 2001)
    texts = [found[1] for path in files(state) if (found := replayed(path.read_bytes()))]
    assert texts == ["c" * 2001]
    journal.clear(TASK)
    assert files(state) == []


TEXTS = st.text(st.sampled_from("ab\n🙂é\ud800"), max_size=30)


@given(st.lists(TEXTS, max_size=8))
@settings(max_examples=200)
def test_splices_lead_to_the_last_text(texts: list[str]) -> None:
    header = Header(
        workspace="/w", task=TASK, base=BASE, pid=1, host="h\ud800", start="2", replaces=("x",)
    )
    raw = header_record(header)
    for before, after in zip(["", *texts], texts, strict=False):
        raw += splice_record(before, after)
    assert replayed(raw) == (header, texts[-1] if texts else None)


def test_a_change_of_a_long_text_is_a_short_record() -> None:
    text = "line of a checklist\n" * 5000
    assert len(splice_record(text, text[:50_000] + "!" + text[50_000:])) < 40


def test_twenty_five_kills_while_typing_lose_at_most_the_change_in_flight(
    state: Path, workspace: Path, journal: FileJournal, sessions: Sessions
) -> None:
    chance = random.Random(3)
    for _ in range(25):
        typist = sessions.typist(state, workspace)
        said = [sessions.answer() for _ in range(chance.randrange(1, 40))]
        acknowledged = int([*said, *sessions.kill(typist)][-1])
        entry = journal.recover(TASK)
        assert entry
        # each change stands before the one made earlier
        newest = int(entry.text[PLACE:].partition(",")[0])
        typed = "".join(f"{number}," for number in range(newest, -1, -1))
        assert newest in (acknowledged, acknowledged + 1)
        assert entry.text == START[:PLACE] + typed + START[PLACE:]
        journal.clear(TASK)


def test_a_record_takes_about_as_long_as_the_disk_takes_to_sync(
    tmp_path: Path, journal: FileJournal
) -> None:
    text = "line of a checklist\n" * 1000
    synced, recorded = [], []
    descriptor = os.open(tmp_path / "plain", os.O_WRONLY | os.O_CREAT)
    for number in range(60):
        start = time.perf_counter()
        os.write(descriptor, b"x" * 40)
        os.fsync(descriptor)
        middle = time.perf_counter()
        before, text = text, f"{text[:9000]}{number}{text[9000:]}"
        journal.record(TASK, base=BASE, before=before, after=text)
        synced.append(middle - start)
        recorded.append(time.perf_counter() - middle)
    os.close(descriptor)
    assert sorted(recorded)[30] < 3 * sorted(synced)[30] + 0.002
