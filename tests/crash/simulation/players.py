"""The store of a simulated host, and the players, who notice whatever a death changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random

from parlour.core.persistence import Entry, Write
from parlour.keeper.notes import Key
from parlour.store import StoreError
from tests.crash.simulation.fate import Fate
from tests.crash.simulation.world import Pipe, Violation


class Journal:
    """A store: entries in their order. Its commits may fail, before they are kept or after."""

    instant = False
    size = 0

    def __init__(self, fate: Fate, rng: Random) -> None:
        self._fate = fate
        self._rng = rng
        self.bodies: list[bytes] = []
        self.said: list[bytes] = []
        """What everybody hears, of these."""
        self._commits = 0
        self._fails = rng.choice((0.0, 0.04, 0.2))
        """The share of commits that fail before they are kept, and the same after."""
        self._doubtful: tuple[Sequence[Entry], int] | None = None
        """What was in the last commit if it failed, and how many had been kept before."""

    def begin(self) -> None:
        """A worker opens it."""
        self._doubtful = None

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        self._fate.step()
        assert not writes
        doubt, self._doubtful = self._doubtful, None
        if doubt is None or doubt[0] != entries or doubt[1] == self._commits:
            if self._rng.random() < self._fails:
                self._doubtful = entries, self._commits
                raise StoreError("the disk is full", passing=True)
            for entry in entries:
                if entry.seq != len(self.bodies):
                    raise Violation(f"entry {entry.seq} is stored after {len(self.bodies)}")
                self.bodies.append(entry.body)
                if entry.body.startswith(b"say "):
                    self.said.append(entry.body[4:])
            self._commits += 1
            if self._rng.random() < self._fails:
                self._doubtful = entries, self._commits - 1
                raise StoreError("the answer is lost", passing=True)
        self._fate.step()

    def commit_key(self, entries: Sequence[Entry], writes: Sequence[Write]) -> Key:
        return 0, self._commits + 1

    def kept(self, key: Key) -> bool:
        return self._commits >= key[1]

    def probe(self) -> None:
        self._fate.step()


class Player:
    """Says lines, and checks each byte of the answers."""

    def __init__(self, number: int, lines: Sequence[bytes], rng: Random) -> None:
        self.number = number
        self._rng = rng
        self.pipe: Pipe | None = None
        self.unsaid = bytearray(b"".join(line + b"\n" for line in lines))
        self.open = deque(lines)
        """Lines that are not answered."""
        self.said = [line for line in lines if line.startswith((b"say ", b"hide "))]
        self.answered = 0
        self.refused: list[bytes] = []
        """Lines that were refused because workers died of them."""
        self._pages = 0
        self._heard: int | None = None
        self._greeted = False
        self._got = bytearray()
        self.hangs_up = rng.random() < 0.3
        """It ends when all is said, and reads on."""
        self.vanishes = rng.random() < 0.15
        """It is cut off at some moment."""
        self.over = False

    def speak(self, pipe: Pipe, size: int) -> None:
        """Some of what it says arrives."""
        data = self.unsaid[:size]
        del self.unsaid[:size]
        pipe.inbox += data
        pipe.received += len(data)

    def listen(self, pipe: Pipe, size: int, journal: Journal) -> None:
        """Read so many bytes, and check them."""
        self._got += pipe.outbox[:size]
        pipe.acked += len(pipe.outbox[:size])
        del pipe.outbox[:size]
        while (end := self._got.find(b"\n")) >= 0:
            line = bytes(self._got[:end])
            del self._got[: end + 1]
            self._check(line, journal)

    def hear_the_end(self) -> None:
        """The host has closed the connection."""
        self.over = True
        if self._got:
            raise self.wrong(f"half a line is left: {bytes(self._got)!r}")
        if self.open or not self._greeted:
            raise self.wrong("the connection is closed too early")

    def wrong(self, what: str) -> Violation:
        return Violation(
            f"player {self.number}: {what[:160]}; unanswered: {[each[:9] for each in self.open]}"
        )

    def _check(self, line: bytes, journal: Journal) -> None:
        verb, _, text = line.partition(b" ")
        if verb == b"hello" and not self._greeted:
            self._greeted = True
        elif verb in (b"wait", b"on"):
            pass  # they overtake what waits for the store
        elif not self._greeted:
            raise self.wrong(f"it is not greeted first, but {line!r}")
        elif verb == b"heard":
            number, _, said = text.partition(b" ")
            if self._heard is not None and int(number) != self._heard + 1:
                raise self.wrong(f"it hears {line!r} after number {self._heard}")
            self._heard = int(number)
            if journal.said[self._heard : self._heard + 1] != [said]:
                raise self.wrong(f"{line!r} is not stored")
        elif verb not in (b"back", b"news"):
            self._answer(line)

    def _answer(self, line: bytes) -> None:
        if not self.open:
            raise self.wrong(f"{line!r} answers nothing")
        verb, _, text = self.open[0].partition(b" ")
        if line == b"%d refused 0" % (self.answered + 1):
            last = fits = True
            self.refused.append(self.open[0])
            if self.open[0] in self.said:
                self.said.remove(self.open[0])
        elif verb == b"long":
            self._pages += 1
            last = line == b"cut" or self._pages == int(text)
            fits = line == b"cut" or line == b"page %d" % self._pages
        else:
            number = self.answered + 1
            last, fits = True, line == b"%d %b %d" % (number, verb, len(text)) and verb != b"die"
        if not fits:
            raise self.wrong(f"{line!r} is no answer")
        if last:
            self.open.popleft()
            self.answered += 1
            self._pages = 0
