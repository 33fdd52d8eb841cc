"""A Dask cluster of this machine as a program: it prints its address, and ends when its input does.

`python -m lgm_core.learning.executors.dask_cluster WORKERS`
"""

from __future__ import annotations

import logging
import sys

__all__ = ["main"]


def main(workers: int) -> None:
    """Run a cluster of single-threaded worker processes until the standard input ends."""
    import dask
    from distributed import LocalCluster

    # What ends one worker is done again by the build, which asks for nothing else meanwhile; Dask would try four.
    dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster:
        sys.stdout.write(f"{cluster.scheduler_address}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
