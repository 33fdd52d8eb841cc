"""Profiles, relations, facts and groups of predicates from what RDF says of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from lgm_core.errors import shown
from lgm_core.model import (
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    FactEvidence,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SectionEnd,
    Value,
    ValueKind,
    Verdict,
)
from lgm_core.rdf.read.descriptions import Description
from lgm_core.rdf.vocabulary import DCTERMS, LGM, RDFS

if TYPE_CHECKING:
    from rdflib.term import Node

__all__ = ["KnowledgeReader", "chosen", "member"]

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def member(part: Description, property: str, node: Node, known: Mapping[Node, T]) -> T:
    """Return what a resource of a document stands for.

    Raises:
        InputError: the document has no such resource.
    """
    if node not in known:
        raise part.error(property, f"is <{node}>, which the document does not have")
    return known[node]


def chosen(part: Description, property: str, kind: type[E]) -> E:
    """Return which of a few words a property has.

    Raises:
        InputError: it is none of them.
    """
    text = part.text(property)
    if text not in set(kind):
        raise part.error(property, f"is {shown(text)}, and none of {', '.join(kind)}")
    return kind(text)


class KnowledgeReader:
    """Reads what a document says.

    Args:
        document: its id.
        sentences: ids of its sentences.
        sections: ids of its sections.
    """

    def __init__(self, document: str, sentences: Mapping[Node, str], sections: Mapping[Node, str]) -> None:
        self._document = document
        self._sentences = sentences
        self._sections = sections

    def profile(self, part: Description) -> EntityProfile:
        """Return a profile."""
        return EntityProfile(
            self._document,
            part.text(f"{LGM}key"),
            part.text_items(f"{LGM}types"),
            part.text(f"{DCTERMS}description", ""),
            self._evidence(part),
            chosen(part, f"{LGM}entityClass", EntityClass) if part.has(f"{LGM}entityClass") else None,
            part.boolean(f"{LGM}isFamiliar"),
            part.number(f"{LGM}relevance"),
            part.text(f"{LGM}origin", ""),
        )

    def relation(self, part: Description) -> MetaRelation:
        """Return a meta-relation."""
        return MetaRelation(
            chosen(part, f"{LGM}relationKind", RelationKind),
            part.text(f"{LGM}subjectKey"),
            part.text(f"{LGM}objectKey"),
            self._evidence(part),
            chosen(part, f"{LGM}verdict", Verdict),
        )

    def fact(self, part: Description) -> Fact:
        """Return a fact."""
        qualifiers = [(each.text(f"{RDFS}label"), self._end(each)) for each in part.parts(f"{LGM}qualifier")]
        evidence = (self._fact_evidence(entry) for entry in part.parts(f"{LGM}evidence"))
        return Fact(
            part.text(f"{LGM}subjectKey"),
            part.text(f"{LGM}predicateKey"),
            self._end(part),
            tuple(sorted(qualifiers, key=lambda qualifier: (qualifier[0], str(qualifier[1])))),
            tuple(sorted(evidence)),
            chosen(part, f"{LGM}verdict", Verdict),
        )

    def group(self, part: Description) -> PredicateGroup:
        """Return a group of predicates."""
        return PredicateGroup(
            self._document,
            part.text(f"{LGM}predicateKey"),
            part.text_items(f"{LGM}members"),
            part.text(f"{DCTERMS}description", ""),
            part.text(f"{LGM}origin", ""),
            part.text(f"{LGM}run", ""),
        )

    def _evidence(self, part: Description) -> tuple[Evidence, ...]:
        return tuple(
            sorted(
                Evidence(self._sentence(entry), entry.text(f"{LGM}origin")) for entry in part.parts(f"{LGM}evidence")
            )
        )

    def _fact_evidence(self, entry: Description) -> FactEvidence:
        return FactEvidence(
            self._sentence(entry),
            entry.whole_number(f"{LGM}start"),
            entry.whole_number(f"{LGM}end"),
            entry.text(f"{LGM}wording"),
            entry.text(f"{LGM}origin"),
        )

    def _sentence(self, entry: Description) -> str:
        property = f"{LGM}inSentence"
        return member(entry, property, entry.resource(property), self._sentences)

    def _end(self, part: Description) -> FactEnd:
        if part.has(f"{LGM}objectValue"):
            return _value(part.part(f"{LGM}objectValue"))
        if part.has(f"{LGM}objectSection"):
            node = part.resource(f"{LGM}objectSection")
            return SectionEnd(member(part, f"{LGM}objectSection", node, self._sections))
        return part.text(f"{LGM}objectKey")


def _value(part: Description) -> Value:
    return Value(
        part.text(f"{LGM}text"),
        chosen(part, f"{LGM}valueKind", ValueKind),
        part.number(f"{LGM}least"),
        part.number(f"{LGM}most"),
        part.text(f"{LGM}unit", ""),
    )
