"""Mentions that phrases tell, without a language model."""

import pytest

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.findings import EntityMention
from lgm_core.learning.construction.mentions.mention_stage import phrase_mentions
from lgm_core.model import EntityClass
from tests.learning.construction.document_making import READER, made_text, text_of


def mentions(*sentences: str) -> list[EntityMention]:
    return phrase_mentions(text_of(*sentences), READER)


def named(*sentences: str) -> set[str]:
    return {mention.surface for mention in mentions(*sentences) if mention.entity_class is EntityClass.NAMED}


def general(*sentences: str) -> set[str]:
    return {mention.surface for mention in mentions(*sentences) if mention.entity_class is EntityClass.GENERAL}


def test_spans_are_those_of_the_sentence_in_document_order() -> None:
    text = text_of("Orchards need bees.", "The old orchard of Brno sells 20 kinds of apples to ACME Ltd in Vienna.")
    found = phrase_mentions(text, READER)
    sentences = {source.sentence.id: source.sentence.text for source in text.sentences}
    assert {mention.sentence_id for mention in found} == set(sentences)
    for mention in found:
        assert sentences[mention.sentence_id][mention.start : mention.end] == mention.surface
    places = [(mention.sentence_id, mention.start, mention.end) for mention in found]
    assert len(places) == len(set(places))
    assert [place[:2] for place in places] == sorted(place[:2] for place in places)


def test_names_are_named_and_other_phrases_general() -> None:
    sentence = "Alice Miller keeps bees in Vienna."
    assert named(sentence) == {"Alice Miller", "Vienna"}
    assert general(sentence) == {"bees"}


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("The class foaf:Person has a name.", "foaf:Person"),
        ("The reader takes JSON-LD files.", "JSON-LD"),
        ("The valve talks TCP/IP with its host.", "TCP/IP"),
        ("The build needs Gradle 7.2 or later.", "Gradle 7.2"),
        ("It encrypts files with AES-256.", "AES-256"),
        ("Their value of max_depth was small.", "max_depth"),
    ],
)
def test_identifiers_are_names_as_wholes(sentence: str, name: str) -> None:
    assert name in named(sentence)
    assert not any(found.endswith("-") for found in named(sentence))


def test_words_of_a_compound_are_mentions_where_the_document_has_them_by_themselves() -> None:
    phrase = "The group sold its tractor engine."
    assert general(phrase) == {"group", "tractor engine"}
    assert general(phrase, "The tractor was good.", "An engine helped.") == {
        "group",
        "tractor engine",
        "tractor",
        "engine",
    }


def test_a_phrase_without_its_describing_word_is_a_mention() -> None:
    assert {"cheap robots", "robots"} <= general("They sold cheap robots.")


def test_participles_before_a_phrase_belong_to_it_and_names_in_it_are_mentions() -> None:
    assert "weakly supervised parser" in general("It needs a weakly supervised parser.")
    assert "Python" in named("We wrote a Python-based tool.")
    assert "64-bit processors" in general("They tested 64-bit processors.")


def test_what_is_quoted_is_a_mention() -> None:
    assert "go up" in general("The command “go up” was sent.")
    assert not general("He said: “This is the first of many long sentences of mine.”") & {"This is the first"}


def test_values_are_no_mentions_and_numbers_no_part_of_one() -> None:
    assert general("The error rose to twenty-three percent in three months.") == {"error"}
    assert general("They placed two thermometers.") == {"thermometers"}


def test_units_and_symbols_are_no_mentions() -> None:
    assert general("The dough needs 40 ml of oil within 20 ms (SD = 3, p < 0.01).") == {"dough", "oil"}
    assert not named("It took long (SD = 3).")


def test_authors_with_others_are_named_as_a_whole() -> None:
    sentence = "Sundby et al. [7] found honey."
    assert (named(sentence), general(sentence)) == ({"Sundby et al."}, {"honey"})


def test_a_capital_at_the_beginning_makes_no_name_of_what_is_written_small_elsewhere() -> None:
    sentences = "Iridophores reflect light.", "It has many iridophores."
    assert (named(sentences[0]), named(*sentences)) == ({"Iridophores"}, set())


def test_a_verb_that_is_taken_for_a_noun_divides_a_phrase() -> None:
    found = general("Eddy covariance towers measure evaporation.")
    assert "evaporation" in found
    assert not any("measure" in phrase for phrase in found)


def test_a_capital_at_the_start_of_a_sentence_makes_no_name_of_a_word() -> None:
    assert not named("Ridge regression was chosen.")


def test_a_place_in_the_document_ends_with_its_number() -> None:
    assert "Table 2" in general("Table 2 shows the results.")


def test_two_words_that_share_a_noun_are_one_mention() -> None:
    assert "input and output files" in general("We check input and output files.")


@pytest.mark.parametrize("phrase", ["flour and water", "sea snakes and flatfish", "A list of squids and river crabs"])
def test_two_things_are_no_third_one(phrase: str) -> None:
    assert not [surface for surface in general(f"{phrase} were seen.") if " and " in surface]


def test_a_genitive_belongs_to_a_determined_phrase() -> None:
    assert "vocabulary of rare terms" in general("We publish the vocabulary of rare terms.")


@pytest.mark.parametrize("sentence", ["In order to win, he ran.", "It reads a variety of formats."])
def test_nouns_that_only_count_or_join_are_no_mention(sentence: str) -> None:
    assert not {"order", "variety"} & general(sentence)


def test_a_name_with_its_short_form_stands_for_the_name() -> None:
    (both,) = [
        each for each in mentions("We use the Harvest Control Protocol (HCP) daily.") if each.surface.endswith(")")
    ]
    assert (both.surface, both.antecedent) == ("Harvest Control Protocol (HCP)", "harvest control protocol")


def test_a_description_points_to_the_last_phrase_with_its_noun() -> None:
    found = mentions("The harvest robot is new.", "This robot is expensive.", "These colours are bright.")
    others = [(each.surface, each.antecedent) for each in found if each.entity_class is EntityClass.OTHER]
    assert others == [("This robot", "harvest robot"), ("These colours", "")]


def test_a_description_points_to_nothing_in_another_section() -> None:
    text = made_text({"One": [["The harvest robot is new."]], "Two": [["This robot is expensive."]]})
    (other,) = [each for each in phrase_mentions(text, READER) if each.entity_class is EntityClass.OTHER]
    assert other.antecedent == ""


def test_a_pronoun_is_a_mention_where_coreference_tells_its_antecedent() -> None:
    found = mentions("Alice Miller keeps bees.", "She sells honey.", "It rained.")
    others = [(each.surface, each.antecedent) for each in found if each.entity_class is EntityClass.OTHER]
    assert others == [("She", "alice miller")]


def test_types_come_from_what_the_document_calls_a_thing_and_from_the_noun_of_a_phrase() -> None:
    found = mentions("Picker is a harvest robot.", "Growers buy a harvest robot.")
    types = {concept_key(each.surface, "en"): each.types for each in found}
    assert types["picker"] == ("harvest robot",)
    assert types["harvest robot"] == ("robot",)


def types(*sentences: str) -> dict[str, tuple[str, ...]]:
    return {mention.surface: mention.types for mention in mentions(*sentences)}


def test_the_type_of_a_phrase_is_its_noun_before_a_preposition() -> None:
    found = types("She wrote the history of ships and a grower's handbook.")
    assert (found["history of ships"], found["grower's handbook"]) == (("history",), ("handbook",))


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("We check input and output files.", "input and output files"),
        ("The plum, Prunus cerasifera, is a tree.", "Prunus cerasifera"),
        ("A network of things was built.", "things"),
        ("Millers read the Grain Safety Act.", "Grain Safety Act"),
    ],
)
def test_lists_foreign_names_and_the_root_have_no_type(sentence: str, phrase: str) -> None:
    assert types(sentence)[phrase] == ()


def test_a_word_that_a_document_has_as_a_verb_is_no_type() -> None:
    assert types("Job resumes")["Job resumes"] == ("resumes",)
    stated = types("Job resumes", "The job resumes after the stop.", "The crane resumes its work.")
    assert stated["Job resumes"] == ()


def test_types_are_written_as_in_the_document() -> None:
    found = types("It stores sugar molasses.", "Millers buy the acid bacteria.")
    assert (found["sugar molasses"], found["acid bacteria"]) == (("molasses",), ("bacteria",))


def test_a_document_that_names_nothing_has_no_mentions() -> None:
    assert mentions("Be quick!") == []
