"""Train the models of the lite backend on a UD English treebank and write them into the package.

python training/train_lite.py --train en_ewt-ud-train.conllu.gz --dev en_ewt-ud-dev.conllu
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from lemma_training import train_lemmas
from parser_training import train_parser
from sentence_training import train_sentences
from tagger_training import train_tagger

from benchmarks.language import GoldText, language_benchmark, read_treebank
from lgm_core.language.lite.lite_annotator import LiteAnnotator

_DATA = Path(__file__).resolve().parent.parent / "lgm_core" / "language" / "data"


def write_data(name: str, data: object) -> None:
    """Write a model as gzipped JSON, the same bytes for the same weights."""
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    path = _DATA / name
    path.write_bytes(gzip.compress(content, 9, mtime=0))
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def tagger_data(texts: list[GoldText]) -> dict[str, object]:
    """Return the data of the tagger."""
    tagged = [[(word.form, word.upos) for word in sentence.words] for text in texts for sentence in text.sentences]
    return train_tagger(tagged, epochs=8, runs=3, scale=3, minimum_updates=2, minimum_weight=2)


def lemma_data(texts: list[GoldText]) -> dict[str, object]:
    """Return the data of the lemmatizer."""
    return train_lemmas(
        (word.form, word.upos, word.lemma) for text in texts for sentence in text.sentences for word in sentence.words
    )


def parser_data(texts: list[GoldText]) -> dict[str, object]:
    """Return the data of the parser."""
    return train_parser([sentence for text in texts for sentence in text.sentences], epochs=6, minimum_updates=3)


# The numbers of epochs, runs and scales trade time and file size for accuracy on the development set.
_STAGES = {
    "sentences": ("sentences.json.gz", lambda texts: train_sentences(texts, epochs=8, runs=3)),
    "tagger": ("tagger.json.gz", tagger_data),
    "parser": ("parser.json.gz", parser_data),
    "lemmas": ("lemmas.json.gz", lemma_data),
}


def main() -> None:
    """Train the stages asked for and print how the annotator does on the development set."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--train", type=Path, required=True, help="CoNLL-U file, may be gzipped")
    parser.add_argument("--dev", type=Path, required=True, help="CoNLL-U file to measure on")
    parser.add_argument("--stages", nargs="+", choices=list(_STAGES), default=list(_STAGES))
    arguments = parser.parse_args()
    texts = read_treebank(arguments.train)
    for stage in arguments.stages:
        name, train = _STAGES[stage]
        write_data(name, train(texts))
    print(json.dumps(language_benchmark(arguments.dev, LiteAnnotator(parse="parser" in arguments.stages)), indent=2))


if __name__ == "__main__":
    main()
