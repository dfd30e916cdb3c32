"""One game being played: prompts and their numbers, the clock, the end, and faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from parlour.api import AnyGame, MoveSpec, OptionValue, Prompt, Refused, Seat, Setup
from parlour.engine import match as matches
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.record import encode_move
from tests.games.brittle import BRITTLE, SECRET, Snap
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules, HuntScoring
from tests.games.hunt.state import HIDE, Cheer, Hide, Note, State, Tried, Try

ANN, BOB, CY = Seat(1), Seat(2), Seat(4)
OPTIONS: dict[str, OptionValue] = {
    "top": 9,
    "seconds": 60,
    "answers": "warm",
    "cheers": True,
    "first": "lowest",
    "broken": "nothing",
}


def begin(game: AnyGame = HUNT, *, with_bot: bool = False, **options: OptionValue) -> Match:
    """A game of three, with gaps between their seats; with a bot for the last one."""
    seats, bots = (ANN, BOB, CY), {CY: game.bots[0]} if with_bot else {}
    new = Match(game=game, seats=seats, bots=bots, seed=b"seed")
    return matches.start(new, Setup(seats, OPTIONS | options))[0]


def do(match: Match, seat: Seat, move: Any, at: int = 0) -> matches.NextMatch:
    return matches.move(match, seat, encode_move(move), at)


def hunting() -> Match:
    """All have hidden: ann 3, bob 5, cy 7."""
    match = begin()
    for seat, number in ((ANN, 3), (BOB, 5), (CY, 7)):
        match, _ = do(match, seat, Hide(number), 1000)
    return match


def of_type(happened: tuple[h.Happening, ...], kind: type[Any]) -> list[Any]:
    return [news for news in happened if isinstance(news, kind)]


def test_a_game_begins_with_its_prompts_its_scores_and_its_deadline() -> None:
    """Each seat's first prompt is number 1."""
    new = Match(game=HUNT, seats=(ANN, BOB), bots={}, seed=b"")
    match, happened = matches.start(new, Setup((ANN, BOB), OPTIONS))
    assert [(news.seat, news.number) for news in of_type(happened, h.Prompted)] == [(1, 1), (2, 1)]
    assert of_type(happened, h.ScoresChanged) == [h.ScoresChanged({ANN: 0, BOB: 0}, final=False)]
    assert (match.deadline, match.now, match.steps) == (60_000, 0, 1)


def test_prompts_are_numbered_seat_by_seat_and_stay_open_while_they_say_the_same() -> None:
    """One that was answered is renewed even so: the same move sent twice with its prompt's number
    counts once. Another seat's move, or an event that is nobody else's business, renews none.
    """
    match, happened = do(begin(), ANN, Hide(3))
    assert of_type(happened, h.Prompted) == []
    assert of_type(happened, h.Unasked) == [h.Unasked(ANN, 1)]
    assert match.prompts[BOB].number == 1
    match = hunting()
    before = match.prompts
    noted, happened = do(match, BOB, Note("x"), 1000)
    assert noted.prompts[BOB].prompt == before[BOB].prompt
    assert noted.prompts[BOB].number == before[BOB].number + 1
    assert [news.seat for news in of_type(happened, h.Prompted)] == [BOB]
    assert all(noted.prompts[seat] == before[seat] for seat in (ANN, CY))
    cheered, happened = do(match, BOB, Cheer("softly"), 2000)
    assert [type(news) for news in happened] == [h.Occurred, h.Prompted]
    assert (cheered.deadline, cheered.scores) == (match.deadline, match.scores)


def test_a_refused_move_uses_up_no_luck() -> None:
    """Luck is derived from the step, and a refusal is none. Rules may refuse to begin, too."""
    match = begin()
    with pytest.raises(Refused):
        do(match, ANN, Hide(10))
    hidden = matches.time_up(match, 60_000)[0].state.numbers
    assert hidden == matches.time_up(begin(), 60_000)[0].state.numbers
    with pytest.raises(Refused, match="raise top"):
        begin(top=2)


def test_when_the_game_is_over_no_time_is_up_any_more() -> None:
    assert matches.end(begin(), "aborted", 0)[0].due is None


def test_the_time_is_called_before_a_deadline_unless_the_span_is_hardly_longer() -> None:
    """Not for a span of less than twice the call."""
    game = replace(HUNT, calls=(10, 30))
    assert begin(game).calls == (30, 10)
    assert begin(game, seconds=59).calls == (10,)
    assert begin(game, seconds=19).calls == ()
    match, happened = matches.call_time(begin(game), 30, 30_000)
    assert happened == (h.TimeCalled(30_000),)
    assert (match.calls, match.now) == ((10,), 30_000)


def test_calls_begin_anew_with_a_new_deadline_only() -> None:
    """A move that leaves the deadline where it was leaves the calls as well. Without one
    nothing is called.
    """
    match, _ = matches.call_time(begin(), 10, 50_000)
    assert do(match, ANN, Hide(3), 51_000)[0].calls == ()
    again = matches.call_time(hunting(), 10, 51_000)[0]
    after, _ = do(again, ANN, Try(BOB, 4), 52_000)
    assert (after.calls, after.deadline) == ((10,), 112_000)
    match, _ = do(begin(BRITTLE), ANN, Snap("endless"))
    assert (match.deadline, match.calls) == (None, ())


def test_a_bot_remembers_what_its_seat_heard_and_no_more() -> None:
    """Its memory is a fold of heard events."""
    match = begin(with_bot=True)
    for seat, number in ((ANN, 3), (BOB, 5), (CY, 7)):
        match, _ = do(match, seat, Hide(number))
    match, _ = do(match, ANN, Note("a secret"))
    assert match.memories == {CY: ()}
    match, _ = do(match, ANN, Try(BOB, 4))
    assert match.memories == {CY: (Tried(ANN, BOB, 4, "higher"),)}


def test_whatever_a_plugin_raises_is_a_fault_of_the_game() -> None:
    """Its bot over news, its rules over who has left, or a move that its `move_type` does not fit.
    The others are in tests/house/test_faults.py.
    """
    with pytest.raises(GameFault, match=r"SnappedError in BrittleBot\.hear") as caught:
        do(begin(BRITTLE, with_bot=True), ANN, Snap("bothear"))
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is not None
    match, _ = do(begin(BRITTLE), ANN, Snap("left"))
    with pytest.raises(GameFault):
        matches.left(match, BOB, 1000)
    with pytest.raises(GameFault):
        do(begin(), ANN, Snap("nothing"))


def test_a_match_that_is_printed_shows_nothing_hidden() -> None:
    """It may be in a log: no state, no seed, no memory. What happened shows neither the event
    nor the prompt.
    """
    assert repr(hunting()) == "<Match of hunt, step 4, going on>"
    assert repr(matches.end(hunting(), "aborted", 0)[0]) == "<Match of hunt, step 4, aborted>"
    assert repr(h.Occurred("LANTERN")) == "Occurred()"
    asked = h.Prompted(ANN, 2, Prompt((MoveSpec(HIDE),)))
    assert repr(asked) == "Prompted(seat=1, number=2)"


class OddRules(HuntRules):
    """Answer with what cannot be, once a move was made."""

    def __init__(self, **odd: Any) -> None:
        self.odd = odd

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return self.odd["prompts"] if state.numbers and "prompts" in self.odd else {}

    def deadline(self, state: State) -> int | None:
        return self.odd.get("deadline") if state.numbers else None

    def is_over(self, state: State) -> bool:
        return bool(state.numbers) and bool(self.odd.get("over"))


class OddScoring(HuntScoring):
    def __init__(self, **odd: Any) -> None:
        self.odd = odd

    def scores(self, state: State) -> Mapping[Seat, int]:
        return self.odd.get("scores", {}) if state.numbers else {}

    def winners(self, state: State) -> frozenset[Seat]:
        return frozenset(self.odd["winners"])


@pytest.mark.parametrize(
    "odd",
    [
        {"prompts": {1: "say something"}},
        {"prompts": {9: Prompt((MoveSpec(HIDE),))}},
        {"prompts": None},
        {"deadline": "soon"},
        {"deadline": 2.5},
        {"deadline": 10**400},
        {"scores": {1: "many"}},
        {"scores": {"ann": 1}},
        {"scores": {1: 10**400}},
        {"over": True, "winners": frozenset({"ann"})},
    ],
    ids=str,
)
def test_what_a_plugin_returns_is_not_believed_to_be_what_it_should(odd: dict[str, Any]) -> None:
    """What is shown, sorted, stored and waited for must not fail the host later."""
    game = replace(HUNT, rules=OddRules(**odd), scoring=OddScoring(**odd))
    with pytest.raises(GameFault, match=r"TypeError|AttributeError"):
        do(begin(game), ANN, Hide(3))
