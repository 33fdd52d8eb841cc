"""Telling answers that cannot be of the kind a question asks for from those that may be."""

import pytest

from lgm_core.retrieval.answering.replies.answer_fit import AnswerKind, unmet_kind

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
    ("Are both bridges in Sweden?", "Sweden", AnswerKind.CLOSED),
    ("Where is the bridge?", "Yes", AnswerKind.OPEN),
    ("The winner of the match got which trophy?", "no", AnswerKind.OPEN),
    ("How many arches has it?", "Ada Lindqvist", AnswerKind.QUANTITY),
    ("When was it closed?", "Ada Lindqvist", AnswerKind.QUANTITY),
    ("In what year was it closed?", "Sweden", AnswerKind.QUANTITY),
    ("Which bridge has the older designer, Marten Bridge or Otter Bridge?", "Ada Lindqvist", AnswerKind.ALTERNATIVE),
    ("What is Marten Bridge in Lund?", "Lund", AnswerKind.NEW),
    ("Who did Ada Lindqvist fight next, after Jo Frazier?", "Jo Frazier", AnswerKind.NEW),
    ("Wie viele Bögen hat die Brücke?", "Ada Lindqvist", AnswerKind.QUANTITY),
    ("Ist die Brücke alt?", "Lund", AnswerKind.CLOSED),
    ("Welche Brücke ist älter, die Marderbrücke oder die Otterbrücke?", "Ada Lindqvist", AnswerKind.ALTERNATIVE),
]


def language(question: str) -> str:
    return "de" if question.startswith(("Wie ", "Ist die", "Welche")) else "en"


@pytest.mark.parametrize(("question", "answer"), FITTING)
def test_what_may_answer_a_question(question: str, answer: str) -> None:
    assert unmet_kind(question, answer, language(question)) is None


@pytest.mark.parametrize(("question", "answer", "kind"), UNFIT)
def test_what_cannot(question: str, answer: str, kind: AnswerKind) -> None:
    assert unmet_kind(question, answer, language(question)) is kind


def test_nothing_is_judged_in_other_languages_or_without_words() -> None:
    assert unmet_kind("Quando è stato costruito?", "Ada Lindqvist", "it") is None
    assert unmet_kind("When?", "", "en") is None
    assert unmet_kind("?!", "Ada Lindqvist", "en") is None
