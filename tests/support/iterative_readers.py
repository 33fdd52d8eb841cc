"""Scripted readers for Concept Iterative Retrieval: what they are shown, cite and reply."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lgm_core.flow import Session, run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.small_graphs import EverythingRanker, document_graph

RICH = "What are apples rich in?"
BORN = "In which country was the designer of the Marten Bridge born?"
VITAMINS = "Fruits contain many vitamins."

_RESOLVED = re.compile(r" \[: [^]]*\]")
_LINE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def paper(**changes: Any) -> AskOptions:
    """Return the settings of Algorithm 1, changed."""
    return replace(AskOptions.paper(), **changes)


def section(message: str, tag: str) -> str:
    """Return what a request shows between two tags."""
    return message.split(f"<{tag}>\n", 1)[1].split(f"\n</{tag}>", 1)[0]


def numbers(message: str) -> dict[str, int]:
    """Return the numbers under which a request shows sentences."""
    return {text: int(number) for number, text in _LINE.findall(section(message, "sentences"))}


def reply(text: str, citations: Sequence[int] = (), missing: Sequence[str] = ()) -> str:
    return json.dumps({"answer": text, "citations": list(citations), "missing": list(missing)})


class Reader:
    """Marks the sentences that contain a word of interest, and answers by a function of what it is shown."""

    def __init__(self, interest: str, conclude: Callable[[dict[str, int]], str]) -> None:
        self.interest = re.compile(interest)
        self.conclude = conclude

    def __call__(self, messages: Sequence[Message]) -> str:
        shown = numbers(messages[-1].content)
        if '"answer"' in messages[0].content:
            return self.conclude(shown)
        return json.dumps({"supporting": [number for text, number in shown.items() if self.interest.search(text)]})


def cite_all(shown: dict[str, int]) -> str:
    """Repeat what is shown, each sentence with its number."""
    plain = {_RESOLVED.sub("", text).rstrip("."): number for text, number in shown.items()}
    return reply(" ".join(f"{text} [{number}]." for text, number in plain.items()), list(shown.values()))


def never(shown: dict[str, int]) -> str:
    return reply("", (), ["the unheard-of"])


def find_country(shown: dict[str, int]) -> str:
    """Follow the chain bridge, designer, town, country, as far as the sentences shown allow."""
    for text, cited in shown.items():
        if "Sweden" in text:
            return reply(f"Sweden [{cited}].", [cited])
    for step, lacks in (("born in Lund", "Lund"), ("designed by", "Ada Lindqvist birthplace")):
        if any(step in text for text in shown):
            return reply("", (), [lacks])
    return reply("", (), ["designer of the Marten Bridge"])


class ConceptRanker(EverythingRanker):
    """Returns only sentences about the concepts it is given."""

    def __init__(self, store: LanguageGraphStore) -> None:
        super().__init__(store)
        self.store = store

    def sentences(self, question, k, *, allowed=None, concepts=()):
        about = frozenset(sentence.id for sentence in self.store.sentences_about(concepts))
        return super().sentences(question, k, allowed=about if allowed is None else about & allowed, concepts=concepts)


def ask(
    store: LanguageGraphStore, model: ScriptedChatModel, question: str, options: AskOptions | None = None, **rest
) -> Answer:
    """Ask in exhaustive rounds unless other options are given."""
    ranker = rest.pop("ranker", None) or ConceptRanker(store)
    options = options or paper()
    view = GraphView(store, where=options.where)
    return run(answer(question, view=view, ranker=ranker, options=options), Session(model, **rest))


def steps(answer: Answer, name: str) -> list[dict]:
    return [dict(step.details) for step in answer.trace if step.name == name]


def shown_to(model: ScriptedChatModel) -> str:
    return "\n".join(section(request.messages[-1].content, "sentences") for request in model.requests)


def long_graph() -> list:
    """Return documents about lanterns, far more than one chunk holds."""
    return [
        document_graph(
            f"lantern{number:02}",
            [
                f"Lantern number {number} of the harbour wall has a brass frame and burns oil.",
                f"It is lit at dusk by keeper {number}.",
            ],
            concepts=["lantern", "harbour", "oil"],
            resolved={1: f"It [: the lantern] is lit at dusk by keeper {number}."},
        )
        for number in range(30)
    ]
