"""Mark what *he* and *she* refer to, where it is clear, and *it* where a passage repeats what it defines.

Rules over tags, in the line of Lappin and Leass (1994): every name near the pronoun gets a salience from its distance,
its part in the sentence and how often it was mentioned; a mark is made only where one name leads by a margin. No mark
is better than a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lgm_core.language.definitions import mark_defined
from lgm_core.language.names import Entity, Roster, find_names, topic_words
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["resolve_pronouns"]

_GENDER = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "hers": "f"}
_WINDOW = 2
_TOPIC_WINDOW = 8
# Weights of salience, set on the development set of GAP for four right marks in five.
_BASE = 4.0
_A_SENTENCE = 2.0  # lost with each sentence of distance
_SUBJECT = 1.6
_PARALLEL = 1.75  # a subject for a subject pronoun
_CONTINUES = 1.4  # the pronoun opens the next sentence
_TOPIC = 5.0
_A_MENTION = 0.65
_UNSURE = 1.0  # when nothing says that the name is a person's: never marked, so only its weight as a rival counts
_OPEN = 2.7  # lost when a pronoun since the last mention found nobody
_MARGIN = 3.2
_ENOUGH = 5.0
_ENOUGH_ALONE = 2.5  # where nobody else can be meant


@dataclass(slots=True)
class _Scene:
    """What is known at a point of the text."""

    roster: Roster
    open_pronouns: dict[str, int] = field(default_factory=dict)  # gender: sentence of its last unmarked pronoun


def resolve_pronouns(text: str, sentences: Sequence[Sequence[Token]], topic: str) -> list[tuple[CoreferenceMark, ...]]:
    """Return the marks of each sentence; `topic` is the title of the passage, or empty."""
    marks = mark_defined(text, sentences, topic_words(topic))
    speaking = [number for number, tokens in enumerate(sentences) if any(map(_gender_of, tokens))]
    if speaking:
        scene = _Scene(Roster())
        _introduce_topic(scene.roster, topic)
        for number in range(speaking[-1] + 1):
            marks[number] = (*marks.get(number, ()), *_marks(text, sentences[number], number, scene))
    return [marks.get(number, ()) for number in range(len(sentences))]


def _gender_of(token: Token) -> str:
    """Return the gender of a personal pronoun, nothing for other words."""
    return _GENDER.get(token.text.lower(), "") if token.upos == "PRON" else ""


def _introduce_topic(roster: Roster, topic: str) -> None:
    """Let the title of the passage be somebody to refer to, if it is a name through and through."""
    title = topic_words(topic)
    words = title.replace("-", " - ").split()
    tokens = [Token(word, word, "PROPN" if word[0].isupper() else "X", n, n) for n, word in enumerate(words)]
    name = next(find_names(title, tokens), None)
    if name is not None and name.last == len(words):
        entity = Entity(name.words, title, None, name.gender, name.person, topic=True)
        roster.add(entity)
        roster.recent.append(entity)


def _marks(text: str, tokens: Sequence[Token], number: int, scene: _Scene) -> list[CoreferenceMark]:
    names = {name.first: name for name in find_names(text, tokens)}
    scene.roster.forget(number - _WINDOW)
    marks = []
    for position, token in enumerate(tokens):
        if position in names:
            scene.roster.meet(names[position], number)
        elif gender := _gender_of(token):
            entity = _antecedent(tokens, position, number, gender, scene)
            if entity is None:
                scene.open_pronouns[gender] = number
                continue
            scene.open_pronouns.pop(gender, None)
            entity.gender, entity.person = gender, True
            entity.met(number, position, subject=token.text.lower() in {"he", "she"})
            spans = () if entity.span is None else (entity.span,)
            marks.append(CoreferenceMark(token.start, token.end, (entity.text,), spans))
    return marks


def _antecedent(tokens: Sequence[Token], position: int, number: int, gender: str, scene: _Scene) -> Entity | None:
    if _may_point_forward(tokens, position):
        return None
    ranked = sorted(
        (
            (_salience(entity, tokens, position, number, gender, scene), -order, entity)
            for order, entity in enumerate(scene.roster.recent)
            if _compatible(entity, tokens, position, number, gender)
        ),
        key=lambda item: item[:2],
        reverse=True,
    )
    if not ranked:
        return None
    best_score, _, best = ranked[0]
    if best.person is not True:
        return None
    if len(ranked) == 1:
        return best if best_score >= _ENOUGH_ALONE else None
    clear = best_score >= _ENOUGH and best_score - max(ranked[1][0], 0.0) >= _MARGIN
    return best if clear else None


def _compatible(entity: Entity, tokens: Sequence[Token], position: int, number: int, gender: str) -> bool:
    if entity.person is False or (entity.gender and entity.gender != gender):
        return False
    distance = number - entity.sentence if entity.mentions else number
    if distance > (_TOPIC_WINDOW if entity.topic else _WINDOW):
        return False
    return not (entity.mentions and distance == 0 and _bound(entity, tokens, position))


def _bound(entity: Entity, tokens: Sequence[Token], position: int) -> bool:
    """Tell whether the pronoun is the object of the verb whose subject the entity is (*John saw him*)."""
    pronoun = tokens[position].text.lower()
    following = tokens[position + 1].upos if position + 1 < len(tokens) else "PUNCT"
    if pronoun not in {"him", "her"} or (
        pronoun == "her" and following in {"NOUN", "ADJ", "PROPN", "NUM", "ADV", "VERB"}
    ):
        return False
    between = tokens[entity.position + 1 : position]
    verbs = sum(token.upos == "VERB" for token in between)
    return entity.subject and verbs <= 1 and not any(token.upos in {"SCONJ", "CCONJ"} for token in between)


def _may_point_forward(tokens: Sequence[Token], position: int) -> bool:
    """Tell whether a name after the comma may be meant, as in *After his death, Bach ...*."""
    if position == 0 or tokens[0].upos not in {"ADP", "SCONJ", "VERB", "ADV"}:
        return False
    commas = [number for number, token in enumerate(tokens) if token.text == ","]
    if not commas or position > commas[0]:
        return False
    return any(token.upos == "PROPN" for token in tokens[commas[0] + 1 : commas[0] + 4])


def _salience(entity: Entity, tokens: Sequence[Token], position: int, number: int, gender: str, scene: _Scene) -> float:
    distance = number - entity.sentence if entity.mentions else min(number + 1, 3)
    score = _BASE - _A_SENTENCE * min(distance, 3)
    score += _TOPIC * entity.topic
    score += _A_MENTION * min(entity.mentions, 4)
    score += _UNSURE * (entity.person is None)
    if entity.subject:
        score += _SUBJECT
        score += _PARALLEL * (tokens[position].text.lower() in {"he", "she"})
        score += _CONTINUES * (position == 0 and distance == 1)
    opened = scene.open_pronouns.get(gender)
    if opened is not None and entity.sentence <= opened:
        score -= _OPEN
    return score
