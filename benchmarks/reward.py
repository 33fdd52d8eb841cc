"""Measure the reward of answers: true ones beside the same with a fault in them (`python -m benchmarks reward`)."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.decomposed_questions import Step, contains_phrase, read_decomposed
from benchmarks.facts import EvidenceTriple
from lgm_core.evaluation.datasets import Passage, read_corpus, read_rows
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.learning.facts.recorded_facts import RecordedFacts

__all__ = ["reward_benchmark"]

_WORDED = {
    "director": "{0} was directed by {1}.",
    "composer": "The music of {0} was composed by {1}.",
    "date of birth": "{0} was born on {1}.",
    "date of death": "{0} died on {1}.",
    "place of birth": "{0} was born in {1}.",
    "place of death": "{0} died in {1}.",
    "publication date": "{0} was published in {1}.",
    "inception": "{0} was founded in {1}.",
    "country of citizenship": "{0} is a citizen of {1}.",
    "country": "The country of {0} is {1}.",
    "award received": "{0} received the award {1}.",
    "employer": "{0} was employed by {1}.",
}
"""Predicates of data sets in words; other nouns are said as *the mother of … is …*, and what is no noun as it is."""
_NOUN = re.compile(r"(?:father|mother|spouse|child|sibling|performer|producer|publisher)$")
_PARTICIPLE = re.compile(r"\w+(?:ed|en|wn|lt|ung|orn|made)\b (?:by|in|on|at|from|for|as|to|with|of)\b")
_YEAR = re.compile(r"\d{3,4}")


class _Case(NamedTuple):
    question: str
    triples: tuple[EvidenceTriple, ...]


def reward_benchmark(
    folder: Path, *, recorded: Path | None = None, gold_facts: bool = False, seed: int = 1
) -> dict[str, Any]:
    """Say evidence in words, then the same with one fault, and count how often the true text earns more.

    Another end is of a triple with the same predicate, if there is one; another predicate has an end of the same kind.

    Args:
        folder: holds `corpus.jsonl`, and `questions.jsonl` with `evidence_triples`, or with `decomposition`.
        recorded: the facts of the graph, of which those of gold passages that answer a step are the evidence; without
            them facts are open, and the evidence is the triples of the questions.
        gold_facts: whether the graph also gets the evidence triples, as far as gold passages state both ends.
        seed: decides which triples, ends and predicates are changed for which.

    Returns:
        By fault, how many `pairs` there are, and in what share of them the true text earns more, `normed` and by
        `formula`, and both the same; `thrice`: the shares in which repetition gains.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    with (
        tempfile.TemporaryDirectory() as place,
        LanguageGraph(Path(place) / "benchmark.lgm", annotator="lite:parse") as g,
    ):
        g.build((passage.document() for passage in passages.values()), facts=None if recorded else "open")
        if recorded is not None:
            g.import_facts(recorded)
        cases = list(_cases(folder / "questions.jsonl", passages, recorded))
        if gold_facts:
            g.import_facts(_gold_rows(folder / "questions.jsonl"))
        results = [row for case in cases for row in _compared(g, case, cases, random.Random(f"{seed} {case.question}"))]
    figures: dict[str, Any] = {"questions": len(cases)}
    for fault in dict.fromkeys(name for name, _, _ in results):
        of_fault = [gains for name, *gains in results if name == fault]
        shares = ((sum(gains[index] > 0 for gains in of_fault) / len(of_fault)) for index in (0, 1))
        equal = sum(gains[0] == 0 for gains in of_fault) / len(of_fault)
        figures[fault] = dict(
            zip(("pairs", "normed", "formula", "normed_equal"), (len(of_fault), *shares, equal), strict=True)
        )
    return figures


def _cases(path: Path, passages: Mapping[str, Passage], recorded: Path | None) -> Iterator[_Case]:
    if recorded is None:
        for _, row in read_rows(path):
            triples = tuple((str(a), str(b), str(c)) for a, b, c in row.get("evidence_triples") or ())
            if triples:
                yield _Case(str(row["question"]), triples)
        return
    by_text = {record.text: record.claims for _, row in read_rows(recorded) for record in [RecordedFacts.from_row(row)]}
    for question in read_decomposed(path, passages):
        claims = [claim for id in question.gold_passages for claim in by_text.get(passages[id].text, ())]
        triples = tuple((claim.subject, claim.predicate, claim.object) for claim in claims)
        held = [next((each for each in triples if _answers(each, step)), None) for step in question.steps]
        if found := tuple(dict.fromkeys(each for each in held if each is not None)):
            yield _Case(question.text, found)


def _answers(triple: EvidenceTriple, step: Step) -> bool:
    ends = (triple[0], triple[2]), (triple[2], triple[0])
    return any(contains_phrase(one, step.answer) and contains_phrase(step.question, other) for one, other in ends)


def _gold_rows(path: Path) -> list[dict[str, Any]]:
    return [{"id": id, "triples": row["evidence_triples"]} for _, row in read_rows(path) for id in row["gold_passages"]]


def _compared(
    graph: LanguageGraph, case: _Case, cases: Sequence[_Case], rng: random.Random
) -> Iterator[tuple[str, float, float]]:
    """Yield the faults, each with what the true text earns more: normed, and by the formula."""
    gold = graph.reward(_text(case.triples), case.question)
    for fault, triples in _faulty(case, cases, rng):
        other = graph.reward(_text(triples), case.question)
        yield fault, gold.normed - other.normed, gold.formula - other.formula
    thrice = graph.reward(" ".join([_text(case.triples)] * 3), case.question)
    yield "thrice", thrice.normed - gold.normed, thrice.formula - gold.formula


def _faulty(case: _Case, cases: Sequence[_Case], rng: random.Random) -> Iterator[tuple[str, Sequence[EvidenceTriple]]]:
    strange = [each for other in cases for each in other.triples if other is not case and each not in case.triples]
    place = rng.randrange(len(case.triples))
    before, after = case.triples[:place], case.triples[place + 1 :]
    subject, predicate, object_ = case.triples[place]
    end = rng.choice([0, 2])
    own = {case.triples[place][end], *(each[end] for each in case.triples if each[1] == predicate)}
    others = [each for each in strange if each[end] not in own]
    changed = rng.choice([each for each in others if each[1] == predicate] or others)[end]
    swapped = (changed, predicate, object_) if end == 0 else (subject, predicate, changed)
    yield "end_swapped", [*before, swapped, *after]
    is_date = _YEAR.search(object_) is not None
    others = [each for each in strange if each[1] != predicate and (_YEAR.search(each[2]) is not None) == is_date]
    if others:
        yield "predicate_swapped", [*before, (subject, rng.choice(others)[1], object_), *after]
    yield "fact_added", [*case.triples, rng.choice(strange)]
    if len(case.triples) > 1:
        yield "half_left_out", case.triples[: len(case.triples) // 2]


def _text(triples: Sequence[EvidenceTriple]) -> str:
    return " ".join(_WORDED.get(each[1], _as_it_is(each[1])).format(each[0], each[2]) for each in triples)


def _as_it_is(predicate: str) -> str:
    if _NOUN.match(predicate):
        return f"The {predicate} of {{0}} is {{1}}."
    return f"{{0}} {'was ' if _PARTICIPLE.match(predicate) else ''}{predicate} {{1}}."
