"""Match the rules against a sentence and read the relations off the matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.learning.patterns.abbreviations import find_abbreviations
from lgm_core.learning.patterns.argument_lists import ends
from lgm_core.learning.patterns.conditions import has_part_noun
from lgm_core.learning.patterns.grammar import Grammar, Rule
from lgm_core.learning.patterns.grammars import grammar_of
from lgm_core.learning.patterns.sentence_line import Line, read_line
from lgm_core.model import RelationKind

__all__ = ["FoundRelation", "find_relations"]

_GROUPS = {
    RelationKind.IS_A: ("sub", "sup"),
    RelationKind.HAS_PART: ("whole", "part"),
    RelationKind.ALIAS_OF: ("name", "other"),
}


@dataclass(frozen=True, slots=True)
class FoundRelation:
    """A relation that a sentence states, with where its ends stand in the text and the pattern that found it."""

    kind: RelationKind
    subject: ConceptSpan
    object: ConceptSpan
    pattern: str


def find_relations(sentence: ChunkedSentence, *, topic: str = "") -> list[FoundRelation]:
    """Find the is-a, has-part and alias relations that a sentence states; none in a language without patterns.

    Args:
        sentence: its tokens, tagged and lemmatised; marks of resolved pronouns stand for what they refer to.
        topic: the title the text stands under, which keeps a name such as *I Want You Back* together.
    """
    grammar = grammar_of(sentence.lexicon.code)
    if grammar is None:
        return []
    line = read_line(sentence, grammar.words, topic)
    found = list(_stated(line, grammar))
    if "PART" in line.cues:
        found += _compounds(line)
    if "(" in line.cues or sentence.text.find("[", sentence.annotation.start, sentence.annotation.end) >= 0:
        found += _abbreviations(sentence)
    found += _shared_definitions(found)
    unique: dict[tuple[RelationKind, str, str], FoundRelation] = {}
    for one in found:
        if one.subject.key and one.object.key and one.subject.key != one.object.key:
            unique.setdefault((one.kind, one.subject.key, one.object.key), one)
    return list(unique.values())


def _stated(line: Line, grammar: Grammar) -> Iterator[FoundRelation]:
    """Yield what the rules find."""
    rules = grammar.rules_by_cue
    for cue in sorted(line.cues & rules.keys()):
        for rule, pattern in rules[cue]:
            for match in pattern.finditer(line.plain):
                yield from _read(line, grammar, rule, match)
            if rule.in_brackets and line.full is not line.plain:
                for match in pattern.finditer(line.full):
                    yield from _read(line, grammar, rule, match)


def _read(line: Line, grammar: Grammar, rule: Rule, match: re.Match[str]) -> Iterator[FoundRelation]:
    """Yield the relations between the ends a match names."""
    left, right = _GROUPS[rule.kind]
    described = rule.kind is not RelationKind.IS_A
    for subject in ends(line, grammar, rule, match, left):
        for object_ in ends(line, grammar, rule, match, right):
            if object_.determiner not in line.words.denying and rule.when(line, subject, object_):
                yield FoundRelation(rule.kind, subject.span(), object_.span(described=described), rule.name)


def _compounds(line: Line) -> Iterator[FoundRelation]:
    """Yield the handle of a door for *door handle*."""
    for unit in line.units:
        head = unit.phrase.head
        if unit.is_name or unit.phrase.nouns == head or unit.head not in line.words.parts:
            continue
        before, last = unit.tokens[head - 1], unit.tokens[head]
        whole = unit.words.singular(before.text.lower())
        if has_part_noun(whole, unit.head):
            yield FoundRelation(
                RelationKind.HAS_PART,
                ConceptSpan(whole, before.text, before.start, before.end, is_name=False),
                ConceptSpan(unit.head, last.text, last.start, last.end, is_name=False),
                "compound",
            )


def _abbreviations(sentence: ChunkedSentence) -> Iterator[FoundRelation]:
    text = sentence.text
    for one in find_abbreviations(text, sentence.annotation.start, sentence.annotation.end):
        short, long = (
            ConceptSpan(concept_key(text[start:end], sentence.lexicon.code), text[start:end], start, end, is_name=True)
            for start, end in (one.short, one.long)
        )
        yield FoundRelation(RelationKind.ALIAS_OF, short, long, "abbreviation")


def _shared_definitions(found: Iterable[FoundRelation]) -> Iterator[FoundRelation]:
    """Yield what a definition says of the other names it gives: *Vitamin C, also called ascorbic acid, is an acid*."""
    aliases = [one for one in found if one.kind is RelationKind.ALIAS_OF]
    if not aliases:
        return
    for definition in [one for one in found if one.pattern == "copula"]:
        for alias in aliases:
            for name, other in ((alias.subject, alias.object), (alias.object, alias.subject)):
                if name.key == definition.subject.key and other.end <= definition.object.start:
                    yield FoundRelation(RelationKind.IS_A, other, definition.object, "copula")
