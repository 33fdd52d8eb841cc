"""Measure the embedded store on a synthetic graph with a Zipf-Mandelbrot distribution of concepts.

The distribution has exponent 1.05 and shift 20. A sentence mentions eight to fourteen concepts, and there are 0.3
meta-relations per concept. A query takes five concepts drawn by frequency, expands them by their neighbours to at most
sixty, and reads the first 500 sentences that mention any of them. Prints one JSON object.

    python benchmarks/stores.py --sentences 100000
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from bisect import bisect
from collections.abc import Callable, Iterable
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import TypeVar

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import (
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
    MentionSource,
    MetaRelation,
    RelationKind,
    Section,
    Sentence,
    section_id,
    sentence_id,
)

T = TypeVar("T")

_EXPONENT, _SHIFT = 1.05, 20
"""Of the Zipf-Mandelbrot distribution; the shift flattens its head: the most frequent words are no concepts."""

_RELATIONS_PER_CONCEPT = 0.3
"""Assumed, not measured; more relations make the neighbourhoods of a query larger."""

_KINDS = (RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF)
_KIND_WEIGHTS = (5, 3, 2)
"""Relative frequencies of the kinds; assumed, not measured. All kinds occur, is-a most often."""

_FILLERS = ("of the", "is", "has been", "and", "made by a", "for")
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "ar", "en", "il")]


def _name(rank: int) -> str:
    """Make up the name of a concept from its frequency rank; every seventh name has two words."""
    name, rest = _SYLLABLES[rank % 112], rank // 112
    while rest:
        name, rest = name + _SYLLABLES[rest % 112], rest // 112
    return f"{name} {_SYLLABLES[rank % 13]}" if rank % 7 == 0 else name


_SECTION_SENTENCES = 10
_SENTENCE_CHARACTERS = 200
"""Between the starts of two sentences; about the length of a sentence. No query here depends on the offsets."""


def _section(document: str, position: int) -> Section:
    characters = _SECTION_SENTENCES * _SENTENCE_CHARACTERS
    title, start = f"section {position}", position * characters
    return Section(section_id(document, position), document, position, 1, title, (title,), start, start + characters)


class Corpus:
    """Makes the documents of a synthetic corpus; equal arguments give equal documents.

    Args:
        sentences: Number of sentences in the corpus, rounded up to whole documents.
        per_document: Number of sentences in a document.
        seed: Of the random numbers.
    """

    def __init__(self, sentences: int, per_document: int, seed: int) -> None:
        self.documents = -(-sentences // per_document)
        self._per_document = per_document
        self._seed = seed
        # By Heaps' law a vocabulary grows with about the square root of the text.
        vocabulary = max(1000, int(150 * sentences**0.5))
        weights = (1 / (rank + _SHIFT) ** _EXPONENT for rank in range(1, vocabulary + 1))
        self._cumulative_weights = list(accumulate(weights))
        self._relations_per_document = _RELATIONS_PER_CONCEPT * vocabulary / self.documents

    def concept(self, random_: random.Random) -> str:
        """Draw a concept according to the distribution."""
        return _name(bisect(self._cumulative_weights, random_.random() * self._cumulative_weights[-1]))

    def document(self, number: int, *, version: int = 0) -> DocumentGraph:
        """Return the graph of the document of a number; each version has other sentences."""
        random_ = random.Random(f"{self._seed} {number} {version}")
        name = f"document-{number:08}"
        sections = [_section(name, position) for position in range(-(-self._per_document // _SECTION_SENTENCES))]
        parsed = [self._sentence(name, position, random_) for position in range(self._per_document)]
        sentences = [sentence for sentence, _ in parsed]
        mentions = list(chain.from_iterable(mentioned for _, mentioned in parsed))
        whole, fraction = divmod(self._relations_per_document, 1)
        relations = [self._relation(name, random_) for _ in range(int(whole) + (random_.random() < fraction))]
        record = DocumentRecord(
            name, f"Document {number}", "", "en", {"year": 2000 + number % 25}, str(version), "synthetic"
        )
        return DocumentGraph(record, tuple(sections), tuple(sentences), tuple(mentions), tuple(relations))

    def _sentence(self, document: str, position: int, random_: random.Random) -> tuple[Sentence, list[Mention]]:
        id, text, mentions = sentence_id(document, position), "", []
        for _ in range(random_.randint(8, 14)):
            surface = self.concept(random_)
            mentions.append(Mention(id, surface, surface, len(text), len(text) + len(surface), MentionSource.TEXT))
            text += f"{surface} {random_.choice(_FILLERS)} "
        text += f"all {position}."
        section = section_id(document, position // _SECTION_SENTENCES)
        start = position * _SENTENCE_CHARACTERS
        return Sentence(id, document, section, position, start, start + len(text), text, text, text.lower()), mentions

    def _relation(self, document: str, random_: random.Random) -> MetaRelation:
        evidence = Evidence(sentence_id(document, random_.randrange(self._per_document)), "pattern:synthetic")
        kind = random_.choices(_KINDS, weights=_KIND_WEIGHTS)[0]
        return MetaRelation(kind, self.concept(random_), self.concept(random_), (evidence,))


def query(store: SQLiteStore, concepts: list[str]) -> int:
    """Expand concepts by their neighbours and read the first 500 sentences about them; return how many there were."""
    expanded = dict.fromkeys(concepts)
    for relation in store.neighbours(concepts):
        expanded.update(dict.fromkeys((relation.subject, relation.object)))
    return len(store.sentences_about(list(islice(expanded, 60)), limit=500))


def milliseconds(function: Callable[[T], object], arguments: Iterable[T]) -> dict[str, float]:
    """Return the median and the 95th percentile of the milliseconds of a call, and the median of its processor time."""
    times, processor = [], []
    for argument in arguments:
        started, processor_started = time.perf_counter(), time.process_time()
        function(argument)
        times.append((time.perf_counter() - started) * 1000)
        processor.append((time.process_time() - processor_started) * 1000)
    return {
        "p50": round(statistics.median(times), 2),
        "p95": round(sorted(times)[int(len(times) * 0.95)], 2),
        "cpu_p50": round(statistics.median(processor), 2),
    }


def load(store: SQLiteStore, corpus: Corpus, options: argparse.Namespace) -> tuple[float, float]:
    """Write all documents; return the seconds and the processor seconds spent in the store alone."""
    order = list(range(corpus.documents))
    if options.shuffled:
        random.Random(options.seed).shuffle(order)
    seconds = processor = 0.0
    for first in range(0, len(order), options.batch):
        graphs = [corpus.document(number) for number in order[first : first + options.batch]]
        started, processor_started = time.perf_counter(), time.process_time()
        store.write_many(graphs)
        seconds += time.perf_counter() - started
        processor += time.process_time() - processor_started
    return seconds, processor


def measure(path: Path, options: argparse.Namespace) -> dict[str, object]:
    """Load a store and time its queries, replacements and scan; the file is opened anew before the first query."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    random_ = random.Random(options.seed)
    with SQLiteStore(path) as store:
        seconds, processor = load(store, corpus, options)
        counts = store.statistics()
    queries = [[corpus.concept(random_) for _ in range(5)] for _ in range(options.queries)]
    lookups = [[corpus.concept(random_) for _ in range(50)] for _ in range(options.queries)]
    numbers = random_.sample(range(corpus.documents), min(50, corpus.documents))
    new_versions = [corpus.document(number, version=1) for number in numbers]
    megabytes = path.stat().st_size / 1e6
    with SQLiteStore(path) as store:
        started = time.perf_counter()
        query(store, queries[0])
        first = time.perf_counter() - started
        return {
            "sentences": counts.sentences,
            "documents": counts.documents,
            "concepts": counts.concepts,
            "mentions": counts.mentions,
            "relations": sum(counts.relations.values()),
            "write_sentences_per_second": round(counts.sentences / seconds),
            "write_sentences_per_cpu_second": round(counts.sentences / processor),
            "megabytes": round(megabytes, 1),
            "open_and_first_query_ms": round(first * 1000, 1),
            "query_ms": milliseconds(lambda concepts: query(store, concepts), queries),
            "find_50_concepts_ms": milliseconds(store.find_concepts, lookups),
            "replace_ms": milliseconds(store.write, new_versions),
            "scan_sentences_per_second": round(counts.sentences / scan_seconds(store)),
            "peak_resident_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }


def scan_seconds(store: SQLiteStore) -> float:
    """Return the seconds that reading the whole graph takes."""
    started = time.perf_counter()
    for _ in store.scan():
        pass
    return time.perf_counter() - started


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--per-document", type=int, default=100, help="sentences in a document")
    parser.add_argument("--batch", type=int, default=32, help="documents in a transaction")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument(
        "--shuffled", action="store_true", help="write documents in another order than that of their ids"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        json.dump(measure(Path(folder) / "graph.lgm", options), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
