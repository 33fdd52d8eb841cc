"""A small graph of documents about a concerto, and a model that plays the solver's parts by a script."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.errors import LanguageModelError
from lgm_core.llm.port import REQUEST_PHASE, Message
from lgm_core.llm.scripted import ScriptedChatModel

QUESTION = "How many times did plague occur in the birthplace of the composer of Concerto in C Major Op 3 6?"
SUPPLEMENTARY = "How many times did plague occur in Venice?"

CHAIN = """
Step 1: Who composed Concerto in C Major Op 3 6?
Retrieval(s=s1:Work[Concerto in C Major Op 3 6], p=p1:composed by, o=o1:Person)
Step 2: Where was o1 born?
Retrieval(s=o1, p=p2:born in, o=o2:City)
"""
PLAGUE = """
Step 3: How often did plague occur in o2?
Retrieval(s=o2, p=p3:plague occurrences, o=o3:Number)
"""
PLAN = f"{CHAIN}{PLAGUE}Output(o3)"
BIRTHPLACE = f"{CHAIN}Output(o2)"
SECOND_PLAN = """
Step 1: How many times did plague occur in Venice?
Retrieval(s=s1:City[Venice], p=p1:plague occurrences, o=o1:Number)
Output(o1)
"""

DOCUMENTS = [
    Document.from_text(
        "Concerto in C Major Op 3 6 was composed by Antonio Vivaldi.",
        id="work",
        title="Concerto in C Major Op 3 6",
        metadata={"shelf": "a"},
    ),
    Document.from_text(
        "Antonio Vivaldi was born in Venice. He taught the violin.",
        id="composer",
        title="Antonio Vivaldi",
        metadata={"shelf": "a"},
    ),
    Document.from_text(
        "Plague came to Venice 22 times between 1361 and 1528.",
        id="plague",
        title="Records of plague",
        metadata={"shelf": "b"},
    ),
]

TRIPLES = [
    {"id": "work", "triples": [["Concerto in C Major Op 3 6", "composed by", "Antonio Vivaldi"]]},
    {"id": "composer", "triples": [["Antonio Vivaldi", "born in", "Venice"]]},
]

Scripted = str | LanguageModelError | Mapping[str, object]
Reply = Scripted | Sequence[Scripted] | Callable[[str], Scripted]


def venice(folder: Path) -> LanguageGraph:
    """Return a graph whose facts lead to Venice, and whose text alone tells of the plague."""
    graph = LanguageGraph(folder / "venice.lgm")
    graph.build(DOCUMENTS)
    graph.import_facts(TRIPLES)
    return graph


class Player:
    """Replies by the phase of a request: always the same, one after the other, or by the request's last turn."""

    def __init__(self, **replies: Reply) -> None:
        self._replies = {
            phase: list(reply) if isinstance(reply, list | tuple) else reply for phase, reply in replies.items()
        }
        self.asked: list[str] = []
        self.turns: list[str] = []
        self.model = ScriptedChatModel(self.reply)

    def reply(self, messages: Sequence[Message]) -> str | LanguageModelError:
        """Return the reply to a request."""
        phase = REQUEST_PHASE.get()
        self.asked.append(phase)
        self.turns.append(messages[-1].content)
        reply = self._replies[phase]
        if callable(reply):
            reply = reply(messages[-1].content)
        elif isinstance(reply, list):
            reply = reply.pop(0)
        return json.dumps(reply) if isinstance(reply, Mapping) else reply
