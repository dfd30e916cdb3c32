"""Challenges: two words or hyphenated? The dictionary decides (R-W-16, O-W-3, O-W-6 to O-W-8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour import SPECTATOR, MoveFault, Seat
from parlour_kit.words import SmallList
from parlour_password import PASSWORD
from parlour_password.giving import is_one_word
from parlour_password.heard import Answered, Challenged, ClueGiven, Kept, Waived, WordOver
from parlour_password.moves import Challenge, Clue, Guess, Waive
from parlour_password.state import Answer, Outcome, Phase, Verdict
from tests.plugins.password.playbook import ENGLISH, A, B, C, D, Play

LETTERS = SmallList(("teapot", "dont", "tower", "strong", "hitch", "cock", "a"), never=("cock",))


def play_with(**options: Any) -> Play:
    """A game in which clues can be challenged."""
    return Play(clue_check="challenge", **options)


def test_two_words_pass_unless_they_are_challenged() -> None:
    """O-W-3: `clue_check=challenge`; blanks and hyphens, but no digits and no points."""
    for text in ("ice cream", "t-shirt"):
        play = play_with()
        play.clue(text)
        assert play.state.clue == text
    assert play_with().refused(A, Clue("c4")).fault is MoveFault.MALFORMED


def test_who_may_challenge_and_until_when() -> None:
    """O-W-6: either opponent, after the clue is shown, for `challenge_seconds=5`."""
    play = play_with()
    given = play.clue("strong house")[0]
    assert play.state.opponents == (B, D)
    assert given.opponents == (B, D)  # type: ignore[union-attr]
    assert play.look().open_to == (B, D)
    assert play.deadline == 5_000
    for seat in (B, D):
        assert play.verbs(seat) == ["challenge", "waive"]
        prompt = play.prompts()[seat]
        assert (prompt.due, prompt.urgent) == (5_000, False)
    for seat in (A, C):
        text = play.refused(seat, Challenge()).text
        assert text == "Only the other team can challenge this clue."
    play.time_up()
    assert play.events == []
    assert play.look().open_to == ()
    assert play.refused(B, Challenge()).text == "There is no clue to challenge now."
    assert play.deadline == 30_000


@pytest.mark.parametrize("seat", [B, D])
def test_a_challenge_that_is_right(seat: Seat) -> None:
    """R-W-16, O-W-7, C-W-1: the word is over, and the challenger's receiver has the points that
    the dial shows for that clue.
    """
    play = play_with()
    play.miss(2)
    play.clue("strong house")
    play.challenge(seat)
    assert play.kinds() == ["challenged", "over"]
    assert play.one(Challenged) == Challenged(seat, A, "strong house", True)
    over = play.one(WordOver)
    assert (over.outcome, over.word, over.scorers, over.points) == ("challenge", "castle", (D,), 8)
    assert play.scores == (0, 0, 0, 8)
    assert play.heard(SPECTATOR) == play.events


@pytest.mark.parametrize("clue", ["teapot", "tea pot", "tea-pot", "Teapot!"])
def test_a_challenge_that_is_wrong(clue: str) -> None:
    """O-W-7, O-W-8: written as one word it is in the dictionary: the giver's receiver scores."""
    play = play_with(lexicon=LETTERS)
    play.clue(clue)
    play.challenge(B)
    assert not play.one(Challenged).right
    assert play.scores == (0, 0, 10, 0)
    assert play.last.outcome is Outcome.CHALLENGE


def test_what_the_dictionary_does_not_have_is_no_single_word() -> None:
    """O-W-8: two words of it written together are two words; names and the like stand."""
    clues = {
        "strongtower": True,
        "towerstrong!": True,
        "strong tower": True,
        "xylofoam": False,
        "atower": False,  # a piece has two letters at least
        "totower": True,  # and then it is a common word
        "aetower": False,
        "strongtowerstrong": True,  # three pieces
        "hitchcock": False,  # a name
        "don't": False,  # an apostrophe is no matter
    }
    for check in ("challenge", "referee"):
        for clue, right in clues.items():
            if check == "referee" and " " in clue:
                continue
            if check == "referee" and clue == "don't":
                continue  # it stands in the list, so nobody can challenge it
            play = Play(clue_check=check, lexicon=LETTERS)
            play.clue(clue)
            play.challenge(D)
            assert play.one(Challenged).right is right, clue


NAMES = (
    *("agatha", "beethoven", "blackpool", "churchill", "facebook", "hitchcock", "starbucks"),
    *("skywalker", "spongebob", "batman", "playstation", "photoshop", "hogwarts", "superman"),
    *("youtube", "waterworld", "goldfinger", "starcraft", "disneyland", "underwood"),
)


@pytest.mark.parametrize("clue", NAMES)
@pytest.mark.parametrize("check", ["challenge", "referee"])
def test_no_name_is_lost_by_a_challenge(check: str, clue: str) -> None:
    """R-W-17, O-W-8: not even one that is two words of the list written together."""
    play = Play(clue_check=check)
    play.clue(clue)
    if not play.state.open:
        assert clue in ENGLISH  # so nobody can challenge it
        return
    play.challenge(D)
    assert not play.one(Challenged).right
    assert play.scores == (0, 0, 10, 0)


def test_words_written_together_are_no_names() -> None:
    """O-W-8: two or more pieces; of two letters only common words."""
    together = ("nosmoking", "ofcourse", "welltodo", "outofdate", "stateoftheart", "goodbyekiss")
    for clue in (*together, "strongtower", "stonehouse", "bighouse", "fishpond"):
        play = Play(clue_check="challenge")
        play.clue(clue)
        play.challenge(D)
        assert play.one(Challenged).right is (clue not in ENGLISH), clue


def test_the_run_together_words_of_the_rules_fall() -> None:
    """O-W-8: the sheet's own *well-to-do*, too."""
    assert not any(
        is_one_word(clue, ENGLISH) for clue in ("nosmoking", "ofcourse", "welltodo", "outofdate")
    )
    assert all(is_one_word(clue, ENGLISH) for clue in ("Skywalker", "SpongeBob", "Hitchcock"))


@pytest.mark.parametrize("typed", ["SpongeBob", "McDonald", "Beyonc\u00e9", "LOUD"])
def test_a_clue_is_shown_as_its_giver_typed_it(typed: str) -> None:
    """O-W-8: capitals included; closing marks are tone (O-W-19)."""
    play = play_with()
    play.clue(f"{typed}!")
    assert play.look(SPECTATOR).given[-1].text == typed


def test_without_a_dictionary_a_word_is_what_is_written_as_one() -> None:
    """O-W-8, where the table has no word list."""
    for clue, right in (("tower", False), ("ice cream", True), ("t-shirt", True)):
        play = play_with(lexicon=None)
        play.clue(clue)
        play.challenge(B)
        assert play.one(Challenged).right is right


def test_the_starred_word() -> None:
    """O-W-7, R-W-11: a challenge counts double on word 5."""
    play = play_with()
    play.skip(8)
    play.clue("strong house")
    play.challenge(B)
    assert play.scores == (0, 0, 0, 20)


def test_parts_and_forms_are_the_referees_business() -> None:
    """O-W-6: they are refused all the same, in two words too."""
    play = play_with()
    assert "castle" in play.refused_clue("castles")
    assert "contains castle" in play.refused_clue("sand castle")


def test_the_answer_is_held_back() -> None:
    """O-W-6: sealed until the window is closed; its sender knows, and nobody else."""
    play = play_with()
    play.clue("fortress")
    before = [play.look(viewer) for viewer in (A, B, D, SPECTATOR)]
    waits = {seat: prompt.due for seat, prompt in play.prompts().items() if seat != C}
    assert play.guess("castle", C) == [Kept(C, "castle")]
    assert play.heard(C) == play.events
    for viewer in (A, B, D, SPECTATOR):
        assert play.heard(viewer) == []
    assert [play.look(viewer) for viewer in (A, B, D, SPECTATOR)] == before
    assert {seat: prompt.due for seat, prompt in play.prompts().items()} == waits
    assert play.deadline == 5_000
    assert (play.look(C).answer, play.look(C).answered) == ("castle", True)
    assert play.refused(C, Guess("tower")).text.startswith("You have already answered this clue")
    play.time_up()
    assert play.kinds() == ["answers", "over"]
    assert play.scores == (0, 0, 10, 0)


def test_a_pass_is_held_back_too() -> None:
    """O-W-6, G-3: it looks the same from outside."""
    play = play_with()
    play.clue("fortress")
    play.decline(C)
    assert play.events == [Kept(C, None)]
    assert (play.look(C).answer, play.look(C).answered) == (None, True)
    play.time_up()
    assert play.one(Answered).answers == (Answer(C, None, Verdict.PASSED),)


def test_the_answer_is_never_said_if_the_clue_is_challenged() -> None:
    """O-W-7: a challenge ends the word either way."""
    play = play_with()
    play.clue("strong house")
    play.guess("castle", C)
    play.challenge(D)
    assert play.kinds() == ["challenged", "over"]
    assert play.state.sealed == ()
    assert play.scores == (0, 0, 0, 10)


def test_both_opponents_waive() -> None:
    """O-W-6: then nothing is held back any more; one alone is his own business."""
    play = play_with()
    play.clue("fortress")
    play.guess("tower", C)
    assert play.move(B, Waive()) == [Waived(B)]
    assert play.heard(B) == play.events
    for viewer in (A, C, D, SPECTATOR):
        assert play.heard(viewer) == []
    assert play.look(B).waived
    assert not play.look(D).waived
    assert play.look(D).open_to == (B, D)
    assert play.verbs(B) == []
    assert play.refused(B, Challenge()).text == "You have already accepted this clue."
    play.waive(D)
    assert play.kinds() == ["waived", "answers"]
    assert play.phase is Phase.CLUE
    assert play.state.dial == 9


def test_the_answer_is_waited_for_if_there_is_none_yet() -> None:
    """O-W-6, O-W-10: the guess clock goes on; now the game waits for the receiver alone."""
    play = play_with()
    play.clue("fortress")
    assert not play.prompts()[C].urgent
    play.waive(D, B)
    assert play.phase is Phase.GUESS
    assert list(play.prompts()) == [C]
    assert play.prompts()[C].urgent
    assert play.deadline == 30_000
    play.guess("castle", C)
    assert play.kinds() == ["answers", "over"]


def test_silence_after_the_window() -> None:
    """O-W-10: both clocks run out, one after the other."""
    play = play_with()
    play.clue("fortress")
    play.time_up()
    play.time_up()
    assert play.one(Answered).answers[0].verdict is Verdict.SILENT
    assert play.now == 30_000


def test_the_time_for_an_answer_is_never_shorter_than_that_for_a_challenge() -> None:
    """O-W-6: it would not come out sooner anyway; one tick ends both."""
    play = play_with(guess_seconds=2, challenge_seconds=5)
    play.clue("fortress")
    assert play.prompts()[C].due == 5_000
    play.time_up()
    assert play.one(Answered).answers[0].verdict is Verdict.SILENT
    assert play.phase is Phase.CLUE


def test_no_guess_clock() -> None:
    """G-6: the window closes, and the answer may take as long as it likes."""
    play = play_with(guess_seconds=0)
    play.clue("fortress")
    assert play.deadline == 5_000
    play.time_up()
    assert play.deadline is None
    assert play.prompts()[C].due is None


def test_a_chance_has_no_window() -> None:
    """O-W-12: the clue has stood; the answer comes out at once."""
    play = play_with(words=("stolen", *("castle",) * 9))
    play.clue("taken")
    play.guess("steal", C)
    play.waive(B, D)
    assert play.phase is Phase.CHANCE
    assert list(play.prompts()) == [C]
    play.guess("stolen", C)
    assert play.last.outcome is Outcome.FOUND


def test_nobody_challenges_where_the_referee_judges() -> None:
    """O-W-6: `clue_check=referee`: a clue that stands in the list waits for nobody, nor does one
    with three players, or where there is no list.
    """
    for play in (Play(), Play(lexicon=None), Play(3, lexicon=LETTERS)):
        play.clue("fortress")
        assert not play.state.open
        assert play.one(ClueGiven).opponents == ()
        text = (
            "There is no clue to challenge now." if play.state.opponents else "The referee judges"
        )
        for move in (Challenge(), Waive()):
            assert text in play.refused(D if play.state.opponents else B, move).text
        assert play.verbs(D) == []


def test_what_is_not_in_the_list_can_be_challenged_where_the_referee_judges() -> None:
    """O-W-6: two words and hyphens are refused all the same; the answer is held back."""
    play = Play(lexicon=LETTERS)
    assert "one word" in play.refused_clue("strong tower")
    play.clue("fortress")
    assert play.one(ClueGiven).opponents == (B, D)
    assert play.state.window == 5_000
    assert play.look(D).open_to == (B, D)
    assert play.verbs(D) == ["challenge", "waive"]
    play.guess("palace", C)
    assert play.one(Kept)
    play.waive(B)
    play.waive(D)
    assert play.one(Answered)
    assert not play.state.open


def test_without_a_clock_a_clue_is_open_until_both_have_waived() -> None:
    """G-6: `challenge_seconds=0`; the answer and its clock wait so long."""
    play = Play(lexicon=LETTERS, challenge_seconds=0)
    play.clue("fortress")
    assert play.deadline is None
    assert [seat for seat, prompt in play.prompts().items() if prompt.urgent] == [B, D]
    play.guess("palace", C)
    assert play.one(Kept)
    play.waive(B)
    assert play.state.open
    play.waive(D)
    assert play.one(Answered)
    play.clue("towering")
    play.waive(A, C)
    assert play.deadline == 30_000


@pytest.mark.parametrize(
    ("seats", "check", "open_"),
    [(4, "challenge", False), (4, "referee", False), (3, "referee", True)],
)
def test_the_word_list_cannot_be_asked_before_a_challenge(
    seats: int, check: str, open_: bool
) -> None:
    """O-W-8: while a word is in play that would settle it; between two words it is open."""
    play = Play(seats, clue_check=check)

    def may_look_up() -> bool:
        (answer,) = {
            PASSWORD.views.may_look_up(play.state, viewer, word)
            for viewer in (A, D, SPECTATOR)
            for word in ("tower", "xylofoam")
        }
        return answer

    assert may_look_up() is open_
    play.clue("fortress")
    assert may_look_up() is open_
    if check == "challenge":
        play.waive(B, D)
    play.guess("castle", C)
    assert may_look_up()


def test_without_a_clock_everybody_sees_who_has_let_a_clue_stand() -> None:
    """G-2, G-6: the game waits for the other opponent, and for whom it waits is public."""
    play = Play(lexicon=LETTERS, challenge_seconds=0)
    play.clue("fortress")
    play.waive(B)
    assert [seat for seat, prompt in play.prompts().items() if prompt.urgent] == [D]
    for seed in range(8):
        assert PASSWORD.views.resample(play.state, SPECTATOR, Random(seed)).waived == {B}
