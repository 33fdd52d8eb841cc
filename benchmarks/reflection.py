"""Measure reflection on concepts under invented names, data of the LGM paper (`python -m benchmarks reflection`)."""

from __future__ import annotations

import json
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.question_answering.recorded_model import Journal, RecordedModel
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.flow import Flow, Outcome, Session, run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.reflector import SENTENCES_PER_CONCEPT, ReflectionOptions
from lgm_core.learning.relation_evidence import claim_text, judging_request, other_evidence
from lgm_core.llm.port import ChatModel
from lgm_core.model import Document, MetaRelation, RelationKind, Sentence, Verdict

__all__ = ["reflection_benchmark"]

_KINDS = {"is_a": RelationKind.IS_A, "has_part": RelationKind.HAS_PART, "alias": RelationKind.ALIAS_OF}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A relation to judge, and the verdict to expect."""

    relation: MetaRelation
    expected: Verdict


def reflection_benchmark(
    folder: Path,
    model: ChatModel,
    *,
    annotator: str | None = None,
    replies: Path | None = None,
    concurrency: int = 1,
    cancel: threading.Event | None = None,
) -> dict[str, Any]:
    """Learn the descriptions, judge each candidate relation on what they say, and compare the verdicts.

    As in reflection, a relation between concepts that no description mentions is unknown without a request.

    Args:
        folder: holds `appendix7.json` (`sets`: lists of sentences by name) and `candidates.json` (`candidates`: `kind`,
            `a`, `b` and the `expected` verdict).
        model: the language model that judges.
        annotator: the name of the language backend.
        replies: a file that keeps the replies, from which a later run takes them.
        concurrency: requests under way at once.
        cancel: ends the run when set.

    Returns:
        `accuracy`, `candidates`, `correct`, `failures`, the same for each kind and each expected verdict, `verdicts`
        (expected, then given), `calls`, `prompt_tokens`, `wrong` (each claim with its two verdicts).

    Raises:
        InputError: the data cannot be read.
        LanguageModelSetupError: no request to the model can succeed.
        Cancelled: `cancel` was set.
    """
    sets = _read(folder / "appendix7.json", "sets", dict)
    rows = _read(folder / "candidates.json", "candidates", list)
    if replies is not None:
        model = RecordedModel(model, Journal(replies))
    with tempfile.TemporaryDirectory() as scratch, LanguageGraph(Path(scratch) / "x.lgm", annotator=annotator) as graph:
        graph.build(Document.from_text("\n\n".join(lines), id=name) for name, lines in sets.items())
        candidates = [_candidate(row, graph.annotator.language) for row in rows]
        session = Session(model, concurrency=concurrency, cancel=cancel or threading.Event())
        verdicts = run(_judging(candidates, graph.store), session)
    usage = session.ledger.total
    return _figures(candidates, verdicts) | {"calls": usage.calls, "prompt_tokens": usage.prompt_tokens}


def _read(path: Path, member: str, kind: type) -> Any:  # noqa: ANN401  # whatever JSON holds, checked to be of a type
    try:
        value = json.loads(path.read_text(encoding="utf-8"))[member]
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: a JSON object with {member!r} is needed: {error}") from error
    if not isinstance(value, kind):
        raise InputError(f"{path}: {member!r} must be a JSON {'object' if kind is dict else 'list'}")
    return value


def _candidate(row: Mapping[str, str], language: str) -> _Candidate:
    try:
        first, second = concept_key(row["a"], language), concept_key(row["b"], language)
        kind = _KINDS[row["kind"]]
        if kind is RelationKind.ALIAS_OF:
            first, second = sorted((first, second))
        return _Candidate(MetaRelation(kind, first, second), Verdict(row["expected"]))
    except (KeyError, ValueError, TypeError) as error:
        raise InputError(f"a candidate needs `kind` (is_a, has_part, alias), `a`, `b`, `expected`: {row!r}") from error


def _judging(candidates: Sequence[_Candidate], store: LanguageGraphStore) -> Flow[list[Verdict | None]]:
    """Judge candidates as reflection does; None where the model gave no verdict."""
    options = ReflectionOptions()

    def sentences_about(concept: str) -> Sequence[Sentence]:
        return store.sentences_about([concept], SENTENCES_PER_CONCEPT)

    evidence = [
        other_evidence(candidate.relation, sentences_about, options.evidence_characters) for candidate in candidates
    ]
    requests = [
        judging_request(candidate.relation, sentences, options.prompt)
        for candidate, sentences in zip(candidates, evidence, strict=True)
        if sentences
    ]
    outcomes: Iterable[Outcome] = (yield requests) if requests else []
    judged = iter(outcomes)
    return [_verdict(next(judged)) if sentences else Verdict.UNKNOWN for sentences in evidence]


def _verdict(outcome: Outcome) -> Verdict | None:
    return outcome.value[0] if outcome.ok else None


def _figures(candidates: Sequence[_Candidate], verdicts: Sequence[Verdict | None]) -> dict[str, Any]:
    judged = list(zip(candidates, verdicts, strict=True))
    kinds = {kind.value: [pair for pair in judged if pair[0].relation.kind is kind] for kind in RelationKind}
    expected = {verdict.value: [pair for pair in judged if pair[0].expected is verdict] for verdict in Verdict}
    return {
        **_counts(judged),
        "kinds": {name: _counts(pairs) for name, pairs in kinds.items()},
        "expected": {name: _counts(pairs) for name, pairs in expected.items()},
        "verdicts": {
            name: dict(Counter(verdict.value if verdict is not None else "none" for _, verdict in pairs))
            for name, pairs in expected.items()
        },
        "wrong": {
            claim_text(candidate.relation): f"{candidate.expected} expected, {verdict or 'none'} given"
            for candidate, verdict in judged
            if verdict is not candidate.expected
        },
    }


def _counts(judged: Sequence[tuple[_Candidate, Verdict | None]]) -> dict[str, float | int]:
    correct = sum(verdict is candidate.expected for candidate, verdict in judged)
    return {
        "accuracy": correct / len(judged) if judged else 0.0,
        "candidates": len(judged),
        "correct": correct,
        "failures": sum(verdict is None for _, verdict in judged),
    }
