"""Pronoun marks of the lite backend: few, and right."""

import pytest

from lgm_core.language.lite import LiteAnnotator


def marks(text: str, topic: str = "") -> list[tuple[str, tuple[str, ...]]]:
    found = LiteAnnotator().annotate([text], [topic] if topic else [])[0]
    return [(text[mark.start : mark.end], mark.antecedents) for sentence in found for mark in sentence.marks]


def test_she_is_the_woman_named_before():
    assert marks("Lili Wang is a student. She lives in Porto.") == [("She", ("Lili Wang",))]


def test_a_mark_says_where_the_name_stands():
    text = "Lili Wang is a student. She lives in Porto."
    (mark,) = LiteAnnotator().annotate([text])[0][1].marks
    assert [text[start:end] for start, end in mark.antecedent_spans] == ["Lili Wang"]


def test_a_chain_of_pronouns_goes_back_to_the_fullest_name():
    text = "Peter Hallam built bridges. Hallam was born in Leeds. He moved to Cork. His last bridge stands in Porto."
    assert marks(text) == [("He", ("Peter Hallam",)), ("His", ("Peter Hallam",))]


def test_gender_picks_between_a_man_and_a_woman():
    text = "Maria Costa met Thomas Reed in Turin. She showed the town, and he took notes."
    assert marks(text) == [("She", ("Maria Costa",)), ("he", ("Thomas Reed",))]


def test_a_title_gives_the_gender_of_an_unknown_name():
    assert marks("Mrs. Okonjo-Adeyemi keeps bees. She sells honey.") == [("She", ("Okonjo-Adeyemi",))]


def test_the_definition_gives_the_gender_of_an_unknown_name():
    assert marks("Zorvana Quill is an actress from Riga. She began on stage.") == [("She", ("Zorvana Quill",))]


def test_two_men_alike_get_no_mark():
    assert marks("Thomas Reed and Peter Hallam met in Cork. He was ill.") == []


def test_a_place_is_not_he():
    assert marks("The ferry reached Porto at noon. He was tired.") == []


def test_a_pronoun_that_points_forward_gets_no_mark():
    assert marks("Peter Hallam was rich. After his death, Thomas Reed took over.") == []


def test_the_title_of_a_passage_about_a_person_is_an_antecedent():
    assert marks("She was born in Ghent and studied law.", "Maria Costa (lawyer)") == [("She", ("Maria Costa",))]


def test_it_goes_on_about_what_the_passage_defines():
    text = "Brandle Hill is a hill in the north of Orvia. It is the highest point of the island. Its slopes are bare."
    assert marks(text, "Brandle Hill") == [("It", ("Brandle Hill",)), ("Its", ("Brandle Hill",))]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Brandle Hill is a hill in Orvia. It is believed that giants lived there.", "Brandle Hill"),
        ("Brandle Hill is a hill in Orvia. It was in 1920 that a road was built.", "Brandle Hill"),
        ("Brandle Hill is a hill in Orvia. A tower stands there. It is made of oak.", "Brandle Hill"),
        ("The road to Brandle Hill is long. It is made of stone.", "Brandle Hill"),
        ("Brandle Hill is a hill in Orvia. It is high.", ""),
        ("The boat hit a rock. It sank.", "Boats"),
    ],
)
def test_it_stays_unmarked_without_strong_evidence(text, topic):
    assert marks(text, topic) == []


def test_pronouns_can_be_left_alone():
    found = LiteAnnotator(pronouns=False).annotate(["Lili Wang is a student. She lives in Porto."])[0]
    assert all(sentence.marks == () for sentence in found)
