"""What a user's programs do with a graph, through either door: one builds it, one comes back to it.

`python -m tests.support.door_program DOOR STEP PLACE CORPUS QUESTIONS`, where DOOR is `langchain` or `llama_index`,
STEP is `build` or `return`, PLACE is the path of a graph file, or `neo4j:NAME` for a graph in the database that
NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD name, and CORPUS and QUESTIONS are files of the benchmark's form. Prints
what the program sees as JSON.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.scripted import ScriptedChatModel

SENTENCE = re.compile(r"\[(\d+)\] (.*?)[.!?]*(?= \[\d+\]|$)", re.MULTILINE)
RESOLVED = re.compile(r" \[: [^]]*\]")


def first_three(messages: Any) -> str:
    """Mark the first three sentences shown; repeat and cite them."""
    shown = [found for found in SENTENCE.findall(messages[-1].content) if "{" not in found[1]][:3]
    said = " ".join(f"{RESOLVED.sub('', text)} [{number}]." for number, text in shown)
    if "Answer the question from the text" in messages[-1].content:
        return said or "Nothing says so."
    numbers = [int(number) for number, _ in shown]
    if '"answer"' in messages[0].content:
        return json.dumps({"answer": said, "citations": numbers, "missing": []})
    return json.dumps({"supporting": numbers})


def metadata(row: dict[str, Any]) -> dict[str, Any]:
    return {"title": row["title"], "source": row["id"], "length": len(row["text"])}


class LangChain:
    """A LangChain user's calls."""

    def __init__(self, store: LanguageGraphStore) -> None:
        from langchain_lgm import ConceptIterativeAnswerer, ConceptIterativeRetriever, LanguageGraphBuilder

        self.builder = LanguageGraphBuilder(store=store, workers=1)
        self.retriever = ConceptIterativeRetriever(graph=self.builder.graph, k=5, scored=True, headings=False)
        asked = LanguageGraph(store, llm=ScriptedChatModel(first_three, name="langchain"))
        self.answerer = ConceptIterativeAnswerer(asked)

    def learn(self, rows: list[dict[str, Any]]) -> None:
        from langchain_core.documents import Document

        self.builder.build([Document(row["text"], id=row["id"], metadata=metadata(row)) for row in rows])

    def delete(self, id: str) -> None:
        self.builder.delete([id])

    def find(self, question: str, mode: str, least: int = 0) -> list[Any]:
        documents = self.retriever.invoke(question, mode=mode, filter={"length": {"$gte": least}} if least else None)
        return [[document.id, document.page_content, round(document.metadata["score"], 9)] for document in documents]

    def ask(self, question: str) -> list[Any]:
        answer = self.answerer.invoke(question)
        return [answer.text, [citation["sentence_id"] for citation in answer.response_metadata["citations"]]]

    def documents(self) -> list[str]:
        return [record.id for record in self.builder.graph.documents()]


class LlamaIndex:
    """A LlamaIndex user's calls."""

    def __init__(self, store: Any) -> None:
        from llama_index_lgm import LanguageGraphIndex

        self.index = LanguageGraphIndex(store=store, workers=1)
        self.engine = self.index.as_query_engine(llm=ScriptedChatModel(first_three, name="llama_index"))

    def learn(self, rows: list[dict[str, Any]]) -> None:
        from llama_index.core import Document

        documents = [Document(text=row["text"], id_=row["id"], metadata=metadata(row)) for row in rows]
        self.index.insert_nodes(documents)

    def delete(self, id: str) -> None:
        self.index.delete_ref_doc(id)

    def find(self, question: str, mode: Any, least: int = 0) -> list[Any]:
        where = {"length": {"$gte": least}} if least else None
        results = self.index.as_retriever(mode=mode, where=where).retrieve(question)
        return [[result.node_id, result.text, round(result.score or 0, 9)] for result in results]

    def ask(self, question: str) -> list[Any]:
        response: Any = self.engine.query(question)
        return [str(response), [source.node_id for source in response.source_nodes if source.metadata["citation"]]]

    def documents(self) -> list[str]:
        return sorted(self.index.ref_doc_info)


DOORS = {"langchain": LangChain, "llama_index": LlamaIndex}


class Neo4jGraphAlike:
    """What our store uses of LangChain's `Neo4jGraph`, whose package wants another driver than LlamaIndex's does."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def query(self, query: str, params: dict[str, Any] = {}) -> list[dict[str, Any]]:  # noqa: B006  # as theirs
        return [row.data() for row in self._driver.execute_query(query, params).records]


@contextmanager
def opened(place: str, door: str) -> Iterator[LanguageGraphStore]:
    """Open a store, in Neo4j through the connection of the door's framework."""
    kind, _, graph = place.partition(":")
    if kind != "neo4j":
        with SQLiteStore(place) as store:
            yield store
        return
    uri, username, password = (os.environ[f"NEO4J_{name}"] for name in ("URI", "USERNAME", "PASSWORD"))
    if door == "langchain":
        import neo4j

        with neo4j.GraphDatabase.driver(uri, auth=(username, password), notifications_min_severity="OFF") as driver:
            yield Neo4jStore.from_langchain(Neo4jGraphAlike(driver), graph=graph)
    else:
        from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

        theirs = Neo4jPropertyGraphStore(username, password, uri, refresh_schema=False, create_indexes=False)
        yield Neo4jStore.from_llama_index(theirs, graph=graph)
        theirs.close()
        asyncio.run(theirs._async_driver.close())  # which the store opens and never closes


def rows(file: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]


def seen(user: Any, questions: list[str], least: int) -> dict[str, Any]:
    """Ask everything in every way."""
    return {
        "documents": user.documents(),
        "passages": [user.find(question, "passages") for question in questions],
        "sentences": [user.find(question, "sentences") for question in questions],
        "filtered": [user.find(question, "passages", least) for question in questions],
        "answers": [user.ask(question) for question in questions],
    }


def take_step(user: Any, step: str, corpus: str, questions: str) -> list[Any]:
    """Build from all documents but the last; or ask, learn the last, delete the first, and ask again."""
    *most, last = documents = rows(corpus)
    least = sorted(len(row["text"]) for row in documents)[len(documents) // 2]
    asked = [row["question"] for row in rows(questions)]
    if step == "build":
        user.learn(most)
        return [user.documents()]
    before = seen(user, asked, least)
    user.learn([last])
    user.delete(most[0]["id"])
    return [before, seen(user, asked, least)]


def main() -> None:
    door, step, place, corpus, questions = sys.argv[1:]
    with opened(place, door) as store:
        views = take_step(DOORS[door](store), step, corpus, questions)
    sys.stdout.write(json.dumps(views) + "\n")


if __name__ == "__main__":
    main()
