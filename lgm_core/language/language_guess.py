"""Guess the language of a text: by its script if decisive, else by its most frequent function words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from lgm_core.language.scripts import script_of

__all__ = [
    "LANGUAGE_NAMES",
    "UNKNOWN",
    "document_language",
    "foreign_language",
    "function_words",
    "guess_language",
    "is_in_other_language",
    "likely_languages",
]

_SAMPLE = 4_000
"""Characters examined: every third word of running text is a function word, so a few sentences are enough."""

_FEWEST_WORDS = 2
"""The fewest function words of a language that a text must have."""

_CLEAR, _CLEAR_KINDS, _CLEAR_RATIO = 8, 6, 3
"""Function words of another language, distinct ones among them, and their ratio to those of the expected language, from
which a text is certainly in the other: names have few (*de*, *la*), quotations are surrounded by words of the text."""

_DECISIVE_KINDS = 3
"""Distinct function words of another language from which a question is in that language: names and titles have one or
two."""

_DEFAULT = "en"
_MORE_LIKELY = 2
"""A text is in another language if it has more than this many of its function words per English one: names and titles
have some of either (*de*, *la*; *of*, *the*)."""

_ENOUGH_WORDS, _LEAST_SHARE = 40, 0.03
"""Words from which a text reveals its language, and the minimum share of function words then."""

UNKNOWN = "und"
"""The ISO 639-2 code for an undetermined language."""

LANGUAGE_NAMES = {
    "en": "English",
    "de": "German",
    "nl": "Dutch",
    "fr": "French",
    "es": "Spanish",
    "pt": "Portuguese",
    "it": "Italian",
    "ca": "Catalan",
    "ro": "Romanian",
    "sv": "Swedish",
    "da": "Danish",
    "no": "Norwegian",
    "fi": "Finnish",
    "hu": "Hungarian",
    "pl": "Polish",
    "cs": "Czech",
    "tr": "Turkish",
    "id": "Indonesian",
    "vi": "Vietnamese",
    "hr": "Croatian",
    "sl": "Slovenian",
    "et": "Estonian",
    "lv": "Latvian",
    "lt": "Lithuanian",
    "sq": "Albanian",
    "is": "Icelandic",
    "sw": "Swahili",
    "tl": "Tagalog",
    "eu": "Basque",
}
"""Names of the languages in Latin script that can be guessed, by ISO 639-1 code."""

_WORD = re.compile(r"[^\W\d_]+")

_FUNCTION_WORDS = {
    code: frozenset(words.split())
    for code, words in {
        "en": "the of and a to in is was for that with as by on are be this it at from which an or were has had not "
        "but his her their its have been who what when where how did does",
        "de": "der die das und ist in den von zu mit im für ein eine auf des dem sich als auch es an nicht wurde "
        "war werden bei nach aus durch sind oder wie er sie einer wer was wann wo welche welcher",
        "nl": "de het een van en in is op te dat die voor met zijn werd was aan door als niet ook bij naar uit om "
        "wordt er maar hij zij heeft wie wat wanneer waar welke",
        "fr": "le la les de des du et est en un une dans que qui pour par sur au aux avec il elle ne pas plus son "
        "sa se ce été sont ou où quand quel quelle",
        "es": "el la los las de del y en es un una que se por con para su al como fue lo más o pero sus también "
        "sobre este esta son qué quién cuándo dónde cuál",
        "pt": "o a os as de do da dos das e em é um uma que se por com para no na nos nas foi ao mais como seu sua "
        "não são pelo pela também quem quando onde qual",
        "it": "il lo la i gli le di del della dei delle e in è un una che per con da dal nel nella si non sono come "
        "al alla anche fu più suo sua chi quando dove quale",
        "ca": "el la els les de del dels i en és un una que es per amb va ser al als com més seva seu també són o "
        "però qui quan on quina",
        "ro": "și de în a la cu pe un o este din care pentru că nu mai se au fost sau prin după între lui ei cel "
        "cea al ale cine când unde",
        "sv": "och i att det som en på är av för med den till ett om de var inte har från vid eller kan sin hade "
        "blev efter också när vem vad var vilken",
        "da": "og i at det som en på er af for med den til et om de var ikke har fra ved eller kan sin havde blev "
        "efter også der blev når hvem hvad hvor hvilken",
        "no": "og i at det som en på er av for med den til et om de var ikke har fra ved eller kan sin hadde ble "
        "etter også når hvem hva hvor hvilken",
        "fi": "ja on oli ei että se hän joka mutta ovat myös kuin sekä tai sen jonka hänen olivat ollut vuonna "
        "mukaan kun kuka mikä missä milloin",
        "hu": "a az és hogy nem is egy volt meg ezt azt csak mint ki vagy lett által után között pedig mely "
        "amely mikor hol melyik",
        "pl": "w i na z do się jest nie to że o od po przez za dla oraz był była które który jako ze są kto kiedy "
        "gdzie jaki",
        "cs": "a v na je se že z do s o to jako pro byl byla jsou od po za který která které nebo také ve ze kdo "
        "kdy kde",
        "tr": "ve bir bu da de için ile olarak olan en çok daha gibi sonra kadar ise ya o ne değil tarafından kim "
        "nerede hangi",
        "id": "yang dan di dari untuk dengan pada dalam ini itu adalah oleh sebagai ke tidak juga akan atau karena "
        "telah siapa kapan mana",
        "vi": "và của là có được trong cho các một những với không này người đã từ ở như để khi ai nào đâu",
        "ru": "и в на не с что по как из к о за для был его от это была или при до также был она он кто когда где "
        "какой",
        "uk": "і в на не з що та як із до за для був його від це була або при також він вона й у хто коли де який",
        "bg": "и в на не с че по като из към за от е са да се при до той тя или което който как кога къде кой",
        "hr": "i je u se na da su za od s kao koji koja koje iz što bio bila ili ali nije biti te po kako tko kada "
        "gdje",
        "sl": "in je v na se da so za ki z kot od pa po iz bil bila tudi ali ne ni pri leta kdo kdaj kje kateri",
        "et": "ja on ei et oli ka see mis kui ta või aga oma kes olid nende selle ning kus millal milline",
        "lv": "un ir no ar par kas bija tika uz ka arī gada kā tas to bet vai pēc lai ko kur kad",
        "lt": "ir yra buvo kad su iš į kaip bet tai jo jis arba taip pat nuo po metų kas kur kada kuris",
        "sq": "dhe në të është për me nga një që si nuk ka më janë ishte kush kur ku",
        "is": "og í á er að sem var til um með við af en það hann ekki frá eru eða hún hver hvar hvenær",
        "sw": "ya na wa kwa ni katika za cha kuwa au hii yake alikuwa pia kama nani lini wapi nini",
        "tl": "ang ng sa na mga ay si ni kung para may isang ito nang siya hindi sino kailan saan",
        "eu": "eta da zen du ez bat dira izan ere edo baina dute ziren hau horren nor noiz non zein",
        "sr": "и у је на да се су за од са као који која које из што био била али није или ко када где",
        "be": "і ў на не з што па як да ад гэта быў была для або яго таксама які хто калі дзе",
        "el": "και το του η της ο οι τα στο στη στην για με από που είναι ότι δεν ένα μια ποιος πότε πού",
        "ar": "في من على إلى أن التي الذي هذا هذه عن مع كان كانت هو هي ما لا أو بعد قبل بين متى أين",
        "fa": "در از به که این را با است برای آن یک بود شد می تا بر او نیز های و یا چه کجا",
    }.items()
}
"""Frequent function words and question words by ISO 639-1 code."""

_LANGUAGES_WITH: dict[str, list[str]] = {}
"""The languages that have each function word."""
for _code, _words_of_language in _FUNCTION_WORDS.items():
    for _word in _words_of_language:
        _LANGUAGES_WITH.setdefault(_word, []).append(_code)

_LETTERS = {
    "cs": frozenset("řěů"),
    "de": frozenset("ß"),
    "es": frozenset("ñ¿¡"),
    "hu": frozenset("őű"),
    "is": frozenset("ðþ"),
    "pl": frozenset("łąęśćżź"),
    "pt": frozenset("ãõ"),
    "ro": frozenset("ășț"),
    "tr": frozenset("ğşı"),
    "vi": frozenset("đơưạảấầậắặẹếềểệịọốồổộớờởợụủứừữự"),
}
"""Letters almost unique to a language, which distinguish a short text in it from an English one."""

_LATIN = tuple(code for code, words in _FUNCTION_WORDS.items() if min(words) < "\u0250")
"""Languages in Latin script."""


def function_words(language: str) -> frozenset[str]:
    """Return frequent function words and question words of a language, in lower case; empty for an unknown one."""
    return _FUNCTION_WORDS.get(language, frozenset())


def guess_language(text: str, default: str = "") -> str:
    """Return the ISO 639-1 code of the language of a text, `default` if neither script nor words show it.

    For a single sentence, it may confuse closely related languages such as Danish and Norwegian.
    """
    sample = text[:_SAMPLE]
    script = script_of(sample)
    languages = _LATIN if script is None else tuple(code for code in script.languages if code in _FUNCTION_WORDS)
    counts = _counts(_words(sample), languages)
    best = max(counts, key=counts.__getitem__, default="")
    if best and counts[best] >= _FEWEST_WORDS:
        return best
    return default if script is None else script.languages[0]


def document_language(text: str) -> str:
    """Return the ISO 639-1 code of the language to read a text in: English unless another is more likely.

    A long enough text in Latin script in no known language is `UNKNOWN`.
    """
    sample = text[:_SAMPLE]
    if script_of(sample) is not None:
        return guess_language(sample, UNKNOWN)
    words = _words(sample)
    counts = _counts(words, _LATIN)
    best = max(_LATIN, key=counts.__getitem__)
    # Words of both languages (*is*, *in*, *on*) are ignored.
    own, others = (Counter(filter(only.__contains__, words)) for only in _only_in(best))
    if len(own) >= _FEWEST_WORDS and own.total() > _MORE_LIKELY * others.total():
        return best
    if counts[_DEFAULT] < _FEWEST_WORDS and (lettered := _by_letters(sample)):
        return lettered
    if len(words) < _ENOUGH_WORDS or counts[best] >= _LEAST_SHARE * len(words):
        return _DEFAULT
    small = sum(map(str.islower, _WORD.findall(sample)))
    return UNKNOWN if small > len(words) / 2 else _DEFAULT  # a table is mostly names and numbers


def _by_letters(text: str) -> str:
    """Return the language whose own letters occur in a text, if any."""
    counts = {code: sum(map(letters.__contains__, text.lower())) for code, letters in _LETTERS.items()}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] >= _FEWEST_WORDS else ""


def _only_in(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the function words of a language that are not English, and vice versa."""
    own, others = function_words(language), function_words(_DEFAULT)
    return own - others, others - own


def likely_languages(text: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the possible languages of a short text among the given ones: the most likely, or all on a tie.

    Args:
        text: the text, such as a question.
        languages: ISO 639-1 codes to choose from.

    Returns:
        At least one code; it is empty if there are none to choose from.
    """
    if len(languages) < 2:
        return tuple(languages) or ("",)
    script = script_of(text)
    of_script = _LATIN if script is None else script.languages
    fitting = [language for language in languages if language in of_script] or list(languages)
    counts = _counts(_words(text), fitting)
    most = max(counts.values())
    return tuple(language for language in fitting if counts[language] == most)


def foreign_language(text: str, language: str) -> str:
    """Return the language in Latin script of a text if it clearly differs from the expected one, else an empty string.

    Args:
        text: the text; its beginning is examined. Short texts and those in two languages are never clear.
        language: the ISO 639-1 code of the expected language; without known words for it, the result is empty.
    """
    if language not in _FUNCTION_WORDS:
        return ""
    words = _words(text[:_SAMPLE])
    counts = _counts(words, {*_LATIN, language})
    best = max(_LATIN, key=counts.__getitem__)
    is_clear = counts[best] >= max(_CLEAR, _CLEAR_RATIO * counts[language])
    return best if is_clear and len(_FUNCTION_WORDS[best] & set(words)) >= _CLEAR_KINDS else ""


def is_in_other_language(text: str, languages: Collection[str]) -> bool:
    """Tell whether a short text, such as a question, is clearly in none of the given languages.

    Args:
        text: the text. Evidence is its script, or several function words that none of the languages has.
        languages: ISO 639-1 codes; if the words of any are unknown, the result is False.
    """
    if not languages or not all(map(function_words, languages)):
        return False
    script = script_of(text)
    if script is not None:
        return not any(language in script.languages for language in languages)
    others = set(_words(text)).difference(*map(function_words, languages))
    return max(len(others & function_words(code)) for code in _LATIN) >= _DECISIVE_KINDS


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _counts(words: Sequence[str], languages: Iterable[str]) -> dict[str, int]:
    counts = dict.fromkeys(languages, 0)
    for word in words:
        for code in _LANGUAGES_WITH.get(word, ()):
            if code in counts:
                counts[code] += 1
    return counts
