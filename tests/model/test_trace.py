"""A step of a trace tells its fields as plain data, in a line, and on the page of an answer."""

from lgm_core.feedback.feedback_steps import NamingStep
from lgm_core.learning.learning_steps import ConstructionStageStep, JudgedStep
from lgm_core.model import FailedRequests, Finding
from lgm_core.model.trace import End, Round
from lgm_core.reasoning.plan_steps import PlanningFailed
from lgm_core.retrieval.answering.answering_steps import CheckStep, CompressionStep, MarkingStep


def test_details_are_plain_data_without_what_is_left_at_its_default() -> None:
    assert Round(2).details == {"number": 2}
    assert End("nothing is missing", "f-1", 3).details == {
        "reason": "nothing is missing",
        "addition": "f-1",
        "facts": 3,
    }
    marking = MarkingStep(1, ("a#0",), 0)
    assert list(marking.details.items()) == [("chunks", 1), ("marked", ["a#0"]), ("invented", 0)]


def test_failures_are_two_details_where_the_step_has_them() -> None:
    failures = FailedRequests(2, "no reply")
    assert list(NamingStep(failures=failures, missing=()).details) == ["failed", "error", "missing"]
    assert list(CompressionStep(3, 2, (), 0, failures).details)[-2:] == ["failed", "error"]
    assert PlanningFailed(problem="no step").failures.failed == 0
    assert Round(1).failures.failed == 0


def test_counts_of_any_name_are_details_beside_the_others() -> None:
    assert JudgedStep("facts", 5, 9, 0).details == {"facts": 5, "of": 9, "failed": 0}
    stage = ConstructionStageStep("a.md", "relations", 2, {"facts": 7})
    assert stage.line() == "construction stage: document: a.md, stage: relations, requests: 2, facts: 7"


def test_a_brief_line_has_no_long_details() -> None:
    marking = MarkingStep(1, ("a#0", "a#1"), 0)
    assert marking.line() == "marking: chunks: 1, marked: a#0, a#1, invented: 0"
    assert marking.line(brief=True) == "marking: chunks: 1, invented: 0"
    assert len(Round(1, "why " * 100).line()) == len("round: number: 1, question: ") + 300


def test_a_step_without_words_of_its_own_tells_its_details_on_a_page() -> None:
    assert list(CheckStep(2, 1).findings()) == [Finding("Check", "doubted: 2; supported: 1")]
    failed = MarkingStep(1, (), 0, FailedRequests(1, "no reply"))
    assert [finding.kind for finding in failed.findings()] == ["kept", "failed"]
