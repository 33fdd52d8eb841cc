"""The index that tests of ranking ask: ten short passages of which some lead to others."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.retrieval.index.ranking_index import RankingIndex
from tests.support.indexes import index_of_graphs

PASSAGES = {
    "Harbour of Glass": "Harbour of Glass is a 1987 film directed by Ilmari Tarkka. It stars Runa Belov and Odo Krell.",
    "Ilmari Tarkka": "Ilmari Tarkka was a film maker. He was born in Vesilahti and studied in Turvola.",
    "Runa Belov": "Runa Belov is an actress, born in Karsk.",
    "Odo Krell": "Odo Krell is an actor and singer, born in Ulm.",
    "The Quiet Mill": "The Quiet Mill is a 1992 film directed by Signe Aalto. It was filmed in Turvola.",
    "Signe Aalto": "Signe Aalto is a writer. She was born in Porvola in 1950.",
    "Vesilahti": "Vesilahti is a village by a lake. Its church was built in 1802.",
    "Turvola": "Turvola is a town with a school of arts. Its market is held on Mondays.",
    "Harbour": "A harbour is a place where ships lie. Many harbours have cranes.",
    "Glass": "Glass is made of sand. It has been made for thousands of years.",
}


@pytest.fixture(scope="session")
def index() -> RankingIndex:
    documents = [Document(id=title.lower(), text=text, title=title) for title, text in PASSAGES.items()]
    return index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))
