"""Measure a graph store on a synthetic graph whose concepts follow Zipf's law; prints one JSON object.

Concepts are drawn from a Zipf-Mandelbrot distribution (exponent 1.05, shift 20), about eleven in a sentence; there are
0.3 meta-relations a concept. A query takes five concepts drawn by frequency, expands them over one step of the
meta-relations to at most sixty, and reads the first 500 sentences that mention any of them.

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

_KINDS = (RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF)


_FILLERS = ("of the", "is", "has been", "and", "made by a", "for")
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "ar", "en", "il")]


def _name(rank: int) -> str:
    """Make up a word for a concept; one in seven has two."""
    name, rest = _SYLLABLES[rank % 112], rank // 112
    while rest:
        name, rest = name + _SYLLABLES[rest % 112], rest // 112
    return f"{name} {_SYLLABLES[rank % 13]}" if rank % 7 == 0 else name


class Corpus:
    """Makes documents of a synthetic corpus; the same numbers give the same documents."""

    def __init__(self, sentences: int, per_document: int, seed: int) -> None:
        self.documents = -(-sentences // per_document)
        self._per_document = per_document
        self._seed = seed
        vocabulary = max(1000, int(150 * sentences**0.5))
        self._cumulative = list(accumulate(1 / (rank + 20) ** 1.05 for rank in range(1, vocabulary + 1)))
        # Each document states its share of 0.3 relations a concept.
        self._relations = 0.3 * vocabulary / self.documents

    def concept(self, random_: random.Random) -> str:
        """Draw a concept by frequency."""
        return _name(bisect(self._cumulative, random_.random() * self._cumulative[-1]))

    def document(self, number: int, *, version: int = 0) -> DocumentGraph:
        """Return the graph of one document; another version has other sentences."""
        random_ = random.Random(f"{self._seed} {number} {version}")
        name = f"document-{number:08}"
        count = self._per_document
        sections = [
            Section(section_id(name, at), name, at, 1, f"section {at}", (f"section {at}",), at * 2000, at * 2000 + 2000)
            for at in range(-(-count // 10))
        ]
        pairs = [self._sentence(name, position, random_) for position in range(count)]
        sentences, mentions = [one for one, _ in pairs], list(chain.from_iterable(some for _, some in pairs))
        whole, part = divmod(self._relations, 1)
        relations = [self._relation(name, random_) for _ in range(int(whole) + (random_.random() < part))]
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
        section = section_id(document, position // 10)
        start = position * 200
        return Sentence(id, document, section, position, start, start + len(text), text, text, text.lower()), mentions

    def _relation(self, document: str, random_: random.Random) -> MetaRelation:
        evidence = Evidence(sentence_id(document, random_.randrange(self._per_document)), "pattern:synthetic")
        kind = random_.choices(_KINDS, weights=(5, 3, 2))[0]
        return MetaRelation(kind, self.concept(random_), self.concept(random_), (evidence,))


def query(store: SQLiteStore, concepts: list[str]) -> int:
    """Expand concepts over one step and read the first 500 sentences about them; return how many there were."""
    expanded = dict.fromkeys(concepts)
    for relation in store.neighbours(concepts):
        expanded.update(dict.fromkeys((relation.subject, relation.object)))
    return len(store.sentences_about(list(islice(expanded, 60)), limit=500))


def milliseconds(function: Callable[[T], object], arguments: Iterable[T]) -> dict[str, float]:
    """Return percentiles of how long calls take, and the median of their processor time."""
    times, processor = [], []
    for argument in arguments:
        began = time.perf_counter(), time.process_time()
        function(argument)
        times.append((time.perf_counter() - began[0]) * 1000)
        processor.append((time.process_time() - began[1]) * 1000)
    return {
        "p50": round(statistics.median(times), 2),
        "p95": round(sorted(times)[int(len(times) * 0.95)], 2),
        "cpu_p50": round(statistics.median(processor), 2),
    }


def load(store: SQLiteStore, corpus: Corpus, options: argparse.Namespace) -> tuple[float, float]:
    """Write all documents; return the seconds and the processor seconds spent in the store."""
    order = list(range(corpus.documents))
    if options.shuffled:
        random.Random(options.seed).shuffle(order)
    seconds = processor = 0.0
    for first in range(0, len(order), options.batch):
        graphs = [corpus.document(number) for number in order[first : first + options.batch]]
        began = time.perf_counter(), time.process_time()
        store.write_many(graphs)
        seconds += time.perf_counter() - began[0]
        processor += time.process_time() - began[1]
    return seconds, processor


def measure(path: Path, options: argparse.Namespace) -> dict[str, object]:
    """Load a store and time its queries."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    random_ = random.Random(options.seed)
    with SQLiteStore(path) as store:
        seconds, processor = load(store, corpus, options)
        size = store.statistics()
    asked = [[corpus.concept(random_) for _ in range(5)] for _ in range(options.queries)]
    many = [[corpus.concept(random_) for _ in range(50)] for _ in range(options.queries)]
    replaced = random_.sample(range(corpus.documents), min(50, corpus.documents))
    new_versions = [corpus.document(number, version=1) for number in replaced]
    megabytes = path.stat().st_size / 1e6
    with SQLiteStore(path) as store:
        began = time.perf_counter()
        query(store, asked[0])
        first = time.perf_counter() - began
        return {
            "sentences": size.sentences,
            "documents": size.documents,
            "concepts": size.concepts,
            "mentions": size.mentions,
            "relations": sum(size.relations.values()),
            "write_sentences_per_second": round(size.sentences / seconds),
            "write_sentences_per_cpu_second": round(size.sentences / processor),
            "megabytes": round(megabytes, 1),
            "open_and_first_query_ms": round(first * 1000, 1),
            "query_ms": milliseconds(lambda concepts: query(store, concepts), asked),
            "find_50_concepts_ms": milliseconds(store.find_concepts, many),
            "replace_ms": milliseconds(store.write, new_versions),
            "scan_sentences_per_second": round(size.sentences / scanned(store)),
            "peak_resident_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }


def scanned(store: SQLiteStore) -> float:
    """Return the seconds that reading the whole graph takes."""
    began = time.perf_counter()
    for _ in store.scan():
        pass
    return time.perf_counter() - began


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
