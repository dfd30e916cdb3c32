"""The partner game: teams, lists, who gives and leads, the dial, the score (rules page, 3.2)."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, Seat
from parlour_password import PASSWORD
from parlour_password.heard import Answered, Begun, ClueGiven, Ended, Secret, WordOver
from parlour_password.state import Outcome, Phase, Side, Verdict
from tests.plugins.password.playbook import WORDS, A, B, C, D, Play

LABELS = ("A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4", "A5", "B5")


def givers(play: Play) -> list[Seat]:
    """Who gives the first clue of each word."""
    return [word.sides[0].giver for word in play.state.words]


def silent(play: Play) -> bool:
    """May nobody talk? They all may or none."""
    (may,) = {PASSWORD.views.may_talk(play.state, seat) for seat in (A, B, C, D)}
    return not may


def test_how_a_game_begins() -> None:
    """R-W-2, R-W-3, R-W-4, R-W-5, C-W-3, C-W-4: two lists of five words, the last of each starred.
    A team is an A and a B player; the A players see A words and give first, each to his partner.
    """
    play = Play()
    assert tuple(word.label for word in play.state.words) == LABELS
    assert [word.label for word in play.state.words if word.double] == ["A5", "B5"]
    assert play.state.teams == ((A, C), (B, D))
    assert play.one(Secret).givers == (A, B)
    assert play.one(Begun) == Begun("A1", 1, 10, False, (Side(A, (C,)), Side(B, (D,))), 10)
    assert [play.look(seat).password for seat in (A, B, C, D)] == ["castle", "castle", None, None]
    assert (play.state.dial, list(play.prompts())) == (10, [A])
    apart = Play(taken=(Seat(2), Seat(3), Seat(5), Seat(8)))  # teams follow the order of seats
    assert apart.state.teams == ((2, 5), (3, 8))
    assert apart.word.sides == (Side(Seat(2), (Seat(5),)), Side(Seat(3), (Seat(8),)))


def test_a_word_is_found_by_the_partner_of_who_gives_the_clue() -> None:
    """R-W-1, R-W-6, R-W-12: a clue, an answer of one's partner and nobody else. The dial goes down
    and the other side plays, until somebody scores what it shows, for himself.
    """
    play = Play()
    assert play.clue("fortress") == [ClueGiven(A, (C,), "fortress", 10, (), 10)]
    assert (play.phase, list(play.prompts())) == (Phase.GUESS, [C])
    play.guess("table", C)
    for dial, giver, receiver in ((9, B, D), (8, A, C), (7, B, D)):
        assert (play.state.dial, play.giver) == (dial, giver)
        play.clue("thing")
        play.guess("table", receiver)
    play.clue("moat")
    play.guess("castle", C)
    over = play.one(WordOver)
    assert (play.last.outcome, over.scorers, over.points) == (Outcome.FOUND, (C,), 6)
    assert over.scores == play.scores == (0, 0, 6, 0)


@pytest.mark.parametrize(("clues", "points"), [(1, 10), (3, 8), (10, 1)])
def test_the_finder_scores_what_the_dial_shows(clues: int, points: int) -> None:
    """R-W-7: with three clues given, 8 points."""
    play = Play()
    play.miss(clues - 1)
    play.find()
    assert play.last.points == sum(play.scores) == points


def test_after_ten_clues_nobody_scores() -> None:
    """R-W-8: five clues by each giver, and the word is over."""
    play = Play()
    play.miss(10)
    assert (play.last.outcome, play.scores, play.phase) == (Outcome.DIAL, (0,) * 4, Phase.PAUSE)
    assert [given.giver for given in play.state.given] == [A, B] * 5
    assert [given.dial for given in play.state.given] == list(range(10, 0, -1))


def test_lists_are_played_in_turn_and_the_fifth_words_score_double() -> None:
    """R-W-9, R-W-11, R-W-13: A 1, B 1, A 2 ...; on B words the B players give to the A players.
    With the dial at 7 a starred word brings 14. A team's score is the sum of its two.
    """
    play = Play()
    seen: list[str] = []
    while not play.over:
        label = play.word.label
        seen.append(label)
        sides = ({A, B}, {C, D}) if label[0] == "A" else ({C, D}, {A, B})
        assert ({*play.word.givers}, {*play.word.receivers}) == sides
        secrets = [play.look(seat).password is not None for seat in (A, B, C, D)]
        assert secrets == [seat in sides[0] for seat in (A, B, C, D)]
        if label in ("A1", "B1"):
            play.find()  # cy, then bob on the other side: 10 each
        elif label == "B4":
            play.miss()
            play.find()  # ann: 9
        elif label == "A5":
            play.miss(3)
            play.find()  # dee
            assert (play.last.scorers, play.last.points) == ((D,), 14)
        elif label == "B5":
            assert play.clue("thing")[0] == ClueGiven(D, (B,), "thing", 10, (), 20)
            play.guess("table", B)
            play.miss(9)
        else:
            play.miss(10)
        if not play.over:
            play.next()
    assert tuple(seen) == LABELS
    assert play.scores == (9, 10, 10, 14)
    assert play.winners == {B, D}
    ended = play.one(Ended)
    assert (ended.reason, ended.unplayed, ended.scores) == ("played", (), play.scores)


def test_which_team_leads() -> None:
    """R-W-10, O-W-1, O-W-2: the starting team leads on A words, the other on B words, or one on
    all (`lead=same`). With `starting_team=random` either is as likely to start.
    """
    assert givers(Play(starting_team="1")) == [A, D] * 5
    assert givers(Play(starting_team="2")) == [B, C] * 5
    assert givers(Play(starting_team="1", lead="same")) == [A, C] * 5
    assert givers(Play(starting_team="2", lead="same")) == [B, D] * 5
    starts = [givers(Play(starting_team="random", first=n))[0] for n in range(60)]
    assert set(starts) == {A, B}
    assert 15 < starts.count(A) < 45


def test_equal_scores_share_the_win() -> None:
    """O-W-18: `tiebreak=none`."""
    play = Play()
    play.skip(10)
    assert play.over
    assert play.winners == {A, B, C, D}


def test_who_hears_and_says_what_in_a_word() -> None:
    """O-W-15, O-W-16, O-W-21: clues and guesses are public, the word once it is over. Talk is
    closed while a word is in play, and open between two words and at the end.
    """
    everybody = (A, B, C, D, SPECTATOR)
    play = Play()
    assert silent(play)
    play.clue("fortress")
    assert silent(play)
    assert all(play.heard(viewer) == play.events for viewer in everybody)
    for viewer in (C, D, SPECTATOR):
        assert play.look(viewer).password is None
    play.guess("castles", C)
    (answer,) = play.one(Answered).answers
    assert (answer.seat, answer.text, answer.verdict) == (C, "castles", Verdict.FORM)
    assert all(play.heard(viewer) == play.events for viewer in everybody)
    assert silent(play)
    play.guess("castle", C)
    assert not silent(play)
    for viewer in everybody:
        (over,) = (each for each in play.heard(viewer) if isinstance(each, WordOver))
        assert over.word == play.look(viewer).done[0].word == "castle"
    play.next()
    assert silent(play)
    play.leave(B)
    assert not silent(play)
    play.leave(C)
    assert play.over
    assert not silent(play)


def test_the_words_of_a_game_are_all_different() -> None:
    """R-W-14, O-W-20: single words of letters from our own lists, none of which returns."""
    for first in range(5):
        play = Play(words=None, tiebreak="extra_word", deck="all", first=first)
        words = [word.word for word in (*play.state.words, *play.state.extra)]
        assert len(set(words)) == len(words) == 12
        assert all(word.isalpha() and word.islower() for word in words)
    assert [word.word for word in Play().state.words] == list(WORDS[:10])
