"""Which line of a plugin's author is to blame: for `serve --reload` and `check-game`."""

from __future__ import annotations

import json
import linecache
import traceback
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_LIBRARY: Final = str(Path(json.__file__).parent.parent)
_OURS: Final = tuple(
    str(Path(spec.origin).parent)
    for spec in map(find_spec, ("parlour", "parlour_kit"))
    if spec is not None and spec.origin is not None
)
"""The folders of the host and of the kit. A checkout has them outside of the library."""


def is_authors(file: str) -> bool:
    """Check whether *file* belongs to neither Parlour nor Python."""
    if file.startswith(("<frozen", "<string")):
        return False
    return not file.startswith((*_OURS, _LIBRARY))


def place_of(error: BaseException) -> str:
    """Return the author's line that raised *error*: file, line, function and the code."""
    frames = traceback.extract_tb(error.__traceback__)
    return place_in([(frame.filename, frame.lineno or 0, frame.name) for frame in frames])


def place_in(frames: Sequence[tuple[str, int, str]]) -> str:
    """Return the last of *frames* that is the author's, with its code, or nothing."""
    own = [frame for frame in frames if is_authors(frame[0])]
    if not own:
        return ""
    file, number, name = own[-1]
    code = linecache.getline(file, number).strip()
    return f"{Path(file).name} line {number}, in {name}" + (f"\n    {code}" if code else "")
