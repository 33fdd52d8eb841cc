"""What the graph says of an answer: a reward to tune a language model with (KAG section 2.5.3, formula 1).

Triples are not read from the answer: those that the graph knows about what the answer names are sought in each of its
statements. Since the formula pays for length, a second reward is normed by what the answer states.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.language.language_guess import document_language, guess_language
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import split_words, stop_words
from lgm_core.model import Fact, SectionEnd, Support
from lgm_core.model.concept import name_of
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.answering.citing.contradictions import is_denied
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.statement_terms import (
    Name,
    Terms,
    names_within,
    nation_stems,
    read_terms,
    root,
    with_equals,
)
from lgm_core.retrieval.answering.citing.support import SupportJudge
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.facts.fact_text import end_text, fact_text, names_as_written, wording
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["AnswerReward", "answer_reward"]

_ENTITY = 0.1
"""α: what an entity counts, as a share of a triple."""

_NOTHING = _ENTITY / 10
"""What stands for the sum of formula 1 if an answer has nothing that the graph knows: its logarithm is finite."""

_MOST_FACTS = 2000
"""The most known facts that are sought in an answer."""

_SHOWN = 12
"""Sentences of the graph by which a statement without a known fact is judged, each by itself."""

_MOST_LACKING = 0.5
"""A sentence must share more than this of a statement's words; else it may just name the same thing."""

_ALIKE = 0.5
"""Dice's coefficient of the words of a predicate and those of a statement, without its ends, above which they agree."""

_BEGINNING = 5
"""The first letters by which words of one family are known: *direct*, *director*; *publish*, *publication*."""

_BRIEF = 3
"""The most words of an answer that is read together with its question."""

_BESIDE = 0.1
"""What the best statement that is not about the question counts: a step may be missing that would lead to it."""


@dataclass(frozen=True, slots=True)
class AnswerReward:
    """What the graph says of an answer.

    Attributes:
        formula: log(r_spo + 0.1·r_e) of the distinct facts and entities found (KAG, formula 1); log 0.01, the lowest,
            for an answer in which nothing is found.
        normed: 0 or more: the logarithm of 1 and what is borne out, times the share of its distinct statements that are
            borne out and about the question. A statement counts for less than 1 if a sentence has its names and
            numbers, but not its other words. 0 for an empty answer.
        facts: the facts of the graph that the answer states, in words.
        entities: the concepts of the graph that it names, as documents write them.
        unsupported: its statements that neither a fact nor a sentence bears out; without those contradicted.
        contradicted: its statements where the graph has something else: another end, or a denial.
        beside: its statements that are borne out, but not about the question.
    """

    formula: float
    normed: float
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return both rewards, then what they rest on, a line each."""
        lines = [f"normed {self.normed:.3f}, by the formula {self.formula:.3f}"]
        for name in ("facts", "entities", "unsupported", "contradicted", "beside"):
            lines += [f"{name}: {text}" for text in getattr(self, name)]
        return "\n".join(lines)


def answer_reward(view: GraphView, ranker: Ranker, answer: str, question: str = "") -> AnswerReward:
    """Return what the graph says of an answer, whose citation numbers are ignored; repeated statements count once.

    Raises:
        InputError: the answer is in another language than the graph.
    """
    language = _checked_language(answer, view)
    said = _statements(answer, language)
    if not said:
        return AnswerReward(math.log(_NOTHING), 0.0)
    is_brief = len(said) == 1 and len(split_words(*said)) <= _BRIEF
    known_names = frozenset(names_within(f". {question} {answer}"))
    asked = read_terms(question, language, names=known_names)
    statements = []
    for text, before in said.items():
        context = question if is_brief else before if _leans(view, text, language) else ""
        statements.append(
            _Statement(view, *(read_terms(each, language, names=known_names) for each in (text, context)))
        )
    keys = dict.fromkeys(key for statement in statements for key in statement.concepts)
    known = view.facts_about(keys, _MOST_FACTS)
    for statement in statements:
        statement.judge(known, ranker)
    borne = [statement for statement in statements if statement.worth]
    linked = _about(asked, statements)
    earning, beside = ([each for each in borne if (each in linked) is is_linked] for is_linked in (True, False))
    facts = {fact.key: fact for statement in statements for fact in statement.facts}
    entities = {key for statement in statements for key in statement.named}
    named = {key for statement in earning for key in statement.named}
    pairs = {frozenset(map(str, fact.ends[:2])) for statement in earning for fact in statement.facts}
    gain = len(pairs) + sum(each.worth for each in earning if not each.facts) + _ENTITY * len(named)
    share = sum(each.worth for each in earning) + _BESIDE * max((each.worth for each in beside), default=0.0)
    names = names_as_written(view, facts.values())
    return AnswerReward(
        math.log(max(len(facts) + _ENTITY * len(entities), _NOTHING)),
        math.log1p(max(gain, _BESIDE)) * share / len(said),
        tuple(fact_text(fact, names) for fact in facts.values()),
        tuple(sorted(names.get(key) or name_of(key) for key in entities)),
        tuple(each.text for each in statements if not each.worth and not each.is_contradicted),
        tuple(each.text for each in statements if each.is_contradicted),
        tuple(each.text for each in beside),
    )


def _checked_language(answer: str, view: GraphView) -> str:
    """Return the language to read an answer in, or raise an `InputError` if it is none of the graph's."""
    languages, guessed = view.languages, guess_language(answer)
    if guessed and languages and guessed not in languages and document_language(answer) == guessed:
        raise InputError(
            f"the answer is in another language ({guessed}) than the graph ({', '.join(languages)}); a graph can only "
            "judge answers in its own"
        )
    return guessed if guessed in languages else view.language


def _statements(answer: str, language: str) -> dict[str, str]:
    """Return the distinct statements of an answer, each with the one before it; repetition is dropped."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    words, before = answer.split(), ""
    fits = (n for n in range(1, len(words) + 1) if len(words) % n == 0 and words == words[:n] * (len(words) // n))
    once = re.match(rf"\s*(?:\S+\s*){{{next(fits, 0)}}}", answer)
    for written in StatementSplitter(language).split(once[0].strip() if once else "")[0]:
        if written.said:
            folded = tuple(word.folded for word in split_words(written.said))
            found.setdefault(folded, (written.said.strip(), before))
            before = written.said
    return dict(found.values())


class _Statement:
    """A statement, what it names, and what the graph says of it."""

    def __init__(self, view: GraphView, said: Terms, context: Terms) -> None:
        """Read a statement; its context is what its pronouns refer to or, of a brief answer, the question."""
        self.text, self._context, self._view, self._language = said.text, context.text, view, said.language
        self.named = frozenset(link_concepts(view, self.text))
        self.concepts = self.named.union(link_concepts(view, self._context))
        self.links = [name for each in (said, context) for name in _links(each)]
        self._said = _stems(self.text, self._language)
        self._around = self._said | _stems(self._context, self._language)
        self.facts: list[Fact] = []
        self.worth = 1.0
        self.is_contradicted = False

    def judge(self, known: Sequence[Fact], ranker: Ranker) -> None:
        """Find the facts that it states; without one, judge it by sentences."""
        has_other = has_pair = False
        for fact in known:
            if isinstance(fact.object, SectionEnd):
                continue
            subject, object_ = (_stems(end_text(end), self._language) for end in fact.ends[:2])
            found = [bool(end) and end <= self._around for end in (subject, object_)]
            if not any(found) or self._said.isdisjoint(subject | object_):
                continue
            is_pair = all(found) and not (subject <= object_ or object_ <= subject)
            has_pair |= is_pair
            if not self._agrees(fact, subject | object_):
                continue
            is_denied_too = is_denied(self.text, self._language) == fact.predicate.startswith(DENIAL)
            if is_pair and is_denied_too:
                self.facts.append(fact)
            else:
                has_other = True
        if not self.facts:
            support, self.worth = self._support(ranker)
            if has_other and support is not Support.SUPPORTED:
                self.worth = 0.0
            elif has_other or has_pair:  # the graph knows another end, or another relation of the two
                self.worth = min(self.worth, 0.5)
        self.is_contradicted = has_other and not self.worth

    def _agrees(self, fact: Fact, ends: frozenset[str]) -> bool:
        """Tell whether the statement has the words of a fact's predicate; a bare end, whether its context has them."""
        said = (self._said - ends) or (self._around - ends)
        for text in dict.fromkeys((wording(fact), fact.predicate.removeprefix(DENIAL))):
            own = _stems(text, self._language) - ends
            shared = _shared(own, said, self._language)
            if own and (shared == len(own) or 2 * shared > _ALIKE * (len(own) + len(said))):
                return True
        return False

    def _support(self, ranker: Ranker) -> tuple[Support, float]:
        """Return how far the best sentence supports it, and what it is worth by the words that they share."""
        ids = [hit.id for hit in ranker.sentences(f"{self._context} {self.text}", _SHOWN, allowed=self._view.allowed)]
        shown = number_sentences(self._view, self._view.store.sentences(ids), first=1, paths={})
        best = Support.UNSUPPORTED, 0.0
        for each in shown:
            judge = SupportJudge(self._context, [each], self._language)
            support = (judge.judge_fact if self._context else judge.judge)(self.text).support
            worth = {Support.SUPPORTED: 1.0, Support.PARTLY: 0.5}.get(support, 0.0)
            said = _stems(f"{each.heading} {each.sentence.text}", self._language)
            share = _shared(self._said, said, self._language) / max(1, len(self._said))
            if share > _MOST_LACKING:
                best = max(best, (support, worth * share), key=lambda one: one[1])
        return best


def _leans(view: GraphView, text: str, language: str) -> bool:
    """Tell whether a statement begins with a pronoun that does not begin a name, as in *I Come with the Rain*."""
    first = next((word.folded for word in split_words(text)), "")
    is_pronoun = first in lexicon_of(language).pronouns
    return is_pronoun and not any(name_of(key).startswith(f"{first} ") for key in link_concepts(view, text))


def _shared(wanted: frozenset[str], said: frozenset[str], language: str) -> int:
    """Return how many of the wanted stems others have, by words of the same meaning or by a common beginning."""
    around = with_equals(said, language)
    begins = {stem[:_BEGINNING] for stem in said if len(stem) >= _BEGINNING}
    return sum(stem in around or stem[:_BEGINNING] in begins for stem in wanted)


def _stems(text: str, language: str) -> frozenset[str]:
    """Return the roots of the content words of a text."""
    words = (word.folded for word in split_words(text))
    return frozenset(root(word, language) for word in words if word not in stop_words(language))


def _links(text: Terms) -> list[Name]:
    """Return the names in a text, countries and peoples too."""
    return [*text.names, *(frozenset((stem,)) for stem in text.content & nation_stems(text.language))]


def _about(asked: Terms, statements: Sequence[_Statement]) -> list[_Statement]:
    """Return the statements that the question's names lead to, from statement to statement; all if it has none.

    A name leads to another by two words of it, or by all if it has fewer.
    """
    left, found = list(statements), list[_Statement]()
    reached = {stem for name in _links(asked) for stem in name}
    if not reached:
        return left
    while near := [each for each in left if any(len(name & reached) >= min(2, len(name)) for name in each.links)]:
        found += near
        left = [each for each in left if each not in near]
        reached.update(*(name for each in near for name in each.links))
    return found
