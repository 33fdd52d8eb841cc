"""Find Stanza's models in a folder, download what is missing, and load them, with errors that say what to run."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lgm_core.errors import MissingDependencyError, missing_extra

if TYPE_CHECKING:
    from stanza import Pipeline

__all__ = ["load_pipeline"]

_log = logging.getLogger(__name__)


def load_pipeline(
    language: str,
    package: str,
    processors: Sequence[str],
    needed: Sequence[str],
    folder: str | Path | None,
    *,
    gpu: bool | None,
    download: bool,
) -> Pipeline:
    """Load a pipeline; missing models are downloaded, with progress.

    Args:
        language: Stanza's name of the language.
        package: the set of the language's models.
        processors: the processors to load; those missing for the language are left out.
        needed: the required processors.
        folder: the folder of models; Stanza's own by default.
        gpu: compute on a GPU; None uses one if available.
        download: download missing models.

    Raises:
        MissingDependencyError: Stanza, the language, the package or a model is missing.
    """
    try:
        from stanza import DownloadMethod, Pipeline
        from stanza.resources.common import DEFAULT_MODEL_DIR
    except ImportError as error:
        raise missing_extra(f"the Stanza backend ({error})", "stanza") from error
    place = str(folder or DEFAULT_MODEL_DIR)
    hint = f"python -c \"import stanza; stanza.download('{language}', package='{package}', model_dir=r'{place}')\""
    resources = _resources(place, hint, download=download)
    entry = _language(resources, language, place)
    _check_package(entry, language, package)
    wanted = [name for name in processors if name in entry]
    if missing := [name for name in needed if name not in wanted]:
        raise MissingDependencyError(f"Stanza has no {' and no '.join(missing)} models for {language!r}")
    if "coref" in processors and "coref" not in wanted:
        _log.info("Stanza has no coreference model for %r: nothing is marked", language)

    def load(method: Any, level: str) -> Pipeline:  # noqa: ANN401  # Stanza has no types
        return Pipeline(
            language,
            dir=place,
            package=package,
            processors=",".join(wanted),
            use_gpu=gpu,
            download_method=method,
            logging_level=level,
        )

    try:
        return load(DownloadMethod.NONE, "ERROR")
    except OSError as error:
        if not download:
            raise MissingDependencyError(f"a Stanza model is missing: {error}; get it with: {hint}") from error
    except Exception as error:
        raise _unusable(language, place, hint, error) from error
    _log.info("downloading the Stanza models for %r to %s", language, place)
    try:
        return load(DownloadMethod.REUSE_RESOURCES, "INFO")
    except Exception as error:
        raise _unusable(language, place, hint, error) from error


def _unusable(language: str, place: str, hint: str, error: Exception) -> MissingDependencyError:
    """Wrap the error of a damaged file, a refused connection or a missing transformer."""
    reason = (str(error).strip() or "no reason given").splitlines()[0]
    return MissingDependencyError(
        f"the Stanza models for {language!r} in {place} cannot be loaded ({type(error).__name__}: {reason}); "
        f"get them anew with: {hint}; coreference needs transformers and peft, and can be left out"
    )


def _resources(place: str, hint: str, *, download: bool) -> Mapping[str, Any]:
    """Read Stanza's list of models, downloading it if missing."""
    from stanza.resources.common import download_resources_json, load_resources_json

    try:
        if download and not (Path(place) / "resources.json").is_file():
            download_resources_json(place)
        return dict(load_resources_json(place))
    except (OSError, ValueError) as error:
        raise MissingDependencyError(
            f"there are no Stanza models in {place} ({error}); get them with: {hint}"
        ) from error


def _language(resources: Mapping[str, Any], language: str, place: str) -> Mapping[str, Any]:
    entry = resources.get(language, {})
    entry = resources.get(entry.get("alias", ""), entry)
    if not entry.get("packages"):
        known = sorted(code for code, other in resources.items() if isinstance(other, dict) and other.get("packages"))
        raise MissingDependencyError(f"Stanza has no language {language!r} in {place}; it has: {', '.join(known)}")
    return dict(entry)


def _check_package(entry: Mapping[str, Any], language: str, package: str) -> None:
    known = {*entry["packages"], *entry.get("tokenize", {})}
    if package not in known:
        raise MissingDependencyError(
            f"Stanza has no package {package!r} for {language!r}; it has: {', '.join(sorted(known))}"
        )
