"""False statements: a true one with one change that nothing in the corpus states."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from benchmarks.support.corpus_names import CorpusNames
from benchmarks.support.wording import Gap, Wording, participle, past, third_person
from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.metrics import normalise_answer

__all__ = ["Change", "Changer", "is_true_of"]


class Change(StrEnum):
    """What a false statement changes."""

    ENTITY = "entity"
    """The answer, for a name of its kind anywhere in the corpus."""
    NEAR_ENTITY = "entity_shown"
    """The answer, for a name of its kind in the sentences shown."""
    ALTERNATIVE = "alternative"
    """The answer, for the other thing that the question offers to choose from."""
    SUBJECT = "subject"
    """What the question is about, for a name of its kind."""
    NUMBER = "number"
    DATE = "date"
    PREDICATE = "predicate"
    """The verb, for another of the same frame."""
    ANTONYM = "antonym"
    NEGATION = "negation"
    OTHER_ANSWER = "other_answer"
    """The answer, for that of another question."""


_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile(
    rf"\b(?:\d{{1,2}} (?:{'|'.join(_MONTHS)})(?:,? \d{{3,4}})?|(?:{'|'.join(_MONTHS)}) \d{{1,2}}(?:, \d{{3,4}})?"
    rf"|(?:{'|'.join(_MONTHS)}),? \d{{4}}|1\d{{3}}|20[0-2]\d)(?![\d,]*\d)(?! ?%)"
)
_NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty".split()
)
_NUMBER = re.compile(
    rf"(?<![\w.,-])(?:[1-9]\d*(?:,\d{{3}})*(?:\.\d+)?|{'|'.join(_NUMBER_WORDS)})(?![\w-])", re.IGNORECASE
)

# Verbs of one frame, of which none says what another of its row says.
_FRAMES = (
    "found sell sue criticise",
    "direct review ban attend",
    "write translate burn review",
    "play replace reject marry",
    "create destroy copy sell",
    "win host lose leave",
    "lead join leave oppose",
    "release ban reject withdraw",
    "produce consume import lose",
    "discover destroy ignore hide",
    "build burn sell abandon",
    "open close sell burn",
    "beat avoid join praise",
    "sign reject burn steal",
    "use ban sell avoid",
    "record ban parody reject",
    "cover ban parody reject",
    "marry sue adopt murder",
    "appoint dismiss murder marry",
    "publish burn ban reject",
    "establish abolish attack leave",
    "buy sell destroy rent",
    "kill marry rescue employ",
    "voice replace criticise sue",
    "support oppose ban ignore",
    "attack defend rebuild join",
    "contain lack replace precede",
    "pass reject repeal delay",
    "sing record reject criticise",
    "develop abandon ban sell",
    "design buy burn demolish",
    "base ban attack bury",
    "locate ban attack bury",
    "headquarter ban sue reject",
    "form leave criticise ban",
    "bear bury marry imprison",
    "die marry graduate vote",
    "start end leave ban",
    "begin end postpone ban",
    "control leave bomb ignore",
    "star reject sue omit",
    "star reject sue omit",
    "serve leave attack reject",
    "fight marry employ praise",
    "score save lose refuse",
    "name ban burn sell",
    "complete abandon postpone burn",
    "sell buy burn steal",
)
_FRAME_OF = {row.split()[0]: row.split()[1:] for row in reversed(_FRAMES)}

_ANTONYMS = {
    one: other
    for pair in (
        "first last,earlier later,older younger,oldest youngest,most fewest,more fewer,largest smallest,highest lowest,"
        "higher lower,north south,east west,northern southern,eastern western,before after,maternal paternal,"
        "same different,male female,father mother,son daughter,husband wife,brother sister,birth death,"
        "longest shortest,best worst,winner loser,private public,major minor,increase decrease,increased decreased,"
        "inside outside,above below,rich poor,strong weak,early late,indoor outdoor,"
        "active inactive,successful unsuccessful,former future,greater smaller,biggest smallest"
    ).split(",")
    for one, other in (pair.split(), reversed(pair.split()))
} | {"more recently": "earlier"}
_ANTONYM = re.compile(rf"(?<![\w'-])(?:{'|'.join(sorted(_ANTONYMS, key=len, reverse=True))})(?![\w'-])")


_BESIDE = r"[\w’']*,?\s*(?:(?:and|or|&|also|known|as|called|born|the|of|[\dA-Z(][\w.]*)[\s,(]+){0,4}"
"""What stands between two items of a list, and between two names of one thing."""
_PREPOSITION = re.compile(r"(?:in|on|at|by|for|from|to|of|with|as|into|against|over|up|out)\b")


@dataclass(frozen=True, slots=True)
class FalseStatement:
    """A false statement, and what was changed in it for what."""

    change: Change
    text: str
    changed: str


class Changer:
    """Makes the false statements of one question.

    Args:
        question: the question.
        answer: its gold answer.
        names: the names of the corpus.
        others: the answers of other questions.
        shown: the text of the sentences shown.
        gold: the text of the gold sentences.
        corpus: the text of the corpus.
        rival: the other alternative, where the question offers two.
        seed: decides which of the candidates are taken.
    """

    def __init__(
        self,
        question: Question,
        answer: str,
        names: CorpusNames,
        others: Sequence[str],
        *,
        shown: str,
        gold: str,
        corpus: str,
        rival: str,
        seed: int,
    ) -> None:
        self._rival = rival
        self._question, self._answer, self._names = question, answer, names
        self._others, self._shown, self._gold, self._corpus = others, shown, gold, corpus
        self._seed = seed

    def answers(self) -> Iterator[tuple[Change, str]]:
        """Yield false answers in the place of the true one, one of each kind of change that can be made."""
        if self._rival:
            yield Change.ALTERNATIVE, self._rival
        elif not _is_value(self._answer):
            candidates = [
                name for name in self._names.like(self._answer, self._question.text) if self._may_replace(name)
            ]
            yield from self._chosen(
                Change.NEAR_ENTITY,
                [name for name in candidates if name in self._shown and self._may_be_near(name)],
            )
            yield from self._chosen(Change.ENTITY, [name for name in candidates if name not in self._shown])
        if (date := _changed(self._answer, _DATE, self._values(_DATE), self._random(Change.DATE))) is not None:
            yield Change.DATE, date
        elif (
            number := _changed(self._answer, _NUMBER, self._values(_NUMBER), self._random(Change.NUMBER))
        ) is not None:
            yield Change.NUMBER, number
        others = [
            other
            for other in self._others
            if _shape(other) == _shape(self._answer) and self._may_replace(other) and other not in self._shown
        ]
        if self._rival:  # another of its kind may be true: it may have come first, too
            others = [other for other in others if not self._names.are_alike(other, self._answer)]
        yield from self._chosen(Change.OTHER_ANSWER, others)

    def statements(self, wording: Wording, answers: Sequence[tuple[Change, str]]) -> Iterator[FalseStatement]:
        """Yield the false statements of one wording.

        Args:
            wording: the wording, true with the gold answer.
            answers: what `answers` returned.
        """
        truth = wording.text(self._answer)
        if wording.gap is Gap.NONE:
            is_denied = self._answer.lower() == "no"
            yield FalseStatement(Change.NEGATION, truth if is_denied else wording.denied(""), "")
            return
        for change, answer in answers:
            if wording.fits(answer):
                after = wording.after.replace(wording.rival, self._answer) if answer == wording.rival else wording.after
                yield FalseStatement(change, replace(wording, after=after).text(answer), answer)
        if wording.name == "answer":
            return
        yield FalseStatement(Change.NEGATION, wording.denied(self._answer), "not")
        yield from self._in_question(wording, truth)

    def _in_question(self, wording: Wording, truth: str) -> Iterator[FalseStatement]:
        """Yield changes of what the question brings: its subject, verb and other words; the answer stays."""
        start = truth.lower().find(self._answer.lower())
        before, after = (truth[:start], truth[start + len(self._answer) :]) if start >= 0 else (truth, "")
        name = "" if wording.rival else self._names.within(f"{before} | {after}")
        if name and normalise_answer(name) not in normalise_answer(self._answer):
            candidates = [other for other in self._names.like(name) if other not in truth]
            for _, other in self._chosen(Change.SUBJECT, [other for other in candidates if other not in self._gold]):
                text = before.replace(name, other, 1) + truth[len(before) : len(truth) - len(after)]
                text += after if name in before else after.replace(name, other, 1)
                yield FalseStatement(Change.SUBJECT, text, f"{name} → {other}")
        for change, pattern in ((Change.DATE, _DATE), (Change.NUMBER, _NUMBER)):
            changed = _changed(before, pattern, self._values(pattern), self._random(change))
            if changed is not None and not _is_value(self._answer):
                yield FalseStatement(change, changed + truth[len(before) :], "in the question")
                break
        yield from self._other_verb(wording)
        antonym = _ANTONYM.search(after) or _ANTONYM.search(before)
        if antonym is not None:
            offset = len(truth) - len(after) if _ANTONYM.search(after) else 0
            at = offset + antonym.start()
            text = truth[:at] + _ANTONYMS[antonym[0]] + truth[at + len(antonym[0]) :]
            yield FalseStatement(Change.ANTONYM, text, f"{antonym[0]} → {_ANTONYMS[antonym[0]]}")

    def _other_verb(self, wording: Wording) -> Iterator[FalseStatement]:
        """Yield the statement with another verb: the finite one, or the participle behind an auxiliary."""
        if wording.lemma:
            is_followed = _PREPOSITION.match(wording.after) is not None and wording.lemma != "die"
            for _, verb in self._chosen(Change.PREDICATE, [] if is_followed else self._verbs(wording.lemma)):
                form = next(
                    inflect(verb)
                    for inflect in (past, third_person, str)
                    if inflect(wording.lemma) == wording.finite or inflect is str
                )
                changed = Wording(wording.name, wording.before, form, wording.after, verb, wording.gap)
                yield FalseStatement(Change.PREDICATE, changed.text(self._answer), f"{wording.finite} → {form}")
            return
        first, _, rest = wording.after.partition(" ")
        lemma = next((lemma for lemma in _FRAME_OF if participle(lemma) == first and not rest.startswith("to ")), "")
        for _, verb in self._chosen(Change.PREDICATE, self._verbs(lemma)):
            after = f"{participle(verb)} {rest}"
            changed = Wording(wording.name, wording.before, wording.finite, after, "", wording.gap)
            yield FalseStatement(Change.PREDICATE, changed.text(self._answer), f"{first} → {participle(verb)}")

    def _verbs(self, lemma: str) -> list[str]:
        """Return verbs of the frame of another that the gold sentences do not have; first those of the corpus."""
        verbs = [verb for verb in _FRAME_OF.get(lemma, ()) if verb[:5] not in self._gold]
        return [verb for verb in verbs if past(verb) in self._corpus] or verbs

    def _may_replace(self, name: str) -> bool:
        """Tell whether a name is not the answer, nor part of the question, nor listed beside the answer as another."""
        if is_true_of(name, self._question) or normalise_answer(name) in normalise_answer(self._question.text):
            return False
        one, other = re.escape(name), re.escape(self._answer)
        return re.search(f"{one}{_BESIDE}{other}|{other}{_BESIDE}{one}", self._gold) is None

    def _may_be_near(self, name: str) -> bool:
        """Tell whether a name in the sentences shown is no place that a gold sentence says the answer to be in."""
        both = (line for line in self._gold.splitlines() if self._answer in line)
        return not (self._names.is_place(name) and any(name in line for line in both))

    def _values(self, pattern: re.Pattern[str]) -> list[str]:
        """Return the values of the sentences shown, then those of the corpus's first part."""
        return [match[0] for text in (self._shown, self._corpus[:200_000]) for match in pattern.finditer(text)]

    def _chosen(self, change: Change, candidates: Iterable[str]) -> Iterator[tuple[Change, str]]:
        found = list(dict.fromkeys(candidates))
        if found:
            yield change, self._random(change).choice(found)

    def _random(self, change: Change) -> random.Random:
        return random.Random(f"{self._seed} {self._question.id} {change}")  # no secret


def is_true_of(answer: str, question: Question) -> bool:
    """Tell whether an answer is a gold one, or has the same words as one, more or fewer."""
    words = set(normalise_answer(answer).split())
    golds = [set(normalise_answer(gold).split()) for gold in question.answers]
    return not words or any(words <= gold or gold <= words for gold in golds)


def _is_value(text: str) -> bool:
    return _DATE.search(text) is not None or _NUMBER.match(text) is not None


def _shape(text: str) -> tuple[bool, bool]:
    """Return what must be alike for one answer to read well in the place of another: a name, a value."""
    return text[:1].isupper() or text.startswith("the "), text[:1].isdigit()


def _changed(text: str, pattern: re.Pattern[str], values: Sequence[str], chance: random.Random) -> str | None:
    """Return a text with its last value of a pattern changed for one of the same form; None if it has none."""
    matches = list(pattern.finditer(text))
    if not matches or "×" in text:  # powers of ten lose their exponents in plain text
        return None
    match = matches[-1]
    form = _form(match[0])
    alike = [value for value in values[:2000] if _form(value) == form and value.lower() != match[0].lower()]
    different = list(dict.fromkeys(value for value in alike if value not in text))[:12]
    if different:
        new = chance.choice(different)
    elif match[0].isdecimal():
        new = str(int(match[0]) + chance.randint(1, 9))
    else:
        return None
    new = new.capitalize() if match[0][:1].isupper() else new
    return f"{text[: match.start()]}{new}{text[match.end() :]}"


def _form(value: str) -> str:
    """Return the form of a value: *12 May 1705* and *3 June 1999* have one, *1705* and *12 %* others."""
    if value.lower() in _NUMBER_WORDS:
        return "word"
    if value.isdecimal():
        return f"{len(value)} digits"
    return re.sub(r"[A-Za-z]+", "M", re.sub(r"\d+", "9", value))
