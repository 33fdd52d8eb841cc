"""LangChain's own standard tests of retrievers, as they stand, and what they do not ask about."""

import subprocess
import sys

import pytest
from langchain_core.documents import Document
from langchain_tests.integration_tests import RetrieversIntegrationTests
from pydantic import ValidationError

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder, PyramidRetriever, language_graph_tools
from lgm_core.errors import InputError

DOCUMENTS = [
    Document(
        "A pear is a fruit. Fruits contain many vitamins. Pears are sweet.",
        id="pears",
        metadata={"title": "Pears", "source": "pears.md", "year": 2021, "tenant": "orchard"},
    ),
    Document(
        "A dinghy is a small boat. A boat has a hull and a keel.",
        id="boats",
        metadata={"title": "Dinghy", "source": "boats.md", "year": 2019, "tenant": "harbour"},
    ),
    Document(
        "The orchard near Ghent grows pears. Its pears are sold in autumn.",
        id="orchard",
        metadata={"title": "Orchard", "source": "orchard.md", "year": 2023, "tenant": "orchard"},
    ),
    Document(
        "A plum is a fruit. Plums and pears ripen in September.",
        id="plums",
        metadata={"title": "Plums", "source": "plums.md", "year": 2018, "tenant": "orchard", "score": 9},
    ),
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with LanguageGraphBuilder(store=tmp_path_factory.mktemp("graph") / "g.lgm", workers=1).build(DOCUMENTS) as built:
        yield built


class TestConceptIterativeRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def _graph(self, graph):
        self.graph = graph

    @property
    def retriever_constructor(self):
        return ConceptIterativeRetriever

    @property
    def retriever_constructor_params(self):
        return {"graph": self.graph}

    @property
    def retriever_query_example(self):
        return "What do pears contain?"


class TestSentences(TestConceptIterativeRetriever):
    @property
    def retriever_constructor_params(self):
        return {"graph": self.graph, "mode": "sentences"}


class TestPyramid(TestConceptIterativeRetriever):
    @property
    def retriever_constructor(self):
        return PyramidRetriever


def ids(documents):
    return [document.metadata["document_id"] for document in documents]


def test_a_result_says_where_it_stands_and_why_it_was_found(graph):
    found = ConceptIterativeRetriever(graph=graph, mode="sentences", scored=True).invoke("Are pears sweet?", k=1)[0]
    assert found.page_content == "Pears are sweet."
    assert found.id == "pears#2"
    told = found.metadata
    assert DOCUMENTS[0].page_content[told["start"] : told["end"]] == "Pears are sweet."
    assert (told["document_id"], told["source"], told["title"], told["year"]) == ("pears", "pears.md", "Pears", 2021)
    assert told["score"] > 0
    assert told["section_path"] == ["Pears"]
    assert told["concept_path"] == ["Pears"]


def test_metadata_with_the_name_of_a_result_field_is_kept_apart(graph):
    retriever = ConceptIterativeRetriever(graph=graph, filter={"score": 9}, scored=True)
    told = retriever.invoke("When do plums ripen?")[0].metadata
    assert told["document_id"] == "plums"
    assert told["score"] != 9
    assert told["document_metadata"] == {"score": 9}


@pytest.mark.parametrize("mode", ["passages", "sentences"])
def test_what_two_questions_find_is_an_equal_document(graph, mode):
    retriever = ConceptIterativeRetriever(graph=graph, mode=mode, k=1)
    assert retriever.invoke("Are pears sweet?") == retriever.invoke("What do people say of sweet pears?")


def test_a_filter_is_applied_before_ranking(graph):
    retriever = ConceptIterativeRetriever(graph=graph, k=4)
    assert set(ids(retriever.invoke("pears", filter={"year": {"$gte": 2021}}))) == {"pears", "orchard"}
    assert ids(retriever.invoke("pears and keels", filter={"tenant": "harbour"})) == ["boats"]


def test_a_call_cannot_widen_the_retrievers_own_filter(graph):
    retriever = ConceptIterativeRetriever(graph=graph, k=4, filter={"tenant": "orchard"})
    assert set(ids(retriever.invoke("Has a pear a keel? tenant: harbour"))) == {"orchard", "pears", "plums"}
    assert ids(retriever.invoke("pears", filter={"year": {"$lt": 2020}})) == ["plums"]
    assert ids(retriever.invoke("boats", filter={"tenant": "harbour"})) == []
    assert set(ids(retriever.invoke("pears", filter={"$or": [{"tenant": "harbour"}, {"year": 2018}]}))) == {"plums"}


def test_the_mode_can_be_chosen_by_each_call(graph):
    retriever = ConceptIterativeRetriever(graph=graph)
    assert "#s" in retriever.invoke("pears")[0].id
    assert "#s" not in retriever.invoke("pears", mode="sentences")[0].id


async def test_the_asynchronous_twin_finds_the_same(graph):
    retriever = ConceptIterativeRetriever(graph=graph, k=3)
    for mode in ("passages", "sentences"):
        assert await retriever.ainvoke("pears", mode=mode) == retriever.invoke("pears", mode=mode)


def test_settings_that_cannot_work_are_refused(graph):
    with pytest.raises(ValidationError):
        ConceptIterativeRetriever(graph=graph, k=0)
    retriever = ConceptIterativeRetriever(graph=graph)
    with pytest.raises(InputError, match="k=0"):
        retriever.invoke("pears", k=0)
    with pytest.raises(InputError, match="'chapters' does not exist"):
        retriever.invoke("pears", mode="chapters")


def test_a_setting_that_it_does_not_have_is_refused_and_not_ignored(graph):
    with pytest.raises(InputError, match="no setting where; known are: graph, k, filter"):
        ConceptIterativeRetriever(graph=graph, where={"tenant": "orchard"})


async def test_an_argument_that_a_call_does_not_have_is_refused(graph):
    retriever = ConceptIterativeRetriever(graph=graph)
    with pytest.raises(InputError, match="no setting where; known are: k, filter, mode"):
        retriever.invoke("pears", where={"tenant": "orchard"})
    with pytest.raises(InputError, match="no setting where; known are: k, filter, mode"):
        await retriever.ainvoke("pears", where={"tenant": "orchard"})


@pytest.mark.parametrize("mode", ["passages", "sentences"])
def test_scores_can_be_had_beside_equal_documents(graph, mode):
    retriever = ConceptIterativeRetriever(graph=graph, k=3, mode=mode, filter={"tenant": "orchard"})
    found = retriever.find_with_scores("Are pears sweet?", filter={"year": {"$gte": 2019}})
    assert [document for document, _ in found] == retriever.invoke("Are pears sweet?", filter={"year": {"$gte": 2019}})
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0


def test_a_filter_that_cannot_be_understood_is_told_in_the_users_word(graph):
    for make in (
        lambda f: ConceptIterativeRetriever(graph=graph, filter=f),
        lambda f: language_graph_tools(graph, filter=f),
    ):
        with pytest.raises(InputError, match=r"^filter: 'year' has the unknown operator"):
            make({"year": {"$near": 3}})


def loaded_by(statement):
    code = f"{statement}; import sys; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.thorough
def test_the_package_loads_no_llama_index_module():
    loaded = loaded_by("from langchain_lgm import *; from langchain_lgm import tools")
    assert "langchain_lgm.tools" in loaded
    assert not [name for name in loaded if name.startswith("llama_index")]


@pytest.mark.thorough
def test_importing_the_package_loads_no_extra_and_no_command_line():
    loaded = {name.partition(".")[0] for name in loaded_by("import langchain_lgm")}
    assert "langchain_lgm" in loaded
    assert loaded.isdisjoint({"jinja2", "llama_index", "neo4j", "openai", "rdflib", "rich", "spacy", "torch", "typer"})
