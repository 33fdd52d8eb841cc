"""A cheap guess at which sentences may state a meta-relation; it lets through too many rather than too few."""

from __future__ import annotations

import re

__all__ = ["may_state_relation"]

_CUES = re.compile(
    r"""
    \b(?:is|are|was|were|be|been|being|become|becomes|became|remains?|as|like|of)\s+(?:an?|the|one|another|some|any)\b
    | \b(?:is|are|was|were)\s+(?:(?:also|usually|typically|mostly|often|not)\s+)*(?!\w+(?:ed|ing)\b)\w
    | \b(?:kind|type|sort|form|species|genus|family|class|breed|category|subclass|example|instance|member|branch)s?\b
    | \b(?:such\s+as|includ\w+|especially|particularly|namely|other|e\.g\.|i\.e\.|for\s+example)
    | \b(?:consist\w*|compris\w*|compos\w*|contain\w*|made\s+(?:up\s+)?(?:of|from)|parts?|components?|ingredients?)\b
    | \b(?:ha[sd]|have|with|divided|split|rich\s+in|mixture|blend|layers?|belong\w*|built|derived)\b
    | \b(?:known|called|named|nam(?:e|es)|nicknamed|titled|termed|dubbed|alias|aka|a\.k\.a\.|formerly|stands?\s+for)\b
    | \b(?:short\s+for|abbreviat\w*|acronym|synonym\w*|same\s+as|identical|equivalent|equals?|refers?\s+to|means?)\b
    | [(/–—:;]
    | ,\s+(?:an?|the|or)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def may_state_relation(text: str) -> bool:
    """Return whether a sentence has a wording that states kinds, parts or other names."""
    return _CUES.search(text) is not None
