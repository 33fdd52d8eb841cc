"""Read the data of the benchmark: folders of our own format, and published files; choose and change questions."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Passage, Question, read_corpus, read_questions
from lgm_core.evaluation.question_answering.published_formats import read_published

__all__ = ["QuestionSet", "read_question_sets"]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions with the passages that all of them are asked about; each question has an answer to compare with."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]

    def selected(self, *, limit: int | None = None, every: int = 1) -> QuestionSet:
        """Keep every so-many-th question, beginning with the first, and of these the first `limit`."""
        return replace(self, questions=self.questions[::every][:limit])

    def without_gold(self) -> QuestionSet:
        """Drop the gold passages of all questions, so that none of the questions can be answered from the rest.

        Raises:
            InputError: a question names no gold passages, so it may still be answerable.
        """
        unknown = next((question for question in self.questions if not question.gold_passages), None)
        if unknown is not None:
            raise InputError(f"{self.name}: question {unknown.id!r} names no gold passages that could be dropped")
        gold = {passage_id for question in self.questions for passage_id in question.gold_passages}
        return replace(self, passages=tuple(passage for passage in self.passages if passage.id not in gold))

    @property
    def fingerprint(self) -> str:
        """Hash the passages."""
        rows = [[passage.id, passage.title, passage.text] for passage in self.passages]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def read_question_sets(path: Path) -> list[QuestionSet]:
    """Read a folder with `corpus.jsonl` and `questions.jsonl`, or a published file.

    Published files are those of HotpotQA and 2WikiMultiHopQA (`.json`) and of MuSiQue (`.jsonl`); the paragraphs of
    their questions are pooled. A file of MuSiQue-Full becomes two sets, the second of the questions that cannot be
    answered from their paragraphs.

    Raises:
        InputError: the data cannot be read, no question is there, or a question has no answer.
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
