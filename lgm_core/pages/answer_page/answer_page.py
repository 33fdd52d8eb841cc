"""The page of an answer: the question, the answer, what it cites, and how it was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from lgm_core.model import Answer, Statement, Support, TraceStep
from lgm_core.model.concept import name_of
from lgm_core.pages.answer_page.chain_tree import (
    BASES,
    ChainNode,
    chains_of_citations,
    chains_of_feedback,
    chains_of_plan,
    depth_of,
)
from lgm_core.pages.answer_page.cited_places import CitedPlace, PlacedSentence, SentenceLookup, cited_places
from lgm_core.pages.answer_page.marked_text import marked_answer, marked_question
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks, rendered
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["answer_page", "solution_page"]

FindingKind = Literal["sought", "read", "kept", "replied", "missed", "failed", "plain"]

_MOST_SHOWN = 200
"""Sentences of one step that a page shows, besides those that were kept: exhaustive rounds read thousands."""

_LEVELS: Mapping[str, str] = {
    "key": "found by its name",
    "title": "found as a title",
    "similar": "found as something alike",
    "instance": "found as something of this kind",
    "value": "found as a value",
    "exact": "is what documents call it",
    "is_a": "found over is-a",
    "name": "told by its name",
    "part": "found as a part of it",
    "unknown": "not told by the documents",
    "unlisted": "not told by the documents",
    "synonym": "found by a synonym",
    "related": "found by a related word",
    "words": "found by its words",
}
"""How a name, type or predicate of a plan was understood, by the level that matched."""

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


def shown_rounds(
    trace: Sequence[TraceStep], lookup: SentenceLookup, numbers: Mapping[str, int], written: Mapping[str, str]
) -> list[ShownRound]:
    """Return the rounds of a trace.

    Args:
        trace: the steps.
        lookup: reads the sentences that they name.
        numbers: the numbers of citations, by the id of the sentence.
        written: how the question writes concepts, by key.
    """
    read = lookup.read(id for step in trace for id in _ids(step))
    rounds = [ShownRound()]
    teller = _Teller(read, numbers, frozenset(_kept(trace)), {**lookup.names(read), **written})
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
        names: how sentences, or the question, write concepts, by key.
    """

    def __init__(self, read: _Read, numbers: Mapping[str, int], kept: frozenset[str], names: Mapping[str, str]) -> None:
        self._read, self._numbers, self._kept, self._names = read, numbers, kept, names
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
        """Return sentences as they are shown; of very many the first, and those that were kept."""
        shown = [id for id in ids if id in self._read]
        shown = [id for place, id in enumerate(shown) if place < _MOST_SHOWN or id in self._kept]
        return tuple(ShownSentence(self._read[id], id in self._kept, self._numbers.get(id, 0)) for id in shown)

    def _in_names(self, fact: str) -> str:
        """Return a fact with its concepts as sentences write them."""
        return " — ".join(self._names.get(part, part) for part in fact.split(" — "))

    def _concepts(self, details: _Details) -> Iterator[Finding]:
        names = tuple(dict.fromkeys(self._names.get(key) or name_of(key) for key in details["found"]))
        yield Finding("Looked for", "" if names else "the words alone: no concept was found", "sought", names)

    def _expansion(self, details: _Details) -> Iterator[Finding]:
        reached = tuple(map(str, details["reached"].values()))
        left_out = f"; {details['left_out']:,} more were left out" if details.get("left_out") else ""
        yield Finding(
            "Reached over relations",
            _count(len(reached), "concept") + left_out,
            "sought",
            lines=reached,
            of_lines="way",
        )

    def _reading(self, details: _Details) -> Iterator[Finding]:
        if "shown" in details:  # of a step of a plan
            told = f"{_count(details['shown'], 'sentence')}, in which a language model found {details['answers']} "
            yield Finding("Read", told + ("result" if details["answers"] == 1 else "results"), "read")
        elif "sentences" in details:
            told = _count(details["sentences"], "sentence")
            if details["unread"]:
                told += f"; {details['unread']:,} more about the concepts were left unread"
            if details.get("by_rank"):
                told += ", the best ranked among them: few or none are about a concept that was looked for"
            yield Finding("Read", told, "read", sentences=self._sentences(details.get("read", ())))

    def _marking(self, details: _Details) -> Iterator[Finding]:
        told = f"{_count(len(details['marked']), 'sentence')} marked as supporting an answer"
        yield Finding("Kept", told, "kept", sentences=self._sentences(details["marked"]))

    def _shortening(self, details: _Details) -> Iterator[Finding]:
        told = f"{details['after']} of {_count(details['before'], 'sentence')}, to fit what is shown at once"
        yield Finding("Shortened", told, "kept", sentences=self._sentences(details.get("kept", ())))

    def _answer(self, details: _Details) -> Iterator[Finding]:
        if details.get("reasoning"):
            yield Finding("Reasoned", str(details["reasoning"]))
        if "text" in details:
            yield Finding("Replied", str(details["text"]) or "nothing yet", "replied")
        if details.get("cited"):
            told = _count(len(details["cited"]), "sentence")
            yield Finding("Cited", told, "kept", sentences=self._sentences(details["cited"]))
        if details.get("unmet"):
            yield Finding("Not taken", f"the answer is no {details['unmet']}", "missed")
        if details.get("missing"):
            yield Finding("Missed", "", "missed", tuple(map(str, details["missing"])))

    def _facts(self, details: _Details) -> Iterator[Finding]:
        stated, ids = tuple(details.get("stated", ())), details.get("sentences", ())
        left_out = f"; {details['left_out']:,} more did not fit" if details.get("left_out") else ""
        yield Finding(
            "Saw", _count(details["facts"], "fact") + left_out, "read", lines=stated, sentences=self._sentences(ids)
        )

    def _naming(self, details: _Details) -> Iterator[Finding]:
        missing = tuple(map(str, details["missing"]))
        yield Finding("Missed", "" if missing else "nothing", "missed" if missing else "plain", missing)

    def _extraction(self, details: _Details) -> Iterator[Finding]:
        for asked, ids in details.get("read", {}).items():
            told = f"read {_count(len(ids), 'sentence')} for “{asked}”"
            yield Finding("Looked up", told, "read", sentences=self._sentences(ids))
        new = tuple(map(self._in_names, details.get("new", ())))
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
        stated = tuple(map(self._in_names, details.get("stated", ())))
        sentences = self._sentences(details["sentences"])
        kind: FindingKind = "kept" if answers else "missed"
        yield Finding(f"Step {details['number']}", told, kind, answers, stated, sentences=sentences)
        linked = [f"“{each['text']}” {_LEVELS.get(each['level'], each['level'])}" for each in details["linked"]]
        if understood := "; ".join([*linked, *map(str, details["notes"])]):
            yield Finding("Understood", understood)
        if details["error"]:
            error = str(details["error"])
            yield Finding("Why", error, "missed") if details["basis"] == "none" else Finding("Failed", error, "failed")

    def _end(self, details: _Details) -> Iterator[Finding]:
        kept = f"; {_count(details['facts'], 'fact')} kept in the graph" if "addition" in details else ""
        yield Finding("Ended", f"{details['reason']}{kept}")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def answer_page(answer: Answer, view: GraphView, *, links: PageLinks | None = None) -> Page:
    """Return the page of an answer.

    Args:
        answer: the answer.
        view: what its reader may see of the graph: sentences around those that it cites come from there.
        links: addresses of other pages, on a server that shows them.
    """
    return _page(answer, view, links, kind="Answer")


def solution_page(solution: Solution, view: GraphView, *, links: PageLinks | None = None) -> Page:
    """Return the page of what a plan came to; arguments as in `answer_page`."""
    answer = Answer(
        solution.question or "What does this plan come to?",
        ", ".join(solution.answers),
        solution.citations,
        solution.missing,
        is_evidence_only=solution.is_evidence_only,
        statements=() if solution.is_evidence_only else tuple(_of_rows(each, solution) for each in solution.answers),
        failure=solution.failure,
        usage=solution.usage,
        trace=solution.trace,
    )
    variables = list(dict.fromkeys(name for row in solution.rows for name in row.bindings))
    # Rows that rest on different facts may say the same.
    rows = dict.fromkeys(
        tuple(row.bindings[name].name if name in row.bindings else "" for name in variables) for row in solution.rows
    )
    return _page(answer, view, links, kind="Solution", plan=str(solution.plan), variables=variables, rows=list(rows))


def _of_rows(name: str, solution: Solution) -> Statement:
    """Return what a solution names as a statement, which its rows bear out."""
    numbers = tuple(citation.number for citation in solution.citations)
    return Statement(name, numbers, Support.SUPPORTED if numbers else Support.UNSUPPORTED)


def _page(
    answer: Answer,
    view: GraphView,
    links: PageLinks | None,
    *,
    kind: str,
    plan: str = "",
    variables: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> Page:
    lookup = SentenceLookup(view, links, answer.citations)
    question = marked_question(answer.question, _concepts(answer, view, lookup), view)
    written = {piece.concept: piece.text for piece in question if piece.concept}
    places = cited_places(answer.citations, lookup)
    numbers = {citation.sentence_id: citation.number for citation in answer.citations}
    text = marked_answer(answer.text, frozenset(numbers.values()))
    chains = _chains(answer, places)
    return rendered(
        "answer.html",
        title=f"{kind}: {answer.question}",
        scripts=("answer.js",),
        styles=("answer.css",),
        links=links,
        answer=answer,
        question=question,
        text=text,
        named={piece.number for piece in text},
        places=places,
        rounds=shown_rounds(answer.trace, lookup, numbers, written),
        chains=chains,
        depth=0 if chains is None else depth_of(chains),
        plan=plan,
        variables=variables,
        rows=rows,
    )


def _concepts(answer: Answer, view: GraphView, lookup: SentenceLookup) -> list[str]:
    """Return the concepts found in the question; where the trace names none, those of the sentences that are cited."""
    found = [step.details["found"] for step in answer.trace if step.name == "concepts"]
    if found:
        return list(found[0])
    cited = lookup.read(citation.sentence_id for citation in answer.citations)
    return [mention.concept for mentions in view.mentions(cited).values() for mention in mentions]


def _chains(answer: Answer, places: Sequence[CitedPlace]) -> ChainNode | None:
    """Return the picture of the ways to what is cited, by what the trace tells of them; None when nothing is."""
    if not places:
        return None
    of_steps = chains_of_plan(answer.question, places, answer.trace)
    of_rounds = chains_of_feedback(answer.question, places, answer.trace)
    return of_steps or of_rounds or chains_of_citations(answer.question, places)
