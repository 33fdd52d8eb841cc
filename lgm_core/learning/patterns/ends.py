"""Tell which noun phrases the words of a template's group name: heads of *of* phrases, lists, classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lgm_core.learning.patterns import lexicon
from lgm_core.learning.patterns.conditions import is_person
from lgm_core.learning.patterns.line import Line, Unit
from lgm_core.learning.patterns.rules import CHAIN, Rule

__all__ = ["ends"]

_CHAIN = re.compile(CHAIN)
_CLASS_BEFORE_NAME = re.compile(r"[NK]\d+[a-z] (?=P)")
_CONJUNCTION = re.compile(r" (?:and|or|and/or|&|~as ~well as) ")
_VERB = re.compile(r" (is|are) ")


def ends(line: Line, rule: Rule, match: re.Match[str], group: str) -> Iterator[Unit]:
    """Yield the noun phrases that `group` of a match names."""
    chains = _CHAIN.findall(match[group])
    joined = _CONJUNCTION.search(match[group]) is not None
    if group == "sup":
        chains = _classes(line, chains, joined)
    elif len(chains) > 1 and rule.name == "copula":
        verb = _VERB.search(match.string, match.end(group))
        if not joined:
            chains = chains[:1]
        elif " and " in match[group] and verb is not None and verb[1] == "is":
            yield from _one_name(line, chains)
            return
    elif len(chains) == 2 and not joined:
        chains = chains[:1]
    for chain in chains:
        yield _head(line, rule, chain, group)


def _head(line: Line, rule: Rule, chain: str, group: str) -> Unit:
    """Return what a chain is about: *ships* for *a number of ships*, *Nirvana* for *the band Nirvana*."""
    units = line.units_in(_CLASS_BEFORE_NAME.sub("", chain))
    if group == "sup" and rule.lists_examples:
        return next((unit for unit in reversed(units) if unit.is_plural), units[0])
    empty = lexicon.QUANTITIES
    if group == "sup":
        empty = lexicon.CLASS_OPENERS
    elif group in ("part", "other"):
        empty = lexicon.QUANTITIES | lexicon.KINDS
    while len(units) > 1 and units[0].head.removeprefix("sub-") in empty:
        units = units[1:]
    return units[0]


def _classes(line: Line, chains: list[str], joined: bool) -> list[str]:
    """Keep the chains that name classes: the first, or a list joined by *and* or *or*.

    *A track and field athlete* is one class; what is joined inside an *of* phrase is none (*a list of cats and dogs*).
    """
    if not joined:
        return chains[:1]
    kept: list[str] = []
    for chain in chains:
        if kept and (_is_other(chain) or (" of " in kept[-1] and not _opens_class(line, kept[-1], chain))):
            continue
        kept.append(chain)
    persons = [is_person(line.units_in(chain)[0]) for chain in kept]
    return kept[1:] if persons == [False, True] else kept


def _is_other(chain: str) -> bool:
    return chain.split(" ", 1)[0].endswith("h")


def _opens_class(line: Line, before: str, chain: str) -> bool:
    """Tell whether a chain after an *of* phrase goes on with classes: *a form of dance or a kind of play*."""
    return chain.split(" ", 1)[0][-1] in "at" or line.units_in(before)[0].head in lexicon.KINDS


def _one_name(line: Line, chains: list[str]) -> Iterator[Unit]:
    """Yield the one name that *and* is part of, as the singular verb after it tells."""
    units = [unit for chain in chains for unit in line.units_in(chain)]
    if len(chains) == 2 and all(unit.is_name for unit in units):
        first, last = units[0], units[-1]
        yield replace(first, phrase=replace(first.phrase, head=last.phrase.head, end=last.phrase.end))
