"""What people type in Probe without its verbs, line by line as they read it."""

from __future__ import annotations

from parlour.testing.host import Client, Host
from parlour_probe import PROBE
from tests.plugins.probe.playbook import WORDS
from tests.plugins.probe.test_notes import NEW

NAMES = ("ann", "bob", "cy")


def table(*words: str) -> tuple[Client, Client, Client]:
    """Three people who have hidden *words*; ann is to ask."""
    host = Host({"probe": PROBE}, {"en": WORDS})
    ann, bob, cy = (host.person(name) for name in NAMES)
    ann.send(NEW)
    bob.send("join 1")
    cy.send("join 1")
    ann.send("start")
    for client, word in zip((ann, bob, cy), words, strict=False):
        client.send(f"hide {word}")
    host.wait(5)
    return ann, bob, cy


def test_a_word_to_hide_needs_its_verb() -> None:
    """A slip of the finger must not be hidden."""
    ann, *_ = table()
    told = "There is no command lantern. If it is your move, type: hide lantern"
    assert ann.send("lantern") == [told]


def test_a_question_needs_no_verb_and_a_guess_does() -> None:
    ann, bob, _ = table("painted", "treasure", "wonder")
    assert (
        ann.send("e")[0]
        == "e could mean more than one thing. Type it in full: ask bob E, ask cy E"
    )
    assert ann.send("ask 2 e") == ["Players go by their names. Seat 2 is bob: ask bob e"]
    told = "There is no command bob. If it is your move, type: guess bob treasure"
    assert ann.send("bob treasure") == [told]
    assert ann.send("bob")[0].startswith("There is no command bob.")
    assert ann.send("bob e") == ["You ask bob for an E. bob must show one."]
    assert bob.send("3")[0].startswith("You show an E at space 3.")


def test_one_letter_is_a_question_when_one_opponent_is_left() -> None:
    """Cy has no hidden card any more. `q` could be the exit, too."""
    ann, bob, cy = table("a", "treasure", "o")
    ann.send("ask cy o")
    cy.send("1")
    assert ann.send("q")[0] == "q could mean more than one thing. Type it in full: quit, ask bob Q"
    assert ann.send("e")[0].startswith("You ask bob for an E.")
    assert bob.send("2 3")[0].startswith("There is no command 2.")
