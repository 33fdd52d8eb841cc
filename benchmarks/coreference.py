"""Measure pronoun resolution on GAP, the corpus of Webster et al. (`python -m benchmarks coreference`)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lgm_core.errors import InputError
from lgm_core.language.coreference.entities import Discourse, Entity
from lgm_core.language.coreference.resolver import Resolution, clear_mark, load_weights, resolve_pronouns
from lgm_core.language.lexicons import language_code
from lgm_core.language.port import Annotator, Token
from lgm_core.progress import tell_progress

__all__ = [
    "GAP_LANGUAGE",
    "GapExample",
    "GapName",
    "Judged",
    "coreference_benchmark",
    "coreference_scores",
    "judge",
    "read_gap",
]


GAP_LANGUAGE = "en"
"""The language of the texts of GAP."""
_COLUMNS = frozenset(
    {"ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL"}
)
_TRUTH = {"TRUE": True, "FALSE": False}


@dataclass(frozen=True, slots=True)
class GapName:
    """One of the two names of an example, with its offsets, and whether the pronoun refers to it."""

    start: int
    end: int
    is_meant: bool


@dataclass(frozen=True, slots=True)
class GapExample:
    """A text with a pronoun (at offset `pronoun`) and two names, and the title of the page it was taken from."""

    id: str
    text: str
    pronoun: int
    is_masculine: bool
    names: tuple[GapName, GapName]
    title: str


def read_gap(path: Path) -> list[GapExample]:
    """Read a tab-separated file of examples.

    Raises:
        InputError: the file is missing or not in this format.
    """
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            missing = _COLUMNS - set(reader.fieldnames or ())
            if missing:
                raise InputError(f"{path} is no GAP file: it lacks the columns {', '.join(sorted(missing))}")
            return [_example(row, f"{path}, line {number}") for number, row in enumerate(reader, 2)]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the GAP file {path}: {error}") from error


def _example(row: dict[str, str], place: str) -> GapExample:
    try:
        names = (_name(row, "A"), _name(row, "B"))
        pronoun = int(row["Pronoun-offset"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{place}: offsets must be numbers and A-coref, B-coref TRUE or FALSE ({error})") from error
    text = row["Text"]
    if text[pronoun : pronoun + len(row["Pronoun"])] != row["Pronoun"]:
        raise InputError(f"{place}: there is no {row['Pronoun']!r} at offset {pronoun} of the text")
    title = unquote((row["URL"] or "").rsplit("/", 1)[-1]).replace("_", " ")
    return GapExample(row["ID"], text, pronoun, row["Pronoun"].lower() in {"he", "him", "his"}, names, title)


def _name(row: dict[str, str], letter: str) -> GapName:
    start = int(row[f"{letter}-offset"])
    return GapName(start, start + len(row[letter]), _TRUTH[row[f"{letter}-coref"].strip().upper()])


@dataclass(frozen=True, slots=True)
class Judged:
    """An example with the resolution of its pronoun; None if the resolver found no such pronoun.

    `named` holds, for each of the two names of the example, the entities whose mentions overlap with it.
    """

    example: GapExample
    resolution: Resolution | None
    named: tuple[frozenset[Entity], frozenset[Entity]]

    @property
    def answers(self) -> tuple[bool, bool]:
        """Return for each of the two names whether the pronoun was resolved to it."""
        entity = None if self.resolution is None else self.resolution.entity
        return (entity in self.named[0], entity in self.named[1])

    @property
    def is_marked(self) -> bool:
        """Tell whether the pronoun is marked with the default threshold."""
        return self.resolution is not None and clear_mark(self.example.text, self.resolution) is not None

    @property
    def is_judgeable(self) -> bool:
        """Tell whether the labels decide if the answer is right: one of the two names was chosen or is meant."""
        return any(self.answers) or any(name.is_meant for name in self.example.names)

    @property
    def is_right(self) -> bool:
        """Tell whether the pronoun was resolved to the name that is meant."""
        return any(answer and name.is_meant for answer, name in zip(self.answers, self.example.names, strict=True))


def coreference_benchmark(gap: Path, annotator: Annotator) -> dict[str, Any]:
    """Resolve the pronouns of a GAP file over the annotation of a backend.

    The resolver does not see the two names. A name counts as chosen if a mention of the chosen entity overlaps with
    it. `f1` is that of GAP's own scorer (both names of every example, every pronoun resolved); `precision` is the share
    of right marks among those made with the default threshold that the labels can judge (a mark for a third person is
    wrong where one of the two is meant, and not judged where neither is); `unresolved` is the share of pronouns without
    a mark. `with_title` holds the same figures with the title of the page as the topic, as in a document's section.

    Raises:
        InputError: the file is missing or not in GAP's format, or the backend's language is not English, GAP's.
    """
    if language_code(annotator.language) != GAP_LANGUAGE:
        raise InputError(f"GAP is English and the language backend is {annotator.language!r}; use an English one")
    examples = read_gap(gap)
    tell_progress("annotating", 0)
    annotated = annotator.annotate([example.text for example in examples])
    tell_progress("annotating", 1, 1)
    sentences = [[sentence.tokens for sentence in annotations] for annotations in annotated]
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
    """Resolve the pronoun of each example; with `titled`, the title of its page is the topic."""
    for example, tokens in zip(examples, sentences, strict=True):
        discourse = Discourse(tokens, example.title if titled else "")
        resolutions = (
            resolution
            for resolution in resolve_pronouns(discourse, weights)
            if resolution.pronoun.start == example.pronoun
        )
        a, b = example.names
        yield Judged(example, next(resolutions, None), (_overlapping(discourse, a), _overlapping(discourse, b)))


def _overlapping(discourse: Discourse, name: GapName) -> frozenset[Entity]:
    return frozenset(
        mention.entity
        for mention in discourse.mentions
        if mention.kind == "name" and mention.entity is not None
        if mention.start < name.end and name.start < mention.end
    )


def coreference_scores(judged: Iterable[Judged]) -> dict[str, float | int]:
    """Return the scores of examples as fractions of 1, and the counts of examples and marks."""
    examples = list(judged)
    marked = [example for example in examples if example.is_marked]
    judgeable = [example for example in marked if example.is_judgeable]
    scores = {
        "f1": _f1(examples),
        "f1_masculine": _f1([example for example in examples if example.example.is_masculine]),
        "f1_feminine": _f1([example for example in examples if not example.example.is_masculine]),
        "precision": sum(example.is_right for example in judgeable) / max(len(judgeable), 1),
        "unresolved": 1 - len(marked) / max(len(examples), 1),
    }
    counts = {"pronouns": len(examples), "marked": len(marked), "judged": len(judgeable)}
    return {name: round(value, 4) for name, value in scores.items()} | counts


def _f1(examples: Sequence[Judged]) -> float:
    right = wrong = missed = 0
    for judged in examples:
        for answer, name in zip(judged.answers, judged.example.names, strict=True):
            right += answer and name.is_meant
            wrong += answer and not name.is_meant
            missed += name.is_meant and not answer
    return 2 * right / (2 * right + wrong + missed) if right else 0.0
