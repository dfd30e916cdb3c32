"""Finished games of Probe, made by the engine alone: played at random, talked over, cut short."""

from __future__ import annotations

import hashlib
from functools import cache
from random import Random
from typing import Any, Final

from parlour.api import AnyGame, Lexicon, OptionValue, Reader, Seat
from parlour.candidates import random_line
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.match import Match
from parlour.engine.opening import before_game
from parlour.engine.options import options_of, seat_options
from parlour.engine.table import Table
from parlour.engine.table_events import Occurred
from parlour.lexicons import load_english
from parlour_kit.playing import NAMES
from parlour_probe import PROBE

GAMES: Final[dict[str, AnyGame]] = {"probe": PROBE}
LEXICONS: Final[dict[str, Lexicon]] = {"en": load_english()}
WALL_S: Final = 1_790_000_000


def seed_of(number: int) -> bytes:
    """256 bits for game *number*."""
    return hashlib.sha256(b"game %d" % number).digest()


ENGLISH: Final = LEXICONS["en"]


def started(
    number: int, seats: int, lexicon: Lexicon = ENGLISH, **options: OptionValue
) -> r.Started:
    """The start of game *number* with *seats* players, the last of them a bot."""
    values = {option.name: option.default for option in options_of(PROBE, LEXICONS)}
    values |= options
    names = {Seat(seat): NAMES[seat - 1] for seat in range(1, seats + 1)}
    return r.Started(
        record=f"g{number}",
        table=number,
        game="probe",
        version=PROBE.version,
        options=values,
        names=names,
        bots={Seat(seats): "novice"},
        away=[],
        host=Seat(1),
        lexicon=lexicon.name,
        lexicon_hash=lexicon.hash,
        seat_options=seat_options(PROBE.options, values),
        seed=seed_of(number).hex(),
        wall_s=WALL_S,
    )


class Game:
    """A game in progress: its table, its clock, and its record so far."""

    def __init__(
        self,
        number: int,
        *,
        seats: int = 0,
        calm: bool = False,
        lexicon: Lexicon = ENGLISH,
        **options: OptionValue,
    ) -> None:
        self.rng = Random(number)
        self.calm = calm
        """Nothing but moves of those who are asked."""
        self.at = 0
        self.start = started(number, seats or self.rng.randint(3, 4), lexicon, **options)
        self.table: Table = before_game(self.start, GAMES, {lexicon.name: lexicon})
        self.bodies: list[bytes] = []
        self.happened: list[Any] = []
        self.add(self.start)

    @property
    def match(self) -> Match:
        return self.table.last_match

    def add(self, entry: r.Entry) -> None:
        body = r.encode(entry)
        self.table, happened = fold(self.table, r.decode(body))
        self.bodies.append(body)
        self.happened.extend(happened)

    def play(self) -> Finished:
        while self.match.ended is None:
            self.step()
        return self.finished()

    def step(self) -> None:
        """One thing happens: a move, and now and then anything else."""
        luck = 1.0 if self.calm else self.rng.random()
        deadline = self.match.deadline
        self.at += self.rng.randrange(900)
        if deadline is not None and (luck < 0.02 or self.at > deadline):
            self._run_out(deadline)
        elif luck < 0.05:
            what = self.rng.choice(("well played", 'a quote: " and a line \\', "gr\u00fc\u00dfe"))
            self.add(r.Said(at=self.at, name=NAMES[0], to="table", what=what))
        elif luck < 0.06:
            self._agree("pause")
            self._agree("resume")
        elif luck < 0.062:
            self._agree("abort")
        elif luck < 0.064 and len(self.table.chairs) == len(self.start.names):
            self.add(r.Stood(at=self.at, seat=Seat(2), why="left"))
        else:
            self._move()

    def _run_out(self, deadline: int) -> None:
        """Nobody does anything until the time is up, which is called first."""
        for left_s in self.match.calls:
            called = (self.match.turn_ends or 0) - left_s * 1000
            if called < deadline:  # which may come sooner than players are told
                self.at = max(self.match.now, called)
                self.add(r.Called(at=self.at, left_s=left_s))
        self.at = max(self.at, deadline)
        self.add(r.TimeUp(at=self.at))

    def _agree(self, what: Any) -> None:
        self.add(r.Proposed(at=self.at, seat=Seat(1), what=what))
        for seat, chair in list(self.table.chairs.items()):
            number = self.table.proposed
            if seat != 1 and chair.bot is None and number in self.table.proposals:
                self.add(r.Answered(at=self.at, seat=seat, number=number, accepts=True))

    def _move(self) -> None:
        match = self.match
        urgent = [seat for seat, opened in match.prompts.items() if opened.prompt.urgent]
        quiet = self.calm or self.rng.random() < 0.98
        seat = self.rng.choice(urgent if quiet else list(match.prompts))
        names = self.table.names
        verb, rest = random_line(match.prompts[seat].prompt, names, self.rng)
        view = PROBE.views.look(match.state, seat)
        move = PROBE.text_ui.parse(verb, rest, view, Reader(seat, names))
        self.add(r.Moved(at=self.at, seat=seat, move=r.encode_move(move)))

    def finished(self) -> Finished:
        """The game as an archive keeps it."""
        match, start = self.match, self.start
        assert match.ended is not None
        return Finished(
            number=start.table,
            record=start.record,
            game=start.game,
            version=start.version,
            ended_s=WALL_S + 600,
            reason=match.ended,
            names=dict(start.names),
            scores=dict(match.scores),
            winners=match.winners,
            options=dict(start.options),
            lexicon=start.lexicon,
            lexicon_hash=start.lexicon_hash,
            entries=tuple(self.bodies),
        )


def told(finished: Finished) -> list[tuple[int, Any]]:
    """Every event of the rules, with the number of the entry that led to it."""
    start = r.decode(finished.entries[0])
    assert isinstance(start, r.Started)
    table, found = before_game(start, GAMES, LEXICONS), list[tuple[int, Any]]()
    for number, body in enumerate(finished.entries):
        table, happened = fold(table, r.decode(body))
        found.extend((number, news.event) for news in happened if isinstance(news, Occurred))
    return found


@cache
def played(number: int) -> Finished:
    """Game *number*, always the same."""
    return Game(number).play()
