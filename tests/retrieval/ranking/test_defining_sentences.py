"""What something is: the passage and the sentence that define it come before those that only mention it."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.query import read_question
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from tests.support.indexes import index_of_graphs

TEXTS = {
    "baskets": "In the oldest hives the combs hang on the walls. A skep is a basket of straw. People made it by hand.",
    "harvest": "To empty a skep, one cut the comb out of the skep. Then the skep was hung up or a new skep bought.",
    "yards": "Many hives stand in one apiary. An apiary, also called a bee yard, is a place for hives. It is fenced.",
    "rules": "An apiary needs a fence and an apiary needs water. Whoever has an apiary is asked to tell. It is a rule.",
    "tools": "A hive tool is a steel lever. The tool is a gift.",
    "gifts": "Nobody forgets the hive tool: a hive tool makes a good gift, the tool of the hive.",
}


@pytest.fixture(scope="module")
def index() -> RankingIndex:
    documents = [Document.from_text(text, id=name) for name, text in TEXTS.items()]
    return index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is a skep?", "baskets#1"),
        ("What is an apiary?", "yards#1"),
        ("what is a hive tool", "tools#0"),
    ],
)
def test_the_defining_sentence_and_its_passage_come_first(index: RankingIndex, question: str, sentence: str) -> None:
    ranker = Ranker(index)
    assert ranker.sentences(question, 3)[0].id == sentence
    assert ranker.passages(question, 1)[0].id.split("#")[0] == sentence.split("#")[0]


def test_without_the_rule_others_come_first(index: RankingIndex) -> None:
    ranker = Ranker(index, RankingWeights(definition=0, defining_sentence=0))
    assert ranker.passages("What is a skep?", 1)[0].id.startswith("harvest")
    assert ranker.sentences("What is an apiary?", 1)[0].id != "yards#1"


@pytest.mark.parametrize(
    "question", ["skep", "Define a skep", "What is a skep made of?", "What is a zeppelin?", "What is it?", ""]
)
def test_other_questions_ask_for_no_definition(index: RankingIndex, question: str) -> None:
    assert read_question(question, index, RankingWeights()).subject is None


def test_words_are_no_definition_where_the_sentence_goes_on_otherwise(index: RankingIndex) -> None:
    assert Ranker(index).sentences("What is the tool?", 1)[0].id == "tools#1"
    assert Ranker(index).sentences("What needs an apiary?", 1)[0].id == "rules#0"
