"""Every benchmark runs, in small; what it measures is not held here."""

import pytest

from tests.benchmarks import edited_check, imports, keys, opening, score


def test_imports_are_measured(tmp_path, capsys) -> None:
    imports.main(tmp_path, 1)
    assert "of 1.15 times import textual.app" in capsys.readouterr().out


def test_scoring_is_measured(tmp_path, capsys) -> None:
    score.main(tmp_path, 1, traces=2)
    said = capsys.readouterr().out
    assert said.count("of 0.25 times untyped msgspec and re") == 2
    assert "memory of a worker" in said


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
def test_opening_keys_and_typing_are_measured_in_a_terminal(tmp_path, capsys) -> None:
    opening.main(tmp_path / "opening", 1, large=200)
    keys.main(tmp_path / "keys", 1, steps=200)
    edited_check.main(tmp_path / "typing", 1, traces=3)
    said = capsys.readouterr().out
    assert said.count("times minimal Textual app") == 4
    assert "j, another checkpoint" in said
    assert "times an evaluator that does nothing" in said
