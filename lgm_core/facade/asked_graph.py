"""The part of a graph that answers questions, executes plans and retrieves."""

from __future__ import annotations

import threading
from collections.abc import Generator
from copy import copy
from os import PathLike
from types import TracebackType
from typing import Self

from lgm_core.errors import naming_settings
from lgm_core.facade.answer_modes import AnswerOptions
from lgm_core.facade.ask import OnFailure, answering
from lgm_core.facade.async_methods import FlowDriven, awaited, streamed
from lgm_core.facade.checked_arguments import limiting_where
from lgm_core.facade.fact_learning import facts_for
from lgm_core.facade.logical_forms import planning, solving
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.retrieve import passages_for, sentences_for
from lgm_core.flow import Ledger, RequestLimits
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.language.port import Annotator
from lgm_core.llm.port import ChatModel
from lgm_core.model import Answer, AnswerEvent, FactSubgraph, RetrievedPassage, RetrievedSentence
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker, Rerank
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["AskedGraph"]


class AskedGraph(FlowDriven):
    """The part of `LanguageGraph` that answers; the arguments are those of `LanguageGraph`."""

    @naming_settings
    def __init__(
        self,
        store: LanguageGraphStore | str | PathLike[str],
        *,
        llm: ChatModel | None = None,
        annotator: Annotator | str | None = None,
        embed: Embed | Embeddings | str | PathLike[str] | None = None,
        rerank: Rerank | ChainRerank | None = None,
        ranking: RankingOptions | None = None,
        concurrency: int = 8,
        cache_replies: bool = True,
        limits: RequestLimits | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        self._opened = OpenedGraph(
            store,
            llm=llm,
            annotator=annotator,
            embed=embed,
            rerank=rerank,
            ranking=ranking,
            concurrency=concurrency,
            cache_replies=cache_replies,
            limits=limits,
            on_step=on_step,
        )

    @property
    def store(self) -> LanguageGraphStore:
        """The store; assigning another one makes every later call use it."""
        return self._opened.store

    @store.setter
    def store(self, store: LanguageGraphStore) -> None:
        self._opened.store = store

    @property
    def llm(self) -> ChatModel | None:
        """The chat model, or None."""
        return self._opened.llm

    @llm.setter
    def llm(self, llm: ChatModel | None) -> None:
        self._opened.llm = llm

    @property
    def on_step(self) -> OnStep | None:
        """Called with each trace step of builds, reflections and answers, possibly from a worker thread."""
        return self._opened.on_step

    @on_step.setter
    def on_step(self, on_step: OnStep | None) -> None:
        self._opened.on_step = on_step

    @property
    def annotator(self) -> Annotator:
        """The language backend."""
        return self._opened.annotator

    @property
    def ledger(self) -> Ledger:
        """The cost of language-model calls, by phase."""
        return self._opened.ledger

    def with_llm(self, llm: ChatModel | None) -> Self:
        """Return this graph with another chat model, or none; everything else is shared, including store and ledger."""
        other = copy(self)
        other._opened = self._opened.with_llm(llm)
        return other

    def with_limits(self, limits: RequestLimits) -> Self:
        """Return this graph with additional limits, as for one build; everything else is shared.

        ```python
        report = graph.with_limits(RequestLimits(tokens=2_000_000)).build("docs/")
        ```
        """
        other = copy(self)
        other._opened = self._opened.with_limits(limits)
        return other

    def ask(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Answer a question with citations, by Concept Iterative Retrieval (paper section 3.3).

        With `FeedbackOptions` the answer comes from facts, and missing facts are looked up and added (TCR-QF). With
        `LogicalFormOptions` the question is planned and solved in steps, from facts first (KAG); this also works
        without a language model if rules find a plan and facts answer every step. Questions without a plan are answered
        as without these options. Without a language model the answer holds the best evidence and says so; so it does if
        the model fails, with the reason in `failure`. If no document passes the filter, the model is not asked, and the
        text says so.

        Args:
            question: what to answer.
            options: settings of the search, of query-driven feedback, or of logical forms.
            where: a filter on document metadata, in addition to that of the options: both must hold.
            on_failure: `raise` raises an error if there is no answer because the language model failed.
            on_step: called with each trace step.
            cancel: ends the search when set.

        Raises:
            InputError: the question is empty, the filter cannot be understood or joined, or `on_failure` is unknown.
            Cancelled: `cancel` was set.
            LanguageModelError: the language model failed, and `on_failure` is `raise`.
            LanguageModelSetupError: the language model cannot be used as it is set up.
        """
        where = limiting_where(options, where)
        flow = answering(self._opened, question, options, where, on_failure)
        return self._run(flow, self._opened.question_session(on_step, cancel, where=where))

    aask = awaited(ask)

    def stream(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        settled: bool = False,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Generator[AnswerEvent, None, None]:
        """Answer a question as `ask` does, and yield what happens: each step, the text as it comes, the answer.

        ```python
        for event in graph.stream("What are apples rich in?"):
            match event:
                case AnswerText(text):
                    print(text, end="", flush=True)
                case AnswerRestart():
                    print(" … replaced by:", end=" ")
                case Answer():
                    print(event.citations)
        ```

        Text comes in pieces as soon as the model's reply shows that nothing is missing and that it is not a refusal. It
        never contains reasoning, and its citation numbers are those of the answer. A further round, or a reply that
        changes direction, may replace it: then an `AnswerRestart` comes first. The pieces since the last restart form
        the text of the `Answer`, which comes last.

        Text comes at once, at the end, with `FeedbackOptions`, `LogicalFormOptions`, `AskOptions.brief` or exhaustive
        rounds, and if the model cannot stream (`StreamingChatModel`) or its reply was cached. Text waits for a citation
        no longer than a sentence. Without `AskOptions.llm_knowledge` no text comes before the first valid citation.

        Closing the generator ends the current request and the search. The other arguments and errors are those of
        `ask`; `cancel` is also checked between pieces, and text may have come before an error.

        `settled` is for interfaces that cannot remove text: it holds back a first sentence that no document supports
        until the next one begins, since a further round probably replaces an answer of one unsupported sentence. With
        `AskOptions.check="model"` all text comes at the end. Restarts become rare: they need a model that writes
        several sentences of which none is supported, reasons without marking it, writes before its JSON, names what is
        missing after its answer, or fails in the middle.
        """
        where = limiting_where(options, where)
        flow = answering(self._opened, question, options, where, on_failure)
        return self._stream(flow, self._opened.question_session(on_step, cancel, where=where), settled=settled)

    astream = streamed(stream)

    def retrieve_passages(
        self,
        question: str,
        k: int = 5,
        *,
        words: int | None = None,
        where: Where | None = None,
        select: ChatModel | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[RetrievedPassage]:
        """Return the best passages for a question, best first; only `select` asks a language model.

        Passages are whole sections, or with `words` focused: the sentences that answer best within that many words,
        consecutive ones as one passage, without what an earlier passage already says.

        Args:
            question: the question.
            k: how many sections; without effect if `words` is given.
            words: the most words of all passages together; one sentence is returned even if it is longer. A reranker is
                not applied to focused passages.
            where: a filter on document metadata.
            select: a language model that chooses, with one request, which of the best twenty passages, shown with their
                chains, answer the question together. These come first, in its order, then the others as ranked. If its
                reply is unusable, the ranking stays unchanged, the step `selection` has the `error`, and the log warns.
            on_step: called with the step `selection`.
            cancel: ends the call when set.

        Raises:
            InputError: the question is empty, `k` or `words` is less than 1, `select` is given with `words`, or
                the filter cannot be understood.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: `select` cannot be used as it is set up.
        """
        session = self._opened.question_session(on_step, cancel, select, where=where)
        return self._run(passages_for(self._opened, question, k, words, where, select), session)

    aretrieve_passages = awaited(retrieve_passages)

    def retrieve_sentences(self, question: str, k: int = 10, *, where: Where | None = None) -> list[RetrievedSentence]:
        """Return the `k` best sentences for a question, best first, without a language model.

        Raises:
            InputError: the question is empty, `k` is less than 1, or the filter cannot be understood.
        """
        session = self._opened.question_session(None, None, where=where)
        return self._run(sentences_for(self._opened, question, k, where), session)

    aretrieve_sentences = awaited(retrieve_sentences)

    def retrieve_facts(
        self,
        question: str,
        options: FactRetrievalOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FactSubgraph:
        """Return the facts about a question, as paths from the concepts it names, with their sentences.

        Without options no language model is asked. There are no facts in a graph that was built without them. With a
        budget, `FactRetrievalOptions(words=250)`, the facts are those of the best-ranked sentences, and `text` has
        both.

        Args:
            question: the question.
            options: depth, width, what judges paths, how many sentences a fact gets; or a budget of words.
            where: a filter on document metadata; nothing from other documents is used.
            on_step: called with the steps `fact paths`, one for each depth that a language model judged.
            cancel: ends the call when set.

        Raises:
            InputError: the question is empty, the options are of another type, or the filter cannot be understood.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: a language model must judge paths, and there is none, or it cannot be used.
        """
        session = self._opened.question_session(on_step, cancel, where=where)
        return self._run(facts_for(self._opened, question, options, where), session)

    aretrieve_facts = awaited(retrieve_facts)

    def plan(
        self,
        question: str,
        options: LogicalFormOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> LogicalPlan:
        """Plan how a question is answered: which facts to retrieve, what to sort, count, compute or compare.

        ```python
        plan = graph.plan("Which film has the director born later, Gilda or Laura?")
        print(plan)
        ```

        Rules plan questions of common forms; others need a language model (`LogicalFormOptions.planner`). `str(plan)`
        is its text, which `LogicalPlan.parse` reads.

        Raises:
            PlanError: neither rules nor a language model found a plan; the error says why and what to do.
            InputError: the question is empty, or the filter cannot be understood or joined.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: the language model cannot be used as it is set up.
        """
        where = limiting_where(options, where, LogicalFormOptions)
        session = self._opened.question_session(on_step, cancel, where=where)
        return self._run(planning(self._opened, question, options, where), session)

    def solve(
        self,
        plan: LogicalPlan | str,
        options: LogicalFormOptions | None = None,
        *,
        question: str = "",
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Solution:
        """Execute a plan once: on facts first, and on text if facts are missing (KAG, algorithm 2).

        Without a language model, text yields names and values from the best sentences, and the solution says that it is
        evidence only. A step that fails says why in its `error`; others continue. A plan is never run as code.

        Args:
            plan: the plan, or its text.
            options: settings; `rounds`, `planner` and most of `ask` have no effect here.
            question: the question that the plan answers; it helps to find passages.
            where: a filter on document metadata, in addition to that of the options: both must hold in every step.
            on_step: called with each trace step.
            cancel: ends the execution when set.

        Raises:
            PlanError: the plan does not parse, uses a variable that no step binds, or cannot be executed at all.
            InputError: the filter cannot be understood or joined.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: the language model cannot be used as it is set up.
        """
        where = limiting_where(options, where, LogicalFormOptions)
        session = self._opened.question_session(on_step, cancel, where=where)
        return self._run(solving(self._opened, plan, options, question, where), session)

    asolve = awaited(solve)

    def ranker(self, where: Where | None = None) -> Ranker:
        """Return the ranker over the graph as it is now; its index is cached in the store until the graph changes.

        Args:
            where: a filter on document metadata; the ranker behaves as if there were no other documents.

        Raises:
            InputError: the filter cannot be understood.
            StoreError: there is no graph.
        """
        return self._opened.ranker(where)

    def __repr__(self) -> str:
        """Return where the graph is stored."""
        return f"{type(self).__name__}({str(self.store)!r})"

    def close(self) -> None:
        """Close the store."""
        self._opened.queries.close()
        self.store.close()

    def __enter__(self) -> Self:
        """Return the graph itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()
