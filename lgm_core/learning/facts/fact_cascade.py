"""Facts in four steps: plain statements, their entities, relations between these, and a revision of all.

Each step is one batch with a request for every window (PolyRAG, equation 2). A statement keeps the number of its
sentence, and a fact that of its statement, so that facts are grounded in the sentences of the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.learning.facts.cascade_prompts import CASCADE
from lgm_core.learning.facts.fact_replies import FACTS_PART, PHASE, FactReply, read_facts
from lgm_core.llm.quoting import plain
from lgm_core.llm.replies import number_of, one_line, read_objects
from lgm_core.llm.reply_schemas import entries_schema, object_schema

__all__ = ["cascaded"]

_Statements = list[tuple[int, str]]
"""Numbers of sentences, with what they state."""


def cascaded(windows: Sequence[str]) -> Flow[tuple[list[FactReply | str], list[Outcome]]]:
    """Return the reply for each window, or why a step failed, and the outcomes of all requests.

    Args:
        windows: numbered sentences, as prompts show them.
    """
    outcomes: list[Outcome] = []
    failed: dict[int, str] = {}

    def step(number: int, data: Mapping[int, str]) -> Flow[dict[int, Any]]:
        """Ask for one step with the data of each window; return the replies by window."""
        read, schema = _FORMS[number]
        requests = [Request(CASCADE[number].messages({"data": each}), PHASE, read, schema) for each in data.values()]
        replied = list((yield requests)) if requests else []
        outcomes.extend(replied)
        failed.update({place: each.error for place, each in zip(data, replied, strict=True) if not each.ok})
        return {place: each.value for place, each in zip(data, replied, strict=True) if each.ok}

    statements = yield from step(0, {place: _tagged("sentences", each) for place, each in enumerate(windows)})
    data = {place: _shown(each) for place, each in statements.items() if each}
    entities = yield from step(1, data)
    data = {place: f"{_listed(each)}\n{data[place]}" for place, each in entities.items()}
    related = yield from step(2, data)
    data = {place: f"{_told(each)}\n{data[place]}" for place, each in related.items()}
    revised = yield from step(3, data)
    replies = {place: _joined(statements[place], entities[place], each) for place, each in revised.items()}
    return [failed.get(place) or replies.get(place, FactReply({}, ())) for place in range(len(windows))], outcomes


def _read_statements(reply: str) -> _Statements:
    entries = read_objects(reply, key="statements")
    read = [(number_of(each.get("n")) or 0, one_line(each.get("text"))) for each in entries]
    return [(number, text) for number, text in read if number and text]


_FORMS = (
    (_read_statements, entries_schema("statements", n="integer", text="string")),
    (read_facts, entries_schema("entities", id="string", type="string", name="string", description="string")),
    *[(read_facts, object_schema(facts=FACTS_PART))] * 2,
)
"""How the reply of each step is read, and its JSON schema."""


def _tagged(tag: str, *lines: str) -> str:
    return "\n".join((f"<{tag}>", *lines, f"</{tag}>"))


def _shown(statements: _Statements) -> str:
    return _tagged("sentences", *(f"[{number}] {plain(text)}" for number, (_, text) in enumerate(statements, 1)))


def _listed(reply: FactReply) -> str:
    return _tagged("terms", *(f"{plain(id)}: {plain(each.name)}" for id, each in reply.entities.items()))


def _told(reply: FactReply) -> str:
    told = ((each.number, map(plain, (each.subject, each.predicate, each.object))) for each in reply.facts)
    return _tagged("facts", *(f"[{number}] {' | '.join(words)}" for number, words in told))


def _joined(statements: _Statements, entities: FactReply, revised: FactReply) -> FactReply:
    """Return the revised facts with the entities, each with the number of its sentence in place of its statement's."""
    numbers = {number: sentence for number, (sentence, _) in enumerate(statements, 1)}
    facts = tuple(replace(each, number=numbers.get(each.number, 0)) for each in revised.facts)
    return FactReply(entities.entities, facts, entities.malformed + revised.malformed)
