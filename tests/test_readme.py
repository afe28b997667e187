"""The README says what is so."""

import tomllib
from pathlib import Path

from ckpt_tui.adapters.checklist_toml import TomlFormat
from ckpt_tui.core.checks import KINDS
from ckpt_tui.help import PAGES, page

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
PICTURE = "test_the_edit_screen_looks_as_accepted[landed-size1].svg"


def test_the_picture_is_the_screen_as_accepted() -> None:
    accepted = ROOT / "tests/tui/__snapshots__/test_screens" / PICTURE
    assert (ROOT / "ckpt_tui/help/edit.svg").read_text() == accepted.read_text()


def test_the_example_checkpoint_is_read_by_the_codec() -> None:
    example = README.split("```toml\n")[1].split("```")[0]
    assert tomllib.loads(example)
    checklist = TomlFormat().parse(f'format = 1\ntask = "t"\n\n{example}', "README.md")
    assert checklist.checkpoints[0].check.kind == "before"


def test_every_kind_is_named() -> None:
    for kind in KINDS:
        assert f"`{kind}`" in README


def test_the_example_line_is_what_score_prints() -> None:
    from ckpt_tui.core.arithmetic import arithmetic
    from ckpt_tui.services.checklists import current_edition
    from ckpt_tui.services.scoring import ScoredRun, score_samples
    from ckpt_tui.wiring import open_workbench

    workbench = open_workbench(ROOT)
    samples = workbench.library.samples("task_042").samples
    edition = current_edition(workbench, "task_042")
    runs = score_samples(workbench, "task_042", edition, samples, with_digests=False)
    lines = [
        arithmetic(run.score, run.outcome, reasons=False)
        for run in runs
        if isinstance(run, ScoredRun)
    ]
    assert any(line in README for line in lines)


def test_every_page_of_the_help_is_shipped_and_no_page_is_forgotten() -> None:
    for name in PAGES:
        assert page(name).startswith("# ")
    folder = ROOT / "ckpt_tui/help"
    shipped = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md")}
    assert shipped == set(PAGES)
