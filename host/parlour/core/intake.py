"""The lines of one connection on their way to their answers.

May this connection's next line be read? Only if nothing is in its way (`Intake.hurdles`):

    BUDGET    it has used up its rate limit                        until a token is there again
    READER    its reader is behind with reading                    until they have caught up
    WINDOW    their telnet was asked for the size of its window    until it has answered
    ANSWER    the line before it is not answered completely yet    until it is
    CLOSED    we have closed the connection                        for good

So a connection is in one of these states, and `Intake.settle` is the one way between them. It is
called after everything that may change the state: lines have come, one was answered, a hurdle has
come or gone, the peer has ended.

    idle      no line waits, and nothing is in the way: the next one is answered as it comes
    blocked   something is in the way of the next line, whether it is here or not
    queued    lines wait, and the next one for its turn only (`commands.turns`)
    finished  the peer sends nothing more, and everything is answered: close it
    closed    nothing happens any more

The server reads from a connection (`reading`) unless too many of its lines wait already: then they
stay in the network, until the sender has to stop. A connection that is beyond its rate limit is
still read, so that it can be told, but for two kinds whose lines are never refused: those that
began without a budget (`held`), and those whose lines waited for the store (`stalled`).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from parlour.wire.lines import BadLine

BUDGET: Final = 1
READER: Final = 2
ANSWER: Final = 4
CLOSED: Final = 8
WINDOW: Final = 16

READ_AHEAD: Final = 64
"""Waiting lines beyond which the host stops reading a connection. What it sends then stays in the
network until the sender has to stop too."""
STRANGER_WORK: Final = 8
"""The work that we expect of the first line of a connection (`commands.fair`). So those who are
here already pass by, and need not wait for hundreds that come and go."""

Waiting: TypeAlias = tuple[str | BadLine, float, int, int]
"""A line, the time it arrived, its sender's round-trip time then in ms, and the mark of its end
(`Decoder.mark`) or 0."""
State: TypeAlias = Literal["idle", "blocked", "queued", "finished", "closed"]


@dataclass(slots=True, eq=False, repr=False)
class Intake:
    """What waits to be read on one connection, and what is in its way."""

    since: float
    """The time when the last thing ended that its lines had to wait for."""
    hurdles: int = 0
    """What is in the way of the next line: a sum of the above."""
    lines: deque[Waiting] | None = None
    """Lines that wait. None while the connection is idle, as most are."""
    ended: bool = False
    """The peer has closed their side. We close ours when all their lines are answered."""
    reading: bool = True
    """The server reads from this connection."""
    held: bool = False
    """Its address has used up its bursts, so it began without a budget."""
    stalled: bool = False
    """Lines arrived while the house waited for its store."""
    refused: int = 0
    """Lines refused as too fast since the connection was idle."""
    queued: bool = False
    """It gets a turn in the next round (`commands.turns`)."""
    had: float = 0.0
    """The work that was done for it, in fair time (`commands.fair`)."""
    had_at: float = field(init=False)
    """When that was."""
    usual: int = STRANGER_WORK
    """The work that a line of it was lately."""

    def __post_init__(self) -> None:
        self.had_at = self.since

    # --- what happens ---------------------------------------------------------------------

    def add(self, lines: Iterable[Waiting]) -> deque[Waiting]:
        """Let *lines* wait, after all others. Return all that wait."""
        if self.lines is None:
            self.lines = deque()
        self.lines.extend(lines)
        return self.lines

    def block(self, hurdle: int) -> None:
        self.hurdles |= hurdle
        if self.lines is None:
            self.lines = deque()

    def clear(self, hurdle: int) -> None:
        self.hurdles &= ~hurdle

    def close(self) -> None:
        self.hurdles |= CLOSED
        self.lines = None

    # --- what follows ---------------------------------------------------------------------

    def settle(self) -> State:
        """Return the state that follows from what has happened."""
        hurdles = self.hurdles
        if hurdles & CLOSED:
            return "closed"
        if self.lines and not hurdles:
            return "queued"
        if not self.lines and not hurdles & ANSWER:
            self.lines = None
            self.stalled = False
            self.refused = 0
            if self.ended:
                return "finished"
        return "blocked" if hurdles else "idle"

    @property
    def refuses(self) -> bool:
        """Whether lines far beyond the rate limit are refused."""
        return not (self.held or self.stalled)

    @property
    def wants_reading(self) -> bool:
        """Whether the server should read from this connection now."""
        waiting = len(self.lines or ())
        if self.hurdles & BUDGET and self.refuses:
            return True
        return waiting <= READ_AHEAD if self.reading else not waiting

    @property
    def next_at(self) -> float:
        """Return the arrival time of the line whose turn is next in a round, or infinity."""
        if not self.queued or not self.lines:
            return math.inf
        return max(self.lines[0][1], self.since)
