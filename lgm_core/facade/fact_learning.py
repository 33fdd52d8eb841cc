"""Facts: learning them from documents of the graph, importing recorded ones, and finding them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError, LanguageModelSetupError, check_options, shown
from lgm_core.facade.checked_arguments import checked_number, checked_question
from lgm_core.facade.fact_settings import Facts, fact_annotator, named_facts, with_schema
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.learning.facts.later_facts import FactsReport, learn_facts
from lgm_core.learning.facts.recorded_facts import RecordedFacts, import_facts
from lgm_core.model import Addition, Fact, FactSubgraph, Sentence, Verdict
from lgm_core.model.addition import utc_now
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.fact_text import fact_line, names_as_written
from lgm_core.retrieval.facts.sentence_facts import facts_by_sentence
from lgm_core.retrieval.facts.subgraph import retrieve_facts
from lgm_core.schema.coinciding import coinciding

__all__ = ["RecordedRows", "StatedFact", "add_recorded_facts", "facts_for", "learning_facts", "stated_facts"]


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with the sentences that state it, also those of facts that coincide with it by the schema.

    Attributes:
        fact: the fact; its evidence says where in each sentence it stands.
        sentences: the sentences, one for each piece of evidence, in its order.
        text: the fact in one line, with concepts as the documents write them.
        property: the name of the schema's property that the fact conforms to, or empty.
    """

    fact: Fact
    sentences: tuple[Sentence, ...]
    text: str
    property: str = ""

    def __str__(self) -> str:
        """Return the fact in one line, with the property that it conforms to."""
        return f"{self.text}  [{self.property}]" if self.property else self.text


def stated_facts(
    store: LanguageGraphStore,
    name: str,
    *,
    where: Where | None = None,
    verdict: Verdict | None = None,
    conforming: bool = False,
    limit: int | None = None,
) -> list[StatedFact]:
    """Return the facts whose subject or object is a concept or one of its aliases; see `LanguageGraph.facts`.

    `verdict` selects facts by it; None selects all but rejected ones.

    Raises:
        InputError: the name does not name a concept, the filter cannot be understood, or `limit` is less than 1.
    """
    if not isinstance(name, str):
        raise InputError(f"the name of a concept is {shown(name)} and not text; give a noun or a name")
    if limit is not None:
        limit = checked_number(limit, "limit")
    view = GraphView(store, where=where, question=name)
    keys = view.keys_of(name)
    if not keys:
        raise InputError(f"{shown(name)} does not name a concept; give a noun or a name")
    groups = sorted({name for group in view.name_groups(keys) for name in group})
    if verdict is None:
        facts = store.facts_about(groups, None if conforming else limit, where)
    else:
        found = {fact.key: fact for key in groups for fact in store.facts(concept=key, verdict=verdict)}
        facts = [found[key] for key in sorted(found)]
        if where:
            # The wording of values comes from their first sentence, which the filter may hide.
            facts = [fact.normalised for fact in facts]
    ids = sorted({evidence.sentence_id for fact in facts for evidence in fact.evidence})
    sentences = {sentence.id: sentence for sentence in store.sentences(ids)}
    if view.allowed is not None:
        sentences = {id: sentence for id, sentence in sentences.items() if sentence.document_id in view.allowed}
    names = names_as_written(view, facts)
    stated = [each for fact in facts if (each := _stated(fact, sentences, names)).sentences]
    if view.schema.properties:
        view.conformance.read(each.fact for each in stated)
        for place, each in enumerate(stated):
            if fit := view.conformance.conforming(each.fact, view.grouped_predicates(each.fact)):
                stated[place] = replace(each, property=fit.property.name)
        of_key = {each.fact.key: each for each in stated}
        same = coinciding((each.fact for each in stated), view.conformance, view.grouped_predicates)
        stated = [_united([of_key[fact.key] for fact in group]) for group in same]
    return [each for each in stated if each.property or not conforming][:limit]


def _united(same: Sequence[StatedFact]) -> StatedFact:
    """Return the first of facts that coincide, with the evidence and sentences of all."""
    fact = replace(same[0].fact, evidence=tuple(item for each in same for item in each.fact.evidence))
    return replace(same[0], fact=fact, sentences=tuple(sentence for each in same for sentence in each.sentences))


def _stated(fact: Fact, sentences: Mapping[str, Sentence], names: Mapping[str, str]) -> StatedFact:
    evidence = tuple(entry for entry in fact.evidence if entry.sentence_id in sentences)
    fact = replace(fact, evidence=evidence)
    judged = "" if fact.verdict is Verdict.UNKNOWN else f"  ({fact.verdict})"
    sentences_of = tuple(sentences[entry.sentence_id] for entry in evidence)
    return StatedFact(fact, sentences_of, f"{fact_line(fact, names)}{judged}")


RecordedRows = str | PathLike[str] | Iterable[Mapping[str, Any]]
"""The path of a file of JSON Lines, or its rows."""


def add_recorded_facts(store: LanguageGraphStore, source: RecordedRows) -> FactsReport:
    """Add recorded triples that sentences support, as an addition."""
    records, id, label = _recorded(source)
    return import_facts(store, records, Addition(id, "import", label, utc_now()))


def learning_facts(graph: OpenedGraph, facts: Facts) -> Flow[FactsReport]:
    """Add the facts that documents of the graph state."""
    store = graph.existing()
    options = with_schema(named_facts(facts), store)
    if options is None:
        raise InputError(f"facts={facts!r} does not say how to learn them; give 'open', 'llm' or FactOptions")
    if options.method == "llm" and graph.llm is None:
        raise LanguageModelSetupError("facts by a language model were requested; open the graph with llm=…")
    annotator = fact_annotator(options, graph.annotator, is_named=graph.names_annotator)
    name = graph.llm.name if graph.llm is not None else ""
    addition = Addition(options.recipe(name), "facts", options.method, utc_now())
    return (yield from learn_facts(store, options, addition, annotator, name, GraphView(store).stated_types))


def _recorded(source: RecordedRows) -> tuple[list[RecordedFacts], str, str]:
    """Return the recorded facts, and the id and label of their addition."""
    if isinstance(source, str | PathLike):
        try:
            text = Path(source).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read recorded facts from {fspath(source)}: {error}") from error
        # Only "\n" ends a line: `str.splitlines` would also split texts inside JSON.
        numbered = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        lines, label = [line for _, line in numbered], Path(source).stem
        records = [_read(line, f"{fspath(source)}:{number}") for number, line in numbered]
    else:
        if isinstance(source, Mapping) or not isinstance(source, Iterable):
            raise InputError(f"{shown(source)} is neither a file of recorded facts nor a list of rows; give [row, …]")
        rows = list(source)
        lines, label = [json.dumps(row, sort_keys=True, default=str) for row in rows], "rows"
        records = [RecordedFacts.from_row(row) for row in rows]
    digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return records, f"import-{label}-{digest}", label


def _read(line: str, place: str) -> RecordedFacts:
    try:
        return RecordedFacts.from_row(json.loads(line))
    except (ValueError, RecursionError, InputError) as error:
        raise InputError(f"{place}: {error}") from error


def facts_for(
    graph: OpenedGraph, question: str, options: FactRetrievalOptions | None, where: Where | None
) -> Flow[FactSubgraph]:
    """Find the facts about a question."""
    question = checked_question(question)
    check_options(options, FactRetrievalOptions)
    view, ranker = graph.seen(question, where)
    if options is not None and options.words is not None:
        return facts_by_sentence(view, ranker, question, options.words)
    return (yield from retrieve_facts(view, question, options, embeddings=graph.rankers.embeddings))
