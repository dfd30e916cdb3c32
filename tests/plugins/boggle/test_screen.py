"""The board and the lists for the terminal client."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import SPECTATOR, Seat, Viewer
from parlour.testing.playing import play
from parlour_boggle import BOGGLE
from parlour_boggle.screen import draw
from tests.plugins.boggle.playbook import NAMES, WORDS, A, B, C, Play
from tests.plugins.drawn import Lines, as_heard, check_fits, read, spoilt, styles

WRITTEN = "cat cats tea read cared zzz"


def drawn(view: dict[str, Any], width: int = 80) -> Lines:
    """What is seen on a screen."""
    return draw(view, {int(seat): name for seat, name in NAMES.items()}, width)


def seen(play: Play, viewer: Viewer = A, width: int = 80) -> list[str]:
    return read(drawn(as_heard(play.look(viewer)), width))


def asked(play: Play, word: str) -> dict[str, Any]:
    """The view, as the client hands it on after `path WORD`."""
    answer = {"name": "boggle.path", "data": as_heard(play.path(word, A))}
    return as_heard(play.look(A)) | {"answer": answer}


def test_in_a_round_one_sees_the_board_and_ones_own_words_in_columns() -> None:
    play = Play(target=30)
    play.word(A, WRITTEN)
    play.word(B, "eat ate")
    assert seen(play) == [
        "Round 1 of a match to 30. Words have 3 letters or more.",
        "   C    A    T    S    Your list: 6 words",
        "                        3:  cat  tea  zzz",
        "   R    E    D    O     4:  cats  read",
        "                        5:  cared",
        "   I    N    G    L",
        "",
        "   P    Qu   A    M",
    ]


def test_many_words_go_on_below_each_other() -> None:
    play = Play()
    play.word(A, "cat tea ten eat ate dog god lag gal qua den end ant net")
    assert seen(play, width=60)[2:4] == [
        "                        3:  cat  tea  ten  eat  ate  dog",
        "   R    E    D    O         god  lag  gal  qua  den  end",
    ]


def test_on_a_narrow_screen_the_list_stands_below() -> None:
    play = Play()
    play.word(A, "cat")
    assert seen(play, width=40)[-3:] == ["   P    Qu   A    M", "Your list: 1 word", " 3:  cat"]


def test_a_large_board_has_no_free_lines() -> None:
    play = Play(rows=None, dice="5x5")
    assert [len(line.split()) for line in seen(play, SPECTATOR)] == [8, 5, 5, 5, 5, 5]


def test_nobody_sees_the_words_of_others() -> None:
    play = Play()
    play.word(B, "eat ate")
    for viewer in (A, C, SPECTATOR):
        assert "ate" not in " ".join(seen(play, viewer))


def test_words_that_bring_nothing_are_told_apart_at_once_if_the_table_plays_so() -> None:
    play = Play(verdicts="immediate")
    play.word(A, WRITTEN)
    assert "not on the board: zzz" in " ".join(seen(play))
    assert "3:  cat  tea" in seen(play)[2]


def test_the_challenge_cube_stands_in_brackets() -> None:
    play = Play(cube=14)
    assert seen(play)[-2:] == [
        "   P   [Qu]  A    M",
        "[ ] is the challenge cube: 5 points more.",
    ]


def test_after_a_round_all_lists_are_there() -> None:
    play = Play(target=30)
    play.round(WRITTEN, "cats cared raced", "")
    assert [line[23:] for line in seen(play, width=120)[1:4]] == [
        "ann (you) 3 | 1: cat, read, tea | crossed off: cared, cats | not on the board: zzz",
        "bob 2 | 2: raced | crossed off: cared, cats",
        "cy 0",
    ]
    assert "Nobody found | 11: catsoderinglmaqup," in " ".join(seen(play))
    assert "Points: ann 3, bob 2, cy 0" in seen(play)
    assert "The board held 34 words worth 134 points; found: 6." in seen(play)


def test_bonus_and_penalty_are_told() -> None:
    play = Play(cube=4, illegal_penalty=1)
    play.round("cats zzz", "", "")
    words = " ".join(seen(play))
    assert "| 2+5: cats | not on the board (-1): zzz" in words


def test_a_word_that_was_sent_twice_is_read_out_once() -> None:
    play = Play()
    play.round("cat cat", "", "")
    (line,) = [line for line in seen(play) if "ann (you)" in line]
    assert line.endswith("ann (you) 1 | 1: cat")


def test_ones_own_list_stands_there_if_all_are_too_long_for_a_line() -> None:
    play = Play()
    play.round("cat", "", "")
    view = as_heard(play.look(A))
    view["lists"] = []
    assert "Your list: | 1: cat" in " ".join(read(drawn(view)))


def test_the_way_of_a_word_is_told_by_numbers() -> None:
    play = Play()
    play.round("", "", "")
    lines = drawn(asked(play, "quag"))
    assert [line[:22].rstrip() for line in read(lines)[1:8:2]] == [
        "   C    A    T    S",
        "   R    E    D    O",
        "   I    N    G3   L",
        "   P    Qu1  A2   M",
    ]
    assert "quag: the numbers are its steps." in read(lines)
    assert styles(lines, " Qu1") == {"strong"}
    assert styles(lines, " C ") == {"dim"}, "the others step back"


def test_a_word_that_stands_nowhere() -> None:
    play = Play()
    play.round("", "", "")
    assert "zoo does not stand on this board." in read(drawn(asked(play, "zoo")))


def test_answers_about_something_else_are_not_drawn() -> None:
    """Another board, or another question."""
    play = Play()
    play.round("", "", "")
    view = asked(play, "quag")
    before = read(drawn(as_heard(play.look(A))))
    for answer in (
        view["answer"] | {"name": "boggle.other"},
        view["answer"] | {"data": view["answer"]["data"] | {"rows": [["A"]]}},
    ):
        assert read(drawn(view | {"answer": answer})) == before


def test_in_a_later_round_the_standing_is_there() -> None:
    play = Play(target=30)
    assert not any(line.startswith("Points") for line in seen(play))
    play.round("cat", "", "")
    for seat in (A, B):
        play.next(seat)
    assert "Want to go on: ann, bob" in seen(play)
    play.next(C)
    assert "Points: ann 1, bob 0, cy 0" in seen(play)
    assert not any("Want to go on" in line for line in seen(play))


def test_who_comes_late_is_told_when_he_plays() -> None:
    play = Play(seats=2, target=30)
    play.join(C)
    assert "You play from round 2 on." in " ".join(seen(play, C))


def test_a_player_who_has_left() -> None:
    play = Play(target=30)
    play.leave(B)
    assert "Left: bob" in seen(play)


def test_while_slow_lines_are_waited_for() -> None:
    play = Play(lag_credit=200)
    play.word(A, "cat")
    play.time_up()
    assert seen(play)[0].endswith("Time is up.")


def test_the_end() -> None:
    play = Play()
    play.round("cat", "", "")
    assert play.over
    assert seen(play)[0] == "Round 1. The game is over."


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_random_games_fits(seed: int) -> None:
    rng = Random(seed)
    for moment in play(BOGGLE, rng, seats=4, lexicon=WORDS):
        for viewer in (Seat(1), SPECTATOR):
            if rng.random() < 0.1:
                check_fits(draw, as_heard(BOGGLE.views.look(moment.state, viewer)))


def _position() -> dict[str, Any]:
    play = Play(target=30, cube=4)
    play.round(WRITTEN, "cats", "")
    play.next(A)
    return asked(play, "cats")


@pytest.mark.sweep
@given(st.data())
def test_what_another_version_tells_is_drawn_as_far_as_it_can_be(data: st.DataObject) -> None:
    view = data.draw(spoilt(_position() | {"phase": data.draw(st.sampled_from(PHASES))}))
    for width in (40, 80):
        draw(view, {1: "ann"}, width)


PHASES = ("finding", "closing", "pause", "over", "another")


@pytest.mark.parametrize("key", sorted(_position()))
def test_without_a_key_the_rest_is_drawn(key: str) -> None:
    view = _position()
    del view[key]
    assert read(draw(view, {1: "ann"}, 80))
    assert draw({}, {}, 80) == []
