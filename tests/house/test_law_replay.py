"""Law: a finished game is shown again as it was sent, to the byte, from every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec
import pytest

from parlour.api import SPECTATOR, AnyGame, Lexicon
from parlour.candidates import random_line
from parlour.core.limits import Limits
from parlour.core.persistence import Finished
from parlour.features.history.showing import MARK
from parlour.language import FORM
from parlour.lexicons import load_english
from parlour.tables.rooms import Room
from parlour.wire.encoding import fitted
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.house.crowd import Crowd
from tests.house.listening import Heard, Listening
from tests.house.scene import GAMES, Words, new_host
from tests.sizes import sized

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
    lines = client.send(f"#r /replay {record} {viewer}")
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
    ("cy", "leave yes"),
    ("ann", "kick Ada"),
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
    assert host.house.tables.rooms[1].table.state == "over"
    live = {name: games_of(client.data.decode().splitlines()) for name, client in clients.items()}
    for name, viewer in {"ann": "1", "bob": "bob", "wat": "watcher"}.items():
        assert replayed(clients["ann"], "g1", viewer) == live[name]["g1"], name
    seen = host.program("eve", "view")
    with_views = replayed(seen, "g1", "watcher")
    assert [line for line in with_views if not line.startswith("view ")] == live["wat"]["g1"]
    left = live["cy"]["g1"]
    again = replayed(clients["ann"], "g1", "seat3")
    assert again[: len(left)] == left, "until he left"


def listening(
    seed: int, games: Mapping[str, AnyGame] = GAMES, words: Lexicon | None = None
) -> Host:
    limits = Limits(bot_pause_ms=0, proposal_s=30)
    lexicons = {"en": words or Words()}
    host = Host(games, lexicons, limits, seed=seed, house_type=Listening)
    return host


def house_of(host: Host) -> Listening:
    assert isinstance(host.house, Listening)
    return host.house


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(80, 82), range(80, 92)))
def test_in_any_session_what_was_heard_live_is_heard_again(seed: int) -> None:
    """From every seat and by the watchers, in both voices: whoever was there at the start."""
    host = listening(seed)
    for _ in Crowd(seed, host).play(300):
        pass
    assert compare_all(host) > 1


TALK: Final = 0.2
"""How often the watcher says something while a game is played."""
HUNTS: Final = "hunt top=6 seconds=5"
PROBES: Final = "probe turn_seconds=5 choice_seconds=5 hide_seconds=20"
PASSWORDS: Final = (
    "password clue_check=challenge challenge_seconds=2"
    " clue_seconds=8 guess_seconds=5 pause_seconds=3"
)
PLAYED: Final[Mapping[str, AnyGame]] = {"hunt": HUNT, "probe": PROBE, "password": PASSWORD}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "hosts", "games"),
    sized(
        [(HUNTS, 2, 2), (PROBES, 1, 1), (PASSWORDS, 1, 1)],
        [(HUNTS, 10, 4), (PROBES, 2, 4), (PASSWORDS, 2, 4)],
    ),
)
def test_random_games_are_heard_again_as_they_were(game: str, hosts: int, games: int) -> None:
    """Played out by people and bots, with talk and time calls; so many *games* on each host."""
    for seed in range(hosts):
        host = listening(seed, PLAYED, load_english())
        play_games(host, Random(seed), game, games)
        assert len(host.archive.recent(10)) == games
        assert compare_all(host) == games * 3, "Ann, Bob and the watcher"


def play_games(host: Host, rng: Random, game: str, games: int) -> None:
    """Two people, up to two bots and a watcher play game after game at one table."""
    least = host.games[game.split()[0]].seats.start - 2
    ann, bob, wat = host.program("ann"), host.person("bob"), host.program("wat", "view")
    ann.send(f"new {game}", *["bot"] * rng.randint(least, 2))
    bob.send("join 1")
    wat.send("watch 1")
    for _ in range(games):
        ann.send("/start")
        room = host.house.tables.rooms[1]
        while room.table.playing:
            _ask_one(room, rng, ann, bob)
            if rng.random() < TALK:
                wat.send("say aha")
            host.wait(rng.choice((0.2, 1, 6)))


def _ask_one(room: Room, rng: Random, ann: Client, bob: Client) -> None:
    """One of those who are asked answers, or lets his time pass."""
    match = room.table.match
    assert match is not None
    for seat, player in room.seated.items():
        opened = match.prompts.get(seat)
        if opened is not None and opened.prompt.urgent and rng.random() < 0.8:
            verb, rest = random_line(opened.prompt, room.table.names, rng)
            client = ann if player.name == "ann" else bob
            client.send(f"/{verb} {rest}", "/say well")
            return


def compare_all(host: Host) -> int:
    """Compare everything that was heard of finished games with their replays."""
    compared = 0
    for heard in list(house_of(host).heard):
        finished = host.archive.get(heard.record)
        if finished is not None:
            _compare(host, finished, heard)
            compared += 1
    return compared


def _compare(host: Host, finished: Finished, heard: Heard) -> None:
    """As a program and as a person he reads again what he read; his talk if he heard all."""
    viewer = "watcher" if heard.viewer is SPECTATOR else str(heard.viewer)
    asker = next(
        (n for n in finished.names.values() if host.house.people.find(n) is not None), "zoe"
    )
    reader = reader_named(host, asker, program=True)
    program = [line.program(0, FORM).decode()[4:-1] for line in heard.lines]
    again = replayed(reader, heard.record, viewer)
    person = [text for line in heard.lines for text in fitted(line.event.retold(FORM), FORM)]
    read = read_by_a_person(host, asker, f"{heard.record} {viewer}")
    if heard.selective:
        program, again = without_talk(program), without_talk(again)
    else:
        starts = range(len(read)) if heard.late else [0]
        assert any(read[n : n + len(person)] == person for n in starts), (asker, heard)
    begins = [n for n, line in enumerate(again) if line == program[0]] if heard.late else [0]
    assert any(again[n : n + len(program)] == program for n in begins), (asker, heard)


def read_by_a_person(host: Host, name: str, what: str) -> list[str]:
    """What a person reads of a replay, without its marks, as wide as it was live."""
    reader = reader_named(host, name, program=False)
    reader.send(f"/set width {FORM.width + len(MARK)}")
    start = len(reader.data)
    reader.send(f"/replay {what} 99x")
    while b"End of the replay" not in reader.data[start:]:
        host.wait(1)
    lines = reader.data[start:].decode().splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]


def reader_named(host: Host, name: str, *, program: bool) -> Client:
    """A new line for that player, or for a newcomer."""
    client = host.connect()
    if program:
        client.send("HELLO 1 text")
    player = host.house.people.find(name)
    client.send(f"name {name}" if player is None else f"resume {player.token}")
    return client


def without_talk(lines: Sequence[str]) -> list[str]:
    """What everybody hears, whomever he ignores."""
    return [line for line in lines if not line.startswith("said ")]


def test_who_asks_for_views_is_told_them_again_where_they_were() -> None:
    """As the seat had them live, and at no other moment."""
    host = new_host()
    clients = {name: host.program(name, "view") for name in ("ann", "bob", "wat")}
    lines = [("ann", "new hunt top=5"), ("bob", "join 1"), ("wat", "watch 1"), ("ann", "start")]
    lines += [("ann", "3"), ("bob", "4"), ("wat", "say aha")]
    for number in (1, 2, 5, 4, 3):
        lines += [("ann", f"try bob {number}"), ("bob", f"try ann {number}")]
    for name, line in lines:
        clients[name].send(line)
    assert host.house.tables.rooms[1].table.state == "over"
    reader = host.program("eve", "view")
    for name, viewer in {"ann": "1", "bob": "2", "wat": "watcher"}.items():
        heard = [
            line[2:].split(" ", 1)[1]
            for line in clients[name].data.decode().splitlines()
            if line.startswith("* ")
        ]
        began = next(at for at, line in enumerate(heard) if line.startswith("started "))
        told = [line for line in heard[began:] if not line.startswith(("table ", "told "))]
        again = replayed(reader, "g1", viewer)
        assert again == told, name
        assert sum(line.startswith("view ") for line in again) > 5
