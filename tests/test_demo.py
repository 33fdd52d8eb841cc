"""The document set that comes with the package, and what the engine finds in it without a language model."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from lgm_core.demo import demo_folder
from lgm_core.documents.reader import read_documents
from lgm_core.documents.sections import split_sections
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.model import Document

PAGES = [page for page in read_documents([demo_folder() / "documents"]) if isinstance(page, Document)]
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (demo_folder() / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
ANSWERABLE = [question for question in QUESTIONS if question["gold_passages"]]


@pytest.fixture(scope="module")
def bees(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("demo") / "bees.lgm") as language_graph:
        language_graph.build(demo_folder() / "documents")
        yield language_graph


def test_there_are_a_dozen_pages_with_headings() -> None:
    assert len(PAGES) >= 12
    for page in PAGES:
        assert 150 <= len(page.text.split()) <= 350, page.id
        assert len({part.section.path for part in split_sections(page)}) >= 3, page.id


def test_questions_name_pages_that_exist() -> None:
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS) >= 12
    assert {name for question in QUESTIONS for name in question["gold_passages"]} <= {page.id for page in PAGES}
    assert 10 <= len(ANSWERABLE) < len(QUESTIONS)


@pytest.mark.parametrize("question", ANSWERABLE, ids=[question["id"] for question in ANSWERABLE])
def test_the_pages_that_answer_a_question_are_found(bees: LanguageGraph, question: dict[str, Any]) -> None:
    passages = bees.retrieve_passages(question["question"], 5)
    assert set(question["gold_passages"]) <= {passage.document.id for passage in passages}
