"""Grounding answers in the sentences shown, and cutting answers down to the bare fact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model import DocumentRecord, Section, Sentence
from lgm_core.retrieval.answering.citing.grounding import Grounding
from lgm_core.retrieval.answering.replies.brief_answer import brief_answer
from lgm_core.retrieval.numbered_sentences import NumberedSentence


def shown(*lines: tuple[str, str]) -> list[NumberedSentence]:
    """Return sentences from pairs of a title and a text; equal titles are one document."""
    return [
        NumberedSentence(
            number,
            Sentence(f"{title}#{number}", title, f"{title}#s0", number, 0, 9, text, text, text),
            Section(f"{title}#s0", title, 0, 0, title, (title,), 0, 900),
            DocumentRecord(title, title, "", "en", {}, "hash", "test", 9),
        )
        for number, (title, text) in enumerate(lines, 1)
    ]


FILMS = shown(
    ("Silent Harbour", "Silent Harbour is a 1962 film directed by Marta Okafor."),
    ("Long Winter", "Long Winter is a 1971 drama by Jean-Pierre Moreau."),
    ("Marta Okafor", "Marta Okafor was born in Gdańsk on 3 May 1931."),
    ("Marta Okafor", "She made 12 films."),
    ("Gdańsk", "Gdańsk has 1,234,567 inhabitants and a shipyard."),
)


def grounds(question: str, answer: str, sentences: list[NumberedSentence] = FILMS, language: str = "en") -> list[int]:
    return [sentence.number for sentence in Grounding(question, sentences, language).of(answer)]


@pytest.mark.parametrize(
    ("question", "answer", "cited"),
    [
        ("Who directed Silent Harbour?", "Marta Okafor", [1]),
        ("Who directed Silent Harbour?", "marta okafor", [1]),
        ("Who directed Silent Harbour?", "Okafor, Marta", [1]),
        ("When was Long Winter made?", "1971", [2]),
        ("Who made Long Winter?", "Jean Pierre Moreau", [2]),
        ("How many films did Marta Okafor make?", "12", [4]),
        ("How many people live in Gdańsk?", "1234567", [5]),
        ("How many people live in Gdańsk?", "1 234 567", [5]),
        ("Where was Marta Okafor born?", "Gdansk", [3]),
    ],
)
def test_the_sentence_that_states_an_answer_is_cited(question: str, answer: str, cited: list[int]) -> None:
    assert grounds(question, answer)[:1] == cited


def test_the_bridge_to_what_the_question_names_is_cited_too() -> None:
    assert grounds("Where was the director of Silent Harbour born?", "Gdańsk") == [3, 1]


def test_both_subjects_of_a_closed_question_are_cited() -> None:
    assert grounds("Are Silent Harbour and Long Winter both films?", "Yes") == [1, 2]
    assert grounds("Sind Silent Harbour und Long Winter Filme?", "Ja", language="de") == [1, 2]


@pytest.mark.parametrize("answer", ["Stockholm", "1972", "13", "Marta Lindqvist", "1234568", "", "?", "the"])
def test_what_no_sentence_states_has_no_ground(answer: str) -> None:
    assert grounds("Where and when was she born?", answer) == []


def test_a_closed_answer_about_nothing_that_is_shown_has_no_ground() -> None:
    assert grounds("Do tigers and lions eat grass?", "no") == []


def test_a_fact_is_borne_out_only_by_sentences_about_the_question() -> None:
    def facts(question: str, fact: str) -> list[int]:
        return [sentence.number for sentence in Grounding(question, FILMS, "en").of_fact(fact)]

    assert facts("Who directed the film Silent Harbour?", "Marta Okafor") == [1]
    assert facts("Where was the director of Silent Harbour born?", "Gdańsk") == [3, 1]
    assert facts("When did the orchestra of Lund Cathedral give its first concert?", "1962") == []
    assert grounds("When did the orchestra of Lund Cathedral give its first concert?", "1962") == [1]
    assert facts("1962 年に何が公開されましたか", "1962") == [1]


def test_part_of_a_word_is_not_the_word() -> None:
    assert grounds("What is concatenated?", "cat", shown(("Strings", "Concatenation joins strings."))) == []


def test_scripts_without_spaces_are_compared_by_their_characters() -> None:
    sentences = shown(("東京", "東京は日本の首都である。"), ("大阪", "大阪は商業の都市である。"))
    assert grounds("日本の首都はどこですか", "東京", sentences, "ja") == [1]
    assert grounds("日本の首都はどこですか", "京都市", sentences, "ja") == []


def test_nothing_shown_grounds_nothing() -> None:
    assert grounds("Who?", "Marta", []) == []


@given(st.text(), st.text(), st.sampled_from(["en", "de", "ja", ""]))
def test_whatever_the_answer_each_ground_is_a_sentence_shown_and_cited_once(
    question: str, answer: str, language: str
) -> None:
    numbers = grounds(question, answer, FILMS, language)
    assert len(numbers) == len(set(numbers)) <= 2


@pytest.mark.parametrize(
    ("reply", "fact"),
    [
        ("Lund", "Lund"),
        ("Lund.", "Lund"),
        ("The answer is Lund.", "Lund"),
        ("Answer: Lund", "Lund"),
        ("The answer to the question is: Lund.", "Lund"),
        ("Die Antwort lautet Lund.", "Lund"),
        ('"Lund"', "Lund"),
        ("“Lund”.", "Lund"),
        ("**Lund**", "Lund"),
        ("- Lund [3][4].", "Lund"),
        ("Lund\n\nIt is a town in Sweden.", "Lund"),
        ("\n\n Lund \n", "Lund"),
        ("Yes, both are films.", "Yes"),
        ("no.", "no"),
        ("No Country for Old Men", "No Country for Old Men"),
        ("Washington, D.C.", "Washington, D.C."),
        ("Robert Downey Jr.", "Robert Downey Jr."),
        ("J. R. R.", "J. R. R."),
        ('"Hello" and "Goodbye"', '"Hello" and "Goodbye"'),
        ("O'Brien", "O'Brien"),
        ("3.5", "3.5"),
        ("", ""),
        ("Answer Me!", "Answer Me!"),
    ],
)
def test_a_brief_answer_is_the_bare_fact(reply: str, fact: str) -> None:
    assert brief_answer(reply, "en") == fact


def test_closed_answers_are_those_of_the_language() -> None:
    assert brief_answer("Nein, das stimmt nicht.", "de") == "Nein"
    assert brief_answer("Nein, das stimmt nicht.", "en") == "Nein, das stimmt nicht"


@given(st.text())
def test_a_brief_answer_is_one_line_without_space_around_it(reply: str) -> None:
    fact = brief_answer(reply, "en")
    assert fact == fact.strip()
    assert len(fact.splitlines()) <= 1
