"""Measure what feedback adds to a graph, with an oracle in the place of a language model (`lgm bench feedback`)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lgm_core.evaluation.datasets import Passage, read_corpus
from lgm_core.evaluation.facts.decomposed_questions import DecomposedQuestion, holds, read_decomposed
from lgm_core.evaluation.facts.feedback_oracle import feedback_oracle
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.feedback.feedback_options import FeedbackMode, FeedbackOptions
from lgm_core.feedback.feedback_report import AskedQuestion, FeedbackReport
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.model import Fact, TraceStep, sentence_id
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["MODES", "feedback_benchmark"]

MODES: dict[str, tuple[FeedbackMode, bool]] = {
    "facts alone": ("none", False),
    "context": ("none", True),
    "feedback": ("query", False),
    "context and answer-driven feedback": ("answer", True),
    "context and feedback": ("query", True),
}
"""The five rows of the paper's table 2: the mode of feedback, and whether context is restored."""


def feedback_benchmark(
    folder: Path,
    *,
    recorded: Path | None = None,
    annotator: Annotator | str | None = None,
    max_rounds: int = 20,
    limit: int | None = None,
    modes: bool = False,
) -> dict[str, Any]:
    """Build a graph of passages, take questions through rounds of feedback, and count the steps that it holds.

    A step of a question's decomposition is held when a fact of a gold passage has its answer in one end and another end
    in the step's question. An oracle plays the language model (see `feedback_oracle`); all else is the real flow.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition` and `gold_passages`.
        recorded: recorded triples to begin with; without them the graph has no facts.
        annotator: the language backend or its name.
        max_rounds: rounds of feedback at most.
        limit: only the first questions.
        modes: measure the five ways of table 2 too, each from the same beginning.

    Returns:
        `start`, and `rounds` after each round: `steps_held` (a share of 1), `questions_whole`, `sub_questions`
        (cumulative), `facts`, `concepts`, `answered` (share of questions for which what the model was shown holds the
        answer), `calls`, `tokens`; `again`: sub-questions, extractions and added facts of a second run of the same
        questions; `ends`; `seconds` of processor time of the first run; with `modes`, the figures after the last round
        of each.

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(passages.values(), Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        if recorded is not None:
            graph.import_facts(recorded)
        bench = _Benchmark(graph, questions, passages, max_rounds)
        figures: dict[str, Any] = {}
        if modes:
            figures["modes"] = {name: bench.in_mode(*mode) for name, mode in MODES.items()}
        began = time.process_time()
        report, rounds = bench.run(FeedbackOptions(max_rounds=max_rounds, ask=AskOptions(brief=True)))
        seconds = time.process_time() - began
        again, _ = bench.run(FeedbackOptions(max_rounds=max_rounds, ask=AskOptions(brief=True)))
        return {
            "questions": len(questions),
            "steps": sum(len(question.steps) for question in questions),
            "start": rounds[0],
            "rounds": rounds[1:],
            "again": {
                "sub_questions": again.rounds[-1].sub_questions,
                "extractions": again.rounds[-1].extractions,
                "facts_added": again.rounds[-1].facts - again.rounds[0].facts,
            },
            "ends": dict(report.ends),
            "seconds": seconds,
            **figures,
        }


@dataclass(frozen=True, slots=True)
class _Benchmark:
    graph: LanguageGraph
    questions: Sequence[DecomposedQuestion]
    passages: dict[str, Passage]
    max_rounds: int

    def run(self, options: FeedbackOptions) -> tuple[FeedbackReport, list[dict[str, Any]]]:
        """Learn from all questions; return the report, and the figures before the first round and after each."""
        store = self.graph.store
        held: list[dict[str, Any]] = []

        def count(step: TraceStep) -> None:
            if step.name == "feedback round":
                held.append(self._held())

        model = feedback_oracle(self.questions, self.passages, lambda ids: _facts_of(store, ids))
        asked = [AskedQuestion(question.text, question.answers) for question in self.questions]
        report = self.graph.with_llm(model).learn_from_questions(asked, options, on_step=count)
        rounds = [
            figures
            | {
                "sub_questions": row.sub_questions,
                "facts": row.facts,
                "concepts": row.concepts,
                "answered": row.exact_match,
                "calls": row.calls,
                "tokens": row.tokens,
            }
            for figures, row in zip(held, report.rounds, strict=True)
        ]
        return report, rounds

    def in_mode(self, mode: FeedbackMode, context: bool) -> dict[str, Any]:
        """Return the figures after the last round in one of the modes, and take back what it added."""
        options = FeedbackOptions(mode=mode, context=context, max_rounds=self.max_rounds, ask=AskOptions(brief=True))
        report, rounds = self.run(options)
        self.graph.undo(report.additions)
        return rounds[-1] | {"rounds": len(rounds) - 1}

    def _held(self) -> dict[str, Any]:
        whole = [
            [holds(facts, step) for step in question.steps]
            for question in self.questions
            for facts in [_facts_of(self.graph.store, question.gold_passages)]
        ]
        steps = [held for of_question in whole for held in of_question]
        return {"steps_held": sum(steps) / len(steps), "questions_whole": sum(map(all, whole))}


def _facts_of(store: LanguageGraphStore, documents: Sequence[str]) -> list[Fact]:
    """Return the facts that documents are evidence for."""
    records = store.documents(list(documents))
    ids = [sentence_id(record.id, position) for record in records for position in range(record.sentence_count)]
    concepts = sorted({mention.concept for mention in store.mentions(ids)})
    stated = set(ids)
    facts = store.facts_about(concepts) if concepts else []
    return [fact for fact in facts if any(evidence.sentence_id in stated for evidence in fact.evidence)]
