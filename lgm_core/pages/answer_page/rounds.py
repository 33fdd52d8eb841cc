"""How an answer was found, round by round: what each looked for, read, kept, replied and missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from lgm_core.model import TraceStep
from lgm_core.model.concept import name_of
from lgm_core.pages.answer_page.chain_tree import BASES
from lgm_core.pages.answer_page.sentence_lookup import PlacedSentence, SentenceLookup

__all__ = ["Finding", "ShownRound", "ShownSentence", "shown_rounds"]

FindingKind = Literal["sought", "read", "kept", "replied", "missed", "failed", "plain"]

_Read = Mapping[str, PlacedSentence]
_Details = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence that a round read.

    Attributes:
        placed: the sentence.
        is_kept: whether it was chosen or cited afterwards.
        number: the number of its citation; 0 for none.
    """

    placed: PlacedSentence
    is_kept: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a round did.

    Attributes:
        label: what it did: "Looked for".
        text: what came of it, in words.
        kind: how it is shown.
        names: concepts, questions or answers.
        lines: facts or relations, one a line.
        of_lines: what the lines are, in the singular.
        code: a text to be shown as it is written, such as a plan.
        sentences: what was read, or kept.
    """

    label: str
    text: str = ""
    kind: FindingKind = "plain"
    names: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    of_lines: str = "fact"
    code: str = ""
    sentences: tuple[ShownSentence, ...] = ()


@dataclass(slots=True)
class ShownRound:
    """A round; what comes before the first one has no title."""

    title: str = ""
    findings: list[Finding] = field(default_factory=list)


def shown_rounds(trace: Sequence[TraceStep], lookup: SentenceLookup, numbers: Mapping[str, int]) -> list[ShownRound]:
    """Return the rounds of a trace.

    Args:
        trace: the steps.
        lookup: reads the sentences that they name.
        numbers: the numbers of citations, by the id of the sentence.
    """
    read = lookup.read(id for step in trace for id in _ids(step))
    rounds = [ShownRound()]
    teller = _Teller(read, numbers, frozenset(_kept(trace)))
    for step in trace:
        if step.name == "round":
            asked = str(step.details.get("question", ""))
            rounds.append(ShownRound(f"Round {step.details['number']}" + (f": {asked}" if asked else "")))
        else:
            rounds[-1].findings += teller.findings(step)
    return [each for each in rounds if each.findings]


def _ids(step: TraceStep) -> Iterator[str]:
    """Yield the ids of all sentences that a step names."""
    details = step.details
    for name in ("read", "marked", "kept", "cited", "sentences"):
        match details.get(name):
            case list(ids):
                yield from ids
            case dict(by_question):
                for ids in by_question.values():
                    yield from ids


def _kept(trace: Iterable[TraceStep]) -> Iterator[str]:
    for step in trace:
        yield from step.details.get("marked", ())
        yield from step.details.get("cited", ())


class _Teller:
    """Puts the steps of a trace in words.

    Args:
        read: the sentences that they name, by id.
        numbers: the numbers of citations, by the id of the sentence.
        kept: the ids of sentences that were chosen or cited.
    """

    def __init__(self, read: _Read, numbers: Mapping[str, int], kept: frozenset[str]) -> None:
        self._read, self._numbers, self._kept = read, numbers, kept
        self._tellers: Mapping[str, Callable[[_Details], Iterable[Finding]]] = {
            "concepts": self._concepts,
            "expansion": self._expansion,
            "reading": self._reading,
            "marking": self._marking,
            "compression": self._shortening,
            "pruning": self._shortening,
            "answer": self._answer,
            "facts": self._facts,
            "naming": self._naming,
            "extraction": self._extraction,
            "plan": self._plan,
            "planning": self._planning,
            "step": self._step,
            "end": self._end,
        }

    def findings(self, step: TraceStep) -> list[Finding]:
        """Return what a step tells; of one that is not known, its details as they are."""
        details, tell = step.details, self._tellers.get(step.name)
        if tell is None:
            told = "; ".join(f"{name}: {value}" for name, value in details.items())
            return [Finding(step.name.capitalize(), told)]
        found = list(tell(details))
        if details.get("failed"):
            found.append(Finding("Failed", str(details.get("error", "")), "failed"))
        return found

    def _sentences(self, ids: Iterable[str]) -> tuple[ShownSentence, ...]:
        return tuple(
            ShownSentence(self._read[id], id in self._kept, self._numbers.get(id, 0)) for id in ids if id in self._read
        )

    def _concepts(self, details: _Details) -> Iterator[Finding]:
        names = tuple(dict.fromkeys(map(name_of, details["found"])))
        yield Finding("Looked for", "" if names else "the words alone: no concept was found", "sought", names)

    def _expansion(self, details: _Details) -> Iterator[Finding]:
        reached = tuple(map(str, details["reached"].values()))
        yield Finding(
            "Reached over relations", _count(len(reached), "concept"), "sought", lines=reached, of_lines="way"
        )

    def _reading(self, details: _Details) -> Iterator[Finding]:
        told = _count(details["sentences"], "sentence")
        if details["unread"]:
            told += f"; {details['unread']} more about the concepts were left unread"
        yield Finding("Read", told, "read", sentences=self._sentences(details.get("read", ())))

    def _marking(self, details: _Details) -> Iterator[Finding]:
        told = f"{_count(len(details['marked']), 'sentence')} marked as supporting an answer"
        yield Finding("Kept", told, "kept", sentences=self._sentences(details["marked"]))

    def _shortening(self, details: _Details) -> Iterator[Finding]:
        told = f"{details['after']} of {_count(details['before'], 'sentence')}, to fit what is shown at once"
        yield Finding("Shortened", told, "kept", sentences=self._sentences(details.get("kept", ())))

    def _answer(self, details: _Details) -> Iterator[Finding]:
        if "text" in details:
            yield Finding("Replied", str(details["text"]) or "nothing yet", "replied")
            yield Finding(
                "Cited", _count(len(details["cited"]), "sentence"), "kept", sentences=self._sentences(details["cited"])
            )
        if details.get("unmet"):
            yield Finding("Not taken", f"the answer is no {details['unmet']}", "missed")
        if details.get("missing"):
            yield Finding("Missed", "", "missed", tuple(map(str, details["missing"])))

    def _facts(self, details: _Details) -> Iterator[Finding]:
        stated, ids = tuple(details.get("stated", ())), details.get("sentences", ())
        yield Finding("Saw", _count(details["facts"], "fact"), "read", lines=stated, sentences=self._sentences(ids))

    def _naming(self, details: _Details) -> Iterator[Finding]:
        missing = tuple(map(str, details["missing"]))
        yield Finding("Missed", "" if missing else "nothing", "missed" if missing else "plain", missing)

    def _extraction(self, details: _Details) -> Iterator[Finding]:
        for asked, ids in details.get("read", {}).items():
            told = f"read {_count(len(ids), 'sentence')} for “{asked}”"
            yield Finding("Looked up", told, "read", sentences=self._sentences(ids))
        new = tuple(details.get("new", ()))
        dropped = sum(details["dropped"].values())
        told = f"{_count(len(new), 'new fact')} of {details['found']} read"
        yield Finding("Added", told + (f"; {dropped} dropped" if dropped else ""), "kept", lines=new)

    def _plan(self, details: _Details) -> Iterator[Finding]:
        by = "rules" if details["planner"] == "rules" else "a language model"
        if "plan" in details:
            yield Finding("Planned", f"by {by}", "sought", code=str(details["plan"]))
        else:
            yield Finding("No plan", f"{by}: {details.get('problem', '')}", "missed")

    def _planning(self, details: _Details) -> Iterator[Finding]:
        if details.get("problem"):
            yield Finding("The plan could not be executed", str(details["problem"]), "missed")

    def _step(self, details: _Details) -> Iterator[Finding]:
        answers = tuple(map(str, details["answers"]))
        told = " ".join(filter(None, (str(details["question"]), f"({BASES[details['basis']]})")))
        linked = tuple(f"“{each['text']}” was understood by {each['level']}" for each in details["linked"])
        yield Finding(
            f"Step {details['number']}",
            told,
            "kept" if answers else "missed",
            answers,
            lines=(*details.get("stated", ()), *linked, *map(str, details["notes"])),
            of_lines="note",
            sentences=self._sentences(details["sentences"]),
        )
        if details["error"]:
            yield Finding("Failed", str(details["error"]), "failed")

    def _end(self, details: _Details) -> Iterator[Finding]:
        kept = f"; {_count(details['facts'], 'fact')} kept in the graph" if "addition" in details else ""
        yield Finding("Ended", f"{details['reason']}{kept}")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
