"""Law: a finished game is shown again as it was sent, to the byte, from every seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.testing.host import Client
from tests.house.crowd import Crowd
from tests.house.scene import Words, new_host

NOT_OF_THE_GAME = {"welcome", "told", "table", "view"}
"""Events of a stream that stand in no game's record."""


class Row(msgspec.Struct):
    """An item of the answer to `replay`, its parts as they stand on the line."""

    at_ms: int
    event: str
    data: msgspec.Raw
    text: msgspec.Raw


def replayed(client: Client, record: str, viewer: str) -> list[str]:
    """The game again, each event as it stands on a program's line behind its number."""
    lines = client.send(f"#r replay {record} {viewer}")
    assert lines[-1].startswith("#r ok"), lines[-1]
    found: list[str] = []
    times: list[int] = []
    for line in lines[:-1]:
        row = msgspec.json.decode(line.split(" ", 2)[2], type=Row)
        times.append(row.at_ms)
        data, text = bytes(row.data).decode(), bytes(row.text).decode()
        body = f'{data[:-1]},"text":{text}}}'
        found.append(f"{row.event} {body}")
    assert times == sorted(times), "table time goes on"
    return found


def games_of(lines: Sequence[str]) -> dict[str, list[str]]:
    """The events of each game, by its record, from `started` to `over`."""
    games: dict[str, list[str]] = {}
    current: dict[int, str] = {}
    for line in lines:
        if not line.startswith("* "):
            continue
        _, _, name, text = line.split(" ", 3)
        body = msgspec.json.decode(text)
        if name in NOT_OF_THE_GAME or body["table"] is None:
            continue
        table = body["table"]
        if name == "started":
            current[table] = body["record"]
        if table in current:
            games.setdefault(current[table], []).append(f"{name} {text}")
        if name == "over":
            current.pop(table, None)
    return games


SCRIPT = (
    ("ann", "new hunt top=9 seconds=30 first=bob"),
    ("bob", "join 1"),
    ("cy", "join 1"),
    ("cy", "bot"),
    ("wat", "watch 1"),
    ("ann", "start"),
    ("ann", "/hide 3"),
    ("cy", "/hide 8"),
    ("wat", "say ssh"),
    ("bob", "/say hello"),
    ("bob", "/hide 4"),
    ("bob", "try ann 5"),
    ("cy", "note ann is low"),
    ("", "21"),
    ("", "20"),
    ("ann", "propose pause"),
    ("bob", "accept"),
    ("cy", "accept 1"),
    ("", "100"),
    ("cy", "propose resume"),
    ("ann", "decline"),
    ("ann", "propose resume"),
    ("cy", "accept"),
    ("bob", "accept"),
    ("", "30"),
    ("ann", "tell bob psst"),
    ("cy", "leave"),
    ("ann", "kick plodder-1"),
    ("", "400"),
    ("ann", "try bob 4"),
    ("", "40"),
    ("ann", "try bob 4"),
)


def test_a_game_is_replayed_to_the_byte_for_each_seat_and_for_the_watcher() -> None:
    """Events and prompts, talk, pauses, time calls, who left and who was asked to leave."""
    host = new_host(lexicons={"en": Words()})
    clients = {name: host.program(name) for name in ("ann", "bob", "cy", "wat")}
    for name, line in SCRIPT:
        if name:
            clients[name].send(line)
        else:
            host.wait(float(line))
    assert host.house.rooms[1].table.state == "over"
    live = {name: games_of(client.data.decode().splitlines()) for name, client in clients.items()}
    for name, viewer in {"ann": "1", "bob": "bob", "wat": "watcher"}.items():
        assert replayed(clients["ann"], "g1", viewer) == live[name]["g1"], name
    left = live["cy"]["g1"]
    again = replayed(clients["ann"], "g1", "seat3")
    assert again[: len(left)] == left, "until he left"


def test_in_any_session_what_was_heard_live_is_heard_again() -> None:
    """A program that was there from the start of a game and never dropped compares."""
    compared = sum(_compare_session(seed) for seed in range(80, 92))
    assert compared > 10, "games were compared"


def without_talk(lines: Sequence[str]) -> list[str]:
    """What everybody hears, whomever he ignores."""
    return [line for line in lines if not line.startswith("said ")]


def _compare_session(seed: int) -> int:
    """Play a random session; how many games were compared with their replays."""
    crowd = Crowd(seed)
    for _ in crowd.play(300):
        pass
    reader = crowd.host.program("zoe")
    compared = 0
    for name in ("ann", "bob", "wat"):
        player = crowd.host.house.find(name)
        client = crowd.clients[name]
        if player is None or client.closed:
            continue
        for record, live in games_of(client.data.decode().splitlines()).items():
            finished = crowd.host.archive.get(record)
            if finished is None:
                continue
            viewer = name if name in finished.names.values() else "watcher"
            again = without_talk(replayed(reader, record, viewer))
            game = without_talk(live)
            assert again[: len(game)] == game, (seed, name, record)
            compared += 1
    return compared
