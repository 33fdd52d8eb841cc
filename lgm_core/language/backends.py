"""Language backends by name, for settings and command lines."""

from __future__ import annotations

import re

from lgm_core.errors import InputError
from lgm_core.language.port import Annotator

__all__ = ["BACKENDS", "annotator_named", "chosen_annotator"]

BACKENDS = (
    "lite, lite:parse, lite:LANGUAGE (such as lite:es), spacy:PIPELINE (such as spacy:en_core_web_sm), "
    "stanza:LANGUAGE or stanza:LANGUAGE:PACKAGE"
)
"""The names of the backends, for help texts and error messages."""


_CODE = re.compile("[a-z]{2,3}")


def annotator_named(name: str) -> Annotator:
    """Return the language backend of a name such as `lite`, `spacy:en_core_web_sm` or `stanza:de`.

    Nothing is loaded yet: a missing model raises `MissingDependencyError` at the first text.

    Raises:
        InputError: there is no such backend.
    """
    backend, _, model = name.strip().partition(":")
    if backend == "lite" and (model in {"", "parse"} or _CODE.fullmatch(model)):
        from lgm_core.language.lite.lite_annotator import LiteAnnotator

        return LiteAnnotator(parse=True) if model == "parse" else LiteAnnotator(language=model)
    if backend == "spacy" and model:
        from lgm_core.language.neural.spacy_annotator import SpacyAnnotator

        return SpacyAnnotator(model)
    if backend == "stanza" and model:
        from lgm_core.language.neural.stanza_annotator import StanzaAnnotator

        language, _, package = model.partition(":")
        return StanzaAnnotator(language, package=package or "default")
    if backend == "lite" and model:
        raise InputError(
            f"the lite backend takes the ISO 639-1 code of a language, not {model!r}; without one it detects "
            f"the language of each document: {BACKENDS}"
        )
    raise InputError(f"there is no language backend {name!r}; use one of: {BACKENDS}")


def chosen_annotator(annotator: Annotator | str | None) -> Annotator:
    """Return a given backend, the backend with this name, or the lite backend for None.

    Raises:
        InputError: there is no backend of that name.
    """
    if annotator is None or isinstance(annotator, str):
        return annotator_named(annotator or "lite")
    return annotator
