"""What waits: requests for their answers, and happenings until they are read."""

from __future__ import annotations

import asyncio

import pytest

from parlour_client import Ended, Heard, Offline, Online
from parlour_client.pending import Entry, Inbox, Pending, Word
from parlour_client.protocol import Item, No, Ok
from tests.clients.jumping import in_no_time, run

# --- requests -------------------------------------------------------------------------


TOO_FAST = {"code": "too_fast", "text": ["Too fast: that line was not read."]}
TOO_LONG = {"code": "line_too_long", "text": ["That line was ignored."]}


class _Asker:
    """Asks, and notes what is said to each of its requests."""

    def __init__(self, ledger: Pending) -> None:
        self._ledger = ledger
        self.told: dict[str, list[Item | Ok | No | None]] = {}

    def ask(self) -> str:
        told: list[Item | Ok | No | None] = []
        number = self._ledger.enter(told.append)
        self.told[number] = told
        return number


@pytest.fixture
def ledger() -> Pending:
    return Pending()


@pytest.fixture
def asker(ledger: Pending) -> _Asker:
    return _Asker(ledger)


def test_everybody_is_told_his_items_and_his_end(ledger: Pending, asker: _Asker) -> None:
    first, second = asker.ask(), asker.ask()
    ledger.hear(Item(first, {"x": 1}))
    ledger.hear(Ok(first, {}))
    ledger.hear(Item(second, {"x": 2}))
    ledger.hear(No(second, {}))
    assert asker.told == {
        first: [Item(first, {"x": 1}), Ok(first, {})],
        second: [Item(second, {"x": 2}), No(second, {})],
    }


def test_the_end_is_told_once(ledger: Pending, asker: _Asker) -> None:
    number = asker.ask()
    ledger.hear(Ok(number, {}))
    ledger.hear(Ok(number, {}))
    ledger.hear(Item(number, {}))
    ledger.hear(No(number, {}))
    ledger.cut()
    assert asker.told == {number: [Ok(number, {})]}


def test_what_nobody_has_asked_is_told_to_nobody(ledger: Pending, asker: _Asker) -> None:
    number = asker.ask()
    ledger.hear(Ok("77", {}))
    ledger.hear(Item("77", {}))
    ledger.hear(No("x", {}))
    ledger.hear(Ok("-", {}))
    assert asker.told == {number: []}


def test_a_cut_is_the_end_for_all_who_wait_and_for_nobody_twice(
    ledger: Pending, asker: _Asker
) -> None:
    done, waiting = asker.ask(), asker.ask()
    ledger.hear(Ok(done, {}))
    ledger.cut()
    ledger.cut()
    assert asker.told == {done: [Ok(done, {})], waiting: [None]}


def test_who_asks_again_when_he_is_told_of_a_cut_is_not_told_of_the_same_one(
    ledger: Pending,
) -> None:
    told: list[object] = []
    ledger.enter(lambda _: told.append(ledger.enter(told.append)))
    ledger.cut()
    assert told == ["2"]


def test_a_request_that_could_not_be_sent_is_struck(ledger: Pending, asker: _Asker) -> None:
    number = asker.ask()
    assert ledger.strike(number)
    ledger.cut()
    assert asker.told == {number: []}


def test_a_request_that_was_ended_cannot_be_struck(ledger: Pending, asker: _Asker) -> None:
    number = asker.ask()
    ledger.cut()
    assert not ledger.strike(number)


# --- lines that the host has not read: it refuses them without an id ---------------------


def test_a_line_that_cannot_be_read_is_refused_in_its_turn(ledger: Pending, asker: _Asker) -> None:
    good, bad, after = asker.ask(), asker.ask(), asker.ask()
    ledger.hear(Ok(good, {}))
    ledger.hear(No("-", TOO_LONG))
    ledger.hear(Ok(after, {}))
    assert asker.told == {
        good: [Ok(good, {})],
        bad: [No(bad, TOO_LONG)],
        after: [Ok(after, {})],
    }


def test_a_line_that_came_too_fast_is_the_one_that_answers_pass_by(
    ledger: Pending, asker: _Asker
) -> None:
    """That refusal overtakes the answers to what was sent before."""
    first, fast, last = asker.ask(), asker.ask(), asker.ask()
    ledger.hear(No("-", TOO_FAST))
    ledger.hear(Ok(first, {}))
    assert asker.told[fast] == []
    ledger.hear(Ok(last, {}))
    assert asker.told == {
        first: [Ok(first, {})],
        fast: [No(fast, TOO_FAST)],
        last: [Ok(last, {})],
    }


def test_several_that_came_too_fast_are_all_refused(ledger: Pending, asker: _Asker) -> None:
    *fast, last = (asker.ask() for _ in range(4))
    for _ in fast:
        ledger.hear(No("-", TOO_FAST))
    ledger.hear(Ok(last, {}))
    assert asker.told == {number: [No(number, TOO_FAST)] for number in fast} | {
        last: [Ok(last, {})]
    }


def test_refusals_of_lines_that_nobody_has_sent_hold_for_nothing(
    ledger: Pending, asker: _Asker
) -> None:
    ledger.hear(No("-", TOO_FAST))
    ledger.hear(No("-", TOO_LONG))
    first, second = asker.ask(), asker.ask()
    ledger.hear(Ok(second, {}))
    assert asker.told == {first: [], second: [Ok(second, {})]}


def test_what_was_refused_before_a_cut_holds_for_nothing_after_it(
    ledger: Pending, asker: _Asker
) -> None:
    asker.ask()
    ledger.hear(No("-", TOO_FAST))
    ledger.cut()
    first, second = asker.ask(), asker.ask()
    ledger.hear(Ok(second, {}))
    assert asker.told[first] == []


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
    entries: list[Entry] = [Online(), _event(1), _word(1), Offline("cut", 1), Ended("gone")]
    assert _read(Inbox(), *entries) == entries


@in_no_time
async def test_who_comes_first_waits_until_something_has_come() -> None:
    inbox = Inbox()
    first, second = asyncio.create_task(inbox.take()), asyncio.create_task(inbox.take())
    await asyncio.sleep(1)
    assert not first.done()
    inbox.put(_event(1))
    assert await first == _event(1)
    assert not second.done()
    inbox.close()
    assert await second is None
    assert await inbox.take() is None


@in_no_time
async def test_a_reader_who_gives_up_takes_nothing_with_him() -> None:
    inbox = Inbox()
    reading = asyncio.create_task(inbox.take())
    await asyncio.sleep(1)
    inbox.put(_event(1))
    reading.cancel()
    await asyncio.wait([reading])
    assert reading.cancelled()
    assert await inbox.take() == _event(1)


def test_nothing_comes_after_the_end() -> None:
    inbox = Inbox()
    inbox.put(Ended("gone"))
    inbox.close()
    inbox.put(Offline("cut", 1))
    assert _read(inbox) == [Ended("gone")]


def test_of_lags_that_nobody_has_read_the_last_one_counts() -> None:
    lags = [Online(lag) for lag in range(100)]
    assert _read(Inbox(), Online(), *lags, _event(1), *lags) == [
        Online(),
        Online(99),
        _event(1),
        Online(99),
    ]


def test_what_nobody_reads_is_thrown_away_and_that_is_a_gap() -> None:
    read = _read(Inbox(10), *map(_event, range(1, 1001)))
    assert len(read) <= 11
    assert read[0] == Online(gap=True)
    seqs = [entry.seq for entry in read[1:] if isinstance(entry, Heard)]
    assert seqs == list(range(1001 - len(seqs), 1001))
    assert len(seqs) >= 5


def test_only_events_are_missed() -> None:
    cuts: list[Entry] = [Offline("cut", 1), Online()] * 20
    read = _read(Inbox(10), *cuts)
    assert len(read) <= 10
    assert Online(gap=True) not in read


def test_a_gap_of_the_line_is_not_lost() -> None:
    read = _read(Inbox(10), Online(gap=True), *[Offline("cut", 1)] * 20)
    assert read[0] == Online(gap=True)


def test_what_was_said_to_a_request_is_kept_whatever_comes() -> None:
    entries: list[Entry] = [_word(1), _event(1), _word(2), *map(_event, range(2, 100)), _word(3)]
    read = _read(Inbox(10), *entries)
    assert [entry for entry in read if isinstance(entry, Word)] == [_word(1), _word(2), _word(3)]
