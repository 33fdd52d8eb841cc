"""Facts in words: for language models and embedding models, and for readers."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import Fact, FactEnd, SectionEnd, Value

__all__ = ["fact_line", "fact_text", "path_text"]


def fact_text(fact: Fact) -> str:
    """Say a fact in words, its predicate as the first sentence has it: `ada lovelace worked with babbage (in 1843)`."""
    qualifiers = "".join(f" ({name} {_end_text(end)})" for name, end in fact.qualifiers)
    return f"{fact.subject} {_wording(fact)} {_end_text(fact.object)}{qualifiers}"


def fact_line(fact: Fact) -> str:
    """Show a fact with its parts apart: `ada lovelace — worked with — babbage (in 1843)`."""
    qualifiers = "".join(f" ({name} {_end_text(end)})" for name, end in fact.qualifiers)
    return f"{fact.subject} — {_wording(fact)} — {_end_text(fact.object)}{qualifiers}"


def path_text(facts: Sequence[Fact]) -> str:
    """Say the facts of a path in their order."""
    return "; ".join(map(fact_text, facts))


def _wording(fact: Fact) -> str:
    return fact.evidence[0].wording if fact.evidence else fact.predicate


def _end_text(end: FactEnd) -> str:
    if isinstance(end, Value):
        return end.text
    return end.section_id if isinstance(end, SectionEnd) else end
