"""The keeper's own lines in the log, in the form of the host's (`parlour.cli.serve`)."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from typing import Final

_LEVELS: Final = ("debug", "info", "warning", "error", "critical")


class Log:
    """Write to stderr. *form* and *level* are those of the config, once they are known."""

    def __init__(self) -> None:
        self.form, self.level = "text", "info"

    def say(self, level: str, text: str, **fields: object) -> None:
        if _LEVELS.index(level) < _LEVELS.index(self.level):
            return
        now = time.time()
        if self.form == "json":
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
            about = {"time": at, "level": level, "logger": "parlour.keeper", "text": text}
            line = json.dumps({**about, **fields})
        else:
            words = " ".join(f"{name}={value}" for name, value in fields.items())
            clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
            line = f"{clock} {level}: {text}" + (f" ({words})" if words else "")
        with suppress(OSError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
