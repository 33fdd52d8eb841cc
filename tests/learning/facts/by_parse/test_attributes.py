"""Attributes with values, from sentences, fields and rows."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.facts.by_parse.attributes import attribute_relations
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.model import Document, DocumentGraph, Value, ValueKind

Attribute = tuple[str, str, str]


def graph(text: str, title: str) -> DocumentGraph:
    document = Document.from_text(f"# {title}\n\n{text}", id="d", media_type="text/markdown")
    return analyse(document, LiteAnnotator(parse=True), "recipe", facts=True)


def attributes(text: str, title: str = "Notes") -> list[Attribute]:
    """Return thing, attribute and value of what is read as attributes."""
    return [
        (each.subject.key, each.wording, each.object.value.text if each.object.value is not None else each.object.key)
        for source in graph_sentences(graph(text, title))
        for each in attribute_relations(source)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fee for a passport is 37 euros.", ("passport", "fee", "37 euros")),
        ("The passport's fee is 37 euros.", ("passport", "fee", "37 euros")),
        ("A passport has a fee of exactly 37 euros.", ("passport", "fee", "37 euros")),
        ("The height of Ben Nevis is 1345 metres.", ("ben nevis", "height", "1345 metres")),
        ("The day of the vote is 4 May 2020.", ("vote", "day", "4 May 2020")),
        ("Ben Nevis is 1345 metres high.", ("ben nevis", "height", "1345 metres")),
        ("Skye has 10,000 inhabitants.", ("skye", "inhabitants", "10,000")),
        ("The date of birth of Ann Reed is 4 May 2020.", ("ann reed", "date of birth", "4 May 2020")),
        ("The number of people is 12.", ("people", "number", "12")),
        ("The fee for a passport is 37 euros per year.", ("passport", "fee", "37 euros")),
        ("Die Gebühr für einen Reisepass beträgt 37 Euro.", ("reisepass", "Gebühr", "37 Euro")),
        ("Das Gewicht der Lampe beträgt genau 3 kg.", ("lamp", "Gewicht", "3 kg")),
        ("Die Lampe hat ein Gewicht von 3 kg.", ("lamp", "Gewicht", "3 kg")),
    ],
)
def test_sentences_state_attributes_of_what_they_name(text: str, expected: Attribute) -> None:
    assert attributes(text) == [expected]


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Passport", "A passport is a document. Its fee is 37 euros.", ("passport", "fee", "37 euros")),
        ("Notes", "A passport is a document. Its fee is 37 euros.", ("passport", "fee", "37 euros")),
        ("Reisepass", "Er ist ein Ausweis. Seine Gebühr beträgt 37 Euro.", ("reisepass", "Gebühr", "37 Euro")),
        ("Passport", "The fee is 37 euros.", ("passport", "fee", "37 euros")),
        ("Passport", "Fee: 37 euros", ("passport", "Fee", "37 euros")),
        ("Reisepass", "Er ist ein Ausweis.\n\nGültig bis: 4. Mai 2030", ("reisepass", "Gültig bis", "4. Mai 2030")),
        ("Lamps", "## Model X200\n\nWeight: 3 kg", ("model x200", "Weight", "3 kg")),
        ("Model X200", "## Technical data\n\nWeight: 3 kg", ("model x200", "Weight", "3 kg")),
    ],
)
def test_pronouns_and_fields_are_about_what_they_refer_to_or_the_title(
    title: str, text: str, expected: Attribute
) -> None:
    assert attributes(text, title) == [expected]


def test_four_digits_before_what_is_counted_are_a_number() -> None:
    sources = graph_sentences(graph("Elm Hall has 1650 seats.", "Notes"))
    (said,) = (each for source in sources for each in attribute_relations(source))
    assert said.object.value == Value("1650", ValueKind.NUMBER, 1650.0, 1650.0)


def test_cells_of_a_row_tell_about_the_first_one() -> None:
    rows = (
        "| Service | Fee | Office |\n|---|---|---|\n| Passport | 37 euros | Registry |\n| Visa | 60 euros | Harbour |"
    )
    assert attributes(rows) == [
        ("passport", "Fee", "37 euros"),
        ("passport", "Office", "registry"),
        ("visa", "Fee", "60 euros"),
        ("visa", "Office", "harbour"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Note: 3 people came; one of them left; two stayed.",
        "He said: bring 3 pens; she said: bring 4; then they left.",
        "| Year | Winner |\n|---|---|\n| 1991 | Cleo |",  # a year is nothing that wins
        "| Item | Remark |\n|---|---|\n| Visa | it may cost more than 60 euros in some of the offices |",
        "| (new) Visa | Fee |\n|---|---|\n| (old) Visa | 60 euros |",
    ],
)
def test_prose_with_semicolons_and_rows_about_values_are_no_rows(text: str) -> None:
    assert attributes(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The fee for a passport is not 37 euros.",
        "The fee for a passport was 37 euros in 1990, and is 60 euros now.",
        "Die Gebühr für einen Reisepass beträgt 37 Euro und 50 Cent.",
        "Die Gebühr für einen Reisepass beträgt nicht 37 Euro.",
        "Is the fee for a passport 37 euros?",
        "If the fee for a passport is 37 euros, pay.",
        "The fee has 37 steps or more.",
        "The first of them is 1999.",
        "The difference between a cat and a dog is 3 kg.",
        "Paris and Rome are cities. Their fee is 3 euros.",
        "No fee: 3 euros",
        "```\nFee: 37 euros\n```",
    ],
)
def test_what_states_no_attribute_gives_none(text: str) -> None:
    made = graph(text, "Passport")
    assert not [fact for fact in made.facts if fact.predicate in ("fee", "gebuhr", "difference", "capital", "no fee")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The fee for a passport is at least 37 euros.", "at least 37 euros"),
        ("The fee for a passport is about 37 euros.", "about 37 euros"),
        ("A passport has a fee of up to 37 euros.", "up to 37 euros"),
        ("The fee for a passport is 37 euros or more.", "37 euros or more"),
        ("The fee for a passport is between 37 and 60 euros.", "between 37 and 60 euros"),
        ("Fee: 37-60 euros", "37-60 euros"),
        ("| Thing | Fee |\n|---|---|\n| Passport | ca. 37 euros |", "ca. 37 euros"),
        ("Die Gebühr für einen Passport beträgt etwa 37 Euro.", "etwa 37 Euro"),
        ("Die Gebühr für einen Passport beträgt 37 Euro oder mehr.", "37 Euro oder mehr"),
    ],
)
def test_an_amount_that_is_not_exact_is_an_attribute_to_read_but_not_to_compute_with(text: str, value: str) -> None:
    facts = [fact for fact in graph(text, "Passport").facts if fact.predicate in ("fee", "gebuhr")]
    assert [fact.object for fact in facts] == [Value(value, ValueKind.QUANTITY)]


def test_a_long_heading_is_no_thing() -> None:
    assert attributes("Fee: 37 euros", "What everybody should know before they go to the office") == []


def test_attributes_are_facts_with_their_sentence_and_a_value_to_compare() -> None:
    made = graph("The fee for a passport is 37 euros.\n\nDuration: 3 weeks", "Passport")
    facts = {fact.predicate: fact for fact in made.facts}
    fee = facts["fee"].object
    assert isinstance(fee, Value)
    assert (fee.kind, fee.start, fee.unit) == (ValueKind.QUANTITY, 37, "EUR")
    assert facts["duration"].subject == "passport"
    texts = {sentence.id: sentence.text for sentence in made.sentences}
    assert [texts[item.sentence_id] for item in facts["duration"].evidence] == ["Duration: 3 weeks"]
    assert {item.origin for fact in facts.values() for item in fact.evidence} == {"parse"}


def test_a_fact_is_about_a_title_that_its_sentence_does_not_have() -> None:
    made = graph("Duration: 3 weeks", "Passport")
    (fact,) = made.facts
    assert "passport" in [each.concept for each in made.mentions if each.sentence_id == fact.evidence[0].sentence_id]
