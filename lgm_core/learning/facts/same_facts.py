"""Deduplication of facts: the key of a predicate, and synonymous predicates between the same ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.language.predicate_forms import word_lemma
from lgm_core.model import Fact, FactEnd, FactEvidence, SectionEnd, Value
from lgm_core.model.concept import name_of
from lgm_core.model.facts.fact import end_identity
from lgm_core.model.sentence import DENIAL

__all__ = [
    "FactUnion",
    "edit_similarity",
    "is_same_wording",
    "predicate_key",
    "shown_end",
    "united_facts",
]

_LEAST_SIMILARITY = 0.9
"""Edit similarity above which two predicates between the same ends are one."""

_LONGEST_COMPARED = 200
"""The longest predicate compared with others, in characters: time grows with the product of both lengths."""

_MOST_COMPARED = 100
"""The most predicates between the same ends that a further one is compared with; no two things have so many true
ones."""

_WORD = re.compile(r"[^\W_]+")
_AUXILIARIES = frozenset("be have do".split())


def edit_similarity(first: str, second: str) -> float:
    """Return 1 minus the share of characters to insert, delete or replace (Levenshtein)."""
    longest = max(len(first), len(second))
    if not longest:
        return 1.0
    row = list(range(len(second) + 1))
    for count, character in enumerate(first, start=1):
        diagonal, row[0] = row[0], count
        for place, other in enumerate(second, start=1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (character != other)),
            )
    return 1 - row[-1] / longest


def is_same_wording(first: str, second: str) -> bool:
    """Tell whether two predicates between the same ends are similar enough to be one, both denied or neither."""
    if first.startswith(DENIAL) != second.startswith(DENIAL):
        return False
    longest = max(len(first), len(second))
    if longest > _LONGEST_COMPARED or abs(len(first) - len(second)) > (1 - _LEAST_SIMILARITY) * longest + 1:
        return first == second
    return edit_similarity(first, second) >= _LEAST_SIMILARITY


def predicate_key(wording: str, language: str) -> str:
    """Return the key of a predicate in any wording: `was directed by` and `directs` begin with `direct`.

    The words are folded, without determiners, and English ones lemmatised; auxiliaries before a participle are left
    out. The key of a denial begins with `not`. A wording of only determiners keeps them.
    """
    lexicon = lexicon_of(language)
    folded = [fold_word(word) for word in _WORD.findall(wording)]
    stated = [word for word in folded if word not in lexicon.clauses.negations]
    if language == "en" and 0 < len(stated) < len(folded):
        carried = [word for word in stated if word_lemma(word, language) != "do"] or stated
        return f"{DENIAL}{predicate_key(' '.join(carried), language)}"
    lemmas = [(word, word_lemma(word, language)) for word in folded if word not in lexicon.determiners]
    kept = [
        lemma
        for place, (_, lemma) in enumerate(lemmas)
        if lemma not in _AUXILIARIES or not any(_is_verb_form(*entry) for entry in lemmas[place + 1 :])
    ]
    return " ".join(kept or folded)


def _is_verb_form(word: str, lemma: str) -> bool:
    return word != lemma and not word.endswith("s")


def united_facts(facts: Iterable[Fact], known: Iterable[Fact] = ()) -> tuple[Fact, ...]:
    """Return distinct facts, each with the evidence of all equal ones, ordered by key; `known` as in `FactUnion`."""
    union = FactUnion(known)
    for fact in facts:
        union.add(fact)
    return union.facts


def shown_end(end: FactEnd) -> str:
    """Return an end of a fact as prompts show it."""
    if isinstance(end, SectionEnd):
        return end.section_id
    return end.text if isinstance(end, Value) else name_of(end)


class FactUnion:
    """Distinct facts, with the evidence of all equal ones.

    Args:
        known: existing facts; new ones take over their predicates between the same ends.
        grouped: returns the predicates that mean the same as that of a known fact, which takes them over too.
    """

    def __init__(self, known: Iterable[Fact] = (), grouped: Callable[[Fact], Iterable[str]] = lambda _: ()) -> None:
        self._predicates: dict[tuple[object, ...], dict[str, str]] = {}
        self._added: dict[tuple[object, ...], tuple[Fact, set[FactEvidence]]] = {}
        for fact in known:
            predicate = self._predicate(fact)
            for other in grouped(fact):
                self._predicates[self._ends(fact)].setdefault(other, predicate)

    def add(self, fact: Fact) -> None:
        """Add a fact with its evidence, under an existing predicate if synonymous."""
        if (predicate := self._predicate(fact)) != fact.predicate:
            fact = replace(fact, predicate=predicate)
        written = (fact.subject, fact.predicate, fact.object, fact.qualifiers)
        self._added.setdefault(written, (fact, set()))[1].update(fact.evidence)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Return the added facts, ordered by key; the same with a value written in two ways is included twice."""
        facts = [replace(fact, evidence=tuple(sorted(evidence))) for fact, evidence in self._added.values()]
        return tuple(sorted(facts, key=lambda fact: (fact.key, str(fact.ends))))

    def _predicate(self, fact: Fact) -> str:
        known = self._predicates.setdefault(self._ends(fact), {})
        if fact.predicate not in known:
            same = (other for other in islice(known, _MOST_COMPARED) if is_same_wording(other, fact.predicate))
            if (found := next(same, None)) is not None:
                return known[found]
            known[fact.predicate] = fact.predicate
        return known[fact.predicate]

    def _ends(self, fact: Fact) -> tuple[object, ...]:
        return (fact.subject, _identity(fact.object), *((name, _identity(end)) for name, end in fact.qualifiers))


def _identity(end: FactEnd) -> str:
    """Return the meaning of an end, as in the key of a fact."""
    return repr(end_identity(end))
