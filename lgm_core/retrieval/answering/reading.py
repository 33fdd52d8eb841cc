"""Looking up and reading in rounds, for adaptive and exhaustive answering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery, expand_query
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences
from lgm_core.retrieval.relation_wording import path_sentence

__all__ = ["Reading"]


class Reading:
    """What was looked up and read for one question so far; each sentence keeps its number in all rounds.

    Attributes:
        relations: by sentence id, the relation through which expansion reached it, in words.
        seen: identifiers of the sentences read.
        unread: identifiers of sentences about the concepts that no round has read.
        by_rank: whether an exhaustive round also read the best ranked sentences.
    """

    def __init__(self, question: str, view: GraphView, options: AskOptions) -> None:
        self._question, self._view, self._options = question, view, options
        self._looked_up: set[str] = set()
        self.relations: dict[str, str] = {}
        self.seen: frozenset[str] = frozenset()
        self.unread: frozenset[str] = frozenset()
        self.by_rank = False
        self._failed: list[NumberedSentence] = []
        self._numbered: dict[str, NumberedSentence] = {}

    def query(self, missing: Sequence[str]) -> ExpandedQuery:
        """Look up what the answer misses, or first the question itself (lines 2, 5 and 28 of Algorithm 1)."""
        phrases = "; ".join(missing)
        text = f"{phrases}; {self._question}" if phrases else self._question
        return expand_query(text, about=phrases or self._question, view=self._view, options=self._options)

    def is_new(self, query: ExpandedQuery, missing: Sequence[str]) -> bool:
        """Tell whether a round looks for anything new, and remember it."""
        sought = {*query.frequencies, *(key for phrase in missing for key in self._view.keys_of(phrase))}
        is_new = not sought <= self._looked_up
        self._looked_up |= sought
        return is_new

    @property
    def has_failed(self) -> bool:
        """Tell whether there are sentences whose reading failed."""
        return bool(self._failed)

    def read(
        self, query: ExpandedQuery, select: Callable[[frozenset[str]], SelectedSentences]
    ) -> tuple[SelectedSentences, list[NumberedSentence]]:
        """Select and number the sentences of a round, section by section (line 6); first those whose reading failed.

        Args:
            query: what is looked for.
            select: selects sentences other than those with the identifiers it is given.
        """
        selected = select(self.seen)
        numbered = number_sentences(
            self._view, selected.sentences, first=1, paths=selected.paths, scores=selected.scores
        )
        selected_now = [self._with_its_number(sentence) for sentence in numbered]
        fresh = list({each.number: each for each in (*self._failed, *selected_now)}.values())
        self._failed = []
        self.seen |= {sentence.sentence.id for sentence in fresh}
        self.by_rank = self.by_rank or (selected.by_rank and bool(numbered))
        self.unread = (self.unread | selected.unread) - self.seen
        relations = {concept.key: path_sentence(concept.path) for concept in query.expanded}
        self.relations |= {
            each.sentence.id: relations[selected.reached[each.sentence.id]]
            for each in fresh
            if each.sentence.id in selected.reached
        }
        return selected, fresh

    def not_read(self, sentences: Iterable[NumberedSentence]) -> None:
        """Record that the reading of sentences failed, so that the next round reads them."""
        self._failed = list(sentences)
        failed = {sentence.sentence.id for sentence in sentences}
        self.seen -= failed
        self.unread |= failed

    def _with_its_number(self, sentence: NumberedSentence) -> NumberedSentence:
        """Return a sentence as it was first read, or with the next number if it is new."""
        following = replace(sentence, number=len(self._numbered) + 1)
        return self._numbered.setdefault(sentence.sentence.id, following)
