"""How to answer a question."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.errors import InputError
from lgm_core.graph.port import Where
from lgm_core.retrieval.answering.answer_prompts import AnswerPrompts

__all__ = ["AskOptions"]


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Settings of Concept Iterative Retrieval (paper section 3.3); the switches are those of the paper's Table 1.

    Attributes:
        chunk_size: characters of text in one request at most (the paper's K).
        max_iterations: rounds of reading and answering at most (I_max); 5 suits long chains.
        max_compressions: rounds that shorten evidence which exceeds a chunk, before pruning by ROUGE (J_max).
        expansion: read about aliases, parents, parts and children too; off, only sentences that mention a concept of
            the question are evidence.
        depth: how many is-a or has-part relations expansion follows.
        iteration: go on reading when the answer misses concepts.
        graph: use concepts at all; off, sentences are found by their words alone.
        llm_knowledge: let the LLM use what it knows besides the documents; off, it must answer from them alone.
        exhaustive: read every sentence about the concepts in document order, as the paper does.
        budget: characters read in ranked order, a round; not used when exhaustive.
        evidence: sentences shown when there is no LLM.
        brief: ask for the bare fact instead of a full sentence.
        where: a filter on document metadata.
        prompts: the prompts.
    """

    chunk_size: int = 16_000
    max_iterations: int = 4
    max_compressions: int = 3
    expansion: bool = True
    depth: int = 1
    iteration: bool = True
    graph: bool = True
    llm_knowledge: bool = True
    exhaustive: bool = False
    budget: int = 16_000
    evidence: int = 10
    brief: bool = False
    where: Where | None = None
    prompts: AnswerPrompts = field(default_factory=AnswerPrompts)

    def __post_init__(self) -> None:
        """Refuse settings that cannot work.

        Raises:
            InputError: a number is too small, or two switches contradict each other.
        """
        smallest = {
            "chunk_size": 200,
            "max_iterations": 1,
            "max_compressions": 0,
            "depth": 0,
            "budget": 1,
            "evidence": 1,
        }
        for name, least in smallest.items():
            value = getattr(self, name)
            if value < least:
                raise InputError(f"{name} is {value}; it must be at least {least}")
        if self.exhaustive and not self.graph:
            raise InputError("exhaustive reading is about the graph's concepts; it cannot be combined with graph=False")

    @property
    def rounds(self) -> int:
        """Return how many rounds there may be."""
        return self.max_iterations if self.iteration else 1
