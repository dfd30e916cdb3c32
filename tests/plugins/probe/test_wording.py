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
    Hiding,
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
from parlour_probe.wording import CARD_TEXTS
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
            "You ask bob for a blank. bob has no blank: you lose 50 (-20).",
        ),
        (
            Asked(A, B, ".", False, -50, -20),
            C,
            "ann asks bob for a blank. bob has no blank: ann loses 50 (-20).",
        ),
        (Asked(A, B, "U", True, 0, 0), A, "You ask bob for a U. bob must show one."),
        (
            Shown(B, 0, 5, "N", "question", A, 10, 0, 45, False, 0, 0),
            None,
            "bob shows an N at space 5: 10 points for ann (45).",
        ),
        (
            Shown(B, 0, 5, "N", "question", A, 60, 50, 60, False, 0, 0),
            A,
            "bob shows an N at space 5: 60 points for you (60), 50 of them for the last card.",
        ),
        (
            Shown(B, 0, 5, "N", "question", A, 10, 0, 45, True, -100, -100),
            C,
            "The referee shows an N at space 5 for bob: 10 points for ann (45); "
            "bob loses 100 (-100) for silence.",
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
            "ann goes on. The card says: add 20 points (65).",
        ),
        (
            Turn(A, "LEFT", True, False, B, 0, 0, False),
            A,
            "You go on. The card says: opponent at left shows a card. bob chooses.",
        ),
        (
            Turn(A, "LEFT", False, False, B, 0, 0, False),
            B,
            "The turn goes to ann. The card says: opponent at left shows a card. You choose.",
        ),
        (
            Turn(A, "OWN_BLANK", False, False, A, 0, 0, False),
            A,
            "Your turn. The card says: show a blank if you have one.",
        ),
        (
            Turn(A, "X3", False, True, None, 0, 0, True),
            B,
            "The turn goes to ann. The card says: the first question counts three times. "
            "It is void. There is nobody left to ask.",
        ),
        (
            Guessed(A, B, 0, "FISH", True, 101, 101),
            B,
            "ann guesses FISH for you: right, 101 points (101).",
        ),
        (Guessed(A, B, 0, "FISH", True, 1, 1), A, "You guess FISH for bob: right, 1 point (1)."),
        (
            Guessed(A, B, 0, "FISH", False, -50, -50),
            A,
            "You guess FISH for bob: wrong, you lose 50 (-50).",
        ),
        (
            Misspelt(A, 0, "XYZZY", -100, -80),
            B,
            "The word list does not have XYZZY: ann loses 100 (-80).",
        ),
        (TimeUp(A), A, "Your time is up."),
        (TimeUp(A), B, "ann's time is up."),
        (
            FinalRounds(A, (A, B, C), (0, 2, 1)),
            B,
            "Only ann hides cards now. Turns to come: you 2, cy 1.",
        ),
        (
            FinalRounds(A, (A, B, C), (0, 2, 2)),
            A,
            "Only you hide cards now. Turns to come: bob 2, cy 2.",
        ),
        (
            Kept(A, 0, (1, 4), "FISH", 20, 50, 70),
            A,
            "You turn up what nobody found, at 1, 4: 20 for the cards and 50 for keeping the word "
            "(70).",
        ),
        (Gone(B), A, "bob has left; the referee answers for that rack now."),
        (Reshuffled(48), A, "The 48 used activity cards are shuffled and used again."),
        (Waiting(A, B, 0, "FISH"), A, "Your guess FISH for bob waits until the card is shown."),
        (NoReply(A, B, 0), A, "No reply: that word cannot be guessed now. Nothing has changed."),
        (
            Warned(A, "XYZZY"),
            A,
            "The word list does not have XYZZY. Hide it again and it is taken, but costs you 100 "
            "once all of it is seen; or hide another word. If you hide nothing more in time, "
            "this one is laid.",
        ),
    ],
)
def test_sentences(heard: ProbeHeard, viewer: Seat | None, line: str) -> None:
    """Each event is a plain sentence that speaks to its reader."""
    assert said(heard, viewer, 200) == [line]


def test_sentences_are_wrapped() -> None:
    """A long sentence goes on in an indented line."""
    lines = said(Shown(B, 0, 5, "N", "question", A, 60, 50, 60, False, 0, 0), None, 60)
    assert lines == [
        "bob shows an N at space 5: 60 points for ann (60), 50 of",
        "  them for the last card.",
    ]


def test_a_hit_is_told_to_its_target_by_the_prompt() -> None:
    """The target reads the question once, together with what he may type."""
    assert said(Asked(A, B, "N", True, 0, 0), B) == []


def test_every_activity_card_has_words() -> None:
    """All cards of the decks can be read out."""
    assert set(CARD_TEXTS) == set(ACTIVITY_DECKS["activity48"])


def test_the_end_in_words() -> None:
    """At the end everybody reads all rows."""
    lines = said(Ended("final", (A, B, C), ("..FISH", "TREE", "")))
    assert lines == [
        "The last turns are played. The game is over.",
        "ann: ..FISH",
        "bob: TREE",
        "cy: no word",
    ]
    assert said(Ended("all_up", (), ()))[0].startswith("All cards are face up.")
    assert said(Ended("deserted", (), ()))[0].startswith("Only one player is left.")
    assert said(Ended("final", (), ()), None, 40) == [
        "The last turns are played. The game is",
        "  over.",
    ]


def test_what_was_laid() -> None:
    """The owner sees his rack with its values, and reads whether the referee laid it."""
    assert said(Laid(A, "..FISH", False), A) == [
        "Your rack:  .  .  F  I  S  H  -  -  -  -  -  -",
        "            5 10 15 15 10  5  5 10 15 15 10  5",
    ]
    assert said(Laid(A, "FISH", True), A)[0] == "The referee has laid a word for you."
    assert said(Laid(A, "FISH", False), A, 40)[:2] == [
        "Your rack:",
        "  F  I  S  H  -  -  -  -  -  -  -  -",
    ]


def test_no_sentence_for_what_is_never_heard() -> None:
    """An event that nobody hears has no words; to ask for them is a fault."""
    with pytest.raises(TypeError, match="Hiding"):
        said(Hiding(A, "FISH", False))  # type: ignore[arg-type]
