"""Tables that cannot go on as they were: their game or a word list of theirs is another one now,
or the host died while their game was at work.

Nothing is resumed silently under other rules. A held table has no `Table`, since its game
may not even be here: what is told of it comes from its entries. The host of the table or
the operator continues it, under what rules now, or ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from parlour.api import OptionValue, Seat
from parlour.engine import record as r
from parlour.engine.options import LEXICON, hashes, list_names
from parlour.engine.table import Chair, everybody_away, is_other_code, next_host
from parlour.house.lifecycle import lobby
from parlour.house.lifecycle.rebuild import CannotGoOn, rebuilt, reseat, resettle
from parlour.house.sessions import Player
from parlour.house.tables import news
from parlour.house.tables.resync import show_again
from parlour.house.tables.rooms import Room
from parlour.wire.messages import Notice, TableEvent, TableRow
from parlour.wire.names import name_key
from parlour.wire.voices import Line

if TYPE_CHECKING:
    from parlour.house.house import House

Ruling: TypeAlias = r.Opened | r.Started | r.Continued


@dataclass(frozen=True, slots=True)
class UsedList:
    """A word list that an option names; its hash None: not used yet."""

    name: str
    hash: str | None


@dataclass(frozen=True, slots=True)
class Rules:
    """What ruled at a table last: game, version, word list (its hash None: not used yet)."""

    game: str
    version: str
    began: str
    """The version under which the game on its record began; the same if there is none."""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, UsedList]
    """By option."""

    @property
    def used(self) -> Iterator[UsedList]:
        """Every word list that is needed."""
        if self.lexicon is not None:
            yield UsedList(self.lexicon, self.lexicon_hash)
        yield from self.lists.values()


@dataclass(frozen=True, slots=True)
class Held:
    """A table that waits for a decision. `why` is half a sentence."""

    number: int
    entries: Sequence[r.Entry]
    bodies: Sequence[bytes]
    clock: int
    """The table time that was written down last."""
    why: str
    title: str
    """Of its game, or its id if the game is not here."""
    size: int
    """How many seats are told of."""
    rules: Rules
    options: Mapping[str, OptionValue]
    chairs: Mapping[Seat, Chair]
    host: Seat | None
    unfinished: int | None
    """The number of the entry that began the game that was on, if one was."""
    hearers: frozenset[int]
    """The numbers of the players who heard of it (`Room.hearers`)."""

    @property
    def seats(self) -> tuple[str | None, ...]:
        """A name or None for every seat."""
        seats = (Seat(number) for number in range(1, self.size + 1))
        return tuple(self.chairs[seat].name if seat in self.chairs else None for seat in seats)

    @property
    def host_name(self) -> str | None:
        """The name of the host of the table."""
        return None if self.host is None else self.chairs[self.host].name

    def keeps(self, player: Player) -> bool:
        """Does *player* sit here? His name is kept as long as the table is held."""
        return any(
            chair.bot is None and name_key(chair.name) == player.key
            for chair in self.chairs.values()
        )

    def sitters(self, house: House) -> list[Player]:
        """Those who sit here and at no other table, the host first."""
        order = sorted(self.chairs, key=lambda seat: (seat != self.host, seat))
        people = (chair for chair in map(self.chairs.__getitem__, order) if chair.bot is None)
        register = house.register
        found = (register.by_key.get(register.key(chair.name)) for chair in people)
        return [player for player in found if player is not None and player.room is None]

    def acting_host(self, house: House) -> Player | None:
        """Who decides: the host or, while he has no line, the next one who has."""
        here = (player for player in self.sitters(house) if player.session is not None)
        return next(here, None)

    def told(self, house: House, reader: Player) -> str:
        """Why it is held and what can be done, for *reader*."""
        first = f"Table {self.number} is held: {self.why}."
        what = f"continue {self.number} - or: end {self.number}"
        acting = self.acting_host(house)
        if acting is None:
            return f"{first} When one of its players is back, he can type: {what}"
        who = "You" if acting is reader else acting.name
        return f"{first} {who} can type: {what}"


# --- when it is held --------------------------------------------------------------------


def check(house: House, entries: Sequence[r.Entry]) -> None:
    """Raises CannotGoOn unless what ruled last at that table is here and the same."""
    rules = _rules(house, entries)
    if (call := died_in(entries)) is not None:
        raise CannotGoOn(f"the host died while the program of its game was at work ({call})")
    _check_here(house, rules)
    game = house.games[rules.game]
    if game.plays_as(rules.began) != rules.version:
        raise CannotGoOn(
            f"it was played under version {rules.version} of {game.title}, "
            f"and version {game.plays_as(rules.began)} is here"
        )
    for used in rules.used:
        if used.hash not in {None, house.lexicons[used.name].hash}:
            raise CannotGoOn(f"the word list {used.name} is not the one it was played with")


def died_in(entries: Sequence[r.Entry]) -> str | None:
    """The function in which the host died over this table, if nobody has continued it since."""
    decided = (e for e in reversed(entries) if isinstance(e, r.Faulted | r.Continued))
    last = next(decided, None)
    return last.call if isinstance(last, r.Faulted) else None


def _check_here(house: House, rules: Rules) -> None:
    """Raises CannotGoOn unless the game and its word lists are here at all."""
    if rules.game not in house.games:
        raise CannotGoOn(f"the game {rules.game} is not here")
    for used in rules.used:
        if used.name not in house.lexicons:
            raise CannotGoOn(f"the word list {used.name} is not here")


def _rules(house: House, entries: Sequence[r.Entry]) -> Rules:
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    game = house.games.get(opened.game)
    own = game.options if game is not None else ()
    ruling: Ruling = opened
    chosen = opened.lexicon
    began = opened.version
    now = then = opened.options
    for entry in entries:
        if isinstance(entry, r.Opened | r.Started | r.Continued):
            ruling, chosen, then = entry, entry.lexicon, now
            if isinstance(entry, r.Started):
                began = entry.version
        elif isinstance(entry, r.Optioned):
            now = entry.options
            chosen = str(now[LEXICON]) if LEXICON in now else chosen
    lists = {
        option: UsedList(name, ruling.lists.get(option) if then.get(option) == name else None)
        for option, name in list_names(own, now).items()
    }
    return Rules(
        game=opened.game,
        version=ruling.version,
        began=began,
        lexicon=chosen,
        lexicon_hash=ruling.lexicon_hash if chosen == ruling.lexicon else None,
        lists=lists,
    )


def hold(
    house: House,
    entries: Sequence[r.Entry],
    bodies: Sequence[bytes],
    clock: int,
    why: str,
    hearers: Iterable[int],
) -> None:
    """Keep the table of that record without playing it."""
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    game = house.games.get(opened.game)
    chairs, host, options = _seating(entries)
    house.held[opened.table] = Held(
        number=opened.table,
        entries=entries,
        bodies=bodies,
        clock=clock,
        why=why,
        title=game.title if game is not None else opened.game,
        size=game.seats.stop - 1 if game is not None else max(chairs, default=0),
        rules=_rules(house, entries),
        options=options,
        chairs=chairs,
        host=host,
        unfinished=_unfinished(house, entries),
        hearers=frozenset(hearers),
    )


def _seating(
    entries: Sequence[r.Entry],
) -> tuple[Mapping[Seat, Chair], Seat | None, Mapping[str, OptionValue]]:
    """Who sits where, who is host, under which options: what needs no game to be known."""
    chairs: dict[Seat, Chair] = {}
    host: Seat | None = None
    options: Mapping[str, OptionValue] = {}
    for entry in entries:
        match entry:
            case r.Opened() | r.Optioned():
                options = entry.options
            case r.Sat(seat=seat, bot=bot) | r.Joined(seat=seat, bot=bot):
                chairs[seat] = Chair(entry.name, bot)
                host = seat if host is None and bot is None else host
            case r.Stood(seat=seat):
                del chairs[seat]
                host = next_host(chairs) if host == seat else host
            case r.Presence(seat=seat):
                chairs[seat] = Chair(chairs[seat].name, away=entry.away)
            case r.Restarted():
                chairs = everybody_away(chairs)
            case _:
                pass
    return everybody_away(dict(sorted(chairs.items()))), host, options


def _unfinished(house: House, entries: Sequence[r.Entry]) -> int | None:
    """The number of the entry that began a game which is not over.

    Only its rules could say when a game was over; but then it is in the archive. It may be
    read here: this is asked when the host starts, and seldom.
    """
    starts = [(n, entry) for n, entry in enumerate(entries) if isinstance(entry, r.Started)]
    if not starts:
        return None
    number, started = starts[-1]
    ended = any(isinstance(entry, r.Ended) for entry in entries[number:])
    return None if ended or house.archive.get(started.record) is not None else number


def tell(house: House, player: Player) -> None:
    """Tell *player*, who has just come back, that a table where he sits is held."""
    for held in house.held.values():
        if player.room is None and held.keeps(player):
            what = held.told(house, player)
            house.tell(player, Notice(kind="held", table=held.number, what=what))


def row(held: Held) -> TableRow:
    """The table in the list of tables."""
    return TableRow(
        table=held.number,
        game=held.rules.game,
        title=held.title,
        state="held",
        host=held.host_name,
        seats=held.seats,
        watchers=0,
        options=dict(held.options),
        changed={},
    )


# --- what becomes of it -----------------------------------------------------------------


def go_on(house: House, number: int) -> str:
    """Let a held or a frozen table go on under what rules now; returns what was done.

    Raises CannotGoOn if that is impossible; nothing has changed then.
    """
    frozen = house.rooms.get(number)
    if frozen is not None and not frozen.table.frozen:
        raise CannotGoOn("it is neither held nor frozen")
    room = _revived(house, number) if frozen is None else frozen
    room.add(continued(room))
    for seat in room.table.chairs.keys() - room.seated.keys():
        if room.table.chairs[seat].bot is None:  # he sits elsewhere by now
            room.stand(seat, "left")
    for seat, player in list(room.seated.items()):
        if player.session is not None:
            if room.table.chairs[seat].away:
                room.try_add(r.Presence(at=room.at, seat=seat, away=False))
            show_again(house, player, room, seat)
    resettle(house, room)
    if frozen is None:
        house.listed(room)
    if room.table.frozen:
        return f"Table {number} has failed again and is frozen."
    return f"Table {number} goes on."


def _revived(house: House, number: int) -> Room:
    """The held table of that number, live again. Raises CannotGoOn."""
    held = house.held.get(number)
    if held is None:
        raise CannotGoOn("there is no such table")
    _check_here(house, held.rules)
    room = rebuilt(house, held.entries, held.bodies)
    room.hearers.update(held.hearers)
    del house.held[number]
    house.rooms[number] = room
    house.undo(partial(_hold_again, house, room, held))
    reseat(house, room, free=True)
    room.reopen(held.clock)
    room.expect_nobody()
    return room


def _hold_again(house: House, room: Room, held: Held) -> None:
    room.stop()
    del house.rooms[held.number]
    house.held[held.number] = held
    for player in room.seated.values():
        player.room = player.seat = None


def is_recoded(room: Room) -> bool:
    """Is a game on whose code was changed, while the version of its rules is the same?"""
    table = room.table
    return table.playing and is_other_code(table.code, table.game.code)


def continued(room: Room) -> r.Continued:
    """The entry by which a table goes on under what rules now."""
    table = room.table
    lexicon = table.match.lexicon if table.playing and table.match else table.lexicon
    return r.Continued(
        at=room.at,
        version=table.game.plays_as(table.version) if table.playing else table.game.version,
        code=table.game.code,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
    )


def end(house: House, number: int, by: lobby.Why) -> str:
    """End the game of that table, held or not, and close it; returns what was done.

    The game goes into the archive as aborted. Raises CannotGoOn if there is no such table.
    """
    room = house.rooms.get(number)
    if room is not None:
        playing = room.table.playing
        if playing:
            room.add(r.Ended(at=room.at, reason="aborted"))
        record = room.table.record if playing else None
        lobby.close_room(house, room, by)
    else:
        record = _end_held(house, number, by)
    if record is None:
        return f"Table {number} is closed."
    return f"Table {number} is closed; its game is in the archive as {record}."


def _end_held(house: House, number: int, by: lobby.Why) -> str | None:
    """Close a held table; the record of its game, if one was on."""
    held = house.held.pop(number, None)
    if held is None:
        raise CannotGoOn("there is no such table")
    house.undo(partial(house.held.__setitem__, number, held))
    record = None
    if held.unfinished is not None:
        at = max(getattr(entry, "at", 0) for entry in held.entries[held.unfinished :])
        ended = r.encode(r.Ended(at=at, reason="aborted"))
        bodies = [*held.bodies[held.unfinished :], ended]
        record = lobby.put_away(
            house, bodies, reason="aborted", scores={}, winners=(), hearers=held.hearers
        )
    sitters = held.sitters(house)
    what = f"Table {number} is closed ({by})."
    house.tell_all(sitters, Line(Notice(kind="table_gone", table=number, what=what)))
    for player in sitters:
        if player.session is None:
            lobby.forget_later(house, player)
    news.changed(house, _closed(held))
    lobby.drop(house, number, held.hearers)
    return record


def _closed(held: Held) -> TableEvent:
    return TableEvent(
        table=held.number,
        change="closed",
        game=held.rules.game,
        state="held",
        host=held.host_name,
        seats=held.seats,
        watchers=0,
    )
