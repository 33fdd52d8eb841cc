"""Where a document mentions its things, and the nearest sentences of two things not mentioned together."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, EntityMention
from lgm_core.model import Fact, FactEvidence, Mention, MentionSource

__all__ = ["ThingPlaces", "text_mention"]


class ThingPlaces:
    """The mentions of a document's things, by sentence and by thing, without those that lack a key."""

    def __init__(self, text: DocumentText, entities: Sequence[Entity]) -> None:
        self.entities = tuple(entities)
        self.order = {source.sentence.id: place for place, source in enumerate(text.sentences)}
        self._sources = text.sentences
        self._in_sentence: defaultdict[str, list[tuple[int, EntityMention]]] = defaultdict(list)
        self._of_thing: list[list[EntityMention]] = []
        self.owner: dict[str, int] = {}
        for thing, entity in enumerate(entities):
            own = [mention for mention in entity.mentions if mention.key and mention.sentence_id in self.order]
            own.sort(key=lambda mention: (self.order[mention.sentence_id], mention.start))
            self._of_thing.append(own)
            self.owner.update(dict.fromkeys((*entity.keys, *(mention.key for mention in own)), thing))
            for mention in own:
                self._in_sentence[mention.sentence_id].append((thing, mention))

    def in_sentences(self, sentence_ids: Iterable[str]) -> Iterator[tuple[int, EntityMention]]:
        """Yield the things mentioned in sentences, each with its mention, in the order of the sentences."""
        for id in sentence_ids:
            yield from sorted(self._in_sentence.get(id, ()), key=lambda entry: (entry[1].start, -entry[1].end))

    def together(
        self, first: int, second: int, sentence_ids: Iterable[str]
    ) -> Iterator[tuple[EntityMention, EntityMention]]:
        """Yield the nearest mentions of two things in each sentence that mentions both.

        A mention inside the other counts only if there is no better one.
        """
        for id in sentence_ids:
            own = self._in_sentence.get(id, ())
            pairs = [(one, other) for thing, one in own if thing == first for item, other in own if item == second]
            if pairs:
                yield min(pairs, key=lambda pair: (_overlap(*pair), abs(pair[0].start - pair[1].start)))

    def nearest(
        self, first: int, second: int, sentence_ids: Collection[str] | None = None
    ) -> tuple[EntityMention, EntityMention] | None:
        """Return the nearest mentions of two things across these sentences, or all; the earliest on ties."""
        lists = [
            [each for each in self._of_thing[thing] if sentence_ids is None or each.sentence_id in sentence_ids]
            for thing in (first, second)
        ]
        if not all(lists):
            return None
        places = [self.order[mention.sentence_id] for mention in lists[1]]
        best: tuple[int, EntityMention, EntityMention] | None = None
        for mention in lists[0]:
            place = self.order[mention.sentence_id]
            after = bisect_left(places, place)
            for index in (after - 1, after):
                if 0 <= index < len(places):
                    distance = abs(places[index] - place)
                    if best is None or distance < best[0]:
                        best = distance, mention, lists[1][index]
        return None if best is None else best[1:]

    def together_stated(
        self, subject: EntityMention, predicate: str, wording: str, object_: EntityMention, origin: str
    ) -> Fact:
        """Return a fact stated in one sentence, which mentions both ends."""
        start, end = min(subject.start, object_.start), max(subject.end, object_.end)
        evidence = FactEvidence(subject.sentence_id, start, end, wording, origin)
        return Fact(subject.key, predicate, object_.key, (), (evidence,))

    def partly_stated(
        self, subject: EntityMention, predicate: str, wording: str, object_: EntityMention, origin: str
    ) -> Fact:
        """Return a fact that two sentences, each with one end, state only together with the text around them."""
        if subject.sentence_id == object_.sentence_id:
            return self.together_stated(subject, predicate, wording, object_, origin)
        ends = (subject, object_)
        evidence = sorted(FactEvidence(each.sentence_id, each.start, each.end, wording, origin) for each in ends)
        return Fact(subject.key, predicate, object_.key, (), tuple(evidence))

    def needed_mentions(self, facts: Iterable[Fact]) -> tuple[Mention, ...]:
        """Return the mentions needed by the evidence of facts that the graph lacks."""
        found: dict[tuple[str, str], Mention] = {}
        for fact in facts:
            for evidence in fact.evidence:
                id = evidence.sentence_id
                mentioned = self._sources[self.order[id]].mentioned
                for _, mention in self._in_sentence.get(id, ()):
                    if mention.key in fact.concepts and mention.key not in mentioned:
                        found.setdefault((id, mention.key), text_mention(mention))
        return tuple(found.values())


def text_mention(mention: EntityMention) -> Mention:
    """Return a mention in graph form."""
    is_pronoun = bool(mention.antecedent) and mention.key == mention.antecedent
    source = MentionSource.COREFERENCE if is_pronoun else MentionSource.TEXT
    return Mention(mention.sentence_id, mention.key, mention.surface, mention.start, mention.end, source)


def _overlap(one: EntityMention, other: EntityMention) -> bool:
    return one.start < other.end and other.start < one.end
