"""The statements of a parsed sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lgm_core.language.arguments.argument_reader import is_question, predications
from lgm_core.language.arguments.predication import Argument, Form, Predication
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.language.values.value_finder import LifeEvent, find_life_span
from lgm_core.learning.facts.by_parse.end_reader import EndReader, OpenRelation, RelationEnd, opening_name
from lgm_core.learning.patterns.pattern_matching import grammar_of
from lgm_core.model.facts.value import ValueKind
from lgm_core.model.sentence import DENIAL
from lgm_core.schema.value_fitting import as_number

__all__ = ["open_relations"]

_MOST_RELATIONS = 24
"""The most relations read from one sentence: prose has fewer, and a list read as a sentence would give hundreds."""

_MAIDEN = ("née", "nee", " né")  # words before a name at birth, which is no place
_MOST_WORDS_BETWEEN = 4  # between a noun and a name in apposition: *his wife, the painter Mary Cook*


def open_relations(
    sentence: ChunkedSentence, *, topic: str = "", opens: bool = False, read: Sequence[Predication] | None = None
) -> tuple[OpenRelation, ...]:
    """Return the statements of a sentence; none without a parse, or without fact words in the language's lexicon.

    Args:
        sentence: an annotated sentence with its noun phrases.
        topic: the topic of its section's title; a slightly different subject in the first sentence means this. Without
            one, a name that opens the sentence is taken for it (`opening_name`).
        opens: whether it is the first sentence of its section.
        read: its `predications`, if they have been read, without regard to the topic.
    """
    tokens = sentence.annotation.tokens
    words = sentence.lexicon.facts
    tree = DependencyTree(sentence)
    if words is None or not any(token.relation for token in tokens) or is_question(tree):
        return ()
    if not topic and sentence.lexicon.code == "en":
        topic = opening_name(sentence.text[sentence.annotation.start : sentence.annotation.end])
        opens = opens or bool(topic)
    reader = _Reader(tree, words, topic, opens)
    found = {(r.subject.key, r.predicate, r.object.key or r.object.surface): r for r in reader.relations(read)}
    return tuple(islice(found.values(), _MOST_RELATIONS))


class _Reader:
    def __init__(self, tree: DependencyTree, words: FactWords, topic: str, opens: bool) -> None:
        self._tree, self._text, self._words = tree, tree.sentence.text, words
        self._tokens, self._lexicon = tree.tokens, tree.sentence.lexicon
        self._first, self._last = tree.sentence.annotation.start, tree.sentence.annotation.end
        self._ends = EndReader(tree, words, topic, opens=opens)
        tree.title = self._ends.title
        own = self._text[self._first : self._last]
        self._life_span = find_life_span(own, self._lexicon) if opens and topic else (None, None)

    def relations(self, read: Sequence[Predication] | None) -> Iterator[OpenRelation]:
        """Yield the sentence's statements, in no particular order."""
        yield from self._of_life_span()
        if not self._words.sources.isdisjoint([token.text.lower() for token in self._tokens]):
            return
        readers = {
            Form.VERB: self._of_verb,
            Form.COPULA: self._of_copula,
            Form.APPOSITION: self._of_apposition,
            Form.POSSESSION: self._of_possession,
        }
        for one in predications(self._tree) if read is None or self._tree.title else read:
            if not self._is_stated(one):
                continue
            if subjects := self._subjects(one):
                yield from readers[one.form](one, subjects)
            elif one.form is Form.COPULA:
                yield from self._of_role(one)

    def _is_stated(self, one: Predication) -> bool:
        """Tell whether something is stated as true or untrue, and of things that are named."""
        tree, words = self._tree, self._words
        if one.is_open or one.is_possible or one.is_reported or not one.is_sure or self._is_loose(one):
            return False
        if any(tree.lemma(verb) not in words.carriers for verb in one.chain) or (one.is_infinitive and not one.chain):
            return False
        if any(tree.lemma(word) in words.reports for word in tree.ancestors(one.word)):
            return False
        return one.describes < 0 or self._is_single(one.describes)

    def _is_loose(self, one: Predication) -> bool:
        """Tell whether parsers guess whose verb it is: behind the main clause, in brackets, or within a title."""
        verb, relation = one.word, self._tree.relation(one.word)
        if one.form is not Form.VERB:
            return False
        if self._tokens[verb].text.istitle() and verb > 1 and self._tokens[verb - 1].upos != "PUNCT":
            return True
        is_behind = relation == "advcl" and verb > self._tokens[verb].head
        text = self._text[self._first : self._tokens[verb].start]
        is_apart = text.count("(") > text.count(")") and not self._tree.children(verb, "nsubj:pass")
        is_guess = relation == "parataxis" and self._tokens[self._tokens[verb].head].upos == "VERB"
        is_guess &= not self._tree.children(verb, "nsubj", "cc")
        return (one.is_gerund and is_behind) or is_apart or is_guess

    def _is_single(self, noun: int) -> bool:
        """Tell whether a clause about a noun tells something of it, rather than which of them is meant."""
        phrase = self._tree.phrase(self._tree.name_beside(noun))
        if phrase is None or phrase.is_name:
            return phrase is not None
        is_apart = phrase.end < len(self._tokens) and self._tokens[phrase.end].text == ","
        return is_apart and (phrase.first == 0 or self._tree.relation(noun) == "nsubj")

    def _subjects(self, one: Predication) -> list[RelationEnd]:
        words = [word for word in one.subjects if one.form is Form.POSSESSION or not self._is_somebodys(word)]
        ends = [end for word in words for end in self._ends.of_word(word) if end.value is None]
        return [end for end in ends if end.key not in self._lexicon.months]

    def _is_somebodys(self, noun: int) -> bool:
        """Tell whether a noun says little without its possessor, as in *his mother*, *the date of his death*."""
        if self._tokens[noun].upos != "NOUN" or self._ends.is_title(noun):
            return False
        return any(
            self._tokens[child].relation == "nmod:poss"
            or any(self._tree.lemma(case) == self._lexicon.genitive for case in self._tree.children(child, "case"))
            for child in self._tree.children(noun, "nmod")
        )

    def _of_verb(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        tree, verb = self._tree, one.word
        particles = [self._tokens[word].text.lower() for word in tree.related(verb, "compound:prt")]
        lemma, worded = (" ".join([name, *particles]) for name in (tree.lemma(verb), self._tokens[verb].text))
        objects = [end for end in one.objects if self._is_end(end, verb)]
        complements = [end for end in one.complements if self._completes(end)]
        if not objects and tree.children(verb, "xcomp", "ccomp"):
            return  # *the clerks agreed in May to leave*
        has_object = not one.is_passive and bool(one.objects)
        is_light = bool(objects) and tree.lemma(verb) in self._words.light_verbs
        named = [end for end in complements if not objects or self._is_named(end.word)]
        others = [] if has_object or is_light else named
        if is_light:
            yield from self._of_own(one, subjects)
        yield from self._of_count(one, subjects)
        for end in [*objects, *others]:
            preposition = self._texts([word for word in end.preposition if self._ends.value_at(word) is None])
            others = [other for other in complements if other.lead != end.lead]
            predicate, wording = f"{lemma} {preposition}".strip(), f"{worded} {preposition}".strip()
            yield from self._stated(one, subjects, predicate, wording, end, others)

    def _of_own(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        """Read *has its home port in Leith*: where a thing's own part is relates the thing to the place."""
        tree, verb = self._tree, one.word
        for noun in (end.word for end in one.objects if tree.related(end.word, "nmod:poss")):
            first, last, _ = self._term(noun)
            words = self._names(range(first, last + 1))
            for place in tree.children(noun, "nmod") + tree.children(verb, "obl"):
                preposition = tuple(tree.children(place, "case"))
                if place > noun and preposition and self._is_named(place):
                    behind = [*words, *self._names(preposition)]
                    predicate = " ".join([tree.lemma(verb), *behind])
                    wording = " ".join([self._tokens[verb].text, *behind])
                    yield from self._stated(one, subjects, predicate, wording, Argument(place, preposition, place), ())

    def _of_count(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        """Read *has 12 wheels*: a number of what a thing has is a value of it."""
        for end in one.objects if self._tree.lemma(one.word) in ("have", "haben") else ():
            noun, name = self._tokens[end.word], self._tree.lemma(end.word)
            beside = [word for word in self._tree.children(end.word, "nummod") if word + 1 == end.word]
            for found in filter(None, map(self._ends.value_at, beside if not one.denies(end) else ())):
                value = as_number(found.value)  # *1650 seats*
                if value.kind is ValueKind.NUMBER and not value.text[0].isalpha():
                    stated = name, noun.text, RelationEnd("", value.text, value), (), found.start, noun.end
                    yield from (OpenRelation(subject, *stated) for subject in subjects)

    def _is_end(self, end: Argument, verb: int) -> bool:
        """Tell whether an object is worth a fact: no bare number; what a relative clause is about only as a name."""
        phrase, value = self._tree.phrase(end.word), self._ends.value_at(end.word)
        if value is not None and value.value.kind is ValueKind.NUMBER:
            return False
        return end.word > verb or (phrase is not None and phrase.is_name)

    def _completes(self, end: Argument) -> bool:
        """Tell whether an argument has a preposition, or is a date; a number alone or half a range is neither."""
        value = self._ends.value_at(end.lead)
        if value is None:
            return bool(end.preposition) and self._tree.lemma(end.preposition[0]) not in self._words.comparing
        return value.value.kind is not ValueKind.NUMBER and self._words.ranges.isdisjoint(self._names(end.preposition))

    def _is_named(self, word: int) -> bool:
        """Tell whether a word belongs to a name or value, and so modifies a verb without its object."""
        phrase = self._tree.phrase(word)
        return self._ends.value_at(word) is not None or (phrase is not None and phrase.is_name)

    def _names(self, words: Iterable[int]) -> list[str]:
        return [self._tokens[word].text.lower() for word in words]

    def _texts(self, words: Iterable[int]) -> str:
        return " ".join(self._names(words))

    def _of_copula(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        (value,) = one.objects
        verb = next(self._tokens[word].text for word in self._tree.children(value.lead, "cop"))
        if not value.preposition:
            yield from self._of_description(one, subjects, verb)
        elif value.word == value.lead:
            place = self._texts(value.preposition)
            yield from self._stated(one, subjects, f"be {place}", f"{verb} {place}", value, ())

    def _of_role(self, one: Predication) -> Iterator[OpenRelation]:
        """Read *the captain of the Aldis is Ann Bell*: what a noun with its possessor is called relates the two."""
        (value,) = one.objects
        for noun in one.subjects:
            first, last, owner = self._term(noun)
            is_the = first > 0 and self._tokens[first - 1].text.lower() in self._lexicon.determiners
            is_the &= self._tokens[noun].text.islower()
            if owner == noun or not is_the or self._ends.place_named(noun) or one.denies(value):
                continue
            if self._is_named(owner) and self._is_named(value.word):
                place = self._names(value.preposition)
                predicate = " ".join([*(self._tree.lemma(word) for word in range(first, last + 1)), *place])
                wording = " ".join([*self._names(range(first, last + 1)), *place])
                yield from self._stated(one, self._ends.of_word(owner), predicate, wording, value, ())

    def _term(self, noun: int) -> tuple[int, int, int]:
        """Return the first and last word of a term and the noun behind it: *port of call* of *the Aldis*.

        The noun behind is the term's own if nothing follows.
        """
        tree, tokens = self._tree, self._tokens
        first = last = owner = noun
        while first > 0 and tokens[first - 1].relation == "compound" and tokens[first - 1].text.islower():
            first -= 1
        while last + 2 < len(tokens) and tokens[last + 1].text == self._lexicon.genitive:
            phrase = tree.phrase(last + 2)
            if phrase is None:
                break
            owner = phrase.head
            inner = tokens[phrase.head]
            is_plain = phrase.first == phrase.head and inner.upos == "NOUN" and inner.text == inner.lemma
            if phrase.is_name or not is_plain:
                break
            if phrase.head + 1 >= len(tokens) or tokens[phrase.head + 1].text != self._lexicon.genitive:
                break
            last = phrase.head
        return first, last, owner

    def _of_description(self, one: Predication, subjects: list[RelationEnd], verb: str) -> Iterator[OpenRelation]:
        """Yield the statements of a noun after a copula or in apposition: kind, adjectives, dates, and complements."""
        tree, (value,) = self._tree, one.objects
        noun = value.word
        token = self._tokens[noun]
        if self._ends.is_fragment(token.start, token.end) or self._describes_next(noun):
            return
        if token.upos in ("NOUN", "PROPN", "NUM"):
            yield from self._stated(one, subjects, "be", verb or token.text, value, ())
        if one.denies(value):
            return  # what is no wooden bridge may be wooden, or a bridge
        phrase = tree.phrase(noun)
        if phrase is not None and token.upos == "NOUN" and verb:
            for word in range(min([phrase.first, *tree.children(noun, "det", "amod", "nummod")]), noun):
                inside = self._tokens[word]
                is_date = (found := self._ends.value_at(word)) is not None and found.value.kind == "date"
                is_name = inside.upos in ("ADJ", "PROPN") and inside.text[:1].isupper() and not self._is_half(word)
                if is_date or (is_name and inside.text.lower() not in self._words.ordinals):
                    name = f"be {tree.lemma(noun)}" if is_date else "be"
                    worded = f"{verb} {token.text}" if is_date else verb
                    yield from self._stated(one, subjects, name, worded, Argument(word, lead=word), (), alone=True)
        behind = phrase.end if phrase is not None else noun + 1
        links = sorted(
            (end for end in one.complements if end.lead >= behind and self._completes(end)),
            key=lambda end: end.word,
        )
        first, last, owner = self._term(noun)
        named = " ".join(self._tokens[word].text for word in range(first, last + 1))
        for end in links:
            if end.lead != links[0].lead and self._ends.value_at(end.lead) is None:
                continue  # in *the owner of a theatre in Leeds* the second mostly belongs to the first
            preposition = self._texts(end.preposition)
            predicate = f"be {tree.lemma(noun)} {preposition}".strip()
            if end.word == last != noun:  # *a port of call of the Aldis*
                end = Argument(owner, end.preposition, owner)
                predicate = f"be {named.lower()} {preposition}"
            yield from self._stated(one, subjects, predicate, f"{verb} {named} {preposition}".strip(), end, ())

    def _describes_next(self, noun: int) -> bool:
        """Tell whether a noun and the next describe a third: *a Welsh track and field athlete*."""
        phrase, tokens = self._tree.phrase(noun), self._tokens
        behind = len(tokens) if phrase is None else phrase.end
        if phrase is None or phrase.is_name or behind + 1 >= len(tokens) or tokens[behind].upos != "CCONJ":
            return False
        other = self._tree.phrase(behind + 1)
        if other is None or other.first != behind + 1 or other.is_name or other.nouns == other.head:
            return False
        grammar = grammar_of(self._lexicon.code)
        if grammar is None or grammar.lexicon.determiners.get(tokens[phrase.first].text.lower()) != "a":
            return False
        return not grammar.lexicon.may_be_person(self._tree.lemma(noun))

    def _is_half(self, word: int) -> bool:
        """Tell whether a word is part of a longer name: *a New Zealand novelist*, *the Irish Singles Champion*."""
        if self._tokens[word].upos == "PROPN":
            return any(self._is_of_name(place) for place in (word - 1, word + 1))
        phrase = self._tree.phrase(word)
        is_title = phrase is not None and self._tokens[phrase.head].text[:1].isupper()
        following = self._tokens[word + 1]
        beside = [following, *self._tokens[phrase.first if phrase is not None else word : word]]
        return is_title or self._is_of_name(word - 1) or any(t.upos == "ADJ" and t.text[:1].isupper() for t in beside)

    def _is_of_name(self, word: int) -> bool:
        return self._tokens[word].upos == "PROPN" and self._tokens[word].text[:1].isupper()

    def _of_apposition(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        """Read *Ed Solomon, an American writer*: the noun describes the name."""
        name, token = self._tree.phrase(one.subjects[0]), self._tokens[one.word]
        is_noun = token.upos == "NOUN" and token.text.islower() and self._tree.phrase(one.word) is not None
        if self._tree.name_beside(one.word) != one.word:
            return  # *the actor Ed Solomon, painter Mary Cook*
        is_apart = "(" in self._text[self._tokens[one.subjects[0]].start : token.start]
        if name is not None and name.is_name and is_noun and not is_apart and self._ends.value_at(one.word) is None:
            yield from self._of_description(one, subjects, "")

    def _of_possession(self, one: Predication, subjects: list[RelationEnd]) -> Iterator[OpenRelation]:
        for end in one.objects:
            is_near = end.word - one.word <= _MOST_WORDS_BETWEEN or self._tree.relation(end.word) != "appos"
            noun = self._tokens[one.word]
            if self._tokens[end.word].upos in ("ADJ", "NUM") or self._ends.is_fragment(noun.start, noun.end):
                continue  # *his novel was one of the first*; *the co-op's low-cost mill*
            if is_near and self._is_named(end.word):
                yield from self._stated(one, subjects, self._tree.lemma(one.word), noun.text, end, (), alone=True)

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
                is_place = not self._text[:first].rstrip().lower().endswith(_MAIDEN)
                is_place &= phrase.is_name and start <= first and last <= end
                if is_place and self._ends.value_at(phrase.start) is None:
                    place = self._ends.named(self._text[first:last])
                    yield OpenRelation(subject, f"{lemma} in", f"{worded} in", place, (), first, last)

    def _is_marked(self, event: LifeEvent) -> bool:
        """Tell whether a word such as *born*, which is a predicate of its own, opens the brackets."""
        words = self._lexicon.values
        inside = self._text[: self._first + event.start].rpartition("(")[2].strip().lower()
        return inside in (*words.born, *words.died)

    def _qualifiers(self, others: Sequence[Argument], *, dated: bool) -> tuple[tuple[str, RelationEnd], ...]:
        """Return the further ends of a predicate: one per preposition, and one date, since two belong to two events."""
        found: dict[str, RelationEnd] = {}
        for other in others:
            preposition = self._texts(other.preposition)
            ends = [] if other.denial >= 0 or self._ends.is_before_noun(other.word) else self._ends.of_word(other.word)
            if not preposition or preposition in found or not ends or (dated and ends[0].value is not None):
                continue
            found[preposition] = ends[0]
            dated = dated or ends[0].value is not None
        return tuple(found.items())

    def _stated(
        self,
        one: Predication,
        subjects: list[RelationEnd],
        predicate: str,
        wording: str,
        end: Argument,
        others: Sequence[Argument],
        *,
        alone: bool = False,
    ) -> Iterator[OpenRelation]:
        """Yield a relation for each subject; `alone` if the object may be a word of a longer phrase."""
        word = end.word
        token, ends = self._tokens[word], self._ends
        if ends.is_before_noun(word) or (ends.value_at(word) is None) != (ends.value_at(end.lead) is None):
            return
        objects = ends.of_word(word) if not alone or ends.value_at(word) or token.upos != "ADJ" else []
        objects = objects or ([ends.named(token.text)] if alone else [])
        if one.denies(end):
            predicate, wording = f"{DENIAL}{predicate}", self._denying(one, end)
        qualifiers = self._qualifiers(others, dated=any(end.value is not None for end in objects))
        first = min(self._tokens[one.word].start, self._tree.span(word)[0])
        last = max(self._tree.span(word)[1], self._tokens[one.word].end)
        for subject in subjects:
            for object_ in objects:
                if object_.value is not None or object_.key not in ("", subject.key, wording.lower()):
                    yield OpenRelation(subject, predicate, wording, object_, qualifiers, first, last)

    def _denying(self, one: Predication, end: Argument) -> str:
        """Return the wording of a denial with all its words: *did not build*, *has no*."""
        words = {*one.group, *(word for word in (one.denial, end.denial) if word >= 0)}
        behind = [self._tokens[one.word].text] if one.form is Form.COPULA and end.word != one.word else []
        return " ".join([*self._names(sorted(words)), *behind, *self._names(end.preposition)])
