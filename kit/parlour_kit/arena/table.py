"""One game of an arena: a table of the host's own engine, with a clock that nobody measures.

Everybody takes a second of table time for a move, bots as much more as they say. So a game of
programs that always decide the same is always the same, however fast they are, and its record is
one that a host could have written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal, TypeAlias

import msgspec

from parlour.api import AnyGame, Ending, Lexicon, OptionValue, Outcome, Prompt, Refused, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.match import Match, Open
from parlour.engine.opening import before_game
from parlour.engine.options import hashes, named_lists, seat_options
from parlour.engine.outcomes import kept
from parlour.engine.table import Table
from parlour.records import export
from parlour_kit.arena.moves import drawn, is_free, ways
from parlour_kit.playing import names_for

PAUSE_MS: Final = 1_000
"""The table time that everybody takes for a move."""
MOST_STEPS: Final = 5_000
"""A game with more steps is stopped, and nobody has won it: players who play badly may play for
ever."""


@dataclass(frozen=True)
class Terms:
    """The game that is played, and what it needs."""

    game: AnyGame
    options: Mapping[str, OptionValue]
    lexicons: Mapping[str, Lexicon]


@dataclass
class Account:
    """What somebody did at a seat in one game."""

    decisions: int = 0
    """Answers to urgent prompts."""
    refused: int = 0
    """Lines that were no move."""
    why_refused: str = ""
    """Why the first of them was refused."""
    late: int = 0
    """Times that the time to think was over."""
    substituted: int = 0
    """Moves that were made at random in their name."""
    died: str = ""
    """Why their program ended before the game, or could not be started."""
    thinking_s: float = 0.0
    longest_s: float = 0.0
    said: bytes = b""
    """The end of what their program wrote to its standard error."""

    def refuse(self, why: str) -> None:
        """Count a line that was no move."""
        self.refused += 1
        self.why_refused = self.why_refused or why


@dataclass(frozen=True)
class Decision:
    """What a player wants to do: make a move, perhaps after some time, or let the prompt pass.

    `again`: a player who lets it pass thinks again after a pause. Otherwise only news wake them.
    """

    move: msgspec.Raw | None = None
    after_ms: int = 0
    again: bool = False


@dataclass
class Chair:
    """A seat of a game, for the player that sits there."""

    seat: Seat
    luck: Random
    account: Account = field(default_factory=Account)


class Sitting(ABC):
    """A player at a seat of one game."""

    chair: Chair

    @abstractmethod
    def hear(self, table: Table, happened: Sequence[h.Happening]) -> None:
        """Take what the seat hears of an entry. *table* is the table after it."""

    @abstractmethod
    def think(self, table: Table, opened: Open, at: int) -> Decision | None:
        """Return what to do about the open prompt, at table time *at*.

        None: no move comes, so one is made at random in the player's name.
        """

    def close(self) -> None:
        """The game is over."""
        return


Wanted: TypeAlias = Literal["think", "make"]


@dataclass
class _Due:
    """What a seat does next, and when."""

    at: int
    order: float
    """Draws lots between seats that are due at the same time."""
    what: Wanted
    prompt: int = 0
    move: msgspec.Raw = field(default_factory=lambda: msgspec.Raw(b""))


@dataclass(frozen=True)
class GamePlayed:
    """A game that was played. It is the same for the same seed, but for times and what is `said`
    in `accounts`."""

    reason: Ending
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    ending: Outcome | None
    """How it ended, if points do not say it."""
    sides: tuple[tuple[Seat, ...], ...]
    steps: int
    moves: int
    table_ms: int
    urgent: int
    """Urgent prompts that were answered."""
    forced: int
    """Those that offered one move only."""
    ways: int
    """The moves that all urgent prompts offered together."""
    free: int
    """Urgent prompts that asked for a free text."""
    first: Mapping[Seat, str]
    """What each seat was asked for first."""
    accounts: Mapping[Seat, Account]
    finished: Finished


class Game:
    """A game while it is played."""

    def __init__(self, terms: Terms, seats: int, seed: str, number: int, luck: Random) -> None:
        """Prepare game *number* with the luck of *seed*. *luck* draws lots."""
        self._terms = terms
        self._luck = luck
        self.names = names_for(tuple(Seat(n + 1) for n in range(seats)))
        self._started = _started(terms, self.names, seed, number)
        self.table = before_game(self._started, {terms.game.id: terms.game}, terms.lexicons)
        self._entries: list[bytes] = []
        self._due: dict[Seat, _Due] = {}
        self._now = self._moves = 0
        self._urgent = self._forced = self._ways = self._free = 0
        self._first: dict[Seat, str] = {}
        self._sittings: Mapping[Seat, Sitting] = {}

    @property
    def _match(self) -> Match:
        return self.table.last_match

    def play(self, sittings: Mapping[Seat, Sitting]) -> GamePlayed:
        """Play the whole game. Raises Refused if it cannot begin so, and GameFault."""
        self._sittings = sittings
        try:
            self._add(self._started)
            while self._match.ended is None:
                if self._match.steps >= MOST_STEPS:
                    self._add(r.Ended(at=self._now, reason="aborted"))
                else:
                    self._go_on()
        finally:
            for sitting in sittings.values():
                sitting.close()
        return self._outcome()

    # --- what happens next ------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the next thing happen: the deadline, or what a seat is due to do."""
        seat = min(self._due, key=lambda s: (self._due[s].at, self._due[s].order), default=None)
        alarm = self._match.due
        if alarm is not None and (seat is None or alarm <= self._due[seat].at):
            self._now = max(self._now, alarm)
            self._add(r.TimeUp(at=self._now))
            return
        if seat is None:
            self._push_on()
            return
        due = self._due.pop(seat)
        self._now = max(self._now, due.at)
        if due.what == "think":
            self._think(seat, self._match.prompts[seat])
        elif seat in self._match.prompts and self._match.prompts[seat].number == due.prompt:
            self._make(seat, due.move, late=True)

    def _push_on(self) -> None:
        """Let somebody make a random move: all let their prompts pass, and no clock runs."""
        if not self._match.prompts:
            raise GameFault("nobody may act, and no clock runs")
        seat = self._luck.choice(sorted(self._match.prompts))
        self._now += PAUSE_MS
        self._substitute(seat, self._match.prompts[seat])

    def _think(self, seat: Seat, opened: Open) -> None:
        sitting = self._sittings[seat]
        decision = sitting.think(self.table, opened, self._now)
        if decision is None:
            self._substitute(seat, opened)
        elif decision.move is None:
            if decision.again:
                self._wake(seat)
        elif decision.after_ms:
            self._due[seat] = _Due(
                self._now + decision.after_ms,
                self._luck.random(),
                "make",
                opened.number,
                decision.move,
            )
        else:
            self._make(seat, decision.move)

    def _make(self, seat: Seat, move: msgspec.Raw, *, late: bool = False) -> None:
        """Make a move. One that comes after other things have happened may be refused."""
        opened = self._match.prompts[seat]
        try:
            self._add(r.Moved(at=self._now, seat=seat, move=move), opened)
        except Refused as refused:
            if not late:
                raise GameFault(f"the rules refuse a bot's move: {refused.text}") from None
            self._wake(seat)

    def _substitute(self, seat: Seat, opened: Open) -> None:
        move = drawn(self.table, seat, opened.prompt, self._luck, self._now)
        self._sittings[seat].chair.account.substituted += 1
        self._make(seat, move)

    # --- entries ----------------------------------------------------------------------

    def _add(self, entry: r.Entry, answered: Open | None = None) -> None:
        """Apply an entry, tell everybody, and wake those who are asked or hear something."""
        self.table, happened = fold(self.table, entry)
        self._entries.append(r.encode(entry))
        if isinstance(entry, r.Moved) and answered is not None:
            self._moves += 1
            if answered.prompt.urgent:
                self._count(entry.seat, answered.prompt)
        for sitting in self._sittings.values():
            sitting.hear(self.table, happened)
        asked = {news.seat: news for news in happened if isinstance(news, h.Prompted)}
        for seat, news in asked.items():
            if news.prompt.moves:
                self._first.setdefault(seat, news.prompt.moves[0].verb.name)
        prompts = self._match.prompts
        for seat in self._sittings:
            if seat not in prompts:
                self._due.pop(seat, None)
            elif seat in asked:
                self._due.pop(seat, None)
                self._wake(seat)
            elif seat not in self._due and self._hears(seat, happened):
                self._wake(seat)

    def _hears(self, seat: Seat, happened: Sequence[h.Happening]) -> bool:
        hear = self._match.game.views.hear
        return any(
            self._match.via.guarded(hear, news.event, seat) is not None
            for news in happened
            if isinstance(news, h.Occurred)
        )

    def _wake(self, seat: Seat) -> None:
        self._due[seat] = _Due(self._now + PAUSE_MS, self._luck.random(), "think")

    def _count(self, seat: Seat, prompt: Prompt) -> None:
        number = ways(prompt)
        self._sittings[seat].chair.account.decisions += 1
        self._urgent += 1
        self._ways += number
        free = is_free(prompt)
        self._free += free
        self._forced += number == 1 and not free

    # --- the end ----------------------------------------------------------------------

    def _outcome(self) -> GamePlayed:
        match = self._match
        sides = match.via.guarded(match.game.scoring.sides, match.state)
        return GamePlayed(
            reason=match.ended or "aborted",
            scores=match.scores,
            winners=match.winners,
            ending=match.outcome,
            sides=tuple([tuple(side) for side in sides if side]),
            steps=match.steps,
            moves=self._moves,
            table_ms=self._now,
            urgent=self._urgent,
            forced=self._forced,
            ways=self._ways,
            free=self._free,
            first=self._first,
            accounts={seat: each.chair.account for seat, each in self._sittings.items()},
            finished=self._finished(),
        )

    def _finished(self) -> Finished:
        match, started = self._match, self._started
        return Finished(
            number=int(started.record[1:]),
            record=started.record,
            game=started.game,
            version=started.version,
            ended_s=0,
            reason=match.ended or "aborted",
            names=started.names,
            scores=dict(match.scores),
            winners=match.winners,
            outcome=kept(match.outcome),
            options=started.options,
            lexicon=started.lexicon,
            lexicon_hash=started.lexicon_hash,
            lists=started.lists,
            entries=tuple(self._entries),
        )


def _started(terms: Terms, names: Mapping[Seat, str], seed: str, number: int) -> r.Started:
    """Return the entry that begins the game. Nobody is marked as a bot, and no time of day is in
    it: players must not learn who the others are, and the same seed must give the same record.
    """
    game, options = terms.game, dict(terms.options)
    name = options.get("lexicon")
    lexicon = None if name is None else terms.lexicons[str(name)]
    return r.Started(
        record=f"g{number}",
        table=1,
        game=game.id,
        version=game.version,
        code=game.code,
        options=options,
        names=dict(names),
        bots={},
        away=[],
        host=Seat(1),
        lexicon=None if lexicon is None else lexicon.name,
        lexicon_hash=None if lexicon is None else lexicon.hash,
        lists=hashes(named_lists(game.options, options, terms.lexicons)),
        seat_options=seat_options(game.options, options),
        seed=seed,
        wall_s=0,
    )


def record_of(outcome: GamePlayed, players: Mapping[Seat, str]) -> bytes:
    """Return the record of a game as a file, with the names of its players.

    While it was played, everybody had a name that says nothing but the seat.
    """
    finished = outcome.finished
    started = r.decode(finished.entries[0])
    assert isinstance(started, r.Started), "a record begins with its start"
    named = msgspec.structs.replace(started, names=dict(players))
    entries = (r.encode(named), *finished.entries[1:])
    return export(msgspec.structs.replace(finished, names=dict(players), entries=entries))
