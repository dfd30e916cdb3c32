"""One game of Probe from a fixed script, as each seat and a watcher read it, in both voices.

`python -m tests.golden.transcripts` writes the transcripts anew. Read the difference line by
line before you commit it: a transcript holds a leak as faithfully as anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.house.limits import Limits
from parlour.lexicons import load_english
from parlour.testing.host import Client, Host
from parlour.testing.rebuild import Checked
from parlour_probe import PROBE

HERE = Path(__file__).parent
PLAYERS = ("ann", "bob", "cy", "wat")
VOICES = ("person", "program")
SEED = 7


def script() -> Iterator[tuple[str, str]]:
    """Who types what: `ann: ask bob e`. A number of seconds passes with `...: 30`."""
    for line in (HERE / "script.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            who, _, what = line.partition(": ")
            yield who, what


class Play:
    """The script, played on a host of its own in one voice."""

    def __init__(self, voice: str) -> None:
        self.voice = voice
        limits = Limits(bot_pause_ms=0)
        lexicons = {"en": load_english()}
        self.host = Host({"probe": PROBE}, lexicons, limits, SEED, house_type=Checked)
        self.text: dict[str, list[str]] = {name: [] for name in PLAYERS}
        self.clients: dict[str, Client] = {}
        for name in PLAYERS:
            self._connect(name, f"name {name}")

    def _connect(self, name: str, first: str) -> None:
        client = self.clients[name] = self.host.connect()
        self._hear(name)
        if self.voice == "program":
            self.type(name, "HELLO 1 view")
        self.type(name, first)
        assert not client.closed, f"{name} could not come in"

    def type(self, name: str, line: str) -> None:
        """Somebody types a line, and everybody reads."""
        self.text[name].append(f"> {line}")
        self.text[name].extend(self.clients[name].send_raw(line.encode() + b"\n"))
        self._hear_all()

    def _hear_all(self) -> None:
        for name in PLAYERS:
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
            player = self.host.house.find(who)
            assert player is not None, "his name is kept"
            seq = f" {player.seq - 2}" if self.voice == "program" else ""
            way = player.token if self.voice == "program" else player.code
            self._connect(who, f"resume {way}{seq}")
        else:
            self.type(who, what)


def transcripts(voice: str) -> dict[str, str]:
    """What each of `PLAYERS` typed (`> `) and read."""
    play = Play(voice)
    for who, what in script():
        play.step(who, what)
    assert not play.host.reports, f"the log says: {play.host.reports}"
    return {name: "\n".join(lines) + "\n" for name, lines in play.text.items()}


def path(name: str, voice: str) -> Path:
    """Where a transcript is kept."""
    return HERE / f"{name}.{voice}.txt"


def main() -> None:
    """Write every transcript anew."""
    for voice in VOICES:
        for name, text in transcripts(voice).items():
            path(name, voice).write_text(text)


if __name__ == "__main__":
    main()
