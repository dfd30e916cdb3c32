"""Racks for the terminal client, and what it forgets."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import SPECTATOR, Seat, Viewer
from parlour.testing.playing import play
from parlour_client.drawings import Drawing
from parlour_client.model import Model
from parlour_client.protocol import Heard
from parlour_client.reduce_events import hear
from parlour_probe import PROBE, screen
from parlour_probe.screen import FORGET, draw, turn
from tests.plugins.drawn import Lines, as_heard, check_fits, read, spoilt, styles
from tests.plugins.probe.playbook import NAMES, WORDS, A, B, C, Play

ROWS = ("..LANTERN.", "TREASURE..", ".WONDER")
DECK = ["X3"] * 9


def drawn(play: Play, viewer: Viewer = SPECTATOR, width: int = 80) -> Lines:
    """What a viewer sees on his screen."""
    names = {int(seat): name for seat, name in NAMES.items()}
    return draw(as_heard(play.look(viewer)), names, width)


def begun() -> Play:
    return Play(ROWS, deck=DECK)


def test_one_sees_ones_own_cards_and_which_of_them_nobody_else_sees() -> None:
    play = begun()
    play.open(A, 3)
    assert read(drawn(play, A))[:6] == [
        "  Space       1   2   3   4   5   6   7   8   9  10  11  12   score",
        "  Value       5  10  15  15  10   5   5  10  15  15  10   5",
        "> ann (you)  (.) (.)  L  (A) (N) (T) (E) (R) (N) (.)  -   -       0",
        "  bob         ?   ?   ?   ?   ?   ?   ?   ?   ?   ?   -   -       0",
        "  cy          ?   ?   ?   ?   ?   ?   ?   -   -   -   -   -       0",
        "You ask. Activity card: the first question counts three times (8 left).",
    ]


def test_others_see_what_is_face_up() -> None:
    play = begun()
    play.open(A, 3)
    for viewer in (B, SPECTATOR):
        (row,) = [line for line in read(drawn(play, viewer)) if "> ann" in line]
        assert row.split()[2:] == [*"??L???????--", "0"]


def test_on_a_narrow_screen_the_spaces_stand_closer() -> None:
    assert read(drawn(begun(), A, 58))[:3] == [
        "  Space      1  2  3  4  5  6  7  8  9 10 11 12   score",
        "  Value      5 10 15 15 10  5  5 10 15 15 10  5",
        "> ann (you) (.)(.)(L)(A)(N)(T)(E)(R)(N)(.) -  -       0",
    ]


def test_on_a_still_narrower_one_names_stand_above_their_racks() -> None:
    assert read(drawn(begun(), A, 40))[:6] == [
        " 1  2  3  4  5  6  7  8  9 10 11 12",
        " 5 10 15 15 10  5  5 10 15 15 10  5",
        "> ann (you)  0",
        "(.)(.)(L)(A)(N)(T)(E)(R)(N)(.) -  -",
        "  bob  0",
        " ?  ?  ?  ?  ?  ?  ?  ?  ?  ?  -  -",
    ]


def test_who_shows_a_card_sees_which_would_do() -> None:
    """The prompt names the spaces; the colour only helps to find them."""
    play = begun()
    play.ask(A, B, "E")
    lines = drawn(play, B)
    assert "You choose a card to show: ann asked for an E." in " ".join(read(lines))
    assert styles(lines, "(E)") == {"hot"}
    assert styles(lines, "(R)") == {"mine"}
    assert "bob chooses a card to show: ann asked for an E." in " ".join(read(drawn(play, A)))
    assert "hot" not in {style for line in drawn(play, A) for style, _ in line}


def test_a_card_turned_up_because_of_an_activity_card() -> None:
    play = Play(ROWS, deck=["LEFT"])
    assert "bob chooses a card to show, because of an activity card." in " ".join(
        read(drawn(play))
    )


def test_what_the_next_cards_bring() -> None:
    assert "The next question counts 3 times." in read(drawn(begun()))
    more = Play(ROWS, deck=["ADDITIONAL", "NORMAL"])
    assert "Further activity cards after a miss: 1." in read(drawn(more))


def test_ones_own_guess_that_waits() -> None:
    play = begun()
    play.ask(A, B, "E")
    play.guess(C, B, "TREASURE..")
    line = "Your guess TREASURE.. for bob waits."
    assert line in read(drawn(play, C))
    assert line not in read(drawn(play, A))


def test_while_words_are_hidden() -> None:
    play = Play(seats=3)
    play.hide(B, ".BREAD")
    lines = read(drawn(play, A))
    assert "Words are being hidden. Not ready: you, cy." in lines
    assert lines[3].split() == ["bob", *"??????------", "0"]
    play.hide(A, "XYZZY")
    assert "You were warned of XYZZY; hidden once more it is taken." in read(drawn(play, A))
    assert "XYZZY" not in " ".join(read(drawn(play, B)))


def test_the_last_turns() -> None:
    play = begun()
    play.open(A, *range(1, 11))
    play.open(B, *range(1, 10))
    play.hit(A, B, 10)
    assert "Only cy hides cards now. Turns to come: you 2, bob 2." in read(drawn(play, A))


def test_a_player_who_has_left() -> None:
    play = begun()
    play.leave(B)
    (row,) = [line for line in read(drawn(play)) if "bob" in line]
    assert row.startswith("  bob (left)")
    assert styles(drawn(play), "bob (left)") == {"dim"}


def test_the_end() -> None:
    play = Play(("AB", "C"))
    play.hit(A, B, 1)
    while not play.over:
        play.time_up()
    lines = read(drawn(play, A))
    assert "The game is over." in lines
    assert not any(line.startswith(("?", ">")) for line in lines), "no turn, no legend"


def test_whose_turn_it_is() -> None:
    play = begun()
    assert turn(as_heard(play.look())) == A
    play.ask(A, B, "E")
    assert turn(as_heard(play.look())) == A
    assert turn(as_heard(Play(seats=3).look())) is None


def test_questions_leave_the_log_when_the_next_one_comes() -> None:
    """R-P-13: there is never a list of the letters that were asked."""
    forget = Drawing(screen).forget
    model = Model()
    for name, line in (
        ("probe.asked", "ann asks bob for an E. bob must show one."),
        ("probe.shown", "bob shows an E at space 8: 10 points for ann (10)."),
        ("probe.asked", "ann asks bob for a Q. bob has no Q."),
        ("probe.turn", "The turn goes to bob."),
    ):
        model = hear(model, Heard(1, name, {"text": [line]}), 0, forget)
    assert [line for entry in model.log.entries for line in entry.lines] == [
        "bob shows an E at space 8: 10 points for ann (10).",
        "ann asks bob for a Q. bob has no Q.",
        "The turn goes to bob.",
    ]


def test_what_is_forgotten_is_what_is_heard() -> None:
    """The names are those of events."""
    assert FORGET == {"probe.asked": ("probe.asked", "prompt")}
    play = begun()
    play.ask(A, B, "Q")
    assert [f"probe.{heard.name}" for heard in play.heard(SPECTATOR)][:2] == [
        "probe.asked",
        "probe.turn",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_random_games_fits(seed: int) -> None:
    rng = Random(seed)
    for moment in play(PROBE, rng, seats=4, lexicon=WORDS):
        for viewer in (Seat(1), SPECTATOR):
            if rng.random() < 0.1:
                check_fits(draw, as_heard(PROBE.views.look(moment.state, viewer)))


def _position() -> dict[str, Any]:
    play = begun()
    play.ask(A, B, "E")
    play.guess(C, B, "TREASURE..")
    return as_heard(play.look(C))


@given(st.data())
def test_what_another_version_tells_is_drawn_as_far_as_it_can_be(data: st.DataObject) -> None:
    view = data.draw(spoilt(_position()))
    for width in (40, 80):
        draw(view, {1: "ann"}, width)
    turn(view)


@pytest.mark.parametrize("key", sorted(_position()))
def test_without_a_key_the_rest_is_drawn(key: str) -> None:
    view = _position()
    del view[key]
    assert read(draw(view, {1: "ann"}, 80)) or key == "racks"


def test_cards_that_are_not_known_yet() -> None:
    """A later version may have another activity card, and another way of showing cards."""
    view = _position() | {"activity": "X9", "pending": None, "deck_left": None}
    assert "ann asks. Activity card: X9." in read(draw(view, {1: "ann"}, 80))
    assert draw({}, {}, 80) == []
