"""The boundary between the host and a plugin: what passes it, and what is told of it."""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn

import pytest

from parlour.api import MoveFault, Refused
from parlour.engine.calls import (
    REFUSAL_MAX,
    Calls,
    GameFault,
    Watch,
    guarded,
    name_of,
    refusable,
)

SECRET = "the number is 13"


class Own(BaseException):
    """Neither an Exception nor one of Python's own."""

    def __str__(self) -> str:
        raise Own

    __repr__ = __str__


def throw(error: BaseException) -> NoReturn:
    raise error


ERRORS = [SystemExit(SECRET), GeneratorExit(SECRET), Own(SECRET), RecursionError(), MemoryError()]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("call", [guarded, refusable])
def test_whatever_a_plugin_raises_becomes_a_fault(call: Any, error: BaseException) -> None:
    with pytest.raises(GameFault) as caught:
        call(throw, error)
    assert str(caught.value) == f"{type(error).__name__} in throw"
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("call", [guarded, refusable])
def test_the_operators_own_interrupt_passes(call: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        call(throw, KeyboardInterrupt())


@pytest.mark.parametrize("call", [guarded, refusable])
def test_a_fault_within_a_call_stays_the_fault_that_it_is(call: Any) -> None:
    inner = GameFault("within")
    with pytest.raises(GameFault) as caught:
        call(throw, inner)
    assert caught.value is inner


def test_a_refusal_passes_where_one_may_be() -> None:
    refused = Refused(MoveFault.ILLEGAL, "Not that one: try 3", near="three")
    with pytest.raises(Refused) as caught:
        refusable(throw, refused)
    assert caught.value is refused
    with pytest.raises(GameFault):
        guarded(throw, refused)


class Bare(Refused):
    def __init__(self) -> None:
        Exception.__init__(self)


@pytest.mark.parametrize(
    "refused",
    [
        Refused("nonsense", "That cannot be."),  # type: ignore[arg-type]
        Refused(MoveFault.ILLEGAL, 13),  # type: ignore[arg-type]
        Refused(MoveFault.ILLEGAL, "That cannot be.", near=13),  # type: ignore[arg-type]
        Refused(MoveFault.ILLEGAL, "x" * (REFUSAL_MAX + 1)),
        Refused(MoveFault.ILLEGAL, "That cannot be.", enter="show 3\nquit"),
        Bare(),
    ],
)
def test_a_refusal_that_cannot_be_told_is_a_fault(refused: Refused) -> None:
    with pytest.raises(GameFault):
        refusable(throw, refused)


class Shy:
    """Has a secret in its looks, and no name."""

    def __repr__(self) -> str:
        return SECRET

    def __getattr__(self, name: str) -> NoReturn:
        raise Own


class Loud:
    __qualname__ = "Loud\nGame"

    def __call__(self) -> NoReturn:
        raise ValueError(SECRET)


@pytest.mark.parametrize(
    "call", [Shy(), partial(print, SECRET), Loud()], ids=["shy", "partial", "loud"]
)
def test_a_function_is_named_without_a_look_at_what_it_holds(call: object) -> None:
    assert SECRET not in name_of(call)
    assert name_of(call).isprintable()


def test_who_calls_is_no_part_of_a_tables_value() -> None:
    one, two = Calls(1, "hunt"), Calls(2, "toss")
    assert one == two
    assert hash(one) == hash(two)
    assert one != "hunt"
    assert repr(two) == "<Calls of toss, table 2>"


class Log(Watch):
    """Notes what begins and ends; every call is slow."""

    def __init__(self) -> None:
        super().__init__(slow_s=-1)
        self.lines: list[Any] = []

    def enter(self, table: int, game: str, call: Any) -> None:
        self.lines.append((table, game, name_of(call)))

    def leave(self) -> None:
        self.lines.append("left")

    def slow(self, game: str, call: Any, took_s: float) -> None:
        self.lines.append((game, name_of(call)))


def test_who_watches_sees_the_outermost_call_begin_and_end_and_all_slow_ones() -> None:
    log = Log()
    calls = Calls(7, "hunt", log)
    assert calls.guarded(calls.refusable, len, "four") == 4
    with pytest.raises(GameFault):
        calls.guarded(throw, SystemExit())
    assert log.lines == [
        (7, "hunt", "Calls.refusable"),
        ("hunt", "len"),
        "left",
        ("hunt", "Calls.refusable"),
        (7, "hunt", "throw"),
        "left",
        ("hunt", "throw"),
    ]
    assert log.call is None


def look() -> None:
    """A function of a plugin."""


def around(calls: Calls) -> None:
    calls.within(look)()
    calls.within(throw)(SystemExit())


def test_what_is_called_within_a_guarded_call_fails_and_is_slow_under_its_own_name() -> None:
    log = Log()
    calls = Calls(7, "hunt", log)
    with pytest.raises(GameFault, match="SystemExit in throw"):
        calls.guarded(around, calls)
    slow = [line[1] for line in log.lines if len(line) == 2]
    assert slow == ["around", "look", "throw"]
    assert log.call is None


def test_the_watch_is_told_once_of_calls_that_are_made_together() -> None:
    log = Log()
    calls = Calls(7, "hunt", log)

    def both() -> int:
        with pytest.raises(GameFault, match="SystemExit in throw"):
            calls.guarded(throw, SystemExit())
        return calls.refusable(len, "four")

    assert calls.together(throw, both) == 4
    assert [line for line in log.lines if len(line) == 3] == [(7, "hunt", "throw")]
    assert log.call is None
    assert calls.guarded(calls.together, len, both) == 4, "also within another call"
    with pytest.raises(ValueError, match="our own"):
        calls.together(len, throw, ValueError("our own"))
    assert log.call is None


def test_what_is_called_within_nothing_is_guarded_itself() -> None:
    log = Log()
    calls = Calls(7, "hunt", log)
    assert calls.within(len)("four") == 4
    with pytest.raises(GameFault, match="SystemExit in throw"):
        calls.within(throw)(SystemExit())
    assert log.lines[0] == (7, "hunt", "len")
    assert log.call is None
