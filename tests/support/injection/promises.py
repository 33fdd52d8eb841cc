"""What is promised of documents that give orders, checked after a model obeyed one."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from lgm_core import Answer
from lgm_core.llm.port import Message
from lgm_core.llm.quoting import plain
from lgm_core.model import Support
from tests.support.injection.obeying import ObedientModel
from tests.support.injection.orders import Order
from tests.support.injection.paths import READING, SECRET, Walk, answers_in, streamed_in

__all__ = ["broken_promises"]

_CLOSING = re.compile(r"[<＜﹤]\s*[/／]\s*([a-z_]+)\s*[>＞﹥]", re.IGNORECASE)
_CLOSING_LINE = re.compile(r"^</[a-z]+>$", re.MULTILINE)
_OPENING = re.compile(r"^\s*[<＜﹤]\s*([a-z]+)\s*[>＞﹥]\s*$", re.MULTILINE | re.IGNORECASE)
_CHAT = re.compile(r"<\||\[/?INST\]|<</?SYS>>|</?(?:think|tool_call|s)>", re.IGNORECASE)
_UNSEEN = re.compile("[\u00ad\u200b\u202a-\u202e\u2060-\u2069\U000e0000-\U000e0fff]")
_AGAIN = "That reply could not be used"
_RUN = 12
_WHOLE_GRAPH = {"reflect", "learn facts", "learn facts by a schema", "learn facts in steps", "align", "condense"}
"""What whoever keeps the graph does with all documents, of every tenant."""


def broken_promises(name: str, order: Order, model: ObedientModel, walk: Walk) -> Iterator[str]:
    """Yield what was promised and did not hold.

    Args:
        name: the path.
        order: what was demanded.
        model: who obeyed, with what it was shown.
        walk: what came of it.
    """
    data = [_data(messages) for messages in model.requests]
    told = repr(walk.told)
    if order.is_hidden and model.obeyed:
        yield "a model was shown what no reader sees"
    if any(_UNSEEN.search(text) for text in data):
        yield "a model was shown characters that nobody sees"
    if any(_CHAT.search(text) or not _is_whole(text) for text in data):
        yield "a document closed what quotes it"
    if name not in _WHOLE_GRAPH and any(SECRET in text or "vault#" in text for text in (*data, told)):
        yield "a sentence of another tenant was shown or told"
    if {record.id for record in walk.graph.documents()} != {order.id, "ledger", "vault"}:
        yield "a document was added or deleted"
    if name in READING and walk.graph.store.revision() != walk.revision:
        yield "a question changed the graph"
    yield from _broken_by_answers(answers_in(walk.told), " ".join(data), {order.id, "ledger"})
    yield from _broken_by_knowledge(walk)
    yield from _broken_by_words(walk, model, order)


def _broken_by_answers(answers: Iterable[Answer], shown: str, allowed: Collection[str]) -> Iterator[str]:
    for answer in answers:
        for citation in answer.citations:
            if citation.document_id not in allowed:
                yield "another tenant's sentence is cited"
            elif not answer.is_evidence_only and _letters(citation.text) not in _letters(shown):
                yield "a sentence is cited that was not shown"
        borne_out = any(statement.support is not Support.UNSUPPORTED for statement in answer.statements)
        if answer.text and answer.citations and not (borne_out or answer.is_evidence_only):
            yield "an answer without support has citations"


def _broken_by_knowledge(walk: Walk) -> Iterator[str]:
    """Yield what is wrong with facts and relations: each rests on sentences that are there, and tells who read them."""
    store = walk.graph.store
    for stated in (*store.facts(), *store.relations()):
        ids = [evidence.sentence_id for evidence in stated.evidence]
        if not ids or len(store.sentences(ids)) < len(set(ids)):
            yield "something is known that no sentence states"
        if not all(evidence.origin for evidence in stated.evidence):
            yield "something is known of which nobody tells who read it"


def _broken_by_words(walk: Walk, model: ObedientModel, order: Order) -> Iterator[str]:
    kept = io.BytesIO()
    walk.graph.export(kept, format="jsonl")
    instructions = _runs(_instructions(model)) - _runs([order.text])
    if instructions & _runs([kept.getvalue().decode()]):
        yield "the prompt is stored as knowledge"
    texts = [text for each in answers_in(walk.told) for text in (each.text, *each.missing_concepts)]
    texts += streamed_in(walk.told)
    if instructions & _runs(texts):
        yield "the prompt is told as an answer"


def _data(messages: Sequence[Message]) -> str:
    """Return the turn that shows data: the last but for the model's own reply and what was wrong with it."""
    turns = [message.content for message in messages if message.role == "user"]
    return turns[-2] if turns[-1].startswith(_AGAIN) else turns[-1]


def _is_whole(text: str) -> bool:
    """Tell whether each tag is closed at most once, on a line of its own, and opened so at most once."""
    closed, opened = _CLOSING.findall(text), _OPENING.findall(text)
    return len(set(closed)) == len(closed) == len(_CLOSING_LINE.findall(text)) and len(set(opened)) == len(opened)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", plain(text).casefold())


def _instructions(model: ObedientModel) -> Iterable[str]:
    for first, *_, last in ((messages[0], *messages) for messages in model.requests):
        yield first.content if first.role == "system" else first.content.partition("\n\nText:")[0]
        yield last.content if last.content.startswith(_AGAIN) else ""


def _runs(texts: Iterable[str]) -> set[str]:
    found = set()
    for text in set(texts):
        words = re.findall(r"\w+", text.replace("\\n", " ").casefold())
        found |= {" ".join(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)}
    return found
