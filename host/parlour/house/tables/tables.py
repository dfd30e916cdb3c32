"""The tables of a house, and what all of them are played with."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.api import AnyGame, Lexicon
from parlour.engine.calls import NOBODY, Watch
from parlour.house.effects import PrepareKey
from parlour.house.outbound import Outbound
from parlour.house.people.people import People
from parlour.house.people.quotas import Opened
from parlour.house.sessions import Player
from parlour.house.tables.archive import Archive
from parlour.house.tables.news import News
from parlour.house.tables.rooms import Keeper, Room
from parlour.house.tables.suspended import Held


class Tables:
    """Those where people sit, and those that are held.

    *watch* sees the calls of games. Before a table is opened, `keeper` has to be set.
    """

    keeper: Keeper

    def __init__(
        self,
        out: Outbound,
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
        self.held: dict[int, Held] = {}
        self.opened = Opened()
        self.news = News(out, self.rooms)
        self.preparations: set[PrepareKey] = set()
        """Of word lists, that have been asked for."""
        self.last_table = 0
        self.last_record = 0
        """The last number given to a table, and to a game; none is given twice."""

    @property
    def count(self) -> int:
        """How many tables there are."""
        return len(self.rooms) + len(self.held)

    def concerned(self) -> list[Player]:
        """Whom news of the whole host concerns: who is connected, or keeps a seat.

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
