"""The name that an English sentence under no title begins with, whatever the parser makes of its words."""

from __future__ import annotations

import re

from lgm_core.language.lexicons import lexicon_of

__all__ = ["opening_name"]

_COPULA = re.compile(r"\s(?:is|was)\s")
_QUOTED = re.compile(r"""["“](?P<name>[^"“”]{1,100}?),?["”](?:\s\([^()]*\))?\s(?:is|was)\s""")
_BRACKETS = re.compile(r"\([^()]*\)")
_ENGLISH = lexicon_of("en")
_ARTICLES = frozenset(("the", "a", "an"))
_NOT_FIRST = frozenset(
    "after although an and as at because before but by despite during each every for from he her here his however i if "
    "in into it its my on one our she since some such that their then there these they this those though to today "
    "under until we when where whereas while with within you your".split()
)
"""Words that begin a sentence rather than a name, although some names begin with them."""

_INSIDE = _ENGLISH.question_words | _ENGLISH.links | {"s", "t", "vs", "versus"}
"""Words in lower case inside names."""


def opening_name(text: str) -> str:
    """Return the name before *is* or *was* that begins a sentence, quoted or of several words; empty if there is none.

    *The Secret Life of Pets is directed by …* and *Peter and the Piskies (1958) is …* are about one thing, since the
    verb is singular. The name ends at a bracket or comma, or with the quotation marks around it.
    """
    if quotation := _QUOTED.match(text):
        return quotation["name"]
    shown = _BRACKETS.sub(lambda found: "(" * len(found[0]), text)
    copula = _COPULA.search(shown)
    name = re.split(r"\s*\(|,\s", shown[: copula.start()], maxsplit=1)[0].rstrip() if copula else ""
    words = name.split()
    if len(words) < 2 or (len(words) == 2 and words[0].lower() in _ARTICLES) or words[0].lower() in _NOT_FIRST:
        return ""
    is_name = _is_capital(words[0]) and _is_capital(words[-1]) and all(map(_is_of_name, words))
    return name if is_name else ""


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


def _is_of_name(word: str) -> bool:
    return _is_capital(word) or word in _INSIDE or not any(map(str.isalnum, word))
