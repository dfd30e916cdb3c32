"""What clients have read against what is kept, and against the game nobody disturbed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from parlour.accounts.ways_back import code_hash, token_hash
from parlour.core.persistence import Saved
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import open_table
from parlour.features.history.showing import MARK
from parlour.language import WIDTH
from parlour.store.reader import open_reader
from tests.crash.client import Broken, Client, Heard
from tests.crash.memory import LuckyHost
from tests.crash.party import Guest
from tests.crash.person import Person

COMING_AND_GOING: Final = frozenset({"seat", "table", "welcome", "notice"})
"""What a kill, or want of room, adds to what is read."""
NAME: Final = re.compile(rb"\b([bcdfghjk]{2}[w-z])[0-9]{2}\b")
RECORD: Final = re.compile(rb"replay g[0-9]+")


# --- while it is down -----------------------------------------------------------------


def nothing_unknown(folder: Path, guests: Sequence[Guest]) -> None:
    """The host is dead: its record must hold every event that was read, and every move that
    was acknowledged. Raises Broken.
    """
    known = [guest for guest in guests if guest.token]
    if not known:
        return  # it may have died before it had made its file
    with open_reader(folder) as reader:
        saved = reader.load()
    numbers = {
        way: player.number for player in saved.players for way in (*player.tokens, *player.codes)
    }
    told = told_so_far(saved)
    moves = Counter(
        (entry.table, int(decoded.seat))
        for entry in saved.journal
        if entry.table and isinstance(decoded := r.decode(entry.body), r.Moved)
    )
    for guest in known:
        number = numbers.get(token_hash(guest.token)) or numbers.get(code_hash(guest.token))
        if number is None:
            raise Broken("lost", f"{guest.name} is not kept")
        if isinstance(guest, Client) and told[number] < guest.seq:
            raise Broken("lost", f"{guest.name} read {guest.seq} events, {told[number]} kept")
        kept = moves[guest.table, guest.seat]
        if kept < guest.made:
            raise Broken("lost", f"{guest.name} has made {guest.made} moves, {kept} are kept")


def told_so_far(saved: Saved) -> Counter[int]:
    """The number of the last event that is kept for each player."""
    told = Counter({player.number: player.seq for player in saved.players})
    for entry in saved.journal:
        flat = iter(entry.heard)
        for number, first, packed in zip(flat, flat, flat, strict=True):
            told[number] = first - 1 + (packed >> 1)
    return told


# --- when the game is over ------------------------------------------------------------


@dataclass(frozen=True)
class Tale:
    """What one client heard of the game, without what depends on comings and goings."""

    events: list[tuple[str, Any]]
    views: list[tuple[int, Any]]
    """The positions they were shown, each with the number of `events` before it."""


def tale(client: Client) -> Tale:
    found = Tale([], [])
    for name, data in of_the_game((heard.name, _plain(heard)) for heard in client.stream):
        if name == "view":
            found.views.append((len(found.events), data))
        else:
            found.events.append((name, data))
    return found


def of_the_game(
    heard: Iterable[tuple[str, Any]], but: Collection[str] = COMING_AND_GOING
) -> Iterator[tuple[str, Any]]:
    """What was heard of the game, *but* some events; a prompt that came again is left out."""
    live, asked = False, 0
    for name, data in heard:
        live = live or name == "started"
        if not live or name in but:
            continue
        if name == "prompt":
            if data["prompt"] == asked:
                continue
            asked = data["prompt"]
        yield name, data


def _plain(heard: Heard) -> Any:
    """The object without the numbers of table and record, and with names as they were meant."""
    body = RECORD.sub(b"replay g", NAME.sub(rb"\1", heard.body))
    data = json.loads(body)
    data.pop("table", None)
    data.pop("record", None)
    for seat in data.get("seats", ()):
        seat.pop("away", None)
    return data


OF_A_LINE: Final = ("away", "back")
"""Changes of a seat that are said to the others later, if at all, and are in no record."""
Moves = list[tuple[int, int, bytes]]
"""The moves of a record in order: seat, number of the prompt, move."""


def moves(host: LuckyHost, table: int) -> Moves:
    """The moves at that table, as its record tells them."""
    first, *bodies = host.house.tables.rooms[table].record
    opened = r.decode(first)
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    now, made = open_table(opened, host.games, host.lexicons), Moves()
    for body in bodies:
        entry = r.decode(body)
        if isinstance(entry, r.Moved):
            number = now.last_match.prompts[entry.seat].number
            made.append((entry.seat, number, bytes(entry.move)))
        now, _ = fold(now, entry)
    return made


@dataclass(frozen=True)
class Reference:
    """The game as it was played without disturbance."""

    tales: Sequence[Tale | None]
    """None for a person."""
    moves: Moves
    result: Any

    @classmethod
    def of(cls, host: LuckyHost, guests: Sequence[Guest]) -> Reference:
        """That game, played at *host*."""
        opener = guests[0]
        tales = [tale(guest) if isinstance(guest, Client) else None for guest in guests]
        return cls(tales, moves(host, opener.table), _result(opener))


def _result(guest: Guest) -> Any:
    assert isinstance(guest, Client), "whoever opens the table is a program"
    scores = [(seat["seat"], seat["points"]) for seat in guest.over["scores"]]
    return scores, guest.over["winners"]


def game_is_whole(host: LuckyHost, guests: Sequence[Guest], meant: Reference) -> int:
    """*host* stands on what is kept after the game: hold everything that the clients have
    read against it, and against the game as it was meant. The number of moves.

    Raises Broken.
    """
    made = moves(host, guests[0].table)
    if len({move[:2] for move in made}) < len(made):
        raise Broken("duplicated", "a prompt was answered twice")
    if made != meant.moves:
        raise Broken("other", f"{len(made)} moves, not the {len(meant.moves)} of the other game")
    record = _result_is_the_same(guests[0], meant)
    for guest, told in zip(guests, meant.tales, strict=True):
        if sum(move[0] == guest.seat for move in made) < guest.made:
            raise Broken("lost", f"{guest.name}: an acknowledged move is not in the record")
        if isinstance(guest, Person):
            guest.must_stand_in(_replayed_to_people(host, guest, record))
            continue
        known = {(guest.seat, number) for number in guest.acknowledged}
        if not known <= {move[:2] for move in made}:
            raise Broken("lost", f"{guest.name}: an acknowledged move is not in the record")
        assert told is not None, "he is a program in the other game too"
        _stream_is_kept(host, guest)
        _tale_is_the_same(guest, told)
        _replay_is_the_same(host, guest)
    return len(made)


def _result_is_the_same(guest: Guest, meant: Reference) -> str:
    """The record of the game that has ended as it should."""
    assert isinstance(guest, Client), "whoever opens the table is a program"
    if _result(guest) != meant.result:
        raise Broken("other", f"{guest.name} heard of {_result(guest)}, not {meant.result}")
    return str(guest.over["record"])


def _replayed_to_people(host: LuckyHost, person: Person, record: str) -> list[str]:
    line = host.connect()
    line.send(f"looker-{person.base}")
    line.send(f"set width {WIDTH + len(MARK)}")
    lines = line.send(f"replay {record} {person.seat} 99x")
    while not lines[-1].startswith("End of the replay"):
        host.wait(1)
        lines += line.take()
    line.send("quit")
    return [said.removeprefix(MARK) for said in lines if said.startswith(MARK)]


def _stream_is_kept(host: LuckyHost, client: Client) -> None:
    """Anyone who asks for everything from the start on gets what was read, byte by byte.

    Players may not: they are shown nothing that they have read.
    """
    player = host.house.people.find(client.name)
    if player is None:
        raise Broken("lost", f"{client.name} is not kept")
    player.resumed = 0
    line = host.connect()
    line.send(client.hello)
    answer, *events = line.send(f"#all resume {client.token} 0")
    if not answer.startswith("#all ok "):
        raise Broken("lost", f"{client.name} cannot come back: {answer}")
    again = [event.encode() for event in events if event.startswith("* ")]
    line.lose()
    for number, heard in enumerate(client.stream, 1):
        read = b"* %d %b %b" % (number, heard.name.encode(), heard.body)
        if number > len(again):
            raise Broken("lost", f"{client.name}: the record knows nothing of {read!r}")
        if again[number - 1] != read:
            raise Broken("other", f"{client.name} read {read!r}, kept is {again[number - 1]!r}")


def _tale_is_the_same(client: Client, meant: Tale) -> None:
    """The disturbed and the undisturbed game sound alike; no view shows anything else."""
    read = tale(client)
    for number, (here, there) in enumerate(zip(read.events, meant.events, strict=False)):
        if here != there:
            raise Broken("other", f"{client.name}, {number}: read {here}, not {there}")
    if len(read.events) != len(meant.events):
        raise Broken("lost", f"{client.name}: {len(read.events)} of {len(meant.events)} events")
    shown: Mapping[int, Any] = dict(meant.views)
    for number, view in read.views:
        if shown.get(number) != view:
            raise Broken("other", f"{client.name} was shown another position at {number}")


def _replay_is_the_same(host: LuckyHost, client: Client) -> None:
    """`replay` gives every event of the table that was sent, but for what it never gives."""
    line = host.connect()
    line.send("HELLO 1", f"#n name looker-{client.base}")
    items = line.send(f"#r replay {client.over['record']} {client.seat}")
    line.send("#q quit")
    rows = [json.loads(item.split(" ", 2)[2]) for item in items if item.startswith("#r + ")]
    again = [(row["event"], row["data"]) for row in rows]
    again = [(name, data) for name, data in again if data.get("change") not in OF_A_LINE]
    sent = list(_live(client))
    for number, (row, event) in enumerate(zip(again, sent, strict=False)):
        if row != event:
            raise Broken("other", f"{client.name}, {number}: replayed {row}, was sent {event}")
    if len(again) != len(sent):
        raise Broken("lost", f"{client.name}: {len(again)} events replayed, {len(sent)} sent")


def _live(client: Client) -> Iterator[tuple[str, Any]]:
    """The events of the table from `started` to `over`, each once, without `text`."""
    stream = ((heard.name, heard.data) for heard in client.stream)
    for name, data in of_the_game(stream, {"view", "table", "welcome", "notice"}):
        data.pop("text", None)
        if data.get("change") not in OF_A_LINE:
            yield name, data
        if name == "over":
            return
