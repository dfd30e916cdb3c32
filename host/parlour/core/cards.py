"""What of a connection another process needs to go on with it, as bytes.

All other state of a session is made again, or may be lost. Times in here are those of the clock of
the process that wrote it. They come with the moment of writing, because the next process has
another clock.

A card holds secrets: a password that was typed once and has to be typed again, a way back, a move
that was refused. The server keeps it where only the account of the host can read it, and wipes it
when the connection is closed (docs/decisions/0061-promised-before-sent.md).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.language import Form
from parlour.wire.messages import Sight

CARD_MAX: Final = 4000
"""The most bytes of a card. Nearly all have less than a hundred."""
TAIL_MAX: Final = 2048
"""Bytes of an unfinished line beyond which it goes on the card. Most of a line is the rest."""


class Unseen(msgspec.Struct, frozen=True):
    """A password that is asked for: the command it ends, and whether it is typed twice."""

    command: str
    twice: bool = False
    typed: str | None = None
    """What was typed the first time."""

    def __repr__(self) -> str:
        """Leave out what was typed."""
        return f"Unseen({self.command!r})"


class Noted(msgspec.Struct, frozen=True, array_like=True):
    """The card of a connection as it was given to the server. Its fields are those of
    `sessions.Card`, `Player` and the decoder, if nothing else is said.
    """

    player: int = 0
    """Their number, or 0."""
    fresh: bool = True
    greeted: bool = False
    program: bool = False
    natural: bool = True
    text: bool = False
    sight: Sight = ""
    lobby: bool = True
    form: Form = Form()
    bell: bool = False
    height: int = 0
    follows: tuple[str, ...] = ()
    asked: str | None = None
    unseen: Unseen | None = None
    leaving: int | None = None
    enter: str | None = None
    unheard: bool = False
    proved: bool = False
    spent_at: float | None = None
    bad: float | None = None
    """When that bucket will be full again."""
    wrong: float | None = None
    used: int = 0
    """Quarters of the flood budget that are used up."""
    asks: str | None = None
    returns: bool = False
    telnet: tuple[bool, bytes] | None = None
    """Whether the peer has spoken it, and what was answered."""
    token: str = ""
    code: str = ""
    watching: tuple[tuple[int, int], ...] = ()
    """The numbers of tables, each with the entry up to which its watchers have been told."""
    showing: str | None = None
    """The id of the request whose long answer is being written."""
    pages: bool = False
    """The rest of a long text can be asked for. It will be lost."""
    further: str = ""
    tail: bytes = b""
    """An unfinished line that is dealt with: it is too long to be read again."""
    within: tuple[int, int, bytes] | None = None
    """The telnet command at its end (`Telnet.within`)."""
    admitted: bool = False
    bot: str | None = None

    def __repr__(self) -> str:
        """Leave out everything, since much of it is secret."""
        return f"Noted(player={self.player})"


NOTHING: Final = Noted()
_AT: Final = tuple[float, float, Noted]


def encoded(card: Noted, now: float, wall: float) -> bytes:
    """Return *card* as bytes, written at *now*, which is *wall* by the time of day.

    If several lines on it are very long, those are left out that can be typed again.
    """
    data = msgspec.msgpack.encode((now, wall, card))
    if len(data) <= CARD_MAX:
        return data
    return encoded(replace(card, further="", enter=None, unseen=None), now, wall)


def decoded(data: bytes, now: float, wall: float) -> tuple[Noted, float, float]:
    """Return a card, when it was written by the clock of *now*, and the seconds to add to its
    times so that they fit that clock.

    Raises msgspec.DecodeError.
    """
    before, before_wall, card = msgspec.msgpack.decode(data, type=_AT)
    written = now - max(0.0, wall - before_wall)
    return card, written, written - before
