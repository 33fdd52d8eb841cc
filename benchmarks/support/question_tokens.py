"""The words of a question: where its noun phrases end, and where its verbs stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchmarks.support.wording import Gap, Wording, past, third_person
from lgm_core.language.port import Token

__all__ = ["BE", "DO", "HELPING", "NOUNS", "QuestionTokens"]

BE = frozenset("is are was were".split())
DO: Mapping[str, Callable[[str], str]] = {"did": past, "does": third_person, "do": str}
HELPING = frozenset("has have had can could will would may might must should".split())
_RELATIVE = frozenset("who whom which that whose where when".split())
NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_IN_PHRASE = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "X", "DET"})
_OPENS_PHRASE = frozenset({"DET", "PROPN", "NOUN", "PRON", "NUM", "ADJ"})


class QuestionTokens:
    """The tokens of a question, and stretches of its text.

    Parsers read questions less well than statements, so that most is told by the tags of words and their order.

    Args:
        text: the question, with a question mark.
        tokens: its tokens.
        answer: its answer.
    """

    def __init__(self, text: str, tokens: Sequence[Token], answer: str) -> None:
        self._text, self._answer = text, answer
        self._tokens = [token for token in tokens if token.text != "?" or token.end < len(text)]
        self._end = len(self._tokens)

    def _lower(self, place: int) -> str:
        return self._tokens[place].text.lower() if 0 <= place < self._end else ""

    def _text_of(self, place: int) -> str:
        return self._tokens[place].text

    def _slice(self, first: int, end: int) -> str:
        """Return the text of tokens, the first in lower case if it began the question and is no name."""
        if first >= end or first >= self._end:
            return ""
        text = self._text[self._tokens[first].start : self._tokens[end - 1].end]
        is_opening = first == 0 and self._tokens[0].upos not in {"PROPN", "X"}
        return text[:1].lower() + text[1:] if is_opening and self._tokens[0].upos in {"ADP", "DET", "SCONJ"} else text

    def _wording(self, name: str, before: str, verb: int, after: str, gap: Gap = Gap.NAME) -> Wording:
        token = self._tokens[verb]
        is_helping = token.text.lower() in BE or (token.upos == "AUX" or token.text.lower() in HELPING)
        if token.text.lower() in {"has", "have", "had"} and not self._is_verb(verb + 1):
            is_helping = False
        return Wording(name, before, token.text, after, "" if is_helping else token.lemma.lower(), gap)

    def _is_verb(self, place: int) -> bool:
        return 0 <= place < self._end and self._tokens[place].upos in {"VERB", "AUX"}

    def _is_finite(self, place: int) -> bool:
        token = self._tokens[place]
        lemma = token.lemma.lower()
        return self._is_verb(place) and (token.upos == "AUX" or token.text in {past(lemma), third_person(lemma)})

    def _is_past(self, place: int) -> bool:
        token = self._tokens[place]
        return token.text.lower() in {"was", "were", "had", "did"} or token.text.lower() == past(token.lemma.lower())

    def _opens_phrase(self, place: int) -> bool:
        return 0 <= place < self._end and self._tokens[place].upos in _OPENS_PHRASE

    def _is_clause(self, place: int) -> bool:
        """Tell whether a subject with its verb follows, as in a relative clause."""
        return place < self._end and self._tokens[place].upos in {"VERB", "AUX", "PRON", "DET", "PROPN"}

    def _phrase_end(self, place: int) -> int | None:
        """Return where the verb stands behind a noun phrase that begins at a place; None when there is none."""
        if not self._opens_phrase(place):
            return None
        for end in range(place + 1, self._end):
            if self._is_verb(end) and self._tokens[end - 1].text != "-":
                return end if self._tokens[end - 1].upos in NOUNS | {"PUNCT", "PRON"} else None
            if self._lower(end) in _RELATIVE:
                return None
        return None

    def _noun_end(self, place: int) -> int:
        """Return the end of the words of one noun phrase from a place on."""
        end = place
        while end < self._end and (
            self._tokens[end].upos in _IN_PHRASE
            or self._tokens[end].text in {"-", "–", "'s", "’s"}
            or (end > place and self._tokens[end - 1].text == "-")
            or (end + 1 < self._end and self._tokens[end + 1].text == "-")
        ):
            end += 1
        return end

    def _has_loose_verb(self, place: int) -> bool:
        """Tell whether a verb stands from a place on that no relative pronoun or *to* introduces."""
        is_bound = False
        for word in range(place, self._end):
            if self._lower(word) in _RELATIVE or (self._lower(word) == "to" and self._is_verb(word + 1)):
                is_bound = True
            elif self._is_verb(word) and not is_bound:
                return True
        return False

    def _participle(self, place: int) -> int | None:
        """Return where the predicate begins behind the subject that begins at a place: *born*, *founded in X*."""
        for word in range(place + 1, self._end):
            if self._lower(word) in _RELATIVE:
                return None
            token = self._tokens[word]
            is_participle = token.upos == "VERB" and token.text.lower() != token.lemma.lower()
            if is_participle and not token.text.endswith("ing"):
                is_behind_subject = self._tokens[word - 1].upos not in {"DET", "ADJ", "ADP"}
                return word if is_behind_subject and self._lower(word + 1) != "that" else None
            if token.upos == "ADJ" and word == self._end - 1:
                return word
        return None

    def _base_verb(self, place: int) -> int | None:
        """Return where the verb stands that *did* helps: *did Luther write*."""
        for word in range(place + 1, self._end):
            token = self._tokens[word]
            if self._lower(word) in _RELATIVE:
                return None
            is_base = token.text.islower() and (token.lemma == token.text)
            if token.upos == "VERB" and is_base and self._tokens[word - 1].upos not in {"PART", "DET", "ADP"}:
                return word
            is_last = word == self._end - 1
            if (
                is_last
                and is_base
                and token.upos in {"NOUN", "ADJ"}
                and word > place + 1
                and not token.text.endswith("s")
            ):
                is_plain = all(self._tokens[other].upos != "ADP" for other in range(place, word))
                return word if is_plain and self._tokens[word - 1].upos in NOUNS else None
        return None

    def _root_verb(self) -> int | None:
        """Return where the finite verb of a statement stands, by its parse."""
        root = next((place for place, token in enumerate(self._tokens) if token.head < 0), 0)
        helping = [
            place
            for place, token in enumerate(self._tokens)
            if token.head == root and token.relation.partition(":")[0] in {"aux", "cop"} and place < root
        ]
        if helping:
            return helping[0]
        if self._tokens[root].upos in {"VERB", "AUX"} and not self._text_of(root).endswith("ing"):
            return root
        being = next((place for place in range(1, self._end) if self._lower(place) in BE), None)
        return None if being is None or any(self._lower(place) in _RELATIVE for place in range(being)) else being
