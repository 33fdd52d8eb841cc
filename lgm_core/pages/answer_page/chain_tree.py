"""The chains from a question to what was found, as a tree: over concepts and passages, or over the steps of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lgm_core.model import TraceStep
from lgm_core.pages.answer_page.cited_places import CitedPlace
from lgm_core.reasoning.execution.step_result import Basis

__all__ = ["ChainNode", "chains_of_citations", "chains_of_feedback", "chains_of_plan", "depth_of"]

NodeKind = Literal["question", "concept", "passage", "leading", "step", "result"]
"""What a node is; a leading passage leads to others and is not shown itself."""

BASES: Mapping[Basis, str] = {
    "fact": "from facts",
    "text": "from sentences, which no language model has read",
    "model": "read in text by a language model",
    "computed": "computed",
    "none": "no result",
}
"""What the result of a step rests on, in words."""


@dataclass(slots=True)
class ChainNode:
    """A node of the picture.

    Attributes:
        kind: what it is.
        text: what stands in it.
        note: what stands below that, smaller.
        numbers: the citations, or passages, that it leads to on the page.
        children: what follows from it.
    """

    kind: NodeKind
    text: str
    note: str = ""
    numbers: tuple[int, ...] = ()
    children: list[ChainNode] = field(default_factory=list)

    def child(self, kind: NodeKind, text: str, note: str = "") -> ChainNode:
        """Return the child that says this, made unless it is there."""
        for child in self.children:
            if (child.kind, child.text, child.note) == (kind, text, note):
                return child
        self.children.append(ChainNode(kind, text, note))
        return self.children[-1]

    def add(self, kind: NodeKind, text: str, number: int, note: str = "") -> None:
        """Add a leaf with a number, or the number to the leaf that is there."""
        leaf = self.child(kind, text, note)
        if number not in leaf.numbers:
            leaf.numbers = (*leaf.numbers, number)


def depth_of(node: ChainNode) -> int:
    """Return how many nodes the longest way from a node to a leaf has."""
    return 1 + max(map(depth_of, node.children), default=0)


def chains_of_citations(question: str, places: Sequence[CitedPlace]) -> ChainNode:
    """Return the ways from a question over concepts to the sections that are cited."""
    root = ChainNode("question", question)
    for place in places:
        for cited in place.cited:
            node = root
            for concept in cited.path:
                node = node.child("concept", concept)
            node.add("passage", place.title, cited.number, place.heading[-1] if place.heading else "")
    return root


def chains_of_feedback(question: str, places: Sequence[CitedPlace], trace: Iterable[TraceStep]) -> ChainNode | None:
    """Return which sub-questions led to the sentences that are cited; None when nothing was looked up."""
    read: list[tuple[str, frozenset[str]]] = []
    for step in trace:
        if step.name == "extraction":
            read += [(asked, frozenset(ids)) for asked, ids in step.details.get("read", {}).items()]
    if not read:
        return None
    root = ChainNode("question", question)
    for asked, _ in read:
        if asked != question:
            root.child("step", asked, "looked up")
    for place in places:
        for cited in place.cited:
            asked = next((asked for asked, ids in read if cited.id in ids), question)
            node = root if asked == question else root.child("step", asked, "looked up")
            node.add("passage", place.title, cited.number, place.heading[-1] if place.heading else "")
    return root


def chains_of_plan(question: str, places: Sequence[CitedPlace], trace: Iterable[TraceStep]) -> ChainNode | None:
    """Return the steps of a plan one after another, each with its results and the sentences that say so."""
    steps = [step.details for step in trace if step.name == "step"]
    if not steps:
        return None
    cited = {sentence.id: (place, sentence.number) for place in places for sentence in place.cited}
    root = node = ChainNode("question", question)
    for details in steps:
        answers = [str(answer) for answer in details["answers"]]
        more = f" and {len(answers) - 3} more" if len(answers) > 3 else ""
        result = ", ".join(answers[:3]) + more
        # The last step often puts out what the one before it found.
        if (not answers and not details["sentences"]) or (node.kind, node.text) == ("result", result):
            continue
        node = node.child("step", str(details["question"]) or f"step {details['number']}", BASES[details["basis"]])
        for id in details["sentences"]:
            if id in cited:
                place, number = cited[id]
                node.add("passage", place.title, number, place.heading[-1] if place.heading else "")
        if answers:
            node = node.child("result", result)
    return root if root.children else None
