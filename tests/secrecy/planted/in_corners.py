"""Leaks that show in one situation only: one seat, one number of players, one option, one moment.

In most of them a seat is sent every hidden word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec.structs import replace as changed

from parlour import Context, MoveFault, Reader, Refused, Scene, Seat, Step, Text, Viewer
from parlour_boggle import BOGGLE
from parlour_boggle.state import State as BoggleState
from parlour_boggle.views import BoggleViews
from parlour_password import PASSWORD
from parlour_password.state import State as PasswordState
from parlour_password.views import PasswordViews
from parlour_password.views import View as PasswordView
from parlour_probe import PROBE
from parlour_probe.heard import Hid, Laid
from parlour_probe.moves import Guess, Move
from parlour_probe.rules import ProbeRules
from parlour_probe.state import Phase, State
from parlour_probe.text import ProbeTextUI
from parlour_probe.views import ProbeViews, RackView, View
from tests.secrecy.planted.leak import Peeped, Planted, peeping, planted

When: TypeAlias = Callable[[Any, Viewer], bool]
"""The situation, by the position and the viewer."""


def _probe(name: str, when: When) -> Planted:
    """Probe that shows somebody what lies on all racks."""

    class Shows(ProbeViews):
        def look(self, state: State, viewer: Viewer) -> View:
            view = super().look(state, viewer)
            if not when(state, viewer):
                return view
            racks = tuple(RackView(r.owner, r.index, tuple(r.cards), None) for r in state.racks)
            return changed(view, racks=racks)

    return planted(PROBE, "corners", name, lambda: {"views": Shows()})


def _boggle(name: str, when: When) -> Planted:
    """Boggle that tells somebody how many words the others have, and how long they are."""

    class Sends(BoggleViews):
        def look(self, state: BoggleState, viewer: Viewer) -> Any:
            view = super().look(state, viewer)
            if not state.in_round or not when(state, viewer):
                return view
            written = [word.word for sheet in state.sheets for word in sheet.words]
            return replace(view, held=(len(written), sum(map(len, written)), 0))

    return planted(BOGGLE, "corners", name, lambda: {"views": Sends()})


def _password(name: str, when: When) -> Planted:
    """Password that shows somebody the word."""

    class Shows(PasswordViews):
        def look(self, state: PasswordState, viewer: Viewer) -> PasswordView:
            view = super().look(state, viewer)
            if not state.in_play or not when(state, viewer):
                return view
            return replace(view, password=state.word.word)

    return planted(PASSWORD, "corners", name, lambda: {"views": Shows()})


def _is_last(state: Any, viewer: Viewer, players: int) -> bool:
    return len(state.seats) == players and viewer == state.seats[-1]


def _untouched(state: State) -> bool:
    """Check whether nobody has asked for a card yet."""
    return state.phase is Phase.ASKING and not any(rack.face.strip("?") for rack in state.racks)


class AccentsHeard(ProbeViews):
    """At a French table, everybody hears the word that somebody hides, if it has an accent."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        heard = super().hear(event, viewer)
        if isinstance(event, Laid) and isinstance(heard, Hid) and event.printed:
            return Laid(event.seat, event.cards, event.referee, event.index, event.printed)
        return heard


class FrenchRefusal(ProbeRules):
    """Under the French rules, a guess out of turn is refused in other words if it is right."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Any]:
        if state.terms.french and isinstance(move, Guess) and seat != state.turn:
            word = move.cards.strip(".")
            if any(rack.owner == move.seat and rack.word == word for rack in state.racks):
                raise Refused(MoveFault.NOT_YOUR_TURN, "You should have asked in your turn.")
        return super().apply(state, seat, move, ctx)


def _in_french() -> Mapping[str, Any]:
    """Readers of French are told how many vowels lie on the racks."""
    peeped = Peeped()

    class Tells(ProbeTextUI):
        def draw(self, view: View, reader: Reader) -> Scene:
            scene = super().draw(view, reader)
            if reader.lang != "fr" or peeped.state is None:
                return scene
            cards = "".join(rack.cards for rack in peeped.state.racks)
            vowels = sum(map(cards.count, "AEIOU"))
            return Scene((*scene.blocks, Text.of(f"Voyelles : {vowels}")))

    return {"rules": peeping(ProbeRules, peeped), "text_ui": Tells()}


def _said_in_french() -> Mapping[str, Any]:
    """Readers of French read a longer sentence if the first rack has more than one E."""
    peeped = Peeped()

    class Tells(ProbeTextUI):
        def say(self, heard: Any, reader: Reader) -> Sequence[str]:
            lines = super().say(heard, reader)
            state = peeped.state
            if reader.lang == "fr" and state and state.racks[0].cards.count("E") > 1:
                return [*lines, "Oh !"]
            return lines

    return {"rules": peeping(ProbeRules, peeped), "text_ui": Tells()}


CORNERS: tuple[Planted, ...] = (
    _probe("sixth", lambda s, v: _is_last(s, v, 6)),
    _probe("first_of_five", lambda s, v: len(s.seats) == 5 and v == s.seats[0]),
    _probe("while_hiding", lambda s, v: s.phase is Phase.HIDING and v == s.seats[1]),
    _probe("before_the_first_turn", lambda s, v: _untouched(s) and v == s.seats[-1]),
    _probe("unchecked", lambda s, v: s.terms.word_check == "off" and v == s.seats[0]),
    _probe("notes", lambda s, v: s.terms.notes and v == s.seats[-1]),
    _probe("six_blanks_of_three", lambda s, v: s.terms.blanks_per_deck == 6 and _is_last(s, v, 3)),
    _probe("long_words", lambda s, v: s.terms.min_word_length == 12 and v == s.seats[0]),
    _probe("french", lambda s, v: s.terms.french and v == s.seats[1]),
    _probe("recited", lambda s, v: s.terms.fr_recite and v == s.seats[0]),
    planted(PROBE, "corners", "accents_heard", lambda: {"views": AccentsHeard()}),
    planted(PROBE, "corners", "french_refusal", lambda: {"rules": FrenchRefusal()}),
    planted(PROBE, "corners", "in_french", _in_french),
    planted(PROBE, "corners", "said_in_french", _said_in_french),
    _boggle("twentieth", lambda s, v: _is_last(s, v, 20)),
    _boggle("second_of_two", lambda s, v: _is_last(s, v, 2)),
    _boggle("french_dice", lambda s, v: s.terms.dice == "fr" and v == s.seats[0]),
    _boggle(
        "at_once_and_large",
        lambda s, v: s.terms.immediate and s.terms.dice == "5x5" and v == s.seats[-1],
    ),
    _boggle("without_a_clock", lambda s, v: s.terms.seconds == 0 and v == s.seats[0]),
    _boggle("dear_mistakes", lambda s, v: s.terms.illegal_penalty == 10 and v == s.seats[0]),
    _password("third_of_three", lambda s, v: _is_last(s, v, 3)),
    _password("fourth", lambda s, v: _is_last(s, v, 4)),
    _password("hard", lambda s, v: s.terms.deck == "hard" and v == s.seats[0]),
    _password("second_team", lambda s, v: s.terms.starting_team == "2" and v == s.seats[2]),
    _password(
        "voted_challenge",
        lambda s, v: s.terms.clue_vote and s.terms.clue_check == "challenge" and v == s.seats[1],
    ),
    _password("long_clue", lambda s, v: any(len(clue.text or "") > 15 for clue in s.given)),
    _password(
        "before_the_first_clue", lambda s, v: not s.given and not s.done and v == s.seats[0]
    ),
)
"""Every one of them."""
