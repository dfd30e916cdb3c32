"""Laws of answers and events: one answer for each request, and events without a gap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.house.crowd import CAPABILITIES, NAMES, Crowd
from tests.house.scene import events

pytestmark = pytest.mark.sweep

Snapshot = tuple[Any, ...]


def snapshot(crowd: Crowd) -> Snapshot:
    """Everything a refusal must leave as it was."""
    house = crowd.host.house
    rooms = {
        number: (room.table, list(room.record), dict(room.seated), sorted(room.watchers))
        for number, room in house.tables.rooms.items()
    }
    players = {
        player.name: (player.seat, sorted(player.watching), sorted(player.ignored), player.seq)
        for player in house.people.register.by_key.values()
    }
    return rooms, players, house.next_due, len(house.tables.archive.recent(1000))


@pytest.mark.parametrize("seed", range(10))
def test_every_request_gets_one_answer_and_it_comes_before_the_events_it_leads_to(
    seed: int,
) -> None:
    """Items, then one final word with the id of the request, then events only."""
    crowd = Crowd(seed)
    words: list[str] = []
    for step in crowd.play(300):
        if step.name not in CAPABILITIES:
            continue
        own_id = step.line.split(" ", 1)[0]
        kinds = [line.split(" ", 2)[:2] for line in step.lines]
        while kinds and kinds[0] == [own_id, "+"]:
            del kinds[0]
        assert kinds, step
        assert kinds[0][0] == own_id, step
        words.append(kinds[0][1])
        assert all(kind[0] == "*" for kind in kinds[1:]), step
    assert set(words) == {"ok", "no"}
    assert not crowd.host.reports


@pytest.mark.parametrize("seed", range(20, 28))
def test_a_refusal_changes_nothing_and_nobody_else_hears_of_it(seed: int) -> None:
    """Tables, records, seats, watchers, streams, timers and the archive stay as they were."""
    crowd = Crowd(seed)
    refusals = 0
    for _ in crowd.play(150):
        name = crowd.rng.choice([*CAPABILITIES])
        if crowd.clients[name].closed:
            continue
        before = snapshot(crowd)
        for client in crowd.clients.values():
            client.take()
        step = crowd.type(name)
        finals = [line for line in step.lines if line.split(" ")[1] == "no"]
        if finals:
            refusals += 1
            assert step.lines == finals, step
            assert snapshot(crowd) == before, step
            others = [crowd.clients[other].take() for other in NAMES if other != name]
            assert not any(others), step
    assert refusals > 20


@pytest.mark.parametrize("seed", range(40, 48))
def test_the_events_of_a_player_count_up_by_one_on_each_of_his_connections(seed: int) -> None:
    """What comes again after `resume` has the numbers, and the words, it had before."""
    crowd = Crowd(seed)
    for _ in crowd.play(300):
        pass
    told: dict[str, dict[int, tuple[str, Any]]] = {name: {} for name in CAPABILITIES}
    for client in crowd.host.clients.values():
        text = client.data.decode()
        owner = next(
            (name for name in told if f'"name":"{name}","guest":true,"token"' in text), None
        )
        if owner is None:
            continue
        lines = events(text.splitlines())
        numbers = [number for number, _, _ in lines]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), owner
        for number, event, body in lines:
            if number == 1:
                told[owner].clear()  # forgotten, and come in anew under the same name
            assert told[owner].setdefault(number, (event, body)) == (event, body)
    assert sum(map(len, told.values())) > 150
