"""Two service offices answer twenty questions exactly, refuse ten, and tell nothing of each other."""

import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from examples.service_office import CITIES, EXACT, build, exact_answer
from lgm_core import LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from tests.support.example_programs import printed

PROGRAM = "service_office.py"
CHEAP = "Services that cost less than 30 euros are not reduced."
REDUCED = "Of services that cost 30 euros or more, pupils pay half."
POST = "Short documents without a reduction are sent by post."

ANSWERED = [
    ("norhavn", "What is the fee of the residence permit?", "60 euros", "residence-permit", ()),
    (
        "norhavn",
        "What are the required materials of the residence permit?",
        "a passport\ntwo photographs\na proof of health insurance",
        "residence-permit",
        (),
    ),
    ("norhavn", "Who issues the residence permit?", "Immigration Office", "residence-permit", ()),
    ("norhavn", "What is the processing time of the residence permit?", "6 weeks", "residence-permit", ()),
    (
        "norhavn",
        "What is the eligibility of the residence permit?",
        "People who want to stay in Norhavn for more than three months.",
        "residence-permit",
        (),
    ),
    ("norhavn", "What is the validity of the passport?", "10 years", "passport", ()),
    ("norhavn", "What is the discount of the passport?", "half the fee for pupils", "passport", (REDUCED,)),
    ("norhavn", "What is the fee of the parking permit?", "25 euros", "parking", ()),
    ("norhavn", "What is the issuing office of the dog licence?", "Tax Department", "dog-licence", ()),
    ("norhavn", "What is the reduction of the dog licence?", "none", "dog-licence", (CHEAP,)),
    ("norhavn", "What is the procedure of the dog licence?", "by post", "dog-licence", (POST, CHEAP)),
    ("suderby", "What is the fee of the residence permit?", "95 euros", "residence-permit", ()),
    (
        "suderby",
        "What are the required materials of the residence permit?",
        "a passport\na contract of employment",
        "residence-permit",
        (),
    ),
    ("suderby", "What is the price of the ID card?", "22 euros", "identity-card", ()),
    ("suderby", "What is the fee of the national ID?", "22 euros", "identity-card", ()),
    ("suderby", "What is the validity of the identity card?", "6 years", "identity-card", ()),
    ("suderby", "Who issues the fishing licence?", "Harbour Authority", "fishing", ()),
    ("suderby", "What is the procedure of the fishing licence?", "by post", "fishing", (POST, CHEAP)),
    (
        "suderby",
        "What are the conditions of the fishing licence?",
        "Residents who have passed the fishing test.",
        "fishing",
        (),
    ),
    ("suderby", "What is the procedure of the library card?", "by post", "library-card", (POST, CHEAP)),
]
"""City, question, answer, the page that it rests on, the rules that it follows by."""

REFUSED = [
    ("suderby", "What is the fee of the passport?"),  # the other city's
    ("norhavn", "What is the fee of the fishing licence?"),
    ("norhavn", "What is the fee of the identity card?"),
    ("norhavn", "Who issues the fishing licence?"),
    ("suderby", "What is the fee of the wedding?"),  # no page tells of it
    ("norhavn", "What is the issuer of the tea?"),  # a machine is no office
    ("norhavn", "What is the procedure of the passport?"),  # no rule holds
    ("suderby", "What are the required materials of the library card?"),  # its page has no such heading
    ("norhavn", "What is the validity of the coffee machine?"),  # no service
    ("suderby", "What is the processing time of the library card?"),  # its page does not say
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("offices") / "offices.lgm") as graph:
        build(graph)
        yield graph


def check_answers(graph: LanguageGraph, cities: tuple[str, ...] = CITIES) -> None:
    """Check every answer of some cities: its text, the rules it ends with, and that it cites the one right page."""
    for city, question, text, page, rules in ANSWERED:
        if city in cities:
            answer = exact_answer(graph, question, city)
            assert answer is not None, question
            said, *numbers = answer.text.partition(" [")
            assert said == text, question
            assert {cited.document_id for cited in answer.citations} == {f"{city}/{page}.md"}, question
            by_rules = "; ".join(f"by the rule: {rule}" for rule in rules)
            assert "".join(numbers).endswith(f"] ({by_rules})" if rules else "]"), question


def check_refusals(graph: LanguageGraph) -> None:
    for city, question in REFUSED:
        assert exact_answer(graph, question, city) is None, question


def test_twenty_questions_are_answered_exactly_from_the_right_page(graph: LanguageGraph) -> None:
    assert len(ANSWERED) == 20
    check_answers(graph)


def test_ten_questions_that_the_pages_do_not_answer_are_refused(graph: LanguageGraph) -> None:
    assert len(REFUSED) == 10
    check_refusals(graph)


def test_values_and_sections_are_cited_where_they_stand(graph: LanguageGraph) -> None:
    texts = {
        question: [cited.text for cited in answer.citations]
        for city, question, *_ in ANSWERED
        if (answer := exact_answer(graph, question, city)) is not None and city == "norhavn"
    }
    assert texts["What is the fee of the parking permit?"] == [
        "Service: Resident parking permit; Fee: 25 euros; Processing time: 3 days; Validity: 1 year"
    ]
    assert texts["What are the required materials of the residence permit?"] == [
        "a passport",
        "two photographs",
        "a proof of health insurance",
    ]
    assert texts["What is the procedure of the dog licence?"] == ["A dog licence costs 20 euros.", "Validity: 1 year"]


@pytest.mark.parametrize(
    ("city", "question", "text"),
    [
        ("suderby", "What is the reduction of the national ID?", "none"),
        ("suderby", "What are the required materials of the ID card?", "one photograph"),
        ("norhavn", "What is the reduction of the parking permit?", "none"),
        (
            "norhavn",
            "What are the required materials of the permit to park?",
            "the registration of the car\na proof of address",
        ),
    ],
)
def test_rules_and_headings_answer_for_other_terms_too(
    graph: LanguageGraph, city: str, question: str, text: str
) -> None:
    answer = exact_answer(graph, question, city)
    assert answer is not None
    assert answer.text.partition(" [")[0] == text


@pytest.mark.parametrize(
    ("city", "question", "text"),
    [
        ("norhavn", "How much does the passport cost?", "37 euros"),
        ("norhavn", "What does the dog licence cost?", "20 euros"),
        ("suderby", "By whom is the fishing licence issued?", "Harbour Authority"),
        ("norhavn", "How long does the passport take?", "4 weeks"),
        ("norhavn", "Which services are issued by the Registry Office?", "passport"),
        ("norhavn", "Which services cost less than 20 euros?", None),
        ("suderby", "Which services cost less than 20 euros?", "fishing licence, library card"),
        ("norhavn", "Which permits cost at most 25 euros?", "dog licence, Resident parking permit"),
        ("suderby", "Which permits cost at most 25 euros?", "fishing licence"),
    ],
)
def test_fees_are_asked_for_and_compared_in_words(
    graph: LanguageGraph, city: str, question: str, text: str | None
) -> None:
    answer = exact_answer(graph, question, city)
    found = answer and re.sub(r" \[\d+\]", "", answer.text)
    assert found == text


def test_a_city_never_tells_of_the_other(graph: LanguageGraph) -> None:
    for city in CITIES:
        for _, question, *_ in (*ANSWERED, *REFUSED):
            answer = graph.ask(question, EXACT, where={"city": city})
            shown = {cited.document_id.partition("/")[0] for cited in (*answer.citations, *answer.nearest)}
            assert shown <= {city}, question


def test_one_city_answers_the_same_when_the_other_is_deleted(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "offices.lgm") as graph:
        build(graph)
        before = [exact_answer(graph, question, city) for city, question, *_ in ANSWERED if city == "norhavn"]
        graph.delete(where={"city": "suderby"})
        check_answers(graph, ("norhavn",))
        after = [exact_answer(graph, question, city) for city, question, *_ in ANSWERED if city == "norhavn"]
        assert [each and each.text for each in after] == [each and each.text for each in before]
        assert not any(exact_answer(graph, question, city) for city, question, *_ in ANSWERED if city == "suderby")
        check_refusals(graph)


def test_the_program_prints_answers_with_rules_and_pages(tmp_path: Path) -> None:
    told = printed(
        PROGRAM,
        "norhavn",
        "What is the discount of the passport?",
        "What is the issuer of the tea?",
        cwd=tmp_path,
    )
    assert told.splitlines() == [
        "What is the discount of the passport?",
        f"    half the fee for pupils [1] (by the rule: {REDUCED})",
        "    [1] norhavn/passport.md: The fee for a passport is 37 euros.",
        "What is the issuer of the tea?",
        "    no answer",
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_graph_in_neo4j_answers_the_same(neo4j_driver: Any) -> None:
    with LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=f"offices-{secrets.token_hex(4)}")) as graph:
        build(graph)
        check_answers(graph)
        check_refusals(graph)
