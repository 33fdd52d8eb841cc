"""Ground claimed relations in the sentences of their text: both ends must be things that it mentions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.language.normalisation import fold_word
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import EntityMention, RelationClaim
from lgm_core.learning.construction.relations.thing_places import ThingPlaces
from lgm_core.learning.construction.shown_texts import plain_field
from lgm_core.learning.facts.fact_grounding import LONGEST_PREDICATE
from lgm_core.learning.facts.same_facts import predicate_key, word_lemma
from lgm_core.model import Fact
from lgm_core.model.concept import name_of

__all__ = ["SELF_LOOP", "ground_claims"]

_WORD = re.compile(r"[^\W_]+")

SELF_LOOP = "a relation of a thing to itself"
UNKNOWN_END = "an end is no thing of the text"


def ground_claims(
    claims: Iterable[RelationClaim], text: DocumentText, places: ThingPlaces, model_name: str
) -> tuple[list[Fact], Counter[str]]:
    """Return the facts that claims are, and how many were dropped, by reason.

    A fact whose ends one sentence of the claim's text mentions cites that sentence, of several the one with most of the
    predicate's words, then the one in which the ends are nearest. Otherwise it cites the nearest sentences of both ends
    in that text, which state it only together. A claim whose sentences lack an end is looked for in their section.

    Args:
        claims: relations in words.
        text: the document.
        places: its things.
        model_name: whose claims they are.
    """
    grounding = _Grounding(text, places, model_name)
    facts: list[Fact] = []
    dropped: Counter[str] = Counter()
    for claim in claims:
        fact = grounding.ground(claim)
        if isinstance(fact, str):
            dropped[fact] += 1
        else:
            facts.append(fact)
    return facts, dropped


class _Grounding:
    def __init__(self, text: DocumentText, places: ThingPlaces, model_name: str) -> None:
        self._places, self._model_name = places, model_name
        self._language = text.record.language
        self._texts = {source.sentence.id: source.sentence.text for source in text.sentences}
        self._sections: dict[str, tuple[str, ...]] = {}
        for section in text.sections:
            ids = tuple(source.sentence.id for source in section.sentences)
            self._sections.update(dict.fromkeys(ids, ids))
        self._names: dict[tuple[str, ...], dict[str, list[int]]] = {}
        self._lemmas: dict[str, frozenset[str]] = {}

    def ground(self, claim: RelationClaim) -> Fact | str:
        """Return the fact that a claim is, or why it is none."""
        predicate = predicate_key(claim.predicate, self._language)
        if not claim.object.strip():
            return "no object"
        if not predicate or len(claim.predicate) > LONGEST_PREDICATE:
            return "no usable predicate"
        ids = tuple(id for id in claim.sentence_ids if id in self._texts)
        found = self._grounded(claim, predicate, ids)
        if found == UNKNOWN_END and ids and (section := self._sections[ids[0]]) != ids:
            found = self._grounded(claim, predicate, section)
        return found

    def _grounded(self, claim: RelationClaim, predicate: str, ids: tuple[str, ...]) -> Fact | str:
        names = self._names.get(ids)
        if names is None:
            names = self._names.setdefault(ids, self._names_in(ids))
        subjects, objects = (names.get(concept_key(name, self._language), ()) for name in (claim.subject, claim.object))
        pairs = [(one, other) for one in subjects for other in objects]
        if not pairs:
            return UNKNOWN_END
        pairs = [(one, other) for one, other in pairs if one != other]
        if not pairs:
            return SELF_LOOP
        wording = " ".join(claim.predicate.split())
        together = [mentions for pair in pairs for mentions in self._places.together(*pair, ids)]
        if together:
            subject, object_ = max(together, key=lambda mentions: self._fitness(mentions, wording))
            return self._places.together_stated(subject, predicate, wording, object_, f"llm:{self._model_name}")
        return self._apart(pairs, predicate, wording, ids)

    def _names_in(self, ids: Sequence[str]) -> dict[str, list[int]]:
        """Return what each name may stand for, by its key, of the things that some sentences mention."""
        found: dict[str, list[int]] = {}
        for thing, mention in self._places.in_sentences(ids):
            key = concept_key(plain_field(mention.surface), self._language) or name_of(mention.key)
            for name in (key, *map(name_of, self._places.entities[thing].keys)):
                things = found.setdefault(name, [])
                if thing not in things:
                    things.append(thing)
        return found

    def _apart(self, pairs: Sequence[tuple[int, int]], predicate: str, wording: str, ids: Sequence[str]) -> Fact | str:
        order, own = self._places.order, set(ids)
        nearest = [mentions for pair in pairs if (mentions := self._places.nearest(*pair, own)) is not None]
        if not nearest:
            return UNKNOWN_END
        subject, object_ = min(nearest, key=lambda both: abs(order[both[0].sentence_id] - order[both[1].sentence_id]))
        return self._places.partly_stated(subject, predicate, wording, object_, f"section:{self._model_name}")

    def _fitness(self, mentions: tuple[EntityMention, EntityMention], wording: str) -> tuple[float, int, int]:
        """Return how well a sentence fits a claim: by the predicate's words, by nearness of the ends, by order."""
        subject, object_ = mentions
        id = subject.sentence_id
        if id not in self._lemmas:
            self._lemmas[id] = self._lemmas_of(self._texts[id])
        asked = self._lemmas_of(wording)
        share = len(asked & self._lemmas[id]) / len(asked) if asked else 0.0
        return share, -abs(subject.start - object_.start), -self._places.order[id]

    def _lemmas_of(self, text: str) -> frozenset[str]:
        return frozenset(word_lemma(fold_word(word), self._language) for word in _WORD.findall(text))
