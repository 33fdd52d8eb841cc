"""The lite backend on sentences of our own, with the weights that ship."""

import pickle

import pytest

from lgm_core.errors import InputError
from lgm_core.language.backends import annotator_named
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import AnnotatedSentence, Annotator


def annotate(text: str, topic: str = "") -> list[AnnotatedSentence]:
    return LiteAnnotator().annotate([text], [topic] if topic else [])[0]


def words(text: str) -> list[str]:
    return [token.text for sentence in annotate(text) for token in sentence.tokens]


def sentences(text: str) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in annotate(text)]


def tagged(text: str) -> dict[str, str]:
    return {token.text: token.upos for sentence in annotate(text) for token in sentence.tokens}


def lemmas(text: str) -> dict[str, str]:
    return {token.text: token.lemma for sentence in annotate(text) for token in sentence.tokens}


def test_an_initial_before_a_lower_case_word_ends_no_sentence():
    text = "It carries Helicobacter pylori (H. pylori) and strains of E. coli as well."
    assert sentences(text) == [text]


def test_each_sentence_is_found_with_its_offsets():
    assert sentences("The kettle sings. Does the clock strike? Nobody knows!") == [
        "The kettle sings.",
        "Does the clock strike?",
        "Nobody knows!",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Marten and Mrs. Okafor met at St. Brendan Church on Jan. 5 near Cork.",
        "The U.S. Navy bought it for $3.5 million in Sept. 1994 and sold it later.",
        "The poet J. R. Halloran lived in Porto, i.e. by the sea, for years.",
        "The vessel (see Fig. 4) carries sails, ropes, etc. and a spare anchor.",
        "The mill was built c. 1890 by Halloran & Sons Ltd. of Leeds and burned down.",
    ],
)
def test_a_full_stop_of_an_abbreviation_ends_no_sentence(sentence):
    assert sentences(f"{sentence} The gate stays open.") == [sentence, "The gate stays open."]


@pytest.mark.parametrize(
    "sentence",
    [
        "In Marlow v. Tern Pumps Ltd. [2019] QB 12 the court agreed.",
        "Sundby et al. (2011) found the same.",
        "Sundby et al. [7] found the same.",
    ],
)
def test_a_sentence_goes_on_with_the_year_or_number_of_what_it_cites(sentence):
    assert sentences(f"{sentence} Nobody objected.") == [sentence, "Nobody objected."]


@pytest.mark.parametrize(
    "name", ["ISO/TS 15066", "IEC/EN 60204-1", "DIN/VDE 0100", "(ISO/TC 184/SC 2)", "CEN/CLC 50128"]
)
@pytest.mark.parametrize(
    "sentence", ["{} defines the limits.", "Cells comply with {}.", "The arm, which {} covers, stops."]
)
def test_a_standard_keeps_its_number(name, sentence):
    text = sentence.format(name)
    assert sentences(f"{text} Nobody objected.") == [text, "Nobody objected."]


def test_quotes_and_brackets_stay_with_their_sentence():
    text = '"The bridge is closed." The mayor said so. (He was sure.) Nobody crossed it.'
    assert sentences(text) == [
        '"The bridge is closed."',
        "The mayor said so.",
        "(He was sure.)",
        "Nobody crossed it.",
    ]


def test_a_blank_line_ends_a_sentence_and_a_line_break_does_not():
    assert sentences("Tools of the trade\n \nThe anvil stands\nin the yard.") == [
        "Tools of the trade",
        "The anvil stands\nin the yard.",
    ]


def test_contractions_are_two_words():
    assert words("She didn't know that Tom's boat can't float; they’ll see.") == (
        "She did n't know that Tom 's boat ca n't float ; they ’ll see .".split()
    )


def test_hyphens_numbers_addresses_and_abbreviations_are_split_as_in_the_treebank():
    text = "A 15-year pre-war study (U.S. only) cost $1,200.50; mail info@harbour.example at 5:30pm."
    assert words(text) == (
        "A 15 - year pre-war study ( U.S. only ) cost $ 1,200.50 ; mail info@harbour.example at 5:30 pm .".split()
    )


def test_parts_of_speech():
    tags = tagged("The old harbour of Porto quickly became very busy, and Lili Marten often sailed there.")
    assert {word: tags[word] for word in ("harbour", "Porto", "old", "became", "quickly", "Lili", "Marten", "and")} == {
        "harbour": "NOUN",
        "Porto": "PROPN",
        "old": "ADJ",
        "became": "VERB",
        "quickly": "ADV",
        "Lili": "PROPN",
        "Marten": "PROPN",
        "and": "CCONJ",
    }


@pytest.mark.parametrize("noun", ["Fruits", "Violins", "Apples", "Insects", "Whales"])
def test_a_plain_noun_at_the_start_of_a_sentence_is_no_name(noun):
    assert tagged(f"{noun} have many parts.")[noun] == "NOUN"


def test_lemmas_of_regular_and_irregular_words():
    lemma_of = lemmas(
        "The children were carrying knives, boxes and berries; mice had eaten the biggest loaves. He stopped."
    )
    expected = {
        "children": "child",
        "were": "be",
        "carrying": "carry",
        "knives": "knife",
        "boxes": "box",
        "berries": "berry",
        "mice": "mouse",
        "eaten": "eat",
        "biggest": "big",
        "loaves": "loaf",
        "stopped": "stop",
    }
    assert {word: lemma_of[word] for word in expected} == expected


def test_names_keep_their_letters():
    lemma_of = lemmas("Paul Williams met Dennis Evans in Paris, Texas and New Orleans.")
    names = ["Williams", "Dennis", "Evans", "Paris", "Texas", "Orleans"]
    assert [lemma_of[name] for name in names] == names


@pytest.mark.parametrize(
    "text",
    [
        "\x00\x07 bell\x1b[0m and \u200bzero width\ufeff",
        "👩‍🚀🚀 launched!!! 🎉🎉 ok 👍🏽",
        "שלום עולם. זה משפט. مرحبا بالعالم؟ نعم.",
        "नमस्ते दुनिया। 東京は日本の首都です。次の文。",
        "e\u0301cole cafe\u0301 nai\u0308ve",
        "a\ud800b lone surrogate",
        "((((((....!!!???----''''\"\"\"\"",
        "\r\nWindows\r\n\r\nlines\r\n",
    ],
)
def test_odd_input_keeps_right_offsets(text):
    position = 0
    odd_sentences = annotate(text)
    assert odd_sentences
    for sentence in odd_sentences:
        assert sentence.tokens
        assert (sentence.start, sentence.end) == (sentence.tokens[0].start, sentence.tokens[-1].end)
        for token in sentence.tokens:
            assert position <= token.start < token.end
            assert text[token.start : token.end] == token.text
            position = token.end


@pytest.mark.parametrize("text", ["", "   \n\n \t "])
def test_a_text_without_words_has_no_sentences(text):
    assert annotate(text) == []


@pytest.mark.thorough
@pytest.mark.parametrize("unit", ["x", "word ", "a-", "A.", "don't,", "http://", "((", "1.", "Lili ", "in , Lili he "])
def test_a_long_line_is_read_to_its_end(unit):
    text = unit * (200_000 // len(unit))
    assert annotate(text)[-1].end == len(text.rstrip())


def test_words_without_any_mark_do_not_become_one_endless_sentence():
    lengths = [len(sentence.tokens) for sentence in annotate("never ending words " * 1_000)]
    assert max(lengths) <= 300
    assert sum(lengths) == 3_000


def test_texts_are_annotated_in_order_and_empty_ones_give_nothing():
    annotated = LiteAnnotator().annotate(["One door.", "", "Two doors. Three doors."])
    assert [len(text_sentences) for text_sentences in annotated] == [1, 0, 2]


def test_a_copy_sent_to_another_process_annotates_alike():
    annotator = LiteAnnotator()
    text = ["Lili Marten runs the orchard. She grows pears."]
    sent = pickle.dumps(annotator)
    assert len(sent) < 1_000
    assert pickle.loads(sent).annotate(text) == annotator.annotate(text)


def test_the_recipe_names_backend_language_version_and_options():
    annotator: Annotator = LiteAnnotator()
    assert annotator.recipe.startswith("lite-")
    assert annotator.language == "en"
    recipes = {LiteAnnotator(pronouns=False).recipe, LiteAnnotator(language="en").recipe, annotator.recipe}
    assert len(recipes) == 3


def test_what_is_no_language_is_refused_and_the_way_out_is_named():
    with pytest.raises(InputError, match=r"ISO 639-1.*'German'"):
        annotator_named("lite:German")


def test_a_topic_a_text_or_none():
    with pytest.raises(InputError, match="2 texts, 1 topics"):
        LiteAnnotator().annotate(["One.", "Two."], ["Numbers"])
