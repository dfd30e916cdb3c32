"""The telnet filter: absorbs everything, refuses once, bounded, blind to cuts."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.telnet import REQUESTS_MAX, SUBNEGOTIATION_MAX, Telnet

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
NOP, TIMING_MARK, NAWS = 241, 6, 31


def run(*chunks: bytes) -> tuple[bytes, bytes]:
    """What a fresh filter lets through and what it answers."""
    telnet = Telnet()
    text = b"".join(map(telnet.feed, chunks))
    return text, telnet.take_replies()


def cut(data: bytes, rng: Random) -> list[bytes]:
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(6)))
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


# --- what real clients send ----------------------------------------------------------

# Recorded from Debian 12's telnet (inetutils 2.4) on port 23.
DEBIAN = bytes.fromhex("fffd26 fffb26 fffd03 fffb18 fffb1f fffb20 fffb21 fffb22 fffb27 fffd05")
# Recorded from PuTTY 0.78 (plink -telnet); after the refusals it adds OLD-ENVIRON.
PUTTY = bytes.fromhex("fffb1f fffb20 fffb18 fffb27 fffd01 fffb03 fffd03")
PUTTY_THEN = bytes.fromhex("fffb24")
# Recorded from Debian's telnet on any port, at Ctrl-C: Interrupt Process, DO TIMING-MARK.
CTRL_C = bytes.fromhex("fff4 fffd06")


def refusals(requests: bytes) -> bytes:
    """The size of the window may be told; everything else is refused."""
    answer = {WILL: DONT, DO: WONT}
    triples = [requests[i : i + 3] for i in range(0, len(requests), 3)]
    return b"".join(
        bytes((IAC, DO if (verb, option) == (WILL, NAWS) else answer[verb], option))
        for _, verb, option in triples
    )


@pytest.mark.parametrize("opening", [DEBIAN, PUTTY], ids=["debian", "putty"])
def test_a_real_clients_opening_is_refused_item_by_item(opening: bytes) -> None:
    assert run(opening + b"ann\r\n") == (b"ann\r\n", refusals(opening))


def test_putty_trying_the_older_option_is_refused_again() -> None:
    assert run(PUTTY, PUTTY_THEN, b"ann\n") == (b"ann\n", refusals(PUTTY + PUTTY_THEN))


def test_every_ctrl_c_of_debians_telnet_is_answered() -> None:
    """It shows nothing more until its timing mark is refused, each time again."""
    assert run(CTRL_C, b"x", CTRL_C) == (b"x", refusals(bytes.fromhex("fffd06")) * 2)


# --- requests ------------------------------------------------------------------------


@pytest.mark.parametrize(("asks", "answers"), [(WILL, DONT), (DO, WONT)])
@pytest.mark.parametrize("option", [0, 1, 10, 13, 32, 240, 255])
def test_a_request_gets_its_refusal(asks: int, answers: int, option: int) -> None:
    data = b"a" + bytes((IAC, asks, option)) + b"b"
    assert run(data) == (b"ab", bytes((IAC, answers, option)))


@pytest.mark.parametrize(
    ("told", "size"),
    [
        (bytes((NAWS, 0, 132, 0, 50)), (132, 50)),
        (bytes((NAWS, 1, 0, 0, IAC, IAC)), (256, 255)),
        (bytes((NAWS, 0, 0, 0, 0)), (0, 0)),
        (bytes((NAWS, 0, 132, 0)), None),
        (bytes((NAWS, 0, 132, 0, 50, 0)), None),
        (bytes((24, 0, 132, 0, 50)), None),
    ],
)
def test_the_size_of_a_window_is_read_wherever_it_is_cut(
    told: bytes, size: tuple[int, int] | None
) -> None:
    data = bytes((IAC, SB)) + told + bytes((IAC, SE)) + b"x"
    for place in range(len(data)):
        telnet = Telnet()
        assert telnet.feed(data[:place]) + telnet.feed(data[place:]) == b"x"
        assert telnet.size == size


def test_a_request_is_refused_once_for_each_direction() -> None:
    both = bytes((IAC, WILL, 1, IAC, DO, 1))
    assert run(both * 5) == (b"", bytes((IAC, DONT, 1, IAC, WONT, 1)))


@pytest.mark.parametrize("command", [*range(236, 250), (WONT, 1), (DONT, 6)])
def test_everything_else_is_absorbed_without_a_word(command: int | tuple[int, int]) -> None:
    parts = (command,) if isinstance(command, int) else command
    data = b"a" + bytes((IAC, *parts)) + b"b"
    assert run(data) == (b"ab", b"")
    assert run(*(data[i : i + 1] for i in range(len(data)))) == (b"ab", b"")


def test_nothing_is_said_first() -> None:
    assert run(b"hello\r\n") == (b"hello\r\n", b"")


def test_answers_are_given_once() -> None:
    telnet = Telnet()
    telnet.feed(bytes((IAC, DO, 1)))
    assert telnet.take_replies()
    assert telnet.take_replies() == b""


# --- storms --------------------------------------------------------------------------


def many(number: int) -> bytes:
    return b"".join(bytes((IAC, DO, option)) for option in range(number))


def test_the_last_request_before_a_storm_is_answered_and_the_next_is_the_storm() -> None:
    telnet = Telnet()
    assert telnet.feed(many(REQUESTS_MAX)) == b""
    assert telnet.storm is None
    assert len(telnet.take_replies()) == 3 * REQUESTS_MAX
    assert telnet.feed(b"abc" + bytes((IAC, DO, 200)) + b"def") == b"abcdef"
    assert telnet.storm == 3
    assert telnet.take_replies() == b""


def test_a_storm_is_told_once() -> None:
    telnet = Telnet()
    telnet.feed(many(200))
    assert telnet.storm == 0
    telnet.feed(many(200))
    assert telnet.storm is None


@pytest.mark.parametrize("verb", [WILL, DO])
def test_ten_thousand_repetitions_get_one_answer(verb: int) -> None:
    telnet = Telnet()
    assert telnet.feed(bytes((IAC, verb, 31)) * 10_000 + b"ann") == b"ann"
    assert len(telnet.take_replies()) == 3


def test_timing_marks_without_end_are_a_storm_too() -> None:
    telnet = Telnet()
    telnet.feed(bytes((IAC, DO, TIMING_MARK)) * 10_000)
    assert len(telnet.take_replies()) == 3 * REQUESTS_MAX


def test_after_a_storm_commands_go_and_text_stays() -> None:
    telnet = Telnet()
    telnet.feed(bytes((IAC, SB, IAC, SE)) * (REQUESTS_MAX + 1))
    assert telnet.storm == 0
    rest = bytes((IAC, SB)) + b"a" + bytes((IAC, SE, IAC, WILL, 1, IAC, NOP)) + b"b"
    assert telnet.feed(rest) == b"ab"
    assert telnet.take_replies() == b""


# --- sub-negotiations ----------------------------------------------------------------


def inside(body: bytes) -> bytes:
    return b"a" + bytes((IAC, SB)) + body + bytes((IAC, SE)) + b"b"


@pytest.mark.parametrize(
    "body", [b"", b"\x1f\0\x50\0\x18", b"\x18\0xterm", b"\n\r\0", b"\xff\xff"]
)
def test_a_sub_negotiation_is_swallowed(body: bytes) -> None:
    assert run(inside(body)) == (b"ab", b"")


def test_a_lone_255_inside_does_not_end_it() -> None:
    """A sloppy client's window of 255 columns."""
    assert run(inside(b"\x1f\x00\xff\x00\x18")) == (b"ab", b"")


def test_the_longest_sub_negotiation_and_one_byte_more() -> None:
    assert run(inside(b"x" * SUBNEGOTIATION_MAX)) == (b"ab", b"")
    assert run(inside(b"x" * (SUBNEGOTIATION_MAX + 1))) == (b"axb", b"")


def test_an_endless_sub_negotiation_is_left_behind() -> None:
    text, _ = run(bytes((IAC, SB)) + b"x" * SUBNEGOTIATION_MAX + b"\nann\n")
    assert text == b"\nann\n"


def test_an_endless_sub_negotiation_of_escapes_is_left_behind() -> None:
    pairs = SUBNEGOTIATION_MAX // 2
    text, _ = run(bytes((IAC, SB)) + bytes((IAC, IAC)) * (pairs + 3) + b"ann")
    assert text == b"\xff" * 3 + b"ann"


def test_an_escape_across_the_bound_counts_as_inside() -> None:
    body = b"x" * (SUBNEGOTIATION_MAX - 1) + bytes((IAC, IAC))
    assert run(inside(body)) == (b"ab", b"")


def test_a_missing_end_is_noticed_at_the_next_command() -> None:
    data = bytes((IAC, SB)) + b"\x1f\0" + bytes((IAC, DO, 1)) + b"ann"
    assert run(data) == (b"ann", bytes((IAC, WONT, 1)))


# --- what is not telnet ------------------------------------------------------------------


def test_a_doubled_255_is_one_byte_of_text() -> None:
    data = b"a\xff\xffb"
    assert run(data) == (b"a\xffb", b"")
    assert run(data[:2], data[2:]) == (b"a\xffb", b"")


def test_a_255_before_no_command_is_text_and_takes_nothing_with_it() -> None:
    """A line in Latin-1 keeps its end."""
    data = b"a\xff\nb"
    assert run(data) == (data, b"")
    assert run(data[:2], data[2:]) == (data, b"")


# --- any cut -------------------------------------------------------------------------------

verbs = st.sampled_from([WILL, DO, WONT, DONT])
pieces = st.one_of(
    st.binary(max_size=4),
    st.sampled_from([b"\r\n", b"\r\0", b"\xff", b"\xff\xff", DEBIAN, CTRL_C]),
    st.tuples(st.just(IAC), verbs, st.integers(0, 255)).map(bytes),
    st.tuples(st.just(IAC), st.integers(236, 255)).map(bytes),
    st.binary(max_size=6).map(inside),
)


def story(chunks: list[bytes]) -> tuple[bytes, bytes, int | None]:
    """Text, answers, and where in the text the storm began."""
    telnet, text, replies, storm = Telnet(), b"", b"", None
    for chunk in chunks:
        more = telnet.feed(chunk)
        if telnet.storm is not None:
            storm = len(text) + telnet.storm
        text += more
        replies += telnet.take_replies()
    return text, replies, storm


@pytest.mark.sweep
@given(st.lists(pieces, max_size=12).map(b"".join), st.randoms(use_true_random=False))
def test_any_cut_gives_the_same(data: bytes, rng: Random) -> None:
    assert story(cut(data, rng)) == story([data])


def junk(rng: Random) -> bytes:
    """Up to 300 bytes, mostly telnet's, sometimes with a storm or an overlong inside."""
    alphabet = [IAC] * 6 + [SB, SE, WILL, DO, WONT, DONT, NOP, 10, 13, 0, 97, *rng.randbytes(4)]
    data = bytes(rng.choice(alphabet) for _ in range(rng.randrange(300)))
    if rng.random() < 0.05:
        data += many(rng.randrange(60, 70)) + data
    if rng.random() < 0.05:
        filler = rng.choice([b"x", b"\xff\xff", b"x\xff\xff", b"\xff\0"])
        data += bytes((IAC, SB)) + filler * (SUBNEGOTIATION_MAX // len(filler)) + data
    return data


@pytest.mark.sweep
def test_a_thousand_random_inputs_cut_anywhere() -> None:
    """The same text, answers and storm; few answers; no memory of what went by."""
    rng = Random(1983)
    for _ in range(1_000):
        data = junk(rng)
        whole = story([data])
        assert story(cut(data, rng)) == whole
        assert story([data[i : i + 1] for i in range(len(data))]) == whole
        assert len(whole[0]) <= len(data)
        assert len(whole[1]) <= 3 * REQUESTS_MAX


def test_memory_is_bounded_whatever_comes() -> None:
    telnet = Telnet()
    for data in (many(256), b"\xff\xfa" + b"x" * 100_000, b"\xff\xff" * 100_000, b"\xff"):
        telnet.feed(data)
    telnet.take_replies()
    assert sum(sys.getsizeof(getattr(telnet, name)) for name in Telnet.__slots__) < 500
