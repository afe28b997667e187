"""What lint finds in the checkpoints of a public benchmark, whose defects its makers listed."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ckpt_tui.core.linting.finding import Finding, Rule
from ckpt_tui.core.linting.findings import findings
from tests.benchmarks.rubrics.reading import checklist

# Defects that the makers name and that can be seen without task text, scorer or container.
# A list's own page tells of the last four. Where two findings would say it, one is enough.
DEFECTS = {
    "admin_remove_pages_pdf, equal to a page nobody names": {("c3", Rule.VAGUE)},
    "admin_remove_pages_pdf, three or four points": {(None, Rule.TOTALS)},
    "finance_expense_validation, equal to a table nobody names": {
        ("c2", Rule.VAGUE),
        ("c4", Rule.VAGUE),
    },
    "ml_generate_gradcam, a matter of taste": {("c1", Rule.VAGUE)},
    "hr_organize_talent_info, what is required is not said": {("c2", Rule.VAGUE)},
    "ds_coffee_shop_database_management, seven or ten points": {(None, Rule.TOTALS)},
    "ds_sql_exercise, expected by a scorer alone": {("c1", Rule.VAGUE)},
    "hr_salary_analysis, one checkpoint or four": {(None, Rule.TOTALS)},
    "research_answer_questions_on_paper, eleven questions in one": {("c2–12", Rule.COMPOUND)},
}
# Findings that a reader of the page agrees with, beyond those defects.
AGREED = {
    # Nine drinks are two points and eight are one: its title says points, and one check has no two.
    "admin_make_spreadsheet": {("c1", Rule.POINTS)},
    "admin_remove_pages_pdf": {("c1", Rule.EXISTENCE)},
    "ds_coffee_shop_database_management": {
        ("c2", Rule.VAGUE),
        ("c5", Rule.VAGUE),
        ("c5", Rule.COMPOUND),
    },
    "ds_find_meeting_spreadsheet": {("c1", Rule.VAGUE)},
    "ds_format_excel_sheets": {("c2", Rule.COMPOUND)},
    "ds_sql_exercise": {("c2", Rule.VAGUE)},
    "ds_stock_analysis_slides": {
        ("c2", Rule.POINTS),
        ("c2", Rule.VAGUE),
        ("c3", Rule.VAGUE),
        ("c3", Rule.COMPOUND),
    },
    "ds_visualize_data_in_pie_and_bar_chart": {("c1", Rule.VAGUE), ("c2", Rule.VAGUE)},
    "finance_check_attendance_payroll": {("c3", Rule.VAGUE)},
    "finance_expense_validation": {("c1", Rule.VAGUE), ("c3", Rule.VAGUE)},
    "hr_check_attendance_multiple_days": {("c3", Rule.VAGUE)},
    "hr_check_attendance_multiple_days_department": {("c2", Rule.VAGUE)},
    "hr_check_attendance_one_day": {("c3", Rule.VAGUE)},
    "hr_create_employee_manual": {("c3", Rule.VAGUE)},
    "hr_new_grad_job_description": {
        ("c1", Rule.EXISTENCE),
        ("c2", Rule.EXISTENCE),
        ("c3", Rule.VAGUE),
    },
    "hr_organize_talent_info": {
        ("c1", Rule.EXISTENCE),
        ("c3", Rule.VAGUE),
        ("c4", Rule.VAGUE),
    },
    "hr_populate_salary_increase_memo": {("c3", Rule.POINTS)},
    "hr_salary_analysis": {("c1", Rule.VAGUE)},
    "ml_grade_exam": {("c2", Rule.POINTS), ("c2", Rule.VAGUE)},
    "sde_run_rising_wave_locally": {("c2", Rule.COMPOUND)},
}
FOUND_AT_LEAST = 0.6
FALSE_AT_MOST = 1 / 5


@pytest.fixture(scope="module")
def reports(shared_traces: Path) -> Mapping[str, list[Finding]]:
    tasks = shared_traces.parent / "labelled" / "theagentcompany_checkpoints" / "tasks"
    pages = {page.parent.name: page.read_text() for page in tasks.glob("*/checkpoints.md")}
    return {task: findings(checklist(task, page)) for task, page in sorted(pages.items())}


def named(found: list[Finding]) -> set[tuple[str | None, Rule]]:
    return {(each.checkpoint, each.rule) for each in found}


def test_most_defects_that_can_be_read_are_found(reports):
    found = [
        defect
        for defect, signs in DEFECTS.items()
        if signs & named(reports[defect.partition(",")[0]])
    ]
    print(f"defects found: {len(found)} of {len(DEFECTS)}")
    assert len(found) >= FOUND_AT_LEAST * len(DEFECTS)


def test_a_false_report_is_rare(reports):
    known = {task: set(signs) for task, signs in AGREED.items()}
    for defect, signs in DEFECTS.items():
        known.setdefault(defect.partition(",")[0], set()).update(signs)
    wrong = [
        (task, *each)
        for task, found in reports.items()
        for each in sorted(named(found) - known.get(task, set()), key=str)
    ]
    print(f"false reports: {len(wrong)} in {len(reports)} lists: {wrong}")
    assert len(wrong) <= FALSE_AT_MOST * len(reports)
