"""What waits to be read: in its order, and not for ever."""

from __future__ import annotations

import asyncio

from parlour_client import Ended, Heard, Offline, Online
from parlour_client.pending import Entry, Inbox, Word
from parlour_client.protocol import Ok
from tests.clients.jumping import run


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


def test_who_comes_first_waits_until_something_has_come() -> None:
    async def main() -> None:
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

    run(main)


def test_a_reader_who_gives_up_takes_nothing_with_him() -> None:
    async def main() -> None:
        inbox = Inbox()
        reading = asyncio.create_task(inbox.take())
        await asyncio.sleep(1)
        inbox.put(_event(1))
        reading.cancel()
        await asyncio.wait([reading])
        assert reading.cancelled()
        assert await inbox.take() == _event(1)

    run(main)


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
