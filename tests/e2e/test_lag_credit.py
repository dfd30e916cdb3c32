"""`lag_credit` on the way of a whole word: over a slow line, through the host, into the verdict.

The shell, the house and Boggle are the real ones; the lines are simulated, and so is the clock.
Times are in ms.

Time runs from when the host draws the board, which leaves it at the next beat, for all alike: who
is to be in time confirms a beat earlier than the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
import trio
import trio.testing

from parlour.core.limits import Limits
from parlour.core.release import BEAT_S
from parlour_boggle import BOGGLE
from parlour_kit.host import Host
from tests.e2e.far import Far, Link
from tests.plugins.boggle.playbook import ENGLISH
from tests.server.harness import MemoryLine, in_memory

SECONDS = 20
"""Of a round."""
NEAR, FAR = 5, 250
"""Round trips."""
BEAT = round(BEAT_S * 1000)


@dataclass(frozen=True)
class Person:
    """How far away they are, and when they press Enter: so long before their own time is up.

    Their time begins when the board is before them. What they confirm they hold back for
    *held*, from *held_from* seconds after the beginning on.
    """

    trip: int
    early: int
    held: int = 0
    held_from: float = 0.0


async def verdicts(credit: int, *people: Person, begins: int = 0) -> list[str]:
    """What becomes of the last word of each: `counts`, `late`, or the code of a refusal.

    The game begins *begins* later than it could.
    """
    made = Host({"boggle": BOGGLE}, {"en": ENGLISH}, Limits())
    found: dict[int, str] = {}

    def held_s(person: Person) -> Callable[[], float]:
        begun = trio.current_time()
        return lambda: (
            person.held / 1000 if trio.current_time() >= begun + person.held_from else 0.0
        )

    async def write(seat: int, person: Person, player: Far) -> None:
        await player.until("boggle.round")
        await trio.sleep(SECONDS - person.early / 1000)
        answer = await player.ask("/word cat")
        if answer == "ok":
            await player.until("over")
            (read,) = (e for e in player.events["boggle.read"] if e["data"]["seat"] == seat)
            (group,) = read["data"]["groups"]
            answer = "late" if group["verdict"] == "late" else "counts"
        found[seat] = answer

    async with in_memory(made.house, made.kept) as host, trio.open_nursery() as nursery:
        players: list[Far] = []
        for number, person in enumerate(people):
            link = Link(person.trip / 2000, held_s(person))
            await nursery.start(link.run)
            MemoryLine(host.driver, link.near, link.kernel)
            players.append(Far(link))
            await players[-1].come(f"p{number}")
            opening = f"new boggle seconds={SECONDS} lag_credit={credit}"
            assert await players[-1].ask("join 1" if number else opening) == "ok"
        await trio.sleep(begins / 1000)
        await players[0].send("start")
        async with trio.open_nursery() as writing:
            for seat, (person, player) in enumerate(zip(people, players, strict=True), 1):
                writing.start_soon(write, seat, person, player)
        nursery.cancel_scope.cancel()
    return [found[seat] for seat in sorted(found)]


@pytest.mark.parametrize("early", [400, 100, 20, BEAT + 2])
async def test_the_last_words_of_a_slow_line_count_like_those_of_a_quick_one(
    early: int, autojump_clock: trio.testing.MockClock
) -> None:
    """O-B-6: both had the board before them for as long, by their own clocks."""
    people = Person(NEAR, early), Person(FAR, early)
    assert await verdicts(300, *people) == ["counts", "counts"]


@pytest.mark.parametrize("begins", range(BEAT))
async def test_wherever_between_two_beats_a_game_begins_that_is_the_same_for_all(
    begins: int, autojump_clock: trio.testing.MockClock
) -> None:
    """The board is kept for a beat at most, and for both as long."""
    people = Person(NEAR, BEAT + 2), Person(FAR, BEAT + 2), Person(NEAR, -2), Person(FAR, -2)
    assert await verdicts(300, *people, begins=begins) == ["counts", "counts", "late", "late"]


@pytest.mark.parametrize("after", [2, 20])
async def test_what_is_late_is_late_on_any_line(
    after: int, autojump_clock: trio.testing.MockClock
) -> None:
    """O-B-6: a credit is for the way, and not for thinking."""
    people = Person(NEAR, -after), Person(FAR, -after)
    assert await verdicts(300, *people) == ["late", "late"]


async def test_without_credit_the_slow_line_loses_its_round_trip(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """What the option is for: the default is 0."""
    people = Person(NEAR, 20), Person(FAR, 240), Person(FAR, 260)
    assert await verdicts(0, *people) == ["counts", "not_started", "counts"]


async def test_the_credit_is_capped(autojump_clock: trio.testing.MockClock) -> None:
    """O-B-6: of 250 ms a table with `lag_credit=100` makes good 100. What comes after the lists
    were read is refused.
    """
    people = Person(FAR, 152 + BEAT), Person(FAR, 148), Person(NEAR, BEAT + 2)
    assert await verdicts(100, *people) == ["counts", "not_started", "counts"]


@pytest.mark.parametrize(("arrives", "verdict"), [(98 - BEAT, "counts"), (102, "not_started")])
async def test_whoever_confirms_late_gains_the_cap_at_most(
    arrives: int, verdict: str, autojump_clock: trio.testing.MockClock
) -> None:
    """However far away they make themselves seem from the beginning. *arrives* is counted from
    the host's end of the round; by when the board leaves it is up to a beat later.
    """
    cheat = Person(NEAR, NEAR - arrives, held=900)
    assert await verdicts(100, cheat, Person(NEAR, BEAT + 2)) == [verdict, "counts"]


async def test_nothing_is_gained_by_confirming_late_when_it_matters(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The shortest round trip counts, and that was measured before."""
    cheat = Person(NEAR, -2, held=900, held_from=SECONDS - 10)
    assert await verdicts(300, cheat, Person(NEAR, BEAT + 2)) == ["late", "counts"]
