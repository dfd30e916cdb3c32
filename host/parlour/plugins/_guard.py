"""Guard the host against a plugin's own code while plugins are loaded."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pluggy

from parlour.hookvalues import SettingsFault

REASON: Final = 300
"""The most characters of a reason. An exception's text may be a page."""

_NOT_THE_PLUGIN: Final = (
    "<frozen ",
    *(str(Path(file).parent) for file in (__file__, importlib.__file__, pluggy.__file__)),
)
"""Beginnings of the names of files between the guard and the plugin's own code."""


class PluginFault(Exception):
    """A plugin that cannot be used. The text is the reason, in one line."""


@contextmanager
def plugin_code(failure: str) -> Generator[None]:
    """Run code of a plugin, and turn whatever it raises into a PluginFault.

    This includes SystemExit and the like, which a module may raise on import. Only
    the operator's own Ctrl-C and wrong settings pass.
    """
    try:
        yield
    except (KeyboardInterrupt, PluginFault, SettingsFault):
        raise
    except BaseException as error:
        raise PluginFault(one_line(f"{failure}: {_words(error)}{_place(error)}")) from error


def _words(error: BaseException) -> str:
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - an exception's own __str__ is a plugin's code too
        said = ""
    kind = type(error).__name__
    return f"{kind}: {said}" if said else kind


def _place(error: BaseException) -> str:
    """Return where it was raised, if that is a line of the plugin and not of the import system."""
    if isinstance(error, SyntaxError):
        return ""  # its text names the place, and what was raised is the import
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_NOT_THE_PLUGIN)
    ]
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""


def one_line(text: str) -> str:
    """Return *text* as one line of printable ASCII that is not too long."""
    plain = " ".join(text.split()).encode("ascii", "backslashreplace").decode()
    printable = "".join(c if c.isprintable() else "?" for c in plain)
    return printable if len(printable) <= REASON else printable[: REASON - 3] + "..."
