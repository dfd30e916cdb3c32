"""Bytes to lines: ends, limits, refusals by name, and the law of cuts."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.wire.codes import Code
from parlour.wire.lines import KEYS_MAX, LINE_MAX, BadLine, Decoder
from parlour.wire.telnet import REQUESTS_MAX, Telnet
from tests.wire.traces import (
    ASKS_SIZE,
    DO,
    DONT,
    HIDES,
    IAC,
    SB,
    SE,
    SHOWS,
    TRACES,
    WILL,
    WONT,
    Trace,
    window,
)

Lines = list[str | BadLine]


def decode(*chunks: bytes) -> Lines:
    decoder = Decoder()
    return [line for chunk in chunks for line in decoder.feed(chunk)]


def code(line: str | BadLine) -> Code | str:
    return line.code if isinstance(line, BadLine) else line


def codes(*chunks: bytes) -> list[Code | str]:
    return [code(line) for line in decode(*chunks)]


# --- ends -------------------------------------------------------------------------------


ENDS = [b"\n", b"\r\n", b"\r\0", b"\r"]


NO_UTF8 = (b"\xe9t\xe9", b"\xc3", b"a\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80")
NO_TEXT = (
    *"\0\x01\x07\x0b\x0c\x1b\x1f",
    *"\x80\x85\x9b\x9f",
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u2028\u2029",
    *"\ufdd0\ufffe\uffff\U0010ffff\U0001fffe",
    *"\u0378\ue000\U000f0000",
)
TEXT = (
    "\u00e9t\u00e9",
    "\u0905\u0928\u0940\u0924\u093e",
    "\U0001f642",
    "a\u200db",
    "\u200f\u05d0",
)
READ: list[tuple[bytes, list[Code | str]]] = [
    *((b"ann" + end + b"bob" + end + end, ["ann", "bob", ""]) for end in ENDS),
    (b"quit", []),
    (b"ask bob e\r\nhide ..lantern.\r\0x\n", ["ask bob e", "hide ..lantern.", "x"]),
    (b"  say  a   b  \n", ["  say  a   b  "]),
    # Each CR ends a line and takes one byte with it.
    (b"a\r\r\n", ["a", ""]),
    (b"a\rb\n", ["a", "b"]),
    (b"\ra\r\n", ["", "a"]),
    (b"a\r\0\n", ["a", ""]),
    (b"a\n\rb\r", ["a", "", "b"]),
    (b"a\r\n\0b\n", ["a", Code.BAD_CHARACTER]),
    # What is refused takes nothing with it.
    *((raw + b"\nann\n", [Code.BAD_ENCODING, "ann"]) for raw in (*NO_UTF8, b"a\xff\xffb")),
    *((f"a{char}b\nann\n".encode(), [Code.BAD_CHARACTER, "ann"]) for char in NO_TEXT),
    (b"say \x1b[2J\n", [Code.BAD_CHARACTER]),
    *((text.encode() + b"\n", [text]) for text in TEXT),
    ("ask\tbob\u00a0e\u3000\n".encode(), ["ask bob e "]),
    ("\ufeffHELLO 1 text\n".encode(), ["HELLO 1 text"]),
]


@pytest.mark.parametrize(("raw", "lines"), READ, ids=ascii)
def test_bytes_are_read_as_lines(raw: bytes, lines: list[Code | str]) -> None:
    assert codes(raw) == lines
    assert codes(*(raw[i : i + 1] for i in range(len(raw)))) == lines


# --- length -----------------------------------------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("step", [1, 1000, 5000])
def test_the_longest_line_and_one_byte_more(end: bytes, step: int) -> None:
    data = b"x" * LINE_MAX + end + b"y" * (LINE_MAX + 1) + end + b"z" + end
    chunks = [data[i : i + step] for i in range(0, len(data), step)]
    assert codes(*chunks) == ["x" * LINE_MAX, Code.LINE_TOO_LONG, "z"]


def test_length_is_counted_in_bytes() -> None:
    fits = "\u00e9" * (LINE_MAX // 2)
    assert codes(f"{fits}\nx{fits}\n".encode()) == [fits, Code.LINE_TOO_LONG]


def test_a_line_too_long_is_refused_as_that_whatever_else_is_wrong_with_it() -> None:
    assert codes(b"\xe9\0\t" * 1000 + b"\nok\n") == [Code.LINE_TOO_LONG, "ok"]


def test_a_megabyte_without_an_end_gets_one_refusal_and_takes_no_memory() -> None:
    decoder = Decoder()
    first = decoder.feed(b"x" * 65_536)
    assert [code(line) for line in first] == [Code.LINE_TOO_LONG]
    for _ in range(15):
        assert decoder.feed(b"x" * 65_536) == []
        assert sys.getsizeof(decoder._tail) < 100  # pyright: ignore[reportPrivateUsage]
    assert decoder.feed(b"x\nann\n") == ["ann"]


@pytest.mark.parametrize("end", ENDS)
def test_a_dropped_line_ends_like_any_other(end: bytes) -> None:
    too_long = b"x" * (KEYS_MAX + 1)
    assert codes(too_long, end, b"ann\n") == [Code.LINE_TOO_LONG, "ann"]
    assert codes(too_long, b"y", end[:1], end[1:], b"ann\n") == [Code.LINE_TOO_LONG, "ann"]


# --- refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"x" * 1025, "1024 bytes"),
        (b"abc\xff", "byte 4"),
        (b"ab\0", "U+0000 at place 3 is a control character"),
        (b"\x1b[A", "U+001B at place 1 is an arrow key or the like"),
        ("\u202e".encode(), "U+202E at place 1 is a text direction control"),
        (("x" * 1020 + "\U0010fffe").encode(), "U+10FFFE at place 1021 is no character"),
        (("x" * 1020 + "\u2029").encode(), "U+2029 at place 1021 is a paragraph separator"),
    ],
)
def test_a_refusal_is_one_clear_plain_line(raw: bytes, says: str) -> None:
    (bad,) = decode(raw + b"\n")
    assert isinstance(bad, BadLine)
    assert says in bad.text
    assert bad.text.isascii()
    assert bad.text.isprintable()
    assert len(bad.text) <= 79


# --- telnet -----------------------------------------------------------------------------


def test_telnet_is_absorbed_wherever_it_appears() -> None:
    data = b"\xff\xfb\x18a\xff\xfd\x01nn\r\xff\xf1\n\xff\xfa\x18\0x\xff\xf0bob\n"
    decoder = Decoder()
    assert decoder.feed(data) == ["ann", "bob"]
    assert decoder.take_replies() == bytes((IAC, DONT, 24)) + ASKS_SIZE + bytes((IAC, WONT, 1))
    assert decoder.take_replies() == b""
    assert decoder.feed(b"plain\r\n") == ["plain"]


def test_a_storm_of_options_disturbs_no_line() -> None:
    storm = b"".join(bytes((IAC, DO, i % 256)) for i in range(5_000))
    decoder = Decoder()
    lines = decoder.feed(b"ann\nb" + storm + b"ob\ncy\n" + storm + b"di\n")
    assert lines == ["ann", "bob", "cy", "di"]
    timing_mark, size = 1, 1
    assert len(decoder.take_replies()) == 3 * (REQUESTS_MAX + timing_mark + size)


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("step", [1, 1000])
def test_what_real_programs_send_is_read_as_it_was_meant(trace: Trace, step: int) -> None:
    decoder = Decoder()

    def hears(data: bytes) -> Lines:
        pieces = (data[i : i + step] for i in range(0, len(data), step))
        return [line for piece in pieces for line in decoder.feed(piece)]

    assert hears(trace.opening + trace.typed) == ["ann"]
    assert decoder.returns == trace.returns
    decoder.take_replies()
    asked = decoder.ask_size() if decoder.unasked else b""
    assert asked == (ASKS_SIZE if trace.typed.endswith(b"\r\n") and not trace.opening else b"")
    assert hears(trace.sized) == []
    assert decoder.take_size() == ((80, 24) if trace.telnet else None)
    assert decoder.speaks_telnet == trace.telnet
    assert decoder.take_replies() == b""
    if trace.telnet:
        assert decoder.hide(on=True) == HIDES
    assert hears(trace.hidden + trace.password) == ["secret 13"]
    if trace.telnet:
        assert decoder.hide(on=False) == SHOWS
    for number in range(100):
        assert hears(window(80 + number, 24) if trace.telnet else b"") == []
    assert hears(trace.shown + trace.typed) == ["ann"]
    assert decoder.take_replies() == b""


# --- keys that edit ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (b"anx\x08n", "ann"),
        (b"anx\x7fn", "ann"),
        (b"xyz\x7f\x08\x7f\x7f\x08ann", "ann"),
        (b"guess bpb\x7f\x7f\x7fbob e", "guess bob e"),
        (b"wrong\x15ann", "ann"),
        (b"\x15\x15ann\x15ann", "ann"),
        (b"ask bob e\x17z", "ask bob z"),
        (b"ask bob  \x17z", "ask z"),
        (b"ask\tbob\x17\x17ann", "ann"),
        (b"\x17ann", "ann"),
        ("\u00e9t\u00e9\x7fa".encode(), "\u00e9ta"),
        ("\U0001f642\x08ann".encode(), "ann"),
        (b"\xe9\x7fann", "ann"),
        (b"caf\xc3\x7fe", "cafe"),
        (b"\xa9\xa9\xa9\x7fann", "ann"),
        (b"\x1b[A\x15ann", "ann"),
        (b"x" * LINE_MAX + b"y\x08", "x" * LINE_MAX),
        (b"x" * LINE_MAX + b"\x15ann", "ann"),
        (b"ann\x7f\x7f\x7f", ""),
    ],
)
@pytest.mark.parametrize("end", ENDS)
def test_keys_edit_a_line_before_it_is_judged(typed: bytes, read: str, end: bytes) -> None:
    assert decode(typed + end) == [read]
    raw = typed + end
    assert decode(*(raw[i : i + 1] for i in range(len(raw)))) == [read]


def test_a_line_that_is_edited_without_end_is_too_long() -> None:
    """No more than so many keys are kept; what is left of them does not matter."""
    keys = b"a\x08" * LINE_MAX
    assert codes(keys + b"\nann\n") == ["", "ann"]
    for step in (1, 100_000):
        data = keys + b"\x15\nann\n"
        assert codes(*(data[i : i + step] for i in range(0, len(data), step))) == [
            Code.LINE_TOO_LONG,
            "ann",
        ]


# --- the law of cuts --------------------------------------------------------------------

pieces = st.one_of(
    st.text(max_size=5).map(str.encode),
    st.binary(max_size=3),
    st.sampled_from(
        [
            *(b"\n", b"\r", b"\r\n", b"\r\0", b"\r\r\n", b"\0", b"\t", b"ann\n"),
            *("\u00e9\U0001f642\ufeff".encode(), b"\xc3", b"\xff", b"\xff\xff", b"\xff\xf1"),
            *(bytes((IAC, DO, 3)), bytes((IAC, WILL, 3)), b"\xff\xfa\x18\0x\xff\xf0"),
            *(b"x" * (LINE_MAX - 1), b"x" * LINE_MAX, b"\xff\xfd\x06" * (REQUESTS_MAX - 1)),
            *(b"\x08", b"\x7f" * 5, b"\x15", b"\x17", b"a b", b"\xff\xf7", window(255, 24)),
        ]
    ),
)


def result(chunks: list[bytes]) -> tuple[Lines, bytes, object]:
    decoder, lines, replies = Decoder(), list[str | BadLine](), b""
    for chunk in chunks:
        lines += decoder.feed(chunk)
        replies += decoder.take_replies()
    return lines, replies, (decoder.returns, decoder.take_size(), decoder.speaks_telnet)


@pytest.mark.sweep
@given(st.lists(pieces, max_size=15).map(b"".join), st.randoms(use_true_random=False))
@example(b"x" * LINE_MAX + b"\r\r\n", Random(1))
def test_any_cut_of_the_bytes_gives_the_same_lines(data: bytes, rng: Random) -> None:
    whole = result([data])
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 8)))
    cuts = zip([0, *places], [*places, len(data)], strict=True)
    assert result([data[a:b] for a, b in cuts]) == whole
    assert result([data[i : i + 1] for i in range(len(data))]) == whole


@given(st.lists(pieces, max_size=15).map(b"".join))
def test_what_comes_out_is_harmless_and_short(data: bytes) -> None:
    for line in decode(data):
        if isinstance(line, str):
            assert len(line.encode()) <= LINE_MAX
            assert not set(line) & {"\0", "\t", "\n", "\r", "\x1b", "\x85", "\u2028", "\u202e"}


def test_an_idle_connection_costs_little() -> None:
    decoder = Decoder()
    decoder.feed(b"\xff\xfd\x03\xff\xfb\x18ann\r\n")
    decoder.take_replies()
    telnet = decoder.telnet
    parts = [decoder, telnet, *(getattr(telnet, name) for name in Telnet.__slots__)]
    assert sum(map(sys.getsizeof, parts)) < 500


def test_the_size_of_a_window_is_given_once() -> None:
    decoder = Decoder()
    assert decoder.take_size() is None
    assert decoder.feed(bytes((IAC, SB, 31, 0, 80, 0, 24, IAC, SE)) + b"a\n") == ["a"]
    assert decoder.take_size() == (80, 24)
    assert decoder.take_size() is None
