"""Measure how often a triple gets back the sentence that it came from (`lgm bench context`)."""

from __future__ import annotations

import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lgm_core.errors import InputError
from lgm_core.evaluation.baselines.baseline_words import stemmed_words
from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.metrics import is_half_covered, mean, percentile
from lgm_core.evaluation.pooled_questions import PooledQuestions, read_pooled
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.model import Sentence
from lgm_core.progress import counted
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, candidates_for
from lgm_core.retrieval.facts.restoration import restore_triples
from lgm_core.retrieval.facts.triple import Triple, TripleEnd, triples_of_texts
from lgm_core.retrieval.facts.triple_similarity import rarity, similarities
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["context_benchmark"]

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
    restored = restore_triples(view, question.evidence_triples, embeddings=embeddings)
    milliseconds = 1000 * (time.process_time() - began)
    candidates = candidates_for(view, triples_of_texts(view, question.evidence_triples))
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
