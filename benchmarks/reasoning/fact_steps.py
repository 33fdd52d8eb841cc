"""Measure how many steps of gold plans facts answer, and how many of these right, along the threshold."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.decomposed_questions import Step, is_answer, read_decomposed
from lgm_core.evaluation.datasets import read_corpus
from lgm_core.evaluation.metrics import exact_match, percentile
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow.conversation import Session
from lgm_core.flow.drivers import run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.language.words import split_words, stop_words
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Constraint,
    Output,
    PlanStep,
    PredicateTerm,
    Retrieval,
    Term,
    Variable,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["THRESHOLDS", "fact_plan", "fact_steps_benchmark", "measured_steps"]


THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.95)

_LOWEST = LogicalFormOptions(text="never", threshold=THRESHOLDS[0])


@dataclass(frozen=True, slots=True)
class _Answered:
    """What facts answered to a step.

    Attributes:
        step: the step.
        answer: the first answer; empty without any.
        score: how sure it is.
        is_right: whether the end of the fact is the gold answer, or has it among its words.
        is_exact: whether it is the gold answer by exact match.
        told: the plan, and what it found.
    """

    step: Step
    answer: str
    score: float
    is_right: bool
    is_exact: bool
    told: str


def fact_steps_benchmark(
    folder: Path,
    recorded: Path,
    *,
    annotator: Annotator | str | None = None,
    limit: int | None = None,
    verbose: bool = False,
) -> dict[str, Any]:
    """Build a graph of passages with recorded facts, and answer each step of gold decompositions from facts alone.

    Earlier answers are filled in. A step is right when the first answer is the gold answer, or has it among its words
    (`Crossett, Arkansas` for `Arkansas`), function words apart; `exact` counts those by exact match.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition`.
        recorded: the recorded triples.
        annotator: the language backend or its name.
        limit: only the first questions.
        verbose: tell what became of each step.

    Returns:
        `steps`, `ms_p50` (processor time of a step), `answered_at_.80_right` and `answered_at_.85_right` (the greatest
        shares of steps answered at any threshold with as many right), and `thresholds`: by threshold,
        `answered` (a share of all steps),
        `right` and `exact` (shares of those answered).

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    steps = [step for question in questions for step in question.steps]
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(passages.values(), Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        graph.import_facts(recorded)
        return measured_steps(graph.store, graph.ranker(), steps, verbose=verbose)


def measured_steps(
    store: LanguageGraphStore, ranker: Ranker, steps: Sequence[Step], *, verbose: bool = False
) -> dict[str, Any]:
    """Answer steps from the facts of a graph; see `fact_steps_benchmark`."""
    answered: list[_Answered] = []
    milliseconds: list[float] = []
    for step in counted(steps, "answering", "steps"):
        began = time.process_time()
        answered.append(_answered(step, store, ranker))
        milliseconds.append(1000 * (time.process_time() - began))
    figures: dict[str, Any] = {
        "steps": len(steps),
        "ms_p50": percentile(milliseconds, 0.5),
        "answered_at_.80_right": _most_answered(answered, 0.8),
        "answered_at_.85_right": _most_answered(answered, 0.85),
        "thresholds": {f"{threshold:g}": _figures(answered, threshold) for threshold in THRESHOLDS},
    }
    if verbose:
        figures["misses"] = [each.told for each in answered]
    return figures


def _most_answered(answered: Sequence[_Answered], bar: float) -> float:
    """Return the greatest share of steps answered, over all thresholds, of which at least such a share is right."""
    shares = [0.0]
    for threshold in {each.score for each in answered if each.answer}:
        sure = [each for each in answered if each.answer and each.score >= threshold]
        if sum(each.is_right for each in sure) >= bar * len(sure):
            shares.append(len(sure) / len(answered))
    return max(shares)


def _figures(answered: Sequence[_Answered], threshold: float) -> dict[str, float]:
    sure = [each for each in answered if each.answer and each.score >= threshold]
    count = max(len(sure), 1)
    return {
        "answered": len(sure) / max(len(answered), 1),
        "right": sum(each.is_right for each in sure) / count,
        "exact": sum(each.is_exact for each in sure) / count,
    }


def _content(text: str) -> list[str]:
    """Return the words of an answer but those without content: *in London* is *London*."""
    return [word.folded for word in split_words(text) if word.folded not in stop_words("en")]


def _answered(step: Step, store: LanguageGraphStore, ranker: Ranker) -> _Answered:
    view = GraphView(store, question=step.question)
    plan = fact_plan(step.question, view)
    nothing = _Answered(step, "", 0.0, False, False, f"-    {step.question} | {step.answer} | no plan")
    if plan is None:
        return nothing
    flow = execute(plan, question=step.question, view=view, ranker=ranker, options=_LOWEST, has_model=False)
    execution = run(flow, Session())
    action = str(plan).splitlines()[0]
    if not execution.rows:
        return replace(nothing, told=f"-    {step.question} | {step.answer} | {action} | {execution.steps[0].error}")
    row = execution.rows[0]
    binding = row.bindings["o1"]
    is_right = is_answer(binding.end, step.answer) or _content(binding.name) == _content(step.answer)
    facts = "; ".join(f"{fact.subject} — {fact.predicate} — {fact.object}" for fact in row.facts)
    told = f"{'ok' if is_right else 'NO'} {row.weight:.2f} {step.question} | {step.answer} | {binding.name} | {facts}"
    is_exact = bool(exact_match(binding.name, [step.answer]))
    return _Answered(step, binding.name, row.weight, is_right, is_exact, told)


_RELATION = ">>"
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"\s?['’]s\b")
_TYPES: dict[str, str] = {"when": "Date", "who": "Person", "whom": "Person", "where": "Place"}
_WEAK = frozenset("first last main current most usual average popular notable original name year".split())
"""Words that are no predicate by themselves."""

_MOST_WORDS = 2
"""Words of a predicate, each of which may stand alone for it."""

_AUXILIARIES = frozenset("is are was were did does do has have had can will be been".split())


def fact_plan(question: str, view: GraphView) -> LogicalPlan | None:
    """Return the plan for a sub-question with earlier answers filled in; None when it names nothing that is known.

    `Hello Love >> performer` is subject and predicate. Of a question in words the subject is its longest name, further
    names constrain, the noun after *which* or *what* is the type, and its other words are the predicate. Without a name
    the rarest concept of the graph that it names stands in.
    """
    named, is_relation, predicate = question.partition(_RELATION)
    if is_relation:
        return _plan([named.strip()], (predicate.strip(),), (), question)
    text = _POSSESSIVE.sub(" ", question)
    names = _names(text, view) or start_concepts(view, question)[:1]
    if not names:
        return None
    rest = text
    for name in names:
        rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
    words = [word.lower() for word in _WORD.findall(rest)]
    types = _wanted(words)
    stops = lexicon_of("en").stop_words | lexicon_of("en").question_words
    content = [word for word in words if word not in stops]
    others = [word for word in content if word not in {each.lower() for each in types}]
    said = [" ".join(others), *(word for word in others if word not in _WEAK and len(others) <= _MOST_WORDS)]
    if not others:
        said = [_particle(words) or " ".join(content)]
    predicates = tuple(dict.fromkeys(filter(None, said)))
    return _plan(names, predicates, types, question, asks_subject=_asks_subject(words, types))


def _asks_subject(words: list[str], types: tuple[str, ...]) -> bool:
    """Tell whether a question asks who does something, not what somebody does: *who ruled*, *which state borders*."""
    place = 1 + (len(words) > 1 and words[0] in ("which", "what") and words[1] in types)
    following = words[place] if len(words) > place else ""
    return bool(words) and words[0] in ("who", "which", "what") and bool(following) and following not in _AUXILIARIES


def _plan(
    names: list[str], predicates: tuple[str, ...], types: tuple[str, ...], question: str, *, asks_subject: bool = False
) -> LogicalPlan:
    constraints = tuple(Constraint("p", "with", "=", Constant(name)) for name in names[1:])
    named, asked = Term("s1", (), (names[0],)), Term("o1", types)
    ends = (asked, named) if asks_subject else (named, asked)
    retrieval = Retrieval(ends[0], PredicateTerm("p1", predicates), ends[1], constraints)
    return LogicalPlan((PlanStep(retrieval, question), PlanStep(Output((Variable("o1"),)))))


def _names(text: str, view: GraphView) -> list[str]:
    """Return the names in a text, the longest first: capitalised words, and small ones between them if it is known so.

    *Journal of Psychotherapy Integration* is one name where the graph has it, else two.
    """
    skipped = lexicon_of("en").question_words
    words = [match[0] for match in _WORD.finditer(text)]
    is_capital = [word[:1].isupper() and word.lower() not in skipped for word in words]
    names: list[str] = []
    first = 0
    while first < len(words):
        if not is_capital[first]:
            first += 1
            continue
        ends = [end for end in range(len(words), first, -1) if is_capital[end - 1]]
        runs = [end for end in ends if all(is_capital[first:end])]
        known = (end for end in ends if end - first > 1 and _is_known(" ".join(words[first:end]), view))
        end = next(known, runs[0])
        names.append(" ".join(words[first:end]))
        first = end
    return sorted(names, key=len, reverse=True)


def _is_known(name: str, view: GraphView) -> bool:
    return bool(view.frequencies(view.keys_of(name)))


def _particle(words: list[str]) -> str:
    """Return what *where is it from* and *where is it* ask for, which have no other words."""
    if "where" not in words:
        return ""
    return "from" if "from" in words else "located in"


def _wanted(words: list[str]) -> tuple[str, ...]:
    """Return the type that a question's first words ask for."""
    if "name" in words[:4] and "of" in words[:6]:
        place = words.index("of") + 1
        nouns = [word for word in words[place : place + 2] if word not in lexicon_of("en").stop_words]
        return tuple(nouns[:1])
    for place, word in enumerate(words[:3]):
        following = words[place + 1] if place + 1 < len(words) else ""
        if word in _TYPES:
            return (_TYPES[word],)
        if word == "how" and following in ("many", "much"):
            return ("Number",)
        if word in ("which", "what") and following and following not in lexicon_of("en").stop_words:
            return (following,)
    return ()
