"""Whether an answer is about what its question names.

A model that finds nothing about the *Aldis* may tell of the *Borea*, and the sentence it cites bears that out. An
answer is about its question if it has one of the question's names, or a sentence that it cites has. In questions of
several steps one or two sentences shown may lead from the name to those cited, by names that they share. Each must say
a part of the question which the cited ones do not; but one is enough, whatever it says, if the question asks about
something by what it is to the name: the sentence may use another word for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import is_roman_numeral, split_words
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence
from lgm_core.retrieval.answering.citing.statement_terms import Name, TermKind, Terms, root
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["are_all_named", "has_steps", "is_about_asked"]

_POSSESSIVE = re.compile(r"['’]s\b")
_DIGITS = re.compile(r"\d[\d.]*")


def is_about_asked(
    question: Terms,
    statements: Iterable[Terms],
    cited: Iterable[NumberedSentence],
    shown: Iterable[ShownSentence],
    view: GraphView | None,
) -> bool:
    """Tell whether an answer is about what its question names; also if one of the two names nothing.

    Args:
        question: the question.
        statements: the statements of the answer.
        cited: the sentences that they cite.
        shown: the sentences shown with the question.
        view: the graph, whose aliases of a name count as the name; None for names as they are written.
    """
    if not (asked := list(question.names)):
        return True
    asked += _aliases(question, view) if view is not None else []
    ids, shown = {each.sentence.id for each in cited}, list(shown)
    stating = [each for each in shown if each.sentence.sentence.id in ids]
    texts = (*statements, *(each.text for each in stating))
    said = [name for text in texts for name in text.names]
    if not said or _share_name(asked, said):
        return True
    if any(_spells_out(question, text) or _spells_out(text, question) for text in texts):
        return True
    naming = [each for each in shown if _share_name(asked, each.all_names) or each.has_any(asked)]
    if any(each in naming for each in stating):
        return True
    words = [term for term in question.terms if term.kind is TermKind.WORD]
    left = [term for term in words if not any(each.says(term) for each in stating)]
    adding = [each for each in shown if any(map(each.says, left))]
    reached = naming if has_steps(question) else [each for each in naming if each in adding]
    names = [name for each in reached for name in each.all_names]
    others = [each for each in adding if each not in naming]
    names += [name for each in others if _share_name(names, each.all_names) for name in each.all_names]
    return any(_share_name(names, each.all_names) for each in stating)


def are_all_named(question: Terms, shown: Iterable[ShownSentence]) -> bool:
    """Tell whether sentences, with their titles and headings, have all names of a question."""
    sentences = list(shown)
    found = [name for each in sentences for name in each.all_names]
    return all(_share_name([name], found) or any(each.has_any([name]) for each in sentences) for name in question.names)


def has_steps(text: Terms) -> bool:
    """Tell whether a text says of something what it is to a name: *the owner of MV Aldis*, not *at which harbours*."""
    lexicon, words = lexicon_of(text.language), text.words
    asks = lexicon.questions.interrogatives if lexicon.questions else frozenset[str]()
    first = 2 if words[:1] and words[0] in lexicon.stop_words and not asks.isdisjoint(words[1:2]) else 1
    return not lexicon.support.leading.isdisjoint(words[first:]) or _POSSESSIVE.search(text.text) is not None


def _share_name(names: Sequence[Name], others: Sequence[Name]) -> bool:
    """Tell whether two names may be of one thing: they share two words, or the only word of one of them.

    *Kuechly* is *Luke Kuechly*, but *Ann Bell* is not *Ann Dorn*; *Tab 3* is *Tab*, but not *Tab 4*.
    """
    return any(_share_words(one, other) for one in names for other in others)


def _share_words(name: Name, other: Name) -> bool:
    numbers, other_numbers = (frozenset(filter(_is_number, each)) for each in (name, other))
    if numbers and other_numbers and not any(_agree(*pair) for pair in product(numbers, other_numbers)):
        return False
    words, other_words = name - numbers or name, other - other_numbers or other
    return len(words & other_words) >= min(2, len(words), len(other_words))


def _is_number(word: str) -> bool:
    return _DIGITS.fullmatch(word) is not None or (len(word) > 1 and is_roman_numeral(word))


def _agree(number: str, other: str) -> bool:
    """Tell whether two numbers are equal, or one is a part of the other: *3.12* is a version of *3*."""
    return f"{number}.".startswith(f"{other}.") or f"{other}.".startswith(f"{number}.")


def _spells_out(text: Terms, short: Terms) -> bool:
    """Tell whether a text spells an acronym of another one out: *Federal Trade Agency* is *FTA*."""
    names = (term.surface for term in short.terms if term.kind is TermKind.NAME)
    acronyms = [name.casefold() for name in names if len(name) > 2 and name.isalpha() and name.isupper()]
    stop_words = lexicon_of(text.language).stop_words
    kept = (text.words, [word for word in text.words if word not in stop_words])
    initials = ["".join(word[0] for word in words) for words in kept]
    return any(acronym in each for acronym in acronyms for each in initials)


def _aliases(question: Terms, view: GraphView) -> list[Name]:
    """Return the other names that the graph has for what the question names."""
    found: list[Name] = []
    for group in view.name_groups(link_concepts(view, question.text)):
        words = ([word.folded for word in split_words(name_of(key))] for key in group)
        names = [frozenset(root(word, question.language) for word in own) for own in words]
        found += names if len(names) > 1 and _share_name(names, question.names) else []
    return found
