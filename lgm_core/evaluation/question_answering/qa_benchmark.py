"""Several methods answer the same questions with one language model, and the answers are measured (`lgm bench qa`)."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from lgm_core.errors import Cancelled, InputError
from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.question_answering.answer_figures import answer_figures, judged_answer
from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods import Method
from lgm_core.evaluation.question_answering.question_sets import QuestionSet
from lgm_core.evaluation.question_answering.recorded_answer import Answering, Measured, MethodAnswer, measured
from lgm_core.evaluation.question_answering.recorded_model import Journal, RecordedModel
from lgm_core.language.backends import annotator_named
from lgm_core.learning.facts.by_parse.parsed_sentences import require_parse
from lgm_core.llm.port import ChatModel
from lgm_core.vectors.port import Embeddings

__all__ = ["Benchmark", "OnAnswer", "question_answering_benchmark"]

OnAnswer = Callable[[str, Question, MethodAnswer], None]
"""Called with the name of the method, the question and the answer, after each new answer."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What is measured, and how.

    Attributes:
        question_sets: the questions.
        methods: the methods that answer them.
        model: the language model of all methods.
        folder: where answers, replies and graphs are kept; unchanged ones are reused.
        judge: a language model that judges the answers.
        embeddings: the embedding model for the methods that need one.
        annotator: the name of the language backend that reads the passages.
        baseline: the method with which the others are compared.
        concurrency: how many requests of one question are sent at once.
        cancel: stops the run when set.
    """

    question_sets: Sequence[QuestionSet]
    methods: Sequence[Method]
    model: ChatModel
    folder: Path
    judge: ChatModel | None = None
    embeddings: Embeddings | None = None
    annotator: str | None = None
    baseline: str | None = None
    concurrency: int = 1
    cancel: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        """Check the names.

        Raises:
            InputError: two question sets or methods have the same name, there are none, or the baseline is not one of
                the methods.
        """
        for kind, names in (
            ("question sets", [questions.name for questions in self.question_sets]),
            ("methods", [method.name for method in self.methods]),
        ):
            if not names or len(names) > len(set(names)):
                raise InputError(f"give at least one of the {kind}, and each only once: {', '.join(names)}")
        if self.baseline is not None and self.baseline not in [method.name for method in self.methods]:
            raise InputError(f"the baseline {self.baseline!r} is not among the methods")

    @property
    def question_count(self) -> int:
        """Return how many questions there are."""
        return sum(len(questions.questions) for questions in self.question_sets)


def question_answering_benchmark(
    benchmark: Benchmark, *, on_answer: OnAnswer | None = None
) -> dict[str, dict[str, Any]]:
    """Answer all questions by all methods, and return the figures of each method.

    Each answer is kept at once, and reused for the same question, passages, method, options, model and code; failed
    ones are repeated. Replies of the model are kept, too, and replayed at their recorded cost.

    Raises:
        Cancelled: `benchmark.cancel` was set; the answers so far are kept.
        InputError: a method needs facts but the language backend does not parse (checked before the first question), a
            method cannot be prepared, or a passage cannot be learned.
        LanguageModelSetupError: no request to the model can succeed.
    """
    _require_parse(benchmark)
    replies = Journal(benchmark.folder / "replies.jsonl")
    model = RecordedModel(benchmark.model, replies)
    judge = RecordedModel(benchmark.judge, replies) if benchmark.judge is not None else None
    answers = _Answers(benchmark, model, on_answer)
    results: dict[str, list[Measured]] = {method.name: [] for method in benchmark.methods}
    for questions in benchmark.question_sets:
        passages = {passage.id: passage for passage in questions.passages}
        for method, question, record in answers.of(questions):
            verdict = judged_answer(judge, question, record.text) if judge is not None else ""
            results[method].append(measured(questions.name, question, record, passages, verdict))
    return answer_figures(results, baseline=benchmark.baseline, judge=judge.name if judge is not None else None)


def _require_parse(benchmark: Benchmark) -> None:
    names = [method.name for method in benchmark.methods if method.reads_facts]
    if not names or benchmark.annotator is None:
        return
    annotator = annotator_named(benchmark.annotator)
    try:
        require_parse(annotator)
    except InputError as error:
        raise InputError(
            f"{', '.join(names)}: open facts need a parse, but the language backend {benchmark.annotator} does not "
            "parse; add --language-backend lite:parse"
        ) from error


class _Answers:
    """Makes answers, or takes them from the journal."""

    def __init__(self, benchmark: Benchmark, model: RecordedModel, on_answer: OnAnswer | None) -> None:
        self._benchmark, self._model, self._on_answer = benchmark, model, on_answer
        self._journal = Journal(benchmark.folder / "answers.jsonl")

    def of(self, questions: QuestionSet) -> Iterator[tuple[str, Question, MethodAnswer]]:
        """Yield each method's answer to each question, so that a stopped run has answers of every method."""
        benchmark = self._benchmark
        corpus = BenchmarkCorpus(
            questions,
            self._model,
            graphs=benchmark.folder / "graphs",
            annotator=benchmark.annotator,
            embeddings=benchmark.embeddings,
            concurrency=benchmark.concurrency,
        )
        prepared: dict[str, Answering] = {}
        try:
            for question in questions.questions:
                for method in benchmark.methods:
                    yield method.name, question, self._answer(corpus, method, question, prepared)
        finally:
            corpus.close()

    def _answer(
        self, corpus: BenchmarkCorpus, method: Method, question: Question, prepared: dict[str, Answering]
    ) -> MethodAnswer:
        key = self._key(corpus, method, question)
        row = self._journal.get(key)
        if row is not None and not row["failure"]:
            return MethodAnswer.from_row(row)
        if self._benchmark.cancel.is_set():
            raise Cancelled("stopped; the answers so far are kept")
        if method.name not in prepared:
            prepared[method.name] = method.prepare(corpus)
        self._model.take_spending()
        began = time.perf_counter()
        answer = prepared[method.name](question.text)
        seconds, spent = time.perf_counter() - began, self._model.take_spending()
        record = replace(
            answer,
            calls=spent.usage.calls,
            prompt_tokens=spent.usage.prompt_tokens,
            completion_tokens=spent.usage.completion_tokens,
            seconds=round(seconds + spent.replayed_seconds, 3),
        )
        names = {"key": key, "set": corpus.name, "method": method.name, "model": self._model.name}
        asked = {"id": question.id, "question": question.text, "gold": list(question.answers)}
        self._journal.append({**names, **asked, **asdict(record)})
        if self._on_answer is not None:
            self._on_answer(method.name, question, record)
        return record

    def _key(self, corpus: BenchmarkCorpus, method: Method, question: Question) -> str:
        parts = [corpus.fingerprint, method.name, method.settings, self._model.name, question.id, question.text]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
