"""A right answer at Password, of three players, sets when the word closes, and nobody notices.

O-W-17: answers stay sealed until both are in or the word closes, `simultaneous_ms` after the first
right one. Two hosts differ in one answer: it is right on one of them, and wrong on the other.
"""

from __future__ import annotations

import pytest

from parlour.lexicons import Lexicons
from parlour_kit.two_hosts import PROBES, OneHost
from parlour_password import PASSWORD
from parlour_password.state import Phase, State
from tests.sizes import sized

LISTS = Lexicons()
STEP_S = 0.1
"""Between two looks at what everybody has read."""
WRONG = "xylophone"
SLOW = "simultaneous_ms=5000"


class Twins:
    """Two hosts at which the same happens, but for one answer."""

    def __init__(self, options: str) -> None:
        one, two = (
            OneHost(PASSWORD, seats=3, options=options, lexicons=LISTS, programs=1)
            for _ in range(2)
        )
        self.hosts = (one, two)
        state = self.states()[0]
        self.giver, self.sender, self.other = self._names(state)
        self.word = state.word.word
        self.blind = [name for name in one.clients if name != self.sender]

    def _names(self, state: State) -> list[str]:
        names = list(self.hosts[0].clients)
        turn = state.turn
        return [names[seat - 1] for seat in (turn.giver, *turn.receivers)]

    def states(self) -> list[State]:
        """The position on each host."""
        return [host.match.state for host in self.hosts]

    def both(self, name: str, line: str) -> None:
        """Somebody types the same at both."""
        for host in self.hosts:
            host.send(name, line)

    def wait(self, seconds: float) -> None:
        """Let time pass, a little at a time, and compare what all have read each time."""
        for _ in range(round(seconds / STEP_S)):
            for host in self.hosts:
                host.host.wait(STEP_S)
            self.compare()

    def clue(self) -> None:
        """The giver gives a clue."""
        self.both(self.giver, "/clue zzz")
        assert self.states()[0].phase is Phase.GUESS

    def seal(self) -> None:
        """The answers in which the hosts differ."""
        one, two = self.hosts
        one.send(self.sender, f"/guess {self.word}")
        two.send(self.sender, f"/guess {WRONG}")
        assert self.states()[1].closing is None
        assert self.states()[0].closing is not None
        self.compare()

    def compare(self) -> None:
        """All must have read the same, and who answered the same but for the answer."""
        one, two = self.hosts
        for name in self.blind:
            assert one.read(name) == two.read(name), name
        own = one.read(self.sender), two.read(self.sender)
        assert own[0].replace(self.word.encode(), WRONG.encode()) == own[1]

    def ask_everything(self) -> None:
        """All the others ask all that one can ask, and somebody comes back."""
        for name in self.blind:
            for line in (*PROBES, "/look 1", "/guess", "/clue", "/why", "/seals", "/options"):
                if name != self.other or line != "/guess":
                    self.both(name, line)
        for name in (self.other, "wat"):
            for host in self.hosts:
                player = host.host.house.people.find(name)
                assert player is not None
                host.clients[name].lose()
                host.clients[name] = host.host.connect()
                host.send(name, f"resume {player.token}")
                host.send(name, "/look 1" if name == "wat" else "/look")
        self.compare()

    @property
    def is_out(self) -> bool:
        """Whether everybody has seen the answers on the host with the right one."""
        return self.states()[0].phase is not Phase.GUESS


@pytest.mark.parametrize(
    "options", [SLOW, "guess_seconds=0", *sized((), ("", f"guess_seconds=0 {SLOW}"))]
)
def test_nothing_can_be_asked_that_tells_of_a_right_answer(options: str) -> None:
    """Live, on resume and to a watcher, with a clock for answers and without one."""
    twins = Twins(options)
    twins.clue()
    twins.wait(3)
    twins.seal()
    twins.ask_everything()
    twins.wait(0.4)
    twins.ask_everything()
    assert not twins.is_out
    for host in twins.hosts:
        host.host.wait(5)
    assert twins.is_out


@pytest.mark.parametrize(("options", "before_s"), [("", 0.2), (SLOW, 2.0)])
def test_the_time_is_called_while_a_right_answer_waits(options: str, before_s: float) -> None:
    """Or its absence would tell. The call is for the end of the time that players know."""
    twins = Twins(options)
    twins.clue()
    twins.wait(20 - before_s)
    twins.seal()
    heard = len(twins.hosts[0].read("wat"))
    twins.wait(before_s + 0.1)
    assert b"10 s left" in twins.hosts[0].read("wat")[heard:]
    assert not twins.is_out


@pytest.mark.parametrize("options", ["", "guess_seconds=0"])
def test_a_pause_within_the_window_tells_nothing(options: str) -> None:
    """However long it is. The word closes when the rest of the window has passed."""
    twins = Twins(options)
    twins.clue()
    twins.wait(3)
    twins.seal()
    twins.both(twins.other, "/propose pause")
    for name in (twins.giver, twins.sender):
        twins.both(name, "/accept")
    twins.compare()
    twins.wait(10)
    twins.ask_everything()
    twins.both(twins.other, "/propose resume")
    for name in (twins.giver, twins.sender):
        twins.both(name, "/accept")
    twins.wait(0.4)
    twins.ask_everything()
    assert not twins.is_out
    for host in twins.hosts:
        host.host.wait(0.2)
    assert twins.is_out
