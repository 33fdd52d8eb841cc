"""Wordings: questions turned into statements by rule, with a gap where the answer goes.

Only what a rule forms well is worded; each question has at least *The answer is …*. English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.support.question_tokens import BE, DO, HELPING, NOUNS, QuestionTokens
from benchmarks.support.wording import GAP, Gap, Wording, participle, past, third_person
from lgm_core.language.port import Annotator

__all__ = ["worded_questions"]

_WH = frozenset("who whom what which when where how".split())
_ARTICLES = frozenset({"the", "a", "an", "one"})
_PLACE_NAMED = re.compile(r"^the (?:place|date|year|birthday)\b|'s (?:place|date|birthday)", re.IGNORECASE)
_PEOPLE = re.compile(r"^[A-Z]\w+(?:an|ish|ese|ch|ic)$")


class QuestionClauses(QuestionTokens):
    """A question by its tokens; `slice` gives stretches of its text."""

    def wordings(self) -> Iterator[Wording]:
        """Yield the wordings of the question."""
        if self._end < 3:
            return
        first = self._lower(0)
        if first in _WH:
            yield from self._asked_first(0, "")
        elif self._lower(1) in {"what", "which"} and self._tokens[0].upos in {"ADP", "SCONJ"}:
            yield from self._asked_by_preposition()
        elif first not in BE and first not in DO and first not in HELPING:
            yield from self._asked_after_comma()
            yield from self._asked_inside()

    # -- What the question begins with

    def _asked_first(self, first: int, prefix: str) -> Iterator[Wording]:
        word = self._lower(first)
        if word in {"when", "where"}:
            gap = Gap.TIME if word == "when" else Gap.PLACE
            yield from self._adverbial(first + 1, prefix, "", gap)
            return
        if word == "how":
            yield from self._how(first, prefix)
            return
        if word in {"who", "whom"} or (word == "what" and self._is_finite(first + 1)):
            yield from self._nominal(first + 1, prefix, "")
            return
        end = self._phrase_end(first + 1)
        if end is None or self._lower(first + 1) in {"kind", "type", "sort", "percentage"}:
            return
        noun = self._slice(first + 1, end)
        if self._lower(end - 1) in {"year", "date", "month", "century", "decade"} and self._lower(end) in DO:
            yield from self._adverbial(end, prefix, "", Gap.TIME)
        else:
            yield from self._nominal(end, prefix, noun)

    def _asked_by_preposition(self) -> Iterator[Wording]:
        """*In what year was X born?*."""
        end = self._phrase_end(2)
        if end is None or self._lower(2) in {"kind", "type", "sort"}:
            return
        preposition = self._lower(0)
        is_time = self._lower(end - 1) in {"year", "date", "month"}
        if not is_time and self._answer.isdecimal():  # *on what yard line*: the unit would be lost
            return
        yield from self._adverbial(end, "", preposition, Gap.TIME if is_time else Gap.NAME)

    def _asked_after_comma(self) -> Iterator[Wording]:
        """*In 2005, what did X do?*."""
        commas = [place for place in range(1, self._end - 2) if self._tokens[place].text == ","]
        if commas and self._tokens[0].upos in {"ADP", "SCONJ"} and self._lower(commas[0] + 1) in _WH:
            yield from self._asked_first(commas[0] + 1, self._slice(0, commas[0] + 1))

    def _asked_inside(self) -> Iterator[Wording]:
        """*X was founded in what year?*."""
        places = [
            place
            for place in range(2, self._end)
            if self._lower(place) == "what"
            or (self._lower(place) == "which" and self._tokens[place - 1].upos == "ADP")
            or (self._lower(place) in {"who", "whom"} and place == self._end - 1)
        ]
        verb = self._root_verb()
        if len(places) != 1 or verb is None or verb >= places[0]:
            return
        (place,) = places
        if any(self._lower(other) in _WH for other in range(1)) or "," in {self._tokens[place - 1].text}:
            return
        end = self._noun_end(place + 1)
        if self._lower(place) == "which" and (end == place + 1 or self._is_clause(end)):
            return
        if self._lower(place + 1) in {"kind", "type", "sort", "about"} or self._is_verb(end):
            return
        if end > place + 1 and self._lower(end) == ",":  # *what Fayette County, Kentucky airport*
            return
        is_year = (
            self._lower(place - 1) in {"in", "on"} and end > place + 1 and self._lower(end - 1) in {"year", "date"}
        )
        start = place - 1 if is_year else place
        text = f"{self._slice(verb + 1, start)} {GAP} {self._slice(end, self._end)}"
        gap = Gap.TIME if is_year else Gap.NAME
        if _PEOPLE.match(self._answer) and end > place + 1:
            text = f"{self._slice(verb + 1, start)} the {GAP} {self._text_of(end - 1)} {self._slice(end, self._end)}"
        yield self._wording("inside", self._slice(0, verb), verb, text, gap)

    # -- What is asked for

    def _nominal(self, verb: int, prefix: str, noun: str) -> Iterator[Wording]:
        """Who, what or which: the subject or an object of the verb at a place."""
        if verb >= self._end - 1:
            return
        word = self._lower(verb)
        if word in DO:
            yield from self._object(verb, prefix, GAP)
            return
        rest = self._slice(verb + 1, self._end)
        if word in BE and self._opens_phrase(verb + 1):
            if self._has_loose_verb(verb + 1):
                return
            if not noun and any(token.upos in NOUNS for token in self._tokens[verb + 1 :]):
                yield Wording("copula", f"{prefix} {rest}", self._text_of(verb), GAP)
                yield Wording("copula_answer_first", f"{prefix} {GAP}", self._text_of(verb), rest)
                return
            if noun and (noun.split()[-1] in {"nationality", "religion"} or self._lower(verb + 1) not in _ARTICLES):
                return
        elif word in HELPING and not self._is_verb(verb + 1) and self._tokens[verb + 1].upos != "ADV":
            if word not in {"has", "have", "had"}:
                return
        elif not self._is_verb(verb) or (verb + 2 == self._end and self._tokens[verb + 1].upos == "ADP"):
            return
        subject = self._wording("subject", f"{prefix} {GAP}", verb, rest)
        yield subject
        being = "was" if self._is_past(verb) else "is"
        link = "who" if self._lower(verb - 1) == "who" else "that"
        yield Wording("cleft", f"{prefix} It", being, f"{GAP} {link} {self._text_of(verb)} {rest}")
        if noun and not prefix:
            yield Wording("noun", f"The {noun} that {self._text_of(verb)} {rest}", being, GAP)
        yield from self._passive(verb, prefix)

    def _passive(self, verb: int, prefix: str) -> Iterator[Wording]:
        """*Who founded the company that …?* as *The company that … was founded by …*."""
        token = self._tokens[verb]
        lemma = token.lemma.lower()
        end = self._noun_end(verb + 1)
        while end < self._end - 1 and self._lower(end) == "of":
            end = self._noun_end(end + 1)
        is_whole = end == self._end or self._lower(end) in {"that", "who", "which"}
        if token.text != past(lemma) or not is_whole or end == verb + 1 or lemma in {"have", "be", "do", "win", "lead"}:
            return
        if self._tokens[verb + 1].upos not in {"DET", "PROPN"}:
            return
        head = next((place for place in range(verb + 1, end) if self._lower(place) == "of"), end) - 1
        is_plural = self._tokens[head].upos == "NOUN" and self._lower(head) != self._tokens[head].lemma.lower()
        rest = self._slice(verb + 1, self._end)
        yield Wording("passive", f"{prefix} {rest}", "were" if is_plural else "was", f"{participle(lemma)} by {GAP}")

    def _object(self, helping: int, prefix: str, gap: str, kind: Gap = Gap.NAME) -> Iterator[Wording]:
        """*What did S write after X?* as *S wrote … after X*."""
        verb = self._base_verb(helping + 1)
        if verb is None:
            return
        inflect = DO[self._lower(helping)]
        place = verb + 1
        if place < self._end and self._tokens[self._end - 1].upos == "ADP":
            place = self._end
        elif (
            place < self._end
            and self._tokens[place].upos == "ADP"
            and (place + 1 == self._end or self._tokens[place + 1].upos in {"ADP", "SCONJ", "PUNCT"})
        ):
            place += 1
        if place < self._end and self._tokens[place].upos not in {"ADP", "ADV", "PUNCT"}:
            return
        subject, lemma = self._slice(helping + 1, verb), self._lower(verb)
        if lemma in {"appear", "come", "go", "live", "die", "stay"} and gap == GAP:
            return
        if " and " in subject and inflect is third_person:
            inflect = str
        after = f"{self._slice(verb + 1, place)} {gap} {self._slice(place, self._end)}"
        yield Wording("object", f"{prefix} {subject}", inflect(lemma), after, lemma, kind)
        being = "was" if inflect is past else "is"
        rest = f"{self._slice(verb + 1, self._end)}"
        if kind is Gap.NAME:
            yield Wording("object_cleft", f"{prefix} It", being, f"{gap} that {subject} {inflect(lemma)} {rest}")

    def _adverbial(self, verb: int, prefix: str, preposition: str, gap: Gap) -> Iterator[Wording]:
        """When, where, or in which; the verb is at a place."""
        word = self._lower(verb)
        slot = f"{preposition} {GAP}" if preposition and gap is Gap.NAME else GAP
        if word in DO:
            main = self._base_verb(verb + 1)
            if main is None:
                return
            inflect, lemma = DO[word], self._lower(main)
            subject, rest = self._slice(verb + 1, main), self._slice(main + 1, self._end)
            yield Wording("adverbial", f"{prefix} {subject}", inflect(lemma), f"{rest} {slot}", lemma, gap)
            if not prefix:
                yield Wording("fronted", f"{slot}, {subject}", inflect(lemma), rest, lemma, gap)
            return
        if word not in BE:
            return
        last = self._end - 1
        if self._tokens[last].upos == "ADP" and gap is Gap.PLACE and not self._has_loose_verb(verb + 1):
            after = f"{self._text_of(last)} {GAP}"
            yield Wording("from", f"{prefix} {self._slice(verb + 1, last)}", self._text_of(verb), after)
            return
        split = last if self._tokens[last].upos == "VERB" else self._participle(verb + 1)
        if split is None:
            if not self._has_loose_verb(verb + 1) and not preposition and self._opens_phrase(verb + 1):
                subject = self._slice(verb + 1, self._end)
                is_named = _PLACE_NAMED.search(subject) is not None
                kind = Gap.NAME if is_named else gap
                yield Wording("copula", f"{prefix} {subject}", self._text_of(verb), GAP, gap=kind)
            return
        subject, rest = self._slice(verb + 1, split), self._slice(split, self._end)
        yield Wording("adverbial", f"{prefix} {subject}", self._text_of(verb), f"{rest} {slot}", gap=gap)
        if not prefix:
            yield Wording("fronted", f"{slot}, {subject}", self._text_of(verb), rest, gap=gap)

    def _how(self, first: int, prefix: str) -> Iterator[Wording]:
        """*How many Xs did Y …?*, *How many Xs are …?*, *How old was Y …?*."""
        asked = self._lower(first + 1)
        if asked == "old" and self._lower(first + 2) in BE:
            when = next((place for place in range(first + 3, self._end) if self._lower(place) in {"when", "at"}), None)
            stop = self._end if when is None else when
            subject, rest = self._slice(first + 3, stop), self._slice(stop, self._end)
            after = f"{GAP} years old {rest}"
            yield Wording("age", f"{prefix} {subject}", self._text_of(first + 2), after, gap=Gap.NUMBER)
            return
        end = self._phrase_end(first + 2)
        if asked != "many" or end is None:
            return
        counted = f"{GAP} {self._slice(first + 2, end)}"
        if self._lower(end) in DO:
            yield from self._object(end, prefix, counted, Gap.NUMBER)
        elif self._is_verb(end) and not (self._lower(end) in BE and self._opens_phrase(end + 1)):
            if self._lower(end) in HELPING and not self._is_verb(end + 1):
                return
            rest = self._slice(end + 1, self._end)
            yield self._wording("subject", f"{prefix} {counted}", end, rest, Gap.NUMBER)


_QUOTES = "\"“”',?. "
_DIRECTOR = re.compile(r"^Which \w+ (?:has the|whose) director (?:who )?(?P<said>.+)$")
_COMPARING = re.compile(r"\b(?:earlier|later|more recently|older|younger)$")
_CLOSED = re.compile(
    r"^(?P<verb>(?i:are|were|is|was|do|does|did)) (?:both )?(?P<kind>films |the )?"
    r"(?P<subject>.+? and (?:[^a-z\s][^\s,]*,?(?: (?:of|the|de|von|from)(?= [A-Z]))? )+?(?:films |magazines )?)"
    r"(?P<said>[a-z].*)$"
)


def worded_questions(asked: Sequence[tuple[str, str]], annotator: Annotator) -> list[list[Wording]]:
    """Return the wordings of each question, the simplest first.

    Args:
        asked: questions in English with their answers; the answer tells which alternative of a choice is meant, and
            whether the question is a closed one.
        annotator: a language backend that parses.
    """
    texts, others = zip(*(_without_choice(_cleaned(question), answer) for question, answer in asked), strict=True)
    worded = []
    for (_, answer), text, other, sentences in zip(asked, texts, others, annotator.annotate(texts), strict=True):
        if answer.lower() in {"yes", "no"}:
            worded.append(list(_closed(text)))
            continue
        wordings = [Wording("answer", "The answer", "is", GAP, gap=Gap.ANY)]
        if other and (of_directors := list(_of_directors(text.rstrip("?"), other))):
            wordings += of_directors
            wordings = [replace(wording, rival=other) for wording in wordings]
        elif len(sentences) == 1:
            found = list(QuestionClauses(text, sentences[0].tokens, answer).wordings())
            wordings += [chosen for wording in found for chosen in _compared(wording, other)] if other else found
            wordings = [replace(wording, rival=other) for wording in wordings]
        worded.append(wordings)
    return worded


def _without_choice(text: str, answer: str) -> tuple[str, str]:
    """Cut the alternatives off a question that ends in them; return the other alternative too, if there is one."""
    wanted = answer.strip(_QUOTES).lower()
    for comma in re.finditer(r",? (?=[\"“])|, ", text):
        tail = re.sub('["“”]', "", text[comma.end() :]).strip(_QUOTES)
        if tail.lower().startswith(f"{wanted} or "):
            return f"{text[: comma.start()]}?", tail[len(wanted) + len(" or ") :].strip(_QUOTES)
        if tail.lower().endswith(f" or {wanted}"):
            return f"{text[: comma.start()]}?", tail[: -len(wanted) - len(" or ")].strip(_QUOTES)
    return text, ""


def _of_directors(head: str, other: str) -> Iterator[Wording]:
    """Yield statements for *Which film has the director who died earlier, A or B?*, whose head says that."""
    about = _DIRECTOR.match(head)
    if about is None:
        return
    said = about["said"].removesuffix(" than the other")
    verb, _, rest = said.partition(" ")
    if verb not in {"was", "is", "died"}:
        verb, rest = ("is" if verb in {"older", "younger"} else "was"), said
    lemma = "die" if verb == "died" else ""
    yield Wording("director", f"The director of {GAP}", verb, rest, lemma)
    if _COMPARING.search(said):
        yield Wording("director_than", f"The director of {GAP}", verb, f"{rest} than that of {other}", lemma)


def _compared(wording: Wording, other: str) -> Iterator[Wording]:
    """Yield a statement about one alternative, and the same beside the other."""
    yield wording
    if wording.name == "subject" and _COMPARING.search(wording.after):
        yield Wording("than", wording.before, wording.finite, f"{wording.after} than {other}", wording.lemma)


def _closed(text: str) -> Iterator[Wording]:
    """Yield *A and B are from the same country* for *Are both A and B from the same country?*."""
    match = _CLOSED.match(text)
    if match is None:
        return
    verb = match["verb"].lower()
    subject = f"{match['kind'] or ''}{match['subject'].rstrip(',')}"
    if verb in BE:
        yield Wording("closed", subject, verb, match["said"].rstrip("?"), gap=Gap.NONE)
    else:
        main, _, rest = match["said"].rstrip("?").partition(" ")
        yield Wording("closed", subject, DO[verb](main), rest, main, Gap.NONE)


def _cleaned(question: str) -> str:
    text = " ".join(question.split()).rstrip("? .")
    if text.count('"') % 2:
        text = text.removesuffix('"')
    return f"{text}?"
