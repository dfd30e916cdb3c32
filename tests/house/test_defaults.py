"""A game that uses every default of the contract, as people and programs play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_

from parlour import (
    Cell,
    Context,
    Grid,
    Heard,
    Nobody,
    Prompt,
    Reader,
    Row,
    Rules,
    Scene,
    Scoring,
    Seat,
    Step,
    TextUI,
    Verb,
    lines_for,
    plain,
    wrapped,
)
from parlour.features.ratings.state import Ladders
from parlour.plugins._check import game_faults
from parlour.records import export, verify
from parlour_kit import GameDriver, Match, Trial, check_all
from tests.games.sticks import STICKS, Sticks, SticksRules, SticksScoring, SticksText, Take, Taken
from tests.house.scene import Party, archived, known, new_host, ok

FOUR = ("ann", "bob", "cy", "dee")
ANN, BOB, CY, DEE = map(Seat, range(1, 5))


class Pairs(SticksScoring):
    """Who sits opposite plays together."""

    def sides(self, state: Sticks) -> Sequence[Sequence[Seat]]:
        return ((ANN, CY), (BOB, DEE))


def party(*players: str, scoring: Scoring[Sticks] | None = None) -> Party:
    game = replace(STICKS, scoring=scoring or STICKS.scoring)
    return Party(*players, host=new_host({"sticks": game}), game="sticks")


def test_people_play_it_by_lines() -> None:
    """They read what is asked, and what would be right."""
    table = party("ann", "bob")
    assert STICKS.title == "Sticks"
    assert table["ann"].send("5") == [
        "5 isn't a number from 1 to 3. Type: take NUMBER (number: 1 to 3)"
    ]
    assert table["bob"].send("2") == ["It isn't your turn, and 2 isn't a command."]
    table["ann"].send("take 3")
    assert table["bob"].take() == [
        "ann takes 3.",
        "|" * table.room.table.last_match.state.left,
        "Your turn: take NUMBER (number: 1 to 3)",
    ]
    for name, line in zip(("bob", "ann") * 6, ["1", "Take 1."] * 6, strict=True):
        if table.room.table.playing:
            table[name].send(line)
    match = table.room.table.last_match
    assert (match.ended, match.winners) == ("finished", (match.state.seats[-1],))


@pytest.mark.parametrize(
    ("players", "scoring", "winners", "told"),
    [
        (2, None, (BOB,), "bob wins"),
        (4, None, (BOB, CY, DEE), "bob, cy and dee win"),
        (4, Pairs(), (BOB, DEE), "bob and dee win"),
    ],
)
def test_without_left_the_game_ends_and_who_stays_has_won(
    players: int, scoring: Scoring[Sticks] | None, winners: tuple[Seat, ...], told: str
) -> None:
    """Live, in the archive, and from its record after a restart; but for the leaver's side."""
    table = party(*FOUR[:players], scoring=scoring)
    table["ann"].send("2", "/leave yes")
    assert f"Game over: {told}." in " ".join(table["bob"].take())
    live = table.room.table.last_match
    assert (live.ended, live.winners, live.prompts) == ("finished", winners, {})
    kept = archived(table.host)
    assert (kept.reason, kept.winners) == ("finished", winners)
    table.restart()
    again = table.room.table.last_match
    assert (again.ended, again.winners) == ("finished", winners)


class _GoOn(SticksRules):
    """The others play on without a player who leaves, and take their place again."""

    def left(self, state: Sticks, seat: Seat, ctx: Context) -> Step[Sticks, Taken]:
        return Step(replace_(state, seats=tuple(each for each in state.seats if each != seat)))

    def free(self, state: Sticks) -> tuple[Seat, ...]:
        return tuple(seat for seat in (ANN, BOB, CY) if seat not in state.seats)

    def joined(self, state: Sticks, seat: Seat, ctx: Context) -> Step[Sticks, Taken]:
        return Step(replace_(state, seats=(*state.seats, seat)))


class _Led(Scoring[Sticks]):
    """Ann leads, then Bob."""

    def scores(self, state: Sticks) -> Mapping[Seat, int]:
        return {ANN: 3, BOB: 2, CY: 1}


class _Own(_Led):
    """A game that says itself who wins."""

    def winners(self, state: Sticks) -> frozenset[Seat]:
        return frozenset({ANN})


@pytest.mark.parametrize(("scoring", "winners"), [(_Led(), {BOB}), (_Own(), {ANN})])
def test_by_default_who_has_left_does_not_win(scoring: _Led, winners: set[Seat]) -> None:
    """At a host, in a driver and in a match; unless the game says so, or somebody is back.

    A record of a host that counted otherwise is still good.
    """
    game = replace(STICKS, rules=_GoOn(), scoring=scoring)
    table = Party(*FOUR[:3], host=new_host({"sticks": game}), game="sticks")
    table["ann"].send("2", "/leave yes")
    while table.room.table.playing:
        table["bob"].send("1")
        table["cy"].send("1")
    assert table.room.table.last_match.winners == tuple(winners)
    kept = archived(table.host)
    assert kept.winners == tuple(winners)
    for each, verdict in ((tuple(winners), "good"), ((ANN,), "good"), ((CY,), "bad")):
        record = export(replace_(kept, winners=each))  # ann had won until 0.7
        assert verify(record, {"sticks": game}, {}).verdict == verdict
    driver, match = GameDriver(game, seats=3), Match(game, 3)
    driver.leave(ANN)
    match.leave(ANN)
    while not match.over:
        match.random_step()
    assert match.winners == winners
    assert driver.winners == winners
    driver.join(ANN)
    assert driver.winners == {ANN}


def test_if_nobody_stays_the_most_points_win() -> None:
    driver = GameDriver(replace(STICKS, rules=_GoOn(), scoring=_Led()), seats=3)
    for seat in (ANN, BOB, CY):
        driver.leave(seat)
    assert driver.winners == {ANN}


def test_who_leaves_is_rated_as_having_lost() -> None:
    host = new_host({"sticks": STICKS})
    names = ("ann", "bob")
    table = Party(*names, host=host, game="sticks", programs=names, start=False)
    for name in names:
        ok(table[name], "register correct horse")
    ok(table["ann"], "start", "take 1", "leave")
    ladders = table.host.house.state(Ladders)
    ann, bob = (ladders.of("sticks", known(table.host, name).number) for name in names)
    assert ann.points < 1000 < bob.points


def test_a_driver_and_a_match_end_it_in_the_same_way() -> None:
    game = GameDriver(STICKS, seats=3)
    assert game.leave(BOB) == []
    assert game.over
    assert game.winners == {ANN, CY}
    assert not game.prompts()
    match = Match(STICKS, 3)
    match.leave(CY)
    assert match.over
    assert match.winners == {ANN, BOB}
    assert not match.asked


def test_the_most_points_win_or_the_fewest_and_equals_share() -> None:
    class Points(SticksScoring):
        def scores(self, state: Sticks) -> Mapping[Seat, int]:
            return {ANN: 3, BOB: -1, CY: 3}

    class Fewest(Points):
        lower_wins = True

    class Pointless(Points):
        def scores(self, state: Sticks) -> Mapping[Seat, int]:
            return {}

    state = Sticks(0, (ANN, BOB, CY))
    assert Points().winners(state) == {ANN, CY}
    assert Fewest().winners(state) == {BOB}
    assert Pointless().winners(state) == frozenset()


def test_a_clock_rings_at_the_earliest_due_of_the_prompts() -> None:
    """A prompt may have no clock; a game that never rings has none, whatever its prompts say."""

    class Due(SticksRules):
        def prompts(self, state: Sticks) -> Mapping[Seat, Prompt]:
            return dues

    class Rings(Due):
        def time_up(self, state: Sticks, ctx: Context) -> Step[Sticks, Taken]:
            return Step(state)

    state = Sticks(1, (ANN,))
    dues = {ANN: Prompt((), due=9), BOB: Prompt((), due=7), CY: Prompt(())}
    assert (Rings().deadline(state), Due().deadline(state)) == (7, None)
    dues = {ANN: Prompt(())}
    assert Rings().deadline(state) is None
    dues = {}
    assert Rings().deadline(state) is None


def test_an_event_is_called_like_its_class() -> None:
    class HandOver(Heard):
        pass

    class Bid2(HandOver):
        pass

    class Other(HandOver):
        name = "played"

    class Last(Other):
        pass

    named = (HandOver, HandOver(), Bid2(), Other(), Last())
    assert [each.name for each in named] == ["hand_over", "hand_over", "bid2", "played", "played"]
    assert Taken(ANN, 1).name == "taken"


def test_a_sentence_is_wrapped_and_an_empty_one_is_no_line() -> None:
    class Tells(SticksText):
        def sentence(self, heard: Taken, reader: Reader) -> str:
            return "Nothing is as it was. " * heard.number

    reader = Reader(ANN, {ANN: "ann"}, width=40)
    assert len(Tells().say(Taken(ANN, 3), reader)) == 2
    assert Tells().say(Taken(ANN, 0), reader) == ()


def test_drawings_and_sentences_become_lines_in_their_order() -> None:
    """Blocks one after the other are one drawing. Nothing is no line."""
    reader = Reader(ANN, {ANN: "ann"}, width=40)
    row = Grid("Row", (Row((Cell("a"), Cell("b"))),))
    parts = ("Look: " + "long " * 9, row, replace_(row, beside=True), "", "Done.")
    drawn = plain(Scene((row, replace_(row, beside=True))), 40)
    assert lines_for(reader, *parts) == [*wrapped(parts[0], reader), *drawn, "Done."]


# --- what has no default -----------------------------------------------------------------


def test_a_game_says_what_happens_and_how_it_ends() -> None:
    class Mute(TextUI[Take, Sticks, Taken]):
        def draw(self, view: Sticks, reader: Reader) -> Scene:
            return Scene(())

    class Endless(Scoring[Sticks]):
        pass

    class Lost(Scoring[Sticks]):
        def outcome(self, state: Sticks) -> Nobody:
            return Nobody("All is lost.")

    with pytest.raises(NotImplementedError, match=r"Mute has neither sentence\(\) nor say\(\)"):
        Mute().say(Taken(ANN, 1), Reader(ANN, {}))
    assert game_faults(replace(STICKS, text_ui=Mute(), scoring=Endless())) == [
        "its scoring must have scores(), or outcome() for a game without points",
        "its text_ui must have sentence() or say(), for what happens",
    ]
    assert game_faults(replace(STICKS, scoring=Lost())) == []
    assert Lost().scores(Sticks(0, (ANN,))) == {}


def test_half_a_clock_is_an_error_when_the_class_is_read() -> None:
    """What is missing is named. A class that is not whole yet may leave it to one below."""
    with pytest.raises(
        TypeError, match=r"Late has deadline\(\) and no time_up\(self, state, ctx\)"
    ):

        class Late(SticksRules):  # pyright: ignore[reportUnusedClass]
            def deadline(self, state: Sticks) -> int | None:
                return 60_000

    class Clock(Rules[Sticks, Take, Taken]):
        def deadline(self, state: Sticks) -> int | None:
            return None

    with pytest.raises(TypeError, match="abstract"):
        Clock()  # type: ignore[abstract]


def test_prompts_that_ask_whether_it_is_over_need_an_answer() -> None:
    class Round(SticksRules):
        def prompts(self, state: Sticks) -> Mapping[Seat, Prompt]:
            return {} if self.is_over(state) else super().prompts(state)

    with pytest.raises(TypeError, match=r"Round needs is_over\(\) if prompts\(\)"):
        Round().prompts(Sticks(1, (ANN,)))


def test_nobody_calls_the_defaults_of_a_clock_and_of_leaving() -> None:
    state, rules, ctx = Sticks(1, (ANN,)), SticksRules(), GameDriver(STICKS, 1).context()
    with pytest.raises(NotImplementedError, match="SticksRules has no clock"):
        rules.time_up(state, ctx)
    with pytest.raises(NotImplementedError, match=r"SticksRules has no left\(\)"):
        rules.left(state, ANN, ctx)


def test_a_game_with_a_word_list_says_who_may_look_words_up() -> None:
    assert game_faults(STICKS) == []
    assert game_faults(replace(STICKS, lexicon="en")) == [
        "its views must have may_look_up(), because it has a word list"
    ]


def test_a_verb_without_a_move_is_found_when_the_game_is_loaded() -> None:
    """Unless the game reads its lines itself."""
    game = replace(STICKS, verbs=(*STICKS.verbs, Verb("halve", "halve", "take half of them")))
    fault = 'its moves need a struct with tag="halve", or its text_ui a parse()'
    assert game_faults(game) == [fault]

    class Reads(SticksText):
        def parse(self, verb: str, rest: str, view: Sticks, reader: Reader) -> Take:
            return Take(1)

    assert game_faults(replace(game, text_ui=Reads())) == []


def test_all_checks_pass() -> None:
    verdicts = list(check_all(Trial(STICKS, games=1)))
    assert [verdict.check.name for verdict in verdicts if verdict.finding] == []
