"""What a game asks its players to remember is not told again to those who come back.

R-P-13, O-P-10, G-4: a question and its answer are announced once, whatever the connection.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from parlour_kit.host import Client, Host
from parlour_probe import PROBE
from tests.house.scene import events, new_host

OPTIONS = "first_player=1 activity_deck=none word_check=off"


def _playing(options: str, *sight: str) -> tuple[Host, Client, Client]:
    """A table at which ann asks bob for an L, which he has, and then for a Q. Cy is lost.

    Bob is a program. Return the host, bob and cy.
    """
    host = new_host({"probe": PROBE})
    ann, bob, cy = host.person("ann"), host.program("bob", *sight), host.person("cy")
    ann.send(f"new probe {OPTIONS} {options}")
    bob.send("#j join 1")
    cy.send("join 1")
    ann.send("start", "hide XYZZY")
    bob.send("#h hide LANTERN")
    cy.send("hide TREASURE")
    cy.lose()
    ann.send("ask bob l")
    bob.send("#s show 1")
    ann.send("ask bob q")
    return host, bob, cy


def _ways(client: Client, pattern: str) -> str:
    found = re.findall(pattern, client.data.decode())
    return str(found[-1])


def _again(host: Host, bob: Client, *sight: str) -> list[tuple[int, str, dict[str, Any]]]:
    client = host.connect()
    client.send(" ".join(["HELLO 1", *sight]))
    token = _ways(bob, '"token":"([0-9a-f]+)"')
    return [event for event in events(client.send(f"#r resume {token} 0")) if event[0]]


@pytest.mark.parametrize("sight", [(), ("view",), ("scene",)])
def test_a_program_that_resumes_is_told_the_last_question_alone(sight: tuple[str, ...]) -> None:
    """Nor does it get the question to it that came before, or an earlier position."""
    host, bob, _ = _playing("", *sight)
    told = _again(host, bob, *sight)
    numbers = [number for number, _, _ in told]
    assert numbers == sorted({*numbers}), "each has the number that it had"
    assert [body["data"]["card"] for _, name, body in told if name == "probe.asked"] == ["Q"]
    assert len(numbers) < numbers[-1]
    asked = max(number for number, name, _ in told if name == "probe.asked")
    before = [name for number, name, _ in told if number < asked]
    assert not {"prompt", "view", "scene"} & {*before}


def test_where_notes_are_allowed_all_is_told_again() -> None:
    host, bob, _ = _playing("notes=on")
    told = _again(host, bob)
    assert [body["data"]["card"] for _, name, body in told if name == "probe.asked"] == ["L", "Q"]
    assert [number for number, _, _ in told] == [*range(1, len(told) + 1)]


def test_a_person_who_comes_back_reads_the_last_question_alone() -> None:
    """What was turned up meanwhile is there to be read."""
    host, _, cy = _playing("")
    told = host.connect().send(f"resume {_ways(cy, 'resume ([0-9a-z-]+)')}")
    assert any("asks bob for a Q." in line for line in told)
    assert any("bob shows an L" in line for line in told)
    assert not any("for an L" in line for line in told)
    assert "" not in told
