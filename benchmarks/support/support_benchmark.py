"""Measure how well support tells true statements from false ones (`python -m benchmarks support`)."""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.pooled_questions import PooledQuestions, read_pooled
from benchmarks.support.corpus_names import CorpusNames
from benchmarks.support.false_statements import Change, Changer
from benchmarks.support.worded_questions import worded_questions
from benchmarks.support.wording import Gap, Wording
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import is_half_covered, mean, normalise_answer
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.backends import annotator_named
from lgm_core.language.port import Annotator
from lgm_core.model import Sentence, Support
from lgm_core.progress import counted
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.citing.support import JudgedStatement, SupportJudge
from lgm_core.retrieval.answering.reading import Reading
from lgm_core.retrieval.answering.sentence_selection import select_window
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["OnJudged", "Verdict", "support_benchmark"]

_LANGUAGE = "en"
_TRUE = "true"
_UNCLOSED = re.compile(r"\s*\([^()]*\Z")
_PARSER = "lite:parse"
"""The backend for turning questions into statements; the caller chooses the one for the corpus."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A statement and its verdict.

    Attributes:
        question: the question.
        is_brief: whether the bare answer was judged instead of a sentence.
        wording: the name of the wording.
        change: what made it false; `true` if nothing did.
        changed: what was put for what.
        judged: the verdict.
        shown: identifiers of the sentences that it was judged by.
        gold: those of the gold sentences.
        all_ranked: whether all gold sentences were among the ranked ones.
    """

    question: Question
    is_brief: bool
    wording: str
    change: str
    changed: str
    judged: JudgedStatement
    shown: frozenset[str]
    gold: frozenset[str]
    all_ranked: bool

    @property
    def is_right(self) -> bool:
        """Tell whether a true statement is supported, or a false one is not."""
        return (self.judged.support is Support.SUPPORTED) == (self.change == _TRUE)

    def row(self) -> dict[str, Any]:
        """Return the verdict as a readable row."""
        return {
            "question": self.question.text,
            "answer": self.question.answers[0],
            "setting": "brief" if self.is_brief else "full",
            "wording": self.wording,
            "change": self.change,
            "changed": self.changed,
            "statement": self.judged.text,
            "support": str(self.judged.support),
            "cited": [f"{cited.heading}: {cited.sentence.text}" for cited in self.judged.sentences],
            "not_borne_out": list(self.judged.not_borne_out),
        }


OnJudged = Callable[[Verdict], None]
"""Called with each verdict."""


def support_benchmark(
    folder: Path,
    *,
    limit: int | None = None,
    every: int = 1,
    ranked_only: bool = False,
    annotator: Annotator | str | None = None,
    seed: int = 1,
    on_judged: OnJudged | None = None,
) -> dict[str, Any]:
    """Word gold answers as statements, make false ones of them by one change each, and judge all of them.

    A statement is judged by the sentences that `ask` would show for its question in the first round, and by the gold
    sentences, which are added if they are not among them. Where a data set names passages alone, the gold sentences
    are one that holds the answer, and of each other gold passage the one with most words of it, of the question and of
    the titles.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `gold_passages`, perhaps `gold_sentences`, and `answer`.
        limit: only the first questions, of those that `every` leaves.
        every: only every so-many-th question.
        ranked_only: do not add gold sentences.
        annotator: the language backend or its name.
        seed: decides which false statements are made.
        on_judged: is told each verdict.

    Returns:
        `questions`, `reworded` (how many have a wording besides *The answer is …*), `gold_ranked` (share of the gold
        sentences that the ranking showed), `full` and `brief`, each with `supported_true`, `partly_true`,
        `supported_true_all_ranked` (of questions whose gold sentences were all ranked), `supported_false` and
        `partly_false` by kind of change, `statements_true` and `statements_false` counted, `citation_precision` and
        `citation_recall` of true statements against gold sentences, and in `full` `by_wording`; `seconds` of judging.

    Raises:
        InputError: a file cannot be used, a question has no answer, or the questions are not English.
    """
    pooled = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"])
    questions = pooled.questions[::every][:limit]
    _check(folder, pooled, questions)
    answers = [_answer(question) for question in questions]
    asked = [(question.text, answer) for question, answer in zip(questions, answers, strict=True)]
    worded = worded_questions(asked, annotator_named(_PARSER))
    verdicts: list[Verdict] = []
    seconds = 0.0
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(pooled.passages, Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        bench = _Bench(pooled, questions, graph.store, graph.ranker(), ranked_only=ranked_only, seed=seed)
        for question, wordings in counted(list(zip(questions, worded, strict=True)), "judging", "questions"):
            for judged in bench.judge(question, wordings):
                verdicts.append(judged)
                if on_judged is not None:
                    on_judged(judged)
        seconds = bench.seconds
        ranked = bench.ranked
    return {
        "questions": len(questions),
        "reworded": sum(any(_is_reworded(wording) for wording in wordings) for wordings in worded),
        "gold_ranked": mean(ranked),
        "full": _figures([verdict for verdict in verdicts if not verdict.is_brief]) | _by_wording(verdicts),
        "brief": _figures([verdict for verdict in verdicts if verdict.is_brief]),
        "seconds": seconds,
    }


class _Bench:
    """Judges the statements about one question after another."""

    def __init__(
        self,
        pooled: PooledQuestions,
        questions: Sequence[Question],
        store: LanguageGraphStore,
        ranker: Ranker,
        *,
        ranked_only: bool,
        seed: int,
    ) -> None:
        self._store, self._ranker, self._ranked_only, self._seed = store, ranker, ranked_only, seed
        self._passages = {passage.id: passage for passage in pooled.passages}
        self._names = CorpusNames(pooled.passages, questions)
        self._answers = [(question.id, _answer(question)) for question in questions]
        self._corpus = "\n".join(passage.text for passage in pooled.passages)
        self._sentences = {document.document.id: document.sentences for document in store.scan()}
        self.seconds = 0.0
        self.ranked: list[float] = []

    def judge(self, question: Question, wordings: Sequence[Wording]) -> Iterator[Verdict]:
        """Yield the verdicts on all statements about a question."""
        view = GraphView(self._store, question=question.text, languages=self._ranker.languages)
        shown = _window(question.text, view, self._ranker)
        gold = self._gold(question)
        ranked_ids = {numbered.sentence.id for numbered in shown}
        self.ranked += [float(sentence.id in ranked_ids) for sentence in gold]
        added = [sentence for sentence in gold if sentence.id not in ranked_ids]
        if added and not self._ranked_only:
            shown = [*shown, *number_sentences(view, added, first=len(shown) + 1, paths={})]
        made = partial(
            Verdict,
            question,
            shown=frozenset(numbered.sentence.id for numbered in shown),
            gold=frozenset(sentence.id for sentence in gold),
            all_ranked=not added,
        )
        began = time.perf_counter()
        judge = SupportJudge(question.text, shown, view.language)
        for is_brief, wording, change, changed, text in self._statements(question, wordings, shown, gold):
            judged = judge.judge_fact(text) if is_brief else judge.judge(text)
            yield made(is_brief=is_brief, wording=wording, change=change, changed=changed, judged=judged)
        self.seconds += time.perf_counter() - began

    def _statements(
        self,
        question: Question,
        wordings: Sequence[Wording],
        shown: Sequence[NumberedSentence],
        gold: Sequence[Sentence],
    ) -> Iterator[tuple[bool, str, str, str, str]]:
        """Yield whether a statement is brief, its wording, what makes it false, what was changed, and its text."""
        answer = _answer(question)
        changer = Changer(
            question,
            answer,
            self._names,
            [other for id, other in self._answers if id != question.id and other.lower() not in {"yes", "no"}],
            shown="\n".join(f"{numbered.document.title} {numbered.sentence.text}" for numbered in shown),
            gold="\n".join(f"{self._passages[each.document_id].title} {each.text}" for each in gold),
            corpus=self._corpus,
            rival=next((wording.rival for wording in wordings if wording.rival), ""),
            seed=self._seed,
        )
        is_closed = any(wording.gap is Gap.NONE for wording in wordings)
        false_answers = [] if answer.lower() in {"yes", "no"} else list(changer.answers())
        usable = [wording for wording in wordings if wording.fits(answer)]
        said = {_truth(wording, answer) for wording in usable}
        for wording in usable:
            yield False, wording.name, _TRUE, "", _truth(wording, answer)
            for false in changer.statements(wording, false_answers):
                if false.text not in said:
                    said.add(false.text)
                    yield False, wording.name, str(false.change), false.changed, false.text
        yield True, "brief", _TRUE, "", answer
        for change, other in false_answers:
            yield True, "brief", str(change), other, other
        if is_closed:
            yield True, "brief", str(Change.NEGATION), "", "no" if answer.lower() == "yes" else "yes"

    def _gold(self, question: Question) -> list[Sentence]:
        """Return the gold sentences of the graph."""
        if question.gold_sentences:
            return [
                sentence
                for passage_id in dict.fromkeys(gold.passage_id for gold in question.gold_sentences)
                for sentence in self._sentences.get(passage_id, ())
                if _covers(sentence, self._passages[passage_id], question)
            ]
        passages = {id: self._sentences.get(id, ()) for id in question.gold_passages}
        held = [sentence for sentences in passages.values() for sentence in sentences]
        answer = f" {normalise_answer(_answer(question))} "
        stating = [sentence for sentence in held if answer in f" {normalise_answer(sentence.text)} "]
        if not stating:
            return held
        told = self._words(question.text, *(self._passages[id].title for id in passages))

        def shared(sentence: Sentence) -> int:
            return len(told & self._words(sentence.text))

        last = max(stating, key=shared)
        told |= self._words(last.text)
        led = [max(each, key=shared) for id, each in passages.items() if each and id != last.document_id]
        return [*led, last]

    @staticmethod
    def _words(*texts: str) -> set[str]:
        return {word for text in texts for word in normalise_answer(text).split()}


def _check(folder: Path, pooled: PooledQuestions, questions: Sequence[Question]) -> None:
    if not questions:
        raise InputError(f"{folder / 'questions.jsonl'} holds no questions")
    unanswered = next((question for question in questions if not _answer(question)), None)
    if unanswered is not None:
        raise InputError(
            f"{folder / 'questions.jsonl'}: question {unanswered.id!r} has no `answer` to make a statement"
        )
    languages = Counter(pooled.languages[question.text] for question in questions)
    language = languages.most_common(1)[0][0]
    if language and language != _LANGUAGE:
        raise InputError(
            f"{folder}: the corpus is in {language!r}; statements are worded by rules that are there for English alone"
        )


def _answer(question: Question) -> str:
    """Return the gold answer without stray quotation marks, full stops and unclosed brackets."""
    text = _UNCLOSED.sub("", question.answers[0]).strip() if question.answers else ""
    text = text if text.count('"') == 2 else text.replace('"', "")
    return text.rstrip(",") if text.endswith(("S.", "Jr.", "A.", "?")) else text.rstrip("., ")


def _truth(wording: Wording, answer: str) -> str:
    return wording.denied(answer) if wording.gap is Gap.NONE and answer.lower() == "no" else wording.text(answer)


def _is_reworded(wording: Wording) -> bool:
    return wording.name != "answer"


def _window(question: str, view: GraphView, ranker: Ranker) -> list[NumberedSentence]:
    """Return what `ask` shows a language model first, best first."""
    options = AskOptions()
    reading = Reading(question, view, options)
    query = reading.query(())
    select = partial(select_window, query, view=view, ranker=ranker, options=options, most=options.window)
    selected, fresh = reading.read(query, lambda seen: select(seen=seen))
    place = {sentence.id: position for position, sentence in enumerate(selected.sentences)}
    return sorted(fresh, key=lambda numbered: place[numbered.sentence.id])


def _covers(sentence: Sentence, passage: Passage, question: Question) -> bool:
    own = (sentence.start, sentence.end)
    spans = [passage.sentence_span(gold.index) for gold in question.gold_sentences if gold.passage_id == passage.id]
    return any(span and (is_half_covered(span, [own]) or is_half_covered(own, [span])) for span in spans)


def _figures(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    true = [verdict for verdict in verdicts if verdict.change == _TRUE]
    false: dict[str, list[Verdict]] = defaultdict(list)
    for change in Change:
        if found := [verdict for verdict in verdicts if verdict.change == change]:
            false[str(change)] = found
    cited = [{numbered.sentence.id for numbered in verdict.judged.sentences} for verdict in true]
    precision = [len(ids & verdict.gold) / len(ids) for ids, verdict in zip(cited, true, strict=True) if ids]
    recall = [
        len(ids & verdict.gold) / len(verdict.gold) for ids, verdict in zip(cited, true, strict=True) if verdict.gold
    ]
    return {
        "supported_true": _share(true, Support.SUPPORTED),
        "partly_true": _share(true, Support.PARTLY),
        "supported_true_all_ranked": _share([verdict for verdict in true if verdict.all_ranked], Support.SUPPORTED),
        "supported_false": {change: _share(found, Support.SUPPORTED) for change, found in false.items()},
        "partly_false": {change: _share(found, Support.PARTLY) for change, found in false.items()},
        "statements_true": len(true),
        "statements_false": {change: len(found) for change, found in false.items()},
        "citation_precision": mean(precision),
        "citation_recall": mean(recall),
    }


def _by_wording(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    by_name: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.change == _TRUE and not verdict.is_brief:
            by_name[verdict.wording].append(verdict)
    return {
        "by_wording": {
            name: {"statements": len(found), "supported": _share(found, Support.SUPPORTED)}
            for name, found in by_name.items()
        }
    }


def _share(verdicts: Sequence[Verdict], support: Support) -> float:
    return round(mean([float(verdict.judged.support is support) for verdict in verdicts]), 4)
