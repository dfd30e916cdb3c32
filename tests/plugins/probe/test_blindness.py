"""Who may know what: rules page 1.7, R-P-13, R-P-41, O-P-8, O-P-24, O-P-46, G-2, G-3."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as changed

from parlour import SPECTATOR, Refused, Seat, Viewer
from parlour_probe import PROBE
from parlour_probe.decks import BLANK, HIDDEN
from parlour_probe.heard import Laid, Turn
from parlour_probe.hiding import fault_of
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.state import Phase, State
from tests.plugins.probe.luck import game, viewers
from tests.plugins.probe.playbook import A, B, C, Play
from tests.sizes import sized


def same(state: State, twin: State, viewer: Viewer) -> None:
    """Nothing that *viewer* can see tells the two apart."""
    assert PROBE.views.look(state, viewer) == PROBE.views.look(twin, viewer)
    assert PROBE.rules.deadline(state) == PROBE.rules.deadline(twin)
    assert PROBE.scoring.scores(state) == PROBE.scoring.scores(twin)
    prompts, others = PROBE.rules.prompts(state), PROBE.rules.prompts(twin)
    assert set(prompts) == set(others)
    if viewer is not SPECTATOR:
        assert prompts.get(viewer) == others.get(viewer)


def differs(state: State, twin: State, viewer: Viewer) -> None:
    """What is hidden from *viewer* is other in the twin, and could lie there by the rules."""
    for rack, other in zip(state.racks, twin.racks, strict=True):
        assert other.face == rack.face
        if rack.owner == viewer:
            assert other == rack
            continue
        if other.cards:
            assert fault_of(state.terms, other.cards) is None
        if rack.hidden and not forced(state, rack.face, rack.owner):
            assert other.cards != rack.cards
    if len(set(state.deck)) > 1:
        assert twin.deck != state.deck
    assert sorted(twin.deck) == sorted(state.deck)
    for rack, other in zip(state.racks, twin.racks, strict=True):
        hiding = state.phase is Phase.HIDING and not rack.cards
        if rack.owner == viewer or not hiding or state.terms.word_check != "reveal":
            assert rack.warned == other.warned
        else:
            assert bool(rack.warned) != bool(other.warned)


def forced(state: State, face: str, owner: int) -> bool:
    """May the cards face down be no others than they are?"""
    letters = face.strip(BLANK + HIDDEN)
    if HIDDEN not in (letters or face.strip(BLANK)) and BLANK in face:
        return True
    if state.pending is None or state.pending.owner != owner or not state.pending.card:
        return False
    first = min((face.index(card) for card in face if card not in BLANK + HIDDEN), default=0)
    return face[face.rfind(BLANK, 0, first) + 1 :].count(HIDDEN) <= 2  # before a blank: blanks


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [0, 2])
@pytest.mark.parametrize("seed", range(sized(3, 6)))
def test_twins_look_alike_at_every_moment(seed: int, seats: int) -> None:
    """At every moment of random games, for every viewer, a twin looks the same and is not."""
    rng = Random(seed)
    for play in game(rng, seats=seats, leaving=0.002):
        viewer = rng.choice(viewers(play))
        twin = PROBE.views.resample(play.state, viewer, rng)
        same(play.state, twin, viewer)
        differs(play.state, twin, viewer)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [0, 2])
@pytest.mark.parametrize("seed", range(sized(1, 3)))
def test_refusals_are_the_same_in_a_twin(seed: int, seats: int) -> None:
    """G-2, O-P-24: what is refused is refused in a twin with the same words."""
    rng = Random(seed)
    for play in game(rng, seats=seats):
        seat = rng.choice(play.state.seats)
        twin = PROBE.views.resample(play.state, seat, rng)
        for target in play.state.seats:
            moves: list[Move] = [
                Ask(target, "E"),
                Hide("X.X"),
                *[
                    move
                    for rack in play.state.racks
                    if rack.owner == target
                    for move in (
                        Guess(target, "LANTERN", rack.index),
                        Guess(target, rack.cards, rack.index),
                        Show(rng.randint(1, 12), rack.index),
                    )
                ],
            ]
            for move in moves:
                assert refusal(play, play.state, seat, move) == refusal(play, twin, seat, move)


def refusal(play: Play, state: State, seat: Seat, move: Move) -> tuple[object, ...] | None:
    """The refusal of a move; None if it is accepted."""
    try:
        PROBE.rules.apply(state, seat, move, play.context())
    except Refused as refused:
        return refused.fault, refused.text, refused.near
    return None


@pytest.mark.parametrize("seed", range(3))
def test_what_others_do_in_secret_is_not_heard(seed: int) -> None:
    """O-P-3, O-P-23: warnings and waiting guesses of others change nothing that one can see."""
    rng = Random(seed)
    for play in game(rng):
        phase = play.state.phase
        if phase not in (Phase.HIDING, Phase.SHOWING):
            continue
        for seat in play.prompts():
            empty = next((r.index for r in play.state.racks if not r.cards and r.owner == seat), 0)
            move: Move = Hide("XYZZYQ", empty)
            if phase is Phase.SHOWING:
                target = next(r for r in play.state.racks if r.owner != seat)
                move = Guess(target.owner, "A", target.index)
            try:
                step = PROBE.rules.apply(play.state, seat, move, play.context())
            except Refused:
                continue
            if any(isinstance(event, Laid) for event in step.events):
                continue
            for viewer in viewers(play):
                if viewer != seat:
                    same(play.state, step.state, viewer)
                    assert not [e for e in step.events if PROBE.views.hear(e, viewer)]


def test_hits_with_one_or_more_candidates_are_alike() -> None:
    """O-P-8: what everybody but the owner hears and sees is the same."""
    one = Play(["FISH", "LANTERN...", "TREE"], activity_deck="none")
    two = Play(["FISH", "NANTERN...", "TREE"], activity_deck="none")
    for play in (one, two):
        play.ask(A, B, "T")
    for viewer in (A, C, SPECTATOR):
        assert one.heard(viewer) == two.heard(viewer)
        same(one.state, two.state, viewer)
    two = Play(["FISH", "LATTERN...", "TREE"], activity_deck="none")
    two.ask(A, B, "T")
    for viewer in (A, C, SPECTATOR):
        assert one.look(viewer) == two.look(viewer)
        assert one.heard(viewer) == two.heard(viewer)
    assert one.look(B) != two.look(B)


def test_twin_of_a_pending_exposure_can_answer() -> None:
    """In a twin the owner still hides a card that was asked for."""
    for seed in range(50):
        play = Play(["FISH", "..BANANA.", "TREE"], deck=["NORMAL", "OWN_BLANK", "NORMAL"])
        play.ask(A, B, "N")
        for viewer in (A, C, SPECTATOR):
            twin = PROBE.views.resample(play.state, viewer, Random(seed))
            assert twin.rack(B).spaces_hiding("N")
            assert twin.rack(B) != play.state.rack(B)
        play.show(B, 5)
        play.ask(A, B, "Z")
        twin = PROBE.views.resample(play.state, A, Random(seed))
        assert twin.rack(B).spaces_hiding(BLANK)


def test_twins_of_waiting_guesses() -> None:
    """Guesses of others that wait are not there in a twin, or one is; one's own stay."""
    play = Play(["LANTERN", "BANANA", "TREE"], activity_deck="none")
    play.ask(A, B, "N")
    for viewer, held in ((A, 1), (B, 1), (SPECTATOR, 1)):
        assert len(PROBE.views.resample(play.state, viewer, Random(1)).held) == held
    play.guess(C, A, "LANTERN")
    assert PROBE.views.resample(play.state, A, Random(1)).held == ()
    mine = PROBE.views.resample(play.state, C, Random(1)).held
    assert mine[:1] == play.state.held
    assert len(mine) == 2
    alone = changed(play.state, gone=frozenset({A, B}))
    assert PROBE.views.resample(alone, C, Random(1)).held == play.state.held


def test_a_watcher_sees_what_all_players_see() -> None:
    """O-P-46: his view is that of a player without the player's own cards."""
    play = Play(["LANTERN", "BANANA", "TREE"], activity_deck="none")
    play.ask(A, B, "N")
    watcher, player = play.look(SPECTATOR), play.look(A)
    assert all(rack.own is None for rack in watcher.racks)
    assert player.racks[0].own == tuple("LANTERN")
    assert changed(player, me=None, racks=watcher.racks, examples=()) == watcher


def test_who_comes_back_sees_the_present_only() -> None:
    """G-4, R-P-13: a view has the position and one's own secrets, and no question of the past."""
    play = Play(["LANTERN", "BANANA", "TREE"], activity_deck="none")
    before = play.look(B)
    for asker, target in ((A, B), (B, C), (C, A)):
        play.ask(asker, target, "Z")
    assert play.look(B) == before


def test_twins_of_warnings() -> None:
    """While words are hidden, others were warned in a twin who were not, and the other way."""
    play = Play(seats=4)
    play.hide(A, "XYZZY")
    play.hide(B, "XYZZY")
    play.hide(C, "LANTERN")
    for viewer in viewers(play):
        twin = PROBE.views.resample(play.state, viewer, Random(1))
        same(play.state, twin, viewer)
        differs(play.state, twin, viewer)


def test_other_words_of_a_secret_move_have_as_many_cards() -> None:
    """For the kit: nobody but the mover can tell them apart. All else that is done is public."""
    play = Play(seats=4)
    others = PROBE.views.variants(play.state, A, Hide("..LANTERN."), Random(1))
    assert len(others) == 2
    assert all(len(other.cards) == 10 and other.cards != "..LANTERN." for other in others)
    assert PROBE.views.variants(play.state, B, Ask(A, "E"), Random(1)) == ()


def test_what_a_step_shows_and_no_view_keeps() -> None:
    """For the kit: the activity card that was drawn, and what was guessed in vain, and of whom."""
    play = Play(["LANTERN", "BANANA", "TREE"], activity_deck="none")
    (guessed, *_) = play.guess(A, B, "ORANGE")
    assert PROBE.views.reveals(guessed, C) == (A, B, 0, "ORANGE")
    asked, turn = play.ask(A, B, "Z")
    assert isinstance(turn, Turn)
    assert PROBE.views.reveals(replace(turn, card="NORMAL"), C) == "NORMAL"
    assert PROBE.views.reveals(asked, C) is None
