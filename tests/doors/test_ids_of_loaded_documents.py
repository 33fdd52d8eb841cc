"""Documents from the hosts' loaders, which give no ids: a second run replaces what the first has learned."""

import shutil
from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from llama_index.core import MockEmbedding, SimpleDirectoryReader
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter, SentenceWindowNodeParser
from llama_index.core.schema import BaseNode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.vector_stores import SimpleVectorStore

from langchain_lgm import LanguageGraphBuilder
from lgm_core import InputError, LanguageGraph
from llama_index_lgm import LanguageGraphIndex

TEXTS = {"capital.txt": "The capital is Berlin.", "sub/fig.txt": "Figs are sweet."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "docs", TEXTS)
    return tmp_path / "docs"


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def learn_through_langchain(folder: Path, store: Path) -> None:
    loaded = [
        LangChainDocument(path.read_text("utf-8"), metadata={"source": str(path)})
        for path in sorted(folder.rglob("*.txt"))
    ]
    LanguageGraphBuilder(store=store, workers=1).build(loaded).close()


def learn_through_llama_index(folder: Path, store: Path) -> None:
    loaded = SimpleDirectoryReader(str(folder), recursive=True).load_data()
    LanguageGraphIndex.from_documents(loaded, store=str(store), workers=1).graph.close()


DOORS = pytest.mark.parametrize("learn", [learn_through_langchain, learn_through_llama_index])


def held(store: Path) -> dict[str, str]:
    with LanguageGraph(store) as graph:
        return {record.id: graph.store.sentences([f"{record.id}#0"])[0].text for record in graph.documents()}


@DOORS
def test_a_second_run_replaces_what_was_edited(learn, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "graph.lgm"
    learn(folder, store)
    learn(folder, store)
    assert held(store) == TEXTS
    write(folder, {"capital.txt": "The capital is Madrid."})
    learn(folder, store)
    assert held(store) == {**TEXTS, "capital.txt": "The capital is Madrid."}


@DOORS
def test_files_that_a_loader_finds_in_another_place_are_others(
    learn, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = tmp_path / "graph.lgm"
    learn(folder, store)
    elsewhere = folder.rename(tmp_path / "there") / "docs"  # as of another customer, or in another container
    shutil.copytree(tmp_path / "there", elsewhere)
    write(elsewhere, {"capital.txt": "The capital is Madrid."})
    learn(elsewhere, store)
    assert sorted(held(store).values()) == sorted([*TEXTS.values(), "The capital is Madrid.", TEXTS["sub/fig.txt"]])
    assert "(the text of sub/fig.txt)" in caplog.text
    with LanguageGraph(tmp_path / "read.lgm") as graph:
        graph.build(elsewhere)
        graph.build(shutil.move(elsewhere, tmp_path / "docs"))  # the engine reads it: its folder has moved
    assert held(tmp_path / "read.lgm") == {**TEXTS, "capital.txt": "The capital is Madrid."}


@DOORS
def test_folders_of_one_name_keep_their_files(
    learn, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, twin = tmp_path / "graph.lgm", tmp_path / "twin" / "docs"
    write(twin, {"capital.txt": "The capital is Madrid.", "sub/fig.txt": TEXTS["sub/fig.txt"]})
    for _ in range(2):
        learn(folder, store)
        learn(twin, store)
    assert held(store) == {
        **TEXTS,
        "twin/docs/capital.txt": "The capital is Madrid.",
        "twin/docs/sub/fig.txt": TEXTS["sub/fig.txt"],
    }
    (warning,) = [record for record in caplog.records if record.name.endswith("_lgm") or "lgm." in record.name]
    assert warning.levelname == "WARNING"
    assert "held twice" in warning.getMessage()
    assert "twin/docs/sub/fig.txt (the text of sub/fig.txt)" in warning.getMessage()


@DOORS
def test_the_command_line_and_the_doors_know_a_file_by_one_id(learn, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "graph.lgm"
    with LanguageGraph(store) as graph:
        graph.build(folder)
    learn(folder, store)
    with LanguageGraph(store) as graph:
        graph.build(folder / "sub" / "fig.txt")
    assert held(store) == TEXTS


@pytest.mark.parametrize("is_there", [True, False])
def test_chunks_that_a_file_no_longer_has_are_removed_and_told_and_those_of_no_file_kept(
    is_there: bool, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = str(folder / "capital.txt") if is_there else "docs/fig.txt"
    name = source if not is_there else "capital.txt"

    def chunks(*texts: str) -> list[LangChainDocument]:
        return [LangChainDocument(text, metadata={"source": source}) for text in texts]

    builder = LanguageGraphBuilder(store=tmp_path / "graph.lgm", workers=1)
    builder.build(chunks("Figs are sweet.", "Figs have seeds."))
    assert builder.add_documents(chunks("Figs are fruit.")) == [f"{name}:3"]
    assert caplog.text == ""
    if is_there:
        builder.build(chunks("Figs are sour."))
        assert held(tmp_path / "graph.lgm") == {name: "Figs are sour."}
        assert f"what their sources held: {name}:2, {name}:3." in caplog.text
        return
    with pytest.raises(
        InputError, match=f"would lose: '{name}:2, {name}:3'; give all documents of a source together, or"
    ):
        builder.build(chunks("Figs are sour."))
    assert len(held(tmp_path / "graph.lgm")) == 3
    builder.build(chunks("Figs are sour.", "Figs have seeds.", "Figs are fruit.", "Figs grow."))
    assert list(held(tmp_path / "graph.lgm").values()) == [
        "Figs are sour.",
        "Figs have seeds.",
        "Figs are fruit.",
        "Figs grow.",
    ]


def update(index: LanguageGraphIndex, document: LlamaDocument) -> None:
    index.update_ref_doc(document)


def refresh(index: LanguageGraphIndex, document: LlamaDocument) -> None:
    index.refresh_ref_docs([document])


def build_again(index: LanguageGraphIndex, document: LlamaDocument) -> None:
    LanguageGraphIndex.from_documents([document], store=index.graph.store, workers=1)


LLAMA_INDEX = pytest.mark.parametrize("learn_one", [update, refresh, build_again])
THREE = ["Figs are sweet.", "Plums are blue.", "Pears are green."]


@LLAMA_INDEX
@pytest.mark.parametrize("source", ["slack", "https://acme.slack.com/archives", "/acme/notes.txt"])
def test_documents_that_share_a_source_are_all_kept_or_refused(learn_one, source: str) -> None:
    index = LanguageGraphIndex.from_documents(
        [LlamaDocument(text=text, metadata={"source": source}) for text in THREE], workers=1
    )
    fourth = LlamaDocument(text="Quinces are yellow.", metadata={"source": source})
    if source == "slack":
        learn_one(index, fourth)
    else:
        with pytest.raises(InputError, match=f"more documents of the source '{source}' than were given"):
            learn_one(index, fourth)
        index.insert(fourth)
    assert sorted(held_by(index)) == sorted([*THREE, "Quinces are yellow."])


def test_one_page_of_a_file_that_is_there_replaces_the_others_only_where_all_are_given(tmp_path: Path) -> None:
    write(tmp_path, {"fig.txt": "of three pages"})
    metadata = {"file_path": str(tmp_path / "fig.txt")}
    pages = [LlamaDocument(text=text, metadata=metadata) for text in THREE]
    index = LanguageGraphIndex.from_documents(pages, workers=1)
    with pytest.raises(InputError, match="give all documents of a source together"):
        index.update_ref_doc(LlamaDocument(text="Plums are red.", metadata=metadata))
    pages[1].set_content("Plums are red.")
    for learn_one in (refresh, update):
        learn_one(index, pages[1])
    assert held_by(index) == ["Figs are sweet.", "Plums are red.", "Pears are green."]
    index.refresh_ref_docs([LlamaDocument(text="Figs are sour.", metadata=metadata)])
    assert held_by(index) == ["Figs are sour."]


def test_a_source_that_tells_documents_apart_counts_more_than_one_that_does_not() -> None:
    index = LanguageGraphIndex(workers=1)
    for text in ("Figs are sweet.", "Figs are sour."):
        index.refresh_ref_docs([LlamaDocument(text=text, metadata={"source": "slack", "url": "https://x.org/1"})])
    assert held_by(index) == ["Figs are sour."]


@pytest.mark.parametrize("metadata", [{}, {"file_path": "kb/fig.md"}, {"source": "slack"}])
def test_nodes_of_a_new_version_take_the_place_of_the_former(
    metadata: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    pipeline = IngestionPipeline(
        transformations=[SentenceWindowNodeParser(window_size=1), MockEmbedding(embed_dim=2)],
        docstore=SimpleDocumentStore(),
        vector_store=SimpleVectorStore(),
        docstore_strategy=DocstoreStrategy.UPSERTS,
    )
    index = LanguageGraphIndex(workers=1)
    other = LlamaDocument(text="Bees fly.", id_="bee")

    def insert(text: str, *, one_by_one: bool = False) -> None:
        nodes = pipeline.run(documents=[LlamaDocument(text=text, id_="fig", metadata=metadata), other])
        for batch in [[node] for node in nodes] if one_by_one else [nodes]:
            index.insert_nodes(batch)

    insert("Figs are sweet. Figs have seeds.")
    insert("Figs are sweet. Figs have seeds.")
    assert (sorted(held_by(index)), caplog.text) == (["Bees fly.", "Figs are sweet.", "Figs have seeds."], "")
    former = index.ref_doc_info["fig"].node_ids
    insert("Figs are sour.")
    assert sorted(held_by(index)) == ["Bees fly.", "Figs are sour."]
    assert f"what their sources held: {', '.join(former)}." in caplog.text
    insert("Figs are red. Figs are round. Figs are soft.", one_by_one=True)
    assert sorted(held_by(index)) == ["Bees fly.", "Figs are red.", "Figs are round.", "Figs are soft."]
    caplog.clear()
    insert("Figs are red. Figs are round. Figs are brown.")
    assert sorted(held_by(index)) == ["Bees fly.", "Figs are brown.", "Figs are red.", "Figs are round."]
    assert index.report.doubled == 0
    assert "twice" not in caplog.text  # what has not changed took the place of itself


@pytest.mark.filterwarnings("error::UserWarning")
@pytest.mark.parametrize("metadata", [{}, {"file_path": "kb/fig.md"}])
def test_a_pipeline_without_docstore_and_vector_store_brings_the_graph_up_to_date(
    tmp_path: Path, metadata: dict[str, str]
) -> None:
    def ingest(*texts: str) -> tuple[list[str], int]:
        parser = SentenceWindowNodeParser(window_size=1, id_func=lambda number, node: f"{node.id_}:{number}")
        documents = [LlamaDocument(text=text, id_=text.split()[0], metadata=metadata) for text in texts]
        index = LanguageGraphIndex(store=tmp_path / "graph.lgm", workers=1)
        index.insert_nodes(IngestionPipeline(transformations=[parser]).run(documents=documents))
        for gone in index.ref_doc_info.keys() - {document.id_ for document in documents}:
            index.delete_ref_doc(gone)
        return sorted(held_by(index)), index.report.skipped

    first = ["Bees fly.", "Figs are sweet.", "Figs have seeds."]
    assert ingest("Figs are sweet. Figs have seeds.", "Bees fly.") == (first, 0)
    assert ingest("Figs are sweet. Figs have seeds.", "Bees fly.") == (first, 3)
    assert ingest("Figs are sour.", "Bees fly.") == (["Bees fly.", "Figs are sour."], 1)
    assert ingest("Figs are sweet. Figs have seeds.", "Bees fly.") == (first, 1)
    assert ingest("Figs are sweet. Figs have seeds.") == (first[1:], 2)


def held_by(index: LanguageGraphIndex) -> list[str]:
    store = index.graph.store
    return [store.sentences([f"{record.id}#0"])[0].text for record in store.documents()]


def test_an_index_knows_documents_by_the_ids_llama_index_made_up(tmp_path: Path) -> None:
    page = LlamaDocument(text="Figs are sweet.", metadata={"file_name": "fig.pdf"})
    note = LlamaDocument(text="Bees fly.")
    index = LanguageGraphIndex.from_documents([page, note], store=str(tmp_path / "graph.lgm"), workers=1)
    page.set_content("Figs are sour.")
    assert index.refresh_ref_docs([page, note]) == [True, False]
    note.set_content("Bees dance.")
    assert index.refresh_ref_docs([page, note]) == [False, True]
    assert sorted(held(tmp_path / "graph.lgm").values()) == ["Bees dance.", "Figs are sour."]
    index.insert(LlamaDocument(text="Figs have seeds.", metadata={"file_name": "fig.pdf"}))
    assert index.ref_doc_info["fig.pdf"].node_ids == ["fig.pdf", "fig.pdf:2"]
    index.delete_ref_doc(note.doc_id)
    index.delete_nodes([page.doc_id])
    assert index.ref_doc_info["fig.pdf"].node_ids == ["fig.pdf:2"]


def cut(folder: Path) -> list[BaseNode]:
    loaded = SimpleDirectoryReader(str(folder), recursive=True).load_data()
    return SentenceWindowNodeParser(window_size=1).get_nodes_from_documents(loaded)


@pytest.mark.parametrize("inserts", [False, True], ids=["at once", "inserted"])
def test_nodes_that_a_parser_cut_replace_those_of_the_run_before(inserts: bool, folder: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "graph.lgm")

    def build() -> LanguageGraphIndex:
        if not inserts:
            return LanguageGraphIndex(cut(folder), store=store, workers=1)
        index = LanguageGraphIndex(store=store, workers=1)
        index.insert_nodes(cut(folder))
        return index

    write(folder, {"capital.txt": "The capital is Berlin. It lies on the Spree. Many people live there."})
    learned = build().report.learned
    before = held(tmp_path / "graph.lgm")
    assert sorted(before)[:2] == ["capital.txt", "capital.txt:2"]
    assert learned == len(before)
    index = build()
    assert held(tmp_path / "graph.lgm") == before
    assert index.report.doubled == 0
    nodes = cut(folder)
    index.insert_nodes(nodes)
    index.delete_nodes([node.node_id for node in nodes[1:]])
    assert set(held(tmp_path / "graph.lgm")) == {"capital.txt"}


def test_nodes_that_a_file_no_longer_gives_are_removed(folder: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "graph.lgm")
    write(folder, {"capital.txt": "The capital is Berlin. It lies on the Spree. Many people live there."})
    LanguageGraphIndex(cut(folder), store=store, workers=1)
    write(folder, {"capital.txt": "The capital is Madrid."})
    LanguageGraphIndex(cut(folder), store=store, workers=1)
    assert held(tmp_path / "graph.lgm") == {**TEXTS, "capital.txt": "The capital is Madrid."}


def test_nodes_of_no_file_under_new_random_ids_are_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def build() -> None:
        nodes = SentenceSplitter().get_nodes_from_documents([LlamaDocument(text="Figs are sweet.")])
        index = LanguageGraphIndex(store=str(tmp_path / "graph.lgm"), workers=1)
        for node in nodes:
            index.insert_nodes([node])

    def told() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name.startswith("llama_index_lgm")]

    build()
    assert told() == []
    build()
    (message,) = told()
    assert "1 documents have new random ids" in message
    assert "`id_func`" in message


def test_a_string_is_one_id_in_both_doors(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = tmp_path / "graph.lgm"
    builder = LanguageGraphBuilder(store=store, workers=1)
    for id in ("m", ".", "fig.md", "d"):
        builder.add_documents([LangChainDocument("A fig is sweet.")], ids=id)
    assert [document.id for document in builder.get("fig.md")] == ["fig.md"]
    assert builder.delete("fig.md")["succeeded"] == ["fig.md"]
    index = LanguageGraphIndex.from_existing(str(store))
    index.delete_nodes("fig.md")
    assert "Not in the graph, so not deleted: fig.md." in caplog.text
    assert set(held(store)) == {"m", ".", "d"}
