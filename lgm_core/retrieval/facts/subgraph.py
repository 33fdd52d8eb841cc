"""Subgraph retrieval: a beam search over facts from the concepts named in a question (TCR-QF, section 3.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import fsum

from lgm_core.flow import Flow
from lgm_core.language.words import content_stems, inverse_frequency, related_stems
from lgm_core.model import (
    Fact,
    FactEnd,
    FactPath,
    FactSubgraph,
    RestoredFact,
    RetrievedSentence,
    SectionEnd,
    TraceStep,
    Value,
    ValueKind,
)
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.replies.answer_fit import asks_quantity, may_answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, candidates_for
from lgm_core.retrieval.facts.fact_paths import FactReader, Path, extensions, path_from
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.fact_text import names_as_written, path_text
from lgm_core.retrieval.facts.path_prompts import enough_request, score_request
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.facts.triple import Triple, triples_of_facts
from lgm_core.retrieval.facts.triple_similarity import Weigh, rarity, similarities
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["nearest_sentences", "restore", "retrieve_facts"]


@dataclass(frozen=True, slots=True)
class FactPathsStep(TraceStep):
    """How many paths of a depth a language model was shown, and how many of them it found helpful."""

    name = "fact paths"
    depth: int
    shown: int
    helpful: int
    error: str = ""


_RELATED_WEIGHT = 0.6
"""Weight of a question word matched by a related word of a fact, or by a predicate that means the same as its own."""

_VALUE = "#"
"""Stands for a number or a date among words, where a question asks for one."""

_KIND_BONUS = 0.05
"""Bonus of a path that ends in the kind of thing the question asks for: a name, a number or a date."""

_OTHER_WORD_PENALTY = 0.005
"""Penalty for each word not in the question: of facts with equal coverage, the shorter is preferred."""

_CANDIDATES = 20
"""Paths per concept that the language model is shown at a depth, the best by words."""

_EMBEDDED_PATHS = 32
"""Paths compared by embedding at each depth, the best by words: each costs the model a text."""


class QuestionCoverage:
    """Measures which of a question's words facts cover, weighted by rarity among the facts seen."""

    def __init__(
        self,
        question: str,
        languages: Sequence[str],
        grouped: Callable[[Fact], Sequence[str]] = lambda _: (),
    ) -> None:
        self._grouped = grouped
        self._languages = [language for language in languages if language]
        self._question = question
        asks = any(asks_quantity(question, language) for language in self._languages)
        self._stems = self._stems_of(question) | ({_VALUE} if asks else frozenset())
        self._words: dict[str, frozenset[str]] = {}
        self._shares: dict[str, float] = {}

    def weigh(self, facts: Iterable[Fact]) -> None:
        """Weigh the question's words by how few of these facts have them; the weights sum to 1."""
        of_facts = [self._words_of(fact) for fact in facts]
        frequencies = Counter(word for words in of_facts for word in words & self._stems)
        weights = {word: inverse_frequency(frequencies[word], len(of_facts)) for word in self._stems}
        total = fsum(weights.values()) or 1.0  # sets have another order in each process
        self._shares = {word: weight / total for word, weight in weights.items()}

    def of_text(self, text: str) -> dict[str, float]:
        """Return which words of the question a text has, each with how well it matches."""
        return self._covered(self._stems_of(text))

    def share(self, covered: Mapping[str, float]) -> float:
        """Return the weight of what is covered."""
        return fsum(self._shares.get(word, 0.0) * level for word, level in covered.items())

    def scored(self, path: Path) -> Path:
        """Return a path with the coverage and score that its last fact adds."""
        words = self._words_of(path.facts[-1])
        of_fact = self._covered(words)
        for word in self._stems_of(" ".join(self._grouped(path.facts[-1]))) & self._stems:
            of_fact.setdefault(word, _RELATED_WEIGHT)
        covered = {
            word: max(of_fact.get(word, 0.0), path.covered.get(word, 0.0)) for word in {**of_fact, **path.covered}
        }
        gained = path.rarity * (self.share(covered) - self.share(path.covered))
        score = path.score + gained - _OTHER_WORD_PENALTY * len(words - of_fact.keys())
        return replace(path, covered=covered, score=score, rank=score + _KIND_BONUS * self._may_end(path))

    def _may_end(self, path: Path) -> bool:
        """Return whether the end that the last fact leads to may be the answer."""
        fact = path.facts[-1]
        end = fact.subject if fact.object == path.concepts[-1] else fact.object
        return any(may_answer(self._question, end, language) for language in self._languages)

    def _covered(self, words: frozenset[str]) -> dict[str, float]:
        covered = dict.fromkeys(words & self._stems, 1.0)
        for word in self._stems - covered.keys():
            if any(not words.isdisjoint(related_stems(language).get(word, ())) for language in self._languages):
                covered[word] = _RELATED_WEIGHT
        return covered

    def _words_of(self, fact: Fact) -> frozenset[str]:
        if fact.key not in self._words:
            wordings = dict.fromkeys(item.wording for item in fact.evidence)
            texts = (fact.predicate, *wordings, *map(_end_words, fact.ends), *(name for name, _ in fact.qualifiers))
            has_value = any(isinstance(end, Value) and end.kind is not ValueKind.TEXT for end in fact.ends)
            self._words[fact.key] = self._stems_of(" ".join(texts)) | ({_VALUE} if has_value else frozenset())
        return self._words[fact.key]

    def _stems_of(self, text: str) -> frozenset[str]:
        return frozenset(word for language in self._languages for word in content_stems(text, language, or_all=False))


def with_cosines(view: GraphView, question: str, paths: Sequence[Path], embeddings: Embeddings) -> list[Path]:
    """Add the cosine of question and path to the ranks of the best paths by words; drop the others."""
    best = sorted(paths, key=lambda path: -path.order)[:_EMBEDDED_PATHS]
    (asked,) = unit_vectors(embeddings.questions, [question])
    names = names_as_written(view, (fact for path in best for fact in path.facts))
    vectors = unit_vectors(embeddings.documents, [path_text(path.facts, names) for path in best])
    return [replace(path, rank=path.rank + float(vector @ asked)) for path, vector in zip(best, vectors, strict=True)]


def _end_words(end: FactEnd) -> str:
    if isinstance(end, Value):
        return end.text
    return "" if isinstance(end, SectionEnd) else name_of(end)


_EVIDENCE_BONUS = 0.2
"""Bonus of a sentence known to state the fact: more than a word of an end, less than a whole end."""

_EMBEDDED_SENTENCES = 8
"""Sentences per triple compared by embedding, the best by words: each costs the model a text."""


def restore(
    view: GraphView, facts: Sequence[Fact], *, k: int = 1, embeddings: Embeddings | None = None
) -> list[RestoredFact]:
    """Return the facts, in the order given, each with its `k` nearest sentences.

    Candidates are all visible sentences of the documents that mention either end. Each sentence, with its title and
    coreference marks, is compared with the text *head predicate tail*, by words, and by meaning for values; with an
    embedding model the cosine is added. A sentence that is the fact's evidence gets a bonus. A fact without visible
    sentences gets none.
    """
    contexts = nearest_sentences(view, triples_of_facts(view, facts), k=k, embeddings=embeddings)
    return [RestoredFact(fact, tuple(sentences)) for fact, sentences in zip(facts, contexts, strict=True)]


def nearest_sentences(
    view: GraphView, triples: Sequence[Triple], *, k: int = 1, embeddings: Embeddings | None = None
) -> list[list[RetrievedSentence]]:
    """Return the `k` nearest sentences of each triple, as `restore` does for facts."""
    by_triple = candidates_for(view, triples)
    weigh = rarity([candidate.text for candidate in {one.sentence.id: one for of in by_triple for one in of}.values()])
    best = [
        _best(_scored(triple, candidates, weigh), k if embeddings is None else max(k, _EMBEDDED_SENTENCES))
        for triple, candidates in zip(triples, by_triple, strict=True)
    ]
    if embeddings is not None:
        best = [_best(scored, k) for scored in _with_cosines(triples, best, embeddings)]
    return [
        [
            RetrievedSentence(candidate.sentence, candidate.section, candidate.document, score)
            for candidate, score in scored
        ]
        for scored in best
    ]


_Scored = list[tuple[CandidateSentence, float]]


def _scored(triple: Triple, candidates: Sequence[CandidateSentence], weigh: Weigh) -> _Scored:
    by_words = similarities(triple, [candidate.text for candidate in candidates], weigh)
    return [
        (candidate, similarity + _EVIDENCE_BONUS * (candidate.sentence.id in triple.evidence))
        for candidate, similarity in zip(candidates, by_words, strict=True)
    ]


def _best(scored: _Scored, k: int) -> _Scored:
    """Return the best `k`; ties keep the order of the documents."""
    return sorted(scored, key=lambda item: -item[1])[:k]


def _with_cosines(triples: Sequence[Triple], scored: Sequence[_Scored], embeddings: Embeddings) -> list[_Scored]:
    """Add the cosines of triples and sentences to scores; all texts are embedded in one call, each once."""
    candidates = {candidate.sentence.id: candidate for of_triple in scored for candidate, _ in of_triple}
    texts = [f"{candidate.text.heading}: {candidate.text.text}" for candidate in candidates.values()]
    vectors = unit_vectors(embeddings.documents, texts)
    templates = unit_vectors(embeddings.questions, [triple.template for triple in triples])
    rows = {id: row for row, id in enumerate(candidates)}
    return [
        [(candidate, score + float(vectors[rows[candidate.sentence.id]] @ template)) for candidate, score in of_triple]
        for of_triple, template in zip(scored, templates, strict=True)
    ]


def retrieve_facts(
    view: GraphView,
    question: str,
    options: FactRetrievalOptions | None = None,
    *,
    embeddings: Embeddings | None = None,
) -> Flow[FactSubgraph]:
    """Find the facts that bear on a question, with their sentences.

    Paths start at the concepts the question names, under all their names, and follow facts in either direction without
    visiting a concept twice. At each depth the best paths of each start are kept. By words, a fact scores what it newly
    covers of the question; an embedding model adds the cosine of question and path. Of about equal facts, those that
    conform to the graph's schema come first. A language model scores the best by words instead, in one batch per depth,
    and then says whether they are enough. If its reply is unusable, words
    decide, and the trace step `fact paths` has the `error`.
    """
    options = options or FactRetrievalOptions()
    reader, coverage = FactReader(view), QuestionCoverage(question, view.question_languages, view.grouped_predicates)
    beams = _starts(view, question, reader, coverage)
    concepts = tuple(path.start[0] for path in beams)
    kept: list[Path] = []
    for depth in range(1, options.depth + 1):
        by_start = _extended(beams, reader, coverage)
        if embeddings is not None:
            by_start = [with_cosines(view, question, paths, embeddings) for paths in by_start]
        if options.scorer == "llm" and by_start:
            by_start = yield from _judged(view, question, by_start, depth)
        beams = [path for paths in by_start for path in _best_paths(paths, options.width)]
        kept += beams
        if (
            not beams
            or depth == options.depth
            or (options.scorer == "llm" and (yield from _is_enough(view, question, kept)))
        ):
            break
    paths = _whole(kept)
    facts = list({fact.key: fact for path in paths for fact in path.facts}.values())
    if options.sentences:
        restored = restore(view, facts, k=options.sentences, embeddings=embeddings)
    else:
        restored = [RestoredFact(fact, ()) for fact in facts]
    return FactSubgraph(
        question,
        concepts,
        tuple(paths),
        tuple(restored),
        names_as_written(view, facts),
    )


def _starts(view: GraphView, question: str, reader: FactReader, coverage: QuestionCoverage) -> list[Path]:
    """Return an empty path for each concept the question names that has facts."""
    groups = [group for group in reader.names(start_concepts(view, question)) if reader.about(group)]
    coverage.weigh(reader.facts_read.values())
    covered = [coverage.of_text(group[0]) for group in groups]
    return [
        path_from(group, of_group, coverage.share(of_group)) for group, of_group in zip(groups, covered, strict=True)
    ]


def _extended(beams: Sequence[Path], reader: FactReader, coverage: QuestionCoverage) -> list[list[Path]]:
    """Return the paths extended by each possible fact, grouped by start, scored by words."""
    by_start: defaultdict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in beams:
        by_start[path.start] += extensions(path, reader)
    coverage.weigh(reader.facts_read.values())
    conforming = reader.conforming([path.facts[-1] for paths in by_start.values() for path in paths])
    return [
        [replace(coverage.scored(path), conforms=path.facts[-1].key in conforming) for path in paths]
        for paths in by_start.values()
        if paths
    ]


def _best_paths(paths: Sequence[Path], width: int) -> list[Path]:
    """Return the best paths, each with how many of its facts improved it; the first always counts."""
    best = sorted(paths, key=lambda path: (-path.order, path.facts[-1].key))[:width]
    return [
        replace(path, useful=len(path.facts)) if path.rank > path.before or not path.useful else path for path in best
    ]


def _judged(view: GraphView, question: str, by_start: Sequence[Sequence[Path]], depth: int) -> Flow[list[list[Path]]]:
    """Score the last facts of the best paths of each start with a language model, in one batch."""
    shown = [_best_paths(paths, _CANDIDATES) for paths in by_start]
    names = names_as_written(view, (fact for paths in shown for path in paths for fact in path.facts))
    outcomes = yield [score_request(question, [path.facts for path in paths], names) for paths in shown]
    judged = [
        [
            replace(path, rank=outcome.value[number], before=-1.0)
            for number, path in enumerate(paths, 1)
            if outcome.value.get(number)
        ]
        if outcome.ok
        else paths
        for paths, outcome in zip(shown, outcomes, strict=True)
    ]
    errors = [outcome.error for outcome in outcomes if not outcome.ok]
    yield FactPathsStep(depth, sum(map(len, shown)), sum(map(len, judged)), next(iter(errors), ""))
    return judged


def _is_enough(view: GraphView, question: str, paths: Sequence[Path]) -> Flow[bool]:
    whole = [path.facts for path in _whole(paths)]
    (outcome,) = yield [enough_request(question, whole, names_as_written(view, chain.from_iterable(whole)))]
    return bool(outcome.ok and outcome.value)


def _whole(paths: Sequence[Path]) -> list[FactPath]:
    """Return paths, best first, without prefixes of others and without paths whose facts a better one has."""
    cut = [FactPath(path.concepts[: path.useful], path.facts[: path.useful], path.rank) for path in paths]
    keys = [tuple(fact.key for fact in path.facts) for path in cut]
    beginnings = {of_path[:end] for of_path in keys for end in range(1, len(of_path))}
    by_facts: dict[frozenset[str], FactPath] = {}
    for _, path, of_path in sorted(zip(paths, cut, keys, strict=True), key=lambda item: -item[0].order):
        if of_path not in beginnings:
            by_facts.setdefault(frozenset(of_path), path)
    return list(by_facts.values())
