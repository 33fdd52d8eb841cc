"""A language backend for any installed spaCy pipeline that tags and lemmatizes; its parse is used if it has one."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lgm_core.errors import InputError, MissingDependencyError, missing_extra
from lgm_core.language.coreference.resolver import resolve_coreference
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.neural.coreference_chains import Chain, Mention, marks_of_chains
from lgm_core.language.neural.text_windows import pieces
from lgm_core.language.port import BLANK_LINE, AnnotatedSentence, CoreferenceMark, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Token as SpacyToken

__all__ = ["SpacyAnnotator", "to_universal"]

_NAMES = {
    "acomp": "xcomp", "agent": "obl:agent", "attr": "xcomp", "auxpass": "aux:pass", "csubjpass": "csubj:pass",
    "dative": "iobj", "dobj": "obj", "intj": "discourse", "meta": "dep", "neg": "advmod", "nn": "compound",
    "npadvmod": "obl:npmod", "nsubjpass": "nsubj:pass", "oprd": "xcomp", "pcomp": "advcl", "pobj": "obl",
    "poss": "nmod:poss", "preconj": "cc:preconj", "predet": "det:predet", "prep": "case", "prt": "compound:prt",
    "quantmod": "advmod", "relcl": "acl:relcl",
}  # fmt: skip
_CLEARNLP_ONLY = frozenset({"dobj", "pobj", "nsubjpass", "prep", "attr", "acomp", "relcl", "npadvmod", "auxpass"})
_NOMINAL = frozenset({"ADJ", "NOUN", "NUM", "PRON", "PROPN"})
_MOVE_WITH_COPULA = frozenset(
    "nsubj nsubjpass csubj aux neg advmod cc mark punct advcl prep conj expl npadvmod".split()
)


def is_clearnlp(labels: Collection[str]) -> bool:
    """Tell whether some of these labels exist only in ClearNLP, and not in Universal Dependencies."""
    return not _CLEARNLP_ONLY.isdisjoint(labels)


def to_universal(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of one sentence with heads and relations of Universal Dependencies."""
    heads = [token.head for token in tokens]
    labels = [token.relation for token in tokens]
    _attach_prepositions(tokens, heads, labels)
    _attach_copulas(tokens, heads, labels)
    return tuple(
        Token(token.text, token.lemma, token.upos, token.start, token.end, head, _NAMES.get(label, label))
        for token, head, label in zip(tokens, heads, labels, strict=True)
    )


def _attach_prepositions(tokens: Sequence[Token], heads: list[int], labels: list[str]) -> None:
    """Turn *lives → in → Paris* into *lives → Paris → in*, and agents or datives with a preposition likewise."""
    for index, token in enumerate(tokens):
        if token.relation not in {"pobj", "pcomp"} or heads[index] < 0:
            continue
        preposition = heads[index]
        governor, label = heads[preposition], labels[preposition]
        if label not in {"prep", "agent", "dative"}:
            continue
        heads[index], heads[preposition] = governor, index
        labels[preposition] = "case" if token.relation == "pobj" else "mark"
        if token.relation == "pobj":
            labels[index] = _oblique(label, tokens[governor].upos if governor >= 0 else "VERB")
        else:
            labels[index] = "acl" if governor >= 0 and tokens[governor].upos in {"NOUN", "PROPN"} else "advcl"


def _oblique(label: str, governor: str) -> str:
    if label == "agent":
        return "obl:agent"
    return "nmod" if governor in {"NOUN", "PROPN", "PRON", "NUM", "SYM"} else "obl"


def _attach_copulas(tokens: Sequence[Token], heads: list[int], labels: list[str]) -> None:
    """Turn *is → fruit* into *fruit → is*, with the dependents of the verb."""
    for index, token in enumerate(tokens):
        verb = heads[index]
        if token.relation not in {"attr", "acomp"} or verb < 0 or tokens[verb].lemma.lower() not in {"be", "’s", "'s"}:
            continue
        if tokens[index].upos not in _NOMINAL or labels[verb] == "cop":
            continue
        heads[index], labels[index] = heads[verb], labels[verb]
        heads[verb], labels[verb] = index, "cop"
        for other in range(len(tokens)):
            if heads[other] == verb and other != index and _moves(labels[other]):
                heads[other] = index


def _moves(label: str) -> bool:
    return label in _MOVE_WITH_COPULA or label.startswith(("obl", "advcl", "nsubj", "aux"))


_VERSION = 1
"""Part of the recipe: raise it when this module reads a pipeline's annotation differently, so that documents are
relearned."""
_PIECE = 50_000
"""Characters annotated at once: spaCy takes about 1 GB of memory per 100,000, and rejects more than 1,000,000."""
_LONGEST_SENTENCE = 1000
"""Words after which a sentence is split. Prose has no such sentences; tables and lists without full stops do."""
_UNIVERSAL = frozenset("nsubj obj iobj obl nmod amod det case cop root compound conj cc mark aux advmod punct".split())


class SpacyAnnotator:
    """Annotates text with a spaCy pipeline: sentences, words, tags, lemmas, trees, and coreference marks.

    Chains of a coreference component are used if the pipeline has one (spaCy's own `doc.spans["coref_clusters_…"]`,
    coreferee, fastcoref); in English the project's own rules mark pronouns otherwise.
    """

    def __init__(self, model: str | Path | Language, *, pronouns: bool = True) -> None:
        """Choose the pipeline; it is loaded at the first text.

        Args:
            model: the name of an installed pipeline, the folder of one, or a loaded one.
            pronouns: mark the antecedents of pronouns.
        """
        self._model, self._pronouns = model, pronouns
        self._nlp: Language | None = None

    @property
    def recipe(self) -> str:
        """Name the pipeline and its version.

        Raises:
            MissingDependencyError: spaCy or the pipeline is not installed.
        """
        meta = self._meta()
        options = "" if self._pronouns else "-nopronouns"
        return f"spacy-{meta['lang']}-{meta.get('name') or 'unnamed'}-{meta.get('version') or '0'}-{_VERSION}{options}"

    @property
    def language(self) -> str:
        """Return the code of the pipeline's language; raises like `recipe`."""
        return str(self._meta()["lang"])

    @property
    def single_process(self) -> bool:
        """Tell whether the pipeline was given loaded, so that it can only be used in this process."""
        return not isinstance(self._model, str | Path)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the pipeline out of a copy for another process, which loads its own.

        Raises:
            InputError: the pipeline was given loaded.
        """
        if self.single_process:
            raise InputError("a loaded spaCy pipeline cannot go to other processes; give its name or folder instead")
        return {**self.__dict__, "_nlp": None}

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text of any length; an empty one gives an empty list.
            topics: a title for each text (or none at all), used only to resolve pronouns.

        Raises:
            InputError: the numbers of texts and topics differ, or the pipeline does not tag or lemmatize.
            MissingDependencyError: spaCy or the pipeline is not installed.
        """
        if topics and len(topics) != len(texts):
            raise InputError(f"expected one topic per text: {len(texts)} texts, {len(topics)} topics")
        nlp = self._pipeline()
        parts = [(number, *span) for number, text in enumerate(texts) for span in pieces(text, _PIECE)]
        prepared = (_prepared(nlp, texts[number][start:end]) for number, start, end in parts)
        sentences: list[list[tuple[Token, ...]]] = [[] for _ in texts]
        chains: list[list[Chain]] = [[] for _ in texts]
        for (number, start, _), document in zip(parts, nlp.pipe(prepared), strict=True):
            piece = _Sentences(document, start)
            chains[number] += piece.chains(len(sentences[number]))
            sentences[number] += piece.tokens
        resolves = _resolves(nlp)
        return [
            [
                AnnotatedSentence(tokens[0].start, tokens[-1].end, tokens, marked)
                for tokens, marked in zip(
                    sentences[number],
                    self._marks(text, sentences[number], chains[number], topics[number] if topics else "", resolves),
                    strict=True,
                )
            ]
            for number, text in enumerate(texts)
        ]

    def _marks(
        self, text: str, sentences: Sequence[tuple[Token, ...]], chains: Sequence[Chain], topic: str, resolves: bool
    ) -> list[tuple[CoreferenceMark, ...]]:
        if self._pronouns and resolves:
            return marks_of_chains(text, sentences, chains, lexicon_of(self.language))
        if self._pronouns and lexicon_of(self.language).resolves_pronouns:
            return resolve_coreference(text, sentences, topic)
        return [()] * len(sentences)

    def _meta(self) -> dict[str, Any]:
        if isinstance(self._model, str | Path):
            return _meta_of(self._model)
        return dict(self._model.meta)

    def _pipeline(self) -> Language:
        if self._nlp is None:
            self._nlp = _loaded(self._model) if isinstance(self._model, str | Path) else self._model
            _check(self._nlp)
        return self._nlp


def _meta_of(model: str | Path) -> dict[str, Any]:
    """Read the metadata of a pipeline, without loading it."""
    folder = Path(model)
    if not folder.is_dir():
        spec = find_spec(str(model)) if str(model).isidentifier() else None
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        folder = Path(places[0]) if places else folder
    try:
        meta = json.loads((folder / "meta.json").read_text("utf-8"))
        return {**meta, "lang": meta["lang"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _missing(model) from error


def _missing(model: str | Path) -> MissingDependencyError:
    try:
        version("spacy")
    except PackageNotFoundError:
        return missing_extra("the spaCy backend", "spacy")
    return MissingDependencyError(
        f"there is no spaCy pipeline {str(model)!r}: neither an installed package nor a folder; "
        f"get one of spaCy's with: python -m spacy download {model}"
    )


def _loaded(model: str | Path) -> Language:
    _meta_of(model)  # raises the error that says what is missing
    try:
        import spacy

        return spacy.load(model)
    except ImportError as error:
        raise _missing(model) from error
    except Exception as error:  # a damaged folder, another version of spaCy, a missing component
        raise MissingDependencyError(
            f"the spaCy pipeline {str(model)!r} cannot be loaded ({type(error).__name__}: {error}); "
            "check whether it fits this version of spaCy with: python -m spacy validate"
        ) from error


def _check(nlp: Language) -> None:
    """Check that a pipeline has the annotations the engine needs.

    Raises:
        InputError: the pipeline does not tag or does not lemmatize.
    """
    probe = nlp("This is a probe.")
    needed = {"POS": "parts of speech (a tagger or morphologizer)", "LEMMA": "lemmas (a lemmatizer)"}
    missing = [description for attribute, description in needed.items() if not probe.has_annotation(attribute)]
    if missing:
        name = nlp.meta.get("name") or "unnamed"
        components = ", ".join(nlp.pipe_names) or "nothing"
        raise InputError(f"the spaCy pipeline {name!r} gives no {' and no '.join(missing)}; it has: {components}")


def _prepared(nlp: Language, text: str) -> Doc:
    """Tokenize a text and mark where sentences must begin: after blank lines, and where they would get too long."""
    document = nlp.make_doc(text)
    length = 0
    for token in document[1:]:
        previous = document[token.i - 1]
        length += 1
        if length == _LONGEST_SENTENCE or (previous.is_space and BLANK_LINE.search(previous.text_with_ws)):
            token.is_sent_start = True
            length = 0
    return document


def _resolves(nlp: Language) -> bool:
    """Tell whether a component of the pipeline resolves coreference."""
    return any("coref" in name or "coref" in nlp.get_pipe_meta(name).factory for name in nlp.pipe_names)


class _Sentences:
    """The sentences of an annotated piece of a text, without space tokens; `offset` is the start of the piece."""

    def __init__(self, document: Doc, offset: int) -> None:
        if not document.has_annotation("SENT_START", require_complete=True):
            from spacy.pipeline import Sentencizer

            document = Sentencizer()(document)
        self._document = document
        self._positions: dict[int, tuple[int, int]] = {}
        """The sentence of each token of the document, and its index there."""
        self.tokens: list[tuple[Token, ...]] = []
        labels = {token.dep_ for token in document}
        clearnlp = is_clearnlp(labels)
        parsed = clearnlp or len(labels & _UNIVERSAL) > 2 or labels <= _UNIVERSAL
        for sentence in document.sents:
            words = [token for token in sentence if not token.is_space]
            if not words:
                continue
            for index, token in enumerate(words):
                self._positions[token.i] = (len(self.tokens), index)
            tokens = tuple(self._tokens(words, offset, parsed=parsed))
            self.tokens.append(to_universal(tokens) if clearnlp else tokens)

    def _tokens(self, words: Sequence[SpacyToken], offset: int, *, parsed: bool) -> Iterator[Token]:
        number = self._positions[words[0].i][0]
        for token in words:
            head, relation = -1, ""
            if parsed and token.dep_:
                relation = "root" if token.dep_ == "ROOT" else token.dep_
                sentence, index = self._positions.get(token.head.i, (-1, -1))
                head = index if relation != "root" and sentence == number else -1
            start = token.idx + offset
            yield Token(
                token.text, token.lemma_ or token.text, token.pos_ or "X", start, start + len(token), head, relation
            )

    def chains(self, first: int) -> list[Chain]:
        """Return the chains of a coreference component; sentences are numbered from `first`."""
        return [list(self._mentions(spans, first)) for spans in _clusters(self._document)]

    def _mentions(self, spans: Sequence[tuple[int, int]], first: int) -> Iterator[Mention]:
        """Yield the mentions at these token spans of the document; those across two sentences are left out."""
        for start, end in spans:
            positions = [self._positions[index] for index in range(start, end) if index in self._positions]
            if positions and positions[0][0] == positions[-1][0]:
                yield Mention(first + positions[0][0], positions[0][1], positions[-1][1] + 1)


def _clusters(document: Doc) -> Iterator[list[tuple[int, int]]]:
    """Yield the chains of the pipeline's coreference component, of whichever kind, as token spans."""
    for name, group in document.spans.items():
        if name.startswith("coref_clusters"):
            yield [(span.start, span.end) for span in group]
    extensions = document._
    if document.has_extension("coref_chains") and extensions.coref_chains:  # coreferee: lists of heads
        for chain in extensions.coref_chains:
            heads = [mention.token_indexes for mention in chain]
            yield [(document[min(indices)].left_edge.i, max(indices) + 1) for indices in heads]
    if document.has_extension("coref_clusters") and extensions.coref_clusters:  # fastcoref: lists of characters
        for cluster in extensions.coref_clusters:
            spans = [document.char_span(start, end, alignment_mode="expand") for start, end in cluster]
            yield [(span.start, span.end) for span in spans if span is not None]
