"""How requests for mentions are accounted, and which sections they divide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lgm_core.flow import Outcome
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText, cut
from lgm_core.learning.construction.findings import Cost
from lgm_core.model import Usage

__all__ = ["PHASE", "cost_of", "cut_sections"]

PHASE = "construction: mentions"
"""The name that usage of this stage is accounted under."""


def cost_of(outcomes: Sequence[Outcome], dropped: Counter[str]) -> Cost:
    """Return what was asked."""
    return Cost(
        requests=len(outcomes),
        failures=tuple(outcome.error for outcome in outcomes if not outcome.ok),
        usage=sum((outcome.usage for outcome in outcomes), Usage()),
        dropped=+dropped,
    )


def cut_sections(text: DocumentText, options: ConstructionOptions) -> tuple[str, ...]:
    """Return the headings of the sections that are longer than a request, and so are asked about in parts."""
    return tuple(
        section.titles[-1] if section.titles else text.record.title
        for section in text.sections
        if len(list(cut(section.sentences, options.window_tokens))) > 1
    )
