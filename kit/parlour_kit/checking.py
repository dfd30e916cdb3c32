"""`check_game`: check in one call that a game tells nobody what they must not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from parlour.api import SPECTATOR, AnyGame, Lexicon, OptionValue, Refused, Viewer
from parlour.candidates import random_line
from parlour.search import with_opponent
from parlour_kit import blindness
from parlour_kit.hidden import ENOUGH, Fields
from parlour_kit.inquiry import Inquiry, listening
from parlour_kit.leaks import Leak
from parlour_kit.minds import Times, WatchedBot
from parlour_kit.playing import Act, Moment, bold_line, play
from parlour_kit.running import check_hosts
from parlour_kit.variety import Row, rows_of

SEEDS = range(60)
"""Seeds of the games to play by default. They take half a minute for a large game."""
LENGTHS = (40, 40, 120, 500)
"""Moments after which to stop a random game: most leaks show early, some late."""
ASKED = 16
"""Moments of each game at which to check everything."""
OPENING, EARLY = 12, 0.4
"""Moments at the beginning, and the chance of checking each: much is hidden there."""
BOLD = 0.3
"""The share of moves with words from the position."""
EVERYBODY = 4
"""Moments at the beginning at which every seat is asked about."""
EYES = 7
"""Viewers at each of them: at a larger table, the seats take turns."""


@dataclass(frozen=True)
class Report:
    """The results of `check_game`: its comparisons, and the fields that no twin ever changed."""

    game: str
    counts: Counter[str] = field(default_factory=Counter[str])
    never: tuple[str, ...] = ()
    """Fields of the state that are the same in every twin. Each of them must be public."""

    def __str__(self) -> str:
        """Return a few lines for the author."""
        done = ", ".join(f"{number} {what}" for what, number in self.counts.items())
        lines = [f"{self.game}: no leak found in {done}."]
        if self.never:
            lines.append("No twin ever differed in these fields; every viewer may know them?")
            lines += [f"  {name}" for name in self.never]
        return "\n".join(lines)


def check_game(
    game: AnyGame,
    *,
    seeds: Iterable[int] = SEEDS,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    lexicon: Lexicon | None = None,
    lists: Mapping[str, Lexicon] | None = None,
    secret: Collection[type[Any]] = (),
    hosts: bool = True,
) -> Report:
    """Play a random game for each seed, and check everything at random moments of it.

    The games have the tables of `variety.rows_of` in turn, but for the *seats* and *options* that
    you give. *lists* is as in `play`.
    *secret* are types of moves whose content others must not see; better, let `Views.variants`
    say so. With *hosts*, two hosts
    that differ in one hidden move also play on for a while.

    Raises Leak with the seed to try again; AssertionError if a move from a prompt is refused, or
    if `resample` never changes what is hidden.
    """
    game = with_opponent(game)
    fields, times, counts = Fields(), Times(), Counter[str]()
    tables = _tables(game, seats, options or {})
    log: list[str] = []
    with listening(log):
        for seed in seeds:
            rng, row = Random(seed), tables[seed % len(tables)]
            ask = Inquiry(
                game,
                rng,
                secret=tuple(secret),
                counts=counts,
                log=log,
            )
            try:
                moments = _moments(ask, row, options or {}, lexicon, lists)
                _check_moments(ask, moments, fields, times)
                if hosts:
                    check_hosts(game, Random(seed), row, lexicon, lists, counts)
            except Leak as leak:
                raise Leak(f"{game.id}, seed {seed}: {leak}") from leak
            counts["games"] += 1
            del log[:]
    try:
        times.check()
    except Leak as leak:
        raise Leak(f"{game.id}: {leak}") from leak
    _check_fields(game, fields, counts)
    return Report(game.id, counts, fields.never)


def _tables(game: AnyGame, seats: int | None, options: Mapping[str, OptionValue]) -> Sequence[Row]:
    """Return the tables to play at, with the *seats* and *options* that somebody wants."""
    return [Row(seats or row.seats, {**row.options, **options}) for row in rows_of(game)]


def _moments(
    ask: Inquiry,
    row: Row,
    options: Mapping[str, OptionValue],
    lexicon: Lexicon | None,
    lists: Mapping[str, Lexicon] | None,
) -> Iterator[Moment]:
    """Play a random game. If its options cannot be played, try fewer, at last only *options*."""
    game, rng = ask.game, ask.rng
    for tried in row.fewer(rng):
        moments = play(
            game,
            rng,
            seats=tried.seats,
            options={**tried.options, **options},
            lexicon=lexicon,
            lists=lists,
            bold=BOLD,
        )
        try:
            first = next(moments)
        except Refused:
            continue
        yield first
        yield from moments
        return
    raise AssertionError(
        f"{game.id} does not start with {row.seats} players and its usual options"
    )


def _check_moments(ask: Inquiry, moments: Iterator[Moment], fields: Fields, times: Times) -> None:
    rng = ask.rng
    length = rng.choice(LENGTHS)
    watch: WatchedBot | None = None
    for number, moment in enumerate(islice(moments, length)):
        ask.turn_to(moment)
        if not number:
            ask.setup = moment.setup
            blindness.check_start(ask)
            if ask.game.bots:
                watch = WatchedBot(ask, rng.choice(ask.game.bots), rng.choice(moment.seats))
        if watch is not None:
            watch.hear(moment)
        if number and rng.random() >= max(ASKED / length, EARLY * (number < OPENING)):
            continue
        ask.counts["moments"] += 1
        check_moment(ask, moment, fields, number if number < EVERYBODY else None)
        if watch is not None:
            watch.check(moment.state, rng.choice(ask.viewers), times)


def check_moment(ask: Inquiry, moment: Moment, fields: Fields, early: int | None = None) -> None:
    """Check everything about one position, for the watcher and for one of the seats.

    *early*: it is the moment of that number of an opening. Then look at it with the eyes of every
    seat. What they may type, and what may happen next, is for two, and others at each moment.
    """
    game, rng, state = ask.game, ask.rng, moment.state
    if early is None:
        eyes: tuple[Viewer, ...] = (SPECTATOR, rng.choice(moment.seats))
        hearers = eyes
    else:
        eyes = _in_turn((SPECTATOR, *ask.seats), early, EYES)
        hearers = _in_turn(eyes, early, 2)
    twins = {viewer: ask.twin(state, viewer) for viewer in (SPECTATOR, *eyes)}
    fields.note(state, list(twins.values()), game.views.look(state, SPECTATOR))
    blindness.check_prints(ask, state, twins[SPECTATOR])
    for viewer in eyes:
        ask.counts["twins"] += 1
        look = blindness.check_position if viewer in hearers else blindness.check_sight
        look(ask, state, twins[viewer], viewer)
        blindness.check_watcher(ask, state, twins[viewer], viewer)
        if any(bot.searches for bot in game.bots):
            blindness.check_imagined(ask, state, twins[viewer], viewer)
        blindness.check_concerns(ask, moment.step, viewer)
    for what in _happenings(ask, state):
        with ask.happening(what):
            for viewer in hearers:
                blindness.check_happening(ask, what, state, twins[viewer], viewer)
                if what.kind == "move" and what.seat != viewer:
                    blindness.check_content(ask, what, state, viewer)
        if what.kind == "move":
            blindness.check_word_list(ask, what, state)
        blindness.check_prints_of(ask, what, state)
    blindness.check_newcomer(ask, state)


def _in_turn(viewers: Sequence[Viewer], turn: int, count: int) -> tuple[Viewer, ...]:
    """Return so many of *viewers*, others in each turn until all have been there."""
    first = turn * count
    every = (viewers[(first + each) % len(viewers)] for each in range(count))
    return tuple(dict.fromkeys(every))


def _happenings(ask: Inquiry, state: Any) -> Iterator[Act]:
    """Yield what may happen next: moves of two seats, silence, a player who leaves."""
    game, rng = ask.game, ask.rng
    if game.rules.is_over(state):
        return
    prompts = game.rules.prompts(state)
    for seat in rng.sample(sorted(prompts), min(2, len(prompts))):
        bold = bold_line(state, prompts[seat], ask.names, rng)
        for line in (random_line(prompts[seat], ask.names, rng), bold):
            yield from ask.parsed(seat, *line, state)
    if game.rules.deadline(state) is not None:
        yield Act("time_up")
    if rng.random() < 0.3:  # a game without its players is soon over, and shows little
        yield Act("left", rng.choice(ask.moment.present))


def _check_fields(game: AnyGame, fields: Fields, counts: Counter[str]) -> None:
    """Check that each field that `repr` leaves out, and so is hidden, differs in some twin."""
    few = counts["games"] < ENOUGH
    open_to_all = not fields.unseen  # such as Tic-tac-toe: then the state is its own twin
    assert fields.differed or few or open_to_all, (
        f"{game.id}: resample() never gives another state"
    )
    if fields.forgotten:
        names = ", ".join(fields.forgotten)
        raise Leak(
            f"{game.id}: resample() never changes {names}, which its author keeps out of repr: so "
            "nothing finds out whether they leak. Let resample() change them"
        )
