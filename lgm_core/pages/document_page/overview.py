"""What was understood of a document, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lgm_core.model import DocumentGraph, Fact, MentionSource, MetaRelation, Verdict
from lgm_core.pages.document_page.concept_names import ConceptNames
from lgm_core.pages.document_page.statements import KINDS, verdict_words

__all__ = ["Kind", "MentionedConcept", "Overview", "overview"]

_MOST_CONCEPTS = 20
_MANY = {"alias": "aliases", "fact": "facts"}


@dataclass(frozen=True, slots=True)
class MentionedConcept:
    """A concept, how many sentences mention it, and the position of the first of them, on the page if there is one."""

    number: int
    name: str
    sentences: int
    first: int


@dataclass(frozen=True, slots=True)
class Kind:
    """How many relations of a kind the document states, in all and by verdict in words."""

    style: str
    name: str
    count: int
    verdicts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The counts of a document's page.

    Attributes:
        counts: numbers by what they count.
        kinds: relations by kind, and facts; those that there are.
        concepts: the concepts that most sentences mention.
        metadata: the document's metadata as texts.
    """

    counts: tuple[tuple[str, int], ...]
    kinds: tuple[Kind, ...]
    concepts: tuple[MentionedConcept, ...]
    metadata: tuple[tuple[str, str], ...]


def overview(graph: DocumentGraph, shown: range, names: ConceptNames) -> Overview:
    """Count what a document holds; `shown` are the positions of the sentences on the page."""
    code = sum(sentence.is_code for sentence in graph.sentences)
    first: dict[str, int] = {}
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    for mention in graph.mentions:
        if mention.source is not MentionSource.TITLE:
            position = positions[mention.sentence_id]
            first[mention.concept] = min(
                position, first.get(mention.concept, position), key=lambda each: (each not in shown, each)
            )
    counts = (
        (len(graph.sections) if any(section.title for section in graph.sections) else 0, "section", "sections"),
        (len(graph.sentences) - code, "sentence", "sentences"),
        (code, "block of code", "blocks of code"),
        (len({mention.concept for mention in graph.mentions}), "concept", "concepts"),
        (len(graph.mentions), "mention", "mentions"),
    )
    relations = [
        _kind(
            style,
            name,
            [relation for relation in graph.relations if relation.kind is kind],
        )
        for kind, (style, name) in KINDS.items()
    ]
    return Overview(
        counts=tuple((one if count == 1 else many, count) for count, one, many in counts if count or one == "sentence"),
        kinds=tuple(kind for kind in [*relations, _kind("fact", "fact", graph.facts)] if kind.count),
        concepts=tuple(
            MentionedConcept(names.number(key), names.name(key), names.sentences[key], first[key])
            for key in names.most_mentioned(_MOST_CONCEPTS)
        ),
        metadata=tuple((str(key), _text(value)) for key, value in graph.document.metadata.items()),
    )


def _kind(style: str, name: str, stated: Iterable[MetaRelation | Fact]) -> Kind:
    verdicts = Counter(each.verdict for each in stated)
    by_words = tuple((verdict_words(verdict), verdicts[verdict]) for verdict in Verdict if verdicts[verdict])
    count = verdicts.total()
    return Kind(style, name if count == 1 else _MANY.get(name, name), count, by_words)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
