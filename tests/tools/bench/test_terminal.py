"""What of the keys is seen, and when."""

from __future__ import annotations

from tools.bench.terminal import Echo, Instant, Key, Written, echoes

SIZE = (20, 3)


def key(at: float, line: str, waited: float = 0.0) -> Key:
    return Key(Instant(at, waited), line)


def piece(at: float, text: str, waited: float = 0.0) -> Written:
    return Written(Instant(at, waited), text.encode())


def test_a_key_is_seen_when_its_line_stands_before_the_cursor() -> None:
    """What the client puts behind the cursor, in other lines, or elsewhere first, is no echo."""
    keys = [key(1.0, "a"), key(2.0, "as", 0.5)]
    written = [
        piece(0.0, "\x1b[2;1H> "),
        piece(1.1, "\x1b[1;1H> a, says the log\x1b[2;3H"),
        piece(1.25, "a (PLAYER)\x1b[2;4H"),
        piece(2.25, "s\x1b[0m PLAYER)\x1b[3;1H", 0.5),
        piece(2.5, "the end of it\x1b[2;5H", 0.75),
    ]
    assert echoes(keys, written, SIZE) == [Echo(0.25, 0.25), Echo(0.5, 0.25)]


def test_a_key_that_is_drawn_with_the_next_one_is_seen_with_it() -> None:
    """And what is never seen has no echo, though the same line stood there before."""
    keys = [key(1.0, "a"), key(1.5, "as"), key(3.0, ""), key(4.0, "a")]
    written = [piece(0.5, "> a"), piece(2.0, "s"), piece(3.5, "\x1b[1;3H\x1b[K")]
    assert [echo.seconds for echo in echoes(keys, written, SIZE)] == [1.0, 0.5, 0.5]
