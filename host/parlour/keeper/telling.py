"""The form of lines in the log, and the keeper's own ones. The host's: `parlour.cli.serve`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

_LEVELS: Final = ("debug", "info", "warning", "error", "critical")


def log_line(
    form: str, at: float, level: str, logger: str, text: str, fields: Mapping[str, object]
) -> str:
    """Return what the log says, in the *form* of the config: `json` or `text`.

    *at*: seconds since 1970. *fields*: the subject, for programs that read the log.
    """
    if form == "json":
        clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
        about = {"time": clock, "level": level, "logger": logger, "text": text}
        return json.dumps({**about, **fields})
    clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))
    words = " ".join(f"{name}={value}" for name, value in fields.items())
    first, newline, rest = f"{clock} {level}: {text}".partition("\n")
    return f"{first} ({words}){newline}{rest}" if words else first + newline + rest


class Log:
    """Write to stderr. *form* and *level* are those of the config, once they are known."""

    def __init__(self) -> None:
        self.form, self.level = "text", "info"

    def say(self, level: str, text: str, **fields: object) -> None:
        if _LEVELS.index(level) < _LEVELS.index(self.level):
            return
        line = log_line(self.form, time.time(), level, "parlour.keeper", text, fields)
        with suppress(OSError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
