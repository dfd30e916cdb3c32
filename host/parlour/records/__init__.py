"""Finished games outside the host: written to a file, read again, proved.

    _format.py   the lines of the file, and `export`
    _read.py     `read`: a file that is exactly what `export` writes, or where it is not
    _verify.py   `verify`: the game in a file played again from its seed and its moves

A file is bytes here; who opens and writes files, and who says so, is the command line.
docs/record-format.md describes the file.
"""

from __future__ import annotations

from parlour.records._format import FORMAT, adopt, export, origin, same_game
from parlour.records._read import Damaged, Fault, TooNew, read
from parlour.records._verify import Absent, Report, verify

__all__ = [
    "FORMAT",
    "Absent",
    "Damaged",
    "Fault",
    "Report",
    "TooNew",
    "adopt",
    "export",
    "origin",
    "read",
    "same_game",
    "verify",
]
