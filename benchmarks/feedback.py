"""Measure what feedback adds, with an oracle in the place of a language model (`python -m benchmarks feedback`)."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.decomposed_questions import DecomposedQuestion, Step, contains_phrase, holds, read_decomposed
from lgm_core.errors import LanguageModelError
from lgm_core.evaluation.datasets import Passage, read_corpus
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.feedback_prompts import ANSWER_FROM_FACTS, NAME_MISSING
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.language.words import without_brackets
from lgm_core.learning.facts.fact_options import FACTS
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Fact, TraceStep, sentence_id
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["feedback_benchmark", "feedback_oracle"]


def feedback_benchmark(
    folder: Path,
    *,
    recorded: Path | None = None,
    annotator: Annotator | str | None = None,
    max_rounds: int = 20,
    limit: int | None = None,
) -> dict[str, Any]:
    """Build a graph of passages, take questions through rounds of feedback, and count the steps that it holds.

    A step of a question's decomposition is held when a fact of a gold passage has its answer in one end and another end
    in the step's question. An oracle plays the language model (see `feedback_oracle`); all else is the real flow.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition` and `gold_passages`.
        recorded: recorded triples to begin with; without them the graph has no facts.
        annotator: the language backend or its name.
        max_rounds: rounds of feedback at most.
        limit: only the first questions.

    Returns:
        `start`, and `rounds` after each round: `steps_held` (a share of 1), `questions_whole`, `sub_questions`
        (cumulative), `facts`, `concepts`, `answered` (share of questions for which what the model was shown holds the
        answer), `calls`, `tokens`; `again`: sub-questions, extractions and added facts of a second run of the same
        questions; `ends`; `seconds` of processor time of the first run.

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(passages.values(), Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        if recorded is not None:
            graph.import_facts(recorded)
        bench = _Benchmark(graph, questions, passages, max_rounds)
        began = time.process_time()
        report, rounds = bench.run()
        seconds = time.process_time() - began
        again, _ = bench.run()
        return {
            "questions": len(questions),
            "steps": sum(len(question.steps) for question in questions),
            "start": rounds[0],
            "rounds": rounds[1:],
            "again": {
                "sub_questions": again.rounds[-1].sub_questions,
                "extractions": again.rounds[-1].extractions,
                "facts_added": again.rounds[-1].facts - again.rounds[0].facts,
            },
            "ends": dict(report.ends),
            "seconds": seconds,
        }


@dataclass(frozen=True, slots=True)
class _Benchmark:
    graph: LanguageGraph
    questions: Sequence[DecomposedQuestion]
    passages: dict[str, Passage]
    max_rounds: int

    def run(self) -> tuple[FeedbackReport, list[dict[str, Any]]]:
        """Learn from all questions; return the report, and the figures before the first round and after each."""
        store = self.graph.store
        held: list[dict[str, Any]] = []

        def count(step: TraceStep) -> None:
            if step.name == "feedback round":
                held.append(self._held())

        model = feedback_oracle(self.questions, self.passages, lambda ids: _facts_of(store, ids))
        asked = [AskedQuestion(question.text, question.answers) for question in self.questions]
        options = FeedbackOptions(max_rounds=self.max_rounds, ask=AskOptions(brief=True))
        report = self.graph.with_llm(model).learn_from_questions(asked, options, on_step=count)
        rounds = [
            figures
            | {
                "sub_questions": row.sub_questions,
                "facts": row.facts,
                "concepts": row.concepts,
                "answered": row.exact_match,
                "calls": row.calls,
                "tokens": row.tokens,
            }
            for figures, row in zip(held, report.rounds, strict=True)
        ]
        return report, rounds

    def _held(self) -> dict[str, Any]:
        whole = [
            [holds(facts, step) for step in question.steps]
            for question in self.questions
            for facts in [_facts_of(self.graph.store, question.gold_passages)]
        ]
        steps = [held for of_question in whole for held in of_question]
        return {"steps_held": sum(steps) / len(steps), "questions_whole": sum(map(all, whole))}


def _facts_of(store: LanguageGraphStore, documents: Sequence[str]) -> list[Fact]:
    """Return the facts that documents are evidence for."""
    records = store.documents(list(documents))
    ids = [sentence_id(record.id, position) for record in records for position in range(record.sentence_count)]
    concepts = sorted({mention.concept for mention in store.mentions(ids)})
    stated = set(ids)
    facts = store.facts_about(concepts) if concepts else []
    return [fact for fact in facts if any(evidence.sentence_id in stated for evidence in fact.evidence)]


FactsOf = Callable[[Sequence[str]], Sequence[Fact]]
"""Returns the facts that a graph has of passages."""

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_ENTRY = re.compile(r"^\[(\d+)\] (.*?)(?=^\[\d+\] |\Z)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"\[(\d+)\] (.*)")
_MARK = re.compile(r" \[: ([^\]]*)\]")
_LONGEST_PHRASE = 8
"""Words of the longest phrase that is looked for in a sentence and a question."""


def feedback_oracle(
    questions: Sequence[DecomposedQuestion], passages: Mapping[str, Passage], facts_of: FactsOf
) -> ScriptedChatModel:
    """Return a chat model that names, extracts and answers by the gold decomposition.

    It names as missing the first step that no fact of a gold passage holds. It extracts that step's fact only from the
    sentences of a gold passage that it is shown, where one has the answer. It answers when the answer stands in the
    entries that it is shown, and cites the first.
    """
    oracle = _Oracle(questions, passages, facts_of)
    return ScriptedChatModel(oracle.reply, name="oracle")


class _Oracle:
    def __init__(
        self, questions: Sequence[DecomposedQuestion], passages: Mapping[str, Passage], facts_of: FactsOf
    ) -> None:
        self._questions = {_plain(question.text): question for question in questions}
        self._steps: defaultdict[str, list[tuple[DecomposedQuestion, Step]]] = defaultdict(list)
        for question in questions:
            for step in question.steps:
                self._steps[_plain(step.question)].append((question, step))
            self._steps[_plain(question.text)] += [(question, step) for step in question.steps]
        self._passages, self._facts_of = passages, facts_of

    def reply(self, messages: Sequence[Message]) -> str | LanguageModelError:
        """Return the reply to a request, told by the instructions it begins with."""
        asked = messages[-1].content
        if messages[0].content == NAME_MISSING.system:
            return json.dumps({"questions": self._missing(asked)})
        if messages[0].content == FACTS.system:
            return json.dumps(self._extracted(asked))
        if messages[0].content == ANSWER_FROM_FACTS.system:
            return json.dumps({"answer": self._answer(asked)})
        return LanguageModelError("the oracle knows no such request")

    def _missing(self, asked: str) -> list[str]:
        question = self._questions[_between(asked, "question")]
        facts = self._facts_of(question.gold_passages)
        return [step.question for step in question.steps if not holds(facts, step)][:1]

    def _answer(self, asked: str) -> str:
        question = self._questions[_between(asked, "question")]
        for entry in _ENTRY.finditer(_between(asked, "facts")):
            if any(contains_phrase(entry[2], answer) for answer in question.answers):
                return f"{question.answers[0]} [{entry[1]}]"
        return ""

    def _extracted(self, asked: str) -> dict[str, list[dict[str, object]]]:
        wanted = self._steps.get(_between(asked, "questions").removeprefix("- "), [])
        lines = list(_numbered_lines(asked))
        entities: list[dict[str, object]] = []
        facts: list[dict[str, object]] = []
        for question, step in dict.fromkeys(wanted):
            gold = [self._passages[id] for id in question.gold_passages]
            for line in lines:
                if not any(line.is_of(passage) for passage in gold):
                    continue
                if (other := line.other_end(step)) is None:
                    continue
                ids = [f"E{len(entities) + 1}", f"E{len(entities) + 2}"]
                for id, name in zip(ids, (other, step.answer), strict=True):
                    entities.append({"id": id, "type": "", "name": name, "description": ""})
                predicate = " ".join(_WORD.findall(step.question.replace(other, " "))) or "is"
                facts.append(
                    {"n": line.number, "subject": ids[0], "predicate": predicate, "object": ids[1], "quote": ""}
                )
        return {"entities": entities, "facts": facts}


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence as it is shown, under its heading."""

    number: int
    heading: str
    resolved: str

    @property
    def text(self) -> str:
        """Return the sentence without its marks."""
        return _plain(_MARK.sub("", self.resolved))

    def is_of(self, passage: Passage) -> bool:
        """Tell whether this is a sentence of a passage."""
        return _plain(passage.title) in self.heading and self.text in _plain(passage.text)

    def other_end(self, step: Step) -> str | None:
        """Return what the sentence says the answer of: the longest phrase that the step's question has too.

        Names come first. None where the sentence does not have the answer, or nothing of the question.
        """
        stated = (self.text, *_MARK.findall(self.resolved), *self.heading.split(" › "))
        if not any(contains_phrase(part, step.answer) for part in stated):
            return None
        found = [phrase for phrase in self._phrases() if contains_phrase(step.question, phrase)]
        other = [phrase for phrase in found if not contains_phrase(phrase, step.answer)]
        free = [phrase for phrase in other if not contains_phrase(step.answer, phrase)]
        return max(free or other, key=lambda phrase: (phrase[:1].isupper(), len(phrase)), default=None)

    def _phrases(self) -> Iterator[str]:
        """Yield the phrases of the sentence and its titles that begin and end with words of content."""
        yield from map(without_brackets, self.heading.split(" › "))
        empty = lexicon_of("en").determiners | lexicon_of("en").question_words | lexicon_of("en").pronouns
        for text in (*map(without_brackets, self.heading.split(" › ")), self.text, *_MARK.findall(self.resolved)):
            words = list(_WORD.finditer(text))
            for first, start in enumerate(words):
                for end in words[first : first + _LONGEST_PHRASE]:
                    if not {start[0].lower(), end[0].lower()} & empty and len(end[0]) > 2:
                        yield text[start.start() : end.end()]


def _numbered_lines(asked: str) -> Iterator[_Line]:
    heading = ""
    for line in _between(asked, "sentences").split("\n"):
        if line.startswith("# "):
            heading = line[2:]
        elif match := _LINE.match(line):
            yield _Line(int(match[1]), heading, match[2])


def _between(text: str, tag: str) -> str:
    """Return what stands between tags."""
    return text.rpartition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def _plain(text: str) -> str:
    return " ".join(text.split())
