"""Write the given names of men and women into the package, from lists that may be shared.

python training/given_names.py

needs the packages `Faker` (MIT; given names of some sixty countries) and `names` (lists of the US Census of 1990,
public domain) beside the project; neither is needed to use it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.resources import files

from train_lite import write_data

from lgm_core.language.coreference.proper_names import plain_name

_WORD = re.compile(r"[a-z][a-z'’-]{2,}")
_LOCALE = re.compile(r"[a-z]{2}(_[A-Z]{2})?")
_ADDED_NAMES = {"m": "raj barack vikram", "f": "katya zsa"}
"""Names that both lists lack."""
# A name has the gender that this many times as many countries, or bearers, give it than the other gender. Higher ratios
# leave more names without a gender and give fewer names a wrong one.
_COUNTRY_RATIO, _CENSUS_RATIO = 2, 4
_MANY_COUNTRIES = 3
"""Countries whose lists outweigh a census that gives a name to both."""


def _first_words(names: Iterable[str]) -> set[str]:
    """Return the first words of names, in lower case, without accents."""
    return {word for name in names for word in (plain_name(name.split()[0]),) if _WORD.fullmatch(word)}


def _count_locales() -> dict[str, Counter[str]]:
    """Count in how many countries each name is a man's, and a woman's."""
    counts: dict[str, Counter[str]] = {"m": Counter(), "f": Counter()}
    for folder in sorted(files("faker.providers.person").iterdir(), key=lambda entry: entry.name):
        if not _LOCALE.fullmatch(folder.name):
            continue
        provider = import_module(f"faker.providers.person.{folder.name}").Provider
        for gender, attributes in {
            "m": ("first_names_male", "first_romanized_names_male"),
            "f": ("first_names_female",),
        }.items():
            for attribute in attributes:
                counts[gender].update(_first_words(getattr(provider, attribute, ())))
    return counts


def _census(gender: str) -> dict[str, float]:
    """Return how many per cent of men or women have each name."""
    lines = files("names").joinpath(f"dist.{gender}.first").read_text(encoding="ascii").splitlines()
    return {line.split()[0].lower(): float(line.split()[1]) for line in lines}


def _gender(male: float, female: float, ratio: float) -> str:
    """Return `m`, `f`, `u` for a name of both, or nothing for a name of neither.

    Args:
        male: how often men have the name.
        female: how often women have it.
        ratio: how many times as often as the other one gender must have it.
    """
    if not male and not female:
        return ""
    return "m" if male >= ratio * female else "f" if female >= ratio * male else "u"


def _genders() -> Iterator[tuple[str, str]]:
    """Yield each name with its gender, as the lists of countries and the census have it; `u` where the two disagree."""
    counts, men, women = _count_locales(), _census("male"), _census("female")
    for name in sorted({*counts["m"], *counts["f"], *men, *women}):
        countries = _gender(counts["m"][name], counts["f"][name], _COUNTRY_RATIO)
        census = _gender(men.get(name, 0), women.get(name, 0), _CENSUS_RATIO)
        is_widespread = max(counts["m"][name], counts["f"][name]) >= _MANY_COUNTRIES
        if census in {"", countries} or (census == "u" and is_widespread):
            yield name, countries
        else:
            yield name, census if countries in {"", "u"} else "u"
    yield from ((name, gender) for gender, names in _ADDED_NAMES.items() for name in names.split())


def main() -> None:
    """Collect the names and write them, by gender."""
    names: dict[str, list[str]] = {"m": [], "f": [], "u": []}
    for name, gender in sorted(_genders()):
        names[gender].append(name)
    write_data("given_names.json.gz", {gender: " ".join(gender_names) for gender, gender_names in names.items()})


if __name__ == "__main__":
    main()
