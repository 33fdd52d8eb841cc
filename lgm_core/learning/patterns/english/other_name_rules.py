"""Rules that find other names of things in English sentences; their macros are in `english_grammar`."""

from __future__ import annotations

from lgm_core.learning.patterns import conditions
from lgm_core.learning.patterns.english import english_conditions
from lgm_core.learning.patterns.grammar import alias

__all__ = ["OTHER_NAMES"]

OTHER_NAMES = (
    # Mount Esk, also known as Old Tom, is steep. Esk, in German known as …; not: Esk is in the region known as …
    alias(
        "known_as",
        "know refer",
        r"FREE {name} PPS(?:(?: ,)+(?: wh(?:o|ich) BE)?| BE) ADV (?:in [a-z]\S* )?"
        r"(?:know ADV (?:in \S+ )?(?:as|by [TS]\d+[a-z])|refer ADV to ADV as) ADV {others}",
        conditions.same_or_subject,
    ),
    # The Harbour Board, hereinafter referred to as HB, met. Taggers rarely know the word.
    alias("known_as", "refer", r"{name}(?: ,)+ (?!wh)\S+ refer to as {other}", conditions.renames),
    # Salt, scientifically termed halite, … Salt is scientifically termed halite.
    alias(
        "called",
        "name term",
        r"FREE {name} PPS(?:(?: ,)+| BE) ADV ~\w+ly (?:name|term) {others}",
        english_conditions.is_same,
    ),
    alias("called", "name term", r"FREE {name} PPS(?:(?: ,)+| BE) ~also (?:name|term) {others}"),
    # Ada Brook goes by the name Stone.
    alias("goes_by", "go", r"{name} ADV go ADV by [TS]\d+[atx] (?:of )?{other}"),
    # Paracetamol, marketed as Tylenol, …
    alias(
        "marketed_as",
        "market sell brand trademark standardize standardise",
        r"{name}(?: ,)+ ADV (?:market|sell|brand|trademark|standardi[sz]e) ADV as (?P<other>P\d+o)",
        english_conditions.is_sold_as,
    ),
    # The Harbour Board, legally recognised as Esk Board, …
    alias(
        "recognised_as",
        "recognize recognise",
        r"(?P<name>P\d+[ot])(?: ,)+ ~\S+ recogni[sz]e as (?P<other>P\d+[ot])(?= [,.;])",
    ),
    # Vitamin B3 is the same as niacin.
    alias(
        "same_as",
        "same",
        r"FREE {name} PPS BE ADV the same as {other}(?= [,.;]| and| but)",
        english_conditions.is_same,
    ),
    # Ada Brook is none other than Ada Stone.
    alias("same_as", "none", r"FREE {name} PPS BE ADV none other than {other}"),
    # Courgettes and zucchini are one and the same.
    alias(
        "same_as",
        "one co-referential coreferential",
        r"FREE {name} and {other} BE ADV (?:one and the same|co-?referential)(?= [,.;])",
        english_conditions.is_same,
    ),
    # Courgettes and zucchini are synonyms. Zucchini is a synonym of courgette.
    alias("synonyms", "SYNONYM", r"FREE {name} and {other} are ADV S\d+o(?= [,.;])", english_conditions.is_same),
    alias("synonyms", "SYNONYM", r"{name} BE ADV S\d+[atx] (?:of|for) {other}", conditions.renames),
    # Courgettes and zucchini are the same thing. Courgette and zucchini are two names for the same plant.
    alias(
        "same_as",
        "NAME THING",
        r"FREE {name} and {other} are ADV (?:T\d+[a-z] (?:of|for) )?N\d+t(?= [,.;])",
        english_conditions.are_the_same,
    ),
    # The full name of AB is Ada Brook. Another name for a courgette is zucchini. AB's full name is Ada Brook.
    alias("full_name", "NAME", r"[NT]\d+[tohx] (?:of|for) {name} BE ADV {other}", english_conditions.has_other_name),
    alias("full_name", "NAME", r"(?P<name>NP) 's [NT]\d+[oh] BE ADV {other}", english_conditions.has_other_name),
    # Zucchini is another name for courgettes.
    alias("full_name", "NAME", r"FREE {name} BE ADV [NT]\d+[atx] (?:of|for) {other}", english_conditions.is_other_name),
    # Paracetamol (brand name: Tylenol) …
    alias("labelled", ":", r"{name} , [NTSKC]\d+[a-z] : {other} ;", english_conditions.has_label),
    # Apple (in English) / Ringo (in Japanese) …
    alias("translated", "/", r"{name} , (?:in )?\S+ ; / {other} , (?:in )?\S+ ;", english_conditions.translates),
    # An abacus, also called a counting frame, helps.
    alias("called", "call", r"FREE {name} PPS(?:(?: ,)+| BE) ADV call ADV {others}", conditions.same_or_subject),
    # Mount Esk, also Old Tom, is steep.
    alias("also", "~also", r"{name}(?: ,)+ ~also {others}(?= [,;]| is| are)"),
    # Ada Brook, aka Nell Stone, sang.
    alias("also", "~aka ~a.k.a.", r"(?P<name>NP)(?: ,)* ~(?:aka|a\.k\.a\.) {others}"),
    # London, formerly Londinium, grew.
    alias("formerly", "~formerly", r"{name}(?: ,)+ ~formerly {others}"),
    # Carbonated water, or soda, sparkles. Only subjects have other names this way: "apples, pears, or plums".
    alias("or", "or", r"^{name}(?: ,)+ or (?:~just |~simply )?{other}(?= [,;])"),
    # ABC is short for Abbey Book Club.
    alias("short_for", "short", r"{name}(?: ,)+ short for {other}", conditions.renames),
    alias("short_for", "short", r"FREE {name} is ADV short for {other}", conditions.renames),
    # 'kg' denotes 'kilogram'.
    alias("stands_for", "denote refer", r"FREE {name} ADV (?:denote|refer ADV to) {other}", conditions.spells_out),
    # The symbol Na denotes sodium.
    alias(
        "stands_for",
        "denote refer represent",
        r"[NST]\d+t {name} ADV (?:denote|represent|refer ADV to) {other}(?= [,.;])",
        english_conditions.is_symbol,
    ),
    # ABC stands for Abbey Book Club.
    alias("stands_for", "stand", r"FREE {name} stand ADV for {other}", conditions.abbreviates),
    # Abbey Book Club, abbreviated as ABC, …
    alias(
        "abbreviated", "abbreviate", r"{name}(?: ,)*(?: BE)? ADV abbreviate ADV (?:as|to)? ?{other}", conditions.renames
    ),
    # ABC is the abbreviation of Abbey Book Club.
    alias("abbreviation_of", "S", r"{name} is ADV S\d+[atx] (?:of|for) {other}", conditions.abbreviates),
    # Ada Brook, nicknamed Stone, …
    alias("nicknamed", "nickname", r"{name}(?: ,)*(?: BE)? ADV nickname {other}"),
    # Esk was renamed Port Ada.
    alias("renamed", "rename", r"{name}(?: ,)*(?: BE)? ADV rename (?:as |to )?{other}"),
    # Ada Brook (born Ada Stone; 1933) sang.
    alias("born_as", "bear", r"{name}(?: ,)+ bear {other}(?= [,;]| on| in|$)", conditions.is_birth_name),
)
