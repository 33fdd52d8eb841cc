"""What the graph says of an answer: a reward to tune a language model with (KAG section 2.5.3, formula 1).

The formula, log(r_spo + α·r_e), counts the triples and entities of the graph that an answer has. Triples are not read
from the answer: those that the graph knows about what the answer names are sought in each of its statements. Since the
formula pays for length, a second reward is normed by what the answer states.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.language.language_guess import document_language, guess_language
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import split_words, stop_words
from lgm_core.learning.facts.end_grounding import SentenceWords, SourceSentence
from lgm_core.model import Fact, MentionSource, SectionEnd, Sentence, Support
from lgm_core.model.concept import name_of
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.answering.citing.contradictions import is_denied, swaps_subject_and_object
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.statement_terms import nation_stems, root, with_equals, with_related
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
"""Sentences of the graph by which a statement without a known fact is judged."""

_ALIKE = 0.5
"""Dice's coefficient of the words of a predicate and those of a statement, without its ends, above which they agree."""

_BRIEF = 6
"""The most words of an answer that is read together with its question."""


@dataclass(frozen=True, slots=True)
class AnswerReward:
    """What the graph says of an answer.

    Attributes:
        formula: log(r_spo + 0.1·r_e) of the distinct facts and entities found (KAG, formula 1); log 0.01, the lowest,
            for an answer in which nothing is found.
        normed: 0 or more: the logarithm of 1 and what is borne out, times the share of its distinct statements that are
            borne out and about the question. 0 for an empty answer.
        facts: the facts of the graph that the answer states, in words.
        entities: the concepts of the graph that it names, as documents write them.
        unsupported: its statements that neither a fact nor a sentence bears out; without those contradicted.
        contradicted: its statements where the graph has something else: another end, the ends swapped, a denial.
        beside: its statements that are borne out, but not about the question.
    """

    formula: float
    normed: float
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


def answer_reward(view: GraphView, ranker: Ranker, answer: str, question: str = "") -> AnswerReward:
    """Return what the graph says of an answer; repeated statements count once.

    Args:
        view: what may be seen of the graph.
        ranker: a ranker over the same view.
        answer: the answer; citation numbers in it are ignored.
        question: the question; statements that nothing links to what it names earn nothing.

    Raises:
        InputError: the answer is in another language than the graph.
    """
    language = _checked_language(answer, view)
    said = _statements(answer, language)
    if not said:
        return AnswerReward(math.log(_NOTHING), 0.0)
    texts = list(said)
    statements = [_Statement(view, text, before, question, language, len(said)) for text, before in said.items()]
    keys = dict.fromkeys(key for statement in statements for key in statement.concepts)
    known = view.facts_about(keys, _MOST_FACTS)
    for statement in statements:
        statement.judge(known, ranker)
    linked = _about(question, statements, view, language)
    borne = [statement for statement in statements if statement.worth]
    earning = [statement for statement in borne if statement in linked]
    facts = {fact.key: fact for statement in statements for fact in statement.facts}
    entities = {key for statement in statements for key in statement.named}
    pairs = {frozenset(map(str, fact.ends[:2])) for statement in earning for fact in statement.facts}
    alone = sum(statement.worth for statement in earning if not statement.facts)
    own = {key for statement in earning for key in statement.named}
    gain = len(pairs) + alone + _ENTITY * len(own)
    names = names_as_written(view, facts.values())
    return AnswerReward(
        math.log(max(len(facts) + _ENTITY * len(entities), _NOTHING)),
        math.log1p(gain) * sum(statement.worth for statement in earning) / len(texts),
        tuple(fact_text(fact, names) for fact in facts.values()),
        tuple(sorted(names.get(key) or name_of(key) for key in entities)),
        tuple(each.text for each in statements if not each.worth and not each.is_contradicted),
        tuple(each.text for each in statements if each.is_contradicted),
        tuple(each.text for each in borne if each not in linked),
    )


def _checked_language(answer: str, view: GraphView) -> str:
    """Return the language to read an answer in.

    Raises:
        InputError: the graph has no documents in it.
    """
    languages, guessed = view.languages, guess_language(answer)
    if guessed and languages and guessed not in languages and document_language(answer) == guessed:
        raise InputError(
            f"the answer is in another language ({guessed}) than the graph ({', '.join(languages)}); a graph can only "
            "judge answers in its own"
        )
    return guessed if guessed in languages else view.language


def _statements(answer: str, language: str) -> dict[str, str]:
    """Return the distinct statements of an answer, each with the one before it."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    before = ""
    for written in StatementSplitter(language).split(answer.strip())[0]:
        if written.said:
            words = tuple(word.folded for word in split_words(written.said))
            found.setdefault(words, (written.said.strip(), before))
            before = written.said
    return dict(found.values())


class _Statement:
    """A statement, what it names, and what the graph says of it."""

    def __init__(self, view: GraphView, text: str, before: str, question: str, language: str, count: int) -> None:
        self.text, self._view, self._question, self._language = text, view, question, language
        words = split_words(text)
        self._is_brief = bool(question) and count == 1 and len(words) <= _BRIEF
        leans = bool(words) and words[0].folded in lexicon_of(language).pronouns
        self._context = question if self._is_brief else before if leans else ""
        sentence = Sentence("answer", "", "", 0, 0, len(text), text, text, " ".join(word.folded for word in words))
        titles = (self._context,) if self._context else ()
        self._words = SentenceWords(SourceSentence(sentence, titles, language, frozenset()))
        self.concepts = tuple(link_concepts(view, f"{text}\n{self._context}"))
        self.named = _named(text, self.concepts, language)
        self.links = self.named | (_named(self._context, self.concepts, language) if self._context else frozenset())
        self._stems = _stems(f"{text} {self._context if self._is_brief else ''}", language)
        self._is_denied = is_denied(text, language)
        self.facts: list[Fact] = []
        self.worth = 0.0
        self.is_contradicted = False

    def judge(self, known: Sequence[Fact], ranker: Ranker) -> None:
        """Find the facts that it states; without one, judge it by sentences."""
        at_hand = [fact for fact in known if fact.subject in self.concepts or fact.object in self.concepts]
        others, swapped = False, False
        for fact in at_hand:
            ends = [self._has(end_text(end, {})) for end in fact.ends[:2] if not isinstance(end, SectionEnd)]
            if len(ends) < 2 or not any(ends) or not self._words_it(fact):
                continue
            if all(ends) and self._is_denied == fact.predicate.startswith(DENIAL) and not self._swaps(fact):
                self.facts.append(fact)
            else:
                swapped |= all(ends)
                others |= not all(ends)
        if self.facts:
            self.worth = 1.0
            return
        support = self._support(ranker, at_hand)
        if not swapped:
            self.worth = {Support.SUPPORTED: 1.0, Support.PARTLY: 0.5}.get(support, 0.0)
        if support is Support.UNSUPPORTED or swapped:
            self.is_contradicted = swapped or others

    def _has(self, phrase: str) -> bool:
        return self._words.ground(phrase) is not None

    def _words_it(self, fact: Fact) -> bool:
        """Tell whether the statement has the words of a fact's predicate, or near ones."""
        ends = _stems(" ".join(end_text(end, {}) for end in fact.ends), self._language)
        left = self._stems - ends
        for text in dict.fromkeys((wording(fact), fact.predicate.removeprefix(DENIAL))):
            own = _stems(text, self._language) - ends
            near = frozenset[str]().union(*(_near(stem, self._language) for stem in left))
            shared = own & near
            if own and (shared == own or 2 * len(shared) > _ALIKE * (len(own) + len(left))):
                return True
        return False

    def _swaps(self, fact: Fact) -> bool:
        names = _stems(" ".join(end_text(end, {}) for end in fact.ends[:2]), self._language)
        stated = f"{end_text(fact.subject, {})} {wording(fact)} {end_text(fact.object, {})}"
        return swaps_subject_and_object(self.text, stated, names, self._language)

    def _support(self, ranker: Ranker, facts: Iterable[Fact]) -> Support:
        asked = f"{self._question} {self.text}" if self._is_brief else self.text
        ids = [hit.id for hit in ranker.sentences(asked, _SHOWN, allowed=self._view.allowed)]
        sentences = self._view.store.sentences(ids)
        shown = number_sentences(self._view, sentences, first=1, paths={})
        judge = SupportJudge(self._question if self._is_brief else "", shown, self._language)
        return (judge.judge_fact if self._is_brief else judge.judge)(self.text).support


def _named(text: str, concepts: Iterable[str], language: str) -> frozenset[str]:
    """Return those of the concepts that a text writes as names."""
    is_telling = not lexicon_of(language).capitalises_nouns
    capitalised = " ".join(word.folded for word in split_words(text) if word.is_capitalised or not is_telling)
    names = _stems(capitalised, language)
    return frozenset(key for key in concepts if not names.isdisjoint(_stems(name_of(key), language)))


def _stems(text: str, language: str) -> frozenset[str]:
    """Return the roots of the content words of a text."""
    words = (word.folded for word in split_words(text))
    return frozenset(root(word, language) for word in words if word not in stop_words(language))


def _near(stem: str, language: str) -> frozenset[str]:
    return with_related(with_equals([stem], language), language)


def _about(question: str, statements: Sequence[_Statement], view: GraphView, language: str) -> list[_Statement]:
    """Return the statements that the question's names lead to, from statement to statement; all if it has none."""
    asked = _named(question, link_concepts(view, question), language) if question else frozenset()
    nations = nation_stems(language)

    def telling(keys: Iterable[str]) -> Iterator[str]:
        return (key for key in keys if not nations.issuperset(_stems(name_of(key), language)))

    reached, left, found = set(telling(asked)), list(statements), list[_Statement]()
    if not reached:
        return left
    while near := [each for each in left if not reached.isdisjoint(telling(each.links))]:
        found += near
        left = [each for each in left if each not in near]
        reached.update(key for each in near for key in telling(each.links))
    return found
