"""Measure which passages gold plans find in text alone (`python -m benchmarks reasoning --plans gold`)."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.decomposed_questions import DecomposedQuestion, Step, contains_phrase, read_decomposed
from lgm_core.evaluation.datasets import Passage, read_corpus
from lgm_core.evaluation.metrics import mean, recall
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow import Session, run
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Constraint, Output, PlanStep, PredicateTerm, Retrieval, Term, Variable
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, passages_together, plan_passages, ranked_for_step
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["passage_benchmark", "plan_of", "step_gold"]


_PASSAGES = 5
"""Passages, from the best on, among which gold ones count as found."""
_OPTIONS = LogicalFormOptions(facts="none", text="all", passages=_PASSAGES)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one question's plan found.

    Attributes:
        whole: passages for the question alone.
        together: passages for its steps with the gold answers of earlier ones, and for the question.
        own: passages for its steps with their own answers, and for the question.
        steps: passages for each step, beside its gold passages; steps without any are left out.
        is_answered: whether the first of its own answers is right.
    """

    whole: list[str]
    together: list[str]
    own: list[str]
    steps: list[tuple[list[str], tuple[str, ...]]]
    is_answered: bool


def passage_benchmark(
    folder: Path, *, annotator: Annotator | str | None = None, limit: int | None = None
) -> dict[str, Any]:
    """Measure the passages that gold decompositions find as plans, without facts and without a language model.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition`.
        annotator: the language backend or its name.
        limit: only the first questions.

    Returns:
        `recall@5`: of the gold passages among a plan's five, the gold answers of its steps filled in;
        `own_bindings_recall@5`: the same with its own answers; `question_recall@5`: of the question without a plan;
        `step_recall@1` and `step_recall@5`: the steps whose gold passage is among so many of their own, gold answers
        filled in; `answer_found`: how often the answer is the first that the plan gives of itself; counts.

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "benchmark.lgm"
        with build_corpus_graph(passages.values(), path, annotator=annotator) as graph:
            ranker = graph.ranker()
            found = [
                _found(question, passages, ranker, GraphView(graph.store, question=question.text))
                for question in counted(questions, "answering", "questions")
            ]
    steps = [step for each in found for step in each.steps]
    pairs = list(zip(found, (question.gold_passages for question in questions), strict=True))
    return {
        "passages": len(passages),
        "questions": len(questions),
        "steps": len(steps),
        "recall@5": mean([recall(each.together, gold, k=_PASSAGES) for each, gold in pairs]),
        "step_recall@1": mean([float(not set(gold).isdisjoint(ranked[:1])) for ranked, gold in steps]),
        "step_recall@5": mean([float(not set(gold).isdisjoint(ranked[:_PASSAGES])) for ranked, gold in steps]),
        "own_bindings_recall@5": mean([recall(each.own, gold, k=_PASSAGES) for each, gold in pairs]),
        "question_recall@5": mean([recall(each.whole, gold, k=_PASSAGES) for each, gold in pairs]),
        "answer_found": mean([float(each.is_answered) for each in found]),
    }


def step_gold(step: Step, gold: Sequence[Passage]) -> tuple[str, ...]:
    """Return the ids of the gold passages that hold a step's answer; of several, those whose title its question has."""
    holding = [passage for passage in gold if contains_phrase(f"{passage.title}\n{passage.text}", step.answer)]
    titled = [passage for passage in holding if contains_phrase(step.question, passage.title)]
    return tuple(passage.id for passage in (len(holding) > 1 and titled) or holding)


def _found(question: DecomposedQuestion, passages: dict[str, Passage], ranker: Ranker, view: GraphView) -> _Found:
    gold = [passages[id] for id in question.gold_passages]
    whole = [hit.id for hit in ranker.passages(question.text, _PASSAGES)]
    ranked = [ranked_for_step(step.question, ranker, view, _PASSAGES) for step in question.steps]
    together = passages_together([WeightedRanking(sections) for sections in ranked], whole, _PASSAGES)
    execution = run(
        execute(plan_of(question), question=question.text, view=view, ranker=ranker, options=_OPTIONS, has_model=False),
        Session(),
    )
    own = plan_passages(question.text, execution.steps, ranker, view, _PASSAGES)
    of_steps = zip(question.steps, ranked, strict=True)
    return _Found(
        _documents(whole),
        _documents(together),
        _documents(own),
        [(_documents(sections), of_gold) for step, sections in of_steps if (of_gold := step_gold(step, gold))],
        any(contains_phrase(first, answer) for first in execution.answers[:1] for answer in question.answers),
    )


def _documents(sections: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(section.rpartition("#s")[0] for section in sections))


_EARLIER = re.compile(r"#(\d{1,2})")
_RELATION = ">>"
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


def plan_of(question: DecomposedQuestion) -> LogicalPlan:
    """Return the plan that a decomposition is: a retrieval for each step, and the last one's answer.

    `Hello Love >> performer` is read as subject and predicate. Of a question in words the subject is the earlier answer
    that it names first, else its longest name, and the predicate its other words. Further earlier answers that it names
    become constraints, `p.with=o2`, so that they are filled in.
    """
    steps = [_planned(number, step) for number, step in enumerate(question.steps, 1)]
    return LogicalPlan((*steps, PlanStep(Output((Variable(f"o{len(steps)}"),)))))


def _planned(number: int, step: Step) -> PlanStep:
    earlier = list(dict.fromkeys(_EARLIER.findall(step.written)))
    named, is_relation, predicate = step.written.partition(_RELATION)
    name = named.strip() if is_relation else _longest_name(step.written)
    if not is_relation:
        predicate = _words(_EARLIER.sub(" ", step.written.replace(name, " ") if name else step.written))
    subject = Term(f"o{earlier[0]}") if earlier else Term(f"s{number}", (), (name,) if name else ())
    predicates = (predicate.strip(),) if predicate.strip() else ()
    constraints = tuple(Constraint("p", "with", "=", Variable(f"o{other}")) for other in earlier[1:])
    action = Retrieval(subject, PredicateTerm(f"p{number}", predicates), Term(f"o{number}"), constraints)
    return PlanStep(action, _EARLIER.sub(lambda match: f"o{match[1]}", step.written))


def _longest_name(text: str) -> str:
    """Return the longest run of capitalised words, the first word of a question apart; empty without any."""
    words = [match[0] for match in _WORD.finditer(text)]
    skipped = lexicon_of("en").question_words
    runs = groupby(words, key=lambda word: word[:1].isupper() and word.lower() not in skipped)
    return max((" ".join(run) for is_name, run in runs if is_name), key=len, default="")


def _words(text: str) -> str:
    skipped = lexicon_of("en").stop_words | lexicon_of("en").question_words
    return " ".join(word for word in _WORD.findall(text) if word.lower() not in skipped)
