"""Questions of several data sets over one pool of passages, and how well a ranking finds their gold passages."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import GoldSentence, Passage, Question, read_corpus, read_questions
from lgm_core.evaluation.metrics import mean, percentile
from lgm_core.evaluation.retrieval_benchmark import DEPTHS, document_figures
from lgm_core.language.language_guess import guess_language
from lgm_core.progress import counted
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["PooledQuestions", "Rank", "ranked_documents", "read_pooled", "scores_of"]

_CHOSEN = 5
"""How many of the best passages the oracle chooses."""

_SECTIONS = 40
"""How many sections are retrieved to get twenty documents; several may be from one document."""

Rank = Callable[[str], Sequence[str]]
"""Returns the ids of passages for a question, best first."""


@dataclass(frozen=True, slots=True)
class PooledQuestions:
    """Questions and the passages that all of them are about.

    Attributes:
        passages: the passages, with distinct ids.
        questions: the questions, whose gold passages are among `passages`.
        languages: by the text of each passage and question, the ISO 639-1 code of most passages of its corpus.
    """

    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]
    languages: dict[str, str]


def read_pooled(corpora: Sequence[Path], questions: Sequence[Path], *, limit: int | None = None) -> PooledQuestions:
    """Read corpora with the questions about each.

    With several corpora, ids begin with the number of the corpus, and passages that corpora share are merged.

    Args:
        corpora: files of passages.
        questions: files of questions, one for each corpus.
        limit: only the first questions of each file.

    Raises:
        InputError: the files are not pairs, one is invalid, or a gold passage of a question is not in its corpus.
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
            # Within a single corpus equal passages are not merged.
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
            raise InputError(
                f"{path}: the gold passage {missing[0]!r} of question {question.id!r} is not in the corpus"
            )


def ranked_documents(ranker: Ranker, question: str, k: int = _SECTIONS) -> list[str]:
    """Return the ids of the documents of the `k` best sections, best first."""
    return list(dict.fromkeys(section.id.rpartition("#s")[0] for section in ranker.passages(question, k)))


def scores_of(rank: Rank, questions: Sequence[Question]) -> dict[str, float]:
    """Ask every question and return the means of what `document_figures` tells of the ranked passages.

    Also returned are `oracle_recall@5`, the recall of the best choice of five among the best twenty, and the
    milliseconds of processor time of a question, `query_ms_p50` and `query_ms_p95`.
    """
    values: defaultdict[str, list[float]] = defaultdict(list)
    milliseconds = []
    for question in counted(questions, "asking", "questions"):
        began = time.process_time()
        ranked, gold = rank(question.text), question.gold_passages
        milliseconds.append(1000 * (time.process_time() - began))
        found = sum(passage_id in ranked[: DEPTHS[-1]] for passage_id in gold)
        for name, value in (*document_figures(ranked, gold), ("oracle_recall@5", min(_CHOSEN, found) / len(gold))):
            values[name].append(value)
    times = {"query_ms_p50": percentile(milliseconds, 0.5), "query_ms_p95": percentile(milliseconds, 0.95)}
    return {name: mean(of_questions) for name, of_questions in values.items()} | times
