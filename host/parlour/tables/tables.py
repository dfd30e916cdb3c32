"""The tables of a house, with the games and word lists they use."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.accounts.people import People
from parlour.accounts.quotas import Openers
from parlour.api import AnyGame, Lexicon
from parlour.core.effects import PrepareKey
from parlour.core.output import Output
from parlour.core.sessions import Player
from parlour.engine.calls import NOBODY, Watch
from parlour.tables.archive import Archive
from parlour.tables.happened import Listeners
from parlour.tables.news import News
from parlour.tables.rooms import Room, TableListener


class Tables:
    """All tables.

    *watch* sees the calls of games. Set `listener` before you open a table.
    """

    listener: TableListener

    def __init__(
        self,
        out: Output,
        people: People,
        *,
        games: Mapping[str, AnyGame],
        lexicons: Mapping[str, Lexicon],
        archive: Archive,
        watch: Watch = NOBODY,
    ) -> None:
        self.out = out
        self.people = people
        self.games = games
        self.lexicons = lexicons
        self.archive = archive
        self.watch = watch
        self.rooms: dict[int, Room] = {}
        self.public: dict[int, Room] = {}
        """Those that everybody may know of. The others are private."""
        self.living: dict[int, Room] = {}
        """The public tables where somebody is connected, except those that are adjourned."""
        self.adjourned: dict[str, dict[int, Room]] = {}
        """The tables that keep a seat for a player who has got up, by the key of their name, the
        latest last: adjourned ones, and those where a game is played over days."""
        self.opened = Openers()
        self.happened = Listeners()
        """Tell it what has happened, and features hear of it."""
        self.news = News(out, self.public)
        self.preparations: set[PrepareKey] = set()
        """Preparations of word lists that we have asked for."""
        self.last_table = 0
        self.last_record = 0
        """The last numbers given to a table and to a game. We never give a number twice."""

    def add(self, room: Room) -> None:
        """Add a table, and count it among those that everybody may know of if it is public."""
        self.rooms[room.table.number] = room
        if not room.table.word:
            self.public[room.table.number] = room

    def remove(self, room: Room) -> None:
        del self.rooms[room.table.number]
        self.public.pop(room.table.number, None)
        self.living.pop(room.table.number, None)

    def look_for_life(self, room: Room) -> None:
        """Note whether anyone can play or watch now at the public table *room*."""
        if room.living and room.table.state != "adjourned":
            self.living[room.table.number] = room
        else:
            self.living.pop(room.table.number, None)

    def known(self, number: int, player: Player | None) -> Room | None:
        """Return the table of that number if *player* may know that it exists."""
        room = self.rooms.get(number)
        if room is None or not room.table.word:
            return room
        member = player is not None and (player.room is room or number in player.watching)
        return room if member else None

    def concerned(self) -> list[Player]:
        """Return the players who hear news of the whole host: those connected, or with a seat.

        People who are away cost nothing here, however many of them the host knows.
        """
        found: dict[int, Player] = {}
        for session in self.people.sessions.values():
            player = session.player
            if player is not None and player.session is session:
                found[player.number] = player
        for room in self.rooms.values():
            found |= {player.number: player for player in room.seated.values()}
        return list(found.values())
