"""What English sentences say to state a relation.

`BE` is a form of *to be*, `ADV` any adverbs, `PPS` what prepositions attach to a noun phrase, `INTRO` what may come
before the subject of a sentence, `ASIDE` what commas set off after it, and `FREE` means not inside another phrase.
"""

from __future__ import annotations

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns import relation_lexicon as lexicon
from lgm_core.learning.patterns.grammar import NP, Grammar, alias, has_part, is_a
from lgm_core.learning.patterns.grammar_words import Words

__all__ = ["ENGLISH"]

_CHAIN = rf"{NP}(?: of {NP}| P\d+o)*"
_OWNED_CHAIN = rf"(?:{NP} 's )?{_CHAIN}"
_PREPOSITION = (
    "(?:in|on|at|for|from|by|with|to|between|near|within|under|among|during|since|as|unlike|like|according|throughout|"
    "after|before)"
)
_MACROS = {
    "INTRO ": rf"^(?:(?:and|but|so) )?(?:~\S+ (?:, )?)*"
    rf"(?:{_PREPOSITION} [^;]{{1,120}}? , |{_PREPOSITION} {NP}(?: of {NP})? (?=[NPT]\d+a)|"
    r"(?!if |unless |although |when )[a-z]+ [^,;]{1,80} , )?",
    " ASIDE": r"(?: ,(?! and| or) [^;]{1,200}? ,|(?: ,)? (?:or|know|call|abbreviate|~also|~sometimes|~often|~formerly|"
    r"~commonly|~officially) [^;]{1,150}?)?(?: ,)*(?: ~\S+)*",
    " PPS": rf"(?: {_PREPOSITION} {NP}(?: of {NP})*){{0,2}}",
    "FREE ": "".join(
        rf"(?<! {word} )"
        for word in ("and", "or", "of", "in", "on", "at", "to", "for", "with", "from", "by", "as", "'s")
    ),
    "ADV ": r"(?:~\S+ )*",
    "BE": "(?:is|are)",
    "NP": NP,
}

_TERM = r"INTRO (?:N\d+t (?=P\d+o)|T\d+[a-z] )?{subs} ASIDE"
_A = r"(?:one of |any of |either )?(?:an? |the )?"
_MEAN = r"(?:describe|denote|mean|refer ADV to)"
_WHOLE = r"FREE {whole} PPS(?: ,)?(?: that| which| who)? ADV (?:can |may |must |will )?ADV "

_RULES = (
    # Definitions: A cruiser is a warship.
    is_a("copula", "is are", rf"{_TERM} BE ADV {_A}{{sups}}"),
    is_a("one_of", "one", rf"{_TERM} BE ADV (?:~generally )?one of {{sup}}", conditions.is_one_of),
    is_a(
        "superlative",
        "of",
        rf"{_TERM} BE ADV the (?:~most |~least )?(?:\S+est|first|second|third|last|only) of {{sup}}",
        conditions.is_one_of,
    ),
    is_a(
        "term_for",
        "T",
        rf"{_TERM} is ADV T\d+[a-z](?: of| for| mean| that (?:describe|denote)| ADV use to {_MEAN}) {_A}{{sup}}",
    ),
    is_a(
        "used_for",
        "use",
        rf"{_TERM} BE ADV use ADV (?:NP )?to ADV {_MEAN} ADV {_A}{{sups}}",
    ),
    is_a("refers_to", "refer", rf"{_TERM} (?:can |may )?ADV refer ADV to ADV {_A}{{sups}}"),
    is_a("denotes", "denote", rf"{_TERM} (?:can |may )?ADV denote ADV {_A}{{sups}}"),
    is_a("describes", "describe", r"INTRO (?:N\d+t )?T\d+[a-z] {subs} ASIDE describe ADV {sups}"),
    is_a("defined_as", "define classify", rf"{_TERM} BE ADV (?:define|classify) ADV as {_A}{{sups}}"),
    is_a("belongs_to", "belong", r"INTRO {subs} belong to K\d+[a-z] of {sup}"),
    is_a("which_is", "which who", r"{sub} , wh(?:ich|o) BE ADV (?:one of )?{sups}"),
    # Examples: fruits such as apples.
    is_a("such_as", "such", r"{sup}(?: ,)* such as ADV {subs}", conditions.exemplifies),
    is_a("such_as", "as", r"(?P<sup>[NK]\d+s) as {subs}", conditions.exemplifies),
    is_a("including", "including", r"{sup}(?: ,)* including ADV {subs}", conditions.exemplifies),
    is_a(
        "especially",
        "~especially ~particularly ~notably",
        r"{sup} , ~(?:especially|particularly|notably) {subs}",
        conditions.exemplifies,
    ),
    is_a("and_other", "other", r"{subs}(?: ,)? (?:and|or) (?P<sup>[NK]\d+h)", conditions.exemplifies),
    is_a("includes_kinds", "include", r"FREE {sup} PPS ADV include ADV {subs}", conditions.exemplifies),
    is_a("kinds_of", "K", r"K\d+[a-z] of {sup} (?:is|are|include|:) {subs}", conditions.lists_kinds),
    # Names beside their class: the singer Nina Simone.
    is_a(
        "apposition",
        ",",
        r"(?<!, )(?P<sub>P\d+[ot]) , (?P<sup>[NK]\d+[at](?: of NP)*) PPS(?= [,.;]|$)(?!(?: , NP)* , (?:and|or) )",
        conditions.stands_beside,
    ),
    is_a("role", "beside", r"(?P<sup>N\d+[a-z]) (?P<sub>P\d+o)", conditions.titles),
    is_a("place", "of", r"(?P<sup>N\d+t) of (?P<sub>P\d+[ot])", conditions.names_place),
    is_a("called", "call name", r"(?P<sup>[NK]\d+[ato](?: of NP)*) ADV (?:call|name) {sub}", conditions.is_called),
    is_a(
        "called",
        "know",
        r"(?P<sup>[NK]\d+[ato](?: of NP)*) (?:that is |which is )?ADV know ADV as {sub}",
        conditions.is_called,
    ),
    # Wholes and parts: Water consists of hydrogen and oxygen.
    has_part("consists_of", "consist", rf"{_WHOLE}consist ADV of ADV {{parts}}"),
    has_part("composed_of", "compose", rf"{_WHOLE}(?:BE |been |being )?ADV compose ADV of ADV {{parts}}"),
    has_part("comprises", "comprise", rf"{_WHOLE}(?:BE )?ADV comprise ADV (?:of )?ADV {{parts}}"),
    has_part("made_of", "make", rf"{_WHOLE}(?:BE |been )?ADV make ADV (?:up |out )?ADV of ADV {{parts}}"),
    has_part("consists_of", "consisting", r"{whole} consisting ADV of ADV {parts}"),
    has_part("consists_of", "consisting", r"FREE {whole} , consisting ADV of ADV {parts}"),
    has_part("comprises", "comprising", r"{whole} comprising ADV {parts}"),
    has_part("comprises", "comprising", r"FREE {whole} , comprising ADV {parts}"),
    has_part("contains", "containing", r"{whole} containing ADV {parts}", conditions.contains),
    has_part("contains", "containing", r"FREE {whole} , containing ADV {parts}", conditions.contains),
    has_part("mixture_of", "X", rf"{_WHOLE}BE ADV X\d+[a-z] of {{parts}}"),
    has_part("divided_into", "divide subdivide", rf"{_WHOLE}BE ADV (?:sub)?divide ADV into ADV {{parts}}"),
    has_part("contains", "contain", rf"{_WHOLE}contain ADV {{parts}}", conditions.contains),
    has_part("includes", "include", rf"{_WHOLE}include ADV {{parts}}", conditions.includes),
    has_part("has", "have", rf"{_WHOLE}have ADV {{parts}}", conditions.has_known_part),
    has_part("with", "PART", r"(?P<whole>NP) with {parts}", conditions.comes_with),
    has_part("possessive", "PART", r"(?P<whole>NP) 's (?=(?P<part>NP))", conditions.has_known_part),
    has_part("part_of_whole", "PART LEADER", r"(?P<part>NP) of (?=(?P<whole>NP))", conditions.is_part_of_whole),
    has_part("part_in_whole", "PART", r"(?P<part>NP) (?:in|on) (?P<whole>N\d+[tx])", conditions.is_in_whole),
    has_part(
        "own_part", "its their his her", r"(?P<whole>N\d+[a-z])(?= .*?(?P<part>N\d+x))", conditions.owns_body_part
    ),
    # Members: a flock of birds.
    has_part("member_of", "M", r"FREE {parts} PPS(?: BE| form| become) ADV (?:one of )?M\d+[a-z] of {whole}"),
    has_part("member_of", "M", r"{part} ,(?: wh(?:o|ich) BE)? ADV (?:one of )?M\d+[a-z] of {whole}"),
    has_part("collection_of", "GROUP ANIMAL", r"(?P<whole>[NXK]\d+[a-z]) of (?=(?P<part>NP))", conditions.collects),
    has_part("serves_in", "RANKS", r"(?P<part>NP) (?:of|in|from) (?=(?P<whole>NP))", conditions.serves_in),
    has_part("joined", "join", r"{parts} ADV join {whole}", conditions.joins),
    # Other names: An abacus, also called a counting frame.
    alias(
        "known_as",
        "know",
        r"FREE {name} PPS(?:(?: ,)+(?: wh(?:o|ich) BE)?| BE) ADV know ADV (?:as|by T\d+[a-z]) ADV {others}",
        conditions.same_or_subject,
    ),
    alias("called", "call", r"FREE {name} PPS(?:(?: ,)+| BE) ADV call ADV {others}", conditions.same_or_subject),
    alias("also", "~also", r"{name}(?: ,)+ ~also {others}(?= [,;]| is| are)"),
    alias("formerly", "~formerly", r"{name}(?: ,)+ ~formerly {others}"),
    alias("or", "or", r"^{name}(?: ,)+ or {other}(?= [,;])"),
    alias("short_for", "short", r"{name}(?: ,)* (?:is )?short for {other}", conditions.renames),
    alias("stands_for", "stand refer", r"{name} (?:stand|refer ADV) (?:for|to) {other}", conditions.abbreviates),
    alias(
        "abbreviated", "abbreviate", r"{name}(?: ,)*(?: BE)? ADV abbreviate ADV (?:as|to)? ?{other}", conditions.renames
    ),
    alias("abbreviation_of", "T", r"{name} is T\d+[atx] (?:of|for) {other}", conditions.abbreviates),
    alias("nicknamed", "nickname", r"{name}(?: ,)*(?: BE)? ADV nickname {other}"),
    alias("renamed", "rename", r"{name}(?: ,)*(?: BE)? ADV rename (?:as |to )?{other}"),
    alias("born_as", "bear", r"{name}(?: ,)+ bear {other}(?= [,;]| on| in|$)", conditions.is_birth_name),
)

_WORDS = Words(
    language="en",
    singular=singular,
    determiners={"a": "a", "an": "a", "the": "t", "other": "h", "such": "s"},
    indefinite=frozenset(["", "a", "an"]),
    definite=frozenset(["the"]),
    pointing=lexicon.POINTING,
    denying=frozenset({"no", "neither", "few"}),
    verb_forms={
        **dict.fromkeys(("is", "was", "'s", "’s"), "is"),
        **dict.fromkeys(("are", "were", "'re", "’re"), "are"),
        **{form: form for form in ("be", "been", "being", "comprising", "consisting", "containing", "including")},
    },
    negative_adverbs=lexicon.NEGATIVE_ADVERBS,
    noun_classes=lexicon.NOUN_CLASSES,
    noun_cues=lexicon.NOUN_CUES,
    kinds=lexicon.KINDS,
    taxa=lexicon.TAXA,
    quantities=lexicon.QUANTITIES,
    class_openers=lexicon.CLASS_OPENERS,
    no_class=lexicon.NO_CLASS,
    name_endings=lexicon.NAME_ENDINGS,
    not_describing=lexicon.NOT_DESCRIBING,
    times=lexicon.TIMES,
    containers=lexicon.CONTAINERS,
    parts=lexicon.PARTS,
    persons=lexicon.PERSONS,
    not_persons=lexicon.NOT_PERSONS,
    person_endings=lexicon.PERSON_ENDINGS,
    animals=lexicon.ANIMALS,
    animal_endings=lexicon.ANIMAL_ENDINGS,
)

ENGLISH = Grammar(
    words=_WORDS,
    rules=_RULES,
    macros=_MACROS,
    chain=_CHAIN,
    owned_chain=_OWNED_CHAIN,
    owner=r"[NK]\d+[a-z] (?=P)|[A-Z]\d+[a-z] 's ",
    conjunction="(?:and|or|and/or|&|~as ~well as)",
    adding="and",
    one_is="is",
    several_are="are",
    of=("of", "within"),
)
