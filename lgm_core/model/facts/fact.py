"""Facts: what sentences state about concepts in their own words."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property

from lgm_core.model.facts.value import Value
from lgm_core.model.relation import Verdict

__all__ = ["Fact", "FactEnd", "FactEvidence", "SectionEnd", "end_identity", "without_wording"]


@dataclass(frozen=True, slots=True, order=True)
class SectionEnd:
    """A section of a document as the object of a fact."""

    section_id: str


FactEnd = str | Value | SectionEnd
"""An end of a fact: a concept by its key, a value, or a section."""


@dataclass(frozen=True, slots=True, order=True)
class FactEvidence:
    """A sentence that states a fact.

    Attributes:
        sentence_id: the sentence.
        start: first character of the statement in the sentence's `text`.
        end: the character after its last.
        wording: the predicate as written, `was directed by`, or as worded by a language model or record.
        origin: the source: `parse` without a language model, `llm:<model>`, `feedback:<model>`, `import:<name>`; the
            prefix `section:` or `global:` means that the sentences state the fact only together.
    """

    sentence_id: str
    start: int
    end: int
    wording: str
    origin: str

    @property
    def is_part(self) -> bool:
        """Return whether the sentence states the fact only together with others of the same origin.

        Such a sentence mentions at least one concept of the fact; those of the same origin in a document together
        mention all.
        """
        return self.origin.startswith(("section:", "global:"))


@dataclass(frozen=True)
class Fact:
    """A statement about a concept: `subject` `predicate` `object`, in the sentences' own words.

    Each sentence of its evidence mentions every concept of the fact: by name, by a pronoun's coreference mark, or by
    the title. If only a section or document as a whole states it, each sentence mentions some of them
    (`FactEvidence.is_part`).

    Attributes:
        subject: a concept key.
        predicate: its key: lemmas without auxiliaries, with any preposition: `direct by`, `be bear in`.
        object: the other end.
        qualifiers: further ends by their names, usually prepositions, sorted: `("in", 2011)`.
        evidence: the sentences that state it.
        verdict: reflection's judgement.
    """

    subject: str
    predicate: str
    object: FactEnd
    qualifiers: tuple[tuple[str, FactEnd], ...] = ()
    evidence: tuple[FactEvidence, ...] = ()
    verdict: Verdict = Verdict.UNKNOWN

    @cached_property
    def key(self) -> str:
        """Return the fact's identity in a graph: its ends and predicate as JSON, values by meaning."""
        qualifiers = [[name, *end_identity(end)] for name, end in self.qualifiers]
        return json.dumps(
            [self.subject, self.predicate, end_identity(self.object), qualifiers],
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @property
    def normalised(self) -> Fact:
        """Return the fact without the words in which one sentence has its values."""
        qualifiers = tuple((preposition, without_wording(end)) for preposition, end in self.qualifiers)
        return replace(self, object=without_wording(self.object), qualifiers=qualifiers)

    @property
    def ends(self) -> tuple[FactEnd, ...]:
        """Return subject, object and the ends of qualifiers."""
        return (self.subject, self.object, *(end for _, end in self.qualifiers))

    @property
    def concepts(self) -> tuple[str, ...]:
        """Return the distinct keys of its concepts, the subject first."""
        return tuple(dict.fromkeys(end for end in self.ends if isinstance(end, str)))


def without_wording(end: FactEnd) -> FactEnd:
    """Return an end without the words in which one sentence has it."""
    return replace(end, text=end.normalised) if isinstance(end, Value) else end


def end_identity(end: FactEnd) -> list[str | float | None]:
    """Return an end's identity as JSON-compatible data: the meaning of a value, the text of a text."""
    if isinstance(end, str):
        return ["concept", end]
    if isinstance(end, SectionEnd):
        return ["section", end.section_id]
    if end.start is None:
        return [end.kind.value, end.text]
    return [end.kind.value, _plain_number(end.start), _plain_number(end.end), end.unit]


def _plain_number(bound: float | None) -> float | None:
    """Return whole numbers without a fraction, so that equal bounds have one spelling."""
    return int(bound) if isinstance(bound, float) and bound.is_integer() else bound
