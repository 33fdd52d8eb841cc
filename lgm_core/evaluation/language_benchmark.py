"""Measure a language backend on a treebank, end to end from raw text (`lgm bench language`)."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lgm_core.evaluation.conllu import GoldSentence, GoldText, GoldWord, read_treebank
from lgm_core.language.port import AnnotatedSentence, Annotator, Token
from lgm_core.progress import counted, tell_progress

__all__ = ["language_benchmark"]

_NOUNS = frozenset({"NOUN", "PROPN"})
_NOMINAL = frozenset({"ADJ", "NOUN", "PROPN"})
Span = tuple[int, int]


@dataclass(slots=True)
class _Overlap:
    """Counts of gold, predicted and correctly predicted items, for an F1 score."""

    gold: int = 0
    predicted: int = 0
    correct: int = 0

    def add(self, gold: Iterable[Hashable], predicted: Iterable[Hashable]) -> None:
        gold, predicted = set(gold), set(predicted)
        self.gold += len(gold)
        self.predicted += len(predicted)
        self.correct += len(gold & predicted)

    @property
    def f1(self) -> float:
        return 2 * self.correct / (self.gold + self.predicted) if self.gold + self.predicted else 0.0


@dataclass(slots=True)
class _Score:
    sentences: _Overlap = field(default_factory=_Overlap)
    words: _Overlap = field(default_factory=_Overlap)
    nouns: _Overlap = field(default_factory=_Overlap)
    phrases: _Overlap = field(default_factory=_Overlap)
    arcs: _Overlap = field(default_factory=_Overlap)
    labelled_arcs: _Overlap = field(default_factory=_Overlap)
    aligned: int = 0
    tags: int = 0
    lemmas_judged: int = 0
    lemmas: int = 0


def language_benchmark(treebank: Path, annotator: Annotator) -> dict[str, float]:
    """Annotate the raw text of a CoNLL-U treebank and compare with its gold annotation.

    Words are matched by character span; the words of a multi-word token (`do`, `n't`) count as words. Sentences, nouns
    (NOUN or PROPN) and noun phrases (`(ADJ|NOUN|PROPN)* (NOUN|PROPN)`, maximal) are correct if their exact span is in
    the gold annotation; tags and lemmas (case-insensitive) are judged on the matched words. `uas` and `las` are F1
    scores over words, without subtypes of relations; they are left out if the annotator does not parse.

    Returns:
        Fractions of 1, and `words_per_second` of processor time after a first text that loads the models.

    Raises:
        InputError: the treebank cannot be read.
    """
    texts = read_treebank(treebank)
    raw = [text.text for text in texts]
    annotator.annotate(raw[:1])
    started = time.process_time()
    tell_progress("annotating", 0)
    annotated = annotator.annotate(raw)
    tell_progress("annotating", 1, 1)
    seconds = time.process_time() - started
    score = _Score()
    for text, sentences in zip(counted(texts, "comparing", "texts"), annotated, strict=True):
        _compare(score, text, sentences)
    result = {
        "sentence_f1": score.sentences.f1,
        "word_f1": score.words.f1,
        "upos_accuracy": score.tags / max(score.aligned, 1),
        "noun_f1": score.nouns.f1,
        "noun_phrase_f1": score.phrases.f1,
        "lemma_accuracy": score.lemmas / max(score.lemmas_judged, 1),
        "words_per_second": score.words.predicted / max(seconds, 1e-9),
    }
    if any(token.relation for sentences in annotated for sentence in sentences for token in sentence.tokens):
        result |= {"uas": score.arcs.f1, "las": score.labelled_arcs.f1}
    return {name: round(value, 4) for name, value in result.items()}


def _compare(score: _Score, gold: GoldText, predicted: Sequence[AnnotatedSentence]) -> None:
    score.sentences.add(
        ((sentence.start, sentence.end) for sentence in gold.sentences),
        ((sentence.start, sentence.end) for sentence in predicted),
    )
    gold_words = [word for sentence in gold.sentences for word in sentence.words]
    tokens = [token for sentence in predicted for token in sentence.tokens]
    score.words.add(_spans(gold_words), _spans(tokens))
    score.nouns.add(
        _spans(word for word in gold_words if word.upos in _NOUNS),
        _spans(token for token in tokens if token.upos in _NOUNS),
    )
    score.phrases.add(
        (span for sentence in gold.sentences for span in _noun_phrases(sentence.words)),
        (span for sentence in predicted for span in _noun_phrases(sentence.tokens)),
    )
    _compare_words(score, gold_words, tokens)
    gold_arcs = [arc for sentence in gold.sentences for arc in _arcs(sentence)]
    predicted_arcs = [arc for sentence in predicted for arc in _arcs(sentence)]
    score.arcs.add((arc[:2] for arc in gold_arcs), (arc[:2] for arc in predicted_arcs))
    score.labelled_arcs.add(gold_arcs, predicted_arcs)


def _spans(words: Iterable[GoldWord | Token]) -> list[Span]:
    return [(word.start, word.end) for word in words]


def _compare_words(score: _Score, gold: Sequence[GoldWord], tokens: Sequence[Token]) -> None:
    by_span = {(token.start, token.end): token for token in reversed(tokens)}
    for word in gold:
        token = by_span.get((word.start, word.end))
        if token is None:
            continue
        score.aligned += 1
        score.tags += token.upos == word.upos
        if word.lemma != "_" or word.form == "_":
            score.lemmas_judged += 1
            score.lemmas += token.lemma.lower() == word.lemma.lower()


def _noun_phrases(words: Sequence[GoldWord | Token]) -> Iterable[Span]:
    """Yield the spans of maximal runs of adjectives and nouns, cut after their last noun."""
    start = end = -1
    for word in words:
        if word.upos not in _NOMINAL:
            if end >= 0:
                yield start, end
            start = end = -1
            continue
        if start < 0:
            start = word.start
        if word.upos in _NOUNS:
            end = word.end
    if end >= 0:
        yield start, end


def _arcs(sentence: GoldSentence | AnnotatedSentence) -> list[tuple[Span, Span, str]]:
    words = sentence.words if isinstance(sentence, GoldSentence) else sentence.tokens
    root = (-1, -1)
    return [
        (
            (word.start, word.end),
            (words[word.head].start, words[word.head].end) if word.head >= 0 else root,
            word.relation.split(":")[0],
        )
        for word in words
    ]
