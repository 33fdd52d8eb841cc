"""The facts of a concept, with the sentences that state them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lgm_core.errors import InputError, shown
from lgm_core.facade.question import checked_number
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Fact, FactEnd, Sentence, Value, Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import fact_line, names_as_written

__all__ = ["StatedFact", "stated_facts"]


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with the sentences that state it.

    Attributes:
        fact: the fact; its evidence tells where in each sentence it stands.
        sentences: the sentences, one for each piece of evidence, in its order.
        text: the fact in a line, its concepts as the documents write them.
    """

    fact: Fact
    sentences: tuple[Sentence, ...]
    text: str

    def __str__(self) -> str:
        """Return the fact in a line."""
        return self.text


def stated_facts(
    store: LanguageGraphStore,
    name: str,
    *,
    where: Where | None = None,
    verdict: Verdict | None = None,
    limit: int | None = None,
) -> list[StatedFact]:
    """Return the facts whose subject or object is a concept or one of its aliases.

    Args:
        store: the graph.
        name: the concept as anyone would write it.
        where: a filter on document metadata.
        verdict: of the facts wanted; None for all but rejected ones.
        limit: how many, at most.

    Raises:
        InputError: the name names no concept, the filter cannot be understood, or the limit is no number above 0.
    """
    if not isinstance(name, str):
        raise InputError(f"the name of a concept is not text but {shown(name)}; give a noun or a name")
    if limit is not None:
        limit = checked_number(limit, "limit")
    view = GraphView(store, where=where, question=name)
    keys = view.keys_of(name)
    if not keys:
        raise InputError(f"{shown(name)} names no concept; give a noun or a name")
    groups = sorted({name for group in view.name_groups(keys) for name in group})
    if verdict is None:
        facts = store.facts_about(groups, limit, where)
    else:
        found = {fact.key: fact for key in groups for fact in store.facts(concept=key, verdict=verdict)}
        facts = [found[key] for key in sorted(found)]
        if where:
            # Values are written as their first sentence has them, which may be one that the filter hides.
            facts = [
                replace(
                    fact,
                    object=_normalised(fact.object),
                    qualifiers=tuple((preposition, _normalised(end)) for preposition, end in fact.qualifiers),
                )
                for fact in facts
            ]
    ids = sorted({evidence.sentence_id for fact in facts for evidence in fact.evidence})
    sentences = {sentence.id: sentence for sentence in store.sentences(ids)}
    if view.allowed is not None:
        sentences = {id: sentence for id, sentence in sentences.items() if sentence.document_id in view.allowed}
    names = names_as_written(view, facts)
    return [stated for fact in facts if (stated := _stated(fact, sentences, names)).sentences][:limit]


def _normalised(end: FactEnd) -> FactEnd:
    return replace(end, text=end.normalised) if isinstance(end, Value) else end


def _stated(fact: Fact, sentences: Mapping[str, Sentence], names: Mapping[str, str]) -> StatedFact:
    evidence = tuple(entry for entry in fact.evidence if entry.sentence_id in sentences)
    fact = replace(fact, evidence=evidence)
    judged = "" if fact.verdict is Verdict.UNKNOWN else f"  ({fact.verdict})"
    sentences_of = tuple(sentences[entry.sentence_id] for entry in evidence)
    return StatedFact(fact, sentences_of, f"{fact_line(fact, names)}{judged}")
