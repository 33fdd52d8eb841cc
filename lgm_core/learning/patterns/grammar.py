"""How a language states relations: one table of rules over the line of a sentence, with its words and macros.

A template is a regular expression over the words of a line, with groups for the ends of the relation: `{sub}` is a
kind of `{sup}`, `{whole}` has `{part}`, `{name}` is also called `{other}`; a group whose name ends in s takes a list
(*A, B and C*). Macros stand for patterns that recur; `NP` is any noun phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.arguments import Unit
from lgm_core.learning.patterns.grammar_words import Words
from lgm_core.learning.patterns.sentence_line import Line
from lgm_core.model import RelationKind

__all__ = ["NP", "Condition", "Grammar", "Rule", "alias", "has_part", "is_a"]

NP = r"[NPMXK]\d+[a-z](?!\S)"
Condition = Callable[[Line, Unit, Unit], bool]
_GROUP = re.compile(r"\{([a-z]+?)(s?)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to state a relation; it is tried on lines that have one of the `cues`.

    `when` must hold of both ends. `in_brackets` rules also read what stands in brackets.
    """

    name: str
    kind: RelationKind
    cues: str
    template: str
    when: Condition
    in_brackets: bool = False

    @property
    def lists_examples(self) -> bool:
        """Tell whether the class is named in the plural, before or after examples of it."""
        return self.when is conditions.exemplifies


def is_a(name: str, cues: str, template: str, when: Condition = conditions.defines) -> Rule:
    """Return a rule for kinds."""
    return Rule(name, RelationKind.IS_A, cues, template, when, in_brackets=when is conditions.exemplifies)


def has_part(name: str, cues: str, template: str, when: Condition = conditions.composes) -> Rule:
    """Return a rule for parts."""
    return Rule(name, RelationKind.HAS_PART, cues, template, when)


def alias(name: str, cues: str, template: str, when: Condition = conditions.same_sort) -> Rule:
    """Return a rule for other names."""
    return Rule(name, RelationKind.ALIAS_OF, cues, template, when, in_brackets=True)


@dataclass(frozen=True)
class Grammar:
    """What a language brings to finding relations.

    Attributes:
        words: its word lists.
        rules: its rules.
        macros: what macros of templates stand for.
        chain: the pattern of a noun phrase and what belongs to it, as in *capital of France*.
        owned_chain: the same with an owner before it, as in *France's capital*.
        owner: the pattern of words before the head of a chain that are not it.
        conjunction: the pattern of what joins the last two of a list.
        adding: the word among these that makes one of two, as *and*.
        one_is: *to be* after a single thing; `several_are` after more.
        of: what leads from a noun to what it is of.
    """

    words: Words
    rules: tuple[Rule, ...]
    macros: Mapping[str, str]
    chain: str
    owned_chain: str
    owner: str
    conjunction: str
    adding: str
    one_is: str
    several_are: str
    of: tuple[str, ...]

    @cached_property
    def rules_by_cue(self) -> dict[str, list[tuple[Rule, re.Pattern[str]]]]:
        """Return the compiled rules by the cues they need, one of them."""
        rules: dict[str, list[tuple[Rule, re.Pattern[str]]]] = {}
        for rule in self.rules:
            pattern = self._compiled(rule)
            for cue in rule.cues.split():
                rules.setdefault(cue, []).append((rule, pattern))
        return rules

    @cached_property
    def chains(self) -> re.Pattern[str]:
        """Return the pattern of one chain of a list."""
        return re.compile(self.owned_chain)

    @cached_property
    def not_heads(self) -> re.Pattern[str]:
        """Return the pattern of words before the head of a chain that are not it."""
        return re.compile(self.owner)

    @cached_property
    def be(self) -> re.Pattern[str]:
        """Return the pattern of *to be* between other words."""
        return re.compile(f" ({self.one_is}|{self.several_are}) ")

    @cached_property
    def joined(self) -> re.Pattern[str]:
        """Return the pattern of what joins the last two of a list."""
        return re.compile(f" {self.conjunction} ")

    def _compiled(self, rule: Rule) -> re.Pattern[str]:
        macro = re.compile("|".join(map(re.escape, self.macros)))
        template = macro.sub(lambda match: self.macros[match[0]], rule.template)
        return re.compile(rf"(?<!\S){_GROUP.sub(self._group, template)}")

    def _group(self, match: re.Match[str]) -> str:
        """Return the pattern of an end; a class may have an owner (*Peru's largest port*)."""
        chain = self.owned_chain if match[1] == "sup" else self.chain
        return f"(?P<{match[1]}>{self._list(chain) if match[2] else chain})"

    def _list(self, chain: str) -> str:
        """Return the pattern of a list: *A, B and C*."""
        return rf"{chain}(?: , {chain})*(?:(?: ,)? {self.conjunction} {chain})?"
