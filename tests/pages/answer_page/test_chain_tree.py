"""The picture of the way to an answer stays one that can be drawn, however long that way was."""

from __future__ import annotations

from pathlib import Path

from lgm_core import Answer, Citation, SQLiteStore
from lgm_core.feedback.feedback_steps import LookingUpStep
from lgm_core.pages.answer_page.answer_page import answer_page
from lgm_core.pages.answer_page.chain_tree import chains_of_feedback, chains_of_plan, depth_of
from lgm_core.reasoning.plan_steps import ExecutedStep
from lgm_core.retrieval.concepts.graph_view import GraphView

QUESTION = "What is last?"


def step(number: int) -> ExecutedStep:
    answers = (f"answer {number}",)
    return ExecutedStep(number, f"Which is {number}?", "fact", answers, 0, (), (), (), (), (), "")


def test_a_short_plan_is_drawn_whole() -> None:
    tree = chains_of_plan(QUESTION, [], [step(1), step(2)])
    assert tree is not None
    assert depth_of(tree) == 5


def test_a_long_plan_is_drawn_in_part_and_told_whole(tmp_path: Path) -> None:
    trace = tuple(map(step, range(300)))
    cited = Citation(1, "a#0", "a", "A", (), 0, 3, "It.")
    with SQLiteStore(tmp_path / "it.lgm") as store:
        store.create()
        html = answer_page(Answer(QUESTION, "It [1].", (cited,), trace=trace), GraphView(store)).html
    assert "288 more steps" in html
    assert "answer 299" in html


def test_many_rounds_of_feedback_are_drawn_side_by_side() -> None:
    trace = [LookingUpStep(found=0, dropped={}, read={f"Who is {number}?": ["a#0"]}, new=()) for number in range(300)]
    tree = chains_of_feedback(QUESTION, [], trace)
    assert tree is not None
    assert depth_of(tree) < 20
