"""The names of concepts as written in sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from lgm_core.graph.surface_forms import is_form
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_phrase
from lgm_core.model import Mention
from lgm_core.model.concept import name_of

__all__ = ["most_frequent_forms", "written_names"]


def most_frequent_forms(mentions: Iterable[Iterable[Mention]]) -> dict[str, str]:
    """Return the most frequent form of each concept in sentences, by key; of equally frequent ones the first.

    Args:
        mentions: what each sentence mentions.
    """
    return {key: _most_frequent(forms) for key, forms in _forms(mentions).items()}


def written_names(keys: Collection[str], mentions: Iterable[Iterable[Mention]], language: str) -> dict[str, str]:
    """Return the names of concepts: the words of their keys, with capitals and accents as in sentences.

    Forms in titles and at the beginnings of sentences, where capitals mean nothing, are used only if there are no
    others. A concept whose key no sentence has in these words gets the form written if inner capitals show a name
    (*Silver Springs*), or if keys of the language are stems; otherwise it has no entry.

    Args:
        keys: the concepts.
        mentions: what each sentence mentions.
        language: code of the language.
    """
    wanted = [mention for of_sentence in mentions for mention in of_sentence if mention.concept in keys]
    inside = _forms([[mention for mention in wanted if mention.start > 0]])
    names: dict[str, str] = {}
    for key, anywhere in _forms([wanted]).items():
        forms = _in_words_of(key, inside.get(key, {})) or _in_words_of(key, anywhere) or _with_inner_capitals(anywhere)
        if forms or not lexicon_of(language).readable_keys:
            names[key] = _most_frequent(forms or anywhere)
    return names


def _in_words_of(key: str, forms: Mapping[str, int]) -> dict[str, int]:
    return {form: count for form, count in forms.items() if fold_phrase(form) == name_of(key)}


def _with_inner_capitals(forms: Mapping[str, int]) -> dict[str, int]:
    return {form: count for form, count in forms.items() if any(character.isupper() for character in form[1:])}


def _forms(mentions: Iterable[Iterable[Mention]]) -> dict[str, Mapping[str, int]]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for of_sentence in mentions:
        for mention in filter(is_form, of_sentence):
            counts[mention.concept][mention.surface] += 1
    return dict(counts)


def _most_frequent(forms: Mapping[str, int]) -> str:
    return min(forms, key=lambda form: (-forms[form], form))
