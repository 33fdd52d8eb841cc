"""Why passages were found: what they cover and add, and which chain leads to them."""

import pytest

from lgm_core import Document
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.ports import Ranker
from lgm_core.retrieval.passage_reasons import RankingReasons, ranking_reasons
from tests.support.indexes import index_of_graphs

QUESTION = "Where was the director of Salt Harbour born?"
DOCUMENTS = [
    Document.from_text("Salt Harbour is a film directed by Inês Moura.", id="film", title="Salt Harbour"),
    Document.from_text("Inês Moura was born in Setúbal.", id="director", title="Inês Moura"),
    Document.from_text("Cork floats. It is light.", id="cork", title="Cork"),
]


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    return Ranker(index_of_graphs(analyse_documents(DOCUMENTS, LiteAnnotator(), "test"), "en"))


@pytest.fixture
def reasons(ranker: Ranker) -> RankingReasons:
    return ranking_reasons(QUESTION, [hit.id for hit in ranker.passages(QUESTION)], ranker)


def covered(reasons: RankingReasons, passage: str) -> set[str]:
    found = zip(reasons.parts, reasons.passages[passage].covered, strict=True)
    return {part.text for part, share in found if share > 0}


def test_the_question_comes_apart_into_words_and_concepts(reasons: RankingReasons) -> None:
    assert {part.text for part in reasons.parts if not part.is_concept} == {"director", "Salt", "Harbour", "born"}
    assert [part.text for part in reasons.parts if part.is_concept] == ["Salt Harbour"]
    assert sum(part.weight for part in reasons.parts) == pytest.approx(1)


def test_a_passage_covers_what_it_says_and_adds_what_the_one_before_lacks(reasons: RankingReasons) -> None:
    assert covered(reasons, "film#s0") == {"director", "Salt", "Harbour", "Salt Harbour"}
    assert covered(reasons, "director#s0") == {"born"}
    film, director = reasons.passages["film#s0"], reasons.passages["director#s0"]
    assert (film.titled, film.chain, film.path) == (("Salt Harbour",), (), ("Salt Harbour",))
    assert director.path == ("Salt Harbour", "Inês Moura")
    assert [(link.passage, link.concept) for link in director.chain] == [
        ("film#s0", ""),
        ("director#s0", "Inês Moura"),
    ]
    assert director.added == director.covered


def test_words_are_found_in_texts_in_any_form(reasons: RankingReasons) -> None:
    text = "A salt film, directed in harbours."
    assert [text[first:end] for first, end in reasons.spans(text)] == ["salt", "directed", "harbours"]


def test_under_a_limit_no_chain_leads_through_other_documents(ranker: Ranker) -> None:
    reasons = ranking_reasons(QUESTION, ["director#s0"], ranker, allowed=frozenset({"director"}))
    assert reasons.passages["director#s0"].chain == ()


def test_passages_that_are_not_there_have_no_reasons(ranker: Ranker) -> None:
    assert ranking_reasons(QUESTION, ["nothing#s0", "film#s9"], ranker).passages == {}
