"""English nouns for relations and kinds of things, words that compare, and references made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.plan.plan_parts import ConstraintOperator

__all__ = [
    "AGES",
    "BIRTH_DATE",
    "BIRTH_PLACE",
    "BOUNDS",
    "CLASS_NOUNS",
    "COMPARED_VERBS",
    "COMPARING",
    "COUNTRY",
    "COUNTRY_OF_ORIGIN",
    "DATE_BOUNDS",
    "DATE_NOUNS",
    "DEATH_CAUSE",
    "DEATH_DATE",
    "DEATH_PLACE",
    "EARLY",
    "FEW",
    "FILLERS",
    "INCEPTION",
    "INHABITANTS",
    "LATE",
    "LOCATION",
    "LONG",
    "MANY",
    "NATIONALITY",
    "PLACE_NOUNS",
    "PUBLICATION",
    "QUANTITIES",
    "RELATIONS",
    "RELEASE",
    "SHORT",
    "Inverse",
    "Named",
    "Reference",
    "Related",
    "Relation",
    "counted",
    "dated",
    "follow",
    "is_person",
    "measured",
    "shares_kind",
]

Holder = Literal["person", "thing", "any"]
"""What can have a relation: a film has no father, and a person no director."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as questions name it.

    Attributes:
        predicate: the words for a plan: `place of birth`.
        type: the type of what it leads to: `Place`; may be empty.
        holder: what can have it.
        question: how to ask for it; `{s}` stands for what has it. If empty, the type decides.
        also: alternative predicates, if the question leaves open which is meant.
    """

    predicate: str
    type: str = ""
    holder: Holder = "any"
    question: str = ""
    also: tuple[str, ...] = ()

    def ask(self, subject: str) -> str:
        """Return the question for this relation of a subject."""
        if self.question:
            return self.question.replace("{s}", subject)
        word = {"Person": "Who", "Date": "When"}.get(self.type.partition("|")[0], "What")
        return f"{word} is the {self.predicate} of {subject}?"


@dataclass(frozen=True, slots=True)
class Named:
    """Something given by its name or alternative names."""

    names: tuple[str, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """What a relation leads to from something else; `year` says when, if the question does."""

    relation: Relation
    of: Reference
    year: str = ""


@dataclass(frozen=True, slots=True)
class Inverse:
    """Things from which a relation leads to something else: `the film that X directed`.

    Attributes:
        type: the type of these things; may be empty.
        relation: the relation from them to `to`.
        to: what it leads to.
        year: when, if the question says so.
        question: how to ask for them; `{s}` stands for `to`. If empty, the type decides.
        operator: compares what the relation leads to with `to`, which is then an amount.
    """

    type: str
    relation: Relation
    to: Reference
    year: str = ""
    question: str = ""
    operator: ConstraintOperator = "="


Reference = Named | Related | Inverse


def follow(start: Reference, relations: tuple[Relation, ...], type: str = "") -> Reference:
    """Return what a chain of relations leads to; `type` replaces the type of the last one."""
    for relation in relations:
        start = Related(relation, start)
    if type and isinstance(start, Related):
        return replace(start, relation=replace(start.relation, type=type))
    return start


def is_person(reference: Reference) -> bool | None:
    """Tell whether something is a person; None if the question leaves this open."""
    type_ = reference.relation.type if isinstance(reference, Related) else reference.type
    return type_ in _PERSONS if type_ else None


def shares_kind(relation: Relation, reference: Reference) -> bool:
    """Tell whether something can have a relation."""
    person = is_person(reference)
    return relation.holder == "any" or person is None or person == (relation.holder == "person")


_PERSONS = frozenset(
    "Person Actor Actress Artist Athlete Author Composer Director Filmmaker Footballer King Man Musician Novelist "
    "Painter Performer Player Poet Politician President Queen Singer Songwriter Woman Writer".split()
)


BIRTH_DATE = Relation("date of birth", "Date", "person", "When was {s} born?")
BIRTH_PLACE = Relation("place of birth", "Place", "person", "Where was {s} born?")
DEATH_DATE = Relation("date of death", "Date", "person", "When did {s} die?")
DEATH_PLACE = Relation("place of death", "Place", "person", "Where did {s} die?")
DEATH_CAUSE = Relation("cause of death", "", "person", "What was the cause of death of {s}?")
_BURIAL = Relation("place of burial", "Place", "person", "Where is {s} buried?")
NATIONALITY = Relation("nationality", "Country", "any", "What nationality is {s}?")
COUNTRY = Relation("country", "Country", "any", "In which country is {s}?")
COUNTRY_OF_ORIGIN = Relation("country of origin", "Country", "thing", "Which country is {s} from?")
LOCATION = Relation("location", "Place", "thing", "Where is {s} located?")
RELEASE = Relation("release date", "Date", "thing", "When was {s} released?")
PUBLICATION = Relation("publication date", "Date", "thing", "When was {s} published?")
INCEPTION = Relation("inception", "Date", "thing", "When was {s} founded?")
_OCCUPATION = Relation("occupation", "", "person", "What is the occupation of {s}?")
_EDUCATION = Relation("educated at", "School", "person", "Where was {s} educated?")
_EMPLOYER = Relation("employer", "", "person", "Who does {s} work for?")
_AWARD = Relation("award received", "Award", "any", "Which award did {s} receive?")


def _named(nouns: str, relation: Relation) -> dict[str, Relation]:
    return dict.fromkeys(nouns.split(", "), relation)


_OF_THINGS = (
    "director, producer, composer, performer, singer, lyricist, screenwriter, writer, author, editor, cinematographer, "
    "narrator, founder, creator, inventor, designer, architect, developer, mayor, president, prime minister, governor, "
    "head coach, chief executive"
)
_OF_PERSONS = (
    "father, mother, parent, husband, wife, spouse, partner, child, son, daughter, brother, sister, sibling, "
    "half-brother, half-sister, cousin, student, teacher, doctoral advisor"
)

_SINGLE = {
    **_named("birthday, birth date, birthdate, date of birth, year of birth", BIRTH_DATE),
    **_named("place of birth, birthplace, birth place", BIRTH_PLACE),
    **_named("death date, date of death, year of death", DEATH_DATE),
    **_named("place of death, death place", DEATH_PLACE),
    **_named("cause of death", DEATH_CAUSE),
    **_named("place of burial, burial place", _BURIAL),
    **_named("nationality, citizenship, country of citizenship", NATIONALITY),
    **_named("country of origin", COUNTRY_OF_ORIGIN),
    **_named("country", COUNTRY),
    **_named("location", LOCATION),
    **_named("release date, date of release", RELEASE),
    **_named("publication date", PUBLICATION),
    **_named("inception", INCEPTION),
    **_named("occupation, profession, job", _OCCUPATION),
    **_named("alma mater", _EDUCATION),
    **_named("employer, workplace", _EMPLOYER),
    **_named("award", _AWARD),
    **_named("population", Relation("population", "Number", "thing")),
    **_named("area", Relation("area", "Quantity", "thing")),
    **_named("length", Relation("length", "Quantity", "thing")),
    **_named("height", Relation("height", "Quantity")),
    **_named("city of birth, birth city", Relation("place of birth", "City", "person", "In which city was {s} born?")),
    **_named(
        "country of birth, birth country",
        Relation("place of birth", "Country", "person", "In which country was {s} born?"),
    ),
    **_named("capital", Relation("capital", "City", "thing")),
    **_named("headquarters", Relation("headquarters", "Place", "thing", "Where is {s} based?")),
    **_named("currency", Relation("currency", "Currency", "thing")),
    **_named("religion", Relation("religion", "Religion")),
    **_named("genre", Relation("genre", "Genre", "thing")),
    **_named("record label", Relation("record label", "Company")),
    **{noun: Relation(noun, "Person", "thing") for noun in _OF_THINGS.split(", ")},
    **{noun: Relation(noun, "Person", "person") for noun in _OF_PERSONS.split(", ")},
}

_KIN = {
    "paternal grandfather": ("father", "father"),
    "paternal grandmother": ("father", "mother"),
    "maternal grandfather": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "grandfather": ("parent", "father"),
    "grandmother": ("parent", "mother"),
    "grandparent": ("parent", "parent"),
    "great-grandfather": ("parent", "parent", "father"),
    "great-grandmother": ("parent", "parent", "mother"),
    "grandchild": ("child", "child"),
    "grandson": ("child", "son"),
    "granddaughter": ("child", "daughter"),
    "father-in-law": ("spouse", "father"),
    "mother-in-law": ("spouse", "mother"),
    "parent-in-law": ("spouse", "parent"),
    "brother-in-law": ("spouse", "brother"),
    "sister-in-law": ("spouse", "sister"),
    "sibling-in-law": ("spouse", "sibling"),
    "son-in-law": ("daughter", "husband"),
    "daughter-in-law": ("son", "wife"),
    "child-in-law": ("child", "spouse"),
    "stepfather": ("mother", "husband"),
    "stepmother": ("father", "wife"),
    "stepparent": ("parent", "spouse"),
    "stepchild": ("spouse", "child"),
    "stepson": ("spouse", "son"),
    "stepdaughter": ("spouse", "daughter"),
    "uncle": ("parent", "brother"),
    "paternal uncle": ("father", "brother"),
    "maternal uncle": ("mother", "brother"),
    "aunt": ("parent", "sister"),
    "paternal aunt": ("father", "sister"),
    "maternal aunt": ("mother", "sister"),
    "nephew": ("sibling", "son"),
    "niece": ("sibling", "daughter"),
}
"""Kinship of two or more steps, by the most usual way."""

RELATIONS: dict[str, tuple[Relation, ...]] = {
    **{noun: (relation,) for noun, relation in _SINGLE.items()},
    **{noun: tuple(_SINGLE[step] for step in steps) for noun, steps in _KIN.items()},
}
"""The relations that a noun stands for, in the order in which they are followed."""


_NOT_FOUNDED = words("opened built constructed completed launched")


def dated(relation: Relation, verb: str) -> Relation:
    """Return a relation to a date under the verb's own word as well, or alone: what *opened* in 1900 may be older."""
    if relation is not INCEPTION:
        return relation
    return Relation(verb, "Date") if verb in _NOT_FOUNDED else replace(relation, also=(verb,))


def counted(noun: str) -> tuple[Relation, ...]:
    """Return the relations to things that are counted, or to their number: *beds: 45*."""
    *before, last = noun.split() or [""]
    one = " ".join((*before, singular(last)))
    relations = RELATIONS.get(one) or (Relation(one),)
    return tuple(replace(each, type=each.type and f"{each.type}|Number") for each in relations)


def measured(noun: str) -> Relation | None:
    """Return the relation to the amount that a noun names, such as `elevation`; None if it leads to something else."""
    relation = RELATIONS.get(noun, (Relation(noun, "Quantity"),))[0]
    return relation if relation.type in ("Number", "Quantity") else None


CLASS_NOUNS = words(
    "film movie song album single band group musical opera play novel book poem story magazine newspaper journal "
    "series show episode game company organization organisation institution university college school academy museum "
    "church city town village municipality county district state province country nation island river lake mountain "
    "airport station building bridge stadium hotel hospital team club party airline railway road ship aircraft "
    "artist actor actress author composer director footballer man musician novelist painter performer player poet "
    "politician singer songwriter woman writer person king queen"
)
"""Nouns before a name that say what it names."""

PLACE_NOUNS = words(
    "place country city town village state county province region district continent island location area nation"
)

DATE_NOUNS = words("year date day month decade century time")


INHABITANTS = ("people", "inhabitants", "residents", "citizens")

Direction = Literal["min", "max"]

EARLY = words("first earlier earliest before sooner previously")
LATE = words("later latest last recently recent after")
LONG = words("longer longest")
SHORT = words("shorter shortest")
MANY = words("more most greater greatest higher larger")
FEW = words("fewer fewest less least smaller")

AGES: dict[str, Direction] = {
    **dict.fromkeys(("older", "oldest", "elder", "eldest"), "min"),
    **dict.fromkeys(("younger", "youngest", "newer", "newest"), "max"),
}
"""The direction of dates: what is older was born, or came into being, earlier."""

COMPARED_VERBS: dict[str, Relation] = {
    **dict.fromkeys(("born", "birth"), BIRTH_DATE),
    **dict.fromkeys(("died", "die", "passed", "death"), DEATH_DATE),
    **dict.fromkeys(
        ("released", "release", "came", "come", "premiered", "aired", "debuted", "made", "produced", "filmed"), RELEASE
    ),
    **dict.fromkeys(("published", "issued", "written", "printed"), PUBLICATION),
    **dict.fromkeys(
        words(
            "founded established formed created started begun began start opened open launched incorporated organized "
            "organised built constructed completed introduced set"
        ),
        INCEPTION,
    ),
}

_WEIGHT = Relation("weight", "Quantity", also=("mass", "weighs"))

QUANTITIES: dict[str, tuple[Relation, Direction]] = {
    **dict.fromkeys(("larger", "largest", "bigger", "biggest"), (RELATIONS["area"][0], "max")),
    **dict.fromkeys(("smaller", "smallest"), (RELATIONS["area"][0], "min")),
    **dict.fromkeys(("longer", "longest"), (RELATIONS["length"][0], "max")),
    **dict.fromkeys(("shorter", "shortest"), (RELATIONS["length"][0], "min")),
    **dict.fromkeys(("taller", "tallest", "higher", "highest"), (RELATIONS["height"][0], "max")),
    **dict.fromkeys(("lower", "lowest"), (RELATIONS["height"][0], "min")),
    **dict.fromkeys(("heavier", "heaviest"), (_WEIGHT, "max")),
    **dict.fromkeys(("lighter", "lightest"), (_WEIGHT, "min")),
    "populous": (RELATIONS["population"][0], "max"),
}

DATE_BOUNDS: dict[str, ConstraintOperator] = {"before": "<", "after": ">", "since": ">="}
"""Words before a date that say how others compare with it."""

BOUNDS: dict[str, ConstraintOperator] = {
    **dict.fromkeys(("less than", "fewer than", "under", "below"), "<"),
    **dict.fromkeys(("more than", "over", "above"), ">"),
    **dict.fromkeys(("at most", "up to", "no more than", "not more than"), "<="),
    **dict.fromkeys(("at least", "no less than", "not less than", "no fewer than"), ">="),
    **DATE_BOUNDS,
}
"""Words before an amount or a date that say how others compare with it."""

COMPARING = frozenset((*AGES, *EARLY, *LATE, *LONG, *SHORT, *MANY, *FEW, *QUANTITIES))

FILLERS = words(
    "a an the than other others one ones of two both that this who which is was were are has have had been be it in to "
    "up out away did does do earlier down"
)
"""Words of a comparison that do not say how things are compared."""
