"""Make `tests/released/VERSION`: what a host of this version keeps, as its death leaves it.

`python -m tests.released.make` is run for a release, right before its tag: what it makes depends
on the rules of the games. Every later version must open it, so the folder of a version that is
released is never made again.
"""

from __future__ import annotations

import lzma
import shutil
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, get_args

import msgspec

from parlour.core.limits import Limits
from parlour.engine import record as r
from parlour.lexicons import load_english
from parlour.records import FORMAT, export
from parlour.store.sqlite import open_store
from parlour_boggle import BOGGLE
from parlour_boggle.solver import find
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1] / "pyproject.toml"
"""It has the version. What is installed may be the one before."""
DATA: Final = ("parlour.db", "parlour.db-wal")
"""The files of a host that was killed. They are packed: most of their bytes are zeros."""

WORDS: Final = 5
"""How many words somebody finds on a board (`(finds)`)."""

STORY: Final = """
ann: register open sesame 1
fay: register trust no one 2
ann: friend fay
fay: friend ann
bob: report dee loud all evening
# Table 1: a game of Boggle that ends, and is rated.
ann: new boggle seconds=30
fay: join 1
ann: start
ann: (finds)
...: 40
# Table 2: a game of Probe that is called off.
bob: new probe
cy: join 2
bob: start
bob: hide left harbor
bob: hide right anchor
cy: say good luck
bob: propose abort
cy: accept
bob: leave
cy: leave
# Table 3: Probe goes on.
bob: new probe first_player=seat1 turn_seconds=0 choice_seconds=0
cy: join 3
dee: join 3
bob: start
bob: hide ..lantern.
cy: hide treasure..
dee: hide quilt
bob: ask cy e
# Table 4: Password goes on.
eve: new password starting_team=1 clue_seconds=0 guess_seconds=0
guy: join 4
hal: join 4
joe: join 4
eve: start
# Table 5: Boggle goes on.
kim: new boggle seconds=0 target=0
lee: join 5
kim: start
kim: (finds)
# Table 6: not begun, with talk.
iva: new boggle
iva: say who else?
iva: ignore hal
# Table 7: adjourned.
max: new probe
nan: join 7
max: start
max: propose adjourn
nan: accept
# Table 8: a game that later hosts do not have.
oli: new hunt
pat: join 8
oli: start
# A party of two rounds, whose first one is played at table 9.
quin: party new boggle tables=2 rounds=2 seconds=0
quin: party join 1
rob: party join 1
quin: party start
# The operator.
#: player ban mallory: rude
#: player mute zoe
#: announce Tea at five
"""


class Kept(msgspec.Struct, frozen=True):
    """What somebody who opens the data directory must find."""

    players: dict[str, str]
    """The line with which each player comes back."""
    tables: dict[int, tuple[str, str]]
    """The game and the state of each table."""
    form: int
    """The form of the records (`records.FORMAT`)."""
    entries: dict[str, list[str]]
    """The fields of each kind of entry."""


def play(host: Host) -> None:
    """Play the story on *host*."""
    clients: dict[str, Client] = {"#": host.operator()}
    for line in STORY.strip().splitlines():
        who, _, typed = line.partition(": ")
        if who == "...":
            host.wait(float(typed))
        elif typed and not line.startswith("# "):
            if who not in clients:
                clients[who] = host.person(who)
            clients[who].send(finds(host, who) if typed == "(finds)" else typed)
    assert not host.reports, host.reports


def finds(host: Host, who: str) -> str:
    """Return some words on the board in front of somebody."""
    player = host.house.people.find(who)
    assert player is not None, "they play"
    assert player.room is not None, "they play"
    state = host.house.tables.rooms[player.room.table.number].table.last_match.state
    return " ".join(sorted(find(state.board, host.lexicons["en"]).words)[:WORDS])


def entries() -> dict[str, list[str]]:
    """Return the fields of each kind of entry, as they are now."""
    return {
        str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in get_args(r.Entry)
    }


def main() -> None:
    """Make the folder of the version that is here."""
    target = HERE / tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    with TemporaryDirectory() as folder:
        games = {game.id: game for game in (BOGGLE, PASSWORD, PROBE, HUNT)}
        limits = Limits(bot_pause_ms=0, password_cost=4)
        store = open_store(Path(folder))
        host = Host(games, {"en": load_english()}, limits, seed=20, store=store)
        play(host)
        for name in DATA:  # before the store is closed
            packed = lzma.compress((Path(folder) / name).read_bytes(), preset=9)
            (target / f"{name}.xz").write_bytes(packed)
        for game in host.archive.recent(9):
            finished = host.archive.get(game.record)
            assert finished is not None, "it is in the list"
            (target / f"{game.record}.jsonl").write_bytes(export(finished))
        people = host.house.people.register.by_key.values()
        secrets = {"ann": "open sesame 1", "fay": "trust no one 2"}
        kept = Kept(
            {
                one.name: f"name {one.name} {secrets[one.name]}"
                if one.name in secrets
                else f"resume {one.code}"
                for one in people
            },
            {
                number: (room.table.game.id, room.table.state)
                for number, room in host.house.tables.rooms.items()
            },
            FORMAT,
            entries(),
        )
        text = msgspec.json.format(msgspec.json.encode(kept), indent=2)
        (target / "kept.json").write_bytes(text + b"\n")
        store.close()


if __name__ == "__main__":
    main()
