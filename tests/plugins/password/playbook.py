"""Playing Password in tests without a host: state in, move in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from parlour import (
    Lexicon,
    OptionValue,
    Refused,
    Seat,
)
from parlour.lexicons import load_english
from parlour_kit import GameDriver
from parlour_password import PASSWORD
from parlour_password.heard import Event, Secret
from parlour_password.moves import (
    Agree,
    Challenge,
    Clue,
    Guess,
    Insist,
    Move,
    Next,
    Object,
    Pass,
    Stop,
    Three,
    Waive,
)
from parlour_password.state import Done, Phase, State, Word
from parlour_password.views import View

A, B, C, D = Seat(1), Seat(2), Seat(3), Seat(4)
WORDS = (
    *("castle", "ocean", "stolen", "monkey", "chemistry"),
    *("doghouse", "mouse", "teacher", "butter", "window"),
    *("garden", "pencil", "thunder", "orange", "ladder"),
)
"""The words of most tests, in the order in which they are played; `castle` is the first."""
EXTRA = ("velvet", "dragon", "cactus")
"""For a tie."""


ENGLISH = load_english()
"""The list of the box: nearly every clue of these tests stands in it and cannot be challenged."""


class Play(GameDriver[State, Move, Event, View, Any]):
    """A game that is driven move by move.

    Team 1 begins; with three, seat 1 gives, and the other giver may allow a clue, unless options
    say something else.
    """

    def __init__(
        self,
        seats: int = 4,
        *,
        words: Sequence[str] | None = WORDS,
        taken: Sequence[Seat] | None = None,
        lexicon: Lexicon | None = ENGLISH,
        lists: Mapping[str, Lexicon] | None = None,
        first: int = 0,
        bots: Iterable[Seat] = (),
        **options: OptionValue,
    ) -> None:
        """Sit down and begin; *words* take the place of those dealt, and *bots* are no people.

        Without *words* they are the deck's, with another *first* other ones.
        """
        usual: dict[str, OptionValue] = {"starting_team": "1", "giver": 1, "clue_vote": True}
        super().__init__(
            PASSWORD,
            taken or seats,
            options={**usual, **options},
            lexicon=lexicon,
            lists=lists,
            number=first,
            bots=bots,
        )
        if words is not None:
            self.put(words)

    def put(self, words: Sequence[str]) -> None:
        """Let *words* be those of the game."""
        state = self.state
        self.state = replace(
            state, words=_exchanged(state.words, words), extra=_exchanged(state.extra, EXTRA)
        )
        self.events = [
            replace(event, word=self.word.word) if isinstance(event, Secret) else event
            for event in self.events
        ]

    # --- doing --------------------------------------------------------------------------

    def move(self, seat: Seat, move: Move, *, after: int = 0) -> list[Event]:
        """Make a move that must be accepted, *after* so many ms."""
        self.now += after
        return super().move(seat, move)

    def clue(self, text: str) -> list[Event]:
        """The giver at turn gives a clue."""
        return self.move(self.giver, Clue(text))

    def insist(self, text: str) -> list[Event]:
        return self.move(self.giver, Insist(text))

    def agree(self, seat: Seat) -> list[Event]:
        return self.move(seat, Agree())

    def object(self, seat: Seat) -> list[Event]:
        return self.move(seat, Object())

    def guess(self, text: str, seat: Seat | None = None, *, after: int = 0) -> list[Event]:
        """*seat* guesses, or the receiver who is first asked."""
        return self.move(
            self.state.answering[0] if seat is None else seat, Guess(text), after=after
        )

    def decline(self, *seats: Seat) -> None:
        """These pass, or all who are asked."""
        for seat in seats or self.state.answering:
            self.move(seat, Pass())

    def challenge(self, seat: Seat) -> list[Event]:
        return self.move(seat, Challenge())

    def waive(self, *seats: Seat) -> None:
        for seat in seats:
            self.move(seat, Waive())

    def next(self, *seats: Seat) -> None:
        """These want to go on, or all."""
        for seat in seats or self.state.waited_for:
            self.move(seat, Next())

    def three(self, *seats: Seat) -> None:
        for seat in seats:
            self.move(seat, Three())

    def stop(self, seat: Seat) -> list[Event]:
        return self.move(seat, Stop())

    def miss(self, times: int = 1) -> None:
        """So many clues bring nothing."""
        for _ in range(times):
            self.clue("thing")
            if self.state.open:
                self.waive(*self.state.opponents)
            self.decline()

    def find(self, seat: Seat | None = None) -> None:
        """A clue, and the receiver, or *seat*, finds the word at once; others pass."""
        self.clue("thing")
        if self.state.open:
            self.waive(*self.state.opponents)
        for each in self.state.answering:
            if seat in (None, each):
                self.guess(self.word.word, each)
            else:
                self.decline(each)

    def skip(self, words: int = 1) -> None:
        """So many words bring nobody anything; the next one begins, if there is one."""
        for _ in range(words):
            self.miss(self.state.dial)
            if self.phase is Phase.PAUSE:
                self.next()

    def refused(self, seat: Seat, move: Move) -> Refused:
        """Make a move that must be refused, in plain letters; nothing may change (G-2)."""
        refusal = super().refused(seat, move)
        assert refusal.text.isascii()
        return refusal

    def refused_clue(self, text: str) -> str:
        """Why the giver at turn cannot give *text*."""
        return self.refused(self.giver, Clue(text)).text

    # --- looking -------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def word(self) -> Word:
        return self.state.word

    @property
    def giver(self) -> Seat:
        return self.state.turn.giver

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat."""
        return tuple(PASSWORD.scoring.scores(self.state).values())

    @property
    def last(self) -> Done:
        """The word that was over last."""
        return self.state.done[-1]

    def kinds(self) -> list[str]:
        """What happened in the last step, by name."""
        return [event.name for event in self.events]


def _exchanged(old: Sequence[Word], new: Sequence[str]) -> tuple[Word, ...]:
    return tuple(replace(word, word=text) for word, text in zip(old, new, strict=False))
