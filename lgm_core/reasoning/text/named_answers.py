"""What sentences name that may answer a sub-question, found without a language model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.graph.surface_forms import is_form
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import FactEnd, Mention, Sentence
from lgm_core.reasoning.execution.bindings import Binding
from lgm_core.reasoning.text.text_finding import TextAnswer
from lgm_core.reasoning.text.wanted_kind import WantedKind, wanted_kind
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.words import split_words, stem, stop_words

__all__ = ["named_answers"]

_FURTHER = 0.7
"""How much of a sentence's weight the sentence behind it has."""
_PHRASE = 0.4
"""Weight of a phrase that is no name, as a share of that of a name."""
_TITLE = 0.8
"""Weight of what only the title of its sentence names, as a share of that of what the sentence itself names."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    end: FactEnd
    name: str
    weight: float


def named_answers(
    question: str, types: Sequence[str], sentences: Sequence[Sentence], view: GraphView
) -> tuple[TextAnswer, ...]:
    """Return the values and names in sentences that may answer a question, surest first.

    A weight, from 0 to 1, is the product of what the sentence's place, its words of the question, and the kind of
    candidate give. It orders candidates; it is no probability.

    Args:
        question: the sub-question.
        types: of what is wanted; empty where that may be anything.
        sentences: the sentences, best first.
        view: the graph that they are from.
    """
    kind = wanted_kind(question, types, view.lexicons)
    records = view.documents(sentence.document_id for sentence in sentences)
    mentions = view.mentions(sentence.id for sentence in sentences)
    best: dict[FactEnd, TextAnswer] = {}
    share = 1.0
    for sentence in sentences:
        if sentence.document_id not in records:
            continue
        language = records[sentence.document_id].language
        asked = _content(question, language)
        said = _content(f"{sentence.resolved} {records[sentence.document_id].title}", language)
        overlap = len(asked & said) / len(asked) if asked else 1.0
        for found in _candidates(sentence, mentions[sentence.id], kind, asked, language):
            weight = share * overlap * found.weight
            if found.end not in best or weight > best[found.end].weight:
                best[found.end] = TextAnswer(Binding(found.end, found.name), (sentence.id,), weight)
        share *= _FURTHER
    answers = (answer for answer in best.values() if answer.weight > 0)
    return tuple(sorted(answers, key=lambda answer: -answer.weight))


def _candidates(
    sentence: Sentence, mentions: Iterable[Mention], kind: WantedKind, asked: frozenset[str], language: str
) -> Iterator[_Candidate]:
    lexicon = lexicon_of(language)
    if kind.values:
        for found in find_values(sentence.text, lexicon):
            is_asked = _content(found.value.text, language) <= asked
            if found.value.kind in kind.values and not is_asked:
                yield _Candidate(found.value, found.value.text, 1.0)
    if not kind.names:
        return
    for mention in mentions:
        if mention.concept in lexicon.empty_nouns or _content(mention.concept, language) <= asked:
            continue
        is_name = mention.surface[:1].isupper()
        weight = (1.0 if is_name else _PHRASE) * (1.0 if mention.end else _TITLE)
        name = mention.surface if is_form(mention) else mention.concept
        yield _Candidate(mention.concept, name, weight)


def _content(text: str, language: str) -> frozenset[str]:
    """Return the stems of the words of a text that have weight; of all words where none has."""
    words = [word.folded for word in split_words(text)]
    content = [word for word in words if word not in stop_words(language)]
    return frozenset(stem(word, language) for word in content or words)
