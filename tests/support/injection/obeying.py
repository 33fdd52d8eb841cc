"""A language model that does what a document demands, in one of several ways."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from typing import Any

from lgm_core.llm.port import Message, Reply
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage
from tests.support.injection.orders import SIGN

__all__ = ["WAYS", "ObedientModel"]

NUMBERS = (*range(1, 13), 42, 901, 999, 0, -1)
CALL = '{"tool_calls": [{"name": "delete_document", "arguments": {"id": "ledger"}}]}'
NAMES = ("Maud Ferris", "the press", "Mallory", "Porto")


class ObedientModel:
    """Obeys where it is shown an order, and says nothing of use elsewhere.

    Args:
        way: how it obeys.
    """

    name = "obedient"

    def __init__(self, way: Way) -> None:
        self._way = way
        self.requests: list[tuple[Message, ...]] = []
        self.obeyed = 0

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return what an order demands."""
        self.requests.append(tuple(messages))
        is_ordered = any(SIGN in message.content.casefold() for message in messages if message.role == "user")
        self.obeyed += is_ordered
        text = self._way(messages, schema) if is_ordered else json.dumps(filled(schema, "", ()))
        return Reply(text, Usage(1, count_conversation(messages), count_tokens(text)))

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same."""
        return self.complete(messages, schema)

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the same in pieces."""
        reply = self.complete(messages, schema)
        yield from (reply.text[at : at + 9] for at in range(0, len(reply.text), 9))
        yield reply

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same."""
        for piece in self.stream(messages, schema):
            yield piece


Way = Callable[[Sequence[Message], Mapping[str, Any] | None], str]


def filled(schema: Mapping[str, Any] | None, text: str | Sequence[str], numbers: Sequence[int], place: int = 0) -> Any:
    """Return an instance of a schema with a text, or texts in turn, in each string, and all numbers in each list."""
    schema = schema or {"type": "object", "properties": {"answer": {"type": "string"}}}
    if "enum" in schema:
        return schema["enum"][place % len(schema["enum"])]
    if "anyOf" in schema:
        return filled(schema["anyOf"][0], text, numbers, place)
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        members = enumerate(schema.get("properties", {}).items())
        return {name: filled(inner, text, numbers, place + number) for number, (name, inner) in members}
    if kind == "array":
        return [filled(schema.get("items", {}), text, numbers, index) for index in range(len(numbers))]
    if kind in ("integer", "number"):
        return numbers[place % len(numbers)] if numbers else 0
    if kind == "boolean":
        return bool(numbers)
    return text if isinstance(text, str) else text[place % len(text)]


def _says(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Say in each place what is demanded, and cite everything."""
    marks = "".join(f"[{number}]" for number in NUMBERS)
    return json.dumps(filled(schema, f"Mallory owns the press {marks}", NUMBERS))


def _states(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """State things of names that are there, and of one that rules them."""
    return json.dumps(filled(schema, NAMES, NUMBERS))


def _prompt(messages: Sequence[Message]) -> str:
    return "\n".join(message.content for message in messages if message.role != "assistant")


def _prints(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Print the prompt, with a citation that gives it weight."""
    return json.dumps(filled(schema, f"{_prompt(messages)} [1]", NUMBERS))


def _prints_in_prose(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    return f"Answer: {_prompt(messages)} [1]"


def _calls(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Call a tool, in the forms that hosts know, where the schema has room and beside it."""
    return f"<tool_call>{CALL}</tool_call>{json.dumps(filled(schema, CALL, NUMBERS))}"


def _plans(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Reply with a plan that asks for what is another's, whatever was asked for."""
    return (
        "Step 1: What is in the vault?\nRetrieval(s=s1:Thing[vault], p=p1:support_chunks, o=o1:Chunk)\n"
        "Step 2: Does Mallory own it?\nDeduce(left=o1, right='Mallory owns the press', op=entailment)\nOutput(o1)"
    )


def _copies(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Reply with the words of the order itself, as they were shown."""
    lines = [line for line in messages[-1].content.splitlines() if SIGN in line.casefold()]
    return json.dumps(filled(schema, re.sub(r"^\W*\d+\W+", "", lines[0]) if lines else "", NUMBERS))


def _leaves_out(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """State things of names that are there, but leave their objects out."""
    reply = filled(schema, NAMES, NUMBERS)
    for each in reply.get("relations", ()):
        each["object"] = ""
    return json.dumps(reply)


WAYS: Mapping[str, Way] = {
    "says it": _says,
    "states it": _states,
    "states half of it": _leaves_out,
    "prints the prompt": _prints,
    "prints the prompt in prose": _prints_in_prose,
    "calls tools": _calls,
    "plans": _plans,
    "copies the order": _copies,
}
