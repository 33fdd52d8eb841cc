"""Answers through the real `openai` client from a server that misbehaves, and from replies nobody would expect."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lgm_core.flow import Session, arun, run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer
from lgm_core.retrieval.answering.answer_record import UNSUPPORTED
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.iterative_readers import paper
from tests.support.openai_server import BROKEN, CUT_OFF, HANGS, RATE_LIMITED, OpenAIServer, Response, completion
from tests.support.small_graphs import APPLES, BRIDGES, EverythingRanker

QUESTION = "What are apples rich in?"
MARKS = completion('{"supporting": [2]}')
ANSWER = completion('{"answer": "Vitamins [2].", "citations": [2], "missing": []}')


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraphStore]:
    folder: Path = tmp_path_factory.mktemp("graph")
    store = SQLiteStore(folder / "graph.lgm")
    store.write(APPLES)
    store.write(BRIDGES)
    yield store
    store.close()


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest, store: LanguageGraphStore):
    """Ask the question through a server, either way."""

    def through(*responses: Response) -> Answer:
        with OpenAIServer(responses) as server:
            model = OpenAIChatModel("local", base_url=server.base_url, api_key="k", timeout=0.5, max_retries=1)
            flow = answer(QUESTION, view=GraphView(store), ranker=EverythingRanker(store), options=paper())
            try:
                if request.param == "sync":
                    return run(flow, Session(model))
                return asyncio.run(arun(flow, Session(model)))
            finally:
                model.close()

    return through


@pytest.mark.parametrize("trouble", [RATE_LIMITED, BROKEN, CUT_OFF, HANGS], ids=["429", "500", "cut", "hang"])
def test_passing_trouble_does_not_show(ask, trouble: Response) -> None:
    found = ask(trouble, MARKS, ANSWER)
    assert (found.text, found.usage.failures) == ("Vitamins [1].", 0)


@pytest.mark.thorough
@pytest.mark.parametrize("trouble", [RATE_LIMITED, BROKEN, HANGS], ids=["429", "500", "hang"])
def test_lasting_trouble_leaves_the_evidence_and_is_counted(ask, trouble: Response) -> None:
    found = ask(trouble)
    assert found.is_evidence_only
    assert found.usage.failures == 2
    assert "Fruits contain many vitamins." in [citation.text for citation in found.citations]
    assert (found.text, found.failure and found.failure.count) == ("", 2)


@pytest.mark.parametrize(
    "reply",
    ['{"supporting": [2', "Number 2, I think.", "", '{"sentences": "all of them"}', '{"supporting": ["two"]}'],
    ids=["truncated", "prose", "empty", "wrong schema", "words"],
)
def test_an_unusable_reply_is_asked_for_once_more(ask, reply: str) -> None:
    found = ask(completion(reply), MARKS, ANSWER)
    assert (found.text, found.usage.calls, found.usage.failures) == ("Vitamins [1].", 3, 0)


@pytest.mark.parametrize("reply", ["[{}]", "{}", "null"])
def test_nothing_marked_is_an_answer_like_any_other(ask, reply: str) -> None:
    found = ask(completion(reply), completion('{"answer": "", "missing": []}'))
    assert (found.text, found.supported, found.is_evidence_only) == (UNSUPPORTED, False, True)
    assert (found.failure, found.usage.failures) == (None, 0)


def test_json_with_prose_around_it_is_read(ask) -> None:
    found = ask(completion('Of course:\n```json\n{"supporting": [2]}\n```\nAnything else?'), ANSWER)
    assert (found.text, found.usage.calls) == ("Vitamins [1].", 2)


odd_numbers = st.lists(st.integers(-2, 12) | st.text(max_size=3) | st.none(), max_size=4)
odd_replies = st.one_of(
    st.text(max_size=40),
    st.builds(lambda marked: json.dumps({"supporting": marked}), odd_numbers),
    st.builds(
        lambda text, cited, missing: json.dumps({"answer": text, "citations": cited, "missing": missing}),
        st.text(max_size=20) | st.builds("It is so [{}].".format, st.integers(0, 12)) | st.none(),
        odd_numbers,
        st.lists(st.sampled_from(["Lund", "vitamin", "the moon"]) | st.text(max_size=5), max_size=3) | st.none(),
    ),
)


@given(st.lists(odd_replies, min_size=40, max_size=40))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_replies_every_citation_is_a_sentence_that_was_read(
    store: LanguageGraphStore, replies: list[str]
) -> None:
    known = {sentence.id: sentence.text for graph in store.scan() for sentence in graph.sentences}
    flow = answer(QUESTION, view=GraphView(store), ranker=EverythingRanker(store), options=paper(chunk_size=200))
    found = run(flow, Session(ScriptedChatModel(replies), concurrency=1))
    assert [known[citation.sentence_id] for citation in found.citations] == [
        citation.text for citation in found.citations
    ]
    assert [citation.number for citation in found.citations] == list(range(1, len(found.citations) + 1))
    assert found.supported <= bool(found.citations)
    assert found.text or found.failure
