"""Gold decompositions as plans, and the passages that they find."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.decomposed_questions import DecomposedQuestion, Step
from benchmarks.reasoning.fact_steps import fact_steps_benchmark
from benchmarks.reasoning.gold_plans import passage_benchmark, plan_of, step_gold
from lgm_core.evaluation.datasets import Passage
from lgm_core.reasoning.plan.plan_parts import Retrieval

PASSAGES = {
    "a": ("Ash Mill", "Ash Mill was built by the engineer Mary Thorne. It stands in a valley."),
    "b": ("Mary Thorne", "Mary Thorne was an engineer. She was born in Selby."),
    "c": ("Selby", "Selby is a town on a river."),
    "d": ("Oak Mill", "Oak Mill was built by the engineer John Pike. It burned down."),
}
STEPS = [("Ash Mill >> built by", "Mary Thorne"), ("Where was #1 born?", "Selby")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [{"id": id, "title": title, "text": text} for id, (title, text) in PASSAGES.items()]
    question = {
        "id": "q",
        "question": "Where was the builder of Ash Mill born?",
        "answer": "Selby",
        "decomposition": [{"question": asked, "answer": answer} for asked, answer in STEPS],
        "gold_passages": ["a", "b"],
    }
    for name, rows in (("corpus", corpus), ("questions", [question])):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def question(*steps: tuple[str, str]) -> DecomposedQuestion:
    return DecomposedQuestion("q", "?", ("x",), tuple(Step(asked, answer, asked) for asked, answer in steps), ())


def test_figures_are_of_the_passages_that_steps_find(folder: Path) -> None:
    figures = passage_benchmark(folder)
    assert (figures["questions"], figures["steps"]) == (1, 2)
    for name in ("recall@5", "step_recall@1", "step_recall@5", "own_bindings_recall@5", "answer_found"):
        assert figures[name] == 1, name


def test_the_command_prints_the_figures(folder: Path) -> None:
    printed = CliRunner().invoke(app, ["reasoning", str(folder), "--plans", "gold", "--json"])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.stdout)["step_recall@5"] == 1
    unknown = CliRunner().invoke(app, ["reasoning", str(folder), "--plans", "silver"])
    assert unknown.exit_code != 0


def test_a_decomposition_is_a_plan() -> None:
    plan = plan_of(question(*STEPS, ("Which river of #2 did #1 cross?", "Ouse")))
    first, second, third = (step.action for step in plan.steps[:3])
    assert isinstance(first, Retrieval)
    assert (first.subject.names, first.predicate.names, first.object.variable) == (("Ash Mill",), ("built by",), "o1")
    assert isinstance(second, Retrieval)
    assert (second.subject.variable, second.predicate.names) == ("o1", ("born",))
    assert plan.steps[1].question == "Where was o1 born?"
    assert isinstance(third, Retrieval)
    assert third.subject.variable == "o2"
    assert [constraint.value.name for constraint in third.constraints] == ["o1"]  # type: ignore[union-attr]


def test_plans_do_not_know_the_answers() -> None:
    other = question(*((asked, "unknown") for asked, _ in STEPS))
    assert plan_of(question(*STEPS)) == plan_of(other)


def test_the_gold_of_a_step_holds_its_answer_under_the_title_asked_for() -> None:
    gold = [Passage(id, title, text) for id, (title, text) in PASSAGES.items()]
    assert step_gold(Step("Who built Ash Mill?", "Mary Thorne"), gold) == ("a",)
    assert step_gold(Step("Where was Mary Thorne born?", "Selby"), gold) == ("b",)
    assert step_gold(Step("Who lives in a valley?", "Mary Thorne"), gold) == ("a", "b")
    assert step_gold(Step("Who?", "nobody"), gold) == ()


# Steps of gold decompositions answered from recorded facts.


def test_steps_are_answered_from_recorded_facts_along_the_threshold(tmp_path: Path) -> None:
    passages = [
        {"id": "song", "title": "Hello Love", "text": "Hello Love was performed by Hank Snow."},
        {"id": "singer", "title": "Hank Snow", "text": "Hank Snow died in Tennessee."},
    ]
    decomposition = [
        {"question": "Hello Love >> performer", "answer": "Hank Snow"},
        {"question": "Where did #1 die?", "answer": "Tennessee"},
        {"question": "Who governed #2 ?", "answer": "Ann Alba"},
    ]
    question = {
        "id": "q",
        "question": "Who governed where the performer of Hello Love died?",
        "answer": "Ann Alba",
        "gold_passages": ["song", "singer"],
        "decomposition": decomposition,
    }
    records = [
        {**passages[0], "triples": [["Hello Love", "performed by", "Hank Snow"]]},
        {**passages[1], "triples": [["Hank Snow", "died in", "Tennessee"]]},
    ]
    for name, rows in (("corpus", passages), ("questions", [question]), ("recorded", records)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    figures = fact_steps_benchmark(tmp_path, tmp_path / "recorded.jsonl", annotator="lite", verbose=True)
    assert figures["steps"] == 3
    assert figures["thresholds"]["0.7"] == {"answered": 2 / 3, "right": 1.0, "exact": 1.0}
    assert figures["answered_at_.80_right"] == 2 / 3
    assert "no fact fits" in figures["misses"][2]
