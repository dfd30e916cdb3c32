"""What people read of positions and prompts."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace as changed

from parlour import SPECTATOR, Reader, Refused, Seat
from parlour.rendering import drawn
from parlour_probe import PROBE
from parlour_probe.state import FinalView
from tests.plugins.probe.playbook import A, B, C, D, Play

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE", "FISH"]


def test_racks() -> None:
    """One's own cards are known, and marked where all see them."""
    play = Play([*ROWS[:3]], activity_deck="none")
    play.open(A, 5)
    play.open(B, 4, 8)
    play.leave(C)
    assert play.shown(A)[:6] == [
        "Space      1  2  3  4  5  6  7  8  9 10 11 12   score",
        "Value      5 10 15 15 10  5  5 10 15 15 10  5",
        "ann (you)  .  .  T  R *E  A  S  U  R  E  R  .       0  <- turn",
        "bob        ?  ?  ?  T  ?  ?  ?  .  ?  ?  -  -       0",
        "cy         ?  ?  ?  ?  ?  ?  ?  ?  ?  -  -  -       0  left",
        "? hidden  * yours, seen  . blank  - none",
    ]
    assert play.shown(SPECTATOR)[2].startswith("ann    ?  ?  ?  ?  E")


def test_racks_of_six_with_long_names() -> None:
    """Six players with names of 20 columns fit 79 columns, also in wide letters."""
    play = Play(["FISH"] * 6, activity_deck="none")
    names = {Seat(n): "N" * 19 + str(n) for n in range(1, 6)}
    names[Seat(6)] = "\u540d" * 10
    lines = drawn(PROBE.text_ui.draw(play.look(A), Reader(A, names)), 79)
    assert max(map(len, lines)) == 79
    assert lines[2].startswith("N" * 19 + "1 (you)  F  I")
    assert lines[7].startswith("\u540d" * 10 + " " * 6 + "  ?  ?")


def test_racks_on_a_narrow_screen() -> None:
    """With less room names are cut; with very little each stands above its rack."""
    play = Play([*ROWS[:3]], activity_deck="none")
    names = {A: "annabella-carolina", B: "e\u0301mile", C: "cy"}
    lines = drawn(PROBE.text_ui.draw(play.look(A), Reader(A, names)), 62)
    assert lines[2].startswith("annabella-c  .")
    lines = drawn(PROBE.text_ui.draw(play.look(A), Reader(A, names)), 40)
    assert lines[:3] == [
        "  5 10 15 15 10  5  5 10 15 15 10  5",
        "annabella-carolina (you) 0  <- turn",
        "  .  .  T  R  E  A  S  U  R  E  R  .",
    ]
    assert lines[3] == "e\u0301mile 0"


def test_everybody_is_shown_a_row_of_their_own_to_hide() -> None:
    """Somebody hides it: if it were everybody's, all would know it. The example of a guess is
    everybody's, so nobody can hide that.
    """
    play = Play(seats=4)
    shown = [play.asked(seat)[-1].rpartition(" ")[2] for seat in (A, B, C, D)]
    assert len(set(shown)) > 1
    for seat, row in zip((A, B, C, D), shown, strict=True):
        assert row in play.state.examples_for(seat)
        text = f"That stands for a word of your own, like this: hide {row}"
        for line in ("..WORD.", "2 word 1", "..MOT."):
            with pytest.raises(Refused, match=re.escape(text)):
                play.parsed(seat, "hide", line)
    play.parsed(A, "hide", "word")  # the word itself is as good as any other


def test_rules_for_players() -> None:
    """The rules text is plain ASCII, fits a screen's width, and tells every verb."""
    lines = PROBE.rules_text.splitlines()
    assert PROBE.rules_text.isascii()
    assert max(map(len, lines)) <= 79
    assert len(lines) <= 135
    for verb in PROBE.verbs:
        assert any(line.startswith(f"  {verb.name} ") for line in lines)


def test_the_player_whose_word_was_hidden_longest_reads_it() -> None:
    """R-P-42: the one for whom the final rounds began. Of two racks both were not."""
    play = Play([*ROWS[:3]], activity_deck="none")
    said = PROBE.text_ui.highlights
    assert said(play.look(A), Reader(A, {})) == ()
    play.open(A, *range(1, 13))
    play.state = changed(play.state, final=FinalView(A, (0, 0, 0)))
    assert said(play.look(A), Reader(A, {})) == ("Your word was hidden longest: TREASURER.",)
    assert said(play.look(B), Reader(B, {})) == ()
    pair = Play([("FISH", "TREE"), ("BOLD", "CALM")])
    pair.state = changed(pair.state, final=FinalView(A, (0, 0)))
    assert said(pair.look(A), Reader(A, {})) == ()
