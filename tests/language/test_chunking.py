"""Noun phrases of a sentence, by the grammar of its language."""

import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_spans
from lgm_core.language.lexicons import lexicon_of
from tests.support.tagged import tagged

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
