"""How much of an answer stands in what is shown for its question, and what two baselines show."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lgm_core.evaluation.baselines.bm25 import BM25
from lgm_core.evaluation.construction.recorded_folder import Paper, PaperQuestion, RecordedGraph
from lgm_core.evaluation.metrics import mean
from lgm_core.retrieval.words import stop_words

__all__ = ["AnswerWords", "Shown", "answer_words", "content_words", "recorded_hop", "sentences_by_bm25"]

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown for a question.

    Attributes:
        text: all of it; its length counts.
        content: the part in which words of the answer are looked for: `text` without markup of ours.
    """

    text: str
    content: str


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Means over questions: the share of the answer's content words that is shown, and how many words are shown."""

    share: float
    words: float


def content_words(text: str) -> list[str]:
    """Return the words of an English text, runs of letters and digits in lower case, without stop words."""
    return [word for word in _WORD.findall(text.lower()) if word not in stop_words("en")]


def answer_words(questions: Sequence[PaperQuestion], show: Callable[[PaperQuestion], Shown]) -> AnswerWords:
    """Show something for each question and compare it with the answer.

    Each content word of the answer counts once, as it is written but for capitals; the length of what is shown is that
    of its text split at white space.
    """
    shares, lengths = [], []
    for question in questions:
        shown = show(question)
        wanted = set(content_words(question.answer))
        if wanted:
            shares.append(len(wanted.intersection(content_words(shown.content))) / len(wanted))
        lengths.append(float(len(shown.text.split())))
    return AnswerWords(mean(shares), mean(lengths))


def sentences_by_bm25(papers: Sequence[Paper], k: int = 10) -> Callable[[PaperQuestion], Shown]:
    """Return what shows the `k` sentences of the paper that BM25 over content words puts first."""
    sentences = {paper.id: paper.sentences for paper in papers}
    ranking = {id: BM25(texts, content_words) for id, texts in sentences.items()}

    def show(question: PaperQuestion) -> Shown:
        best = ranking[question.paper].rank(question.question, k)
        text = " ".join(sentences[question.paper][place] for place in best)
        return Shown(text, text)

    return show


def recorded_hop(graphs: Sequence[RecordedGraph], k: int = 4) -> Callable[[PaperQuestion], Shown]:
    """Return what shows the `k` entities whose names fit the question best, described, and all triples about these."""
    by_paper = {graph.paper: graph for graph in graphs}
    ranking = {
        graph.paper: BM25([" ".join((entity.label, *entity.aliases)) for entity in graph.entities], content_words)
        for graph in graphs
    }

    def show(question: PaperQuestion) -> Shown:
        graph = by_paper[question.paper]
        chosen = [graph.entities[place] for place in ranking[question.paper].rank(question.question, k)]
        ids = {entity.id for entity in chosen}
        described = [f"{entity.label} {entity.description}" for entity in chosen]
        facts = [
            f"{graph.by_id[subject].label} {graph.predicates.get(predicate, (predicate, ''))[0]} "
            f"{graph.by_id[object_].label}"
            for subject, predicate, object_ in graph.triples
            if subject in ids or object_ in ids
        ]
        text = " . ".join((*described, *facts))
        return Shown(text, text)

    return show
