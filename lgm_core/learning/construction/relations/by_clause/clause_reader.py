"""Relations between the things of a parsed sentence: the verbs, prepositions and participles between them.

The units of a sentence are read from left to right, keeping track of the clause's subject, its verb, and the last thing
mentioned. The parse resolves ambiguities of word order: whether a preposition attaches to the noun or the verb before
it, and what is coordinated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.learning.construction.relations.by_clause.sentence_units import sentence_units
from lgm_core.learning.construction.relations.by_clause.unit_lists import Kind, Unit, with_lists
from lgm_core.learning.construction.relations.stated_relation import StatedRelation

__all__ = ["stated_relations"]

_MOST_WORDS = 7
"""The most words of a predicate: longer ones span more than one statement."""

_MOST_RELATIONS = 60
"""The most relations read from one sentence: a list read as a sentence would give thousands."""

_MAIN = (Kind.THING, Kind.VERB)


def stated_relations(
    sentence: ChunkedSentence, things: Mapping[tuple[int, int], str], pronouns: Mapping[int, Sequence[str]]
) -> list[StatedRelation]:
    """Return the relations stated between pairs of things; none without a parse, or in a question.

    Args:
        sentence: with its parse and noun phrases.
        things: keys of the things to look for, by their spans in the parsed text.
        pronouns: keys of pronouns' antecedents, by the offset of the pronoun.
    """
    words, tokens = sentence.lexicon.facts, sentence.annotation.tokens
    if words is None or not any(token.relation for token in tokens) or tokens[-1].text == "?":
        return []
    tree = DependencyTree(sentence)
    found: dict[tuple[str, str, str], StatedRelation] = {}
    for row in sentence_units(sentence, words, things, pronouns):
        for relation in _Row(tree, with_lists(row), words, sentence.lexicon.genitive).relations():
            found.setdefault((relation.subject, relation.wording, relation.object), relation)
    return sorted(found.values(), key=lambda relation: relation.is_wider)[:_MOST_RELATIONS]


@dataclass(slots=True)
class _Clause:
    """The state of reading a clause.

    Attributes:
        parent: the clause that contains it.
        topic: the thing it begins with, until its verb is read.
        subject: the subject of its verb.
        first: the first word of the predicate.
        verb: its verb.
        antecedent: the antecedent of a relative clause with a subject of its own.
        is_subordinate: whether it begins with a conjunction, so that a comma after its verb ends it.
        is_open: whether its truth is open.
    """

    parent: _Clause | None = None
    topic: Unit | None = None
    subject: Unit | None = None
    first: int = -1
    verb: Unit | None = None
    antecedent: Unit | None = None
    is_subordinate: bool = False
    is_open: bool = False

    def chain(self) -> Iterator[_Clause]:
        """Yield the clause and those that contain it, the innermost first."""
        clause: _Clause | None = self
        while clause is not None:
            yield clause
            clause = clause.parent


class _Row:
    def __init__(self, tree: DependencyTree, row: Sequence[Unit], words: FactWords, genitive: str) -> None:
        self._tree, self._tokens, self._units = tree, tree.tokens, row
        self._words, self._genitive = words, genitive
        self._clause = _Clause()
        self._last: Unit | None = None
        self._gap: list[Unit] = []
        self._denied = {unit.first for unit in row if unit.is_denied}
        self._roles: dict[int, list[tuple[Unit, int, int]]] = {}
        self._found: list[StatedRelation] = []

    def relations(self) -> list[StatedRelation]:
        """Return the relations stated in the row."""
        for place, unit in enumerate(self._units):
            if unit.kind is Kind.VERB and self._describes_object(unit):
                continue
            if unit.kind in _MAIN:
                if any(between.is_denied for between in self._gap):
                    unit = replace(unit, is_denied=True)
                    self._denied.add(unit.first)
                (self._thing if unit.kind is Kind.THING else self._verb)(unit, place)
                self._last, self._gap = unit, []
            elif self._is_definition(place):
                continue
            elif unit.kind in (Kind.BREAK, Kind.OPENER) or self._begins_clause(unit):
                is_opener = unit.kind is Kind.OPENER
                is_open = is_opener and self._tree.lemma(unit.first) in self._words.conditions
                self._clause = _Clause(is_subordinate=is_opener, is_open=is_open)
                self._last, self._gap = None, []
            elif unit.kind is Kind.COMMA and self._clause.verb and any(c.is_subordinate for c in self._clause.chain()):
                self._clause, self._last, self._gap = _Clause(), None, []
            else:
                self._gap.append(unit)
        return self._found

    def _describes_object(self, verb: Unit) -> bool:
        """Tell whether a participle right after a verb belongs to the object: *to extract categorised names*."""
        is_behind_verb = self._last is not None and self._last.kind is Kind.VERB and self._last.end == verb.first
        return is_behind_verb and verb.is_passive and verb.end - verb.first == 1

    def _is_definition(self, place: int) -> bool:
        """Tell whether a colon separates a thing and its description: *Kiln: melts the glaze*."""
        colon = self._units[place]
        if self._tokens[colon.first].text != ":" or self._last is not self._clause.topic or self._clause.verb:
            return False
        following = self._units[place + 1] if place + 1 < len(self._units) else None
        return following is not None and following.kind is Kind.VERB and following.is_finite

    def _begins_clause(self, unit: Unit) -> bool:
        """Tell whether a relative pronoun begins a clause that is not about the preceding thing."""
        is_about = self._last is not None and self._last.kind is Kind.THING and not self._has(Kind.PREPOSITION)
        return unit.kind is Kind.RELATIVE and not is_about

    def _has(self, kind: Kind) -> bool:
        return any(unit.kind is kind for unit in self._gap)

    def _prepositions(self) -> list[Unit]:
        return [unit for unit in self._gap if unit.kind is Kind.PREPOSITION]

    # Things

    def _thing(self, thing: Unit, place: int) -> None:
        last, clause, prepositions = self._last, self._clause, self._prepositions()
        is_divided = self._has(Kind.COMMA) or self._has(Kind.AND)
        if self._has(Kind.RELATIVE):
            self._clause = _Clause(clause, topic=thing, antecedent=last)
        elif last is None or self._is_opening(prepositions):
            clause.topic = None if prepositions else thing
        elif self._has(Kind.POSSESSIVE):
            if clause.topic is last:
                clause.topic = thing
        elif prepositions:
            if is_divided:
                self._coordinated(thing)
            else:
                self._behind_preposition(thing, last, prepositions)
        elif last.kind is Kind.VERB:
            if not is_divided and (not last.is_passive or self._completes(thing, last)):
                self._state(clause.subject, clause.first, last.end, thing)
        elif self._heads_subject(place):
            if not is_divided:  # *the technique we apply*
                is_beside = self._tokens[thing.first].upos in ("DET", "PRON") and thing.first == last.end
                is_about = is_beside and (clause.verb is not None or clause.topic is last)
                self._clause = _Clause(clause if is_about else None, topic=thing, antecedent=last if is_about else None)
            elif clause.topic is not None and clause.verb is None and not self._has(Kind.AND):
                self._clause = _Clause(clause, topic=thing)
            else:
                self._clause = _Clause(topic=thing)
        else:
            self._coordinated(thing)

    def _completes(self, thing: Unit, verb: Unit) -> bool:
        """Tell whether a thing right after a passive complements it: *is called a port*."""
        is_object = self._tree.relation(thing.head) in ("obj", "xcomp")
        return is_object and verb.first <= self._tokens[thing.head].head < verb.end

    def _is_opening(self, prepositions: Sequence[Unit]) -> bool:
        """Tell whether the words before only introduce a clause: *In summary, X provides*."""
        clause = self._clause
        return self._has(Kind.COMMA) and not prepositions and clause.verb is None and clause.topic is None

    def _heads_subject(self, place: int) -> bool:
        """Tell whether a thing with its following phrases is followed by a verb: *X of Y provides*."""
        before = Kind.THING
        for unit in self._units[place + 1 :]:
            if unit.kind is Kind.VERB and unit.is_finite:
                return before is not Kind.PREPOSITION
            if unit.kind not in (Kind.PREPOSITION, Kind.THING, Kind.VERB, Kind.ADVERB):
                return False
            if unit.kind is Kind.THING and before is Kind.THING:
                return False
            before = before if unit.kind is Kind.ADVERB else unit.kind
        return False

    def _behind_preposition(self, thing: Unit, last: Unit, prepositions: Sequence[Unit]) -> None:
        clause, first, end = self._clause, prepositions[0].first, prepositions[-1].end
        if last.kind is Kind.THING and self._is_of_noun(thing, last, prepositions[-1]):
            if self._tree.lemma(prepositions[0].first) not in self._words.likenesses:
                self._state(_last_of(last), first, end, thing)
        else:
            self._state(clause.subject, clause.first, end, thing)
            is_unsaid = clause.subject is None or not clause.subject.keys
            if is_unsaid and last.kind is Kind.THING and self._links_nouns(prepositions[0]):
                self._state(_last_of(last), first, end, thing)  # *we use wood for fire*

    def _links_nouns(self, preposition: Unit) -> bool:
        lemma = self._tree.lemma(preposition.first)
        is_next = self._gap[0] is preposition
        return is_next and lemma not in self._words.directions and lemma not in self._words.likenesses

    def _is_of_noun(self, thing: Unit, noun: Unit, preposition: Unit) -> bool:
        if any(unit.kind is Kind.ADVERB for unit in self._gap):
            return False  # *is added locally to*, *X instead of Y*
        if self._clause.verb is None or self._tokens[preposition.first].text.lower() == self._genitive:
            return True
        if self._tree.lemma(preposition.first) in self._words.manners:
            return False
        return noun.first <= self._tokens[thing.head].head < noun.end

    def _coordinated(self, thing: Unit) -> None:
        """Apply the statements about a thing to one coordinated with it."""
        head = thing.head
        while self._tree.relation(head) == "conj" and head not in self._roles:
            head = self._tokens[head].head
        for left, first, end in self._roles.get(head, ()) if head != thing.head else ():
            self._state(left, first, end, thing)

    # Verbs

    def _verb(self, verb: Unit, place: int) -> None:
        last = self._last
        thing = last if last is not None and last.kind is Kind.THING else None
        prepositions = self._prepositions()
        first = prepositions[0].first if prepositions else verb.first
        if prepositions and self._tree.lemma(first) in self._words.likenesses:
            self._clause = _Clause(self._clause, verb=verb)  # *tasks such as grinding corn*
        elif self._has(Kind.RELATIVE):
            is_surely = not self._has(Kind.COMMA) or self._hangs_on(verb, thing)
            subject = _nearest_of(thing) if thing is not None and is_surely else None
            self._clause = _Clause(self._clause, subject=subject, first=first, verb=verb)
        elif self._has(Kind.AND) and (clause := self._coordinated_clause(verb)) is not None:
            self._clause = clause
            clause.first, clause.verb = verb.first, verb
        elif self._makes_clause(verb) and (thing is not None or self._waiting() is not None):
            self._finite(verb, None if prepositions else thing)
        elif last is not None and last.kind is Kind.VERB and not self._has(Kind.COMMA):
            self._clause.verb = verb  # the predicate goes on: *is used for extracting*, *helps extract*
        elif thing is None:
            self._clause = _Clause(verb=verb)
        elif self._has(Kind.COMMA) or self._has(Kind.AND):
            self._behind_comma(verb, first)
        else:
            self._behind_noun(verb, thing, first, bool(prepositions))
        if self._clause.antecedent is not None and not self._is_object_next(place):
            self._state(self._clause.subject, verb.first, verb.end, _last_of(self._clause.antecedent))

    def _makes_clause(self, verb: Unit) -> bool:
        """Tell whether a verb makes a clause; past tenses may look like participles."""
        is_past = verb.is_passive and self._clause.antecedent is not None and self._clause.verb is None
        return verb.is_finite or is_past

    def _hangs_on(self, verb: Unit, thing: Unit | None) -> bool:
        return thing is not None and thing.first <= self._tokens[verb.head].head < thing.end

    def _is_object_next(self, place: int) -> bool:
        following = self._units[place + 1] if place + 1 < len(self._units) else None
        return following is not None and following.kind is Kind.THING

    def _coordinated_clause(self, verb: Unit) -> _Clause | None:
        """Return the clause whose verb is coordinated with a verb after *and*: by the parse, else of the same form."""
        with_verbs = [clause for clause in self._clause.chain() if clause.verb is not None]
        if self._tree.relation(verb.head) == "conj":
            head = self._tokens[verb.head].head
            for clause in with_verbs:
                if clause.verb is not None and clause.verb.first <= head < clause.verb.end:
                    return clause
        return next((clause for clause in with_verbs if clause.verb and _form(clause.verb) == _form(verb)), None)

    def _waiting(self) -> _Clause | None:
        """Return the innermost clause whose verb is not yet read."""
        return next((clause for clause in self._clause.chain() if clause.verb is None and clause.topic), None)

    def _finite(self, verb: Unit, thing: Unit | None) -> None:
        if (waiting := self._waiting()) is not None:
            self._clause = waiting
            waiting.subject = waiting.topic
        else:
            subject = self._subject_of_complement(thing)
            self._clause = _Clause(subject=subject, is_open=self._clause.is_open)
        self._clause.first, self._clause.verb = verb.first, verb

    def _subject_of_complement(self, thing: Unit | None) -> Unit | None:
        """Return the subject of a further verb: *it shows X is Y*; in *X aligned to Y is Z*, that of the first."""
        before = self._clause.verb
        is_gerund = any(
            clause.verb is not None and clause.verb.is_progressive and clause.subject is None
            for clause in self._clause.chain()
        )
        if before is None or is_gerund or self._has(Kind.COMMA) or self._has(Kind.AND):
            return None
        if before.is_passive and self._tokens[before.first].upos == "VERB":
            return self._clause.subject
        return thing

    def _behind_comma(self, verb: Unit, first: int) -> None:
        """Read *it extracts text, using a parser*, *Tika, based on Java, extracts text*."""
        clause = next((clause for clause in self._clause.chain() if clause.verb is None or clause.verb.is_finite), None)
        subject = None
        if clause is not None and clause.verb is None:
            subject = clause.topic
        elif verb.is_progressive and clause is not None:
            subject = clause.subject
        if self._tree.lemma(verb.head) in self._words.comparing:
            subject = None
        self._clause = _Clause(self._clause, subject=subject, first=first, verb=verb, is_open=self._clause.is_open)

    def _behind_noun(self, verb: Unit, noun: Unit, first: int, has_preposition: bool) -> None:
        """Read *methods to extract*, *a tool based on*, *a tool for extracting*, *extracts text using*."""
        clause = self._clause
        is_manner = clause.verb is not None and (clause.verb.is_infinitive or verb.is_progressive)
        if is_manner and self._tree.lemma(verb.head) in self._words.groundings:
            is_of_noun = False
        elif clause.verb is None or self._hangs_on(verb, noun):
            is_of_noun = True
        else:
            is_of_noun = not (verb.is_progressive or has_preposition)
        if is_of_noun:
            self._clause = _Clause(clause, subject=_nearest_of(noun), first=first, verb=verb, is_open=clause.is_open)
        else:
            self._clause = replace(clause, parent=clause, verb=verb)  # the predicate goes on: *extracts text using*

    def _state(self, subject: Unit | None, first: int, end: int, object_: Unit) -> None:
        """Record a relation from a subject to an object, worded by the words from `first` to `end`."""
        if subject is None or self._clause.is_open or subject.is_denied or object_.is_denied:
            return
        words = range(first, end)
        if any(self._tokens[word].upos == "NUM" for word in words):
            return  # *needs 500 g of*: the value would be lost
        if first < 0 or len(words) > _MOST_WORDS or not self._denied.isdisjoint(words):
            return
        between = [unit for unit in self._units if first <= unit.first < end]
        if any(unit.kind is Kind.COMMA for unit in between) or sum(unit.kind is Kind.THING for unit in between) > 1:
            return
        self._roles.setdefault(object_.head, []).append((subject, first, end))
        if not subject.keys:
            for left, start, _ in self._roles.get(subject.head, ()):
                if left.head != subject.head and left.keys:
                    self._state(left, start, end, object_)
            return
        text = self._tree.sentence.text
        wording = " ".join(text[self._tokens[first].start : self._tokens[end - 1].end].split())
        begin = min(self._tokens[subject.first].start, self._tokens[first].start)
        stop = max(self._tokens[object_.end - 1].end, self._tokens[end - 1].end)
        for key in subject.keys:
            for other, is_wider in [*((key, False) for key in object_.keys), *((key, True) for key in object_.wider)]:
                if key != other:
                    self._found.append(StatedRelation(key, wording, other, begin, stop, is_wider))


def _form(verb: Unit) -> tuple[bool, bool]:
    return verb.is_infinitive, verb.is_progressive


def _last_of(thing: Unit) -> Unit:
    """Return a thing, or the last of a list: words after a list mostly belong to that."""
    return replace(thing, keys=thing.keys[-1:])


def _nearest_of(thing: Unit) -> Unit:
    """Return the thing that an adjacent clause describes: in *lack of tools that read*, the tools."""
    return replace(thing, keys=thing.last, wider=()) if thing.last else _last_of(thing)
