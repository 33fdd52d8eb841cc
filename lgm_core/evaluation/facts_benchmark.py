"""Measure the relations that the parse alone gives, against the evidence triples of questions (`lgm bench facts`)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_corpus, read_rows
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.facts.by_parse.open_relation import OpenRelation, RelationEnd
from lgm_core.learning.facts.by_parse.text_relations import StatedRelations, read_open_relations
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model.facts.value import Value, ValueKind
from lgm_core.progress import counted

__all__ = ["facts_benchmark"]

Triple = tuple[str, str, str]


def facts_benchmark(folder: Path, annotator: Annotator) -> dict[str, Any]:
    """Read the relations of gold passages and measure how many evidence triples they hold.

    A relation joins a triple when one of its ends has all words of the triple's subject, and another, or a qualifier,
    all words of its object; a date is joined by a date within it or around it. The triple's predicate is not compared.

    Args:
        folder: holds `corpus.jsonl` (`id`, `title`, `text`) and `questions.jsonl` with `gold_passages` and
            `evidence_triples`, lists of subject, predicate and object.
        annotator: a language backend that parses.

    Returns:
        `joined` (a share of 1), `triples`, `passages`, `sentences`, `facts`, `facts_per_sentence`, `facts_per_second`
        (of processor time).

    Raises:
        InputError: a file cannot be used, or the backend does not parse.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    asked = list(_evidence(folder / "questions.jsonl", passages))
    named = dict.fromkeys(passage for gold, _ in asked for passage in gold)
    started = time.process_time()
    read = {
        id: read_open_relations(passages[id].text, passages[id].title, annotator)
        for id in counted(named, "parsing", "passages")
    }
    seconds = time.process_time() - started
    lexicon = lexicon_of(annotator.language)
    joined = [
        any(_joins(relation, triple, lexicon) for id in gold for relation in _relations(read[id]))
        for gold, triples in asked
        for triple in triples
    ]
    facts = sum(1 for stated in read.values() for _ in _relations(stated))
    sentences = sum(map(len, read.values()))
    return {
        "joined": sum(joined) / len(joined),
        "triples": len(joined),
        "passages": len(read),
        "sentences": sentences,
        "facts": facts,
        "facts_per_sentence": facts / sentences if sentences else 0.0,
        "facts_per_second": facts / seconds if seconds else 0.0,
    }


def _evidence(path: Path, known: Mapping[str, object]) -> Iterator[tuple[list[str], list[Triple]]]:
    """Yield the gold passages and the evidence triples of each question that has some."""
    found = False
    for place, row in read_rows(path):
        try:
            gold = [str(id) for id in row.get("gold_passages") or ()]
            triples = [(str(a), str(b), str(c)) for a, b, c in row.get("evidence_triples") or ()]
        except (ValueError, TypeError) as error:
            raise InputError(
                f"{place}: `gold_passages` must be a list of ids, and `evidence_triples` one of [subject, predicate, "
                f"object]: {error}"
            ) from error
        missing = [id for id in gold if id not in known]
        if missing:
            raise InputError(f"{place}: the passage {missing[0]!r} is not in the corpus beside it")
        if triples:
            found = True
            yield gold, triples
    if not found:
        raise InputError(f"{path}: no question has `evidence_triples`; there is nothing to measure")


def _relations(stated: Iterable[StatedRelations]) -> Iterator[OpenRelation]:
    for sentence in stated:
        yield from sentence.relations


def _joins(relation: OpenRelation, triple: Triple, lexicon: Lexicon) -> bool:
    subject, _, object_ = triple
    others = [relation.object, *(end for _, end in relation.qualifiers)]
    forwards = _is(relation.subject, subject, lexicon) and any(_is(end, object_, lexicon) for end in others)
    return forwards or (_is(relation.subject, object_, lexicon) and any(_is(end, subject, lexicon) for end in others))


def _is(end: RelationEnd, gold: str, lexicon: Lexicon) -> bool:
    if end.value is not None:
        return any(_agree(end.value, found.value) for found in find_values(gold, lexicon))
    words = _words(title_topic(gold), lexicon)
    return bool(words) and words <= _words(end.surface, lexicon)


def _agree(value: Value, gold: Value) -> bool:
    """Tell whether one of two values lies within the other."""
    bounds = (value.start, value.end, gold.start, gold.end)
    if value.kind is not gold.kind or value.kind is ValueKind.TEXT or None in bounds:
        return False
    first, last, gold_first, gold_last = (float(bound or 0) for bound in bounds)
    return (gold_first <= first and last <= gold_last) or (first <= gold_first and gold_last <= last)


def _words(name: str, lexicon: Lexicon) -> set[str]:
    words: Sequence[str] = concept_key(name, lexicon.code).split()
    return set(words)
