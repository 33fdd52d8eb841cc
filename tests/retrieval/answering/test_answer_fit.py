"""Telling answers that cannot be of the kind a question asks for from those that may be."""

import pytest

from lgm_core.retrieval.answering.replies.answer_fit import fits

FITTING = [
    ("Who designed the Marten Bridge?", "Ada Lindqvist"),
    ("Are both bridges in Sweden?", "No"),
    ("Is the Marten a river or a lake?", "A river"),
    ("In 1904, was the bridge open?", "Yes"),
    ("How many arches has it?", "twelve"),
    ("How long did it stand?", "It stood until the war."),
    ("When was it closed?", "in early March"),
    ("In what year was it closed?", "AD43"),
    ("Which bridge is older, Marten Bridge or Otter Bridge?", "the Otter Bridge"),
    ("Who wrote the song, also known as Lullaby or Cradle Song, that she recorded?", "Cradle Song"),
    ("Which town, Lund or Malmö, did the designer of the bridge come from?", "Kiruna"),
    ("What is the name of the bridge and of its designer?", "Marten Bridge"),
    ("Where is it?", "There"),
    ("When many trains cross, what is the bridge?", "the Otter"),
    ("The bridge crosses what Swedish river near Otter town?", "Otter River"),
    ("What rainforest covers the basin of the Amazon?", "Amazon rainforest"),
    ("Which film was released first, No Path Through Fire or Bright Leaf?", "No Path Through Fire"),
    ("Wie viele Bögen hat die Brücke?", "zwölf"),
    ("Ist die Brücke alt?", "Ja"),
]

UNFIT = [
    ("Are both bridges in Sweden?", "Sweden"),
    ("Where is the bridge?", "Yes"),
    ("The winner of the match got which trophy?", "no"),
    ("How many arches has it?", "Ada Lindqvist"),
    ("When was it closed?", "Ada Lindqvist"),
    ("In what year was it closed?", "Sweden"),
    ("Which bridge has the older designer, Marten Bridge or Otter Bridge?", "Ada Lindqvist"),
    ("What is Marten Bridge in Lund?", "Lund"),
    ("Who did Ada Lindqvist fight next, after Jo Frazier?", "Jo Frazier"),
    ("Wie viele Bögen hat die Brücke?", "Ada Lindqvist"),
    ("Ist die Brücke alt?", "Lund"),
    ("Welche Brücke ist älter, die Marderbrücke oder die Otterbrücke?", "Ada Lindqvist"),
]


def language(question: str) -> str:
    return "de" if question.startswith(("Wie ", "Ist die", "Welche")) else "en"


@pytest.mark.parametrize(("question", "answer"), FITTING)
def test_what_may_answer_a_question(question: str, answer: str) -> None:
    assert fits(question, answer, language(question))


@pytest.mark.parametrize(("question", "answer"), UNFIT)
def test_what_cannot(question: str, answer: str) -> None:
    assert not fits(question, answer, language(question))


def test_nothing_is_judged_in_other_languages_or_without_words() -> None:
    assert fits("Quando è stato costruito?", "Ada Lindqvist", "it")
    assert fits("When?", "", "en")
    assert fits("?!", "Ada Lindqvist", "en")
