"""Reading what a question refers to: names, and nested relations to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.english_questions import ENGLISH_QUESTIONS
from lgm_core.language.lexicons.lexicon import words
from lgm_core.model import ValueKind
from lgm_core.reasoning.planning.rules.english_relations import (
    BOUNDS,
    CLASS_NOUNS,
    DATE_BOUNDS,
    INHABITANTS,
    PLACE_NOUNS,
    RELATIONS,
    Inverse,
    Named,
    Reference,
    Relation,
    dated,
    follow,
    measured,
    shares_kind,
)
from lgm_core.reasoning.planning.rules.english_verbs import AGENT_VERBS, OBJECT_VERBS, VERBS
from lgm_core.reasoning.planning.rules.question_text import QuestionText, Span
from lgm_core.schema.value_fitting import whole_value

__all__ = [
    "AUXILIARIES",
    "BE",
    "DETERMINERS",
    "DO",
    "HAVE",
    "INTERROGATIVES",
    "PARTICLES",
    "PREPOSITIONS",
    "RELATIVES",
    "STRUCTURE",
    "ReferenceReader",
    "is_verb",
    "type_name",
]

INTERROGATIVES = ENGLISH_QUESTIONS.interrogatives
AUXILIARIES = ENGLISH_QUESTIONS.auxiliaries
BE = words("is are was were")
DO = words("do does did")
HAVE = words("has have had with")
DETERMINERS = words("the a an this that these those his her its their")
PREPOSITIONS = words("in on at from to of by for under with during as into after before near")
PARTICLES = words("out up off down over away back")
RELATIVES = words("who that which whose whom where when")

STRUCTURE = frozenset(
    (*INTERROGATIVES, *AUXILIARIES, *RELATIVES, *DETERMINERS, *words("not or than been being one some any all each"))
)
"""Words that do not occur in the name of a relation."""


_LONGEST_RELATION = 5
"""The most words of a noun phrase that names a relation."""
_DEEPEST = 6
"""The most nested relations."""
_NAME_WORDS = frozenset((*PREPOSITIONS, *DETERMINERS, "and", "de", "la", "le", "van", "von", "der", "den", "bin"))
"""Lower-case words inside names."""


def type_name(noun: str) -> str:
    """Return a noun as plans write types: `tennis player` as `Tennis player`."""
    last = noun.split()[-1:]
    noun = " ".join([*noun.split()[:-1], *map(singular, last)])
    return {"Movie": "Film"}.get(named := noun[:1].upper() + noun[1:], named)


class ReferenceReader:
    """Reads references in the words of a question: `the mother of the director of film X`, `X's husband`.

    Capitalised words of titles are never read as relations; where capitals do not tell, the concepts of the graph do.
    """

    def __init__(self, question: QuestionText) -> None:
        self.question = question
        self._read: dict[Span, Reference | None] = {}
        self._depth = 0

    def read(self, span: Span) -> Reference | None:
        """Return what the words of a span refer to; None if no rule reads all of them."""
        if span not in self._read:
            if self._depth >= _DEEPEST:
                return None
            self._depth += 1
            self._read[span] = self._reference(*span)
            self._depth -= 1
        return self._read[span]

    def relations(self, span: Span) -> tuple[Relation, ...]:
        """Return the relations that a noun phrase names, in the order in which they are followed, if any.

        Nouns that are not in the word tables are used as predicates as they are: `head librarian`.
        """
        words = self.question.words[slice(*span)]
        if not words or any(word.is_marked for word in words) or len(words) > _LONGEST_RELATION:
            return ()
        folded = [word.folded for word in words]
        if folded[0] in DETERMINERS:
            folded = folded[1:]
        if not folded:
            return ()
        phrase = " ".join(folded)
        for written in (phrase, " ".join([*folded[:-1], singular(folded[-1])]), phrase.replace("-", " ")):
            if written in RELATIONS:
                return RELATIONS[written]
        if not (STRUCTURE | PREPOSITIONS).isdisjoint(folded) or folded[-1] in VERBS or folded[-1] in AGENT_VERBS:
            return ()
        known = [noun for noun in (" ".join(folded[start:]) for start in range(1, len(folded))) if noun in RELATIONS]
        if known and len(RELATIONS[known[0]]) == 1:
            return (replace(RELATIONS[known[0]][0], predicate=phrase, question=""),)
        return (Relation(phrase),)

    def _reference(self, first: int, end: int) -> Reference | None:
        folded = self.question.folded((first, end))
        if folded and folded[0] in DETERMINERS and not self.question.words[first].is_marked:
            first, folded = first + 1, folded[1:]
        if first >= end:
            return None
        ends_marked = self.question.words[first].is_marked and self.question.words[end - 1].is_marked
        if ends_marked and self.question.is_known((first, end)):
            return Named((self.question.name((first, end)),))
        for read in (self._of, self._possessive, self._relative, self._classified, self._name):
            if (reference := read(first, end)) is not None:
                return reference
        return None

    def _of(self, first: int, end: int) -> Reference | None:
        """Read `director of X`, trying the longest name of a relation first: `place of birth of X`."""
        words = self.question.words
        for middle in range(min(first + _LONGEST_RELATION, end - 2), first, -1):
            if words[middle].folded not in ("of", "for", "in") or words[middle].is_marked:
                continue
            relations = self.relations((first, middle))
            if not relations or (words[middle].folded == "for" and relations not in RELATIONS.values()):
                continue
            holder = self.read((middle + 1, end))
            if holder is not None and shares_kind(relations[0], holder):
                return follow(holder, relations)
        return None

    def _possessive(self, first: int, end: int) -> Reference | None:
        """Read `X's husband`, trying the last possessive first."""
        words = self.question.words
        for last in range(end - 2, first - 1, -1):
            if words[last].is_possessive and (relations := self.relations((last + 1, end))):
                holder = self._reference(first, last + 1)
                if holder is not None and shares_kind(relations[0], holder):
                    return follow(holder, relations)
        return None

    def _relative(self, first: int, end: int) -> Reference | None:
        """Read a noun with a clause: `the composer who wrote the song X`, `the city where X was born`."""
        words = self.question.words
        for place in range(first + 1, min(first + 5, end - 1)):
            if words[place].is_marked:
                return None
            if words[place].folded in (*RELATIVES, "directed", "written", "composed", "performed") or (
                words[place].folded == "in" and words[place + 1].folded == "which"
            ):
                noun = " ".join(self.question.folded((first, place)))
                if not (STRUCTURE | PREPOSITIONS).isdisjoint(noun.split()):
                    return None
                pronoun = words[place].folded
                if pronoun == "in":
                    return self._clause(noun, "where", place + 2, end)
                if pronoun not in RELATIVES:
                    return self._agent_of(noun, place, end)
                return self._clause(noun, pronoun, place + 1, end)
        return None

    def _agent_of(self, noun: str, verb: int, end: int) -> Reference | None:
        """Read `film directed by X`."""
        words = self.question.words
        if verb + 2 < end and words[verb + 1].folded == "by" and words[verb].folded in AGENT_VERBS:
            doer = self.read((verb + 2, end))
            return Inverse(type_name(noun), AGENT_VERBS[words[verb].folded], doer) if doer is not None else None
        return None

    def _clause(self, noun: str, pronoun: str, first: int, end: int) -> Reference | None:
        if pronoun in ("who", "that", "which"):
            for length in (2, 1):
                verb = " ".join(self.question.folded((first, first + length)))
                if verb in AGENT_VERBS and first + length < end:
                    done = self.read((first + length, end))
                    if done is not None and shares_kind(AGENT_VERBS[verb], done):
                        relations = RELATIONS.get(noun, (AGENT_VERBS[verb],))
                        return follow(done, relations, "" if noun in RELATIONS else type_name(noun))
            if self.question.words[first].folded in BE and (passive := self._agent_of(noun, first + 1, end)):
                return passive
            verb = self.question.words[end - 1].folded
            doer = self.read((first, end - 1))
            if doer is not None and verb in OBJECT_VERBS:
                return follow(doer, RELATIONS[OBJECT_VERBS[verb]], type_name(noun))
            if doer is not None and verb in AGENT_VERBS:
                return Inverse(type_name(noun), AGENT_VERBS[verb], doer)
        if pronoun == "where" and singular(noun.split()[-1]) in PLACE_NOUNS:
            read = self.subject_and_verb((first, end))
            if read is not None and (relation := VERBS.get(read[1], {}).get("where")) is not None:
                return follow(read[0], (relation,), type_name(noun))
        return None

    def subject_and_verb(self, span: Span) -> tuple[Reference, str] | None:
        """Return the subject and the verb after it, trying known verbs first: `X was born`, `X die`.

        Auxiliaries before the verb are left out. None if no rule reads the words.
        """
        first, end = span
        for known in (True, False):
            for length in (3, 2, 1):
                start = end - length
                if start <= first or any(word.is_marked for word in self.question.words[start:end]):
                    continue
                verb = " ".join(self.question.folded((start, end)))
                if (verb in VERBS) != known or not (known or is_verb(verb)):
                    continue
                while start - 1 > first and self.question.folded((start - 1, start))[0] in (*AUXILIARIES, "been"):
                    start -= 1
                if (subject := self.read((first, start))) is not None:
                    return subject, verb
        return None

    def limited(self, noun: str, span: Span) -> Inverse | None:
        """Read a condition after a noun: `cost less than 20 euros`, `have more than 30 beds`, `opened before 1900`."""
        first, end = span
        words, folded = self.question.words, self.question.folded((0, end))
        first += folded[first] in BE
        for place, gap in product(range(first + 1, end - 1), (3, 2, 1)):
            bound, start = " ".join(folded[place : place + gap]), place + gap
            if bound in BOUNDS and start < end and not any(word.is_marked for word in words[first:start]):
                for stop in range(end, start, -1):
                    relation = self._limiting(folded[first:place], bound, (start, stop), folded[stop:])
                    if relation is not None and not any(word.is_marked for word in words[stop:]):
                        asked = " ".join((*folded[first:start], "{s}", *folded[stop:]))
                        amount = Named((self.question.name((start, stop)),))
                        return Inverse(type_name(noun), relation, amount, "", f"Which {noun} {asked}?", BOUNDS[bound])
                return None
        return None

    def _limiting(self, verb: list[str], bound: str, span: Span, counted: list[str]) -> Relation | None:
        """Return the relation to an amount or date in a span, by the words around it; None if it is neither."""
        value, said = whole_value(self.question.name(span), "en"), " ".join(verb)
        if value is None or (bound in DATE_BOUNDS and value.kind is not ValueKind.DATE):
            return None
        if counted:
            noun = " ".join(counted)
            if len(verb) > 1 or verb[0] not in HAVE or not (STRUCTURE | PREPOSITIONS).isdisjoint(counted):
                return None
            return RELATIONS["population"][0] if noun in INHABITANTS else Relation(noun, "Number")
        if len(verb) > 3 and verb[0] in HAVE and verb[1] in DETERMINERS and verb[-1] == "of":
            return measured(" ".join(verb[2:-1]))
        if bound in DATE_BOUNDS and (known := VERBS.get(said, {}).get("when")):
            return dated(known, said)
        if said in VERBS or not is_verb(said):
            return None
        return Relation(said, "Date" if bound in DATE_BOUNDS else "Quantity")

    def _classified(self, first: int, end: int) -> Reference | None:
        """Read `film X`, `American film X`, `song X`."""
        words = self.question.words
        for place in range(first, min(first + 4, end - 1)):
            word = words[place]
            if not word.is_marked and singular(word.folded) in CLASS_NOUNS:
                name = self._name(place + 1, end)
                return replace(name, type=type_name(word.folded)) if isinstance(name, Named) else None
            if not word.is_marked and word.folded in STRUCTURE:
                return None
        return None

    def _name(self, first: int, end: int) -> Named | None:
        words = self.question.words[first:end]
        if not words:
            return None
        name = self.question.name((first, end))
        plain = [word.folded for word in words if not word.is_marked]
        if self.question.is_known((first, end)) and (len(plain) < len(words) or not _is_common(plain)):
            return Named((name,))
        if any(word.is_possessive for word in words[:-1]) and not words[0].is_marked:
            return None
        quoted = len(name) < words[-1].end - words[0].start and self.question.text[words[0].start] in '"“«'
        if not quoted and self._joins(first, end):
            return None
        if quoted or (words[0].is_marked and words[-1].is_marked and _NAME_WORDS.issuperset(plain)):
            return Named((name,))
        return None

    def _joins(self, first: int, end: int) -> bool:
        """Tell whether an *and* joins two names that the graph has."""
        places = [place for place in range(first + 1, end - 1) if self.question.words[place].folded == "and"]
        known = self.question.is_known
        return not known((first, end)) and any(known((first, place)) and known((place + 1, end)) for place in places)


def _is_common(words: list[str]) -> bool:
    """Tell whether lower-case words are more likely a relation or a kind of thing than the name of a concept."""
    phrase = singular(" ".join(words))
    return phrase in RELATIONS or phrase in CLASS_NOUNS or not STRUCTURE.isdisjoint(words)


def is_verb(phrase: str) -> bool:
    """Tell whether words outside the word tables may be a verb, alone or with one more: `play for`, `carry out`."""
    first, *rest = phrase.split()
    is_function_word = first in RELATIONS or first in STRUCTURE or first in PREPOSITIONS
    return not is_function_word and len(rest) < 2 and (PREPOSITIONS | PARTICLES).issuperset(rest)
