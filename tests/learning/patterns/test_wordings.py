"""The ways to state relations that the paper's prompts list (its section 6), each in sentences of our own.

A wording that can mean something else is not read; `benchmarks/relations.md` lists those, with the reason.
"""

import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.patterns import find_relations

_KINDS = (("sonnet", "poem"), ("ketch", "boat"), ("quokka", "marsupial"))
_PLURAL_KINDS = (("sonnets", "poems"), ("ketches", "boats"), ("quokkas", "marsupials"))
_KINDS_OF_PLURALS = (("sonnet", "poems"), ("ketch", "boats"), ("cello", "fiddles"))
_PLURALS_OF_KIND = (("sonnets", "poem"), ("ketches", "boat"), ("quokkas", "marsupial"))
_COVERED = (("chairs", "Furniture"), ("lorries", "Traffic"), ("oaths", "Profanity"))
_OPENING = (("Sonnets", "poems"), ("Ketches", "boats"), ("Coins", "tokens"))
_ABOVE = (("Vehicle", "Truck"), ("Exception", "ValueError"), ("Shape", "Circle"))

INHERITANCE = {  # {0} is a kind of {1}
    "type": ("A {0} is a type of {1}.", _KINDS),
    "kind": ("{0} are a kind of {1}.", (("Sonnets", "poem"), ("Ketches", "boat"), ("Quokkas", "marsupial"))),
    "subclass": ("A {0} is a subclass of {1}.", _KINDS),
    "specialisation": ("A {0} is a specialization of a {1}.", _KINDS),
    "category": ("A {0} belongs to the category of {1}.", _KINDS_OF_PLURALS),
    "falls under": ("{0} fall under the category of {1}.", _OPENING),
    "parent class": ("{1} is the parent class of {0}.", tuple((below, above) for above, below in _ABOVE)),
    "generalisation": ("A {1} is a generalization of a {0}.", _KINDS),
    "supercategory": ("A {1} is the supercategory of a {0}.", _KINDS),
    "umbrella term": ("{1} is an umbrella term for {0}.", _COVERED),
    "such as": ("{1} (such as {0}) are old.", tuple((below, above.title()) for below, above in _PLURAL_KINDS)),
    "broader, includes": ("A {1} is a broader category that includes {0}.", _PLURALS_OF_KIND),
    "broader, encompasses": ("A {1} is a broader category that encompasses {0}.", _PLURALS_OF_KIND),
    "is a": ("A {0} is a {1}.", _KINDS),
    "are": ("{0} are {1}.", (*_OPENING[:2], ("Cellos", "fiddles"))),
}  # fmt: skip
_WHOLES = (("Brass", "copper", "zinc"), ("Mortar", "lime", "sand"), ("Granola", "oats", "honey"))
_SETS = (("kit", "pump", "hose"), ("suite", "bath", "hall"), ("engine", "fan", "pump"))
_DIVIDED = (("canton", "districts", "parishes"), ("river", "arms", "canals"), ("novel", "chapters", "letters"))
_FOOD = (("Oranges", "vitamins", "fibre"), ("Lentils", "iron", "protein"), ("Walnuts", "oils", "minerals"))
_LAYERED = (("cake", "cream", "sponge"), ("wall", "brick", "plaster"), ("crust", "clay", "sand"))
COMPOSITION = {  # {0} has the parts {1} and {2}
    "composed of": ("{0} is composed of {1} and {2}.", _WHOLES),
    "consists of": ("{0} consists of {1} and {2}.", _WHOLES),
    "made up of": ("{0} is made up of {1} and {2}.", _WHOLES),
    "contains": ("{0} contains {1} and {2}.", _WHOLES),
    "includes": ("The {0} includes a {1} and a {2}.", _SETS),
    "mixture": ("{0} is a mixture of {1} and {2}.", _WHOLES),
    "blend": ("{0} is a blend of {1} and {2}.", _WHOLES),
    "fusion": ("{0} is a fusion of {1} and {2}.", _WHOLES),
    "combination": ("{0} is a combination of {1} and {2}.", _WHOLES),
    "divides into": ("The {0} divides into {1} and {2}.", _DIVIDED),
    "divided into": ("The {0} is divided into {1} and {2}.", _DIVIDED),
    "primarily made of": ("{0} is primarily made of {1} and {2}.", _WHOLES),
    "largely made of": ("{0} is largely made of {1} and {2}.", _WHOLES),
    "rich in": ("{0} are rich in {1} and {2}.", _FOOD),
    "layers of": ("The {0} has layers of {1} and {2}.", _LAYERED),
}  # fmt: skip
_NAMES = (("Esk Harbour", "Port Ada"), ("Ada Brook", "Nell Stone"), ("Mount Kenley", "Grey Tom"))
_NOUNS = (("aubergine", "eggplant"), ("courgette", "zucchini"), ("duvet", "quilt"))
_CAPITAL_NOUNS = tuple((name.capitalize(), other) for name, other in _NOUNS)
_SHORT = (("EHB", "East Harbour Board"), ("WLC", "West Lund College"), ("NKR", "North Kent Railway"))
_BRANDS = (("Paracetamol", "Tylenol"), ("Zolpidem", "Ambien"), ("Sertraline", "Zoloft"))
_GERMAN = (("Munich", "Monaco"), ("Lake Ada", "Adasee"), ("Kenley", "Kenlach"))
_JAPANESE = (("Apple", "Ringo"), ("Tea", "Ocha"), ("Mount Kenley", "Kenzan"))
_STANDARDS = (("Coffee", "ISO 3509"), ("Mortar", "EN 998"), ("Brass", "CW 614"))
ALIAS = {  # {0} is another name of {1}
    "the same as": ("A {0} is the same as a {1}.", _NOUNS),
    "one and the same": ("{0} and {1} are one and the same.", _NAMES),
    "the same thing": ("{0} and {1} are the same thing.", _CAPITAL_NOUNS),
    "none other than": ("{0} is none other than {1}.", _NAMES),
    "refers to": ("{0} refers to the {1}.", _SHORT),
    "known as": ("{0}, known as {1}, is old.", _NAMES),
    "alternatively called": ("{0} (alternatively called {1}) is grey.", _CAPITAL_NOUNS),
    "also known as": ("{0}, also known as {1}, is old.", _NAMES),
    "commonly called": ("{0}, commonly called {1}, is old.", _NAMES),
    "also named": ("{0} is also named {1}.", _NAMES),
    "also called": ("{0} is also called {1}.", _NAMES),
    "goes by": ("{0} goes by the name {1}.", _NAMES),
    "officially named": ("{0} is officially named {1}.", _NAMES),
    "its full name": ("{0}'s full name is {1}.", _SHORT),
    "full form": ("{0} (full form: {1}) met today.", _SHORT),
    "full name of": ("The full name of {0} is {1}.", _SHORT),
    "short for": ("{0} is short for {1}.", _SHORT),
    "short for, in brackets": ("{0} (short for {1}) met today.", _SHORT),
    "abbreviation of": ("{0} is the abbreviation of {1}.", _SHORT),
    "acronym of": ("{0} is the acronym of {1}.", _SHORT),
    "stands for": ("{0} stands for {1}.", _SHORT),
    "denotes": ("The abbreviation {0} denotes {1}.", (("kg", "kilogram"), ("cm", "centimetre"), ("lb", "libra"))),
    "hereinafter": ("The {1}, hereinafter referred to as {0}, met today.", _SHORT),
    "legally recognised": ("{0}, legally recognized as {1}, is old.", _NAMES),
    "co-referential": ("{0} and {1} are co-referential.", _NAMES),
    "in a language": ("{0}, in German known as {1}, is old.", _GERMAN),
    "in two languages": ("{0} (in English) / {1} (in Japanese) is old.", _JAPANESE),
    "marketed as": ("{0}, marketed as {1}, is old.", _BRANDS),
    "brand name": ("{0} (brand name: {1}) is old.", _BRANDS),
    "formerly called": ("{0}, formerly called {1}, is old.", _NAMES),
    "formerly known as": ("{0}, formerly known as {1}, is old.", _NAMES),
    "code": ("{0} (code: {1}) is old.", (("Sodium chloride", "NACL"), ("Mount Kenley", "KX7"), ("Brass", "CW614"))),
    "standardised as": ("{0}, standardized as {1}, is old.", _STANDARDS),
    "or just": ("{0}, or just {1}, is old.", (("Lemonade", "pop"), ("Ada Brook", "Ada"), ("Mount Kenley", "Kenley"))),
    "colloquially": ("{0} (colloquially named {1}) is grey.", _CAPITAL_NOUNS),
    "technically": ("{0} (technically termed {1}) is grey.", _CAPITAL_NOUNS),
    "scientifically": ("{0} (scientifically named {1}) is grey.", _CAPITAL_NOUNS),
    "abbreviated as": ("{1}, abbreviated as {0}, met today.", _SHORT),
}  # fmt: skip


@pytest.fixture(scope="module")
def annotator() -> LiteAnnotator:
    return LiteAnnotator()


def read(annotator: LiteAnnotator, text: str) -> set[tuple[str, str, str]]:
    return {
        (relation.kind.value, relation.subject.surface.lower(), relation.object.surface.lower())
        for sentence in annotator.annotate([text])[0]
        for relation in find_relations(chunk(text, sentence, ENGLISH))
    }


@pytest.mark.parametrize(
    "text",
    [
        "North Dakota is in the U.S. region known as the Great Plains.",
        "Bonn is in the region known as the Rhineland.",
        "Bonn, in the region known as the Rhineland, is old.",
    ],
)
def test_what_lies_in_a_region_is_not_the_region(annotator: LiteAnnotator, text: str) -> None:
    assert {kind for kind, *_ in read(annotator, text)} == {"is_a"}


def _cases(wordings):
    return [pytest.param(wording, fillings, id=name) for name, (wording, fillings) in wordings.items()]


@pytest.mark.parametrize(("wording", "fillings"), _cases(INHERITANCE))
def test_a_wording_of_inheritance_is_read_in_its_direction(annotator, wording, fillings):
    for filling in fillings:
        below, above = (name.lower() for name in filling)
        stated = read(annotator, wording.format(*filling))
        assert {(sub, sup) for kind, sub, sup in stated if kind == "is_a"} == {(below, above)}
        assert not any(kind == "has_part" for kind, _, _ in stated)


@pytest.mark.parametrize(("wording", "fillings"), _cases(COMPOSITION))
def test_a_wording_of_composition_is_read(annotator, wording, fillings):
    for filling in fillings:
        whole, *parts = (name.lower() for name in filling)
        stated = read(annotator, wording.format(*filling))
        expected = {("has_part", whole, part) for part in parts}
        assert {relation for relation in stated if relation[0] != "is_a"} == expected
        assert {sup for kind, _, sup in stated if kind == "is_a"} <= {"mixture", "blend", "fusion", "combination"}


@pytest.mark.parametrize(("wording", "fillings"), _cases(ALIAS))
def test_a_wording_of_another_name_is_read(annotator, wording, fillings):
    for filling in fillings:
        names = {name.lower() for name in filling}
        stated = read(annotator, wording.format(*filling))
        assert [{sub, sup} for kind, sub, sup in stated if kind == "alias_of"] == [names]
        assert not any(kind == "has_part" or {sub, sup} == names for kind, sub, sup in stated if kind != "alias_of")


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("ValueError's base class is Exception.", ("is_a", "valueerror", "exception")),
        ("The superclass of Truck is Vehicle.", ("is_a", "truck", "vehicle")),
        ("Vehicle is Truck's superclass.", ("is_a", "truck", "vehicle")),
        ("Canidae is the family of dogs.", ("is_a", "dogs", "canidae")),
        ("Mammal is the class of dogs.", ("is_a", "dogs", "mammal")),
        ("Malus is the genus of apples.", ("is_a", "apples", "malus")),
        ("Python is a genus of snakes.", ("is_a", "python", "snakes")),
        ("Felidae is the family of mammals that includes cats.", ("is_a", "felidae", "mammals")),
        ("Crows belong to the family Corvidae.", ("is_a", "crows", "corvidae")),
        ("The coil is the component of a motor.", ("has_part", "motor", "coil")),
        ("'kg' denotes 'kilogram'.", ("alias_of", "kg", "kilogram")),
        ("Niacin is a synonym of nicotinic acid.", ("alias_of", "niacin", "nicotinic acid")),
        ("Exception, the base class of ValueError, is abstract.", ("is_a", "valueerror", "exception")),
        ("The umbrella term for chairs is furniture.", ("is_a", "chairs", "furniture")),
        ("Insurance is a broad term covering annuities.", ("is_a", "annuities", "insurance")),
        ("Quercus is the genus of oaks.", ("is_a", "oaks", "quercus")),
        ("The genus of oaks is Quercus.", ("is_a", "oaks", "quercus")),
        ("The family of crows is Corvidae.", ("is_a", "crows", "corvidae")),
        ("The genus Panthera contains lions.", ("is_a", "lions", "panthera")),
        ("Crows are members of the family Corvidae.", ("is_a", "crows", "corvidae")),
        ("The class of mammals includes whales.", ("is_a", "whales", "mammals")),
        ("Types of vehicle such as cars are common.", ("is_a", "cars", "vehicle")),
        ("A sonnet is a hyponym of a poem.", ("is_a", "sonnet", "poem")),
        ("Shape is a class that includes methods.", ("is_a", "shape", "class")),
        ("The Bachs are a family that includes composers.", ("is_a", "bachs", "family")),
        ("The method is part of the class Shape.", ("has_part", "shape", "method")),
        ("Flour is the main ingredient in bread.", ("has_part", "bread", "flour")),
        ("The parts of a car include the wheels.", ("has_part", "car", "wheels")),
        ("The term 'kg' denotes 'kilogram'.", ("alias_of", "kg", "kilogram")),
        ('The abbreviation "kg" refers to kilogram.', ("alias_of", "kg", "kilogram")),
        ("The symbol 'Na' denotes sodium.", ("alias_of", "na", "sodium")),
        ('The term "data class" refers to a class of values.', ("is_a", "data class", "values")),
        ("Zucchini is another name for courgette.", ("alias_of", "zucchini", "courgette")),
        ("Mark Twain is the pen name of Sam Brook.", ("alias_of", "mark twain", "sam brook")),
        ("Aubergine and eggplant are two names for the same plant.", ("alias_of", "aubergine", "eggplant")),
        ('USS "Donegal" was a captured steamship.', ("is_a", 'uss "donegal', "steamship")),
        ("VT500 is a common name for the family of Honda motorcycles.", ("is_a", "vt500", "motorcycles")),
        ("Ada Brook, aka Nell Stone, sang.", ("alias_of", "ada brook", "nell stone")),
        ("Mount Esk (a.k.a. Old Tom) is steep.", ("alias_of", "mount esk", "old tom")),
    ],
)
def test_what_is_above_stands_on_the_right_side(annotator, text, relation):
    assert read(annotator, text) == {relation}


@pytest.mark.parametrize(
    ("text", "below", "above"),
    [
        ("Rosaceae is the family of roses, apples and pears.", {"roses", "apples", "pears"}, "rosaceae"),
        ("Ungulate is a general term for cows, horses and pigs.", {"cows", "horses", "pigs"}, "ungulate"),
        ("Arthropoda is the phylum that contains insects and spiders.", {"insects", "spiders"}, "arthropoda"),
        ("Mammalia is the class comprising whales and bats.", {"whales", "bats"}, "mammalia"),
        ("Citrus is the genus to which lemons and limes belong.", {"lemons", "limes"}, "citrus"),
        ("Metal is the class that copper belongs to.", {"copper"}, "metal"),
        ("The types of vehicle are cars and trucks.", {"cars", "trucks"}, "vehicle"),
    ],
)
def test_several_below_are_kinds_and_no_parts_of_what_is_above(annotator, text, below, above):
    stated = read(annotator, text)
    assert {sub for kind, sub, sup in stated if (kind, sup) == ("is_a", above)} == below
    assert {relation for relation in stated if relation[2] != above} <= {
        ("is_a", above, rank) for rank in ("phylum", "class", "genus")
    }


@pytest.mark.parametrize(
    "text",
    [
        "Is Exception the base class of ValueError?",
        "If Exception is the base class of ValueError, it is raised.",
        "Exception is not the base class of ValueError.",
        "Exception may be the base class of ValueError.",
        "Dementia is an umbrella term for disorders of memory.",
        "Neofolk is an umbrella term for a range of styles.",
        "Peace is the order of business.",
        "Ada belongs to the family Smith.",
        "Tom is the same as before.",
        "The price is the same as the rent.",
        "Men and women are the same.",
        "The first name of Ada Brook is Nell.",
        "A crate (contents: tea) stood there.",
        "Ada (in London) / Tom (in Lund) sang.",
        "The cell divides into two cells.",
        "Kent is rich in history.",
        "The day is officially named the feast of the harbour.",
        "The car, marketed as Lynx, is grey.",
        "Brass is derived from copper.",
        "Does water consist of hydrogen?",
        "If water contains salt, it is dense.",
        "A kit without a pump includes a hose.",
        "Can a cake contain nuts?",
        "Is brass composed of copper and tin?",
        "Is UN short for United Nations?",
        "Does UN stand for United Nations?",
        "When a cake contains nuts, it is labelled.",
        "Provided that the kit includes a pump, it works.",
        "Suppose the kit includes a pump.",
        "It is unlikely that brass contains iron.",
        "In case Tom is a thief, Ada is a nurse.",
        "As long as Tom is a thief, Ada is a nurse.",
        "When Tom is a thief, Ada is a nurse.",
        "No cake contains nuts.",
        "Few cakes contain nuts.",
        "Hardly any cakes contain nuts.",
        "Neither brass nor bronze contains iron.",
        "A whale is wrongly called a fish.",
        "A red light denotes danger.",
        "Smoke denotes fire.",
        "The town (postal code: AB1) is old.",
        "The product (code: AX7) is sold.",
        "The category contains trees, bushes and ferns.",
        "Crannog is a term for cows, horses and pigs.",
        "Container is the ancestor of Box.",
    ],
)
def test_what_only_looks_like_such_a_wording_states_nothing(annotator, text):
    assert read(annotator, text) == set()
