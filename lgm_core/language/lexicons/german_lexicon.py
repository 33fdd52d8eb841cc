"""The German lexicon: word lists, stems and tenses. Words are folded: without umlauts, `ss` for `ß`."""

from __future__ import annotations

import re

from lgm_core.language.lexicons.denial_words import GERMAN_DENIALS
from lgm_core.language.lexicons.lexicon import ClauseWords, Lexicon, QuestionWords, words
from lgm_core.language.lexicons.snowball import snowball_stem
from lgm_core.language.lexicons.support_words import GERMAN_SUPPORT
from lgm_core.language.values.value_words import ValueWords, metric_units

__all__ = ["GERMAN"]

_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember"
_ONES = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_NUMBERS = {
    **{word: number for number, word in enumerate(_ONES.split())},
    "ein": 1,
    "eine": 1,
    "zwo": 2,
}
_TENS = {
    "zwanzig": 20,
    "dreißig": 30,
    "dreissig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
_SCALES = {
    "million": 1e6,
    "millionen": 1e6,
    "mio.": 1e6,
    "milliarde": 1e9,
    "milliarden": 1e9,
    "mrd.": 1e9,
    "billion": 1e12,
    "billionen": 1e12,
}
_UNIT = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_TEN = "|".join(_TENS)
_COMPOUND = re.compile(
    rf"(?:(?P<thousands>.+?)?(?P<thousand>tausend)(?:und)?)?"
    rf"(?:(?P<hundreds>{_UNIT})?(?P<hundred>hundert)(?:und)?)?"
    rf"(?:(?:(?P<ones>{_UNIT})und)?(?P<tens>{_TEN})|(?P<small>{_UNIT}))?"
)


def german_number(text: str) -> float | None:
    """Return the number for words such as *zweihundertsechs* or *drei Millionen*; None if they are not a number."""
    words = text.split()
    if len(words) == 2 and words[1] in _SCALES:
        factor = german_number(words[0])
        return None if factor is None else factor * _SCALES[words[1]]
    match = _COMPOUND.fullmatch(words[0]) if len(words) == 1 else None
    if match is None or not match[0]:
        return None
    total = 0.0
    if match["thousand"]:
        thousands = german_number(match["thousands"]) if match["thousands"] else 1.0
        if thousands is None or thousands >= 1000:
            return None
        total += 1000 * thousands
    if match["hundred"]:
        total += 100 * (_NUMBERS[match["hundreds"]] if match["hundreds"] else 1)
    if match["tens"]:
        total += _TENS[match["tens"]] + (_NUMBERS[match["ones"]] if match["ones"] else 0)
    return total + (_NUMBERS[match["small"]] if match["small"] else 0)


_UNITS = {
    **metric_units(
        km="kilometer|kilometern",
        m="meter|metern",
        cm="zentimeter|zentimetern",
        mm="millimeter|millimetern",
        mi="meile|meilen",
        ft="fuß",
        inch="zoll",
        kg="kilogramm|kilo",
        g="gramm",
        t="tonne|tonnen",
        lb="pfund",
        ha="hektar",
        l="liter|litern",
        s="sekunde|sekunden",
        min="minute|minuten",
        h="stunde|stunden",
        day="tag|tage|tagen",
        week="woche|wochen",
        month="monat|monate|monaten",
        year="jahr|jahre|jahren",
        kw="kilowatt",
        mw="megawatt",
    ),
    "quadratkilometer": ("m²", 1e6),
    "quadratmeter": ("m²", 1.0),
    "grad celsius": ("°C", 1.0),
    "prozent": ("%", 1.0),
}
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_CURRENCIES |= {"euro": "EUR", "dollar": "USD", "yen": "JPY", "eur": "EUR", "usd": "USD", "gbp": "GBP"}


def _month_names() -> dict[str, int]:
    months = {name: number for number, name in enumerate(_MONTHS.split(), 1)}
    short = {name[:3]: number for name, number in months.items()}
    return months | short | {"jänner": 1, "feber": 2, "maerz": 3, "sept": 9}


GERMAN_VALUES = ValueWords(
    months=_month_names(),
    circa=("um", "ca.", "circa", "etwa", "gegen", "ungefähr"),
    before_christ=(r"v\.\s?(?:Chr|d\.\s?Z|u\.\s?Z)\.", r"vor\s(?:Christus|Christi\sGeburt|unserer\sZeitrechnung)"),
    after_christ=(r"n\.\s?(?:Chr|u\.\s?Z)\.", r"nach\s(?:Christus|Christi\sGeburt)"),
    centuries=r"\.?\s(?:Jahrhunderts?|Jh\.|Jhd\.)",
    decade=r"er(?:\sJahren?|-Jahren?)?",
    ordinal=r"\.",
    to=("bis", "und"),
    born=("geboren", "geboren am", "geb.", "*"),
    died=("gestorben", "gestorben am", "gest.", "†"),
    numeric_day=True,
    thousands=".",
    decimal=",",
    scales=_SCALES,
    units=_UNITS,
    currencies=_CURRENCIES,
    number_in_words=german_number,
    number_word=r"\w*(?:" + "|".join([*_NUMBERS, *_TENS, "hundert", "tausend"]) + r")",
    not_a_year=r"\s+(?:Menschen|Einwohner\w*|Personen|Mann|Frauen|Kinder|Soldaten|Exemplare\w*|Stück)\b",
)


_DATES = ("wann", "in welchem jahr", "welches jahr", "an welchem tag", "in welchem jahrzehnt")

GERMAN_QUESTIONS = QuestionWords(
    interrogatives=words(
        "wer wen wem wessen was welcher welche welches welchen welchem wann wo wohin woher warum wieso weshalb wie "
        "wieviel wieviele womit wodurch woran worin woraus"
    ),
    auxiliaries=words(
        "bin ist sind war waren hat haben hatte hatten kann konnen konnte konnten wird werden wurde wurden darf durfen "
        "durfte soll sollen sollte muss mussen musste gibt gab"
    ),
    quantities=(
        *_DATES,
        *("wie viel", "wie viele", "wieviel", "wieviele", "wie alt", "wie lang", "wie lange", "wie hoch"),
        *("wie gross", "wie weit"),
    ),
    dates=_DATES,
    names=words("wer wen wem wessen wo wohin woher"),
    numerals=words(
        "null kein keine eins ein eine zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig "
        "vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarde milliarden "
        "dutzend halb halfte einmal zweimal erste zweite dritte mehrere viele wenige alle beide januar februar "
        "marz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag "
        "freitag samstag sonntag fruhling sommer herbst winter tag woche monat jahr jahre jahren jahrzehnt "
        "jahrhundert jahrhunderts monate tage wochen stunden minuten heute gestern vor nach wahrend bis seit "
        "krieg ostern weihnachten nie immer"
    ),
    choice="oder",
    conjunction="und",
    date_nouns=words("datum daten jahr jahre tag tage monat jahrzehnt jahrhundert geburtstag zeitpunkt"),
    number_nouns=words(
        "zahl anzahl menge summe alter einwohnerzahl bevolkerung hohe lange breite tiefe flache grosse gewicht "
        "entfernung dauer preis anteil prozent geschwindigkeit temperatur"
    ),
    place_nouns=words(
        "wo wohin woher ort orte stadt stadte dorf land lander staat kreis bezirk region kontinent insel hauptstadt "
        "geburtsort gemeinde"
    ),
    person_nouns=words(
        "wer wen wem wessen person personen mensch mann frau vater mutter sohn tochter kind ehemann ehefrau gatte "
        "bruder schwester regisseur autor autorin komponist komponistin sanger schauspieler grunder prasident konig "
        "konigin produzent kunstler politiker spieler"
    ),
    place_links=words("in im bei nahe aus nach am"),
    askers=words(
        "ich mich mir mein meine meinem meinen meiner meines wir uns unser unsere unserem unseren unserer unseres"
    ),
)


_SHORTEST = 3
"""The minimum length of a stem: shorter ones would merge unrelated words, longer ones would separate forms of short
ones."""
_IRREGULAR = {
    "eier": "ei",
    "busse": "bus",
    "museen": "museum",
    "themen": "thema",
    "firmen": "firma",
    "konten": "konto",
    "viren": "virus",
    "atlanten": "atlas",
    "lexika": "lexikon",
    "zentren": "zentrum",
    "bakterien": "bakterium",
    "ministerien": "ministerium",
    "materialien": "material",
    "mineralien": "mineral",
    "kolleginnen": "kollegin",
}
_ENDINGS = {"innen": 3, "ern": 3, "eln": 1, "en": 2, "em": 2, "er": 2, "e": 1}
"""The letters to cut for each ending; the first matching ending counts."""
_NOT_GENITIVE = ("us", "is", "ss")
"""Ends of words whose s is not an ending: *Bus*, *Zeugnis*, *Fluss*."""
_NO_ENDING = ("ier", "eer")
"""Ends of nouns such as *Tier* and *Meer* and their compounds, whose *er* is not an ending."""


def stem(word: str) -> str:
    """Cut the ending of number and case off a folded noun or adjective.

    Without a dictionary the plural of a German noun cannot be undone; but all forms of a word can be cut to the same
    stem: *Katze, Katzen* to `katz`, *Haus, Hauses, Häuser* to `haus`, *roter, roten* to `rot`.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("nisse") or word.endswith("nissen"):
        return word[: word.index("nisse") + 3]
    if word.endswith("s") and not word.endswith(_NOT_GENITIVE) and len(word) > _SHORTEST + 1:
        word = word[:-1]
    if word.endswith(_NO_ENDING):
        return word
    for ending, cut in _ENDINGS.items():
        if word.endswith(ending):
            return word[:-cut] if len(word) - cut >= _SHORTEST else word
    return word


def _declined(stems: str, endings: str) -> frozenset[str]:
    return frozenset(stem + ending for stem in stems.split() for ending in (*endings.split(), ""))


DETERMINERS = (
    words("der die das den dem des alle allen aller alles beide beiden einige einigen mehrere mehreren viele vielen")
    | _declined("ein kein mein dein sein ihr unser euer", "e en em er es")
    | _declined("dies jen jed manch solch welch", "e en em er es")
)
PRONOUNS = words(
    "ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man jemand niemand etwas nichts wer wen "
    "wem wessen was dieser diese dieses diesen diesem jener jene jenes der die das den dem deren dessen welcher "
    "welche welches einer eine eines sein seine ihre"
)
TITLES = words("doktor dr frau furst graf herr herzog kaiser konig konigin papst prinz prof professor sankt st")
LINKS = words("am an auf aus bei da de den der des di du im la le van vom von zu zum zur")
QUESTION_WORDS = (
    DETERMINERS
    | PRONOUNS
    | words(
        "ab aber als am an ansonsten auch auf aus bei beim bis da dabei dafur damit dann dass denn doch durch dort "
        "fur gegen gewesen gibt haben hat hatte hatten hier im in ins ist ja jetzt kann konnen konnte mit muss mussen "
        "nach nicht noch nun nur ob oder ohne schon sehr seit sich sind so sogar soll sollen sowie uber um und unter "
        "vom von vor wann war waren warum wegen weil weiter wenn werden wie wieder wieso wird wo woher wohin wurde "
        "wurden zu zum zur zwischen viel wieviel worin woraus wozu womit genannt heisst heissen"
    )
)
MONTHS = words("januar februar marz april mai juni juli august september oktober november dezember")
EMPTY_NOUNS = words("art beispiel begriff ding name sort tatsach typ weis")

MODALS = words("konnen durfen mogen vermogen")
ABLE = words("fahig imstande geeignet")
STATES = words(
    "ahneln anhoren aufweisen bedeuten beinhalten besitzen bestehen betragen bleiben enthalten entsprechen "
    "existieren fehlen gehoren gelten gleichen haben heissen kosten liegen messen scheinen schmecken sein stehen "
    "umfassen verfugen wiegen wohnen wirken zahlen"
)
STATIVE_PARTICIPLES = words("bekannt gelegen geeignet verwandt")

_VOWELS = re.compile("[aeiouyäöü]+")
_PRESENT_VOWELS = {"a": ("ä",), "au": ("äu",), "e": ("i", "ie"), "o": ("ö",), "ö": ("i",)}
_WEAK_PAST = re.compile(r"e?te(?:st|n|t)?")
_IRREGULAR_PRESENT = words("bin bist ist sind seid hast hat wirst wird weiß weißt tut tun")


def is_past(form: str, lemma: str) -> bool:
    """Distinguish a preterite from a present form by its weak ending or its vowel: *lebte*, *flog*, but not *fährt*."""
    form, lemma = form.lower(), lemma.lower()
    if form in _IRREGULAR_PRESENT:
        return False
    base = lemma[:-2] if lemma.endswith("en") else lemma.removesuffix("n")
    if form.startswith(base):
        return _WEAK_PAST.fullmatch(form[len(base) :]) is not None
    of_form, of_base = _VOWELS.search(form), _VOWELS.search(base)
    if of_form is None or of_base is None or form[: of_form.start()] != base[: of_base.start()]:
        return False
    return of_form[0] != of_base[0] and of_form[0] not in _PRESENT_VOWELS.get(of_base[0], ())


def _stems(phrase: list[str]) -> list[str]:
    """Cut endings off every word: adjectives are declined too."""
    return [stem(word) for word in phrase]


GERMAN = Lexicon(
    code="de",
    determiners=DETERMINERS,
    normalise=_stems,
    pronouns=PRONOUNS,
    titles=TITLES,
    links=LINKS,
    question_words=QUESTION_WORDS,
    empty_nouns=EMPTY_NOUNS,
    stop_words=QUESTION_WORDS,
    stem=snowball_stem("de"),
    normalise_name=_stems,
    closed_answers=words("ja nein"),
    questions=GERMAN_QUESTIONS,
    months=frozenset(map(stem, MONTHS)),
    weekdays=words("montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag"),
    capitalises_nouns=True,
    values=GERMAN_VALUES,
    support=GERMAN_SUPPORT,
    clauses=ClauseWords(
        modals=MODALS,
        able=ABLE,
        states=STATES,
        stative_participles=STATIVE_PARTICIPLES,
        perfect=frozenset({"haben", "sein"}),
        negations=GERMAN_DENIALS.negations,
        conjunctions=frozenset({"und", "oder", "aber", "sowie", ","}),
        is_past=is_past,
    ),
)
