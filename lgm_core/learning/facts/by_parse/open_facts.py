"""Facts from the parsed sentences of a document, with mentions of their concepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from lgm_core.errors import InputError
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.language.port import Annotator, ReadsAnyLanguage
from lgm_core.language.values.value_finder import LifeEvent, find_life_span
from lgm_core.learning.facts.by_parse.end_reader import EndReader, OpenRelation, RelationEnd
from lgm_core.learning.facts.by_parse.subject_reader import SubjectReader
from lgm_core.learning.facts.end_grounding import SentenceWords, SourceSentence
from lgm_core.learning.facts.fact_grounding import GroundedFacts
from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model import Fact, FactEnd, FactEvidence, Mention
from lgm_core.model.facts.value import ValueKind

__all__ = ["OpenFacts", "open_relations", "require_parse"]

_MOST_RELATIONS = 24
"""The most relations read from one sentence: prose has fewer, and a list read as a sentence would give hundreds."""

_CLOSING = " \"'”’»)]"
"""Characters allowed after the mark that ends a sentence."""

_MOST_WORDS_BETWEEN = 4
"""The most words between a noun and a name in apposition: *his wife, the painter Mary Cook*."""


def open_relations(sentence: ChunkedSentence, *, topic: str = "", opens: bool = False) -> tuple[OpenRelation, ...]:
    """Return the statements of a sentence; none without a parse, or without fact words in the language's lexicon.

    Args:
        sentence: an annotated sentence with its noun phrases.
        topic: the topic of its section's title; a slightly different subject in the first sentence means this.
        opens: whether it is the first sentence of its section.
    """
    tokens = sentence.annotation.tokens
    words = sentence.lexicon.facts
    if words is None or not any(token.relation for token in tokens) or _asks(sentence):
        return ()
    reader = _Reader(sentence, words, topic, opens)
    found = {(r.subject.key, r.predicate, r.object.key or r.object.surface): r for r in reader.relations()}
    return tuple(islice(found.values(), _MOST_RELATIONS))


def _asks(sentence: ChunkedSentence) -> bool:
    annotation = sentence.annotation
    return sentence.text[annotation.start : annotation.end].rstrip(_CLOSING).endswith("?")


class _Reader:
    def __init__(self, sentence: ChunkedSentence, words: FactWords, topic: str, opens: bool) -> None:
        self._tree, self._text, self._words = DependencyTree(sentence), sentence.text, words
        self._tokens, self._lexicon = self._tree.tokens, sentence.lexicon
        self._first, self._last = sentence.annotation.start, sentence.annotation.end
        self._ends = EndReader(self._tree, words, topic, opens=opens)
        self._subjects = SubjectReader(self._tree, words, self._ends)
        own = self._text[self._first : self._last]
        self._life_span = find_life_span(own, sentence.lexicon) if opens and topic else (None, None)

    def relations(self) -> Iterator[OpenRelation]:
        """Yield the sentence's statements, in no particular order."""
        yield from self._of_life_span()
        for word in range(len(self._tokens)):
            if self._subjects.is_predicate(word) and self._subjects.is_stated(word):
                yield from self._of_copula(word)
                yield from self._of_verb(word)
            yield from self._of_possessive(word)
            yield from self._of_apposition(word)

    def _of_verb(self, verb: int) -> Iterator[OpenRelation]:
        token, tree = self._tokens[verb], self._tree
        if token.upos != "VERB" or tree.relation(verb) in ("amod", "compound"):
            return
        subjects = self._subjects.of_predicate(verb)
        if not subjects:
            return
        particles = [self._tokens[word].text.lower() for word in tree.related(verb, "compound:prt")]
        lemma, worded = " ".join([tree.lemma(verb), *particles]), " ".join([token.text, *particles])
        objects = [
            (" ".join(self._prepositions(word)), word)
            for word in tree.children(verb, "obj", "iobj")
            if not self._ends.is_relative(word)
        ]
        objects = objects or self._bare_object(verb)
        obliques = [*self._with_prepositions(verb, "obl"), *self._with_prepositions(verb, "nmod")]
        for place, (preposition, word) in enumerate([*objects, *obliques]):
            if self._ends.is_denied(word) or (objects and place >= len(objects) and not self._names(word)):
                continue
            others = [entry for number, entry in enumerate(obliques, len(objects)) if number != place]
            predicate, wording = f"{lemma} {preposition}".strip(), f"{worded} {preposition}".strip()
            yield from self._stated(subjects, predicate, wording, word, verb, others)

    def _bare_object(self, verb: int) -> list[tuple[str, int]]:
        """Return the name right after a verb without an object, which is its object whatever the parser says."""
        if self._tree.children(verb, "nsubj:pass", "aux:pass"):
            return []
        for word in self._tree.children(verb, "obl"):
            phrase = self._tree.phrase(word)
            if phrase is not None and phrase.is_name and not self._prepositions(word) and phrase.first == verb + 1:
                return [("", word)]
        return []

    def _names(self, word: int) -> bool:
        """Tell whether a word belongs to a name or value, and so modifies a verb without its object."""
        named = self._tree.phrase(self._ends.name_beside(word))
        return self._ends.value_at(word) is not None or (named is not None and named.is_name)

    def _of_copula(self, noun: int) -> Iterator[OpenRelation]:
        tree = self._tree
        copulas = tree.children(noun, "cop")
        if not copulas or self._tokens[noun].upos == "VERB":
            return
        subjects = self._subjects.of_predicate(noun)
        verb = self._tokens[copulas[0]].text
        for value in [word for word in tree.conjuncts(noun) if word == noun or not self._subjects.is_predicate(word)]:
            if self._ends.is_denied(value):
                continue
            if place := " ".join(self._prepositions(value)):
                if value == noun:
                    yield from self._stated(subjects, f"be {place}", f"{verb} {place}", value, value, ())
            else:
                yield from self._of_description(subjects, "be", verb, value)

    def _of_description(self, subjects: list[RelationEnd], lemma: str, verb: str, noun: int) -> Iterator[OpenRelation]:
        """Yield the statements of a noun after a copula or in apposition: kind, adjectives, dates, and complements."""
        tree, token = self._tree, self._tokens[noun]
        if self._ends.is_fragment(token.start, token.end):
            return
        if token.upos in ("NOUN", "PROPN", "NUM"):
            yield from self._stated(subjects, lemma, verb or token.text, noun, noun, ())
        phrase = tree.phrase(noun)
        if phrase is not None and token.upos == "NOUN" and verb:
            for word in range(min([phrase.first, *tree.children(noun, "det", "amod", "nummod")]), noun):
                inside = self._tokens[word]
                is_date = (found := self._ends.value_at(word)) is not None and found.value.kind == "date"
                is_name = inside.upos in ("ADJ", "PROPN") and inside.text[:1].isupper()
                if is_date or (is_name and inside.text.lower() not in self._words.ordinals):
                    name = f"{lemma} {tree.lemma(noun)}" if is_date else lemma
                    worded = f"{verb} {token.text}" if is_date else verb
                    yield from self._stated(subjects, name, worded, word, noun, (), alone=True)
        links = [*self._with_prepositions(noun, "nmod"), *self._with_prepositions(noun, "obl")]
        behind = phrase.end if phrase is not None else noun + 1
        links = sorted((link for link in links if link[1] >= behind), key=itemgetter(1))
        for place, (preposition, word) in enumerate(links):
            if place and self._ends.value_at(word) is None:
                continue  # in *the owner of a theatre in Leeds* the second mostly belongs to the first
            predicate = f"{lemma} {tree.lemma(noun)} {preposition}".strip()
            yield from self._stated(subjects, predicate, f"{verb} {token.text} {preposition}".strip(), word, noun, ())

    def _of_apposition(self, word: int) -> Iterator[OpenRelation]:
        """Read *Ed Solomon, an American writer*: the noun describes the name."""
        if self._tree.relation(word) != "appos" or self._ends.value_at(word) is not None:
            return
        head = self._tokens[word].head
        name = self._tree.phrase(head)
        copula = self._tree.children(word, "cop")
        if name is None or self._tree.phrase(word) is None or (copula and name.is_name):
            return
        if name.is_name and self._tokens[word].upos == "NOUN" and self._tokens[word].text.islower():
            yield from self._of_description(self._ends.of_word(head), "be", "", word)

    def _of_possessive(self, word: int) -> Iterator[OpenRelation]:
        """Read *his wife Anna Bell*, *her father was Tom Reed*: the noun is the predicate, the name the object."""
        tree = self._tree
        is_owner = self._tokens[word].relation == "nmod:poss"
        if not is_owner or not (self._tokens[word].upos in ("PRON", "DET") or tree.children(word, "case")):
            return
        noun = self._tokens[word].head
        owners = [end for end in self._ends.of_word(word) if end.value is None]
        if not owners or self._tokens[noun].upos != "NOUN" or not self._subjects.is_stated(noun):
            return
        named = self._ends.name_beside(noun)
        values = [] if named == noun else [named]
        head = self._tokens[noun].head
        if (
            tree.relation(noun) == "nsubj"
            and head >= 0
            and tree.children(head, "cop")
            and self._subjects.is_stated(head)
        ):
            values.append(head)
        beside = [child for child in tree.children(noun, "appos") if child - noun <= _MOST_WORDS_BETWEEN]
        values += [child for child in beside if tree.phrase(child) is not None]
        if not values and noun + 2 < len(self._tokens) and self._tokens[noun + 1].lemma == "be":
            values.append(noun + 2)  # *Her father was Tom Reed.*, whatever the parser makes of the copula
        for value in dict.fromkeys(values):
            for conjunct in self._ends.coordinated(value):
                phrase = tree.phrase(conjunct)
                if phrase is not None and (phrase.is_name or self._ends.value_at(conjunct)):
                    yield from self._stated(
                        owners, tree.lemma(noun), self._tokens[noun].text, conjunct, noun, (), alone=True
                    )

    def _of_life_span(self) -> Iterator[OpenRelation]:
        """Read *(6 June 1906, Graz – 2 November 1994)* after the title: dates and places of birth and death."""
        predicate = next((token.start for token in self._tokens if token.upos in ("VERB", "AUX")), self._last)
        for half, lemma, worded in zip(self._life_span, ("bear", "die"), ("born", "died"), strict=True):
            if half is None or (self._first + half.start > predicate and not self._is_marked(half)):
                continue
            subject, date = self._ends.named(self._ends.topic), half.date
            start, end = self._first + half.start, self._first + half.end
            yield OpenRelation(subject, lemma, worded, RelationEnd("", date.text, date), (), start, end)
            for phrase in self._tree.sentence.noun_phrases:
                first, last = self._tokens[phrase.start].start, self._tokens[phrase.end - 1].end
                if phrase.is_name and start <= first and last <= end and self._ends.value_at(phrase.start) is None:
                    place = self._ends.named(self._text[first:last])
                    yield OpenRelation(subject, f"{lemma} in", f"{worded} in", place, (), first, last)

    def _is_marked(self, event: LifeEvent) -> bool:
        """Tell whether a word such as *born*, which is a predicate of its own, opens the brackets."""
        words = self._lexicon.values
        inside = self._text[: self._first + event.start].rpartition("(")[2].strip().lower()
        return inside in (*words.born, *words.died)

    def _qualifiers(self, others: Sequence[tuple[str, int]], *, dated: bool) -> tuple[tuple[str, RelationEnd], ...]:
        """Return the further ends of a predicate: one per preposition, and one date, since two belong to two events."""
        found: dict[str, RelationEnd] = {}
        for preposition, word in others:
            ends = [] if self._ends.is_before_noun(word) else self._ends.of_conjuncts(word)[:1]
            if not preposition or preposition in found or not ends or (dated and ends[0].value is not None):
                continue
            found[preposition] = ends[0]
            dated = dated or ends[0].value is not None
        return tuple(found.items())

    def _with_prepositions(self, head: int, relation: str) -> list[tuple[str, int]]:
        """Return the prepositional dependents of a word, each with its preposition; dates may lack one."""
        found = []
        for word in self._tree.children(head, relation):
            if self._tokens[word].relation == "nmod:poss":
                continue
            cases = self._prepositions(word)
            value = self._ends.value_at(word)
            is_bare = value is not None and value.value.kind is ValueKind.NUMBER
            is_half = value is not None and not self._words.ranges.isdisjoint(cases)
            if (cases or value is not None) and not (is_bare or is_half):
                found.append((" ".join(cases), word))
        return found

    def _prepositions(self, word: int) -> list[str]:
        """Return the prepositions of a word; if they are not adjacent, those next to it."""
        cases = [case for case in self._tree.children(word, "case") if case < word]
        if cases and self._ends.is_relative(max(cases) + 1):
            return []
        together = [case for case in cases if all(between in cases for between in range(case, max(cases)))]
        return [self._tokens[case].text.lower() for case in together]

    def _stated(
        self,
        subjects: list[RelationEnd],
        predicate: str,
        wording: str,
        word: int,
        at: int,
        others: Sequence[tuple[str, int]],
        *,
        alone: bool = False,
    ) -> Iterator[OpenRelation]:
        """Yield a relation for each subject and each of the coordinated objects."""
        if alone:
            start, end = self._tokens[word].start, self._tokens[word].end
            objects = self._ends.of_word(word) if self._ends.value_at(word) or self._tokens[word].upos != "ADJ" else []
            objects = objects or [self._ends.named(self._text[start:end])]
        else:
            objects = self._ends.of_conjuncts(word)
        if self._ends.is_before_noun(word):
            return
        qualifiers = self._qualifiers(others, dated=any(end.value is not None for end in objects))
        first, last = min(self._tokens[at].start, self._tree.span(word)[0]), self._tree.span(word)[1]
        for subject in subjects:
            for object_ in objects:
                says_nothing = object_.value is None and object_.key in ("", subject.key, wording.lower())
                if not says_nothing:
                    yield OpenRelation(
                        subject, predicate, wording, object_, qualifiers, first, max(last, self._tokens[at].end)
                    )


ORIGIN = "parse"
"""The origin of open facts' evidence."""


def require_parse(annotator: Annotator) -> None:
    """Check that a language backend parses.

    Raises:
        InputError: the backend does not parse.
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
    """Gathers the distinct facts of one document's sentences."""

    def __init__(self) -> None:
        self._union = FactUnion()
        self._mentions: dict[tuple[str, str], Mention] = {}

    def add(self, source: SourceSentence, sentence: ChunkedSentence, title: str, *, first: int, opens: bool) -> None:
        """Add the statements of a sentence.

        Args:
            source: the sentence of the graph, with its mentions.
            sentence: the same with its parse.
            title: the title of its section.
            first: the start of the graph's sentence in the parsed text.
            opens: whether it is the first sentence of its section.
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
