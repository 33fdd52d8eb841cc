"""Reflection (paper section 3.2.3): a language model judges relations against what else the documents say.

Invalid relations stay in the store as the log of what was rejected; unknown ones stay in use, marked. A relation is
judged again only when its evidence has changed, rejected ones too: what was learned since may bear them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lgm_core.errors import InputError
from lgm_core.flow import Flow, Outcome, Request
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.reflection.reflection_prompts import JUDGE
from lgm_core.learning.reflection.relation_evidence import SentencesAbout, claim_text, evidence_basis, other_evidence
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.replies import read_object
from lgm_core.model import MetaRelation, Sentence, TraceStep, Usage, Verdict

__all__ = ["Judgement", "ReflectionOptions", "ReflectionReport", "judging_request", "reflect"]

PHASE = "reflection"
_TOLD = 5
VERDICT_SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "verdict": {"type": "string", "enum": [verdict.value for verdict in Verdict]},
    },
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class ReflectionOptions:
    """How to judge relations.

    Attributes:
        evidence_characters: how much text one relation is judged on, at most.
        sentences_per_concept: how many sentences about each end are considered, from the first document on.
        batch: how many relations are judged at once; verdicts are kept after each batch.
        prompt: what the language model is told.
    """

    evidence_characters: int = 4000
    sentences_per_concept: int = 200
    batch: int = 32
    prompt: Prompt = JUDGE

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: one cannot be used.
        """
        for name in ("evidence_characters", "sentences_per_concept", "batch"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be at least 1")


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on a relation, with the language model's reason; `evidence` names the sentences it rests on."""

    relation: MetaRelation
    verdict: Verdict
    reason: str = ""
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReflectionReport:
    """What reflection did.

    Attributes:
        judgements: the verdicts given, batch by batch.
        unchanged: how many relations were not judged again, their evidence being the same.
        failures: relations that could not be judged, and why; the next reflection tries them again.
        usage: what the requests cost.
    """

    judgements: tuple[Judgement, ...] = ()
    unchanged: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """Count the verdicts given."""
        return {one: sum(judgement.verdict is one for judgement in self.judgements) for one in Verdict}

    def __str__(self) -> str:
        """Say it in a line, with a line for each relation set aside, and for the first of those that failed."""
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.items())
        done = f"Judged {len(self.judgements)} relations: {counts}; {self.unchanged} unchanged."
        rejected = [one for one in self.judgements if one.verdict is Verdict.INVALID]
        return "\n".join(
            [
                done,
                *(f"  set aside: {claim_text(one.relation)} ({one.reason or 'no reason given'})" for one in rejected),
                *(f"  failed: {failure}" for failure in self.failures[:_TOLD]),
                *([f"  … and {len(self.failures) - _TOLD} more failed"] if len(self.failures) > _TOLD else []),
            ]
        )


@dataclass(frozen=True, slots=True)
class _Case:
    """A relation to judge, with what it is judged on."""

    relation: MetaRelation
    evidence: tuple[Sentence, ...]
    basis: str


def reflect(store: LanguageGraphStore, options: ReflectionOptions) -> Flow[ReflectionReport]:
    """Judge the relations whose evidence changed since their last verdict; verdicts are stored batch by batch.

    Yields a `judged` trace step after every batch. A relation without any other evidence is unknown, without a call.
    """
    relations = [*store.relations(), *store.relations(verdict=Verdict.INVALID)]
    about = _sentences_about(store, options.sentences_per_concept)
    judgements: list[Judgement] = []
    failures: list[str] = []
    usage, unchanged = Usage(), 0
    for start in range(0, len(relations), options.batch):
        batch = relations[start : start + options.batch]
        cases = _changed(batch, store, about, options)
        unchanged += len(batch) - len(cases)
        asked = [case for case in cases if case.evidence]
        given = [(case, Judgement(case.relation, Verdict.UNKNOWN)) for case in cases if not case.evidence]
        outcomes: list[Outcome] = []
        if asked:
            outcomes = yield [judging_request(case.relation, case.evidence, options) for case in asked]
        for case, outcome in zip(asked, outcomes, strict=True):
            usage += outcome.usage
            if outcome.ok:
                verdict, reason = outcome.value
                shown = tuple(sentence.id for sentence in case.evidence)
                given.append((case, Judgement(case.relation, verdict, reason, shown)))
            else:
                failures.append(f"{claim_text(case.relation)} {outcome.error}")
        _record(store, given)
        judgements += [judgement for _, judgement in given]
        yield TraceStep("judged", {"relations": start + len(batch), "of": len(relations), "failed": len(failures)})
    return ReflectionReport(tuple(judgements), unchanged, tuple(failures), usage)


def judging_request(relation: MetaRelation, evidence: Sequence[Sentence], options: ReflectionOptions) -> Request:
    """Return the request that judges a relation on its evidence."""
    lines = (f"[{number}] {' '.join(one.resolved.split())}" for number, one in enumerate(evidence, start=1))
    quoted = "\n".join(lines).replace("</sentences", "< /sentences")
    values = {"sentences": quoted, "claim": claim_text(relation)}
    return Request(options.prompt.messages(values), PHASE, _read_verdict, VERDICT_SCHEMA)


def _sentences_about(store: LanguageGraphStore, limit: int) -> SentencesAbout:
    """Look sentences up once for each concept; neighbouring relations share their subjects."""

    @lru_cache(maxsize=512)
    def about(concept: str) -> tuple[Sentence, ...]:
        return tuple(store.sentences_about([concept], limit))

    return about


def _changed(
    relations: Sequence[MetaRelation], store: LanguageGraphStore, about: SentencesAbout, options: ReflectionOptions
) -> list[_Case]:
    known = store.verdict_basis([relation.key for relation in relations])
    cases = []
    for relation in relations:
        evidence = tuple(other_evidence(relation, about, options.evidence_characters))
        basis = evidence_basis(relation, evidence)
        if known.get(relation.key) != basis:
            cases.append(_Case(relation, evidence, basis))
    return cases


def _record(store: LanguageGraphStore, given: Sequence[tuple[_Case, Judgement]]) -> None:
    if given:
        verdicts = {judgement.relation.key: judgement.verdict for _, judgement in given}
        store.set_verdicts(verdicts, {case.relation.key: case.basis for case, _ in given})


def _read_verdict(reply: str) -> tuple[Verdict, str]:
    """Read a verdict and its reason; a bare word is a verdict too."""
    try:
        entry = read_object(reply)
    except ValueError:
        word = reply.strip().strip("\"'`.*").lower()
        if word in set(Verdict):
            return Verdict(word), ""
        raise
    said = str(entry.get("verdict", "")).strip().lower()
    if said not in set(Verdict):
        raise ValueError(f'"verdict" must be "valid", "invalid" or "unknown", and it is {said[:40]!r}')
    reason = entry.get("reason")
    return Verdict(said), " ".join(reason.split())[:300] if isinstance(reason, str) else ""
