"""Facts as text, for language models, embedding models and readers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from lgm_core.model import Fact, FactEnd, FactPath, FactSubgraph, RetrievedSentence, SectionEnd, Value
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.written_names import most_frequent_forms

__all__ = [
    "FactSentence",
    "end_text",
    "fact_line",
    "fact_sentences",
    "fact_text",
    "names_as_written",
    "path_text",
    "wording",
]

_BY_KEY: Mapping[str, str] = MappingProxyType({})
"""Refers to concepts by their keys."""

_SEARCHED_SENTENCES = 8
"""Sentences searched for a name when a fact's own sentences only use pronouns."""


def names_as_written(view: GraphView, facts: Iterable[Fact]) -> dict[str, str]:
    """Return the names of the concepts of facts as sentences write them, by key.

    A name comes from the fact's own sentences, else from others that mention the concept, all in documents the view
    shows. Concepts never written out there have no entry.
    """
    facts = list(facts)
    evidence = dict.fromkeys(entry.sentence_id for fact in facts for entry in fact.evidence)
    allowed = [id for id in evidence if view.allowed is None or id.rpartition("#")[0] in view.allowed]
    wanted = dict.fromkeys(concept for fact in facts for concept in fact.concepts)
    names = most_frequent_forms(view.mentions(allowed).values())
    for key in wanted:
        if key not in names:
            sentences = view.sentences_about([key], _SEARCHED_SENTENCES)
            found = most_frequent_forms(view.mentions(sentence.id for sentence in sentences).values())
            names |= {key: found[key]} if key in found else {}
    return {key: names[key] for key in wanted if key in names}


def fact_text(fact: Fact, names: Mapping[str, str] = _BY_KEY) -> str:
    """Write a fact in words, with the predicate of its first sentence: `Ada Lovelace worked with Babbage (in 1843)`.

    A concept without one of the `names` by key goes by its key.
    """
    return f"{end_text(fact.subject, names)} {wording(fact)} {end_text(fact.object, names)}{_qualifiers(fact, names)}"


def fact_line(fact: Fact, names: Mapping[str, str] = _BY_KEY) -> str:
    """Write a fact in parts: `Ada Lovelace — worked with — Babbage (in 1843)`."""
    ends = end_text(fact.subject, names), end_text(fact.object, names)
    return f"{ends[0]} — {wording(fact)} — {ends[1]}{_qualifiers(fact, names)}"


def path_text(facts: Sequence[Fact], names: Mapping[str, str] = _BY_KEY) -> str:
    """Write the facts of a path in order."""
    return "; ".join(fact_text(fact, names) for fact in facts)


def wording(fact: Fact) -> str:
    """Return the predicate as worded in the first sentence."""
    return (fact.evidence[0].wording if fact.evidence else "") or fact.predicate


def end_text(end: FactEnd, names: Mapping[str, str] = _BY_KEY) -> str:
    """Return the text of a fact's subject or object."""
    if isinstance(end, Value):
        return end.text
    return end.section_id if isinstance(end, SectionEnd) else names.get(end) or name_of(end)


def _qualifiers(fact: Fact, names: Mapping[str, str]) -> str:
    return "".join(f" ({name} {end_text(end, names)})" for name, end in fact.qualifiers)


@dataclass(frozen=True, slots=True)
class FactSentence:
    """A sentence with facts.

    Attributes:
        sentence: the sentence, with the score of the best path to its facts and the names of the concepts of that path.
        facts: the facts it states that bear on the question, as `Ada Lovelace — worked with — Babbage (in 1843)`.
    """

    sentence: RetrievedSentence
    facts: tuple[str, ...]


def fact_sentences(subgraph: FactSubgraph, k: int) -> list[FactSentence]:
    """Return up to `k` sentences of facts, without repeats, those of the best facts first."""
    paths: dict[str, FactPath] = {}
    for path in subgraph.paths:
        for fact in path.facts:
            paths.setdefault(fact.key, path)
    sentences: dict[str, RetrievedSentence] = {}
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for restored in subgraph.facts:
        for sentence in restored.sentences:
            path = paths[restored.fact.key]
            names = tuple(subgraph.names.get(key, name_of(key)) for key in path.concepts)
            sentences.setdefault(sentence.id, replace(sentence, score=path.score, path=names))
            lines[sentence.id].append(fact_line(restored.fact, subgraph.names))
    return [FactSentence(sentence, tuple(lines[id])) for id, sentence in list(sentences.items())[:k]]
