"""A word from its beginning to its end, and what comes after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import MoveFault, Refused, Seat
from parlour_password.builder import Builder
from parlour_password.catalogue import _
from parlour_password.heard import Begun, ClueLost, Ended, Pressed, Secret, WordOver
from parlour_password.scoring import leaders
from parlour_password.state import TOP, Done, Given, Outcome, Phase, State

BOTTOM: Final = 1
"""What the dial shows for the tenth clue (R-W-8)."""


def begin(d: Builder, at: int) -> None:
    """The word number *at* is played; its givers see it, nobody else (R-W-3, O-W-15)."""
    state = d.state = replace(d.state, at=at, dial=TOP, side=0, given=())
    word = state.word
    d.tell(Begun(word.label, at + 1, len(state.words), word.double, word.sides, TOP))
    d.tell(Secret(word.label, word.word, word.givers))
    _ask_for_clue(d)


def turn_to(d: Builder, phase: Phase, due: int | None) -> None:
    """Wait for something else until *due*; of what was waited for before nothing is left."""
    d.state = replace(
        d.state,
        phase=phase,
        plea=None,
        sealed=(),
        waived=frozenset(),
        chance=None,
        pressed=frozenset(),
        due=due,
        open=False,
        window=None,
        closing=None,
    )


def _ask_for_clue(d: Builder) -> None:
    turn_to(d, Phase.CLUE, d.after(d.state.terms.clue_seconds))


def next_clue(d: Builder) -> None:
    """Nobody has guessed it: lower the dial and let the other side play (R-W-6, R-W-8)."""
    state = d.state
    if state.dial == BOTTOM:
        end_word(d, Outcome.DIAL)
        return
    side = (state.side + 1) % len(state.word.sides)
    d.state = replace(state, dial=state.dial - 1, side=side)
    _ask_for_clue(d)


def lose_clue(d: Builder, why: str) -> None:
    """Take the clue from the giver, because of the `time` or as `illegal` (O-W-5, O-W-11)."""
    state = d.state
    giver = state.turn.giver
    d.state = replace(state, given=(*state.given, Given(giver, state.dial, None)))
    d.tell(ClueLost(giver, why, state.dial))
    next_clue(d)


def worth(state: State) -> int:
    """Return what the word is worth now: the dial, twice if it is starred (R-W-7, R-W-11)."""
    return state.dial * 2 if state.word.double else state.dial


def end_word(d: Builder, outcome: Outcome, scorers: tuple[Seat, ...] = ()) -> None:
    """End the word and show it to all (O-W-21). The next one follows after a pause."""
    points = worth(d.state) if scorers else 0
    d.book(scorers, points)
    state = d.state
    word = state.word
    done = (*state.done, Done(word, outcome, scorers, points))
    state = d.state = _with_extra(replace(state, done=done))
    d.tell(
        WordOver(
            label=word.label,
            word=word.word,
            outcome=outcome,
            scorers=scorers,
            points=points,
            seats=state.seats,
            scores=state.scores,
            teams=state.teams,
        )
    )
    if state.is_last:
        end_game(d, "played")
    else:
        pause(d)


def _with_extra(state: State) -> State:
    """One more word each way if all have been played and nobody is ahead (O-W-18)."""
    tie = state.is_last and not state.gone and len(leaders(state)) > 1
    return replace(state, words=(*state.words, *state.extra), extra=()) if tie else state


def pause(d: Builder) -> None:
    """The next word begins when all are ready, or time is up."""
    turn_to(d, Phase.PAUSE, d.after(d.state.terms.pause_seconds))


def press(d: Builder, seat: Seat) -> None:
    """A player is ready for the next word."""
    if d.state.in_play:
        raise Refused(MoveFault.ILLEGAL, _("You can't skip a word in play."))
    if d.state.phase is not Phase.PAUSE:
        text = _("The next word can't start until there are enough players.")
        raise Refused(MoveFault.ILLEGAL, text)
    if seat in d.state.pressed:
        text = _("You have already <<typed next|said so>>. Wait for the others.")
        raise Refused(MoveFault.ILLEGAL, text)
    state = d.state = replace(d.state, pressed=d.state.pressed | {seat})
    if state.waited_for:
        d.tell(Pressed(seat, state.waited_for))
    else:
        begin(d, state.at + 1)


def end_game(d: Builder, reason: str) -> None:
    """The game is over, and what it has hidden is shown (R-W-13, G-8)."""
    turn_to(d, Phase.OVER, None)
    state = d.state
    hidden = (*state.words[len(state.done) :], *state.extra)
    unplayed = tuple(word.word for word in hidden)
    d.tell(Ended(reason, state.teams, state.seats, state.scores, unplayed))
