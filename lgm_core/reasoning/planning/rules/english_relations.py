"""English nouns for relations and kinds of things, words that compare, and references made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lgm_core.language.lexicons.lexicon import words

__all__ = [
    "AGES",
    "BIRTH_DATE",
    "BIRTH_PLACE",
    "CLASS_NOUNS",
    "COMPARED_VERBS",
    "COUNTRY",
    "COUNTRY_OF_ORIGIN",
    "DATE_NOUNS",
    "DEATH_CAUSE",
    "DEATH_DATE",
    "DEATH_PLACE",
    "EARLY",
    "FEW",
    "FILLERS",
    "INCEPTION",
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
    "follow",
    "is_person",
    "shares_kind",
]

Holder = Literal["person", "thing", "any"]
"""What a relation can be said of: a film has no father, and a person no director."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as questions name it.

    Attributes:
        predicate: plain words for a plan: `place of birth`.
        type: what it leads to, or empty: `Place`.
        holder: what it can be said of.
        question: how one asks for it; `{s}` stands for whom it is asked of. Empty asks by the type.
        also: further words for it, where the question leaves open which is meant.
    """

    predicate: str
    type: str = ""
    holder: Holder = "any"
    question: str = ""
    also: tuple[str, ...] = ()

    def ask(self, subject: str) -> str:
        """Return the question for it, with what it is asked of."""
        if self.question:
            return self.question.replace("{s}", subject)
        word = {"Person": "Who", "Date": "When"}.get(self.type, "What")
        return f"{word} is the {self.predicate} of {subject}?"


@dataclass(frozen=True, slots=True)
class Named:
    """Something called by its name; of several names, any of these."""

    names: tuple[str, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """What a relation leads to from something else; `year` is when, where the question tells it."""

    relation: Relation
    of: Reference
    year: str = ""


@dataclass(frozen=True, slots=True)
class Inverse:
    """Things of a type from which a relation leads to something else: `the film that X directed`.

    Attributes:
        type: what things; may be empty.
        relation: from them to what it leads to.
        to: what it leads to.
        year: when, where the question tells it.
        question: how one asks for them; `{s}` stands for what the relation leads to. Empty asks by the type.
    """

    type: str
    relation: Relation
    to: Reference
    year: str = ""
    question: str = ""


Reference = Named | Related | Inverse


def follow(start: Reference, relations: tuple[Relation, ...], type: str = "") -> Reference:
    """Return what relations lead to, one after the other; the last of the given type, if one is given."""
    for relation in relations:
        start = Related(relation, start)
    if type and isinstance(start, Related):
        return replace(start, relation=replace(start.relation, type=type))
    return start


def is_person(reference: Reference) -> bool | None:
    """Tell whether something is a person; None where the question leaves it open."""
    type_ = reference.relation.type if isinstance(reference, Related) else reference.type
    return type_ in _PERSONS if type_ else None


def shares_kind(relation: Relation, reference: Reference) -> bool:
    """Tell whether a relation can be said of something."""
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

_SINGLE = {
    "birthday": BIRTH_DATE,
    "birth date": BIRTH_DATE,
    "birthdate": BIRTH_DATE,
    "date of birth": BIRTH_DATE,
    "year of birth": BIRTH_DATE,
    "place of birth": BIRTH_PLACE,
    "birthplace": BIRTH_PLACE,
    "birth place": BIRTH_PLACE,
    "death date": DEATH_DATE,
    "date of death": DEATH_DATE,
    "year of death": DEATH_DATE,
    "place of death": DEATH_PLACE,
    "death place": DEATH_PLACE,
    "cause of death": DEATH_CAUSE,
    "place of burial": _BURIAL,
    "burial place": _BURIAL,
    "nationality": NATIONALITY,
    "citizenship": NATIONALITY,
    "country of citizenship": NATIONALITY,
    "country of origin": COUNTRY_OF_ORIGIN,
    "country": COUNTRY,
    "location": LOCATION,
    "release date": RELEASE,
    "date of release": RELEASE,
    "publication date": PUBLICATION,
    "inception": INCEPTION,
    "occupation": _OCCUPATION,
    "profession": _OCCUPATION,
    "job": _OCCUPATION,
    "alma mater": _EDUCATION,
    "employer": _EMPLOYER,
    "workplace": _EMPLOYER,
    "award": _AWARD,
    "population": Relation("population", "Number", "thing"),
    "area": Relation("area", "Quantity", "thing"),
    "length": Relation("length", "Quantity", "thing"),
    "height": Relation("height", "Quantity"),
    "city of birth": Relation("place of birth", "City", "person", "In which city was {s} born?"),
    "birth city": Relation("place of birth", "City", "person", "In which city was {s} born?"),
    "country of birth": Relation("place of birth", "Country", "person", "In which country was {s} born?"),
    "birth country": Relation("place of birth", "Country", "person", "In which country was {s} born?"),
    "capital": Relation("capital", "City", "thing"),
    "headquarters": Relation("headquarters", "Place", "thing", "Where is {s} based?"),
    "currency": Relation("currency", "Currency", "thing"),
    "religion": Relation("religion", "Religion"),
    "genre": Relation("genre", "Genre", "thing"),
    "record label": Relation("record label", "Company"),
    **{
        noun: Relation(noun, "Person", "thing")
        for noun in (
            "director",
            "producer",
            "composer",
            "performer",
            "singer",
            "lyricist",
            "screenwriter",
            "writer",
            "author",
            "editor",
            "cinematographer",
            "narrator",
            "founder",
            "creator",
            "inventor",
            "designer",
            "architect",
            "developer",
            "mayor",
            "president",
            "prime minister",
            "governor",
            "head coach",
            "chief executive",
        )
    },
    **{
        noun: Relation(noun, "Person", "person")
        for noun in (
            "father",
            "mother",
            "parent",
            "husband",
            "wife",
            "spouse",
            "partner",
            "child",
            "son",
            "daughter",
            "brother",
            "sister",
            "sibling",
            "half-brother",
            "half-sister",
            "cousin",
            "student",
            "teacher",
            "doctoral advisor",
        )
    },
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
"""Kinship of two or more steps; of several ways, the usual one."""

RELATIONS: dict[str, tuple[Relation, ...]] = {
    **{noun: (relation,) for noun, relation in _SINGLE.items()},
    **{noun: tuple(_SINGLE[step] for step in steps) for noun, steps in _KIN.items()},
}
"""The relations of a noun, in the order in which they are followed."""

CLASS_NOUNS = words(
    "film movie song album single band group musical opera play novel book poem story magazine newspaper journal "
    "series show episode game company organization organisation institution university college school academy museum "
    "church city town village municipality county district state province country nation island river lake mountain "
    "airport station building bridge stadium hotel hospital team club party airline railway road ship aircraft "
    "artist actor actress author composer director footballer man musician novelist painter performer player poet "
    "politician singer songwriter woman writer person king queen"
)
"""Nouns that stand before a name and say what it names."""

PLACE_NOUNS = words(
    "place country city town village state county province region district continent island location area nation"
)

DATE_NOUNS = words("year date day month decade century time")


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
"""Who is older was born EARLIER; what is older came into being earlier."""

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

QUANTITIES: dict[str, tuple[Relation, Direction]] = {
    **dict.fromkeys(("larger", "largest", "bigger", "biggest"), (RELATIONS["area"][0], "max")),
    **dict.fromkeys(("smaller", "smallest"), (RELATIONS["area"][0], "min")),
    **dict.fromkeys(("longer", "longest"), (RELATIONS["length"][0], "max")),
    **dict.fromkeys(("shorter", "shortest"), (RELATIONS["length"][0], "min")),
    **dict.fromkeys(("taller", "tallest", "higher", "highest"), (RELATIONS["height"][0], "max")),
    **dict.fromkeys(("lower", "lowest"), (RELATIONS["height"][0], "min")),
    "populous": (RELATIONS["population"][0], "max"),
}

FILLERS = words(
    "a an the than other others one ones of two both that this who which is was were are has have had been be it in to "
    "up out away did does do earlier down"
)
"""Words of a comparison that say nothing of how things are compared."""
