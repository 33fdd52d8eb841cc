"""Tiny real Stanza models for tests: all six processors, trained here in less than a minute by Stanza's own trainers.

The text they learn from is made from the templates below: simple English about people, animals, fruit and machines,
with the trees written by hand, and short passages with chains of pronouns. Models know these sentences well and hardly
any other; `tiny_models()` makes a folder laid out as Stanza lays out its own, kept under the user's cache by recipe.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import sys
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from pathlib import Path

LANGUAGE = "en"
PACKAGE = "tiny"
PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse", "coref")

# A word, perhaps its lemma after an equals sign, in the classes that templates name.
LEXICON = {
    "woman": "Mary Anna Lili Susan Helen",
    "man": "John Peter Jhon David Paul",
    "town": "Paris London Rome Vienna Berlin",
    "noun": "apple lemon book car house garden river engine dog cat horse bird pear tree wheel picture company",
    "nouns": "apples=apple lemons=lemon books=book cars=car houses=house dogs=dog cats=cat horses=horse birds=bird "
    "pears=pear trees=tree wheels=wheel animals=animal fruits=fruit machines=machine",
    "class": "fruit animal machine building vehicle plant city student teacher company",
    "adjective": "red old small sweet green large new kind tall rich clever",
    "verb": "buys=buy likes=like sees=see has=have finds=find paints=paint sells=sell knows=know",
    "past": "bought=buy liked=like saw=see found=find painted=paint sold=sell founded=found",
    "verbs": "buy like see have find paint sell eat",
    "going": "sleeps=sleep runs=run works=work sings=sing lives=live",
}

# A token is word/TAG/head/relation; {class} takes a word of a class; parts of a multi-word token are joined by +.
SENTENCES = """
{woman}/PROPN/2/nsubj {verb}/VERB/0/root the=the/DET/5/det {adjective}/ADJ/5/amod {noun}/NOUN/2/obj ./PUNCT/2/punct
{man}/PROPN/2/nsubj {past}/VERB/0/root a/DET/4/det {noun}/NOUN/2/obj in/ADP/6/case {town}/PROPN/2/obl ./PUNCT/2/punct
{man}/PROPN/2/nsubj {going}/VERB/0/root in/ADP/4/case {town}/PROPN/2/obl ./PUNCT/2/punct
The=the/DET/2/det {noun}/NOUN/4/nsubj is=be/AUX/4/cop {adjective}/ADJ/0/root ./PUNCT/4/punct
The=the/DET/2/det {noun}/NOUN/5/nsubj is=be/AUX/5/cop a/DET/5/det {class}/NOUN/0/root ./PUNCT/5/punct
{nouns}^/NOUN/3/nsubj are=be/AUX/3/cop {adjective}/ADJ/0/root ./PUNCT/3/punct
{nouns}^/NOUN/3/nsubj are=be/AUX/3/cop {nouns}/NOUN/0/root ./PUNCT/3/punct
{nouns}^/NOUN/2/nsubj {verbs}/VERB/0/root {nouns}/NOUN/2/obj ./PUNCT/2/punct
{noun}^/NOUN/3/nsubj is=be/AUX/3/cop {class}/NOUN/0/root ./PUNCT/3/punct
It=it/PRON/3/nsubj is=be/AUX/3/cop {adjective}/ADJ/0/root ./PUNCT/3/punct
It=it/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det {class}/NOUN/0/root ./PUNCT/4/punct
She=she/PRON/2/nsubj {verb}/VERB/0/root it/PRON/2/obj ./PUNCT/2/punct
She=she/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det {class}/NOUN/0/root ./PUNCT/4/punct
He=he/PRON/2/nsubj {verb}/VERB/0/root her=she/PRON/4/nmod:poss {noun}/NOUN/2/obj ./PUNCT/2/punct
He=he/PRON/2/nsubj {going}/VERB/0/root in/ADP/4/case {town}/PROPN/2/obl ./PUNCT/2/punct
{woman}/PROPN/4/nsubj and/CCONJ/3/cc {man}/PROPN/1/conj {verbs}/VERB/0/root {nouns}/NOUN/4/obj ./PUNCT/4/punct
{man}/PROPN/4/nsubj and/CCONJ/3/cc {woman}/PROPN/1/conj are=be/AUX/5/cop {adjective}/ADJ/0/root ./PUNCT/5/punct
They=they/PRON/2/nsubj {verbs}/VERB/0/root the=the/DET/4/det {noun}/NOUN/2/obj ./PUNCT/2/punct
They=they/PRON/3/nsubj are=be/AUX/3/cop {adjective}/ADJ/0/root ./PUNCT/3/punct
{woman}/PROPN/3/nmod:poss+'s/PART/1/case {noun}/NOUN/5/nsubj is=be/AUX/5/cop {adjective}/ADJ/0/root ./PUNCT/5/punct
Her=she/PRON/2/nmod:poss {noun}/NOUN/4/nsubj is=be/AUX/4/cop {adjective}/ADJ/0/root ./PUNCT/4/punct
{woman}/PROPN/4/nsubj does=do/AUX/4/aux+n't=not/PART/4/advmod {verbs}/VERB/0/root it/PRON/4/obj ./PUNCT/4/punct
The=the/DET/2/det {noun}/NOUN/5/nsubj is=be/AUX/5/cop+n't=not/PART/5/advmod {adjective}/ADJ/0/root ./PUNCT/5/punct
{man}/PROPN/5/nsubj is=be/AUX/5/cop a/DET/5/det {adjective}/ADJ/5/amod {class}/NOUN/0/root ./PUNCT/5/punct
{man}/PROPN/5/nsubj from/ADP/3/case {town}/PROPN/1/nmod does=do/AUX/5/aux {verbs}/VERB/0/root {nouns}/NOUN/5/obj ./PUNCT/5/punct
""".strip().splitlines()  # noqa: E501

# Passages with chains: a mention is between brackets, its chain's number after the bar; they may be nested.
PASSAGES = """
[{woman}|1] {verb} [the {adjective} {noun}|2] . [It|2] is {adjective} . [She|1] {verb} [it|2] .
[{man}|1] {past} [a {noun}|2] in {town} . [It|2] is {adjective} . [He|1] {verb} [it|2] .
[{noun}^|1] is {class} . [It|1] is {adjective} .
[{man}|1] {going} in {town} . [He|1] is a {class} . [He|1] {verb} [a {noun}|2] . [It|2] is {adjective} .
[{woman}|1] and {man} {verbs} {nouns} . [She|1] {verb} [the {noun}|2] . [It|2] is {adjective} .
[{woman} and {man}|1] {verbs} [{nouns}|2] . [They|1] are {adjective} .
[{man} and {woman}|1] are {adjective} . [They|1] {verbs} [the {noun}|2] . [It|2] is a {class} .
[{woman}|1] {verb} [[her|1] {noun}|2] . [It|2] is {adjective} . [[Her|1] {noun}|2] is a {class} .
[{man}|1] {verb} {woman} . [He|1] is a {adjective} {class} .
{nouns}^ {verbs} {nouns} . [{man}|1] {verb} [the {noun}|2] . [It|2] is {adjective} . [He|1] {going} in {town} .
{noun}^ is {class} . The {noun} is {adjective} .
""".strip().splitlines()

_SLOT = re.compile(r"\{(\w+)\}(\^?)")


def tiny_models(*, full_size: bool = False) -> Path:
    """Return the folder of the models, `resources.json` and all; they are trained when this recipe never was.

    With `full_size`, tagger and parser have the sizes that Stanza's trainers give them by default, and are hardly
    trained at all: good for measuring speed only.
    """
    folder = _cache() / f"stanza-{_recipe()}{'-full-size' * full_size}"
    if not (folder / "resources.json").is_file():
        shutil.rmtree(folder, ignore_errors=True)  # what an interrupted training left
        folder.mkdir(parents=True)
        _train(folder, full_size)
    return folder


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "language-graph-model" / "tests"


def _recipe() -> str:
    packages = [f"{name} {version(name)}" for name in ("stanza", "torch", "transformers")]
    return hashlib.sha256("\n".join([*packages, Path(__file__).read_text("utf-8")]).encode()).hexdigest()[:16]


def _train(folder: Path, full_size: bool) -> None:
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # on a busy machine more threads wait for each other
    try:
        work = folder / "work"
        work.mkdir()
        _write_treebank(work, random.Random(1))
        _write_passages(work, random.Random(2))
        _train_tokenizer(folder, work)
        _train_multiwords(folder, work)
        _train_tagger(folder, work, full_size)
        _train_lemmatizer(folder, work)
        _train_parser(folder, work, full_size)
        _train_coreference(folder, work)
        shutil.rmtree(work)
        (folder / "resources.json").write_text(json.dumps(_resources(folder)), "utf-8")
    finally:
        torch.set_num_threads(threads)


def _resources(folder: Path) -> dict[str, object]:
    """Describe the models as Stanza's own list of models does; coreference is optional there, as in English's."""
    models = {
        name: {PACKAGE: {"md5": hashlib.md5((folder / LANGUAGE / name / f"{PACKAGE}.pt").read_bytes()).hexdigest()}}
        for name in PROCESSORS
    }
    default = {name: PACKAGE for name in PROCESSORS if name != "coref"} | {"optional": {"coref": PACKAGE}}
    return {LANGUAGE: {"lang_name": "English", "packages": {"default": default}, **models}, "url": "unused"}


# The text


@dataclass(frozen=True)
class Word:
    form: str
    lemma: str
    upos: str
    head: str
    relation: str


def filled(template: str, chance: random.Random) -> str:
    """Put words into slots, each with its lemma after an equals sign; `^` after a slot asks for a capital."""

    def word(match: re.Match[str]) -> str:
        chosen = chance.choice(LEXICON[match[1]].split())
        form, _, lemma = chosen.partition("=")
        return f"{form[0].upper() + form[1:] if match[2] else form}={lemma or form}"

    return _SLOT.sub(word, template)


def _word(token: str) -> Word:
    written, upos, head, relation = token.split("/")
    form, _, lemma = written.partition("=")
    return Word(form, lemma or form, upos, head, relation)


def tokens_of(sentence: str) -> list[list[Word]]:
    """Read a filled template: tokens of one word, or of several."""
    return [[_word(part) for part in token.split("+")] for token in sentence.split()]


def _conllu(sentence: str) -> str:
    """Write a filled template as CoNLL-U; its last token is a full stop."""
    rows, number, tokens = [], count(1), tokens_of(sentence)
    for place, words in enumerate(tokens):
        space = "SpaceAfter=No" if place == len(tokens) - 2 else "_"
        first = next(number)
        ids = [first, *(next(number) for _ in words[1:])]
        if len(words) > 1:
            rows.append([f"{first}-{ids[-1]}", "".join(word.form for word in words), *"_______", space])
            space = "_"
        for id_, word in zip(ids, words, strict=True):
            rows.append([str(id_), word.form, word.lemma, word.upos, "_", "_", word.head, word.relation, "_", space])
    return "\n".join("\t".join(row) for row in rows) + "\n\n"


def _write_treebank(work: Path, chance: random.Random) -> None:
    """Write `train.conllu`, its text, and what the tokenizer learns from them."""
    from stanza.utils.datasets import conllu_to_text, prepare_tokenizer_data

    sentences = [_conllu(filled(template, chance)) for _ in range(16) for template in SENTENCES]
    chance.shuffle(sentences)
    (work / "train.conllu").write_text("".join(sentences), "utf-8")
    treebank, text = str(work / "train.conllu"), str(work / "train.txt")
    conllu_to_text.main([treebank, text])
    labels, multiwords = str(work / "train.labels"), str(work / "mwt.json")
    prepare_tokenizer_data.main([text, treebank, "-o", labels, "-m", multiwords])


def _write_passages(work: Path, chance: random.Random) -> None:
    """Write `coref.json`: passages with the chains of their mentions."""
    passages = [filled(template, chance) for _ in range(24) for template in PASSAGES]
    chance.shuffle(passages)
    documents = [_coreference_document(re.sub("=[a-z]+", "", text), number) for number, text in enumerate(passages)]
    (work / "coref.json").write_text(json.dumps(documents), "utf-8")
    (work / "coref-dev.json").write_text(json.dumps(documents[:20]), "utf-8")


def _coreference_document(passage: str, number: int) -> dict[str, object]:
    words: list[str] = []
    sentence_numbers: list[int] = []
    opened: list[int] = []
    spans: list[tuple[int, int, str]] = []
    sentence = 0
    for piece in re.findall(r"\[|\|\d\]|[^\s\[\]|]+", passage):
        if piece == "[":
            opened.append(len(words))
        elif piece.startswith("|"):
            spans.append((opened.pop(), len(words), piece[1]))
        else:
            words.append(piece)
            sentence_numbers.append(sentence)
            sentence += piece == "."
    heads = {(start, end): _head(words, start, end) for start, end, _ in spans}
    chains = [[(s, e) for s, e, c in spans if c == chain] for chain in sorted({chain for *_, chain in spans})]
    return {
        "document_id": f"passage_{number}",
        "part_id": 0,
        "cased_words": words,
        "sent_id": sentence_numbers,
        "speaker": ["_"] * len(words),
        "head2span": sorted((heads[span], *span) for span in heads),
        "word_clusters": [[heads[span] for span in chain] for chain in chains],
        "span_clusters": chains,
    }


def _head(words: list[str], start: int, end: int) -> int:
    """Return the word that stands for a mention: *and* of a coordination, as in the models that Stanza has."""
    return words.index("and", start, end) if "and" in words[start:end] else end - 1


# The trainers

_ONE_STEP = "--max_steps 1 --eval_interval 1"


def _arguments(folder: Path, processor: str, files: dict[str, Path], settings: str) -> list[str]:
    """Return the command line of one of Stanza's trainers."""
    named = {
        "shorthand": f"{LANGUAGE}_{PACKAGE}",
        "save_dir": folder / LANGUAGE / processor,
        "save_name": f"{PACKAGE}.pt",
    }
    pairs = [part for name, value in {**named, **files}.items() for part in (f"--{name}", str(value))]
    return [*pairs, *settings.split(), "--cpu"]


def _treebank(work: Path) -> dict[str, Path]:
    """Name the treebank as what to learn from and what to try it on."""
    treebank = work / "train.conllu"
    return {"train_file": treebank, "eval_file": treebank, "output_file": work / "found.conllu"}


def _train_tokenizer(folder: Path, work: Path) -> None:
    from stanza.models import tokenizer

    text, labels = work / "train.txt", work / "train.labels"
    files = {
        "txt_file": text,
        "label_file": labels,
        "dev_txt_file": text,
        "dev_label_file": labels,
        "dev_conll_gold": work / "train.conllu",
        "conll_file": work / "found.conllu",
        "mwt_json_file": work / "mwt.json",
    }
    settings = """--lang en --steps 80 --eval_steps 80 --batch_size 16 --max_seqlen 100
        --lr0 0.01 --dropout 0.1 --unit_dropout 0.05"""
    tokenizer.main(_arguments(folder, "tokenize", files, settings))


def _train_multiwords(folder: Path, work: Path) -> None:
    from stanza.models import mwt_expander

    files = {**_treebank(work), "gold_file": work / "train.conllu"}
    mwt_expander.main(_arguments(folder, "mwt", files, "--lang en --dict_only --num_epoch 1"))


def _train_tagger(folder: Path, work: Path, full_size: bool) -> None:
    from stanza.models import tagger

    settings = "--lang en --no_pretrain --word_cutoff 1 --batch_size 500"
    tiny = """--max_steps 60 --eval_interval 60
        --lr 0.01 --dropout 0.1 --word_dropout 0.05 --num_layers 1 --hidden_dim 48 --char_hidden_dim 32
        --deep_biaff_hidden_dim 48 --word_emb_dim 32 --char_emb_dim 24 --tag_emb_dim 16 --transformed_dim 32"""
    size = _ONE_STEP if full_size else tiny
    tagger.main(_arguments(folder, "pos", _treebank(work), f"{settings} {size}"))


def _train_lemmatizer(folder: Path, work: Path) -> None:
    from stanza.models import lemmatizer

    lemmatizer.main(_arguments(folder, "lemma", _treebank(work), "--dict_only --num_epoch 1"))


def _train_parser(folder: Path, work: Path, full_size: bool) -> None:
    from stanza.models import parser

    settings = """--lang en --no_pretrain --word_cutoff 1 --batch_size 1000 --no_checkpoint --no_second_optim
        --optim adam"""
    tiny = """--max_steps 100 --eval_interval 100 --lr 0.005 --dropout 0.1 --word_dropout 0.05 --num_layers 1
        --hidden_dim 48 --char_hidden_dim 24 --deep_biaff_hidden_dim 48 --deep_biaff_output_dim 32
        --word_emb_dim 32 --char_emb_dim 16 --tag_emb_dim 24 --transformed_dim 32"""
    size = _ONE_STEP if full_size else tiny
    parser.main(_arguments(folder, "depparse", _treebank(work), f"{settings} {size}"))


def _train_coreference(folder: Path, work: Path) -> None:
    """Train the resolver on a transformer of two layers that is made on the spot."""
    from stanza.models.coref.config import Config
    from stanza.models.coref.model import CorefModel

    transformer = folder / "transformer"
    _make_transformer(
        transformer, [" ".join(example["cased_words"]) for example in json.loads((work / "coref.json").read_text())]
    )
    config = Config(
        section="tiny", data_dir=str(work), save_dir=str(folder / LANGUAGE / "coref"), save_name=f"{PACKAGE}.pt",
        train_data=str(work / "coref.json"), dev_data=str(work / "coref-dev.json"),
        test_data=str(work / "coref-dev.json"), device="cpu", bert_model=str(transformer), bert_window_size=128,
        embedding_size=8, sp_embedding_size=64, a_scoring_batch_size=512, hidden_size=48, n_hidden_layers=1,
        max_span_len=16, rough_k=30, lora=False, lora_alpha=1, lora_rank=1, lora_dropout=0.0, full_pairwise=False,
        lora_target_modules=[], lora_modules_to_save=[], clusters_starts_are_singletons=True, bert_finetune=True,
        dropout_rate=0.0, learning_rate=0.003, bert_learning_rate=0.001, bert_finetune_begin_epoch=0.0, train_epochs=3,
        plateau_epochs=0, bce_loss_weight=0.5, tokenizer_kwargs={}, conll_log_dir=str(work / "conll"),
        save_each_checkpoint=False, log_norms=False, singletons=False, max_train_len=500, use_zeros=False,
        lang_lr_attenuation="", lang_lr_weights="",
    )  # fmt: skip
    (work / "conll").mkdir()
    (folder / LANGUAGE / "coref").mkdir(parents=True)
    random.seed(3)
    CorefModel(config=config).train()
    (folder / LANGUAGE / "coref" / f"{PACKAGE}.checkpoint.pt").unlink()


def _make_transformer(folder: Path, texts: list[str]) -> None:
    import torch
    from tokenizers import ByteLevelBPETokenizer
    from transformers import RobertaConfig, RobertaModel, RobertaTokenizerFast

    folder.mkdir()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces = ByteLevelBPETokenizer(add_prefix_space=True)
    pieces.train_from_iterator(texts, vocab_size=400, special_tokens=special)
    pieces.save_model(str(folder))
    RobertaTokenizerFast.from_pretrained(folder, add_prefix_space=True).save_pretrained(folder)
    torch.manual_seed(3)
    shape = RobertaConfig(
        vocab_size=pieces.get_vocab_size(), hidden_size=48, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=96, max_position_embeddings=140, pad_token_id=1, bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    RobertaModel(shape).save_pretrained(folder)


if __name__ == "__main__":
    sys.stdout.write(f"{tiny_models(full_size='--full-size' in sys.argv)}\n")
