"""What the graph says of an answer: a reward to tune a language model with (KAG section 2.5.3, formula 1).

Triples are not read from the answer: those that the graph knows about what the answer names are sought in each of its
statements. Since the formula pays for length, a second reward is normed by what the answer states.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.language.language_guess import document_language, guess_language
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import split_words, stop_words
from lgm_core.learning.facts.end_grounding import GroundedEnd, SentenceWords, SourceSentence
from lgm_core.model import Fact, SectionEnd, Sentence, Support
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

_BEGINNING = 5
"""The first letters by which words of one family are known: *direct*, *director*; *publish*, *publication*."""

_MOST_EVIDENCE = 3
"""The most sentences of a fact in which subject and object are compared."""

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
    statements = [_Statement(view, text, before, question, language, len(said)) for text, before in said.items()]
    keys = dict.fromkeys(key for statement in statements for key in statement.concepts)
    known = view.facts_about(keys, _MOST_FACTS)
    for statement in statements:
        statement.judge(known, ranker)
    linked = _about(question, link_concepts(view, question), statements, language)
    borne = [statement for statement in statements if statement.worth]
    earning = [statement for statement in borne if statement in linked]
    facts = {fact.key: fact for statement in statements for fact in statement.facts}
    entities = {key for statement in statements for key in statement.named}
    pairs = {frozenset(map(str, fact.ends[:2])) for statement in earning for fact in statement.facts}
    alone = sum(statement.worth for statement in earning if not statement.facts)
    gain = len(pairs) + alone + _ENTITY * len({key for statement in earning for key in statement.named})
    names = names_as_written(view, facts.values())
    return AnswerReward(
        math.log(max(len(facts) + _ENTITY * len(entities), _NOTHING)),
        math.log1p(gain) * sum(statement.worth for statement in earning) / len(said),
        tuple(fact_text(fact, names) for fact in facts.values()),
        tuple(sorted(names.get(key) or name_of(key) for key in entities)),
        tuple(each.text for each in statements if not each.worth and not each.is_contradicted),
        tuple(each.text for each in statements if each.is_contradicted),
        tuple(each.text for each in borne if each not in linked),
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

    def __init__(self, view: GraphView, text: str, before: str, question: str, language: str, count: int) -> None:
        self.text, self._view, self._question, self._language = text, view, question, language
        words = split_words(text)
        self._is_brief = bool(question) and count == 1 and len(words) <= _BRIEF
        self._context = question if self._is_brief else before if _leans(view, text, language) else ""
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
        is_other, is_joined, near = False, False, 0.0
        for fact in at_hand:
            subject, object_ = (self._words.ground(end_text(end, {})) for end in fact.ends[:2])
            if isinstance(fact.object, SectionEnd) or not (subject or object_):
                continue
            has_both = subject is not None and object_ is not None and _are_apart(subject, object_)
            is_joined |= has_both
            if not (agreement := self._agreement(fact)):
                continue
            is_same = has_both and self._is_denied == fact.predicate.startswith(DENIAL) and not self._swaps(fact)
            if is_same and agreement == 1:
                self.facts.append(fact)
            near = max(near, agreement * is_same)
            is_other |= not is_same and agreement == 1
        support, self.worth = Support.UNSUPPORTED, 1.0
        if not self.facts:
            support, borne = self._support(ranker)
            is_doubtful = is_joined or is_other  # the graph knows another relation of the two, or another end
            borne = min(borne, 0.5) if is_doubtful else borne
            self.worth = max(near, 0.0 if is_other and support is not Support.SUPPORTED else borne)
        self.is_contradicted = is_other and not self.worth

    def _agreement(self, fact: Fact) -> float:
        """Return 1 if the statement has the words of a fact's predicate, a half for words near them, else 0."""
        ends = _stems(" ".join(end_text(end, {}) for end in fact.ends), self._language)
        left = self._stems - ends
        best = 0.0
        for text in dict.fromkeys((wording(fact), fact.predicate.removeprefix(DENIAL))):
            own = _stems(text, self._language) - ends
            for worth, near in ((1.0, with_equals), (0.5, with_related)):
                shared = _shared(own, left, near, self._language)
                if own and (shared == len(own) or 2 * shared > _ALIKE * (len(own) + len(left))):
                    best = max(best, worth)
        return best

    def _swaps(self, fact: Fact) -> bool:
        names = _stems(" ".join(end_text(end, {}) for end in fact.ends[:2]), self._language)
        sentences = self._view.store.sentences([entry.sentence_id for entry in fact.evidence[:_MOST_EVIDENCE]])
        return any(swaps_subject_and_object(self.text, each.text, names, self._language) for each in sentences)

    def _support(self, ranker: Ranker) -> tuple[Support, float]:
        """Return how far sentences support it, and the worth: the first must have half of its words beside names."""
        asked = f"{self._question} {self.text}" if self._is_brief else self.text
        ids = [hit.id for hit in ranker.sentences(asked, _SHOWN, allowed=self._view.allowed)]
        shown = number_sentences(self._view, self._view.store.sentences(ids), first=1, paths={})
        judge = SupportJudge(self._question if self._is_brief else "", shown, self._language)
        judged = (judge.judge_fact if self._is_brief else judge.judge)(self.text)
        worth = {Support.SUPPORTED: 1.0, Support.PARTLY: 0.5}.get(judged.support, 0.0)
        own = _stems(self.text, self._language) - _names(self.text, self._language)
        said = _stems(" ".join(each.sentence.text for each in judged.sentences[:1]), self._language)
        if not own or 2 * _shared(own, said, with_equals, self._language) >= len(own):
            return judged.support, worth
        if 2 * _shared(own, said, with_related, self._language) >= len(own):
            return judged.support, min(worth, 0.5)
        return Support.UNSUPPORTED, 0.0


def _leans(view: GraphView, text: str, language: str) -> bool:
    """Tell whether a statement begins with a pronoun that does not begin a name, as in *I Come with the Rain*."""
    first = next((word.folded for word in split_words(text)), "")
    is_pronoun = first in lexicon_of(language).pronouns
    return is_pronoun and not any(name_of(key).startswith(f"{first} ") for key in link_concepts(view, text))


def _are_apart(one: GroundedEnd, other: GroundedEnd) -> bool:
    """Tell whether two ends are not words of one name; both in the context, they would be nothing of the statement."""
    return one.end <= other.start or other.end <= one.start


def _shared(
    wanted: frozenset[str], said: frozenset[str], near: Callable[[Iterable[str], str], frozenset[str]], language: str
) -> int:
    """Return how many of the wanted stems others have, by words that may replace them or by a common beginning."""
    around = near(said, language)
    begins = {stem[:_BEGINNING] for stem in said if len(stem) >= _BEGINNING}
    return sum(stem in around or stem[:_BEGINNING] in begins for stem in wanted)


def _named(text: str, concepts: Iterable[str], language: str) -> frozenset[str]:
    """Return those of the concepts that a text writes as names."""
    names = _names(text, language)
    return frozenset(key for key in concepts if not names.isdisjoint(_stems(name_of(key), language)))


def _names(text: str, language: str) -> frozenset[str]:
    """Return the roots of the words of names in a text: with a capital or a digit."""
    is_telling = not lexicon_of(language).capitalises_nouns
    words = (word for word in split_words(text) if not is_telling or word.is_capitalised or word.folded[:1].isdigit())
    return _stems(" ".join(word.folded for word in words), language)


def _stems(text: str, language: str) -> frozenset[str]:
    """Return the roots of the content words of a text."""
    words = (word.folded for word in split_words(text))
    return frozenset(root(word, language) for word in words if word not in stop_words(language))


def _about(question: str, asked: Iterable[str], statements: Sequence[_Statement], language: str) -> list[_Statement]:
    """Return the statements that the question's names lead to, from statement to statement; all if it has none.

    A name leads to another by two words of it, or by all if it has fewer; nationalities do not.
    """
    nations = nation_stems(language)
    named = (_stems(name_of(key), language) for key in _named(question, asked, language))
    reached = set(_names(question, language).union(*named) - nations)
    left, found = list(statements), list[_Statement]()

    def is_near(statement: _Statement) -> bool:
        names = (_stems(name_of(key), language) - nations for key in statement.links)
        return any(name and len(name & reached) >= min(2, len(name)) for name in names)

    if not reached:
        return left
    while near := list(filter(is_near, left)):
        found += near
        left = [each for each in left if each not in near]
        reached.update(stem for each in near for key in each.links for stem in _stems(name_of(key), language) - nations)
    return found
