"""Open relations without a language model: what the parse of a sentence says of whom, in the sentence's own words.

Read are verbs with their objects and obliques, passives and participles, copulas with nouns, appositions, possessives,
relative clauses, and dates in brackets. What is negated, conditional, possible, or reported as somebody's words is left
out; the words that tell so are English ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import concept_key
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.values.date_reading import FoundValue
from lgm_core.language.values.value_finder import LifeEvent, find_life_span, find_values
from lgm_core.learning.facts.open_relation import OpenRelation, RelationEnd

__all__ = ["open_relations"]

_MOST_RELATIONS = 24
"""Relations read from one sentence: prose has fewer, and a list read as a sentence would give hundreds."""

_BESIDE = 4
"""Words from a noun to a name that still stands beside it: *his wife, the painter Mary Cook*."""
_DEPTH = 3
"""Clauses from one to the next that pass on their subject."""

_UNREAL = frozenset("can could may might must shall should will would".split())
_UNREAL_CLAUSES = frozenset("if unless whether lest though although".split())
_PRONOUNS = frozenset("PRON DET".split())
_ENDS = frozenset("NOUN PROPN NUM X SYM".split())
_RELATIVE = frozenset("who which that whom whose".split())
_REPORTS = frozenset(
    "allege announce argue assume believe claim declare deny doubt expect fear hope imply plan report rumor rumour say "
    "state suggest suppose think want".split()
)
"""Verbs whose clauses are somebody's words or wishes."""
_ORDINALS = frozenset("first second third fourth fifth last former current only".split())
_CARRIERS = frozenset("begin start continue help come go proceed use".split())
"""Verbs after which an infinitive tells what happened: *went on to direct*, *began to teach*."""


def open_relations(sentence: ChunkedSentence, *, topic: str = "", opens: bool = False) -> tuple[OpenRelation, ...]:
    """Return what a sentence states; nothing without a parse.

    Args:
        sentence: an annotated sentence with its noun phrases.
        topic: what the title of its section names; a subject that is written a little differently in the first
            sentence is this.
        opens: whether it is the first sentence of its section.
    """
    tokens = sentence.annotation.tokens
    if not tokens or not any(token.relation for token in tokens):
        return ()
    reader = _Reader(sentence, topic, opens)
    found = {(r.subject.key, r.predicate, r.object.key or r.object.surface): r for r in reader.relations()}
    return tuple(islice(found.values(), _MOST_RELATIONS))


class _Reader:
    def __init__(self, sentence: ChunkedSentence, topic: str, opens: bool) -> None:
        self._tree, self._text, self._topic = DependencyTree(sentence), sentence.text, topic
        self._tokens, self._lexicon = self._tree.tokens, sentence.lexicon
        self._negations = sentence.lexicon.clauses.negations
        first, last = sentence.annotation.start, sentence.annotation.end
        self._first, self._last = first, last
        own = self._text[first:last]
        self._values = [
            FoundValue(first + found.start, first + found.end, found.value)
            for found in find_values(own, sentence.lexicon)
        ]
        self._life_span = find_life_span(own, sentence.lexicon) if opens and topic else (None, None)
        self._title = self._titled_phrase() if opens and topic else None

    def relations(self) -> Iterator[OpenRelation]:
        """Yield what the sentence states, in no particular order."""
        yield from self._of_life_span()
        for word in range(len(self._tokens)):
            if self._is_stated(word):
                yield from self._of_copula(word)
                yield from self._of_verb(word)
            yield from self._of_possessive(word)
            yield from self._of_apposition(word)

    def _end(self, word: int) -> list[RelationEnd]:
        """Return what a noun, a name or a pronoun stands for; a date or number for the words of one."""
        token = self._tokens[word]
        value = self._value_at(word)
        if value is not None and not self._is_title(word):
            return [RelationEnd("", value.value.text, value.value)]
        antecedents = self._tree.antecedents(word)
        if antecedents:
            return [named for name in antecedents if (named := self._named(name)).key]
        if self._is_title(word):
            return [self._named(self._topic)]
        if token.upos in _PRONOUNS:
            return []
        if token.upos not in _ENDS and self._tree.phrase(word) is None:
            return []
        first, last = self._tree.span(word)
        named = self._named(self._text[first:last])
        return [named] if named.key else []

    def _ends(self, word: int) -> list[RelationEnd]:
        """Return what a word and those coordinated with it stand for, and a name in apposition instead of its noun."""
        ends: list[RelationEnd] = []
        for conjunct in self._tree.conjuncts(word):
            ends += self._end(self._name_beside(conjunct))
        return list(dict.fromkeys(ends))

    def _name_beside(self, word: int) -> int:
        """Return the name that stands beside a noun, as in *his wife Anna Bell*, else the noun."""
        phrase = self._tree.phrase(word)
        if phrase is None or phrase.is_name:
            return word
        for child in self._tree.children(word, "appos", "flat", "nmod", "compound"):
            beside = self._tree.phrase(child)
            if (
                beside is not None
                and beside.is_name
                and beside.first == phrase.end
                and not self._tree.children(child, "case")
            ):
                return child
        return word

    def _is_title(self, word: int) -> bool:
        return self._title is not None and self._title[0] <= word < self._title[1]

    def _named(self, name: str) -> RelationEnd:
        return RelationEnd(concept_key(name, self._lexicon.code), name)

    def _value_at(self, word: int) -> FoundValue | None:
        token = self._tokens[word]
        return next((found for found in self._values if found.start <= token.start < found.end), None)

    def _titled_phrase(self) -> tuple[int, int] | None:
        """Return the words of the first name when it is the title's, written in full or in another form."""
        words = set(concept_key(self._topic, self._lexicon.code).split())
        starts = self._text.startswith(self._topic, self._first)
        if starts:
            stop = self._first + len(self._topic)
            return 0, next((i for i, token in enumerate(self._tokens) if token.start >= stop), len(self._tokens))
        for phrase in self._tree.sentence.noun_phrases[:2]:
            start, end = self._tokens[phrase.start].start, self._tokens[phrase.end - 1].end
            if words & set(concept_key(self._text[start:end], self._lexicon.code).split()):
                return phrase.first, phrase.end
        return None

    def _is_stated(self, word: int) -> bool:
        """Tell whether a predicate is stated as true: not denied, possible, conditional, or somebody's words."""
        tree = self._tree
        for place in (word, *tree.ancestors(word)):
            if self._is_denied(place):
                return False
            if tree.has_lemma(place, _UNREAL, "aux") or tree.has_lemma(place, _UNREAL_CLAUSES, "mark"):
                return False
            if tree.relation(place) in ("ccomp", "csubj"):
                return False
            if place != word and tree.lemma(place) in _REPORTS:
                return False
        return True

    def _is_denied(self, word: int) -> bool:
        """Tell whether a *not* or *never* hangs on a word, or a *no*; a title may begin with one."""
        found = self._tree.children(word, "advmod", "det", "cc")
        return any(self._tree.lemma(child) in self._negations and not self._is_title(child) for child in found)

    def _is_predicate(self, word: int) -> bool:
        return self._tokens[word].upos in ("VERB", "AUX") or bool(self._tree.children(word, "cop"))

    def _subjects(self, predicate: int, depth: int = 0) -> list[RelationEnd]:
        """Return the subjects of a predicate: its own, or those of the clause or noun that it hangs on."""
        tree = self._tree
        own = tree.children(predicate, "nsubj")
        relative = [word for word in own if self._is_relative(word)]
        if own and not relative:
            if any(self._is_denied(word) for word in own):
                return []
            titled = [word for word in own if self._is_title(word)]
            if titled:
                return self._end(titled[0])
            return [
                end for word in own if not self._is_somebodys(word) for end in self._ends(word) if end.value is None
            ]
        head, relation = self._tokens[predicate].head, tree.relation(predicate)
        if head < 0 or depth > _DEPTH:
            return []
        if relation == "acl":
            return self._subjects_of_noun(head, depth) if self._follows(predicate, head, relative) else []
        if relative or relation not in ("conj", "advcl", "xcomp", "parataxis") or self._is_infinitive(predicate):
            return []
        if relation == "xcomp" and tree.lemma(head) not in _CARRIERS:
            return []
        if self._is_predicate(head) or tree.relation(head) == "acl":
            return self._subjects(head, depth + 1)
        return []

    def _is_somebodys(self, noun: int) -> bool:
        """Tell whether a noun is named by whose it is alone, as *his mother*: nobody knows it by that."""
        has_owner = any(self._tokens[child].relation == "nmod:poss" for child in self._tree.children(noun))
        return has_owner and self._tokens[noun].upos == "NOUN" and self._name_beside(noun) == noun

    def _is_infinitive(self, verb: int) -> bool:
        to = any(self._tokens[child].upos == "PART" for child in self._tree.children(verb, "mark"))
        return to and self._tree.lemma(self._tokens[verb].head) not in _CARRIERS

    def _follows(self, predicate: int, noun: int, relative: list[int]) -> bool:
        """Tell whether a participle or relative clause surely belongs to a noun: further away parsers guess."""
        if predicate <= noun or self._is_infinitive(predicate):
            return False
        first = min([predicate, *relative])
        phrase = self._tree.phrase(noun)
        end = noun + 1 if phrase is None else phrase.end
        between = range(end, first)
        if relative:
            names = phrase is not None and phrase.is_name
            if names and self._tree.lemma(relative[0]) in ("that", "which") and not self._tree.children(noun, "cop"):
                return False
            return all(self._tokens[word].upos in ("PUNCT", "ADP") for word in between)
        return True

    def _subjects_of_noun(self, noun: int, depth: int) -> list[RelationEnd]:
        """Return whom a noun is about: *a film directed by* says it of what is a film."""
        head, relation = self._tokens[noun].head, self._tree.relation(noun)
        if self._tree.children(noun, "cop"):
            return self._subjects(noun, depth + 1)
        if relation == "appos":
            return self._end(head)
        if relation == "conj" and self._tree.children(head, "cop"):
            return self._subjects(head, depth + 1)
        named = self._name_beside(noun)
        phrase = self._tree.phrase(named)
        return self._end(named) if phrase is not None and phrase.is_name else []

    def _of_verb(self, verb: int) -> Iterator[OpenRelation]:
        token, tree = self._tokens[verb], self._tree
        if token.upos != "VERB" or tree.relation(verb) in ("amod", "compound"):
            return
        subjects = self._subjects(verb)
        if not subjects:
            return
        particles = [self._tokens[word].text.lower() for word in tree.children(verb, "compound")]
        lemma, worded = " ".join([tree.lemma(verb), *particles]), " ".join([token.text, *particles])
        objects = [
            (" ".join(self._prepositions(word)), word)
            for word in tree.children(verb, "obj", "iobj")
            if not self._is_relative(word)
        ]
        obliques = [*self._with_prepositions(verb, "obl"), *self._with_prepositions(verb, "nmod")]
        for place, (preposition, word) in enumerate([*objects, *obliques]):
            if self._is_denied(word):
                continue
            others = [entry for number, entry in enumerate(obliques, len(objects)) if number != place]
            predicate, wording = f"{lemma} {preposition}".strip(), f"{worded} {preposition}".strip()
            yield from self._stated(subjects, predicate, wording, word, verb, others)

    def _of_copula(self, noun: int) -> Iterator[OpenRelation]:
        tree = self._tree
        copulas = tree.children(noun, "cop")
        if not copulas or self._tokens[noun].upos == "VERB":
            return
        subjects = self._subjects(noun)
        verb = self._tokens[copulas[0]].text
        for value in [word for word in tree.conjuncts(noun) if word == noun or not self._is_predicate(word)]:
            if self._is_denied(value):
                continue
            yield from self._of_description(subjects, "be", verb, value)

    def _of_description(self, subjects: list[RelationEnd], lemma: str, verb: str, noun: int) -> Iterator[OpenRelation]:
        """Yield what a noun after a copula, or in apposition, says: its kind, adjectives, dates, and what it is of."""
        tree, token = self._tree, self._tokens[noun]
        if token.upos in ("NOUN", "PROPN", "NUM"):
            yield from self._stated(subjects, lemma, verb or token.text, noun, noun, ())
        phrase = tree.phrase(noun)
        if phrase is not None and token.upos == "NOUN" and verb:
            for word in range(min([phrase.first, *tree.children(noun, "det", "amod", "nummod")]), noun):
                inside = self._tokens[word]
                is_date = (found := self._value_at(word)) is not None and found.value.kind == "date"
                is_name = inside.upos in ("ADJ", "PROPN") and inside.text[:1].isupper()
                if is_date or (is_name and inside.text.lower() not in _ORDINALS):
                    name = f"{lemma} {tree.lemma(noun)}" if is_date else lemma
                    worded = f"{verb} {token.text}" if is_date else verb
                    yield from self._stated(subjects, name, worded, word, noun, (), alone=True)
        links = [*self._with_prepositions(noun, "nmod"), *self._with_prepositions(noun, "obl")]
        for preposition, word in links:
            predicate = f"{lemma} {tree.lemma(noun)} {preposition}".strip()
            yield from self._stated(subjects, predicate, f"{verb} {token.text} {preposition}".strip(), word, noun, ())

    def _of_apposition(self, word: int) -> Iterator[OpenRelation]:
        """Read *Ed Solomon, an American writer*: the noun describes the name."""
        if self._tree.relation(word) != "appos" or self._value_at(word) is not None:
            return
        head = self._tokens[word].head
        name = self._tree.phrase(head)
        copula = self._tree.children(word, "cop")
        if name is None or self._tree.phrase(word) is None or (copula and name.is_name):
            return
        if name.is_name and self._tokens[word].upos == "NOUN":
            yield from self._of_description(self._end(head), "be", "", word)

    def _of_possessive(self, word: int) -> Iterator[OpenRelation]:
        """Read *his wife Anna Bell*, *her father was Tom Reed*: the noun is the predicate, the name the object."""
        tree = self._tree
        if self._tokens[word].relation != "nmod:poss":
            return
        noun = self._tokens[word].head
        owners = [end for end in self._end(word) if end.value is None]
        if not owners or self._tokens[noun].upos != "NOUN" or not self._is_stated(noun):
            return
        named = self._name_beside(noun)
        values = [] if named == noun else [named]
        head = self._tokens[noun].head
        if tree.relation(noun) == "nsubj" and head >= 0 and tree.children(head, "cop") and self._is_stated(head):
            values.append(head)
        beside = [child for child in tree.children(noun, "appos") if child - noun <= _BESIDE]
        values += [child for child in beside if tree.phrase(child) is not None]
        if not values and noun + 2 < len(self._tokens) and self._tokens[noun + 1].lemma == "be":
            values.append(noun + 2)  # *Her father was Tom Reed.*, whatever the parser makes of the copula
        for value in dict.fromkeys(values):
            for conjunct in tree.conjuncts(value):
                phrase = tree.phrase(conjunct)
                if phrase is not None and (phrase.is_name or self._value_at(conjunct)):
                    yield from self._stated(
                        owners, tree.lemma(noun), self._tokens[noun].text, conjunct, noun, (), alone=True
                    )

    def _of_life_span(self) -> Iterator[OpenRelation]:
        """Read *(6 June 1906, Graz – 2 November 1994)* behind the title: when and where somebody was born and died."""
        predicate = next((token.start for token in self._tokens if token.upos in ("VERB", "AUX")), self._last)
        for half, lemma, worded in zip(self._life_span, ("bear", "die"), ("born", "died"), strict=True):
            if half is None or (self._first + half.start > predicate and not self._is_marked(half)):
                continue
            subject, date = self._named(self._topic), half.date
            start, end = self._first + half.start, self._first + half.end
            yield OpenRelation(subject, lemma, worded, RelationEnd("", date.text, date), (), start, end)
            for phrase in self._tree.sentence.noun_phrases:
                first, last = self._tokens[phrase.start].start, self._tokens[phrase.end - 1].end
                if phrase.is_name and start <= first and last <= end and self._value_at(phrase.start) is None:
                    place = self._named(self._text[first:last])
                    yield OpenRelation(subject, f"{lemma} in", f"{worded} in", place, (), first, last)

    def _is_marked(self, event: LifeEvent) -> bool:
        """Tell whether a word such as *born* opens the brackets, which is a predicate by itself."""
        words = self._lexicon.values
        inside = self._text[: self._first + event.start].rpartition("(")[2].strip().lower()
        return inside in (*words.born, *words.died)

    def _with_prepositions(self, head: int, relation: str) -> list[tuple[str, int]]:
        """Return what hangs on a word by a preposition, each with it; dates may lack one."""
        found = []
        for word in self._tree.children(head, relation):
            if self._tokens[word].relation == "nmod:poss":
                continue
            cases = self._prepositions(word)
            if cases or self._value_at(word) is not None:
                found.append((" ".join(cases), word))
        return found

    def _prepositions(self, word: int) -> list[str]:
        return [self._tokens[case].text.lower() for case in self._tree.children(word, "case")]

    def _is_relative(self, word: int) -> bool:
        is_pronoun = self._tokens[word].upos == "PRON" and self._tree.lemma(word) in _RELATIVE
        return is_pronoun and not self._is_title(word)

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
            objects = self._end(word) if self._value_at(word) or self._tokens[word].upos != "ADJ" else []
            objects = objects or [self._named(self._text[start:end])]
        else:
            objects = self._ends(word)
        qualifiers = tuple(
            (preposition, end) for preposition, other in others if preposition for end in self._ends(other)[:1]
        )
        first, last = min(self._tokens[at].start, self._tree.span(word)[0]), self._tree.span(word)[1]
        for subject in subjects:
            for object_ in objects:
                says_nothing = object_.value is None and object_.key in ("", subject.key, wording.lower())
                if not says_nothing:
                    yield OpenRelation(
                        subject, predicate, wording, object_, qualifiers, first, max(last, self._tokens[at].end)
                    )
