"""The grammar of relations of a language: rules over the encoding of a sentence, with word lists and macros.

A template is a regular expression over an encoded sentence, with groups for the arguments of the relation: `{sub}` is a
kind of `{sup}`, `{whole}` has `{part}`, `{name}` is also called `{other}`; a group whose name ends in s matches a list
(*A, B and C*). Macros stand for recurring patterns; `NP` is any noun phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.relation_lexicon import RelationLexicon
from lgm_core.learning.patterns.sentence_encoding import Argument, EncodedSentence
from lgm_core.model import RelationKind

__all__ = ["NP", "Condition", "Grammar", "Rule", "alias", "has_part", "is_a"]

NP = r"[NPMXKC]\d+[a-z](?!\S)"
"""Any noun phrase except with naming nouns (T, S), since *the term X* is about X, and broader ones (B, U), which are
about others."""
Condition = Callable[[EncodedSentence, Argument, Argument], bool]
"""Tells whether a rule applies to the two arguments it matched in a sentence."""
_EXAMPLES = frozenset({"such_as", "including", "especially", "and_other", "includes_kinds"})
"""Rules that find examples of a class, in any language."""
_GROUP = re.compile(r"\{([a-z]+?)(s?)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for one way of stating a relation.

    Attributes:
        name: the name in its evidence's origin; several rules may share one.
        kind: the kind of relation.
        cues: the rule is only tried on sentences with one of these words.
        template: the pattern that the encoded sentence must match.
        condition: the test that the two arguments must pass.
        in_brackets: whether the rule also reads text in brackets.
        in_company: the test for other things in a list of which two pass `condition`; None to leave them out.
    """

    name: str
    kind: RelationKind
    cues: str
    template: str
    condition: Condition
    in_brackets: bool = False
    in_company: Condition | None = None

    @property
    def is_clause(self) -> bool:
        """Tell whether it reads the verb of a clause, which a question does not assert."""
        return self.template.startswith(("INTRO ", "FREE "))

    @property
    def lists_examples(self) -> bool:
        """Tell whether the class is in the plural, before or after examples of it."""
        return self.name in _EXAMPLES


def is_a(name: str, cues: str, template: str, condition: Condition = conditions.defines) -> Rule:
    """Return a rule for classes."""
    in_brackets = condition is conditions.exemplifies  # "birds (such as owls)"
    return Rule(name, RelationKind.IS_A, cues, template, condition, in_brackets)


def has_part(
    name: str,
    cues: str,
    template: str,
    condition: Condition = conditions.composes,
    in_company: Condition | None = None,
) -> Rule:
    """Return a rule for parts."""
    return Rule(name, RelationKind.HAS_PART, cues, template, condition, in_company=in_company)


def alias(name: str, cues: str, template: str, condition: Condition = conditions.same_sort) -> Rule:
    """Return a rule for other names, which often stand in brackets."""
    return Rule(name, RelationKind.ALIAS_OF, cues, template, condition, in_brackets=True)


@dataclass(frozen=True)
class Grammar:
    """The relation rules of a language, with their word lists and patterns.

    Attributes:
        lexicon: its word lists.
        rules: its rules.
        macros: the patterns of the macros in templates.
        chain: the pattern of a noun phrase with its complements, as in *capital of France*.
        owned_chain: the same with an owner before it, as in *France's capital*.
        before_head: the pattern of words that precede the head of a chain, such as its owner.
        conjunction: the pattern of words that join the last two items of a list.
        additive: the conjunction for all items together: *and*, not *or*.
        singular_be: *to be* after a single subject.
        plural_be: *to be* after several.
        of_words: prepositions that attach a complement to a noun, as *of* does, the most usual first.
    """

    lexicon: RelationLexicon
    rules: tuple[Rule, ...]
    macros: Mapping[str, str]
    chain: str
    owned_chain: str
    before_head: str
    conjunction: str
    additive: str
    singular_be: str
    plural_be: str
    of_words: tuple[str, ...]

    @cached_property
    def rules_by_cue(self) -> dict[str, list[tuple[Rule, re.Pattern[str]]]]:
        """Return the rules with their compiled patterns, by each of their cues."""
        rules: dict[str, list[tuple[Rule, re.Pattern[str]]]] = {}
        for rule in self.rules:
            pattern = self._compile(rule)
            for cue in rule.cues.split():
                rules.setdefault(cue, []).append((rule, pattern))
        return rules

    @cached_property
    def chain_pattern(self) -> re.Pattern[str]:
        """Return the pattern of one chain of a list."""
        return re.compile(self.owned_chain)

    @cached_property
    def before_head_pattern(self) -> re.Pattern[str]:
        """Return the pattern of words that precede the head of a chain."""
        return re.compile(self.before_head)

    @cached_property
    def be_pattern(self) -> re.Pattern[str]:
        """Return the pattern of *to be* between other words."""
        return re.compile(f" ({self.singular_be}|{self.plural_be}) ")

    @cached_property
    def conjunction_pattern(self) -> re.Pattern[str]:
        """Return the pattern of a conjunction between other words."""
        return re.compile(f" {self.conjunction} ")

    def _compile(self, rule: Rule) -> re.Pattern[str]:
        macro = re.compile("|".join(map(re.escape, self.macros)))
        template = macro.sub(lambda match: self.macros[match[0]], rule.template)
        return re.compile(rf"(?<!\S){_GROUP.sub(self._group, template)}")

    def _group(self, match: re.Match[str]) -> str:
        """Return the pattern of an argument; a class may have an owner (*Peru's largest port*)."""
        chain = self.owned_chain if match[1] == "sup" else self.chain
        after = "" if match[1] == "sup" else "(?! 's )"  # not the owner in "He joined Ada's band"
        return f"(?P<{match[1]}>{self._list_of(chain) if match[2] else chain}){after}"

    def _list_of(self, chain: str) -> str:
        """Return the pattern of a list: *A, B and C*."""
        return rf"{chain}(?: , {chain})*(?:(?: ,)? {self.conjunction} {chain})?"
