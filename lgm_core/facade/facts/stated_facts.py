"""The facts of a concept, with the sentences that state them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Fact, Sentence, Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["StatedFact", "stated_facts"]


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with the sentences that state it.

    Attributes:
        fact: the fact; its evidence tells where in each sentence it stands.
        sentences: the sentences, one for each piece of evidence, in its order.
    """

    fact: Fact
    sentences: tuple[Sentence, ...]

    def __str__(self) -> str:
        """Return the fact in a line, worded as its first sentence words it."""
        fact = self.fact
        ends = [end if isinstance(end, str) else getattr(end, "text", "") for end in fact.ends]
        qualifiers = [f"{name} {end}" for (name, _), end in zip(fact.qualifiers, ends[2:], strict=True)]
        judged = "" if fact.verdict is Verdict.UNKNOWN else f" ({fact.verdict})"
        further = f" [{', '.join(qualifiers)}]" if qualifiers else ""
        return f"{ends[0]} — {fact.evidence[0].wording} — {ends[1]}{further}{judged}"


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
    return [stated for fact in facts if (stated := _stated(fact, sentences)).sentences][:limit]


def _stated(fact: Fact, sentences: dict[str, Sentence]) -> StatedFact:
    evidence = tuple(entry for entry in fact.evidence if entry.sentence_id in sentences)
    fact = replace(fact, evidence=evidence)
    return StatedFact(fact, tuple(sentences[entry.sentence_id] for entry in evidence))
