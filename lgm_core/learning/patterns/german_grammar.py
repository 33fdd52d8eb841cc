"""What German sentences say to state a relation.

`BE` is a form of *sein*, `ADV` any adverbs, `PPS` what prepositions attach to a noun phrase, `ASIDE` what commas set
off after a subject, and `FREE` means not inside another phrase. The letters of determiners are `a` (*ein*), `t`
(*der*), `g` (*des*, *eines*: a genitive), `h` (*andere*), `m` (a number), `x` (any other) and `o` (none).
"""

from __future__ import annotations

from lgm_core.language.concepts import concept_key
from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.arguments import Unit
from lgm_core.learning.patterns.grammar import NP, Grammar, alias, has_part, is_a
from lgm_core.learning.patterns.grammar_words import Words
from lgm_core.learning.patterns.sentence_line import Line

__all__ = ["GERMAN"]


def _stem(noun: str) -> str:
    return concept_key(noun, "de")


def _stems(nouns: str) -> frozenset[str]:
    return frozenset(_stem(noun) for noun in nouns.split())


def _gives_examples(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *Früchte wie Äpfel*, but not *ein Tier wie der Hund*: one animal is no class."""
    if sup.is_name or sup.determiner in line.words.indefinite - {""} or sup.head in line.words.no_class:
        return False
    return sub.determiner not in line.words.pointing and not sub.is_counted and not sub.is_time


def _belongs(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *zählen zu den Säugetieren*; what belongs to one thing is owned by it or its part."""
    return sup.determiner in ("", "den") and conditions.defines(line, sub, sup._replace(determiner=""))


_CHAIN = rf"{NP}(?: von {NP}| [NMXK]\d+g)*"
_PREPOSITION = "(?:in|im|an|am|auf|bei|beim|fur|für|mit|aus|zu|zum|zur|nach|zwischen|unter|uber|über|seit|durch|um|vor)"
_MACROS = {
    "INTRO ": r"^(?:(?:und|aber|doch) )?",
    " ASIDE": r"(?: ,(?! und| oder) [^;]{1,200}? ,)?(?: ~\S+)*",
    " PPS": rf"(?: {_PREPOSITION} {NP}(?: von {NP}| [NMXK]\d+g)*){{0,2}}",
    "FREE ": "".join(
        rf"(?<! {word} )"
        for word in (
            "und",
            "oder",
            "von",
            "in",
            "im",
            "an",
            "am",
            "auf",
            "mit",
            "aus",
            "zu",
            "zum",
            "zur",
            "bei",
            "als",
        )
    ),
    "ADV ": r"(?:~\S+ )*",
    "BE": "(?:ist|sind)",
    "NP": NP,
}
_WHOLE = r"FREE {whole} PPS(?: ,)? ADV (?:können |müssen )?ADV "
_CALL = "(?:nennen|bezeichnen|benennen|genannt|bezeichnet|bekannt)"

_RULES = (
    # Ein Wal ist ein Säugetier.
    is_a("copula", "ist sind", r"INTRO {subs} ASIDE BE ADV (?:(?:ein|eine|einer|eines) der )?{sups}"),
    is_a("belongs_to", "zählen gehören", r"INTRO {subs} ASIDE (?:zählen|gehören) ADV zu {sup}", _belongs),
    is_a("includes_kinds", "zu", r"^zu {sup} (?:zählen|gehören) ADV {subs}", _belongs),
    is_a("denotes", "bezeichnen", r"INTRO {subs} bezeichnen ADV {sup}"),
    # Früchte wie Äpfel und Birnen
    is_a("such_as", "wie ~wie", r"{sup}(?: ,)* ~?wie (?:~etwa |zum N\d+o )?{subs}", _gives_examples),
    is_a("including", "darunter ~darunter", r"{sup}(?: ,)+ ~?darunter ADV {subs}", _gives_examples),
    is_a(
        "especially",
        "~insbesondere ~besonders ~beispielsweise",
        r"{sup} , ~(?:insbesondere|besonders|beispielsweise) {subs}",
        _gives_examples,
    ),
    is_a(
        "and_other",
        "andere anderen anderer weitere weiteren",
        r"{subs}(?: ,)? (?:und|oder) (?P<sup>[NK]\d+h)",
        _gives_examples,
    ),
    # Paris, eine Stadt in Frankreich; die Sängerin Nina Simone
    is_a(
        "apposition",
        ",",
        r"(?<!, )(?P<sub>P\d+[ot]) , (?P<sup>[NK]\d+[at](?: von NP| [NMXK]\d+g)*) PPS(?= [,.;]|$)",
        conditions.stands_beside,
    ),
    # Wasser besteht aus Wasserstoff und Sauerstoff.
    has_part("consists_of", "bestehen", rf"{_WHOLE}bestehen ADV aus ADV {{parts}}"),
    has_part("composed_of", "setzen zusammensetzen", rf"{_WHOLE}(?:zusammen)?setzen sich ADV aus ADV {{parts}}"),
    has_part(
        "contains", "enthalten beinhalten", rf"{_WHOLE}(?:enthalten|beinhalten) ADV {{parts}}", conditions.contains
    ),
    has_part("comprises", "umfassen", rf"{_WHOLE}umfassen ADV {{parts}}"),
    has_part(
        "divided_into",
        "gliedern unterteilen teilen",
        rf"{_WHOLE}(?:(?:gliedern|unterteilen|teilen) sich ADV in|werden ADV in) ADV {{parts}}",
    ),
    # Der Motor ist ein Teil des Autos.
    has_part("member_of", "M", r"FREE {parts} PPS BE ADV M\d+[a-z] (?:von )?{whole}"),
    # Die Aubergine wird auch Eierfrucht genannt.
    alias("called", "werden", rf"FREE {{name}} PPS werden ADV ~auch (?:als )?{{others}} ADV {_CALL}"),
    alias(
        "called",
        "nennen bezeichnen benennen genannt bezeichnet bekannt",
        rf"{{name}}(?: ,)+ ~auch (?:als )?{{others}} ADV {_CALL}",
    ),
    alias("known_as", "bekannt", r"FREE {name} PPS BE ADV ~auch (?:als|unter T\d+[a-z]) {others} bekannt"),
    alias("also", "~auch", r"{name}(?: ,)+ ~auch {others}(?= [,;]| ist| sind|$)"),
    alias("or", "oder", r"^{name}(?: ,)+ oder {other}(?= [,;])"),
    alias("short_for", "kurz ~kurz", r"{name}(?: ,)+ ~?kurz {other}(?= [,;]| ist| sind|$)", conditions.renames),
    alias("stands_for", "stehen", r"{name} stehen für {other}", conditions.abbreviates),
    alias("abbreviation_of", "T", r"{name} ist T\d+[atx] (?:für|von) {other}", conditions.abbreviates),
)

_INDEFINITE = frozenset(["", "ein", "eine", "einen", "einem", "einer", "eines"])
_DEFINITE = frozenset(["der", "die", "das", "den", "dem", "des"])
_POINTING = frozenset(
    one + ending
    for one in ("dies", "jen", "mein", "dein", "sein", "ihr", "unser")
    for ending in ("", "e", "en", "em", "er", "es")
)
_KINDS = _stems("Art Sorte Form Gattung Klasse Kategorie Typ Variante Unterart Familie Ordnung Rasse Beispiel")
_QUANTITIES = _stems("Anzahl Menge Vielzahl Reihe Gruppe Paar Mehrzahl")

_WORDS = Words(
    language="de",
    singular=_stem,
    determiners={
        **dict.fromkeys(_INDEFINITE - {"", "eines"}, "a"),
        **dict.fromkeys(_DEFINITE - {"des"}, "t"),
        **dict.fromkeys(("des", "eines"), "g"),
        **dict.fromkeys(("andere", "anderen", "anderer", "anderes", "weitere", "weiteren"), "h"),
    },
    indefinite=_INDEFINITE,
    definite=_DEFINITE,
    pointing=_POINTING,
    denying=frozenset({"kein", "keine", "keinen", "keinem", "keiner", "wenige"}),
    verb_forms={
        **dict.fromkeys(("ist", "war"), "ist"),
        **dict.fromkeys(("sind", "waren"), "sind"),
        **{form: form for form in ("genannt", "bezeichnet")},
    },
    negative_adverbs=frozenset({"nicht", "nie", "niemals", "kaum", "fast", "beinahe"}),
    noun_classes={
        **dict.fromkeys(_KINDS, "K"),
        **dict.fromkeys(_stems("Abkürzung Ausdruck Begriff Bezeichnung Name Titel Wort Akronym Synonym"), "T"),
        **dict.fromkeys(_stems("Teil Bestandteil Mitglied Element Komponente"), "M"),
        **dict.fromkeys(_stems("Mischung Gemisch Legierung Verbindung"), "X"),
    },
    kinds=_KINDS,
    quantities=_QUANTITIES,
    class_openers=_KINDS | _QUANTITIES,
    no_class=_stems(
        "Beispiel Ding Fall Grund Name Norden Osten Problem Sache Süden Synonym Tatsache Teil Thema Ursache Weg Westen"
    ),
    not_describing=frozenset(
        one + ending
        for one in ("bekannt", "berühmt", "erst", "groß", "größt", "häufig", "klein", "neu", "wichtig", "wichtigst")
        for ending in ("e", "en", "em", "er", "es")
    ),
    times=frozenset(
        "januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch "
        "donnerstag freitag samstag sonntag jahr jahre jahrhundert heute morgen gestern tag woche monat".split()
    ),
    containers=_stems("Beutel Eimer Flasche Glas Karton Kiste Koffer Korb Schachtel Tasche Topf Tüte Zimmer"),
)

GERMAN = Grammar(
    words=_WORDS,
    rules=_RULES,
    macros=_MACROS,
    chain=_CHAIN,
    owned_chain=_CHAIN,
    owner=r"[NK]\d+[a-z] (?=P)",
    conjunction="(?:und|oder|sowie|bzw.)",
    adding="und",
    one_is="ist",
    several_are="sind",
    of=("von",),
)
