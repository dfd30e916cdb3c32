"""The rules of Code words, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random

import pytest

from codewords import CODE_WORDS
from codewords.bot import Associate, clues
from codewords.state import (
    Clue,
    Ended,
    Event,
    Move,
    NewSpeaker,
    Pick,
    Picked,
    State,
    Stop,
    Turn,
    word_list,
)
from codewords.views import View
from parlour import SPECTATOR, BotContext, Refused, Seat
from parlour_kit import GameDriver, check_game

Driver = GameDriver[State, Move, Event, View, Event]


def _laid(seats: int = 4, **options: int) -> Driver:
    return GameDriver(CODE_WORDS, seats=seats, options=options)


def _of(game: Driver, owner: str) -> str:
    """An open word that belongs to *owner*."""
    state = game.state
    return next(
        word
        for at, word in enumerate(state.words)
        if state.key[at] == owner and at not in state.found
    )


def _clued(number: int = 2, **options: int) -> tuple[Driver, Seat, str]:
    game = _laid(**options)
    team = game.state.team
    game.move(game.state.speakers[team], Clue("science", number))
    return game, game.state.pickers(team)[0], ("red", "blue")[team]


def test_only_the_speakers_see_the_key() -> None:
    game = _laid()
    red, blue = game.state.speakers
    for seat in (red, blue):
        assert None not in game.look(seat).key
    for viewer in (SPECTATOR, Seat(3), Seat(4)):
        assert set(game.look(viewer).key) == {None}
    assert not CODE_WORDS.views.may_talk(game.state, red)
    assert CODE_WORDS.views.may_talk(game.state, Seat(3))
    assert CODE_WORDS.views.channel(game.state, Seat(3), "team") == (Seat(3),)
    assert CODE_WORDS.views.channel(game.state, red, "team") == ()


def test_a_clue_is_one_word_that_is_not_on_the_board() -> None:
    game = _laid()
    speaker = game.state.speakers[game.state.team]
    word = game.state.words[0]
    assert "too close" in game.refused(speaker, Clue(word, 1)).text
    assert game.refused(speaker, Pick(word)).text == "Give a clue first."
    assert "too close" in game.refused(speaker, Clue(f"{word}s", 1)).text
    assert game.refused(speaker, Clue("a1", 1)).text.startswith("A clue is one word")
    assert game.refused(speaker, Clue("science", 10)).text == "Say a number from 1 to 9."
    assert game.parsed(speaker, "clue", "Ocean 2") == Clue("ocean", 2)
    assert game.parsed(speaker, "clue", "clue ocean 2") == Clue("ocean", 2)
    assert game.parsed(speaker, "clue", "clue 2") == Clue("clue", 2)
    for verb, rest in (("clue", "ocean"), ("pick", "two words"), ("stop", "it")):
        with pytest.raises(Refused):
            game.parsed(speaker, verb, rest)


def test_own_words_let_a_team_go_on_up_to_one_more_than_the_number() -> None:
    game, picker, own = _clued(1)
    assert game.refused(picker, Stop()).text == "Pick at least one word first."
    speaker = game.state.speakers[game.state.team]
    assert game.refused(picker, Clue("ocean", 1)).text.endswith("Pick a word of the board.")
    assert game.refused(speaker, Clue("ocean", 1)).text == "It isn't your turn to do that."
    game.move(picker, Pick(_of(game, own)))
    assert game.told(picker) == [f"You pick {game.one(Picked).word.upper()}. Right: it is {own}."]
    assert game.verbs(picker) == ["pick", "stop"]
    game.move(picker, Pick(_of(game, own)))
    assert game.one(Turn).team != ("red", "blue").index(own)


@pytest.mark.parametrize("kind", ["grey", "other"])
def test_any_other_word_ends_the_turn(kind: str) -> None:
    game, picker, own = _clued()
    word = _of(game, "grey" if kind == "grey" else ("blue" if own == "red" else "red"))
    game.move(picker, Pick(word))
    assert game.of(Turn)
    assert game.refused(picker, Pick(word)).text == "It isn't your turn to do that."


def test_the_trap_loses_at_once() -> None:
    game, picker, _ = _clued()
    game.move(picker, Pick(_of(game, "trap")))
    assert game.over
    assert picker not in game.winners
    assert "has picked the trap" in " ".join(game.told(SPECTATOR))
    assert CODE_WORDS.views.may_talk(game.state, game.state.speakers[0])


def test_a_team_wins_with_its_last_word() -> None:
    game, picker, own = _clued(9)
    for _ in range(9):
        game.move(picker, Pick(_of(game, own)))
    assert game.one(Ended).reason == "found"
    assert picker in game.winners
    assert len(CODE_WORDS.scoring.sides(game.state)) == 2


def test_the_clock_ends_a_turn() -> None:
    game = _laid(turn_seconds=9)
    game.time_up()
    assert "has run out of time." in game.told(SPECTATOR)[0]
    assert _laid(turn_seconds=0).deadline is None


def test_a_new_speaker_takes_over_and_a_team_of_one_loses() -> None:
    game = _laid(6)
    speaker = game.state.speakers[0]
    game.leave(speaker)
    new = game.one(NewSpeaker).seat
    assert None not in game.look(new).key
    assert set(game.look(speaker).key) == {None}
    game.leave(game.state.pickers(0)[0])
    assert game.winners == {Seat(2), Seat(4), Seat(6)}


def test_words_are_short_enough_for_the_board_and_the_bot_knows_them() -> None:
    words = word_list()
    assert len(words) == len(set(words)) > 400
    assert max(map(len, words)) <= 6
    assert {word for row in clues().values() for word in row} <= set(words)
    game = _laid()
    for viewer in (Seat(1), Seat(4), SPECTATOR):
        assert max(map(len, game.shown(viewer, 40))) <= 40


def test_bots_find_most_words_of_their_own_team() -> None:
    bot, rng, good, all_picks = Associate(), Random(2), 0, 0
    for number in range(4):
        game = GameDriver(CODE_WORDS, seats=4, number=number)
        while not game.over:
            seat, prompt = next(iter(game.prompts().items()))
            move = bot.think(None, game.look(seat), prompt, BotContext(rng, None)).move
            game.move(seat, move)
            if isinstance(move, Pick):
                all_picks += 1
                good += sum(event.good for event in game.of(Picked))
    assert good > 0.75 * all_picks


def test_the_kit_finds_nothing() -> None:
    check_game(CODE_WORDS, seeds=range(1))
