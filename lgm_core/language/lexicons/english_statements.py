"""Classify the statement that an English sentence makes by its words alone (paper equation 2)."""

from __future__ import annotations

import re

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import ClauseWords, words
from lgm_core.language.normalisation import fold_phrase
from lgm_core.model import StatementKind

__all__ = ["ENGLISH_CLAUSES"]

_MODALS = words("can could may might")
_ABLE = words("able capable suitable")
_STATES = words(
    "appear be belong comprise concern consist contain cost depend differ equal exist feature fit have hold include "
    "involve lack last lie live look mean measure need own possess remain require resemble seem smell sound stand stay "
    "taste weigh"
)
"""Verbs that say what something is or has."""
_STATIVE_PARTICIPLES = words(
    "abbreviate base call compose comprise cover dedicate define divide equip know locate make name relate situate "
    "surround"
)
"""Verbs whose passive says what something is: *is located in*."""

_ABILITY = _MODALS | _ABLE | {"cannot"}
_BEFORE_PARTICIPLES = words("was were has have had")
"""Auxiliaries after which an irregular participle tells an event: *were sold*, *have left*."""
_CLOSED_FORMS = words(
    "am are been being did does doing done had has is s was were an her him his its me my our their them us"
)
"""Words that differ from their lemma without being in a past tense."""
_WORD = re.compile(r"[^\W\d_]+")
_EVENT = re.compile(
    r"\b(?:(?:was|were|has been|have been|had been|had)\s+(?:\w+ly\s+)?\w+(?:ed|en|ing)"
    r"|(?:is|are|am|has|have)\s+(?:\w+ly\s+)?(?:being\s+\w+|\w{2,}ing|\w+ed\s+since))\b",
    re.IGNORECASE,
)
"""A passive in the past, a perfect or a progressive with a regular participle."""


def _statement_kind(text: str, lemmas: str) -> StatementKind:
    """Classify a sentence by its auxiliaries and lemmas, which stand with spaces between them.

    What something can do is an ability, and so is what it does in general (simple present); what it is or has is an
    attribute; what happened or is happening is an action.
    """
    written = _WORD.findall(text)
    forms = [word.casefold() for word in written]
    # *May* inside a sentence is the month.
    if not _ABILITY.isdisjoint(forms[:1] + written[1:]):
        return StatementKind.ABILITY
    lemma_words = _WORD.findall(fold_phrase(lemmas))
    if _EVENT.search(text) or _has_irregular_participle(forms, lemma_words):
        return StatementKind.ACTION
    if not _STATES.isdisjoint(lemma_words):
        return StatementKind.ATTRIBUTE
    # A form that is neither its own lemma nor ends in -s is a past tense or participle (*rose*, *painted*).
    present = _CLOSED_FORMS.union(lemma_words)
    is_event = any(not form.endswith("s") and present.isdisjoint((form, singular(form))) for form in forms)
    return StatementKind.ACTION if is_event else StatementKind.ABILITY


def _has_irregular_participle(forms: list[str], lemmas: list[str]) -> bool:
    """Tell whether there is an irregular participle after *was*, *were* or *have*: *were sold*, *have left*."""
    if len(forms) != len(lemmas):
        return False
    return any(
        auxiliary in _BEFORE_PARTICIPLES
        and form != lemma
        and not form.endswith(("s", "er", "est"))
        and singular(form) != lemma
        for auxiliary, form, lemma in zip(forms, forms[1:], lemmas[1:], strict=False)
    )


def _is_past(form: str, lemma: str) -> bool:
    """Tell whether a verb is in the past: its form is neither the lemma nor its third person nor a form in -ing."""
    form = form.lower()
    return form != lemma.lower() and not form.endswith(("s", "ing", "'ve", "’ve", "'m", "'re")) and form != "are"


ENGLISH_CLAUSES = ClauseWords(
    modals=_MODALS,
    able=_ABLE,
    states=_STATES,
    stative_participles=_STATIVE_PARTICIPLES,
    perfect=frozenset({"have"}),
    negations=frozenset({"not", "n't", "n’t", "never", "no"}),
    support=frozenset({"do"}),
    relatives=frozenset({"that", "which", "who", "whom", "whose"}),
    conjunctions=frozenset({"and", "or", "but", ","}),
    progressive_ending="ing",
    is_past=_is_past,
    kind_of_text=_statement_kind,
)
