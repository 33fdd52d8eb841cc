"""Rules that find relations in English sentences.

The macros of templates are `BE` (a form of *to be*), `ADV` (any adverbs), `PPS` (prepositional phrases of a noun
phrase), `INTRO` (words before the subject of a sentence), `ASIDE` (asides between commas after it) and `FREE` (not
inside another phrase). Each rule has an example.
"""

from __future__ import annotations

from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.english import english_conditions
from lgm_core.learning.patterns.english.english_relation_lexicon import ENGLISH_LEXICON
from lgm_core.learning.patterns.english.other_name_rules import OTHER_NAMES
from lgm_core.learning.patterns.grammar import NP, Grammar, Rule, has_part, is_a

__all__ = ["ENGLISH"]

# "capital of France"; "singer Nina Simone": a name right after a noun phrase belongs to it.
_CHAIN = rf"{NP}(?: of {NP}| P\d+o)*"
_OWNED_CHAIN = rf"(?:{NP} 's )?{_CHAIN}"
_PREPOSITION = (
    "(?:in|on|at|for|from|by|with|to|between|near|within|under|among|during|since|as|unlike|like|according|throughout|"
    "after|before)"
)
# The repetitions are bounded, so that time is linear in the length of a sentence of thousands of words.
_MACROS = {
    # "But usually, in music, a trio is …". The leading phrase ends with a comma, or right before a noun phrase with an
    # indefinite article ("In music a trio …"). It must not be a clause that makes the rest a condition: "If Tom is a
    # thief, …", "In case Tom is a thief, …".
    "INTRO ": rf"^(?!~(?:when|where)|~as ~(?:long|soon) as |in K\d+o (?:that )?[A-Z])"
    rf"(?:(?:and|but|so) )?(?:~\S+ (?:, )?)*"
    rf"(?:{_PREPOSITION} [^;]{{1,120}}? , |{_PREPOSITION} {NP}(?: of {NP})? (?=[NPTS]\d+a)|"
    r"(?!(?:if|unless|although|when|where|whether|provide|suppose|assume|imagine|should) )[a-z]+ [^,;]{1,80} , )?",
    # "Lund, an old town, is …", "Halite, also known as rock salt, is …", "Halite or rock salt is …".
    " ASIDE": r"(?: ,(?! and| or) [^;]{1,200}? ,|(?: ,)? (?:or|know|call|abbreviate|~also|~sometimes|~often|~formerly|"
    r"~commonly|~officially) [^;]{1,150}?)?(?: ,)*(?: ~\S+)*",
    # "The crew of the ship in the harbour consists of …".
    " PPS": rf"(?: {_PREPOSITION} {NP}(?: of {NP})*){{0,2}}",
    # A whole after one of these words is not the subject: "The price of water …", "boats and water …".
    "FREE ": "".join(
        rf"(?<! {word} )"
        for word in ("and", "or", "of", "in", "on", "at", "to", "for", "with", "from", "by", "as", "'s")
    )
    # Nor is a condition or a denial a statement: "If water contains salt, …", "It is false that water contains salt".
    + "".join(
        rf"(?<!\b{words} )"
        for words in (
            *(
                "without",
                "than",
                "if",
                "whether",
                "unless",
                "when",
                "whenever",
                "~when",
                "~whenever",
                "should",
                "do",
                "nor",
            ),
            *("not", "hardly", "barely", "scarcely", "suppose", "assume", "imagine"),
            *(
                f"{word} that"
                for word in (
                    *("provide", "suppose", "assume", "imagine", "deny", "doubt", "dispute", "disprove"),
                    *("false", "untrue", "wrong", "incorrect", "unclear", "doubtful", "unlikely", "impossible"),
                )
            ),
        )
    ),
    "ADV ": r"(?:~\S+ )*",
    "BE": "(?:is|are)",
    "NP": NP,
}

# What is defined: "A ketch", "The painter Ada Brook", "The term Zine".
_TERM = r"INTRO (?:[NC]\d+t (?=P\d+o)|[TS]\d+[a-z] )?{subs} ASIDE"
# What things are kinds of: "An exception", "The class Exception".
_ABOVE = r"INTRO (?:[NC]\d+t (?=P\d+o)|[TS]\d+[a-z] )?{sup} ASIDE"
# Words allowed before the class: "any of the", "either a"; articles that belong to no noun phrase.
_A = r"(?:one of |any of |either )?(?:an? |the )?"
_MEAN = r"(?:describe|denote|mean|refer ADV to)"
# "mammals", "dogs, cats and whales"
_PLAIN_LIST = r"[NMPX]\d+[ot](?:(?: ,)* (?:and )?[NMPX]\d+[ot])*"
# "A fruit", "A fruit that may often", "The walls of the castle, which".
_WHOLE = r"FREE {whole} PPS(?: ,)?(?: that| which| who)? ADV (?:can |may |must |will )?ADV "

_DEFINITIONS = (
    # A cruiser is a warship. But "A fast is when people do not eat" has no class, and "Canidae is the family of dogs."
    # says what dogs are.
    is_a(
        "copula",
        "is are",
        rf"{_TERM} BE (?!~(?:how|when|where|why) )ADV (?!C\d+t of {_PLAIN_LIST}(?: [.;]|$)){_A}{{sups}}",
    ),
    # Io is one of the four moons of Jupiter: the class after "one of" must be in the plural.
    is_a("one_of", "one", rf"{_TERM} BE ADV (?:~generally )?one of {{sup}}", conditions.is_one_of),
    # Everest is the highest of the mountains.
    is_a(
        "superlative",
        "of",
        rf"{_TERM} BE ADV the (?:~most |~least )?(?:\S+est|first|second|third|last|only) of {{sup}}",
        conditions.is_one_of,
    ),
    # Zine is a word for a booklet. Zine is a term that describes a booklet.
    is_a(
        "term_for",
        "T",
        rf"{_TERM} is ADV T\d+[a-z](?: of| for| mean| that (?:describe|denote)| ADV use to {_MEAN}) {_A}{{sup}}",
        english_conditions.is_term_for,
    ),
    # Zine is often used to describe a booklet.
    is_a("used_for", "use", rf"{_TERM} BE ADV use ADV (?:NP )?to ADV {_MEAN} ADV {_A}{{sups}}"),
    # Fado refers to a kind of song.
    is_a(
        "refers_to",
        "refer",
        rf"{_TERM} (?:can |may )?ADV refer ADV to ADV {_A}{{sups}}",
        english_conditions.refers_to_class,
    ),
    # Fado denotes a kind of song.
    is_a("denotes", "denote", rf"{_TERM} (?:can |may )?ADV denote ADV {_A}{{sups}}", english_conditions.means_class),
    # The term Zine describes a booklet.
    is_a("describes", "describe", r"INTRO (?:N\d+t )?[TS]\d+[a-z] {subs} ASIDE describe ADV {sups}"),
    # A sextant is defined as an instrument.
    is_a("defined_as", "define classify", rf"{_TERM} BE ADV (?:define|classify) ADV as {_A}{{sups}}"),
    # Crows belong to the family of corvids.
    is_a("belongs_to", "belong", r"INTRO {subs} ASIDE belong ADV to [KC]\d+[a-z] of {sup}"),
    # Crows belong to the family Corvidae.
    is_a(
        "belongs_to", "belong", r"INTRO {subs} ASIDE belong ADV to C\d+t (?P<sup>P\d+o)", english_conditions.is_of_rank
    ),
    # Crows are members of the family Corvidae.
    is_a(
        "belongs_to",
        "M",
        r"INTRO {subs} ASIDE BE ADV (?:one of )?M\d+[a-z] of C\d+t (?P<sup>P\d+o)",
        english_conditions.is_of_rank,
    ),
    # Sonnets fall under the category of poems.
    is_a("falls_under", "fall", r"INTRO {subs} ASIDE fall ADV (?:under|into|within|in) [KC]\d+[a-z] of {sup}"),
    # They met Ada, who was a nurse.
    is_a("which_is", "which who", r"{sub} , wh(?:ich|o) BE ADV (?:one of )?{sups}", english_conditions.adds_class),
)
_COVER = "(?:include|including|encompass|cover|subsume)"
_HOLD = "(?:include|including|encompass|cover|subsume|contain|containing|comprise|comprising)"
_CLASSES_OF = (
    # Exception is the base class of ValueError and OSError.
    is_a("superclass_of", "B", rf"{_ABOVE} BE ADV {_A}B\d+[a-z] (?:of|for|to) ADV {{subs}}", conditions.generalises),
    # Furniture is an umbrella term for chairs and tables.
    is_a("umbrella_of", "U", rf"{_ABOVE} BE ADV {_A}U\d+[a-z] (?:of|for) ADV {{subs}}", english_conditions.spans),
    # A marsupial is a broader category that includes quokkas.
    is_a(
        "umbrella_of",
        "B U",
        rf"{_ABOVE} BE ADV {_A}[BU]\d+[a-z](?: of NP)? (?:(?:that|which) ADV {_COVER}|{_COVER}) ADV {{subs}}",
        english_conditions.spans,
    ),
    # Panthera is a genus that contains lions.
    is_a(
        "umbrella_of",
        "C",
        rf"{_ABOVE} BE ADV {_A}C\d+[a-z] (?:(?:that|which) ADV {_HOLD}|{_HOLD}) ADV {{subs}}",
        english_conditions.ranks_over,
    ),
    # The genus Panthera contains lions.
    is_a("umbrella_of", "C", rf"INTRO C\d+t (?P<sup>P\d+o) ADV {_HOLD} ADV {{subs}}", english_conditions.ranks_over),
    # Citrus is the genus to which lemons belong. Metal is the class that copper belongs to.
    is_a("rank_of", "C", rf"{_ABOVE} is ADV C\d+t to which {{subs}} ADV belong", conditions.generalises),
    is_a("rank_of", "C", rf"{_ABOVE} is ADV C\d+t (?:that |which )?{{subs}} ADV belong ADV to", conditions.generalises),
    # The base class of ValueError is Exception. ValueError's base class is Exception.
    is_a("superclass_of", "B U", r"INTRO [BU]\d+[at] (?:of|for) {subs} BE ADV {sup}", conditions.generalises),
    is_a("superclass_of", "B U", r"INTRO (?P<sub>NP) 's [BU]\d+o BE ADV {sup}", conditions.generalises),
    # Exception is ValueError's base class.
    is_a("superclass_of", "B", rf"{_ABOVE} BE ADV (?P<sub>NP) 's [BU]\d+o", conditions.generalises),
    # Exception, the base class of ValueError, is raised.
    is_a(
        "superclass_of", "B", r"(?P<sup>P\d+[ot]|N\d+o) , B\d+[at] (?:of|for) {subs}(?= [,;.])", conditions.generalises
    ),
    # Canidae is the family of dogs and wolves. With more after it, it may say what the family is: "… that hunt".
    is_a(
        "rank_of",
        "C",
        rf"{_ABOVE} is ADV C\d+t of (?={_PLAIN_LIST}(?: [.;]|$)){{subs}}",
        english_conditions.ranks,
    ),
    # The family of dogs is Canidae.
    is_a("rank_of", "C", r"INTRO C\d+t of {subs} is ADV (?P<sup>[PN]\d+o)(?= [.;]|$)", english_conditions.ranks),
)
_EXAMPLES = (
    # Birds such as owls and larks sing.
    is_a("such_as", "such", r"{sup}(?: ,)* such as ADV {subs}", conditions.exemplifies),
    # Such birds as owls sing.
    is_a("such_as", "as", r"(?P<sup>[NKC]\d+s) as {subs}", conditions.exemplifies),
    # Birds, including owls, sing.
    is_a("including", "including", r"{sup}(?: ,)* including ADV {subs}", conditions.exemplifies),
    # Birds, especially owls, sing.
    is_a(
        "especially",
        "~especially ~particularly ~notably",
        r"{sup} , ~(?:especially|particularly|notably) {subs}",
        conditions.exemplifies,
    ),
    # Owls, larks and other birds sing.
    is_a("and_other", "other", r"{subs}(?: ,)? (?:and|or) (?P<sup>[NKC]\d+h)", conditions.exemplifies),
    # Birds include owls and larks.
    is_a("includes_kinds", "include", r"FREE {sup} PPS ADV include ADV {subs}", conditions.exemplifies),
    # Three kinds of tree are oaks, elms and limes.
    is_a("kinds_of", "K", r"[KC]\d+[a-z] of {sup} (?:is|are|include|:) {subs}", conditions.lists_kinds),
)
_NAMES_OF_CLASSES = (
    # Ada Brook, a painter from Kent, left. It is not read inside a list: "Ada Brook, a painter, and Tom met".
    is_a(
        "apposition",
        ",",
        r"(?<!, )(?P<sub>P\d+[ot]) , (?P<sup>[NKC]\d+[at](?: of NP)*) PPS(?= [,.;]|$)"
        r"(?!(?: , NP PPS)*(?: ,)? (?:and|or) )",
        conditions.stands_beside,
    ),
    # The painter Ada Brook left.
    is_a("role", "beside", r"(?P<sup>N\d+[a-z]) (?P<sub>P\d+o)", english_conditions.titles),
    # The town of Esk flourished.
    is_a("place", "of", r"(?P<sup>N\d+t) of (?P<sub>P\d+[ot])", english_conditions.names_place),
    # A band called Driftwood played.
    is_a("called", "call name", r"(?P<sup>[NKC]\d+[ato](?: of NP)*) ADV (?:call|name) {sub}", conditions.is_called),
    # A band that is known as Driftwood played.
    is_a(
        "called",
        "know",
        r"(?P<sup>[NKC]\d+[ato](?: of NP)*) (?:that is |which is )?ADV know ADV as {sub}",
        conditions.is_called,
    ),
)
_PARTS = (
    # Water consists of hydrogen and oxygen.
    has_part("consists_of", "consist", rf"{_WHOLE}consist ADV of ADV {{parts}}"),
    # Water is composed of hydrogen and oxygen.
    has_part("composed_of", "compose", rf"{_WHOLE}(?:BE |been |being )?ADV compose ADV of ADV {{parts}}"),
    # Water comprises hydrogen.
    has_part("comprises", "comprise", rf"{_WHOLE}(?:BE )?ADV comprise ADV (?:of )?ADV {{parts}}"),
    # Water is made up of hydrogen.
    has_part("made_of", "make", rf"{_WHOLE}(?:BE |been )?ADV make ADV (?:up |out )?ADV of ADV {{parts}}"),
    # A liquid consisting of hydrogen; Water, consisting of hydrogen, …
    has_part("consists_of", "consisting", r"{whole} consisting ADV of ADV {parts}"),
    has_part("consists_of", "consisting", r"FREE (?<! , ){whole} , consisting ADV of ADV {parts}"),
    # A suite comprising a bedroom and a bathroom stood empty.
    has_part("comprises", "comprising", r"{whole} comprising ADV {parts}"),
    has_part("comprises", "comprising", r"FREE (?<! , ){whole} , comprising ADV {parts}"),
    # A fruit containing vitamins.
    has_part("contains", "containing", r"{whole} containing ADV {parts}", conditions.contains),
    has_part("contains", "containing", r"FREE (?<! , ){whole} , containing ADV {parts}", conditions.contains),
    # Brass is an alloy of copper and zinc.
    has_part("mixture_of", "X", rf"{_WHOLE}BE ADV X\d+[a-z] of {{parts}}"),
    # The canton is divided into two districts. The canton divides into two districts.
    has_part(
        "divided_into",
        "divide subdivide",
        rf"{_WHOLE}(?:BE )?ADV (?:sub)?divide ADV into ADV (?![KC]){{parts}}",
        english_conditions.divides,
    ),
    # Oranges are rich in vitamins.
    has_part("rich_in", "rich", rf"{_WHOLE}BE ADV rich ADV in ADV {{parts}}", english_conditions.is_rich),
    # The cake has layers of cream and sponge.
    has_part("layers_of", "LAYER", rf"{_WHOLE}have ADV N\d+[a-z] of {{parts}}", conditions.contains),
    # Fruits contain vitamins.
    has_part("contains", "contain", rf"{_WHOLE}contain ADV {{parts}}", conditions.contains),
    # The kit includes a pump.
    has_part("includes", "include", rf"{_WHOLE}include ADV {{parts}}", conditions.includes),
    # The cottage has a chimney. The box has a roof, a floor and two drawers.
    has_part(
        "has",
        "have",
        rf"{_WHOLE}have ADV {{parts}}",
        english_conditions.has_known_part,
        english_conditions.has_thing,
    ),
    # A house with a chimney stood there.
    has_part("with", "PART", r"(?P<whole>NP) with {parts}", english_conditions.comes_with),
    # The car's engine failed.
    has_part("possessive", "PART", r"(?P<whole>NP) 's (?=(?P<part>NP))", english_conditions.has_known_part),
    # He turned the handle of the door.
    has_part("part_of_whole", "PART LEADER", r"(?P<part>NP) of (?=(?P<whole>NP))", english_conditions.is_part_of_whole),
    # The pocket in my trousers is torn.
    has_part(
        "part_in_whole",
        "PART",
        r"(?P<part>NP) (?:in|on|inside|within) (?P<whole>N\d+[tx])",
        english_conditions.is_in_whole,
    ),
    # The dog lifted its paw.
    has_part(
        "own_part",
        "its their his her",
        r"(?P<whole>N\d+[a-z])(?= .*?(?P<part>N\d+x))",
        english_conditions.owns_body_part,
    ),
)
_MEMBERS = (
    # Kent is part of England.
    has_part(
        "member_of",
        "M",
        r"FREE {parts} PPS(?: BE| form| become) ADV (?:one of )?M\d+[a-z] (?:of|in) {whole}",
        english_conditions.is_member,
    ),
    # The parts of a car are the wheels and the doors.
    has_part("parts_of", "M", r"INTRO M\d+[to] of {whole} (?:BE|include) ADV {parts}"),
    # Ada, a member of the Grange, spoke.
    has_part("member_of", "M", r"{part} ,(?: wh(?:o|ich) BE)? ADV (?:one of )?M\d+[atom] of {whole}"),
    # A flock of geese passed.
    has_part(
        "collection_of",
        "GROUP ANIMAL",
        r"(?P<whole>N\d+[a-z]|(?<!is )(?<!are )[XKC]\d+[a-z]) of (?=(?P<part>NP))",
        english_conditions.collects,
    ),
    # He was a captain in the navy.
    has_part("serves_in", "RANKS", r"(?P<part>NP) (?:of|in|from) (?=(?P<whole>NP))", english_conditions.serves_in),
    # The soldier joined the army.
    has_part("joined", "join", r"{parts} ADV join {whole}", english_conditions.joins),
)
_RULES: tuple[Rule, ...] = (
    *_DEFINITIONS,
    *_CLASSES_OF,
    *_EXAMPLES,
    *_NAMES_OF_CLASSES,
    *_PARTS,
    *_MEMBERS,
    *OTHER_NAMES,
)

ENGLISH = Grammar(
    lexicon=ENGLISH_LEXICON,
    rules=_RULES,
    macros=_MACROS,
    chain=_CHAIN,
    owned_chain=_OWNED_CHAIN,
    # "The band Driftwood" is about Driftwood, "Peru's largest port" about a port.
    before_head=r"[NKC]\d+[a-z] (?=P)|[A-Z]\d+[a-z] 's ",
    conjunction="(?:and|or|and/or|&|~as ~well as)",
    additive="and",
    singular_be="is",
    plural_be="are",
    of_words=("of", "within"),
)
