"""Tune a language model on the rows and rewards of a graph: K-LoRA, supervised LoRA, then preferences (DPO).

lgm tuning data GRAPH --out rows
lgm tuning reward GRAPH --pairs answers.jsonl > pairs.jsonl
python training/tune.py rows --model MODEL_FOLDER --pairs pairs.jsonl --out tuned

Needs the extra `tuning`. The model is a local folder in Hugging Face's format, on a GPU if there is one; without
`--model` a tiny one is made on the spot and learns from nothing, which shows only that the recipe runs and learns.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft import LoraConfig, get_peft_model
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer
from tuning_rows import Choice, choices, majority, prompt_rows, read_lines, reverse_rows, words_of

_TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>\n{{ message['content'] }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
_MARKS = ["<|end|>", "<|pad|>", "<|system|>", "<|user|>", "<|assistant|>"]
_VOCABULARY, _WIDTH, _LAYERS = 2000, 96, 3


def tiny_model(texts: list[str], length: int) -> tuple[Any, Any]:
    """Return a few layers with random weights, and a byte-level tokenizer trained on texts."""
    tokens = Tokenizer(models.BPE())
    tokens.pre_tokenizer, tokens.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokens.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=_VOCABULARY, special_tokens=_MARKS, initial_alphabet=alphabet)
    )
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token=_MARKS[0], pad_token=_MARKS[1])
    tokenizer.chat_template = _TEMPLATE
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=_WIDTH,
        intermediate_size=3 * _WIDTH,
        num_hidden_layers=_LAYERS,
        num_attention_heads=4,
        max_position_embeddings=length,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
        tie_word_embeddings=False,
    )
    return LlamaForCausalLM(config), tokenizer


@torch.no_grad()
def log_probability(
    model: Any,  # noqa: ANN401
    tokenizer: Any,  # noqa: ANN401
    prompt: list[dict[str, str]],
    reply: str,
    length: int,
    *,
    mean: bool = False,
) -> float:
    """Return the log probability of a reply, or its mean over tokens; long prompts lose their beginning."""
    asked = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, tokenize=False)
    before = tokenizer(asked, add_special_tokens=False)["input_ids"]
    said = tokenizer(reply, add_special_tokens=False)["input_ids"][: length // 2]
    ids = torch.tensor([(before + said)[-length:]], device=model.device)
    scores = torch.log_softmax(model(input_ids=ids).logits[0, -len(said) - 1 : -1].float(), dim=-1)
    return float(scores.gather(1, ids[0, -len(said) :, None]).sum()) / (len(said) if mean else 1)


def accuracy(model: Any, tokenizer: Any, asked: list[Choice], length: int) -> float:  # noqa: ANN401
    """Return how often the likeliest reply of a choice, token by token, is the right one."""
    model.eval()
    worths = [
        [log_probability(model, tokenizer, one.prompt, reply, length, mean=True) for reply in one.replies]
        for one in asked
    ]
    right = [max(range(len(of)), key=of.__getitem__) == one.right for of, one in zip(worths, asked, strict=True)]
    return sum(right) / len(right) if right else 0.0


def margin(model: Any, tokenizer: Any, pairs: list[dict[str, Any]], length: int) -> float:  # noqa: ANN401
    """Return by how much the log probability of chosen answers exceeds that of rejected ones, on average."""
    model.eval()
    worths = [
        [
            log_probability(model, tokenizer, pair["prompt"], pair[side][0]["content"], length)
            for side in ("chosen", "rejected")
        ]
        for pair in pairs
    ]
    return sum(chosen - rejected for chosen, rejected in worths) / len(worths) if worths else 0.0


def main() -> None:
    """Tune, and print the figures before and after as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, help="folder with train.jsonl and held_out.jsonl")
    parser.add_argument("--model", type=Path, help="local folder of a causal language model; a tiny new one without it")
    parser.add_argument("--pairs", type=Path, help="pairs for preference tuning")
    parser.add_argument("--out", type=Path, required=True, help="folder for the tuned adapter and the tokenizer")
    parser.add_argument(
        "--steps", type=int, default=400, help="steps of supervised tuning; K-LoRA and DPO take a quarter"
    )
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--length", type=int, default=512, help="most tokens of a row")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="learning rate; by default 2e-4, for the tiny model 2e-3"
    )
    parser.add_argument("--asked", type=int, default=200, help="most held-out rows and choices that are measured")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    train, held = (read_lines(options.rows / f"{name}.jsonl") for name in ("train", "held_out"))
    draw = random.Random(options.seed)
    held_rows = draw.sample(prompt_rows(held), min(options.asked, len(held)))
    asked = choices(held)
    asked = draw.sample(asked, min(options.asked, len(asked)))
    pairs = read_lines(options.pairs) if options.pairs else []
    prompts = sorted({str(pair["prompt"]) for pair in pairs})
    apart = set(draw.sample(prompts, len(prompts) // 5))
    kept = [pair for pair in pairs if str(pair["prompt"]) in apart]
    learned = [pair for pair in pairs if str(pair["prompt"]) not in apart]
    if options.model is None:
        model, tokenizer = tiny_model(words_of(train), options.length)
    else:
        tokenizer = AutoTokenizer.from_pretrained(options.model)
        model = AutoModelForCausalLM.from_pretrained(options.model)
    whole = ["embed_tokens", "lm_head"] if options.model is None else None  # random ones would teach nothing
    adapter = LoraConfig(r=16, lora_alpha=32, target_modules="all-linear", modules_to_save=whole, task_type="CAUSAL_LM")
    if whole:
        adapter.target_modules = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
    model = get_peft_model(model, adapter)
    common = {
        "output_dir": str(options.out),
        "per_device_train_batch_size": options.batch,
        "per_device_eval_batch_size": options.batch,
        "max_length": options.length,
        "bf16": torch.cuda.is_available() and torch.cuda.is_bf16_supported(),
        "gradient_checkpointing": torch.cuda.is_available(),
        "report_to": "none",
        "save_strategy": "no",
        "logging_steps": 50,
        "seed": options.seed,
    }
    rate = options.rate or (2e-4 if options.model else 2e-3)

    def supervised(rows: list[dict[str, Any]], steps: int) -> SFTTrainer:
        settings = SFTConfig(**common, max_steps=steps, learning_rate=rate, lr_scheduler_type="cosine")
        data, eval_data = Dataset.from_list(rows), Dataset.from_list(held_rows)
        return SFTTrainer(model, args=settings, train_dataset=data, eval_dataset=eval_data, processing_class=tokenizer)

    def measured(trainer: SFTTrainer) -> dict[str, float]:
        return {
            "held_out_loss": trainer.evaluate()["eval_loss"],
            "relation_accuracy": accuracy(model, tokenizer, asked, options.length),
            "reward_margin": margin(model, tokenizer, kept, options.length),
        }

    trainer = supervised(prompt_rows(train), options.steps)
    figures: dict[str, Any] = {"before": measured(trainer)}
    if reverse := prompt_rows(reverse_rows(train)):
        supervised(reverse, max(1, options.steps // 4)).train()
    trainer.train()
    figures["supervised"] = measured(trainer)
    if learned:
        settings = DPOConfig(**common, max_steps=max(1, options.steps // 4), learning_rate=rate / 10, beta=0.1)
        data = Dataset.from_list([{key: pair[key] for key in ("prompt", "chosen", "rejected")} for pair in learned])
        DPOTrainer(model, args=settings, train_dataset=data, processing_class=tokenizer).train()
        figures["preferred"] = measured(trainer)
    figures |= {"majority": majority(choices(train), asked), "choices": len(asked), "pairs_held_out": len(kept)}
    model.save_pretrained(options.out)
    tokenizer.save_pretrained(options.out)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
