"""Simulate a graph that is cut into shards: how good is a list that is merged from the best passages of each?

The passages of all folders, each once, are one graph; then they are shards by a hash of their id, as large as each
other. Each question is asked of the one graph and of all shards; their best passages are merged in several ways,
without looking at the gold passages. Shares are of the passages that the one graph finds among its best 10 and 20;
recall and nDCG are of gold passages, in the one graph and in the merged lists. Each folder holds `corpus.jsonl` and
`questions.jsonl`, as for `retrieval.py`.

    python -m benchmarks.shards FOLDER… --shards 2,10,50 --each 50
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from lgm_core.evaluation.datasets import read_corpus, read_questions
from lgm_core.evaluation.metrics import mean, recall
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document, DocumentGraph
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.index_delta import changed_index
from lgm_core.retrieval.index.segment_building import whole_segment
from lgm_core.retrieval.ranking.ranker import Hit, Ranker

app = typer.Typer(help=__doc__)

Lists = Sequence[Sequence[Hit]]
"""The best sections of each shard, best first; none of them empty."""


@dataclass(frozen=True)
class Asked:
    """A question, the folder it comes from, and the ids of its gold passages."""

    folder: str
    text: str
    gold: tuple[str, ...]


@dataclass(frozen=True)
class Corpus:
    """The analysed passages by their ids, and whose sections are whose."""

    graphs: Mapping[str, DocumentGraph]
    documents: Mapping[str, str]

    def ids(self, hits: Iterable[Hit]) -> list[str]:
        """Return the ids of the passages that sections are of, in the order of their first."""
        return list(dict.fromkeys(self.documents[hit.id] for hit in hits))

    def text(self, id: str) -> str:
        """Return the text of a passage."""
        return " ".join(sentence.text for sentence in self.graphs[id].sentences)

    def names(self, id: str) -> str:
        """Return the title of a passage and the names that it mentions."""
        surfaces = (mention.surface for mention in self.graphs[id].mentions)
        names = dict.fromkeys(surface for surface in surfaces if surface[:1].isupper())
        return ", ".join([self.graphs[id].document.title, *names])

    def ranker(self, ids: Iterable[str]) -> Ranker:
        """Return what ranks a graph of some passages."""
        base = whole_segment(collect([self.graphs[id] for id in ids]), ("en",))
        return Ranker(changed_index(base, collect([]), np.zeros(0, dtype=np.int64), ("en",), list))


def by_score(lists: Lists) -> list[Hit]:
    """Merge by the scores as they are."""
    return sorted(chain.from_iterable(lists), key=lambda hit: (-hit.score, hit.id))


def by_place(lists: Lists) -> list[Hit]:
    """Merge the first ones, then the second ones, and so on, each by their scores."""
    placed = ((place, -hit.score, hit.id, hit) for hits in lists for place, hit in enumerate(hits))
    return [hit for *_, hit in sorted(placed, key=lambda each: each[:3])]


def by_share(lists: Lists) -> list[Hit]:
    """Merge by scores in parts of the best of their shard."""
    return by_score([[replace(hit, score=hit.score / (hits[0].score or 1)) for hit in hits] for hits in lists])


def by_standard_score(lists: Lists) -> list[Hit]:
    """Merge by how many standard deviations scores lie above the mean of their shard's list."""
    standard = []
    for hits in lists:
        scores = np.array([hit.score for hit in hits])
        spread = float(scores.std()) or 1.0
        standard.append([replace(hit, score=(hit.score - float(scores.mean())) / spread) for hit in hits])
    return by_score(standard)


def ways_for(corpus: Corpus, ask: Callable[[str, int], Lists]) -> dict[str, Callable[[str, Lists], list[str]]]:
    """Return the ways of merging, each of which makes a list of ids of passages; `ask` asks all shards once more."""

    def anew(question: str, first: Sequence[str]) -> list[str]:
        """Rank the first passages of a merged list again, in a graph of these alone; the others stay behind them."""
        return list(dict.fromkeys([*corpus.ids(corpus.ranker(first).passages(question, len(first))), *first]))

    def first_of_each(lists: Lists, count: int) -> list[str]:
        return corpus.ids(chain.from_iterable(hits[:count] for hits in lists))

    def twice(question: str, lists: Lists, more: Callable[[str], str]) -> list[str]:
        """Rank anew, ask all shards again with what the three best passages add to the question, and rank anew."""
        first = first_of_each(lists, 10)
        found = [first_of_each(ask(f"{question} {more(id)}", 5), 5) for id in anew(question, first)[:3]]
        return anew(question, list(dict.fromkeys(chain(first, *found))))

    return {
        "scores": lambda _, lists: corpus.ids(by_score(lists)),
        "places": lambda _, lists: corpus.ids(by_place(lists)),
        "parts of the shard's best": lambda _, lists: corpus.ids(by_share(lists)),
        "standard scores": lambda _, lists: corpus.ids(by_standard_score(lists)),
        "anew: the 200 best by score": lambda question, lists: anew(question, corpus.ids(by_score(lists))[:200]),
        "anew: the 10 best of each": lambda question, lists: anew(question, first_of_each(lists, 10)),
        "anew twice: asked again with names": lambda question, lists: twice(question, lists, corpus.names),
        "anew twice: asked again with texts": lambda question, lists: twice(question, lists, corpus.text),
    }


def asked_of(rankers: Sequence[Ranker], question: str, count: int) -> Lists:
    """Return the best sections of each shard that has any."""
    return [hits for ranker in rankers if (hits := ranker.passages(question, count))]


def ndcg(found: Sequence[str], gold: Sequence[str], k: int = 10) -> float:
    """Return the normalised discounted cumulative gain of a list."""
    gained = sum(1 / math.log2(2 + place) for place, id in enumerate(found[:k]) if id in gold)
    return gained / sum(1 / math.log2(2 + place) for place in range(min(k, len(gold))))


def read(folders: Sequence[Path], limit: int) -> tuple[Corpus, list[Asked]]:
    """Read and analyse the passages of all folders, each once, and read their questions."""
    documents: dict[str, Document] = {}
    asked: list[Asked] = []
    for folder in folders:
        own = {}
        for passage in read_corpus(folder / "corpus.jsonl"):
            id = own[passage.id] = hashlib.sha256(f"{passage.title}\n{passage.text}".encode()).hexdigest()[:16]
            documents.setdefault(id, replace(passage, id=id).document())
        questions = read_questions(folder / "questions.jsonl", limit=limit)
        asked += [Asked(folder.name, each.text, tuple(own[id] for id in each.gold_passages)) for each in questions]
    graphs = analyse_documents(list(documents.values()), LiteAnnotator(), "benchmark")
    owners = {section.id: graph.document.id for graph in graphs for section in graph.sections}
    return Corpus({graph.document.id: graph for graph in graphs}, owners), asked


@app.command()
def simulate(
    folders: Annotated[list[Path], typer.Argument(help="Folders with corpus.jsonl and questions.jsonl.")],
    shards: Annotated[str, typer.Option(help="Numbers of shards, joined by commas.")] = "10",
    each: Annotated[int, typer.Option(help="Passages that each shard gives.")] = 50,
    limit: Annotated[int, typer.Option(help="Questions of a folder, at most.")] = 100,
) -> None:
    """Print a table for each number of shards."""
    corpus, asked = read(folders, limit)
    one = corpus.ranker(corpus.graphs)
    whole = {question: corpus.ids(one.passages(question.text, each)) for question in asked}
    print(f"{len(corpus.graphs)} passages, {len(asked)} questions")
    for count in map(int, shards.split(",")):
        parts = [[id for id in corpus.graphs if int(id, 16) % count == part] for part in range(count)]
        rankers = [corpus.ranker(ids) for ids in parts]
        rows: dict[str, dict[str, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
        spent: dict[str, float] = defaultdict(float)
        given: dict[int, list[float]] = {10: [], each: []}
        for question in asked:
            lists = asked_of(rankers, question.text, each)
            for first, shares in given.items():
                any_of = corpus.ids(chain.from_iterable(hits[:first] for hits in lists))
                shares.append(recall(any_of, question.gold, k=len(any_of)))
            merged = {"one graph": whole[question]}
            for name, way in ways_for(corpus, partial(asked_of, rankers)).items():
                began = time.process_time()
                merged[name] = way(question.text, lists)
                spent[name] += time.process_time() - began
            for name, found in merged.items():
                figures = [recall(found, whole[question][:k], k=k) for k in (10, 20)]
                figures += [recall(found, question.gold, k=k) for k in (5, 10)] + [ndcg(found, question.gold)]
                for group in ("all", question.folder):
                    rows[group][name].append(figures)
        print(f"\n{count} shards, the best {each} of each")
        print("| questions | merged by | of the one graph's 10 | of its 20 | recall@5 | recall@10 | nDCG@10 | ms |")
        print("|---|---|---|---|---|---|---|---|")
        for group, of_group in rows.items():
            for name, figures_of in of_group.items():
                means = " | ".join(f"{mean(values):.3f}" for values in zip(*figures_of, strict=True))
                took = f"{1000 * spent[name] / len(asked):.1f}" if group == "all" else ""
                print(f"| {group} ({len(figures_of)}) | {name} | {means} | {took} |")
        for first, shares in given.items():
            print(f"{mean(shares):.3f} of the gold passages are among the best {first} of any shard")
        sys.stdout.flush()


if __name__ == "__main__":
    app()
