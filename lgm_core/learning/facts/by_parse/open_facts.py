"""Facts of a document from what its sentences state by their parse, each concept with its mention."""

from __future__ import annotations

from collections.abc import Iterable

from lgm_core.errors import InputError
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.port import Annotator, ReadsAnyLanguage
from lgm_core.learning.facts.by_parse.open_relation import OpenRelation, RelationEnd
from lgm_core.learning.facts.by_parse.open_relations import open_relations
from lgm_core.learning.facts.end_grounding import SentenceWords
from lgm_core.learning.facts.fact_grounding import GroundedFacts
from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model import Fact, FactEnd, FactEvidence, Mention

__all__ = ["OpenFacts", "require_parse"]

ORIGIN = "parse"
"""What evidence of open facts is attributed to."""


def require_parse(annotator: Annotator) -> None:
    """Check that a language backend parses.

    Raises:
        InputError: it does not.
        MissingDependencyError: its package or model is not installed.
    """
    probe = "A cat sees the dog."
    reader = annotator.reading(probe) if isinstance(annotator, ReadsAnyLanguage) else annotator
    if not any(token.relation for (sentences,) in [reader.annotate([probe])] for s in sentences for token in s.tokens):
        raise InputError(
            f"the language backend {annotator.recipe} does not parse, and open facts are read from a parse; use "
            "'lite:parse', or a spaCy or Stanza model with a parser, or facts=False (--facts none)"
        )


class OpenFacts:
    """Gathers the facts of one document's sentences, each fact once."""

    def __init__(self) -> None:
        self._union = FactUnion()
        self._mentions: dict[tuple[str, str], Mention] = {}

    def add(self, source: SourceSentence, sentence: ChunkedSentence, title: str, *, first: int, opens: bool) -> None:
        """Add what a sentence states.

        Args:
            source: the sentence as it is in the graph, with all it mentions.
            sentence: the same with its parse.
            title: of its section.
            first: where the sentence of the graph begins in the parsed text.
            opens: whether it is the first of its section.
        """
        words: SentenceWords | None = None
        for relation in open_relations(sentence, topic=title_topic(title), opens=opens):
            ends = (relation.subject, relation.object, *(end for _, end in relation.qualifiers))
            if not relation.subject.key or not all(end.key or end.value for end in ends):
                continue  # facts are about concepts: "The highest was 32 °C" states none
            missing = {end.key: end for end in ends if end.value is None and end.key not in source.mentioned}
            if missing and words is None:
                words = SentenceWords(source)
            if words is None or self._mention(source, words, missing.values()):
                self._union.add(_fact(relation, source, first))

    def gathered(self) -> GroundedFacts:
        """Return the facts, and the mentions that the graph needs for them."""
        return GroundedFacts(self._union.facts, tuple(self._mentions.values()))

    def _mention(self, source: SourceSentence, words: SentenceWords, ends: Iterable[RelationEnd]) -> bool:
        """Note that a sentence mentions concepts; tell whether it has all of them."""
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
