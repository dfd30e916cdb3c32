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


def test_a_word_is_found_by_the_partner_of_who_gives_the_clue() -> None:
    """R-W-1: one scores by guessing the secret word from a one-word clue of one's partner."""
    play = Play()
    given = play.clue("fortress")
    assert given == [ClueGiven(A, (C,), "fortress", 10, (), 10)]
    play.guess("castle", C)
    assert play.scores == (0, 0, 10, 0)
    assert play.last.outcome is Outcome.FOUND


def test_two_lists_of_five_the_last_of_each_starred() -> None:
    """R-W-2, C-W-4: lists A and B of five words, one of each for a game."""
    play = Play()
    assert tuple(word.label for word in play.state.words) == LABELS
    assert [word.label for word in play.state.words if word.double] == ["A5", "B5"]


def test_teams_and_who_sees_what() -> None:
    """R-W-3, C-W-3: a team is an A and a B player; A players see A words, B players B words."""
    play = Play()
    assert play.state.teams == ((A, C), (B, D))
    assert play.one(Secret).givers == (A, B)
    assert [play.look(seat).password for seat in (A, B, C, D)] == ["castle", "castle", None, None]
    play.find()
    play.next()
    assert play.word.label == "B1"
    assert [play.look(seat).password for seat in (A, B, C, D)] == [None, None, "ocean", "ocean"]


def test_seats_need_not_be_the_first_four() -> None:
    """R-W-3: the teams follow the order of the taken seats."""
    play = Play(taken=(Seat(2), Seat(3), Seat(5), Seat(8)))
    assert play.state.teams == ((2, 5), (3, 8))
    assert play.word.sides == (Side(Seat(2), (Seat(5),)), Side(Seat(3), (Seat(8),)))


def test_the_a_players_give_first() -> None:
    """R-W-4: the game begins with word 1 of list A."""
    play = Play()
    begun = play.one(Begun)
    assert (begun.label, begun.number, begun.total, begun.double) == ("A1", 1, 10, False)
    assert begun.sides == (Side(A, (C,)), Side(B, (D,)))


def test_the_dial_begins_at_ten_and_the_starter_gives_to_his_own_partner() -> None:
    """R-W-5: one clue, then his partner answers it, and nobody else."""
    play = Play()
    assert play.state.dial == 10
    assert list(play.prompts()) == [A]
    play.clue("fortress")
    assert play.phase is Phase.GUESS
    assert list(play.prompts()) == [C]


def test_after_a_miss_the_dial_goes_down_and_the_other_side_plays() -> None:
    """R-W-6: each clue lowers the dial by one, and the givers take turns."""
    play = Play()
    seen: list[tuple[int, Seat]] = []
    for _ in range(4):
        seen.append((play.state.dial, play.giver))
        play.clue("thing")
        (receiver,) = play.state.turn.receivers
        play.guess("table", receiver)
    assert seen == [(10, A), (9, B), (8, A), (7, B)]


@pytest.mark.parametrize(("clues", "points"), [(1, 10), (3, 8), (10, 1)])
def test_the_finder_scores_what_the_dial_shows(clues: int, points: int) -> None:
    """R-W-7: with three clues given, 8 points."""
    play = Play()
    play.miss(clues - 1)
    play.find()
    assert play.last.points == points
    assert sum(play.scores) == points


def test_after_ten_clues_nobody_scores() -> None:
    """R-W-8: five clues by each giver, and the word is over."""
    play = Play()
    play.miss(10)
    assert play.last.outcome is Outcome.DIAL
    assert play.scores == (0, 0, 0, 0)
    assert play.phase is Phase.PAUSE
    assert [given.giver for given in play.state.given] == [A, B] * 5
    assert [given.dial for given in play.state.given] == list(range(10, 0, -1))


def test_lists_are_played_in_turn() -> None:
    """R-W-9: A 1, B 1, A 2, B 2 ...; on B words the B players give to the A players."""
    play = Play()
    seen: list[str] = []
    while not play.over:
        seen.append(play.word.label)
        assert set(play.word.givers) == ({A, B} if play.word.label[0] == "A" else {C, D})
        assert set(play.word.receivers) == ({C, D} if play.word.label[0] == "A" else {A, B})
        play.find()
        if not play.over:
            play.next()
    assert tuple(seen) == LABELS


def test_the_teams_lead_word_by_word() -> None:
    """R-W-10, O-W-2: the starting team leads on all A words, the other on all B words."""
    assert givers(Play(starting_team="1")) == [A, D] * 5
    assert givers(Play(starting_team="2")) == [B, C] * 5


def test_the_same_team_leads() -> None:
    """O-W-2: `lead=same`."""
    assert givers(Play(starting_team="1", lead="same")) == [A, C] * 5
    assert givers(Play(starting_team="2", lead="same")) == [B, D] * 5


def test_which_team_starts_is_a_matter_of_luck() -> None:
    """O-W-1: `starting_team=random`, each as likely."""
    starts = [givers(Play(starting_team="random", first=n))[0] for n in range(60)]
    assert set(starts) == {A, B}
    assert 15 < starts.count(A) < 45


def test_the_fifth_word_scores_double() -> None:
    """R-W-11: with the dial at 7, 14 points."""
    play = Play()
    play.skip(8)
    assert play.word.label == "A5"
    play.miss(3)
    assert play.state.dial == 7
    play.find()
    assert play.last.points == 14
    play.next()
    assert play.clue("thing")[0] == ClueGiven(D, (B,), "thing", 10, (), 20)


def test_the_score_is_the_guessers() -> None:
    """R-W-12: written down for him; his opponent gets nothing for that word."""
    play = Play()
    play.miss()
    play.find()
    assert play.scores == (0, 0, 0, 9)
    over = play.one(WordOver)
    assert (over.scorers, over.points) == ((D,), 9)
    assert over.scores == (0, 0, 0, 9)


def test_the_higher_sum_of_two_wins() -> None:
    """R-W-13: the game ends with B 5; a team's score is the sum of its two."""
    play = Play()
    play.find()  # cy: 10
    play.next()
    play.find()  # bob: 10, on the other side
    play.next()
    play.skip(5)
    assert play.word.label == "B4"
    play.miss()
    play.find()  # ann: 9
    play.next()
    play.skip(2)
    assert play.over
    assert play.scores == (9, 10, 10, 0)
    assert play.winners == {A, C}
    ended = play.one(Ended)
    assert (ended.reason, ended.unplayed) == ("played", ())
    assert ended.scores == play.scores


def test_equal_scores_share_the_win() -> None:
    """O-W-18: `tiebreak=none`."""
    play = Play()
    play.skip(10)
    assert play.over
    assert play.winners == {A, B, C, D}


def test_a_word_that_is_over_is_shown_to_everybody() -> None:
    """O-W-21, O-W-15: not sooner than that."""
    play = Play()
    play.clue("fortress")
    for viewer in (C, D, SPECTATOR):
        assert "castle" not in str(play.heard(viewer))
        assert play.look(viewer).password is None
    play.guess("castle", C)
    for viewer in (A, B, C, D, SPECTATOR):
        (over,) = (each for each in play.heard(viewer) if isinstance(each, WordOver))
        assert over.word == "castle"
        assert play.look(viewer).done[0].word == "castle"


def test_clues_and_guesses_are_public() -> None:
    """O-W-16: all hear them alike."""
    play = Play()
    play.clue("fortress")
    assert play.heard(A) == play.heard(D) == play.heard(SPECTATOR) == play.events
    play.guess("tower", C)
    answered = play.one(Answered)
    (answer,) = answered.answers
    assert (answer.seat, answer.text, answer.verdict) == (C, "tower", Verdict.WRONG)
    assert play.heard(A) == play.heard(SPECTATOR) == play.events


def test_talk_is_closed_while_a_word_is_in_play() -> None:
    """O-W-16: and open between two words, and at the end."""
    play = Play()
    assert silent(play)
    play.clue("fortress")
    assert silent(play)
    play.guess("castles", C)
    assert play.phase is Phase.CHANCE
    assert silent(play)
    play.guess("castle", C)
    assert not silent(play)
    play.next()
    assert silent(play)
    play.leave(B)
    assert not silent(play)
    play.leave(C)
    assert play.over
    assert not silent(play)


def silent(play: Play) -> bool:
    """May nobody talk? They all may or none."""
    (may,) = {PASSWORD.views.may_talk(play.state, seat) for seat in (A, B, C, D)}
    return not may


def test_the_words_of_a_game_are_all_different() -> None:
    """R-W-14, O-W-20: single words of letters from our own lists, none of which returns."""
    for first in range(5):
        play = Play(words=None, tiebreak="extra_word", deck="all", first=first)
        words = [word.word for word in (*play.state.words, *play.state.extra)]
        assert len(set(words)) == len(words) == 12
        assert all(word.isalpha() and word.islower() for word in words)
    assert [word.word for word in Play().state.words] == list(WORDS[:10])
