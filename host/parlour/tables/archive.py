"""Finished games, which `history` lists and `replay` shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from parlour.api import SPECTATOR, AnyGame, Lexicon, Refused, Seat, Viewer
from parlour.core.persistence import Finished, Played
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import before_game
from parlour.engine.ruling import rules_of
from parlour.engine.table import RecordFault, Table, is_other_code
from parlour.engine.table_events import Happening
from parlour.language import _
from parlour.tables.announce import EventFilter
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Sight
from parlour.wire.names import name_key

_RULINGS: Final = b'"continued"', b'"optioned"'
"""Kinds of entries that change the rules, in an encoded entry. Talk has its marks escaped."""


class Archive(ABC):
    """The archive of finished games. Any thread may read it, and every method may block."""

    @abstractmethod
    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """Return the last *limit* games, the newest first.

        With *player* (the folded form of a name), return only games they played in. With *game*
        (its id), return only that game's.
        """

    @abstractmethod
    def get(self, record: str) -> Finished | None:
        """Return the game of that record, or None."""


def entry_time(entry: r.Entry) -> int:
    """Return the table time of *entry*, or 0 if it has none."""
    return getattr(entry, "at", 0)


def replay(
    finished: Finished,
    viewer: Viewer,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
    *,
    sight: Sight = "",
) -> Iterator[tuple[int, EncodedEvent]]:
    """Yield every event of the game as *viewer* got it, with its table time in ms.

    *sight* is as in `EventFilter.lines`. Raises RecordFault and GameFault, like `played_again`.
    """
    for at, table, announcer in played_again(finished, games, lexicons):
        for line in announcer.lines(eyes_of(viewer, table), sight):
            yield at, line


def eyes_of(viewer: Viewer, table: Table) -> Viewer:
    """Return how *viewer* sees *table*: as a watcher, before anyone has taken their seat."""
    return viewer if viewer in table.names else SPECTATOR


def played_again(
    finished: Finished, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Iterator[tuple[int, Table, EventFilter]]:
    """Yield after each entry of the game: the table time in ms, the table, and its announcer.

    Raises RecordFault if we cannot replay the game here: the game is missing, its version
    or word list is different, or it does not allow a move of the record. Raises GameFault if
    it fails.
    """
    table: Table | None = None
    for at, table, happened in folded_again(finished.entries, games, lexicons):
        yield at, table, EventFilter(table, happened)
    if table is not None and (other := _other_code(table)):
        match = table.last_match
        now = dict(match.scores), match.winners, match.outcome
        if now != (dict(finished.scores), finished.winners, finished.outcome):
            raise RecordFault(_("played again it comes to another result{other}", other=other))


def folded_again(
    bodies: Sequence[bytes], games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Iterator[tuple[int, Table, Sequence[Happening]]]:
    """Yield after each entry of a game: the table time in ms, the table, and what happened.

    Nothing is decoded before it is asked for, but the rules. Raises as `played_again`.
    """
    started = r.decode(bodies[0])
    if not isinstance(started, r.Started):
        raise RecordFault("the record does not begin with a start")
    # Continuing a game under other rules replays it under these rules from the start.
    rulings = [r.decode(body) for body in bodies if any(kind in body for kind in _RULINGS)]
    rules = rules_of(games, [started, *rulings])
    lexicons = rules.lexicons(lexicons)
    table = before_game(started, games, lexicons)
    here = table.game.plays_as(started.version)
    if here != rules.version:
        text = _(
            "it was played with version {version} of {game}, and this host has version {here}"
        )
        raise RecordFault(text.filled(version=rules.version, game=started.game, here=here))
    for name, right in rules.used:
        if name not in lexicons or lexicons[name].hash != right:
            text = _("the word list {name} is not the one it was played with")
            raise RecordFault(text.filled(name=name))
    at = 0
    for number, body in enumerate(bodies):
        entry = r.decode(body)
        try:
            table, happened = fold(table, entry)
        except Refused as refused:
            text = _("entry {number} is against the rules ({fault}){other}")
            other = _other_code(table)
            raise RecordFault(
                text.filled(number=number, fault=refused.fault, other=other)
            ) from None
        at = max(at, entry_time(entry))
        yield at, table, happened


def _other_code(table: Table) -> str:
    """Return a remark if the game was played with other code than is here, or nothing."""
    if not is_other_code(table.code, table.game.code):
        return ""
    return _(": it was played with other code of version {version}", version=table.version)


def seats_of(finished: Finished) -> dict[str, Seat]:
    """Return the seats of all players by the key of their name, including those who left.

    Raises msgspec.DecodeError for an invalid entry.
    """
    players = (*r.players(finished.entries), *finished.names.items())
    return {name_key(name): seat for seat, name in players}


def viewer_of(finished: Finished, word: str | None, name: str) -> Viewer | None:
    """Return the viewer that *word* names: a seat number, a player's name, `watcher`.

    Names that look alike are the same. Without a word, return the seat where *name* played,
    or otherwise the watcher. None if *word* names nobody.
    """
    seats = seats_of(finished)
    if word is None:
        return seats.get(name_key(name), SPECTATOR)
    if word.lower() in {"watcher", "watch", "0"}:
        return SPECTATOR
    if name_key(word) in seats:
        return seats[name_key(word)]
    for seat in finished.names:
        if word.lower().removeprefix("seat") == str(seat):
            return seat
    return None
