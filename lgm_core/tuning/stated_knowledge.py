"""What some documents of a graph state, read for tuning: sentences, facts, relations, and things under their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from lgm_core.graph.circles import overruled
from lgm_core.language.normalisation import fold_phrase
from lgm_core.language.words import stop_words
from lgm_core.llm.quoting import quoted
from lgm_core.model import THING, EntityProfile, Fact, FactEnd, Mention, MetaRelation, RelationKind, Sentence, Verdict
from lgm_core.model.concept import name_of
from lgm_core.model.relation import Evidence
from lgm_core.model.sentence import DENIAL, MentionSource
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import end_text, wording
from lgm_core.retrieval.written_names import most_frequent_forms

__all__ = ["Claim", "Part", "grouped"]

_AUXILIARIES = ("is", "are", "was", "were")
_ARTICLE = re.compile(r"\b(?:is|are|was|were) (an?|the) ")
_DETERMINER = re.compile(r"\b(?:an?|the|its|his|her|their)\s+$", re.IGNORECASE)

_Key = TypeVar("_Key")
_Each = TypeVar("_Each")


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact with its first sentence, in words: `the bridge`, `was designed by`, `Ada Marten`."""

    fact: Fact
    sentence_id: str
    subject: str
    predicate: str
    object: str

    def said(self, subject: str = "", end: str = "") -> str:
        """Return the statement without a full stop, perhaps with other ends."""
        return f"{subject or self.subject} {self.predicate} {end or self.object}"

    def question(self, subject: str = "", *, of_object: bool = True) -> str:
        """Return a question for the object, perhaps of another subject, or for the subject."""
        first, _, rest = self.predicate.partition(" ")
        if not of_object:
            return f"Who or what {self.predicate} {self.object}?"
        if first in _AUXILIARIES and rest.endswith((" by", " of")):
            return f"Who or what {first} {subject or self.subject} {rest}?"
        return f"What completes this: {self.said(subject, '…')}?"


class Part:
    """What the documents of one part of a graph state by themselves, each by a single sentence.

    Args:
        view: the visible part of the graph.
        known: its relations whatever their verdict, each with all its evidence.
        documents: the ids of the documents.
        others: texts of sentences to leave out, in lower case.

    Attributes:
        language: the code of their language.
        sentences: by id, in document order, without code.
        headings: the titles of the sections of sentences, by sentence id.
        mentions: the mentions in sentences, by sentence id.
        facts: the facts of each document, not rejected and not denied, with the evidence of these sentences alone.
        labels: by key of a fact, the property of the schema that it conforms to, else its predicate.
        relations: the VALID relations that circles of is-a do not overrule, with the same evidence.
        profiles: the descriptions of things.
    """

    def __init__(
        self, view: GraphView, known: Sequence[MetaRelation], documents: Sequence[str], others: Collection[str] = ()
    ) -> None:
        self.language, self._known = view.language, known
        self.sentences: dict[str, Sentence] = {}
        self.headings: dict[str, str] = {}
        self.mentions: defaultdict[str, list[Mention]] = defaultdict(list)
        self.facts: list[Fact] = []
        self.profiles: list[EntityProfile] = []
        for graph in view.store.scan(documents):
            titles = {section.id: section.title or graph.document.title for section in graph.sections}
            for each in graph.sentences:
                if not each.is_code and each.text.casefold().strip() not in others:
                    self.sentences[each.id], self.headings[each.id] = each, titles.get(each.section_id, "")
            for mention in graph.mentions:
                if mention.sentence_id in self.sentences:
                    self.mentions[mention.sentence_id].append(mention)
            for fact in graph.facts:
                own = tuple(each for each in fact.evidence if not each.is_part and each.sentence_id in self.sentences)
                if own and fact.verdict is not Verdict.INVALID and not fact.predicate.startswith(DENIAL):
                    self.facts.append(replace(fact, evidence=own))
            self.profiles += [each for each in graph.profiles if self.sentences.keys() >= {*self.stating(each)}]
        view.conformance.read(self.facts)
        self.labels = {fact.key: fact.predicate for fact in self.facts}
        for fact in self.facts:
            if fit := view.conformance.conforming(fact, view.grouped_predicates(fact)):
                self.labels[fact.key] = fit.property.name
        valid = [each for each in known if each.verdict is Verdict.VALID and THING not in (each.subject, each.object)]
        stated = [replace(each, evidence=self._own(each)) for each in valid if self._own(each)]
        gone = {each.key for each in overruled([each for each in stated if each.kind is RelationKind.IS_A])}
        self.relations = [each for each in stated if each.key not in gone]
        self.is_a = [each for each in self.relations if each.kind is RelationKind.IS_A]

    def _own(self, told: MetaRelation) -> tuple[Evidence, ...]:
        return tuple(each for each in told.evidence if not each.is_joint and each.sentence_id in self.sentences)

    @cached_property
    def _links(self) -> dict[str, list[str]]:
        both_ways = [each for each in self._known if each.kind is not RelationKind.IS_A]
        pairs = [(each.subject, each.object) for each in self._known]
        return grouped([*pairs, *((each.object, each.subject) for each in both_ways)])

    def reached(self, key: str) -> set[str]:
        """Return a thing and its classes, names, parts and wholes, in any number of steps."""
        found, waiting = {key}, [key]
        while waiting:
            fresh = [each for each in self._links.get(waiting.pop(), ()) if each not in found]
            found.update(fresh)
            waiting += fresh
        return found

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """Return what is-a relations put right below each class."""
        return grouped((each.object, each.subject) for each in self.is_a)

    @cached_property
    def _names(self) -> dict[str, str]:
        return most_frequent_forms(self.mentions.values())

    def written_in(self, sentence_id: str) -> list[Mention]:
        """Return the mentions that a sentence writes out."""
        return [each for each in self.mentions.get(sentence_id, ()) if each.source is MentionSource.TEXT]

    def name(self, end: FactEnd, sentence_id: str = "") -> str:
        """Return the name of an end as a sentence writes it, else as others do."""
        own = (each.surface for each in self.written_in(sentence_id) if each.concept == end)
        return quoted(next(own, "") or end_text(end, self._names))

    @cached_property
    def _written(self) -> list[Mention]:
        return [each for of in self.mentions.values() for each in of if each.source is not MentionSource.COREFERENCE]

    @cached_property
    def common(self) -> frozenset[str]:
        """Return the things that sentences also write in lower case."""
        return frozenset(each.concept for each in self._written if each.surface[:1].islower())

    @cached_property
    def named(self) -> frozenset[str]:
        """Return the things with names of their own: always written with a capital, not just as a first word."""
        capital = [each for each in self._written if each.surface[:1].isupper()]
        inside = {each.concept for each in capital if each.start or not each.surface[1:].islower()}
        singular = {each.concept for each in capital if fold_phrase(each.surface) == name_of(each.concept)}
        return frozenset((inside | singular) - self.common)

    def is_common(self, concept: str, sentence_id: str) -> bool:
        """Tell whether a sentence writes a thing as a common noun: in lower case, or in the plural as a first word."""
        own = [each for each in self.written_in(sentence_id) if each.concept == concept]
        begins = concept in self.common and any(fold_phrase(each.surface) != name_of(concept) for each in own)
        return any(each.surface[:1].islower() or (begins and not each.start) for each in own)

    def shown(self, sentence_id: str) -> str:
        """Return a sentence under its heading, as prompts show it."""
        heading = quoted(self.headings[sentence_id])
        text = quoted(self.sentences[sentence_id].resolved)
        return f"<text>\n# {heading}\n{text}\n</text>" if heading else f"<text>\n{text}\n</text>"

    def stating(self, told: Fact | MetaRelation | EntityProfile) -> list[str]:
        """Return the sentences that state something."""
        return list(dict.fromkeys(each.sentence_id for each in told.evidence))

    @cached_property
    def facts_in(self) -> dict[str, list[Fact]]:
        """Return the facts that each sentence states, by its id."""
        return grouped((id, fact) for fact in self.facts for id in self.stating(fact))

    @cached_property
    def claims(self) -> list[Claim]:
        """Return the facts that can be said so, without those that say what something is: relations do that."""
        found = []
        for fact in self.facts:
            id, before = fact.evidence[0].sentence_id, f" {wording(fact)}"
            words = _phrase(self, fact.subject, id), _finite(self, fact, id), _phrase(self, fact.object, id, before)
            found += [Claim(fact, id, *words)] if all(words) else []
        return found


def grouped(pairs: Iterable[tuple[_Key, _Each]]) -> dict[_Key, list[_Each]]:
    """Return what belongs to each key, in its order."""
    found: defaultdict[_Key, list[_Each]] = defaultdict(list)
    for key, each in pairs:
        found[key].append(each)
    return dict(found)


def _finite(part: Part, fact: Fact, id: str) -> str:
    """Return the predicate with the auxiliary or article that its wording lacks; empty unless it is surely finite."""
    first, *rest = told = quoted(wording(fact)[:1].lower() + wording(fact)[1:]).split() or [""]
    text, verbs = part.sentences[id].text, {clause.verb for clause in part.sentences[id].clauses}
    if fact.predicate.startswith("be "):
        if first in _AUXILIARIES and len(rest) > 1 and (article := _ARTICLE.search(text)):
            told.insert(1, "the" if article[1] == "the" else "an" if rest[0][0] in "aeiou" else "a")
        is_finite = first in _AUXILIARIES and told[-1] in stop_words(part.language)
    elif f"be {fact.predicate}" in verbs or first == "born" or rest[-1:] == ["by"]:
        told.insert(0, next((each for each in _AUXILIARIES if f" {each} {first}" in text), "was"))
        is_finite = True
    else:
        is_stated = fact.evidence[0].origin != "parse" or fact.predicate in verbs
        is_finite = is_stated and fact.predicate != "be" and not first.endswith("ing")
    return " ".join(told) if is_finite else ""


def _phrase(part: Part, end: FactEnd, id: str, before: str = "") -> str:
    """Return an end with its determiner in the text; empty for a common noun whose determiner is not known."""
    is_name = not isinstance(end, str) or end in part.named
    for each in part.written_in(id):
        if each.concept == end:
            lead = part.sentences[id].text[: each.start]
            if found := _DETERMINER.search(lead):
                return quoted(f"{found[0] if is_name else found[0].lower()}{each.surface}")
            if is_name or not lead or (before and lead.rstrip().endswith(before)):
                return quoted(each.surface)
    return part.name(end) if is_name else ""
