"""A link as a QR code: lines for a terminal, or a picture.

Light modules are drawn and dark ones left empty, because most terminals are dark. On a light one
that is the inverse, which most phones read too.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

import segno

QUIET: Final = 4
"""Light modules around the code (ISO/IEC 18004)."""
QUIET_OF_LINES: Final = 2
"""The same in a terminal, which has room for few lines. Readers find it with so few."""
_HALVES: Final = {(1, 1): " ", (1, 0): "\N{LOWER HALF BLOCK}", (0, 1): "\N{UPPER HALF BLOCK}"}
"""Two modules, one above the other, by which of them is dark. Else both are light."""
_BOTH: Final = "\N{FULL BLOCK}"


def is_for_phones(link: str) -> bool:
    """Check whether *link* leads here from another device, so that a code of it is of use."""
    return urlsplit(link).hostname != "localhost"


@lru_cache(64)
def _code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error="l")


def _rows(link: str, width: int) -> Sequence[Sequence[int]]:
    """Return the modules with a border, row by row: 1 is dark. Empty: *width* is too small."""
    rows = [list(row) for row in _code(link).matrix_iter(border=QUIET_OF_LINES)]
    return rows if len(rows) <= width else ()


def half_blocks(link: str, width: int) -> Sequence[str]:
    """Return the code with two modules in each character, in at most *width* columns.

    Empty if it does not fit.
    """
    rows = [*_rows(link, width)]
    if len(rows) % 2:
        rows.append([1] * len(rows))
    return [
        "".join(_HALVES.get(pair, _BOTH) for pair in zip(above, under, strict=True))
        for above, under in zip(rows[::2], rows[1::2], strict=True)
    ]


def plain_signs(link: str, width: int) -> Sequence[str]:
    """Return the code in ASCII, with two characters for each module. Empty if it does not fit."""
    return ["".join("  " if dark else "##" for dark in row) for row in _rows(link, width // 2)]


def picture(link: str) -> str:
    """Return the code as an SVG element without a size, black on white."""
    made = io.BytesIO()
    _code(link).save(
        made,
        kind="svg",
        border=QUIET,
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        nl=False,
    )
    return made.getvalue().decode()
