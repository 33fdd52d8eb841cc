"""Values of facts as typed literals, and exactly: as written, with their bounds."""

from __future__ import annotations

import re
from decimal import Decimal

from lgm_core.model import Value, ValueKind
from lgm_core.rdf.vocabulary import LGM, XSD
from lgm_core.rdf.write.resources import Literal, Resource

__all__ = ["typed_literal", "written_value"]

_DATES = {
    re.compile(r"-?\d{4,}"): f"{XSD}gYear",
    re.compile(r"-?\d{4,}-\d\d"): f"{XSD}gYearMonth",
    re.compile(r"-?\d{4,}-\d\d-\d\d"): f"{XSD}date",
}


def typed_literal(value: Value) -> Literal:
    """Return a value for those who compute with it.

    A day, month or year is `xsd:date`, `xsd:gYearMonth` or `xsd:gYear`, an exact number `xsd:decimal`; a stretch of
    time, a quantity with its unit and a number between bounds are texts.
    """
    if value.start is None or value.end is None:
        return Literal(value.text)
    if value.kind is ValueKind.DATE:
        text = value.normalised
        return Literal(text, next((type for form, type in _DATES.items() if form.fullmatch(text)), ""))
    if value.kind is ValueKind.NUMBER and value.start == value.end and not value.unit:
        return Literal(f"{Decimal(repr(value.start)):f}", f"{XSD}decimal")
    return Literal(value.normalised)


def written_value(value: Value) -> Resource:
    """Return all that is known of a value."""
    resource = Resource.of("", f"{LGM}Value")
    resource.add(f"{LGM}text", value.text)
    resource.add(f"{LGM}valueKind", value.kind.value)
    for name, bound in (("least", value.start), ("most", value.end)):
        if bound is not None:
            resource.add(f"{LGM}{name}", bound)
    if value.unit:
        resource.add(f"{LGM}unit", value.unit)
    return resource
