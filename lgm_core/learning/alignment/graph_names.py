"""What alignment reads of a graph: its names, where they stand, and the relations and facts that are stated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from lgm_core.language.concepts import concept_key, head_word
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.words import without_brackets
from lgm_core.model import (
    THING,
    DocumentGraph,
    EntityProfile,
    Fact,
    Mention,
    MentionSource,
    MetaRelation,
    RelationKind,
    Sentence,
    Verdict,
)

__all__ = ["GraphNames", "Name", "Proposal", "sentences_of"]

_KEPT_SENTENCES = 12
"""The most sentences kept of a name."""

_FEWEST_OF_CLASS = 2
"""Things of which a concept must be the class before others are taken to be of it."""

_PERSONAL = frozenset(("he", "she", "him", "his", "her", "himself", "herself"))
_POSSESSIVE = re.compile("['’]s?$")
_BRACKET = re.compile(r"\(([^()]*)\)\s*$")
_BORN = re.compile(r"\s*\([^()]{0,99}\bborn\b[^()]{0,99}\d{4}")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A relation that may hold.

    Attributes:
        rule: what proposes it: `spelling`, `titles`, `heads`…
        is_sure: whether the rule decides without a language model; only aliases may be unsure.
        sentences: ids of the sentences that state it; empty to cite mentions of its ends.
    """

    kind: RelationKind
    subject: str
    object: str
    rule: str
    is_sure: bool = True
    sentences: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the key of the relation."""
        return self.kind.value, self.subject, self.object


def sentences_of(stated: Fact | EntityProfile) -> tuple[str, ...]:
    """Return the ids of the sentences that state a fact or profile."""
    return tuple(dict.fromkeys(each.sentence_id for each in stated.evidence))


@dataclass(slots=True)
class Name:
    """A name in the graph.

    Attributes:
        language: that of the first document that has it.
        sentences: ids of the first sentences that mention it.
        documents: ids of the documents whose text mentions it.
        titles: what stands in the bracket of each document's title that it is, or nothing, by document.
        as_name: mentions in text that are written as a name, *Green River*.
        as_words: those that are written as common nouns, *green river*.
        capitals: mentions in capitals only, *WHO*.
        is_owned: whether it begins with a possessive, *Tom's wife*.
        is_person: whether *he* or *she* refers to it, or a year of birth stands beside it.
    """

    key: str
    language: str
    sentences: list[str] = field(default_factory=list)
    documents: set[str] = field(default_factory=set)
    titles: dict[str, str] = field(default_factory=dict)
    as_name: int = 0
    as_words: int = 0
    capitals: int = 0
    is_owned: bool = False
    is_person: bool = False

    @property
    def is_name(self) -> bool:
        """Return whether the graph has it only as a proper name."""
        return not self.as_words and bool(self.as_name or self.titles)

    @property
    def is_noun(self) -> bool:
        """Return whether the graph has it only as a common noun."""
        return bool(self.as_words) and not self.as_name

    @property
    def is_homonym(self) -> bool:
        """Return whether documents use it for several things: *Laura (1944 film)* and *Laura (1962 film)*."""
        return len(set(self.titles.values())) > 1

    @property
    def lexicon(self) -> Lexicon:
        """Return the lexicon of its language."""
        return lexicon_of(self.language)


class GraphNames:
    """The names of a graph with what is stated of them, gathered document by document.

    Attributes:
        names: the names by key.
        relations: the stated relations by key, without what an earlier alignment inferred.
        rejected: the relations that reflection rejected by key, with only what an earlier alignment inferred.
        facts: the facts between concepts, without rejected ones, by key.
        profiles: the profiles of things in all documents.
        classes: how many things are stated to be of each concept, or of one with this head.
    """

    def __init__(self, graphs: Iterable[DocumentGraph]) -> None:
        self.names: dict[str, Name] = {}
        self.relations: dict[tuple[str, str, str], MetaRelation] = {}
        self.rejected: dict[tuple[str, str, str], MetaRelation] = {}
        self.facts: dict[str, Fact] = {}
        self.profiles: list[EntityProfile] = []
        for graph in graphs:
            self._add(graph)
        above = ({each.object, head_word(each.object)} for each in self.stated(RelationKind.IS_A))
        self.classes = Counter(chain.from_iterable(map(sorted, above)))

    def stated(self, kind: RelationKind) -> list[MetaRelation]:
        """Return the relations of a kind, without those to the root."""
        own = (each for each in self.relations.values() if each.kind is kind)
        return [each for each in own if THING not in (each.subject, each.object)]

    def facts_of_names(self, predicates: Container[str]) -> Iterator[tuple[Fact, Name, Name]]:
        """Yield facts of some predicates between two proper names, with these; facts with qualifiers are left out."""
        for fact in self.facts.values():
            ends = [self.names.get(key) for key in fact.concepts]
            names = [name for name in ends if name is not None and name.is_name]
            if fact.predicate in predicates and not fact.qualifiers and len(names) == 2:
                yield fact, names[0], names[1]

    def is_class(self, key: str) -> bool:
        """Return whether a concept is a common noun of which the graph has several things."""
        name = self.names.get(key)
        is_noun = name is not None and name.as_words > 0 and key not in name.lexicon.empty_nouns
        return is_noun and self.classes[key] >= _FEWEST_OF_CLASS

    def _add(self, graph: DocumentGraph) -> None:
        language, sentences = graph.document.language, {sentence.id: sentence for sentence in graph.sentences}
        title = graph.document.title
        title_key, bracket = concept_key(without_brackets(title), language), _BRACKET.search(title)
        for mention in graph.mentions:
            name = self.names.setdefault(mention.concept, Name(mention.concept, language))
            self._note(name, mention, sentences[mention.sentence_id])
            if mention.concept == title_key:
                name.titles[graph.document.id] = bracket[1] if bracket else ""
        for relation in graph.relations:
            is_rejected = relation.verdict is Verdict.INVALID
            held = self.rejected if is_rejected else self.relations
            own = [each for each in relation.evidence if each.is_inferred == is_rejected]
            if relation.key in held:
                own = [*held[relation.key].evidence, *own]
            if own or is_rejected:
                held[relation.key] = replace(relation, evidence=tuple(own))
        for fact in graph.facts:
            if isinstance(fact.object, str) and fact.verdict is not Verdict.INVALID:
                self.facts.setdefault(fact.key, fact)
        self.profiles += graph.profiles

    @staticmethod
    def _note(name: Name, mention: Mention, sentence: Sentence) -> None:
        if mention.source is MentionSource.COREFERENCE:
            name.is_person |= mention.surface.lower() in _PERSONAL
            return
        if len(name.sentences) < _KEPT_SENTENCES and mention.sentence_id not in name.sentences:
            name.sentences.append(mention.sentence_id)
        if mention.source is MentionSource.TITLE:
            return
        name.documents.add(sentence.document_id)
        name.is_person |= _BORN.match(sentence.text, mention.end) is not None
        words = [word for word in mention.surface.split() if word.lower() not in name.lexicon.determiners]
        if not words:
            return
        name.is_owned |= any(_POSSESSIVE.search(word) for word in words)
        name.capitals += all(word.isupper() for word in words)
        if words[-1][:1].islower():
            name.as_words += 1
        elif not words[0][:1].islower() and (len(words) > 1 or mention.start > 0):
            name.as_name += 1
