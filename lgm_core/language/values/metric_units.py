"""Units that are written alike in many languages: their symbols, and what one of each is in SI units."""

from __future__ import annotations

__all__ = ["metric_units"]


def metric_units(**names: str) -> dict[str, tuple[str, float]]:
    """Return units that are written alike in many languages, with further names for some of them.

    Args:
        names: for the key of a unit (see the source), names separated by `|`.
    """
    units = {
        "km": ("m", 1000.0),
        "m": ("m", 1.0),
        "cm": ("m", 0.01),
        "mm": ("m", 0.001),
        "mi": ("m", 1609.344),
        "ft": ("m", 0.3048),
        "inch": ("m", 0.0254),
        "yd": ("m", 0.9144),
        "kg": ("kg", 1.0),
        "g": ("kg", 0.001),
        "t": ("kg", 1000.0),
        "lb": ("kg", 0.45359237),
        "km²": ("m²", 1e6),
        "m²": ("m²", 1.0),
        "ha": ("m²", 10_000.0),
        "acre": ("m²", 4046.8564224),
        "l": ("m³", 0.001),
        "s": ("s", 1.0),
        "min": ("s", 60.0),
        "h": ("s", 3600.0),
        "day": ("s", 86_400.0),
        "week": ("s", 604_800.0),
        "month": ("month", 1.0),
        "year": ("month", 12.0),
        "kw": ("W", 1000.0),
        "mw": ("W", 1e6),
        "km/h": ("m/s", 1 / 3.6),
        "mph": ("m/s", 0.44704),
        "°c": ("°C", 1.0),
        "%": ("%", 1.0),
    }
    signs = {"km²": ("km2", "sq km"), "m²": ("m2", "sq m"), "h": ("hr",), "s": ("sec",), "lb": ("lbs",)}
    spelt = {sign: units[unit] for unit, others in signs.items() for sign in others}
    named = {name: units[unit] for unit, listed in names.items() for name in listed.split("|")}
    only_by_name = {"inch", "acre", "day", "week", "month", "year"}
    return {**{unit: units[unit] for unit in units.keys() - only_by_name}, **spelt, **named}
