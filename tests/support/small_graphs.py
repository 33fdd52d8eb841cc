"""Small graphs written by hand, and a ranker that is easy to predict, for the tests of the answering side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.model import (
    Document,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
    MetaRelation,
    RelationKind,
    Section,
    Sentence,
    section_id,
    sentence_id,
)

Relation = tuple[str, RelationKind, str]

IS_A, HAS_PART, ALIAS_OF = RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF


def document_graph(
    id: str,
    sentences: Sequence[str],
    *,
    concepts: Sequence[str],
    relations: Sequence[Relation] = (),
    title: str = "",
    resolved: Mapping[int, str] | None = None,
    metadata: Mapping[str, str] | None = None,
) -> DocumentGraph:
    """Make a document's graph: every phrase of `concepts` is mentioned where a sentence contains it, in any case."""
    text = " ".join(sentences)
    record = Document.from_text(text, id=id, title=title, metadata=metadata)
    section = Section(section_id(id, 0), id, 0, 0, title, (title,) if title else (), 0, len(text))
    parsed: list[Sentence] = []
    mentions: list[Mention] = []
    start = 0
    for position, sentence in enumerate(sentences):
        lemmas = " ".join(concept_key(word, "en") or word for word in sentence.rstrip(".").split())
        lemmas = f" {lemmas} ".replace(" are ", " be ").replace(" is ", " be ").strip()
        with_references = (resolved or {}).get(position, sentence)
        identifier = sentence_id(id, position)
        end = start + len(sentence)
        parsed.append(Sentence(identifier, id, section.id, position, start, end, sentence, with_references, lemmas))
        mentions += _mentions(identifier, sentence, with_references, concepts)
        start = end + 1
    evidence = (Evidence(parsed[0].id, "pattern:test"),)
    return DocumentGraph(
        DocumentRecord(id, title, "", "en", record.metadata, record.content_hash, "test", len(parsed)),
        (section,),
        tuple(parsed),
        tuple(mentions),
        tuple(MetaRelation(kind, subject, target, evidence) for subject, kind, target in relations),
    )


def _mentions(identifier: str, text: str, resolved: str, concepts: Sequence[str]) -> list[Mention]:
    mentions = []
    for phrase in concepts:
        start = text.casefold().find(phrase.casefold())
        end = start + len(phrase)
        if start >= 0:
            mentions.append(Mention(identifier, concept_key(phrase, "en"), text[start:end], start, end))
        elif phrase.casefold() in resolved.casefold():
            pronoun = text.split()[0]
            mentions.append(Mention(identifier, concept_key(phrase, "en"), pronoun, 0, len(pronoun)))
    return mentions


APPLES = document_graph(
    "apples",
    ["Apples are a type of fruit.", "Fruits contain many vitamins.", "Apples are sweet."],
    concepts=["apples", "fruit", "vitamins"],
    relations=[("apple", IS_A, "fruit"), ("fruit", HAS_PART, "vitamin")],
    title="Fruit facts",
)
BRIDGES = document_graph(
    "bridges",
    [
        "The Marten Bridge was designed by Ada Lindqvist.",
        "It opened in 1904.",
        "Ada Lindqvist was born in Lund.",
        "Lund is a town in Sweden.",
        "Trains cross the river every hour.",
    ],
    concepts=["Marten Bridge", "Ada Lindqvist", "Lund", "town", "Sweden", "train", "river"],
    resolved={1: "It [: the Marten Bridge] opened in 1904."},
    title="Marten Bridge",
    metadata={"shelf": "bridges"},
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A sentence's place in a ranking."""

    id: str
    score: float
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedWindow:
    """Sentences' place in a ranking."""

    sentences: tuple[str, ...]
    scores: tuple[float, ...]
    path: tuple[str, ...] = ()


class EverythingRanker:
    """Returns every sentence of a graph, in document order, whatever the question; remembers what it was asked.

    Its focused passages are the given sentences, each a window with its score.
    """

    def __init__(self, store: LanguageGraphStore, focused: Mapping[str, float] | None = None) -> None:
        self._focused = focused or {}
        self._ids = [(sentence.id, sentence.document_id) for graph in store.scan() for sentence in graph.sentences]
        self.languages = tuple(store.languages())
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def sentences(
        self, question: str, k: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[Ranked]:
        """Return the first `k` sentences allowed."""
        self.asked.append((question, tuple(concepts)))
        ids = [id for id, document in self._ids if allowed is None or not allowed.isdisjoint((id, document))]
        return [Ranked(id, 1 / position) for position, id in enumerate(ids[:k], 1)]

    def windows(
        self, question: str, words: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[RankedWindow]:
        """Return the given sentences, each a window, whatever the number of words."""
        return [RankedWindow((id,), (score,)) for id, score in self._focused.items()]
