"""Facts from the parsed sentences of a document, with mentions of their concepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lgm_core.language.arguments.predication import Predication
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.learning.facts.by_parse.attributes import attribute_relations
from lgm_core.learning.facts.by_parse.end_reader import OpenRelation, RelationEnd
from lgm_core.learning.facts.by_parse.open_facts import open_relations
from lgm_core.learning.facts.end_grounding import SentenceWords, SourceSentence
from lgm_core.learning.facts.fact_grounding import GroundedFacts
from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model import Fact, FactEnd, FactEvidence, Mention

__all__ = ["OpenFacts"]

ORIGIN = "parse"
"""The origin of open facts' evidence."""


class OpenFacts:
    """Gathers the distinct facts of one document's sentences."""

    def __init__(self) -> None:
        self._union = FactUnion()
        self._mentions: dict[tuple[str, str], Mention] = {}

    def add(
        self,
        source: SourceSentence,
        sentence: ChunkedSentence,
        title: str,
        *,
        first: int,
        opens: bool,
        read: Sequence[Predication] | None = None,
    ) -> None:
        """Add the statements of a sentence.

        Args:
            source: the sentence of the graph, with its mentions.
            sentence: the same with its parse.
            title: the title of its section.
            first: the start of the graph's sentence in the parsed text.
            opens: whether it is the first sentence of its section.
            read: its `predications`, if they have been read.
        """
        self._take(source, open_relations(sentence, topic=title_topic(title), opens=opens, read=read), first)

    def add_attributes(self, source: SourceSentence) -> None:
        """Add the attributes that a sentence, field or row states, which may be no sentence for a parser."""
        if not source.sentence.is_code:
            self._take(source, attribute_relations(source), 0)

    def _take(self, source: SourceSentence, relations: Iterable[OpenRelation], first: int) -> None:
        words: SentenceWords | None = None
        for relation in relations:
            ends = (relation.subject, relation.object, *(end for _, end in relation.qualifiers))
            if not relation.subject.key or not all(end.key or end.value for end in ends):
                continue  # facts are about concepts: "The highest was 32 °C" states none
            missing = {end.key: end for end in ends if end.value is None and end.key not in source.mentioned}
            if missing and words is None:
                words = SentenceWords(source)
            if words is None or self._mention(source, words, missing.values()):
                self._union.add(_fact(relation, source, first))

    def gathered(self) -> GroundedFacts:
        """Return the facts, and the mentions the graph needs for them."""
        return GroundedFacts(self._union.facts, tuple(self._mentions.values()))

    def _mention(self, source: SourceSentence, words: SentenceWords, ends: Iterable[RelationEnd]) -> bool:
        """Record that a sentence mentions concepts; return whether it has all of them."""
        id = source.sentence.id
        mentions = []
        for end in ends:
            if (place := words.ground(end.surface)) is None:
                return False
            mentions.append(Mention(id, end.key, place.surface, place.start, place.end, place.source))
        for mention in mentions:
            self._mentions.setdefault((id, mention.concept), mention)
        return True


def _fact(relation: OpenRelation, source: SourceSentence, first: int) -> Fact:
    length = len(source.sentence.text)
    start, end = (min(max(offset - first, 0), length) for offset in (relation.start, relation.end))
    qualifiers = tuple(sorted(((name, _end(end)) for name, end in relation.qualifiers), key=str))
    evidence = FactEvidence(source.sentence.id, start, end, relation.wording, ORIGIN)
    return Fact(relation.subject.key, relation.predicate, _end(relation.object), qualifiers, (evidence,))


def _end(end: RelationEnd) -> FactEnd:
    return end.key if end.value is None else end.value
