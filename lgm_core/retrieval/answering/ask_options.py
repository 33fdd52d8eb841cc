"""How to answer a question."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from lgm_core.errors import InputError
from lgm_core.graph.port import Where
from lgm_core.retrieval.answering.answer_prompts import AnswerPrompts

__all__ = ["AskOptions", "ReplyProtocol", "SupportCheck"]


class ReplyProtocol(StrEnum):
    """In what form a language model is asked to reply; whatever form it replies in is read."""

    AUTO = "auto"
    """As text; by schema once a model has kept replying in JSON."""
    TEXT = "text"
    """The answer itself, or what is missing: any model can, it is cheapest, and it can be streamed."""
    JSON = "json"
    """A JSON object, asked for in words."""
    SCHEMA = "schema"
    """A JSON object, by the means of the model's provider."""


class SupportCheck(StrEnum):
    """Who judges whether sentences bear the statements of an answer out."""

    RULES = "rules"
    """Rules, which compare names, values and words; no request is made."""
    MODEL = "model"
    """The rules, and the language model where they doubt: one request judges all statements that they do not find
    supported. It also knows who did what and what words mean, as far as the model does."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Settings of Concept Iterative Retrieval (paper section 3.3); the switches are those of the paper's Table 1.

    By default rounds are adaptive: the first asks at once from the best ranked sentences, a further one follows only
    where the reply misses something. `paper()` is Algorithm 1 as published, `local()` suits small models.

    Attributes:
        window: ranked sentences that the first round asks from.
        growth: sentences that each further round adds.
        max_iterations: rounds of reading and answering at most (I_max); 1 looks up nothing that an answer lacks.
        protocol: in what form the model is asked to reply.
        numbered: number the sentences for full answers and ask for the numbers; off, and in brief answers, citations
            are found by comparing the answer with the sentences.
        names_missing: ask the model to name what the sentences lack; off, only an answer that they do not bear out
            leads to a further round. For brief answers it is asked for in plain text from the second round on, if yet
            another may follow: when a small model may reply with anything but the answer, it answers worse.
        chunk_size: characters of text in one request at most (the paper's K). What is more is marked and compressed
            before it is answered from (lines 7 to 23 of Algorithm 1).
        expansion: read about aliases, parents, parts and children too; off, only sentences that mention a concept of
            the question are evidence.
        depth: how many is-a or has-part relations expansion follows.
        graph: use concepts at all; off, sentences are found by their words alone.
        llm_knowledge: let the LLM use what it knows besides the documents; off, it must answer from them alone, and an
            answer that they do not bear out is withheld.
        exhaustive: read every sentence about the concepts in document order and mark what supports an answer, as the
            paper does; without the graph, and where no sentence is about them, a chunk of the best ranked sentences.
        evidence: sentences cited when there is no answer.
        brief: ask for the bare fact instead of full sentences; its text holds no citation numbers.
        where: a filter on document metadata.
        check: who judges whether sentences bear the answer's statements out.
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
    evidence: int = 10
    brief: bool = False
    where: Where | None = None
    check: SupportCheck = SupportCheck.RULES
    prompts: AnswerPrompts = field(default_factory=AnswerPrompts)

    def __post_init__(self) -> None:
        """Refuse settings that cannot work.

        Raises:
            InputError: a number is too small, or there is no such protocol or check.
        """
        smallest = {
            "window": 1,
            "growth": 1,
            "chunk_size": 200,
            "max_iterations": 1,
            "depth": 0,
            "evidence": 1,
        }
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

        The paper has I_max = 5 for MuSiQue, and K = 64,000 for a model of long context.
        """
        return cls(exhaustive=True, max_iterations=4, chunk_size=16_000)

    @classmethod
    def local(cls) -> AskOptions:
        """Return settings for small models: they are asked for nothing but the answer, in plain text.

        In trials a model of 1.5 billion parameters answered worse when it had to number its sentences, and when it
        might name what is missing (benchmarks/answers.md).
        """
        return cls(protocol=ReplyProtocol.TEXT, numbered=False, names_missing=False)
