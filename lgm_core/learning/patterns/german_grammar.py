"""Rules that find relations in German sentences.

The macros of templates are `BE` (a form of *sein*), `ADV` (any adverbs), `PPS` (prepositional phrases of a noun
phrase), `ASIDE` (asides between commas after a subject) and `FREE` (not inside another phrase). The letters of
determiners are `a` (*ein*), `t` (*der*), `g` (*des*, *eines*: a genitive), `h` (*andere*), `m` (a number), `x` (any
other) and `o` (none). Each rule has an example.
"""

from __future__ import annotations

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons.denial_words import GERMAN_DENIALS
from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.grammar import NP, Grammar, alias, has_part, is_a
from lgm_core.learning.patterns.relation_lexicon import RelationLexicon
from lgm_core.learning.patterns.sentence_encoding import Argument, EncodedSentence

__all__ = ["GERMAN"]


def _stem(noun: str) -> str:
    return concept_key(noun, "de")


def _stems(nouns: str) -> frozenset[str]:
    return frozenset(_stem(noun) for noun in nouns.split())


def _gives_examples(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Früchte wie Äpfel*, but not *ein Tier wie der Hund*: a single animal is not a class."""
    lexicon = sentence.lexicon
    if sup.is_name or sup.determiner in lexicon.indefinite - {""} or sup.head in lexicon.no_class:
        return False
    return sub.determiner not in lexicon.pointing and not sub.is_counted and not sub.is_time


def _belongs(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *zählen zu den Säugetieren*, but not *gehören zu dem Haus*, which is about owners and parts."""
    return sup.determiner in ("", "den") and conditions.defines(sentence, sub, sup._replace(determiner=""))


def _comprises(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *Die Gruppe umfasst zwei Inseln*, but not *Anwendungen umfassen das Schweißen*, which is about kinds."""
    return conditions.composes(sentence, whole, part) and (whole.is_name or whole.determiner != "")


# "Hauptstadt von Frankreich", "Hauptstadt des Landes"
_CHAIN = rf"{NP}(?: von {NP}| [NMXKC]\d+g)*"
_PREPOSITION = "(?:in|im|an|am|auf|bei|beim|fur|für|mit|aus|zu|zum|zur|nach|zwischen|unter|uber|über|seit|durch|um|vor)"
# The repetitions are bounded, so that time is linear in the length of a sentence of thousands of words.
_MACROS = {
    "INTRO ": r"^(?:(?:und|aber|doch) )?",
    # "Lund, eine alte Stadt, ist …"
    " ASIDE": r"(?: ,(?! und| oder) [^;]{1,200}? ,)?(?: ~\S+)*",
    # "Die Besatzung des Schiffs im Hafen besteht aus …"
    " PPS": rf"(?: {_PREPOSITION} {NP}(?: von {NP}| [NMXKC]\d+g)*){{0,2}}",
    # A noun phrase after one of these words is not the subject: "Der Preis von Wasser …".
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
# "Eine Frucht", "Eine Frucht im Korb kann oft"
_WHOLE = r"FREE {whole} PPS(?: ,)? ADV (?:können |müssen )?ADV "
_CALL = "(?:nennen|bezeichnen|benennen|genannt|bezeichnet|bekannt)"

_RULES = (
    # Ein Wal ist ein Säugetier.
    is_a(
        "copula",
        "ist sind",
        r"INTRO {subs} ASIDE BE ADV (?!C\d+t [NMX]\d+[gt](?: [.;]|$))(?:(?:ein|eine|einer|eines) der )?{sups}",
    ),
    # Fahrzeug ist die Oberklasse von Auto. Möbel ist der Oberbegriff für Stühle und Tische.
    is_a("superclass_of", "B", r"INTRO {sup} ASIDE ist ADV B\d+[at] (?:von |für |zu )?{subs}", conditions.generalises),
    # Die Oberklasse von Auto ist Fahrzeug.
    is_a("superclass_of", "B", r"INTRO B\d+t (?:von |für |zu )?{subs} ist ADV {sup}", conditions.generalises),
    # Canidae ist die Familie der Hunde. Folgt mehr, so kann es sagen, was die Familie ist.
    is_a("rank_of", "C", r"INTRO {sup} ASIDE ist ADV C\d+t (?P<sub>[NMX]\d+[gt])(?= [.;]|$)", conditions.generalises),
    # Wale zählen zu den Säugetieren.
    is_a("belongs_to", "zählen gehören", r"INTRO {subs} ASIDE (?:zählen|gehören) ADV zu {sup}", _belongs),
    # Zu den Säugetieren gehören Wale und Otter.
    is_a("includes_kinds", "zu", r"^zu {sup} (?:zählen|gehören) ADV {subs}", _belongs),
    # Fado bezeichnet einen Gesang.
    is_a("denotes", "bezeichnen bezeichnet", r"INTRO {subs} bezeichne[nt] ADV {sup}", conditions.denotes_class),
    # "kg" bezeichnet "Kilogramm".
    alias("stands_for", "bezeichnen bezeichnet", r"{name} bezeichne[nt] ADV {other}", conditions.spells_out),
    # Früchte wie Äpfel und Birnen reifen.
    is_a(
        "such_as",
        "wie ~wie",
        r"{sup}(?: ,)* ~?wie (?:~etwa |zum N\d+o )?{subs}(?! (?:es|sie|ihn|er) )",
        _gives_examples,
    ),
    # Früchte, darunter Äpfel, reifen.
    is_a("including", "darunter ~darunter", r"{sup}(?: ,)+ ~?darunter ADV {subs}", _gives_examples),
    # Früchte, insbesondere Äpfel, reifen.
    is_a(
        "especially",
        "~insbesondere ~besonders ~beispielsweise",
        r"{sup} , ~(?:insbesondere|besonders|beispielsweise) {subs}",
        _gives_examples,
    ),
    # Äpfel und andere Früchte reifen.
    is_a(
        "and_other",
        "andere anderen anderer weitere weiteren",
        r"{subs}(?: ,)? (?:und|oder) (?P<sup>[NKC]\d+h)",
        _gives_examples,
    ),
    # Lund, eine Stadt in Schweden, …
    is_a(
        "apposition",
        ",",
        r"(?<!, )(?P<sub>P\d+[ot]) , (?P<sup>[NKC]\d+[at](?: von NP| [NMXKC]\d+g)*) PPS(?= [,.;]|$)"
        r"(?!(?: , NP PPS)* (?:und|oder) )",
        conditions.stands_beside,
    ),
    # Wasser besteht aus Wasserstoff und Sauerstoff.
    has_part("consists_of", "bestehen", rf"{_WHOLE}bestehen ADV aus ADV {{parts}}"),
    # Wasser setzt sich aus Wasserstoff und Sauerstoff zusammen.
    has_part("composed_of", "setzen zusammensetzen", rf"{_WHOLE}(?:zusammen)?setzen sich ADV aus ADV {{parts}}"),
    # Früchte enthalten Vitamine.
    has_part(
        "contains", "enthalten beinhalten", rf"{_WHOLE}(?:enthalten|beinhalten) ADV {{parts}}", conditions.contains
    ),
    # Die Gruppe umfasst zwei Inseln.
    has_part("comprises", "umfassen", rf"{_WHOLE}umfassen ADV {{parts}}", _comprises),
    # Der Kanton gliedert sich in zwei Bezirke.
    has_part(
        "divided_into",
        "gliedern unterteilen teilen",
        rf"{_WHOLE}(?:(?:gliedern|unterteilen|teilen) sich ADV in|werden ADV in) ADV {{parts}}",
    ),
    # Der Motor ist ein Teil des Autos.
    has_part("member_of", "M", r"FREE {parts} PPS BE ADV M\d+[a-z] (?:von )?{whole}"),
    # Die Aubergine wird auch Eierfrucht genannt.
    alias("called", "werden", rf"FREE {{name}} PPS werden ADV ~auch (?:als )?{{others}} ADV {_CALL}"),
    # Die Aubergine, auch Eierfrucht genannt, …
    alias(
        "called",
        "nennen bezeichnen benennen genannt bezeichnet bekannt",
        rf"{{name}}(?: ,)+ ~auch (?:als )?{{others}} ADV {_CALL}",
    ),
    # Der Berg ist auch als Alter Tom bekannt.
    alias("known_as", "bekannt", r"FREE {name} PPS BE ADV ~auch (?:als|unter T\d+[a-z]) {others} bekannt"),
    # Die Aubergine, auch Eierfrucht, …
    alias("also", "~auch", r"{name}(?: ,)+ ~auch {others}(?= [,;]| ist| sind|$)"),
    # Die Aubergine, oder Eierfrucht, …
    alias("or", "oder", r"^{name}(?: ,)+ oder {other}(?= [,;])"),
    # Die Hafenbehörde, kurz HB, …
    alias("short_for", "kurz ~kurz", r"{name}(?: ,)+ ~?kurz {other}(?= [,;]| ist| sind|$)", conditions.renames),
    # HB steht für Hafenbehörde.
    alias("stands_for", "stehen", r"{name} stehen für {other}", conditions.abbreviates),
    # HB ist die Abkürzung für Hafenbehörde.
    alias("abbreviation_of", "T", r"{name} ist T\d+[atx] (?:für|von) {other}", conditions.abbreviates),
)

_INDEFINITE = frozenset(["", "ein", "eine", "einen", "einem", "einer", "eines"])
_DEFINITE = frozenset(["der", "die", "das", "den", "dem", "des"])
_POINTING = frozenset(
    stem + ending
    for stem in ("dies", "jen", "mein", "dein", "sein", "ihr", "unser")
    for ending in ("", "e", "en", "em", "er", "es")
)
_KINDS = _stems("Art Sorte Form Gattung Klasse Kategorie Typ Variante Unterart Familie Ordnung Rasse Beispiel")
_RANKS = _stems("Familie Gattung Klasse Ordnung")
_QUANTITIES = _stems("Anzahl Menge Vielzahl Reihe Gruppe Paar Mehrzahl")

_LEXICON = RelationLexicon(
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
    denying=GERMAN_DENIALS.forms | GERMAN_DENIALS.few | {"kein"},
    verb_forms={
        **dict.fromkeys(("ist", "war"), "ist"),
        **dict.fromkeys(("sind", "waren"), "sind"),
        **{form: form for form in ("genannt", "bezeichnet")},
    },
    negative_adverbs=GERMAN_DENIALS.negations | GERMAN_DENIALS.hardly | {"fast", "beinahe"},
    noun_classes={
        **dict.fromkeys(_KINDS - _RANKS, "K"),
        **dict.fromkeys(_RANKS, "C"),
        **dict.fromkeys(
            _stems("Basisklasse Elternklasse Hyperonym Oberbegriff Oberkategorie Oberklasse Überbegriff"), "B"
        ),
        **dict.fromkeys(_stems("Abkürzung Ausdruck Begriff Bezeichnung Name Titel Wort Akronym Synonym"), "T"),
        **dict.fromkeys(_stems("Teil Bestandteil Mitglied Element Komponente"), "M"),
        **dict.fromkeys(_stems("Mischung Gemisch Legierung Verbindung"), "X"),
    },
    kinds=_KINDS,
    quantities=_QUANTITIES,
    class_openers=_KINDS | _QUANTITIES,
    no_class=_stems(
        "Beispiel Ding Fall Grund Mal Name Norden Osten Problem Sache Süden Synonym Tatsache Teil Thema Ursache Weg "
        "Westen"
    ),
    not_describing=frozenset(
        stem + ending
        for stem in ("bekannt", "berühmt", "erst", "groß", "größt", "häufig", "klein", "neu", "wichtig", "wichtigst")
        for ending in ("e", "en", "em", "er", "es")
    ),
    times=frozenset(
        "januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch "
        "donnerstag freitag samstag sonntag jahr jahre jahrhundert heute morgen gestern tag woche monat".split()
    ),
    relative=_stems(
        "Alter Antwort Basis Folge Gegenteil Größe Grundlage Hälfte Kern Lösung Mehrheit Minderheit Preis Schlüssel "
        "Schuldige Sieger Siegerin Verlierer Ziel Zweck"
    ),
    judgements=_stems(
        "Ärgernis Blamage Enttäuschung Erfolg Erleichterung Freude Genuss Glücksfall Hit Hochgenuss Katastrophe Luxus "
        "Muss Pflicht Rätsel Schande Schock Spaß Überraschung Vergnügen Witz Wunder Zufall"
    ),
    measures=_stems("Euro Gramm Hektar Kilogramm Kilometer Liter Meile Meter Prozent Tonne Zentimeter Zentner Zoll"),
    materials=_stems(
        "Aluminium Asbest Baumwolle Beton Blech Blei Bronze Buche Eiche Eis Eisen Elfenbein Erz Filz Fichte Gips Glas "
        "Gold Granit Gummi Hanf Holz Kautschuk Keramik Kiefer Kohle Kork Kunststoff Kupfer Leder Lehm Leinen Marmor "
        "Messing Metall Nickel Nylon Papier Pappe Plastik Platin Polyester Porzellan Sand Sandstein Schiefer Seide "
        "Silber Stahl Stein Stoff Stroh Teak Titan Ton Wachs Wolle Zement Zink Zinn"
    ),
    collective_classes=_stems(
        "Bekleidung Besteck Fleisch Gemüse Geflügel Geschirr Getreide Kleidung Möbel Musik Nahrung Obst Personal "
        "Schmuck Software Spielzeug Ungeziefer Unkraut Vieh Werkzeug Wild Zubehör"
    ),
    predicatives=_stems("Januar Mittag Mitternacht Mode Pflicht Standard Trumpf Vorschrift Zeit"),
    capitalises_nouns=True,
    containers=_stems("Beutel Eimer Flasche Glas Karton Kiste Koffer Korb Schachtel Tasche Topf Tüte Zimmer"),
)

GERMAN = Grammar(
    lexicon=_LEXICON,
    rules=_RULES,
    macros=_MACROS,
    chain=_CHAIN,
    owned_chain=_CHAIN,
    before_head=r"[NKC]\d+[a-z] (?=P)",  # "die Sängerin Nina Simone" is about Nina Simone
    conjunction="(?:und|oder|sowie|bzw.)",
    additive="und",
    singular_be="ist",
    plural_be="sind",
    of_words=("von",),
)
