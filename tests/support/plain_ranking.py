"""The ranking of passages in plain Python: one loop after the other, slow and obvious, to compare the arrays with."""

import math
from collections import defaultdict

import numpy as np

from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.ranking_index import Row as IndexRow
from lgm_core.retrieval.ranking.query import Query, Term
from lgm_core.retrieval.ranking.ranking_options import RankingWeights

Row = dict[int, float]
"""Numbers by section."""

Links = dict[int, dict[int, tuple[float, set[int]]]]
"""By section, the sections reached from it: the strength of the best bridge, and the concepts that have it."""


def plain_titles(sentences: list[list[str]], titles: list[list[str]], sought: list[bool]) -> list[tuple[int, int, int]]:
    """Return first word, last word and title of what sentences name, words counted through all of them."""
    matches, begin = [], 0
    for words in sentences:
        place = 0
        while place < len(words):
            fitting = [
                (len(title), number)
                for number, title in enumerate(titles)
                if sought[number] and title and words[place : place + len(title)] == title
            ]
            length, number = max(fitting, default=(1, -1))
            if number >= 0:
                matches.append((begin + place, begin + place + length - 1, number))
            place += length
        begin += len(words)
    return matches


def plain_coverage(query: Query, index: RankingIndex, weights: RankingWeights) -> tuple[list[Row], list[float], Row]:
    """Return how much of each part of a query each section covers, the weights of the parts, and the title shares."""
    sections = sections_of(index)
    parts = [{section: _term_coverage(term, section, index, weights) for section in sections} for term in query.terms]
    titles: Row = dict.fromkeys(sections, 0.0)
    for seed in query.seeds:
        roles = plain_row(index.sections_about(seed.concept))
        of_titles = {section: role for section, role in roles.items() if role > 0.5}
        parts.append({s: of_titles.get(s, weights.mention_coverage if s in roles else 0.0) for s in sections})
        for section, role in of_titles.items():
            titles[section] = max(titles[section], seed.strength * role)
    part_weights = [part.weight for part in (*query.terms, *query.seeds)]
    return parts, [weight / sum(part_weights) for weight in part_weights], titles


def sections_of(index: RankingIndex) -> list[int]:
    """Return the numbers of all sections."""
    return index.sentence_table()[0].tolist()


def plain_row(row: IndexRow) -> dict[int, float]:
    """Return the sections of a row with their weights."""
    sections, weights = row.items()
    return dict(zip(sections.tolist(), weights.tolist(), strict=True))


def _term_coverage(term: Term, section: int, index: RankingIndex, weights: RankingWeights) -> float:
    sections = np.array(sections_of(index))
    relative = float(index.words_in(np.array([section]))[0]) * len(sections) / sum(index.words_in(sections).tolist())
    norm = weights.term_saturation * (1 - weights.length_normalisation + weights.length_normalisation * relative)
    best = 0.0
    for word in term.words:
        frequency = plain_row(index.sections_with(word)).get(section, 0.0)
        saturated = min(1.0, (1 + weights.term_saturation) * frequency / (frequency + norm))
        best = max(best, saturated * (1.0 if word == term.word else weights.related_words))
    return best


def plain_links(query: Query, part_weights: list[float], index: RankingIndex, weights: RankingWeights) -> Links:
    """Return the links from every section to every other."""
    links: Links = {}
    for section in sections_of(index):
        links[section] = {}
        title = int(index.titles_of(np.array([section]))[0])
        for concept, strength in _bridges(section, query, part_weights, index, weights).items():
            frequency = int(index.frequencies_of(np.array([concept]))[0])
            rarity = max(0.0, 1 - math.log(frequency) / math.log(index.section_count + 1))
            is_common = frequency > weights.common_concept * index.section_count + 20
            for target, role in plain_row(index.sections_about(concept)).items():
                is_title = role > 0.5
                if target == section or (is_common and not is_title):
                    continue
                if is_title and concept == title:
                    continue
                factor = role * rarity**weights.title_rarity if is_title else weights.mention_bridge * rarity
                best, concepts = links[section].get(target, (-1.0, set()))
                if math.isclose(strength * factor, best, rel_tol=1e-5):
                    concepts.add(concept)
                elif strength * factor > best:
                    links[section][target] = (strength * factor, {concept})
    return links


def _bridges(
    section: int, query: Query, part_weights: list[float], index: RankingIndex, weights: RankingWeights
) -> dict[int, float]:
    """Return the concepts over which a chain goes on from a section, and their strengths."""
    seeds, title = {seed.concept for seed in query.seeds}, int(index.titles_of(np.array([section]))[0])
    bridges: defaultdict[int, float] = defaultdict(float)
    if title >= 0 and title not in seeds and index.frequencies_of(np.array([title]))[0] > 1:
        bridges[title] = weights.reverse_bridge
    mentions = index.mentions_in(np.array([section]))
    for concept, first, last in zip(mentions.concept.tolist(), mentions.first, mentions.last, strict=True):
        words = index.words_of_concepts(np.array([concept]))[1].tolist()
        is_asked = all(word in query.words for word in words)
        if concept in seeds or concept == title or index.frequencies_of(np.array([concept]))[0] <= 1 or is_asked:
            continue
        strength = weights.bridge_base
        for term, weight in zip(query.terms, part_weights, strict=False):
            distances = _distances(section, first, last, term, index)
            if distances:
                strength += weight
            if distances and min(distances) > 0 and not term.in_name:
                strength += weights.proximity * weight * math.exp((1 - min(distances)) / weights.proximity_reach)
        bridges[concept] = max(bridges[concept], strength)
    return bridges


def _distances(section: int, first: int, last: int, term: Term, index: RankingIndex) -> list[int]:
    """Return how many words a mention is away from each place of a term in its sentence."""
    sentences = index.sentences_in(np.array([section]))
    starts = sentences.start.tolist()
    _, positions = index.occurrences(term.words, np.array([section]))
    return [
        max(first - position, position - last, 0)
        for position in positions.tolist()
        if _sentence_at(position, starts) == _sentence_at(first, starts)
    ]


def _sentence_at(position: int, starts: list[int]) -> int:
    return max(number for number, start in enumerate(starts) if start <= position)


def plain_chains(
    parts: list[Row],
    part_weights: list[float],
    title_shares: Row,
    links: dict[int, dict[int, float]],
    section_title: list[int],
    weights: RankingWeights,
) -> tuple[Row, dict[int, tuple[int, ...]]]:
    """Return the best score of each section, and the sections of its chain where that is longer than the section."""
    totals = {s: sum(weight * part[s] for weight, part in zip(part_weights, parts, strict=True)) for s in title_shares}
    best = _first_scores(totals, title_shares, section_title, weights)
    chains: dict[int, tuple[int, ...]] = {}
    anchorage = min(1, max(best.values()) / weights.anchored) if weights.anchored else 1
    ranked = sorted((score, section) for section, score in best.items() if score > 0)[::-1]
    beam = [(score, (section,)) for score, section in ranked[: weights.beam]]
    for _ in range(weights.hops - 1):
        continuations = []
        for score, chain in beam:
            covered = [max(part[section] for section in chain) for part in parts]
            scored = []
            for target, strength in links[chain[-1]].items():
                left_open = [max(part[target] - done, 0) for part, done in zip(parts, covered, strict=True)]
                new = sum(weight * part for weight, part in zip(part_weights, left_open, strict=True))
                scored.append(
                    weights.inherited_score * score
                    + anchorage * weights.bridge_weight * strength
                    + anchorage * weights.new_coverage * new
                    + weights.own_coverage * totals[target]
                )
            ranks = {value: rank for rank, value in enumerate(sorted(scored, reverse=True))}
            for target, value in zip(links[chain[-1]], scored, strict=True):
                penalty = weights.sibling_penalty * math.log(1 + ranks[value])
                continuations.append((value - penalty, (*chain, target)))
        beam = []
        for score, chain in sorted(continuations, reverse=True)[:60]:
            if chain[-1] in chain[:-1] or chain[-1] in [other[-1] for _, other in beam]:
                continue
            beam.append((score, chain))
            if score > best[chain[-1]]:
                best[chain[-1]], chains[chain[-1]] = score, chain
        beam = beam[: weights.beam]
    return best, chains


def _first_scores(totals: Row, title_shares: Row, section_title: list[int], weights: RankingWeights) -> Row:
    scores = dict(totals)
    ranks: dict[int, int] = {}
    for section in sorted(totals, key=lambda s: totals[s] + title_shares[s], reverse=True):
        if title_shares[section]:
            title = section_title[section]
            ranks[title] = ranks.get(title, 0) + 1
            scores[section] += weights.title_bonus * title_shares[section] / math.sqrt(ranks[title])
    return scores
