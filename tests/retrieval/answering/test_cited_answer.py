"""Splitting answers into statements, and numbering what bears each of them out."""

import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model import DocumentRecord, Section, Sentence, Statement, Support
from lgm_core.retrieval.answering.citing.cited_answer import (
    CitedAnswer,
    NumbersInParentheses,
    StatementCiting,
    cited_answer,
)
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.support import JudgedStatement
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply
from lgm_core.retrieval.numbered_sentences import NumberedSentence

RECORD = DocumentRecord("d", "Harbours", "", "en", {}, "hash", "test", 9)
SECTION = Section("d#s0", "d", 0, 1, "Cork", ("Harbours", "Cork"), 0, 900)


def numbered(*texts: str, first: int = 10) -> list[NumberedSentence]:
    return [
        NumberedSentence(number, Sentence(f"d#{number}", "d", "d#s0", number, 0, 9, text, text, text), SECTION, RECORD)
        for number, text in enumerate(texts, first)
    ]


SHOWN = numbered("Zero.", "One.", "Two.", "Three.", "Four.")


class Believing:
    """Takes the model's word, or else what it is told of a statement."""

    def __init__(self, known: dict[str, Sequence[int]] | None = None) -> None:
        self.known = known or {}

    def judge(self, statement: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        for words, numbers in self.known.items():
            if words in statement:
                claimed = [sentence for sentence in SHOWN if sentence.number in numbers]
        support = Support.SUPPORTED if claimed else Support.UNSUPPORTED
        return JudgedStatement(statement, tuple(claimed), support)

    judge_fact = judge


def cite(text: str, listed: Sequence[int] = (), known: dict[str, Sequence[int]] | None = None) -> CitedAnswer:
    citing = StatementCiting(Believing(known), SHOWN)
    statements, _ = StatementSplitter("en").split(text)
    parts = tuple(citing.part(statement, listed) for statement in statements)
    return citing.answer(parts)


def split(text: str, language: str = "en") -> list[str]:
    return [each.said for each in StatementSplitter(language).split(text)[0] if each.said]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("35 days. [1]", ["35 days."]),
        ("It is old. [3] It is big. [4]", ["It is old.", "It is big."]),
        ("Dr. J. R. Smith of Acme Ltd. in Cork paid 3.5 million.", None),
        ("See e.g. No. 5 and p. 12 of the book.", None),
        ("Pump no. 1 is in fig. 3 of vol. 2.", None),
        ("He said no. She left.", ["He said no.", "She left."]),
        ("He came at 5 p.m. and left.", None),
        ('He said "It works. It does." and left.', None),
        ("It is old (see below. And above.) and big.", None),
        ("What? Yes! Both…", ["What?", "Yes!", "Both…"]),
        ("First line\nSecond line", ["First line", "Second line"]),
        ("1. Ada\n2. Ben", ["Ada", "Ben"]),
        ("28. March is the day.", None),
        ("The offices are in:\n- Cork\n- Lund", ["The offices are in: Cork", "The offices are in: Lund"]),
        ("Here it is:\nCork.", ["Cork."]),
        ("---\n| a | b |\n|---|---|", ["| a | b |"]),
        ("Am 3. Oktober war es. Dann nicht.", ["Am 3. Oktober war es.", "Dann nicht."]),
        ("設計者はアダです。彼女は生まれた。", ["設計者はアダです。", "彼女は生まれた。"]),
        ("Ada designed it in 1904, and it was opened in 1906.", ["Ada designed it in 1904", "it was opened in 1906."]),
        ("Apples have fibre; pears have a lot of sugar.", ["Apples have fibre", "pears have a lot of sugar."]),
        ("They are Ada, Ben and the man who was king.", None),
        ("Apples, pears and plums are fruits.", None),
        ("", []),
        ("[1][2]", []),
    ],
)
def test_an_answer_is_split_into_its_statements(text: str, statements: list[str] | None) -> None:
    language = "de" if "Oktober" in text else "ja" if "設" in text else "en"
    assert split(text, language) == ([text] if statements is None else statements)


TEXTS = [
    "It was Ada Lindqvist [12]. She was born in Lund [14], [10-11] in Sweden [99]. J. Smith said so; it was told.",
    "The offices are in:\n- Cork [10]\n- Dublin. It is big. [12]\n\nThat is all.",
    '1. Ada [11]\n2. "Ben. And Carl." [12]\n\n28. March it was, and it was cold [13]. Am 3. Mai nicht.',
    "[12] It was Ada, says [see there] the [[12]] text.\n[11] Lund",
]


@pytest.mark.parametrize("text", TEXTS)
def test_an_answer_that_comes_in_parts_is_split_as_the_whole(text: str) -> None:
    whole = StatementSplitter("en").split(text)[0]
    for seed in range(50):
        dice, splitter = random.Random(seed), StatementSplitter("en")
        found, done = [], 0
        for end in sorted(dice.sample(range(len(text)), dice.randrange(1, 12))):
            come = re.sub(r"(?<!\s)\s*+(?:\[[\w\s,;–-]*+)?\Z", "", text[:end])
            if len(come) > done:
                statements, length = splitter.split(come[done:], is_whole=False)
                found += statements
                done += length
        assert [*found, *splitter.split(text[done:])[0]] == whole


@pytest.mark.parametrize(
    ("text", "expected", "cited"),
    [
        ("It is One [11].", "It is One [1].", [11]),
        ("It is One. [11]", "It is One. [1]", [11]),
        ("[11] It is One.", "[1] It is One.", [11]),
        ("Two [12], then One [11], then Two [12].", "Two [1], then One [2], then Two.", [12, 11]),
        ("Two [12]. One [11]. Two [12].", "Two [1]. One [2]. Two [1].", [12, 11]),
        ("Both [11][12].", "Both [1][2].", [11, 12]),
        ("Both [11] [12].", "Both [1][2].", [11, 12]),
        ("Both [11, 12] or [11; 12].", "Both [1][2] or.", [11, 12]),
        ("All [11-13].", "All [1][2][3].", [11, 12, 13]),
        ("Wide【11】.", "Wide [1].", [11]),
        ("Named [sentence 11].", "Named [1].", [11]),
        ("Twice [11, 11].", "Twice [1].", [11]),
        ("- One [11]\n- Two [12]", "- One [1]\n- Two [2]", [11, 12]),
    ],
)
def test_citations_are_renumbered_in_the_order_of_the_text(text: str, expected: str, cited: list[int]) -> None:
    found = cite(text)
    assert found.text == expected
    assert [sentence.number for sentence in found.cited] == cited
    assert found.invented == 0


def test_numbers_in_parentheses_are_citations_after_a_clause_unless_they_may_be_what_is_said() -> None:
    read = NumbersInParentheses("Why?", SHOWN)
    assert read("One (11). Two. (12) Open (11, 12)\nOne (13).") == "One [11]. Two. [12] Open [11, 12]\nOne [13]."
    kept = "(11) Two (99), then (12) and one (1): (11) was it in a (12) step(12)."
    assert read(kept) == kept
    assert read("(one " * 50_000) == "(one " * 50_000
    assert read(f"one{' ' * 50_000}two (11).") == f"one{' ' * 50_000}two [11]."
    shown = numbered("It has 11 rooms.", "It has a lift.", first=11)
    reply = AnswerReply("It has rooms, many (11). It has a lift (12).")
    found = cited_answer(reply, "Why?", shown, brief=False, numbered=True, language="en")
    assert found.text.startswith("It has rooms, many (11)")
    assert "(12)" not in found.text


def test_a_wrong_number_gives_way_to_the_right_sentence_or_to_none() -> None:
    found = cite("It has 28 rooms [11]. It has 35 rooms. [12]", known={"28": [13], "35": []})
    assert found.text == "It has 28 rooms [1]. It has 35 rooms."
    assert [sentence.number for sentence in found.cited] == [13]
    assert [each.support for each in found.statements] == [Support.SUPPORTED, Support.UNSUPPORTED]
    assert not found.is_supported


def test_what_else_bears_a_statement_out_is_cited_with_what_the_model_cites() -> None:
    assert cite("It is One [11].", known={"One": [11, 13]}).text == "It is One [1][2]."
    assert cite("It is One.", known={"One": [11, 13]}).text == "It is One [1][2]."


def test_citations_of_sentences_never_given_are_dropped_and_counted() -> None:
    found = cite("Wrong [99]. Half right [11, 98].", listed=(97,))
    assert found.text == "Wrong. Half right [1]."
    assert found.invented == 3
    assert cite("Open [1-999999999].").invented == 2


def test_sentences_listed_apart_are_judged_for_every_statement() -> None:
    reply = AnswerReply("One and two [12].", citations=(11,))
    assert cite(reply.text, reply.citations).text == "One and two [1][2]."


def test_statements_that_nothing_bears_out_are_withheld_one_by_one() -> None:
    found = cite("One [11]. Iron. Two [12].\n---\n- Zinc").without_unsupported()
    assert found.text == "One [1]. Two [2].\n---"
    assert found.statements == (
        Statement("One.", (1,), Support.SUPPORTED),
        Statement("Two.", (2,), Support.SUPPORTED),
    )
    assert cite("Iron.").without_unsupported().text == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("One is old [11], but iron is new. Two [12].", "One is old [1]. Two [2]."),
        ("Iron is new, but one is old [11]. Two [12].", "One is old [1]. Two [2]."),
        ("Two [12]. Iron is new, but one is old [11].", "Two [1]. One is old [2]."),
        ("- One [11].\n- Iron.\n- Two [12].", "- One [1].\n- Two [2]."),
    ],
)
def test_what_is_left_of_a_sentence_is_a_sentence(text: str, left: str) -> None:
    known = {"One is old": [11], "one is old": [11]}
    assert cite(text, known=known).without_unsupported().text == left


@given(st.text(), st.lists(st.integers(), max_size=5), st.booleans())
def test_whatever_the_text_only_given_sentences_are_cited(text: str, listed: list[int], brief: bool) -> None:
    reply = AnswerReply(text, tuple(listed))
    found = cited_answer(reply, "Why?", SHOWN, brief=brief, numbered=True, language="en")
    assert all(sentence in SHOWN for sentence in found.cited)
    assert {number for each in found.statements for number in each.citations} <= set(range(1, len(found.cited) + 1))
