"""Read question sets: folders in our own format, published files with their paragraphs, and bare questions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import (
    GoldSentence,
    Passage,
    Question,
    read_corpus,
    read_questions,
    read_rows,
    with_own_ids,
)
from lgm_core.feedback.feedback_flows import AskedQuestion

__all__ = ["QuestionSet", "read_asked", "read_published", "read_question_sets"]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions about the same passages, each with an answer to compare with."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]

    def selected(self, *, limit: int | None = None, every: int = 1) -> QuestionSet:
        """Keep one in `every` questions, beginning with the first, and the first `limit` of these."""
        return replace(self, questions=self.questions[::every][:limit])

    def without_gold(self) -> QuestionSet:
        """Drop the gold passages of all questions, so that the rest answers none of them.

        Raises:
            InputError: a question has no gold passages, so it might still be answered.
        """
        unknown = next((question for question in self.questions if not question.gold_passages), None)
        if unknown is not None:
            raise InputError(f"{self.name}: question {unknown.id!r} has no gold passages to drop")
        gold = {passage_id for question in self.questions for passage_id in question.gold_passages}
        return replace(self, passages=tuple(passage for passage in self.passages if passage.id not in gold))

    @property
    def fingerprint(self) -> str:
        """Hash the passages."""
        rows = [[passage.id, passage.title, passage.text, passage.media_type] for passage in self.passages]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def read_question_sets(path: Path) -> list[QuestionSet]:
    """Read a folder with `corpus.jsonl` and `questions.jsonl`, or a published file.

    Published files are those of HotpotQA and 2WikiMultiHopQA (`.json`) and of MuSiQue (`.jsonl`); the paragraphs of
    all questions are pooled. A file of MuSiQue-Full becomes two sets; the second one has the unanswerable questions.

    Raises:
        InputError: the data cannot be read, there are no questions, or a question has no answer.
    """
    if path.is_dir():
        read = [(read_corpus(path / "corpus.jsonl"), read_questions(path / "questions.jsonl", needs_gold=False))]
    else:
        read = read_published(path)
    asked = [question for _, questions in read for question in questions]
    if not asked:
        raise InputError(f"{path} holds no questions")
    unanswered = next((question for question in asked if not question.answers and question.answerable), None)
    if unanswered is not None:
        raise InputError(f"{path}: question {unanswered.id!r} has no `answer` to compare answers with")
    name = path.name if path.is_dir() else path.stem
    name = name or path.resolve().name
    return [
        QuestionSet(f"{name}-unanswerable" if number else name, tuple(passages), tuple(questions))
        for number, (passages, questions) in enumerate(read)
    ]


_Pool = dict[tuple[str, str], Passage]
"""The distinct paragraphs so far, by title and text."""


def _pooled(pool: _Pool, title: str, text: str, sentences: tuple[str, ...] = ()) -> Passage:
    """Return the passage with this title and text, which may be new; new ones are numbered in their ids."""
    return pool.setdefault((title, text), Passage(f"p{len(pool):05}", title, text, sentences))


def read_published(path: Path) -> list[tuple[list[Passage], list[Question]]]:
    """Read a file of one of the three data sets, recognised by its rows.

    Returns:
        Passages and questions. Unanswerable questions of MuSiQue-Full come second, with passages of their own, since
        the paragraphs of the others would answer them.

    Raises:
        InputError: the file cannot be read, or it has another layout.
    """
    pools: dict[bool, _Pool] = {True: {}, False: {}}
    questions: dict[bool, list[Question]] = {True: [], False: []}
    for number, row in enumerate(_rows(path), 1):
        is_answerable = row.get("answerable") is not False
        pool = pools[is_answerable]
        try:
            questions[is_answerable].append(_musique(row, pool) if "paragraphs" in row else _hotpot(row, pool))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InputError(
                f"{path}, question {number}: neither the layout of HotpotQA or 2WikiMultiHopQA (`_id`, `question`, "
                f"`answer`, `context`, `supporting_facts`) nor that of MuSiQue (`id`, `question`, `answer`, "
                f"`paragraphs`): {type(error).__name__} {error}"
            ) from error
    return [(list(pools[kind].values()), with_own_ids(questions[kind])) for kind in (True, False) if questions[kind]]


def _rows(path: Path) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a JSON list or of JSON Lines."""
    try:
        text = path.read_text(encoding="utf-8")
        rows = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path} is neither a folder with corpus.jsonl nor JSON: {error}") from error
    if not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{path}: a list of JSON objects is needed")
    return list(rows)


def _hotpot(row: Mapping[str, Any], pool: _Pool) -> Question:
    """Read a question of HotpotQA or 2WikiMultiHopQA: paragraphs are pairs of a title and sentences."""
    by_title: dict[str, Passage] = {}
    for title, sentences in row["context"]:
        stripped = tuple(sentence.strip() for sentence in sentences)
        by_title.setdefault(title, _pooled(pool, title, " ".join(filter(None, stripped)), stripped))
    facts = [(by_title[title], int(index)) for title, index in row["supporting_facts"] if title in by_title]
    return Question(
        str(row["_id"]),
        row["question"],
        tuple(dict.fromkeys(passage.id for passage, _ in facts)),
        tuple(GoldSentence(passage.id, index) for passage, index in facts),
        (str(row["answer"]),),
    )


def _musique(row: Mapping[str, Any], pool: _Pool) -> Question:
    """Read a question of MuSiQue, whose paragraphs tell whether they support the answer."""
    passages = [
        (_pooled(pool, part["title"], part["paragraph_text"]), part["is_supporting"]) for part in row["paragraphs"]
    ]
    return Question(
        str(row["id"]),
        row["question"],
        tuple(dict.fromkeys(passage.id for passage, is_supporting in passages if is_supporting)),
        answers=(str(row["answer"]), *map(str, row.get("answer_aliases") or ())),
        answerable=row.get("answerable") is not False,
    )


def read_asked(path: Path, *, limit: int | None = None) -> list[AskedQuestion]:
    """Read questions, one per line: text, or a JSON object with `question`, perhaps `answer` and `aliases`.

    Args:
        path: the file.
        limit: only the first questions.

    Raises:
        InputError: the file cannot be read, an object has no question, or there are no questions.
    """
    asked: list[AskedQuestion] = []
    for place, row in read_rows(path, plain="question"):
        if limit is not None and len(asked) == limit:
            break
        text = row.get("question")
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{place}: `question` must be a text, not {text!r}")
        answers = (row.get("answer"), *(row.get("aliases") or ()))
        asked.append(AskedQuestion(text, tuple(str(answer) for answer in answers if answer)))
    if not asked:
        raise InputError(f"{path} has no questions")
    return asked
