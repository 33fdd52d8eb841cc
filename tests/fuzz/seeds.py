"""Inputs that fuzzing begins with, and findings of it, each with a line on what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["SEEDS"]

SEEDS: Mapping[str, Sequence[bytes]] = {
    "texts": [
        b"\x00---\na: b\n---\n# T\n\n| a | b |\n|-|-|\n\n- a [b](c) `d`\n> e\n",
        b"\x01<!DOCTYPE html><title>T</title><table><tr><td>a<td rowspan=2>b</table><pre>c</pre>&amp;",
        b"\x02Title\n=====\n\n1. Introduction\n\nA hy-\nphen. * a\n",
        b"\x03Title\n=====\n\n.. note:: a\n\n``b`` :ref:`c <d>` |e|_ [#]_\n",
    ],
    "files": [
        b'{"id": 1, "text": "a", "title": "b", "metadata": {"c": [1, null]}}\n',
        b'{"sections": [{"title": "a", "paragraphs": [["b.", {"text": "c."}]]}]}',
    ],
    "replies": [
        b'{"answer": "a [1]", "missing": ["b"], "sentences": [1]}',
        b'<think>a</think>```json\n[{"a": "b",},]\n```',
        b"Answer: a [1][2-3]\nMissing: b; c",
        b"[fact | a | b | c]\n1. a | b | 0.5",
        b"[1]" * 3,
    ],
    "forms": [
        b"Step 1: a?\nAction 1: Retrieval(s=s1:P[`a`], p=p1:b, o=o1:C)\nMath(1+2**3 km)->x\nOutput(o1, x)",
        b"Deduce(o1 > 1 and not (o2 = `a`))->y\nSort(set=o1, orderby=o2, direction=max, limit=1)\nCount(o1)->z",
    ],
    "filters": [
        b'{"$or": [{"year": {"$gte": 2020, "$ne": 1}}, {"tags": {"$in": ["x"]}}, {"$not": {"by": null}}]}',
        b'{"id": {"$text_match_insensitive": "A"}, "document_metadata.year": {"$exists": true}}',
    ],
}
