"""Code shared by the checks of one random game: the game, its table, and ways to try something."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

from parlour.api import (
    SPECTATOR,
    AnyGame,
    Lexicon,
    MoveSpec,
    Reader,
    Refused,
    Seat,
    Setup,
    Step,
    Viewer,
)
from parlour_kit.hidden import words_of
from parlour_kit.leaks import Known, Leak
from parlour_kit.luck import NO_DRAW, Chance
from parlour_kit.playing import NAMES, Act, Moment, names_for, open_prompts, step_of

TWINS = 16
"""The most twins made until one differs: `resample` may draw the same position by chance."""

Refusal: TypeAlias = tuple[str, str, str | None, str | None]
"""What a refusal tells: its fault, its text, a word near, and what Enter stands for."""


def told_by(refused: Refused) -> Refusal:
    """Return all that *refused* tells its reader."""
    return refused.fault, refused.text, refused.near, refused.enter


@dataclass(frozen=True)
class Outcome:
    """The result of a try: a step, or the refusal."""

    ask: Inquiry = field(repr=False)
    what: Act | None
    state: Any = field(repr=False)
    step: Step[Any, Any] | None = field(repr=False)
    refusal: Refusal | None = None
    draws: int = 0
    """The number of random draws it took."""
    at: int = NO_DRAW
    salt: int = 0
    lexicon: Lexicon | None = field(default=None, repr=False)
    logged: tuple[str, ...] = field(default=(), repr=False)

    def again(self) -> Outcome:
        """Try the same once more, with the same luck. A start stays as it is."""
        if self.what is None:
            return self
        return self.ask.attempt(
            self.what, self.state, at=self.at, salt=self.salt, lexicon=self.lexicon
        )


@dataclass
class SecretMoves:
    """What watchers could tell of moves of one type that only their mover may know."""

    kept: int = 0
    """How often they saw and heard the same of another such move."""
    shown: list[Moment] = field(default_factory=list[Moment])
    """The moments at which they did not."""
    always: bool = False
    """They never could see the same, so not because others had chosen before."""


@dataclass
class Inquiry:
    """One random game under examination, at its current moment."""

    game: AnyGame
    rng: Random
    secret: Collection[type[Any]] = ()
    """Types of moves whose content others must not see, where `variants` does not say so."""
    setup: Setup | None = None
    counts: Counter[str] = field(default_factory=Counter[str])
    specs: dict[str, MoveSpec] = field(default_factory=dict[str, MoveSpec])
    """The last offer of each verb: a curious player may type these at any time."""
    excused: set[str] = field(default_factory=set[str])
    """The events that were not compared, because `reveals` let a viewer learn what differs."""
    follows: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By what happened: the fields of a watcher's view that then differed in a twin."""
    secrets: dict[str, SecretMoves] = field(default_factory=dict[str, SecretMoves])
    """By their type: the moves that only their mover may know."""
    known: Known = field(default_factory=Known)
    """The leaks that have been told already."""
    drawn: dict[tuple[bytes, int], list[str]] = field(
        default_factory=dict[tuple[bytes, int], list[str]]
    )
    """The lines of each scene, as JSON in the reader's language, by width: most come again."""
    log: list[str] = field(default_factory=list[str])
    """All lines that the game has logged or printed so far (see `listening`)."""

    @classmethod
    def at(cls, moment: Moment, game: AnyGame, rng: Random) -> Inquiry:
        """Return an inquiry that examines *moment*."""
        found = cls(game, rng)
        found.turn_to(moment)
        return found

    def turn_to(self, moment: Moment) -> None:
        """Examine *moment* from now on."""
        self.moment = moment
        self.seats = moment.seats
        self.viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
        self.names: Mapping[Seat, str] = names_for(moment.seats)
        if not self.game.rules.is_over(moment.state):
            for prompt in self.game.rules.prompts(moment.state).values():
                self.specs |= {spec.verb.name: spec for spec in prompt.moves}

    @property
    def lexicon(self) -> Lexicon | None:
        """The word list of the table."""
        return self.moment.lexicon

    def some(self, words: Sequence[str], count: int) -> list[str]:
        """Return at most *count* of *words*, at random."""
        return self.rng.sample(words, min(count, len(words)))

    def own_words(self, state: Any, twin: Any) -> list[str]:
        """Return words in which two positions differ. These are the hidden ones."""
        one, two = words_of(state), words_of(twin)
        differ = [word for word in one if word not in two] + [w for w in two if w not in one]
        return self.some(differ, 40)

    def twin(self, state: Any, viewer: Viewer) -> Any:
        """Return a twin of *state* that differs from it, if there is one."""
        twin = state
        for _ in range(TWINS):
            twin = self.game.views.resample(state, viewer, self.rng)
            if twin != state:
                break
        return twin

    def free(self, state: Any) -> list[Seat]:
        """Return the seats that a newcomer may take, as far as there are names."""
        if self.game.rules.is_over(state):
            return []
        return [seat for seat in self.game.rules.free(state) if seat <= len(NAMES)]

    def chance(
        self, at: int, salt: int, lexicon: Lexicon | None = None, *, starts: bool = False
    ) -> Chance:
        """Return the time and luck of what may happen next, or of the start."""
        moment = self.moment
        return Chance(
            now=0 if starts else moment.now + 1,
            seed=moment.seed,
            number=0 if starts else moment.number + 1,
            lexicon=moment.lexicon if lexicon is None else lexicon,
            lists=moment.lists,
            at=at,
            salt=salt,
        )

    def start(self, at: int) -> Outcome:
        """Start the game again with different luck in draw *at*."""
        assert self.setup is not None, "the game has been started"
        salt = self.rng.getrandbits(32)
        ctx = self.chance(at, salt, starts=True)
        mark = len(self.log)
        step = self.game.rules.start(self.setup, ctx)
        logged = tuple(self.log[mark:])
        return Outcome(self, None, None, step, None, ctx.draws, at, salt, None, logged)

    @contextmanager
    def happening(self, what: Act) -> Generator[None]:
        """Let a leak that is found in the block say what has happened last."""
        try:
            yield
        except Leak as leak:
            leak.add_note(what.told(self.names))
            raise

    def attempt(
        self,
        what: Act,
        state: Any,
        *,
        at: int = NO_DRAW,
        salt: int | None = None,
        lexicon: Lexicon | None = None,
    ) -> Outcome:
        """Let *what* happen to *state*. With *at*, that draw of luck differs."""
        salt = self.rng.getrandbits(32) if salt is None else salt
        ctx = self.chance(at, salt, lexicon)
        mark = len(self.log)
        refusal: Refusal | None = None
        step: Step[Any, Any] | None = None
        try:
            step = step_of(self.game.rules, what, state, ctx)
        except Refused as refused:
            refusal = told_by(refused)
        except Exception as error:
            if what.kind != "move":  # the caller knows what was typed
                error.add_note(replace(what, now=ctx.now).told(self.names))
            raise
        draws = ctx.draws
        logged = tuple(self.log[mark:])
        return Outcome(self, what, state, step, refusal, draws, at, salt, lexicon, logged)

    def parsed(self, seat: Seat, verb: str, rest: str, state: Any) -> list[Act]:
        """Return the move that a line means, or nothing if the game cannot read it."""
        at = self.moment.state if state is None else state
        view = self.game.views.look(at, seat)
        try:
            move = self.game.text_ui.parse(verb, rest, view, self._reader(seat, at))
        except Refused:
            return []
        return [Act("move", seat, move, line=f"{verb} {rest}".rstrip())]

    def typing(self, seat: Seat, verb: str, rest: str, state: Any) -> Step[Any, Any]:
        """Make the move that *seat* types. Raises Refused."""
        view = self.game.views.look(state, seat)
        move = self.game.text_ui.parse(verb, rest, view, self._reader(seat, state))
        ctx = self.chance(NO_DRAW, 0)
        return step_of(self.game.rules, Act("move", seat, move), state, ctx)

    def typed(self, seat: Seat, verb: str, rest: str, state: Any) -> Outcome:
        """Return the outcome of a line that *seat* types."""
        view = self.game.views.look(state, seat)
        try:
            move = self.game.text_ui.parse(verb, rest, view, self._reader(seat, state))
            return self.attempt(Act("move", seat, move), state, salt=0)
        except Refused as refused:  # by `parse`: a refused attempt is an outcome
            return Outcome(self, None, state, None, told_by(refused))
        except Exception as error:
            error.add_note(Act("move", seat, line=f"{verb} {rest}".rstrip()).told(self.names))
            raise

    def _reader(self, seat: Seat, state: Any) -> Reader:
        prompt = open_prompts(self.game, state).get(seat)
        return self.game.reading(Reader(seat, self.names), prompt)


@contextmanager
def listening(lines: list[str]) -> Generator[None]:
    """Keep every line that is logged or printed in the block, at any level."""

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    class Printed(io.TextIOBase):
        def write(self, text: str, /) -> int:
            lines.append(text)
            return len(text)

    root, handler, page = logging.getLogger(), Keep(), Printed()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with redirect_stdout(page), redirect_stderr(page):
            yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def spy_on(
    lexicon: Lexicon, words: Iterable[str], *, flip: bool = False
) -> tuple[list[str], Lexicon]:
    """Return a word list, and the list of those of *words* that anybody asks it about.

    With *flip* it answers the opposite about them.
    """
    asked: list[str] = []
    about = frozenset(words)

    class Spied(Lexicon):
        name = lexicon.name
        hash = lexicon.hash

        def __contains__(self, word: object) -> bool:
            return self._note(word, word in lexicon)

        def __len__(self) -> int:
            return len(lexicon)

        def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
            return lexicon.words(length, band=band)

        def band(self, word: str) -> int | None:
            band = lexicon.band(word)
            return band if self._note(word, band is not None) == (band is not None) else 50

        def never_deal(self, word: str) -> bool:
            self._note(word, True)
            return lexicon.never_deal(word)

        def printed(self, word: str) -> tuple[str, ...]:
            return lexicon.printed(word)

        def why(self, word: str) -> str:
            self._note(word, True)
            return lexicon.why(word)

        def _note(self, word: object, listed: bool) -> bool:
            if word not in about:
                return listed
            asked.append(str(word))
            return listed != flip

    return asked, Spied()
