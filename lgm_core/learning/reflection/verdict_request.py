"""The request for a verdict on a relation or fact, and how its reply is read."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Request
from lgm_core.learning.reflection.relation_evidence import Judged, claim_text
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.quoting import quoted
from lgm_core.llm.replies import read_object
from lgm_core.model import Sentence, Verdict

__all__ = ["judging_request"]

PHASE = "reflection"
"""The name that usage of reflection is accounted under."""

_MAX_REASON_CHARACTERS = 300
"""Length of a reason in the report; the prompt asks for twenty words, and not every model keeps to that."""

VERDICT_SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "verdict": {"type": "string", "enum": [verdict.value for verdict in Verdict]},
    },
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}


def judging_request(relation: Judged, evidence: Sequence[Sentence], prompt: Prompt) -> Request:
    """Return the request that judges a relation or fact on its evidence."""
    lines = (f"[{number}] {quoted(sentence.resolved)}" for number, sentence in enumerate(evidence, start=1))
    values = {"sentences": "\n".join(lines), "claim": quoted(claim_text(relation))}
    return Request(prompt.messages(values), PHASE, _read_verdict, VERDICT_SCHEMA)


def _read_verdict(reply: str) -> tuple[Verdict, str]:
    """Read a verdict and its reason; a bare word is a verdict without a reason.

    Raises:
        ValueError: there is no verdict in the reply.
    """
    try:
        entry = read_object(reply)
    except ValueError:
        word = reply.strip().strip("\"'`.*").lower()
        if word in set(Verdict):
            return Verdict(word), ""
        raise
    word = str(entry.get("verdict", "")).strip().lower()
    if word not in set(Verdict):
        raise ValueError(f'"verdict" must be "valid", "invalid" or "unknown", and it is {word[:40]!r}')
    reason = entry.get("reason")
    return Verdict(word), " ".join(reason.split())[:_MAX_REASON_CHARACTERS] if isinstance(reason, str) else ""
