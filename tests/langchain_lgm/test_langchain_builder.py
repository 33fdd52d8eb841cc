"""LangChain documents become a language graph."""

import gc
import threading
from datetime import date

import numpy as np
import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import Cancelled, InputError
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from tests.support.langchain_models import WordsModel
from tests.support.onnx_models import write_model

PEARS = Document("A pear is a fruit. Pears are sweet.", id="pears", metadata={"source": "pears.md", "year": 2021})
BOATS = Document("A dinghy is a small boat.", metadata={"tags": ["sea", "wood"], "day": date(2024, 5, 1)})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.lgm"


def test_ids_and_metadata_are_kept(path):
    with LanguageGraphBuilder(store=path, workers=1).build([PEARS, BOATS]) as graph:
        records = {record.source: record for record in graph.documents()}
        assert records["pears.md"].id == "pears"
        assert records["pears.md"].metadata == {"source": "pears.md", "year": 2021}
        assert records[""].metadata == {"tags": ["sea", "wood"], "day": "2024-05-01"}


def test_a_document_without_an_id_gets_the_same_one_every_time(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.build([BOATS]) as graph:
        (first,) = graph.documents()
        builder.build([BOATS])
        assert graph.documents() == [first]
        assert (builder.report.learned, builder.report.skipped) == (0, 1)


def test_a_document_replaces_the_one_with_its_id(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.build([PEARS]) as graph:
        builder.build([Document("A pear is a tree.", id="pears")])
        assert [relation.object for relation in graph.store.relations(concept="pear")] == ["tree"]
        assert graph.statistics().sentences == 1


def test_deleting_leaves_nothing_behind(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.build([PEARS, BOATS]) as graph:
        assert builder.delete(["pears", "never seen"])["succeeded"] == ["pears"]
        assert not graph.store.find_concepts(["pear", "fruit"])
        assert not ConceptIterativeRetriever(graph=graph).invoke("pear")


def test_headings_are_found_where_the_metadata_names_a_media_type(path):
    page = Document("# Pears\n\n## Taste\n\nPears are sweet.\n", metadata={"file_type": "text/markdown"})
    with LanguageGraphBuilder(store=path, workers=1).build([page]) as graph:
        (found,) = ConceptIterativeRetriever(graph=graph, k=1).invoke("Are pears sweet?")
        assert found.metadata["section_path"] == ["Pears", "Taste"]


def test_what_cannot_be_learned_is_logged_and_the_rest_is_there(path, caplog):
    builder = LanguageGraphBuilder(store=path, workers=1)
    bad = Document("A plum is a fruit.", id="plum\0", metadata={})
    with builder.build([bad, PEARS]) as graph:
        assert [record.id for record in graph.documents()] == ["pears"]
        assert len(builder.report.failed) == 1
    (warning,) = caplog.records
    assert (warning.name, warning.levelname) == ("langchain_lgm.builder", "WARNING")
    assert "was not learned: " in warning.message


def test_without_a_place_the_graph_goes_with_its_last_user():
    graph = LanguageGraphBuilder(workers=1).build([PEARS])
    folder = graph.store.path.parent
    assert folder.exists()
    graph.close()
    del graph
    gc.collect()
    assert not folder.exists()


def test_a_build_can_be_cancelled(path):
    cancel = threading.Event()
    cancel.set()
    builder = LanguageGraphBuilder(store=path, workers=1)
    with pytest.raises(Cancelled):
        builder.build([PEARS], cancel=cancel)
    with builder.graph as graph:
        assert graph.documents() == []
        assert len(builder.build([PEARS]).documents()) == 1


async def test_the_builder_is_a_runnable_and_asynchronous(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.invoke([PEARS]) as graph:
        assert await builder.ainvoke([BOATS]) is graph
        assert await builder.abuild([BOATS]) is graph
        assert builder.report.skipped == 1
        assert len(graph.documents()) == 2


def test_a_langchain_model_extracts_unless_told_not_to(path, tmp_path):
    silent, asked = (WordsModel(script=lambda _: "[]") for _ in range(2))
    with LanguageGraphBuilder(llm=asked, store=path, workers=1).build([PEARS]):
        assert asked.asked
    with LanguageGraphBuilder(llm=silent, store=tmp_path / "2.lgm", extraction=False, workers=1).build(
        [PEARS]
    ) as graph:
        assert not silent.asked
        assert graph.llm.name == "words-1"


def test_a_model_of_the_engine_serves_as_it_is(path):
    model = ScriptedChatModel(lambda _: "[]")
    with LanguageGraphBuilder(llm=model, store=path, workers=1).build([PEARS]):
        assert model.requests


class LengthEmbeddings(Embeddings):
    """Vectors from lengths; remembers the texts that each method was given."""

    def __init__(self):
        self.documents, self.questions = [], []

    def embed_documents(self, texts):
        self.documents += texts
        return [[float(len(text)), 1.0] for text in texts]

    def embed_query(self, text):
        self.questions.append(text)
        return [float(len(text)), 1.0]


def test_documents_and_questions_are_embedded_each_by_its_own_method(path):
    embeddings = LengthEmbeddings()
    question = "Are pears sweet?"
    with LanguageGraphBuilder(store=path, embeddings=embeddings, workers=1).build([PEARS]) as graph:
        assert ConceptIterativeRetriever(graph=graph).invoke(question)
    assert embeddings.questions.count(question) == 1
    assert question not in embeddings.documents
    sentences = ["A pear is a fruit.", "Pears are sweet."]
    assert [sum(sentence in text for text in embeddings.documents) for sentence in sentences] == [1, 1]
    assert [text for text in embeddings.questions if text in sentences] == []


def test_what_is_no_place_for_a_graph_is_refused():
    with pytest.raises(InputError, match="store=42 is neither the path of a graph file, nor"):
        LanguageGraphBuilder(store=42)


def test_what_is_no_embedding_model_is_refused():
    with pytest.raises(InputError, match="embeddings=42 has no `embed_documents`"):
        LanguageGraphBuilder(embeddings=42)
    with pytest.raises(InputError, match="'gpt' is neither the name of an embedding model nor a folder"):
        LanguageGraphBuilder(embeddings="gpt")


def test_a_folder_with_an_embedding_model_ranks(path):
    folder = write_model(path.with_name("tiny"))
    with LanguageGraphBuilder(store=path, embeddings=folder, workers=1).build([PEARS]) as graph:
        assert ConceptIterativeRetriever(graph=graph).invoke("Are pears sweet?")
    assert np.load(path.with_name(f"{path.name}-vectors") / "model.npy")["name"].tolist() == [str(folder)]


def test_requests_that_extract_nothing_are_logged(path, caplog):
    with LanguageGraphBuilder(llm=WordsModel(script=lambda _: "no JSON"), store=path, workers=1).build([PEARS]):
        messages = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(messages) == 1
    assert messages[0].startswith("the only request to the language model failed: ")


async def test_documents_are_deleted_without_blocking(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.build([PEARS, BOATS]) as graph:
        assert (await builder.adelete(["pears"]))["num_deleted"] == 1
        assert len(graph.documents()) == 1


def test_a_single_id_is_not_read_letter_by_letter(path):
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.build([PEARS, Document("A pear is a fruit.", id="p")]) as graph:
        assert builder.delete("pears")["succeeded"] == ["pears"]
        assert [record.id for record in graph.documents()] == ["p"]


def test_a_schema_is_loaded_before_documents_are_learned(path, tmp_path):
    documents = [Document("Laura is a film. Laura was directed by Otto Preminger.", id="laura")]
    schema = Schema(classes=(SchemaClass("Film"),), properties=(SchemaProperty("director", ("directed by",), "Film"),))
    builder = LanguageGraphBuilder.from_documents(documents, store=path, facts="open", workers=1, schema=schema)
    assert builder.graph.schema() == schema
    assert [fact.property for fact in builder.graph.facts("Laura", conforming=True)] == ["director"]
    (tmp_path / "wrong.toml").write_text('[[class]]\nname = "Film"\nparents = ["Film"]\n')
    with pytest.raises(InputError, match=r"wrong\.toml: line 3"):
        LanguageGraphBuilder(store=path, schema=tmp_path / "wrong.toml")
    assert builder.graph.schema() == schema
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        LanguageGraphBuilder(store=tmp_path / "new.lgm", schema=tmp_path / "none.toml")
    assert not list(tmp_path.glob("new.lgm*"))
