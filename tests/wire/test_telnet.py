"""The telnet filter: absorbs everything, answers once, bounded, blind to cuts."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.telnet import REQUESTS_MAX, SUBNEGOTIATION_MAX, Telnet
from tests.sizes import sized
from tests.wire.traces import (
    ASKS_SIZE,
    DO,
    DONT,
    ECHO,
    HIDES,
    IAC,
    NAWS,
    SB,
    SE,
    SHOWS,
    TIMING_MARK,
    TRACES,
    WILL,
    WONT,
    window,
)

NOP = 241


def run(*chunks: bytes) -> tuple[bytes, bytes]:
    """What a fresh filter lets through and what it answers."""
    telnet = Telnet()
    text = b"".join(map(telnet.feed, chunks))
    return text, telnet.take_replies()


def cut(data: bytes, rng: Random) -> list[bytes]:
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(6)))
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


# --- what real clients send ----------------------------------------------------------

DEBIAN = TRACES["telnet -port"].opening
PUTTY = TRACES["plink -telnet"].opening
PUTTY_THEN = bytes.fromhex("fffb24")
"""After the refusals it adds OLD-ENVIRON."""
# Recorded from Debian's telnet on any port, at Ctrl-C: Interrupt Process, DO TIMING-MARK.
CTRL_C = bytes.fromhex("fff4 fffd06")


def answers(requests: bytes) -> bytes:
    """The size of the window is asked for after the first one; everything else is refused."""
    answer = {WILL: DONT, DO: WONT}
    triples = [requests[i : i + 3] for i in range(0, len(requests), 3)]
    refused = [
        bytes((IAC, answer[verb], option))
        for _, verb, option in triples
        if (verb, option) != (WILL, NAWS)
    ]
    refused.insert(0 if triples[0][1:] == bytes((WILL, NAWS)) else 1, ASKS_SIZE)
    return b"".join(refused)


def inside(body: bytes) -> bytes:
    """A sub-negotiation between two letters."""
    return b"a" + bytes((IAC, SB)) + body + bytes((IAC, SE)) + b"b"


def refusal(*options: int, verb: int = WONT) -> bytes:
    return b"".join(bytes((IAC, verb, option)) for option in options)


VERY_LONG = sized(10_000, 100_000)
REFUSED = refusal(TIMING_MARK)
ABSORBED = [(command,) for command in range(236, 250) if command not in (244, 247, 248)]
READ: dict[str, tuple[bytes, bytes, bytes]] = {
    "debian": (DEBIAN + b"ann\r\n", b"ann\r\n", answers(DEBIAN)),
    "putty": (PUTTY + b"ann\n", b"ann\n", answers(PUTTY)),
    "putty tries the older option": (
        PUTTY + PUTTY_THEN + b"ann\n",
        b"ann\n",
        answers(PUTTY + PUTTY_THEN),
    ),
    # Debian's telnet shows nothing more until its timing mark is refused, each time again.
    "every ctrl-c": (CTRL_C + b"x" + CTRL_C, b"\x15x\x15", REFUSED + ASKS_SIZE + REFUSED),
    # RFC 854: a refusal is not answered, but WONT shows that the peer speaks telnet.
    "wont": (bytes((IAC, WONT, 1)), b"", ASKS_SIZE),
    "dont": (bytes((IAC, DONT, 1)), b"", b""),
    "once for each direction": (
        bytes((IAC, WILL, 1, IAC, DO, 1)) * 5,
        b"",
        refusal(1, verb=DONT) + ASKS_SIZE + refusal(1),
    ),
    **{
        f"request {asks} {option}": (
            b"a" + bytes((IAC, asks, option)) + b"b",
            b"ab",
            refusal(option, verb=answer) + ASKS_SIZE,
        )
        for asks, answer in ((WILL, DONT), (DO, WONT))
        for option in (0, 1, 10, 13, 32, 240, 255)
    },
    **{
        f"absorbed {command}": (b"a" + bytes((IAC, *command)) + b"b", b"ab", b"")
        for command in (*ABSORBED, (DONT, 6))
    },
    **{
        f"key {command}": (b"a" + bytes((IAC, command)) * 3 + b"b", b"a" + key * 3 + b"b", b"")
        for command, key in ((247, b"\x7f"), (248, b"\x15"), (244, b"\x15"))
    },
    **{
        f"inside {body!r}": (inside(body), b"ab", b"")
        for body in (b"", b"\x1f\0\x50\0\x18", b"\x18\0xterm", b"\n\r\0", b"\xff\xff")
    },
    # A sloppy client's window of 255 columns.
    "a lone 255 inside": (inside(b"\x1f\x00\xff\x00\x18"), b"ab", b""),
    "no end inside": (
        bytes((IAC, SB)) + b"\x1f\0" + bytes((IAC, DO, 1)) + b"ann",
        b"ann",
        refusal(1) + ASKS_SIZE,
    ),
    "a doubled 255": (b"a\xff\xffb", b"a\xffb", b""),
    # A line in Latin-1 keeps its end.
    "255 before no command": (b"a\xff\nb", b"a\xff\nb", b""),
}


@pytest.mark.parametrize(("data", "text", "replies"), READ.values(), ids=READ)
def test_what_comes_is_read_and_answered_wherever_it_is_cut(
    data: bytes, text: bytes, replies: bytes
) -> None:
    for place in range(len(data)):
        assert run(data[:place], data[place:]) == (text, replies)
    assert run(*(data[i : i + 1] for i in range(len(data)))) == (text, replies)


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


@pytest.mark.parametrize("sized", [True, False])
def test_the_last_word_on_the_size_counts_wherever_it_is_cut(*, sized: bool) -> None:
    """0, 0: the peer refuses to tell it, so nobody need wait."""
    told, refused = window(80, 24), bytes((IAC, WONT, NAWS, IAC, WONT, 24))
    data = refused + told if sized else told + refused
    for place in range(len(data)):
        telnet = Telnet()
        telnet.feed(data[:place])
        telnet.feed(data[place:])
        assert telnet.size == ((80, 24) if sized else (0, 0))


# --- many requests -------------------------------------------------------------------


def many(number: int) -> bytes:
    return b"".join(bytes((IAC, DO, option)) for option in range(number))


def test_the_last_request_of_a_line_is_answered_and_the_next_is_not() -> None:
    telnet = Telnet()
    assert telnet.feed(many(REQUESTS_MAX)) == b""
    assert len(telnet.take_replies()) == 3 * (REQUESTS_MAX + 1), "and it is asked for its size"
    assert telnet.feed(b"abc" + bytes((IAC, DO, 200)) + b"def") == b"abcdef"
    assert telnet.take_replies() == b""


@pytest.mark.parametrize("end", [b"\n", b"\r"])
@pytest.mark.parametrize("step", [1, 100_000])
def test_a_line_forgives_the_requests_before_it(end: bytes, step: int) -> None:
    """Else Debian's telnet shows nothing more after 64 Ctrl-C in an evening."""
    marks = bytes((IAC, DO, TIMING_MARK)) * REQUESTS_MAX
    data = (marks * 2 + b"x" + end) * 3
    text, replies = run(*(data[i : i + step] for i in range(0, len(data), step)))
    assert text == (b"x" + end) * 3
    assert replies.count(bytes((IAC, WONT, TIMING_MARK))) == 3 * REQUESTS_MAX


@pytest.mark.parametrize(
    ("request_", "answers"),
    [
        ((WILL, NAWS), ASKS_SIZE),
        ((DO, NAWS), refusal(NAWS) + ASKS_SIZE),
        ((DO, TIMING_MARK), REFUSED + ASKS_SIZE + REFUSED * (REQUESTS_MAX - 1)),
    ],
)
def test_ten_thousand_repetitions_get_few_answers(
    request_: tuple[int, int], answers: bytes
) -> None:
    assert run(bytes((IAC, *request_)) * 10_000 + b"ann") == (b"ann", answers)


def test_after_many_requests_commands_go_and_text_stays() -> None:
    telnet = Telnet()
    telnet.feed(many(REQUESTS_MAX + 1))
    telnet.take_replies()
    rest = inside(b"x") + bytes((IAC, WILL, 1, IAC, NOP)) + b"b" + window(132, 50)
    assert telnet.feed(rest) == b"abb"
    assert telnet.take_replies() == b""
    assert telnet.size == (132, 50)


# --- the size of the window --------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_a_window_may_change_its_size_a_thousand_times(step: int) -> None:
    """It used to be a request: after 64, the rest of each landed in the next line."""
    sizes = [(40 + number % 300, 10 + number % 256) for number in range(1000)]
    data = b"a" + b"".join(window(*size) for size in sizes) + b"nn\n"
    telnet = Telnet()
    pieces = (data[i : i + step] for i in range(0, len(data), step))
    assert b"".join(map(telnet.feed, pieces)) == b"ann\n"
    assert telnet.size == sizes[-1]
    assert telnet.take_replies() == b""


@pytest.mark.parametrize("verb", [WILL, DO, WONT])
def test_a_peer_that_speaks_telnet_is_asked_for_its_size_once(verb: int) -> None:
    telnet = Telnet()
    telnet.feed(bytes((IAC, verb, NAWS)) * 2)
    assert telnet.take_replies() == (refusal(NAWS) if verb == DO else b"") + ASKS_SIZE
    assert telnet.spoken
    telnet = Telnet()
    telnet.ask_size()
    telnet.feed(bytes((IAC, WILL, NAWS)) + window(80, 24))
    assert telnet.take_replies() == ASKS_SIZE
    assert telnet.spoken


@pytest.mark.parametrize("step", [1, 100_000])
def test_a_file_in_utf_16_is_no_telnet(step: int) -> None:
    data = "ann\n".encode("utf-16-le")
    telnet = Telnet()
    for at in range(0, len(data) + 2, step):
        telnet.feed((b"\xff\xfe" + data)[at : at + step])
    assert not telnet.spoken
    assert telnet.take_replies() == b""


# --- what is typed is hidden --------------------------------------------------------------


@pytest.mark.parametrize("answer", [DO, DONT])
def test_what_is_typed_is_hidden_and_shown_again(answer: int) -> None:
    """The peer's answers are no requests. Before, DO ECHO is refused like any option."""
    telnet = Telnet()
    telnet.feed(bytes((IAC, DO, ECHO)))
    assert telnet.take_replies() == bytes((IAC, WONT, ECHO)) + ASKS_SIZE
    for on, told in ((True, HIDES), (False, SHOWS), (True, HIDES)):
        telnet.hide(on=on)
        telnet.feed(bytes((IAC, answer, ECHO)))
        assert telnet.take_replies() == told


def test_the_first_answer_to_hiding_is_no_request_either() -> None:
    telnet = Telnet()
    telnet.feed(bytes((IAC, WILL, NAWS)))
    telnet.hide(on=True)
    telnet.feed(bytes((IAC, DO, ECHO)))
    assert telnet.take_replies() == ASKS_SIZE + HIDES


# --- sub-negotiations ----------------------------------------------------------------


@pytest.mark.parametrize("size", [1, SUBNEGOTIATION_MAX, SUBNEGOTIATION_MAX + 1, VERY_LONG])
@pytest.mark.parametrize("filler", [b"x", b"\xff\xff", b"x\xff\xff", b"\xff\0"])
@pytest.mark.parametrize("step", [777, 1_000_000])
def test_a_sub_negotiation_of_any_length_is_swallowed_to_its_end(
    size: int, filler: bytes, step: int
) -> None:
    data = inside(filler * (size // len(filler) + 1))
    assert run(*(data[i : i + step] for i in range(0, len(data), step))) == (b"ab", b"")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\xff\n"])
@pytest.mark.parametrize("step", [1, 1_000_000])
def test_an_endless_sub_negotiation_ends_with_a_line(end: bytes, step: int) -> None:
    """A shorter one may hold the byte of a line's end."""
    for filler in (b"x", b"\xff\xff"):
        long = bytes((IAC, SB)) + b"\n" + filler * SUBNEGOTIATION_MAX + end + b"ann\n"
        text, _ = run(*(long[i : i + step] for i in range(0, len(long), step)))
        assert text == end[-1:] + b"ann\n"


# --- any cut -------------------------------------------------------------------------------

verbs = st.sampled_from([WILL, DO, WONT, DONT])
pieces = st.one_of(
    st.binary(max_size=4),
    st.sampled_from([b"\r\n", b"\r\0", b"\xff", b"\xff\xff", DEBIAN, CTRL_C, window(255, 24)]),
    st.tuples(st.just(IAC), verbs, st.integers(0, 255)).map(bytes),
    st.tuples(st.just(IAC), st.integers(236, 255)).map(bytes),
    st.binary(max_size=6).map(inside),
)


def story(chunks: list[bytes]) -> tuple[bytes, bytes, object]:
    """Text, answers, and the size of the window."""
    telnet = Telnet()
    text = b"".join(map(telnet.feed, chunks))
    return text, telnet.take_replies(), (telnet.size, telnet.spoken)


@pytest.mark.sweep
@given(st.lists(pieces, max_size=12).map(b"".join), st.randoms(use_true_random=False))
def test_any_cut_gives_the_same(data: bytes, rng: Random) -> None:
    assert story(cut(data, rng)) == story([data])
    assert story([data[i : i + 1] for i in range(len(data))]) == story([data])


def junk(rng: Random) -> bytes:
    """Up to 300 bytes, mostly telnet's, sometimes with many requests or an overlong inside."""
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
    """The same text and answers; few answers; no memory of what went by."""
    rng = Random(1983)
    for _ in range(1_000):
        data = junk(rng)
        whole = story([data])
        assert story(cut(data, rng)) == whole
        assert story([data[i : i + 1] for i in range(len(data))]) == whole
        assert len(whole[0]) <= len(data)
        ends = whole[0].count(b"\n") + whole[0].count(b"\r")
        assert len(whole[1]) <= 3 * (REQUESTS_MAX * (ends + 1) + 1)


def test_memory_is_bounded_whatever_comes() -> None:
    telnet = Telnet()
    for data in (many(256), b"\xff\xfa" + b"x" * 100_000, b"\xff\xff" * 100_000, b"\xff"):
        telnet.feed(data)
    telnet.take_replies()
    assert sum(sys.getsizeof(getattr(telnet, name)) for name in Telnet.__slots__) < 500
