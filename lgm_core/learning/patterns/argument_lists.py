"""Tell which noun phrases the words of a template's group name: heads of *of* phrases, lists, classes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.learning.patterns.arguments import Unit
from lgm_core.learning.patterns.grammar import Grammar, Rule
from lgm_core.learning.patterns.sentence_line import Line

__all__ = ["ends"]

# Where the noun phrase next to the other words of the pattern is meant, not the one it belongs to.
_NEAREST = frozenset({("sup", "called"), ("sub", "and_other")})


def ends(line: Line, grammar: Grammar, rule: Rule, match: re.Match[str], group: str) -> Iterator[Unit]:
    """Yield the noun phrases that `group` of a match names."""
    words = match[group]
    if " " not in words:
        unit = line.unit(words)
        if group != "sup" or not _opens_more(unit, grammar, match.string[match.end(group) :]):
            yield unit
        return
    chains = grammar.chains.findall(words)
    joined = grammar.joined.search(words) is not None
    if group == "sup":
        chains = _classes(line, grammar, chains, joined)
    elif len(chains) > 1 and rule.name in ("copula", "member_of") and group in ("sub", "part"):
        verb = grammar.be.search(match.string, match.end(group))
        if not joined:
            chains = chains[:1]
        elif f" {grammar.adding} " in words and verb is not None and verb[1] == grammar.one_is:
            yield from _one_name(line, chains)
            return
    elif len(chains) == 2 and not joined and rule.name != "and_other":
        chains = chains[:1]
    for chain in chains:
        unit = _head(line, grammar, rule, chain, group)
        if group != "sup" or not _opens_more(unit, grammar, match.string[match.end(group) :]):
            yield unit


def _head(line: Line, grammar: Grammar, rule: Rule, chain: str, group: str) -> Unit:
    """Return what a chain is about: *ships* for *a number of ships*, *Nirvana* for *the band Nirvana*."""
    units = line.units_in(grammar.not_heads.sub("", chain))
    if (group, rule.name) in _NEAREST:
        return units[-1]
    if group == "sup" and rule.lists_examples:
        return next((unit for unit in reversed(units) if unit.is_plural), units[0])
    empty = line.words.quantities
    if group == "sup":
        empty = line.words.class_openers
    elif group in ("part", "other"):
        empty = line.words.quantities | line.words.kinds
    opened = False
    while len(units) > 1 and units[0].head.removeprefix("sub-") in empty:
        opened = opened or units[0].head in line.words.taxa
        units = units[1:]
    return units[0]._replace(opened=opened) if opened else units[0]


def _opens_more(unit: Unit, grammar: Grammar, rest: str) -> bool:
    """Tell whether what an opening noun leads to was not understood: *a subclass of mostly …*."""
    return rest.startswith(tuple(f" {word} " for word in grammar.of)) and unit.head in unit.words.class_openers


def _classes(line: Line, grammar: Grammar, chains: list[str], joined: bool) -> list[str]:
    """Keep the chains that name classes: the first, or a list joined by *and* or *or*.

    Among people there are only people (*a stage and film actor*), and what is joined inside an *of* phrase is no class
    (*a list of cats and dogs*).
    """
    if not joined:
        return chains[:1]
    kept: list[str] = []
    for chain in chains:
        if kept and (
            _is_other(chain) or (f" {grammar.of[0]} " in kept[-1] and not _opens_class(line, kept[-1], chain))
        ):
            continue
        kept.append(chain)
    persons = [chain for chain in kept if line.units_in(chain)[0].is_person]
    return persons or kept


def _is_other(chain: str) -> bool:
    return chain.split(" ", 1)[0].endswith("h")


def _opens_class(line: Line, before: str, chain: str) -> bool:
    """Tell whether a chain after an *of* phrase goes on with classes: *a form of dance or a kind of play*."""
    return chain.split(" ", 1)[0][-1] in "at" or line.units_in(before)[0].head in line.words.kinds


def _one_name(line: Line, chains: list[str]) -> Iterator[Unit]:
    """Yield the one name that *and* is part of, as the singular verb after it tells."""
    units = [unit for chain in chains for unit in line.units_in(chain)]
    if len(chains) == 2 and all(unit.is_name for unit in units):
        first, last = units[0], units[-1]
        yield first._replace(phrase=first.phrase._replace(head=last.phrase.head, end=last.phrase.end))
