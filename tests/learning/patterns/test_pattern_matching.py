import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import AnnotatedSentence
from lgm_core.learning.patterns import find_relations
from tests.support.tagged import tagged

IS_A, HAS_PART, ALIAS = "is_a", "has_part", "alias_of"


def relations(words: str, *, topic: str = "", marks: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    text, sentence = tagged(words, marks=marks)
    return {
        (relation.kind.value, relation.subject.key, relation.object.key)
        for relation in find_relations(chunk(text, sentence, ENGLISH), topic=topic)
    }


def relations_of_kind(kind: str, words: str) -> set[tuple[str, str, str]]:
    return {relation for relation in relations(words) if relation[0] == kind}


def test_the_example_of_the_paper():
    text = "Apples are a type of fruit. Fruits contain many vitamins. Apples are sweet."
    stated = [
        (relation.kind.value, relation.subject.key, relation.object.key)
        for sentence in LiteAnnotator().annotate([text])[0]
        for relation in find_relations(chunk(text, sentence, ENGLISH))
    ]
    assert stated == [(IS_A, "apple", "fruit"), (HAS_PART, "fruit", "vitamin")]


@pytest.mark.parametrize(
    ("words", "sub", "sup"),
    [
        ("A/d ketch/n is/x a/d small/a sailing/n boat/n", "ketch", "sailing boat"),
        ("The/d Vesper/p was/x a/d large/a type/n of/i steamer/n", "vesper", "steamer"),
        ("Otters/n are/x mammals/n that/u swim/v", "otter", "mammal"),
        ("In/i music/n ,/. a/d trio/n is/x a/d group/n", "trio", "group"),
        ("Lund/p (/. an/d old/a town/n )/. is/x a/d city/n in/i Sweden/p", "lund", "city"),
        ("Vesta/p is/x one/m of/i the/d largest/a asteroids/n", "vesta", "asteroid"),
        ("Fado/p refers/v/refer to/i a/d kind/n of/i song/n", "fado", "song"),
        ("The/d term/n Zine/p describes/v/describe a/d booklet/n", "zine", "booklet"),
        ("A/d sextant/n is/x defined/v/define as/i an/d instrument/n", "sextant", "instrument"),
        ("Crows/n belong/v to/i the/d family/n of/i corvids/n", "crow", "corvid"),
        ("Ada/p Brook/p ,/. a/d painter/n from/i Kent/p ,/. left/v", "ada brook", "painter"),
        ("The/d painter/n Ada/p Brook/p left/v", "ada brook", "painter"),
        ("The/d town/n of/i Esk/p flourished/v", "esk", "town"),
        ("A/d band/n called/v/call Driftwood/p played/v", "driftwood", "band"),
        ("They/u met/v Ada/p ,/. who/u was/x a/d nurse/n", "ada", "nurse"),
        ("Three/m kinds/n of/i tree/n are/x oaks/n and/c elms/n", "elm", "tree"),
    ],
)
def test_a_class_is_stated(words, sub, sup):
    assert (IS_A, sub, sup) in relations(words)


@pytest.mark.parametrize(
    "words",
    [
        "Birds/n such/a as/i owls/n and/c larks/n sing/v",
        "Birds/n (/. such/a as/i owls/n and/c larks/n )/. sing/v",
        "Birds/n including/v/include owls/n and/c larks/n sing/v",
        "Such/a birds/n as/i owls/n and/c larks/n sing/v",
        "Birds/n ,/. especially/r owls/n and/c larks/n ,/. sing/v",
        "Owls/n ,/. larks/n and/c other/a birds/n sing/v",
        "Birds/n include/v owls/n and/c larks/n",
    ],
)
def test_examples_name_their_class(words):
    assert relations(words) == {(IS_A, "owl", "bird"), (IS_A, "lark", "bird")}


@pytest.mark.parametrize(
    "words",
    [
        "A/d whale/n is/x not/t a/d fish/n",
        "A/d whale/n could/x be/x a/d fish/n",
        "If/i Tom/p is/x a/d thief/n ,/. we/u go/v",
        "Is/x Tom/p a/d thief/n ?/.",
        "This/d book/n is/x a/d novel/n",
        "They/u met/v a/d man/n ,/. who/u was/x a/d nurse/n",
        "The/d roads/n to/i Esk/p ,/. the/d bridge/n in/i Lund/p and/c the/d harbour/n flooded/v",
        "The/d result/n is/x a/d surprise/n",
        "Last/a year/n was/x a/d disaster/n",
        "The/d singer/n is/x Ada/p Brook/p",
        "Kent/p is/x part/n of/i the/d reason/n",
        "The/d live/a browser/n DOM/p differs/v",
        "Queues/n are/x the/d usual/a place/n for/i jobs/n",
        "They/u sell/v changes/n including/v/include things/n",
    ],
)
def test_what_is_not_asserted_of_a_concept_is_no_class(words):
    assert relations_of_kind(IS_A, words) == set()


def test_a_class_keeps_an_adjective_that_makes_it_a_kind_of_its_own():
    assert (IS_A, "cafe", "public place") in relations("The/d cafe/n is/x a/d public/a place/n")
    assert (IS_A, "battery", "electrical device") in relations("A/d battery/n is/x an/d electrical/a device/n")
    assert (IS_A, "cell", "device") in relations("A/d cell/n is/x a/d typical/a device/n")


def test_some_nouns_are_parts_only_of_what_they_are_paired_with():
    assert relations("The/d seat/n of/i the/d bus/n was/x wet/a") == {(HAS_PART, "bus", "seat")}
    assert not relations("The/d seat/n of/i the/d government/n was/x empty/a")


def test_a_class_keeps_its_nouns_and_drops_what_describes_them():
    assert relations("Esk/p was/x a/d famous/a English/a race/n track/n") == {(IS_A, "esk", "race track")}


@pytest.mark.parametrize(
    "words",
    [
        "The/d impeller/n is/x bronze/n",
        "A/d keel/n is/x lead/n and/c oak/n",
        "The/d Vesper/p was/x steel/n",
        "Walls/n are/x stone/n",
        "The/d office/n is/x downtown/n",
        "Ada/p was/x downtown/n",
        "The/d pump/n is/x standby/n",
        "A/d sail/n is/x orange/n",
        "Ada/p is/x German/n",
        "The/d meeting/n is/x midnight/n",
        "Walks/n are/x a/d must/n",
        "Kent/p is/x the/d case/n",
        "Ada/p is/x the/d problem/n",
        "Sleep/n is/x the/d answer/n",
        "The/d shed/n is/x the/d size/n of/i a/d barn/n",
        "Esk/p is/x a/d kilometre/n from/i Lund/p",
        "Vostok/p is/x the/d coldest/n of/i all/d",
        "Vostok/p is/x a/d rounded/n ,/. worn/a rock/n",
        "Ada/p was/x the/d winner/n",
        "Fado/p is/x about/r love/n",
        "Fado/p is/x when/r people/n sing/v",
    ],
)
def test_what_something_is_made_of_or_how_it_is_is_no_class(words):
    assert relations_of_kind(IS_A, words) == set()


@pytest.mark.parametrize(
    ("words", "sub", "sup"),
    [
        ("Bronze/n is/x an/d alloy/n", "bronze", "alloy"),
        ("Gold/n is/x metal/n", "gold", "metal"),
        ("Water/n is/x liquid/n", "water", "liquid"),
        ("Penicillin/n is/x medicine/n", "penicillin", "medicine"),
        ("Chairs/n are/x furniture/n", "chair", "furniture"),
        ("Eels/n are/x fish/n", "eel", "fish"),
        ("Ada/p is/x captain/n of/i the/d team/n", "ada", "captain"),
        ("A/d mile/n is/x a/d measure/n", "mile", "measure"),
        ("Ada/p is/x an/d answer/n", "ada", "answer"),
        ("A/d native/n of/i Kent/p ,/. Ada/p is/x a/d painter/n", "ada", "painter"),
    ],
)
def test_a_class_without_an_article_or_beside_another_phrase(words, sub, sup):
    assert relations_of_kind(IS_A, words) == {(IS_A, sub, sup)}


def test_a_quoted_title_is_one_name():
    words = 'The/d film/n "/. The/d Mill/n of/i Ada/p \'s/t Uncle/n "/. failed/v'
    assert relations(words) == {(IS_A, "mill of ada uncle", "film")}
    assert relations('The/d film/n "/. Wait/v till/i dawn/n "/. failed/v') == set()


def test_the_owner_is_not_meant_where_what_is_owned_is():
    assert relations("Birds/n include/v Ada/p 's/t owl/n") == set()
    assert relations("Ada/p is/x a/d member/n of/i Tom/p 's/t band/n") == set()


def test_classes_are_listed():
    classes = {(IS_A, "ada", name) for name in ("painter", "writer", "critic")}
    assert relations("Ada/p was/x a/d painter/n ,/. writer/n and/c critic/n") == classes


def test_what_is_joined_inside_an_of_phrase_is_no_class():
    assert relations("A/d code/n is/x a/d system/n of/i signs/n and/c rules/n") == {(IS_A, "code", "system")}


def test_a_definition_holds_of_the_other_name_too():
    stated = relations("Salt/p ,/. also/r known/v/know as/i Halite/p ,/. is/x a/d mineral/n")
    assert stated == {(ALIAS, "salt", "halite"), (IS_A, "salt", "mineral"), (IS_A, "halite", "mineral")}


def test_the_title_keeps_a_name_of_common_words_together():
    words = "Wait/v For/i Me/u There/r is/x a/d song/n by/i Driftwood/p"
    assert relations(words, topic="Wait For Me There") == {(IS_A, "wait for me there", "song")}


def test_a_definite_noun_is_generic_only_where_the_title_says_so():
    words = "The/d otter/n is/x a/d mammal/n"
    assert relations(words, topic="Otter") == {(IS_A, "otter", "mammal")}
    assert relations(words, topic="Rivers of Kent") == set()


def test_a_resolved_pronoun_stands_for_its_name():
    assert relations("She/u is/x a/d student/n", marks={"She": "Lili"}) == {(IS_A, "lili", "student")}
    assert relations("She/u is/x a/d student/n") == set()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("Water/n consists/v/consist of/i hydrogen/n and/c oxygen/n", {"hydrogen", "oxygen"}),
        ("Water/n is/x composed/v/compose of/i hydrogen/n and/c oxygen/n", {"hydrogen", "oxygen"}),
        ("Water/n is/x mainly/r made/v/make up/i of/i hydrogen/n", {"hydrogen"}),
        ("Water/n comprises/v/comprise hydrogen/n", {"hydrogen"}),
        ("Water/n contains/v/contain salt/n ,/. iron/n and/c lime/n", {"salt", "iron", "lime"}),
        ("Water/n is/x divided/v/divide into/i two/m layers/n", {"layer"}),
    ],
)
def test_a_whole_has_the_parts_that_are_listed(words, parts):
    assert relations(words) == {(HAS_PART, "water", part) for part in parts}


@pytest.mark.parametrize(
    ("words", "whole", "part"),
    [
        ("The/d kit/n includes/v/include a/d pump/n", "kit", "pump"),
        ("Kent/p is/x part/n of/i England/p", "england", "kent"),
        ("Ada/p ,/. a/d member/n of/i the/d Grange/p ,/. spoke/v", "grange", "ada"),
        ("He/u turned/v the/d handle/n of/i the/d door/n", "door", "handle"),
        ("He/u turned/v the/d door/n handle/n", "door", "handle"),
        ("The/d car/n 's/t engine/n failed/v", "car", "engine"),
        ("The/d cottage/n has/x/have a/d chimney/n", "cottage", "chimney"),
        ("A/d flock/n of/i geese/n passed/v", "flock", "goose"),
        ("A/d committee/n of/i teachers/n met/v", "committee", "teacher"),
        ("The/d dog/n lifted/v its/u paw/n", "dog", "paw"),
        ("He/u was/x a/d captain/n in/i the/d navy/n", "navy", "captain"),
        ("The/d gripper/n has/x/have two/m fingers/n and/c a/d motor/n", "gripper", "motor"),
        ("A/d router/n has/x/have an/d antenna/n", "router", "antenna"),
        ("An/d order/n of/i yodelers/n sang/v", "order", "yodeler"),
    ],
)
def test_a_part_is_stated(words, whole, part):
    assert (HAS_PART, whole, part) in relations(words)


@pytest.mark.parametrize(
    "words",
    [
        "The/d box/n contained/v/contain two/m books/n",
        "The/d end/n of/i the/d war/n came/v",
        "The/d author/n of/i the/d book/n left/v",
        "A/d number/n of/i birds/n passed/v",
        "The/d murder/n of/i two/m women/n was/x solved/v",
        "The/d driver/n 's/t seat/n was/x wet/a",
        "The/d climber/n has/x/have a/d hook/n ,/. a/d rope/n and/c a/d lamp/n",
        "A/d yodeler/n who/u sings/v has/x/have a/d motor/n",
        "A/d class/n of/i compilers/n is/x fast/a",
        "Tom/p has/x/have a/d plan/n",
        "This/d river/n is/x part/n of/i a/d plan/n",
        "Insects/n have/v/have no/d bones/n",
        "A/d laptop/n with/i no/d screen/n ,/. keyboard/n or/c battery/n stood/v",
        "The/d mite/n is/x a/d parasite/n of/i bees/n",
        "The/d tank/n contains/v/contain a/d litre/n of/i oil/n",
        "Plays/n are/x divided/v/divide into/i kinds/n of/i tragedy/n",
        "The/d committee/n of/i foreign/a relations/n met/v",
        "Walls/n of/i brick/n fell/v",
        "A/d dict/n containing/v/contain the/d extensions/n is/x used/v",
        "Models/n have/v/have a/d page/n of/i their/u own/a",
        "The/d model/n 's/t citations/n are/x replaced/v",
        "Lines/n go/v into/i profiles/n ,/. so/r every/d part/n of/i the/d library/n reads/v them/u",
        "A/d trio/n from/i Esk/p ,/. Kent/p ,/. consisting/v/consist of/i Ada/p and/c Tom/p sang/v",
    ],
)
def test_what_is_no_part(words):
    assert relations_of_kind(HAS_PART, words) == set()


@pytest.mark.parametrize(
    ("words", "name", "other"),
    [
        ("Mount/p Esk/p (/. also/r known/v/know as/i Old/p Tom/p )/. is/x steep/a", "mount esk", "old tom"),
        ("An/d abacus/n ,/. also/r called/v/call a/d counting/n frame/n ,/. helps/v", "abacus", "counting frame"),
        ("Esk/p ,/. formerly/r Port/p Ada/p ,/. grew/v", "esk", "port ada"),
        ("Esk/p was/x renamed/v/rename Port/p Ada/p", "esk", "port ada"),
        ("Carbonated/a water/n ,/. or/c soda/n ,/. sparkles/v", "carbonated water", "soda"),
        ("ABC/p is/x short/a for/i Abbey/p Book/p Club/p", "abc", "abbey book club"),
        ("ABC/p stands/v/stand for/i Abbey/p Book/p Club/p", "abc", "abbey book club"),
        ("Ada/p Brook/p (/. born/v/bear Ada/p Stone/p ;/. 1933/m )/. sang/v", "ada brook", "ada stone"),
    ],
)
def test_another_name_is_stated(words, name, other):
    assert (ALIAS, name, other) in relations(words)


@pytest.mark.parametrize(
    "words",
    [
        "Ada/p was/x known/v/know as/i a/d great/a painter/n",
        "Ada/p was/x a/d painter/n ,/. better/r known/v/know as/i Stone/p",
        "Apples/n ,/. pears/n ,/. or/c plums/n ,/. are/x sold/v",
        "Justice/n stands/v/stand for/i order/n",
        "A/d singer/n ,/. best/r known/v/know as/i the/d leader/n of/i Driftwood/p ,/. left/v",
        "Genre/n is/x known/v/know as/i a/d category/n of/i literature/n",
        "Ada/p (/. born/v/bear 3/m May/p 1933/m )/. sang/v",
    ],
)
def test_what_is_no_other_name(words):
    assert relations_of_kind(ALIAS, words) == set()


def test_the_arguments_of_a_relation_have_their_places_in_the_text():
    text, sentence = tagged("An/d otter/n is/x a/d small/a mammal/n")
    (relation,) = find_relations(chunk(text, sentence, ENGLISH))
    assert (relation.subject.surface, relation.object.surface, relation.pattern) == ("otter", "mammal", "copula")
    assert text[relation.object.start : relation.object.end] == "mammal"


def test_a_sentence_that_states_nothing():
    assert relations("It/u rained/v all/d day/n") == set()
    assert find_relations(chunk("", AnnotatedSentence(0, 0, ()), ENGLISH)) == []


@pytest.mark.parametrize(
    "unit", ["apple/n of/i ", "apple/n (/. ", "apple/n ,/. and/c ", "red/a -/. ", '"/. Red/p Apple/p ']
)
def test_a_sentence_of_thousands_of_words_is_read(unit):
    assert relations(unit * 4000 + "is/x not/t a/d fruit/n") == set()


@pytest.mark.parametrize(
    ("words", "relation"),
    [
        # A tagger takes an unknown noun for an adverb.
        ("A/d drone/n is/x/be a/d male/a honey/n bee/r ./.", (IS_A, "drone", "honey bee")),
        ("Io/p is/x/be one/m of/i the/d four/m moons/n of/i Jupiter/p ./.", (IS_A, "io", "moon")),
        ("Everest/p is/x/be the/d highest/a of/i the/d mountains/n ./.", (IS_A, "everest", "mountain")),
    ],
)
def test_more_ways_to_say_what_something_is(words: str, relation: tuple[str, str, str]) -> None:
    assert relation in relations(words)


def test_an_honorary_title_is_no_other_name() -> None:
    assert relations("Turing/p is/x/be often/r called/v/call the/d father/n of/i computing/n ./.") == set()
