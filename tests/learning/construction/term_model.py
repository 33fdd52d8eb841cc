"""A scripted model that answers requests about numbered items by the data that it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from lgm_core.flow import Flow, Session, run
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel

T = TypeVar("T")

_LINE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


def numbered(message: str, tag: str) -> dict[int, list[str]]:
    """Return the numbered lines inside a tag, each divided into its fields."""
    found = re.search(rf"<{tag}>\n(.*)\n</{tag}>", message, re.DOTALL)
    return {int(number): line.split(" | ") for number, line in _LINE.findall(found[1] if found else "")}


def term_model(
    *,
    known: Sequence[str] = (),
    descriptions: Callable[[str], str] = "About {}.".format,
    same: Sequence[frozenset[str]] = (),
) -> ScriptedChatModel:
    """Return a model that knows some terms, describes all, and takes the names in each set for names of one thing."""

    def reply(messages: Sequence[Message]) -> str:
        system, data = messages[0].content, messages[-1].content
        terms = numbered(data, "terms") or numbered(data, "types") or numbered(data, "predicates")
        if pairs := numbered(data, "pairs"):
            names = {number: fields[0] for number, fields in terms.items()}
            sides = {number: [names[int(place)] for place in line[0].split(" = ")] for number, line in pairs.items()}
            return listed(
                "pairs", "same", {number: any(each >= set(side) for each in same) for number, side in sides.items()}
            )
        if '"known"' in system:
            return listed("terms", "known", {number: fields[0] in known for number, fields in terms.items()})
        member = next(name for name in ("terms", "types", "predicates") if f"<{name}>" in data)
        return listed(member, "description", {number: descriptions(fields[0]) for number, fields in terms.items()})

    return ScriptedChatModel(reply)


def listed(member: str, value: str, said: Mapping[int, Any]) -> str:
    """Return a reply as it was asked for."""
    return json.dumps({member: [{"n": number, value: each} for number, each in said.items()]})


def driven(flow: Flow[T], model: ScriptedChatModel | None = None) -> T:
    """Return what a flow returns that asks a model, or nobody."""
    return run(flow, Session(model))
