"""The German lexicon: word lists, stems and tenses. Words are folded: without umlauts, `ss` for `ß`."""

from __future__ import annotations

import re

from lgm_core.language.lexicons.german_questions import GERMAN_QUESTIONS
from lgm_core.language.lexicons.lexicon import ClauseWords, Lexicon, words
from lgm_core.language.lexicons.snowball import snowball_stem
from lgm_core.language.lexicons.support_words import GERMAN_SUPPORT
from lgm_core.language.values.german_values import GERMAN_VALUES

__all__ = ["GERMAN"]

_SHORTEST = 3
"""Letters that a stem has at least: fewer would merge unrelated words, more would part the forms of short ones."""
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
"""How many letters to cut for each ending; the first ending that a word has counts."""
_NOT_GENITIVE = ("us", "is", "ss")
"""Ends of words whose s is no ending: *Bus*, *Zeugnis*, *Fluss*."""
_NO_ENDING = ("ier", "eer")
"""Ends of nouns such as *Tier* and *Meer* and their compounds, whose *er* is no ending."""


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
    """Tell a preterite from a present form by its weak ending or its vowel: *lebte*, *flog*, but not *fährt*."""
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
    capitalises_nouns=True,
    values=GERMAN_VALUES,
    support=GERMAN_SUPPORT,
    clauses=ClauseWords(
        modals=MODALS,
        able=ABLE,
        states=STATES,
        stative_participles=STATIVE_PARTICIPLES,
        perfect=frozenset({"haben", "sein"}),
        negations=frozenset({"nicht", "nie", "niemals", "kein"}),
        conjunctions=frozenset({"und", "oder", "aber", "sowie", ","}),
        is_past=is_past,
    ),
)
