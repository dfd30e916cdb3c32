"""`python -m tools.bench.timing`: does the clock tell that another player has hidden a move?

A host runs with its journal on this disk. Ann plays Boggle and writes words, which nobody else
learns of before the round ends. Four others measure how long the host takes to answer them: Bob
at the same table, Cy who watches it, Dee at another table, and Eve in the lobby. In half of the
trials Ann hides a word just before they ask, in the other half she does not. The figure is the
AUC: how often a wait with a hidden move is longer than one without. 0.5 is a guess, 1.0 is
certainty.

ping    one line that stores nothing
burst   the longest of the pings sent one after the other for 60 ms around the moment
talk    one line that the host must store before it answers

`--delay 20` makes every commit take 20 ms longer, as on a slow disk; the default is both, 0 and
20. It exits with 1 if an AUC is over `--most` (0.55). Run it on a quiet machine with two cores:
noise hides what there is to see. With 300 hidden moves a guess reads 0.45 to 0.55 in 19 of 20
cases.
"""

from __future__ import annotations

import argparse
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from tools.bench.archive import place
from tools.bench.process import cores, pin
from tools.bench.servers import AWAY_S, CHECKOUT, CONFIG, environment, free_port

PATIENCE_S: Final = 10.0
BURST_S: Final = 0.06
REST_S: Final = 0.03
"""Between two trials, beside a random time: whatever the last one led to is over."""
SETTLE_S: Final = 4.0
"""For what the host prepares on a thread when a table of a game opens."""
WHERE: Final[tuple[str, ...]] = ("same table", "watcher", "other table", "lobby")


class Peer:
    """A program at the host, which waits for its answers."""

    def __init__(self, port: int, name: str) -> None:
        self._sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self._sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self._count = 0
        self._sock.sendall(b"HELLO 1\n")
        self.ask(f"name {name}")

    def fileno(self) -> int:
        """For select."""
        return self._sock.fileno()

    def send(self, line: str) -> bytes:
        """Send a request; returns the mark that its answer begins with."""
        self._count += 1
        self._sock.sendall(f"#{self._count} {line}\n".encode())
        return b"%d" % self._count

    def read(self, mark: bytes) -> bool:
        """Take what is there; true if the answer with that mark is."""
        data = self._rest + self._sock.recv(65_536)
        *lines, self._rest = data.split(b"\n")
        for line in lines:
            if line.startswith(b"#%b no " % mark):
                raise SystemExit(f"refused: {line.decode()}")
            if line.startswith(b"#%b ok " % mark):
                return True
        return False

    def ask(self, line: str) -> float:
        """Send a request and wait for its answer; seconds from one to the other."""
        begun = time.perf_counter()
        mark = self.send(line)
        while not self.read(mark):
            pass
        return time.perf_counter() - begun


class Hider:
    """Ann, who hides words of which nobody hears: one more on her list, or one less."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._rng = Random(1)
        self._last: str | None = None

    def hide(self) -> Callable[[], None]:
        """Send a word; returns what waits for the answer."""
        if self._last is None:
            self._last = "".join(self._rng.choices("abcdefghij", k=6))
            mark = self._peer.send(self._last)
        else:
            mark = self._peer.send(f"take {self._last}")
            self._last = None

        def wait() -> None:
            while not self._peer.read(mark):
                pass

        return wait


def seated(port: int) -> tuple[Hider, dict[str, Peer]]:
    """Everybody in their places, and the game on."""
    ann, bob, cy, dee, eve = (Peer(port, name) for name in ("ann", "bob", "cy", "dee", "eve"))
    ann.ask("new boggle seconds=0")
    bob.ask("join 1")
    ann.ask("start")
    cy.ask("watch 1")
    dee.ask("new boggle")
    time.sleep(SETTLE_S)
    return Hider(ann), dict(zip(WHERE, (bob, cy, dee, eve), strict=True))


TALK: Final[Mapping[str, str]] = dict.fromkeys(WHERE, "/say x") | {"lobby": "tell dee x"}


def at_once(peers: dict[str, Peer], lines: Mapping[str, str], rng: Random) -> dict[str, float]:
    """Everybody sends their line at the same time; how long each waits for the answer."""
    order = list(peers)
    rng.shuffle(order)
    sent = {name: (time.perf_counter(), peers[name].send(lines[name])) for name in order}
    found: dict[str, float] = {}
    poll = select.poll()
    names = {peers[name].fileno(): name for name in order}
    for fd in names:
        poll.register(fd, select.POLLIN)
    while names:
        for fd, _ in poll.poll(PATIENCE_S * 1000):
            now, name = time.perf_counter(), names[fd]
            begun, mark = sent[name]
            if peers[name].read(mark):
                found[name] = now - begun
                poll.unregister(fd)
                del names[fd]
    return found


def trial(
    what: str, hider: Hider, peers: dict[str, Peer], rng: Random, hides: bool
) -> dict[str, float]:
    """One trial: the waits, by place."""
    wait: Callable[[], object] = int
    time.sleep(REST_S + rng.random() * 0.02)
    if what == "burst":
        name = rng.choice(WHERE)
        end = time.perf_counter() + BURST_S
        waits = [peers[name].ask("/ping")]
        if hides:
            wait = hider.hide()
        while time.perf_counter() < end:
            waits.append(peers[name].ask("/ping"))
        found = {"anywhere": max(waits)}
    else:
        if hides:
            wait = hider.hide()
        time.sleep(rng.random() * 0.001)
        lines = TALK if what == "talk" else dict.fromkeys(peers, "/ping")
        found = at_once(peers, lines, rng)
    wait()
    return found


def auc(with_move: Sequence[float], without: Sequence[float]) -> float:
    """How often a wait of the first kind is longer than one of the second; ties count half."""
    ordered = sorted([(wait, True) for wait in with_move] + [(wait, False) for wait in without])
    more, below = 0.0, 0
    for _, hidden in ordered:
        if hidden:
            more += below
        else:
            below += 1
    return more / (len(with_move) * len(without))


def measure(what: str, port: int, moves: int) -> dict[str, tuple[list[float], list[float]]]:
    """The waits with and without a hidden move, by place, of *moves* trials of each."""
    hider, peers = seated(port)
    rng = Random(what)
    kinds = [True] * moves + [False] * moves
    rng.shuffle(kinds)
    found: dict[str, tuple[list[float], list[float]]] = {}
    for hides in [False] * 20 + kinds:
        for where, wait in trial(what, hider, peers, rng, hides).items():
            found.setdefault(where, ([], []))[not hides].append(wait)
    return {where: (ones, zeros[20:]) for where, (ones, zeros) in found.items()}


@contextmanager
def host(delay_ms: float, core: int | None) -> Generator[int]:
    """A host with its journal, whose commits take *delay_ms* longer; its port."""
    with place() as folder:
        config, port = Path(folder, "parlour.toml"), free_port()
        config.write_text(CONFIG.format(away_s=AWAY_S))
        arguments = ["--serve", str(delay_ms), "--port", str(port), "--folder", str(folder)]
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.timing", *arguments],
            cwd=CHECKOUT,
            env=environment(),
            stdout=subprocess.DEVNULL,
        )
        try:
            pin(process.pid, core)
            for _ in range(2_000):
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.01)
            yield port
        finally:
            process.kill()
            process.wait()


def serve(delay_ms: float, port: int, folder: Path) -> None:
    """Be that host."""
    from parlour.__main__ import main as parlour
    from parlour.store import sqlite

    commit = sqlite.SqliteStore.commit

    def slow(self: sqlite.SqliteStore, *what: Sequence[object]) -> None:
        time.sleep(delay_ms / 1000)
        commit(self, *what)  # type: ignore[arg-type]

    sqlite.SqliteStore.commit = slow  # type: ignore[assignment, method-assign]
    where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data")]
    sys.argv = ["parlour", "serve", *where, "--config", str(folder / "parlour.toml")]
    parlour()


def main(arguments: Sequence[str]) -> int:
    """Run it; 1 if the clock tells more than it may."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.timing", description=__doc__)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--delay", type=float, action="append")
    parser.add_argument("--what", action="append", choices=("ping", "burst", "talk"))
    parser.add_argument("--most", type=float, default=0.55)
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve is not None:
        serve(options.serve, options.port, options.folder)
        return 0
    server_core, load_core = cores()
    pin(0, load_core)
    worst = 0.5
    for delay_ms in options.delay or (0.0, 20.0):
        for what in options.what or ("ping", "burst", "talk"):
            with host(delay_ms, server_core) as port:
                for where, (ones, zeros) in measure(what, port, options.moves).items():
                    value = auc(ones, zeros)
                    worst = max(worst, value, 1 - value)
                    middle = [sorted(waits)[len(waits) // 2] * 1000 for waits in (ones, zeros)]
                    print(
                        f"commits +{delay_ms:g} ms  {what:5}  {where:12}  AUC {value:.3f}   "
                        f"median {middle[0]:.2f} ms with, {middle[1]:.2f} ms without",
                        flush=True,
                    )
    print(f"worst: {worst:.3f}")
    return int(worst > options.most)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
