"""A Dask cluster on this machine as a program: it prints its address, and ends with its input.

`python -m lgm_core.learning.executors.dask_cluster WORKERS`
"""

from __future__ import annotations

import logging
import sys

__all__ = ["main"]


def main(workers: int) -> None:
    """Run a cluster of single-threaded worker processes until the standard input ends."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
        scheduler_kwargs={"allowed_failures": 0},  # the build repeats lost work alone
    ) as cluster:
        sys.stdout.write(f"{cluster.scheduler_address}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
