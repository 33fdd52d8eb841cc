"""Yes-no questions on what two things have in common: `Are both A and B from the same country?`."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.reasoning.plan.actions import Deduce
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.terms import Variable
from lgm_core.reasoning.planning.rules.choices import split_choices
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_PLACE,
    CLASS_NOUNS,
    COUNTRY,
    COUNTRY_OF_ORIGIN,
    DATE_NOUNS,
    DEATH_PLACE,
    LOCATION,
    NATIONALITY,
    PLACE_NOUNS,
    RELATIONS,
)
from lgm_core.reasoning.planning.rules.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, RELATIVES
from lgm_core.reasoning.planning.rules.plan_builder import PlanBuilder
from lgm_core.reasoning.planning.rules.reference_reader import ReferenceReader, type_name
from lgm_core.reasoning.planning.rules.references import Named, Reference, Relation, follow, is_person

__all__ = ["read_sameness"]

_SHARING = frozenset(
    "share shared sharing have has had both each located situated based born die died originate originated come came "
    "made released produced belong headquartered buried work studied of from in at".split()
)
_FROM = replace(COUNTRY, also=("nationality",))
"""What `from` means of things that may be persons or not."""
_PLACED = frozenset({"located", "situated", "based", "headquartered"})


def read_sameness(reader: ReferenceReader) -> LogicalPlan | None:
    """Return the plan of a question whether two things share something; None of another question."""
    question = reader.question
    folded = question.folded((0, len(question.words)))
    if folded[0] not in AUXILIARIES or "same" not in folded or "and" not in folded:
        return None
    same = len(folded) - 1 - folded[::-1].index("same")
    shared = " ".join(word for word in folded[same + 1 :] if word not in ("as", "each", "other"))
    end = same
    while end > 1 and _is_tail(reader, end - 1):
        end -= 1
    tail = folded[end:same]
    sides = _sides(reader, 1, end, tail)
    if not shared or sides is None:
        return None
    relation = _shared(shared, tail, sides)
    if relation is None:
        return None
    builder = PlanBuilder()
    variables = [Variable(builder.find(follow(side, (relation,)))) for side in sides]
    left, right = variables
    builder.add(Deduce(left, right, "equal"), f"Are {left.name} and {right.name} the same?")
    return builder.plan()


def _is_tail(reader: ReferenceReader, place: int) -> bool:
    """Tell whether a word belongs to how the question says that something is shared, and not to a name."""
    word = reader.question.words[place]
    if word.is_marked:
        return False
    common = {*_SHARING, *AUXILIARIES, *DETERMINERS, *RELATIVES}
    return (
        word.folded in common
        or bool(reader.relations((place, place + 1)) and _known(word.folded))
        or (singular(word.folded) in CLASS_NOUNS)
    )


def _known(noun: str) -> bool:
    return noun in RELATIONS or singular(noun) in RELATIONS


def _sides(reader: ReferenceReader, first: int, end: int, tail: list[str]) -> tuple[Reference, Reference] | None:
    """Return the two things, with the relation from what is named: directors of films, if it is they that share."""
    words = reader.question.words
    relation: tuple[Relation, ...] = ()
    type_ = next((type_name(word) for word in tail if singular(word) in CLASS_NOUNS and not _known(word)), "")
    for word in tail:
        relation = RELATIONS.get(singular(word), relation) if word != "country" else relation
    while first < end and not words[first].is_marked:
        folded = words[first].folded
        one = singular(folded)
        plural = one != folded
        if reader.question.is_known((first, end)) or (not plural and folded not in (*DETERMINERS, "both", "of")):
            break
        if one in RELATIONS and one not in PLACE_NOUNS:
            relation = RELATIONS[one]
        elif one in CLASS_NOUNS:
            type_ = type_name(one)
        elif plural:
            break
        first += 1
    for names in split_choices(reader.question, (first, end), "and"):
        left, right = (reader.read(span) for span in names) if len(names) == 2 else (None, None)
        if left is not None and right is not None:
            if relation and isinstance(left, Named) and isinstance(right, Named):
                return follow(_typed(left, type_), relation), follow(_typed(right, type_), relation)
            return _typed(left, type_), _typed(right, type_)
    return None


def _typed(side: Reference, type_: str) -> Reference:
    return replace(side, type=type_) if isinstance(side, Named) and not side.type else side


def _types(sides: tuple[Reference, Reference]) -> set[str]:
    return {side.type.lower() for side in sides if isinstance(side, Named)}


def _shared(noun: str, tail: list[str], sides: tuple[Reference, Reference]) -> Relation | None:
    """Return the relation that leads to what is shared."""
    if not PREPOSITIONS.isdisjoint(noun.split()) or noun in DATE_NOUNS:
        return None
    type_ = type_name(noun)
    persons = [is_person(side) for side in sides]
    if "born" in tail:
        return Relation(BIRTH_PLACE.predicate, type_ if noun != "place" else "Place", "person", BIRTH_PLACE.question)
    if "died" in tail or "die" in tail:
        return Relation(DEATH_PLACE.predicate, type_ if noun != "place" else "Place", "person", DEATH_PLACE.question)
    if noun in ("country", "nation", "nationality"):
        if noun == "nationality" or True in persons:
            return NATIONALITY
        placed = not _PLACED.isdisjoint(tail)
        if placed or PLACE_NOUNS.intersection(_types(sides)):
            return COUNTRY
        return COUNTRY_OF_ORIGIN if False in persons else _FROM
    if noun in PLACE_NOUNS:
        return Relation(LOCATION.predicate, type_, "any", LOCATION.question)
    relations = RELATIONS.get(noun) or (Relation(noun),)
    return relations[0] if len(relations) == 1 and len(noun.split()) <= 3 else None
