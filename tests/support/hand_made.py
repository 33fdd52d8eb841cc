"""Graphs of documents put together by hand, without a language backend."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lgm_core.learning.extraction.claims import ground_concept
from lgm_core.model import (
    Document,
    DocumentGraph,
    DocumentRecord,
    Mention,
    MetaRelation,
    Section,
    Sentence,
    section_id,
    sentence_id,
)


def graph_of(
    *lines: str, id: str = "d", title: str = "", concepts: Sequence[str] = (), relations: Sequence[MetaRelation] = ()
) -> DocumentGraph:
    """Make the graph of a document from its resolved sentences; a line that starts with `# ` begins a section.

    Every sentence that a concept can be grounded in mentions it.
    """
    sections: list[Section] = []
    sentences: list[Sentence] = []
    mentions: list[Mention] = []
    heading, offset = title, 0
    for line in lines:
        if line.startswith("# "):
            heading = line[2:]
        if line.startswith("# ") or not sections:
            position = len(sections)
            path = tuple(dict.fromkeys(name for name in (title, heading) if name))
            sections.append(Section(section_id(id, position), id, position, 1, heading, path, offset, offset))
        if line.startswith("# "):
            continue
        text = re.sub(r" \[: [^\]]*\]", "", line)
        position = len(sentences)
        end = offset + len(text)
        sentence = Sentence(
            sentence_id(id, position), id, sections[-1].id, position, offset, end, text, line, text.lower()
        )
        sentences.append(sentence)
        grounded = [ground_concept(concept, sentence, sections[-1].path, "en") for concept in concepts]
        mentions += [mention for mention in grounded if mention is not None]
        offset = end + 1
    document = Document.from_text(" ".join(sentence.text for sentence in sentences), id=id, title=title)
    record = DocumentRecord(id, title, "", "en", {}, document.content_hash, "by hand", len(sentences))
    return DocumentGraph(record, tuple(sections), tuple(sentences), tuple(mentions), tuple(relations))
