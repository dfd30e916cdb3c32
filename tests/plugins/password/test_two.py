"""Two players together, and two people who play with bots."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from parlour import Context, Refused, Seat, Setup
from parlour_kit.host import Host
from parlour_password import PASSWORD
from parlour_password.heard import Begun, Ended, Gone
from parlour_password.moves import Challenge, Three
from parlour_password.options import FIRST
from parlour_password.state import Outcome, Phase, Side
from tests.plugins.password.playbook import ENGLISH, A, B, C, D, Play
from tests.plugins.password.positions import said


def played(points: int) -> Play:
    """A game of two with so many points: each clue that brings nothing takes one."""
    play = Play(2)
    left = points
    for word in play.state.words:
        worth = min(left // (2 if word.double else 1), 10)
        play.miss(10 - worth)
        if worth:
            play.find()
            left -= worth * (2 if word.double else 1)
        if play.phase is Phase.PAUSE:
            play.next()
    return play


def test_two_give_and_guess_in_turn() -> None:
    """Ten words, A and B: the one gives the A words, the other the B words, with the same dial."""
    play = Play(2)
    assert play.state.teams == ((A, B),)
    assert [word.sides for word in play.state.words] == [(Side(A, (B,)),), (Side(B, (A,)),)] * 5
    assert [word.label for word in play.state.words if word.double] == ["A5", "B5"]
    assert (play.look(A).password, play.look(B).password) == ("castle", None)
    play.clue("moat")
    play.guess("river", B)
    assert (play.state.dial, play.giver) == (9, A)
    play.clue("king")
    play.guess("castle", B)
    assert (play.last.outcome, play.scores) == (Outcome.FOUND, (0, 9))
    assert Play(2, giver=2).giver == B


def test_nobody_challenges_where_there_is_no_other_team() -> None:
    """The referee refuses two words, and a clue that no list has is not open to anybody."""
    play = Play(2, clue_check="challenge")
    assert "one word" in play.refused_clue("two words")
    play.clue("xyzzy")
    assert not play.state.open
    assert "no clue to challenge" in play.refused(A, Challenge()).text
    assert "can't challenge" in Play(2).refused(A, Challenge()).text


@pytest.mark.parametrize(
    ("points", "praise", "won"),
    [
        (120, "you read each other's thoughts!", True),
        (90, "excellent!", True),
        (75, "very good.", True),
        (60, "good.", True),
        (59, "not bad. 60 would be good.", False),
        (39, "60 would be good. Try again!", False),
    ],
)
def test_their_points_count_together(points: int, praise: str, *, won: bool) -> None:
    """They have won if they are good. No word is added, because nobody can be equal to them."""
    play = played(points)
    assert (play.phase, sum(play.scores)) == (Phase.OVER, points)
    ended = play.one(Ended)
    assert ended.unplayed == ()
    assert said(ended, A) == [f"Together you have {points} of 120 points: {praise}"]
    assert said(ended, C) == [f"ann and bob have {points} of 120 points: {praise}"]
    assert PASSWORD.scoring.winners(play.state) == (frozenset({A, B}) if won else frozenset())
    assert list(PASSWORD.scoring.sides(play.state)) == [(A, B)]


def test_a_tie_needs_no_word_for_two() -> None:
    assert Play(2, tiebreak="extra_word").state.extra == ()


def test_who_is_left_of_two_waits_or_stops() -> None:
    """O-W-22: there is nobody to go on with."""
    play = Play(2)
    play.leave(A)
    assert play.one(Gone) == Gone(A, B, 180, False)
    assert (play.verbs(B), play.free) == (["stop"], (A,))
    assert "Only a game of four" in play.refused(B, Three()).text
    play.stop(B)
    assert PASSWORD.scoring.winners(play.state) == frozenset()


@pytest.mark.parametrize(
    ("bots", "teams"),
    [
        ((), ((A, C), (B, D))),
        ((C, D), ((A, B), (C, D))),
        ((B, D), ((A, C), (B, D))),
        ((A, B), ((A, B), (C, D))),
        ((A, C), ((A, C), (B, D))),
        ((B, C, D), ((A, C), (B, D))),
        ((D,), ((A, C), (B, D))),
    ],
)
def test_two_people_who_play_with_two_bots_are_partners(
    bots: tuple[Seat, ...], teams: tuple[tuple[Seat, Seat], ...]
) -> None:
    """Wherever they sit. The first seat is in the first team, which starts here."""
    play = Play(bots=bots)
    assert play.state.teams == teams
    assert play.word.sides[0] == Side(A, (teams[0][1],))


def test_seats_alone_count_if_the_table_says_so_or_the_game_began_before() -> None:
    play = Play(bots=(C, D), teams="seats")
    assert play.state.teams == ((A, C), (B, D))
    old = {option.name: option.default for option in PASSWORD.options}
    del old["teams"]
    setup = Setup((A, B, C, D), old, FIRST, bots=frozenset({C, D}))
    ctx = Context(now=0, seed=b"x", number=0, lexicon=ENGLISH)
    assert PASSWORD.rules.start(setup, ctx).state.teams == ((A, C), (B, D))


def test_partners_are_named_when_the_game_begins() -> None:
    begun = Play().one(Begun)
    assert said(begun, A)[0] == "You play with cy, against bob and dee."
    assert said(begun, D)[0] == "You play with bob, against ann and cy."
    assert said(Play(2).one(Begun), B)[:2] == [
        "You and ann play together: 10 words, and you take turns to give clues.",
        "60 points is a good score.",
    ]
    assert said(Play(3).one(Begun), A)[0].startswith("Word 1 of 5")
    assert said(replace(begun, number=2, label="B1"), A)[0].startswith("Word B1")


def test_two_friends_play_with_bots_and_alone() -> None:
    """They are told at the table what it will be."""
    host = Host({"password": PASSWORD}, {"en": ENGLISH})
    ann, bob = host.person("ann"), host.person("bob")
    assert "Two play together as one team," in " ".join(ann.send("new password"))
    bob.send("join 1")
    lines = ann.send("start")
    assert "Password begins: ann and bob." in lines
    assert any("You and bob play together" in line for line in lines)
    ann.send("/propose abort")
    bob.send("/accept")
    ann.send("/bot sharp", "/bot easy")
    lines = ann.send("/start")
    assert lines[0] == "Password begins: ann, bob, Ada (sharp) and Bo (easy)."
    assert "You play with bob, against Ada and Bo." in lines


def test_a_game_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(Refused):
        Play(2, taken=(A, B), giver=3)
