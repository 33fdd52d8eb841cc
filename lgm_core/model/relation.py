"""Meta-relations between concepts, with their evidence and verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Evidence",
    "MetaRelation",
    "RelationKind",
    "Verdict",
]


class RelationKind(StrEnum):
    """The three meta-relations of the paper: inheritance, composition and alias."""

    IS_A = "is_a"
    HAS_PART = "has_part"
    ALIAS_OF = "alias_of"


class Verdict(StrEnum):
    """The judgement of reflection on a relation (paper section 3.2.3); unjudged relations are UNKNOWN."""

    VALID = "valid"
    UNKNOWN = "unknown"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """A sentence that states a relation, and its source: `pattern:<name>` or `llm:<model>`."""

    sentence_id: str
    origin: str


@dataclass(frozen=True, slots=True)
class MetaRelation:
    """`subject` is a kind of `object`, has it as a part, or is another name for it (both concept keys).

    An alias is symmetric and stored once, with the smaller key as subject.
    """

    kind: RelationKind
    subject: str
    object: str
    evidence: tuple[Evidence, ...] = ()
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the relation's identity in a graph."""
        return (self.kind.value, self.subject, self.object)
