"""What a refusal tells. Faults planted in the host are found out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from parlour.api import ChoiceArg, MoveSpec, Prompt, Seat
from parlour.commands import reading
from parlour.core.refusals import CommandError
from parlour.house import House
from parlour.tables.rooms import Room
from parlour.wire.codes import Code
from parlour_kit import Leak
from parlour_kit.two_hosts import OneHost, compare_scripts
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import CHEER, MOODS, State
from tests.secrecy.test_house_leaks import Reworded

# --- refusals of one who is not asked -----------------------------------------------------


def check_prompt_of_nobody() -> None:
    """Ann is out. Bob is asked twice more in one game than in the other. Raises Leak."""
    script = [
        *(("ann", "/hide 3"), ("bob", "/hide 4"), ("cy", "/hide 5")),
        *(("ann", "/try cy 1"), ("bob", "/try ann 3"), ("bob", "/note one"), ("bob", "/note two")),
        *(("ann", "@77 note x"), ("ann", "@2 note x")),
    ]
    other = [*script[:5], ("bob", "/look"), ("bob", "/look"), *script[7:]]

    def scene() -> OneHost:
        return OneHost(HUNT, seats=3, programs=1)  # Ann and Cy: programs read the number

    compare_scripts(scene, script, other, blind=("ann", "cy"))


def test_who_is_not_asked_reads_no_number_of_a_prompt() -> None:
    """Not the number of another seat's prompt, which counts what happens to that seat."""
    check_prompt_of_nobody()


def test_a_refusal_with_the_number_of_another_prompt_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same check."""

    def check_prompt(room: Room, seat: Seat, number: int) -> None:
        prompts = room.table.last_match.prompts
        known = prompts.get(seat) or prompts[min(prompts)]
        if known.number != number:
            raise CommandError(Code.STALE, "That prompt is over.", prompt=known.number)

    monkeypatch.setattr(reading, "check_prompt", check_prompt)
    with pytest.raises(Leak):
        check_prompt_of_nobody()


class Odd(HuntRules):
    """Only Bob may cheer, and only if his number is odd."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Cheering is for Bob alone: nobody hears whether he may."""
        found = dict(super().prompts(replace(state, cheers=False)))
        bob = Seat(2)
        if bob in found and state.numbers.get(bob, 0) % 2 and not state.hiding:
            cheer = MoveSpec(CHEER, (ChoiceArg("mood", MOODS),))
            moves = (*found[bob].moves, cheer)
            found[bob] = Prompt(moves, urgent=found[bob].urgent, due=found[bob].due)
        return found


def check_words_of_a_refusal(house_type: type[House] = House) -> None:
    """Bob is asked something else in one of two games: nobody else is told. Raises Leak."""
    game = replace(HUNT, rules=Odd())
    lines = (f"/cheer {MOODS[0]}", "/cheer", "/hide 3", "/try bob x", f"/cheer {MOODS[0]} x")
    tried = [(name, line) for line in lines for name in ("ann", "cy")]
    script = [("ann", "3"), ("bob", "5"), ("cy", "6"), *tried]
    other = [script[0], ("bob", "4"), *script[2:]]
    make = partial(OneHost, game, seats=3, house_type=house_type)
    compare_scripts(make, script, other, blind=("ann", "cy"))


class Helpful(Reworded):
    """It says of a move that is not offered to you that it is for somebody else, if it is."""

    def reworded(self, conn: int, typed: bytes, data: bytes) -> bytes:
        room = self.tables.rooms.get(1)
        if room is None or room.table.match is None or not typed.startswith(b"/cheer"):
            return data
        asked = room.table.match.prompts.values()
        verbs = {spec.verb.name for each in asked for spec in each.prompt.moves}
        return data + b"It is for another player.\r\n" if "cheer" in verbs else data


def test_a_refusal_follows_from_nothing_that_others_are_asked() -> None:
    """Word for word, whatever others may do just then."""
    check_words_of_a_refusal()


def test_a_refusal_that_follows_from_what_others_are_asked_is_found_out() -> None:
    """By the same check."""
    with pytest.raises(Leak):
        check_words_of_a_refusal(Helpful)
