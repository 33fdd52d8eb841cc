"""What a report tells of a construction, in words."""

from __future__ import annotations

from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport


def test_a_failure_stands_first_and_stages_that_had_nothing_to_go_on_are_left_out() -> None:
    failed = StageReport({"mentions": 0}, requests=1, failures=("no such model",))
    report = ConstructionReport("a.md", {"mentions": failed, "entities": StageReport(), "predicates": StageReport()})
    lines = str(report).splitlines()
    assert lines[:2] == ["a.md", "mentions: 1 of 1 request failed: no such model"]
    assert not any(line.startswith(("entities", "predicates")) for line in lines)


def test_a_stage_that_found_nothing_is_told_as_such() -> None:
    report = ConstructionReport("a.md", {"mentions": StageReport({"mentions": 2}), "entities": StageReport()})
    assert str(report).splitlines() == ["a.md", "mentions    2 mentions", "entities    nothing"]


def test_counts_are_worded_as_numbers_are_read() -> None:
    found = StageReport({"mentions": 35136, "facts": 1}, dropped={"an end is no thing of the text": 2, "no object": 1})
    told = str(ConstructionReport("a.md", {"relations": found}))
    assert "35,136 mentions, 1 fact\n" in told
    assert "relations: dropped 2 (an end is no thing of the text), 1 (no object)" in told
