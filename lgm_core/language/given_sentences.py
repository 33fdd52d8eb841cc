"""Sentences with boundaries given by a document: if a backend splits one, the parts are joined again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter

from lgm_core.language.port import AnnotatedSentence, Token

__all__ = ["with_given_boundaries"]


def with_given_boundaries(
    annotations: Sequence[AnnotatedSentence], spans: Sequence[tuple[int, int]]
) -> list[AnnotatedSentence]:
    """Return the annotations of a text, joining those of a given sentence.

    Args:
        annotations: in order.
        spans: the start and end of each given sentence, in order; a blank line, which always ends a sentence, is before
            and after each. Empty if no sentence is given.
    """
    if not spans:
        return list(annotations)

    def sentence(annotation: AnnotatedSentence) -> int:
        """Return the number of the given sentence, or the start of another one as a negative number."""
        index = bisect_right(spans, annotation.start, key=itemgetter(0)) - 1
        return index if index >= 0 and annotation.start < spans[index][1] else -1 - annotation.start

    return [_joined(list(group)) for _, group in groupby(annotations, key=sentence)]


def _joined(parts: list[AnnotatedSentence]) -> AnnotatedSentence:
    """Return consecutive annotations as one; the roots of later ones are attached to the root of the first."""
    if len(parts) == 1:
        return parts[0]
    tokens: list[Token] = []
    root = -1
    for part in parts:
        shift = len(tokens)
        for token in part.tokens:
            head = token.head + shift if token.head >= 0 else -1
            if head < 0 and root >= 0 and token.relation:
                token = token._replace(head=root, relation="parataxis")
            else:
                token = token._replace(head=head)
            tokens.append(token)
        if root < 0:
            root = next((place for place, token in enumerate(tokens) if token.head < 0), -1)
    marks = tuple(chain.from_iterable(part.marks for part in parts))
    return AnnotatedSentence(parts[0].start, parts[-1].end, tuple(tokens), marks)
