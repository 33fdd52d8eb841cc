"""Measure concepts and open facts of plain statements (`python -m benchmarks statements FILE`).

A line of the file is a JSON object: `{"text", "subject", "verb", "object", "preposition", "polarity"}`, each as written
and without an article, `polarity` false for a denial; or `{"text", "fragment": true}` for a heading, which has no verb.
Each line is learned as a document of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.language.concepts import concept_key, head_word
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document, DocumentGraph, Fact, MentionSource, Value

__all__ = ["statements_benchmark"]

_NAMES = ("text", "subject", "verb", "object", "preposition")


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    subject: str
    verb: str
    object: str
    preposition: str
    polarity: bool

    @property
    def verb_span(self) -> tuple[int, int]:
        """Return the place of the verb: the first such word after the subject."""
        found = re.compile(rf"\b{re.escape(self.verb)}\b").search(self.text, self.text.index(self.subject))
        return found.span() if found else (0, 0)


def statements_benchmark(file: Path, annotator: Annotator) -> dict[str, Any]:
    """Measure what is learned from plain statements.

    A subject is found if a concept in the text has its key or its span; a verb is swallowed if a concept overlaps it. A
    fact is whole if its subject has the stated head and all stated words, its wording the verb and the preposition, its
    object the stated head, and if it is denied just where the statement is.

    Returns:
        Shares of statements: `subjects_found`, `verbs_swallowed`, `facts_whole`; of those that are no denials:
        `affirmed_whole`; of denials: `denials_whole` and `denials_affirmed`, which are stated as true; of headings:
        `fragments_with_verb`. `statements`, `denials` and `fragments` are counts, and `misses` has a line for each
        statement or heading with a fault.

    Raises:
        InputError: the file cannot be read, or a line is not such an object.
    """
    statements, fragments = _read(file)
    documents = [Document(id=str(number), text=one.text) for number, one in enumerate(statements)]
    graphs = analyse_documents(documents, annotator, annotator.recipe, facts=True)
    key_of = partial(concept_key, language=annotator.language)
    faults = [_faults(one, graph, key_of) for one, graph in zip(statements, graphs, strict=True)]
    affirmed, denied = (
        [own for one, own in zip(statements, faults, strict=True) if one.polarity is polarity]
        for polarity in (True, False)
    )
    with_verb = [
        text
        for text, sentences in zip(fragments, annotator.annotate(fragments), strict=True)
        if any(token.upos in ("VERB", "AUX") for sentence in sentences for token in sentence.tokens)
    ]
    misses = [f"{', '.join(own)}: {one.text}" for one, own in zip(statements, faults, strict=True) if own]
    return {
        "subjects_found": 1 - _share(faults, "no subject"),
        "verbs_swallowed": _share(faults, "verb swallowed"),
        "facts_whole": 1 - _share(faults, "no fact"),
        "affirmed_whole": 1 - _share(affirmed, "no fact"),
        "denials_whole": 1 - _share(denied, "no fact"),
        "denials_affirmed": _share(denied, "affirmed"),
        "fragments_with_verb": len(with_verb) / max(len(fragments), 1),
        "statements": len(statements),
        "denials": len(denied),
        "fragments": len(fragments),
        "misses": [*misses, *(f"fragment with verb: {text}" for text in with_verb)],
    }


def _share(faults: Sequence[Sequence[str]], fault: str) -> float:
    return sum(fault in own for own in faults) / max(len(faults), 1)


def _read(file: Path) -> tuple[list[_Statement], list[str]]:
    statements, fragments = [], []
    for place, row in read_rows(file):
        try:
            if row.get("fragment"):
                fragments.append(str(row["text"]))
                continue
            text, subject, verb, object_, preposition = (str(row[name]) for name in _NAMES)
            one = _Statement(text, subject, verb, object_, preposition, polarity=bool(row["polarity"]))
        except KeyError as error:
            raise InputError(f"{place}: a statement needs {error}") from error
        if one.subject not in one.text or one.verb_span == (0, 0):
            raise InputError(f"{place}: `subject` and then `verb` must be as written in `text`")
        statements.append(one)
    return statements, fragments


def _faults(statement: _Statement, graph: DocumentGraph, key_of: Callable[[str], str]) -> list[str]:
    starts = {sentence.id: sentence.start for sentence in graph.sentences}
    mentions = [
        (mention.concept, starts[mention.sentence_id] + mention.start, starts[mention.sentence_id] + mention.end)
        for mention in graph.mentions
        if mention.source is MentionSource.TEXT
    ]
    subject, first = key_of(statement.subject), statement.text.index(statement.subject)
    own = (first, first + len(statement.subject))
    verb_start, verb_end = statement.verb_span
    denied = [_is_denied(fact) for fact in graph.facts if _is_stated(fact, statement, key_of)]
    faults = {
        "no subject": not any(key == subject or (start, end) == own for key, start, end in mentions),
        "verb swallowed": any(start < verb_end and verb_start < end for _, start, end in mentions),
        "no fact": (not statement.polarity) not in denied,
        "affirmed": not statement.polarity and False in denied,
    }
    return [name for name, is_so in faults.items() if is_so]


def _is_denied(fact: Fact) -> bool:
    return fact.predicate.startswith("not ")


def _is_stated(fact: Fact, statement: _Statement, key_of: Callable[[str], str]) -> bool:
    """Tell whether a fact is what a statement says, apart from denials."""
    wording = {word for evidence in fact.evidence for word in evidence.wording.lower().split()}
    subject, object_ = key_of(statement.subject), key_of(statement.object)
    end = key_of(fact.object.text) if isinstance(fact.object, Value) else str(fact.object)
    return (
        {statement.verb.lower(), *statement.preposition.lower().split()} <= wording
        and head_word(fact.subject) == head_word(subject)
        and set(fact.subject.split()) >= set(subject.split())
        and head_word(end) == head_word(object_)
    )
