"""Analysis over chunks, in this process or in workers: in order, read lazily, and nothing left running."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from lgm_core.learning.executors.ordered_map import ChunkWork, map_in_order


def doubled(number):
    return [2 * number]


def process_id(number):
    return [os.getpid()]


def over(work, numbers, **options):
    """Map a function over numbers, which have no parts."""
    return map_in_order(ChunkWork(work, lambda number: [number], lambda number: ["set aside"]), numbers, **options)


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 20])
def test_results_come_in_the_order_of_the_chunks(workers, count):
    assert list(over(doubled, range(count), workers=workers)) == [[2 * number] for number in range(count)]


def test_few_chunks_start_no_process():
    assert list(over(process_id, range(2), workers=2)) == [[os.getpid()]] * 2


def test_chunks_are_read_a_few_ahead_at_most():
    read = []

    def chunks():
        for number in range(100):
            read.append(number)
            yield number

    results = over(doubled, chunks(), workers=2)
    assert next(results) == [0]
    assert 1 <= len(read) <= 6
    results.close()


def test_closing_the_results_ends_the_worker_processes():
    results = over(process_id, range(100), workers=2)
    (worker,) = next(results)
    assert worker != os.getpid()
    assert is_running(worker)
    results.close()
    assert not is_running(worker)


PARENT = """
from tests.learning.executors.test_ordered_map import forever, over
results = over(forever, range(20), workers=2)
print(*next(results), flush=True)
next(results)
"""


def forever(number):
    if number:
        threading.Event().wait()
    return [os.getpid()]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent_however_it_ends(number):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout.readline())
    assert is_running(worker)
    parent.send_signal(number)
    parent.communicate()
    for _ in range(600):
        if not is_running(worker):
            return
        time.sleep(0.1)
    pytest.fail("a worker outlived its parent")
