"""Playing Boggle in tests without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from parlour import (
    SPECTATOR,
    Context,
    Lexicon,
    OptionValue,
    Prompt,
    Reader,
    Refused,
    Seat,
    Setup,
    Step,
    Viewer,
)
from parlour.rendering import drawn
from parlour.testing.words import SmallList
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Begun, Event, Path, Read
from parlour_boggle.layout import board_of
from parlour_boggle.moves import Move, Next, TakeBack, Write
from parlour_boggle.state import Graded, Phase, Sheet, State, Verdict
from parlour_boggle.views import View

A, B, C, D = Seat(1), Seat(2), Seat(3), Seat(4)
_FIRST = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jo")
NAMES: Mapping[Seat, str] = {Seat(n + 1): _FIRST[n % 10] + str(n // 10 or "") for n in range(20)}
"""ann, bob ... jo, ann1 ... jo1."""
SEED = b"a seed for tests"

ROWS = (("C", "A", "T", "S"), ("R", "E", "D", "O"), ("I", "N", "G", "L"), ("P", "Qu", "A", "M"))
"""The board of most tests. Along the rows, there and back, it has a word of 17 letters."""
SNAKE = "catsoderinglmaqup"
REAL = (
    *("cat", "cats", "tea", "ten", "eat", "ate", "dog", "god", "read", "care", "cared", "race"),
    *("raced", "cedar", "ring", "lag", "gal", "qua", "quag", "den", "end", "ant", "net"),
)
ELSEWHERE = ("house", "tree", "zoo")
"""SmallList of the list that do not stand on the board."""


_LISTED = (*REAL, *ELSEWHERE, *(SNAKE[:n] for n in range(5, 18)))
WORDS = SmallList(_LISTED)
ENGLISH = SmallList(_LISTED, name="en")
"""The same for a whole host, which calls its list so."""


class Looked(Exception):
    """Somebody looked at a word list that nobody may look at."""


class Untouched(SmallList):
    """Such a list."""

    def __init__(self) -> None:
        super().__init__(())

    def __contains__(self, word: object) -> bool:
        raise Looked(str(word))

    def band(self, word: str) -> int | None:
        raise Looked(word)

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        raise Looked(str(length))


def defaults() -> dict[str, OptionValue]:
    """Every option with its default."""
    return {option.name: option.default for option in BOGGLE.options}


class Play:
    """A game that is driven move by move. `events` are those of the last step."""

    def __init__(
        self,
        seats: int = 3,
        *,
        rows: Sequence[Sequence[str]] | None = ROWS,
        cube: int | None = None,
        lexicon: Lexicon | None = WORDS,
        options: Mapping[str, OptionValue] | None = None,
        first: int = 0,
        taken: tuple[Seat, ...] = (),
        **more: OptionValue,
    ) -> None:
        """Sit down and begin, on the board *rows*; *cube* is the challenge cube's cell.

        The seats are the first *seats*, or those that are *taken*.
        Without *rows* the board is what the cubes show, with another *first* another one.
        """
        self.lexicon = lexicon
        self.now = 0
        self.lag = 0
        self.number = first
        self.rows, self.cube = rows, cube
        chosen = {**defaults(), **(options or {}), **more}
        assert len(chosen) == len(BOGGLE.options)
        taken = taken or tuple(Seat(n + 1) for n in range(seats))
        self.state: State
        self.events: list[Event]
        self._take(BOGGLE.rules.start(Setup(taken, chosen), self.context()))

    def context(self) -> Context:
        """Time and chance of the next step."""
        return Context(
            now=self.now, seed=SEED, number=self.number, lexicon=self.lexicon, lag=self.lag
        )

    def _take(self, step: Step[State, Event]) -> None:
        begins = any(isinstance(event, Begun) for event in step.events)
        self.state = step.state
        self.events = list(step.events)
        self.number += 1
        if begins and self.rows is not None:
            self.state = replace(self.state, board=board_of(self.rows, self.cube))

    # --- doing --------------------------------------------------------------------------

    def move(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move that must be accepted."""
        self._take(BOGGLE.rules.apply(self.state, seat, move, self.context()))
        return self.events

    def word(self, seat: Seat, words: str) -> list[Event]:
        return self.move(seat, Write(tuple(words.split())))

    def take(self, seat: Seat, words: str) -> list[Event]:
        return self.move(seat, TakeBack(tuple(words.split())))

    def next(self, *seats: Seat) -> None:
        for seat in seats:
            self.move(seat, Next())

    def line(self, seat: Seat, line: str) -> list[Event]:
        """A line without a slash, as it is typed in a round."""
        return self.move(seat, self.parsed(seat, "word", line))

    def parsed(self, seat: Seat, verb: str, rest: str) -> Move:
        return BOGGLE.text_ui.parse(verb, rest, self.look(seat), Reader(seat, NAMES))

    def time_up(self) -> list[Event]:
        """Let the clock run out."""
        due = BOGGLE.rules.deadline(self.state)
        assert due is not None
        self.now = max(self.now, due)
        self._take(BOGGLE.rules.time_up(self.state, self.context()))
        return self.events

    def leave(self, seat: Seat) -> list[Event]:
        self._take(BOGGLE.rules.left(self.state, seat, self.context()))
        return self.events

    def come(self, seat: Seat) -> list[Event]:
        """Somebody sits down at a seat that is free."""
        assert seat in BOGGLE.rules.free(self.state)
        self._take(BOGGLE.rules.joined(self.state, seat, self.context()))
        return self.events

    def refused(self, seat: Seat, move: Move) -> Refused:
        """Make a move that must be refused; nothing may change (G-2)."""
        before = self.state
        try:
            BOGGLE.rules.apply(self.state, seat, move, self.context())
        except Refused as refusal:
            assert self.state == before
            return refusal
        raise AssertionError(f"{move!r} was accepted")

    def round(self, *lists: str) -> list[Event]:
        """Each seat writes its list, in order, and time runs out."""
        for seat, words in zip(self.state.seats, lists, strict=False):
            if words:
                self.word(seat, words)
        return self.time_up()

    # --- looking -------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return BOGGLE.rules.is_over(self.state)

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def scores(self) -> Mapping[Seat, int]:
        return BOGGLE.scoring.scores(self.state)

    @property
    def winners(self) -> frozenset[Seat]:
        return BOGGLE.scoring.winners(self.state)

    def sheet(self, seat: Seat) -> Sheet:
        return self.state.sheet(seat)

    def list_of(self, seat: Seat) -> list[str]:
        """What stands on a player's list, as he wrote it."""
        return [written.word for written in self.sheet(seat).words]

    def graded(self, seat: Seat) -> Graded:
        """A list as it was read out."""
        assert self.state.reading is not None
        return next(each for each in self.state.reading.lists if each.seat == seat)

    def verdicts(self, seat: Seat) -> dict[str, Verdict]:
        """Every word of a list that was read out; one sent twice by its own verdict."""
        groups = self.graded(seat).groups
        return {
            word: group.verdict
            for group in groups
            if group.verdict is not Verdict.REPEAT
            for word in group.words
        }

    def points(self, seat: Seat) -> dict[str, int]:
        """The points of the words that scored."""
        groups = self.graded(seat).groups
        return {w: g.points for g in groups if g.verdict is Verdict.OK for w in g.words}

    def look(self, viewer: Viewer = SPECTATOR) -> View:
        return BOGGLE.views.look(self.state, viewer)

    def prompts(self) -> Mapping[Seat, Prompt]:
        return BOGGLE.rules.prompts(self.state)

    def verbs(self, seat: Seat) -> list[str]:
        prompt = self.prompts().get(seat)
        return [] if prompt is None else [move.verb.name for move in prompt.moves]

    def heard(self, viewer: Viewer) -> list[Any]:
        """What a viewer heard of the last step."""
        found = [BOGGLE.views.hear(event, viewer) for event in self.events]
        return [heard for heard in found if heard is not None]

    def told(self, viewer: Viewer, width: int = 79) -> list[str]:
        """What a viewer read of the last step."""
        reader = Reader(viewer, NAMES, width)
        return [line for heard in self.heard(viewer) for line in BOGGLE.text_ui.say(heard, reader)]

    def shown(self, viewer: Viewer, width: int = 79) -> list[str]:
        """What a viewer reads when he looks."""
        return drawn(BOGGLE.text_ui.draw(self.look(viewer), Reader(viewer, NAMES, width)), width)

    def asked(self, seat: Seat, width: int = 79) -> list[str]:
        """What a player reads of his prompt."""
        reader = Reader(seat, NAMES, width)
        return list(BOGGLE.text_ui.ask(self.prompts()[seat], self.look(seat), reader))

    def path(self, word: str, viewer: Viewer = SPECTATOR) -> Path:
        """The answer to `path WORD`."""
        reader = Reader(viewer, NAMES)
        found = BOGGLE.text_ui.answer("path", word, self.look(viewer), reader)
        assert isinstance(found, Path)
        return found

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of one kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[Any]) -> Any:
        """The only event of that kind in the last step."""
        (event,) = self.of(kind)
        return event

    def read(self) -> dict[Seat, Read]:
        """The lists that were read out in the last step."""
        return {event.seat: event for event in self.of(Read)}
