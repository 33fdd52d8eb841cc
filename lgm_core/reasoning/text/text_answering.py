"""Answering a sub-question from text, where the facts do not (KAG, algorithm 2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lgm_core.flow import Flow
from lgm_core.graph.surface_forms import is_form
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.language.values.date_reading import FoundValue
from lgm_core.language.values.value_finder import find_life_span, find_values
from lgm_core.language.words import content_stems, related_stems, split_words, stem, stop_words
from lgm_core.model import DocumentRecord, Fact, Mention, Sentence, Value
from lgm_core.model.concept import name_of
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.plan_parts import Term
from lgm_core.reasoning.text.model_answers import TextAnswer, TextFinding, model_answers
from lgm_core.reasoning.text.passage_ranking import ranked_for_step
from lgm_core.reasoning.text.sub_question import WantedKind, is_of_kind, wanted_kinds
from lgm_core.reasoning.text.text_conditions import Condition, is_same_end, meets_all, names_words
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["answer_from_text"]

_FURTHER = 0.6
"""Weight of a sentence relative to the one ranked before it."""
_RELATED = 0.7
"""Weight of a word related to one of the question, such as *married* for *wife*."""
_FAR = 0.5
"""Weight of a candidate far from the words that say what is asked, relative to one next to them."""
_UNMET = 0.2
"""Weight of a sentence that does not meet the constraints."""
_DENIED = 0.2
"""Weight of a sentence with a negation that the question lacks."""
_REACH = 6.0
"""The distance in words at which the effect of nearness has fallen to about a third."""

# Weights of candidates, relative to a whole name that shares no word with the question.
_PHRASE, _TITLE, _INSIDE, _SHARED, _UNLINKED, _UNASKED_VALUE = 0.2, 0.4, 0.5, 0.5, 0.5, 0.5

_VALUES = frozenset({WantedKind.DATE, WantedKind.NUMBER})


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, prepared for comparison with sentences of one language.

    Attributes:
        language: ISO 639-1 code.
        stems: the stems of its content words.
        names: those of the stems that belong to names.
        kinds: the kinds that its answer may have.
        denies: whether it has a negation.
    """

    language: str
    stems: frozenset[str]
    names: frozenset[str]
    kinds: frozenset[WantedKind]
    denies: bool

    @classmethod
    def of(cls, question: str, kinds: frozenset[WantedKind], language: str) -> _Asked:
        words = [word for word in split_words(question) if word.folded not in stop_words(language)]
        stems = frozenset(stem(word.folded, language) for word in words)
        names = frozenset(stem(word.folded, language) for word in words if word.is_capitalised)
        return cls(language, stems, names, kinds, denies(question))

    def nearness(self, said: str) -> float:
        """Return the weight of a stem among those that say what is asked: 1, less if only related, or 0."""
        own = self.stems - self.names
        return 1.0 if said in own else _RELATED * (not own.isdisjoint(related_stems(self.language).get(said, ())))

    def coverage(self, said: frozenset[str]) -> float:
        """Return the share of the question's words that stems cover, related ones in part; 1 for no words."""
        related = {other for each in said for other in related_stems(self.language).get(each, ())}
        missing = self.stems - said
        covered = len(self.stems) - len(missing) + _RELATED * len((missing - self.names) & related)
        return covered / len(self.stems) if self.stems else 1.0


def named_answers(
    question: str,
    types: Sequence[str],
    sentences: Sequence[Sentence],
    view: GraphView,
    conditions: Sequence[Condition] = (),
    *,
    about: str = "",
) -> tuple[TextAnswer, ...]:
    """Return the values and names in sentences that may answer a question, surest first.

    A weight, from 0 to 1, is the product of that of the sentence (its rank, and how much of the question it covers) and
    that of the candidate: how near it is to the words that say what is asked; whether it is a name or a phrase, whole
    or part of a name, in the question or not; and, for persons and places, the preposition before it. Weights order
    candidates; they are not probabilities.

    Args:
        question: the sub-question.
        types: the types that are asked for; empty for anything.
        sentences: the sentences, best first.
        view: the graph; sentences of documents that it does not show are left out.
        conditions: what a sentence should also meet; otherwise its answers weigh a fifth.
        about: the name of what the question is about; values from sentences that say nothing of it are guesses.
    """
    kinds = wanted_kinds(question, types, view.lexicons)
    readings = list(_readings(question, kinds, sentences, view))
    mentions = view.mentions(reading.sentence.id for reading in readings)
    best: dict[object, TextAnswer] = {}
    for place, reading in enumerate(readings):
        share = _FURTHER**place * (1.0 if reading.meets(conditions) else _UNMET)
        for answer in reading.answers(mentions[reading.sentence.id]):
            weight = answer.weight * share
            known = best.get(answer.binding.end)
            if weight > (known.weight if known else 0.0):
                binding = replace(answer.binding, is_guess=not reading.states(answer.binding, about))
                best[answer.binding.end] = replace(answer, weight=weight, binding=binding)
    return tuple(sorted(best.values(), key=lambda answer: -answer.weight))


def confirming_answers(
    question: str,
    expected: Binding,
    other: str,
    sentences: Sequence[Sentence],
    view: GraphView,
    conditions: Sequence[Condition] = (),
) -> tuple[TextAnswer, ...]:
    """Return the expected answer if a sentence supports it; else nothing.

    The sentence must name what is expected and, with its title, the other end, and have a word of what is asked about
    them or a related one.

    Args:
        question: the sub-question.
        expected: what the plan says about the end that is asked for.
        other: the name of the other end, if any.
        sentences: the sentences, best first.
        view: the graph; sentences of documents that it does not show are left out.
        conditions: what a sentence should also meet; otherwise it weighs a fifth.
    """
    found = []
    for place, reading in enumerate(_readings(question, frozenset(), sentences, view)):
        weight = reading.support_of(expected.name, other) * _FURTHER**place
        if weight:
            weight *= 1.0 if reading.meets(conditions) else _UNMET
            found.append(TextAnswer(expected, (reading.sentence.id,), weight))
    return tuple(sorted(found, key=lambda answer: -answer.weight)[:1])


def _readings(
    question: str, kinds: frozenset[WantedKind], sentences: Sequence[Sentence], view: GraphView
) -> Iterator[_Reading]:
    records = view.documents(sentence.document_id for sentence in sentences)
    for sentence in sentences:
        if (record := records.get(sentence.document_id)) is not None:
            yield _Reading(sentence, record, _Asked.of(question, kinds, record.language))


class _Reading:
    """A sentence, read for a question."""

    def __init__(self, sentence: Sentence, record: DocumentRecord, asked: _Asked) -> None:
        self.sentence, self._record, self._asked = sentence, record, asked
        self._lexicon = lexicon_of(record.language)
        self._words = split_words(sentence.text)

    def meets(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether it meets conditions, together with its title."""
        return meets_all(self._said, conditions, self._lexicon, self._record.language)

    def support_of(self, expected: str, other: str) -> float:
        """Return how much of the question it covers if it names both ends and a word of what is asked; else 0."""
        language = self._record.language
        if self._denies or not names_words(self.sentence.resolved, expected, language):
            return 0.0
        if other and not names_words(self._said, other, language):
            return 0.0
        ends = self._content(f"{expected} {other}")
        said = self._content(self.sentence.resolved)
        asked = self._asked.stems - ends
        related = {each for word in said for each in related_stems(language).get(word, ())}
        if asked and asked.isdisjoint(said | related):
            return 0.0
        return self._asked.coverage(said | ends)

    def states(self, binding: Binding, other: str) -> bool:
        """Tell whether it names a value, the other end and a word of the question or a related one; true for names."""
        return not isinstance(binding.end, Value) or self.support_of(binding.name, other) > 0

    @property
    def _denies(self) -> bool:
        """Tell whether it has a negation and the question has none."""
        return denies(self.sentence.text) and not self._asked.denies

    @property
    def _said(self) -> str:
        return f"{self.sentence.resolved} {self._record.title}"

    def answers(self, mentions: Iterable[Mention]) -> Iterator[TextAnswer]:
        """Yield its candidates, with weights that leave the rank of the sentence out."""
        coverage = self._asked.coverage(self._content(self._said)) * (_DENIED if self._denies else 1.0)
        for binding, weight in (*self._values(), *self._names(list(mentions))):
            yield TextAnswer(binding, (self.sentence.id,), weight * coverage)

    def _values(self) -> Iterator[tuple[Binding, float]]:
        for found in self._found:
            value = found.value
            if is_of_kind(value, self._asked.kinds) and not self._content(value.text) <= self._asked.stems:
                near = self._of_life.get(found.start, self._closeness(found.start, found.end))
                yield Binding(value, value.text), near * (1.0 if self._asked.kinds else _UNASKED_VALUE)

    def _names(self, mentions: Sequence[Mention]) -> Iterator[tuple[Binding, float]]:
        if self._asked.kinds and self._asked.kinds <= _VALUES:
            return
        whole = [(mention.start, mention.end) for mention in mentions if mention.end and _is_name(mention.surface)]
        for mention in mentions:
            words = self._content(name_of(mention.concept))
            is_value = any(found.start < mention.end and mention.start < found.end for found in self._found)
            if is_value or words <= self._asked.stems or mention.concept in self._lexicon.empty_nouns:
                continue
            weight = (1.0 if _is_name(mention.surface) else _PHRASE) * (1.0 if mention.end else _TITLE)
            if mention.end:
                weight *= self._closeness(mention.start, mention.end) * self._linked(mention)
                weight *= _INSIDE if any(_is_inside(mention, span) for span in whole) else 1.0
            weight *= 1.0 if words.isdisjoint(self._asked.names) else _SHARED
            yield Binding(mention.concept, mention.surface if is_form(mention) else name_of(mention.concept)), weight

    @cached_property
    def _found(self) -> list[FoundValue]:
        return find_values(self.sentence.text, self._lexicon)

    @cached_property
    def _of_life(self) -> Mapping[int, float]:
        """Return the closeness of dates of birth and death in brackets, by where they start."""
        text = self.sentence.text
        events = find_life_span(text, self._lexicon)
        verbs = [words[0] if words else "" for words in (self._lexicon.values.born, self._lexicon.values.died)]
        near: dict[int, float] = {}
        for event, verb in zip(events, verbs, strict=True):
            if event is not None:
                is_asked = self._asked.nearness(stem(verb, self._asked.language)) > 0
                near |= {
                    found.start: 1.0 if is_asked else _FAR
                    for found in self._found
                    if event.start <= found.start and found.end <= event.end
                }
        return near

    @cached_property
    def _cues(self) -> list[tuple[int, float]]:
        """Return the positions of words that say what is asked, with their weights."""
        nearness = (self._asked.nearness(stem(word.folded, self._asked.language)) for word in self._words)
        return [(place, near) for place, near in enumerate(nearness) if near]

    def _closeness(self, start: int, end: int) -> float:
        if not self._asked.stems - self._asked.names:
            return 1.0
        first = sum(word.start < start for word in self._words)
        last = sum(word.start < end for word in self._words) - 1
        gaps = ((max(first - place, place - last), near) for place, near in self._cues)
        nearest = max((near * math.exp((1 - gap) / _REACH) for gap, near in gaps if gap > 0), default=0.0)
        return _FAR + (1 - _FAR) * nearest

    def _linked(self, mention: Mention) -> float:
        """Return the weight of a name by the word before it, which tells places from persons."""
        kinds, forms = self._asked.kinds, self._lexicon.questions
        if forms is None or kinds.isdisjoint({WantedKind.PLACE, WantedKind.PERSON}):
            return 1.0
        before = [word for word in self._words if word.start < mention.start]
        while before and before[-1].folded in self._lexicon.determiners:
            before.pop()
        between = self.sentence.text[before[-1].start + len(before[-1].surface) : mention.start] if before else ""
        is_listed = between.strip() == "," and before[-1].is_capitalised
        is_linked = bool(before) and before[-1].folded in forms.place_links
        is_place = WantedKind.PLACE in kinds and (is_linked or is_listed)
        return 1.0 if is_place or (WantedKind.PERSON in kinds and not is_linked) else _UNLINKED

    def _content(self, text: str) -> frozenset[str]:
        """Return the stems of the content words of a text, or of all words if there are none."""
        return frozenset(content_stems(text, self._asked.language))


def _is_name(surface: str) -> bool:
    words = split_words(surface)
    return bool(words) and words[0].is_capitalised and words[-1].is_capitalised


def _is_inside(mention: Mention, span: tuple[int, int]) -> bool:
    return span[0] <= mention.start and mention.end <= span[1] and span != (mention.start, mention.end)


_SENTENCES = 6
"""How many of the best sentences are searched for values and names without a language model."""
_ANSWERS = 5
"""How many answers found without a language model are kept. For steps of MuSiQue the first is right for .35, one of the
first three for .60, and one of the first five for .67 (benchmarks/reasoning.md)."""


def answer_from_text(
    question: str,
    wanted: Term,
    *,
    view: GraphView,
    ranker: Ranker,
    facts: Sequence[Fact],
    options: LogicalFormOptions,
    by_model: bool,
    whole_question: str = "",
    expected: Binding | None = None,
    other: str = "",
    conditions: Sequence[Condition] = (),
) -> Flow[TextFinding]:
    """Answer a sub-question from the best passages for it.

    A language model sees the facts and the passages, and names its answers, if any, with the sentences that state them.
    Without a language model, or if it fails, the answers are values and names of the wanted type in the best sentences.

    Args:
        question: the sub-question, with variables replaced by names.
        wanted: what is looked for, with its types.
        view: the visible part of the graph.
        ranker: ranks its passages and sentences.
        facts: the facts about the sub-question; a language model sees them first.
        options: how many passages are read.
        by_model: whether a language model answers.
        whole_question: the question that the sub-question is part of.
        expected: the answer that the plan already names; text can only confirm it.
        other: the name of the other end.
        conditions: the constraints. Without a language model, answers from sentences that do not meet them weigh less;
            a language model reads them in the sub-question.
    """
    if expected is not None:
        missing = [name for name in (other, expected.name) if name.casefold() not in question.casefold()]
        question = " ".join((question, *missing))
    passages = ranked_for_step(question, ranker, view, options.passages)
    ids = [id for passage in passages for id in ranker.index.sentence_ids_of(passage)]
    error = ""
    if by_model and (ids or facts):
        answers, error, gap = yield from model_answers(
            question,
            wanted.types,
            whole_question=whole_question,
            facts=facts,
            sentences=_in_order(ids, view),
            view=view,
            options=options,
        )
        if not error:
            if expected is not None:
                same = [answer for answer in answers if is_same_end(answer.binding, expected, view)]
                answers = tuple(replace(answer, binding=expected) for answer in same[:1])
            return TextFinding(tuple(passages), answers, by_model=True, gap=gap)
    ranked = [hit.id for hit in ranker.sentences(question, _SENTENCES, allowed=frozenset(ids))] if ids else []
    best = _in_order(ranked, view)
    if expected is not None:
        return TextFinding(
            tuple(passages), confirming_answers(question, expected, other, best, view, conditions), error=error
        )
    named = named_answers(question, wanted.types, best, view, conditions, about=other)
    return TextFinding(tuple(passages), named[:_ANSWERS], error=error)


def _in_order(ids: Sequence[str], view: GraphView) -> list[Sentence]:
    sentences = {sentence.id: sentence for sentence in view.store.sentences(list(ids))}
    return [sentences[id] for id in ids if id in sentences]
