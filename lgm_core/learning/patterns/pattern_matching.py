"""Find the relations that a sentence states: match the rules of its language and read the arguments off the matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.learning.patterns.abbreviations import find_abbreviations
from lgm_core.learning.patterns.argument_lists import arguments_of
from lgm_core.learning.patterns.grammar import Grammar, Rule
from lgm_core.learning.patterns.grammars import grammar_of
from lgm_core.learning.patterns.sentence_encoding import EncodedSentence, encode_sentence
from lgm_core.model import RelationKind

__all__ = ["RelationMention", "find_relations"]

_GROUPS = {
    RelationKind.IS_A: ("sub", "sup"),
    RelationKind.HAS_PART: ("whole", "part"),
    RelationKind.ALIAS_OF: ("name", "other"),
}
"""The groups of templates for the subject and the object of each kind of relation."""


@dataclass(frozen=True, slots=True)
class RelationMention:
    """A relation that a sentence states, with the places of its arguments in the text and the pattern that matched."""

    kind: RelationKind
    subject: ConceptSpan
    object: ConceptSpan
    pattern: str


def find_relations(sentence: ChunkedSentence, *, topic: str = "") -> list[RelationMention]:
    """Find the is-a, has-part and alias relations that a sentence states; none in a language without patterns.

    Args:
        sentence: its tokens, tagged and lemmatised; marks of resolved pronouns stand for what they refer to.
        topic: the title the text stands under, which keeps a name such as *I Want You Back* together.
    """
    grammar = grammar_of(sentence.lexicon.code)
    if grammar is None:
        return []
    encoded = encode_sentence(sentence, grammar.lexicon, topic)
    relations = list(_match_rules(encoded, grammar))
    if "PART" in encoded.cues:
        relations += _parts_in_compounds(encoded)
    relations += _abbreviations(sentence)
    relations += _definitions_of_aliases(relations)
    unique: dict[tuple[RelationKind, str, str], RelationMention] = {}
    for relation in relations:
        if relation.subject.key and relation.object.key and relation.subject.key != relation.object.key:
            unique.setdefault((relation.kind, relation.subject.key, relation.object.key), relation)
    return list(unique.values())


def _match_rules(sentence: EncodedSentence, grammar: Grammar) -> Iterator[RelationMention]:
    """Yield the relations that the rules find, trying only rules one of whose cues the sentence has."""
    rules = grammar.rules_by_cue
    for cue in sorted(sentence.cues & rules.keys()):
        for rule, pattern in rules[cue]:
            if rule.is_clause and sentence.is_question:
                continue
            for match in pattern.finditer(sentence.without_brackets):
                yield from _relations_of(sentence, grammar, rule, match)
            if rule.in_brackets and sentence.with_brackets is not sentence.without_brackets:
                for match in pattern.finditer(sentence.with_brackets):
                    yield from _relations_of(sentence, grammar, rule, match)


def _relations_of(
    sentence: EncodedSentence, grammar: Grammar, rule: Rule, match: re.Match[str]
) -> Iterator[RelationMention]:
    """Yield the relations between the arguments that a match names."""
    left, right = _GROUPS[rule.kind]
    described = rule.kind is not RelationKind.IS_A  # a class is named by its nouns alone
    for subject in arguments_of(sentence, grammar, rule, match, left):
        for object_ in arguments_of(sentence, grammar, rule, match, right):
            is_denied = {subject.determiner, object_.determiner} & sentence.lexicon.denying
            if not is_denied and rule.condition(sentence, subject, object_):
                yield RelationMention(rule.kind, subject.span(), object_.span(described=described), rule.name)


def _parts_in_compounds(sentence: EncodedSentence) -> Iterator[RelationMention]:
    """Yield that a door has a handle for *door handle*."""
    lexicon = sentence.lexicon
    for argument in sentence.arguments:
        head = argument.phrase.head
        if argument.is_name or argument.phrase.nouns == head or argument.head not in lexicon.parts:
            continue
        before, last = argument.tokens[head - 1], argument.tokens[head]
        whole = lexicon.singular(before.text.lower())
        if lexicon.has_part(whole, argument.head):
            yield RelationMention(
                RelationKind.HAS_PART,
                ConceptSpan(whole, before.text, before.start, before.end, is_name=False),
                ConceptSpan(argument.head, last.text, last.start, last.end, is_name=False),
                "compound",
            )


def _abbreviations(sentence: ChunkedSentence) -> Iterator[RelationMention]:
    """Yield that a short form in brackets is another name of its long form."""
    text = sentence.text
    for abbreviation in find_abbreviations(text, sentence.annotation.start, sentence.annotation.end):
        short, long = (
            ConceptSpan(concept_key(text[start:end], sentence.lexicon.code), text[start:end], start, end, is_name=True)
            for start, end in (abbreviation.short, abbreviation.long)
        )
        yield RelationMention(RelationKind.ALIAS_OF, short, long, "abbreviation")


def _definitions_of_aliases(relations: Iterable[RelationMention]) -> Iterator[RelationMention]:
    """Yield what a definition says of the other names it gives: *Vitamin C, also called ascorbic acid, is an acid*."""
    aliases = [relation for relation in relations if relation.kind is RelationKind.ALIAS_OF]
    if not aliases:
        return
    for definition in [relation for relation in relations if relation.pattern == "copula"]:
        for alias in aliases:
            for name, other in ((alias.subject, alias.object), (alias.object, alias.subject)):
                if name.key == definition.subject.key and other.end <= definition.object.start:
                    yield RelationMention(RelationKind.IS_A, other, definition.object, "copula")
