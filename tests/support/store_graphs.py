"""Graphs of documents, written by hand or made up, for the tests of stores."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from lgm_core.model import (
    Clause,
    DocumentGraph,
    DocumentRecord,
    EntityProfile,
    Evidence,
    Fact,
    FactEvidence,
    Mention,
    Metadata,
    MetaRelation,
    Reference,
    RelationKind,
    Section,
    Sentence,
    StatementKind,
    Value,
    ValueKind,
    section_id,
    sentence_id,
)

StatedRelation = tuple[str, RelationKind, str, int]

IS_A, HAS_PART, ALIAS_OF = RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF


def document(
    id: str,
    *lines: str,
    title: str = "",
    metadata: Metadata | None = None,
    relations: Sequence[StatedRelation] = (),
    references: Sequence[tuple[int, int]] = (),
    origin: str = "pattern:test",
    language: str = "en",
) -> DocumentGraph:
    """Make a document's graph from its sentences, in which `[Apples|apple]` and `[fruit]` mark mentions.

    A relation is subject, kind, object and the position of the sentence that states it.
    """
    section = Section(section_id(id, 0), id, 0, 1, title, (title,) if title else (), 0, sum(map(len, lines)))
    sentences, mentions, start = [], [], 0
    for position, line in enumerate(lines):
        text, mentioned = marked(sentence_id(id, position), line)
        end = start + len(text)
        name = sentence_id(id, position)
        sentences.append(Sentence(name, id, section.id, position, start, end, text, text, text.lower()))
        mentions += mentioned
        start = end + 1
    return DocumentGraph(
        DocumentRecord(id, title, f"{id}.txt", language, metadata or {}, f"hash of {lines}", "test-1", len(lines)),
        (section,),
        tuple(sentences),
        tuple(mentions),
        tuple(
            MetaRelation(kind, subject, object_, (Evidence(sentence_id(id, position), origin),))
            for subject, kind, object_, position in relations
        ),
        tuple(Reference(sentence_id(id, position), sentence_id(id, antecedent)) for position, antecedent in references),
    )


def marked(sentence: str, line: str) -> tuple[str, list[Mention]]:
    """Take the marks out of a line; return its text and what it mentions."""
    text, mentions, last = "", [], 0
    for match in re.finditer(r"\[([^]|]*)\|?([^]]*)\]", line):
        text += line[last : match.start()]
        surface, key = match[1], match[2] or match[1]
        mentions.append(Mention(sentence, key, surface, len(text), len(text) + len(surface)))
        text += surface
        last = match.end()
    return text + line[last:], mentions


APPLES = document(
    "apples",
    "[Apples|apple] are a type of [fruit].",
    "[Fruits|fruit] contain many [vitamins|vitamin].",
    "[Apples|apple] are sweet.",
    title="Fruit",
    metadata={"year": 2020, "language": "en"},
    relations=[("fruit", HAS_PART, "vitamin", 1), ("apple", IS_A, "fruit", 0)],
)
PEARS = document(
    "pears",
    "A [pear] is a [fruit].",
    "Any [apple] is a [fruit], too.",
    metadata={"year": 2021},
    relations=[("apple", IS_A, "fruit", 1), ("pear", IS_A, "fruit", 0)],
)
BOATS = document(
    "boats",
    "A [dinghy] is a small [boat].",
    "[Dinghies|dinghy] are also known as [tenders|tender].",
    metadata={"year": "2022"},
    relations=[("dinghy", ALIAS_OF, "tender", 1), ("dinghy", IS_A, "boat", 0)],
)


def year(text: str, year: int) -> Value:
    """Make the value of a year, written in one way or another."""
    first = (date(year, 1, 1) - date(1970, 1, 1)).days
    return Value(text, ValueKind.DATE, first, first + (date(year, 12, 31) - date(year, 1, 1)).days)


def stated(sentence: str, start: int, end: int, wording: str, origin: str = "parse") -> tuple[FactEvidence, ...]:
    """Make the only evidence of a fact."""
    return (FactEvidence(sentence, start, end, wording, origin),)


_ORCHARD = document(
    "orchard",
    "The [orchard] was planted by [Mary Cook|mary cook] in [1904].",
    "The [orchard] stands in [Kent|kent].",
    "In the year 1904 the [orchard] was planted.",
    title="Orchard",
)
ORCHARD = replace(
    _ORCHARD,
    facts=(
        Fact(
            "orchard", "plant by", "mary cook", (("in", year("1904", 1904)),), stated("orchard#0", 4, 45, "planted by")
        ),
        Fact("orchard", "plant in", year("1904", 1904), (), stated("orchard#0", 4, 45, "planted in")),
        Fact("orchard", "plant in", year("the year 1904", 1904), (), stated("orchard#2", 0, 41, "planted in")),
        Fact("orchard", "stand in", "kent", (), stated("orchard#1", 4, 26, "stands in")),
    ),
    profiles=(
        EntityProfile("orchard", "kent", ("place",), "Where an orchard stands.", (Evidence("orchard#1", "parse"),)),
    ),
)
"""A document with facts and a profile."""


def random_line(random_: random.Random) -> str:
    """Make a sentence with two or three of nine concepts."""
    return " ".join(f"[{random_.choice('Cc')}{number}|c{number}]" for number in random_.choices(range(9), k=3))


def random_document(random_: random.Random) -> DocumentGraph:
    """Make one of a dozen documents, in one of many versions, with relations that others share."""
    lines = [random_line(random_) for _ in range(random_.randint(0, 4))]
    relations = [
        (f"c{random_.randrange(9)}", random_.choice(list(RelationKind)), f"c{random_.randrange(9)}", position)
        for position in range(len(lines))
    ]
    references = [
        (position, antecedent)
        for position in range(len(lines))
        for antecedent in range(position)
        if random_.random() < 0.3
    ]
    graph = document(f"d{random_.randrange(12)}", *lines, relations=relations, references=references)
    sentences = tuple(replace(sentence, clauses=_random_clauses(random_)) for sentence in graph.sentences)
    return replace(graph, sentences=sentences, facts=tuple(random_facts(random_, graph)))


def random_facts(random_: random.Random, graph: DocumentGraph, origin: str = "parse") -> Iterator[Fact]:
    """Make facts that the sentences of a document state about what they mention."""
    for sentence in graph.sentences:
        concepts = [mention.concept for mention in graph.mentions if mention.sentence_id == sentence.id]
        written, number = random_.choice([("1904", 1904), ("the year 1904", 1904), ("1905", 1905)])
        object_ = random_.choice([concepts[-1], year(written, number)])
        evidence = stated(sentence.id, 0, random_.randint(1, 3), random_.choice(["grew", "grew in"]), origin)
        yield Fact(concepts[0], random_.choice(["grow", "grow in"]), object_, (), evidence)


def _random_clauses(random_: random.Random) -> tuple[Clause, ...]:
    kinds = list(StatementKind)
    return tuple(
        Clause(f"c{random_.randrange(9)}", random_.choice(("be", "have", "fly")), "", random_.choice(kinds))
        for _ in range(random_.randrange(3))
    )


def numbered(number: int) -> DocumentGraph:
    """Make one of endlessly many documents, whose concepts and relations recur in others."""
    random_ = random.Random(number)
    lines = [random_line(random_) for _ in range(1 + number % 5)]
    relations = [(f"c{number % 9}", IS_A, f"c{number % 4}", 0)]
    return document(f"d{number:05}", *lines, title=f"c{number % 3}", relations=relations)
