"""A graph of documents in many languages: each is read in its own, and found by questions in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.evaluation.baselines import BM25
from tests.language.test_normalisation import TEXTS
from tests.support.passages_by_language import PASSAGES
from tests.support.texts import APPLES

DOCUMENTS = [
    Document.from_text(text, id=f"{language}{number}", title="")
    for language, passages in PASSAGES.items()
    for number, (text, _) in enumerate(passages)
]
QUESTIONS = [
    pytest.param(language, number, question, id=f"{language}{number}")
    for language, passages in PASSAGES.items()
    for number, (_, question) in enumerate(passages)
]
WITHOUT_PATTERNS = set(PASSAGES) - {"en", "de"}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("languages") / "all.lgm") as graph:
        report = graph.build(DOCUMENTS, workers=1)
        assert (report.learned, report.unread) == (len(DOCUMENTS), {})
        yield graph


def test_each_document_is_read_in_its_own_language(graph: LanguageGraph) -> None:
    assert {record.id: record.language for record in graph.documents()} == {
        f"{language}{number}": language for language, passages in PASSAGES.items() for number in range(len(passages))
    }


@pytest.mark.parametrize(("language", "number", "question"), QUESTIONS)
def test_a_question_finds_its_passage_first_among_those_of_all_languages(
    graph: LanguageGraph, language: str, number: int, question: str
) -> None:
    assert graph.retrieve_passages(question, k=1)[0].document.id == f"{language}{number}"


@pytest.mark.parametrize("language", PASSAGES)
def test_a_language_by_itself_is_found_as_well_as_by_its_plain_words(language: str, tmp_path: Path) -> None:
    texts = [text for text, _ in PASSAGES[language]]
    plain = BM25(texts)
    with LanguageGraph(tmp_path / "one.lgm") as graph:
        graph.build([Document.from_text(text, id=str(number), title="") for number, text in enumerate(texts)])
        for number, (_, question) in enumerate(PASSAGES[language]):
            found = [passage.document.id for passage in graph.retrieve_passages(question, k=3)]
            assert found[0] == str(number) or plain.rank(question, 1) != [number]


@pytest.mark.parametrize("language", [language for language in PASSAGES if language != "th"])
def test_sentences_end_where_their_marks_are_and_are_cited_whole(graph: LanguageGraph, language: str) -> None:
    for number, (text, question) in enumerate(PASSAGES[language]):
        cited = {found.sentence.text for found in graph.retrieve_sentences(question, k=10, where=None)}
        sentences = graph.store.sentences([f"{language}{number}#{place}" for place in range(3)])
        assert len(sentences) == 2
        assert all(sentence.text == text[sentence.start : sentence.end] for sentence in sentences)
        assert cited & {sentence.text for sentence in sentences}


def test_nothing_is_read_by_the_patterns_of_another_language(graph: LanguageGraph) -> None:
    stating = {
        evidence.sentence_id.rstrip("#0123456789")
        for relation in graph.store.relations()
        for evidence in relation.evidence
    }
    assert not stating & WITHOUT_PATTERNS


def test_names_are_told_by_capitals_where_the_script_has_them(graph: LanguageGraph) -> None:
    for name in ("Ramón Ibarra", "Louis Marchand", "Иван Соколов", "Νίκος Παππάς", "Ludwig Brand", "Edwin Marsh"):
        concept = graph.explain(name)
        assert concept is not None
        assert name in concept.concept.forms


def test_a_title_is_followed_in_a_script_without_spaces(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "titles.lgm") as graph:
        graph.build(
            [
                Document.from_text("他在青石大学学习了四年。后来他成了医生。", id="doctor", title="王明"),
                Document.from_text("它位于白河市，有三万名学生。", id="university", title="青石大学"),
                Document.from_text("那里的冬天很长，学生喜欢滑雪。", id="winter", title="北山"),
            ]
        )
        found = graph.retrieve_passages("王明学习的大学位于哪里？", k=2)
        assert {passage.document.id for passage in found} == {"doctor", "university"}


def test_the_language_can_be_told(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "told.lgm", annotator="lite:nl") as graph:
        graph.build([Document.from_text("Bijen leven in korven.", id="bees")], workers=1)
        assert graph.store.languages() == ["nl"]
    with pytest.raises(InputError, match="ISO 639-1"):
        LanguageGraph(tmp_path / "told.lgm", annotator="lite:dutch")


def test_a_question_without_a_language_model_is_answered_in_any_language(graph: LanguageGraph) -> None:
    for language in PASSAGES:
        text, question = PASSAGES[language][0]
        assert any(citation.text in text for citation in graph.ask(question).citations)


# Documents in a script that the backend does not read: learned, counted, and told once a build.


def test_text_that_the_backend_cannot_read_is_told_once_with_the_backend_that_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chinese = [Document.from_text(f"{TEXTS['Chinese']}{number}", id=f"zh{number}") for number in range(3)]
    thai = Document.from_text(TEXTS["Thai"], id="th")
    with LanguageGraph(tmp_path / "g.lgm", annotator="lite:en") as graph:
        report = graph.build([*chinese, thai, APPLES], workers=1)
        assert (report.learned, report.unread) == (5, {"Chinese": 3, "Thai": 1})
        first, second = (record.message for record in caplog.records if record.levelname == "WARNING")
        assert first.startswith("3 documents are mostly in Chinese script")
        assert "stanza:zh-hans" in first
        assert "stanza:th" in second
        caplog.clear()
        assert graph.build([*chinese, thai, APPLES], workers=1).skipped == 5
        assert caplog.records == []


# Questions and titles in scripts that are written in other ways than with words between spaces.


@pytest.fixture
def scripts(tmp_path: Path) -> LanguageGraph:
    return LanguageGraph(tmp_path / "scripts.lgm")


def test_a_title_with_a_joined_emoji_can_be_named(scripts: LanguageGraph) -> None:
    scripts.build([Document.from_text("Plain text here.", id="a", title="👨‍👩‍👧 Smith Family")])
    assert [passage.document.id for passage in scripts.retrieve_passages("The 👨‍👩‍👧 Smith Family")] == ["a"]


def test_a_name_behind_a_middle_dot_is_found(scripts: LanguageGraph) -> None:
    scripts.build([Document.from_text("俳優のトム・クルーズは来日した。", id="tom")])
    assert scripts.retrieve_passages("クルーズはいつ来日した？")


def test_what_a_filter_leaves_out_tells_no_language(scripts: LanguageGraph, tmp_path: Path) -> None:
    english = [
        Document.from_text("The tram stations of Elmford were built in 1911.", id="e1", metadata={"l": "en"}),
        Document.from_text("A church stands on the hill of Elmford.", id="e2", metadata={"l": "en"}),
    ]
    german = "Die Kirche von Ulm wurde in der Stadt von den Bürgern und mit dem Geld der Händler gebaut."
    scripts.build([*english, Document.from_text(german * 3, id="d", metadata={"l": "de"})])
    alone = LanguageGraph(tmp_path / "alone.lgm")
    alone.build(english)
    for question in ("Stations", "die Kirche", "Elmford church"):
        filtered = scripts.retrieve_passages(question, where={"l": "en"})
        assert [(hit.id, hit.score) for hit in filtered] == [
            (hit.id, hit.score) for hit in alone.retrieve_passages(question)
        ]
