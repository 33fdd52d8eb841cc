"""Select the evidence for judging a relation or fact: other sentences about its two arguments."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from lgm_core.flow import Request
from lgm_core.graph.circles import overruled
from lgm_core.learning.facts.same_facts import shown_end
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.quoting import quoted
from lgm_core.llm.replies import one_line, read_object
from lgm_core.llm.reply_schemas import object_schema
from lgm_core.model import Fact, MetaRelation, RelationKind, Sentence, Verdict
from lgm_core.model.concept import name_of

__all__ = [
    "Judged",
    "SentencesAbout",
    "circular_claims",
    "claim_text",
    "evidence_fingerprint",
    "judging_request",
    "other_evidence",
]

Judged = MetaRelation | Fact
"""What reflection judges."""

SentencesAbout = Callable[[str], Sequence[Sentence]]
"""Returns the sentences that mention a concept, in a stable order."""

_CLAIMS = {
    RelationKind.IS_A: "{0} is a kind or instance of {1}",
    RelationKind.HAS_PART: "{0} has {1} as a part, member or ingredient",
    RelationKind.ALIAS_OF: "{0} and {1} are two names of the same thing",
}


def claim_text(relation: Judged) -> str:
    """Return a relation or fact as a sentence, such as `apple is a kind or instance of fruit.` for an is-a."""
    if isinstance(relation, Fact):
        ends = " ".join(
            [shown_end(relation.object), *(f"{name} {shown_end(end)}" for name, end in relation.qualifiers)]
        )
        wording = relation.evidence[0].wording if relation.evidence else relation.predicate
        return f"{name_of(relation.subject)} {wording} {ends}."
    return _CLAIMS[relation.kind].format(name_of(relation.subject), name_of(relation.object)) + "."


def circular_claims(circular: Sequence[MetaRelation]) -> list[str]:
    """Return the relations of cycles in words, with the evidence by which some overrule others."""
    unused = {relation.key for relation in overruled(circular)}
    counts = [len({evidence.sentence_id for evidence in relation.evidence}) for relation in circular]
    return [
        f"{claim_text(relation)[:-1]} ({count} {'sentence' if count == 1 else 'sentences'}"
        f"{'; not used' if relation.key in unused else ''})"
        for relation, count in zip(circular, counts, strict=True)
    ]


def other_evidence(relation: Judged, sentences_about: SentencesAbout, characters: int) -> list[Sentence]:
    """Return sentences about the arguments of a relation or fact, except those that state it.

    Sentences that mention both arguments come first, then the arguments take turns. A repeated text counts once.

    Args:
        relation: the relation.
        sentences_about: the sentences that mention a concept.
        characters: the most characters of all sentences together; a sentence too long for the rest is skipped.
    """
    about_subject: Sequence[Sentence] = sentences_about(relation.subject)
    about_object: Sequence[Sentence] = sentences_about(relation.object) if isinstance(relation.object, str) else ()
    ids_about_object = {sentence.id for sentence in about_object}
    about_both = [sentence for sentence in about_subject if sentence.id in ids_about_object]
    turns = chain.from_iterable(zip_longest(about_subject, about_object))
    supporting = {evidence.sentence_id for evidence in relation.evidence}
    texts = {sentence.resolved for sentence in chain(about_subject, about_object) if sentence.id in supporting}
    ranked = chain(about_both, (sentence for sentence in turns if sentence is not None))
    return _within_budget(ranked, texts, characters)


def evidence_fingerprint(relation: Judged, evidence: Iterable[Sentence]) -> str:
    """Hash the basis of a verdict; a relation is judged again when its fingerprint has changed."""
    key = (relation.key,) if isinstance(relation, Fact) else relation.key
    parts = [*key, *(sentence.resolved for sentence in evidence)]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _within_budget(ranked: Iterable[Sentence], used_texts: set[str], characters: int) -> list[Sentence]:
    """Select sentences in order while they fit into a budget of characters, each text once."""
    selected: list[Sentence] = []
    for sentence in ranked:
        if not sentence.is_code and sentence.resolved not in used_texts and len(sentence.resolved) <= characters:
            selected.append(sentence)
            used_texts.add(sentence.resolved)
            characters -= len(sentence.resolved)
    return selected


PHASE = "reflection"
"""The phase under which reflection's usage is accounted."""

_MAX_REASON_CHARACTERS = 300
"""Length of a reason in the report; the prompt asks for twenty words, which not every model respects."""

VERDICT_SCHEMA = object_schema(
    reason="string", verdict={"type": "string", "enum": [verdict.value for verdict in Verdict]}
)


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
    return Verdict(word), one_line(entry.get("reason"))[:_MAX_REASON_CHARACTERS]
