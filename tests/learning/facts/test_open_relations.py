"""What sentences state, read from the parse of the built-in backend."""

from __future__ import annotations

import pytest

from lgm_core.errors import InputError
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.facts.text_relations import read_open_relations

PARSER = LiteAnnotator(parse=True)


def stated(text: str, title: str = "") -> set[tuple[str, str, str]]:
    """Return subject, predicate and object of what a text states; dates as ISO 8601."""
    return {
        (
            relation.subject.surface,
            relation.predicate,
            relation.object.value.normalised if relation.object.value else relation.object.surface,
        )
        for sentence in read_open_relations(text, title, PARSER)
        for relation in sentence.relations
    }


FILM = "Salt Harbour is a 1962 Portuguese drama film directed by Inês Moura and starring Rui Dias and Ana Sá."


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Salt Harbour (film)", FILM, ("Salt Harbour", "direct by", "Inês Moura")),
        ("Salt Harbour (film)", FILM, ("Salt Harbour", "star", "Rui Dias")),
        ("Salt Harbour (film)", FILM, ("Salt Harbour", "star", "Ana Sá")),
        ("Salt Harbour (film)", FILM, ("Salt Harbour", "be film", "1962")),
        ("Salt Harbour (film)", FILM, ("Salt Harbour", "be", "Portuguese")),
        (
            "Who Rows Home?",
            "Who Rows Home? is a 1931 novel written by Ada Krone.",
            ("Who Rows Home?", "write by", "Ada Krone"),
        ),
        ("Tom Reed", "Tom Reed was the husband of Mary Cook.", ("Tom Reed", "be husband of", "Mary Cook")),
        ("Tom Reed", "Thomas Reed was born in Leeds.", ("Tom Reed", "bear in", "Leeds")),
        ("Tom Reed", "Tom Reed sails. His father was John Reed.", ("Tom Reed", "father", "John Reed")),
        ("Tom Reed", "Tom Reed was hired by Ada Krone in 1904.", ("Tom Reed", "hire in", "1904")),
        ("", "The impeller is made of bronze.", ("impeller", "make of", "bronze")),
        ("Tom Reed", "Tom Reed (4 May 1904, Leeds – 12 June 1987) was a sailor.", ("Tom Reed", "bear", "1904-05-04")),
        ("Tom Reed", "Tom Reed (4 May 1904, Leeds – 12 June 1987) was a sailor.", ("Tom Reed", "bear in", "Leeds")),
        ("Tom Reed", "Tom Reed (4 May 1904, Leeds – 12 June 1987) was a sailor.", ("Tom Reed", "die", "1987-06-12")),
    ],
)
def test_what_is_stated(title: str, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in stated(text, title)


@pytest.mark.parametrize(
    "text",
    [
        "Tom Reed was not born in Leeds.",
        "Tom Reed never met Mary Cook.",
        "Tom Reed may visit Leeds.",
        "If Tom Reed visits Leeds, Ada will leave.",
        "Ada Krone claimed that Tom Reed visited Leeds.",
        "His mother left Leeds.",
    ],
)
def test_what_is_denied_possible_or_reported_is_not_stated(text: str) -> None:
    assert not {fact for fact in stated(text) if "Leeds" in fact or "Mary Cook" in fact}


def test_other_obliques_are_qualifiers() -> None:
    (sentence,) = read_open_relations("Tom Reed won the Silver Oar in 1904.", "Tom Reed", PARSER)
    won = next(relation for relation in sentence.relations if relation.predicate == "win")
    ((preposition, year),) = won.qualifiers
    assert won.object.surface == "Silver Oar"
    assert (preposition, year.value and year.value.normalised) == ("in", "1904")


def test_every_wording_stands_in_its_sentence() -> None:
    text = FILM + " It was filmed in Porto in 1961. Its producer, Rui Dias, lives in Faro."
    for sentence in read_open_relations(text, "Salt Harbour", PARSER):
        for relation in sentence.relations:
            written = text[sentence.sentence.start : sentence.sentence.end].lower()
            assert all(word in written for word in relation.wording.lower().split())
            assert sentence.sentence.start <= relation.start < relation.end <= sentence.sentence.end


def test_a_backend_that_does_not_parse_is_refused() -> None:
    with pytest.raises(InputError, match="lite:parse"):
        read_open_relations("Tom Reed sails.", "", LiteAnnotator())
    assert read_open_relations("", "", LiteAnnotator()) == []
