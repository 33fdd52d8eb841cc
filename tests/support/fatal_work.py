"""Work that really ends the process that does it; here alone, so that workers load little."""

import os
import signal


def halved(numbers: list[int]) -> list[int]:
    """Halve numbers; the odd ones end the process."""
    if any(number % 2 for number in numbers):
        os.kill(os.getpid(), signal.SIGKILL)
    return [number // 2 for number in numbers]
