"""Invented names from syllables: no model has read of these places, ships and persons."""

from __future__ import annotations

import random

__all__ = ["Names"]

_ONSETS = "b br d dr f fl g gr h hj j k kl kn kv l m n r s sk sn st sv t tr v".split()
_VOWELS = "a e i o u".split()
_MIDDLES = "d g l m n r s t v".split()
_CODAS = "l m n r s k v ld nd rn sk st".split()
_FIRST = (
    "Arvo Bentha Corvin Dagne Elska Fjola Gorm Hilke Ivarna Jorin Kelda Lomar Mirke Nandor Orla Pelle Quirin Runa "
    "Sivert Tova Ulrik Vesna Wenke Yorick Zelma Alrun Birger Dorte Eskil Frida"
).split()
_TAILS = {
    "Island": ("a", "ey", "oy", "ra"),
    "Harbour": ("havn", "by", "vik", "nes", "sund", "stad"),
    "Person": ("en", "mark", "dal", "gaard", "lund", "sson"),
    "Vessel": ("is", "or", "ana", "eth", "ior", "una"),
}
_FORMS = {
    "Company": ("{} Shipping", "{} Marine", "{} Freight", "{} Lines"),
    "Shipyard": ("{} Shipyard", "{} Yard", "{} Dockyard"),
    "Lighthouse": ("{} Light", "{} Point Light"),
    "Line": ("{} Line", "{} Link", "{} Crossing"),
}


class Names:
    """Makes names of which each beginning is used once, so that no name is part of another."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose
        self._used: set[str] = set()

    def name(self, kind: str) -> str:
        """Return a new name for a thing of a kind: `Island`, `Harbour`, `Person`, `Vessel` and so on."""
        stem = self._stem()
        if kind in _FORMS:
            return self._choose.choice(_FORMS[kind]).format(stem)
        name = stem + self._choose.choice(_TAILS[kind])
        if kind == "Person":
            return f"{self._choose.choice(_FIRST)} {name}"
        return f"MV {name}" if kind == "Vessel" else name

    def _stem(self) -> str:
        pick = self._choose.choice
        while True:
            stem = pick(_ONSETS) + pick(_VOWELS) + pick(_MIDDLES) + pick(_VOWELS) + pick(_CODAS)
            if stem not in self._used:
                self._used.add(stem)
                return stem.capitalize()
