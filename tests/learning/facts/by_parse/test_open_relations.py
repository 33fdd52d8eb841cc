"""What sentences state, read from the parse of the built-in backend."""

from __future__ import annotations

import pytest

from benchmarks.facts import read_open_relations
from lgm_core.errors import InputError
from lgm_core.language.lite.lite_annotator import LiteAnnotator

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
        ("Parks", "Odell Park was opened in 1884 and has 12 wells.", ("Odell Park", "open in", "1884")),
        ("Parks", "Odell Park was opened in 1884 and has 12 wells.", ("Odell Park", "well", "12")),
        ("Offices", "The Norwick office opened in 2009.", ("Norwick office", "open in", "2009")),
        ("Parks", "Odell Park was opened in 1911 and has 1650 seats.", ("Odell Park", "seat", "1650")),
        ("Parks of Leeds", "Odell Park has 1,200 benches.", ("Odell Park", "bench", "1200")),
        ("Tom Reed", "Tom Reed sails. His father was John Reed.", ("Tom Reed", "father", "John Reed")),
        ("Tom Reed", "Tom Reed was hired by Ada Krone in 1904.", ("Tom Reed", "hire in", "1904")),
        ("", "The impeller is made of bronze.", ("impeller", "make of", "bronze")),
        ("", "The Salt of Ashby is written by Ada Krone.", ("The Salt of Ashby", "write by", "Ada Krone")),
        ("", "Reed and the Mill: A Tale (1904) is a novel by Ada Krone.", ("Reed and the Mill: A Tale", "be", "novel")),
        ("", '"Salt on Stone" is a song by Mary Cook.', ("Salt on Stone", "be song by", "Mary Cook")),
        ("Salt", "Salt is a film written and directed by Ada Krone.", ("Salt", "direct by", "Ada Krone")),
        ("Salt", "Salt is a film written, directed and animated by Ada Krone.", ("Salt", "write by", "Ada Krone")),
        ("Salt", "Salt was written by Ada Krone and directed by Tom Reed.", ("Salt", "direct by", "Tom Reed")),
        ("Mary Cook", "Mary Cook sails. She founded the Ashby Garden in 1938.", ("Mary Cook", "found", "Ashby Garden")),
        ("", "The company bought the London Times in 1990.", ("company", "buy", "London Times")),
        ("", "The mayor of Leeds is Tom Reed.", ("Leeds", "mayor", "Tom Reed")),
        ("", "The head of state of Norland was Ada Krone.", ("Norland", "head of state", "Ada Krone")),
        ("", "The home towns of the Reeds are Leeds and Porto.", ("Reeds", "home town", "Porto")),
        ("", "The headquarters of Acme are in Porto.", ("Acme", "headquarters in", "Porto")),
        ("", "Acme has its headquarters in Porto.", ("Acme", "have headquarters in", "Porto")),
        ("", "Ada Krone was the head of state of Norland.", ("Ada Krone", "be head of state of", "Norland")),
        ("", "Tom Reed lives on the island of Skye.", ("Tom Reed", "live on", "Skye")),
        ("", "The tool is used to examine and remove gems.", ("tool", "remove", "gems")),
        ("", "Ada Krone is a writer and won a silver medal.", ("Ada Krone", "win", "silver medal")),
        ("", "Bees and wild moths pollinate clover.", ("Bees", "pollinate", "clover")),
        ("", "The arena, which seats 3,000 guests, opened in 1999.", ("arena", "open in", "1999")),
        ("", "The arena, which seats 3,000 guests, opened in 1999.", ("arena", "seat", "guests")),
        ("", "The case, made of brass, resists scratches.", ("case", "resist", "scratches")),
        ("Notes on Tom Reed", "Tom Reed visited Leeds.", ("Tom Reed", "visit", "Leeds")),
        ("When the Mill Turns", "When The Mill Turns is a novel.", ("When the Mill Turns", "be", "novel")),
        ("About Tom Reed", "Tom Reed visited Leeds.", ("Tom Reed", "visit", "Leeds")),
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
        "Tom Reed may visit Leeds.",
        "If Tom Reed visits Leeds, Ada will leave.",
        "Ada Krone claimed that Tom Reed visited Leeds.",
        "According to Ada Krone, Tom Reed visited Leeds.",
        "Tom Reed reportedly visited Leeds.",
        "His mother left Leeds.",
    ],
)
def test_what_is_possible_or_reported_is_not_stated(text: str) -> None:
    assert not {fact for fact in stated(text) if "Leeds" in fact}


@pytest.mark.parametrize(
    ("text", "denial", "wording"),
    [
        ("Tom Reed was not born in Leeds.", ("Tom Reed", "not bear in", "Leeds"), "was not born in"),
        ("Tom Reed never met Mary Cook.", ("Tom Reed", "not meet", "Mary Cook"), "never met"),
        ("Tom Reed does not own a boat.", ("Tom Reed", "not own", "boat"), "does not own"),
        ("Tom Reed has no boat.", ("Tom Reed", "not have", "boat"), "has no"),
        ("No train passes the gate.", ("train", "not pass", "gate"), "no passes"),
        ("Tom Reed is not a painter.", ("Tom Reed", "not be", "painter"), "is not"),
    ],
)
def test_a_denial_is_told_from_what_is_so(text: str, denial: tuple[str, str, str], wording: str) -> None:
    (sentence,) = read_open_relations(text, "", PARSER)
    (found,) = [relation for relation in sentence.relations if denial[2] in text[relation.start : relation.end]]
    assert denial in stated(text)
    assert found.wording == wording
    assert ("Tom Reed", denial[1].removeprefix("not "), denial[2]) not in stated(text)


@pytest.mark.parametrize(
    "text",
    [
        "Was Tom Reed born in Leeds?",
        "When did Tom Reed found Acme?",
        "Tom Reed married Ada Krone?",
        "Tom Reed inherits the house if Ada Krone dies.",
        "Unless Ada Krone signs the treaty, Tom Reed leaves Leeds.",
        "Tom Reed may not sit in the jury if he or she is judged to be ill.",
        "Tom Reed almost won the Nobel Prize.",
    ],
)
def test_questions_conditions_and_near_misses_state_nothing(text: str) -> None:
    assert stated(text) == set()


def test_other_obliques_are_qualifiers() -> None:
    (sentence,) = read_open_relations("Tom Reed won the Silver Oar in 1904.", "Tom Reed", PARSER)
    won = next(relation for relation in sentence.relations if relation.predicate == "win")
    ((preposition, year),) = won.qualifiers
    assert won.object.surface == "Silver Oar"
    assert (preposition, year.value and year.value.normalised) == ("in", "1904")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Tom Reed made his debut in 1904.", ("Tom Reed", "make", "Tom Reed")),
        ("Salt Harbour was produced by 20th Century Fox.", ("Salt Harbour", "produce by", "1901/2000")),
        ("The date of his death was 1904.", ("date", "be", "1904")),
        ("Tom Reed served between 1904 and 1911.", ("Tom Reed", "serve between", "1904")),
        ("Tom Reed served as a Commander in the Royal Navy.", ("Tom Reed", "serve as", "Royal Navy")),
        ("Tom Reed was a member of the jury at the festival in Porto.", ("Tom Reed", "be member at", "festival")),
        ("The mayor of Leeds is not Tom Reed.", ("Leeds", "mayor", "Tom Reed")),
        ("The mayor of Leeds is a friend of Tom Reed.", ("Leeds", "mayor", "Tom Reed")),
        ("The owner of a mill is Tom Reed.", ("mill", "owner", "Tom Reed")),
        ("Tom Reed lives on the largest island of Skye.", ("Tom Reed", "live on", "Skye")),
        ("Tom Reed was born in 1990, not 1991.", ("Tom Reed", "bear in", "1991")),
        ("The licence allows Tom Reed to copy and sell the map.", ("licence", "sell", "map")),
        ("Permission is granted to use, print and sell this map.", ("Permission", "sell", "map")),
        ("The file src/util/text.py holds the map.", ("util", "hold", "map")),
        ("The journal covers health care, especially integrated care.", ("journal", "integrate", "care")),
        ("Tom Reed is a Welsh writer and retired teacher.", ("Tom Reed", "retire", "teacher")),
        ("Growth that spreads to places far from the root is known as wild.", ("root", "know as", "wild")),
        ("Research and development costs fell in 2016.", ("Research", "fall in", "2016")),
        ("Mary Cook replaced him in Leeds.", ("Mary Cook", "replace in", "Leeds")),
        ("Tom Reed was born in Oslo to Olaf Reed and Mia Reed.", ("Tom Reed", "bear in", "Mia Reed")),
    ],
)
def test_what_sentences_do_not_say(text: str, wrong: tuple[str, str, str]) -> None:
    assert wrong not in stated(text, "Tom Reed")


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            "Olle Reed was a Swedish track and field athlete.",
            ("Olle Reed", "be", "field athlete"),
            ("Olle Reed", "be", "Swedish track"),
        ),
        (
            "Rather than playing tennis, Tom Reed played drums.",
            ("Tom Reed", "play", "drums"),
            ("Tom Reed", "play", "tennis"),
        ),
        (
            "Tom Reed sold the mill in Leeds, losing the house.",
            ("Tom Reed", "sell", "mill"),
            ("Tom Reed", "lose", "house"),
        ),
        (
            "Tom Reed was born in Leeds, the daughter of Mary Cook and Ada Krone.",
            ("Tom Reed", "bear in", "Leeds"),
            ("Tom Reed", "bear in", "daughter"),
        ),
        (
            "Mary Cook directed over one hundred films.",
            ("Mary Cook", "direct", "films"),
            ("Mary Cook", "direct over", "films"),
        ),
        (
            "The actors were from Porto, Portugal.",
            ("actors", "be from", "Porto"),
            ("actors", "be", "Portugal"),
        ),
        (
            "Mary Cook won the Silver Oar in 1904.",
            ("Mary Cook", "win", "Silver Oar"),
            ("Mary Cook", "win in", "1904"),
        ),
    ],
)
def test_what_only_a_parser_connects_is_not_stated(
    text: str, right: tuple[str, str, str], wrong: tuple[str, str, str]
) -> None:
    facts = stated(text)
    assert right in facts
    assert wrong not in facts


def test_a_copula_may_stand_before_a_preposition() -> None:
    assert ("screenplay", "be by", "Ada Krone") in stated("The screenplay is by Ada Krone.")


def test_a_noun_before_a_name_is_not_what_is_meant() -> None:
    facts = stated("Salt Harbour is a 1962 film starring the Portuguese actor Rui Dias.", "Salt Harbour")
    assert "Rui Dias" in {object_ for _, predicate, object_ in facts if predicate == "star"}


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
