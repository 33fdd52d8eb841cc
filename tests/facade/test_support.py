"""An answer is only called supported where sentences bear it out, in every way of answering."""

from pathlib import Path

import pytest

from lgm_core import AskOptions, Document, FeedbackOptions, LanguageGraph, LogicalFormOptions, Support
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.retrieval.answering.answer_record import UNSUPPORTED

ACME = Document.from_text("Acme makes pumps. Acme has an office in Cork.", id="acme", title="Acme")
LEAVE = Document.from_text("An employee has 28 days of annual leave. Latency fell to 35 ms.", id="leave", title="Leave")
OTHERS = [
    Document.from_text("Apples are a fruit. Apples contain vitamins.", id="apples", title="Apples"),
    Document.from_text(
        "Lorenzo Langstroth was born in 1810. Karl von Frisch studied the dance of bees.", id="bees", title="Bees"
    ),
    Document.from_text(
        "Run make smoke against the staging cell. The cell restarts within 90 seconds.", id="cell", title="Staging"
    ),
]
WAYS = {
    "adaptive": AskOptions(),
    "local": AskOptions.local(),
    "paper": AskOptions.paper(),
    "brief": AskOptions(brief=True),
    "feedback": FeedbackOptions(max_rounds=0),
    "forms": LogicalFormOptions(),
}


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build([ACME, LEAVE, *OTHERS])
    return graph


def asked(graph, question, reply, options=None):
    return graph.with_llm(ScriptedChatModel(lambda _: reply)).ask(question, options)


@pytest.mark.parametrize("way", WAYS)
def test_a_title_in_the_answer_is_no_support_and_the_nearest_sentences_stay(graph, way) -> None:
    answer = asked(graph, "Who founded Acme?", "Acme was founded by Jane Doe.", WAYS[way])
    assert answer.text.startswith("Acme was founded by Jane Doe")
    assert (answer.supported, answer.citations) == (False, ())
    (statement,) = answer.statements
    assert statement.support is Support.UNSUPPORTED
    assert {"Jane", "Doe"} <= set(statement.not_borne_out)
    assert "acme" in {citation.document_id for citation in answer.nearest}
    assert answer.nearest[0].number == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("What are apples rich in?", "Apples are rich in plutonium."),
        ("When was Karl von Frisch born?", "Karl von Frisch was born in 1810."),
        ("How many days of annual leave does an employee have?", "An employee has 35 days of annual leave."),
        ("What is the fine for late returns?", "Run make smoke: the fine for late returns is 90 euros."),
    ],
)
def test_what_shares_words_or_numbers_with_an_answer_is_no_support(graph, way, question, reply) -> None:
    answer = asked(graph, question, reply, WAYS[way])
    assert not answer.supported
    assert Support.SUPPORTED not in {statement.support for statement in answer.statements}
    assert all(statement.not_borne_out for statement in answer.statements)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "feedback"])  # it shows facts, of which there are none
def test_what_a_sentence_says_in_other_words_is_supported_by_it(graph, way) -> None:
    question = "How many days of annual leave does an employee have?"
    answer = asked(graph, question, "You get 28 days of annual leave per year.", WAYS[way])
    assert answer.supported
    assert answer.citations[0].text == "An employee has 28 days of annual leave."


def test_without_knowledge_of_its_own_unsupported_statements_are_withheld_one_by_one(graph) -> None:
    alone = AskOptions(llm_knowledge=False)
    assert asked(graph, "Who founded Acme?", "Acme was founded by Jane Doe.", alone).text == UNSUPPORTED
    both = asked(graph, "What is Acme?", "Acme makes pumps [1]. Acme was founded by Jane Doe [2].", alone)
    assert (both.text, both.supported) == ("Acme makes pumps [1].", True)


@pytest.mark.parametrize("reply", ["35 days. [1]", "You get 35 days [1].", "35 days."])
def test_a_number_that_its_sentence_does_not_have_is_not_cited(graph, reply) -> None:
    answer = asked(graph, "How many days of annual leave does an employee have?", reply)
    assert (answer.supported, answer.citations, "[" in answer.text) == (False, (), False)


def test_a_wrong_number_gives_way_to_the_right_sentence(graph) -> None:
    for number in range(1, 5):
        answer = asked(graph, "How many days of annual leave does an employee have?", f"28 days [{number}].")
        assert (answer.supported, answer.text) == (True, "28 days [1].")
        assert answer.citations[0].text == "An employee has 28 days of annual leave."
        assert answer.citations[0].score > 0
