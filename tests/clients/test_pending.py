"""What waits: requests for their answers, and happenings until they are read."""

from __future__ import annotations

import asyncio
from typing import Final, TypeAlias

import pytest

from parlour_client import Ended, Heard, Offline, Online
from parlour_client.pending import Entry, Inbox, Pending, Word
from parlour_client.protocol import Item, No, Ok
from tests.clients.jumping import in_no_time, run

# --- requests -------------------------------------------------------------------------

TOO_FAST: Final = {"code": "too_fast", "text": ["Too fast: that line was not read."]}
TOO_LONG: Final = {"code": "line_too_long", "text": ["That line was ignored."]}
FAST: Final = No("-", TOO_FAST)
LONG: Final = No("-", TOO_LONG)
ASK: Final = "ask"
CUT: Final[None] = None
"""Also what somebody is told whose request is cut off."""
OK1, OK2, OK3, OK4 = (Ok(str(number), {}) for number in range(1, 5))


Script: TypeAlias = list[str | Item | Ok | No | None]
Told: TypeAlias = list[list[Item | Ok | No | None]]
SCRIPTS: Final[tuple[tuple[Script, Told], ...]] = (
    (
        [ASK, ASK, Item("1", {"x": 1}), OK1, Item("2", {"x": 2}), No("2", {})],
        [[Item("1", {"x": 1}), OK1], [Item("2", {"x": 2}), No("2", {})]],
    ),
    ([ASK, OK1, OK1, Item("1", {}), No("1", {}), CUT], [[OK1]]),
    ([ASK, Ok("77", {}), Item("77", {}), No("x", {}), Ok("-", {})], [[]]),
    ([ASK, ASK, OK1, CUT, CUT], [[OK1], [CUT]]),
    # The host refuses without a number what it cannot read, in its turn:
    ([ASK, ASK, ASK, OK1, LONG, OK3], [[OK1], [No("2", TOO_LONG)], [OK3]]),
    # what came too fast it refuses before it answers what was sent before that:
    ([ASK, ASK, ASK, FAST, OK1], [[OK1], [], []]),
    ([ASK, ASK, ASK, FAST, OK1, OK3], [[OK1], [No("2", TOO_FAST)], [OK3]]),
    (
        [ASK, ASK, ASK, ASK, FAST, FAST, FAST, OK4],
        [[No("1", TOO_FAST)], [No("2", TOO_FAST)], [No("3", TOO_FAST)], [OK4]],
    ),
    # Such refusals hold for nothing that is sent later, or over another line.
    ([FAST, LONG, ASK, ASK, OK2], [[], [OK2]]),
    ([ASK, FAST, CUT, ASK, ASK, OK3], [[CUT], [], [OK3]]),
)


@pytest.mark.parametrize(("script", "told"), SCRIPTS)
def test_each_is_told_what_is_said_to_them_and_how_it_ends_once(
    script: Script, told: Told
) -> None:
    ledger = Pending()
    heard: Told = []
    for said in script:
        if isinstance(said, str):
            heard.append([])
            assert ledger.enter(heard[-1].append) == str(len(heard))
        elif said is None:
            ledger.cut()
        else:
            ledger.hear(said)
    assert heard == told


def test_who_asks_again_when_they_are_told_of_a_cut_are_not_told_of_the_same_one() -> None:
    ledger, told = Pending(), list[object]()
    ledger.enter(lambda _: told.append(ledger.enter(told.append)))
    ledger.cut()
    assert told == ["2"]


@pytest.mark.parametrize("cut", [False, True])
def test_a_request_that_could_not_be_sent_is_struck_unless_it_has_ended(cut: bool) -> None:
    ledger, told = Pending(), list[object]()
    number = ledger.enter(told.append)
    if cut:
        ledger.cut()
    assert ledger.strike(number) is not cut
    ledger.cut()
    assert told == [None] * cut


# --- happenings -----------------------------------------------------------------------


def _event(seq: int) -> Heard:
    return Heard(seq, "notice", {})


def _word(number: int) -> Word:
    return Word(print, Ok(str(number), {}))


def _read(inbox: Inbox, *entries: Entry) -> list[Entry]:
    """All that is read when all *entries* have come first."""

    async def main() -> list[Entry]:
        for entry in entries:
            inbox.put(entry)
        inbox.close()
        read: list[Entry] = []
        while (taken := await inbox.take()) is not None:
            read.append(taken)
        return read

    return run(main)


def test_everything_is_read_in_its_order_and_then_nothing() -> None:
    """Of lags that nobody has read the last one counts."""
    entries: list[Entry] = [Online(), _event(1), _word(1), Offline("cut", 1), Ended("gone")]
    inbox = Inbox()
    assert _read(inbox, *entries) == entries
    assert _read(inbox, Offline("cut", 1)) == []
    lags = [Online(lag) for lag in range(100)]
    read = _read(Inbox(), Online(), *lags, _event(1), *lags)
    assert read == [Online(), Online(99), _event(1), Online(99)]


@in_no_time
async def test_who_comes_first_waits_until_something_has_come() -> None:
    """A reader who gives up takes nothing away."""
    inbox = Inbox()
    leaving = asyncio.create_task(inbox.take())
    await asyncio.sleep(1)
    inbox.put(_event(1))
    leaving.cancel()
    await asyncio.wait([leaving])
    assert leaving.cancelled()
    assert await inbox.take() == _event(1)
    first, second = asyncio.create_task(inbox.take()), asyncio.create_task(inbox.take())
    await asyncio.sleep(1)
    assert not first.done()
    inbox.put(_event(2))
    assert await first == _event(2)
    assert not second.done()
    inbox.close()
    assert await second is None
    assert await inbox.take() is None


def test_what_nobody_reads_is_thrown_away_and_that_is_a_gap() -> None:
    """But for what was said to a request. Only events are missed."""
    read = _read(Inbox(10), *map(_event, range(1, 1001)))
    assert len(read) <= 11
    assert read[0] == Online(gap=True)
    seqs = [entry.seq for entry in read[1:] if isinstance(entry, Heard)]
    assert seqs == list(range(1001 - len(seqs), 1001))
    assert len(seqs) >= 5
    cuts: list[Entry] = [Offline("cut", 1), Online()] * 20
    read = _read(Inbox(10), *cuts)
    assert len(read) <= 10
    assert Online(gap=True) not in read
    assert _read(Inbox(10), Online(gap=True), *cuts)[0] == Online(gap=True)
    entries: list[Entry] = [_word(1), _event(1), _word(2), *map(_event, range(2, 100)), _word(3)]
    read = _read(Inbox(10), *entries)
    assert [entry for entry in read if isinstance(entry, Word)] == [_word(1), _word(2), _word(3)]
