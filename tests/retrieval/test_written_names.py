"""Names of concepts as sentences write them, on the paths that lead to what is found."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Mention, MentionSource
from lgm_core.retrieval.rendering import render_explanation, render_relationship
from lgm_core.retrieval.written_names import written_names

BREADS = """Rågbröd is a bread. Many bakers sell Rågbröd.
The AFB is a disease. Nurses fear the AFB. A disease needs a doctor. Breads need flour."""


def mentions(*surfaces: str, key: str, start: int = 4, source: MentionSource = MentionSource.TEXT) -> list[Mention]:
    return [Mention(f"a#{number}", key, each, start, start + len(each), source) for number, each in enumerate(surfaces)]


@pytest.mark.parametrize(
    ("surfaces", "name"),
    [
        (["AFB", "AFB", "afb"], "AFB"),
        (["Ines Moura", "Inês Moura", "Inês Moura"], "Inês Moura"),
        (["apples", "Apples"], None),
        (["Silver Springs", "Silver Springs"], "Silver Springs"),
    ],
)
def test_a_name_has_the_words_of_its_key_as_they_are_mostly_written(surfaces: list[str], name: str | None) -> None:
    key = {"AFB": "afb", "Ines Moura": "ines moura", "apples": "apple", "Silver Springs": "silver spring"}[surfaces[0]]
    assert written_names({key}, [mentions(*surfaces, key=key)], "en") == ({} if name is None else {key: name})


def test_the_capital_of_a_sentence_or_title_counts_only_where_there_is_no_other_form() -> None:
    first = mentions("Bread", "Bread", key="bread", start=0)
    assert written_names({"bread"}, [first], "en") == {"bread": "Bread"}
    assert written_names({"bread"}, [first, mentions("bread", key="bread")], "en") == {"bread": "bread"}


def test_stems_are_named_by_their_most_frequent_form_and_never_by_pronouns() -> None:
    pronouns = mentions("es", "es", "es", key="brotch", source=MentionSource.COREFERENCE)
    forms = mentions("Brötchen", "Brötchens", "Brötchen", key="brotch")
    assert written_names({"brotch"}, [pronouns, forms], "de") == {"brotch": "Brötchen"}
    assert written_names({"brotch"}, [pronouns], "de") == {}
    assert written_names({"other"}, [forms], "de") == {}


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build(Document.from_text(BREADS, id="breads"))
    return graph


@pytest.mark.parametrize(
    ("question", "sentence", "path"),
    [
        ("Who sells ragbrod?", "Many bakers sell Rågbröd.", ("Rågbröd",)),
        ("What does the afb need?", "A disease needs a doctor.", ("AFB", "is a disease")),
        ("Which bread do some sell?", "Many bakers sell Rågbröd.", ("bread", "includes Rågbröd")),
    ],
)
def test_paths_of_citations_name_concepts_as_documents_do(
    graph: LanguageGraph, question: str, sentence: str, path: tuple[str, ...]
) -> None:
    found = {citation.text: citation.path for citation in graph.ask(question).citations}
    assert found[sentence] == path


def test_relations_are_told_with_the_names_that_documents_write(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build(Document.from_text("Silver Springs, also known as SS, is a mill. Stone mills are mills.", id="a"))
        stated = "Silver Springs — is also called — SS [1]"
        assert stated in render_explanation("Silver Springs", graph.explain("Silver Springs")).text
        assert stated in render_relationship(graph.relate("Silver Springs", "SS")).text
