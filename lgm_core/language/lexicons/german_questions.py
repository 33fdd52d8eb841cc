"""German words of questions, and of the answers that they ask for; folded, so without umlauts."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import QuestionWords, words

__all__ = ["GERMAN_QUESTIONS"]

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
)
