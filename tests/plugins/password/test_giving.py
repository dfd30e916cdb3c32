"""Clues: what is refused, who learns of it, what the other giver may allow (rules page, 3.3)."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault
from parlour_password.heard import ClueGiven, ClueLost, Objected, Pleaded, Refuted
from parlour_password.moves import Agree, Clue, Insist, Object
from parlour_password.state import Given, Phase
from tests.plugins.password.playbook import A, B, C, D, Play

CHEMISTRY = ("chemistry", "ocean", *("castle",) * 8)


# --- what is a clue -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ice cream", "t-shirt", "c4", "a.b.c", "k i n g"])
def test_a_clue_is_one_word_without_a_hyphen(text: str) -> None:
    """R-W-15, R-W-21, O-W-3: no blanks, hyphens, digits, points; the referee refuses them."""
    play = Play()
    refusal = play.refused(A, Clue(text))
    assert refusal.fault is MoveFault.MALFORMED
    assert play.look(C).given == ()


def test_names_may_be_clues_and_need_not_be_in_the_word_list() -> None:
    """R-W-17, O-W-27: proper nouns and slang; accents and an inner apostrophe (O-W-3)."""
    for text in ("Neuschwanstein", "café", "don't", "zzyzx"):
        play = Play()
        assert play.clue(text)[0].name == "clue"


def test_closing_marks_and_capitals_are_tone() -> None:
    """O-W-19, R-W-19: they are ignored when a clue is judged; capitals are shown (O-W-8)."""
    play = Play()
    play.clue("FORTRESS!")
    assert play.state.clue == "FORTRESS"
    assert "castle" in Play().refused_clue("CASTLES!")


@pytest.mark.parametrize(
    ("word", "clue", "said"),
    [
        ("mice", "ice-cream", "ice is part of mice."),
        ("mouse", "three blind mice", "mice is a form of mouse."),
        ("castle", "strong castle", "strong castle contains castle."),
        ("mice", "Ice", "ice is part of mice."),
    ],
)
def test_a_refusal_names_the_word_that_is_meant(word: str, clue: str, said: str) -> None:
    """R-W-18, G-2: of several words, the one that is a part or a form of the password."""
    play = Play(clue_check="challenge", clue_vote=False, words=(word, *("ocean",) * 9))
    assert play.refused_clue(clue).startswith(said)


def test_a_clue_may_be_given_again() -> None:
    """R-W-20, O-W-9: by either side, in the same word or later; clues may be linked."""
    play = Play()
    for _ in range(3):
        play.clue("fortress")
        play.decline()
    play.find()
    play.next()
    play.clue("fortress")
    assert play.phase is Phase.GUESS


def test_a_wrong_guess_may_be_a_clue() -> None:
    """O-W-25: but never the password, nor if the other giver would allow it."""
    play = Play()
    play.clue("fortress")
    play.guess("palace", C)
    play.clue("palace")
    play.decline()
    assert "castle is the password itself." in play.refused_clue("castle")
    assert "castle is the password itself." in play.refused(A, Insist("castle")).text


# --- parts and forms ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "clue", "why"),
    [
        ("stolen", "steal", "is a form of"),
        ("monkey", "monk", "is part of"),
        ("doghouse", "houses", "is part of"),
        ("mouse", "mice", "is a form of"),
        ("teach", "taught", "is a form of"),
        ("castle", "sandcastle", "contains"),
    ],
)
def test_parts_and_forms_are_no_clues(word: str, clue: str, why: str) -> None:
    """R-W-18, O-W-4: refused with the rule, and nothing else happens (O-W-5, `reject`)."""
    play = Play(words=(word, *CHEMISTRY[1:]))
    assert play.refused_clue(clue).startswith(f"{clue} {why} {word}. Give another clue")
    play.clue("thing")
    assert play.state.dial == 10


def test_short_runs_are_allowed() -> None:
    """O-W-4: one and two letters."""
    play = Play()
    play.clue("as")
    assert play.phase is Phase.GUESS


def test_a_refused_clue_is_nobodys_business() -> None:
    """O-W-15, G-2: nothing has happened, so nobody can learn of it."""
    play = Play()
    before = [play.look(viewer) for viewer in (A, B, C, D, SPECTATOR)]
    prompts = play.prompts()
    play.refused_clue("castles")
    assert [play.look(viewer) for viewer in (A, B, C, D, SPECTATOR)] == before
    assert play.prompts() == prompts


def test_only_the_giver_at_turn_gives() -> None:
    """R-W-6: not the other giver, not a receiver, not twice, not between two words."""
    play = Play()
    for seat in (B, C, D):
        for move in (Clue("thing"), Insist("thing")):
            refusal = play.refused(seat, move)
            assert refusal.fault is MoveFault.NOT_YOUR_TURN
            assert refusal.text == "It isn't your turn to give a clue."
    play.clue("thing")
    assert play.refused(A, Clue("thing")).fault is MoveFault.NOT_YOUR_TURN
    play.guess("castle")
    assert play.refused(A, Clue("thing")).text == "You can't give a clue now."


# --- the clock ------------------------------------------------------------------------------


def test_who_gives_nothing_loses_his_clue() -> None:
    """O-W-11: after `clue_seconds=60` the dial goes down and the other team plays."""
    play = Play()
    assert play.deadline == 60_000
    play.now = 5_000
    play.refused_clue("castle")
    assert play.deadline == 60_000
    lost = play.time_up()
    assert lost == [ClueLost(A, "time", 10)]
    assert play.state.dial == 9
    assert play.giver == B
    assert play.deadline == 120_000
    assert play.look().given == (Given(A, 10, None),)


def test_the_tenth_clue_can_be_lost_too() -> None:
    """R-W-8, O-W-11: then the word is over."""
    play = Play()
    play.miss(9)
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
    ],
)
def test_an_illegal_clue_is_lost(text: str, kin: str) -> None:
    """O-W-5: `illegal_clue=forfeit`; what it was and why, its giver alone learns (O-W-15)."""
    play = Play(illegal_clue="forfeit")
    play.clue(text)
    lost = ClueLost(A, "illegal", 10)
    assert play.heard(A) == [Refuted(A, text, kin), lost]
    for viewer in (B, C, D, SPECTATOR):
        assert play.heard(viewer) == [lost]
    assert play.state.dial == 9
    assert play.giver == B
    assert play.state.given == (Given(A, 10, None),)


def test_of_a_long_line_little_is_repeated() -> None:
    """What is no clue may be as long as a line."""
    play = Play(illegal_clue="forfeit")
    play.clue("x" * 500)
    assert len(play.one(Refuted).clue) == 30


# --- pleas ----------------------------------------------------------------------------------


def test_the_other_giver_may_allow_a_refused_clue() -> None:
    """R-W-18, `clue_vote`: the refusal says how to ask; agreed to, it is any clue."""
    play = Play(words=CHEMISTRY)
    assert play.refused_clue("mist").endswith("ask the other giver: /insist mist")
    before = [play.look(viewer) for viewer in (C, D, SPECTATOR)]
    assert play.insist("mist") == [Pleaded(A, B, "mist", "part")]
    assert play.heard(A) == play.heard(B) == play.events
    for viewer in (C, D, SPECTATOR):
        assert play.heard(viewer) == []
    assert [play.look(viewer) for viewer in (C, D, SPECTATOR)] == before
    for viewer in (A, B):
        plea = play.look(viewer).plea
        assert plea is not None
        assert (plea.giver, plea.judge, plea.clue, plea.kin) == (A, B, "mist", "part")
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
    assert play.giver == A
    assert play.state.dial == 10
    assert play.deadline == deadline
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


def test_nobody_else_can_tell_that_a_plea_stands() -> None:
    """O-W-15: the refusal is the same for receivers, and for the giver himself."""
    play = Play()
    texts = [play.refused(seat, move).text for seat in (A, C, D) for move in (Agree(), Object())]
    play.insist("cast")
    texts += [play.refused(seat, move).text for seat in (A, C, D) for move in (Agree(), Object())]
    assert set(texts) == {"Nobody is asking you to allow a clue."}


def test_a_clue_that_needs_nobodys_leave_is_taken_at_once() -> None:
    """`insist` with a lawful clue is that clue; a clue that is none is refused."""
    play = Play()
    assert play.refused(A, Insist("two words")).fault is MoveFault.MALFORMED
    assert "contains" in play.refused(A, Insist("sandcastle")).text
    assert play.insist("fortress")[0].name == "clue"


def test_no_vote() -> None:
    """`clue_vote=off`: nobody can be asked, and nobody is told to ask."""
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


def test_secrets_do_not_print() -> None:
    """Logs hold no clues that nobody may read, and no passwords."""
    play = Play()
    play.insist("cast")
    for value in (play.state, *play.events, play.look(A), Clue("cast"), Insist("cast")):
        assert "cast" not in repr(value)
