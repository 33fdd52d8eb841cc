"""Build the lemma lexicon: what the suffix rules get wrong, and the lemmas they are checked against."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from irregular_forms import IRREGULAR

from lgm_core.language.lite.lemmatizer import Lemmatizer

_INFLECTED_TAGS = ("NOUN", "VERB", "AUX", "ADJ", "ADV")


def train_lemmas(words: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """Return the data of a lemmatizer (see `Lemmatizer.load`) from (form, tag, lemma) triples.

    A form becomes an exception where the suffix rules err about the lemma that most of its occurrences have; a name
    must occur twice, since the lemma of a single name is as likely an annotator's slip.
    """
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    lemmas: dict[str, Counter[str]] = defaultdict(Counter)
    for form, tag, lemma in words:
        if lemma == "_":
            continue
        counts[tag, form.lower().replace("’", "'")][lemma] += 1
        lemmas[tag][lemma.lower()] += 1
    for tag, forms in IRREGULAR.items():
        lemmas[tag].update(forms.values())
    known = {tag: _alphabetic(lemmas[tag]) for tag in _INFLECTED_TAGS}
    exceptions: dict[str, dict[str, str]] = {tag: dict(forms) for tag, forms in IRREGULAR.items()}
    lemmatizer = Lemmatizer(exceptions, known)
    for (tag, form), lemma_counts in sorted(counts.items()):
        lemma, count = lemma_counts.most_common(1)[0]
        if tag == "PROPN" and count < 2:
            continue
        if lemmatizer.lemma(form, tag).lower() != lemma.lower() and count / sum(lemma_counts.values()) > 0.5:
            exceptions.setdefault(tag, {})[form] = lemma
    print("lemmas:", {tag: len(forms) for tag, forms in exceptions.items()})
    return {
        "exceptions": {tag: dict(sorted(forms.items())) for tag, forms in sorted(exceptions.items())},
        "known": {tag: " ".join(sorted(words)) for tag, words in sorted(known.items())},
    }


def _alphabetic(lemmas: Counter[str]) -> frozenset[str]:
    return frozenset(lemma for lemma in lemmas if lemma.isalpha())
