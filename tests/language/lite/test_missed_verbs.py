"""Verbs that could be nouns stay verbs, in statements; headings keep their nouns."""

from random import Random

import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_spans
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.lite.tagger import Tagger


def read(text: str):
    (annotation,) = LiteAnnotator(language="en", pronouns=False).annotate([text])[0]
    return chunk(text, annotation, lexicon_of("en"))


@pytest.mark.parametrize(
    ("text", "subject", "verb"),
    [
        ("The queen bee lays eggs.", "queen bee", "lays"),
        ("The data center stores backups.", "data center", "stores"),
        ("American foulbrood kills larvae.", "american foulbrood", "kills"),
        ("Smoking causes cancer.", "smoking", "causes"),
        ("The router forwards packets.", "router", "forwards"),
        ("Hepatitis B causes fever.", "hepatitis b", "causes"),
        ("The ferry Aurora calls at Norhavn.", "aurora", "calls"),
        ("Manchester United was founded in 1878.", "manchester united", "founded"),
        ("The car ferry links the island with the mainland.", "car ferry", "links"),
        ("Container ships burn heavy fuel oil.", "container ship", "burn"),
        ("Log files grow without limit.", "log file", "grow"),
        ("Before departure, deck officers check the mooring lines.", "deck officer", "check"),
        ("The hip joint bears the weight of the body.", "hip joint", "bears"),
        ("The Class 91 locomotives hauled trains.", "class 91 locomotive", "hauled"),
        ("A warning lamp lights when the arm stops.", "warning lamp", "lights"),
        ("A red lamp flashes while the crane moves.", "red lamp", "flashes"),
        ("The UPS bridges short gaps until the power returns.", "ups", "bridges"),
        ("The farmer prunes roses in early spring.", "farmer", "prunes"),
        ("Release 4 drops support for older printers.", "release 4", "drops"),
        ("The canal drains into the lake and travels to the sea.", "lake", "travels"),
        ("The browser opens a form and uploads a file.", "browser", "uploads"),
        ("MV Ardent sails from Dover to Calais.", "mv ardent", "sails"),
        ("Straw keeps weeds down, and nets keep birds out.", "straw", "keeps"),
    ],
)
def test_a_subject_is_a_concept_that_holds_no_verb(text: str, subject: str, verb: str) -> None:
    sentence = read(text)
    spans = concept_spans(sentence)
    at = text.index(verb)
    assert subject in {span.key for span in spans}
    assert not [span.key for span in spans if span.start <= at < span.end]
    assert [token.upos for token in sentence.annotation.tokens if token.start == at] == ["VERB"]


@pytest.mark.parametrize("noun", ["traps", "nets"])
def test_a_noun_behind_a_conjunction_stays_one(noun: str) -> None:
    assert noun.removesuffix("s") in {span.key for span in concept_spans(read(f"The shop sells cages and {noun}."))}


@pytest.mark.parametrize("heading", ["Data center backups", "Test suite results", "Track layout drawings"])
def test_a_heading_has_no_verb(heading: str) -> None:
    assert not [token for token in read(heading).annotation.tokens if token.upos in ("VERB", "AUX")]


@pytest.mark.parametrize("name", ["Photo C", "Rack B4", "Boeing 747", "Elizabeth I", "Sir Roger Martin, 3rd Baronet"])
def test_a_letter_number_or_rank_belongs_to_its_name(name: str) -> None:
    assert name in {span.surface for span in concept_spans(read(f"{name} was seen by the crowd."))}


def test_any_row_of_words_is_tagged() -> None:
    words = "Log files grow the ships burn , . ! run runs walking Anna is 12 B4 's - ( ) to and if ß".split()
    random, tagger = Random(1), Tagger.load()
    for _ in range(3000):
        row = random.choices(words, k=random.randint(1, 9))
        assert len(tagger.tag(row)) == len(row)
