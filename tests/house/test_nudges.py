"""Nudges in a game without a clock. The others are sessions (tests/sessions/nudges.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from parlour.api import Prompt, Seat
from parlour.commands.invitations import AGAIN_S
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import State
from tests.house.scene import ask, ok


class Patient(HuntRules):
    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        asked = super().prompts(state)
        return {seat: msgspec.structs.replace(one, due=None) for seat, one in asked.items()}

    def deadline(self, state: State) -> int | None:
        return None


def test_in_a_turn_that_no_clock_ends_a_nudge_may_be_repeated_after_a_minute() -> None:
    """What else happens meanwhile, which may be hidden, changes nothing."""
    host = Host({HUNT.id: replace(HUNT, rules=Patient())})
    ann, bob = host.program("ann"), host.person("bob")
    ok(ann, "new hunt")
    bob.send("join 1")
    ok(ann, "start", "3", "/nudge bob")
    assert bob.data.endswith(b"ann reminds you: it is your turn.\n\a")
    host.wait(AGAIN_S - 1)
    assert ask(ann, "/nudge bob").code == "too_many"
    host.wait(1)
    ok(ann, "/nudge bob")
    assert bob.data.count(b"\a") == 2
