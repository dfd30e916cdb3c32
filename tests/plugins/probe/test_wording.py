"""What people read of events."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, Reader, Seat
from parlour_probe import PROBE
from parlour_probe.decks import ACTIVITY_DECKS
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Gone,
    Guessed,
    Kept,
    Laid,
    Misspelt,
    NoReply,
    ProbeHeard,
    Reshuffled,
    Shown,
    TimeUp,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.phrases import CARD_TEXTS
from tests.plugins.probe.playbook import NAMES, A, B, C


def said(heard: ProbeHeard, viewer: Seat | None = None, width: int = 79) -> list[str]:
    """What a viewer reads; without one, a watcher."""
    reader = Reader(SPECTATOR if viewer is None else viewer, NAMES, width)
    return list(PROBE.text_ui.say(heard, reader))


@pytest.mark.parametrize(
    ("heard", "viewer", "line"),
    [
        (Asked(A, B, "N", False, 0, 0), None, "ann asks bob for an N. bob has no N."),
        (Asked(A, B, "B", False, 0, 0), B, "ann asks you for a B. You have no B."),
        (
            Asked(A, B, ".", False, -50, -20),
            A,
            "You ask bob for a blank. bob has no blank. You lose 50 (total -20).",
        ),
        (
            Asked(A, B, ".", False, -50, -20),
            C,
            "ann asks bob for a blank. bob has no blank. ann loses 50 (total -20).",
        ),
        (Asked(A, B, "U", True, 0, 0), A, "You ask bob for a U. bob must show one."),
        (
            Shown(B, 0, 5, "N", "question", A, 10, 0, 45, False, 0, 0),
            None,
            "bob shows an N at space 5. ann scores 10 (total 45).",
        ),
        (
            Shown(B, 0, 5, "N", "question", A, 60, 50, 60, False, 0, 0),
            A,
            "bob shows an N at space 5. You score 60 (total 60), 50 of it for the last card.",
        ),
        (
            Shown(B, 0, 5, "N", "question", A, 10, 0, 45, True, -100, -100),
            C,
            "The referee shows an N at space 5 for bob. ann scores 10 (total 45). "
            "Too slow: bob loses 100 (total -100).",
        ),
        (
            Shown(B, 0, 5, "N", "question", A, 10, 0, 45, True, -100, -100),
            B,
            "The referee shows an N at space 5 for you. ann scores 10 (total 45). "
            "Too slow: you lose 100 (total -100).",
        ),
        (
            Shown(A, 0, 1, ".", "OWN_BLANK", None, 0, 0, 0, False, 0, 0),
            A,
            "You show a blank at space 1.",
        ),
        (Turn(A, None, False, False, None, 0, 0, False), A, "Your turn."),
        (
            Turn(A, "+20", True, False, None, 20, 65, False),
            B,
            "ann plays on. Activity card: add 20 points (total 65).",
        ),
        (
            Turn(A, "LEFT", True, False, B, 0, 0, False),
            A,
            "You play on. Activity card: player on the left shows a card. bob chooses.",
        ),
        (
            Turn(A, "LEFT", False, False, B, 0, 0, False),
            B,
            "It's ann's turn. Activity card: player on the left shows a card. You choose.",
        ),
        (
            Turn(A, "OWN_BLANK", False, False, A, 0, 0, False),
            A,
            "Your turn. Activity card: show a blank if you have one.",
        ),
        (Turn(A, "NORMAL", False, False, None, 0, 0, False), A, "Your turn."),
        (Turn(A, "NORMAL", False, False, None, 0, 0, False), B, "It's ann's turn."),
        (
            Turn(A, "X3", False, True, None, 0, 0, True),
            B,
            "It's ann's turn. Activity card: the first question scores triple. "
            "It has no effect. There is nobody left to ask.",
        ),
        (
            Guessed(A, B, 0, "FISH", True, 101, 101),
            B,
            "ann guesses FISH as your word: right! ann scores 101 (total 101).",
        ),
        (
            Guessed(A, B, 0, "FISH", False, -50, -50),
            A,
            "You guess FISH as bob's word: wrong. You lose 50 (total -50).",
        ),
        (
            Misspelt(A, 0, "XYZZY", -100, -80),
            B,
            "XYZZY isn't in the word list. ann loses 100 (total -80).",
        ),
        (TimeUp(A), A, "You run out of time."),
        (TimeUp(A), B, "ann runs out of time."),
        (
            FinalRounds(A, (A, B, C), (0, 2, 1)),
            B,
            "Only ann still has hidden cards. Turns to come: you 2, cy 1.",
        ),
        (
            FinalRounds(A, (A, B, C), (0, 2, 2)),
            A,
            "Only you still have hidden cards. Turns to come: bob 2, cy 2.",
        ),
        (
            Kept(A, 0, (1, 4), "FISH", 20, 50, 70),
            A,
            "You turn up what nobody found, at spaces 1, 4. You score 20 for the cards and 50 for "
            "keeping the word (total 70).",
        ),
        (
            Kept(A, 0, (4,), "FISH", 15, 50, 65),
            B,
            "ann turns up what nobody found, at space 4. ann scores 15 for the cards and 50 for "
            "keeping the word (total 65).",
        ),
        (Gone(B), A, "bob has left. The referee now answers for bob's rack."),
        (
            Reshuffled(48),
            A,
            "No activity cards are left. The referee shuffles the 48 used cards.",
        ),
        (
            Waiting(A, B, 0, "FISH"),
            A,
            "Your guess FISH for bob will be judged once the card is shown.",
        ),
        (
            NoReply(A, B, 0),
            A,
            "That player has too few hidden cards for a word guess. Nothing has changed.",
        ),
        (
            Warned(A, "XYZZY"),
            A,
            "XYZZY isn't in the word list. Hide another word, or hide this one again to use it "
            "anyway. It will then cost you 100 points once all of it is face up. If you run out "
            "of time, the referee uses it.",
        ),
    ],
)
def test_sentences(heard: ProbeHeard, viewer: Seat | None, line: str) -> None:
    """Each event is a plain sentence that speaks to its reader."""
    assert said(heard, viewer, 300) == [line]


def test_sentences_are_wrapped() -> None:
    """A long sentence goes on in an indented line."""
    lines = said(Shown(B, 0, 5, "N", "question", A, 60, 50, 60, False, 0, 0), None, 60)
    assert lines == [
        "bob shows an N at space 5. ann scores 60 (total 60), 50 of",
        "  it for the last card.",
    ]


def test_a_hit_is_told_to_its_target_by_the_prompt() -> None:
    """The target reads the question once, together with what he may type."""
    assert said(Asked(A, B, "N", True, 0, 0), B) == []


def test_every_activity_card_has_words() -> None:
    """All cards of the decks can be read out."""
    assert set(CARD_TEXTS) == set(ACTIVITY_DECKS["activity48"])


def test_the_end_in_words() -> None:
    """At the end everybody reads all rows."""
    lines = said(Ended("final", (A, B, C), ("..FISH", "TREE", ""), (0, 0, 0)))
    assert lines == [
        "The last turns have been played. The game is over.",
        "ann: ..FISH",
        "bob: TREE",
        "cy: no word",
    ]
    assert said(Ended("all_up", (), (), ()))[0].startswith("All cards are face up.")
    assert said(Ended("deserted", (), (), ()))[0].startswith("Only one player is left.")
    assert said(Ended("final", (), (), ()), None, 40) == [
        "The last turns have been played. The",
        "  game is over.",
    ]


def test_what_was_laid() -> None:
    """The owner sees his rack with its values, and reads whether the referee laid it."""
    assert said(Laid(A, "..FISH", False), A) == [
        "Your rack:  .  .  F  I  S  H  -  -  -  -  -  -",
        "            5 10 15 15 10  5  5 10 15 15 10  5",
    ]
    assert said(Laid(A, "FISH", True), A)[0] == "The referee has hidden a word for you."
    assert said(Laid(A, "FISH", False), A, 40)[:2] == [
        "Your rack:",
        "  F  I  S  H  -  -  -  -  -  -  -  -",
    ]
