"""How much deterministic checks leave open over every recording that can be read."""

import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run

LIST = Path(__file__).parent / "open_share.toml"
MOST_OPEN = Fraction(1, 10)
FEWEST_RUNS = 100


def test_a_tenth_of_the_cells_at_most_is_open_and_score_says_so_with_the_first_reason(
    tmp_path: Path, shared_traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "checklists/anything"
    folder.mkdir(parents=True)
    shutil.copy(LIST, folder / "checklist.toml")
    (tmp_path / "sample_traces").mkdir()
    (tmp_path / "sample_traces/anything").symlink_to(shared_traces)
    assert run(["-C", str(tmp_path), "score", "anything"]) == 0
    told = re.search(
        r"(?m)^open: (\d+) of (\d+) verdicts \((.*) %\), first: (.+)$", capsys.readouterr().out
    )
    assert told is not None
    opened, cells = int(told[1]), int(told[2])
    assert cells >= FEWEST_RUNS * LIST.read_text().count("[[checkpoint]]")
    assert Fraction(opened, cells) <= MOST_OPEN
    assert told[3] == f"{100 * opened / cells:.1f}"
    assert len(told[4].split()) > 1
