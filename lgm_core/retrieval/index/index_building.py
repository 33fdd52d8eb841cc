"""Building the ranking index from the columns of documents: everything that depends on more than one of them."""

from __future__ import annotations

from lgm_core.retrieval.index.arrays import Texts, owners_of, row_starts, starts_of
from lgm_core.retrieval.index.concept_postings import (
    concept_frequency,
    concept_names,
    concept_words,
    number_concepts,
    titled_sections,
    written_forms,
)
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.mention_arrays import mentions_of
from lgm_core.retrieval.index.positions import positions_of
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.token_arrays import Numbering
from lgm_core.retrieval.index.word_postings import number_words, word_frequencies, word_positions

__all__ = ["build_index"]


def build_index(columns: DocumentColumns, language: str) -> RankingIndex:
    """Build the index of all documents.

    Args:
        columns: of all documents.
        language: ISO 639-1 code of the language of the graph.
    """
    sections = len(columns.section_ids)
    positions = positions_of(columns)
    word_numbers = Numbering()
    word_of_string = number_words(columns, word_numbers, language)
    word_rows, position_sentence = word_positions(word_of_string[columns.word], positions, len(word_numbers))
    word_sections, section_words = word_frequencies(
        word_rows,
        positions.sentence_section[position_sentence],
        word_of_string[columns.title_word],
        owners_of(columns.section_title_words),
        sections,
    )
    concepts = number_concepts(columns)
    mentions = mentions_of(columns, positions, concepts, language)
    concept_sections = mentions.added_to(concepts.roles)
    concept_word_rows = concept_words(columns, concepts, word_numbers, language)
    return RankingIndex(
        document_ids=columns.document_ids,
        section_ids=columns.section_ids,
        sentence_ids=columns.sentence_ids,
        concept_names=concept_names(columns, concepts),
        sentence_texts=Texts(starts_of(columns.sentence_bytes), columns.text),
        concept_numbers=written_forms(columns, concepts),
        word_numbers=dict(word_numbers),
        section_document=owners_of(columns.document_sections),
        section_title=concepts.of_string[columns.section_title],
        section_words=section_words,
        sentence_section=positions.sentence_section,
        sentence_start=positions.sentence_start,
        word_sections=word_sections,
        word_positions=word_rows,
        position_sentence=position_sentence,
        concept_sections=concept_sections,
        titled_sections=titled_sections(concept_sections),
        concept_words=concept_word_rows,
        concept_frequency=concept_frequency(concept_sections, concept_word_rows, word_sections),
        section_mentions=row_starts(mentions.section, sections),
        mention_concept=mentions.concept,
        mention_first=mentions.first,
        mention_last=mentions.last,
        language=language,
    )
