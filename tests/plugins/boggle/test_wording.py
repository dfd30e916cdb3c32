"""What people read, as far as the transcripts of tests/golden do not show it."""

from __future__ import annotations

import msgspec
import pytest

from parlour import SPECTATOR, Reader, Run, Scene, Seat, Text, Viewer
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Missed, Read
from parlour_boggle.moves import Write
from parlour_boggle.state import LIST_MAX
from parlour_boggle.views import READ_MAX
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import NAMES, SNAKE, A, B, C, Play

BODY_MAX = 16_384 - 64
"""Bytes of an object in a line for a program (docs/protocol.md)."""


def test_words_are_acknowledged() -> None:
    """O-B-15: in one line each, with the number of words on one's list."""
    play = Play()
    play.line(A, "cat d0g dog cat")
    assert play.told(A) == [
        "Noted: cat, dog; already on your list: cat; left out, only letters count: d0g",
        "  (2 words so far)",
    ]
    play.line(A, "help look")
    assert play.told(A) == ["Not on the board: help, look (2 words so far)"]
    play = Play(verdicts="immediate")
    play.line(A, "cat tac house ab")
    assert play.told(A) == [
        "Good: cat +1; not a word: tac; not on the board: house; too short: ab (1 word,",
        "  1 point so far)",
    ]


def test_what_is_late_is_read_out_as_late() -> None:
    """O-B-20: and a wrong word that costs a point as dear. To those who wait it is said."""
    play = Play(3, lag_credit=10, illegal_penalty=1)
    play.word(A, f"{SNAKE[:8]} tac")
    play.time_up()
    assert "Time is up. The lists will be read out in a moment." in play.shown(C)
    play.now += 1
    play.word(A, "dog")
    assert play.told(A) == ["Too late: dog (2 words so far)"]
    assert play.shown(A)[-1] == "  too late: dog"
    play.time_up()
    assert play.told(C)[:4] == [
        "ann: 10 points",
        "  11  catsoder",
        "  -1  not a word: tac",
        "   -  too late: dog",
    ]


def test_the_standing_of_a_match() -> None:
    """No line breaks within a player's."""
    play = Play(20, target=50)
    play.time_up()
    lines = [line for line in play.told(SPECTATOR) if "(+0)" in line]
    assert len(lines) > 1
    assert all(line.rstrip(",.").endswith(")") for line in lines)


def test_a_screen_with_room_shows_the_other_lists_after_a_round() -> None:
    """Whoever reads line by line has just read them; lists too long for a scene are left out."""
    play = Play(2, lexicon=SmallList(["cat", "tea", "care"]))
    play.round("cat tea", "care tea zz")
    spare = [block for block in _scene(play, A).blocks if isinstance(block, Text) and block.spare]
    assert ["".join(run.text for run in text.runs) for text in spare] == [
        "bob 1: 1 care; crossed off tea; too short zz"
    ]
    watched = [block for block in _scene(play, SPECTATOR).blocks if isinstance(block, Text)]
    assert [text.runs[0].text for text in watched if text.spare] == ["ann 1:", "bob 1:"]
    nothing = Play(2)
    nothing.round("cat")
    runs = (Run("bob 0:", "strong"), Run(" no words", "dim"))
    assert Text(runs, spare=True) in _scene(nothing, A).blocks
    assert not any("care; crossed" in line for line in play.shown(A))
    full = crowd(60)
    full.time_up()
    assert full.look(A).lists == ()
    many = crowd(12)
    many.time_up()
    assert many.look(A).lists
    assert not [
        block for block in _scene(many, A).blocks if isinstance(block, Text) and block.spare
    ]


def test_when_there_is_nothing_to_show() -> None:
    """O-B-16, O-B-20: nothing that nobody found, or nobody to whom the lists could be read out."""
    play = Play(1, lexicon=SmallList(["cat"]))
    play.round("cat")
    assert play.shown(A)[7:] == [
        "Your list:",
        "   1  cat",
        "Scores: ann 1.",
        "The board had 1 word worth 1 point. Players found 1.",
        "To see where a word is: path WORD",
    ]
    play = Play(2)
    play.word(A, "cat")
    play.leave(A)
    play.leave(B)
    assert play.over
    assert play.shown(SPECTATOR)[7:] == [
        "Scores: ann 0, bob 0.",
        "To see where a word is: path WORD",
    ]


def test_who_taps_reads_sentences_where_others_read_a_drawing() -> None:
    play = Play(2, lexicon=SmallList(["cat", "tea"]))
    play.round("cat")
    (missed,) = play.of(Missed)
    tapper = Reader(A, NAMES, taps=True)
    assert BOGGLE.text_ui.say(missed, tapper)[0] == "Nobody found tea."
    assert list(BOGGLE.text_ui.say(play.path("cat"), tapper)) == ["cat is on this board."]


def test_a_way_through_the_challenge_cube() -> None:
    """O-B-9: if one way has the bonus, it is the one that is shown."""
    rows = (("T", "E", "A", "X"), ("E", "A", "X", "X"), *(("X",) * 4,) * 2)
    for cube in (2, 5):
        play = Play(1, rows=rows, challenge=True, cube=cube)
        play.time_up()
        assert cube in (play.path("tea").cells or ())


def test_longest_way_is_drawn() -> None:
    """All cubes, with two figures each."""
    play = Play(1)
    play.time_up()
    heard = play.path(SNAKE)
    lines = BOGGLE.text_ui.say(heard, Reader(A, NAMES))
    assert list(lines)[1:] == [
        "    C1   A2   T3   S4",
        "    R8   E7   D6   O5",
        "    I9   N10  G11  L12",
        "    P16  Qu15 A14  M13",
    ]


def _scene(play: Play, viewer: Viewer) -> Scene:
    return BOGGLE.text_ui.draw(play.look(viewer), play.reader(viewer))


def crowd(words: int) -> Play:
    """Twenty players with so many words of the greatest length each, all different."""
    play = Play(20)
    for seat in play.state.seats:
        first = int(seat) * words
        chosen = [f"{_letters(n)}{'z' * 23}" for n in range(first, first + words)]
        play.move(seat, Write(tuple(chosen)))
    return play


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{number:04}")


@pytest.mark.parametrize("words", [1, 60, LIST_MAX])
def test_data_fits_a_line(words: int) -> None:
    """Twenty full lists: every event and every view fits into one line for a program."""
    play = crowd(words)
    assert len(msgspec.json.encode(play.heard(Seat(20))[0])) < BODY_MAX
    views = [play.look(A)]
    play.time_up()
    assert len(play.of(Read)) == 20
    for event in play.events:
        assert len(msgspec.json.encode(event)) < BODY_MAX
    views += [play.look(A), play.look(SPECTATOR)]
    for view in views:
        assert len(msgspec.json.encode(view)) < BODY_MAX
    letters = 20 * words * (27 + 3)
    assert bool(play.look().lists) == (letters <= READ_MAX)


@pytest.mark.parametrize("width", [40, 79])
def test_lines_fit_the_screen(width: int) -> None:
    """At most as wide as the reader's screen, in plain ASCII."""
    play = Play(20, target=50, challenge=True, cube=6, lag_credit=5)
    lines = play.told(A, width) + play.shown(A, width) + play.asked(A, width)
    for seat in play.state.seats:
        play.word(seat, f"cat tea dog house tac ab {SNAKE} ring care cared ten {_letters(seat)}")
        lines += play.told(seat, width) + play.shown(seat, width)
    play.leave(B)
    lines += play.told(A, width)
    play.time_up()
    lines += play.told(A, width) + play.shown(A, width)
    play.time_up()
    lines += play.told(A, width) + play.shown(A, width) + play.asked(A, width)
    play.next(A)
    lines += play.told(A, width) + play.shown(A, width)
    for word in ("zebra", "quag"):
        lines += BOGGLE.text_ui.say(play.path(word), Reader(A, NAMES, width))
    play = Play(2, target=50, seconds=0)
    for seats in ((B,), (A,), (A, B), (B,)):
        play.next(*seats)
        lines += play.told(A, width) + play.shown(A, width)
    assert all(line.isascii() for line in lines)
    assert max(map(len, lines)) <= width


def test_five_players_are_read_out_on_two_screens() -> None:
    """Forty words each, most of them crossed off: fewer than fifty lines."""
    play = Play(5)
    common = " ".join(_letters(n) for n in range(30))
    play.round(
        *(f"{common} {' '.join(_letters(100 * s + n) for n in range(10))}" for s in range(5))
    )
    assert len(play.told(A)) < 50


def test_the_rules_are_plain() -> None:
    """ASCII in lines of a screen; every option that changes the rules is named."""
    assert BOGGLE.rules_text.isascii()
    assert max(map(len, BOGGLE.rules_text.splitlines())) <= 79
    for name in ("dice", "challenge", "verdicts", "target", "illegal_penalty", "lag_credit"):
        assert f"{name}=" in BOGGLE.rules_text or f"{name} " in BOGGLE.rules_text


def highlights(play: Play, seat: Viewer) -> list[str]:
    """What a player may tell others of the game that is over."""
    reader = Reader(seat, NAMES)
    return list(BOGGLE.text_ui.highlights(BOGGLE.views.look(play.state, seat), reader))


def test_each_player_reads_their_best_word_and_a_better_one() -> None:
    """The longest of those that brought most, and whether nobody else had it."""
    play = Play()
    play.round("cat raced cedar", "dog cared", "tac")
    assert highlights(play, A) == ["Your best word: cedar, 2 points. Nobody else had it."]
    assert highlights(play, B) == ["Your best word: cared, 2 points. Nobody else had it."]
    assert highlights(play, C) == ["The best word was ann's: cedar, 2 points."]
    play = Play(2)
    play.round(f"cat {SNAKE[:8]}", "dog")
    assert highlights(play, B) == [
        "Your best word: dog, 1 point. Nobody else had it.",
        f"The best word was ann's: {SNAKE[:8]}, 11 points.",
    ]
    play = Play(1)
    play.round("cat")
    assert highlights(play, A) == ["Your best word: cat, 1 point."]


def test_a_word_that_others_have_too_is_the_best_one_as_well() -> None:
    """O-B-22: with `scoring=all` it counts. Crossed off, it is nobody's."""
    play = Play(2, scoring="all")
    play.round("cat", "cat dog")
    assert highlights(play, A) == [
        "Your best word: cat, 1 point.",
        "The best word was bob's: dog, 2 points.",
    ]
    play = Play(2)
    play.round("cat", "cat")
    assert highlights(play, A) == highlights(play, SPECTATOR) == []
