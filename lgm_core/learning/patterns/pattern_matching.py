"""Find the relations stated in a sentence: match the rules of its language and read the arguments off the matches."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.language.lexicons import language_code
from lgm_core.learning.patterns.abbreviations import find_abbreviations
from lgm_core.learning.patterns.english.english_grammar import ENGLISH
from lgm_core.learning.patterns.german_grammar import GERMAN
from lgm_core.learning.patterns.grammar import Grammar, Rule
from lgm_core.learning.patterns.sentence_encoding import Argument, EncodedSentence, encode_sentence
from lgm_core.model import RelationKind

__all__ = ["RelationMention", "find_relations", "grammar_of"]

_NEAREST = frozenset({("sup", "called"), ("sub", "and_other")})
"""Groups and rules that mean the noun phrase next to the pattern's other words, not the head of its chain: *a member of
a band called Driftwood*, *the nests of owls and other birds*."""


def arguments_of(
    sentence: EncodedSentence, grammar: Grammar, rule: Rule, match: re.Match[str], group: str
) -> Iterator[Argument]:
    """Yield the noun phrases matched by `group`."""
    words = match[group]
    rest = match.string[match.end(group) :]
    is_bare = group == "sup" and _is_bare(sentence, grammar, match)
    if " " not in words:
        argument = sentence.argument(words)
        if group != "sup" or not _lacks_its_class(argument, grammar, rest):
            yield argument._replace(is_bare=is_bare) if is_bare else argument
        return
    chains = grammar.chain_pattern.findall(words)
    is_list = grammar.conjunction_pattern.search(words) is not None
    if group == "sup":
        chains = _class_chains(sentence, grammar, chains, is_list)
    elif len(chains) > 1 and rule.name in ("copula", "member_of") and group in ("sub", "part"):
        verb = grammar.be_pattern.search(match.string, match.end(group))
        if not is_list:  # an apposition: "Lund, the old town, is a city", "A native of Kent, Ada is a painter"
            first, last = (sentence.arguments_in(chains[index])[0] for index in (0, -1))
            describes = first.is_person or first.determiner in sentence.lexicon.indefinite - {""}
            chains = chains[-1:] if last.is_name and not first.is_name and describes else chains[:1]
        elif f" {grammar.additive} " in words and verb is not None and verb[1] == grammar.singular_be:
            yield from _compound_name(sentence, chains)
            return
    elif len(chains) == 2 and not is_list and rule.name != "and_other":
        chains = chains[:1]
    for chain in chains:
        argument = _head(sentence, grammar, rule, chain, group)
        if group != "sup" or not _lacks_its_class(argument, grammar, rest):
            yield argument._replace(is_bare=is_bare) if is_bare else argument


def _is_bare(sentence: EncodedSentence, grammar: Grammar, match: re.Match[str]) -> bool:
    """Tell whether a class is a singular predicate without article, number or owner."""
    words, end = match.string, match.start("sup") - 1
    begin = words.rfind(" ", 0, max(end, 0)) + 1
    while words.startswith("~", begin) and begin:
        end = begin - 1
        begin = words.rfind(" ", 0, end) + 1
    verb = words[begin : max(end, 0)]
    if verb not in (grammar.singular_be, grammar.plural_be):
        return False
    first, _, rest = match["sup"].partition(" ")
    if not first.endswith("o") or rest.startswith("'s "):
        return False
    # In German the noun alone does not show number; a singular verb does.
    return verb == grammar.singular_be or not sentence.argument(first).is_plural


def _head(sentence: EncodedSentence, grammar: Grammar, rule: Rule, chain: str, group: str) -> Argument:
    """Return the head of a chain: *ships* for *a number of ships*, *Nirvana* for *the band Nirvana*."""
    arguments = sentence.arguments_in(grammar.before_head_pattern.sub("", chain))
    lexicon = sentence.lexicon
    if (group, rule.name) in _NEAREST:
        return arguments[-1]
    if group == "sup" and rule.lists_examples:  # "a group of birds such as owls" names birds
        plural = [argument for argument in reversed(arguments) if argument.is_plural]
        # "numbers of certain forms such as" names numbers, "a variety of styles such as" styles
        named = next((argument for argument in plural if argument.head not in lexicon.kinds), None)
        if named is None and len(arguments) > 1 and arguments[0].head in lexicon.kinds:  # "types of boat such as"
            return arguments[1]._replace(after_taxon=True)
        return named or (plural or arguments)[0]
    openers = lexicon.quantities
    if group == "sup":
        openers = lexicon.class_openers
    elif group == "part":
        openers = lexicon.quantities | lexicon.kinds
    after_taxon = False
    while len(arguments) > 1 and arguments[0].head.removeprefix("sub-") in openers:
        after_taxon = after_taxon or arguments[0].head in lexicon.taxa
        arguments = arguments[1:]
    return arguments[0]._replace(after_taxon=after_taxon) if after_taxon else arguments[0]


def _lacks_its_class(argument: Argument, grammar: Grammar, rest: str) -> bool:
    """Tell whether a noun such as *subclass* was matched without the class after it: *a subclass of mostly …*."""
    follows = rest.startswith(tuple(f" {word} " for word in grammar.of_words))
    return follows and argument.head in argument.lexicon.class_openers


def _class_chains(sentence: EncodedSentence, grammar: Grammar, chains: list[str], is_list: bool) -> list[str]:
    """Return the chains of classes: the first, or all of a list joined by *and* or *or*.

    If some of them are people, the others are not classes (*a stage and film actor*); neither are items joined inside
    an *of* phrase (*a list of cats and dogs*).
    """
    if not is_list:
        return [] if _is_adjective(sentence, chains) else chains[:1]
    classes: list[str] = []
    for chain in chains:
        if classes:
            inside_of_phrase = f" {grammar.of_words[0]} " in classes[-1] and not _opens_class(
                sentence, classes[-1], chain
            )
            if _has_other(chain) or inside_of_phrase:
                continue
        classes.append(chain)
    if any(sentence.arguments_in(chain)[0].is_person for chain in classes):
        return [chain for chain in classes if sentence.arguments_in(chain)[0].may_be_person]
    return classes


def _is_adjective(sentence: EncodedSentence, chains: list[str]) -> bool:
    """Tell whether the first word is an adjective mistagged as a noun: *a rounded, ice-worn mountain*."""
    if len(chains) < 2 or " " in chains[0] or chains[0][-1] not in "at":
        return False
    first, second = sentence.argument(chains[0]), sentence.arguments_in(chains[1])[0]
    is_single = first.phrase.start == first.phrase.head
    return is_single and not (first.may_be_person or second.determiner or second.is_name or " " in chains[1])


def _has_other(chain: str) -> bool:
    """Tell whether a chain begins with a determiner such as *other*."""
    return chain.split(" ", 1)[0].endswith("h")


def _opens_class(sentence: EncodedSentence, before: str, chain: str) -> bool:
    """Tell whether a chain after an *of* phrase continues with classes: *a form of dance or a kind of play*."""
    has_article = chain.split(" ", 1)[0][-1] in "at"
    return has_article or sentence.arguments_in(before)[0].head in sentence.lexicon.kinds


def _compound_name(sentence: EncodedSentence, chains: list[str]) -> Iterator[Argument]:
    """Yield the one name that includes *and*, as shown by the singular verb after it: *Hallam and Sons is a …*."""
    arguments = [argument for chain in chains for argument in sentence.arguments_in(chain)]
    if len(chains) == 2 and all(argument.is_name for argument in arguments):
        first, last = arguments[0], arguments[-1]
        yield first._replace(phrase=first.phrase._replace(head=last.phrase.head, end=last.phrase.end))


_LOGGER = logging.getLogger(__name__)
_GRAMMARS = {grammar.lexicon.language: grammar for grammar in (ENGLISH, GERMAN)}


@cache
def grammar_of(language: str) -> Grammar | None:
    """Return the grammar of a language; None without one, which is logged the first time."""
    grammar = _GRAMMARS.get(language_code(language))
    if grammar is None:
        _LOGGER.info(
            "no patterns for %r: relations come only from a language model; there are patterns for %s",
            language,
            ", ".join(sorted(_GRAMMARS)),
        )
    return grammar


_GROUPS = {
    RelationKind.IS_A: ("sub", "sup"),
    RelationKind.HAS_PART: ("whole", "part"),
    RelationKind.ALIAS_OF: ("name", "other"),
}
"""The groups of templates for the subject and the object of each kind of relation."""


class RelationMention(NamedTuple):
    """A relation stated in a sentence, with the places of its arguments in the text and the pattern that matched."""

    kind: RelationKind
    subject: ConceptSpan
    object: ConceptSpan
    pattern: str


def find_relations(sentence: ChunkedSentence, *, topic: str = "") -> list[RelationMention]:
    """Find the is-a, has-part and alias relations stated in a sentence; none in a language without patterns.

    Args:
        sentence: its tokens, tagged and lemmatised; resolved pronouns stand for their antecedents.
        topic: the title above the text, which keeps a name such as *I Want You Back* together.
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
    """Yield the relations found by the rules, trying only rules with a cue in the sentence."""
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
    """Yield the relations between the arguments of a match."""
    left, right = _GROUPS[rule.kind]
    described = rule.kind is not RelationKind.IS_A  # a class is named by its nouns alone
    for subject in arguments_of(sentence, grammar, rule, match, left):
        objects = list(_asserted(sentence, subject, arguments_of(sentence, grammar, rule, match, right)))
        related = [object_ for object_ in objects if rule.condition(sentence, subject, object_)]
        if rule.in_company and len(related) >= _ENOUGH:
            related = [each for each in objects if each in related or rule.in_company(sentence, subject, each)]
        for object_ in related:
            yield RelationMention(rule.kind, subject.span(), object_.span(described=described), rule.name)


def _asserted(sentence: EncodedSentence, subject: Argument, objects: Iterable[Argument]) -> Iterator[Argument]:
    """Yield the objects that are not denied: *no* holds for the items of a list up to one with a determiner."""
    denying = sentence.lexicon.denying
    is_denied = False
    for object_ in objects:
        is_denied = object_.determiner in denying or (is_denied and not object_.determiner)
        if not is_denied and subject.determiner not in denying:
            yield object_


_ENOUGH = 2
"""How many in a list must pass a rule's condition for `Rule.in_company` to count."""


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
    """Yield what a definition says about the other names in it: *Vitamin C, also called ascorbic acid, is an acid*."""
    aliases = [relation for relation in relations if relation.kind is RelationKind.ALIAS_OF]
    if not aliases:
        return
    for definition in [relation for relation in relations if relation.pattern == "copula"]:
        for alias in aliases:
            for name, other in ((alias.subject, alias.object), (alias.object, alias.subject)):
                if name.key == definition.subject.key and other.end <= definition.object.start:
                    yield RelationMention(RelationKind.IS_A, other, definition.object, "copula")
