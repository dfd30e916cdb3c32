"""Which request an answer is to. Answers come in the order of the requests."""

from __future__ import annotations

import pytest

from parlour_client.pending import Pending
from parlour_client.protocol import Item, No, Ok

TOO_FAST = {"code": "too_fast", "text": ["Too fast: that line was not read."]}
TOO_LONG = {"code": "line_too_long", "text": ["That line was left out."]}


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
