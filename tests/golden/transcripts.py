"""Whole games from fixed scripts, as each seat and a watcher read them, in both voices.

`python -m tests.golden.transcripts` writes the transcripts anew. Read the difference line by
line before you commit it: a transcript holds a leak as faithfully as anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_kit.host import Client, Host
from parlour_kit.rebuild import Checked
from parlour_password import PASSWORD
from parlour_probe import PROBE

HERE: Final = Path(__file__).parent
TWO: Final = ("ann", "bob", "wat")
THREE: Final = ("ann", "bob", "cy", "wat")
FOUR: Final = ("ann", "bob", "cy", "dee", "wat")
"""Wat watches."""
VOICES: Final = ("person", "program")
"""Those whose transcripts are kept."""
HELLO: Final[Mapping[str, str]] = {
    "program": "HELLO 1 text view",
    "tapper": "HELLO 1 text scene taps",
}
"""How programs come in, by voice."""


@dataclass(frozen=True)
class Golden:
    """A game whose script and transcripts stand in the folder of its name."""

    name: str
    game: AnyGame
    seed: int
    players: Sequence[str] = THREE

    @property
    def folder(self) -> Path:
        """Where they stand."""
        return HERE / self.name

    def script(self) -> Iterator[tuple[str, str]]:
        """Who types what: `ann: ask bob e`. A number of seconds passes with `...: 30`."""
        for line in (self.folder / "script.txt").read_text().splitlines():
            if line and not line.startswith("#"):
                who, _, what = line.partition(": ")
                yield who, what

    def path(self, name: str, voice: str) -> Path:
        """Where a transcript is kept."""
        return self.folder / f"{name}.{voice}.txt"


GOLDEN: Final[Mapping[str, Golden]] = {
    golden.name: golden
    for golden in (
        Golden("probe", PROBE, seed=7),
        Golden("probe-of-two", PROBE, seed=7, players=TWO),
        Golden("boggle", BOGGLE, seed=13),
        Golden("boggle-and-newcomers", BOGGLE, seed=3),
        Golden("password", PASSWORD, seed=15, players=FOUR),
        Golden("password-of-three", PASSWORD, seed=18),
        Golden("password-and-leavers", PASSWORD, seed=3, players=(*FOUR, "eve")),
    )
}


class Play:
    """A script, played on a host of its own in one voice."""

    def __init__(self, golden: Golden, voice: str) -> None:
        self.voice = voice
        self.players = golden.players
        limits = Limits(bot_pause_ms=0)
        lexicons = {"en": load_english()}
        games = {golden.game.id: golden.game}
        self.host = Host(games, lexicons, limits, golden.seed, house_type=Checked)
        self.text: dict[str, list[str]] = {name: [] for name in self.players}
        self.clients: dict[str, Client] = {}
        for name in self.players:
            self._connect(name, f"name {name}")

    def _connect(self, name: str, first: str) -> None:
        client = self.clients[name] = self.host.connect()
        self._hear(name)
        if self.voice in HELLO:
            self.type(name, HELLO[self.voice])
        self.type(name, first)
        assert not client.closed, f"{name} could not come in"

    def type(self, name: str, line: str) -> None:
        """Somebody types a line, and everybody reads."""
        self.text[name].append(f"> {line}")
        self.text[name].extend(self.clients[name].send_raw(line.encode() + b"\n"))
        self._hear_all()

    def _hear_all(self) -> None:
        for name in self.players:
            self._hear(name)

    def _hear(self, name: str) -> None:
        if name in self.clients:
            self.text[name].extend(self.clients[name].take())

    def step(self, who: str, what: str) -> None:
        """One line of the script."""
        if who == "...":
            self.host.wait(float(what))
            self._hear_all()
        elif what == "(drops)":
            self.text[who].append("(the line drops)")
            self.clients[who].lose()
            self._hear_all()
        elif what == "(returns)":
            player = self.host.house.people.find(who)
            assert player is not None, "his name is kept"
            seq = f" {player.seq - 2}" if self.voice in HELLO else ""
            way = player.token if self.voice in HELLO else player.code
            self._connect(who, f"resume {way}{seq}")
        else:
            self.type(who, what)


def transcripts(golden: Golden, voice: str, *, without: Collection[str] = ()) -> dict[str, str]:
    """What each of `PLAYERS` typed (`> `) and read; lines that stand in *without* are left out."""
    play = Play(golden, voice)
    for who, what in golden.script():
        if what not in without:
            play.step(who, what)
    assert not play.host.reports, f"the log says: {play.host.reports}"
    return {name: "\n".join(lines) + "\n" for name, lines in play.text.items()}


def main() -> None:
    """Write every transcript anew."""
    for golden in GOLDEN.values():
        for voice in VOICES:
            for name, text in transcripts(golden, voice).items():
                golden.path(name, voice).write_text(text)


if __name__ == "__main__":
    main()
