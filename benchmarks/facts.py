"""Measure open facts, and the sentences found for triples (`python -m benchmarks facts` and `context`)."""

from __future__ import annotations

import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.gold_triples import triples_of_texts
from benchmarks.pooled_questions import PooledQuestions, read_pooled
from lgm_core.errors import InputError
from lgm_core.evaluation.baselines import stemmed_words
from lgm_core.evaluation.datasets import Question, read_corpus, read_rows
from lgm_core.evaluation.metrics import is_half_covered, mean, percentile
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.port import AnnotatedSentence, Annotator
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.facts.by_parse.end_reader import OpenRelation, RelationEnd
from lgm_core.learning.facts.by_parse.open_facts import open_relations
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model import Sentence
from lgm_core.model.facts.value import Value, ValueKind
from lgm_core.progress import counted
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, candidates_for
from lgm_core.retrieval.facts.subgraph import nearest_sentences
from lgm_core.retrieval.facts.triple import Triple, TripleEnd
from lgm_core.retrieval.facts.triple_similarity import rarity, similarities
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["StatedRelations", "context_benchmark", "facts_benchmark", "read_open_relations"]

EvidenceTriple = tuple[str, str, str]


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


@dataclass(frozen=True, slots=True)
class StatedRelations:
    """A sentence and what it states."""

    sentence: AnnotatedSentence
    relations: tuple[OpenRelation, ...]


def read_open_relations(text: str, title: str, annotator: Annotator) -> list[StatedRelations]:
    """Return each sentence of a text with what it states.

    Args:
        text: plain text under one title.
        title: the title; empty without one.
        annotator: a language backend that parses.

    Raises:
        InputError: the backend does not parse.
    """
    topic = title_topic(title)
    (sentences,) = annotator.annotate([text], [topic])
    if sentences and not any(token.relation for sentence in sentences for token in sentence.tokens):
        raise InputError(
            f"{annotator.recipe} does not parse, and relations are read from a parse; use lite:parse, or a spaCy or "
            "Stanza model with a parser"
        )
    lexicon = lexicon_of(annotator.language)
    return [
        StatedRelations(sentence, open_relations(chunk(text, sentence, lexicon), topic=topic, opens=not place))
        for place, sentence in enumerate(sentences)
    ]


def _evidence(path: Path, known: Mapping[str, object]) -> Iterator[tuple[list[str], list[EvidenceTriple]]]:
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


def _joins(relation: OpenRelation, triple: EvidenceTriple, lexicon: Lexicon) -> bool:
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


Span = tuple[str, tuple[int, int]]
"""A passage and a stretch of its text."""

Compare = Callable[[str, Sequence[CandidateSentence]], Sequence[float]]
"""Compares a text with sentences; more is nearer."""


def context_benchmark(
    folder: Path, *, annotator: Annotator | str | None = None, embed: Embed | Embeddings | None = None
) -> dict[str, Any]:
    """Build a graph of passages, restore the context of evidence triples, and count how often it is a gold sentence.

    The same candidates are ranked in two other ways. By the *question*: as restoration compares an end, by the share of
    its words, or by the cosine of an embedding model. By the cosine of *head predicate tail* to the bare sentence: of
    the embedding model, or of words weighted by how few candidates have them.

    Args:
        folder: holds `corpus.jsonl` (`id`, `title`, `text`, `sentences`) and `questions.jsonl` with `gold_sentences`
            and `evidence_triples`, lists of subject, predicate and object.
        annotator: the language backend or its name.
        embed: an embedding model.

    Returns:
        `restored`, `by_question`, `by_template` (shares of 1), `triples`, `candidates` (mean per triple), and
        `restore_ms_p50` (processor time for the triples of a question).

    Raises:
        InputError: a file cannot be used, or no question has both gold sentences and evidence triples.
    """
    pooled = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"])
    asked = [(question, gold) for question in pooled.questions if (gold := _gold_spans(question, pooled))]
    if not asked:
        raise InputError(
            f"{folder / 'questions.jsonl'}: no question has `evidence_triples` and `gold_sentences`; there is nothing "
            "to measure"
        )
    embeddings = None if embed is None else Embeddings.of(embed)
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(pooled.passages, Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        question_near: Compare = _by_words
        template_near: Compare = _by_word_cosine
        if embeddings is not None:
            question_near, template_near = _by_embedding(embeddings, _under_title), _by_embedding(embeddings, _bare)
        results = [
            _measured(question, gold, graph.store, embeddings, question_near, template_near)
            for question, gold in counted(asked, "measuring", "questions")
        ]
    hits = {
        name: [hit for result in results for hit in result[name]] for name in ("restored", "by_question", "by_template")
    }
    return {
        **{name: mean(values) for name, values in hits.items()},
        "triples": len(hits["restored"]),
        "candidates": mean([count for result in results for count in result["candidates"]]),
        "restore_ms_p50": percentile([time for result in results for time in result["milliseconds"]], 0.5),
    }


def _gold_spans(question: Question, pooled: PooledQuestions) -> list[Span]:
    """Return where the gold sentences of a question stand, if it has triples."""
    passages = {passage.id: passage for passage in pooled.passages if passage.id in question.gold_passages}
    spans = [(gold.passage_id, passages[gold.passage_id].sentence_span(gold.index)) for gold in question.gold_sentences]
    return [(id, span) for id, span in spans if span is not None] if question.evidence_triples else []


def _measured(
    question: Question,
    gold: Sequence[Span],
    store: LanguageGraphStore,
    embeddings: Embeddings | None,
    question_near: Compare,
    template_near: Compare,
) -> dict[str, list[float]]:
    """Return, for each triple, whether each way of ranking puts a gold sentence first, and how many candidates."""
    view = GraphView(store, question=question.text)
    began = time.process_time()
    triples = triples_of_texts(view, question.evidence_triples)
    restored = nearest_sentences(view, triples, embeddings=embeddings)
    milliseconds = 1000 * (time.process_time() - began)
    candidates = candidates_for(view, triples)
    templates = [" ".join(triple) for triple in question.evidence_triples]
    by_question = [_nearest(question.text, of, question_near) for of in candidates]
    by_template = [_nearest(text, of, template_near) for text, of in zip(templates, candidates, strict=True)]
    return {
        "restored": [_is_gold(sentences[0].sentence if sentences else None, gold) for sentences in restored],
        "by_question": [_is_gold(sentence, gold) for sentence in by_question],
        "by_template": [_is_gold(sentence, gold) for sentence in by_template],
        "candidates": [float(len(of)) for of in candidates],
        "milliseconds": [milliseconds],
    }


def _nearest(text: str, candidates: Sequence[CandidateSentence], compare: Compare) -> Sentence | None:
    """Return the sentence nearest to a text, the first of equals."""
    return candidates[int(np.argmax(compare(text, candidates)))].sentence if candidates else None


def _is_gold(sentence: Sentence | None, gold: Sequence[Span]) -> float:
    """Return 1 if a sentence is a gold one, though the data set may have cut them elsewhere."""
    if sentence is None:
        return 0.0
    spans = [span for passage, span in gold if passage == sentence.document_id]
    own = (sentence.start, sentence.end)
    return float(any(is_half_covered(span, [own]) or is_half_covered(own, [span]) for span in spans))


def _by_words(text: str, candidates: Sequence[CandidateSentence]) -> list[float]:
    texts = [candidate.text for candidate in candidates]
    return similarities(Triple((TripleEnd(text),), ""), texts, rarity(texts))


def _by_word_cosine(text: str, candidates: Sequence[CandidateSentence]) -> list[float]:
    counted = [Counter(stemmed_words(_bare(one), one.document.language)) for one in candidates]
    frequencies = Counter(word for counts in counted for word in counts)

    def vector(counts: Counter[str]) -> dict[str, float]:
        weights = {word: count * math.log(1 + len(counted) / (1 + frequencies[word])) for word, count in counts.items()}
        length = math.hypot(*weights.values()) or 1.0
        return {word: weight / length for word, weight in weights.items()}

    own = vector(Counter(stemmed_words(text, candidates[0].document.language)))
    return [sum(own.get(word, 0.0) * weight for word, weight in vector(counts).items()) for counts in counted]


def _by_embedding(embeddings: Embeddings, shown: Callable[[CandidateSentence], str]) -> Compare:
    def cosines(text: str, candidates: Sequence[CandidateSentence]) -> list[float]:
        (own,) = unit_vectors(embeddings.questions, [text])
        return [float(cosine) for cosine in unit_vectors(embeddings.documents, list(map(shown, candidates))) @ own]

    return cosines


def _under_title(candidate: CandidateSentence) -> str:
    return f"{candidate.text.heading}: {candidate.text.text}"


def _bare(candidate: CandidateSentence) -> str:
    return candidate.sentence.text
