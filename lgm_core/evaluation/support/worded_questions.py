"""Wordings: questions turned into statements by rule, with a gap where the answer goes.

Only what a rule forms well is worded; each question has at least *The answer is …*. English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lgm_core.evaluation.support.question_clauses import QuestionClauses
from lgm_core.evaluation.support.question_tokens import BE, DO
from lgm_core.evaluation.support.wording import GAP, Gap, Wording
from lgm_core.language.port import Annotator

__all__ = ["worded_questions"]

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
