"""What both doors do alike: retrievers copy and pickle, empty graphs answer nothing, and settings say what is wrong."""

import copy
import os
import pickle
import subprocess
import sys

import pytest
from langchain_core.documents import Document
from llama_index.core import Document as LlamaDocument
from llama_index.core import SimpleDirectoryReader, StorageContext, load_index_from_storage
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.node_parser import SentenceSplitter

from langchain_lgm import ConceptIterativeAnswerer, ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import InputError, LanguageGraph
from lgm_core.model import Verdict
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever
from llama_index_lgm import LanguageGraphIndex

QUESTION = "What do fruits contain?"
DOCUMENTS = [Document("Pears are a type of fruit. Fruits contain vitamins.", id="pears")]


@pytest.fixture
def graph(tmp_path):
    with LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1).build(DOCUMENTS) as graph:
        yield graph


def texts(retriever):
    if isinstance(retriever, LlamaIndexRetriever):
        return [found.node.get_content() for found in retriever.retrieve(QUESTION)]
    return [found.page_content for found in retriever.invoke(QUESTION)]


@pytest.mark.parametrize("retriever_class", [ConceptIterativeRetriever, LlamaIndexRetriever])
def test_a_retriever_copies_and_pickles(graph, tmp_path, retriever_class):
    retriever = retriever_class(graph=graph, mode="sentences")
    found = texts(retriever)
    assert found
    for copied in (copy.copy(retriever), copy.deepcopy(retriever)):
        assert copied.graph is graph
        assert texts(copied) == found
    pickled = pickle.dumps(retriever)
    with pickle.loads(pickled).graph as other:
        assert other is not graph
        assert other.store.path == graph.store.path
    (tmp_path / "retriever").write_bytes(pickled)
    program = (
        f"import pickle, sys; print(len(pickle.load(open(sys.argv[1], 'rb')).{_ASK[retriever_class]}({QUESTION!r})))"
    )
    told = subprocess.run([sys.executable, "-c", program, tmp_path / "retriever"], capture_output=True, text=True)
    assert told.stdout.strip() == str(len(found)), told.stderr


_ASK = {ConceptIterativeRetriever: "invoke", LlamaIndexRetriever: "retrieve"}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda index: pickle.loads(pickle.dumps(index))])
def test_a_copied_index_has_all_of_the_index(graph, tmp_path, copied):
    index = LanguageGraphIndex.from_existing(graph.store.path)
    other = copied(index)
    other.insert(LlamaDocument(text="A plum is a fruit.", id_="plums"))
    assert sorted(index.ref_doc_info) == ["pears", "plums"]
    other.storage_context.persist(tmp_path / "persisted")
    loaded = load_index_from_storage(StorageContext.from_defaults(persist_dir=str(tmp_path / "persisted")))
    assert sorted(loaded.ref_doc_info) == ["pears", "plums"]


def test_a_copied_graph_with_settings_keeps_them(graph):
    with pickle.loads(pickle.dumps(LanguageGraph(graph.store, concurrency=3, cache_replies=False))) as other:
        session = other._opened.session(None, None)
        assert (session.concurrency, session.cache) == (3, None)


@pytest.mark.parametrize("place", ["path", "temporary"])
def test_an_empty_graph_finds_nothing_wherever_it_is(tmp_path, place):
    store = tmp_path / "g.lgm" if place == "path" else None
    builder = LanguageGraphBuilder(store=store)
    assert texts(builder.as_retriever()) == []
    assert "no sentence is about the question" in ConceptIterativeAnswerer(builder).invoke(QUESTION).text
    index = LanguageGraphIndex(store=None if store is None else tmp_path / "i.lgm")
    assert texts(index.as_retriever()) == []
    assert index.as_query_engine().query(QUESTION).source_nodes == []


def test_without_facts_a_retriever_of_facts_says_so(graph, caplog):
    for retriever in (ConceptIterativeRetriever(graph=graph, mode="facts"), LlamaIndexRetriever(graph, mode="facts")):
        caplog.clear()
        assert texts(retriever) == []
        assert [record.getMessage() for record in caplog.records] == [
            "mode='facts' finds nothing: the graph has no facts; build it with facts='open'."
        ]
    graph.learn_facts()
    caplog.clear()
    assert texts(ConceptIterativeRetriever(graph=graph, mode="facts"))
    assert not caplog.records


def test_a_number_of_nodes_that_is_none_is_refused(graph):
    index = LanguageGraphIndex(store=graph.store)
    for ask in (index.as_retriever, index.as_query_engine):
        with pytest.raises(InputError, match="similarity_top_k='5' is not a whole number"):
            ask(similarity_top_k="5")
        with pytest.raises(InputError, match="similarity_top_k=0 asks for nothing"):
            ask(similarity_top_k=0)


def test_a_file_that_was_only_touched_is_not_learned_anew(tmp_path):
    (tmp_path / "pears.txt").write_text("Pears are a type of fruit.")
    index = LanguageGraphIndex(workers=1)
    for day, learned in ((1, 1), (5, 0)):
        os.utime(tmp_path / "pears.txt", (day * 100_000, day * 100_000))
        documents = SimpleDirectoryReader(tmp_path).load_data()
        assert index.refresh_ref_docs(documents) == [bool(learned)]
        assert index.report.learned == learned
    builder = LanguageGraphBuilder(workers=1)
    for time, learned in (("2024-01-01", 1), ("2024-01-02", 0)):
        builder.build([Document("Pears are fruit.", id="pears", metadata={"last_modified": time})])
        assert builder.report.learned == learned


@pytest.mark.parametrize(
    ("filename_as_id", "id_func"),
    [(False, None), (True, None), (True, lambda number, document: f"{document.id_}:{number}")],
)
def test_nodes_of_a_file_that_was_only_touched_are_not_learned_anew(tmp_path, filename_as_id, id_func):
    file = tmp_path / "pears.md"
    file.write_text(
        "# Pears\n\n" + "".join(f"Pears are a type of fruit. Orchard {number} is wet.\n" for number in range(20))
    )
    index = LanguageGraphIndex(workers=1, embed_model=MockEmbedding(4))
    splitter = SentenceSplitter(chunk_size=60, chunk_overlap=0, **({"id_func": id_func} if id_func else {}))
    for day in (1, 5):
        os.utime(file, (day * 100_000, day * 100_000))
        nodes = splitter(SimpleDirectoryReader(tmp_path, filename_as_id=filename_as_id).load_data())
        before = index.graph.statistics()
        index.insert_nodes(nodes)
        given = {node.node_id: node.hash for node in nodes}
        found = [result.node for result in index.as_retriever(similarity_top_k=50).retrieve("What is a pear?")]
        assert found
        assert {node.node_id: node.hash for node in found}.items() <= given.items()
        if day == 1:
            assert index.report.learned == len(nodes) > 2
            index.graph.store.set_verdicts({("is_a", "pear", "fruit"): Verdict.VALID})
    assert (index.report.learned, index.report.skipped) == (0, len(nodes))
    assert index.graph.statistics() == before
    assert set(index.ref_doc_info) == {nodes[0].ref_doc_id}
    assert [each.verdict for each in index.graph.store.relations() if each.object == "fruit"] == [Verdict.VALID]
