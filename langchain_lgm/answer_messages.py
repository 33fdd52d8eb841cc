"""Questions as chains and agents ask them, and answers as messages, which whatever follows understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    MessageLikeRepresentation,
    convert_to_messages,
)
from langchain_core.messages.ai import UsageMetadata
from langchain_core.prompt_values import PromptValue

from lgm_core import Answer, AnswerEvent, InputError
from lgm_core.hosts import ShownText, answer_metadata, citation_metadata, readable_answer

__all__ = ["QuestionInput", "answer_chunk", "answer_message", "question_and_filter"]

QuestionInput = LanguageModelInput | BaseMessage | Mapping[str, Any]
"""A question, messages, what a prompt makes, or a dict with a `question` or `messages`, and perhaps a `filter`."""


def question_and_filter(input: QuestionInput) -> tuple[str, Mapping[str, Any] | None]:
    """Return the question that an input asks, of a conversation its last message from a human, and the input's filter.

    Raises:
        InputError: there is no question in it.
    """
    if isinstance(input, Mapping):
        asked = input.get("question", input.get("messages"))
        if asked is None:
            raise InputError(f"the input has neither 'question' nor 'messages', but {sorted(map(str, input))}")
        return question_and_filter(asked)[0], input.get("filter")
    if isinstance(input, str):
        return input, None
    return _last_question(_messages(input)), None


def _messages(input: PromptValue | BaseMessage | Sequence[MessageLikeRepresentation]) -> list[BaseMessage]:
    if isinstance(input, PromptValue):
        return input.to_messages()
    if isinstance(input, BaseMessage):
        return [input]
    try:
        return convert_to_messages(input)
    except (NotImplementedError, TypeError, ValueError) as error:
        raise InputError(f"{input!r} is neither a question nor messages, nor a dict with a 'question'") from error


def _last_question(messages: Sequence[BaseMessage]) -> str:
    asked_last = next((message for message in reversed(messages) if isinstance(message, HumanMessage)), None)
    if asked_last is None:
        raise InputError("none of the messages is from a human, so there is no question to answer")
    return str(asked_last.text)


def answer_message(answer: Answer, *, id: str) -> AIMessage:
    """Return an answer as a message of plain values alone, so that it is the same after it was stored."""
    return AIMessage(readable_answer(answer), id=id, response_metadata=_metadata(answer), usage_metadata=_usage(answer))


def answer_chunk(event: AnswerEvent, shown: ShownText, *, id: str) -> AIMessageChunk | None:
    """Return the chunk of a message that an event of an answer adds to what was shown, or None when it adds nothing.

    The sum of the chunks is what `answer_message` returns; only text that was taken back is in it too, before an empty
    line and the answer's own text.
    """
    piece = shown.piece(event)
    if isinstance(event, Answer):
        return AIMessageChunk(
            content=piece,
            id=id,
            response_metadata=_metadata(event),
            usage_metadata=_usage(event),
            chunk_position="last",
        )
    return AIMessageChunk(content=piece, id=id) if piece else None


def _metadata(answer: Answer) -> dict[str, Any]:
    return {
        "citations": [citation_metadata(citation) for citation in answer.citations],
        "nearest": [citation_metadata(citation) for citation in answer.nearest],
        **answer_metadata(answer),
    }


def _usage(answer: Answer) -> UsageMetadata:
    spent = answer.usage
    return UsageMetadata(
        input_tokens=spent.prompt_tokens,
        output_tokens=spent.completion_tokens,
        total_tokens=spent.prompt_tokens + spent.completion_tokens,
    )
