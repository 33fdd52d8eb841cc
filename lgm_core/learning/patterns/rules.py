"""What sentences say to state a relation: one table of rules over the line of a sentence.

A template is a regular expression over the words of a line, with groups for the ends of the relation: `{sub}` is a
kind of `{sup}`, `{whole}` has `{part}`, `{name}` is also called `{other}`; a group whose name ends in s takes a list
(*A, B and C*). `NP` is any noun phrase, `BE` a form of *to be*, `ADV` any adverbs, `PPS` what prepositions attach to a
noun phrase, `INTRO` what may come before the subject of a sentence, `ASIDE` what commas set off after it, and `FREE`
means not inside another phrase. Another language needs such a table, its macros and its word lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.line import Line
from lgm_core.learning.patterns.units import Unit
from lgm_core.model import RelationKind

__all__ = ["OWNED_CHAIN", "RULES", "Rule"]

NP = r"[NPMXK]\d+[a-z](?!\S)"
CHAIN = rf"{NP}(?: of {NP}| P\d+o)*"
OWNED_CHAIN = rf"(?:{NP} 's )?{CHAIN}"
PREPOSITION = (
    "(?:in|on|at|for|from|by|with|to|between|near|within|under|among|during|since|as|unlike|like|according|throughout|"
    "after|before)"
)
_MACROS = {
    "INTRO ": rf"^(?:(?:and|but|so) )?(?:~\S+ (?:, )?)*"
    rf"(?:{PREPOSITION} [^;]{{1,120}}? , |{PREPOSITION} {NP}(?: of {NP})? (?=[NPT]\d+a)|"
    r"(?!if |unless |although |when )[a-z]+ [^,;]{1,80} , )?",
    " ASIDE": r"(?: ,(?! and| or) [^;]{1,200}? ,|(?: ,)? (?:or|know|call|abbreviate|~also|~sometimes|~often|~formerly|"
    r"~commonly|~officially) [^;]{1,150}?)?(?: ,)*(?: ~\S+)*",
    " PPS": rf"(?: {PREPOSITION} {NP}(?: of {NP})*){{0,2}}",
    "FREE ": "".join(
        rf"(?<! {word} )"
        for word in ("and", "or", "of", "in", "on", "at", "to", "for", "with", "from", "by", "as", "'s")
    ),
    "ADV ": r"(?:~\S+ )*",
    "BE": "(?:is|are)",
    "NP": NP,
}
_MACRO = re.compile("|".join(_MACROS))


def _list(chain: str) -> str:
    """Return the pattern of a list: *A, B and C*."""
    return rf"{chain}(?: , {chain})*(?:(?: ,)? (?:and|or|and/or|&|~as ~well as) {chain})?"


_GROUP = re.compile(r"\{([a-z]+?)(s?)\}")

Condition = Callable[[Line, Unit, Unit], bool]


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

    def compiled(self) -> re.Pattern[str]:
        """Return the regular expression of the template."""
        template = _MACRO.sub(lambda match: _MACROS[match[0]], self.template)
        return re.compile(rf"(?<!\S){_GROUP.sub(_group, template)}")


def _group(match: re.Match[str]) -> str:
    """Return the pattern of an end; a class may have an owner (*Peru's largest port*)."""
    chain = OWNED_CHAIN if match[1] == "sup" else CHAIN
    return f"(?P<{match[1]}>{_list(chain) if match[2] else chain})"


def _is_a(name: str, cues: str, template: str, when: Condition = conditions.defines) -> Rule:
    return Rule(name, RelationKind.IS_A, cues, template, when, in_brackets=when is conditions.exemplifies)


def _has_part(name: str, cues: str, template: str, when: Condition = conditions.composes) -> Rule:
    return Rule(name, RelationKind.HAS_PART, cues, template, when)


def _alias(name: str, cues: str, template: str, when: Condition = conditions.same_sort) -> Rule:
    return Rule(name, RelationKind.ALIAS_OF, cues, template, when, in_brackets=True)


_TERM = r"INTRO (?:N\d+t (?=P\d+o)|T\d+[a-z] )?{subs} ASIDE"
_A = r"(?:one of |any of |either )?(?:an? |the )?"
_MEAN = r"(?:describe|denote|mean|refer ADV to)"
_WHOLE = r"FREE {whole} PPS(?: ,)?(?: that| which| who)? ADV (?:can |may |must |will )?ADV "

RULES = (
    # Definitions: A cruiser is a warship.
    _is_a("copula", "is are", rf"{_TERM} BE ADV {_A}{{sups}}"),
    _is_a(
        "term_for",
        "T",
        rf"{_TERM} is ADV T\d+[a-z](?: of| for| mean| that (?:describe|denote)| ADV use to {_MEAN}) {_A}{{sup}}",
    ),
    _is_a(
        "used_for",
        "use",
        rf"{_TERM} BE ADV use ADV (?:NP )?to ADV {_MEAN} ADV {_A}{{sups}}",
    ),
    _is_a("refers_to", "refer", rf"{_TERM} (?:can |may )?ADV refer ADV to ADV {_A}{{sups}}"),
    _is_a("denotes", "denote", rf"{_TERM} (?:can |may )?ADV denote ADV {_A}{{sups}}"),
    _is_a("describes", "describe", r"INTRO (?:N\d+t )?T\d+[a-z] {subs} ASIDE describe ADV {sups}"),
    _is_a("defined_as", "define classify", rf"{_TERM} BE ADV (?:define|classify) ADV as {_A}{{sups}}"),
    _is_a("belongs_to", "belong", r"INTRO {subs} belong to K\d+[a-z] of {sup}"),
    _is_a("which_is", "which who", r"{sub} , wh(?:ich|o) BE ADV (?:one of )?{sups}"),
    # Examples: fruits such as apples.
    _is_a("such_as", "such", r"{sup}(?: ,)* such as ADV {subs}", conditions.exemplifies),
    _is_a("such_as", "as", r"(?P<sup>[NK]\d+s) as {subs}", conditions.exemplifies),
    _is_a("including", "including", r"{sup}(?: ,)* including ADV {subs}", conditions.exemplifies),
    _is_a(
        "especially",
        "~especially ~particularly ~notably",
        r"{sup} , ~(?:especially|particularly|notably) {subs}",
        conditions.exemplifies,
    ),
    _is_a("and_other", "other", r"{subs}(?: ,)? (?:and|or) (?P<sup>[NK]\d+h)", conditions.exemplifies),
    _is_a("includes_kinds", "include", r"FREE {sup} PPS ADV include ADV {subs}", conditions.exemplifies),
    _is_a("kinds_of", "K", r"K\d+[a-z] of {sup} (?:is|are|include|:) {subs}", conditions.lists_kinds),
    # Names beside their class: the singer Nina Simone.
    _is_a(
        "apposition",
        ",",
        r"(?<!, )(?P<sub>P\d+[ot]) , (?P<sup>[NK]\d+[at](?: of NP)*) PPS(?= [,.;]|$)(?!(?: , NP)* , (?:and|or) )",
        conditions.stands_beside,
    ),
    _is_a("role", "beside", r"(?P<sup>N\d+[a-z]) (?P<sub>P\d+o)", conditions.titles),
    _is_a("place", "of", r"(?P<sup>N\d+t) of (?P<sub>P\d+[ot])", conditions.names_place),
    _is_a("called", "call name", r"(?P<sup>[NK]\d+[ato](?: of NP)*) ADV (?:call|name) {sub}", conditions.is_called),
    _is_a(
        "called",
        "know",
        r"(?P<sup>[NK]\d+[ato](?: of NP)*) (?:that is |which is )?ADV know ADV as {sub}",
        conditions.is_called,
    ),
    # Wholes and parts: Water consists of hydrogen and oxygen.
    _has_part("consists_of", "consist", rf"{_WHOLE}consist ADV of ADV {{parts}}"),
    _has_part("composed_of", "compose", rf"{_WHOLE}(?:BE |been |being )?ADV compose ADV of ADV {{parts}}"),
    _has_part("comprises", "comprise", rf"{_WHOLE}(?:BE )?ADV comprise ADV (?:of )?ADV {{parts}}"),
    _has_part("made_of", "make", rf"{_WHOLE}(?:BE |been )?ADV make ADV (?:up |out )?ADV of ADV {{parts}}"),
    _has_part("consists_of", "consisting", r"{whole} consisting ADV of ADV {parts}"),
    _has_part("consists_of", "consisting", r"FREE {whole} , consisting ADV of ADV {parts}"),
    _has_part("comprises", "comprising", r"{whole} comprising ADV {parts}"),
    _has_part("comprises", "comprising", r"FREE {whole} , comprising ADV {parts}"),
    _has_part("contains", "containing", r"{whole} containing ADV {parts}", conditions.contains),
    _has_part("contains", "containing", r"FREE {whole} , containing ADV {parts}", conditions.contains),
    _has_part("mixture_of", "X", rf"{_WHOLE}BE ADV X\d+[a-z] of {{parts}}"),
    _has_part("divided_into", "divide subdivide", rf"{_WHOLE}BE ADV (?:sub)?divide ADV into ADV {{parts}}"),
    _has_part("contains", "contain", rf"{_WHOLE}contain ADV {{parts}}", conditions.contains),
    _has_part("includes", "include", rf"{_WHOLE}include ADV {{parts}}", conditions.includes),
    _has_part("has", "have", rf"{_WHOLE}have ADV {{parts}}", conditions.has_known_part),
    _has_part("with", "PART", r"(?P<whole>NP) with {parts}", conditions.comes_with),
    _has_part("possessive", "PART", r"(?P<whole>NP) 's (?=(?P<part>NP))", conditions.has_known_part),
    _has_part("part_of_whole", "PART LEADER", r"(?P<part>NP) of (?=(?P<whole>NP))", conditions.is_part_of_whole),
    _has_part("part_in_whole", "PART", r"(?P<part>NP) (?:in|on) (?P<whole>N\d+[tx])", conditions.is_in_whole),
    _has_part(
        "own_part", "its their his her", r"(?P<whole>N\d+[a-z])(?= .*?(?P<part>N\d+x))", conditions.owns_body_part
    ),
    # Members: a flock of birds.
    _has_part("member_of", "M", r"FREE {parts} PPS(?: BE| form| become) ADV (?:one of )?M\d+[a-z] of {whole}"),
    _has_part("member_of", "M", r"{part} ,(?: wh(?:o|ich) BE)? ADV (?:one of )?M\d+[a-z] of {whole}"),
    _has_part("collection_of", "GROUP ANIMAL", r"(?P<whole>[NXK]\d+[a-z]) of (?=(?P<part>NP))", conditions.collects),
    _has_part("serves_in", "RANKS", r"(?P<part>NP) (?:of|in|from) (?=(?P<whole>NP))", conditions.serves_in),
    _has_part("joined", "join", r"{parts} ADV join {whole}", conditions.joins),
    # Other names: An abacus, also called a counting frame.
    _alias(
        "known_as",
        "know",
        r"FREE {name} PPS(?:(?: ,)+(?: wh(?:o|ich) BE)?| BE) ADV know ADV (?:as|by T\d+[a-z]) ADV {others}",
        conditions.same_or_subject,
    ),
    _alias("called", "call", r"FREE {name} PPS(?:(?: ,)+| BE) ADV call ADV {others}", conditions.same_or_subject),
    _alias("also", "~also", r"{name}(?: ,)+ ~also {others}(?= [,;]| is| are)"),
    _alias("formerly", "~formerly", r"{name}(?: ,)+ ~formerly {others}"),
    _alias("or", "or", r"^{name}(?: ,)+ or {other}(?= [,;])"),
    _alias("short_for", "short", r"{name}(?: ,)* (?:is )?short for {other}", conditions.renames),
    _alias("stands_for", "stand refer", r"{name} (?:stand|refer ADV) (?:for|to) {other}", conditions.abbreviates),
    _alias(
        "abbreviated", "abbreviate", r"{name}(?: ,)*(?: BE)? ADV abbreviate ADV (?:as|to)? ?{other}", conditions.renames
    ),
    _alias("abbreviation_of", "T", r"{name} is T\d+[atx] (?:of|for) {other}", conditions.abbreviates),
    _alias("nicknamed", "nickname", r"{name}(?: ,)*(?: BE)? ADV nickname {other}"),
    _alias("renamed", "rename", r"{name}(?: ,)*(?: BE)? ADV rename (?:as |to )?{other}"),
    _alias("born_as", "bear", r"{name}(?: ,)+ bear {other}(?= [,;]| on| in|$)", conditions.is_birth_name),
)
