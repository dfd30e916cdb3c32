"""Things to store: entries, players, finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.api import OptionValue, Seat
from parlour.core.persistence import Entry, Finished, SavedPlayer
from parlour.engine import record as r


def entry(table: int, seq: int, heard: tuple[int, ...] = ()) -> Entry:
    """An entry of a table's record, or with table 0 a note."""
    return Entry(table, seq, b'{"kind":"time_up","at":%d}' % (table * 1000 + seq), heard)


def record_of(table: int, length: int) -> list[Entry]:
    """The first *length* entries of a table's record."""
    return [entry(table, seq) for seq in range(length)]


def player(number: int, name: str | None = None, *, seq: int = 0) -> SavedPlayer:
    name = name or f"p{number}"
    return SavedPlayer(number, name, name.lower(), (f"token-{number}",), (f"code-{number}",), seq)


def started(
    number: int,
    names: Mapping[Seat, str],
    options: Mapping[str, OptionValue],
    seat_options: Sequence[str] = (),
) -> r.Started:
    """How the record of a game begins."""
    return r.Started(
        record=f"g{number}",
        table=number,
        game="hunt",
        version="1",
        options=dict(options),
        names=dict(names),
        bots={},
        away=[],
        host=Seat(1),
        lexicon="en",
        lexicon_hash="0f",
        seat_options=list(seat_options),
        seed="00" * 32,
        wall_s=1_790_000_000,
    )


def finished(
    number: int,
    names: Sequence[str] = ("Ann", "Bob"),
    *,
    game: str = "hunt",
    options: Mapping[str, OptionValue] | None = None,
    seat_options: Sequence[str] = (),
    happened: Sequence[r.Entry] = (),
) -> Finished:
    """A game that the first of *names* won; *happened* stands between start and end."""
    seats = {Seat(seat): name for seat, name in enumerate(names, 1)}
    settings = {"range": 5, "watch": True, **(options or {})}
    start = started(number, seats, settings, seat_options)
    record = (start, *happened, r.Ended(at=9, reason="finished"))
    return Finished(
        number=number,
        record=f"g{number}",
        game=game,
        version="1",
        ended_s=1_790_000_000 + number,
        reason="finished",
        names=seats,
        scores=dict.fromkeys(seats, number),
        winners=(Seat(1),),
        options=settings,
        lexicon="en",
        lexicon_hash="0f",
        lists={"deck": "1e"},
        entries=tuple(map(r.encode, record)),
    )


def said(name: str, what: str, to: str = "table") -> r.Said:
    return r.Said(at=3, name=name, to="watchers" if to == "watchers" else "table", what=what)
