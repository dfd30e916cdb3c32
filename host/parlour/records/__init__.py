"""Finished games outside the host: write them to a file, read them again, verify them.

    _format.py   the lines of the file, and `export`
    _read.py     `read`: accepts exactly what `export` writes, and names the first fault
    _verify.py   `verify`: replays the game in a file from its seed and its moves

A file is bytes here. The command line opens, writes and reports on files.
docs/record-format.md describes the file.
"""

from __future__ import annotations

from parlour.records._format import FORMAT, adopt, export, origin, same_game
from parlour.records._read import Damaged, FileFault, UnknownForm, read
from parlour.records._verify import Absent, Verification, verify

__all__ = [
    "FORMAT",
    "Absent",
    "Damaged",
    "FileFault",
    "UnknownForm",
    "Verification",
    "adopt",
    "export",
    "origin",
    "read",
    "same_game",
    "verify",
]
