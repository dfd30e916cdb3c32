"""May the next line of a connection be read? Over everything that may happen to it."""

from __future__ import annotations

import math

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from parlour.core.intake import ANSWER, BUDGET, CLOSED, READ_AHEAD, READER, Intake

HURDLES = st.sampled_from([BUDGET, READER, ANSWER])


class Connection(RuleBasedStateMachine):
    """One connection, settled after each thing that happens to it, as `commands.turns` does."""

    def __init__(self) -> None:
        super().__init__()
        self.intake = Intake(0.0)
        self.state = "idle"
        self.waiting: list[str] = []
        self.hurdles: set[int] = set()
        self.ended = self.closed = False

    def _settle(self) -> None:
        self.state = self.intake.settle()
        self.intake.queued = self.state == "queued"
        if self.state != "closed":
            self.intake.reading = self.intake.wants_reading

    @precondition(lambda self: not self.closed)
    @rule(count=st.sampled_from([1, 2, READ_AHEAD, READ_AHEAD + 1]))
    def lines_come(self, count: int) -> None:
        """Some lines, or very many."""
        lines = [f"line {n}" for n in range(count)]
        self.waiting += lines
        self.intake.add([(line, 5.0, 0, 0) for line in lines])
        self._settle()

    @precondition(lambda self: self.state == "queued")
    @rule()
    def its_turn_comes(self) -> None:
        """The next line is read: the one that came first."""
        assert self.intake.lines
        assert self.intake.lines.popleft()[0] == self.waiting.pop(0)
        self._settle()

    @precondition(lambda self: not self.closed)
    @rule(hurdle=HURDLES)
    def something_is_in_the_way(self, hurdle: int) -> None:
        """Of the next line."""
        self.hurdles.add(hurdle)
        self.intake.block(hurdle)
        self._settle()

    @rule(hurdle=HURDLES)
    def it_is_out_of_the_way(self, hurdle: int) -> None:
        """Or it never was in it."""
        self.hurdles.discard(hurdle)
        self.intake.clear(hurdle)
        self._settle()

    @rule()
    def the_peer_ends(self) -> None:
        self.ended = self.intake.ended = True
        self._settle()

    @rule(held=st.booleans())
    def its_lines_are_not_refused(self, held: bool) -> None:
        """For one of two reasons."""
        self.intake.held = held
        self.intake.stalled = bool(self.waiting) and not held
        self._settle()

    @rule()
    def we_close_it(self) -> None:
        self.closed = True
        self.waiting.clear()
        self.intake.close()
        self._settle()

    @invariant()
    def the_state_is_the_one_that_follows(self) -> None:
        """One question has one answer."""
        if self.closed:
            assert (self.state, self.intake.hurdles & CLOSED) == ("closed", CLOSED)
        elif self.waiting and not self.hurdles:
            assert self.state == "queued"
        elif self.ended and not self.waiting and ANSWER not in self.hurdles:
            assert self.state == "finished"
        else:
            assert self.state == ("blocked" if self.hurdles else "idle")

    @invariant()
    def no_line_is_lost(self) -> None:
        assert [line for line, *_ in self.intake.lines or ()] == self.waiting
        assert self.intake.next_at == (5.0 if self.state == "queued" else math.inf)

    @invariant()
    def what_nobody_reads_stays_in_the_network(self) -> None:
        """Unless they are to be told that they are too fast."""
        warned = BUDGET in self.hurdles and not (self.intake.held or self.intake.stalled)
        if not self.closed and not warned and len(self.waiting) > READ_AHEAD:
            assert not self.intake.reading
        if not self.closed and (warned or not self.waiting):
            assert self.intake.reading


TestConnection = Connection.TestCase
