"""The tree from a question to what was found: through concepts and passages, or through the steps of a plan."""

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
"""The kind of a node; a leading passage leads to others but is not on the page."""

_NAMES = 3
"""How many results of a step its node names."""
_MOST_STEPS = 12
"""How many steps are nested; more would leave no width for their words, but the page lists all rounds."""


@dataclass(slots=True)
class ChainNode:
    """A node of the tree.

    Attributes:
        kind: its kind.
        text: its text.
        note: a smaller text below.
        numbers: the numbers of the citations or passages on the page to which it links.
        concept: for a passage, whether its text or its note is the concept that leads to it, which then has no node.
        children: the nodes after it.
    """

    kind: NodeKind
    text: str
    note: str = ""
    numbers: tuple[int, ...] = ()
    concept: NamedBy = ""
    children: list[ChainNode] = field(default_factory=list)

    def child(self, kind: NodeKind, text: str, note: str = "") -> ChainNode:
        """Return the child with this text, ignoring case, or a new one."""
        for child in self.children:
            if (child.kind, child.text.casefold(), child.note) == (kind, text.casefold(), note):
                return child
        self.children.append(ChainNode(kind, text, note))
        return self.children[-1]

    def add(self, place: CitedPlace, number: int) -> None:
        """Add the passage of a citation, or the number of the citation to this passage."""
        leaf = self.child("passage", place.title, place.heading[-1] if place.heading else "")
        leaf.numbers = tuple(dict.fromkeys((*leaf.numbers, number)))


def depth_of(node: ChainNode) -> int:
    """Return the number of nodes on the longest way from a node to a leaf."""
    return 1 + max(map(depth_of, node.children), default=0)


def chains_of_citations(question: str, places: Sequence[CitedPlace]) -> ChainNode:
    """Return the tree from a question through concepts to the cited sections."""
    root = ChainNode("question", question)
    for place in places:
        for cited in place.cited:
            node = root
            for concept in cited.path:
                node = node.child("concept", concept)
            node.add(place, cited.number)
    return with_named_passages(root)


def chains_of_feedback(question: str, places: Sequence[CitedPlace], trace: Iterable[TraceStep]) -> ChainNode | None:
    """Return the tree from a question through sub-questions to the cited sections; None if nothing was looked up."""
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
    """Return the steps of a plan one after another, with their results and cited sections; None without steps."""
    cited = {sentence.id: (place, sentence.number) for place in places for sentence in place.cited}
    root = node = ChainNode("question", question)
    steps = [step for step in trace if isinstance(step, ExecutedStep) and (step.answers or step.sentences)]
    for step in steps[:_MOST_STEPS]:
        more = f" and {len(step.answers) - _NAMES} more" if len(step.answers) > _NAMES else ""
        result = ", ".join(step.answers[:_NAMES]) + more
        # The last step often returns what the one before it found.
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
    """Merge each concept that only leads to passages of its own name with these."""
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
