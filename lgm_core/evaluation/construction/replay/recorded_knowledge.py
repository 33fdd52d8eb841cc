"""What a recorded graph knows of a paper, looked up by what a prompt shows: sentences, terms, pairs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedEntity, RecordedGraph
from lgm_core.language.concepts import concept_key

__all__ = ["RecordedKnowledge", "ShownMention"]

_NOT_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class ShownMention:
    """An entity where a sentence that is shown mentions it."""

    number: int
    surface: str
    entity: RecordedEntity


class RecordedKnowledge:
    """Looks up a recorded graph; sentences are found by their words, so that escapes and spaces do not matter.

    Attributes:
        triples: subject, wording of the predicate, object; ends by the ids of entities.
    """

    def __init__(self, paper: Paper, graph: RecordedGraph) -> None:
        self._graph = graph
        self._positions: defaultdict[str, list[int]] = defaultdict(list)
        for position, sentence in enumerate(paper.sentences):
            self._positions[_words(sentence)].append(position)
        self._mentions: defaultdict[int, list[tuple[str, RecordedEntity]]] = defaultdict(list)
        self._by_name: defaultdict[str, list[RecordedEntity]] = defaultdict(list)
        for entity in graph.entities:
            for position, surface in dict.fromkeys(entity.mentions):
                self._mentions[position].append((surface, entity))
            for name in entity.names:
                if entity not in self._by_name[key := concept_key(name, "en")]:
                    self._by_name[key].append(entity)
        self.triples = [
            (subject, graph.predicates.get(predicate, (predicate, ""))[0], object_)
            for subject, predicate, object_ in graph.triples
        ]
        self._between: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for subject, predicate, object_ in self.triples:
            self._between[subject, object_].append(predicate)

    def mentions(self, sentences: Mapping[int, str]) -> list[ShownMention]:
        """Return what sentences shown under numbers mention."""
        return [
            ShownMention(number, surface, entity)
            for number, sentence in sentences.items()
            for position in self._positions.get(_words(sentence), ())
            for surface, entity in self._mentions[position]
            if surface and _words(surface) in _words(sentence)
        ]

    def entities(self, term: str, sentence: str = "") -> list[RecordedEntity]:
        """Return the entities that a term may be: those that the sentence mentions by it, else all of that name."""
        key = concept_key(term, "en")
        here = [
            entity
            for position in self._positions.get(_words(sentence), ())
            for surface, entity in self._mentions[position]
            if concept_key(surface, "en") == key
        ]
        return here or list(self._by_name.get(key, ()))

    def are_one(self, first: tuple[str, str], second: tuple[str, str]) -> bool:
        """Return whether two terms, each with a sentence that uses it, are one entity."""
        ids = {entity.id for entity in self.entities(*first)}
        return any(entity.id in ids for entity in self.entities(*second))

    def predicates(self, subject: RecordedEntity, object_: RecordedEntity) -> Sequence[str]:
        """Return the predicates of the triples from one entity to another."""
        return self._between.get((subject.id, object_.id), ())

    @cached_property
    def described_predicates(self) -> dict[str, str]:
        """Return the descriptions of predicates by their labels."""
        return dict(self._graph.predicates.values())


def _words(text: str) -> str:
    return _NOT_WORD.sub("", text.lower())
