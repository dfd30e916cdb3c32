"""The telnet of the door, on values."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_door.options import (
    DO,
    DONT,
    IAC,
    NAWS,
    OPENING,
    SB,
    SE,
    SUBNEGOTIATION,
    TTYPE,
    WILL,
    WONT,
    Options,
    TooLong,
)

TELNET: Final = bytes.fromhex(
    "ff fd 01 ff fd 03 ff fd 00 ff fb 1f ff fa 1f 00 50 00 18 ff f0"
    "ff fb 18 ff fb 03 ff fb 00 ff fa 18 00 58 54 45 52 4d ff f0"
)
"""What a real telnet answers to `OPENING`."""

COMMANDS: Final = st.one_of(
    st.binary(max_size=8),
    st.tuples(st.sampled_from((WILL, WONT, DO, DONT)), st.integers(0, 255)).map(
        lambda each: bytes((IAC, *each))
    ),
    st.tuples(st.sampled_from((NAWS, TTYPE, 99)), st.binary(max_size=12)).map(
        lambda each: bytes((IAC, SB, each[0])) + each[1] + bytes((IAC, SE))
    ),
    st.sampled_from((b"\r\n", b"\r\0", b"\r", b"\xff\xff", b"\xff\xf4", b"\xff", b"\xff\xfa")),
)


def taken(pieces: list[bytes]) -> tuple[bytes, bytes, object, object, bool]:
    options = Options()
    typed = answers = b""
    try:
        for piece in pieces:
            typed += options.feed(piece)
            answers += options.take_replies()
    except TooLong:
        return b"", b"", None, None, True
    return typed, answers, options.size, options.term, False


def test_a_real_telnet_is_understood() -> None:
    options = Options()
    assert options.feed(TELNET + b"ann\r\0") == b"ann\r"
    assert (options.size, options.term, options.settled) == ((80, 24), "XTERM", True)
    assert options.take_replies() == bytes((IAC, SB, TTYPE, 1, IAC, SE))


def test_a_telnet_that_can_do_nothing_has_settled() -> None:
    options = Options()
    options.feed(bytes((IAC, WONT, NAWS, IAC, WONT, TTYPE)))
    assert (options.size, options.term, options.settled) == ((0, 0), "", True)


@given(st.lists(COMMANDS, max_size=12).map(b"".join), st.data())
def test_any_cut_gives_the_same(data: bytes, drawn: st.DataObject) -> None:
    cuts = sorted(drawn.draw(st.lists(st.integers(0, len(data)), max_size=6)))
    pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    assert taken(pieces) == taken([data])


@given(st.lists(COMMANDS, max_size=40).map(b"".join))
def test_answers_come_to_an_end(data: bytes) -> None:
    """Two careless ends that answer each other fall silent, but for questions."""
    one, other = Options(), Options()
    said, times = OPENING + data, 0
    try:
        while said:
            one.feed(said)
            other.feed(one.take_replies())
            said = re.sub(rb"\xff\xfc\x06", b"", other.take_replies())
            times += 1
            assert times < 600
    except TooLong:
        pass


def test_a_subnegotiation_that_does_not_end_is_bounded() -> None:
    options = Options()
    options.feed(bytes((IAC, SB, TTYPE)) + b"x" * (SUBNEGOTIATION - 3))
    with pytest.raises(TooLong):
        options.feed(b"x")


def test_keys_of_telnet_are_keys() -> None:
    assert Options().feed(b"\xff\xf4\xff\xf7\xff\xf8") == b"\x03\x7f\x15"
