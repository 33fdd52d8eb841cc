"""The retriever and the query engine among LlamaIndex's own parts."""

import asyncio
import pickle
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core import Document, MockEmbedding, VectorStoreIndex
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, MessageRole, ToolCallBlock
from llama_index.core.callbacks import CallbackManager, CBEventType, EventPayload, LlamaDebugHandler
from llama_index.core.evaluation import FaithfulnessEvaluator, RetrieverEvaluator
from llama_index.core.indices.property_graph import PGRetriever
from llama_index.core.instrumentation.events.retrieval import RetrievalEndEvent, RetrievalStartEvent
from llama_index.core.llms import MockLLM
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.postprocessor import SimilarityPostprocessor
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import TextNode
from llama_index.core.tools import QueryEngineTool
from llama_index.core.vector_stores import MetadataFilter, MetadataFilters
from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.event_handlers import BaseEventHandler
from llama_index_instrumentation.span_handlers import SimpleSpanHandler
from pydantic import PrivateAttr

from lgm_core.errors import InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.retrieval.answering.ask_options import AskOptions
from llama_index_lgm import (
    ConceptIterativeQueryEngine,
    ConceptIterativeRetriever,
    IterationEvent,
    LanguageGraphIndex,
    LearningEvent,
    MetaRelationExtractor,
    StepEvent,
)
from tests.support.llama_index_texts import DOCUMENTS, QUESTION, ScriptedLLM, replies


@pytest.fixture
def index() -> LanguageGraphIndex:
    return LanguageGraphIndex.from_documents(DOCUMENTS, llm=ScriptedLLM(), extraction=False)


def ids(found: Any) -> list[str]:
    return [result.node.node_id for result in found]


def test_retrieving_asynchronously_finds_the_same(index: LanguageGraphIndex) -> None:
    for mode in ("passages", "sentences"):
        retriever = index.as_retriever(mode=mode)
        assert ids(asyncio.run(retriever.aretrieve(QUESTION))) == ids(retriever.retrieve(QUESTION)) != []


def test_no_more_nodes_are_found_than_asked_for(index: LanguageGraphIndex) -> None:
    assert len(index.as_retriever(similarity_top_k=1).retrieve(QUESTION)) == 1


def test_filters_hold(index: LanguageGraphIndex) -> None:
    old = MetadataFilters(filters=[MetadataFilter(key="year", value=2020, operator="<")])
    for retriever in (index.as_retriever(filters=old), index.as_retriever(where={"year": {"$lt": 2020}})):
        assert {result.node.ref_doc_id for result in retriever.retrieve("What do apples and fruits contain?")} == {
            "fruit"
        }


@pytest.mark.parametrize("wrong", [{"mode": "words"}, {"similarity_top_k": 0}])
def test_a_setting_that_cannot_work_is_refused(index: LanguageGraphIndex, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        index.as_retriever(**wrong)


@pytest.mark.parametrize("use_async", [True, False])
def test_it_is_a_sub_retriever_of_a_property_graph_retriever(index: LanguageGraphIndex, use_async: bool) -> None:
    alone = index.as_retriever()
    assert isinstance(alone, ConceptIterativeRetriever)
    assert ids(PGRetriever([alone], use_async=use_async).retrieve(QUESTION)) == ids(alone.retrieve(QUESTION))


def test_it_serves_a_retriever_query_engine_with_postprocessors(index: LanguageGraphIndex) -> None:
    best = index.as_retriever().retrieve(QUESTION)[0]
    engine = RetrieverQueryEngine.from_args(
        index.as_retriever(),
        llm=ScriptedLLM(lambda prompt: "Vitamins." if "rich in vitamins" in prompt else "?"),
        node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=best.score)],
    )
    response = engine.query(QUESTION)
    assert str(response) == "Vitamins."
    assert best.node.node_id in ids(response.source_nodes)


# Nodes that were given are recognised by what else holds them.


@pytest.fixture(params=[{}, {"file_path": "kb/boats.md"}])
def nodes(request: pytest.FixtureRequest) -> list[TextNode]:
    sails = " ".join(f"Sail {number} catches wind." for number in range(40))
    text = f"# Hulls\n\nA hull is made of wood.\n\n# Masts\n\nA mast is made of pine.\n\n# Sails\n\n{sails}"
    return SentenceSplitter(chunk_size=60, chunk_overlap=0).get_nodes_from_documents(
        [Document(text=text, id_="boats", metadata=request.param)]
    )


def test_passages_of_nodes_have_the_ids_and_hashes_of_these_nodes(nodes: list[TextNode]) -> None:
    retriever = LanguageGraphIndex(nodes, workers=1).as_retriever(similarity_top_k=9)
    question = "What is a mast made of, and a hull?"
    found = [result.node for result in retriever.retrieve(question)]
    first = next(node for node in found if node.node_id == nodes[0].node_id)
    assert first.hash == pickle.loads(pickle.dumps(first)).hash == nodes[0].hash
    assert len(set(ids(retriever.retrieve(question)))) == len(found)
    assert {"A hull is made of wood.", "A mast is made of pine."} <= {node.text for node in found}
    measured = RetrieverEvaluator.from_metric_names(["hit_rate", "mrr"], retriever=retriever)
    metrics = measured.evaluate(question, expected_ids=[nodes[0].node_id]).metric_dict
    assert (metrics["hit_rate"].score, metrics["mrr"].score) == (1.0, 1.0)


@pytest.mark.parametrize("mode", ["reciprocal_rerank", "relative_score", "simple"])
def test_fusion_merges_passages_of_nodes_with_these_nodes(nodes: list[TextNode], mode: str) -> None:
    ours = LanguageGraphIndex(nodes, workers=1).as_retriever(similarity_top_k=1)
    theirs = VectorStoreIndex(nodes, embed_model=MockEmbedding(2)).as_retriever(similarity_top_k=len(nodes))
    both = QueryFusionRetriever(
        [ours, theirs], llm=MockLLM(), mode=mode, num_queries=1, similarity_top_k=9, use_async=False
    )
    assert sorted(ids(both.retrieve("What is a hull made of?"))) == sorted(node.node_id for node in nodes)


def test_passages_of_whole_documents_have_ids_of_their_own(index: LanguageGraphIndex) -> None:
    found = index.as_retriever().retrieve(QUESTION)[0].node
    assert found.node_id == f"{found.metadata['document_id']}#s0"


@pytest.fixture(params=["sync", "async"])
def query(request: pytest.FixtureRequest):
    def through(engine: ConceptIterativeQueryEngine, question: str = QUESTION) -> Any:
        return engine.query(question) if request.param == "sync" else asyncio.run(engine.aquery(question))

    return through


def test_an_answer_cites_sentences(index: LanguageGraphIndex, query: Any) -> None:
    response = query(index.as_query_engine())
    assert str(response) == "Vitamins [1]."
    (source,) = response.source_nodes
    assert source.node.metadata["citation"] == 1
    assert source.node.ref_doc_id == source.node.metadata["document_id"]
    assert response.metadata["supported"]
    assert response.metadata["usage"]["calls"] == 1
    assert [step["step"] for step in response.metadata["trace"]][:2] == ["round", "concepts"]


def test_what_is_missing_is_told(index: LanguageGraphIndex, query: Any) -> None:
    def reply(prompt: str) -> str:
        return "Missing: the moon"

    engine = index.as_query_engine(llm=ScriptedLLM(reply), options=AskOptions(max_iterations=1))
    assert query(engine).metadata["missing_concepts"] == ["the moon"]


def test_evaluators_judge_an_unsupported_answer_by_what_was_read(index: LanguageGraphIndex, query: Any) -> None:
    response = query(index.as_query_engine(llm=ScriptedLLM(lambda _: "Lead.")))
    assert (str(response), response.metadata["supported"]) == ("Lead.", False)
    judge = ScriptedLLM(lambda prompt: "NO" if "Apples are rich in vitamins." in prompt else "YES")
    judged = FaithfulnessEvaluator(llm=judge).evaluate_response(response=response)
    assert (judged.passing, judged.feedback) == (False, "NO")


def test_a_failing_language_model_leaves_the_evidence(index: LanguageGraphIndex, query: Any) -> None:
    def reply(prompt: str) -> str:
        raise ConnectionError("gone")

    response = query(index.as_query_engine(llm=ScriptedLLM(reply), on_failure="evidence"))
    assert response.metadata["is_evidence_only"]
    assert response.metadata["failure"]["phase"] == "answering"
    assert "gone" in response.metadata["failure"]["cause"]
    assert "gone" in str(response)
    assert response.source_nodes


def test_a_failing_language_model_is_an_error_by_default(index: LanguageGraphIndex, query: Any) -> None:
    def reply(prompt: str) -> str:
        raise ConnectionError("gone")

    with pytest.raises(LanguageModelError, match=r"failed once while answering: .*gone"):
        query(index.as_query_engine(llm=ScriptedLLM(reply)))


def calls_the_tool_then_repeats(messages: list[ChatMessage], **kwargs: Any) -> Iterator[ChatMessage]:
    """Play an LLM that asks the only tool its question, and answers with what the tool says."""
    told = [message for message in messages if message.role == MessageRole.TOOL]
    if told:
        return iter([ChatMessage(role="assistant", content=f"I read: {told[-1].content}")])
    call = ToolCallBlock(tool_call_id="1", tool_name="bees_and_apples", tool_kwargs={"input": QUESTION})
    return iter([ChatMessage(role="assistant", blocks=[call])])


class Agentic(MockFunctionCallingLLM):
    """LlamaIndex's own stand-in for an LLM that calls tools; as an agent it is streamed."""

    async def astream_chat(self, messages: Any, **kwargs: Any) -> Any:
        async def responses() -> Any:
            for message in calls_the_tool_then_repeats(messages):
                yield ChatResponse(message=message, delta=message.content)

        return responses()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # LlamaIndex's workflows look at every attribute of an agent
def test_an_agent_uses_it_as_a_tool(index: LanguageGraphIndex) -> None:
    tool = QueryEngineTool.from_defaults(index.as_query_engine(), name="bees_and_apples", description="Knows apples.")
    agent = FunctionAgent(name="reader", description="reads", tools=[tool], llm=Agentic())

    async def run() -> str:
        return str(await AgentWorkflow(agents=[agent], root_agent="reader").run(user_msg=QUESTION))

    assert asyncio.run(run()) == "I read: Vitamins [1]."


class Recorder(BaseEventHandler):
    """Remembers events."""

    _events: list[BaseEvent] = PrivateAttr(default_factory=list)

    def handle(self, event: BaseEvent, **kwargs: Any) -> None:
        self._events.append(event)


@pytest.fixture
def told() -> Iterator[tuple[list[BaseEvent], SimpleSpanHandler]]:
    root = get_dispatcher()
    events, spans = Recorder(), SimpleSpanHandler()
    handlers = list(root.event_handlers), list(root.span_handlers)
    root.add_event_handler(events)
    root.add_span_handler(spans)
    yield events._events, spans
    root.event_handlers, root.span_handlers = handlers


def test_learning_and_answering_tell_their_steps(told: Any, query: Any) -> None:
    events, _ = told
    index = LanguageGraphIndex.from_documents(DOCUMENTS, llm=ScriptedLLM())
    query(index.as_query_engine())
    steps = [event for event in events if isinstance(event, StepEvent)]
    assert isinstance(steps[0], LearningEvent)
    assert steps[0].details["learned"] == 3
    assert steps[1].step == "indexing"
    assert isinstance(steps[2], IterationEvent)
    assert {"reading", "answer"} <= {event.step for event in steps}
    assert [event.step for event in steps if not event.span_id] == []


def test_what_an_answer_read_is_a_retrieval(told: Any, query: Any) -> None:
    events, _ = told
    debug = LlamaDebugHandler(print_trace_on_end=False)
    engine = LanguageGraphIndex.from_documents(DOCUMENTS).as_query_engine(llm=ScriptedLLM())
    engine.callback_manager = CallbackManager([debug])
    query(engine)
    (began,) = (event for event in events if isinstance(event, RetrievalStartEvent))
    (ended,) = (event for event in events if isinstance(event, RetrievalEndEvent))
    assert (began.str_or_query_bundle, bool(began.span_id)) == (QUESTION, True)
    assert "Apples are rich in vitamins." in {found.node.get_content() for found in ended.nodes}
    ((_, end),) = debug.get_event_pairs(CBEventType.RETRIEVE)
    assert end.payload[EventPayload.NODES] == ended.nodes


def lineage(spans: SimpleSpanHandler) -> set[tuple[str, ...]]:
    """Return the names of each span and of those it stands in, outermost first."""
    parents = {span.id_: span.parent_id for span in spans.completed_spans}
    lines = set()
    for id in parents:
        line = [id]
        while (outer := parents.get(line[-1])) is not None:
            line.append(outer)
        lines.add(tuple(name.split("-")[0] for name in reversed(line)))
    return lines


@pytest.mark.parametrize("is_async", [False, True])
def test_each_phase_of_learning_and_each_batch_of_requests_has_a_span(told: Any, is_async: bool) -> None:
    _, spans = told
    index = LanguageGraphIndex(llm=ScriptedLLM())
    if is_async:
        asyncio.run(index.ainsert_nodes(DOCUMENTS))
    else:
        index.insert_nodes(DOCUMENTS)
    outer = "LanguageGraphIndex._alearn" if is_async else "LanguageGraphIndex._learn"
    inner = {line[1:] for line in lineage(spans) if line[0] == outer}
    phases = {("LanguageGraph.analysis",), ("LanguageGraph.extraction",), ("LanguageGraph.writing",)}
    assert phases <= inner
    assert any(line[:2] == ("LanguageGraph.extraction", "ScriptedLLM.chat") for line in inner)


def test_each_batch_of_requests_of_an_answer_has_a_span_inside_the_query(told: Any, query: Any) -> None:
    _, spans = told
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    query(index.as_query_engine(llm=ScriptedLLM()))
    chats = {line for line in lineage(spans) if line[-1] == "ScriptedLLM.chat"}
    assert {line[-2] for line in chats} == {"LanguageGraph.answering"}
    (outermost,) = {line[0] for line in chats}
    assert outermost in ("ConceptIterativeQueryEngine.query", "ConceptIterativeQueryEngine.aquery")


@pytest.mark.parametrize("is_async", [False, True])
def test_the_requests_of_a_streamed_answer_have_their_span_inside_the_query_too(told: Any, is_async: bool) -> None:
    _, spans = told
    engine = LanguageGraphIndex.from_documents(DOCUMENTS).as_query_engine(llm=ScriptedLLM(), streaming=True)

    async def read() -> str:
        response = await engine.aquery(QUESTION)
        return "".join([piece async for piece in response.async_response_gen()])

    assert (asyncio.run(read()) if is_async else str(engine.query(QUESTION))) == "Vitamins [1]."
    (chat,) = {line for line in lineage(spans) if line[-1] == "ScriptedLLM.stream_chat"}
    assert chat[0] == ("ConceptIterativeQueryEngine.aquery" if is_async else "ConceptIterativeQueryEngine.query")
    assert chat[-2] == "LanguageGraph.answering"


def test_the_span_of_requests_that_end_a_run_is_dropped(told: Any) -> None:
    _, spans = told
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    model = ScriptedChatModel([])  # has no reply: no call can succeed
    with pytest.raises(LanguageModelSetupError):
        index.as_query_engine(llm=model).query(QUESTION)
    assert "LanguageGraph.answering" in {span.id_.split("-")[0] for span in spans.dropped_spans}


def test_extracting_for_a_property_graph_has_spans_too(told: Any) -> None:
    _, spans = told
    MetaRelationExtractor(llm=ScriptedLLM())([document.model_copy(deep=True) for document in DOCUMENTS])
    assert ("MetaRelationExtractor.__call__", "LanguageGraph.extraction") in {line[:2] for line in lineage(spans)}


def test_outside_of_a_door_the_engine_has_no_spans(told: Any) -> None:
    _, spans = told
    index = LanguageGraphIndex.from_documents(DOCUMENTS, llm=ScriptedLLM(), extraction=False)
    before = len(spans.completed_spans)
    index.graph.ask(QUESTION)
    new = {span.id_.split("-")[0] for span in spans.completed_spans[before:]}
    assert not [name for name in new if name.startswith("LanguageGraph.")]


def test_an_llm_that_only_knows_how_to_block_does_not_block_the_event_loop(index: LanguageGraphIndex) -> None:
    on_the_loop = []

    def reply(prompt: str) -> str:
        on_the_loop.append(threading.current_thread() is threading.main_thread())
        return replies(prompt)

    asyncio.run(index.as_query_engine(llm=ScriptedLLM(reply)).aquery(QUESTION))
    assert on_the_loop == [False]
