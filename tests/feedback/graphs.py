"""A small graph without facts, and a model that plays query-driven feedback on it by a script."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.errors import LanguageModelError
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel

QUESTION = "In which state did the performer of Hello Love die?"
PERFORMER, DEATH = "Who performed Hello Love?", "Where did Hank Snow die?"

DOCUMENTS = [
    Document.from_text("Hello Love is a song by Hank Snow.", id="song", title="Hello Love", metadata={"shelf": "a"}),
    Document.from_text(
        "Hank Snow was a singer. He died in Tennessee in 1999.", id="singer", title="Hank Snow", metadata={"shelf": "a"}
    ),
    Document.from_text("Tennessee borders Virginia.", id="state", title="Tennessee", metadata={"shelf": "b"}),
]

FACTS = {
    PERFORMER: ("Hello Love", "is a song by", "Hank Snow"),
    DEATH: ("Hank Snow", "died in", "Tennessee"),
}


def small_graph(path: Path) -> LanguageGraph:
    """Return a graph of three documents, which has no facts."""
    graph = LanguageGraph(path)
    graph.build(DOCUMENTS)
    return graph


def part(message: str, tag: str) -> str:
    """Return what stands between tags in a request."""
    return message.rpartition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


class Player:
    """Names the first of its steps that the facts shown lack, finds its fact in any sentence, answers from the last.

    Replies are overridden by the phase of the request: a text, or an error.
    """

    def __init__(self, steps: Sequence[str] = (PERFORMER, DEATH), answer: str = "Tennessee") -> None:
        self.steps, self.answer = steps, answer
        self.override: dict[str, str | LanguageModelError] = {}
        self.asked: list[str] = []
        self.model = ScriptedChatModel(self.reply)

    def reply(self, messages: Sequence[Message]) -> str | LanguageModelError:
        """Return the reply to a request."""
        return self.reply_to(messages[-1].content)

    def reply_to(self, message: str) -> str | LanguageModelError:
        """Return the reply to the last turn of a request."""
        phase = "naming" if "<asked>" in message else "extraction" if "<sentences>" in message else "answering"
        self.asked.append(phase)
        if phase in self.override:
            return self.override[phase]
        if phase == "naming":
            return json.dumps({"questions": self._missing(part(message, "facts"))})
        if phase == "extraction":
            return json.dumps(found(part(message, "questions").removeprefix("- "), part(message, "sentences")))
        return json.dumps({"answer": self._answer(part(message, "facts"))})

    def _missing(self, facts: str) -> list[str]:
        return [step for step in self.steps if " | ".join(FACTS[step]).lower() not in facts.lower()][:1]

    def _answer(self, facts: str) -> str:
        for line in facts.split("\n"):
            if line.startswith("[") and self.answer.lower() in line.lower():
                return f"{self.answer} {line.split(' ')[0]}."
        return ""


def found(sub_question: str, sentences: str) -> Mapping[str, object]:
    """Return a reply that states the fact of a sub-question of each sentence that is shown."""
    if sub_question not in FACTS:
        return {"entities": [], "facts": []}
    numbers = [int(line[1 : line.index("]")]) for line in sentences.split("\n") if line.startswith("[")]
    return replied([FACTS[sub_question]], numbers)


def replied(facts: Sequence[tuple[str, str, str]], numbers: Sequence[int]) -> Mapping[str, object]:
    """Return a reply that states facts, each of all of the sentences."""
    names = list(dict.fromkeys(name for subject, _, object_ in facts for name in (subject, object_)))
    ids = {name: f"E{number}" for number, name in enumerate(names, 1)}
    return {
        "entities": [{"id": id, "type": "thing", "name": name, "description": ""} for name, id in ids.items()],
        "facts": [
            {"n": number, "subject": ids[subject], "predicate": predicate, "object": ids[object_], "quote": ""}
            for subject, predicate, object_ in facts
            for number in numbers
        ],
    }
