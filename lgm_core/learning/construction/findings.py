"""What the stages of construction work with, and the findings that they pass on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lgm_core.flow import Outcome
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.model import EntityClass, Fact, Mention, MetaRelation, PredicateGroup, Usage
from lgm_core.vectors.port import Embeddings

__all__ = [
    "Cost",
    "Entity",
    "EntityFindings",
    "EntityMention",
    "FactFindings",
    "GlobalFindings",
    "MentionFindings",
    "PredicateFindings",
    "RelationClaim",
    "StageWork",
    "TaxonomyFindings",
]


@dataclass(frozen=True, slots=True)
class StageWork:
    """What every stage works with.

    Attributes:
        text: the document.
        options: the thresholds, and the length of requests.
        model_name: the language model's name; empty to ask none.
        reader: a language backend that parses, for phrases and clauses.
        embeddings: an embedding model; without one, texts are compared by their words.
    """

    text: DocumentText
    options: ConstructionOptions
    model_name: str
    reader: Annotator
    embeddings: Embeddings | None = None

    @property
    def language(self) -> str:
        """Return the ISO 639-1 code of the document's language."""
        return self.text.record.language

    @property
    def origin(self) -> str:
        """Return the origin of findings: a language model, or the phrases of the text."""
        return f"llm:{self.model_name}" if self.model_name else "phrases"


@dataclass(slots=True)
class Cost:
    """The language-model requests of a stage so far.

    Attributes:
        requests: the number of requests.
        failures: why requests failed, one text per failure.
        usage: their usage.
        dropped: the numbers of unusable items in replies, by reason.
    """

    requests: int = 0
    failures: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Count further requests by their outcomes."""
        self.requests += len(outcomes)
        self.failures += [outcome.error for outcome in outcomes if not outcome.ok]
        self.usage = sum((outcome.usage for outcome in outcomes), self.usage)


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A mention of a thing in a sentence.

    Attributes:
        sentence_id: the sentence.
        surface: as written.
        start: first character in the sentence's `text`.
        end: the character after its last.
        entity_class: how specific the thing is.
        types: its types, the best first.
        key: its concept in the graph; empty until entities are resolved. A name has one key throughout a document,
            unless the document uses it for several things (`sense_key`).
        antecedent: the key of the concept a pronoun or description refers to, if coreference resolved it.
    """

    sentence_id: str
    surface: str
    start: int
    end: int
    entity_class: EntityClass
    types: tuple[str, ...] = ()
    key: str = ""
    antecedent: str = ""


@dataclass(frozen=True, slots=True)
class RelationClaim:
    """A relation claimed by a language model about a text, in words.

    Attributes:
        subject: the name of a thing, as in the text.
        predicate: the predicate.
        object: the name of another thing; empty if the model left it out.
        sentence_ids: the sentences the model names, or all it was shown.
    """

    subject: str
    predicate: str
    object: str
    sentence_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MentionFindings:
    """The mentions in a document.

    Attributes:
        mentions: the mentions in document order; each span occurs once.
        claims: the relations asked for in the same requests.
        cost: the requests.
    """

    mentions: tuple[EntityMention, ...] = ()
    claims: tuple[RelationClaim, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing in a document, with all its names.

    Attributes:
        key: the concept key of its first mention, which stands for it.
        name: its name in its first mention.
        keys: the keys of all its names, the first one first; in the graph they are aliases.
        entity_class: the most specific class of its mentions: named, then general, then other.
        types: the types of all its mentions, most frequent first.
        mentions: its mentions in document order, each with the key of its name.
        description: a sentence, or empty.
        evidence: ids of the sentences the description is based on, or else of its first mention.
        is_familiar: whether a language model knows it without context; None if none was asked.
    """

    key: str
    name: str
    keys: tuple[str, ...]
    entity_class: EntityClass
    types: tuple[str, ...]
    mentions: tuple[EntityMention, ...]
    description: str = ""
    evidence: tuple[str, ...] = ()
    is_familiar: bool | None = None


@dataclass(frozen=True, slots=True)
class EntityFindings:
    """The entities of a document in the order of their first mentions, and the requests."""

    entities: tuple[Entity, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class FactFindings:
    """Facts of a document, with the mentions that their evidence needs and the graph may lack.

    The ends of a fact are keys of the names in its sentences (`EntityMention.key`), not of entities, so that undoing a
    merge of names leaves each fact true.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class GlobalFindings:
    """Findings from the whole document.

    Attributes:
        facts: the facts with their mentions, as in `FactFindings`; their evidence has the origin `global:<model>`.
        relevance: the similarity of each entity to the document, from -1 to 1 (cosine), by `Entity.key`.
        unshrunk: headings of sections that no summary shortened.
        cost: the requests.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relevance: dict[str, float] = field(default_factory=dict)
    unshrunk: tuple[str, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class TaxonomyFindings:
    """The is-a hierarchy of things: IS_A relations without cycles and without those that follow from others."""

    relations: tuple[MetaRelation, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class PredicateFindings:
    """Groups of synonymous predicates; `run` is empty until they are added."""

    groups: tuple[PredicateGroup, ...] = ()
    cost: Cost = field(default_factory=Cost)
