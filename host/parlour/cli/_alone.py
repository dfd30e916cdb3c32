"""The host of `parlour play --local`. It keeps nothing and ends with the process that started it.

Its standard input is a pipe. When the pipe is closed, however the other process ended, the host
stops.
"""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread

from parlour.cli.serve import serve


def _end_with_the_pipe() -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    Thread(target=_end_with_the_pipe, daemon=True).start()
    serve.main(sys.argv[1:], prog_name="parlour serve")
