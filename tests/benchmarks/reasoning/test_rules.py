"""Answers that cost no tokens, measured over two small films."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.reasoning.rules import fits_evidence, rules_benchmark
from lgm_core.evaluation.datasets import Question
from lgm_core.reasoning.plan.logical_plan import LogicalPlan

CORPUS = {
    "Salt Harbour": "Salt Harbour is a film directed by Inês Moura.",
    "Red Tide": "Red Tide is a film directed by Rui Dias.",
    "Inês Moura": "Inês Moura was born on 4 May 1904 in Setúbal.",
    "Rui Dias": "Rui Dias was born on 9 March 1911 in Porto.",
}
QUESTIONS: list[dict[str, Any]] = [
    {
        "question": "Which film has the director born later, Salt Harbour or Red Tide?",
        "answer": "Red Tide",
        "evidence_triples": [
            ["Salt Harbour", "director", "Inês Moura"],
            ["Red Tide", "director", "Rui Dias"],
            ["Inês Moura", "date of birth", "4 May 1904"],
            ["Rui Dias", "date of birth", "9 March 1911"],
        ],
    },
    {"question": "When was the director of film Red Tide born?", "answer": "9 March 1911"},
    {"question": "Why do harbours smell of salt, and whom does it trouble?", "answer": "nobody"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [{"id": title, "title": title, "text": text} for title, text in CORPUS.items()]
    asked = [{"id": str(number), "gold_passages": ["Red Tide"], **row} for number, row in enumerate(QUESTIONS)]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)))
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, asked)))
    return tmp_path


def test_plans_by_rules_are_counted_and_carried_out(folder: Path) -> None:
    figures = rules_benchmark(folder, verbose=True)
    assert (figures["questions"], figures["planned"]) == (3, 2)
    assert (figures["evidenced"], figures["fitting"]) == (1, 1)
    assert figures["exact_match"]["facts"] == pytest.approx(2 / 3)
    assert figures["exact_match"]["facts_then_text"] == pytest.approx(2 / 3)
    assert (figures["stated"], figures["stated_right"]) == (2, 2)
    assert figures["misses"] == []
    assert figures["facts"] >= 4


@pytest.mark.parametrize(
    ("plan", "fits"),
    [
        ('Retrieval(s=s1:Film["Salt Harbour" | "Red Tide"], p=p1:director, o=o1)\n'
         "Retrieval(s=o1, p=p2:date of birth, o=o2)\nOutput(s1)", True),
        ('Retrieval(s=s1:Film["Salt Harbour" | "Red Tide"], p=p1:release date, o=o1)\nOutput(s1)', False),
        ('Retrieval(s=s1:Film["Fog" | "Mist"], p=p1:director, o=o1)\n'
         "Retrieval(s=o1, p=p2:date of birth, o=o2)\nOutput(s1)", False),
    ],
)  # fmt: skip
def test_a_plan_fits_evidence_of_as_many_relations_of_the_same_things(plan: str, fits: bool) -> None:
    row = QUESTIONS[0]
    evidence = tuple((a, b, c) for a, b, c in row["evidence_triples"])
    question = Question("q", row["question"], (), answers=(row["answer"],), evidence_triples=evidence)
    assert fits_evidence(LogicalPlan.parse(plan), question) is fits
