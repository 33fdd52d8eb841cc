"""Tries a target for a while with Atheris; see `tests.fuzz`."""

import os
import sys
import tempfile
from pathlib import Path

from tests.fuzz.seeds import SEEDS

SECONDS = int(os.environ.get("LGM_SECONDS", "60"))

LONGEST = 2_000
"""Bytes of an input: what is slow or deep only in long ones, `tests.hostile` tries."""


def main() -> None:
    try:
        import atheris
    except ModuleNotFoundError:
        sys.exit("Atheris is not installed; run: pip install -c constraints.txt --group fuzz")
    with atheris.instrument_imports(include=["lgm_core"]):
        from tests.fuzz.targets import TARGETS
    if sys.argv[1:] not in [[name] for name in TARGETS]:
        sys.exit(f"give the name of a target; there are: {', '.join(TARGETS)}")
    name = sys.argv[1]
    corpus = Path(os.environ.get("LGM_CORPUS") or tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        (corpus / f"seed-{number}").write_bytes(seed)
    settings = [f"-max_total_time={SECONDS}", f"-max_len={LONGEST}", "-timeout=10", f"-artifact_prefix={corpus}/"]
    atheris.Setup([sys.argv[0], str(corpus), *settings], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
