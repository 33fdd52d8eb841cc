"""The reader that all methods of retrieval share: one plain prompt with the retrieved text, and the reply's first line.

A method of retrieval is judged by what this reader makes of its text, so the prompt is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.port import ChatModel
from lgm_core.llm.prompt import Prompt
from lgm_core.model import Citation, Sentence

__all__ = ["Answering", "Excerpt", "MethodAnswer", "Retrieve", "plain_reading"]

_KINDS = "Reply with the answer alone: a name, a date, a number, a short phrase, or yes or no."
_SENTENCES = "Answer in one or two full sentences."


def _prompts(rule: str) -> tuple[Prompt, Prompt]:
    """Return the prompts of a rule: to answer from a text, and from what the model knows."""
    asked = "Question: {question}\nAnswer:"
    return (
        Prompt(
            system="",
            user=f"Answer the question from the text. {rule}\n\nText:\n{{text}}\n\n{asked}",
            placeholders=("text", "question"),
        ),
        Prompt(system="", user=f"Answer the question. {rule}\n\n{asked}", placeholders=("question",)),
    )


_BRIEFLY, _IN_FULL = _prompts(_KINDS), _prompts(_SENTENCES)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text of a passage that a method retrieved: all of it, or some of its sentences."""

    passage_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class MethodAnswer:
    """What a method answered.

    Attributes:
        text: the answer, without citation marks; empty when there is none.
        citations: what the answer cites; None when the method cites nothing by design.
        own_citations: what the model itself cited, before it was checked; None when the method does not tell.
        supported: whether the method says that the documents support the answer; None when it cannot tell.
        statements: how far it says that they support each statement of the answer; None when it does not tell.
        rounds: how often it read and answered.
        first_text: the answer after the first round.
        first_round_prompt_tokens: prompt tokens of the first round; None when that is the only one.
        failure: why there is no answer, if the model failed.
    """

    text: str
    citations: tuple[Citation, ...] | None = None
    own_citations: tuple[Sentence, ...] | None = None
    supported: bool | None = None
    statements: tuple[str, ...] | None = None
    rounds: int = 1
    first_text: str = ""
    first_round_prompt_tokens: int | None = None
    failure: str = ""


Retrieve = Callable[[str], Sequence[Excerpt]]
"""Returns the text to answer a question from, best first."""

Answering = Callable[[str], MethodAnswer]
"""Answers a question."""


def plain_reading(retrieve: Retrieve | None, model: ChatModel, *, full: bool = False) -> Answering:
    """Let a model answer from what is retrieved; without a way to retrieve, from what it knows.

    Args:
        retrieve: retrieves.
        model: the model.
        full: ask for full sentences and take the whole reply, instead of the bare answer and the first line.
    """
    from_text, from_knowledge = _IN_FULL if full else _BRIEFLY

    def answer(question: str) -> MethodAnswer:
        values = {"question": question}
        prompt = from_knowledge if retrieve is None else from_text
        try:
            if retrieve is not None:
                values["text"] = "\n".join(_line(excerpt) for excerpt in retrieve(question))
            reply = model.complete(prompt.messages(values))
        except LanguageModelSetupError:
            raise
        except LanguageModelError as error:
            return MethodAnswer("", failure=str(error))
        text = reply.text.strip()
        text = text if full else text.partition("\n")[0].strip()
        return MethodAnswer(text, first_text=text)

    return answer


def _line(excerpt: Excerpt) -> str:
    return f"{excerpt.title}: {excerpt.text}" if excerpt.title else excerpt.text
