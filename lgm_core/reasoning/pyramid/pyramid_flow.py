"""Answering a question from the first layer that can: the schema, the facts, the text (PolyRAG, section III-C).

The rules make one plan, which is executed over the facts that conform to the schema. Where that finds nothing, a
language model writes a query in SPARQL; facts and text are shown to it, each in one request. Without a model, the plan
is executed over all facts, then with text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lgm_core.errors import PlanError, missing_extra
from lgm_core.flow import Request, RunRecord
from lgm_core.llm.quoting import plain
from lgm_core.model import Answer, Fact, Sentence
from lgm_core.model.trace import End
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.planning.model_planner import PlanningResult
from lgm_core.reasoning.planning.planner import make_plan
from lgm_core.reasoning.pyramid.pyramid_options import Layer, PyramidOptions
from lgm_core.reasoning.pyramid.pyramid_steps import LayerStep
from lgm_core.reasoning.solving.rows_answer import answer_of_rows, cited, not_found, stated_names
from lgm_core.reasoning.solving.solver import judge_and_answer, rules
from lgm_core.reasoning.sparql.plan_query import query_of_plan
from lgm_core.reasoning.sparql.query_process import QueryProcesses, has_ontology
from lgm_core.reasoning.sparql.query_writing import ask_by_model
from lgm_core.retrieval.answering.answer_record import AnswerRecord, failure_in
from lgm_core.retrieval.answering.evidence_chunks import NONE
from lgm_core.retrieval.answering.evidence_only import best_evidence
from lgm_core.retrieval.answering.replies.answer_fit import row_may_answer
from lgm_core.retrieval.answering.replies.answer_replies import read_answer, reading_schema
from lgm_core.retrieval.answering.supporting_sentences import Steps
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.sentence_facts import facts_by_sentence
from lgm_core.retrieval.facts.shown_facts import facts_text, fitting, number_facts, without_repetition
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["Pyramid"]

_WORDS_OF_FACT, _WORDS_OF_PASSAGE = 40, 60
"""Words of sentences that are read for each fact and passage shown."""

_OF_ROW = 4
"""How many sentences are cited for each row of the schema."""

_PLANS: Mapping[Layer, LogicalFormOptions] = {
    "schema": LogicalFormOptions(planner="rules", facts="conforming", text="never"),
    "facts": LogicalFormOptions(planner="rules", text="never"),
    "text": LogicalFormOptions(planner="rules"),
}
"""What a plan may use in each layer."""

_NO_SCHEMA = "the graph has no schema; load or propose one"
_NO_FACT = "no fact that conforms to the schema fits the query"
_OTHER_KIND = "what the query finds is not of the kind that the question asks for"
_ONLY_NAMES = "only names from its best sentences, which no language model has read"

_COUNT = re.compile(r"\bCOUNT\s*\(", re.IGNORECASE)


class Pyramid(RunRecord):
    """Answers one question from the first layer that can; nothing of the layers below is read.

    Args:
        question: the question.
        view: the visible part of the graph.
        ranker: ranks its passages and sentences.
        options: the settings.
        queries: the processes of the graph that run queries in SPARQL, which a language model writes.
        has_model: whether there is a language model.
    """

    def __init__(
        self,
        question: str,
        *,
        view: GraphView,
        ranker: Ranker,
        options: PyramidOptions,
        queries: QueryProcesses,
        has_model: bool,
    ) -> None:
        super().__init__()
        self._question, self._view, self._ranker, self._options = question, view, ranker, options
        self._queries, self._has_model = queries, has_model
        self._planned: PlanningResult | None = None

    def flow(self) -> Steps[Answer]:
        """Answer the question; without an answer, return the evidence nearest to it."""
        found: Answer | None = None
        for layer in self._options.layers:
            found, step = yield from self._asked(layer)
            yield from self.tell(step)
            if not step.problem:
                break
        else:
            layer = None
        if found is None:
            found = best_evidence(self._question, view=self._view, ranker=self._ranker, options=self._options.ask)
        yield from self.tell(End(f"the {layer} answered" if layer else "no layer answered"))
        trace = tuple(self.trace)
        return replace(found, layer=layer or "", failure=failure_in(trace), usage=self.usage, trace=trace)

    def _asked(self, layer: Layer) -> Steps[tuple[Answer | None, LayerStep]]:
        """Ask a layer; the step has a problem if the layer does not answer."""
        if layer == "schema" and not (self._view.schema.classes or self._view.schema.properties):
            return None, LayerStep(layer, _NO_SCHEMA)
        if self._has_model and layer != "schema":
            return (yield from self._by_reading(layer))
        found, step = yield from self._by_plan(layer)
        return (yield from self._by_query()) if self._has_model and step.problem else (found, step)

    def _by_query(self) -> Steps[tuple[Answer | None, LayerStep]]:
        """Answer with the rows of a query that the language model writes; a row that nothing bears out is none.

        Raises:
            MissingDependencyError: the extra `ontology` is not installed.
        """
        if not has_ontology():
            raise missing_extra("asking the schema with a language model", "ontology")
        asking = ask_by_model(self._question, self._view, self._queries)
        result, written = yield from self.recorded(asking)
        if result is None:
            return None, LayerStep("schema", written.problem, written.query, planner="llm")
        named: dict[str, dict[str, None]] = {}
        is_count = _COUNT.search(result.query) is not None
        borne_out = [row for row in result.rows if row.sentences and (any(row.values) or result.truth is not None)]
        rows: list[tuple[str, ...]] = []
        for row in borne_out:
            values = list(filter(None, row.values)) if result.truth is None else ["yes"]
            if row_may_answer(self._question, values, self._view.language, is_count=is_count):
                rows.append(row.values)
                name = " – ".join(values)
                named[name] = named.get(name, {}) | dict.fromkeys(row.sentences[:_OF_ROW])
        step = LayerStep("schema", "", result.query, result.variables, tuple(rows), result.is_cut, "llm")
        if not rows:
            return None, replace(step, problem=_OTHER_KIND if borne_out else _NO_FACT)
        is_brief = self._options.ask.brief
        citations = cited(self._view, (id for ids in named.values() for id in ids))
        text, statements = stated_names(named, citations, brief=is_brief)
        text = f"{text} (there are more)" if result.is_cut and not is_brief else text
        return Answer(self._question, text, citations, statements=statements), step

    def _by_plan(self, layer: Layer) -> Steps[tuple[Answer | None, LayerStep]]:
        """Answer by executing the plan of the rules over what a layer holds."""
        view, ranker, options = self._view, self._ranker, replace(_PLANS[layer], ask=self._options.ask)
        if self._planned is None:
            planning = make_plan(self._question, view=view, options=options, has_model=False)
            self._planned = yield from self.recorded(planning)
        plan = self._planned.plan
        if plan is None:
            return None, LayerStep(layer, self._planned.error, planner="rules")
        executing = execute(plan, question=self._question, view=view, ranker=ranker, options=options, has_model=False)
        try:
            execution = yield from self.recorded(executing)
        except PlanError as error:
            return None, LayerStep(layer, str(error), planner="rules")
        found = answer_of_rows(self._question, execution, view, options)
        query = query_of_plan(plan, view.conformance) if layer == "schema" else ""
        step = LayerStep(layer, query=query, rows=tuple((name,) for name in execution.answers), planner="rules")
        if found is None:
            return None, replace(step, problem="; ".join(not_found(execution.steps)) or "the plan has no result")
        if found.is_evidence_only:
            is_text = layer == "text"
            return found if is_text else None, replace(step, problem=_ONLY_NAMES if is_text else found.text)
        return found, step

    def _by_reading(self, layer: Layer) -> Steps[tuple[Answer | None, LayerStep]]:
        """Show the language model the best of a layer, and let it answer or say what is missing."""
        is_last, view, ask = layer == self._options.layers[-1], self._view, self._options.ask
        ask = ask if is_last else replace(ask, llm_knowledge=False)
        found = self._best_facts() if layer == "facts" else self._best_passages()
        entries = fitting(
            without_repetition(number_facts(view, found, self._options.facts)), context=True, size=ask.chunk_size
        )
        if not entries and not is_last:
            return None, LayerStep(layer, "nothing in it is about the question")
        messages = judge_and_answer(ask).messages(
            {
                "found": NONE,
                "facts": facts_text(entries, context=True, size=ask.chunk_size),
                "question": plain(self._question),
                "rules": rules(ask, is_last=is_last),
            }
        )
        record = AnswerRecord(self._question, ask, view)
        (outcome,) = yield [Request(messages, "answering", read_answer, reading_schema(names_missing=not is_last))]
        self.usage += outcome.usage
        shown = [entry.sentence for entry in entries]
        reply, step = record.take(outcome, shown, numbered=True)
        yield from self.tell(step)
        if reply is None:
            return None, LayerStep(layer, "the language model failed")
        if not is_last and (reply.missing or not record.has_citations):
            return None, LayerStep(layer, f"missing: {'; '.join(reply.missing)}" if reply.missing else "not in it")
        yield from self.recorded(record.check())
        answer = record.result(shown[: ask.evidence], 0)
        return answer, LayerStep(layer, "nothing in it supports an answer" if answer.is_evidence_only else "")

    def _best_facts(self) -> list[tuple[Fact | None, Sequence[Sentence]]]:
        """Return facts, best first, each with the best sentence that states it."""
        words = _WORDS_OF_FACT * self._options.facts
        best = facts_by_sentence(self._view, self._ranker, self._question, words).facts
        return [(each.fact, [of_fact.sentence for of_fact in each.sentences[:1]]) for each in best]

    def _best_passages(self) -> list[tuple[Fact | None, Sequence[Sentence]]]:
        """Return the sentences of the best focused passages."""
        words = _WORDS_OF_PASSAGE * self._options.passages
        hits = self._ranker.windows(self._question, words, allowed=self._view.allowed)[: self._options.passages]
        return [(None, self._view.store.sentences([id for hit in hits for id in hit.sentences]))]
