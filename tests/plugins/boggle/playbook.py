"""Playing Boggle in tests without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from parlour import (
    SPECTATOR,
    Lexicon,
    OptionValue,
    Seat,
    Step,
    Viewer,
)
from parlour_boggle import BOGGLE
from parlour_boggle.board import board_of
from parlour_boggle.heard import Begun, Event, Path, Read
from parlour_boggle.moves import Move, Next, TakeBack, Write
from parlour_boggle.state import Graded, Phase, Sheet, State, Verdict
from parlour_boggle.views import View
from parlour_kit import GameDriver, SmallList

A, B, C, D = Seat(1), Seat(2), Seat(3), Seat(4)
_FIRST = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jo")
NAMES: Mapping[Seat, str] = {Seat(n + 1): _FIRST[n % 10] + str(n // 10 or "") for n in range(20)}
"""ann, bob ... jo, ann1 ... jo1."""
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
    def __init__(self) -> None:
        super().__init__(())

    def __contains__(self, word: object) -> bool:
        raise Looked(str(word))

    def band(self, word: str) -> int | None:
        raise Looked(word)

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        raise Looked(str(length))


class Play(GameDriver[State, Move, Event, View, Any]):
    """A game that is driven move by move."""

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
        bots: tuple[Seat, ...] = (),
        version: str = "",
        **more: OptionValue,
    ) -> None:
        """Sit down and begin, on the board *rows*; *cube* is the challenge cube's cell.

        The seats are the first *seats*, or those that are *taken*.
        Without *rows* the board is what the cubes show, with another *first* another one.
        """
        self.rows, self.cube = rows, cube
        chosen = {**(options or {}), **more}
        super().__init__(
            BOGGLE,
            taken or seats,
            options=chosen,
            lexicon=lexicon,
            number=first,
            version=version,
            bots=bots,
        )

    def take(self, step: Step[State, Event]) -> list[Event]:
        """With each round that begins comes the board of the test."""
        super().take(step)
        if self.rows is not None and self.of(Begun):
            self.state = replace(self.state, board=board_of(self.rows, self.cube))
        return self.events

    # --- doing --------------------------------------------------------------------------

    def word(self, seat: Seat, words: str) -> list[Event]:
        return self.move(seat, Write(tuple(words.split())))

    def strike(self, seat: Seat, words: str) -> list[Event]:
        return self.move(seat, TakeBack(tuple(words.split())))

    def next(self, *seats: Seat) -> None:
        for seat in seats:
            self.move(seat, Next())

    def line(self, seat: Seat, line: str) -> list[Event]:
        """A line without a slash, as it is typed in a round."""
        return self.move(seat, self.parsed(seat, "word", line))

    def round(self, *lists: str) -> list[Event]:
        """Each seat writes its list, in order, and time runs out."""
        for seat, words in zip(self.state.seats, lists, strict=False):
            if words:
                self.word(seat, words)
        return self.time_up()

    # --- looking -------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def scores(self) -> Mapping[Seat, int]:
        return BOGGLE.scoring.scores(self.state)

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

    def path(self, word: str, viewer: Viewer = SPECTATOR) -> Path:
        """The answer to `path WORD`."""
        found = BOGGLE.text_ui.answer("path", word, self.look(viewer), self.reader(viewer))
        assert isinstance(found, Path)
        return found

    def read(self) -> dict[Seat, Read]:
        """The lists that were read out in the last step."""
        return {event.seat: event for event in self.of(Read)}
