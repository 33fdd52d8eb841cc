"""Under a filter, every public call tells what the same call tells of a graph that has only the allowed documents."""

from __future__ import annotations

import inspect
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
import typer
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from lgm_core import Document, Embeddings, LanguageGraph
from lgm_core.cli.application import app
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Verdict
from tests.support.any_replies import AnyReplies
from tests.support.filtered_graphs import letters
from tests.support.tenants.door_calls import DOORS
from tests.support.tenants.drawing import SCHEMA, Case, Owned, cases
from tests.support.tenants.engine_calls import CHANGING, READING, Asked, told, use_as_others

CASES = int(os.environ.get("LGM_CASES", "400" if os.environ.get("LGM_FULL") else "6"))
CALLS = {**READING, **DOORS}
AT_ONCE = len(CALLS) if os.environ.get("LGM_FULL") else 12
"""Calls that are compared in each case; short runs take some of them by chance."""

COMPARED_ELSEWHERE = {
    # What they make asks by the calls compared.
    "llama_index_lgm LanguageGraphIndex.as_chat_engine",
    # The doors' retrievers, which are compared, call them.
    "lgm_core.hosts find",
    "lgm_core.hosts afind",
    "lgm_core.hosts find_by_layer",
    "lgm_core.hosts afind_by_layer",
    # Stores are given the filter by the engine; tests/graph/store_contract compares them with each other.
    *(
        f"lgm_core {store}.{method}"
        for store in ("LanguageGraphStore", "Neo4jStore", "SQLiteStore")
        for method in (
            "documents",
            "facts_about",
            "facts_among",
            "frequencies",
            "most_related",
            "profiles",
            "sentences_about",
        )
    ),
    # Deletion by a filter tells how many there were; tests/doors/test_deletion_by_filter.py.
    "langchain_lgm LanguageGraphBuilder.delete",
    "langchain_lgm LanguageGraphBuilder.adelete",
    "llama_index_lgm LanguageGraphIndex.delete_nodes",
    "llama_index_lgm LanguageGraphIndex.adelete_nodes",
    "lgm delete",
    # It prints what `learn_from_questions` returns.
    "lgm learn-from",
    # Options made of options, of which each is given to the calls compared.
    "lgm_core.hosts ask_options",
    "lgm_core.hosts with_ask_options",
}
OPTIONS = re.compile(r"\b(?:Answer|Ask|Feedback|LogicalForm|Pyramid)Options\b")
"""Of which each has a filter."""

COMPARED = {
    **{f"lgm_core LanguageGraph.{name.split()[0]}": name for name in (*READING, *CHANGING)},
    **{f"lgm_core {options}Options": "ask within options" for options in ("Ask", "Feedback", "LogicalForm", "Pyramid")},
    "lgm_core estimate_questions": "estimate_questions",
    "lgm_core.hosts reading_tools": "reading_tools",
    "lgm_core.mcp_server graph_server": "graph_server",
    "langchain_lgm ConceptIterativeRetriever": "langchain retriever",
    "langchain_lgm ConceptIterativeRetriever.find_with_scores": "langchain retriever",
    "langchain_lgm ConceptIterativeAnswerer": "langchain answers",
    "langchain_lgm LogicalFormAnswerer": "langchain answers",
    "langchain_lgm PyramidRetriever": "langchain pyramid",
    "langchain_lgm language_graph_tools": "language_graph_tools",
    "llama_index_lgm ConceptIterativeRetriever": "llama_index retriever",
    "llama_index_lgm ConceptIterativeQueryEngine": "llama_index answers",
    "llama_index_lgm LogicalFormQueryEngine": "llama_index answers",
    "llama_index_lgm PyramidQueryEngine": "llama_index answers",
    "llama_index_lgm PyramidRetriever": "llama_index retriever",
    "llama_index_lgm LanguageGraphIndex.as_retriever": "llama_index retriever",
    "llama_index_lgm LanguageGraphIndex.as_query_engine": "llama_index answers",
    **{f"lgm {name.split()[1]}": name for name in DOORS if name.startswith("lgm ")},
}


@contextmanager
def two_graphs(case: Case) -> Iterator[tuple[LanguageGraph, LanguageGraph]]:
    """Yield a graph of all documents, which others have used before, and one of those allowed."""
    embed = Embeddings(letters, letters) if case.seed == 4 else None
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("all.lgm", "ours.lgm")]
        with LanguageGraph(paths[0], embed=embed) as everything, LanguageGraph(paths[1], embed=embed) as ours:
            for graph, documents in ((everything, case.everything), (ours, case.allowed)):
                graph.store.create()
                graph.build(documents, workers=1, facts="open" if case.seed % 2 else False)
                if case.seed % 3:
                    graph.load_schema(SCHEMA)
                if case.seed in (2, 3):  # senses, profiles and groups of predicates
                    constructing = graph.with_llm(AnyReplies(1) if case.seed == 3 else None)
                    for document in documents:
                        constructing.construct(document.id)
                judge(graph)
            use_as_others(everything, case)
            yield everything, ours


def judge(graph: LanguageGraph) -> None:
    """Judge relations and facts by what they are alone, as verdicts are those of the whole graph."""
    verdicts = list(Verdict)
    relations = [relation.key for relation in graph.store.relations()]
    graph.store.set_verdicts({key: verdicts[sum(map(ord, "".join(key))) % 3] for key in relations})
    facts = [fact.key for fact in graph.store.facts()]
    graph.store.set_fact_verdicts({key: verdicts[sum(map(ord, key)) % 3] for key in facts})


def differing(case: Case, calls: dict[str, Callable[[Asked], object]]) -> list[str]:
    """Return the names of the calls that tell more, or less, under the filter."""
    where = None if case.allowed else case.where
    with two_graphs(case) as (everything, ours):
        return [
            name
            for name, call in (calls | CHANGING).items()
            if told(call, everything, case.where, case) != told(call, ours, where, case)
        ]


@settings(
    max_examples=CASES,
    deadline=None,
    database=None,
    phases=(Phase.generate,),  # cases are small; to make one smaller takes minutes
    suppress_health_check=list(HealthCheck),
)
@given(case=cases(), names=st.lists(st.sampled_from(sorted(CALLS)), min_size=AT_ONCE, max_size=AT_ONCE, unique=True))
def test_every_call_under_a_filter_tells_what_a_graph_without_the_others_tells(case: Case, names: list[str]) -> None:
    assert differing(case, {name: CALLS[name] for name in names}) == []


def test_a_case_tells_much() -> None:
    """The comparison would find nothing if nothing were told: without the filter, most calls tell more."""
    texts = ("Maud Ferris owns the press. The press is a machine.", "Maud Ferris owns a mill. A press is a tool.")
    ours, theirs = (
        Document.from_text(text, id=id, title=title, metadata={"readers": [reader]})
        for text, id, title, reader in zip(texts, "ab", ("The press", "Maud Ferris"), ("ash", "birch"), strict=True)
    )
    plan = "Step 1: What?\nRetrieval(s=s1:Person[Maud Ferris], p=p1:own, o=o1:Thing)\nOutput(o1)"
    with tempfile.TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "g.lgm") as graph:
        graph.build([ours, theirs], workers=1, facts="open")
        graph.load_schema(SCHEMA)
        owned = (Owned(ours, frozenset({"ash"})), Owned(theirs, frozenset({"birch"})))
        case = Case(
            owned, "ash", {"readers": "ash"}, ("Maud Ferris", "the press"), "What does Maud Ferris own?", plan, 0
        )
        silent = {
            name
            for name, call in READING.items()
            if told(call, graph, case.where, case) == told(call, graph, None, case)
        }
    always_filtered = {"show"}  # tests/facade/showing/test_graph_showing.py shows without a filter too
    assert silent <= {"plan", "ask by facts", *always_filtered}, silent


def takes_a_filter(function: object) -> bool:
    """Tell whether a function takes a filter, by itself or among options of answers."""
    try:
        parameters = inspect.signature(function).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    options = any(OPTIONS.search(str(parameter.annotation)) for parameter in parameters.values())
    return options or not {"where", "filter", "filters"}.isdisjoint(parameters)


def public_calls() -> set[str]:
    """Return everything public that takes a filter: functions, classes, their methods, and commands."""
    found = set()
    for package in ("lgm_core", "lgm_core.hosts", "lgm_core.mcp_server", "langchain_lgm", "llama_index_lgm"):
        module = import_module(package)
        for name in module.__all__:
            thing = getattr(module, name)
            named = {name: thing}
            if inspect.isclass(thing):
                methods = inspect.getmembers(thing, callable)
                named |= {f"{name}.{method}": function for method, function in methods if not method.startswith("_")}
            found |= {f"{package} {name}" for name, function in named.items() if takes_a_filter(function)}
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    found |= {f"lgm {name}" for name, command in commands.items() if any(p.name == "where" for p in command.params)}
    return found


def test_every_public_call_that_takes_a_filter_is_compared() -> None:
    assert public_calls() - COMPARED_ELSEWHERE == set(COMPARED)
    assert set(COMPARED.values()) <= {*CALLS, *CHANGING}


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        ours = Document.from_text("The press is red.", id="ours", metadata={"readers": "ash"})
        theirs = Document.from_text("Jelly is sweet.", id="theirs", metadata={"readers": "birch", "salary": 3})
        graph.build([ours, theirs], workers=1)
        yield graph


def test_nobody_learns_that_others_asked_the_same(graph: LanguageGraph) -> None:
    model = ScriptedChatModel(lambda _: '{"answer": "Nobody knows.", "citations": []}', identity="one")
    asking = graph.with_llm(model)
    for tenant in ("ash", "birch"):
        first, again = (asking.ask("Who rowed?", where={"readers": tenant}).usage for _ in range(2))
        assert (first.cached, again.calls) == (0, 0)
        assert again.cached == first.calls > 0


def test_who_sees_nothing_is_not_told_which_fields_other_documents_have(
    graph: LanguageGraph, caplog: pytest.LogCaptureFixture
) -> None:
    said = {
        graph.ask("Who?", where={"readers": "nobody", field: {"$exists": True}}).text for field in ("salary", "celery")
    }
    assert said == {"No document passes the filter."}
    assert [record.getMessage().count("'celery'") for record in caplog.records] == [1]  # for who wrote the filter
    plan = "Step 1: Who?\nRetrieval(s=s1:Person[Ann], p=p1:own, o=o1:Thing)\nOutput(o1)"
    solved = [graph.solve(plan, where={"readers": "nobody", field: 1}) for field in ("salary", "celery")]
    assert solved[0] == solved[1]


def test_who_sees_nothing_is_not_told_which_language_other_documents_have(graph: LanguageGraph) -> None:
    assert graph.ranker({"readers": "nobody"}).languages == ()
    assert graph.ranker({"readers": "ash"}).languages == ("en",)
