"""Which passages a step reads, and which answer together."""

from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Constraint,
    Count,
    PlanStep,
    PredicateTerm,
    Retrieval,
    Term,
    Variable,
)
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, fused, passages_together, ranked_for_step
from lgm_core.reasoning.text.plan_passages import plan_passages
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.reasoning.text.graphs import composers


def test_what_several_rankings_have_comes_first() -> None:
    rankings = [WeightedRanking("abc"), WeightedRanking("bcd")]
    assert fused(rankings)[0] == "b"
    assert fused([WeightedRanking("ab"), WeightedRanking("ba", 0.5)]) == ["a", "b"]
    assert fused([]) == []


def test_the_best_of_each_step_is_in() -> None:
    steps = [WeightedRanking("abcd"), WeightedRanking("xbcd"), WeightedRanking("")]
    assert passages_together(steps, "bcdef", 4) == ["a", "x", "b", "c"]


def test_unsure_steps_count_less_than_the_whole_question() -> None:
    together = passages_together([WeightedRanking("a")], "bc", 3, unsure=[WeightedRanking("xy")])
    assert together == ["a", "b", "c"]


def test_a_title_with_a_name_of_the_question_counts(tmp_path: Path) -> None:
    text = "The territory joined the union after a vote of its people."
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(
            [
                Document("o", text, "History of Ohio"),
                Document("m", text, "History of Maine"),
                Document("x", text, "Maps"),
            ]
        )
        view, ranker = GraphView(graph.store, question="x"), graph.ranker()
        assert ranked_for_step("When did Maine join the union?", ranker, view, 3)[0] == "m#s0"
        assert ranked_for_step("When did Ohio join the union?", ranker, view, 1) == ["o#s0"]


def retrieval(subject: str, found: str, *uses: str) -> PlanStep:
    constraints = tuple(Constraint("p", "with", "=", Variable(name)) for name in uses)
    constant = Constraint("p", "in", "=", Constant("1700"))
    return PlanStep(Retrieval(Term(subject), PredicateTerm("p"), Term(found), (*constraints, constant)))


def test_steps_that_rest_on_picked_names_are_unsure(tmp_path: Path) -> None:
    with composers(tmp_path) as graph:
        view, ranker = GraphView(graph.store, question="Vivaldi"), graph.ranker()
        first = StepResult(retrieval("s1", "o1"), "", "text", passages=("c#s0",))
        counted = StepResult(PlanStep(Count(Variable("o1")), result="n"), "", "computed")

        def chosen(*steps: StepResult) -> list[str]:
            return list(plan_passages("Antonio Vivaldi", steps, ranker, view, 2))

        alone = chosen()
        assert alone == [hit.id for hit in ranker.passages("Antonio Vivaldi", 2)]
        assert chosen(StepResult(retrieval("s2", "o2"), "", "text", passages=("b#s0",)))[0] == "b#s0"
        for second in (retrieval("o1", "o2"), retrieval("s2", "o2", "o1")):
            picked = StepResult(second, "", "text", passages=("b#s0",))
            assert chosen(first, counted, picked) == ["c#s0", "v#s0"]
        sure = StepResult(retrieval("s1", "o1"), "", "fact")
        assert chosen(sure, StepResult(retrieval("o1", "o2"), "", "text", passages=("b#s0",)))[0] == "b#s0"


def test_a_filter_holds(tmp_path: Path) -> None:
    with composers(tmp_path) as graph:
        view = GraphView(graph.store, where={"shelf": "closed"}, question="plague")
        assert ranked_for_step("Who was born in Venice?", graph.ranker(), view, 5) == ["p#s0"]
        assert plan_passages("Who was born in Venice?", [], graph.ranker(), view, 5) == ("p#s0",)
