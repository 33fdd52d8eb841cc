"""Tries faults for a while and prints a table of how they went; see `tests.faults`."""

import argparse
import logging
import os
import sys

from tests.faults.all_faults import FAULTS
from tests.faults.fault import Tried, tried

SEED = os.environ.get("LGM_SEED", "0")


def row(name: str, told: Tried) -> str:
    counts = f"{told.struck} | {told.survived} | {len(told.losses)}"
    return f"| {name} | {f'not tried: {told.untried} | |' if told.untried else counts} |"


def seconds_in_all() -> float:
    given = os.environ.get("LGM_SECONDS", "60")
    try:
        return float(given)
    except ValueError:
        sys.exit(f"LGM_SECONDS={given!r} is no number of seconds")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Try faults for LGM_SECONDS in all (60), at moments that LGM_SEED (0) gives, and print a table.",
        epilog="The faults: " + "; ".join(fault.name for fault in FAULTS),
    )
    parser.add_argument("word", nargs="*", help="try only faults with one of these words in their names")
    words = [word.lower() for word in parser.parse_args().word]
    seconds = seconds_in_all()
    sys.stdout.reconfigure(line_buffering=True)
    logging.disable(logging.WARNING)  # that something is gone already, or is not kept, is to be expected
    faults = [fault for fault in FAULTS if not words or any(word in fault.name.lower() for word in words)]
    if not faults:
        sys.exit(
            f"no fault has {' or '.join(words)} in its name; there are:\n" + "\n".join(each.name for each in FAULTS)
        )
    sys.stdout.write(f"{len(faults)} faults, {seconds:g} s in all, LGM_SEED={SEED}\n\n")
    sys.stdout.write("| fault | tried | survived | lost |\n|---|---:|---:|---:|\n")
    total = Tried()
    for fault in faults:
        sys.stderr.write(f"{fault.name} …\n")
        told = tried(fault, SEED, seconds=seconds / len(faults))
        total.struck += told.struck
        total.survived += told.survived
        total.losses += told.losses
        sys.stdout.write(row(fault.name, told) + "\n")
    sys.stdout.write(row("all", total) + "\n")
    for loss in total.losses:
        sys.stderr.write(f"\n{loss}")
    return 1 if total.losses else 0


if __name__ == "__main__":
    sys.exit(main())
