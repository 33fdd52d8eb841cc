"""Passages for the steps of plans, ranked and fused in several ways, and names picked from their best sentences.

    python benchmarks/plan_passages.py FOLDER

FOLDER holds corpus.jsonl and questions.jsonl with `decomposition` or `evidence_triples`; a triple is then a step, its
predicate asked of its subject. Earlier answers are filled in as the data give them. No language model is asked.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from benchmarks.decomposed_questions import DecomposedQuestion, Step, contains_phrase, read_decomposed
from benchmarks.reasoning.gold_plans import step_gold
from lgm_core.evaluation.datasets import Passage, read_corpus
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow import Session, run
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.plan_parts import Term
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, fused, passages_together, ranked_for_step
from lgm_core.reasoning.text.text_answering import answer_from_text
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

DEPTH = 40


def main(folder: Path) -> None:
    """Print the figures of a folder."""
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read(folder / "questions.jsonl", passages)
    figures: defaultdict[str, list[float]] = defaultdict(list)
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(passages.values(), Path(place) / "benchmark.lgm") as graph,
    ):
        for question in questions:
            for name, value in measured(question, passages, graph.ranker(), GraphView(graph.store, question="x")):
                figures[name].append(value)
    for name, values in figures.items():
        print(f"{name:44} {sum(values) / len(values):.3f}  of {len(values)}")


def read(path: Path, passages: dict[str, Passage]) -> list[DecomposedQuestion]:
    """Read questions with their decomposition, or with triples as their steps."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if "decomposition" in rows[0]:
        return read_decomposed(path, passages)
    return [
        DecomposedQuestion(
            row["id"],
            row["question"],
            (row["answer"],),
            tuple(Step(f"{subject} >> {predicate}", end) for subject, predicate, end in row["evidence_triples"]),
            tuple(row["gold_passages"]),
        )
        for row in rows
    ]


def measured(
    question: DecomposedQuestion, passages: dict[str, Passage], ranker: Ranker, view: GraphView
) -> Iterable[tuple[str, float]]:
    """Yield each figure of a question with its name; of steps as many as it has."""
    gold = [passages[id] for id in question.gold_passages]
    alone = ranker.with_options(replace(ranker.weights, hops=1))
    whole = ids(ranker, question.text)
    steps = [ids(ranker, step.question) for step in question.steps]
    own = [ranked_for_step(step.question, ranker, view, DEPTH) for step in question.steps]
    weighted = [WeightedRanking(ranked) for ranked in own]
    for name, order in {
        "recall@5, question": whole,
        "recall@5, steps in turn": in_turn(steps),
        "recall@5, steps and question in turn": in_turn([*steps, whole]),
        "recall@5, fused": fused([*map(WeightedRanking, steps), WeightedRanking(whole)]),
        "recall@5, best of each step, then fused": passages_together(list(map(WeightedRanking, steps)), whole, 5),
        "recall@5, the same, titles counted": passages_together(weighted, whole, 5),
    }.items():
        yield name, len(documents(order[:5]) & set(question.gold_passages)) / len(gold)
    for step, chains, ranked in zip(question.steps, steps, own, strict=True):
        single = ids(alone, step.question)
        orders = {
            "chains": chains,
            "passages alone": single,
            "both": fused([WeightedRanking(chains), WeightedRanking(single)]),
            "both, titles counted": ranked,
        }
        if of_step := set(step_gold(step, gold)):
            for name, order in orders.items():
                yield f"step_recall@5, {name}", float(bool(documents(order[:5]) & of_step))
        answers = picked(step, ranker, view)
        right = [contains_phrase(name, step.answer) or contains_phrase(step.answer, name) for name in answers]
        for most in (1, 3, 5):
            yield f"answer among {most} picked", float(any(right[:most]))


def ids(ranker: Ranker, text: str) -> list[str]:
    """Return the sections ranked best for a text."""
    return [hit.id for hit in ranker.passages(text, DEPTH)]


def in_turn(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Return the best of each ranking, then the second of each, and so on, each once."""
    return list(dict.fromkeys(id for row in zip_longest(*rankings) for id in row if id is not None))


def documents(sections: Iterable[str]) -> set[str]:
    """Return the documents of sections."""
    return {section.rpartition("#s")[0] for section in sections}


def picked(step: Step, ranker: Ranker, view: GraphView) -> list[str]:
    """Return what is picked from the best sentences as the answer to a step, surest first."""
    flow = answer_from_text(
        step.question, Term("o"), view=view, ranker=ranker, facts=(), options=LogicalFormOptions(), by_model=False
    )
    return [answer.binding.name for answer in run(flow, Session(ScriptedChatModel([]))).answers]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
