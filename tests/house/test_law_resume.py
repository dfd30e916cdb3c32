"""Law: what was cut and resumed equals what an uninterrupted player read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from parlour.core.sessions import Player
from parlour_kit.host import Client, Host
from tests.games.open_hunt import OPEN_HUNT
from tests.house.cutting import JOINING, Script
from tests.house.scene import events, names, new_host
from tests.sizes import sized

pytestmark = pytest.mark.sweep

STEP: Final = sized(3, 1)
"""Lines of a script between two cuts."""

SCRIPT: Final[Script] = (
    ("ann", "new hunt top=9 seconds=30"),
    ("bob", "join 1"),
    ("cy", "join 1"),
    ("eve", "tell bob hello"),
    ("ann", "options answers=cold"),
    ("bob", "/ready"),
    ("ann", "start"),
    ("bob", "/hide 4"),
    ("ann", "/hide 7"),
    ("cy", "/say wait"),
    ("bob", "/note seven"),
    ("cy", "/hide 2"),
    ("cy", "note bob has 4"),
    ("ann", "try bob 5"),
    ("bob", "try ann 6"),
    ("", "25"),
    ("", "10"),
    ("cy", "propose pause"),
    ("bob", "accept"),
    ("ann", "accept"),
    ("", "50"),
    ("ann", "propose resume"),
    ("bob", "accept"),
    ("cy", "accept"),
    ("ann", "tell eve busy"),
    ("ann", "try cy 2"),
    ("bob", "ignore ann"),
    ("ann", "say lucky"),
    ("bob", "try ann 7"),
    ("eve", "tell bob well done"),
    ("cy", "rematch"),
    ("ann", "ready"),
    ("bob", "rematch"),
    ("cy", "/leave yes"),
    ("ann", "/hide 1"),
)
"""Bob's game, with talk, a pause, a time-out and the beginning of a second one."""

WATCHER: Final[Script] = (
    ("ann", "new hunt"),
    ("cy", "join 1"),
    ("bob", "watch 1"),
    ("eve", "watch 1"),
    ("ann", "start"),
    ("eve", "say who wins?"),
    ("bob", "say ann"),
    ("ann", "/hide 3"),
    ("cy", "/hide 3"),
    ("ann", "say hush"),
    ("ann", "try cy 3"),
    ("bob", "join 1"),
    ("ann", "ready"),
    ("cy", "ready"),
    ("bob", "ready"),
    ("bob", "/hide 5"),
    ("eve", "say another"),
    ("ann", "/hide 6"),
    ("cy", "/leave yes"),
    ("bob", "/leave yes"),
    ("bob", "watch 1"),
    ("ann", "/say where are you?"),
    ("", "70"),
)
"""Bob watches, plays, leaves and watches again."""

SCRIPTS: Final = {"player": SCRIPT, "watcher": WATCHER, "newcomer": JOINING}


class Stage:
    """The script on a host of its own; Bob is a program with a view, the others are not."""

    def __init__(self, script: Script, hello: str = "HELLO 1 text view") -> None:
        self.script = script
        self.host: Host = new_host({"hunt": OPEN_HUNT})
        self.hello = hello
        self.lines = {name: self.host.person(name) for name in ("ann", "cy", "eve")}
        self.bob = self.lines["bob"] = self.host.connect()
        self.bob.send(*([hello] if hello else []), "name bob")

    def play(self, index: int) -> None:
        """One line of the script."""
        name, line = self.script[index]
        if name:
            self.lines[name].send(line)
        else:
            self.host.wait(float(line))

    @property
    def player(self) -> Player:
        player = self.host.house.people.find("bob")
        assert player is not None
        return player

    def connect(self, seq: int) -> Client:
        """Bob on a new line, with what came after event *seq*; its greeting is not kept."""
        client = self.host.connect()
        if self.hello:
            client.send(self.hello)
        client.data, client.read = b"", 0
        client.send(f"#back resume {self.player.token} {seq}")
        self.bob = self.lines["bob"] = client
        return client


def stream(client: Client) -> list[str]:
    return [line for line in client.data.decode().splitlines() if line.startswith("* ")]


def is_open(stage: Stage) -> bool:
    """Is Bob asked something?"""
    room, seat = stage.player.room, stage.player.seat
    return room is not None and room.table.match is not None and seat in room.table.match.prompts


def at_game(stage: Stage) -> bool:
    """Does Bob sit where a game is, or was, on?"""
    room = stage.player.room
    return room is not None and room.table.match is not None


@pytest.mark.parametrize(
    ("name", "sight"), [("player", "view"), ("watcher", "scene"), ("newcomer", "scene")]
)
def test_whoever_takes_over_his_own_line_gets_the_same_numbered_lines_again(
    name: str, sight: str
) -> None:
    """At every point of the session and after every event; then the position and the prompt."""
    script = SCRIPTS[name]
    for stop in range(1, len(script) + 1, STEP):
        stage = Stage(script, f"HELLO 1 text {sight}")
        for index in range(stop):
            stage.play(index)
        before = stream(stage.bob)
        assert len(before) == stage.player.seq
        last = stage.player.seq
        for seq in sorted({0, 1, stop, last - 2, last - 1, last}):  # nobody goes back (R-P-13)
            if not 0 <= seq <= len(before):
                continue
            told = stage.player.seq
            again = stream(stage.connect(seq))
            assert again[: told - seq] == before[seq:], (stop, seq)
            rest = again[told - seq :]
            assert names(rest) == [sight] * at_game(stage) + ["prompt"] * is_open(stage)
            before += rest


def compared(lines: Sequence[str]) -> list[tuple[str, Any]]:
    """Events without what only an interrupted player hears: that he was away, and reminders.

    Numbers, views and repeated prompts are left out; the numbers are another test's.
    """
    found: list[tuple[str, Any]] = []
    for _, name, body in events(lines):
        if name == "view" or (name == "seat" and body["change"] in {"away", "back"}):
            continue
        if name == "notice" and "bob is disconnected" in body["text"][0]:
            continue
        if name == "started":
            body = {**body, "seats": [{**seat, "away": False} for seat in body["seats"]]}
        if name == "prompt":
            body = {**body, "due_ms": 0, "text": ()}
            asked = (name, body)
            if asked in [each for each in found if each[0] == "prompt"]:
                continue
        found.append((name, body))
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_player_cut_off_anywhere_hears_in_the_end_what_he_would_have_heard(name: str) -> None:
    """His line drops after any line of the script, for one line or until he must act."""
    script = SCRIPTS[name]
    whole = Stage(script)
    for index in range(len(script)):
        whole.play(index)
    wanted = compared(stream(whole.bob))
    cuts = 0
    for cut in range(0, len(script), STEP):
        stage = Stage(script)
        for index in range(cut):
            stage.play(index)
        if stage.player.room is None and stage.player.watching:
            continue  # a watcher whose line drops watches no more
        idle = next((i for i in range(cut, len(script)) if script[i][0] == "bob"), len(script))
        rooms = stage.host.house.tables.rooms.values()
        if any(line.startswith(("propose", "tell bob")) for _, line in script[cut:idle]) or any(
            room.table.proposals for room in rooms
        ):
            continue  # no proposal waits for who is away, and nobody can talk to him
        read = stream(stage.bob)
        stage.bob.lose()
        for index in range(cut, idle):
            stage.play(index)
        read += stream(stage.connect(len(read)))
        for index in range(idle, len(script)):
            stage.play(index)
        read = _joined(read, stream(stage.bob))
        numbers = [number for number, _, _ in events(read)]
        assert numbers == list(range(1, len(numbers) + 1)), cut
        assert compared(read) == wanted, cut
        cuts += 1
    assert cuts > sized(2, 5)


def _joined(read: list[str], more: list[str]) -> list[str]:
    """*read* and *more*, which begins with some of the same lines."""
    known = set(read)
    return read + [line for line in more if line not in known]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_person_who_resumes_with_a_number_reads_the_text_of_what_he_missed(name: str) -> None:
    """The same words that a program finds in `text`."""
    script = SCRIPTS[name]
    for stop in range(1, len(script) + 1, sized(5, 2)):
        typed, person = Stage(script), Stage(script, hello="")
        for index in range(stop):
            typed.play(index)
            person.play(index)
        told = events(stream(typed.bob))
        text = {number: body["text"] for number, _, body in told}
        plain = [text[number] for number, event, _ in told if event != "view"]
        assert len(plain) == person.player.seq
        for seq in (0, stop // 2, person.player.seq):
            if seq > len(plain):
                continue
            missed = [line for lines in plain[seq : len(plain)] for line in lines]
            read = person.connect(seq).data.decode().splitlines()
            assert read[: len(missed)] == missed, (stop, seq)
            asked = read[len(missed) :]
            urgent = is_open(person) and not _is_quiet(person)
            assert bool(asked) == urgent, (stop, seq, asked)
            plain.append(asked) if is_open(person) else None


def _is_quiet(stage: Stage) -> bool:
    """Is Bob's prompt one that only allows something?"""
    room, seat = stage.player.room, stage.player.seat
    assert room is not None
    assert seat is not None
    assert room.table.match is not None
    return not room.table.match.prompts[seat].prompt.urgent
