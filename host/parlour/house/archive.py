"""Finished games: what `history` lists and `replay` shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from parlour.api import SPECTATOR, AnyGame, Lexicon, Refused, Viewer
from parlour.engine import record as r
from parlour.engine.table import RecordFault, before_game, fold
from parlour.house.announce import Announcer
from parlour.house.saved import Finished, Played
from parlour.wire.names import name_key
from parlour.wire.voices import Line


class Archive(ABC):
    """Where finished games are read; any thread may. Every method may block."""

    @abstractmethod
    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """The last *limit* games, the newest first.

        With *player* (the folded form of a name) those he played in, with *game* (its
        id) those of that game.
        """

    @abstractmethod
    def get(self, record: str) -> Finished | None:
        """The game of that record, or None."""


def entry_time(entry: r.Entry) -> int:
    """The table time of *entry*, or 0 if it has none."""
    return getattr(entry, "at", 0)


def replay(
    finished: Finished,
    viewer: Viewer,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
) -> Iterator[tuple[int, Line]]:
    """Every event of the game as *viewer* got it, with its table time in ms.

    Raises RecordFault if the game cannot be played again here: it is gone, its version
    or word list is another one, or it does not allow a move of the record; GameFault if
    it fails.
    """
    entries = [r.decode(body) for body in finished.entries]
    started = entries[0]
    if not isinstance(started, r.Started):
        raise RecordFault("the record does not begin with a start")
    table = before_game(started, games, lexicons)
    # Whoever continued it under other rules has played it again under these, from the start.
    rules = next(e for e in reversed(entries) if isinstance(e, r.Started | r.Continued))
    if table.game.version != rules.version:
        raise RecordFault(
            f"it was played under version {rules.version} of {started.game}, "
            f"and {table.game.version} is here"
        )
    lexicon = lexicons.get(rules.lexicon) if rules.lexicon else None
    if rules.lexicon and (lexicon is None or lexicon.hash != rules.lexicon_hash):
        raise RecordFault(f"the word list {rules.lexicon} is not the one it was played with")
    at = 0
    for number, entry in enumerate(entries):
        try:
            table, happened = fold(table, entry)
        except Refused as refused:
            raise RecordFault(f"entry {number} is against the rules ({refused.fault})") from None
        at = max(at, entry_time(entry))
        for line in Announcer(table, happened).lines(viewer, views=False):
            yield at, line


def viewer_of(finished: Finished, word: str | None, name: str) -> Viewer | None:
    """The viewer that *word* names: a seat number, a player's name, `watcher`.

    Names that look alike are the same. Without a word: the seat where *name* played,
    or else the watcher. None if *word* names nobody.
    """
    seats = {name_key(player): seat for seat, player in finished.names.items()}
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
