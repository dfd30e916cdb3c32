"""Leaks planted in the host itself, one at a time: the same check that it passes finds each."""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from parlour.api import Seat, Step
from parlour.core.effects import Effects, HouseEvent, Received
from parlour.house import House
from parlour.server import _log
from parlour_kit import Leak
from parlour_kit.host import Host
from parlour_kit.two_hosts import OneHost, compare_scripts
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules

PATIENCE = 12
"""Wrong codes from as many addresses: nobody is asked to wait."""


# --- a wrong way back ------------------------------------------------------------------


def check_ways_back(house_type: type[House]) -> None:
    """However much of a code is right, a wrong one is refused in the same words. Raises Leak."""
    host = Host({HUNT.id: HUNT}, house_type=house_type)
    ann = host.person("ann")
    code = re.findall(rb"resume (\S+)", ann.data)[-1].decode()
    ann.lose()
    letters = [at for at, letter in enumerate(code) if letter.isalnum()]
    answers: set[bytes] = set()
    for number, right in enumerate(letters[:PATIENCE]):
        wrong = "".join(
            letter if at < right or not letter.isalnum() else _other(letter)
            for at, letter in enumerate(code)
        )
        client = host.connect(address=f"10.0.{number}.1")
        before = len(client.data)
        client.send(f"resume {wrong}")
        answers.add(client.data[before:])
    if len(answers) > 1:
        raise Leak(f"a wrong code is told how wrong it is: {answers}")


def _other(letter: str) -> str:
    return "a" if letter != "a" else "b"


class Reworded(House):
    """A host that words some refusals in its own way."""

    def tick(self, events: Iterable[HouseEvent], now: float, wall: float) -> Effects:
        """As it was, and then reworded."""
        known = list(events)
        effects = super().tick(known, now, wall)
        typed = [event.data for event in known if isinstance(event, Received)]
        if typed:
            effects.sends[:] = [
                (conn, self.reworded(conn, typed[-1], data)) for conn, data in effects.sends
            ]
        return effects

    def reworded(self, conn: int, typed: bytes, data: bytes) -> bytes:
        """What *conn* reads instead of *data*."""
        return data


class Warmer(Reworded):
    """It tells how many letters of a wrong code fit."""

    code = b""

    def reworded(self, conn: int, typed: bytes, data: bytes) -> bytes:
        if not typed.startswith(b"resume "):
            self.code = (re.findall(rb"resume (\S+)", data) or [self.code])[-1]
            return data
        tried = typed.split()[1]
        fit = sum(one == two for one, two in zip(self.code, tried, strict=False))
        return data.replace(b"matches that code", b"matches that code (%d letters fit)" % fit)


def test_a_wrong_way_back_is_refused_in_the_same_words_however_near_it_is() -> None:
    """Else it could be guessed letter by letter."""
    check_ways_back(House)


def test_a_host_that_tells_how_near_a_wrong_way_back_is_is_found_out() -> None:
    """By the same check."""
    with pytest.raises(Leak, match="how wrong"):
        check_ways_back(Warmer)


# --- what is logged about a crash ------------------------------------------------------

SECRET = "xylophone"


def check_crash_log(caplog: pytest.LogCaptureFixture) -> None:
    """What a plugin has in hand when it fails stands in no log. Raises Leak."""

    class Crashing(HuntRules):
        def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Step[Any, Any]:
            """Fails as a look-up of a word does."""
            raise KeyError(SECRET)

    host = Host({HUNT.id: replace(HUNT, rules=Crashing())})
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new hunt")
    bob.send("join 1")
    ann.send("start", "3")
    assert host.reports, "the table has failed"
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        for report in host.reports:
            _log.write_report(report)
    if SECRET in caplog.text:
        raise Leak(f"the log of a crash holds '{SECRET}'")
    assert "KeyError" in caplog.text


def test_a_crash_is_logged_without_values(caplog: pytest.LogCaptureFixture) -> None:
    """Types and places, and no words."""
    check_crash_log(caplog)


def test_a_log_that_quotes_a_crash_is_found_out(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same check."""

    def quote(error: BaseException) -> str:
        return "".join(traceback.format_exception(error))

    monkeypatch.setattr(_log, "outline", quote)
    with pytest.raises(Leak, match="crash"):
        check_crash_log(caplog)


# --- prompts of others -----------------------------------------------------------------


def check_stale_prompts(house_type: type[House]) -> None:
    """Bob is asked twice more in one game than in the other: nobody else is told. Raises Leak."""
    script = [
        *(("ann", "3"), ("bob", "4"), ("cy", "5")),
        *(("bob", "/note one"), ("bob", "/note two"), ("ann", "@77 note x"), ("cy", "@77 note x")),
    ]
    other = [*script[:3], ("bob", "/look"), ("bob", "/look"), *script[5:]]
    make = partial(OneHost, HUNT, seats=3, house_type=house_type)
    compare_scripts(make, script, other, blind=("ann", "cy"))


class Gossip(Reworded):
    """It tells how often anybody was asked when an answer comes too late."""

    def reworded(self, conn: int, typed: bytes, data: bytes) -> bytes:
        room = self.tables.rooms.get(1)
        if room is None or room.table.match is None or not typed.startswith(b"@77"):
            return data
        asked = sum(room.table.match.asked.values())
        return data.replace(b"is over", b"is over, we are at %d" % asked)


def test_a_late_answer_is_told_nothing_of_the_prompts_of_others() -> None:
    """Not their numbers, and not how many there are."""
    check_stale_prompts(House)


def test_a_host_that_tells_of_the_prompts_of_others_is_found_out() -> None:
    """By the same check."""
    with pytest.raises(Leak):
        check_stale_prompts(Gossip)
