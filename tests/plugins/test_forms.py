"""What the forms of Probe, Boggle and Password tell a player who taps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from parlour import AnyGame, IntArg, MoveSpec, Seat, SeatArg, TextArg
from parlour_boggle import BOGGLE
from parlour_boggle.moves import DONE, NEXT
from parlour_boggle.state import State as BoggleState
from parlour_kit.playing import Moment, play
from parlour_password import PASSWORD
from parlour_password.moves import PASS, STOP
from parlour_probe import PROBE
from parlour_probe.state import State as ProbeState
from tests.plugins.boggle.playbook import WORDS

MOMENTS = 200
OWN_MOST = 40
"""Words of a list of Boggle that are offered to be taken back."""


def _moments(game: AnyGame) -> Iterator[Moment]:
    for seed in range(3):
        rng = Random(seed)
        yield from islice(play(game, rng, seats=4, lexicon=WORDS, restless=True), MOMENTS)


def _offered(game: AnyGame, verb: str) -> Iterator[tuple[Moment, Seat, MoveSpec]]:
    for moment in _moments(game):
        for seat, prompt in game.rules.prompts(moment.state).items():
            for spec in prompt.moves:
                if spec.verb.name == verb:
                    yield moment, seat, spec


def _text(spec: MoveSpec) -> TextArg:
    (found,) = [arg for arg in spec.args if isinstance(arg, TextArg)]
    return found


def test_a_word_that_is_hidden_is_kept_from_others_in_the_room() -> None:
    """R-P-5: the word is taken in secret. What is guessed or said is heard by all, and is none."""
    hidden = [_text(spec) for _, _, spec in _offered(PROBE, "hide")]
    guessed = [_text(spec) for _, _, spec in _offered(PROBE, "guess")]
    assert {(arg.secret, arg.most) for arg in hidden} == {(True, 12)}
    assert not any(arg.secret for arg in guessed)


def test_a_guess_of_a_word_is_as_long_as_its_row_of_cards() -> None:
    """O-P-18: everybody sees how many cards lie there, and another number is refused."""
    for moment, _, spec in _offered(PROBE, "guess"):
        assert isinstance(moment.state, ProbeState)
        arg, player = _text(spec), spec.args[0]
        assert isinstance(player, SeatArg)
        lengths = {len(rack.cards) for rack in moment.state.racks if rack.owner in player.choices}
        assert arg.least == arg.most
        assert arg.most in lengths


def test_the_words_of_ones_own_list_are_offered_to_be_taken_back() -> None:
    """O-B-15: the last ones, the newest first; nothing of other lists."""
    longest = 0
    for moment, seat, spec in _offered(BOGGLE, "take"):
        assert isinstance(moment.state, BoggleState)
        sheet = moment.state.sheets[moment.state.seats.index(seat)]
        own = [each.word for each in sheet.words or ()]
        arg = _text(spec)
        assert list(arg.known) == own[::-1][:OWN_MOST]
        assert arg.default == own[-1]
        longest = max(longest, len(own))
    assert longest > 1


def test_an_aside_is_no_main_button_and_the_end_is_asked_twice() -> None:
    """By their weights."""
    assert (NEXT.weight, DONE.weight, PASS.weight, STOP.weight) == (
        "main",
        "side",
        "side",
        "final",
    )


@pytest.mark.parametrize("game", [PROBE, BOGGLE, PASSWORD], ids=lambda game: game.id)
def test_every_move_and_argument_has_a_label_in_french(game: AnyGame) -> None:
    """A label is a sentence of the catalogue; numbers need none."""
    assert game.catalogue is not None
    french = game.catalogue.translations("fr").forms
    for moment in _moments(game):
        for prompt in game.rules.prompts(moment.state).values():
            for spec in prompt.moves:
                labels = [spec.verb.label, *(a.label for a in spec.args if type(a) is not IntArg)]
                assert all(french.get(label) for label in labels)
