"""A language model that answers each request of construction from a recorded graph."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmarks.construction.recorded_papers import Paper, RecordedEntity, RecordedGraph
from lgm_core.errors import LanguageModelError
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction import global_prompts
from lgm_core.learning.construction import predicate_stage as schema_prompts
from lgm_core.learning.construction.entity_requests import (
    FAMILIAR_TERMS_SCHEMA,
    FAMILIARITY_SCHEMA,
    SAME_THING_SCHEMA,
    UNFAMILIAR_TERMS_SCHEMA,
)
from lgm_core.learning.construction.mentions.batched_mentions import BATCH_SCHEMA
from lgm_core.learning.construction.relations.relation_stage import SPLITS_SCHEMA
from lgm_core.llm.port import Message, Reply
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage

__all__ = ["RecordedGraphModel", "RecordedKnowledge", "ShownData", "ShownMention"]


_TAG = re.compile(r"<(\w+)>\n(.*?)\n?</\1>", re.DOTALL)
_SENTENCE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_ITEM = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_CITED = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class ShownData:
    """The data of a request, which stand in the last turn of the user that has any."""

    messages: Sequence[Message]

    @cached_property
    def parts(self) -> dict[str, str]:
        """Return what stands between each pair of tags."""
        turns = (message.content for message in reversed(self.messages) if message.role == "user")
        return next((parts for turn in turns if (parts := dict(_TAG.findall(turn)))), {})

    @cached_property
    def sentences(self) -> dict[int, str]:
        """Return the sentences by their numbers."""
        return {int(number): text for number, text in _SENTENCE.findall(self.parts.get("sentences", ""))}

    def items(self, tag: str) -> dict[int, list[str]]:
        """Return the fields of numbered lines, `1. field | field`, by their numbers."""
        return {int(number): line.split(" | ") for number, line in _ITEM.findall(self.parts.get(tag, ""))}

    def sentence_of(self, fields: Sequence[str]) -> str:
        """Return the sentence that the fields of a line cite, `[3]`; empty if none does."""
        for field in fields[1:]:
            if found := _CITED.fullmatch(field.strip()):
                return self.sentences.get(int(found[1]), "")
        return ""


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


_SENSE = re.compile(r" \(\d+\)$")
_TYPES = 3
"""Types that are told of a mention; recordings have up to a dozen for an entity, of all its mentions together."""

Said = Mapping[str, Any] | str


class RecordedGraphModel:
    """A chat model that knows of one paper what a recorded graph has, and replies in the forms of our prompts.

    Kinds of requests are told apart by their schemas. It names the mentions that the recording has of the sentences
    shown; relations those among what they mention; pairs are one thing if they are one recorded entity. Safe for
    several threads: it keeps nothing.

    Args:
        paper: the paper.
        graph: its recorded graph.
        model: the name of the model that gave it.
    """

    def __init__(self, paper: Paper, graph: RecordedGraph, model: str) -> None:
        self._name = f"recorded {model}"
        self._knows = RecordedKnowledge(paper, graph)
        self._replies: dict[int, Callable[[ShownData], Said]] = {
            id(BATCH_SCHEMA): self._batch,
            id(FAMILIARITY_SCHEMA): self._familiarity,
            id(FAMILIAR_TERMS_SCHEMA): self._descriptions,
            id(UNFAMILIAR_TERMS_SCHEMA): self._descriptions,
            id(SAME_THING_SCHEMA): self._same_things,
            id(SPLITS_SCHEMA): self._splits,
            id(global_prompts.SUMMARY_SCHEMA): self._summary,
            id(global_prompts.PREDICATES_SCHEMA): self._pairs,
            id(global_prompts.SUBJECTS_SCHEMA): self._subjects,
            id(schema_prompts.TYPES_SCHEMA): self._types,
            id(schema_prompts.PREDICATES_SCHEMA): self._predicates,
        }

    @property
    def name(self) -> str:
        """Name the model."""
        return self._name

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return what the recording says.

        Raises:
            LanguageModelError: it has nothing to say to requests of this kind.
        """
        reply = self._replies.get(id(schema))
        if reply is None:
            raise LanguageModelError("the recording has nothing to say to requests of this kind")
        said = reply(ShownData(messages))
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        return Reply(text, Usage(1, count_conversation(messages), count_tokens(text)))

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same; raises as `complete` does."""
        return self.complete(messages, schema)

    def _batch(self, shown: ShownData) -> Said:
        mentions = self._knows.mentions(shown.sentences)
        numbers: dict[tuple[str, str], list[int]] = {}
        entities: dict[tuple[str, str], RecordedEntity] = {}
        for mention in mentions:
            key = mention.surface, mention.entity.id
            numbers.setdefault(key, []).append(mention.number)
            entities[key] = mention.entity
        return {
            "mentions": [
                {
                    "name": key[0],
                    "class": entities[key].entity_class.value,
                    "types": list(entities[key].types[:_TYPES]),
                    "sentences": sorted(set(places)),
                }
                for key, places in numbers.items()
            ],
            "relations": [
                {"subject": subject, "predicate": predicate, "object": object_, "sentences": places}
                for subject, predicate, object_, places in _claims(self._knows, mentions)
            ],
        }

    def _familiarity(self, shown: ShownData) -> Said:
        found = {number: self._knows.entities(fields[0]) for number, fields in shown.items("terms").items()}
        return {
            "terms": [{"n": number, "known": any(entity.is_familiar for entity in of)} for number, of in found.items()]
        }

    def _descriptions(self, shown: ShownData) -> Said:
        said = []
        for number, fields in shown.items("terms").items():
            found = self._knows.entities(fields[0], shown.sentence_of(fields))
            said.append({"n": number, "description": found[0].description if found else f"{fields[0]} is a term."})
        return {"terms": said}

    def _same_things(self, shown: ShownData) -> Said:
        terms = {number: (fields[0], shown.sentence_of(fields)) for number, fields in shown.items("terms").items()}
        said = []
        for number, fields in shown.items("pairs").items():
            first, second = (terms[int(end)] for end in fields[0].split(" = "))
            said.append({"n": number, "same": self._knows.are_one(first, second)})
        return {"pairs": said}

    def _splits(self, shown: ShownData) -> Said:
        """Leave objects empty: recorded facts all have one."""
        return {"splits": [{"n": number, "predicate": "", "object": ""} for number in shown.items("lines")]}

    def _summary(self, shown: ShownData) -> Said:
        """Keep the first half of the words; recordings have but the last summary of the whole."""
        words = shown.parts.get("text", "").split()
        return {"summary": " ".join(words[: max(1, len(words) // 2)])}

    def _pairs(self, shown: ShownData) -> Said:
        said = []
        for number, fields in shown.items("pairs").items():
            first, second = (self._knows.entities(_SENSE.sub("", name)) for name in fields[:2])
            known = [*self._between(first, second), *self._between(second, first), ""]
            said.append({"n": number, "predicate": known[0]})
        return {"predicates": said}

    def _subjects(self, shown: ShownData) -> Said:
        said = []
        for number, (first, predicate, second) in shown.items("lines").items():
            ends = [self._knows.entities(_SENSE.sub("", name)) for name in (first, second)]
            said.append({"n": number, "subject": first if predicate in self._between(*ends) else second})
        return {"subjects": said}

    def _between(self, subjects: Iterable[RecordedEntity], objects: Sequence[RecordedEntity]) -> list[str]:
        return [
            wording
            for subject in subjects
            for object_ in objects
            for wording in self._knows.predicates(subject, object_)
        ]

    def _types(self, shown: ShownData) -> Said:
        said = []
        for number, fields in shown.items("types").items():
            found = self._knows.entities(fields[0])
            said.append(
                {"n": number, "description": found[0].description if found else f"{fields[0]} is a kind of thing."}
            )
        return {"types": said}

    def _predicates(self, shown: ShownData) -> Said:
        described = self._knows.described_predicates
        return {
            "predicates": [
                {"n": number, "description": described.get(fields[0]) or f"The subject {fields[0]} the object."}
                for number, fields in shown.items("predicates").items()
            ]
        }


def _claims(knows: RecordedKnowledge, mentions: Iterable[ShownMention]) -> list[tuple[str, str, str, list[int]]]:
    """Return the triples among what sentences mention, under names that they have.

    A triple cites the first sentence that mentions both ends, by its names there; else the nearest two that mention one
    each.
    """
    by_entity: dict[str, list[ShownMention]] = {}
    for mention in mentions:
        by_entity.setdefault(mention.entity.id, []).append(mention)
    claims = []
    for subject_id, predicate, object_id in knows.triples:
        subjects, objects = by_entity.get(subject_id, ()), by_entity.get(object_id, ())
        if subject_id == object_id or not subjects or not objects:
            continue
        subject, object_ = min(
            ((one, other) for one in subjects for other in objects),
            key=lambda pair: (abs(pair[0].number - pair[1].number), pair[0].number),
        )
        claims.append((subject.surface, predicate, object_.surface, sorted({subject.number, object_.number})))
    return claims
