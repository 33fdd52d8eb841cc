"""How the documents word each property: active, passive, by a noun, and with other words."""

from __future__ import annotations

__all__ = ["CLASS_NOUNS", "CLASS_WORDINGS", "LISTS", "OUTSIDE_WORDINGS", "WORDINGS"]

CLASS_NOUNS = {
    "Island": ("island",),
    "Harbour": ("harbour", "port"),
    "Lighthouse": ("lighthouse",),
    "Ferry": ("ferry", "ferryboat"),
    "CarFerry": ("car ferry",),
    "CargoShip": ("cargo ship", "freighter"),
    "Tug": ("tug", "tugboat"),
    "ResearchVessel": ("research vessel", "research ship"),
    "Trawler": ("trawler",),
    "Company": ("company", "shipping company"),
    "Shipyard": ("shipyard",),
    "Line": ("line", "route"),
    "Merchant": ("merchant",),
    "Captain": ("captain", "shipmaster"),
    "Keeper": ("lighthouse keeper", "keeper"),
}
"""What the documents call the members of a class."""

CLASS_WORDINGS = ("{s} is {a}.", "{s} is {a} known far beyond the islands.", "{s}, {a}, was in the news this month.")

WORDINGS: dict[str, tuple[str, ...]] = {
    "island": (
        "{s} lies on {o}.",
        "{s} is located on the island of {o}.",
        "{s} is situated on {o}.",
        "{s}, on the island of {o}, was surveyed again this year.",
    ),
    "operator": (
        "{s} is operated by {o}.",
        "{o} operates {s}.",
        "The operator of {s} is {o}.",
        "{s} is run by {o}.",
        "{o} has run {s} for years.",
    ),
    "portOfCall": (
        "{s} calls at {o}.",
        "{s} stops at {o} on weekdays.",
        "{o} is a port of call of {s}.",
        "{s} regularly calls at {o}.",
    ),
    "homePort": (
        "The home port of {s} is {o}.",
        "{o} is the home port of {s}.",
        "{s} is based in {o}.",
        "{s} has its home port in {o}.",
    ),
    "builder": (
        "{s} was built by {o}.",
        "{o} built {s}.",
        "The builder of {s} was {o}.",
        "{s} was constructed by {o}.",
    ),
    "captain": (
        "{o} is the captain of {s}.",
        "{s} is commanded by {o}.",
        "{o} commands {s}.",
        "The captain of {s} is {o}.",
        "{s} is skippered by {o}.",
    ),
    "launchDate": (
        "{s} was launched on {o}.",
        "The date of launch of {s} was {o}.",
        "On {o}, {s} was launched before a large crowd.",
        "{s} first touched water when she was launched on {o}.",
    ),
    "length": (
        "{s} is {o} long.",
        "{s} has a length of {o}.",
        "The length of {s} is {o}.",
    ),
    "headquarters": (
        "{s} has its headquarters in {o}.",
        "The headquarters of {s} are in {o}.",
        "{s} is headquartered in {o}.",
    ),
    "founder": (
        "{s} was founded by {o}.",
        "{o} founded {s}.",
        "The founder of {s} was {o}.",
        "{s} was established by {o}.",
    ),
    "foundingYear": (
        "{s} was founded in {o}.",
        "{s} was established in {o}.",
        "The founding year of {s} is {o}.",
    ),
    "population": (
        "{s} has a population of {o}.",
        "The population of {s} is {o}.",
        "{s} has {o} inhabitants.",
    ),
    "birthplace": (
        "{s} was born on {o}.",
        "{o} is the birthplace of {s}.",
        "{s} comes from {o}.",
        "The birthplace of {s} is {o}.",
    ),
    "keeper": (
        "{o} keeps {s}.",
        "{s} is kept by {o}.",
        "The keeper of {s} is {o}.",
        "{s} is tended by {o}.",
    ),
    "height": (
        "{s} is {o} high.",
        "{s} has a height of {o}.",
        "The height of {s} is {o}.",
    ),
    "connects": (
        "{s} connects {o} with the other islands.",
        "{s} links {o} to the open sea.",
        "{o} is connected by {s}.",
    ),
    "line": (
        "{s} sails on {o}.",
        "{s} runs on {o}.",
        "{s} has sailed on {o} for several seasons.",
    ),
}
"""By property; `{s}` stands for the subject, `{o}` for the object."""

LISTS = {
    "portOfCall": ("{s} calls at {all}.", "{s} stops at {all}.", "The ports of call of {s} are {all}."),
    "connects": ("{s} connects {all}.", "{s} links {all}."),
}
"""Wordings that state all objects of a property."""

OUTSIDE_WORDINGS: dict[str, tuple[str, ...]] = {
    "painter": ("{s} was painted by {o}.", "{o} painted {s}.", "{o} repainted {s} in the colours of the season."),
    "christened": ("{s} was christened by {o}.", "{o} christened {s}.", "{o} christened {s} with a bottle of cider."),
    "namedAfter": ("{s} was named after {o}.", "{s} is named after {o}.", "{s} takes its name from {o}."),
    "repaired": ("{s} was repaired at {o}.", "{o} repaired {s}.", "{s} was overhauled at {o} after a hard winter."),
    "designer": ("{s} was designed by {o}.", "{o} designed {s}.", "{o} drew the plans of {s}."),
    "insurer": ("{s} is insured by {o}.", "{o} insures {s}.", "{o} insures {s} against ice and fire."),
    "replaced": ("{s} replaced {o}.", "{o} was replaced by {s}.", "{s} took the place of {o}."),
    "harbourMaster": (
        "{o} is the harbour master of {s}.",
        "The harbour master of {s} is {o}.",
        "{o} serves as harbour master of {s}.",
    ),
    "dredged": ("{s} was dredged by {o}.", "{o} dredged {s}.", "{o} dredged {s} down to eight metres."),
    "twin": ("{s} is twinned with {o}.", "{s} was twinned with {o}.", "The twin of {s} is {o}."),
    "spouse": ("{s} is married to {o}.", "{s} married {o}.", "{s} married {o} in a small chapel."),
    "trained": ("{s} was trained in {o}.", "{s} trained in {o}.", "{s} learned the trade in {o}."),
}
"""The same for predicates that the schema lacks."""
