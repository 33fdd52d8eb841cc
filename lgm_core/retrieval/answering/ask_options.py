"""How to answer a question."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from lgm_core.errors import InputError
from lgm_core.graph.port import Where
from lgm_core.retrieval.answering.answer_prompts import AnswerPrompts

__all__ = ["AskOptions", "ReplyProtocol", "SupportCheck"]


class ReplyProtocol(StrEnum):
    """The form in which a language model is asked to reply; replies in any form are read."""

    AUTO = "auto"
    """Text; a schema once a model keeps replying in JSON."""
    TEXT = "text"
    """The answer itself, or what is missing. Every model can do this, it is cheapest, and it can be streamed."""
    JSON = "json"
    """A JSON object, asked for in words."""
    SCHEMA = "schema"
    """A JSON object, enforced by the model's provider."""


class SupportCheck(StrEnum):
    """Who judges whether sentences support the statements of an answer."""

    RULES = "rules"
    """Rules that compare names, values and words; this makes no request."""
    MODEL = "model"
    """The rules, then the language model: one request judges all statements that the rules do not find supported. The
    model also understands who did what, and other wordings."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Settings of Concept Iterative Retrieval (paper section 3.3); the switches are those of the paper's Table 1.

    By default rounds are adaptive: the first asks from the best ranked sentences, and another follows only if something
    is missing. `paper()` is Algorithm 1 as published; `local()` suits small models.

    Attributes:
        window: how many ranked sentences the first round asks from.
        growth: how many sentences each further round adds.
        max_iterations: the most rounds of reading and answering (I_max); 1 never looks up what is missing.
        protocol: the form in which the model is asked to reply.
        numbered: number the sentences for full answers and ask for the numbers. Otherwise, and in brief answers,
            citations are found by comparing the answer with the sentences.
        names_missing: ask the model to name what the sentences lack. Otherwise only an unsupported answer leads to
            another round. For brief answers in plain text it is asked only from the second round on, and not in the
            last: small models answer worse if they may reply with anything but the answer.
        chunk_size: the most characters of text in one request (the paper's K). Longer text is first marked and
            compressed (lines 7 to 23 of Algorithm 1).
        expansion: also read about aliases, parents, parts and children; otherwise only sentences that mention a concept
            of the question are evidence.
        depth: how many is-a or has-part relations expansion follows.
        graph: use concepts; otherwise only words find sentences.
        llm_knowledge: let the model use its own knowledge; otherwise it must answer from the documents, and unsupported
            statements are withheld.
        exhaustive: read every sentence about the concepts in document order and mark what supports an answer, as the
            paper does. Without the graph, or where no sentence is about the concepts, a chunk of the best ranked
            sentences is read.
        evidence: the most sentences cited if there is no answer. Without a model, a path leads to two thirds of these;
            up to a third answer well by themselves (see `retrieve_passages(words=…)`).
        brief: ask for the bare fact instead of full sentences; its text has no citation numbers.
        where: a filter on document metadata.
        check: who judges whether sentences support the answer's statements.
        prompts: the prompts.
    """

    window: int = 10
    growth: int = 10
    max_iterations: int = 2
    protocol: ReplyProtocol = ReplyProtocol.AUTO
    numbered: bool = True
    names_missing: bool = True
    chunk_size: int = 16_000
    expansion: bool = True
    depth: int = 1
    graph: bool = True
    llm_knowledge: bool = True
    exhaustive: bool = False
    evidence: int = 15
    brief: bool = False
    where: Where | None = None
    check: SupportCheck = SupportCheck.RULES
    prompts: AnswerPrompts = field(default_factory=AnswerPrompts)

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            InputError: a number is too small, or the protocol or check is unknown.
        """
        smallest = {"window": 1, "growth": 1, "chunk_size": 200, "max_iterations": 1, "depth": 0, "evidence": 1}
        for name, least in smallest.items():
            value = getattr(self, name)
            if value < least:
                raise InputError(f"{name} is {value}; it must be at least {least}")
        if self.protocol not in list(ReplyProtocol):
            raise InputError(f"protocol is {self.protocol!r}; it must be one of {', '.join(ReplyProtocol)}")
        if self.check not in list(SupportCheck):
            raise InputError(f"check is {self.check!r}; it must be one of {', '.join(SupportCheck)}")

    @classmethod
    def paper(cls) -> AskOptions:
        """Return the settings of Algorithm 1: exhaustive, with K = 16,000 and I_max = 4 as in the paper.

        The paper also uses I_max = 5 for MuSiQue, and K = 64,000 for a model with a long context.
        """
        return cls(exhaustive=True, max_iterations=4, chunk_size=16_000)

    @classmethod
    def local(cls) -> AskOptions:
        """Return settings for small models, which are asked for nothing but the answer, in plain text.

        A model of 1.5 billion parameters answered worse when it had to cite numbers or could name what is missing
        (benchmarks/answers.md).
        """
        return cls(protocol=ReplyProtocol.TEXT, numbered=False, names_missing=False)
