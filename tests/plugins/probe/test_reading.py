"""What people type: O-P-4, O-P-6, O-P-25."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault, Reader, Refused, Seat
from parlour_probe import PROBE
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from tests.plugins.probe.playbook import A, B, C, D, Play

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE", "FISH"]
CALLED = {A: "ann", B: "Bonnie", C: "bob", D: "\u00c9mile"}


def parse(line: str, names: dict[Seat, str] | None = None) -> Move:
    """What ann means by a line."""
    verb, _, rest = line.partition(" ")
    view = Play(ROWS, activity_deck="none").look(A)
    return PROBE.text_ui.parse(verb, rest, view, Reader(A, names or CALLED))


def fault(line: str) -> Refused:
    """The refusal of a line that cannot be read."""
    with pytest.raises(Refused) as caught:
        parse(line)
    assert len(caught.value.text) <= 79
    return caught.value


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("hide ..TREASURER.", "..TREASURER."),
        ("hide ..treasurer.", "..TREASURER."),
        ("hide 2 treasurer 1", "..TREASURER."),
        ("hide 2 treasurer", "..TREASURER"),
        ("hide treasurer 1", "TREASURER."),
        ("hide  treasurer ", "TREASURER"),
        ("hide 0 treasurer 0", "TREASURER"),
        ("hide tr\u00e9sorier", "TRESORIER"),
        ("hide \u0153uvre", "OEUVRE"),
        ("hide \u00c6on", "AEON"),
        ("hide t.r", "T.R"),
        ("hide 99999999999999999999 a", "." * 13 + "A"),
        ("hide 13 a", "." * 13 + "A"),
    ],
)
def test_hide(line: str, cards: str) -> None:
    """O-P-4, O-P-6: a row of cards, or a word and two numbers; accents are dropped."""
    assert parse(line) == Hide(cards)


@pytest.mark.parametrize(
    "line",
    ["hide", "hide don't", "hide co-op", "hide two words", "hide 1 2 3", "hide r2d2", "hide 5 5"],
)
def test_hide_unreadable(line: str) -> None:
    """O-P-4: an apostrophe, hyphen, digit or space inside is refused, free of charge."""
    refused = fault(line)
    assert refused.fault is MoveFault.MALFORMED
    assert " like this: hide " in refused.text


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("ask bonnie e", Ask(B, "E")),
        ("ask BOB E", Ask(C, "E")),
        ("ask bob .", Ask(C, ".")),
        ("ask bob blank", Ask(C, ".")),
        ("ask bob for e", Ask(C, "E")),
        ("ask bob for an e", Ask(C, "E")),
        ("ask bob for a blank", Ask(C, ".")),
        ("ask bob a", Ask(C, "A")),
        ("ask bob \u00e9", Ask(C, "E")),
        ("ask bon x", Ask(B, "X")),
        ("ask a x", Ask(A, "X")),
        ("ask seat3 x", Ask(C, "X")),
        ("ask 3 x", Ask(C, "X")),
        ("ask \u00e9m x", Ask(D, "X")),
    ],
)
def test_ask(line: str, move: Ask) -> None:
    """A player by name, the beginning of it, or seat; a card by letter, dot or word."""
    assert parse(line) == move


def test_a_whole_name_is_never_ambiguous() -> None:
    """A name that begins another one still names its player."""
    names = {A: "ann", B: "bob", C: "bobby", D: "dee"}
    assert parse("ask bob x", names) == Ask(B, "X")


def test_ambiguous_players() -> None:
    """With several candidates they are named."""
    refused = fault("ask bo e")
    assert refused.fault is MoveFault.AMBIGUOUS
    assert refused.text == "bo could be Bonnie or bob. Type more of the name."


def test_unknown_players() -> None:
    """An unknown player is refused with those that are there, and the nearest one."""
    refused = fault("ask bonni3 e")
    assert (refused.fault, refused.near) == (MoveFault.MALFORMED, "Bonnie")
    known = "ann, Bonnie, bob, \u00c9mile"
    assert refused.text == f"No player is called bonni3. The players are {known}."
    assert fault("ask zzz e").near is None
    assert fault("ask 9 e").fault is MoveFault.MALFORMED
    assert fault("ask seat e").fault is MoveFault.MALFORMED


@pytest.mark.parametrize(
    "line", ["ask", "ask bob", "ask bob ee", "ask bob 5", "ask bob e f", "ask bob ?"]
)
def test_ask_unreadable(line: str) -> None:
    """What is no question is refused with the right form, naming a player who is there."""
    refused = fault(line)
    assert refused.fault is MoveFault.MALFORMED
    assert refused.text.endswith("like this: ask Bonnie e")


def test_show() -> None:
    """A space by its number."""
    assert parse("show 5") == Show(5)
    assert parse("show 12") == Show(12)
    for line in ("show", "show 0", "show 13", "show five", "show 5 6", "show \u00b2", "show -1"):
        assert fault(line).text == "Name one space from 1 to 12, like this: show 5"


def test_guess() -> None:
    """A guess is typed like a hidden word; a wrong number of cards is simply wrong (O-P-25)."""
    assert parse("guess bob ..treasurer.") == Guess(C, "..TREASURER.")
    assert parse("guess bob 2 treasurer 1") == Guess(C, "..TREASURER.")
    assert parse("guess bob a") == Guess(C, "A")
    for line in ("guess", "guess bob", "guess bob x.y", "guess bob ...", "guess bob 12 fish"):
        assert fault(line).fault is MoveFault.MALFORMED
    assert "That is 13 cards." in fault("guess bob 9 fish").text


def test_who_has_left_is_refused_like_everybody_else() -> None:
    """There are no rows of theirs to name as an example."""
    view = Play(["PLANTED", "WONDER", "KITCHEN"]).look(SPECTATOR)
    with pytest.raises(Refused, match=r"hide \.\.WORD"):
        PROBE.text_ui.parse("hide", "9", view, Reader(C, {A: "ann", B: "bob", C: "cy"}))


@pytest.mark.parametrize("line", ["ask e \xe0 bob", "ask bob e"])
def test_in_french_the_letter_may_come_before_the_player(line: str) -> None:
    assert parse(line) == Ask(seat=C, card="E")
