"""An evening of Probe as one player hears it: taken down once, told again at any pace.

Four programs play whole games with default options at a host in this process, without a network.
They know the prompts alone, choose at random and never guess a whole word, so that games are
long; now and then one of them says something. What a player hears of each move is kept as the
host said it, but for the numbers of the events, and with it what the host answers to a client.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Final

import msgspec

from parlour.candidates import words
from parlour.lexicons import load_english
from parlour_client.protocol import Heard, read_line
from parlour_kit.host import Client, Host
from parlour_probe import PROBE

NAME: Final = "ann"
"""Who hears all this."""
OTHERS: Final = ("bob", "cal", "dee")
TABLE: Final = 1
GAMES: Final = 3
TALK_EVERY: Final = 40
"""Moves."""
TALK: Final = "Good luck to you all! I think that this will not take much longer."
ASKED: Final = ("commands", "games", "tables", "who", "scores")
"""What a client asks that has come in. The answers are always the same here, but for `look`."""

Lines = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What is heard at once."""

    events: Lines
    """Each without star and number: its name and its object."""
    lines: int
    """Of text, in all of them."""
    look: Lines
    """The answer to `look` from now on, without its id."""


@dataclass(frozen=True, slots=True)
class Evening:
    """All of it, from the start of the first game."""

    welcome: bytes
    """The event for a player who comes back to the seat."""
    answers: Mapping[str, Lines]
    """By verb, without ids."""
    moments: Sequence[Moment]

    def told(self) -> Iterator[Moment]:
        """The moments in their order, and again from the first one, without an end."""
        return cycle(self.moments)


def spend() -> Evening:
    """An evening of `GAMES` games; the same one each time."""
    evenings = [_game(number) for number in range(GAMES)]
    moments = [moment for evening in evenings for moment in evening.moments]
    return Evening(evenings[0].welcome, evenings[0].answers, moments)


def _game(number: int) -> Evening:
    """One game."""
    host = Host({PROBE.id: PROBE}, {"en": load_english()}, seed=number)
    ann, *others = (host.program(name, "scene") for name in (NAME, *OTHERS))
    ann.send(f"new {PROBE.id}")
    for other in others:
        other.send(f"join {TABLE}")
    ann, came_in, welcome = _come_back(host, ann)
    since = len(ann.data)
    ann.send("start")
    first = _moment(ann, since)
    answers = {"name": came_in, **{verb: _answer(ann, verb) for verb in ASKED}}
    moves = _moves(host, (ann, *others), Random(number))
    return Evening(welcome, answers, [first, *moves])


def _come_back(host: Host, ann: Client) -> tuple[Client, Lines, bytes]:
    """Her line is cut and she comes back to her seat: the new line, the answer, the welcome."""
    named = next(line for line in ann.data.decode().splitlines() if line.startswith("#n ok "))
    token = msgspec.json.decode(named.removeprefix("#n ok "))["token"]
    ann.lose()
    back = host.connect()
    back.send("HELLO 1 text scene")
    answer, welcome, *_ = back.send(f"#n resume {token}")
    return back, _without_id([answer]), _without_number(welcome)


def _moves(host: Host, clients: Sequence[Client], rng: Random) -> Iterator[Moment]:
    """What the first of *clients* hears of each move, to the end of the game."""
    ann, room, count = clients[0], host.house.tables.rooms[TABLE], 0
    while room.table.playing:
        since = len(ann.data)
        prompts = room.table.last_match.prompts
        seat = rng.choice([seat for seat, asked in prompts.items() if asked.prompt.urgent])
        spec = next(move for move in prompts[seat].prompt.moves if move.verb.name != "guess")
        clients[seat - 1].send(" ".join([spec.verb.name, *words(spec, room.table.names, rng)]))
        count += 1
        if count % TALK_EVERY == 0:
            clients[-1].send(f"say {TALK}")
        yield _moment(ann, since)


def _moment(ann: Client, since: int) -> Moment:
    """What she has heard *since* so many bytes."""
    heard = [line for line in ann.data[since:].decode().splitlines() if line.startswith("* ")]
    lines = sum(len(said.text) for said in map(_read, heard))
    return Moment(tuple(map(_without_number, heard)), lines, _answer(ann, f"look {TABLE}"))


def _read(line: str) -> Heard:
    said = read_line(line.encode())
    assert isinstance(said, Heard)
    return said


def _answer(ann: Client, request: str) -> Lines:
    """What the host answers her."""
    return _without_id(ann.send(f"#n {request}"))


def _without_id(answer: Sequence[str]) -> Lines:
    return tuple(line.removeprefix("#n ").encode() for line in answer)


def _without_number(event: str) -> bytes:
    return event.split(" ", 2)[2].encode()
