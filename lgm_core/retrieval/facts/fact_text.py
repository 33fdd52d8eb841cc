"""Facts in words, for language models and embedding models, and their words for scoring."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import Fact, FactEnd, SectionEnd, Value

__all__ = ["fact_text", "path_text"]


def fact_text(fact: Fact) -> str:
    """Say a fact in words, its predicate as the first sentence has it: `ada lovelace worked with babbage (in 1843)`."""
    wording = fact.evidence[0].wording if fact.evidence else fact.predicate
    qualifiers = "".join(f" ({name} {_end_text(end)})" for name, end in fact.qualifiers)
    return f"{fact.subject} {wording} {_end_text(fact.object)}{qualifiers}"


def path_text(facts: Sequence[Fact]) -> str:
    """Say the facts of a path in their order."""
    return "; ".join(map(fact_text, facts))


def _end_text(end: FactEnd) -> str:
    if isinstance(end, Value):
        return end.text
    return end.section_id if isinstance(end, SectionEnd) else end
