"""What a keeper concludes from what it sees of its worker."""

from __future__ import annotations

import signal
from dataclasses import replace

import pytest

from parlour.keeper.judge import PAUSES_S, WELL_S, Death, Judge, Pulse

KILLED = Death(signal.SIGKILL, None, "", (0, 0), 0, answered=False, served_s=0.0)
EXITED = replace(KILLED, status=3 << 8)
LINE = (8, 1_234)
"""Of slot 7."""


class Seen:
    """A worker whose numbers and processor time the test gives."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.pulse = Pulse(self.spent, 0.0)

    def spent(self, house: bool) -> float:
        return self.cpu

    def after(
        self, seconds: float, *, beat: int = 0, calls: int = 0, busy: float = 0.0
    ) -> list[str | None]:
        """What is said in looks four times a second, with the processor *busy* for that part."""
        said: list[str | None] = []
        for step in range(round(seconds * 4)):
            self.cpu += busy / 4
            now = self._at = getattr(self, "_at", 0.0) + 0.25
            said.append(self.pulse.look(now, beat + step, calls, ready=True))
        return said

    def silent(self, seconds: float, *, calls: int = 0, busy: float = 0.0) -> str | None:
        """The first complaint about one that gives no beat, or none."""
        for _ in range(round(seconds * 4)):
            self.cpu += busy / 4
            now = self._at = getattr(self, "_at", 0.0) + 0.25
            why = self.pulse.look(now, 0, calls, ready=True)
            if why is not None:
                return why
        return None


def test_a_beat_is_all_it_needs() -> None:
    seen = Seen()
    assert set(seen.after(100, busy=1.0)) == {None}
    assert set(seen.after(100, beat=1_000, calls=2, busy=1.0)) == {None}


def test_a_call_may_take_a_second_of_the_processor_or_ten_in_all() -> None:
    assert set(Seen().after(1.0, calls=1, busy=1.0)) == {None}
    assert Seen().after(2.0, calls=1, busy=1.0)[-1] == "a call of a game's program took too long"
    assert set(Seen().after(9.0, calls=1, busy=0.1)) == {None}
    assert Seen().after(11.0, calls=1)[-1] == "a call of a game's program took too long"


def test_many_short_calls_are_no_long_one() -> None:
    seen = Seen()
    said = [seen.after(0.5, beat=at, calls=2 * at + 1, busy=1.0) for at in range(40)]
    assert said == [[None, None]] * 40


def test_one_that_gives_no_beat_is_hung_if_it_is_busy_or_after_half_a_minute() -> None:
    assert Seen().silent(4.5, busy=1.0) is None
    assert Seen().silent(6.0, busy=1.0) == "it did not answer, and was busy"
    assert Seen().silent(29.0, busy=0.1) is None
    assert Seen().silent(31.0, busy=0.1) == "it did not answer for 30 seconds"


def test_a_keeper_that_was_stopped_itself_begins_to_count_again() -> None:
    pulse = Pulse(lambda _house: 0.0, 0.0)
    assert pulse.look(0.25, 1, 1, ready=True) is None
    assert pulse.look(600.0, 1, 1, ready=True) is None
    assert pulse.look(600.25, 1, 1, ready=True) is None


def test_there_need_be_no_beat_before_it_serves() -> None:
    pulse = Pulse(lambda _house: 100.0, 0.0)
    assert {pulse.look(at / 4, 0, 0, ready=False) for at in range(1_000)} == {None}


@pytest.mark.parametrize(
    ("death", "why"),
    [
        (KILLED, "it was killed by SIGKILL"),
        (EXITED, "it ended with exit code 3"),
        (replace(KILLED, status=63), "it was killed by signal 63"),
        (replace(KILLED, status=None), "it ended, nobody knows why"),
        (replace(KILLED, killed="it was too slow"), "it was too slow"),
        (replace(EXITED, failed="the disk is full"), "the disk is full"),
    ],
)
def test_a_death_has_a_reason(death: Death, why: str) -> None:
    judge = Judge()
    judge.died(death)
    assert judge.told()["why"] == why


def test_a_line_that_two_died_of_is_guilty_until_its_connection_is_closed() -> None:
    judge = Judge()
    for line in [LINE, (3, 5), LINE]:
        judge.died(replace(EXITED, line=line))
    assert judge.told()["guilty"] == []
    judge.died(replace(EXITED, line=LINE))
    assert judge.told()["guilty"] == [(7, 1_234)]
    judge.forget(7)
    assert judge.told()["guilty"] == []
    judge.died(replace(EXITED, line=LINE))
    assert judge.told()["guilty"] == [], "another connection has the slot"


def test_nobody_is_guilty_of_what_happens_between_lines() -> None:
    judge = Judge()
    judge.died(EXITED)
    judge.died(EXITED)
    assert judge.told()["guilty"] == []


@pytest.mark.parametrize(
    ("death", "blame"),
    [
        (replace(KILLED, calls=1), ""),
        (replace(EXITED, calls=1), "house"),
        (EXITED, "bots"),
        (replace(KILLED, status=signal.SIGSEGV, calls=1), "house"),
        (replace(KILLED, killed="it was too slow", calls=1), "now"),
        (replace(KILLED, killed="it did not answer"), "bots"),
    ],
)
def test_who_is_to_blame(death: Death, blame: str) -> None:
    judge = Judge()
    judge.died(death)
    assert judge.told()["blame"] == blame


def test_deaths_in_a_row_let_the_next_start_wait_until_a_line_is_answered() -> None:
    judge = Judge()
    pauses = [judge.died(EXITED) for _ in range(10)]
    assert pauses == [*PAUSES_S[1:], PAUSES_S[-1], PAUSES_S[-1]]
    assert judge.died(replace(EXITED, answered=True)) == 0.0
    assert judge.died(EXITED) == 0.0
    assert judge.died(replace(EXITED, served_s=WELL_S + 1)) == 0.0
    assert judge.told()["deaths"] == 13
