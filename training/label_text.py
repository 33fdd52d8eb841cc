"""Label plain sentences with a stronger model, as further training data for the tagger and the parser.

python training/label_text.py --train TREEBANK --model BERT_FOLDER --text sentences.txt --out labelled.conllu.gz

The model is a small BERT in a local folder (Hugging Face format), fine-tuned here on the treebank: a tagger and a
biaffine parser (Dozat and Manning 2017) over its word vectors. Needs `torch` and `transformers`.
"""

from __future__ import annotations

import argparse
import gzip
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from benchmarks.language import GoldSentence, read_treebank
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.lite.tagging_features import shape

_WORDS_PER_BATCH = 1200
_PIECES_PER_WORD = 12
_SHAPES = 64
_IGNORED = -100
_FROZEN_LAYERS = 2
"""The first layers, like the embeddings, are not trained: it is faster and hardly worse."""


class StrongParser(nn.Module):
    """Tags and parses sentences by the vectors of their first and last word pieces, and the shapes of words."""

    def __init__(self, folder: Path, tags: Sequence[str], relations: Sequence[str]) -> None:
        super().__init__()
        self.tags, self.relations = list(tags), list(relations)
        self.tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self.encoder = AutoModel.from_pretrained(folder, local_files_only=True)
        for part in (self.encoder.embeddings, *self.encoder.encoder.layer[:_FROZEN_LAYERS]):
            part.requires_grad_(requires_grad=False)
        size = 2 * self.encoder.config.hidden_size + 32
        self.shapes, self.dropout = nn.Embedding(_SHAPES, 32), nn.Dropout(0.2)
        self.tag = nn.Sequential(_layer(size, 256), nn.Linear(256, len(tags)))
        self.dependent, self.head = _layer(size, 256), _layer(size, 256)
        self.labelled_dependent, self.labelled_head = _layer(size, 96), _layer(size, 96)
        self.root = nn.Parameter(0.02 * torch.randn(size))
        self.arcs = nn.Parameter(nn.init.xavier_uniform_(torch.empty(257, 256)))
        self.labels = nn.Parameter(nn.init.xavier_uniform_(torch.empty(len(relations), 97, 97)))

    def forward(self, sentences: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return scores of tags (sentence, word, tag) and heads (sentence, word, head), and both ends of relations.

        Head 0 is the root.
        """
        pieces, places = zip(*map(self._pieces, sentences), strict=True)
        ids = _padded(pieces, 0)
        first, last = (_padded([[place[end] for place in row] for row in places], 0) for end in (0, 1))
        forms = _padded([[hash_of(shape(word)) for word in words] for words in sentences], 0)
        is_word = _padded([[1] * len(words) for words in sentences], 0).bool()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = self.encoder(input_ids=ids, attention_mask=(ids != 0).long()).last_hidden_state.float()
            ends = [hidden.gather(1, end[..., None].expand(-1, -1, hidden.shape[-1])) for end in (first, last)]
            words = self.dropout(torch.cat([*ends, self.shapes(forms)], -1))
            heads = torch.cat([self.root.expand(len(sentences), 1, -1), words], 1)
            arcs = (_with_one(self.dependent(words)) @ self.arcs @ self.head(heads).transpose(1, 2)).float()
            tags = self.tag(words).float()
        may_be_head = torch.cat([torch.ones(len(sentences), 1, dtype=torch.bool), is_word], 1)
        arcs = arcs.masked_fill(~may_be_head[:, None], -1e4)
        arcs[..., 1:].diagonal(dim1=1, dim2=2).fill_(-1e4)
        return tags, arcs, _with_one(self.labelled_dependent(words)), _with_one(self.labelled_head(heads))

    def relations_of(self, dependents: Tensor, heads: Tensor, chosen: Tensor) -> Tensor:
        """Return scores of relations (sentence, word, relation) for the chosen heads."""
        ends = heads.gather(1, chosen[..., None].expand(-1, -1, heads.shape[-1]))
        return torch.einsum("bmi,rij,bmj->bmr", dependents.float(), self.labels, ends.float())

    def _pieces(self, words: Sequence[str]) -> tuple[list[int], list[tuple[int, int]]]:
        ids, places = [self.tokenizer.cls_token_id], []
        for word in words:
            own = self.tokenizer.encode(word, add_special_tokens=False)[:_PIECES_PER_WORD]
            own = own or [self.tokenizer.unk_token_id]
            places.append((len(ids), len(ids) + len(own) - 1))
            ids += own
        return [*ids, self.tokenizer.sep_token_id], places


def hash_of(text: str) -> int:
    """Return a small number for a text, the same in every process."""
    return sum(ord(char) * (place + 1) for place, char in enumerate(text)) % _SHAPES


def _layer(size: int, out: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, out), nn.GELU(), nn.Dropout(0.2))


def _with_one(values: Tensor) -> Tensor:
    return torch.cat([values, torch.ones_like(values[..., :1])], -1)


def _padded(rows: Sequence[Sequence[int]], filler: int) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[filler] * (longest - len(row))] for row in rows])


def batches(sentences: Sequence[Sequence[object]]) -> list[list[int]]:
    """Group sentences of similar lengths, by their positions."""
    groups: list[list[int]] = [[]]
    for place in sorted(range(len(sentences)), key=lambda place: len(sentences[place])):
        if groups[-1] and len(sentences[place]) * (len(groups[-1]) + 1) > _WORDS_PER_BATCH:
            groups.append([])
        groups[-1].append(place)
    return groups


def train(folder: Path, gold: Sequence[GoldSentence], *, epochs: int = 3, seed: int = 1) -> StrongParser:
    """Fine-tune the model on gold sentences."""
    torch.manual_seed(seed)
    generator = random.Random(seed)
    tags = sorted({word.upos for sentence in gold for word in sentence.words})
    relations = sorted({word.relation for sentence in gold for word in sentence.words})
    model = StrongParser(folder, tags, relations).train()
    slow = [value for value in model.encoder.parameters() if value.requires_grad]
    fast = [value for name, value in model.named_parameters() if not name.startswith("encoder.")]
    optimizer = torch.optim.AdamW([{"params": slow, "lr": 1.5e-4}, {"params": fast, "lr": 1.5e-3}])
    groups = batches([sentence.words for sentence in gold])
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [1.5e-4, 1.5e-3], total_steps=epochs * len(groups), pct_start=0.08
    )
    for epoch in range(epochs):
        generator.shuffle(groups)
        total = 0.0
        for group in groups:
            rows = [gold[place].words for place in group]
            tag, arcs, dependents, heads = model([[word.form for word in row] for row in rows])
            true_tags = _padded([[tags.index(word.upos) for word in row] for row in rows], _IGNORED)
            true_heads = _padded([[word.head + 1 for word in row] for row in rows], _IGNORED)
            true_relations = _padded([[relations.index(word.relation) for word in row] for row in rows], _IGNORED)
            relation = model.relations_of(dependents, heads, true_heads.clamp(min=0))
            pairs = ((tag, true_tags, 1.0), (arcs, true_heads, 1.0), (relation, true_relations, 0.7))
            loss = sum(
                weight * functional.cross_entropy(scores.flatten(0, 1), truth.flatten(), ignore_index=_IGNORED)
                for scores, truth, weight in pairs
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: mean loss {total / len(groups):.3f}", flush=True)
    return model.eval()


def label(model: StrongParser, sentences: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the CoNLL-U lines of sentences; those whose best heads are not a tree are left out."""
    for group in batches(sentences):
        rows = [sentences[place] for place in group]
        with torch.no_grad():
            tags, arcs, dependents, ends = model(rows)
            heads = arcs.argmax(-1)
            relations = model.relations_of(dependents, ends, heads).argmax(-1)
        for place, words in enumerate(rows):
            own = heads[place, : len(words)].tolist()
            if not is_tree(own):
                continue
            for number, (word, head) in enumerate(zip(words, own, strict=True)):
                tag = model.tags[int(tags[place, number].argmax())]
                relation = model.relations[int(relations[place, number])] if head else "root"
                yield f"{number + 1}\t{word}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
            yield "\n"


def is_tree(heads: Sequence[int]) -> bool:
    """Tell whether heads (1-based, 0 for the root) form a tree with one root."""
    for word in range(1, len(heads) + 1):
        steps, at = 0, word
        while at and steps <= len(heads):
            at, steps = heads[at - 1], steps + 1
        if at:
            return False
    return heads.count(0) == 1


def main() -> None:
    """Train the model and write labelled sentences."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--train", type=Path, required=True, help="CoNLL-U file, may be gzipped")
    parser.add_argument("--model", type=Path, required=True, help="folder of a BERT model")
    parser.add_argument("--text", type=Path, required=True, help="plain text, a paragraph a line")
    parser.add_argument("--out", type=Path, required=True, help="CoNLL-U file to write, gzipped")
    arguments = parser.parse_args()
    gold = [sentence for text in read_treebank(arguments.train) for sentence in text.sentences]
    model = train(arguments.model, gold)
    annotator = LiteAnnotator(language="en", pronouns=False)
    lines = arguments.text.read_text(encoding="utf-8").splitlines()
    sentences = {
        tuple(token.text for token in sentence.tokens)
        for annotated in annotator.annotate([line for line in lines if line.strip()])
        for sentence in annotated
        if 3 <= len(sentence.tokens) <= 60
    }
    with gzip.open(arguments.out, "wt", encoding="utf-8") as out:
        out.writelines(label(model, sorted(sentences)))


if __name__ == "__main__":
    main()
