"""What people read: boards, lists, the reading-out."""

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


def test_the_board_is_drawn_for_a_person() -> None:
    """R-B-13, O-B-8: Qu is one cell; the challenge cube stands in brackets, not in a colour."""
    play = Play(challenge=True, cube=14)
    assert play.shown(A)[1:7] == [
        "",
        "    C    A    T    S",
        "    R    E    D    O",
        "    I    N    G    L",
        "    P   [Qu]  A    M",
        "",
    ]
    line = "[ ] is the challenge cube: 5 extra points for each word that uses it."
    assert line in play.shown(SPECTATOR)


def test_a_round_begins() -> None:
    """R-B-2: the board, the time, and what to type; a watcher is not told to type words."""
    play = Play(rows=None, seconds=90)
    lines = play.told(A)
    assert lines[0] == "Round 1: 90 seconds. Words need at least 3 letters."
    assert len(lines) == 8
    assert lines[-1].startswith("Type the words you find. Commands start with a slash")
    assert play.told(SPECTATOR) == lines[:-1]
    assert play.asked(A) == lines[-1:]
    play = Play(seconds=0)
    assert play.told(A)[0].startswith("Round 1: no time limit.")
    assert play.told(A)[-1] == "When you are done, type /next"
    play.next(B)
    assert play.shown(A)[-1] == "Done: bob"
    assert play.told(B) == ["Waiting for ann, cy."]


def test_words_are_acknowledged() -> None:
    """In one line each, with the number of words on one's list."""
    play = Play()
    play.line(A, "cat tea")
    assert play.told(A) == ["Noted: cat, tea (2 words so far)"]
    play.line(A, "cat d0g dog")
    assert play.told(A) == [
        "Noted: dog; already on your list: cat; left out, only letters count: d0g (3",
        "  words so far)",
    ]
    play.line(A, "take back dog")
    assert play.told(A) == ["Taken back: dog (2 words so far)"]
    play.line(A, "look")
    assert play.told(A) == ["Noted: look (3 words so far)"]
    play.line(A, "help dog")
    assert play.told(A) == ["Noted: help, dog (5 words so far)"]
    play = Play(verdicts="immediate")
    play.line(A, "cat tac house ab")
    assert play.told(A) == [
        "Good: cat; not a word: tac; not on the board: house; too short: ab (4 words so",
        "  far)",
    ]


def test_look_in_a_round() -> None:
    """The board and one's own list; the host adds the time."""
    play = Play(target=50)
    assert play.shown(A)[-1] == "Your list (0): no words yet"
    play.word(A, "cat tea")
    assert play.shown(A)[0] == "Round 1 of a match to 50 points."
    assert play.shown(A)[-1] == "Your list (2): cat, tea"
    assert play.shown(B)[-1] == "Your list (0): no words yet"
    assert play.shown(SPECTATOR)[-1] == ""
    play.time_up()
    play.next(A, B, C)
    assert play.shown(B)[-1] == "Scores: ann 2, bob 0, cy 0."


def test_the_lists_are_read_out() -> None:
    """O-B-20: every word with its verdict and points, then totals, then what nobody found."""
    play = Play(3, lag_credit=10, illegal_penalty=1)
    play.word(A, f"{SNAKE[:8]} cat tea ten ab cat")
    play.word(B, "tea house tac")
    play.leave(B)
    play.time_up()
    assert "Time is up. The lists will be read out in a moment." in play.shown(C)
    play.now += 1
    play.word(A, "dog")
    assert play.told(A) == ["Too late: dog (5 words so far)"]
    assert play.shown(A)[-1] == "  too late: dog"
    play.time_up()
    assert play.told(C)[:13] == [
        "ann: 12 points",
        "  11  catsoder",
        "   1  cat, ten",
        "   -  crossed off: tea",
        "   -  sent twice: cat",
        "  -1  too short: ab",
        "   -  too late: dog",
        "bob (left): -2 points",
        "   -  crossed off: tea",
        "  -1  not on the board: house",
        "  -1  not a word: tac",
        "You: 0 points, no words",
        "Scores: ann 12, cy 0, bob -2.",
    ]
    assert play.told(C)[13] == "Nobody found:"
    assert play.told(C)[-1].startswith("The board had ")


def test_who_reads_his_own_list() -> None:
    """It is `You` for him, and his name for all others, who read the same sentence."""
    play = Play(2)
    play.round("cat")
    assert play.told(A)[1:3] == ["You: 1 point", "   1  cat"]
    assert play.told(B)[1:4] == ["ann: 1 point", "   1  cat", "You: 0 points, no words"]
    assert play.told(SPECTATOR)[1:4] == ["ann: 1 point", "   1  cat", "bob: 0 points, no words"]


def test_the_standing_of_a_match() -> None:
    """The best first, with what the round brought; no line breaks within a player's."""
    play = Play(3, target=50)
    play.round("cat", f"{SNAKE[:8]}")
    assert "After round 1 of a match to 50: bob 11 (+11), ann 1 (+1), cy 0 (+0)." in play.told(A)
    play = Play(20, target=50)
    play.time_up()
    lines = [line for line in play.told(SPECTATOR) if "(+0)" in line]
    assert len(lines) > 1
    assert all(line.rstrip(",.").endswith(")") for line in lines)


def test_look_after_a_round() -> None:
    """One's own list as it was read out, the standing, what nobody found, who is waited for."""
    play = Play(2, target=50, lexicon=SmallList(["cat", "tea"]))
    play.round("cat")
    play.next(B)
    assert play.shown(A) == [
        "Round 1 of a match to 50 points.",
        "",
        "    C    A    T    S",
        "    R    E    D    O",
        "    I    N    G    L",
        "    P    Qu   A    M",
        "",
        "Your list:",
        "   1  cat",
        "Scores: ann 1, bob 0.",
        "Nobody found:",
        "   1  tea",
        "The board had 2 words worth 2 points. Players found 1.",
        "Waiting for you.",
        "To see where a word is: path WORD",
    ]
    assert "You had no words." in play.shown(B)
    assert play.asked(A) == ["Ready for round 2? Type: next"]
    assert play.told(B) == ["Waiting for ann."]
    assert play.told(A) == []


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


def test_look_when_every_word_was_found() -> None:
    """O-B-20: there is nothing that nobody found, so there is no list of it."""
    play = Play(1, lexicon=SmallList(["cat"]))
    play.round("cat")
    assert play.shown(A)[7:] == [
        "Your list:",
        "   1  cat",
        "Scores: ann 1.",
        "The board had 1 word worth 1 point. Players found 1.",
        "To see where a word is: path WORD",
    ]


def test_look_when_all_have_left() -> None:
    """O-B-16: nobody is there to whom the lists could be read out, so nothing is said of them."""
    play = Play(2)
    play.word(A, "cat")
    play.leave(A)
    play.leave(B)
    assert play.over
    assert play.shown(SPECTATOR)[7:] == [
        "Scores: ann 0, bob 0.",
        "To see where a word is: path WORD",
    ]


def test_the_way_of_a_word() -> None:
    """`path WORD` after the round: any word, for anybody; step by step."""
    play = Play(2)
    play.round("cat")
    for viewer in (A, B, SPECTATOR):
        heard = play.path("QUAG", viewer)
        assert heard.cells == (14, 15, 11)
        assert list(BOGGLE.text_ui.say(heard, Reader(viewer, NAMES))) == [
            "quag, step by step:",
            "    .    .    .    .",
            "    .    .    .    .",
            "    .    .    G3   .",
            "    .    Qu1  A2   .",
        ]
    heard = play.path("zebra")
    assert heard.cells is None
    text = BOGGLE.text_ui.say(heard, Reader(A, NAMES))
    assert list(text) == ["zebra isn't on this board."]


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
