"""Train the models of the lite backend on a UD English treebank and write them into the package.

python training/train_lite.py --train en_ewt-ud-train.conllu.gz --dev en_ewt-ud-dev.conllu --labelled labelled.conllu.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path

from lemma_training import train_lemmas
from parser_training import train_parser
from sentence_training import train_sentences
from tagger_training import train_tagger

from benchmarks.language import GoldSentence, GoldText, language_benchmark, read_treebank
from lgm_core.language.lite.lite_annotator import LiteAnnotator

_DATA = Path(__file__).resolve().parent.parent / "lgm_core" / "language" / "data"
_STAGES = ["sentences", "tagger", "parser", "lemmas"]
_PARSED = 34_000
"""Labelled sentences the parser is trained on: more of them take long and hardly help."""
_SHORTEST_LABELLED = 5
"""Labelled sentences with fewer words, mostly titles, are left out."""


def sentences_of(texts: list[GoldText]) -> list[GoldSentence]:
    """Return the sentences of all texts."""
    return [sentence for text in texts for sentence in text.sentences]


def tagged(sentences: list[GoldSentence]) -> list[list[tuple[str, str]]]:
    """Return the words of sentences with their tags."""
    return [[(word.form, word.upos) for word in sentence.words] for sentence in sentences]


def write_data(name: str, data: object) -> None:
    """Write a model as gzipped JSON, the same bytes for the same weights."""
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    path = _DATA / name
    path.write_bytes(gzip.compress(content, 9, mtime=0))
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def tagger_data(gold: list[GoldSentence], labelled: list[GoldSentence]) -> dict[str, object]:
    """Return the data of the tagger."""
    # Gold sentences count twice: there are six times as many labelled ones.
    return train_tagger(
        2 * tagged(gold), tagged(labelled), epochs=5, runs=2, scale=3, minimum_updates=3, minimum_weight=2
    )


def lemma_data(gold: list[GoldSentence]) -> dict[str, object]:
    """Return the data of the lemmatizer."""
    return train_lemmas((word.form, word.upos, word.lemma) for sentence in gold for word in sentence.words)


def parser_data(gold: list[GoldSentence], labelled: list[GoldSentence]) -> dict[str, object]:
    """Return the data of the parser."""
    return train_parser([*gold, *labelled[:_PARSED]], epochs=4, minimum_updates=4)


def main() -> None:
    """Train the stages asked for and print how the annotator does on the development set."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--train", type=Path, required=True, help="CoNLL-U file, may be gzipped")
    parser.add_argument("--dev", type=Path, required=True, help="CoNLL-U file to measure on")
    parser.add_argument("--labelled", type=Path, help="further sentences for tagger and parser, from label_text.py")
    parser.add_argument("--stages", nargs="+", choices=_STAGES, default=_STAGES)
    arguments = parser.parse_args()
    texts = read_treebank(arguments.train)
    gold = sentences_of(texts)
    labelled = sentences_of(read_treebank(arguments.labelled)) if arguments.labelled else []
    labelled = [sentence for sentence in labelled if len(sentence.words) >= _SHORTEST_LABELLED]
    random.Random(3).shuffle(labelled)
    for stage in arguments.stages:
        if stage == "sentences":
            write_data("sentences.json.gz", train_sentences(texts, epochs=8, runs=3))
        elif stage == "tagger":
            write_data("tagger.json.gz", tagger_data(gold, labelled))
        elif stage == "parser":
            write_data("parser.json.gz", parser_data(gold, labelled))
        else:
            write_data("lemmas.json.gz", lemma_data(gold))
    print(json.dumps(language_benchmark(arguments.dev, LiteAnnotator(parse="parser" in arguments.stages)), indent=2))


if __name__ == "__main__":
    main()
