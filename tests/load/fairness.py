"""`python -m tests.load.fairness [--seconds S] [--only WORD] [--far ADDRESS]`: can anybody make
others wait?

Ann is at the game port and Bob at the web door. What they say goes both ways, so a pause at either
would show.

For each attack below it starts a real host. Two people talk at their table, one line after the
other, before, during and after an attack: connections that send dear lines as fast as they can,
and come back at once when the host closes them. Prints for each how long a line of the pair took
to reach the other: before, meanwhile, in the ten seconds after it, and then; how much processor
time the host used, and how much it grew. The exit code is 1 if anything was too long or too much.

Attackers come from this computer, so they are near and have fifty times the budget of others. With
`--far` they connect from that address of this computer, one that the host does not take for near
(`ip addr add 203.0.113.5/32 dev lo` adds such an address).
"""

from __future__ import annotations

import argparse
import itertools
import selectors
import socket
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import Event, Process
from multiprocessing.synchronize import Event as EventType
from os import getloadavg
from pathlib import Path
from random import Random
from typing import Final

from tests.e2e.serving import HOST, PATIENCE_S, serving
from tests.web.doors import frame, request, upgrade
from tests.web.phone import Ends
from tools.bench.process import Spent, raise_open_files, resident_kib
from tools.bench.stats import percentile

P99_MS: Final = 50.0
LONGEST_MS: Final = 250.0
"""Longer an honest line must not take: a pause that people notice."""
GROWTH_MIB: Final = 64.0
PAUSE_S: Final = 0.02
"""Between two lines of the pair."""
CONFIG: Final = "[log]\nlevel = 'error'\n"
LETTERS: Final = "abcdefghkmnpqrstuwxy"
"""For names, none of which looks like another."""


def names() -> itertools.chain[str]:
    """Names without end."""
    return itertools.chain.from_iterable(
        ("".join(name) for name in itertools.product(LETTERS, repeat=length))
        for length in range(3, 9)
    )


def words(seed: int, count: int, size: int) -> str:
    """A line of so many words."""
    luck = Random(seed)
    return " ".join("".join(luck.choices(LETTERS, k=size)) for _ in range(count))


@dataclass(frozen=True)
class Attack:
    """Connections that do the same again and again."""

    about: str
    again: Sequence[str]
    """The lines that each sends, over and over."""
    first: Sequence[str] = ()
    """What each sends once, after its name."""
    conns: int = 8
    stage: Callable[[int], object] = lambda _port: None
    """Called first, with the host's port. What it returns lives as long as the attack."""
    times: int = 0
    """How often they send it before they hang up and come back. 0: for ever."""
    hello: bool = False
    """They are programs that read positions."""
    config: str = ""
    web: bytes | None = None
    """They come to the web door, and this is what each sends there first, in place of a name."""
    frames: bytes = b""
    """What they send there over and over."""


class Person:
    """A connection used by question and answer."""

    def __init__(self, port: int, name: str, *lines: str) -> None:
        self.sock = socket.create_connection((HOST, port), PATIENCE_S)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self.open(port)
        for line in (name, *lines):
            self.ask(line)

    def open(self, port: int) -> None:
        """Do what comes before the first line."""

    def send(self, line: str) -> None:
        """Send one line."""
        self.sock.sendall(f"{line}\n".encode())

    def receive(self) -> bytes:
        """Receive lines, or nothing at the end."""
        return self.sock.recv(1 << 16)

    def ask(self, line: str) -> None:
        """Send a line and read to the end of the answer."""
        self.send(line)
        self.send("/ping done")
        self.until("pong done")

    def until(self, end: str) -> str:
        """Read up to the first line that ends so."""
        while True:
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                if line.decode().endswith(end):
                    return line.decode()
            elif data := self.receive():
                self._rest += data
            else:
                raise EOFError(f"the host closed the line; last: {line!r}")


class Guest(Person):
    """The same at the web door, where they read the text of a program's lines."""

    def open(self, port: int) -> None:
        self._ends = Ends()
        self.sock.sendall(self._ends.asks(f"{HOST}:{port}"))
        while not self._ends.opened:
            self._ends.hears(self.sock.recv(1 << 16))
        self.send("HELLO 1 text natural")

    def send(self, line: str) -> None:
        self.sock.sendall(self._ends.says(line))

    def receive(self) -> bytes:
        data = self.sock.recv(1 << 16)
        lines, out = self._ends.hears(data)
        if out:
            self.sock.sendall(out)
        if not data or self._ends.code is not None:
            return b""
        said = "".join(f"{line}\n" for line in lines)
        # The pair look for how a line ends: a program's text is at its end, in brackets.
        return said.replace('"]}', "").encode() or self.receive()


def guests(count: int, *lines: str) -> Callable[[int], object]:
    """A stage: so many people who have said *lines*."""

    def come(port: int) -> object:
        given = zip(names(), range(count), strict=False)
        return [Person(port, f"guest-{name}", *lines) for name, _ in given]

    return come


def crowd(port: int) -> object:
    """A stage: a table of Boggle with a crowd of watchers, at which attackers sit down."""
    host = Person(port, "host-of-all", "new boggle seconds=0")
    return host, guests(150, "watch 2")(port)


def archive(port: int) -> object:
    """A stage: a long finished game."""
    one = Person(port, "long-player", "new boggle seconds=0", "start")
    for number in range(60):
        one.ask(words(number, 6, 4))
    one.ask("/propose abort")
    return one


def framed(line: str) -> bytes:
    """A line as a frame."""
    return frame(line.encode())


ASKS: Final = request(host=HOST)
OPENS: Final = upgrade(host=HOST) + framed("HELLO 1 text scene lobby")
ENDLESS: Final = b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4) + b"x" * 8_000
FRAGMENT: Final = frame(b"", opcode=0, fin=False)
BOGGLE: Final = "new boggle verdicts=immediate seconds=0"
ATTACKS: Final = (
    Attack("nothing", (), conns=0),
    Attack("cheap lines", ("ping",)),
    Attack("lines of 250 words", (words(1, 250, 3), words(2, 120, 7)), (BOGGLE, "start")),
    Attack(
        "a line of 250 words on and off the list",
        (words(1, 250, 3), f"/take {words(1, 200, 3)}"),
        (BOGGLE, "start"),
    ),
    Attack("cheap lines of 200", ("ping",), conns=200),
    Attack("lines of 250 words by 40", (words(1, 250, 3),), (BOGGLE, "start"), conns=40),
    Attack("tables", ("tables",), stage=guests(40, "new boggle"), conns=10),
    Attack("who", ("who",), stage=guests(2_000), conns=10),
    Attack("tables opened and left", ("new probe", "leave yes"), conns=8),
    Attack(
        "a thousand tables", ("new probe",), conns=55, times=20, config="tables_per_address=40\n"
    ),
    Attack("games begun", ("new boggle min_words=150", "start", "/leave yes"), conns=8),
    Attack(
        "games begun and called off",
        ("new probe", "bot sharp", "start", "propose abort", "leave yes"),
        conns=8,
    ),
    Attack(
        "40 tables of bots",
        ("house", "/pass", "/next"),
        ("new password", *("bot sharp",) * 3, "start"),
        conns=40,
    ),
    Attack("talk to a crowd", ("/say " + "x" * 900,), ("join 2",), stage=crowd, conns=15),
    Attack("look, by programs", ("#1 /look",), ("join 2",), stage=crowd, conns=15, hello=True),
    Attack("replays", ("replay g1",), stage=archive, conns=20),
    Attack("wrong passwords", ("/name long-player wrongpassword",), conns=20, times=3),
    Attack("registering", ("register long-password",), conns=20, times=1),
    Attack("connecting", ("ping",), conns=50, times=1),
    Attack("help and languages", ("set lang fr", "help probe", "rules password", "set lang en")),
    Attack("parties", ("party new boggle", "party end")),
    Attack("empty lines", ("",) * 100, conns=50),
    Attack("web: connects that say nothing", (), conns=5_000, web=b""),
    Attack("web: half a request", (), conns=400, web=ASKS[:-1]),
    Attack("web: half a request, a byte at a time", (), conns=400, web=b"G", frames=b"x"),
    Attack("web: the page", (), conns=50, web=ASKS, times=1),
    Attack("web: other names", (), conns=50, web=ASKS.replace(b"Host: ", b"Host: evil."), times=1),
    Attack("web: coming in", (), conns=50, web=OPENS, frames=framed("ping"), times=1),
    Attack("web: cheap lines", (), web=OPENS, frames=framed("ping")),
    Attack("web: cheap lines of 200", (), conns=200, web=OPENS, frames=framed("ping")),
    Attack("web: empty lines", (), conns=50, web=OPENS, frames=framed("") * 100),
    Attack("web: lists that nobody reads", (), conns=40, web=OPENS, frames=framed("help all")),
    Attack("web: pings", (), conns=50, web=OPENS, frames=frame(b"", opcode=9) * 100),
    Attack("web: frames without end", (), conns=50, web=OPENS, frames=ENDLESS),
    Attack("web: empty fragments", (), conns=50, web=OPENS, frames=FRAGMENT * 100),
    Attack("web: frames without mask", (), conns=50, web=OPENS, frames=frame(b"x", mask=False)),
    Attack("rubbish", ("\x01\x02", "#", "é" * 500, "x" * 1500)),
    Attack(
        "names of nobody",
        ("tell " + "q" * 900, "watch " + "q" * 900, "help " + "q" * 900, "why " + "q" * 900),
    ),
)


class Attackers:
    """The connections of an attack, in a process of their own."""

    def __init__(self, port: int, attack: Attack, source: str, over: EventType) -> None:
        self._port = port
        self._attack = attack
        self._source = source
        self._selector = selectors.DefaultSelector()
        self._names = names()
        self._over = over
        self.thrown_out = 0

    def run(self) -> None:
        """Attack until it is over."""
        for number in range(self._attack.conns):
            self._connect(reads=number % 4 != 0)
        while not self._over.is_set():
            for key, mask in self._selector.select(0.1):
                self._serve(key, mask)

    def _connect(self, *, reads: bool) -> None:
        sock = socket.create_connection(
            (HOST, self._port), PATIENCE_S, source_address=(self._source, 0)
        )
        sock.setblocking(False)
        attack = self._attack
        if attack.web is not None:
            again = attack.frames
            left = bytearray(attack.web + again * attack.times)
            mask = selectors.EVENT_READ if reads or not again else 0
            mask |= selectors.EVENT_WRITE if left else 0
            self._selector.register(sock, mask, (left, b"" if attack.times else again, reads))
            return
        hello = ("HELLO 1 text view scene",) if attack.hello else ()
        name = f"{'#0 name ' if attack.hello else ''}mallory-{next(self._names)}"
        given = (*hello, name, *(("#0 " if attack.hello else "") + line for line in attack.first))
        left = bytearray("".join(f"{line}\n" for line in given).encode())
        again = "".join(f"{line}\n" for line in attack.again).encode()
        left += again * attack.times
        mask = selectors.EVENT_WRITE | (selectors.EVENT_READ if reads else 0)
        self._selector.register(sock, mask, (left, b"" if attack.times else again, reads))

    def _serve(self, key: selectors.SelectorKey, mask: int) -> None:
        sock, (left, again, reads) = key.fileobj, key.data
        assert isinstance(sock, socket.socket)
        try:
            if mask & selectors.EVENT_READ and not sock.recv(1 << 18):
                raise ConnectionResetError
            if mask & selectors.EVENT_WRITE:
                if not left:
                    left += again * (1 + 20_000 // len(again)) if again else b""
                if not left and self._attack.times:
                    raise ConnectionResetError
                del left[: sock.send(left[: 1 << 15])]
                if not left and not again and not self._attack.times:
                    self._selector.modify(sock, selectors.EVENT_READ, key.data)
        except BlockingIOError:
            pass
        except OSError:
            self._selector.unregister(sock)
            sock.close()
            self.thrown_out += 1
            self._connect(reads=reads)


def attack(port: int, about: Attack, source: str, over: EventType) -> None:
    """Run an attack, in its process."""
    raise_open_files()
    Attackers(port, about, source, over).run()


@dataclass
class Times:
    """How long lines of the pair took, in ms."""

    took: list[float] = field(default_factory=list[float])
    worked: list[float] = field(default_factory=list[float])
    """For how long the host's loop was at work meanwhile, whoever else used the machine."""

    def share(self, share: float) -> float:
        """The time that so many did not exceed."""
        return percentile(sorted(self.took), share)

    def __str__(self) -> str:
        """In short."""
        return (
            f"{self.share(0.5):5.0f} {self.share(0.99):4.0f} {self.share(1):4.0f}"
            f" ({percentile(sorted(self.worked), 0.99):.0f} {max(self.worked):.0f})"
        )


@dataclass(frozen=True)
class Found:
    """What one attack did."""

    about: str
    before: Times
    during: Times
    after: Times
    then: Times
    growth_mib: float
    busy: float
    waited: float
    """The share of the time in which the host ran, and in which it waited for a core."""

    @property
    def good(self) -> bool:
        """Was it fair?"""
        return (
            self.during.share(1) < LONGEST_MS
            and self.during.share(0.99) < P99_MS
            and self.then.share(0.5) < 2 * self.before.share(0.5) + 5
            and self.growth_mib < GROWTH_MIB
        )

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.about:40} {self.before} | {self.during} | {self.after} | {self.then} | "
            f"{self.busy:4.0%} {self.waited:4.0%} {self.growth_mib:3.0f} MiB "
            f"load {getloadavg()[0]:.0f} "
            f"{'good' if self.good else 'NOT GOOD'}"
        )


def worked_ms(pid: int) -> float:
    """For how long the first thread of a process has run in all."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def talk(pid: int, ann: Person, bob: Person, seconds: float) -> Times:
    """How long each line takes from one to the other, for so many seconds."""
    times = Times()
    until = time.perf_counter() + seconds  # noqa: TID251
    while (begun := time.perf_counter()) < until:  # noqa: TID251
        worked = worked_ms(pid)
        speaker, hearer = (ann, bob) if len(times.took) % 2 else (bob, ann)
        speaker.send(f"say line {len(times.took)}")
        hearer.until(f" line {len(times.took)}")
        times.took.append(1000 * (time.perf_counter() - begun))  # noqa: TID251
        times.worked.append(worked_ms(pid) - worked)
        time.sleep(PAUSE_S)  # noqa: TID251
    return times


def measure(about: Attack, *, source: str, seconds: float, back_s: float) -> Found:
    """One host, one attack."""
    limits = about.config
    with serving(f"{CONFIG}[limits]\n{limits}") as host:
        ann = Person(host.port, "ann", "new boggle")
        bob = Guest(host.web_port, "name bob", "join 1")
        playing = Person(host.port, "cy", "new probe", "bot", "start")
        stage = about.stage(host.port)
        pid = host.worker
        size = resident_kib(pid)
        before = talk(pid, ann, bob, 2)
        over = Event()
        door = host.port if about.web is None else host.web_port
        process = Process(target=attack, args=(door, about, source, over))
        process.start()
        used, begun = Spent.of(pid), time.perf_counter()  # noqa: TID251
        during = talk(pid, ann, bob, seconds)
        after_it, took_s = Spent.of(pid), time.perf_counter() - begun  # noqa: TID251
        grown = (resident_kib(pid) - size) / 1024
        over.set()
        process.join(5)
        process.kill()
        after = talk(pid, ann, bob, back_s)
        then = talk(pid, ann, bob, 2)
        del playing, stage
        for person in (ann, bob):
            person.sock.close()
        host.stop()
    return Found(
        about.about,
        before,
        during,
        after,
        then,
        grown,
        (after_it.busy - used.busy) / took_s,
        (after_it.waited - used.waited) / took_s,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.fairness", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each attack")
    parser.add_argument("--far", default="", help="the address of far peers")
    parser.add_argument(
        "--back", type=float, default=10.0, help="seconds after which all is as before"
    )
    parser.add_argument("--only", default="", help="only attacks with this in their name")
    given = parser.parse_args(arguments)
    raise_open_files()
    good = True
    print(f"{'':40} before: p50 p99 max | during | after | ten seconds later")  # noqa: T201
    for about in ATTACKS:
        if given.only in about.about:
            found = measure(
                about, source=given.far or HOST, seconds=given.seconds, back_s=given.back
            )
            print(found, flush=True)  # noqa: T201
            good = good and found.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
