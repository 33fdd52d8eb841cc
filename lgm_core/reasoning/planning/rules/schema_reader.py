"""Questions in the words of a schema: a name, and the properties that lead from it to what is asked for.

Which way each property is followed, and in which order, the classes at its ends tell: *Who founded the company that
runs the Aldis?* can only lead from a vessel to its operator and from there to a founder. Only questions all of whose
words are accounted for, in one way, have a plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.language.predicate_forms import word_lemma
from lgm_core.language.words import stem
from lgm_core.model import ValueKind
from lgm_core.model.schema import SchemaClass, SchemaProperty, predicate_words
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Count, Output, Variable
from lgm_core.reasoning.planning.rules.asking_reader import PlanBuilder
from lgm_core.reasoning.planning.rules.english_relations import Inverse, Named, Reference, Relation, follow
from lgm_core.reasoning.planning.rules.question_text import QuestionText, Span
from lgm_core.reasoning.planning.rules.reference_reader import DETERMINERS, DO, PREPOSITIONS, STRUCTURE
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.predicate_matching import agent_of

__all__ = ["read_by_schema"]

_MOST_HOPS = 3
_LONGEST_LABEL = 6
_TELLING = words(
    "not or than why about during under after before near into will would can could may might must shall should"
)
_FILLERS = (frozenset((*STRUCTURE, *PREPOSITIONS)) - _TELLING) | words(
    "name list give tell me show there and many much at out also have has had do does did"
)
"""Words that need not be accounted for; others tell *near* from *in*, and *should show* from *shows*."""

_OPPOSITES = {"from": words("to into"), "to": words("from"), "into": words("from")}
"""Of words that also need not be accounted for, those that make another relation of the same verb."""

_MEASURES = {
    "long": "length duration",
    "high": "height altitude",
    "tall": "height",
    "deep": "depth",
    "wide": "width",
    "broad": "breadth width",
    "heavy": "weight mass",
    "fast": "speed",
    "old": "age",
    "far": "distance",
    "big": "size area",
    "large": "size area",
    "expensive": "price cost fee",
    "cost": "price cost fee",
    "live": "population inhabitants",
    "people": "population inhabitants",
    "inhabitants": "population inhabitants",
    "residents": "population inhabitants",
}
"""Words of questions, and the nouns for what they measure."""

_DATES = words("when year date day month")
_ASKS_FOR_CLASS = words("which what")
_LAST_FOCUS = 3
"""The last place of a class that is asked for, as in *at how many harbours*; a later *in which* begins a clause."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """Words of a question that name a property.

    Attributes:
        places: their places.
        property: the property; its inverse counts as itself.
        agent: 1 if its name says that the property's subject acts (*operates*), -1 if its object does (*operated by*),
            0 if it does not say.
    """

    places: frozenset[int]
    property: SchemaProperty
    agent: int


@dataclass(frozen=True, slots=True)
class _Hop:
    """A property as it is followed: from its subject to its object, or back."""

    mention: _Mention
    is_forward: bool

    @property
    def start(self) -> tuple[str, ...]:
        own = self.mention.property
        return own.domains if self.is_forward else own.ranges

    @property
    def end(self) -> tuple[str, ...]:
        own = self.mention.property
        return own.ranges if self.is_forward else own.domains


def read_by_schema(question: QuestionText, conformance: Conformance) -> LogicalPlan | None:
    """Return the plan of a question in the words of a schema; None if there is not exactly one.

    Args:
        question: the question, in English.
        conformance: the schema, and the classes of things.
    """
    return _Reader(question, conformance).plan()


class _Reader:
    def __init__(self, question: QuestionText, conformance: Conformance) -> None:
        self._question, self._conformance = question, conformance
        self._folded = question.folded((0, len(question.words)))
        self._hierarchy = conformance.schema.hierarchy
        self._in_words: dict[frozenset[int], SchemaClass] = {}

    def plan(self) -> LogicalPlan | None:
        """Return the plan."""
        names = self._names() if self._conformance.schema.properties else []
        found = {(name, way): hops for name in names for way, hops in self._ways(name).items()}
        if len(found) != 1:
            return None
        (((name, _), hops),) = found.items()
        return self._written(name, hops)

    def _ways(self, name: Span) -> dict[tuple[tuple[str, bool], ...], tuple[_Hop, ...]]:
        """Return the shortest ways from a name that account for all words, by their properties and directions."""
        places = [place for place in range(len(self._folded)) if not name[0] <= place < name[1]]
        content = {place for place in places if self._folded[place] not in _FILLERS}
        mentions = list(self._mentions(places))
        own = [each for key in self._question.keys(name) for each in self._conformance.classes_of(key)]
        in_words = dict(self._classes(places))
        of_name = {said for said in in_words if name[0] - 1 in said and self._share(own, (in_words[said].name,))}
        self._in_words = {said: each for said, each in in_words.items() if said not in of_name}
        content = content.difference(*of_name)
        found = [
            hops
            for hops in self._chains((), own, mentions)
            if self._acts(name) * hops[0].mention.agent in (0, 1 if hops[0].is_forward else -1)
            if self._accounts(hops, content) and self._fits_question(hops) and self._types(hops) is not None
        ]
        fewest = min(map(len, found), default=0)
        ways = {tuple((hop.mention.property.name, hop.is_forward) for hop in hops): hops for hops in found}
        return {way: hops for way, hops in ways.items() if len(way) == fewest}

    def _acts(self, name: Span) -> bool:
        """Tell whether what is named does what is asked about: `does NAME own`, `owned by NAME`."""
        before = [word for word in self._folded[: name[0]] if word not in DETERMINERS][-1:]
        return before == ["by"] or (bool(before) and before[0] in DO and name[1] < len(self._folded))

    def _names(self) -> list[Span]:
        """Return the longest span that is marked as a name, or without any those that the graph has as a concept.

        A question with several names is none of a schema's.
        """
        size = len(self._folded)
        marked = [place for place in range(1, size) if self._question.words[place].is_marked]
        spans = [
            (first, end)
            for first in range(1, size)
            for end in range(first + 1, size + 1)
            if self._folded[first] not in _FILLERS and self._folded[end - 1] not in _FILLERS
            if self._question.is_known((first, end))
        ]
        if not marked:
            return spans
        return [span for span in spans if span[0] == marked[0] and span[1] == marked[-1] + 1]

    def _mentions(self, places: Sequence[int]) -> Iterator[_Mention]:
        """Yield the properties that the words at places name."""
        stems = {place: self._stems_at(place) for place in places}
        inverses: dict[str, SchemaProperty] = {}
        for each in self._conformance.schema.properties:
            if each.name in inverses:
                continue
            of_inverse = [other for other in self._conformance.schema.properties if other.name == each.inverse]
            inverses |= {other.name: each for other in of_inverse}
            for label, of in {name: one for one in (*of_inverse, each) for name in one.names}.items():
                wanted, agent = _label_stems(label), agent_of(label) * (1 if of is each else -1)
                for first in places if wanted else ():
                    near = [place for place in range(first, first + _LONGEST_LABEL) if place in stems]
                    said = [next((place for place in near if stems[place] & word), -1) for word in wanted]
                    if first in said and -1 not in said and len(set(said)) == len(said):
                        yield _Mention(frozenset(said), each, agent)

    def _stems_at(self, place: int) -> frozenset[str]:
        word = self._folded[place]
        measured = _MEASURES.get(word, "").split()
        return _stems(word) | frozenset(chain.from_iterable(map(_stems, measured)))

    def _classes(self, places: Sequence[int]) -> Iterator[tuple[frozenset[int], SchemaClass]]:
        """Yield the classes that the words at places name, the longest names of each place only."""
        taken: set[int] = set()
        labels = [(_nouns(name), each) for each in self._conformance.schema.classes for name in each.names]
        for wanted, each in sorted(labels, key=lambda entry: -len(entry[0])):
            for first in places:
                said = range(first, first + len(wanted))
                if (
                    taken.isdisjoint(said)
                    and said[-1] in places
                    and _nouns(" ".join(self._folded[first : said.stop])) == wanted
                ):
                    taken.update(said)
                    yield frozenset(said), each

    def _chains(
        self, before: tuple[_Hop, ...], own: Sequence[str], mentions: Sequence[_Mention]
    ) -> Iterator[tuple[_Hop, ...]]:
        """Yield the ways that lead on from things of some classes over properties that are named."""
        used = frozenset(chain.from_iterable(hop.mention.places for hop in before))
        for mention in mentions if len(before) < _MOST_HOPS else ():
            if used & mention.places:
                continue
            for is_forward in (True, False):
                hop = _Hop(mention, is_forward)
                if (is_forward or not mention.property.value_range) and self._share(own, hop.start):
                    yield (*before, hop)
                    if not (is_forward and mention.property.value_range):
                        yield from self._chains((*before, hop), hop.end, mentions)

    def _share(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Tell whether a thing may be of both: one class is the other or above it, or nothing is said of one."""
        pairs = ((one, other) for one in some for other in others)
        return (
            not some
            or not others
            or any(
                one in self._hierarchy.get(other, ()) or other in self._hierarchy.get(one, ()) for one, other in pairs
            )
        )

    def _accounts(self, hops: Sequence[_Hop], content: set[int]) -> bool:
        """Tell whether all words name a property that is followed or the class of something on the way."""
        said = self._words_of(hops)
        if any(others & said and word not in said for word, others in _OPPOSITES.items() if word in self._folded):
            return False
        left = content - set(chain.from_iterable(hop.mention.places for hop in hops))
        left -= {place for place in left if self._folded[place] in _TELLING & said}
        for places, each in self._in_words.items():
            if any(hop.end and self._share((each.name,), hop.end) for hop in hops):
                left -= places
        return all(self._folded[place] in _DATES and self._is_date(hops) for place in left)

    def _types(self, hops: Sequence[_Hop]) -> dict[int, str] | None:
        """Return the classes that hops must lead to and that their properties do not imply; None if it is left open."""
        focus, last = self._focus(), len(hops) - 1
        found = {last: focus.names[0]} if focus else {}
        said = frozenset(chain.from_iterable(hop.mention.places for hop in hops))
        for places, each in self._in_words.items():
            if each is focus or places <= said:  # *the director of Laura*
                continue
            at = [place for place, hop in enumerate(hops) if hop.end and self._share((each.name,), hop.end)]
            ends = [hops[place].end for place in at] + [hops[place + 1].start for place in at if place < last]
            if not any(own and all(each.name in self._hierarchy[one] for one in own) for own in ends):
                if len(at) > 1 or found.keys() & at:
                    return None
                found |= dict.fromkeys(at, each.names[0])
        return found

    def _words_of(self, hops: Iterable[_Hop]) -> set[str]:
        """Return the words of all names of the properties that are followed, and of their inverses."""
        followed = {name for hop in hops for name in (hop.mention.property.name, hop.mention.property.inverse)}
        named = (each.names for each in self._conformance.schema.properties if each.name in followed)
        return {word for name in chain.from_iterable(named) for word in name.casefold().split()}

    def _is_date(self, hops: Sequence[_Hop]) -> bool:
        values = hops[-1].mention.property.value_range if hops[-1].is_forward else None
        return values is not None and values.kind is ValueKind.DATE

    def _fits_question(self, hops: Sequence[_Hop]) -> bool:
        """Tell whether the end of the way is of the kind and class that the question asks for."""
        values = hops[-1].mention.property.value_range if hops[-1].is_forward else None
        if focus := self._focus():
            return values is None and self._share((focus.name,), hops[-1].end)
        asked = [self._folded[place] for place in range(min(3, len(self._folded)))]
        if "when" in asked or (asked[0] in PREPOSITIONS and asked[2] in _DATES) or asked[1] in _DATES:
            return self._is_date(hops)
        if "how" in asked:
            return values is not None and values.kind is not ValueKind.DATE
        if "where" in asked:  # nobody by whom something was done is a place
            of = hops[-1].mention.property
            return values is None and hops[-1].is_forward and not any(name.endswith(" by") for name in of.names)
        if self._folded[0] == "who" and self._folded[1] not in _FILLERS and 1 not in hops[-1].mention.places:
            return False  # *Who opened …?* asks for no painting
        return values is None if {"who", "whom"} & set(asked) else True

    def _focus(self) -> SchemaClass | None:
        """Return the class that a question asks for: `which ferries`, `how many ferries`, `name the ferries`."""
        for places, each in self._in_words.items():
            first = min(places)
            before = self._folded[max(0, first - 2) : first]
            if 0 < first <= _LAST_FOCUS and (
                before[-1] in _ASKS_FOR_CLASS or before in (["how", "many"], ["name", "the"])
            ):
                return each
        return None

    def _written(self, name: Span, hops: Sequence[_Hop]) -> LogicalPlan:
        focus, types = self._focus(), self._types(hops) or {}
        found: Reference = Named((self._question.name(name),))
        for place, hop in enumerate(hops):
            property, type_ = hop.mention.property.name, types.get(place, "")
            said = predicate_words(property)
            if hop.is_forward:
                found = follow(found, (Relation(property, type_, question=f"What is the {said} of {{s}}?"),))
            else:
                found = Inverse(type_, Relation(property), found, question=f"What has the {said} {{s}}?")
        builder = PlanBuilder()
        variable = Variable(builder.find(found))
        counts = focus is not None and {"how", "many"} <= set(self._folded[:4])
        if counts:
            builder.add(Count(variable), f"How many are {variable.name}?", "n1")
        builder.add(Output((Variable("n1") if counts else variable,)))
        return builder.plan()


@lru_cache(maxsize=1 << 12)
def _nouns(label: str) -> tuple[str, ...]:
    """Return the words of a class, the last in the singular: a *painting* is not what somebody *painted*."""
    *before, last = predicate_words(label).casefold().split()
    return (*before, singular(last))


@lru_cache(maxsize=1 << 12)
def _stems(word: str) -> frozenset[str]:
    """Return the stems of an English word and of its lemma, shared by derived words."""
    return frozenset((stem(word, "en"), stem(word_lemma(word, "en"), "en")))


@lru_cache(maxsize=1 << 12)
def _label_stems(label: str) -> tuple[frozenset[str], ...]:
    """Return the stems of the words of a label that say something."""
    return tuple(_stems(word) for word in predicate_words(label).casefold().split() if word not in _FILLERS)
