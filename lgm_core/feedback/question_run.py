"""One question in rounds of feedback: it is answered from facts, and what is missing is looked up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lgm_core.errors import InputError
from lgm_core.feedback.enriched_graph import EnrichedGraph, addition_id
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.feedback_prompts import ANSWER_FROM_FACTS
from lgm_core.feedback.feedback_steps import FactsStep, LookingUpStep, NamingStep
from lgm_core.feedback.looking_up import FoundFacts, facts_in, in_turn, lacking, sentences_found
from lgm_core.flow import Outcome, Request, RunRecord
from lgm_core.llm.quoting import plain
from lgm_core.model import Addition, Answer, Fact, Sentence
from lgm_core.model.addition import utc_now
from lgm_core.model.trace import End, FailedRequests, Round
from lgm_core.retrieval.answering.answer_record import AnswerRecord, failure_in
from lgm_core.retrieval.answering.evidence_chunks import NONE
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply, read_answer, reading_schema
from lgm_core.retrieval.answering.replies.sub_questions import QUESTIONS_SCHEMA, KnownQuestions, read_sub_questions
from lgm_core.retrieval.answering.supporting_sentences import Steps, failed_requests
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.fact_text import fact_line
from lgm_core.retrieval.facts.shown_facts import ShownEntry, facts_text, fitting, number_facts
from lgm_core.retrieval.facts.subgraph import retrieve_facts
from lgm_core.vectors.port import Embeddings

__all__ = ["OWN", "QuestionRun"]

_OF_SUB_QUESTION = 5
"""How many of the facts found for a sub-question are shown."""


def seen_facts(
    question: str,
    sub_questions: Sequence[str],
    view: GraphView,
    options: FeedbackOptions,
    embeddings: Embeddings | None,
) -> Steps[list[ShownEntry]]:
    """Search the graph for the facts that lead from a question to its answer, and number their sentences.

    The search from the question may not reach what was looked up for it. So the best facts for each sub-question, the
    last one first, alternate with those for the question; then all are represented even if not all facts fit.

    Args:
        question: the question.
        sub_questions: what was looked up for it.
        view: the graph.
        options: the width, depth and scorer of the search, and whether to restore the context of facts; if not, a fact
            gets the number of its first evidence sentence.
        embeddings: an embedding model, to score paths and to restore context.
    """
    search = FactRetrievalOptions(
        depth=options.depth, width=options.width, scorer=options.scorer, sentences=int(options.context)
    )
    of_question = yield from retrieve_facts(view, question, search, embeddings=embeddings)
    rankings = [of_question.facts]
    by_words = replace(search, depth=1, scorer="words")
    for sub_question in reversed(sub_questions):
        of_sub_question = yield from retrieve_facts(view, sub_question, by_words, embeddings=embeddings)
        rankings.append(of_sub_question.facts[:_OF_SUB_QUESTION])
    by_key = {restored.fact.key: restored for ranking in reversed(rankings) for restored in ranking}
    found = [by_key[key] for key in in_turn([[restored.fact.key for restored in ranking] for ranking in rankings])]
    if options.context:
        return number_facts(
            view, [(restored.fact, [item.sentence for item in restored.sentences]) for restored in found]
        )
    facts = [restored.fact for restored in found]
    return number_facts(view, list(zip(facts, _evidence(view, facts), strict=True)))


def _evidence(view: GraphView, facts: Sequence[Fact]) -> list[list[Sentence]]:
    """Return the first visible evidence sentence of each fact."""
    ids = [item.sentence_id for fact in facts for item in fact.evidence]
    shown = view.documents(id.rpartition("#")[0] for id in ids)
    visible = list(dict.fromkeys(id for id in ids if id.rpartition("#")[0] in shown))
    sentences = {sentence.id: sentence for sentence in view.store.sentences(visible)} if visible else {}
    of_facts = (
        [sentences[item.sentence_id] for item in fact.evidence if item.sentence_id in sentences] for fact in facts
    )
    return [found[:1] for found in of_facts]


OWN = "(own knowledge)"
"""How the text of an answer marks statements from the model's own knowledge."""

_MARK = re.compile(r"(?<!\s)\s*+[\[(]\s*own(?:\s+knowledge)?\s*[\])]", re.IGNORECASE)
_CITED = re.compile(r"(?<!\s)\s*+[\[【][\d\s,;–-]+[\]】]")

_STATEMENT_END = re.compile(
    r"(?<=[^\W_]{2}[.!?])\s+(?=[^\W\d_a-z])|(?<=[\])][.!?])\s+|(?<=[.!?]\])\s+|(?<=[。！？])|\n+"
)
"""Between two statements, even if a mark or a number stands before or after the full stop."""


def with_own_marked(outcome: Outcome, *, brief: bool) -> tuple[Outcome, bool]:
    """Mark statements from the model's own knowledge in an answer, without citations.

    Args:
        outcome: of the answering request; its value is an `AnswerReply` with `[own]` after such statements.
        brief: whether the bare fact is wanted, which has no marks.

    Returns:
        The changed outcome, and whether no sentence may be cited, since there is such a statement and none with a
        citation.
    """
    reply: AnswerReply | None = outcome.value if outcome.ok else None
    if reply is None or not _MARK.search(reply.text):
        return outcome, False
    statements = [_marked(statement) for statement in _STATEMENT_END.split(reply.text) if statement]
    text = " ".join(statements)
    cites_nothing = _CITED.search(text) is None
    if brief:
        text = text.replace(OWN, "").strip()
    return replace(outcome, value=replace(reply, text=text, citations=())), cites_nothing


def _marked(statement: str) -> str:
    if not _MARK.search(statement):
        return statement
    body = _CITED.sub("", _MARK.sub("", statement)).rstrip()
    stop = body[-1:] if body[-1:] in ".!?。！？" else ""
    return f"{body.removesuffix(stop)} {OWN}{stop}".strip()


FAILED = "the language model failed"
"""Why the rounds end after a failed request; what the last round found is not added."""

_COMPLETE, _NOTHING_NEW = "nothing is missing", "nothing new was found"


class QuestionRun(RunRecord):
    """The state of a question; its methods are parts of a flow.

    Args:
        question: the question.
        graph: the graph, to which facts are added.
        options: the settings.
        model_name: the name of the language model, for the origin of facts.

    Attributes:
        end: why the rounds end; empty while another may follow.
        rounds: how many rounds of feedback looked something up.
        sub_questions: what was looked up, in order.
        extractions: how many requests for facts were made.
        added: how many facts were added.
        addition: the identifier of its addition.
    """

    def __init__(self, question: str, graph: EnrichedGraph, options: FeedbackOptions, model_name: str) -> None:
        super().__init__()
        self._question, self._graph, self._options, self._model_name = question, graph, options, model_name
        self._record: AnswerRecord | None = None
        self._known = KnownQuestions()
        self._entries: list[ShownEntry] = []
        self._shown = ""
        self._left_out = 0
        self._missing: tuple[str, ...] = ()
        self._sought: list[str] = []
        self._in_vain: list[str] = []  # what was sought since the last new facts
        self.end = ""
        self.rounds = 0
        self.sub_questions: list[str] = []
        self.extractions = 0
        self.added = 0
        self.addition = addition_id()

    def answer(self) -> Steps[None]:
        """Retrieve facts, restore their context, and answer from them, unless they are those of the last answer."""
        yield from self.recorded(self._answer())

    def check(self) -> Steps[None]:
        """Let the model judge the doubtful statements of the answer, if the options say so."""
        if self._record is not None:
            yield from self.recorded(self._record.check())

    def look_up(self) -> Steps[FoundFacts | None]:
        """Name what is missing, look it up, and return the facts found; None if the rounds end."""
        return (yield from self.recorded(self._look_up()))

    def add(self, found: FoundFacts) -> None:
        """Add the facts that the graph still lacks; others may have added some meanwhile.

        If a document that states one of them was deleted meanwhile, nothing is added and the rounds end.
        """
        new = lacking(found, self._graph.view(self._question))
        if new.facts:
            made = (self.addition, "feedback", self._question, utc_now())
            try:
                self._graph.add(Addition(*made, new.facts, new.profiles, mentions=new.mentions))
            except InputError as error:
                self.end = f"what was found could not be added: {error}"
                return
            self.added += len(new.facts)
        if self._graph.memory is not None:
            self._graph.memory.remember(self._sought, self._question)

    def result(self) -> Answer:
        """Return the answer so far."""
        evidence = [entry.sentence for entry in self._entries[: self._options.ask.evidence]]
        record = self._record or AnswerRecord(self._question, self._options.ask, None)
        keeps = bool(self.added) and self._graph.keeps
        end = End(self.end, self.addition, self.added) if keeps else End(self.end)
        answer = record.result(evidence, self._left_out)
        missing = () if self.end == _COMPLETE else tuple(dict.fromkeys((*self._missing, *self._in_vain)))
        trace = (*self.trace, end)
        return replace(answer, missing_concepts=missing, failure=failure_in(self.trace), usage=self.usage, trace=trace)

    def _answer(self) -> Steps[None]:
        options = self._options
        view = self._graph.view(self._question)
        if self._record is None:
            self._record = AnswerRecord(self._question, options.ask, view)
        found = yield from seen_facts(self._question, self._sought, view, options, self._graph.embeddings)
        self._entries = fitting(found, context=options.context, size=options.ask.chunk_size)
        self._left_out = len(found) - len(self._entries)
        facts = self._facts_text()
        if facts == self._shown:
            return
        self._shown, self._in_vain = facts, []
        stated = tuple(fact_line(fact, entry.names) for entry in self._entries for fact in entry.facts)
        ids = tuple(entry.sentence.sentence.id for entry in self._entries)
        yield FactsStep(len(stated), stated, ids, self._left_out)
        rules = options.prompts.rules(llm_knowledge=options.ask.llm_knowledge, brief=options.ask.brief)
        messages = options.prompts.answer.messages(
            {"facts": self._shown, "question": plain(self._question), "rules": rules}
        )
        schema, instructions = reading_schema(names_missing=False, reasons=True), (ANSWER_FROM_FACTS.system,)
        (outcome,) = yield [Request(messages, "answering", read_answer, schema, instructions=instructions)]
        outcome, is_own = with_own_marked(outcome, brief=options.ask.brief)
        shown = [] if is_own else [entry.sentence for entry in self._entries]
        reply, step = self._record.take(outcome, shown, numbered=True)
        yield step
        if reply is None:
            self.end = FAILED
        elif not options.max_rounds:
            self.end = "no rounds of feedback were asked for"

    def _look_up(self) -> Steps[FoundFacts | None]:
        options = self._options
        if self.rounds >= options.max_rounds:
            self.end = "the most rounds allowed were made"
        elif options.max_tokens is not None and self.usage.tokens >= options.max_tokens:
            self.end = "the tokens are spent"
        if self.end:
            return None
        yield Round(self.rounds + 1)
        fresh = yield from self._name_missing()
        if not fresh:
            return None
        self._sought += fresh
        self._in_vain += fresh
        memory = self._graph.memory
        named = [asked for asked in fresh if memory is None or not memory.has(asked, self._question)]
        if not named:  # what was found for them is in the graph, and is shown now
            return FoundFacts()
        self.rounds += 1
        self.sub_questions += named
        view, ranker = self._graph.view(self._question), self._graph.ranker()
        by_question = {asked: sentences_found(asked, self._question, view, ranker, options.passages) for asked in named}
        return (yield from self._facts_in(by_question))

    def _name_missing(self) -> Steps[list[str]]:
        """Return the new sub-questions that the model names; if there are none, the rounds end."""
        prompts = self._options.prompts
        text = self._record.cited.text if self._record is not None else ""
        messages = prompts.missing.messages(
            {
                "facts": self._shown,
                "answer": plain(text),
                "asked": "\n".join(map(plain, self._known.asked)) or NONE,
                "question": plain(self._question),
            }
        )
        (outcome,) = yield [Request(messages, "naming", read_sub_questions, QUESTIONS_SCHEMA)]
        named: Sequence[str] = outcome.value if outcome.ok else ()
        yield NamingStep(failures=failed_requests([outcome]), missing=tuple(named))
        if not outcome.ok:
            self.end = FAILED
            return []
        self._missing = tuple(named)
        fresh = self._known.new(named)
        if not named:
            self.end = _NOTHING_NEW if self._in_vain else _COMPLETE
        elif not fresh:
            self.end = "what is missing was looked for before"
        return fresh

    def _facts_in(self, sentences: dict[str, list[str]]) -> Steps[FoundFacts | None]:
        """Return the facts that a language model reads from sentences and the graph lacks; None if the model fails.

        Args:
            sentences: by sub-question, the ids of the sentences found for it.
        """
        view = self._graph.view(self._question)
        found = yield from facts_in(sentences, view, self._options.extraction, self._model_name)
        self.extractions += found.requests
        new = lacking(FoundFacts() if found.failures else found, view)
        yield LookingUpStep(
            failures=FailedRequests(len(found.failures), next(iter(found.failures), "")),
            found=len(found.facts),
            dropped=dict(found.dropped),
            read=sentences,
            new=tuple(fact_line(fact) for fact in new.facts),
        )
        if found.failures:
            self.end = FAILED
            return None
        return new

    def _facts_text(self) -> str:
        options = self._options
        return facts_text(self._entries, context=options.context, size=options.ask.chunk_size)
