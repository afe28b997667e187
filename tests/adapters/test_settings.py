"""`ckpt-tui.toml`: what is set holds everywhere, and what cannot be read is said in a sentence."""

from pathlib import Path

import pytest

from ckpt_tui.adapters.settings import read_stages
from ckpt_tui.core.stages import STAGES
from ckpt_tui.errors import UsageError
from ckpt_tui.wiring import open_workbench


def settings(folder: Path, text: str | bytes) -> Path:
    raw = text if isinstance(text, bytes) else text.encode()
    (folder / "ckpt-tui.toml").write_bytes(raw)
    return folder


def test_without_settings_or_without_the_word_the_stages_are_the_usual_ones(tmp_path: Path) -> None:
    (tmp_path / "checklists").mkdir()
    assert open_workbench(tmp_path).stages == STAGES
    assert read_stages(settings(tmp_path, "")) == STAGES
    assert read_stages(settings(tmp_path, 'theme = "dark"\n[[runs]]\nglob = "x"\n')) == STAGES


def test_the_stages_of_a_workspace_replace_the_usual_ones_in_their_order(tmp_path: Path) -> None:
    folder = settings(tmp_path, 'stages = ["plan", "act", "report"]')
    assert open_workbench(folder).stages == ("plan", "act", "report")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stages = []", "stages must be a list of words"),
        ('stages = "fix"', "stages must be a list of words"),
        ("stages = [1]", "must be words in quotes, not 1"),
        ('stages = ["a b"]', "a stage must be one word"),
        ('stages = ["a", "b", "a"]', "holds 'a' twice"),
        ('stage = ["a"]', "'stage' is not a known key; did you mean \"stages\"?"),
        ("zzz = 1", "'zzz' is not a known key; known are folders, stages"),
        ("stages = [", "not valid TOML"),
        (b"stages = ['\xff']", "not UTF-8"),
        ("stages = " + "[" * 5000, "not valid TOML"),
    ],
)
def test_wrong_settings_are_refused_with_file_and_remedy(
    tmp_path: Path, text: str | bytes, words: str
) -> None:
    with pytest.raises(UsageError) as refused:
        open_workbench(settings(tmp_path, text))
    assert words in str(refused.value)
    assert str(tmp_path / "ckpt-tui.toml") in str(refused.value)
