"""Forks sessions that journal: the victims of the crash tests, spared the start of Python.

Each line on stdin is a JSON list: `["session", STATE, WORKSPACE, BASE, TEXTS]` records the texts
and lives on, `["heir", …]` recovers first, `["typist", STATE, WORKSPACE]` types until it is killed
and prints the number of every change that was recorded, `["kill", PID]` kills. Answers are lines:
the number of the new process; `recorded`; `killed`.
"""

import itertools
import json
import os
import signal
import sys
from pathlib import Path

from ckpt_tui.adapters.journal import FileJournal

TASK = "task_042"
START = "x" * 20_000
PLACE = 9_000


def say(line: object) -> None:
    os.write(1, f"{line}\n".encode())


def session(state: str, workspace: str, base: str, texts: list[str]) -> None:
    record_and_stay(FileJournal(Path(state), Path(workspace)), base, texts)


def heir(state: str, workspace: str, base: str, texts: list[str]) -> None:
    journal = FileJournal(Path(state), Path(workspace))
    journal.recover(TASK)
    record_and_stay(journal, base, texts)


def record_and_stay(journal: FileJournal, base: str, texts: list[str]) -> None:
    for before, after in itertools.pairwise(["on disk\n", *texts]):
        journal.record(TASK, base=base, before=before, after=after)
    say("recorded")
    signal.pause()


def typist(state: str, workspace: str) -> None:
    journal = FileJournal(Path(state), Path(workspace))
    before = START
    for number in itertools.count():
        after = f"{before[:PLACE]}{number},{before[PLACE:]}"
        journal.record(TASK, base="sha256:b", before=before, after=after)
        say(number)
        before = after


def main() -> None:
    for line in sys.stdin:
        kind, *arguments = json.loads(line)
        if kind == "kill":
            os.kill(arguments[0], signal.SIGKILL)
            os.waitpid(arguments[0], 0)
            say("killed")
        elif os.fork() == 0:
            signal.alarm(100)  # a failed test must not leave it behind for ever
            say(os.getpid())
            {"session": session, "heir": heir, "typist": typist}[kind](*arguments)
            os._exit(0)


if __name__ == "__main__":
    main()
