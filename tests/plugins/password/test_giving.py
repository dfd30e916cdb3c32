"""Clues: what is refused, who learns of it, what the other giver may allow (rules page, 3.3)."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault
from parlour_password.heard import ClueGiven, ClueLost, Objected, Pleaded, Refuted
from parlour_password.moves import Agree, Clue, Insist, Object
from parlour_password.state import Given, Phase
from tests.plugins.password.playbook import A, B, C, D, Play

OTHERS = ("ocean", *("castle",) * 8)
EVERYBODY = (A, B, C, D, SPECTATOR)


# --- what is a clue -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ice cream", "t-shirt", "c4", "a.b.c", "k i n g"])
def test_a_clue_is_one_word_without_a_hyphen(text: str) -> None:
    """R-W-15, R-W-21, O-W-3: no blanks, hyphens, digits, points; the referee refuses them."""
    assert Play().refused(A, Clue(text)).fault is MoveFault.MALFORMED


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("Neuschwanstein", "Neuschwanstein"),
        ("café", "café"),
        ("don't", "don't"),
        ("zzyzx", "zzyzx"),
        ("FORTRESS!", "FORTRESS"),
        ("as", "as"),
    ],
)
def test_what_may_be_a_clue(typed: str, clue: str) -> None:
    """R-W-17, R-W-19, O-W-3, O-W-4, O-W-8, O-W-19, O-W-27: proper nouns, slang and what is not in
    the word list; accents, an inner apostrophe, tone, and runs of one and two letters.
    """
    play = Play()
    play.clue(typed)
    assert (play.phase, play.state.clue) == (Phase.GUESS, clue)


@pytest.mark.parametrize(
    ("word", "clue", "said"),
    [
        ("stolen", "steal", "steal is a form of stolen."),
        ("monkey", "monk", "monk is part of monkey."),
        ("doghouse", "houses", "houses is part of doghouse."),
        ("mouse", "mice", "mice is a form of mouse."),
        ("teach", "taught", "taught is a form of teach."),
        ("castle", "sandcastle", "sandcastle contains castle."),
        ("castle", "CASTLES!", "castles is a form of castle."),
        ("mice", "Ice", "ice is part of mice."),
        ("mice", "ice-cream", "ice is part of mice."),
        ("mouse", "three blind mice", "mice is a form of mouse."),
        ("castle", "strong castle", "strong castle contains castle."),
    ],
)
def test_parts_and_forms_are_no_clues(word: str, clue: str, said: str) -> None:
    """R-W-18, O-W-4, O-W-15, G-2: refused with the rule, and of several words the one that is
    meant. Nothing has happened (O-W-5, `reject`), so nobody can learn of it.
    """
    check = "referee" if clue.isalpha() else "challenge"
    play = Play(clue_check=check, clue_vote=False, words=(word, *OTHERS))
    before = [play.look(viewer) for viewer in EVERYBODY], play.prompts(), play.deadline
    play.now = 5_000
    assert play.refused_clue(clue) == f"{said} Give another clue."
    assert before == ([play.look(viewer) for viewer in EVERYBODY], play.prompts(), play.deadline)
    play.clue("thing")
    assert play.state.dial == 10


def test_a_clue_or_a_wrong_guess_may_come_again() -> None:
    """R-W-20, O-W-9, O-W-25: by either side, in the same word or later; clues may be linked. But
    never the password, nor if the other giver would allow it.
    """
    play = Play()
    for _ in range(3):
        play.clue("fortress")
        play.guess("palace")
    play.clue("palace")
    play.decline()
    assert "castle is the password itself." in play.refused_clue("castle")
    assert "castle is the password itself." in play.refused(A, Insist("castle")).text
    play.find()
    play.next()
    play.clue("fortress")
    assert play.phase is Phase.GUESS


def test_only_the_giver_at_turn_gives() -> None:
    """R-W-6: not the other giver, not a receiver, not twice, not between two words."""
    play = Play()
    for seat in (B, C, D):
        for move in (Clue("thing"), Insist("thing")):
            refusal = play.refused(seat, move)
            assert refusal.fault is MoveFault.NOT_YOUR_TURN
            assert refusal.text == "It isn't your turn to give a clue."
    play.clue("thing")
    for seat, text in {
        A: "You can't give a clue now. Wait for the guess.",
        C: "It's your turn to guess: guess WORD",
    }.items():
        refusal = play.refused(seat, Clue("thing"))
        assert (refusal.fault, refusal.text) == (MoveFault.NOT_YOUR_TURN, text)
    play.guess("castle")
    assert play.refused(A, Clue("thing")).text == "You can't give a clue now."


# --- the clock ------------------------------------------------------------------------------


def test_who_gives_nothing_loses_his_clue() -> None:
    """R-W-8, O-W-11: after `clue_seconds=60` the dial goes down and the other team plays. With
    the tenth clue the word is over.
    """
    play = Play()
    assert play.deadline == 60_000
    assert play.time_up() == [ClueLost(A, "time", 10)]
    assert (play.state.dial, play.giver, play.deadline) == (9, B, 120_000)
    assert play.look().given == (Given(A, 10, None),)
    play.miss(8)
    play.time_up()
    assert play.phase is Phase.PAUSE
    assert play.last.points == 0


def test_no_clock() -> None:
    """G-6: 0 means none."""
    play = Play(clue_seconds=0, guess_seconds=0, pause_seconds=0)
    assert play.deadline is None
    play.clue("thing")
    assert play.deadline is None
    play.guess("castle")
    assert play.deadline is None


# --- forfeit --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kin"),
    [
        ("castles", "form"),
        ("castle", "same"),
        ("cast", "part"),
        ("sandcastle", "whole"),
        ("two words", "malformed"),
        ("x" * 500, "malformed"),
    ],
)
def test_an_illegal_clue_is_lost(text: str, kin: str) -> None:
    """O-W-5: `illegal_clue=forfeit`; what it was and why, its giver alone learns (O-W-15). What
    is no clue may be as long as a line, of which little is repeated.
    """
    play = Play(illegal_clue="forfeit")
    play.clue(text)
    lost = ClueLost(A, "illegal", 10)
    assert play.heard(A) == [Refuted(A, text[:30], kin), lost]
    for viewer in (B, C, D, SPECTATOR):
        assert play.heard(viewer) == [lost]
    assert (play.state.dial, play.giver) == (9, B)
    assert play.state.given == (Given(A, 10, None),)


# --- pleas ----------------------------------------------------------------------------------


def test_the_other_giver_may_allow_a_refused_clue() -> None:
    """R-W-18, O-W-15, `clue_vote`: the refusal says how to ask; agreed to, it is any clue. Nobody
    else can tell that he is asked, and logs hold neither the clue nor the password.
    """
    play = Play(words=("chemistry", *OTHERS))
    nosy = [(seat, move) for seat in (A, C, D) for move in (Agree(), Object())]
    texts = [play.refused(seat, move).text for seat, move in nosy]
    assert play.refused_clue("mist").endswith("ask the other giver: /insist mist")
    before = [play.look(viewer) for viewer in (C, D, SPECTATOR)]
    assert play.insist("mist") == [Pleaded(A, B, "mist", "part")]
    assert play.heard(A) == play.heard(B) == play.events
    for viewer in (C, D, SPECTATOR):
        assert play.heard(viewer) == []
    assert [play.look(viewer) for viewer in (C, D, SPECTATOR)] == before
    texts += [play.refused(seat, move).text for seat, move in nosy]
    assert set(texts) == {"Nobody is asking you to allow a clue."}
    for viewer in (A, B):
        plea = play.look(viewer).plea
        assert plea is not None
        assert (plea.giver, plea.judge, plea.clue, plea.kin) == (A, B, "mist", "part")
    for value in (play.state, *play.events, play.look(A), Clue("mist"), Insist("mist")):
        assert "mist" not in repr(value)
    assert play.verbs(A) == ["clue"]
    assert play.verbs(B) == ["agree", "object"]
    assert not play.prompts()[B].urgent
    play.agree(B)
    assert play.events == [ClueGiven(A, (C,), "mist", 10, (), 10)]
    assert play.state.plea is None


def test_he_may_object() -> None:
    """`clue_vote`: it is as if it had been refused; the clock runs on."""
    play = Play()
    deadline = play.deadline
    play.insist("cast")
    assert play.object(B) == [Objected(A, B, "cast")]
    assert play.heard(C) == play.heard(SPECTATOR) == []
    assert play.state.plea is None
    assert (play.giver, play.state.dial, play.deadline) == (A, 10, deadline)
    assert play.verbs(A) == ["clue", "insist"]
    assert play.verbs(B) == []


def test_the_giver_need_not_wait_for_an_answer() -> None:
    """`clue_vote`: another clue, and the plea is dropped; so it is when the clue is lost."""
    play = Play()
    play.insist("cast")
    assert "hasn't answered" in play.refused(A, Insist("cast")).text
    play.clue("fortress")
    assert play.state.plea is None
    assert play.verbs(B) == []
    play.decline()
    play.insist("cast")
    assert play.verbs(A) == ["agree", "object"]
    play.time_up()
    assert play.state.plea is None
    assert play.verbs(B) == []


def test_what_needs_nobodys_leave_and_what_nobody_can_allow() -> None:
    """`insist` with a lawful clue is that clue; a clue that is none is refused. `clue_vote=off`:
    nobody can be asked, and nobody is told to ask.
    """
    play = Play()
    assert play.refused(A, Insist("two words")).fault is MoveFault.MALFORMED
    assert "contains" in play.refused(A, Insist("sandcastle")).text
    assert play.insist("fortress")[0].name == "clue"
    play = Play(clue_vote=False)
    assert "insist" not in play.refused_clue("cast")
    assert play.verbs(A) == ["clue"]
    assert "Nobody can allow" in play.refused(A, Insist("cast")).text


def test_an_objection_where_illegal_clues_are_lost() -> None:
    """O-W-5: `forfeit`: whoever is not sure may ask first, but what is objected to is lost."""
    play = Play(illegal_clue="forfeit")
    play.insist("cast")
    assert play.kinds() == ["pleaded"]
    play.object(B)
    assert play.kinds() == ["objected", "lost"]
    assert play.heard(D) == [ClueLost(A, "illegal", 10)]
    play.insist("castle")
    assert play.kinds() == ["refuted", "lost"]
    assert play.state.dial == 8
