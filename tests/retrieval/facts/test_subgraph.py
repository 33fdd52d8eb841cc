"""Finding the facts that bear on a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import LanguageModelError
from lgm_core.flow import Session, run
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Fact, FactEvidence, FactSubgraph, TraceStep
from lgm_core.model.schema import Schema, SchemaClass, SchemaProperty
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts import fact_paths
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.fact_text import fact_text, path_text
from lgm_core.retrieval.facts.subgraph import QuestionCoverage, retrieve_facts
from lgm_core.vectors.port import Embeddings
from tests.support.film_facts import film_graph
from tests.support.flows import drivers
from tests.support.store_graphs import document

QUESTION = "Whom did the director of Salt Harbour marry?"
BY_LLM = FactRetrievalOptions(scorer="llm")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    with film_graph(tmp_path / "graph.lgm") as graph:
        yield graph.store


def found(
    store: LanguageGraphStore,
    question: str,
    options: FactRetrievalOptions | None = None,
    *,
    where: Where | None = None,
    embeddings: Embeddings | None = None,
) -> FactSubgraph:
    view = GraphView(store, where=where, question=question)
    return run(retrieve_facts(view, question, options, embeddings=embeddings), Session())


def paths(subgraph: FactSubgraph) -> list[str]:
    return [path_text(path.facts) for path in subgraph.paths]


def facts(subgraph: FactSubgraph) -> set[str]:
    return {fact_text(restored.fact) for restored in subgraph.facts}


def test_a_path_leads_over_the_fact_between(store: LanguageGraphStore) -> None:
    subgraph = found(store, QUESTION)
    assert subgraph.concepts == ("salt harbour",)
    assert paths(subgraph)[0] == "salt harbour directed by ines moura; ines moura married rui dias"
    assert subgraph.paths[0].concepts == ("salt harbour", "ines moura")


def test_each_fact_comes_once_with_its_sentence(store: LanguageGraphStore) -> None:
    subgraph = found(store, QUESTION)
    keys = [restored.fact.key for restored in subgraph.facts]
    assert len(keys) == len(set(keys))
    sentences = {fact_text(restored.fact): [found.id for found in restored.sentences] for restored in subgraph.facts}
    assert sentences["salt harbour directed by ines moura"] == ["film#0"]
    assert sentences["ines moura married rui dias"] == ["director#1"]


def test_facts_are_followed_from_their_objects_too(store: LanguageGraphStore) -> None:
    subgraph = found(store, "Which film was directed by the wife of Rui Dias?")
    assert paths(subgraph)[0] == "ines moura married rui dias; salt harbour directed by ines moura"


def test_a_question_for_a_date_prefers_values(store: LanguageGraphStore) -> None:
    (best, *_) = paths(found(store, "When did the director of Salt Harbour come into the world?"))
    assert best == "salt harbour directed by ines moura; ines moura was born on 4 May 1904"


def test_no_concept_comes_twice_on_a_path(store: LanguageGraphStore) -> None:
    for path in found(store, QUESTION, FactRetrievalOptions(depth=5, width=9)).paths:
        ends = [end for fact in path.facts for end in (fact.subject, fact.object) if isinstance(end, str)]
        assert all(ends.count(end) <= 2 for end in ends)
        assert len(path.concepts) == len(set(path.concepts)) == len(path.facts)


def test_depth_and_width_are_kept(store: LanguageGraphStore) -> None:
    assert {len(path.facts) for path in found(store, QUESTION, FactRetrievalOptions(depth=1)).paths} == {1}
    assert len(found(store, QUESTION, FactRetrievalOptions(depth=1, width=2)).paths) == 2
    assert len(found(store, QUESTION, FactRetrievalOptions(depth=2, width=1)).paths) == 1


def test_facts_may_stay_without_sentences(store: LanguageGraphStore) -> None:
    subgraph = found(store, QUESTION, FactRetrievalOptions(sentences=0))
    assert subgraph.facts
    assert all(not restored.sentences for restored in subgraph.facts)


def test_nothing_of_documents_behind_the_filter_is_found(store: LanguageGraphStore) -> None:
    reviews = found(store, QUESTION, where={"kind": "reviews"})
    assert facts(reviews) == {"salt harbour was praised in paris"}
    documents = {item.sentence_id for restored in reviews.facts for item in restored.fact.evidence}
    assert documents == {"reviews#0"}
    assert found(store, QUESTION, where={"kind": "none"}).paths == ()


@pytest.mark.parametrize("question", ["Who wrote Tin Gate?", "?", "Why?"])
def test_a_question_about_nothing_in_the_graph_finds_nothing(store: LanguageGraphStore, question: str) -> None:
    subgraph = found(store, question)
    assert (subgraph.concepts, subgraph.paths, subgraph.facts) == ((), (), ())


def test_of_a_concept_with_very_many_facts_a_part_is_read(
    store: LanguageGraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[int | None] = []
    facts_about = type(store).facts_about

    def recorded(
        self: LanguageGraphStore, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[object]:
        limits.append(limit)
        return facts_about(self, keys, limit, where)  # type: ignore[return-value]

    monkeypatch.setattr(type(store), "facts_about", recorded)
    monkeypatch.setattr(fact_paths, "_MOST_FACTS", 2)
    assert found(store, QUESTION).paths
    assert set(limits) == {2}


def test_an_embedding_model_tells_what_words_do_not(store: LanguageGraphStore) -> None:
    question = "Who was the spouse of Inês Moura?"

    def embed(texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] if "shown" in text or "spouse" in text else [0.0, 1.0] for text in texts]

    assert paths(found(store, question))[0].startswith("ines moura married")
    assert paths(found(store, question, embeddings=Embeddings.of(embed)))[0].startswith("ines moura films were shown")


def judge(messages: Sequence[Message]) -> str:
    """Score each line that speaks of Paris, and say when that is enough."""
    asked = messages[-1].content
    lines = re.findall(r"^(\d+)\. (.*)$", asked, re.MULTILINE)
    if "everything" in asked:
        return '{"enough": true}' if any("Paris" in line for _, line in lines) else '{"enough": false}'
    scores = ", ".join(f'{{"number": {number}, "score": 0.9}}' for number, line in lines if "Paris" in line)
    return f'{{"scores": [{scores}]}}'


@drivers
def test_a_language_model_scores_paths_and_says_when_they_are_enough(store: LanguageGraphStore, drive) -> None:  # type: ignore[no-untyped-def]
    model = ScriptedChatModel(judge)
    steps: list[TraceStep] = []
    flow = retrieve_facts(GraphView(store, question=QUESTION), QUESTION, BY_LLM)
    subgraph = drive(flow, Session(model, on_step=steps.append))
    assert paths(subgraph) == ["salt harbour was praised in paris"]
    assert subgraph.paths[0].score == 0.9
    assert len(model.requests) == 2
    assert [(step.name, step.details) for step in steps] == [("fact paths", {"depth": 1, "shown": 3, "helpful": 1})]


def test_words_decide_where_a_reply_is_of_no_use(store: LanguageGraphStore) -> None:
    model = ScriptedChatModel(lambda _: LanguageModelError("out of order"))
    steps: list[TraceStep] = []
    flow = retrieve_facts(GraphView(store, question=QUESTION), QUESTION, BY_LLM)
    subgraph = run(flow, Session(model, on_step=steps.append))
    assert paths(subgraph) == paths(found(store, QUESTION))
    assert "out of order" in steps[0].details["error"]


def test_a_model_to_which_nothing_helps_leaves_nothing(store: LanguageGraphStore) -> None:
    flow = retrieve_facts(GraphView(store, question=QUESTION), QUESTION, BY_LLM)
    assert run(flow, Session(ScriptedChatModel(lambda _: '{"scores": []}'))).facts == ()


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Who directed Blue Rain?", "Ann Mary Lee"),
        ("When was Blue Rain directed?", "1990"),
        ("How many prizes has Blue Rain?", "3"),
        ("Where was Blue Rain shot?", "New South Wales"),
    ],
)
def test_facts_that_lead_to_what_is_asked_for_come_first(tmp_path: Path, question: str, best: str) -> None:
    text = "Blue Rain was directed by Ann Mary Lee. Blue Rain was directed in 1990. Blue Rain has 3 prizes. "
    text += "Blue Rain has prizes from 1991. Blue Rain was shot in New South Wales. Blue Rain was shot in 1989."
    triples = [("directed by", "Ann Mary Lee"), ("directed in", "1990"), ("has prizes", "3"), ("has prizes", "1991")]
    triples += [("shot in", "New South Wales"), ("shot in", "1989")]
    with LanguageGraph(tmp_path / "films.lgm") as graph:
        graph.build(Document.from_text(text, id="rain", title="Blue Rain"))
        report = graph.import_facts([{"id": "rain", "triples": [["Blue Rain", *triple] for triple in triples]}])
        assert report.kept == len(triples)
        subgraph = graph.retrieve_facts(question)
        assert fact_text(subgraph.facts[0].fact, subgraph.names).endswith(best)


def test_of_facts_about_equal_those_that_conform_to_the_schema_come_first(tmp_path: Path) -> None:
    text = "Gilda was directed by Aarau. Gilda was directed by Zora. Aarau is a town. Gilda was praised by Basel."
    triples = [["Gilda", "directed by", "Aarau"], ["Gilda", "directed by", "Zora"], ["Gilda", "praised by", "Basel"]]
    person, town = SchemaClass("Person"), SchemaClass("Town", ("town",))
    properties = (
        SchemaProperty("director", ("directed by",), range="Person"),
        SchemaProperty("critic", ("praised by",)),
    )
    with LanguageGraph(tmp_path / "films.lgm") as graph:
        graph.build(Document.from_text(text, id="gilda", title="Gilda"))
        graph.import_facts([{"id": "gilda", "triples": triples}])
        question = "Who directed Gilda?"
        before = graph.retrieve_facts(question)
        graph.load_schema(Schema("films", "https://example.org/films#", (person, town), properties))
        after = graph.retrieve_facts(question)
    ends = [[restored.fact.object for restored in found.facts] for found in (before, after)]
    assert ends == [["aarau", "zora", "basel"], ["zora", "aarau", "basel"]]
    assert sorted(path.score for path in before.paths) == sorted(path.score for path in after.paths)


def test_a_concept_that_very_many_facts_lead_to_reaches_its_own(tmp_path: Path) -> None:
    births = [f"[Person{number}|person{number}] was born in [Zurich|zurich]." for number in range(300)]
    facts = [
        Fact(
            f"person{number}", "bear in", "zurich", evidence=(FactEvidence(f"d#{number}", 0, 5, "was born in", "test"),)
        )
        for number in range(300)
    ]
    own = Fact("zurich", "lie on", "limmat", evidence=(FactEvidence("d#300", 0, 5, "lies on", "test"),))
    with LanguageGraph(tmp_path / "hub.lgm") as graph:
        hub = document("d", *births, "[Zurich|zurich] lies on the [Limmat|limmat].")
        graph.store.write(replace(hub, facts=(*facts, own)))
        best, *_ = graph.retrieve_facts("What does Zurich lie on?").facts
        assert best.fact.key == own.key


def test_the_order_of_words_changes_no_digit_of_a_score() -> None:
    words = [f"w{chr(ord('a') + number)}x" for number in range(20)]
    coverage = QuestionCoverage(" ".join(words), ["en"])
    coverage.weigh([Fact(word, "be", "film") for number, word in enumerate(words) for _ in range(number)])
    orders = [words[first:] + words[:first] for first in range(20)]
    assert len({coverage.share(dict.fromkeys(order, 1.0)) for order in orders}) == 1
