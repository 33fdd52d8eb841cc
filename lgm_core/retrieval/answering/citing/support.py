"""Support: whether the sentences that were shown bear a statement of an answer out.

What a statement says beyond its question must stand in the sentences cited for it: every name, number and date, and
every other word of content. These sentences must also be about what the statement is about: they name it, stand under
a title that does, or continue sentences that do. And they must not say the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.comparisons import Described, bears_comparison_out
from lgm_core.retrieval.answering.citing.contradictions import denies_otherwise, turns_round
from lgm_core.retrieval.answering.citing.statement_terms import (
    Term,
    TermKind,
    Terms,
    first_name,
    names_within,
    nation_stems,
    read_terms,
    with_equals,
    with_related,
)
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.words import split_words, stem, without_brackets

__all__ = ["JudgedStatement", "SupportJudge"]

_MOST_SENTENCES = 4
"""Sentences that one statement may rest on."""

_MOST_TRIES = 4
"""Sentences that are tried as the one that states a statement; of those tried, each says the contrary."""

_NEAR = 3
"""Sentences of one section that may continue each other, by the difference of their positions."""

_COMMON = 4
"""Sentences shown in which a name stands that says nothing of what links two of them."""

_NAMES_SAID = 0.5
"""Share of the words of names that a statement takes from its question which its sentences must have; not all, since
questions misspell names and describe what they name."""

_WORDS_SAID = 0.1
"""Share of its other words from the question. They may say it in words of their own; but a question with a verb that
none of them has is about something else."""

_ALL_SAID = 0.75
"""The same for a statement that adds nothing to its question, as the answer to one that asks for *yes* or *no*."""

_MOST_SAID = 0.6
"""Share of the other words from the question that a sentence of the same document must have to be what is asked for,
rather than one that has none of them."""

_MOST_MISSING = 0.5
"""Share of the names and values of a statement that must be missing for it to be unsupported, and not only in part."""

_LONGEST_CLASS = 4
"""Words behind *which* or *what* that name a class; more of them are a clause."""

_CLAIMED = 0.5
"""What it counts that the model itself cites a sentence: more than its rank, less than one term."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with the sentences that bear it out, the one that states it first.

    Attributes:
        text: the statement, without citation numbers.
        sentences: what bears it out; none when it is unsupported.
        support: how far they do.
        not_borne_out: words of the statement that none of them bears out, as the statement writes them.
    """

    text: str
    sentences: tuple[NumberedSentence, ...] = ()
    support: Support = Support.UNSUPPORTED
    not_borne_out: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Shown:
    """A sentence that was shown.

    Attributes:
        sentence: the sentence.
        place: its place among those shown, from 0.
        text: its own terms, pronouns resolved.
        title: the terms of its document's title.
        stems: stems of its words, of the title's and the headings', and of what means the same.
        related: these, and the stems of words that may stand for them in a question.
        names: stems of the names in it that the question does not have.
        subject: stems of the name that it begins with, if that is what it speaks of; none where its title has it.
    """

    sentence: NumberedSentence
    place: int
    text: Terms
    title: Terms
    stems: frozenset[str]
    related: frozenset[str]
    names: frozenset[str]
    subject: frozenset[str]

    def bears(self, term: Term) -> bool:
        """Tell whether the sentence bears out a term that the question does not bring."""
        if term.value is None:
            return term.stem in self.stems
        return self.text.states(term.value) or self.title.states(term.value)

    def says(self, term: Term) -> bool:
        """Tell whether it speaks of what a term of the question names."""
        if term.value is not None:
            return self.bears(term)
        return term.stem in (self.stems if term.kind is TermKind.NAME else self.related)


@dataclass(frozen=True, eq=False)
class _Claim:
    """A statement as it is judged.

    Attributes:
        written: the statement.
        terms: what it is made of.
        new: what of this its question does not bring.
        about: what tells what it is about: what the question brings of it, or the question itself.
        claimed: ids of the sentences that the model cites for it.
        asserted: what it asserts or denies: itself, or for *no* the question, denied.
    """

    written: str
    terms: Terms
    new: tuple[Term, ...]
    about: tuple[Term, ...]
    claimed: frozenset[str]
    asserted: str


class SupportJudge:
    """Judges statements of answers to one question by the sentences shown with it.

    Args:
        question: the question.
        shown: what was shown, best first.
        language: ISO 639-1 code of the graph.
    """

    def __init__(self, question: str, shown: Sequence[NumberedSentence], language: str) -> None:
        self._language = language
        self._lexicon = lexicon_of(language)
        self._sentences = list(shown)
        titles = (f". {sentence.heading}" for sentence in shown)
        texts = (question, *(sentence.sentence.text for sentence in shown), *titles)
        self._names = frozenset(name for text in texts for name in names_within(text))
        self._question = self._read(question)

    def judge(self, statement: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a statement.

        Args:
            statement: a sentence of an answer in full, without citation numbers.
            claimed: the sentences that the model cites for it, which are preferred to others that are as good.
        """
        return self._judged(statement, claimed, is_fact=False)

    def judge_fact(self, fact: str, claimed: Sequence[NumberedSentence] = ()) -> JudgedStatement:
        """Judge a bare fact that answers the question, as brief answers are."""
        return self._judged(fact, claimed, is_fact=True)

    def _judged(self, written: str, claimed: Sequence[NumberedSentence], *, is_fact: bool) -> JudgedStatement:
        claim = self._claim(written, claimed, is_fact=is_fact)
        left = self._shown if claim.terms.terms else []
        for _ in range(_MOST_TRIES):
            if not left:
                break
            chosen = self._chosen(left, claim)
            if self._is_choice and (compared := self._compared(claim, chosen)) is not None:
                return compared
            contradicting = () if is_fact else self._contradicting(claim, chosen)
            if not contradicting:
                return self._verdict(chosen, claim)
            left = [shown for shown in left if shown not in contradicting]
        return JudgedStatement(written, not_borne_out=_surfaces(claim.new) or (written,))

    def _read(self, text: str) -> Terms:
        return read_terms(text, self._language, names=self._names)

    @cached_property
    def _shown(self) -> list[_Shown]:
        return [self._read_shown(place, sentence) for place, sentence in enumerate(self._sentences)]

    def _read_shown(self, place: int, sentence: NumberedSentence) -> _Shown:
        title = self._read(without_brackets(sentence.document.title))
        headings = self._read(" . ".join(sentence.section.path))
        text = self._read(sentence.sentence.resolved or sentence.sentence.text)
        stems = with_equals(text.stems | title.stems | headings.stems, self._language)
        names = {term.stem for term in text.terms if term.kind is TermKind.NAME} - self._question.stems
        related = with_related(stems, self._language)
        subject = first_name(text.text, self._lexicon) - title.stems
        return _Shown(sentence, place, text, title, stems, related, with_equals(names, self._language), subject)

    @cached_property
    def _common_names(self) -> frozenset[str]:
        """Return the stems of names that stand in so many of the sentences that they link none."""
        names = frozenset[str]().union(*(shown.names for shown in self._shown))
        return frozenset(name for name in names if sum(name in shown.names for shown in self._shown) > _COMMON)

    def _claim(self, written: str, claimed: Sequence[NumberedSentence], *, is_fact: bool) -> _Claim:
        terms = self._read(written)
        new = tuple(term for term in terms.terms if not self._is_asked(term))
        added = {term.stem for term in new}
        about = () if is_fact else tuple(term for term in terms.terms if term.stem not in added)
        about = about or tuple(term for term in self._question.terms if term.stem not in added)
        about = tuple(term for term in about if term.kind is not TermKind.WORD or term.stem not in self._asked_classes)
        is_closed = self._is_closed(terms)
        asserted = f"{written} {self._question.text}" if is_closed else written
        if is_closed:
            terms = self._question
        return _Claim(written, terms, new, about, frozenset(sentence.sentence.id for sentence in claimed), asserted)

    def _is_closed(self, terms: Terms) -> bool:
        """Tell whether a text is *yes* or *no* alone, which asserts or denies its question."""
        return len(terms.words) == 1 and terms.words[0] in self._lexicon.closed_answers

    def _is_asked(self, term: Term) -> bool:
        """Tell whether the question brings a term itself."""
        if term.value is not None:
            return self._question.states(term.value)
        return term.stem in self._question.stems

    @cached_property
    def _asked_classes(self) -> frozenset[str]:
        """Return the stems of words that say of what class the answer is, as in *what nationality*."""
        forms = self._lexicon.questions
        if forms is None:
            return frozenset()
        words = [word.folded for word in split_words(self._question.text)]
        classes: set[str] = set()
        for place, word in enumerate(words):
            if word in forms.interrogatives - forms.names:
                run = list(takewhile(lambda word: word not in self._lexicon.stop_words, words[place + 1 :]))
                classes.update(run if len(run) <= _LONGEST_CLASS else ())
        return frozenset(stem(word, self._language) for word in classes)

    @cached_property
    def _is_choice(self) -> bool:
        """Tell whether the question names the answers there may be, which it compares."""
        forms = self._lexicon.questions
        return forms is not None and forms.choice in self._question.words

    def _chosen(self, shown: Sequence[_Shown], claim: _Claim) -> list[_Shown]:
        """Return the sentences on which a statement rests best: one that states it, and those that this continues."""
        whole = _weight(claim.about) or 1.0
        new, about = list(claim.new), list(claim.about)

        def gain(each: _Shown) -> float:
            stated = sum(float(term.kind) for term in new if each.bears(term))
            return stated + _weight(term for term in about if each.says(term)) / whole

        def worth(each: _Shown) -> tuple[float, int]:
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
            if best is None or not gain(best):
                best = self._between(linked, [each for each in left if gain(each)])
            if best is None:
                return chosen
            chosen.append(best)

    def _between(self, linked: Sequence[_Shown], wanted: Sequence[_Shown]) -> _Shown | None:
        """Return the first sentence that leads on to one that is wanted."""
        return next((each for each in linked if any(self._are_linked(each, other) for other in wanted)), None)

    def _continues(self, shown: _Shown, chosen: Sequence[_Shown], claim: _Claim) -> bool:
        """Tell whether a sentence speaks of what those chosen do, or is another subject of the same statement."""
        if any(self._are_linked(shown, other) for other in chosen):
            return True
        is_subject = bool(shown.title.words) and claim.terms.contains(shown.title)
        return is_subject and (not claim.new or any(shown.bears(term) for term in claim.new))

    def _are_linked(self, one: _Shown, other: _Shown) -> bool:
        """Tell whether one of two sentences names the other's title, both name the same, or they stand together."""
        if one.sentence.document.id == other.sentence.document.id:
            apart = abs(one.sentence.sentence.position - other.sentence.sentence.position)
            same_section = one.sentence.section.id == other.sentence.section.id
            are_near = same_section and (apart <= _NEAR or bool(one.title.words))
            return are_near and one.subject <= other.stems and other.subject <= one.stems
        if one.text.contains(other.title) or other.text.contains(one.title):
            return True
        return not (one.names & other.names) <= self._common_names

    def _compared(self, claim: _Claim, chosen: Sequence[_Shown]) -> JudgedStatement | None:
        """Return the verdict on a statement that compares what the question names; None where no dates tell."""
        by_title: dict[tuple[str, ...], list[_Shown]] = {}
        for shown in self._shown:
            by_title.setdefault(shown.title.words, []).append(shown)
        things = [
            Described(
                title, tuple(each.text.text for each in sorted(about, key=lambda each: each.sentence.sentence.position))
            )
            for title, about in by_title.items()
        ]
        words = self._lexicon.support.denying
        if not words.isdisjoint(claim.terms.words) or any(term.kind is not TermKind.WORD for term in claim.new):
            return None
        told = bears_comparison_out(claim.terms.words, self._question.words, things, self._lexicon)
        if told is None:
            return None
        if not told:
            return JudgedStatement(claim.written, not_borne_out=_surfaces(claim.about))
        return JudgedStatement(claim.written, tuple(each.sentence for each in chosen), Support.SUPPORTED)

    def _contradicting(self, claim: _Claim, chosen: Sequence[_Shown]) -> list[_Shown]:
        """Return the sentences that say otherwise: the one that would state the statement, or any that turns it round.

        Of a statement that adds nothing to its question, any may deny it.
        """
        words, language = self._lexicon.support, self._language
        names = frozenset(term.stem for term in claim.terms.terms if term.kind is TermKind.NAME)
        return [
            shown
            for shown in chosen
            if (
                (shown is chosen[0] or not claim.new)
                and denies_otherwise(claim.asserted, shown.text.text, claim.terms.content, words, language)
            )
            or turns_round(claim.asserted, shown.text.text, names, words, language)
        ]

    def _is_outdone(self, stating: _Shown, claim: _Claim) -> bool:
        """Tell whether the stating sentence says nothing of what is asked, but another of its document most of it."""
        words = [term for term in claim.about if term.kind is TermKind.WORD]
        if len(words) < 2 or any(stating.says(term) for term in words):
            return False
        return any(
            sum(other.says(term) for term in words) >= _MOST_SAID * len(words)
            for other in self._shown
            if other.sentence.document.id == stating.sentence.document.id
        )

    def _verdict(self, chosen: Sequence[_Shown], claim: _Claim) -> JudgedStatement:
        """Return how far sentences that say nothing to the contrary bear a statement out."""
        missing = [term for term in claim.new if not any(shown.bears(term) for shown in chosen)]
        unsaid = [term for term in claim.about if not any(shown.says(term) for shown in chosen)]
        nations = nation_stems(self._language)
        names = [term for term in claim.about if term.kind is TermKind.NAME and term.stem not in nations]
        names = [term for term in names if term.surface.isalpha()]
        exact = [term for term in claim.new if term.kind is not TermKind.WORD] or claim.new
        is_named = not names or _share(names, unsaid) <= 1 - _NAMES_SAID
        is_about = is_named and len(unsaid) < max(1, len(claim.about))
        is_lacking = bool(exact) and _share(exact, missing) >= (_MOST_MISSING if exact is not claim.new else 1.0)
        if not is_about or is_lacking:
            return JudgedStatement(claim.written, not_borne_out=_surfaces((*missing, *unsaid)))
        words = [term for term in claim.about if term.kind is TermKind.WORD]
        enough = _WORDS_SAID if claim.new or self._is_choice else _ALL_SAID
        is_whole = not missing and (not words or _share(words, unsaid) <= 1 - enough)
        is_whole = is_whole and not (claim.new and self._is_outdone(chosen[0], claim))
        support = Support.SUPPORTED if is_whole else Support.PARTLY
        lacking = () if is_whole else _surfaces((*missing, *unsaid))
        return JudgedStatement(claim.written, tuple(shown.sentence for shown in chosen), support, lacking)


def _surfaces(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term.surface for term in terms))


def _weight(terms: Iterable[Term]) -> float:
    """Return what terms count when it is told what a sentence is about: names and values twice as much as words."""
    return sum(1.0 if term.kind is TermKind.WORD else 2.0 for term in terms)


def _share(terms: Sequence[Term], of: Sequence[Term]) -> float:
    return sum(term in of for term in terms) / len(terms)
