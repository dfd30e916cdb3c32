"""`set colour on` colours everything that has styles, wherever a person reads it."""

from __future__ import annotations

import re
from typing import Final

import pytest

from parlour.language import Form
from parlour.wire.encoding import TEXT_MAX, person
from parlour.wire.messages import TextRow
from parlour_boggle import BOGGLE
from parlour_kit.host import Client
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, Words, new_host

ESCAPE: Final = re.compile("\x1b\\[[0-9;]*m")
BOLD, CYAN, RED, HOT = ("\x1b[1m", "\x1b[36m", "\x1b[31m", "\x1b[1;31m")


def table(game: str, *players: str) -> Party:
    """Ann reads colours; the others do not."""
    host = new_host({"hunt": HUNT, "boggle": BOGGLE}, {"en": Words()})
    party = Party(*players, host=host, game=game, options="rated=off", start=False)
    party["ann"].send("set colour on")
    return party


def coloured(lines: list[str]) -> list[str]:
    """Those that have colours, none of which goes on at the end of the line."""
    assert all(line.endswith("\x1b[0m") or "\x1b" not in line[-4:] for line in lines)
    return [line for line in lines if "\x1b" in line]


def bare(lines: list[str]) -> list[str]:
    return [ESCAPE.sub("", line) for line in lines]


def test_the_board_of_an_event_has_the_colours_that_look_shows() -> None:
    """What the two of them read differs in nothing else."""
    party = table("boggle", "ann", "bob")
    party["ann"].send("options challenge=on")
    party["bob"].take()
    begun = party["ann"].send("start")
    assert bare(begun) == party["bob"].take()
    board = [line for line in coloured(begun) if "[" in ESCAPE.sub("", line)]
    assert board
    assert set(board) <= set(party["ann"].send("/look"))


def hears(client: Client, words: str) -> str:
    """The one line that the player has read with these words."""
    (line,) = [line for line in client.take() if words in line]
    return line


def test_questions_talk_results_and_refusals_have_a_style() -> None:
    party = table("hunt", "ann", "bob", "cy")
    ann, bob = party["ann"], party["bob"]
    (begun,) = [line for line in ann.send("start") if "Hide a number" in line]
    assert begun.startswith(BOLD)
    bob.send("/say hello")
    assert hears(ann, "hello").startswith(CYAN)
    bob.send("/tell ann psst")
    assert hears(ann, "psst").startswith(CYAN)
    (no,) = ann.send("/kick zoe")
    assert no.startswith(RED)
    party.host.wait(50)
    assert hears(ann, "10 s left").startswith(HOT)
    ann.send("/propose abort")
    for name in ("bob", "cy"):
        party[name].send("/accept")
    assert hears(ann, "called off").startswith(BOLD)
    assert not coloured(bob.take())


def test_a_line_too_wide_for_the_screen_is_wrapped_in_its_colour() -> None:
    """And what somebody says cannot bring colours of its own."""
    party = table("hunt", "ann", "bob")
    party["ann"].send("set width 40")
    party["bob"].send("say " + "good luck to all of you " * 3)
    told = party["ann"].take()
    assert len(told) > 1
    assert all(line.startswith(CYAN) and line.endswith("\x1b[0m") for line in told)
    assert all(len(line) <= 40 for line in bare(told))


def test_colour_off_is_as_before() -> None:
    party = table("hunt", "ann", "bob")
    party["ann"].send("set colour off")
    party["bob"].send("say hello")
    assert party["ann"].take() == ["bob: hello"]


def test_a_text_too_long_to_be_told_has_no_colours_either() -> None:
    with pytest.raises(ValueError, match="too long"):
        person(TextRow(what=("x" * (TEXT_MAX + 1),)), Form(colour=True))
