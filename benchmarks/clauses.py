"""Measure which arguments of verbs are read, against the trees of a treebank (`python -m benchmarks clauses`).

The text of each gold sentence is annotated as a paragraph of its own. Three readers are measured on the same
annotations: clauses, open facts, and the relations of document construction. What they read is compared by the head
words of its ends; where a reader tells no place, every place in the sentence with its words is tried.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from pathlib import Path
from typing import Any

from benchmarks.gold_clauses import Place, Reading, gold_readings, open_clauses
from benchmarks.language import GoldSentence, language_benchmark, read_treebank
from lgm_core.errors import InputError
from lgm_core.language.chunking import ChunkedSentence, chunk
from lgm_core.language.clauses import find_clauses
from lgm_core.language.concepts import concept_key
from lgm_core.language.given_sentences import with_given_boundaries
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator, Token
from lgm_core.learning.construction.relations.clause_relations import stated_relations
from lgm_core.learning.facts.by_parse.open_facts import open_relations
from lgm_core.progress import counted

__all__ = ["clauses_benchmark"]

_SEPARATOR = "\n\n"
_FINITE_PRESENT = {"VerbForm=Fin", "Tense=Pres"}


@dataclass(slots=True)
class _Tally:
    """Counts of what was read and of what the trees hold; of both, how many have a match."""

    predicted: int = 0
    correct: int = 0
    gold: int = 0
    found: int = 0

    def add(self, gold: set[tuple[Any, ...]], predicted: set[tuple[Any, ...]]) -> None:
        wanted = {one for parts in gold for one in product(*parts)}
        matches = [wanted.intersection(product(*parts)) for parts in predicted]
        self.predicted += len(matches)
        self.correct += sum(map(bool, matches))
        self.gold += len(wanted)
        self.found += len(set().union(*matches))

    def scores(self) -> dict[str, float | int]:
        precision, recall = self.correct / max(self.predicted, 1), self.found / max(self.gold, 1)
        f1 = 2 * precision * recall / max(precision + recall, 1e-9)
        shares = {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}
        return {**shares, "predicted": self.predicted, "gold": self.gold}


def clauses_benchmark(treebank: Path, annotator: Annotator) -> dict[str, Any]:
    """Measure the arguments that are read from the sentences of a CoNLL-U treebank.

    `benchmarks.gold_clauses` tells what is gold. What is read of participles, infinitives and adverbial clauses without
    a subject of their own counts neither way. Denials and conditions count, though open facts leave them out.

    Returns:
        For `clauses`, `open_facts` and `construction`, by `subject_verb`, `subject_verb_object` and
        `verb_preposition_noun`: precision, recall and F1 (fractions of 1), and the counts of what was read and of gold.
        `present_verbs` and `present_main_verbs` are the shares of finite verbs in the present, with and without
        auxiliaries, that are tagged as verbs. `upos_accuracy` and `noun_phrase_f1` are those of `language_benchmark`.

    Raises:
        InputError: the treebank cannot be read, or the annotator does not parse.
    """
    tallies = {reader: defaultdict[str, _Tally](_Tally) for reader in _READERS}
    present: list[tuple[str, bool]] = []
    for gold, sentence in _annotated(treebank, annotator):
        tags = {(token.start, token.end): token.upos for token in sentence.annotation.tokens}
        present += (
            (word.upos, tags.get((word.start, word.end)) in ("VERB", "AUX"))
            for word in gold.words
            if word.upos in ("VERB", "AUX") and set(word.features.split("|")) >= _FINITE_PRESENT
        )
        stated, left_out = _by_shape(gold_readings(gold.words)), frozenset(open_clauses(gold.words))
        for name, reader in _READERS.items():
            read = _by_shape(one for one in reader(sentence) if one.verb and not one.verb <= left_out)
            for shape, wanted in stated.items():
                tallies[name][shape].add(wanted, read[shape])
    figures: dict[str, Any] = {
        name: {shape: tally.scores() for shape, tally in own.items()} for name, own in tallies.items()
    }
    main = [is_found for upos, is_found in present if upos == "VERB"]
    figures["present_verbs"] = round(sum(is_found for _, is_found in present) / max(len(present), 1), 4)
    figures["present_main_verbs"] = round(sum(main) / max(len(main), 1), 4)
    language = language_benchmark(treebank, annotator)
    return figures | {name: language[name] for name in ("upos_accuracy", "noun_phrase_f1")}


def _by_shape(readings: Iterable[Reading]) -> dict[str, set[tuple[Any, ...]]]:
    readings = list(readings)
    return {
        "subject_verb": {(one.subject, one.verb) for one in readings},
        "subject_verb_object": {
            (one.subject, one.verb, one.object) for one in readings if one.object and not one.preposition
        },
        "verb_preposition_noun": {
            (one.verb, frozenset({one.preposition}), one.object) for one in readings if one.object and one.preposition
        },
    }


def _annotated(treebank: Path, annotator: Annotator) -> Iterator[tuple[GoldSentence, ChunkedSentence]]:
    """Yield the gold sentences and our annotations, with offsets into the same text; pronouns are not resolved."""
    lexicon = lexicon_of(annotator.language)
    for text in counted(read_treebank(treebank), "reading", "texts"):
        parts = [text.text[sentence.start : sentence.end] for sentence in text.sentences]
        starts = list(accumulate((len(part) + len(_SEPARATOR) for part in parts), initial=0))[:-1]
        joined = _SEPARATOR.join(parts)
        annotations = with_given_boundaries(
            annotator.annotate([joined])[0],
            [(start, start + len(part)) for start, part in zip(starts, parts, strict=True)],
        )
        if not any(token.relation for annotation in annotations for token in annotation.tokens):
            raise InputError(f"{annotator.recipe} does not parse, and clauses are read from a parse; use lite:parse")
        for start, gold, annotation in zip(starts, text.sentences, annotations, strict=True):
            shift = start - gold.start
            words = (replace(word, start=word.start + shift, end=word.end + shift) for word in gold.words)
            yield (
                GoldSentence(start, gold.end + shift, tuple(words)),
                chunk(joined, replace(annotation, marks=()), lexicon),
            )


def _of_clauses(sentence: ChunkedSentence) -> Iterator[Reading]:
    tokens, places = sentence.annotation.tokens, _places_by_key(sentence)
    for clause in find_clauses(sentence):
        words = clause.verb.removeprefix("not ").split()
        verbs = [found for word in words if (found := _verbs(tokens, word))] or [frozenset[Place]()]
        preposition = next((word for word in words[-1:] if _is_preposition(tokens, word)), "")
        yield Reading(places[clause.subject], verbs[0])  # *wants to sell*: the object is that of the second verb
        yield Reading(places[clause.subject], verbs[-1], preposition, places[clause.object])


def _of_open_facts(sentence: ChunkedSentence) -> Iterator[Reading]:
    tokens = sentence.annotation.tokens
    for relation in open_relations(sentence):
        words = relation.wording.lower().split()
        found = (_verbs(tokens, word) for word in words)
        is_verb = not relation.predicate.removeprefix("not ").startswith("be ")
        verb = next(filter(None, found), frozenset[Place]()) if is_verb else frozenset[Place]()
        preposition = next((word for word in words[1:] if _is_preposition(tokens, word)), "")
        for name, end in [(preposition, relation.object), *relation.qualifiers]:
            subject = _places_of_text(sentence, relation.subject.surface)
            yield Reading(subject, verb, name.partition(" ")[0], _places_of_text(sentence, end.surface))


def _of_construction(sentence: ChunkedSentence) -> Iterator[Reading]:
    tokens = sentence.annotation.tokens
    ends = {f"{phrase.start} {phrase.end}": phrase for phrase in sentence.noun_phrases}
    things = {(tokens[phrase.start].start, tokens[phrase.end - 1].end): key for key, phrase in ends.items()}
    for relation in stated_relations(sentence, things, {}):
        words = relation.wording.lower().split()
        last = max((place for place, word in enumerate(words) if _verbs(tokens, word)), default=-1)
        preposition = next((word for word in words[last + 1 :] if _is_preposition(tokens, word)), "")
        subject, object_ = (
            _heads(tokens, ends[key].start, ends[key].end) for key in (relation.subject, relation.object)
        )
        yield Reading(subject, _verbs(tokens, words[last]), preposition, object_)


_READERS: dict[str, Callable[[ChunkedSentence], Iterator[Reading]]] = {
    "clauses": _of_clauses,
    "open_facts": _of_open_facts,
    "construction": _of_construction,
}


def _verbs(tokens: Sequence[Token], word: str) -> frozenset[Place]:
    """Return the places of a verb, given by its form or lemma."""
    return frozenset(
        (token.start, token.end)
        for token in tokens
        if token.upos == "VERB" and word in (token.text.lower(), token.lemma.lower())
    )


def _is_preposition(tokens: Sequence[Token], word: str) -> bool:
    return any(token.text.lower() == word and token.relation == "case" for token in tokens)


def _heads(tokens: Sequence[Token], first: int, end: int) -> frozenset[Place]:
    """Return the place of the first of some words that depends on no other; for a name, those of all its words."""
    words = tokens[first:end]
    head = next((token for token in words if not first <= token.head < end), words[-1])
    return frozenset((word.start, word.end) for word in words if word is head or word.upos == head.upos == "PROPN")


def _places_of_text(sentence: ChunkedSentence, text: str) -> frozenset[Place]:
    tokens, annotation = sentence.annotation.tokens, sentence.annotation
    found = frozenset[Place]()
    for match in re.compile(re.escape(text)).finditer(sentence.text, annotation.start, annotation.end):
        words = [index for index, token in enumerate(tokens) if match.start() < token.end and token.start < match.end()]
        found |= _heads(tokens, words[0], words[-1] + 1) if words else found
    return found


def _places_by_key(sentence: ChunkedSentence) -> defaultdict[str, frozenset[Place]]:
    tokens = sentence.annotation.tokens
    found = defaultdict[str, frozenset[Place]](frozenset)
    runs = [(first, phrase.end) for phrase in sentence.noun_phrases for first in (phrase.first, phrase.start)]
    for first, end in [*runs, *((index, index + 1) for index in range(len(tokens)))]:
        if key := concept_key(sentence.text[tokens[first].start : tokens[end - 1].end], sentence.lexicon.code):
            found[key] |= _heads(tokens, first, end)
    return found
