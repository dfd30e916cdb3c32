"""Websockets: a message is a line, and everything else has a bound (RFC 6455)."""

from __future__ import annotations

import pytest

from parlour.web import PING
from parlour.web.frames import CONTROLS, FRAGMENTS, MESSAGE_MAX
from parlour.wire.lines import LINE_MAX
from tests.web.doors import frame, opened

PING_CODE, PONG_CODE, BINARY, CLOSE, MORE = 9, 10, 2, 8, 0


def code_of(data: bytes) -> int:
    """The code with which the door closes that websocket after *data*, which holds no line."""
    door, ends = opened()
    heard = door.receive(data)
    assert (heard.ended, heard.lines) == (True, b"")
    ends.hears(heard.out)
    assert ends.code is not None
    return ends.code


def test_a_message_is_a_line() -> None:
    door, ends = opened()
    heard = door.receive(ends.says("#1 say héllo") + ends.says("") + ends.says(" x "))
    assert heard.lines == "#1 say héllo\n\n x \n".encode()
    assert (heard.out, heard.ended) == (b"", False)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_each_line_of_the_host_is_a_frame(size: int) -> None:
    door, ends = opened()
    long = "é" * (size // 2) + "x" * (size % 2)
    frames = door.frames.sent(f"#1 ok\n{long}\n* 1 prompt\n".encode())
    assert len(frames) == 3
    assert ends.hears(b"".join(frames)) == (["#1 ok", long, "* 1 prompt"], b"")


def test_a_line_in_fragments_is_a_line() -> None:
    """Cut within a character, and with a ping between two of them."""
    door, ends = opened()
    e = "é".encode()
    heard = door.receive(
        frame(b"say " + e[:1], fin=False)
        + frame(b"", opcode=PING_CODE)
        + frame(e[1:], opcode=MORE, fin=False)
        + frame(b"!", opcode=MORE)
    )
    assert heard.lines == "say é!\n".encode()
    ends.hears(heard.out)
    assert ends.pongs == 1


def test_a_line_that_is_too_long_reaches_the_house_which_says_so() -> None:
    door, ends = opened()
    line = "x" * MESSAGE_MAX
    assert MESSAGE_MAX > LINE_MAX
    assert door.receive(ends.says(line)).lines == line.encode() + b"\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"x" * (MESSAGE_MAX + 1)), 1009),
        (frame(b"x" * 1_000, fin=False) + frame(b"x" * 1_500, opcode=MORE, fin=False), 1009),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4) + b"x" * 4_096, 1009),
        (frame("é".encode() * (MESSAGE_MAX // 2 + 1)), 1009),
        (frame(b"", fin=False) + frame(b"", opcode=MORE, fin=False) * FRAGMENTS, 1008),
        (frame(b"\x01\x02", opcode=BINARY), 1003),
        (frame(b"one\ntwo"), 1008),
        (frame(b"one\n"), 1008),
        (frame(b"one\r"), 1008),
        (frame(b"\xff\xfd\x18"), 1007),
        (frame(b"\xed\xa0\x80"), 1007),
        (frame(b"hello", mask=False), 1002),
        (frame(b"hello", opcode=MORE), 1002),
        (frame(b"one", fin=False) + frame(b"two"), 1002),
        (frame(b"hello", opcode=3), 1002),
        (b"\xc1" + frame(b"hello")[1:], 1002),
        (frame(b"x" * 126, opcode=PING_CODE), 1002),
        (frame(b"x", opcode=PING_CODE, fin=False), 1002),
        (frame(b"x", opcode=CLOSE), 1002),
        (frame(b"", opcode=PING_CODE) * (CONTROLS + 1), 1008),
        (frame(b"", opcode=PONG_CODE) * (CONTROLS + 1), 1008),
    ],
    ids=[
        *("a message too long", "fragments too long", "a frame without end", "bytes count"),
        *("empty fragments", "binary", "two lines", "a line with its end", "a return"),
        *("no UTF-8", "half a character", "no mask", "nothing to continue", "two at once"),
        *("an unknown kind", "deflate", "a long ping", "half a ping", "half a code"),
        *("pings", "pongs"),
    ],
)
def test_what_breaks_a_rule_closes_the_websocket_with_its_code(data: bytes, code: int) -> None:
    assert code_of(data) == code


def test_lines_before_the_mistake_count() -> None:
    door, ends = opened()
    heard = door.receive(
        frame(b"#1 say hello") + frame(b"\x01", opcode=BINARY) + frame(b"#2 quit")
    )
    assert (heard.lines, heard.ended) == (b"#1 say hello\n", True)
    ends.hears(heard.out)
    assert ends.code == 1003


def test_a_ping_is_answered_with_its_content_and_ours_lets_more_come() -> None:
    door, _ = opened()
    heard = door.receive(frame(b"here?", opcode=PING_CODE))
    assert heard.out == frame(b"here?", opcode=PONG_CODE, mask=False)
    for _ in range(3):
        assert not door.receive(frame(b"", opcode=PONG_CODE) * (CONTROLS - 1)).ended
        door.frames.pinged()


def test_our_ping_is_one() -> None:
    _, ends = opened()
    _, pong = ends.hears(PING)
    assert (ends.pings, pong[:1]) == (1, b"\x8a")


@pytest.mark.parametrize("payload", [b"", (1000).to_bytes(2, "big"), (4_001).to_bytes(2, "big")])
def test_a_browser_that_closes_is_answered_with_its_code(payload: bytes) -> None:
    door, _ = opened()
    heard = door.receive(frame(b"#1 leave") + frame(payload, opcode=CLOSE))
    assert (heard.lines, heard.ended) == (b"#1 leave\n", True)
    assert heard.out == frame(payload, opcode=CLOSE, mask=False)


def test_the_house_closes_with_a_code() -> None:
    door, ends = opened()
    ends.hears(door.frames.close(1001))
    assert ends.code == 1001
    assert door.frames.close(1000) == b"", "once"
