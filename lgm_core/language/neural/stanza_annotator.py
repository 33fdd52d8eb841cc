"""The language backend of the paper: Stanza's neural pipeline, for any language with Stanza models.

Models come from Stanza's folder (`STANZA_RESOURCES_DIR`), from a given folder, or are downloaded at the first text.
Everything except coreference runs over many texts at once; coreference runs text by text, because in bulk Stanza links
mentions across documents.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lgm_core.errors import InputError, missing_extra
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.neural.coreference_chains import Chain, Mention, marks_of_chains
from lgm_core.language.neural.text_windows import pieces
from lgm_core.language.port import BLANK_LINE, AnnotatedSentence, Token

if TYPE_CHECKING:
    from stanza import Document, Pipeline

__all__ = ["StanzaAnnotator"]

_PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse", "coref")
_NEEDED = ("tokenize", "pos")
_VERSION = 1
"""Part of the recipe: raise it when this module reads Stanza's annotation differently, so that documents are
relearned."""
_PIECE = 3000
"""Characters annotated as one text, some 500 words. Coreference stays within a piece, but its memory is quadratic in
length."""
_BATCH = 100
"""Pieces annotated at once: more use a GPU better and take more memory."""
_LONGEST_SENTENCE = 250
"""Tokens after which a sentence is split: memory for parsing is quadratic in length, and prose has no such
sentences."""

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

_log = logging.getLogger(__name__)


class StanzaAnnotator:
    """Annotates text in any of Stanza's languages: sentences, words, tags, lemmas, trees and coreference marks."""

    def __init__(
        self,
        language: str,
        *,
        package: str = "default",
        folder: str | Path | None = None,
        coreference: bool = True,
        gpu: bool | None = None,
        download: bool = True,
    ) -> None:
        """Choose the models; they are loaded, and downloaded if missing, at the first text.

        Args:
            language: Stanza's name of the language, mostly its ISO 639-1 code: `en`, `de`, `zh-hans`.
            package: the set of the language's models, such as `default_fast` or `gum`.
            folder: the folder of models; Stanza's own by default.
            coreference: mark the antecedents of pronouns, if Stanza has a model for that.
            gpu: compute on a GPU; None uses one if available.
            download: download missing models.

        Raises:
            InputError: the language is not a code.
        """
        if not language or not all(part.isalnum() for part in language.split("-")):
            raise InputError(f"{language!r} is not a language code; use one of Stanza's, such as 'en' or 'zh-hans'")
        self._language, self._package, self._folder = language, package, folder
        self._coreference, self._gpu, self._download = coreference, gpu, download
        self._pipeline: Pipeline | None = None

    @property
    def recipe(self) -> str:
        """Name the backend, its language, its package and its version.

        Raises:
            MissingDependencyError: Stanza is not installed.
        """
        options = "" if self._coreference else "-nocoreference"
        return f"stanza-{self._language}-{self._package}-{_stanza_version()}-{_VERSION}{options}"

    @property
    def language(self) -> str:
        """Return the code of the language without its script: `zh` for `zh-hans`."""
        return self._language.split("-")[0]

    @property
    def single_process(self) -> bool:
        """Return True: models are large, and already use all cores or the GPU."""
        return True

    def __getstate__(self) -> dict[str, Any]:
        """Leave the models out of a copy for another process, which loads its own."""
        return {**self.__dict__, "_pipeline": None}

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text of any length; an empty one gives an empty list.
            topics: titles of the texts; Stanza's coreference has no use for them.

        Raises:
            MissingDependencyError: Stanza or a model is missing and cannot be downloaded.
        """
        parts = [(number, *span) for number, text in enumerate(texts) for span in pieces(text, _PIECE)]
        parts = [(number, start, end) for number, start, end in parts if not _is_blank(texts[number][start:end])]
        sentences: list[list[AnnotatedSentence]] = [[] for _ in texts]
        for first in range(0, len(parts), _BATCH):
            batch = parts[first : first + _BATCH]
            documents = self._annotated([_readable(texts[number][start:end]) for number, start, end in batch])
            for (number, start, _), document in zip(batch, documents, strict=True):
                sentences[number] += self._sentences(texts[number], document, start)
        return sentences

    def _annotated(self, texts: Sequence[str]) -> list[Document]:
        """Run everything except coreference over several texts at once."""
        if self._pipeline is None:
            from lgm_core.language.neural.stanza_loading import load_pipeline

            wanted = _PROCESSORS if self._coreference else _PROCESSORS[:-1]
            self._pipeline = load_pipeline(
                self._language, self._package, wanted, _NEEDED, self._folder, gpu=self._gpu, download=self._download
            )
        from stanza import Document

        documents = [Document([], text=text) for text in texts]
        tokenized = [_cut(document) for document in self._pipeline.processors["tokenize"].bulk_process(documents)]
        others = [name for name in _PROCESSORS[1:-1] if name in self._pipeline.processors]
        return self._pipeline.process(tokenized, processors=others) if others else tokenized

    def _sentences(self, text: str, document: Document, offset: int) -> list[AnnotatedSentence]:
        sentences = [tuple(_tokens(sentence, offset)) for sentence in document.sentences]
        marks = marks_of_chains(text, sentences, self._chains(document), lexicon_of(self.language))
        return [
            AnnotatedSentence(tokens[0].start, tokens[-1].end, tokens, marked)
            for tokens, marked in zip(sentences, marks, strict=True)
            if tokens
        ]

    def _chains(self, document: Document) -> list[Chain]:
        """Resolve coreference in a document; return no chains if Stanza's resolver fails."""
        if self._pipeline is None or "coref" not in self._pipeline.processors or not document.sentences:
            return []
        if not _fits(self._pipeline, document):
            _log.warning("Coreference is left out: a sentence is too long for Stanza in %r...", document.text[:60])
            return []
        try:
            self._pipeline.process(document, processors=["coref"])
        except Exception as error:  # the resolver fails in various ways on odd text; the rest is still good
            _log.warning("Stanza could not resolve coreference in %r...: %s", document.text[:60], error)
            return []
        return [
            [
                Mention(mention.sentence, mention.start_word, mention.end_word)
                for mention in chain.mentions
                if isinstance(mention.start_word, int)  # not for an omitted subject
            ]
            for chain in document.coref
        ]


def _fits(pipeline: Pipeline, document: Document) -> bool:
    """Tell whether each sentence fits the resolver's window; on a longer sentence Stanza 1.15 never returns."""
    model = pipeline.processors["coref"]._model
    window = model.config.bert_window_size - 2  # without the markers of its ends
    return all(
        sum(len(model.tokenizer.tokenize(word.text)) for word in sentence.words) <= window
        for sentence in document.sentences
    )


def _stanza_version() -> str:
    try:
        return version("stanza")
    except PackageNotFoundError:
        raise missing_extra("the Stanza backend", "stanza") from None


def _is_blank(text: str) -> bool:
    return not _readable(text).strip()


def _readable(text: str) -> str:
    """Replace each character that Stanza's tokenizer cannot handle with a space, preserving offsets."""
    return _UNREADABLE.sub(" ", text)


def _cut(document: Document) -> Document:
    """Split the sentences of a tokenized document at blank lines, and those that are too long."""
    from stanza import Document

    sentences = []
    for sentence in document.sentences:
        group: list[dict[str, Any]] = []
        for token in sentence.tokens:
            gap = document.text[group[-1]["end_char"] : token.start_char] if group else ""
            if len(group) == _LONGEST_SENTENCE or BLANK_LINE.search(gap):
                sentences.append(group)
                group = []
            group.append({**token.to_dict()[0], "id": (len(group) + 1,)})
        sentences.append(group)
    return Document(sentences, text=document.text)


def _tokens(sentence: Any, offset: int) -> Iterator[Token]:  # noqa: ANN401  # Stanza has no types
    """Yield the words of a sentence; words of a multi-word token that are not in the text have its offsets."""
    for word in sentence.words:
        start, end = (word.start_char, word.end_char)
        if start is None or end is None:
            start, end = word.parent.start_char, word.parent.end_char
        yield Token(
            word.text,
            word.lemma or word.text,
            word.upos or "X",
            start + offset,
            end + offset,
            word.head - 1 if word.head is not None else -1,
            word.deprel or "",
        )
