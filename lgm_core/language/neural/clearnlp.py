"""Turn the trees of spaCy's English pipelines, which have ClearNLP's labels, into Universal Dependencies.

The two differ in the head of a phrase: in ClearNLP a preposition governs its noun and *be* the adjective or noun after
it; in Universal Dependencies it is the other way round. All other labels only have different names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lgm_core.language.port import Token

__all__ = ["is_clearnlp", "to_universal"]

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
    """Tell whether some of these labels exist in ClearNLP only, and not in Universal Dependencies."""
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
    """Turn *lives → in → Paris* into *lives → Paris → in*; an agent or dative with a preposition alike."""
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
    """Turn *is → fruit* into *fruit → is*, with what hung on the verb."""
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
