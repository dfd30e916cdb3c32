"""What of the keys is seen, and when; and a program in a terminal of its own."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bench.terminal import Echo, Instant, Key, Terminal, Written, echoes, terminal

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


async def said(glass: Terminal, words: str) -> str:
    """Wait for *words*; all that is to be read by then."""
    text = ""
    while words not in text:
        await asyncio.sleep(0)
        text = b"".join(each.data for each in glass.written).decode()
    return text


def test_who_fails_is_told_what_the_program_said() -> None:
    async def failed() -> None:
        async with terminal([sys.executable, "-c", "print('no way in'); input()"], *SIZE) as glass:
            await said(glass, "no way in")
            raise TimeoutError

    with pytest.raises(TimeoutError) as raised:
        asyncio.run(failed())
    assert "no way in" in raised.value.__notes__[0]


PROGRAM = """
import os, sys
print(*os.get_terminal_size(), flush=True)
print("heard", input(), flush=True)
sys.stdin.read()
"""


def test_a_program_has_a_terminal_of_its_size_and_ends_with_it() -> None:
    async def typed() -> tuple[str, list[Instant], Key]:
        async with terminal([sys.executable, "-c", PROGRAM], 99, 33) as glass:
            pressed = glass.press("hello\n", "hello")
            text = await said(glass, "heard hello")
            return text, [each.when for each in glass.written], pressed

    text, when, pressed = asyncio.run(typed())
    assert "99 33" in text
    assert pressed.when.at < when[-1].at
    assert when == sorted(when, key=lambda each: each.at)
