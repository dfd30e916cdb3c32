"""The dial, the clues and the points for the terminal client."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import SPECTATOR, Seat, Viewer
from parlour.testing.playing import play
from parlour_password import PASSWORD
from parlour_password.screen import draw, turn
from tests.plugins.drawn import Lines, as_heard, check_fits, read, spoilt, styles
from tests.plugins.password.playbook import ENGLISH, A, B, C, D, Play

NAMES = {1: "ann", 2: "bob", 3: "cy", 4: "dee"}


def drawn(play: Play, viewer: Viewer = SPECTATOR, width: int = 80) -> Lines:
    """What a viewer sees on his screen."""
    return draw(as_heard(play.look(viewer)), NAMES, width)


def seen(play: Play, viewer: Viewer = SPECTATOR, width: int = 80) -> list[str]:
    return read(drawn(play, viewer, width))


def going() -> Play:
    """The second word, with three clues; ann and bob are asked, cy and dee give."""
    play = Play()
    play.find()
    play.next()
    for clue, guess in (("sea", "water"), ("deep", None)):
        play.clue(clue)
        play.decline() if guess is None else play.guess(guess)
    play.clue("wide")
    return play


def test_the_clues_of_both_teams_stand_side_by_side() -> None:
    assert seen(going(), B) == [
        "Word B1, 2 of 10.",
        "  -   -  [8]  7   6   5   4   3   2   1",
        "Your turn: a guess, for 8.",
        "> dee gives to you                     |   cy gives to ann",
        "10  sea -> water: no                   |  9  deep -> passes",
        " 8  wide                               |",
        "Points: ann 0 + cy 10 = 10 | bob 0 + dee 0 = 0",
        "Words: A1 castle (cy 10)",
    ]


def test_on_a_narrow_screen_they_stand_below_each_other() -> None:
    assert seen(going(), B, 60)[3:8] == [
        "> dee gives to you",
        "10  sea -> water: no",
        " 8  wide",
        "  cy gives to ann",
        " 9  deep -> passes",
    ]


def test_only_givers_see_the_password() -> None:
    play = going()
    for giver in (C, D):
        assert seen(play, giver)[0] == "Word B1, 2 of 10. The password is OCEAN."
    for viewer in (A, B, SPECTATOR):
        assert "OCEAN" not in " ".join(seen(play, viewer))


def test_a_column_keeps_its_width_whatever_players_are_called() -> None:
    names = {1: "zo\u00eb", 2: "\u5c71\u7530", 3: "z\u0300c\u0300", 4: "dee"}
    lines = read(draw(as_heard(going().look()), names, 80))
    assert (
        lines[3] == f"> dee gives to {names[2]}" + " " * 19 + f" |   {names[3]} gives to zo\u00eb"
    )


def test_what_answers_were() -> None:
    play = going()
    play.guess("oceans")
    lines = drawn(play, D)
    assert " 8  wide -> oceans: a form of it" in " ".join(read(lines))
    assert "bob's turn: one chance for the exact word, for 8." in read(lines)
    play.time_up()
    play = going()
    play.time_up()
    assert " 8  wide -> silent" in " ".join(seen(play))
    play.time_up()
    assert " 7  (lost)" in " ".join(seen(play))
    play.find()
    assert " 6  thing -> ocean: right" in " ".join(seen(play))


def test_a_double_word_counts_twice() -> None:
    play = Play()
    play.skip(9)
    assert seen(play, A)[0].startswith("Word B5 (double), 10 of 10.")
    assert "for 20." in " ".join(seen(play))


def test_between_two_words() -> None:
    play = going()
    play.guess("ocean")
    play.next(A)
    lines = seen(play, C)
    assert lines[1:3] == [
        "The password was OCEAN: 8 points for bob.",
        "The next word begins when all are ready. Waiting for bob, you and dee.",
    ]
    assert not any(line.startswith(("> ", " 10")) for line in lines), "no dial, nobody's turn"


def test_a_word_that_nobody_finds() -> None:
    play = Play()
    play.miss(10)
    lines = seen(play)
    assert lines[1] == "The password was CASTLE: nobody scores."
    assert lines[-1] == "Words: A1 castle (nobody)"


def test_the_game_of_three() -> None:
    play = Play(3)
    play.clue("fort")
    assert "bob's and cy's turn: a guess, for 10." in seen(play)
    play.guess("tower", B)
    assert "Your answer is in: tower." in seen(play, B)
    assert "tower" not in " ".join(seen(play, C))
    play.decline(C)
    assert "10  fort -> bob tower: no / cy passes" in seen(play)
    play.find(C)
    assert seen(play)[-2:] == ["Points: cy 9, ann 0, bob 0", "Words: 1 castle (cy 9)"]
    assert styles(drawn(play, C), "cy 9,") == {"mine"}


def test_two_who_answer_at_the_same_time_both_score() -> None:
    play = Play(3, simultaneous_ms=1000)
    play.clue("fort")
    play.guess("castle", B)
    play.guess("castle", C)
    assert "The password was CASTLE: 10 points each for you and cy." in seen(play, B)


def test_a_player_who_passes_knows_it() -> None:
    play = Play(3)
    play.clue("fort")
    play.decline(B)
    assert "You pass." in seen(play, B)
    assert "You pass." not in seen(play, C)


def test_a_clue_on_which_its_giver_insists() -> None:
    """The two givers know of it, nobody else."""
    play = Play(words=("chemistry",), clue_vote=True)
    play.insist("chemist")
    assert "bob decides about chemist." in seen(play, A)
    asked = "ann insists on chemist, a form of the password: agree - Or: object"
    assert asked.partition(",")[0] in " ".join(seen(play, B))
    for viewer in (C, D, SPECTATOR):
        assert "chemist" not in " ".join(seen(play, viewer))


def test_clues_that_can_be_challenged() -> None:
    play = Play(clue_check="challenge")
    play.clue("fort")
    assert "bob and dee may challenge the clue." in seen(play)
    play.waive(B)
    assert "You let the clue stand." in seen(play, B)
    assert "You and dee may challenge the clue." not in seen(play, B)
    assert "bob and you may challenge the clue." in seen(play, D)


def test_a_substitute_is_waited_for() -> None:
    play = Play()
    play.leave(B)
    assert "bob has left, and a substitute is waited for." in seen(play)
    play.three(A)
    assert "Would go on with three: ann." in seen(play)


def test_somebody_has_left_and_all_are_ready() -> None:
    """Another version may wait for something else then."""
    view = as_heard(going().look()) | {"phase": "pause", "pressed": [1, 2, 3, 4]}
    assert "all are ready" not in " ".join(read(draw(view, NAMES, 80)))


def test_the_end() -> None:
    play = Play(3)
    play.skip(5)
    assert play.over
    assert "The game is over." in seen(play)


def test_whose_turn_it_is() -> None:
    play = Play()
    assert turn(as_heard(play.look())) == A
    play.clue("fort")
    assert turn(as_heard(play.look())) == C
    play.guess("castles")
    assert turn(as_heard(play.look())) == play.state.chance == C
    play.time_up()
    assert turn(as_heard(play.look())) is None
    both = Play(3)
    both.clue("fort")
    assert turn(as_heard(both.look())) is None


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_random_games_fits(seed: int) -> None:
    rng = Random(seed)
    for moment in play(PASSWORD, rng, seats=3 + seed % 2, lexicon=ENGLISH):
        for viewer in (Seat(1), SPECTATOR):
            if rng.random() < 0.1:
                check_fits(draw, as_heard(PASSWORD.views.look(moment.state, viewer)))


PHASES = ("clue", "guess", "chance", "pause", "waiting", "over", "another")


@pytest.mark.sweep
@given(st.data())
def test_what_another_version_tells_is_drawn_as_far_as_it_can_be(data: st.DataObject) -> None:
    view = as_heard(going().look(D)) | {"phase": data.draw(st.sampled_from(PHASES))}
    view = data.draw(spoilt(view))
    for width in (40, 80):
        draw(view, {1: "ann"}, width)
    turn(view)


@pytest.mark.parametrize("key", sorted(as_heard(going().look(D))))
def test_without_a_key_the_rest_is_drawn(key: str) -> None:
    for game, viewer in ((going(), D), (Play(3), A)):
        view = as_heard(game.look(viewer))
        del view[key]
        assert read(draw(view, NAMES, 80))
    assert draw({}, {}, 80) == []


def test_a_verdict_that_is_not_known_yet_is_told_as_it_is() -> None:
    view = as_heard(going().look())
    view["given"][0]["answers"][0]["verdict"] = "nearly"
    assert "10  sea -> water: nearly" in " ".join(read(draw(view, NAMES, 80)))
