"""What may happen: clues, picks, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from codewords.state import (
    KEY,
    OWNERS,
    TRAP,
    WORDS,
    Clue,
    CodeWordsOptions,
    Ended,
    Ending,
    Event,
    Given,
    Move,
    NewSpeaker,
    Pick,
    Picked,
    State,
    Stop,
    Stopped,
    Turn,
    word_list,
)
from parlour import (
    ChoiceArg,
    Context,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    TextArg,
    Verb,
    illegal,
)

CLUE: Final = Verb(
    "clue", "clue WORD NUMBER", "give a clue and say for how many words", label="Give the clue"
)
PICK: Final = Verb("pick", "pick WORD", "pick a word of your team")
STOP: Final = Verb("stop", "stop", "end your team's turn", label="End the turn", weight="final")
VERBS: Final = (CLUE, PICK, STOP)
TEAM: Final = Verb("team", "team TEXT", "talk to those who pick with you")
MOST: Final = 9
LONGEST: Final = 20
COMMON: Final = (
    *("animal", "travel", "kitchen", "history", "weather", "school", "music"),
    *("science", "family", "money", "clothing", "building", "nature", "danger"),
)
"""Clues that may nearly always be given: examples for programs."""


class CodeWordsRules(Rules[State, Move, Event]):
    """Two teams, each with a speaker who knows the key."""

    def start(self, setup: Setup[CodeWordsOptions], ctx: Context) -> Step[State, Event]:
        """Lay out the words. The first two players are the speakers."""
        rng = ctx.rng
        team = rng.randrange(2)
        key = [kind for kind, number in KEY for _ in range(number)] + [OWNERS[team]]
        rng.shuffle(key)
        words = tuple(sorted(rng.sample(word_list(), WORDS)))
        clock = setup.options.turn_seconds * 1000
        speakers = setup.seats[0], setup.seats[1]
        state = State(setup.seats, clock, words, tuple(key), speakers, team)
        return _begin(state, team, [], ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the speaker for a clue, then the others of the team for words."""
        if state.winner is not None:
            return {}
        if state.clue is None:
            examples = tuple(word for word in COMMON if clash(word, state.open) is None)
            word = TextArg("word", examples, label="Clue", letters=True, most=LONGEST)
            number = IntArg("number", 1, min(MOST, state.left(state.team)), label="For how many")
            spec = MoveSpec(CLUE, (word, number))
            return {state.speakers[state.team]: Prompt((spec,), CLUE.name, state.due)}
        pick = MoveSpec(PICK, (ChoiceArg("word", state.open),))
        moves = (pick, MoveSpec(STOP)) if state.picks else (pick,)
        return dict.fromkeys(state.pickers(state.team), Prompt(moves, PICK.name, state.due))

    def deadline(self, state: State) -> int | None:
        """Return the end of the turn, if a clock runs."""
        return None if state.winner is not None else state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Give a clue, pick a word, or stop."""
        giving = state.clue is None
        asked = (state.speakers[state.team],) if giving else state.pickers(state.team)
        if seat not in asked:
            raise Refused(MoveFault.NOT_YOUR_TURN, "It isn't your turn to do that.")
        if isinstance(move, Clue) != giving:
            text = (
                "Give a clue first." if giving else "The clue is given. Pick a word of the board."
            )
            raise illegal(text)
        match move:
            case Clue(word, number):
                return _give(state, seat, word, number, ctx)
            case Pick(word):
                return _pick(state, seat, word, ctx)
            case Stop():
                if not state.picks:
                    raise illegal("Pick at least one word first.")
                return _begin(state, 1 - state.team, [Stopped(state.team, seat)], ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """End the turn of a team that was too slow."""
        return _begin(state, 1 - state.team, [Stopped(state.team, None)], ctx)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Go on without a player. A team needs a speaker and somebody who picks."""
        team = state.seats.index(seat) % 2
        state = replace(state, gone=state.gone | {seat})
        if len(state.players(team)) < 2:
            return _over(state, 1 - team, Ending.LEFT, [])
        if state.speakers[team] != seat:
            return Step(state)
        new = state.players(team)[0]
        speakers = (new, state.speakers[1]) if team == 0 else (state.speakers[0], new)
        return Step(replace(state, speakers=speakers), (NewSpeaker(team, new),))


class CodeWordsScoring(Scoring[State]):
    """A point for each word of your team that is found."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the words found, the same for all players of a team."""
        found = [state.key.count(OWNERS[team]) - state.left(team) for team in (0, 1)]
        return {seat: found[n % 2] for n, seat in enumerate(state.seats)}

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the players of the winning team."""
        return frozenset(() if state.winner is None else state.seats[state.winner :: 2])

    def sides(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams."""
        return state.seats[0::2], state.seats[1::2]


def clash(clue: str, words: tuple[str, ...]) -> str | None:
    """Return the first of *words* that contains the clue or is part of it."""
    return next((word for word in words if word in clue or clue in word), None)


def _give(state: State, seat: Seat, word: str, number: int, ctx: Context) -> Step[State, Event]:
    if not (word.isascii() and word.isalpha() and word.islower() and len(word) <= LONGEST):
        text = f"A clue is one word of letters a to z, at most {LONGEST}."
        raise illegal(text)
    if not 1 <= number <= min(MOST, state.left(state.team)):
        raise illegal(f"Say a number from 1 to {state.left(state.team)}.")
    other = clash(word, state.open)
    if other is not None:
        raise illegal(f"{word} is too close to {other} on the board.")
    after = replace(
        state,
        clue=Clue(word, number),
        clues=(*state.clues, (state.team, word, number)),
        due=_due(state, ctx),
    )
    return Step(after, (Given(seat, word, number),))


def _pick(state: State, seat: Seat, word: str, ctx: Context) -> Step[State, Event]:
    if word not in state.open:
        raise illegal(f"{word[:LONGEST]} is not an open word of the board.")
    at, clue = state.words.index(word), state.clue
    assert clue is not None, "words are picked for a clue"
    owner = state.key[at]
    good = owner == OWNERS[state.team]
    events: list[Event] = [Picked(seat, word, owner, good)]
    state = replace(state, found=state.found | {at}, picks=state.picks + 1)
    if owner == TRAP:
        return _over(state, 1 - state.team, Ending.TRAP, events)
    for team in (state.team, 1 - state.team):
        if not state.left(team):
            return _over(state, team, Ending.FOUND, events)
    if good and state.picks <= clue.number:
        return Step(state, tuple(events))
    return _begin(state, 1 - state.team, events, ctx)


def _begin(state: State, team: int, events: list[Event], ctx: Context) -> Step[State, Event]:
    events.append(Turn(team, state.speakers[team]))
    after = replace(state, team=team, clue=None, picks=0, due=_due(state, ctx))
    return Step(after, tuple(events))


def _over(state: State, winner: int, why: Ending, events: list[Event]) -> Step[State, Event]:
    return Step(replace(state, winner=winner, due=None), (*events, Ended(winner, why)))


def _due(state: State, ctx: Context) -> int | None:
    return ctx.now + state.turn_ms if state.turn_ms else None
