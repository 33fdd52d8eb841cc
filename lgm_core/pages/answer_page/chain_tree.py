"""The chains from a question to what was found, as a tree: over concepts and passages, or over the steps of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lgm_core.feedback.feedback_steps import FactsStep, LookingUpStep
from lgm_core.model import TraceStep
from lgm_core.pages.answer_page.cited_places import CitedPlace
from lgm_core.reasoning.plan_steps import BASES, ExecutedStep

__all__ = [
    "ChainNode",
    "chains_of_citations",
    "chains_of_feedback",
    "chains_of_plan",
    "depth_of",
    "with_named_passages",
]

NamedBy = Literal["text", "note", ""]
NodeKind = Literal["question", "concept", "passage", "leading", "step", "result"]
"""What a node is; a leading passage leads to others and is not shown itself."""

_NAMES = 3
"""Results of a step that its node names."""
_MOST_STEPS = 12
"""Steps one below the other: further ones would leave no width for their words. The rounds of the page tell all."""


@dataclass(slots=True)
class ChainNode:
    """A node of the picture.

    Attributes:
        kind: what it is.
        text: what stands in it.
        note: what stands below that, smaller.
        numbers: the citations, or passages, that it leads to on the page.
        concept: of a passage, which of its words are the concept that leads to it, and so is not a node of its own:
            its text, its note, or none.
        children: what follows from it.
    """

    kind: NodeKind
    text: str
    note: str = ""
    numbers: tuple[int, ...] = ()
    concept: NamedBy = ""
    children: list[ChainNode] = field(default_factory=list)

    def child(self, kind: NodeKind, text: str, note: str = "") -> ChainNode:
        """Return the child that says this, made unless it is there; capitals make no other concept."""
        for child in self.children:
            if (child.kind, child.text.casefold(), child.note) == (kind, text.casefold(), note):
                return child
        self.children.append(ChainNode(kind, text, note))
        return self.children[-1]

    def add(self, place: CitedPlace, number: int) -> None:
        """Add the passage of a citation, or its number to the passage that is there."""
        leaf = self.child("passage", place.title, place.heading[-1] if place.heading else "")
        leaf.numbers = tuple(dict.fromkeys((*leaf.numbers, number)))


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
            node.add(place, cited.number)
    return with_named_passages(root)


def chains_of_feedback(question: str, places: Sequence[CitedPlace], trace: Iterable[TraceStep]) -> ChainNode | None:
    """Return which sub-questions led to the sentences that are cited; None when nothing was looked up."""
    root = node = ChainNode("question", question)
    depth = 0
    seen: dict[str, ChainNode] = {}
    read: list[tuple[str, frozenset[str]]] = []
    for step in trace:
        if isinstance(step, LookingUpStep):
            read = [(asked, frozenset(ids)) for asked, ids in step.read.items() if asked != question]
            if read:
                asking = {asked: node.child("step", asked, "looked up") for asked, _ in read}
                if depth < _MOST_STEPS:
                    node, depth = asking[read[-1][0]], depth + 1
        elif isinstance(step, FactsStep):
            for id in step.sentences:
                looked_up = next((asked for asked, ids in read if id in ids), "")
                seen.setdefault(id, asking[looked_up] if looked_up else root)
    if not root.children:
        return None
    for place in places:
        for cited in place.cited:
            seen.get(cited.id, root).add(place, cited.number)
    return root


def chains_of_plan(question: str, places: Sequence[CitedPlace], trace: Iterable[TraceStep]) -> ChainNode | None:
    """Return the steps of a plan one after another, each with its results and the sentences that say so."""
    cited = {sentence.id: (place, sentence.number) for place in places for sentence in place.cited}
    root = node = ChainNode("question", question)
    steps = [step for step in trace if isinstance(step, ExecutedStep) and (step.answers or step.sentences)]
    for step in steps[:_MOST_STEPS]:
        more = f" and {len(step.answers) - _NAMES} more" if len(step.answers) > _NAMES else ""
        result = ", ".join(step.answers[:_NAMES]) + more
        # The last step often puts out what the one before it found.
        if (node.kind, node.text) == ("result", result):
            continue
        node = node.child("step", step.question or f"step {step.number}", BASES[step.basis])
        for id in step.sentences:
            if id in cited:
                node.add(*cited[id])
        if step.answers:
            node = node.child("result", result)
    if further := len(steps[_MOST_STEPS:]):
        node.child("step", f"{further} more {'step' if further == 1 else 'steps'}")
    return root if root.children else None


def with_named_passages(node: ChainNode) -> ChainNode:
    """Return a tree in which a concept that leads to passages of its own name alone is one node with them."""
    children = [with_named_passages(child) for child in node.children]
    if node.kind == "concept" and all(_is_passage_of(node.text, child) for child in children):
        numbers = tuple(number for child in children for number in child.numbers)
        notes = ", ".join(dict.fromkeys(child.note for child in children if child.note))
        kind: NodeKind = "passage" if numbers else "leading"
        behind = [each for child in children for each in child.children]
        text = children[0].text if children else node.text
        named: NamedBy = "text" if text.casefold() == node.text.casefold() else "note"
        return ChainNode(kind, text, notes, numbers, named, behind)
    return ChainNode(node.kind, node.text, node.note, node.numbers, node.concept, children)


def _is_passage_of(concept: str, node: ChainNode) -> bool:
    names = (node.text, node.note)
    is_named = concept.casefold() in (name.casefold() for name in names)
    return node.kind in ("passage", "leading") and not node.concept and is_named
