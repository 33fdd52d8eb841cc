"""Facts in a graph: learned in a build or later, imported, and looked up with their sentences."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lgm_core import Document, FactOptions, LanguageGraph
from lgm_core.errors import InputError, LanguageModelError, LanguageModelSetupError, StoreError
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Value

REED = "Tom Reed (4 May 1904 – 12 June 1987) was a sailor. His wife was Mary Cook. He may have visited Leeds."
FILM = "Salt Harbour is a 1962 drama film directed by Mary Cook. It was filmed in Porto in 1961."
DOCUMENTS = [
    Document.from_text(REED, id="reed", title="Tom Reed", metadata={"year": 1990}),
    Document.from_text(FILM, id="film", title="Salt Harbour (film)", metadata={"year": 2000}),
]
TRIPLES = {
    "title": "Salt Harbour (film)",
    "text": FILM,
    "triples": [
        ["Salt Harbour", "was directed by", "Mary Cook"],
        ["Salt Harbour", "filmed in", "Porto"],
        ["Salt Harbour", "shown in", "Leeds"],
        ["Salt Harbour", "is long"],
        ["Salt Harbour", "won", "a prize", "twice"],
        [1, 2, 3],
    ],
}


def exported(graph: LanguageGraph) -> bytes:
    target = io.BytesIO()
    graph.export(target)
    return target.getvalue()


def stated(graph: LanguageGraph, name: str, **arguments) -> set[tuple[str, str, str]]:
    return {
        (fact.subject, fact.predicate, fact.object.normalised if isinstance(fact.object, Value) else str(fact.object))
        for fact in (found.fact for found in graph.facts(name, **arguments))
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.lgm"


def test_a_build_learns_open_facts_with_their_sentences(path: Path) -> None:
    with LanguageGraph(path) as graph:
        report = graph.build(DOCUMENTS, facts="open")
        assert report.facts == graph.statistics().facts > 0
        assert ("salt harbour", "direct by", "mary cook") in stated(graph, "Mary Cook")
        assert ("tom reed", "bear", "1904-05-04") in stated(graph, "Tom Reed")
        assert "leeds" not in {object_ for _, _, object_ in stated(graph, "Tom Reed")}
        for found in graph.facts("Salt Harbour"):
            for evidence, sentence in zip(found.fact.evidence, found.sentences, strict=True):
                assert evidence.sentence_id == sentence.id
                assert 0 <= evidence.start < evidence.end <= len(sentence.text)


@pytest.mark.thorough
def test_facts_are_the_same_whatever_the_workers(tmp_path: Path) -> None:
    documents = [
        Document.from_text(text.text.replace("Mary", f"Mary{number}"), id=f"{text.id}{number}", title=text.title)
        for number in range(40)
        for text in DOCUMENTS
    ]
    exports = []
    for workers in (1, 2):
        with LanguageGraph(tmp_path / f"{workers}.lgm") as graph:
            graph.build(documents, facts="open", workers=workers, index=False)
            assert graph.statistics().facts
            exports.append(exported(graph))
    assert exports[0] == exports[1]


def test_a_later_build_keeps_the_facts_that_a_graph_has(path: Path) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS[:1], facts="open")
    with LanguageGraph(path) as graph:
        report = graph.build(DOCUMENTS)
        assert (report.learned, report.skipped) == (1, 1)
        assert stated(graph, "Tom Reed")
        assert stated(graph, "Salt Harbour")


def test_facts_are_switched_on_and_off_by_learning_again(path: Path) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        assert graph.statistics().facts == 0
        assert graph.build(DOCUMENTS, facts="open").learned == 2
        assert graph.statistics().facts
        assert graph.build(DOCUMENTS, facts="open").skipped == 2
        assert graph.build(DOCUMENTS, facts=False).learned == 2
        assert graph.statistics().facts == 0
        assert graph.build(DOCUMENTS).skipped == 2


def test_a_named_backend_that_does_not_parse_is_refused_before_anything_is_learned(path: Path) -> None:
    with LanguageGraph(path, annotator="lite") as graph:
        with pytest.raises(InputError, match="lite:parse"):
            graph.build(DOCUMENTS, facts="open")
        assert not graph.store.exists()


@pytest.mark.parametrize("facts", ["closed", True, 3])
def test_what_facts_cannot_be_is_refused(path: Path, facts: object) -> None:
    with LanguageGraph(path) as graph, pytest.raises(InputError, match="FactOptions"):
        graph.build(DOCUMENTS, facts=facts)


REPLY = json.dumps(
    {
        "entities": [
            {"id": "E1", "type": "film", "name": "Salt Harbour", "description": "a film of 1962"},
            {"id": "E2", "type": "director", "name": "Mary Cook", "description": ""},
        ],
        "facts": [
            {"n": 1, "subject": "E2", "predicate": "directed", "object": "E1", "quote": "directed by Mary Cook"},
            {"n": 1, "subject": "E2", "predicate": "hated", "object": "E1", "quote": "hated by Mary Cook"},
        ],
    }
)


def reply(messages) -> str:
    return REPLY if "# Salt Harbour" in messages[-1].content else '{"entities": [], "facts": []}'


def test_a_build_learns_facts_by_a_language_model(path: Path) -> None:
    with LanguageGraph(path, llm=ScriptedChatModel(reply, name="m")) as graph:
        report = graph.build(DOCUMENTS, facts="llm", extraction=False)
        assert (report.facts, report.dropped_facts) == (1, {"quote not in its sentence": 1})
        ((found),) = graph.facts("Mary Cook")
        assert found.fact.evidence[0].origin == "llm:m"
        (profile,) = graph.store.profiles(["salt harbour"])
        assert profile.types == ("film",)
        assert graph.build(DOCUMENTS, extraction=False).skipped == 2
    with LanguageGraph(path) as graph, pytest.raises(LanguageModelSetupError, match="facts=False"):
        graph.build(DOCUMENTS)


def test_facts_are_learned_later_without_files_and_undone_as_one(path: Path) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        before = exported(graph)
        report = graph.learn_facts()
        assert ("salt harbour", "direct by", "mary cook") in stated(graph, "Mary Cook")
        assert report.facts == report.kept == graph.statistics().facts
        with_facts = exported(graph)
        again = graph.learn_facts()
        assert (again.addition, again.facts, again.kept) == (report.addition, 0, report.kept)
        assert exported(graph) == with_facts
        assert graph.build(DOCUMENTS).skipped == 2
        assert graph.store.undo([report.addition]) == 1
        assert exported(graph) == before
        assert asyncio.run(graph.alearn_facts(FactOptions())).facts == report.facts


def test_facts_learned_later_are_those_of_a_build(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "a.lgm") as built, LanguageGraph(tmp_path / "b.lgm") as later:
        built.build(DOCUMENTS, facts="open")
        later.build(DOCUMENTS)
        later.learn_facts()
        assert later.store.facts() == built.store.facts()


def test_recorded_triples_are_imported_and_what_is_dropped_is_counted(path: Path) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        before = exported(graph)
        report = graph.import_facts([TRIPLES, {"id": "nobody", "triples": [["a", "is", "b"]]}])
        assert (report.claims, report.kept, report.facts) == (7, 2, 2)
        assert report.dropped == {"malformed": 3, "no such document": 1, "object not in the text": 1}
        assert stated(graph, "Salt Harbour") == {
            ("salt harbour", "direct by", "mary cook"),
            ("salt harbour", "film in", "porto"),
        }
        again = graph.import_facts([TRIPLES, {"id": "nobody", "triples": [["a", "is", "b"]]}])
        assert again == replace(report, facts=0)
        assert [record.kind for record in graph.store.additions()] == ["import"]
        graph.store.undo([report.addition])
        assert exported(graph) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [('{"id": "film"}', "triples"), ('{"triples": []}', "document"), ("[1]", "object"), ("{", ":1:"), ("\n\n{", ":3:")],
)
def test_a_file_of_recorded_triples_that_cannot_be_read_names_the_line(path: Path, text: str, message: str) -> None:
    file = path.with_name("triples.jsonl")
    file.write_text(text, encoding="utf-8")
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        with pytest.raises(InputError, match=message):
            graph.import_facts(file)
        with pytest.raises(InputError, match="nowhere"):
            graph.import_facts(path.with_name("nowhere.jsonl"))


@pytest.mark.parametrize("character", ["\u2028", "\u0085"])
def test_a_file_of_recorded_triples_has_a_row_a_line_and_maybe_a_mark_of_order(path: Path, character: str) -> None:
    file = path.with_name("triples.jsonl")
    row = TRIPLES | {"id": "film", "note": f"a{character}b"}
    file.write_text(json.dumps(row, ensure_ascii=False) + "\r\n", encoding="utf-8-sig", newline="")
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        assert graph.import_facts(file).facts == 2


@pytest.mark.parametrize("rows", [{"id": "film", "triples": []}, None, 3, ["film"]])
def test_what_are_no_rows_is_refused(path: Path, rows: object) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        with pytest.raises(InputError, match=r"row"):
            graph.import_facts(rows)


@pytest.mark.parametrize("limit", [-1, 0, "x", True, 1.5])
def test_a_limit_is_a_number_above_0(path: Path, limit: object) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        with pytest.raises(InputError, match=f"limit={limit!r}"):
            graph.facts("Mary Cook", limit=limit)
        with pytest.raises(InputError, match="None"):
            graph.facts(None)


def test_predicates_that_say_the_same_are_one_in_all_documents_of_an_import_and_in_later_ones(path: Path) -> None:
    texts = [f"Mary Cook photographed Salt Harbour in {year}." for year in (1961, 1962, 1963)]
    rows = [
        {"id": str(number), "triples": [["Mary Cook", predicate, "Salt Harbour"]]}
        for number, predicate in enumerate(["long photographed", "longs photographed", "longt photographed"])
    ]
    with LanguageGraph(path) as graph:
        graph.build([Document.from_text(text, id=str(number)) for number, text in enumerate(texts)])
        assert graph.import_facts(rows[:2]).facts == 1
        assert graph.import_facts(rows[2:]).facts == 0
        ((found),) = graph.facts("Salt Harbour")
        assert len(found.sentences) == 3


def test_facts_are_found_under_aliases_and_through_filters(path: Path) -> None:
    alias = Document.from_text("Mary Cook, also known as Mary Krone, was a director.", id="alias")
    with LanguageGraph(path) as graph:
        graph.build([*DOCUMENTS, alias], facts="open")
        assert ("salt harbour", "direct by", "mary cook") in stated(graph, "Mary Krone")
        assert stated(graph, "Mary Cook", where={"year": 1990}) == {("tom reed", "wife", "mary cook")}
        assert len(graph.facts("Mary Cook", limit=1)) == 1
        with pytest.raises(InputError, match="does not name a concept"):
            graph.facts("the")


def test_without_a_graph_there_is_nothing_to_learn_from(path: Path) -> None:
    with LanguageGraph(path) as graph:
        for call in (graph.learn_facts, lambda: graph.facts("x"), lambda: graph.import_facts([])):
            with pytest.raises(StoreError, match="no such graph"):
                call()


def test_a_request_that_fails_leaves_its_document_to_the_next_build(path: Path) -> None:
    def failing(messages):
        return LanguageModelError("busy") if "# Tom Reed" in messages[-1].content else reply(messages)

    with LanguageGraph(path, llm=ScriptedChatModel(failing, name="m")) as graph:
        report = graph.build(DOCUMENTS, facts="llm", extraction=False)
        assert (report.learned, report.incomplete, report.requests.failed) == (2, 1, 1)
        assert [document.name for document in report.unfinished] == ["reed"]
        assert stated(graph, "Mary Cook")
    with LanguageGraph(path, llm=ScriptedChatModel(reply, name="m")) as graph:
        report = graph.build(DOCUMENTS, extraction=False)
        assert (report.learned, report.skipped, report.incomplete) == (1, 1, 0)


def test_a_language_model_learns_facts_later(path: Path) -> None:
    with LanguageGraph(path) as graph:
        graph.build(DOCUMENTS)
        with pytest.raises(LanguageModelSetupError):
            graph.learn_facts("llm")
        report = graph.with_llm(ScriptedChatModel(reply, name="m")).learn_facts("llm")
        assert (report.facts, report.profiles, report.requests.total) == (1, 2, 2)
        assert report.dropped == {"quote not in its sentence": 1}
        assert [record.kind for record in graph.store.additions()] == ["facts"]
        with pytest.raises(InputError, match="does not say how"):
            graph.learn_facts(None)


@given(
    triples=st.lists(
        st.one_of(
            st.lists(
                st.one_of(st.sampled_from(["Salt Harbour", "Porto", "1961", "It"]), st.text(max_size=9)), max_size=4
            ),
            st.dictionaries(st.sampled_from(["subject", "predicate", "object", "quote"]), st.text(max_size=9)),
            st.none(),
            st.integers(),
        ),
        max_size=8,
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_record_crashes_an_import_and_each_drop_is_counted(tmp_path: Path, triples: list[object]) -> None:
    with LanguageGraph(tmp_path / "fuzz.lgm") as graph:
        graph.build(DOCUMENTS, index=False)
        report = graph.import_facts([TRIPLES | {"triples": triples}])
        assert report.claims == len(triples)
        assert 0 <= report.facts <= report.kept
        graph.store.undo([record.id for record in graph.store.additions()])


def test_a_build_that_is_told_nothing_keeps_the_way_of_each_document(path: Path) -> None:
    options = FactOptions("llm", window_tokens=300)
    with LanguageGraph(path, llm=ScriptedChatModel(reply, name="m")) as graph:
        graph.build(DOCUMENTS[:1], facts="open", extraction=False)
        assert graph.build(DOCUMENTS[1:], facts=options, extraction=False).learned == 1
        assert graph.build(DOCUMENTS, extraction=False).skipped == 2
        assert graph.build(DOCUMENTS[1:], facts="llm", extraction=False).learned == 1  # other settings, and named
    with LanguageGraph(path) as graph:
        plain = Document.from_text("Ann Lee was born in Porto.", id="lee", title="Ann Lee")
        assert graph.build([plain], facts=False).learned == 1
        assert graph.build(DOCUMENTS).skipped == 2
        edited = Document.from_text(f"{REED} He was born in Porto.", id="reed", title="Tom Reed")
        report = graph.build([edited, replace(DOCUMENTS[1], text="It is lost.")])
        assert (report.learned, [failed.name for failed in report.failed]) == (1, ["film"])
        assert "--llm" in report.failed[0].error
        assert "porto" in {object_ for _, _, object_ in stated(graph, "Tom Reed")}
        assert stated(graph, "Ann Lee") == set()
        assert graph.build([Document.from_text("Bob Hill was born in Leeds.", id="hill")]).facts


def test_documents_in_other_languages_have_no_open_facts_and_are_counted(path: Path) -> None:
    german = Document.from_text("Anna Krone wurde in Bremen geboren. Sie baute ein Haus.", id="krone")
    with LanguageGraph(path) as graph:
        report = graph.build([*DOCUMENTS, german], facts="open")
        assert (report.without_open_facts, report.facts > 0) == (1, True)
        later = graph.learn_facts()
        assert later.without_open_facts == 1
        assert "English only" in str(later)
