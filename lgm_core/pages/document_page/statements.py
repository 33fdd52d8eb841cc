"""What the sentences of a document state, in words: relations and facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lgm_core.model import DocumentGraph, MentionSource, RelationKind, Verdict
from lgm_core.model.concept import THING, name_of, sense_number
from lgm_core.model.facts.fact import FactEnd, SectionEnd
from lgm_core.model.relation import counting_evidence
from lgm_core.retrieval.relation_wording import VERBS

__all__ = ["KINDS", "ConceptNames", "Statement", "added_pieces", "statements_by_sentence", "verdict_words"]


class ConceptNames:
    """The names of concepts, and numbers in the order of use.

    Attributes:
        names: the names by number.
        sentences: for each concept, how many sentences mention it by name or pronoun.
    """

    def __init__(self, graph: DocumentGraph) -> None:
        surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        sentences: dict[str, set[str]] = defaultdict(set)
        headed: dict[str, set[str]] = defaultdict(set)
        for mention in graph.mentions:
            by = headed if mention.source is MentionSource.TITLE else sentences
            by[mention.concept].add(mention.sentence_id)
            if mention.source is MentionSource.TEXT:
                surfaces[mention.concept][mention.surface] += 1
        self._surfaces = surfaces
        self._numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.sentences = {key: len(ids) for key, ids in sentences.items()}
        self._under = {key: len(ids) for key, ids in headed.items()}

    def number(self, key: str) -> int:
        """Return the number of a concept."""
        if key not in self._numbers:
            self._numbers[key] = len(self.names)
            self.names.append(self._named(key))
        return self._numbers[key]

    def name(self, key: str) -> str:
        """Return the name of a concept in the document."""
        return self.names[self.number(key)]

    def under(self) -> dict[int, int]:
        """Return how many sentences are under headings with a concept, by the number of the concept."""
        return {self._numbers[key]: count for key, count in self._under.items() if key in self._numbers}

    def most_mentioned(self, limit: int) -> list[str]:
        """Return the keys of the most frequent concepts; of equally frequent ones, longer names come first."""
        ordered = sorted(self.sentences, key=lambda key: (-self.sentences[key], -len(key), key))
        return [key for key in ordered if key != THING][:limit]

    def _named(self, key: str) -> str:
        counts = self._surfaces.get(key)
        name = name_of(key) if not counts else min(counts, key=lambda form: (-counts[form], form))
        number = sense_number(key)
        return f"{name} ({number})" if number > 1 else name


KINDS = {
    RelationKind.IS_A: ("is-a", "is a"),
    RelationKind.HAS_PART: ("has-part", "has part"),
    RelationKind.ALIAS_OF: ("alias", "alias"),
}
"""How relations of each kind are styled and named."""

_VERDICTS = {Verdict.VALID: "checked: valid", Verdict.UNKNOWN: "not checked", Verdict.INVALID: "rejected"}


def verdict_words(verdict: Verdict) -> str:
    """Return a verdict in words."""
    return _VERDICTS[verdict]


@dataclass(frozen=True, slots=True)
class End:
    """An end of a statement: the name and number of a concept, or a text."""

    text: str
    concept: int | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a sentence states.

    Attributes:
        style: `is-a`, `has-part`, `alias` or `fact`.
        kind: the same in words.
        ends: subject and object.
        words: the words between them.
        qualifiers: further ends by their names.
        verdict: the verdict of reflection.
        origin: who extracted it.
        is_added: whether it was added after the document was learned.
        is_part: whether the sentence states it only together with others.
    """

    style: str
    kind: str
    ends: tuple[End, End]
    words: str
    qualifiers: tuple[tuple[str, End], ...]
    verdict: Verdict
    origin: str
    is_added: bool
    is_part: bool = False

    @property
    def concepts(self) -> str:
        """Return the numbers of its concepts, separated by spaces."""
        ends = (*self.ends, *(end for _, end in self.qualifiers))
        return " ".join(dict.fromkeys(str(end.concept) for end in ends if end.concept is not None))

    @property
    def verdict_words(self) -> str:
        """Return its verdict in words."""
        return verdict_words(self.verdict)


def statements_by_sentence(
    graph: DocumentGraph, shown: Collection[str], names: ConceptNames, added: frozenset[object]
) -> Mapping[str, list[Statement]]:
    """Return what each sentence states, relations first.

    Args:
        graph: the document with additions.
        shown: ids of the sentences.
        names: the names of its concepts.
        added: the result of `added_pieces`.
    """
    titles = {section.id: section.title for section in graph.sections}
    stated: dict[str, list[Statement]] = defaultdict(list)
    for relation in graph.relations:
        stating = [each for each in counting_evidence(relation.evidence) if each.sentence_id in shown]
        if not stating:
            continue
        ends = (_end(relation.subject, names, titles), _end(relation.object, names, titles))
        style, kind = KINDS[relation.kind]
        words = VERBS[relation.kind]
        if relation.kind is RelationKind.IS_A and ends[1].text[:1].lower() in tuple("aeiou"):
            words = "is an"
        for evidence in stating:
            is_added = (relation.key, evidence) in added
            stated[evidence.sentence_id].append(
                Statement(style, kind, ends, words, (), relation.verdict, evidence.origin, is_added)
            )
    for fact in graph.facts:
        parts = [part for part in fact.evidence if part.sentence_id in shown]
        if not parts:
            continue
        ends = (_end(fact.subject, names, titles), _end(fact.object, names, titles))
        qualifiers = tuple((name, _end(end, names, titles)) for name, end in fact.qualifiers)
        for part in parts:
            is_added = (fact.key, part) in added
            words = part.wording or fact.predicate
            stated[part.sentence_id].append(
                Statement(
                    "fact", "fact", ends, words, qualifiers, fact.verdict, part.origin, is_added, is_part=part.is_part
                )
            )
    return stated


def added_pieces(graph: DocumentGraph, own: DocumentGraph | None) -> frozenset[object]:
    """Return the mentions, profiles and evidence that were added to a document."""
    return frozenset() if own is None else frozenset(_pieces(graph) - _pieces(own))


def _pieces(graph: DocumentGraph) -> set[object]:
    pieces: set[object] = {(relation.key, evidence) for relation in graph.relations for evidence in relation.evidence}
    pieces.update((fact.key, evidence) for fact in graph.facts for evidence in fact.evidence)
    pieces.update((each.concept, each.types, each.description, each.origin) for each in graph.profiles)
    return pieces.union(graph.mentions)


def _end(end: FactEnd, names: ConceptNames, titles: Mapping[str, str]) -> End:
    if isinstance(end, str):
        return End(names.name(end), names.number(end))
    if isinstance(end, SectionEnd):
        return End(f"the section “{titles.get(end.section_id) or 'without a title'}”")
    normalised = end.normalised
    return End(end.text if normalised == end.text else f"{end.text} ({normalised})")
