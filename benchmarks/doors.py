"""How often retrievers of LangChain and LlamaIndex find the right section of Markdown pages, beside the hosts' BM25.

All are made as users make them, with defaults: from whole pages, with five results. BM25 searches the chunks of each
host's usual splitter. A result is right if half of it lies below a heading that answers, without subsections, or if it
holds half of what does; so a chunk over two sections can be right for both.

LangChain's BM25 needs `pip install langchain-community langchain-text-splitters rank-bm25`, LlamaIndex's
`pip install llama-index-retrievers-bm25`; methods that are not installed are left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.documents import Document
from llama_index.core import SimpleDirectoryReader
from llama_index.core.node_parser import SentenceSplitter

from langchain_lgm import LanguageGraphBuilder
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Question, read_questions
from lgm_core.evaluation.metrics import is_half_covered, mean
from lgm_core.language.words import content_stems
from llama_index_lgm import LanguageGraphIndex

__all__ = ["doors_benchmark"]

DEPTHS = (1, 3, 5)
"""Numbers of first results among which a right one is looked for; the last is how many are asked for."""

_CHARACTERS, _OVERLAP = 1000, 200
"""Of LangChain's chunks, as in its tutorials."""

_TOKENS, _TOKENS_OVERLAP = 256, 20
"""Of LlamaIndex's chunks."""


class Place(NamedTuple):
    """A part of a page, by its first offset and the one after its last."""

    page: Path
    start: int
    end: int


Retrieve = Callable[[str], Iterable[Place]]
"""Returns where the results for a question stand, best first."""


def sections_of(page: Path, text: str) -> Iterator[tuple[str, Place]]:
    """Yield the headings of a Markdown page, each with where what is below it stands, up to the next heading."""
    heading, start, at, is_code = "", 0, 0, False
    for line in text.splitlines(keepends=True):
        is_code ^= line.lstrip().startswith("```")
        if line.startswith("#") and not is_code:
            yield heading, Place(page, start, at)
            heading, start = line.strip("#").strip(), at
        at += len(line)
    yield heading, Place(page, start, at)


def doors_benchmark(
    folder: Path, questions: Path, *, embed: str | None = None, misses: Callable[[str, str], None] | None = None
) -> dict[str, dict[str, float]]:
    """Return by method `section@1`, `@3`, `@5`, the share of questions with a right result among the first.

    `alike@1` and so on are those of the questions of whose content words one section that answers has at least a third,
    `words` how many three results have together. `questions` counts both kinds of questions.

    Args:
        folder: Markdown pages, and in its parent perhaps a README.md, which is one of them.
        questions: JSON Lines with `question` and `sections`, each with `doc` and `heading`.
        embed: an embedding model; the methods without it are measured too.
        misses: called with the name of a method and each question for which none of three results is right.

    Raises:
        InputError: a question names no section, or one that is not there.
    """
    readme = folder.parent / "README.md"
    pages = sorted(folder.rglob("*.md")) + ([readme] if readme.exists() else [])
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    asked = [(question, _gold(question, folder, texts)) for question in read_questions(questions, needs_gold=False)]
    alike = [_shares_words(question.text, gold, texts) for question, gold in asked]
    figures: dict[str, dict[str, float]] = {"questions": {"all": len(alike), "alike": sum(alike)}}
    with tempfile.TemporaryDirectory() as place:
        for name, retrieve in _methods(texts, Path(place), embed).items():
            found = [(question, gold, list(retrieve(question.text))) for question, gold in asked]
            right = [[_is_right(result, gold) for result in results] for _, gold, results in found]
            figures[name] = {
                f"{kind}@{depth}": mean(
                    [any(each[:depth]) for each, is_chosen in zip(right, chosen, strict=True) if is_chosen]
                )
                for kind, chosen in (("section", [True] * len(right)), ("alike", alike))
                for depth in DEPTHS
            }
            figures[name]["words"] = mean([_words(results[:3], texts) for _, _, results in found])
            for (question, _, _), each in zip(found, right, strict=True):
                if misses is not None and not any(each[:3]):
                    misses(name, question.text)
    return figures


def _gold(question: Question, folder: Path, texts: dict[Path, str]) -> list[Place]:
    gold = []
    for document, heading in question.gold_sections:
        page = folder / document if folder / document in texts else folder.parent / document
        found = [place for title, place in sections_of(page, texts.get(page, "")) if title == heading]
        if len(found) != 1:
            raise InputError(
                f"{document!r} has {len(found)} headings {heading!r}, which question {question.id!r} names"
            )
        gold += found
    if not gold:
        raise InputError(f"question {question.id!r} names no section")
    return gold


def _shares_words(question: str, gold: Sequence[Place], texts: dict[Path, str]) -> bool:
    wanted = set(content_stems(question, "en"))
    return any(
        len(wanted.intersection(content_stems(texts[at.page][at.start : at.end], "en"))) >= len(wanted) / 3
        for at in gold
    )


def _is_right(found: Place, gold: Sequence[Place]) -> bool:
    span = found[1:]
    spans = [each[1:] for each in gold if each.page == found.page]
    return any(is_half_covered(span, [each]) or is_half_covered(each, [span]) for each in spans)


def _words(results: Sequence[Place], texts: dict[Path, str]) -> float:
    return sum(len(texts[place.page][place.start : place.end].split()) for place in results)


def _methods(texts: dict[Path, str], folder: Path, embed: str | None) -> dict[str, Retrieve]:
    methods = {"LangChain": _langchain(texts, folder / "langchain.lgm", None)}
    if embed is not None:
        methods["LangChain, embedded"] = _langchain(texts, folder / "langchain.lgm", embed)
    if find_spec("langchain_community") and find_spec("rank_bm25"):
        methods["LangChain's BM25"] = _langchain_bm25(texts)
    methods["LlamaIndex"] = _llama_index(texts, folder / "llama_index.lgm", None)
    if embed is not None:
        methods["LlamaIndex, embedded"] = _llama_index(texts, folder / "llama_index.lgm", embed)
    if find_spec("llama_index.retrievers") and find_spec("llama_index.retrievers.bm25"):
        methods["LlamaIndex's BM25"] = _llama_index_bm25(texts)
    return methods


def _langchain(texts: dict[Path, str], store: Path, embed: str | None) -> Retrieve:
    builder = LanguageGraphBuilder.from_documents(_documents(texts), store=str(store), embeddings=embed)
    retriever = builder.as_retriever()
    return lambda question: [_place(found.metadata, "source") for found in retriever.invoke(question)]


def _langchain_bm25(texts: dict[Path, str]) -> Retrieve:
    from langchain_community.retrievers import BM25Retriever
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=_CHARACTERS, chunk_overlap=_OVERLAP, add_start_index=True, strip_whitespace=False
    )
    retriever = BM25Retriever.from_documents(splitter.split_documents(_documents(texts)), k=DEPTHS[-1])
    return lambda question: [
        Place(Path(found.metadata["source"]), start := found.metadata["start_index"], start + len(found.page_content))
        for found in retriever.invoke(question)
    ]


def _llama_index(texts: dict[Path, str], store: Path, embed: str | None) -> Retrieve:
    retriever = LanguageGraphIndex.from_documents(_read(texts), store=str(store), embed_model=embed).as_retriever()
    return lambda question: [_place(found.node.metadata, "file_path") for found in retriever.retrieve(question)]


def _llama_index_bm25(texts: dict[Path, str]) -> Retrieve:
    from llama_index.retrievers.bm25 import BM25Retriever

    nodes = SentenceSplitter(chunk_size=_TOKENS, chunk_overlap=_TOKENS_OVERLAP).get_nodes_from_documents(_read(texts))
    retriever = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=DEPTHS[-1])
    return lambda question: [
        Place(Path(found.node.metadata["file_path"]), found.node.start_char_idx, found.node.end_char_idx)
        for found in retriever.retrieve(question)
    ]


def _place(metadata: Mapping[str, Any], file: str) -> Place:
    return Place(Path(metadata[file]), metadata["start"], metadata["end"])


def _documents(texts: dict[Path, str]) -> list[Document]:
    return [Document(text, metadata={"source": str(path)}) for path, text in texts.items()]


def _read(texts: dict[Path, str]) -> list[Any]:
    return list(SimpleDirectoryReader(input_files=list(texts)).load_data())
