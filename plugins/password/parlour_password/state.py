"""The position of a game of Password. Frozen values; what is secret does not print."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import msgspec

from parlour import Seat
from parlour_password.options import Terms

TOP: Final = 10
"""Where the dial begins (R-W-5)."""
GOOD: Final = 60
"""The points with which two players, who play together, have won. Two models of adults have about
85 on average with easy words, 70 with medium ones, and 60 with hard ones."""
MOST: Final = 120
"""The most that two can have: 10 for each of eight words, and 20 for each of two."""


class Phase(StrEnum):
    """What the game waits for, as everybody may know it."""

    CLUE = "clue"
    """The giver gives a clue. If they insist on one, only the two givers know."""
    GUESS = "guess"
    """The receivers of the last clue answer; in the challenge game, its opponents may speak."""
    CHANCE = "chance"
    """A receiver who said a form of the password may say the exact word (R-W-22)."""
    PAUSE = "pause"
    """A word is over. The next begins when all are ready or time is up."""
    WAITING = "waiting"
    """Somebody has left, and the game waits for a substitute (O-W-22)."""
    OVER = "over"


class Verdict(StrEnum):
    """What an answer was."""

    RIGHT = "right"
    """It is the password."""
    WRONG = "wrong"
    """It is another word."""
    FORM = "form"
    """A form of the password (R-W-22)."""
    PASSED = "passed"
    """The player guessed nothing."""
    SILENT = "silent"
    """Nothing came in time (O-W-10)."""


class Outcome(StrEnum):
    """How a word ended."""

    FOUND = "found"
    DIAL = "dial"
    """Ten clues, and nobody found it (R-W-8)."""
    FORM = "form"
    """Thrown out: the chance after a form was not used (R-W-22)."""
    CHALLENGE = "challenge"
    """A challenge decided it, one way or the other (O-W-7)."""
    LEFT = "left"
    """Thrown out: somebody left while it was in play."""


class Side(msgspec.Struct, frozen=True):
    """Who gives to whom. In the game of four `receivers` is one seat, the giver's partner."""

    giver: Seat
    """Who gives the clues."""
    receivers: tuple[Seat, ...]
    """Who guesses."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word to be played."""

    label: str
    """`A1` to `B5`, with three players `1` to `5`; the extra words of a tie are `A6`, `B6`, `6`.
    With `rotate_giver` the game goes before it: `2-1`."""
    word: str = field(repr=False)
    double: bool
    """Starred: it counts twice (R-W-11)."""
    sides: tuple[Side, ...]
    """In the order in which they give clues: two, or one with three players."""

    @property
    def givers(self) -> tuple[Seat, ...]:
        """Who sees the word."""
        return tuple(side.giver for side in self.sides)

    @property
    def receivers(self) -> tuple[Seat, ...]:
        """Who is to find it."""
        return tuple(seat for side in self.sides for seat in side.receivers)


class Answer(msgspec.Struct, frozen=True):
    """An answer that has been given out."""

    seat: Seat
    """Who answered."""
    text: str | None
    """The answer, in small letters without accents; None if there was none."""
    verdict: Verdict
    """What the answer was."""


class Given(msgspec.Struct, frozen=True):
    """A clue of the word in play, or the loss of one; public."""

    giver: Seat
    """Who gave the clue."""
    dial: int
    """What the dial showed."""
    text: str | None
    """The clue as it was typed; None: it was lost."""
    answers: tuple[Answer, ...] = ()
    """What has been given out, in the order of arrival."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that is held back (O-W-6, O-W-17). Only its sender knows it."""

    seat: Seat
    text: str | None = field(repr=False)
    """The folded answer; None: they pass."""
    at: int
    """Table time of its arrival, in ms."""


@dataclass(frozen=True, slots=True)
class Plea:
    """A clue that the referee refused and its giver insists on. Only the two givers know it."""

    giver: Seat
    text: str = field(repr=False)
    kin: str
    """`part`, `form` or `near`: what the referee takes it for."""


class Done(msgspec.Struct, frozen=True):
    """A word that is over; public."""

    word: Word
    outcome: Outcome
    scorers: tuple[Seat, ...]
    """Who gets the points; two with three players who answered at the same time."""
    points: int
    """For each of them; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game. Tuples that go by player are in the order of `seats`."""

    terms: Terms
    seats: tuple[Seat, ...]
    """Who plays: four, or three in the game of three."""
    teams: tuple[tuple[Seat, Seat], ...]
    """Two teams (an A player, a B player); one in the game of two, none in that of three."""
    words: tuple[Word, ...] = field(repr=False)
    """All words of the game in order, those to come too."""
    extra: tuple[Word, ...] = field(repr=False)
    """Words in reserve for a tie; empty if none will be played."""
    scores: tuple[int, ...]
    at: int = 0
    """The word in play, an index into `words`; in a pause the one that is over."""
    phase: Phase = Phase.CLUE
    dial: int = TOP
    side: int = 0
    """Whose clue it is or was, an index into `sides` of the word."""
    given: tuple[Given, ...] = ()
    """The clues of this word so far."""
    plea: Plea | None = field(default=None, repr=False)
    sealed: tuple[Sealed, ...] = field(default=(), repr=False)
    """Answers to the last clue that are held back, in the order of arrival."""
    waived: frozenset[Seat] = field(default=frozenset(), repr=False)
    """Opponents who let the last clue stand."""
    chance: Seat | None = None
    """Who may say the exact word once more."""
    pressed: frozenset[Seat] = frozenset()
    """Who is ready for the next word; while waiting, who wants to go on as three."""
    gone: frozenset[Seat] = frozenset()
    """Seats whose players have left and that nobody has taken."""
    without: tuple[tuple[Seat, int], ...] = ()
    """Who left before it became a game of three, with their points."""
    done: tuple[Done, ...] = ()
    due: int | None = None
    """Table time, in ms, at which the clue, the answer, the pause or the wait ends."""
    open: bool = False
    """Can the last clue be challenged now (O-W-6)?"""
    window: int | None = None
    """Table time at which that ends; None if there is no clock for it."""
    first: bool = False
    """Is it played by the first version of the rules, which knew fewer spellings (O-W-14)?"""
    closing: int | None = field(default=None, repr=False)
    """Table time at which a right answer ends the word of three (O-W-17). Nobody knows of it."""

    @property
    def word(self) -> Word:
        """Return the word in play, or the last one."""
        return self.words[self.at]

    @property
    def in_play(self) -> bool:
        """Return whether a word is in play, so that talk is closed (O-W-16)."""
        return self.phase in (Phase.CLUE, Phase.GUESS, Phase.CHANCE)

    @property
    def turn(self) -> Side:
        """Return who gives to whom now."""
        return self.word.sides[self.side]

    @property
    def present(self) -> tuple[Seat, ...]:
        """Return the seats with a player."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """Return the players who are here and have not said that they want to go on."""
        return tuple(seat for seat in self.present if seat not in self.pressed)

    @property
    def is_last(self) -> bool:
        """Return whether no word is left after this one."""
        return self.at + 1 == len(self.words)

    @property
    def is_played(self) -> bool:
        """Return whether all words are over."""
        return len(self.done) == len(self.words)

    @property
    def parties(self) -> tuple[tuple[Seat, ...], ...]:
        """The teams, or with three those who receive (O-W-26)."""
        receivers = {seat for word in self.words for seat in word.receivers}
        return self.teams or tuple((seat,) for seat in self.seats if seat in receivers)

    @property
    def leaders(self) -> tuple[tuple[Seat, ...], ...]:
        """The teams that are ahead, or the single players; several if they are equal.

        With two, they are ahead if their score is good. With three, a giver who never receives
        competes with nobody (O-W-26), and who has left does not any more.
        """
        points = dict(zip(self.seats, self.scores, strict=True))
        parties = [party for party in self.parties if self.teams or party[0] not in self.gone]
        totals = [sum(points[seat] for seat in party) for party in parties]
        best = max(GOOD, *totals) if self.of_two else max(totals)
        return tuple(party for party, total in zip(parties, totals, strict=True) if total == best)

    @property
    def others(self) -> Side | None:
        """The side that does not give now; None if only one does."""
        sides = self.word.sides
        return sides[1 - self.side] if len(sides) > 1 else None

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """Who may challenge a clue of this turn, if it can be challenged: nobody without another
        team (O-W-24).
        """
        if self.others is None:
            return ()
        return (self.others.giver, *self.others.receivers)

    @property
    def voter(self) -> Seat | None:
        """Who decides about a clue that the giver at turn insists on; None: nobody can."""
        return self.others.giver if self.others is not None and self.terms.clue_vote else None

    @property
    def clue(self) -> str:
        """The last clue; empty if there is none, or if it was lost."""
        return (self.given[-1].text or "") if self.given else ""

    def has_answered(self, seat: Seat) -> bool:
        """Is an answer of *seat* to the last clue sealed?"""
        return any(sealed.seat == seat for sealed in self.sealed)

    @property
    def is_answered(self) -> bool:
        """Are all answers to the last clue in?"""
        return all(self.has_answered(seat) for seat in self.turn.receivers)

    @property
    def answering(self) -> tuple[Seat, ...]:
        """Who may say now what the password is."""
        if self.chance is not None:
            return (self.chance,)
        if self.phase is not Phase.GUESS:
            return ()
        return tuple(seat for seat in self.turn.receivers if not self.has_answered(seat))

    @property
    def of_three(self) -> bool:
        """Is it the game of three?"""
        return not self.teams

    @property
    def of_two(self) -> bool:
        """Do two play together, as one team?"""
        return len(self.teams) == 1

    @property
    def of_four(self) -> bool:
        """Do two teams play?"""
        return len(self.teams) == 2

    def may_stop(self, seat: Seat) -> bool:
        """Return whether *seat* may end the wait for a substitute."""
        return all(seat in (self.partners(gone) or self.seats) for gone in self.gone)

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other player of that team, or nobody in the game of three."""
        return tuple(each for team in self.teams if seat in team for each in team if each != seat)
