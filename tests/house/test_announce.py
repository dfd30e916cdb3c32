"""From what happened to what one viewer may know: what is left when the rest is tested by play."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs
from msgspec.structs import replace as changed

from parlour.api import Context, MoveSpec, Prompt, Seat, SeatArg, Step, Verb
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.language import Form
from parlour.tables.announce import EventFilter, public_event
from parlour.tables.position import MOVES_KEPT, Scenes, prompt_event
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import PromptEvent
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Cheer, State
from tests.house.scene import Party, known, nameless, names, new_host, ok


def asked(lines: list[str], due_ms: int | None) -> PromptEvent:
    return PromptEvent(
        table=1,
        prompt=1,
        urgent=True,
        due_ms=due_ms,
        moves=lambda lang: (),
        bare=None,
        say=lambda form: lines,
    )


def test_the_time_left_is_behind_a_question_or_below_it() -> None:
    """A question without words has none, and neither has one in a replay."""
    assert asked(["Why?"], 29_001).lines(Form(20)) == ["Why? (30 s)"]
    assert asked(["Why?"], None).lines(Form(20)) == ["Why?"]
    assert asked(["Well:", "Why?"], 30_000).lines(Form(10)) == ["Well:", "Why?", "(30 s)"]
    assert asked([], 30_000).lines(Form(79)) == []
    assert asked(["Why?"], 29_001).retold(Form(20)) == ["Why?"]


def test_what_is_not_public_cannot_be_told_to_all() -> None:
    """An event of a game passes through its views, or not at all."""
    party = Party("ann", "bob")
    with pytest.raises(GameFault, match="not public"):
        public_event(party.room.table, h.Occurred("a secret"))


class Noisy(HuntRules):
    """A cheer is heard a hundred times."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
        return changed(step, events=step.events * 100) if isinstance(move, Cheer) else step


def test_a_move_that_leads_to_very_many_events_comes_again_like_all_others() -> None:
    host = new_host({"hunt": replace(HUNT, rules=Noisy())})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "cheer loudly")
    before = [line for line in party["bob"].data.decode().splitlines() if line.startswith("* ")]
    assert names(before).count("hunt.cheered") == 100
    player = known(host, "bob")
    line = nameless(host)
    ok(line, f"resume {player.token} {player.seq - 50}")
    again = [got for got in line.data.decode().splitlines() if got.startswith("* ")]
    assert again[:50] == before[-50:]


@pytest.mark.sweep
def test_of_a_move_nothing_is_left_but_its_entry() -> None:
    """Events are no objects of the collector: what is tied to them in a circle is never freed."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"))
    seer = party.host.program("sue", "scene")
    seer.send("watch 1")
    party.hide(3, 4, 5)

    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, EventFilter | EncodedEvent) for each in gc.get_objects())

    before = kept()
    for _ in range(3):
        for name, other in (("ann", "bob"), ("bob", "cy"), ("cy", "ann")):
            ok(party[name], f"try {other} 9")
    assert kept() <= before


def test_a_move_on_offer_is_described_with_the_names_of_its_own_game() -> None:
    """However many were described before it, and whatever lay in the same place of memory."""
    party = Party("ann", "bob")
    party.hide(3, 4)
    scenes = Scenes()
    for number in range(5):
        names = {Seat(1): f"player {number}"}
        named = structs.replace(party.room.table, names=names)
        for _ in range(MOVES_KEPT + 5):
            move = MoveSpec(Verb("ask", "ask PLAYER", ""), (SeatArg("player", (Seat(1),)),))
            event = prompt_event(named, Seat(2), 1, Prompt((move, move)), scenes)
            first, second = event.moves("en")
            assert first is second
            (arg,) = msgspec.json.decode(first)["args"]
            assert arg["choices"] == [names[Seat(1)]]
