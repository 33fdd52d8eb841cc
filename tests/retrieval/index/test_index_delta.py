"""An index with changes ranks as one built anew: random documents are added, replaced and deleted."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.retrieval.index.arrays import Texts
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_delta import changed_index, merged_columns, numbers_of
from lgm_core.retrieval.index.index_places import IndexState, unused_names
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment import Segment
from lgm_core.retrieval.index.segment_building import whole_segment
from lgm_core.retrieval.ranking.ranker import Ranker
from tests.support.random_documents import random_document, random_question

ANNOTATOR = LiteAnnotator()


def columns_of(documents: dict[str, Document]) -> DocumentColumns:
    graphs = analyse_documents([documents[id] for id in sorted(documents)], ANNOTATOR, "test")
    return collect(graphs)


def index_of(base: Segment, before: dict[str, Document], after: dict[str, Document]) -> RankingIndex:
    """Return the index of documents, made from the segment of others."""
    new = {id: document for id, document in after.items() if before.get(id) != document}
    deleted = numbers_of(base.columns, [id for id in before if before[id] != after.get(id)])
    return changed_index(without_unused_names(base, deleted), columns_of(new), deleted, ("en",), lambda ids: list(ids))


def without_unused_names(base: Segment, deleted: np.ndarray) -> Segment:
    """Overwrite what only deleted documents have, as it is done where an index is kept."""
    names = base.columns.names
    data = names.data.copy()
    for number in unused_names(IndexState(0, "en", base, columns_of({}), deleted)).tolist():
        data[names.starts[number] : names.starts[number + 1]] = 0
    return replace(base, columns=replace(base.columns, names=Texts(names.starts, data)))


def ranking(index: RankingIndex, question: str) -> tuple[list, list]:
    ranker = Ranker(index)
    return ranker.passages(question, 30), ranker.sentences(question, 60)


def changed(random: Random, held: dict[str, Document]) -> dict[str, Document]:
    gone = set(random.sample(sorted(held), min(len(held), random.randint(0, 4))))
    new = [random_document(random) for _ in range(random.randint(0, 4))]
    return {id: document for id, document in held.items() if id not in gone} | {d.id: d for d in new}


@pytest.mark.parametrize("seed", range(6))
def test_changes_give_the_ranking_of_an_index_built_anew(seed: int) -> None:
    random = Random(seed)
    before = {document.id: document for document in (random_document(random) for _ in range(random.randint(0, 25)))}
    base = whole_segment(columns_of(before), ("en",))
    after, found = before, 0
    for _ in range(4):
        after = changed(random, after)
        index = index_of(base, before, after)
        anew = RankingIndex(whole_segment(columns_of(after), ("en",)), ("en",), lambda ids: list(ids))
        assert index.document_ids == anew.document_ids
        assert (index.section_count, index.sentence_count) == (anew.section_count, anew.sentence_count)
        assert index.mean_words == anew.mean_words
        for question in [random_question(random) for _ in range(12)]:
            ranked = ranking(index, question)
            assert ranked == ranking(anew, question)
            found += sum(map(len, ranked))
    assert found or not after


@pytest.mark.parametrize("seed", range(3))
def test_merged_columns_are_those_collected_anew(seed: int) -> None:
    random = Random(seed)
    before = {document.id: document for document in (random_document(random) for _ in range(20))}
    base, after = whole_segment(columns_of(before), ("en",)), changed(random, before)
    delta = index_of(base, before, after).delta
    merged, anew = base.columns if delta is None else merged_columns(base, delta.new, delta.deleted), columns_of(after)
    for name in ("document_ids", "names"):
        assert list(getattr(merged, name)) == list(getattr(anew, name))
    for name in ("word_codes", "word", "mention_concept", "mention_last", "role_weight", "form_code", "title_word"):
        np.testing.assert_array_equal(getattr(merged, name), getattr(anew, name))


def found_in(index: RankingIndex, question: str) -> dict[str, tuple[str, ...]]:
    return {hit.id: hit.path for hit in Ranker(index).passages(question, 10)}


TEXTS = {
    "the quiet mill": ("The Quiet Mill", "The Quiet Mill is a film that runs for two hours in the dark vale."),
    "letter": ("A Letter", "She wrote that the dark vale was cold."),
}
DOCUMENTS = {id: Document(id=id, title=title, text=text) for id, (title, text) in TEXTS.items()}


def test_a_new_title_is_found_in_old_texts() -> None:
    base = whole_segment(columns_of(DOCUMENTS), ("en",))
    vale = Document(id="vale", title="Dark Vale", text="It lies in the south.")
    index = index_of(base, DOCUMENTS, DOCUMENTS | {"vale": vale})
    assert "Dark Vale" in found_in(index, "Where does Dark Vale lie?")["letter#s0"]
    assert index.delta is not None
    assert list(index.delta.segment.columns.document_ids) == ["letter", "the quiet mill", "vale"]


def test_a_title_that_goes_is_no_name_any_more() -> None:
    vale = Document(id="vale", title="Dark Vale", text="It lies in the south.")
    before = DOCUMENTS | {"vale": vale}
    index = index_of(whole_segment(columns_of(before), ("en",)), before, DOCUMENTS)
    assert index.concept_numbers([["dark", "vale"]], "en") == [None]
