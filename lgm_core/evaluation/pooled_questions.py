"""Corpora with their questions, pooled: all passages together are what every question is asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import GoldSentence, Passage, Question, read_corpus, read_questions
from lgm_core.language.language_guess import guess_language

__all__ = ["PooledQuestions", "read_pooled"]


@dataclass(frozen=True, slots=True)
class PooledQuestions:
    """Questions and the passages that all of them are asked about.

    Attributes:
        passages: with different ids.
        questions: their gold passages are among `passages`.
        languages: ISO 639-1 code by text: of each passage and question that of most passages of its corpus.
    """

    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]
    languages: dict[str, str]


def read_pooled(corpora: Sequence[Path], questions: Sequence[Path], *, limit: int | None = None) -> PooledQuestions:
    """Read corpora with the questions about each.

    With several, ids are headed by the number of the corpus, and a passage that two corpora share is there once; it is
    the gold passage of the questions about either.

    Args:
        corpora: files of passages.
        questions: files of questions, one for each corpus.
        limit: only the first questions of each file.

    Raises:
        InputError: the files are not pairs, one cannot be used, or a gold passage of a question is not in its corpus.
    """
    if len(corpora) != len(questions):
        raise InputError(f"{len(corpora)} corpora and {len(questions)} files of questions: give one for each corpus")
    passages: dict[tuple[str, str], Passage] = {}
    asked: list[Question] = []
    languages: dict[str, str] = {}
    for number, (corpus, file) in enumerate(zip(corpora, questions, strict=True), 1):
        head = f"{number}/" if len(corpora) > 1 else ""
        own, about = read_corpus(corpus), read_questions(file, limit=limit)
        _check_gold(own, about, file)
        language = _most_common_language(passage.text for passage in own)
        ids: dict[str, str] = {}
        for passage in own:
            # A file without copies of its own is left as it is: each passage counts.
            key = (passage.title, passage.text) if head else (passage.id, "")
            ids[passage.id] = passages.setdefault(key, replace(passage, id=f"{head}{passage.id}")).id
            languages[f"{passage.title} {passage.text}"] = language
        asked += [_renamed(question, head, ids) for question in about]
        languages |= {question.text: language for question in about}
    return PooledQuestions(tuple(passages.values()), tuple(asked), languages)


def _renamed(question: Question, head: str, ids: dict[str, str]) -> Question:
    return replace(
        question,
        id=f"{head}{question.id}",
        gold_passages=tuple(dict.fromkeys(ids[passage_id] for passage_id in question.gold_passages)),
        gold_sentences=tuple(GoldSentence(ids[gold.passage_id], gold.index) for gold in question.gold_sentences),
    )


def _most_common_language(texts: Iterable[str]) -> str:
    counts = Counter(guess_language(text) for text in texts)
    return counts.most_common(1)[0][0] if counts else ""


def _check_gold(passages: Sequence[Passage], questions: Sequence[Question], path: Path) -> None:
    known = {passage.id for passage in passages}
    for question in questions:
        gold = [*question.gold_passages, *(sentence.passage_id for sentence in question.gold_sentences)]
        missing = [passage_id for passage_id in gold if passage_id not in known]
        if missing:
            raise InputError(f"{path}: question {question.id!r} wants the passage {missing[0]!r}, which is not there")
