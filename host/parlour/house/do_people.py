"""Coming back as the player one was; who is here; and why, about words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from parlour.api import SPECTATOR, Seat, Viewer
from parlour.engine import record as r
from parlour.engine.match import GameFault, guarded
from parlour.engine.table import Table, fold
from parlour.house import bars, held, lobby
from parlour.house.again import show_again
from parlour.house.announce import Announcer
from parlour.house.desk import Call, Denied, Handler, Reply
from parlour.house.effects import Report
from parlour.house.people import Player, Session, Source, rendered
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import (
    Count,
    Named,
    PlayerRow,
    TextRow,
    Welcome,
)
from parlour.wire.voices import Line

if TYPE_CHECKING:
    from parlour.house.house import House
    from parlour.house.rooms import Room


def attach(house: House, session: Session, player: Player) -> None:
    """The line is the player's from now on; an older line of his is closed."""
    old = player.session
    if old is not None:
        old.player = None
        house.close(old, Goodbye.REPLACED, "You came in on another line, so this one is closed.")
    session.player = player
    player.session = session
    player.away_since = None
    house.watch_idle(session)


# --- coming back --------------------------------------------------------------------


def come_back(call: Call, player: Player, seq: int | None) -> Reply:
    """He is *player*, and has read his stream up to *seq*. Raises Denied."""
    house, session = call.house, call.session
    bars.check_not_banned(house, player.key)
    read = player.seq if seq is None else seq
    if seq is not None and seq < player.resumed:
        text = f"You had read up to event {player.resumed} already: come back from there."
        raise Denied(Code.UNAVAILABLE, text)
    try:
        missed = _missed(house, player, read)
        data = guarded(rendered, session, missed, read + 1)
    except GameFault as fault:
        text = "What you missed cannot be shown: a game's program failed. Come back without SEQ."
        house.report(Report("error", f"the events of {player.name} cannot be made again", fault))
        raise Denied(Code.GAME_FAULT, text) from None
    if player.number not in house.register.by_number:
        lobby.wake(house, player)
    back = player.session is None
    before = player.resumed
    player.resumed = before if seq is None else seq
    attach(house, session, player)
    house.undo(lambda: _detach(session, player, before))
    if player.resumed != before:
        house.write_down(player.saved())
    if seq is None:
        table = player.room.table.number if player.room is not None else None
        tables = len(house.rooms)
        hello = Welcome(name=player.name, code=player.code, tables=tables, table=table)
        house.tell(player, hello)
    for line in data:
        house.write(session, line)
    if player.room is not None and player.seat is not None:
        _back_at_table(house, player, player.room, player.seat, back=back)
    held.tell(house, player)
    return Reply(Named(name=player.name, guest=player.guest, token=player.token, seq=player.seq))


def _detach(session: Session, player: Player, resumed: int) -> None:
    """He has not come back after all: it could not be stored."""
    player.resumed = resumed
    session.player = None
    if player.session is session:
        player.session = None


def _back_at_table(house: House, player: Player, room: Room, seat: Seat, *, back: bool) -> None:
    if back:
        room.try_add(r.Presence(at=room.at, seat=seat, away=False))
        lobby.watch_deserted(house, room)
    show_again(house, player, room, seat)


def _missed(house: House, player: Player, seq: int) -> Sequence[Line]:
    """The events of the player's stream after *seq*, made again from the records."""
    missed = player.seq - seq
    if missed < 0:
        raise Denied(Code.USAGE, f"You have been sent {player.seq} events, not {seq}.")
    items = player.log.since(missed)
    if items is None:
        raise _too_late()
    wanted: dict[int, set[int]] = {}
    for source in items:
        if isinstance(source, Source):
            wanted.setdefault(source.table, set()).add(source.entry)
    again: dict[tuple[int, int], tuple[Announcer, Viewer]] = {}
    for number, entries in wanted.items():
        room = house.rooms.get(number)
        if room is None:
            raise _too_late()
        for entry, viewer, announcer in _entries(room, player.name, entries):
            again[number, entry] = announcer, viewer
    lines: list[Line] = []
    for found in items:
        if isinstance(found, Line):
            lines.append(found)
        else:
            announcer, viewer = again[found.table, found.entry]
            made = guarded(announcer.lines, viewer, views=found.views)
            if len(made) != found.count:  # the game is another one by now (`house.held`)
                raise _too_late()
            lines.extend(made)
    return lines[len(lines) - missed :]


def _too_late() -> Denied:
    """Too much has happened since, or its table is gone."""
    text = "Not all that you missed is kept; come back without SEQ, then: look"
    return Denied(Code.UNAVAILABLE, text)


def _entries(room: Room, name: str, wanted: set[int]) -> Iterator[tuple[int, Viewer, Announcer]]:
    """Play the record of *room* again; give the *wanted* entries with who *name* was then."""
    first, table = next(base for base in reversed(room.bases) if base[0] <= min(wanted))
    for index in range(first, max(wanted) + 1):
        before = table
        table, happened = fold(table, r.decode(room.record[index]))
        if index in wanted:
            viewer = _seat_of(before, name) or _seat_of(table, name) or SPECTATOR
            yield index, viewer, Announcer(table, happened)


def _seat_of(table: Table, name: str) -> Seat | None:
    for seat, chair in table.chairs.items():
        if chair.name == name and chair.bot is None:
            return seat
    return None


# --- who is here ---------------------------------------------------------------------


def _who(call: Call) -> Reply:
    rows = [
        PlayerRow(
            name=player.name,
            guest=player.guest,
            away=player.session is None,
            table=player.room.table.number if player.room is not None else None,
            watching=tuple(player.watching),
        )
        for player in call.house.register.by_key.values()
    ]
    return Reply(Count(count=len(rows), none="Nobody is here yet."), rows)


# --- the word list ------------------------------------------------------------------


def _why(call: Call) -> Reply:
    player, words = call.me, call.words
    if len(words) != 1:
        raise Denied(Code.USAGE, "Ask about one word: why WORD", usage="why WORD")
    word = words[0]
    rooms: list[tuple[Room, Viewer]] = [(room, SPECTATOR) for room in player.watching.values()]
    if player.room is not None and player.seat is not None:
        rooms.insert(0, (player.room, player.seat))
    for room, viewer in rooms:
        table = room.table
        if table.playing and table.match is not None:
            state = table.match.state
            try:
                allowed = guarded(table.game.views.may_look_up, state, viewer, word.lower())
            except GameFault as fault:
                room.freeze(fault)
                text = "The game's program failed; ask again when the game is over."
                raise Denied(Code.GAME_FAULT, text) from None
            if not allowed:
                text = (
                    f"Not now: {table.game.title} allows no look at the word list for this word."
                )
                raise Denied(Code.ILLEGAL_MOVE, text)
    lexicon = rooms[0][0].table.lexicon if rooms else None
    if lexicon is None:
        lexicon = call.house.lexicons.get("en") or next(iter(call.house.lexicons.values()), None)
    if lexicon is None:
        raise Denied(Code.UNAVAILABLE, "This host has no word list.")
    return Reply(TextRow(what=(lexicon.why(word),)))


HANDLERS: Final[Mapping[str, Handler]] = {
    "who": _who,
    "why": _why,
}
