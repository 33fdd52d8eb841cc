"""Read which noun phrases a group of a pattern names: heads of *of* phrases, items of lists, classes.

A group matches a *chain* (a noun phrase with what belongs to it: *capital of France*) or a list of chains joined by
commas and *and*. Each chain gives at most one argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.learning.patterns.arguments import Argument
from lgm_core.learning.patterns.grammar import Grammar, Rule
from lgm_core.learning.patterns.sentence_encoding import EncodedSentence

__all__ = ["arguments_of"]


_NEAREST = frozenset({("sup", "called"), ("sub", "and_other")})
"""Groups and rules where the noun phrase next to the other words of the pattern is meant, not the head of its chain:
*a member of a band called Driftwood*, *the nests of owls and other birds*."""


def arguments_of(
    sentence: EncodedSentence, grammar: Grammar, rule: Rule, match: re.Match[str], group: str
) -> Iterator[Argument]:
    """Yield the noun phrases that `group` of a match names."""
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
    """Tell whether a class is a predicate in the singular with neither article, number nor owner before it."""
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
    # In German number cannot be told by the noun alone; a verb in the singular tells it.
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
    """Return the chains that name classes: the first, or all of a list joined by *and* or *or*.

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
    persons = [chain for chain in classes if sentence.arguments_in(chain)[0].is_person]
    return persons or classes


def _is_adjective(sentence: EncodedSentence, chains: list[str]) -> bool:
    """Tell whether the first word is an adjective that the tagger took for a noun: *a rounded, ice-worn mountain*."""
    if len(chains) < 2 or " " in chains[0] or chains[0][-1] not in "at":
        return False
    first, second = sentence.argument(chains[0]), sentence.arguments_in(chains[1])[0]
    is_single = first.phrase.start == first.phrase.head
    return is_single and not (first.is_person or second.determiner or second.is_name or " " in chains[1])


def _has_other(chain: str) -> bool:
    """Tell whether a chain begins with a determiner such as *other*."""
    return chain.split(" ", 1)[0].endswith("h")


def _opens_class(sentence: EncodedSentence, before: str, chain: str) -> bool:
    """Tell whether a chain after an *of* phrase goes on with classes: *a form of dance or a kind of play*."""
    has_article = chain.split(" ", 1)[0][-1] in "at"
    return has_article or sentence.arguments_in(before)[0].head in sentence.lexicon.kinds


def _compound_name(sentence: EncodedSentence, chains: list[str]) -> Iterator[Argument]:
    """Yield the one name that *and* is part of, as the singular verb after it tells: *Hallam and Sons is a …*."""
    arguments = [argument for chain in chains for argument in sentence.arguments_in(chain)]
    if len(chains) == 2 and all(argument.is_name for argument in arguments):
        first, last = arguments[0], arguments[-1]
        yield first._replace(phrase=first.phrase._replace(head=last.phrase.head, end=last.phrase.end))
