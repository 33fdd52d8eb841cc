"""The facts of a concept, with the sentences that state them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Fact, FactEnd, SectionEnd, Sentence, Value, Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView

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
        InputError: the name names no concept, or the filter cannot be understood.
    """
    view = GraphView(store, where=where, question=name)
    keys = view.keys_of(name)
    if not keys:
        raise InputError(f"{name!r} names no concept; give a noun or a name")
    names = sorted({name for group in view.name_groups(keys) for name in group})
    if verdict is None:
        facts = store.facts_about(names, limit, where)
    else:
        found = {fact.key: fact for key in names for fact in store.facts(concept=key, verdict=verdict)}
        facts = [found[key] for key in sorted(found)]
    ids = sorted({evidence.sentence_id for fact in facts for evidence in fact.evidence})
    sentences = {sentence.id: sentence for sentence in store.sentences(ids)}
    if view.allowed is not None:
        sentences = {id: sentence for id, sentence in sentences.items() if sentence.document_id in view.allowed}
    forms = {
        concept.key: concept.forms[0]
        for concept in store.find_concepts(sorted({key for fact in facts for key in fact.concepts}))
        if concept.forms
    }
    return [stated for fact in facts if (stated := _stated(fact, sentences, forms)).sentences][:limit]


def _stated(fact: Fact, sentences: Mapping[str, Sentence], forms: Mapping[str, str]) -> StatedFact:
    evidence = tuple(entry for entry in fact.evidence if entry.sentence_id in sentences)
    fact = replace(fact, evidence=evidence)
    return StatedFact(fact, tuple(sentences[entry.sentence_id] for entry in evidence), _text(fact, forms))


def _text(fact: Fact, forms: Mapping[str, str]) -> str:
    def shown(end: FactEnd) -> str:
        if isinstance(end, SectionEnd):
            return end.section_id
        return end.text if isinstance(end, Value) else forms.get(end, end)

    wording = fact.evidence[0].wording if fact.evidence else fact.predicate
    qualifiers = "; ".join(f"{name} {shown(end)}" for name, end in fact.qualifiers)
    judged = "" if fact.verdict is Verdict.UNKNOWN else f"  ({fact.verdict})"
    further = f" ({qualifiers})" if qualifiers else ""
    return f"{shown(fact.subject)} — {wording} — {shown(fact.object)}{further}{judged}"
