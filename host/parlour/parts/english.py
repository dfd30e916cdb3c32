"""Sentences about players, for games that speak only English: "You play", "ann plays"."""

from __future__ import annotations

from typing import Final

from parlour.api import Reader, Seat

_HISSES: Final = ("s", "sh", "ch", "x", "z", "o")


def who(seat: Seat, reader: Reader, verb: str = "") -> str:
    """Return `You play` or `ann plays`; without *verb* only `You` or the name."""
    if reader.is_me(seat):
        return f"You {verb}".rstrip()
    ending = "" if not verb else "es" if verb.endswith(_HISSES) else "s"
    does = "has" if verb == "have" else f"{verb}{ending}"
    return f"{reader.name(seat)} {does}".rstrip()


def whose(seat: Seat, reader: Reader) -> str:
    """Return `Your`, or `ann's`."""
    return "Your" if reader.is_me(seat) else f"{reader.name(seat)}'s"
