"""Stamps: which games have passed the checks of the kit, and in which form.

`parlour check-game` writes a stamp, and `parlour plugins` shows it. All stamps of a user are in
one small file, `checks.json` in the folder for state (`stamps_path`):

    {"format": 1, "stamps": [{"source": "toss-game 2.1", "code": "5d0c...", "game": "toss",
      "contract": "1.0", "passed": ["blindness", "purity"], "failed": [], "at_s": 1790000000}]}

A stamp counts for exactly that code: the distribution and its version (`PluginRow.source`), and
the fingerprint of the game's files (`Game.code`). It says what its owner has seen, and
proves nothing to anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

FORMAT: Final = 1
MOST: Final = 200
"""Stamps that are kept, the latest. An author makes many."""
LARGEST: Final = 1_000_000
"""Bytes. A larger file is none of ours."""


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the checks of one game."""

    source: str
    """`name version` of its distribution, or `module NAME`."""
    code: str
    """The fingerprint of its files."""
    game: str
    contract: str
    """The version of the contract that the checks know (`parlour.CONTRACT`)."""
    passed: tuple[str, ...]
    """The names of the checks that it has passed."""
    failed: tuple[str, ...] = ()
    at_s: int
    """When, in seconds since 1970 UTC."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.source, self.code, self.game


class _File(msgspec.Struct, frozen=True):
    format: int
    stamps: tuple[Stamp, ...]


def stamps_path() -> Path:
    """Return the file of the current user's stamps."""
    from platformdirs import user_state_path

    return user_state_path("parlour") / "checks.json"


def read_stamps(path: Path) -> dict[tuple[str, str, str], Stamp]:
    """Return the stamps in the file *path* by their key. A file that is none of ours has none."""
    try:
        with path.open("rb") as file:
            found = msgspec.json.decode(file.read(LARGEST), type=_File)
    except (OSError, msgspec.DecodeError):
        return {}
    return {stamp.key: stamp for stamp in found.stamps} if found.format == FORMAT else {}


def write_stamp(path: Path, stamp: Stamp) -> None:
    """Put *stamp* into the file *path*, in place of an earlier one. Raises OSError."""
    others: Iterable[Stamp] = (old for old in read_stamps(path).values() if old.key != stamp.key)
    kept = (*others, stamp)[-MOST:]
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(_File(FORMAT, kept)), indent=1))
    new.replace(path)
