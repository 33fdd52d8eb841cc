"""Measure what pronouns are resolved to, on GAP (`lgm bench coreference`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lgm_core.evaluation.gap import GapExample, GapName, read_gap
from lgm_core.language.coreference.entities import Entity, Text
from lgm_core.language.coreference.resolver import Resolution, clear_mark, load_weights, resolve
from lgm_core.language.port import Annotator, Token

__all__ = ["Judged", "coreference_benchmark", "coreference_scores", "judge"]


@dataclass(frozen=True, slots=True)
class Judged:
    """An example with what its pronoun was resolved to (None: there was no such pronoun, or no candidate).

    `named` holds the entities that each of the two names of the example overlaps with.
    """

    example: GapExample
    resolution: Resolution | None
    named: tuple[frozenset[Entity], frozenset[Entity]]

    @property
    def answers(self) -> tuple[bool, bool]:
        """Tell of each of the two names whether the pronoun was resolved to it."""
        entity = None if self.resolution is None else self.resolution.entity
        return (entity in self.named[0], entity in self.named[1])

    @property
    def is_marked(self) -> bool:
        """Tell whether the default would mark the pronoun."""
        return self.resolution is not None and clear_mark(self.example.text, self.resolution) is not None

    @property
    def is_judgeable(self) -> bool:
        """Tell whether the labels say if the answer is right: not when neither name is meant and neither was chosen."""
        return any(self.answers) or any(name.is_meant for name in self.example.names)

    @property
    def is_right(self) -> bool:
        """Tell whether the pronoun was resolved to the name that is meant."""
        return any(answer and name.is_meant for answer, name in zip(self.answers, self.example.names, strict=True))


def coreference_benchmark(gap: Path, annotator: Annotator) -> dict[str, Any]:
    """Resolve the pronouns of a GAP file over the annotation of a backend.

    The resolver never sees the two names nor where they stand. A name counts as chosen when a mention of the entity
    chosen overlaps with it. `f1` is that of GAP's own scorer (both names of every example, everything resolved);
    `precision` is the share of right marks among those the default makes and the labels can judge (a mark on a third
    person is wrong where one of the two is meant, and not judged where neither is); `unresolved` the share of pronouns
    that the default leaves alone. `with_title` holds the same figures with the title of the page as the topic, as a
    document's section would give it.

    Raises:
        InputError: the file is missing or not in GAP's format.
    """
    examples = read_gap(gap)
    annotated = annotator.annotate([example.text for example in examples])
    sentences = [[sentence.tokens for sentence in found] for found in annotated]
    weights = load_weights()
    report: dict[str, Any] = dict(coreference_scores(judge(examples, sentences, weights, titled=False)))
    report["with_title"] = coreference_scores(judge(examples, sentences, weights, titled=True))
    return report


def judge(
    examples: Iterable[GapExample],
    sentences: Iterable[Sequence[Sequence[Token]]],
    weights: Mapping[str, float],
    *,
    titled: bool,
) -> Iterator[Judged]:
    """Yield each example resolved; `titled` lets the title of its page be the topic."""
    for example, tokens in zip(examples, sentences, strict=True):
        text = Text(tokens, example.title if titled else "")
        resolutions = (one for one in resolve(text, weights) if one.pronoun.start == example.pronoun)
        a, b = example.names
        yield Judged(example, next(resolutions, None), (_overlapping(text, a), _overlapping(text, b)))


def _overlapping(text: Text, name: GapName) -> frozenset[Entity]:
    return frozenset(
        mention.entity
        for mention in text.mentions
        if mention.kind == "name" and mention.entity is not None
        if mention.start < name.end and name.start < mention.end
    )


def coreference_scores(judged: Iterable[Judged]) -> dict[str, float | int]:
    """Return the scores of examples, as fractions of 1, with the counts of examples and marks."""
    found = list(judged)
    marked = [one for one in found if one.is_marked]
    judgeable = [one for one in marked if one.is_judgeable]
    scores = {
        "f1": _f1(found),
        "f1_masculine": _f1([one for one in found if one.example.is_masculine]),
        "f1_feminine": _f1([one for one in found if not one.example.is_masculine]),
        "precision": sum(one.is_right for one in judgeable) / max(len(judgeable), 1),
        "unresolved": 1 - len(marked) / max(len(found), 1),
    }
    counts = {"pronouns": len(found), "marked": len(marked), "judged": len(judgeable)}
    return {name: round(value, 4) for name, value in scores.items()} | counts


def _f1(found: Sequence[Judged]) -> float:
    right = wrong = missed = 0
    for one in found:
        for answer, name in zip(one.answers, one.example.names, strict=True):
            right += answer and name.is_meant
            wrong += answer and not name.is_meant
            missed += name.is_meant and not answer
    return 2 * right / (2 * right + wrong + missed) if right else 0.0
