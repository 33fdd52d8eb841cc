"""Constructed graphs as entities and relations of a host's property graph."""

from __future__ import annotations

from lgm_core import Document
from lgm_core.hosts import LocalGraphConstructor
from lgm_core.reports import FailedDocument
from tests.support.any_replies import AnyReplies

TEXT = "Inês Moura directed Salt Harbour in 1962. Salt Harbour is a film. The film was directed by her."


def test_each_document_has_a_graph_of_its_own() -> None:
    film, empty, again = LocalGraphConstructor().learn(
        [Document.from_text(TEXT, id="film"), Document.from_text("", id="empty"), Document.from_text(TEXT, id="film")]
    )
    assert film == again
    assert not empty.entities
    names = [entity.name for entity in film.entities]
    assert len(names) == len(set(names))
    assert {relation.source for relation in film.relations} | {relation.target for relation in film.relations} <= {
        *names
    }
    years = [entity for entity in film.entities if entity.label == "Date"]
    assert [year.properties["value"] for year in years] in ([], ["1962"])


def test_what_a_model_fails_at_is_told_by_document() -> None:
    failed: list[FailedDocument] = []
    constructor = LocalGraphConstructor(llm=AnyReplies(share=1), on_failure=failed.append)
    assert len(list(constructor.learn([Document.from_text(TEXT, id="film")]))) == 1
    assert [each.name for each in failed] == ["film"]
