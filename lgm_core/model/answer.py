"""The answer to a question, with the sentences it cites and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import Self

from lgm_core.model.trace import TraceStep

__all__ = [
    "Answer",
    "AnswerEvent",
    "AnswerFailure",
    "AnswerRestart",
    "AnswerText",
    "Citation",
    "RequestCounts",
    "Statement",
    "Support",
    "Usage",
]


@dataclass(frozen=True, slots=True)
class Usage:
    """What language-model calls cost, in calls and tokens.

    `calls` counts calls sent: one per request, and another each time it is repeated because its reply was unreadable.
    `cached` counts requests answered from the reply cache, without a call; `failures` those without a usable reply in
    the end.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: int = 0
    failures: int = 0

    @property
    def tokens(self) -> int:
        """Return prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        """Add two usages field by field."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached + other.cached,
            self.failures + other.failures,
        )


@dataclass(frozen=True, slots=True)
class RequestCounts:
    """How many requests of a run to a language model had a usable reply, and why the others had none.

    Attributes:
        total: how many requests there were, including those answered from the reply cache. Each counts once;
            `Usage.calls` counts repetitions.
        failed: how many of them had no usable reply.
        causes: the different errors, the most frequent first.
    """

    total: int = 0
    failed: int = 0
    causes: tuple[str, ...] = ()

    @classmethod
    def of(cls, total: int, errors: Iterable[str]) -> Self:
        """Count the errors of failed requests, one each."""
        counted = Counter(errors)
        return cls(total, counted.total(), tuple(error for error, _ in counted.most_common()))

    @property
    def all_failed(self) -> bool:
        """Return whether there were requests and all failed."""
        return 0 < self.total == self.failed

    def __str__(self) -> str:
        """Say in one line how many failed, and the most frequent cause."""
        share = f"all {self.total}" if self.all_failed else f"{self.failed} of {self.total}"
        what = "the only request" if self.all_failed and self.total == 1 else f"{share} requests"
        cause = f": {self.causes[0]}" if self.causes else ""
        more = len(self.causes) - 1
        others = f" (and {more} other {'cause' if more == 1 else 'causes'})" if more > 0 else ""
        return f"{what} to the language model failed{cause}{others}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence that supports an answer; `number` is how the answer's text refers to it, as in `[1]`.

    `start` and `end` are character offsets into the original text of the document; `path` holds the concepts that led
    from the question to the sentence, named as in the documents, and relations in words (`("AFB", "is a disease")`),
    for people to read; `source` is the document's path or address, if it has one; `score` is that of the ranking that
    found it, higher is better, and 0 for a sentence found through a relation, a fact or a plan; `page` is the page,
    from 1, on which the sentence begins, in a document that has pages.
    """

    number: int
    sentence_id: str
    document_id: str
    document_title: str
    section_path: tuple[str, ...]
    start: int
    end: int
    text: str
    path: tuple[str, ...] = ()
    source: str = ""
    score: float = 0.0
    page: int | None = None

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the document's title, or else its id, and the headings above the sentence, each once."""
        names = (self.document_title or self.document_id, *self.section_path)
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def characters(self) -> str:
        """Return the offsets in words, after the page if there is one: `page 7, characters 1,204–1,250`."""
        return span_in_words(self.start, self.end, self.page)

    @property
    def place(self) -> str:
        """Return where the sentence stands in one line: `Hives › Frames, characters 5–27 of bees.md`."""
        return f"{' › '.join(self.headings)}, {self.characters} of {self.document_id}"


def span_in_words(start: int, end: int, page: int | None) -> str:
    """Return a place in a document in words: `page 7, characters 1,204–1,250`."""
    return f"{'' if page is None else f'page {page:,}, '}characters {start:,}–{end:,}"


class Support(StrEnum):
    """How far the sentences cited for a statement support it."""

    SUPPORTED = "supported"
    """All of it is stated there."""
    PARTLY = "partly"
    """Part of what it adds to the question is stated there, and nothing there contradicts the rest."""
    UNSUPPORTED = "unsupported"
    """No sentence read states it, or one contradicts it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer, or one of two clauses joined in a sentence, with the citations that support it.

    Attributes:
        text: the statement, without citation numbers.
        citations: numbers of the answer's citations that support it; empty when it is unsupported.
        support: how far they support it.
        not_borne_out: words of the statement, as written there, that no cited sentence supports.
    """

    text: str
    citations: tuple[int, ...] = ()
    support: Support = Support.UNSUPPORTED
    not_borne_out: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """Return how far it is supported, in words."""
        lacking = f"; not supported: {', '.join(self.not_borne_out)}" if self.not_borne_out else ""
        match self.support:
            case Support.SUPPORTED:
                return "supported"
            case Support.PARTLY:
                return f"supported in part{lacking}"
            case _:
                return "no sentence read supports it"


_DOING = {"compression": "compressing", "extraction": "extracting facts"}
"""Activities for phases whose names do not say them."""


@dataclass(frozen=True, slots=True)
class AnswerFailure:
    """A failure on the way to an answer, and how often it occurred.

    Attributes:
        phase: the phase of the requests that failed: `answering`, `marking` or `compression`; with feedback
            `answering`, `naming` or `extraction`; by logical forms `planning`, `reading` or `answering`.
        cause: the first error of that phase.
        count: how many requests failed, of all phases.
    """

    phase: str
    cause: str
    count: int = 1

    def __str__(self) -> str:
        """Say what failed in one line."""
        times = "once" if self.count == 1 else f"{self.count} times"
        return f"the language model failed {times} while {_DOING.get(self.phase, self.phase)}: {self.cause}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        question: the question as asked.
        text: the answer; empty when there is no language model or it failed; a plain statement when nothing read
            supports an answer, or no document passes the filter.
        citations: the sentences that support the text or, with `is_evidence_only`, those nearest to the question.
        missing_concepts: what the model still missed at the end.
        is_evidence_only: whether there is no answer, so that the citations are evidence and support no text.
        unread: how many sentences about the question's concepts were left out; counts up to 5,000.
        read_by_rank: whether exhaustive rounds read the best-ranked sentences: instead of those about the concepts if
            there are none, or in addition in languages without noun phrase detection.
        failure: what failed; None when all went well. There may still be an answer.
        usage: what it cost.
        trace: the steps on the way.
        statements: the text's statements, sentence by sentence, each with its support; empty without an answer.
        layer: the layer that answered, if layers were asked in turn: `schema`, `facts` or `text`; else empty. The trace
            says why those above it did not.
        nearest: sentences nearest to the question, for readers to check for themselves if not all of the text is
            supported. They support nothing; their numbers continue those of the citations.
    """

    question: str
    text: str
    citations: tuple[Citation, ...] = ()
    missing_concepts: tuple[str, ...] = ()
    is_evidence_only: bool = False
    unread: int = 0
    read_by_rank: bool = False
    failure: AnswerFailure | None = None
    usage: Usage = field(default_factory=Usage)
    trace: tuple[TraceStep, ...] = ()
    statements: tuple[Statement, ...] = ()
    nearest: tuple[Citation, ...] = ()
    layer: str = ""

    @property
    def supported(self) -> bool:
        """Return whether all of the text is supported: there are statements, and each is supported."""
        return bool(self.statements) and all(each.support is Support.SUPPORTED for each in self.statements)

    @property
    def doubtful(self) -> tuple[Statement, ...]:
        """Return the statements that are not supported, or only partly."""
        return tuple(each for each in self.statements if each.support is not Support.SUPPORTED)

    def _repr_html_(self) -> str:
        """Return the text and its citations, as notebooks show them: without scripts, in the notebook's own colours."""
        text = escape(_encodable(self.text)).replace("\n", "<br>") or "<i>No answer was written.</i>"
        parts = [f'<p style="font-size: 1.1em; margin: .3em 0">{text}</p>']
        if self.failure is not None:
            parts.append(f"<p><i>{escape(_encodable(str(self.failure)))}</i></p>")
        parts += [f"<p><i>{escape(_encodable(f'“{each.text}”: {each.verdict}'))}</i></p>" for each in self.doubtful]
        if self.missing_concepts:
            parts.append(f"<p>Still missing: {escape(_encodable(', '.join(self.missing_concepts)))}</p>")
        if self.citations:
            head = "<p>Nearest sentences:</p>" if self.is_evidence_only else ""
            parts.append(f'{head}<div style="margin: .3em 0">{"".join(map(_cited_row, self.citations))}</div>')
        if self.nearest:
            rows = "".join(map(_cited_row, self.nearest))
            parts.append(f"<details><summary>Nearest sentences, which do not bear it out</summary>{rows}</details>")
        return f'<div style="border-left: 4px solid #8888; padding-left: .8em; max-width: 50em">{"".join(parts)}</div>'


def _cited_row(citation: Citation) -> str:
    """Return a citation as HTML: its number, its sentence, and where it is from."""
    sentence, place = escape(_encodable(f"[{citation.number}] {citation.text}")), escape(_encodable(citation.place))
    return f'<p style="margin: .3em 0">{sentence}<br><small style="opacity: .7">{place}</small></p>'


def _encodable(text: str) -> str:
    """Replace lone surrogates, which no notebook can hold, with question marks."""
    return text.encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class AnswerText:
    """A piece of an answer's text while it is being written; it continues the pieces before it."""

    text: str


@dataclass(frozen=True, slots=True)
class AnswerRestart:
    """The pieces of text so far are superseded: discard them; the next ones start the answer again."""


AnswerEvent = TraceStep | AnswerText | AnswerRestart | Answer
"""An event on the way to an answer. The complete `Answer` comes last; all pieces of text since the last restart, or
since the start, then form exactly its text."""
