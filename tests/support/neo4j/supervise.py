"""Run a command until it ends, or until standard input closes because whoever started this has stopped or died.

`python supervise.py FOLDER COMMAND...`: one byte on standard input asks to stop the command. If standard input closes
without one, the parent is dead: the folder is removed as well.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading

GRACE_SECONDS = 30


ending = threading.Event()


def stop_when_input_ends(process: "subprocess.Popen[bytes]", folder: str) -> None:
    """Wait for standard input to say something or to end, then end the process."""
    asked = os.read(sys.stdin.fileno(), 1)
    ending.set()
    if not asked:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
        return
    process.terminate()
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    server = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL)
    watch = threading.Thread(target=stop_when_input_ends, args=(server, sys.argv[1]), daemon=True)
    watch.start()
    code = server.wait()
    if ending.is_set():
        watch.join()
    sys.exit(code)
