"""Support: whether the sentences shown support a statement of an answer.

Every name, number, date and content word that a statement adds to its question must stand in the sentences cited for
it. These must be about the same thing: they name it, stand under its title, or continue sentences that do. And they
must not contradict the statement.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_life_span
from lgm_core.language.words import without_brackets
from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.asked_names import are_all_named, is_about_asked
from lgm_core.retrieval.answering.citing.comparisons import Event, asked_event, bears_comparison_out
from lgm_core.retrieval.answering.citing.contradictions import (
    denies_otherwise,
    differs_from_question,
    is_denied,
    says_opposite,
    swaps_subject_and_object,
    verb_arguments,
)
from lgm_core.retrieval.answering.citing.rivals import (
    another_answers_better,
    is_said_of_another_thing,
    names_a_rival,
    weight,
)
from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence, are_joined, are_linked, read_shown
from lgm_core.retrieval.answering.citing.statement_terms import (
    Claim,
    Term,
    TermKind,
    Terms,
    is_stated,
    names_within,
    nation_stems,
    read_terms,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["JudgedStatement", "SupportJudge"]

_MOST_SENTENCES = 4
"""The most sentences that one statement may rest on."""

_MOST_TRIES = 4
"""How many sentences are tried as the one that states a statement; each is tried after the one before was rejected."""

_NAMES_SAID = 0.5
"""The share of the words in a question's names that sentences must have. Questions misspell and describe names."""

_WORDS_SAID = 0.1
"""The same for its other words. Sentences may use others, but without any of the question's they are beside it."""

_ALL_SAID = 0.75
"""The same for a statement that adds nothing to its question, as the answer to a yes-no question."""

_SELF_CONTAINED = 3
"""A statement with this many new terms says by itself what it is about, even if it has no term of the question."""

_CLAIMED = 0.5
"""The bonus of a sentence that the model cites: more than its rank counts, less than one term."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with the sentences that support it, the one that states it first.

    Attributes:
        text: the statement, without citation numbers.
        sentences: what supports it; empty if it is unsupported.
        support: how far they support it.
        not_borne_out: words of the statement that they do not support, as the statement writes them.
    """

    text: str
    sentences: tuple[NumberedSentence, ...] = ()
    support: Support = Support.UNSUPPORTED
    not_borne_out: tuple[str, ...] = ()


class SupportJudge:
    """Judges statements of answers to one question by the sentences shown with it.

    Args:
        question: the question.
        shown: what was shown, best first.
        language: ISO 639-1 code of the graph.
        view: the graph, whose aliases count as names of what the question names.
    """

    def __init__(
        self, question: str, shown: Sequence[NumberedSentence], language: str, view: GraphView | None = None
    ) -> None:
        self._language, self._view = language, view
        self._sentences = list(shown)
        titles = (f". {sentence.heading}" for sentence in shown)
        texts = (question, *(sentence.sentence.text for sentence in shown), *titles)
        self._names = frozenset(name for text in texts for name in names_within(text))
        self._question = self._read(question)

    def judge(self, statement: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a statement.

        Args:
            statement: a sentence of an answer in full, without citation numbers.
            claimed: the sentences that the model cites for it; they are preferred to equally good ones.
        """
        return self._judged(statement, claimed, is_fact=False)

    def judge_fact(self, fact: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a bare fact that answers the question, as a brief answer does."""
        return self._judged(fact, claimed, is_fact=True)

    def is_about_asked(self, statements: Iterable[str], cited: Iterable[NumberedSentence]) -> bool:
        """Tell whether an answer's statements, or the sentences cited for it, are about what the question names."""
        return is_about_asked(self._question, map(self._read, statements), cited, self._shown, self._view)

    def _judged(self, written: str, claimed: Sequence[NumberedSentence], *, is_fact: bool) -> JudgedStatement:
        claim = self._claim(written, claimed, is_fact=is_fact)
        left = self._shown if claim.terms.terms else []
        verdict = JudgedStatement(written, not_borne_out=_surfaces(claim.new) or (written,))
        for _ in range(_MOST_TRIES):
            if not left:
                break
            chosen = self._chosen(left, claim)
            if self._is_choice and (compared := self._compared(claim, chosen)) is not None:
                return compared
            rejected = [] if is_fact and claim.asserted == written else self._contradicting(claim, chosen)
            if not rejected and is_said_of_another_thing(claim, chosen, self._shown):
                rejected = chosen[:1]
            if not rejected:
                is_surpassed = cache(partial(another_answers_better, chosen, claim, self._shown))
                tried = self._verdict(chosen, claim, is_surpassed)
                if tried.support is not Support.PARTLY or not is_surpassed():
                    return tried if tried.sentences or not verdict.sentences else verdict
                verdict = verdict if verdict.sentences else tried
                rejected = chosen[:1]
            left = [shown for shown in left if shown not in rejected]
        return verdict

    def _read(self, text: str) -> Terms:
        return read_terms(text, self._language, names=self._names)

    @cached_property
    def _shown(self) -> list[ShownSentence]:
        return [
            read_shown(sentence, place, self._question, self._names) for place, sentence in enumerate(self._sentences)
        ]

    @cached_property
    def _titles(self) -> re.Pattern[str]:
        """Return the pattern of titles of several words; a *not* in them is not a denial."""
        titles = {without_brackets(each.document.title) for each in self._sentences if " " in each.document.title}
        return re.compile("|".join(map(re.escape, sorted(titles, key=len, reverse=True))) or "(?!)", re.IGNORECASE)

    def _claim(self, written: str, claimed: Sequence[NumberedSentence], *, is_fact: bool) -> Claim:
        terms = self._read(written)
        new = tuple(term for term in terms.terms if not self._is_asked(term))
        added = {term.stem for term in new}
        about = () if is_fact else tuple(term for term in terms.terms if term.stem not in added)
        is_repeated = not new and all(term.kind is TermKind.VALUE for term in about)  # *1920* of the question itself
        if (not about or is_repeated) and (is_fact or len(new) < _SELF_CONTAINED):
            about = tuple(term for term in self._question.terms if term.stem not in added)
        is_closed = self._is_closed(terms)
        asserted = f"{written} {self._question.text}" if is_closed else written
        if is_closed:
            terms = self._question
        ids = frozenset(sentence.sentence.id for sentence in claimed)
        return Claim(written, terms, new, about, ids, asserted, is_fact)

    def _is_closed(self, terms: Terms) -> bool:
        """Tell whether a text is just *yes* or *no*, which asserts or denies its question."""
        return len(terms.words) == 1 and terms.words[0] in lexicon_of(self._language).closed_answers

    def _is_asked(self, term: Term) -> bool:
        """Tell whether a term is in the question."""
        if term.value is not None:
            return self._question.states(term.value)
        return term.stem in self._question.stems

    @cached_property
    def _is_choice(self) -> bool:
        """Tell whether the question names the possible answers and compares them."""
        forms = lexicon_of(self._language).questions
        return forms is not None and forms.choice in self._question.words

    def _chosen(self, shown: Sequence[ShownSentence], claim: Claim) -> list[ShownSentence]:
        """Return the sentences that support a statement best: the one that states it, and sentences linked to it."""
        whole = weight(claim.about) or 1.0
        new, about = list(claim.new), list(claim.about)

        def gain(each: ShownSentence) -> float:
            stated = sum(float(term.kind) for term in new if each.bears(term))
            return stated + weight(term for term in about if each.says(term)) / whole

        def worth(each: ShownSentence) -> tuple[float, int]:
            return gain(each) + _CLAIMED * (each.sentence.sentence.id in claim.claimed), -each.place

        chosen = [max(shown, key=worth)]
        while True:
            new = [term for term in new if not chosen[-1].bears(term)]
            about = [term for term in about if not chosen[-1].says(term)]
            if len(chosen) == _MOST_SENTENCES or not (new or about):
                return chosen
            left = [each for each in shown if each not in chosen]
            linked = [each for each in left if self._continues(each, chosen, claim)]
            best = max(linked, key=worth, default=None)
            if best is None or not gain(best):  # one that leads on to a sentence with more
                wanted = [each for each in left if gain(each)]
                best = next((each for each in linked if any(are_linked(each, other) for other in wanted)), None)
            if best is None:
                return chosen
            chosen.append(best)

    def _continues(self, shown: ShownSentence, chosen: Sequence[ShownSentence], claim: Claim) -> bool:
        """Tell whether a sentence is linked to the chosen ones, or is about another subject of the same statement."""
        if any(are_linked(shown, other) for other in chosen):
            return True
        if shown.sentence.sentence.id in claim.claimed and any(shown.says(term) for term in self._question.terms):
            return True
        is_subject = bool(shown.title.words) and claim.terms.contains(shown.title)
        return is_subject and (not claim.new or any(shown.bears(term) for term in claim.new))

    def _compared(self, claim: Claim, chosen: Sequence[ShownSentence]) -> JudgedStatement | None:
        """Judge a statement that compares what the question names by dates; None where no dates tell."""
        words, support = claim.terms.words, lexicon_of(self._language).support
        said = support.comparing.union(*(shown.stems for shown in self._shown))
        if any(term.stem not in said and term.surface.casefold() not in said for term in claim.new):
            return None
        if claim.is_fact:
            words += tuple(word for word in self._question.words if word in support.comparing)
        told = bears_comparison_out(words, self._question.words, self._shown, self._language)
        if told is None:
            return None
        if told == is_denied(self._titles.sub(" ", claim.written), self._language):
            return JudgedStatement(claim.written, not_borne_out=_surfaces(claim.about))
        return JudgedStatement(claim.written, tuple(each.sentence for each in chosen), Support.SUPPORTED)

    def _contradicting(self, claim: Claim, chosen: Sequence[ShownSentence]) -> list[ShownSentence]:
        """Return the sentences that contradict a statement.

        Only the first, which would state it, may deny it or say the opposite; if the statement adds nothing to its
        question, any sentence may deny it. Any sentence may show that it swaps who did what to whom.
        """
        names = frozenset(term.stem for term in claim.terms.terms if term.kind is TermKind.NAME)
        things = [names, *verb_arguments(claim.terms, self._language)]
        asserted = self._titles.sub(" ", claim.asserted)

        def is_contrary(shown: ShownSentence) -> bool:
            text = shown.text.text
            may_deny = shown is chosen[0] or not claim.new
            if may_deny and denies_otherwise(
                asserted, self._titles.sub(" ", text), claim.terms.content, self._language
            ):
                return True
            if any(swaps_subject_and_object(claim.asserted, text, each, self._language) for each in things):
                return True
            return shown is chosen[0] and (self._is_other_event(claim, shown) or self._is_opposite(claim, shown.text))

        return list(filter(is_contrary, chosen))

    def _is_opposite(self, claim: Claim, text: Terms) -> bool:
        """Tell whether a statement says the opposite of a text; not in comparisons, which name both extremes."""
        return not self._is_choice and says_opposite(claim.terms.words, text.words, self._language)

    def _is_other_event(self, claim: Claim, shown: ShownSentence) -> bool:
        """Tell whether a statement gives a date of death as a date of birth, or the reverse."""
        event = asked_event((*claim.terms.words, *self._question.words), self._language)
        if event is Event.BEGINNING or not any(term.kind is TermKind.VALUE for term in claim.new):
            return False
        born, died = find_life_span(shown.text.text, lexicon_of(self._language))
        meant, other = (born, died) if event is Event.BIRTH else (died, born)
        if other is None:
            return False
        dates = [term.value for term in claim.new if term.value is not None]
        return any(is_stated(date, other.date) and not (meant and is_stated(date, meant.date)) for date in dates)

    def _unshared(self, claim: Claim) -> list[Term]:
        """Return what a statement says of several subjects but the sentences do not say of each of them."""
        subjects: dict[str, list[ShownSentence]] = {}
        for shown in self._shown:
            if shown.title.words and claim.terms.contains(shown.title):
                subjects.setdefault(shown.sentence.document.id, []).append(shown)
        if claim.new or self._is_choice or len(subjects) < 2:
            return []
        titles = [about[0].title for about in subjects.values()]
        said = [term for term in claim.about if all(term.stem not in title.stems for title in titles)]
        joint = [each for each in self._shown if all(map(each.text.contains, titles))]  # says it of all at once
        groups = [[*about, *joint] for about in subjects.values()]
        return [term for term in said if not all(any(each.says(term) for each in own) for own in groups)]

    def _verdict(
        self, chosen: Sequence[ShownSentence], claim: Claim, is_surpassed: Callable[[], bool]
    ) -> JudgedStatement:
        """Return how far sentences that do not contradict a statement support it."""
        missing = [term for term in claim.new if not any(shown.bears(term) for shown in chosen)]
        unsaid = [term for term in claim.about if not any(shown.says(term) for shown in chosen)]
        nations = nation_stems(self._language)
        names = [term for term in claim.about if term.kind is TermKind.NAME and term.stem not in nations]
        names = [term for term in names if term.surface.isalpha()]
        exact = [term for term in claim.new if term.kind is not TermKind.WORD]
        is_named = not names or _share(names, unsaid) <= 1 - _NAMES_SAID
        is_about = is_named and len(unsaid) < max(1, len(claim.about))
        is_lacking = _lacks_exact(claim.new, missing) or (not exact and 0 < len(claim.new) == len(missing))
        if not is_about or is_lacking or names_a_rival(self._question, claim.terms, chosen):
            return JudgedStatement(claim.written, not_borne_out=_surfaces((*missing, *unsaid)))
        words = [term for term in claim.about if term.kind is TermKind.WORD]
        enough = _WORDS_SAID if claim.new or self._is_choice else _ALL_SAID
        is_whole = (
            not missing
            and (not words or _share(words, unsaid) <= 1 - enough)
            and not (claim.new and is_surpassed())
            and are_joined(claim, chosen)
            and (claim.asserted == claim.written or are_all_named(self._question, chosen))
            and not differs_from_question(claim, self._question, self._language, is_choice=self._is_choice)
        )
        unshared = self._unshared(claim)
        support = Support.SUPPORTED if is_whole and not unshared else Support.PARTLY
        lacking = () if support is Support.SUPPORTED else (*missing, *unsaid, *unshared) or exact or claim.new or names
        return JudgedStatement(claim.written, tuple(each.sentence for each in chosen), support, _surfaces(lacking))


def _lacks_exact(new: Sequence[Term], missing: Sequence[Term]) -> bool:
    """Tell whether a number, a date, or at least half of the words of a name are missing."""
    names: defaultdict[str, list[bool]] = defaultdict(list)
    for term in new:
        if term.kind is TermKind.NAME:
            names[term.beside].append(term in missing)
    has_value = any(term.kind is TermKind.VALUE for term in missing)
    return has_value or any(2 * sum(words) >= len(words) for words in names.values())


def _surfaces(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term.surface for term in terms))


def _share(terms: Sequence[Term], of: Sequence[Term]) -> float:
    return sum(term in of for term in terms) / len(terms)
