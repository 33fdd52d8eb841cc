"""Analysis over chunks, in this process or in workers: in order, read lazily, and nothing left running."""

import os

import pytest

from lgm_core.learning.parallel import map_in_order


def doubled(number):
    return 2 * number


def process_id(number):
    return os.getpid()


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 20])
def test_results_come_in_the_order_of_the_chunks(workers, count):
    assert list(map_in_order(doubled, range(count), workers=workers)) == [2 * number for number in range(count)]


def test_few_chunks_start_no_process():
    assert set(map_in_order(process_id, range(2), workers=2)) == {os.getpid()}


def test_chunks_are_read_a_few_ahead_at_most():
    read = []

    def chunks():
        for number in range(100):
            read.append(number)
            yield number

    results = map_in_order(doubled, chunks(), workers=2)
    assert next(results) == 0
    assert 1 <= len(read) <= 6
    results.close()


def test_closing_the_results_ends_the_worker_processes():
    results = map_in_order(process_id, range(100), workers=2)
    worker = next(results)
    assert worker != os.getpid()
    assert is_running(worker)
    results.close()
    assert not is_running(worker)
