"""A small real spaCy pipeline for tests: tagger, parser and lemmatizer, trained in seconds on the sentences of ours."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.german_texts import BIKES, WHALES, tagged
from tests.support.stanza_models import SENTENCES, filled, tokens_of

Annotated = tuple[str, dict[str, list[object]]]
"""A text, and what spaCy learns from it."""


def small_pipeline(folder: Path) -> Path:
    """Train a pipeline on text made from the same templates as Stanza's tiny models; return its folder."""
    chance = random.Random(1)
    texts = [[filled(chance.choice(SENTENCES), chance) for _ in range(2)] for _ in range(100)]
    return _trained("en", [_annotated(pair) for pair in texts], folder)


def german_pipeline(folder: Path) -> Path:
    """Train a pipeline on the German sentences tagged by hand; return its folder."""
    return _trained("de", [_as_tagged(words) for words in (*WHALES, *BIKES)] * 10, folder)


def _trained(language: str, annotated: list[Annotated], folder: Path) -> Path:
    import spacy
    from spacy.training import Example

    chance = random.Random(1)
    spacy.util.fix_random_seed(1)
    nlp = spacy.blank(language)
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    nlp.add_pipe("trainable_lemmatizer")
    examples = [Example.from_dict(nlp.make_doc(text), learned) for text, learned in annotated]
    nlp.initialize(lambda: examples)
    optimizer = nlp.create_optimizer()
    for _ in range(10):
        chance.shuffle(examples)
        for start in range(0, len(examples), 16):
            nlp.update(examples[start : start + 16], sgd=optimizer)
    nlp.meta["name"] = "tiny"
    nlp.meta["version"] = "1.0"
    nlp.to_disk(folder)
    return folder


def _as_tagged(words: str) -> Annotated:
    text, sentence = tagged(words)
    tokens = sentence.tokens
    return text, {
        "words": [token.text for token in tokens],
        "lemmas": [token.lemma for token in tokens],
        "pos": [token.upos for token in tokens],
        "heads": [place if token.head < 0 else token.head for place, token in enumerate(tokens)],
        "deps": ["ROOT" if token.head < 0 else token.relation for token in tokens],
    }


def _annotated(sentences: list[str]) -> Annotated:
    """Return filled templates as one text, and what spaCy learns from it."""
    written, learned = [], {"words": [], "lemmas": [], "pos": [], "heads": [], "deps": []}
    for sentence in sentences:
        tokens = tokens_of(sentence)
        forms = ["".join(word.form for word in token) for token in tokens]
        written.append(" ".join(forms[:-1]) + forms[-1])
        first = len(learned["words"])
        for place, word in enumerate(word for token in tokens for word in token):
            is_root = word.head == "0"
            learned["words"].append(word.form)
            learned["lemmas"].append(word.lemma)
            learned["pos"].append(word.upos)
            learned["heads"].append(first + (place if is_root else int(word.head) - 1))
            learned["deps"].append("ROOT" if is_root else word.relation)
    return " ".join(written), learned
