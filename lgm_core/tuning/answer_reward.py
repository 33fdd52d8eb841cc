"""What the graph says of an answer: a reward to tune a language model with (KAG section 2.5.3, formula 1).

Triples are not read from the answer: those that the graph knows about what the answer names are sought in each of its
statements. Since the formula pays for length, a second reward is normed by what the answer states.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from lgm_core.errors import InputError
from lgm_core.language.language_guess import document_language, guess_language
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.english_relation_wordings import CATALOGUE_WORDINGS
from lgm_core.language.words import split_words, stop_words, without_brackets
from lgm_core.model import Fact, SectionEnd, Support
from lgm_core.model.concept import name_of
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.answering.citing.contradictions import is_denied
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.statement_terms import (
    Name,
    TermKind,
    Terms,
    names_within,
    nation_stems,
    read_terms,
    root,
    with_equals,
    with_related,
)
from lgm_core.retrieval.answering.citing.support import SupportJudge
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.facts.fact_text import end_text, fact_text, names_as_written, wording
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.schema.predicate_matching import AUXILIARIES, implied_match, match_predicate

__all__ = ["AnswerReward", "answer_reward"]

_ENTITY = 0.1
"""α: what an entity counts, as a share of a triple; so does the best statement that the question does not lead to."""

_NOTHING = _ENTITY / 10
"""What stands for the sum of formula 1 if an answer has nothing that the graph knows: its logarithm is finite."""

_MOST_FACTS = 2000
"""The most known facts that are sought in an answer."""

_SHOWN = 12
"""Sentences of the graph by which a statement without a known fact is judged, each by itself."""

_MOST_LACKING = 0.5
"""A sentence must share more than this of a statement's words; else it may just name the same thing."""

_BRIEF = 3
"""The most words of an answer that is read together with its question."""


@dataclass(frozen=True, slots=True)
class AnswerReward:
    """What the graph says of an answer.

    Attributes:
        formula: log(r_spo + 0.1·r_e) of the distinct facts and entities found (KAG, formula 1); log 0.01, the lowest,
            for an answer in which nothing is found.
        normed: 0 or more: log(1 + gain·√share). The gain is what is borne out and about the question, facts of the same
            ends once, and 0.1 for each entity there and each word of the question that it says; the share, that of the
            distinct statements. A statement counts for less than 1 if a sentence has its names and numbers but not its
            other words, or if its facts lack some of its names. 0 for an empty answer.
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
    if len(said) == 1 and len(split_words(*said)) <= _BRIEF:
        said = dict.fromkeys(said, question)
    known_names = frozenset(names_within(f". {question} {answer}"))
    asked = read_terms(question, language, names=known_names)
    read = ([read_terms(text, language, names=known_names) for text in pair] for pair in said.items())
    statements = [_Statement(view, *pair) for pair in read]
    known = view.facts_about(dict.fromkeys(key for each in statements for key in each.concepts), _MOST_FACTS)
    for statement in statements:
        statement.judge(known, ranker)
    borne = [statement for statement in statements if statement.worth]
    linked = _about(asked, statements)
    earning, beside = ([each for each in borne if (each in linked) is is_linked] for is_linked in (True, False))
    facts = {fact.key: fact for statement in statements for fact in statement.facts}
    entities = {key for statement in statements for key in statement.named}
    told = with_related((stem for each in earning for stem in each.stems), language)
    extras = len({key for each in earning for key in each.named})
    extras += sum(stem in told for stem in _stems(question, language))
    pairs = {frozenset(map(str, fact.ends[:2])) for each in earning for fact in each.facts}
    hint = _ENTITY * max((each.worth for each in beside), default=0.0)
    gain = len(pairs) + sum(each.worth for each in earning if not each.facts) + _ENTITY * extras + hint
    share = (sum(each.worth for each in earning) + hint) / len(said)
    names = names_as_written(view, facts.values())
    return AnswerReward(
        math.log(max(len(facts) + _ENTITY * len(entities), _NOTHING)),
        math.log1p(gain * math.sqrt(share)),
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
    """Return the distinct statements of an answer; each that begins with a pronoun, with the one before it.

    The pronoun must not begin a name, as in *I Come with the Rain*. An answer that is repeated as a whole counts once.
    """
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    before, spaced = "", f"{' '.join(answer.split())} "
    once = spaced[: (spaced + spaced).find(spaced, 1)]
    for written in StatementSplitter(language).split(answer if once == spaced else once)[0]:
        if said := written.said.strip():
            words = split_words(said)
            is_leaning = bool(words) and words[0].folded in lexicon_of(language).pronouns
            is_leaning &= not any(word.is_capitalised for word in words[1:2])
            found.setdefault(tuple(word.folded for word in words), (said, before if is_leaning else ""))
            before = said
    return dict(found.values())


class _Statement:
    """A statement, what it names, and what the graph says of it."""

    def __init__(self, view: GraphView, said: Terms, context: Terms) -> None:
        """Read a statement; its context is what its pronouns refer to or, of a brief answer, the question."""
        self.text, self._context, self._view, self._language = said.text, context.text, view, said.language
        self.named = frozenset(link_concepts(view, self.text))
        self.concepts = self.named.union(link_concepts(view, self._context))
        self.links = [*_links(said), *_links(context)]
        self._plain = without_brackets(self.text)
        self.stems = _stems(self._plain, self._language)
        self.heads = self.stems.keys() & {root(name_of(key).split()[-1], self._language) for key in self.named}
        self._around = self.stems + _stems(self._context, self._language)
        self._names = {term.stem for term in said.terms if term.kind is TermKind.NAME}
        self.facts: list[Fact] = []
        self.worth = 1.0
        self.is_contradicted = False

    def judge(self, known: Sequence[Fact], ranker: Ranker) -> None:
        """Find the facts that it states; if they lack names that it has, sentences judge it, too."""
        has_other = has_pair = False
        covered: Counter[str] = Counter()
        for fact in known:
            if isinstance(fact.object, SectionEnd):
                continue
            ends = [_stems(end_text(end), self._language) for end in fact.ends[:2]]
            both = ends[0] + ends[1]
            if not any(end and end <= self._around for end in ends) or self.stems.keys().isdisjoint(both):
                continue
            is_pair = all(ends) and both <= self._around
            has_pair |= is_pair
            if not is_pair and (has_other or all(end.keys() & self.stems.keys() for end in ends)):
                continue
            says = self._says(fact)
            if is_pair and says:
                self.facts.append(fact)
                covered |= both
            elif says is not None:
                has_other = True
        if self.facts and self._names <= covered.keys():
            return
        support, self.worth = self._support(ranker)
        if self.facts:
            self.worth = max(self.worth, len(self._names & covered.keys()) / len(self._names))
        elif has_other and support is not Support.SUPPORTED:
            self.worth = 0.0
        elif has_other or has_pair:  # the graph knows another end, or another relation of the two
            self.worth = min(self.worth, 0.5)
        self.is_contradicted = has_other and not self.worth

    def _says(self, fact: Fact) -> bool | None:
        """Tell whether it says the predicate of a fact, or denies it; None if neither.

        A statement without words but the ends is read with its context.
        """
        language = self._language
        ends = Counter(root(word.folded, language) for end in fact.ends[:2] for word in split_words(end_text(end)))
        rest = _without(self._plain, ends, language)
        if self._context and not _stems(" ".join(rest), language):
            rest = _without(self._context, ends, language)
        text = " ".join(rest)
        names = [text, " ".join(word for word in rest if word not in stop_words(language))]
        names += [label for label, forms in CATALOGUE_WORDINGS.items() if not set(forms).isdisjoint(names)]
        is_said = match_predicate(names, fact, language).level in ("key", "synonym")
        is_said |= implied_match(names, fact, fact.object).score > 0
        said = with_equals(_stems(text, language), language)
        for predicate in (wording(fact), fact.predicate.removeprefix(DENIAL)):
            own = _stems(predicate, language)
            is_said |= own.keys() <= said if own else rest == _without(predicate, Counter(), language)
        return is_denied(text, language) == fact.predicate.startswith(DENIAL) if is_said else None

    def _support(self, ranker: Ranker) -> tuple[Support, float]:
        """Return how far the best sentence supports it, and what it is worth by the words that they share."""
        ids = [hit.id for hit in ranker.sentences(f"{self._context} {self.text}", _SHOWN, allowed=self._view.allowed)]
        best = Support.UNSUPPORTED, 0.0
        for each in number_sentences(self._view, self._view.store.sentences(ids), first=1, paths={}):
            said = with_equals(_stems(f"{each.heading} {each.sentence.text}", self._language), self._language)
            share = len(self.stems.keys() & said) / max(1, len(self.stems))
            if share > _MOST_LACKING:
                judge = SupportJudge(self._context, [each], self._language)
                support = (judge.judge_fact if self._context else judge.judge)(self.text).support
                worth = {Support.SUPPORTED: 1.0, Support.PARTLY: 0.5}.get(support, 0.0)
                best = max(best, (support, worth * share), key=lambda one: one[1])
        return best


@lru_cache(maxsize=1 << 14)
def _stems(text: str, language: str) -> Counter[str]:
    """Return the roots of the content words of a text, and how often it has each."""
    words = (word.folded for word in split_words(text))
    return Counter(root(word, language) for word in words if word not in stop_words(language))


def _without(text: str, ends: Counter[str], language: str) -> list[str]:
    """Return the folded words of a text without auxiliaries and, as often as they have them, the words of ends."""
    left, rest = ends.copy(), []
    for word in split_words(text):
        stem = root(word.folded, language)
        left[stem] -= 1
        rest += [word.folded] if left[stem] < 0 and word.folded not in AUXILIARIES else []
    return rest


def _links(text: Terms) -> list[Name]:
    """Return the names in a text, and the countries and peoples that are not part of a name."""
    names = text.names
    nations = text.content & nation_stems(text.language)
    return [*names, *(frozenset((stem,)) for stem in nations.difference(*names))]


def _about(asked: Terms, statements: Sequence[_Statement]) -> list[_Statement]:
    """Return the statements that the question leads to; all if it has no names and leads to none.

    Its names lead to those with one of them, whose names lead on. Where that ends, a step may be missing: it goes on
    with a statement about a kind of thing that the question names and that no statement so far has.
    """
    left, found, reached = list(statements), list[_Statement](), _links(asked)
    wanted = {term.stem for term in asked.terms if term.kind is TermKind.WORD}
    is_named = bool(reached)
    while left:
        near = [each for each in left if any(_are_same(*pair, asked.language) for pair in product(each.links, reached))]
        if not (near := near or [each for each in left if each.heads & wanted][:1]):
            break
        found += near
        left = [each for each in left if each not in near]
        reached += [name for each in near for name in each.links]
        wanted.difference_update(*(each.stems for each in near))
    return found if found or is_named else left


def _are_same(one: Name, other: Name, language: str) -> bool:
    """Tell whether two names share two words or all of the shorter; a country is not the same as a name with it."""
    shared = one & other
    is_enough = len(shared) >= min(2, len(one), len(other))
    return is_enough and (one == other or not shared <= nation_stems(language))
