"""None"""

import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_key, concept_spans, head_word
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import AnnotatedSentence
from tests.support.tagged import tagged


@pytest.mark.parametrize(
    ("phrase", "key"),
    [
        ("The Apples", "apple"),
        ("apple", "apple"),
        ("the car's engine", "car engine"),
        ("its well-known Race Tracks", "well known race track"),
        ("units of pressure", "unit of pressure"),
        ("Concerto in C Major Op 3 6", "concerto in c major op 3 6"),
        ("Bank of England", "bank of england"),
        ("the U.S. Army", "us army"),
        ("J. R. R. Tolkien", "jrr tolkien"),
        ("J.R.R. Tolkien", "jrr tolkien"),
        ("Beyoncé", "beyonce"),
        ("Łódź", "lodz"),
        ("Qur’an", "quran"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("東京", "東京"),
        ("the United States", "united states"),
        ("A. Smith", "a smith"),
        ("the", ""),
        ("…!", ""),
        ("", ""),
    ],
)
def test_a_concept_has_one_key_however_it_is_written(phrase, key):
    assert concept_key(phrase, "en") == key


def test_a_key_is_its_own_key():
    for phrase in ("the children", "Wolves of the North", "two analyses", "GPS", "Athens", "a glass of wine"):
        key = concept_key(phrase, "en")
        assert concept_key(key, "en") == key


@pytest.mark.parametrize(
    ("plural", "noun"),
    [
        ("children", "child"), ("wolves", "wolf"), ("knives", "knife"), ("olives", "olive"), ("cities", "city"),
        ("movies", "movie"), ("boxes", "box"), ("heroes", "hero"), ("shoes", "shoe"), ("viruses", "virus"),
        ("houses", "house"), ("analyses", "analysis"), ("crises", "crisis"), ("criteria", "criterion"),
        ("fungi", "fungus"), ("larvae", "larva"), ("vertices", "vertex"), ("firemen", "fireman"),
        ("species", "species"), ("subspecies", "subspecies"), ("specimen", "specimen"), ("news", "news"),
        ("gas", "gas"), ("1980s", "1980s"), ("texas", "texas"), ("tvs", "tv"), ("postgres", "postgres"),
        ("kubernetes", "kubernetes"), ("keras", "keras"), ("celsius", "celsius"), ("athens", "athens"),
        ("zoltas", "zoltas"), ("nixos", "nixos"), ("vuejs", "vuejs"), ("areas", "area"), ("ideas", "idea"),
        ("cameras", "camera"), ("metaschemas", "metaschema"), ("eras", "era"), ("photos", "photo"), ("zoos", "zoo"),
        ("melanomas", "melanoma"), ("osteosarcomas", "osteosarcoma"), ("servos", "servo"),
    ],
)  # fmt: skip
def test_singular(plural, noun):
    assert singular(plural) == noun


def test_the_head_of_a_key_stands_last_or_before_of():
    assert head_word("race track") == "track"
    assert head_word("unit of pressure") == "unit"
    assert head_word("apple") == "apple"


def spans(words: str) -> set[str]:
    text, sentence = tagged(words)
    found = concept_spans(chunk(text, sentence, ENGLISH))
    assert [text[span.start : span.end] for span in found] == [span.surface for span in found]
    return {span.key for span in found}


def test_a_phrase_and_its_nouns_are_concepts():
    assert spans("A/d red/a racing/n car/n stopped/v") == {"red racing car", "racing car", "racing", "car"}


def test_what_only_counts_or_points_is_no_part_of_a_concept():
    assert spans("Several/a other/a towns/n sold/v these/d three/m boats/n") == {"town", "boat"}


def test_a_name_is_one_concept_and_what_it_is_of_another():
    assert spans("The/d Bank/p of/i Genoa/p closed/v") == {"bank of genoa", "genoa"}


def test_names_keep_numbers_keys_and_small_words():
    assert spans("The/d Sonata/p in/i C/p Major/a Op/p 7/m 2/m was/x lost/v") == {"sonata in c major op 7 2"}
    assert spans("Vasco/p da/p Gama/p sailed/v") == {"vasco da gama"}
    assert spans("The/d 2031/m Harvest/p Cup/p began/v") == {"2031 harvest cup"}


def test_two_names_beside_in_stay_two():
    assert spans("Tom/p lived/v in/i Paris/p and/c Rome/p") == {"tom", "paris", "rome"}


def test_a_person_with_a_title_is_also_a_concept_without_it():
    assert spans("Prime/a Minister/p Ada/p Brook/p spoke/v") == {"prime minister ada brook", "ada brook"}


def test_a_hyphen_joins_words_even_between_spaces():
    assert "slow moving stream" in spans("A/d slow/a -/. moving/v stream/n froze/v")
    assert "singer songwriter" in spans("The/d singer/n -/. songwriter/n left/v")


def test_verbs_that_describe_a_noun_together_are_one_concept_with_it():
    assert spans("Dove/p is/x/be a/d publish/n and/c subscribe/v protocol/n") == {
        *("dove", "publish and subscribe protocol", "publish", "protocol"),
    }
    assert "read and write access" in spans("It/u opens/v/open with/i read/n or/c write/v access/n") | spans(
        "It/u opens/v/open with/i read/v and/c write/v access/n"
    )
    assert "hunting and gathering people" in spans("They/u are/x/be a/d hunting/n and/c gathering/v people/n")


@pytest.mark.parametrize(
    "words",
    [
        "Open/v a/d file/n and/c read/v text/n",
        "He/u opened/v/open the/d file/n and/c read/v text/n",
        "They/u can/x create/v a/d file/n and/c send/v text/n",
        "They/u try/v to/i read/v and/c write/v text/n",
    ],
)
def test_a_second_predicate_describes_no_noun(words: str) -> None:
    assert "text" in (found := spans(words))
    assert not any(" and " in key for key in found)


def test_a_noun_and_the_name_after_it_are_two_concepts():
    assert spans("The/d composer/n Ada/p Brook/p left/v") == {"composer", "ada brook"}


def test_a_sentence_without_nouns_or_words_has_no_concepts():
    assert spans("It/u rained/v") == set()
    assert concept_spans(chunk("", AnnotatedSentence(0, 0, ()), ENGLISH)) == []


def test_concepts_of_an_annotated_text():
    text = "Nina grows red apples. The Bank of Genoa sells them."
    keys = {
        span.key
        for sentence in LiteAnnotator().annotate([text])[0]
        for span in concept_spans(chunk(text, sentence, ENGLISH))
    }
    assert {"nina", "red apple", "apple", "bank of genoa", "genoa"} <= keys


# Noun phrases of a sentence, by the grammar of its language.

DOORS = "The/d old/a doors/n of/i Haus/p von/i Berg/p open/v"


def phrases(words: str, language: str) -> list[str]:
    text, annotation = tagged(words)
    sentence = chunk(text, annotation, lexicon_of(language))
    tokens = annotation.tokens
    return [text[tokens[phrase.first].start : tokens[phrase.end - 1].end] for phrase in sentence.noun_phrases]


@pytest.mark.parametrize(
    ("words", "english", "other"),
    [
        (DOORS, ["The old doors", "Haus von Berg"], ["The old doors", "Haus von Berg"]),
        ("The/d Bank/p of/i Genoa/p closed/v", ["The Bank of Genoa"], ["The Bank", "Genoa"]),
        ("The/d dried/v seeds/n keep/v", ["The dried seeds"], ["seeds"]),
        ("", [], []),
    ],
)
def test_each_language_has_its_grammar(words: str, english: list[str], other: list[str]) -> None:
    assert phrases(words, "en") == english
    assert phrases(words, "fi") == other


def test_one_annotation_can_be_read_in_two_languages() -> None:
    text, annotation = tagged("The/d Bank/p of/i Genoa/p closed/v")
    english, german = (chunk(text, annotation, lexicon_of(language)) for language in ("en", "de"))
    assert [span.key for span in concept_spans(english)] == ["bank of genoa", "genoa"]
    assert [span.key for span in concept_spans(german)] == ["bank", "genoa"]
