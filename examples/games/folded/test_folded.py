"""The rules of Folded paper, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random
from typing import Any

from folded import FOLDED
from folded.bot import Magpie
from folded.state import LONGEST, Write
from parlour import SPECTATOR, Nobody, Seat, Viewer
from parlour_kit import GameDriver, Match, check_game

ANN, BOB, CY = SEATS = tuple(map(Seat, range(1, 4)))


def _game(**options: int) -> Any:
    return GameDriver(FOLDED, seats=3, options={"lines": 3, **options})


def _write(game: Any, *lines: str) -> None:
    for seat, line in zip(SEATS, lines, strict=True):
        game.move(seat, Write(line))


def test_a_line_is_read_by_its_writer_and_by_who_writes_below_it() -> None:
    game = _game()
    lines = ("a lamp", "an owl", "the sea")
    _write(game, *lines)
    viewers: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
    reads = {viewer: [line for line in lines if line in _all(game, viewer)] for viewer in viewers}
    # The papers have gone to the next seat: bob has ann's, cy bob's, ann cy's.
    assert reads == {ANN: ["the sea"], BOB: ["a lamp"], CY: ["an owl"], SPECTATOR: []}
    assert game.told(CY)[-1] == "The papers go round. Line 2."
    assert game.asked(BOB)[0] == "The line above: a lamp"


def _all(game: Any, viewer: Viewer) -> str:
    return " ".join(game.shown(viewer))


def test_what_others_have_written_in_this_round_is_hidden_from_all() -> None:
    game = _game()
    game.move(ANN, Write("a lamp"))
    assert game.told(ANN) == ["Your line is written."]
    assert game.told(BOB) == ["ann has written."]
    assert "a lamp" in _all(game, ANN)
    others: tuple[Viewer, ...] = (BOB, CY, SPECTATOR)
    assert not any("a lamp" in _all(game, viewer) for viewer in others)
    assert "lamp" not in repr(game.state) + repr(Write("a lamp"))


def test_a_line_has_words_and_an_end() -> None:
    game = _game()
    said = "Write a line, such as: It was a quiet night."
    assert game.refused(ANN, Write(" \t ")).text == said
    said = f"Your line has {LONGEST + 1} characters. Write at most {LONGEST}."
    assert game.refused(ANN, Write("x" * (LONGEST + 1))).text == said
    game.move(ANN, Write(f"  {'x' * LONGEST}  "))
    assert game.refused(ANN, Write("more")).text.startswith("You can't choose now")


def test_at_the_end_all_stories_are_read_out_and_nobody_has_won() -> None:
    game = _game(lines=2)
    _write(game, "a lamp", "an owl", "the sea")
    _write(game, "went out", "was wet", "sang")
    told = game.told(SPECTATOR)
    assert told[-4:] == ["", "Story 3, by cy, ann:", "the sea", "went out"]
    assert [line for line in told if line.startswith("Story")] == [
        "Story 1, by ann, bob:",
        "Story 2, by bob, cy:",
        "Story 3, by cy, ann:",
    ]
    assert isinstance(game.outcome, Nobody)


def test_a_paper_goes_on_without_the_line_of_who_is_too_slow_or_has_left() -> None:
    game = _game(lines=2)
    game.move(ANN, Write("a lamp"))
    game.time_up()
    assert game.asked(BOB)[0] == "The line above: a lamp"
    assert game.asked(CY)[0] == "Your paper is blank."
    game.leave(CY)
    game.move(ANN, Write("the sea"))
    game.move(BOB, Write("was wet"))
    told = game.told(ANN)
    assert [line for line in told if line.startswith("Story")] == [
        "Story 1, by ann, bob:",
        "Story 2, by ann:",
    ]


def test_the_bot_writes_a_line_that_fits() -> None:
    match = Match(FOLDED, 4, seed=3, bots=dict.fromkeys(map(Seat, range(1, 5)), Magpie()))
    while not match.over:
        assert match.bot_step()
    lines = [line.text for paper in match.state.papers for line in paper]
    assert len(lines) == 16
    assert all(0 < len(line) <= LONGEST for line in lines)


def test_the_twin_of_a_reader_keeps_what_they_have_read() -> None:
    game = _game()
    _write(game, "a lamp", "an owl", "the sea")
    game.move(BOB, Write("was wet"))
    twin = FOLDED.views.resample(game.state, BOB, Random(1))
    assert [paper[0].text for paper in twin.papers][:2] == ["a lamp", "an owl"]
    assert twin.papers[2][0].text != "the sea"
    assert twin.lines.of(BOB) == "was wet"


def test_the_kit_finds_nothing() -> None:
    assert check_game(FOLDED, seeds=range(1)).counts["twins"] > 5
