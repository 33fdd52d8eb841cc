"""What is certain of an answer while its reply comes: a beginning of the answer, as early as can be."""

import json
import random

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.retrieval.answering.citing.answer_so_far import AnswerSoFar, read_partly
from lgm_core.retrieval.answering.citing.cited_answer import cited_answer
from lgm_core.retrieval.answering.replies.answer_replies import read_answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import number_sentences
from tests.retrieval.answering.test_stubborn_models import ANSWERS

QUESTION = "Who designed the Marten Bridge?"
TURNING = {"prose around json"}
"""Replies of which more is shown, at first, than the answer holds."""

REPLIES = [
    *(reply for form, reply in ANSWERS.items() if form not in {*TURNING, "stops after the answer"}),
    "It was Ada Lindqvist [2]. She was born in Lund [4], [5-6] in Sweden [99].",
    "It was Ada Lindqvist. She was born in Lund [4].",
    "It was Ada Lindqvist (2). She was born in Lund. (4) Then (3) she left; trains cross (3, 4)\nin 2 ways (1).",
    "It was Ada Lindqvist. She was born in Lund!\n\nLund is a town in Sweden. Trains, J. Smith said. They cross.",
    "[2] It was Ada Lindqvist, says [see there] the [[2]] text.",
    "It   was【2】 Ada Lindqvist [ 2 , 3 ] [",
    "The Marten Bridge was designed by Ada Lindqvist 。She was born in Lund。 Lund is in Sweden。",
    "- It was Ada Lindqvist\n- She was born in Lund [4]\n* Answering that: a < b, x </b>\n\n",
    "**Missing:** none\n**Answer:** It was *Ada Lindqvist* [2].\n",
    "missing: Nothing.\n\nIt was Ada Lindqvist.",
    "```\nIt was Ada Lindqvist [2]. `So` it was.\n```",
    json.dumps({"missing": [], "answer": 'It was "Ada" \\ Lindqvist — née Sjö 😀 [2].\nYes.'}),
    json.dumps({"missing": ["nothing"], "answer": "It was Ada Lindqvist."}, indent=1),
    '{"Missing": null, "why": {"a": [1, "}"]}, "answer": "It was Ada \\ud83d\\ude00 Lindqvist [2]", "citations": [3]}',
    "It was Ada Lindqvist [2].\nMissing: nothing",
]


@pytest.fixture
def shown(store: LanguageGraphStore):
    view = GraphView(store, where=None, languages=("en",))
    sentences = list(store.sentences_about(["marten bridge", "ada lindqvist", "lund", "sweden"]))
    return number_sentences(view, sentences, first=1, paths={})


def reader(shown, **changes) -> AnswerSoFar:
    settings = {
        "numbered": True,
        "reasons_unmarked": False,
        "as_json": False,
        "names_missing": True,
        "is_withheld": False,
        "must_cite": False,
        "is_last": False,
    }
    return AnswerSoFar(QUESTION, shown, language="en", **(settings | changes))


def whole(shown, reply, *, numbered=True):
    return cited_answer(read_answer(reply), QUESTION, shown, brief=False, numbered=numbered, language="en")


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("reply", REPLIES)
def test_however_a_reply_is_cut_its_beginning_holds_a_growing_beginning_of_the_answer(shown, reply, numbered) -> None:
    so_far = reader(shown, numbered=numbered)
    final = whole(shown, reply, numbered=numbered).text
    before = ""
    for end in range(len(reply) + 1):
        text = so_far(reply[:end]).text
        assert final.startswith(text), reply[:end]
        if text:
            assert text.startswith(before), reply[:end]
            before = text
    assert before or "Missing" in reply or "```" in reply or "[" in reply[:1] or len(final) < 25


@pytest.mark.thorough
def test_texts_made_of_all_that_is_special_hold_a_growing_beginning(shown) -> None:
    parts = [
        "It",
        " was",
        " Ada",
        " Lindqvist",
        "[2]",
        " [3",
        "]",
        ".",
        " ",
        "\n",
        "Lund",
        " J.",
        "【4】",
        "!",
        "`",
        "<",
        "a",
    ]
    dice = random.Random(7)
    for _ in range(300):
        reply = "Ada Lindqvist" + "".join(dice.choice(parts) for _ in range(dice.randrange(25)))
        for numbered in (True, False):
            so_far, final = reader(shown, numbered=numbered), whole(shown, reply, numbered=numbered).text
            for end in range(len(reply) + 1):
                assert final.startswith(so_far(reply[:end]).text), reply[:end]


def test_text_comes_word_by_word_and_citations_whole(shown) -> None:
    so_far = reader(shown)
    reply = "It was Ada Lindqvist [1][2]. She was born"
    texts = [so_far(reply[:end]).text for end in range(len(reply) + 1)]
    assert "It was Ada" in texts
    assert texts[reply.index("[2]")] == "It was Ada Lindqvist"
    assert texts[reply.index("She ")] == "It was Ada Lindqvist"
    assert texts[-1] == "It was Ada Lindqvist [1]. She was born"


def test_our_own_citations_come_with_each_statement(shown) -> None:
    so_far = reader(shown, numbered=False)
    assert so_far("It was Ada Lindqvist. She").text == "It was Ada Lindqvist"
    assert so_far("It was Ada Lindqvist. She was").text == "It was Ada Lindqvist [1]. She was"
    assert so_far("It was Ada Lindqvist. She was").is_settled
    assert reader(shown)("It was Ada Lindqvist. She was").text == "It was Ada Lindqvist [1]. She was"


def test_text_waits_for_a_citation_no_longer_than_the_first_sentence(shown) -> None:
    assert not reader(shown)("Tigers eat grass. Tig").is_settled
    assert reader(shown)("Tigers eat grass. Tigers").is_settled
    assert not reader(shown, is_checked=True)("Tigers eat grass. Tigers").is_settled


@pytest.mark.parametrize("opening", ['"', "(", "["])
def test_what_nothing_closes_holds_back_a_few_sentences(shown, opening) -> None:
    reply = f"It was a pipe of 12{opening} wide. " + "She was born in Lund. " * 30
    assert reader(shown, numbered=False, is_withheld=True)(reply).text.count("Lund [1][2].") > 10


def test_a_clause_is_told_when_it_is_certain_that_no_number_comes_before_it(shown) -> None:
    reply = "The tower and bridge stand in Lund, and the tower was built in 1904. It is old"
    texts = [reader(shown, numbered=False)(reply[:end]).text for end in range(len(reply) + 1)]
    assert texts[reply.index("Lund,")] == "The tower and bridge stand in"
    assert texts[reply.index("tower was")] == "The tower and bridge stand in Lund"
    assert texts[-1].endswith("It is old")


@pytest.mark.parametrize(
    "reply",
    [
        "Missing: the designer\nof the bridge",
        'Missing: "the designer"',
        "<think>It was Ada Lindqvist [2]. Surely",
        "<thinking>It was Ada",
        '{"missing": ["the designer"], "answer": "It was perhaps Ada Lindqvist"',
        '{"answer": "It was Ada Lindqvist", "missing": ["her birthplace"]}',
        '{"answers": "It was Ada Lindqvist"',
        '["Ada Lindqvist", "Bob"]',
        "[1][2]",
        "null",
        "I'm sorry, but the text does not say who designed it.",
        "The provided text, which is about bridges and much else, doesn’t mention a designer [1].",
        "It is not stated.",
        "Not mentioned in the text.",
        "There is not enough information to answer.",
        "The answer cannot be determined.",
        "Unknown",
        "Der Text nennt keinen Architekten, das steht dort nicht.",
        "Das lässt sich nicht ermitteln.",
        '{"missing": [], "answer": "The text does not mention it."}',
    ],
)
def test_nothing_comes_of_what_is_no_answer(shown, reply: str) -> None:
    so_far = reader(shown)
    assert {so_far(reply[:end]).text for end in range(len(reply) + 1)} == {""}


@pytest.mark.parametrize(
    ("reply", "first"),
    [
        ("It was Ada Lindqvist who", "It wa"),
        ("The Marten Bridge was", "The Ma"),
        ("There is a bridge that", "There is a b"),
        ("No, they do not. They", "No, they"),
        ("Information of every kind. That", "Information of every kind."),
        ("Textiles are", "Texti"),
        ("Answering machines", "Answeri"),
        ("I am the Walrus, as is known to all, is a song", "I am the Walrus, as is known to a"),
    ],
)
def test_an_answer_that_begins_like_a_refusal_waits_no_longer_than_it_must(reply: str, first: str) -> None:
    texts = [read_partly(reply[:end], as_json=False, names_missing=True) for end in range(len(reply) + 1)]
    assert next(text for text in texts if text) == first


def test_prose_is_no_answer_yet_when_json_was_asked_for(shown) -> None:
    assert reader(shown, as_json=True)("It was Ada Lindqvist [2].").text == ""
    begun = '{"answer": "It was Ada'
    assert reader(shown, as_json=True)(begun).text == ""
    assert reader(shown, as_json=True, names_missing=False)(begun).text == "It was Ada"


def test_nothing_counts_before_the_end_of_reasoning_that_has_no_beginning(shown) -> None:
    so_far = reader(shown, reasons_unmarked=True)
    assert so_far("Let me see. It was Bob").text == ""
    assert so_far("Let me see. It was Bob</think>\n\nIt was Ada").text == "It was Ada"


def test_what_must_be_borne_out_comes_with_its_first_citation(shown) -> None:
    for setting in ("is_withheld", "must_cite"):
        so_far = reader(shown, **{setting: True})
        assert so_far("It was Ada Lindqvist [2], of").text == ""
        assert so_far("It was Ada Lindqvist [2], of course. Tigers are").text.startswith("It was Ada Lindqvist [1], of")


def test_what_nothing_bears_out_is_withheld_and_the_rest_comes(shown) -> None:
    so_far = reader(shown, is_withheld=True)
    text = so_far("Tigers eat grass. It was Ada Lindqvist. Tigers are striped. She was born in Lund. They").text
    assert text == "It was Ada Lindqvist [1]. She was born in Lund [1][2]."
    assert [reader(shown, is_last=last)("It was Ada").is_settled for last in (False, True)] == [False, True]


def test_phrases_in_marks_are_missing_too() -> None:
    for phrase in ('"the designer"', "(the designer)", "- the designer", "`the designer`"):
        reply = read_answer(f"Missing: {phrase}")
        assert reply.text == ""
        assert [missing.strip('"()`') for missing in reply.missing] == ["the designer"]
