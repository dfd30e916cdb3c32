"""What a request looks like: the usage of a command as a regular expression.

A usage has words as they are typed (`off`), arguments in capitals (`TABLE`), brackets around what
may be left out, `|` between alternatives, and `...` after what may come several times.
"""

from __future__ import annotations

import re
from typing import Final

_OPTIONAL: Final = re.compile(r" ?\[([^\[\]]+)\]")
_ARGUMENT: Final = re.compile(r"[A-Z]+(?:=[A-Z]+)?")
_REST: Final = frozenset({"PAGE", "PASSWORD", "TEXT", "TOKEN", "TOPIC", "WHO", "WHY"})
"""Arguments that may hold spaces; of a page only a number is read."""


def pattern(verb: str, usage: str) -> str:
    """The regular expression of a request from its verb on, as JSON Schema has them."""
    optional: list[str] = []

    def set_aside(found: re.Match[str]) -> str:
        optional.append(_optional(found[1]))
        return f"<{len(optional) - 1}>"

    needed = _OPTIONAL.sub(set_aside, usage.removeprefix(verb))
    words = _ARGUMENT.sub(_argument, needed)
    if "|" in words:
        words = f" (?:{words.lstrip()})"
    return f"^{verb}{re.sub('<([0-9]+)>', lambda found: optional[int(found[1])], words)}$"


def _optional(inner: str) -> str:
    words = _ARGUMENT.sub(_argument, inner)
    if words.endswith(" ..."):
        return f"(?: {words.removesuffix(' ...')})*"
    return f"(?:{words})?" if words.startswith(":") else f"(?: (?:{words}))?"


def _argument(found: re.Match[str]) -> str:
    name = found[0]
    if "=" in name:
        return r"\S+=\S+"
    return ".+" if name in _REST else r"\S+"
