"""Lines that mean no good: anyone who sends them is told in one clear line, and nobody is hurt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.request import urlopen

import pytest

from tests.e2e.peer import GREETED, Pair, Peer, pair, peer
from tests.e2e.serving import HOST, PATIENCE_S, Serving, serving

TOO_LONG = "That line was ignored: it is longer than 1024 bytes. Send shorter lines."
ESCAPE = "U+001B at place {} is an arrow key or the like: send the line without it."
OVERRIDE = "U+202E at place {} is a text direction control: send the line without it."
FLOODED = "Disconnected: far too many lines at once."
SLOW = "Disconnected: you were reading too slowly. Come back any time."
TOO_FAST = "Too fast: that line was ignored. Wait "
DO, DONT, WILL, WONT = b"\xff\xfd", b"\xff\xfe", b"\xff\xfb", b"\xff\xfc"
SB = b"\xff\xfa\x18"
NAWS = b"\x1f"

STRICT = "[limits]\nnear_factor = 1\nflood_per_s = 1\n"
"""Who is near is treated like who is far."""
SPARING = "[limits]\nflood_per_s = 1\n"
"""Hardly more lines may come if the computer is slow to read them."""


@pytest.fixture(scope="module")
def host() -> Iterator[Serving]:
    """A host as it comes."""
    with serving() as running:
        yield running
        assert " error: " not in running.stop()


@pytest.fixture(scope="module")
def others(host: Serving) -> Iterator[Pair]:
    with pair(host.port) as two:
        yield two


@pytest.fixture
def mallory(host: Serving, others: Pair) -> Iterator[Peer]:
    """Anyone who means no good, greeted; the others can talk before and after."""
    others.talk()
    with peer(host.port) as line:
        assert line.read().startswith("Parlour on ")
        line.reads(*GREETED)
        yield line
        others.talk()


def test_a_megabyte_without_a_newline_is_one_line_too_long(mallory: Peer, others: Pair) -> None:
    mallory.send(b"x" * 1_000_000)
    mallory.reads(TOO_LONG)
    others.talk()
    mallory.send(b"\n")
    mallory.is_let_in("mallory-1")


def test_invalid_utf8_is_refused_by_name(mallory: Peer) -> None:
    mallory.send(b"caf\xe9\n")
    mallory.reads("That line was ignored: byte 4 is not UTF-8. Send UTF-8 only.")
    mallory.is_let_in("mallory-2")


@pytest.mark.parametrize(
    ("evil", "told", "name"),
    [("\x1b[2J", ESCAPE, "mallory-3"), ("\u202e", OVERRIDE, "mallory-4")],
    ids=["escape", "bidi"],
)
def test_what_could_draw_on_a_screen_is_in_no_name_and_in_no_talk(
    mallory: Peer, others: Pair, evil: str, told: str, name: str
) -> None:
    mallory.send(f"{evil}mallory")
    mallory.reads(told.format(1))
    mallory.is_let_in(name)
    mallory.send(f"tell ann look{evil}here")
    mallory.reads(told.format(14))
    mallory.send("join 1")
    assert mallory.read().startswith("Table 1: Probe")
    assert mallory.read().startswith("With you: ann and bob.")
    for other in (others.ann, others.bob):
        other.reads(f"{name} sits down at seat 3.")
    mallory.send(f"say {evil}")
    mallory.reads(told.format(5))
    mallory.send("leave")
    mallory.reads("You leave seat 3 of table 1.")
    for other in (others.ann, others.bob):
        other.reads(f"{name} leaves seat 3.")


def test_a_request_of_http_after_the_greeting_is_sent_away(mallory: Peer) -> None:
    mallory.send(b"GET / HTTP/1.1\r\nHost: kitchen-pc:4004\r\nAccept: */*\r\n\r\n")
    told = "This is a game server, not a web server. Join with nc or telnet."
    assert mallory.rest() == [told]


@pytest.mark.parametrize("path", ["/", "/favicon.ico"])
def test_a_web_browser_is_sent_to_the_page(host: Serving, others: Pair, path: str) -> None:
    """With all the headers that a browser sends, some of them longer than a line may be."""
    with closing(HTTPConnection(HOST, host.port)) as browser:
        browser.request("GET", path, headers={"Cookie": "x" * 4000})
        answer = browser.getresponse()
        assert (answer.status, answer.getheader("Connection")) == (308, "close")
        there = answer.headers["Location"]
    with urlopen(there, timeout=PATIENCE_S) as page:
        assert page.read().startswith(b"<!doctype html>")
    others.talk()


@pytest.mark.parametrize(
    ("asked", "refused", "name"),
    [(DO, WONT, "mallory-5"), (WILL, DONT, "mallory-6")],
    ids=["DO", "WILL"],
)
def test_a_storm_of_telnet_options_is_answered_for_a_while_only(
    mallory: Peer, asked: bytes, refused: bytes, name: str
) -> None:
    """64 requests get their answer, more than any telnet has.

    The host asks for the size of the window (RFC 1073, option 31), once.
    """
    options = [bytes([11 + number % 200]) for number in range(10_000)]
    mallory.send(b"".join(asked + option for option in options) + b"ping\n")
    answers = [refused + option for option in options[:64] if (asked, option) != (WILL, NAWS)]
    answers.insert(1, DO + NAWS)
    assert mallory.read_raw() == b"".join(answers) + b"pong\r"
    mallory.is_let_in(name)


def test_a_telnet_option_that_never_ends_does_not_make_the_host_deaf(mallory: Peer) -> None:
    """It ends with a line when it is far too long."""
    mallory.send(SB + b"x" * 100_000 + b"\nping\n")
    mallory.reads("pong")
    mallory.is_let_in("mallory-7")


def test_ten_thousand_lines_at_once_end_the_line() -> None:
    """Some are answered, some are refused, then one line says why it ends."""
    with serving(SPARING) as host:
        with pair(host.port) as others, peer(host.port) as mallory:
            mallory.enters("mallory")
            mallory.send(b"ping\n" * 10_000)
            others.talk()
            *lines, last, _ = mallory.rest()
            assert last == FLOODED
            assert 1_900 <= lines.count("pong") < 9_000
            refused = [line for line in lines if line != "pong"]
            assert len(refused) == 100
            assert all(line.startswith(TOO_FAST) for line in refused)
        assert " error: " not in host.stop()


def test_ten_thousand_lines_from_far_away_end_the_line_sooner() -> None:
    with serving(STRICT) as host:
        with pair(host.port) as others, peer(host.port) as mallory:
            mallory.enters("mallory")
            mallory.send(b"ping\n" * 10_000)
            others.talk()
            *lines, last, _ = mallory.rest()
            assert last == FLOODED
            assert 38 <= lines.count("pong") < 500
            assert len(lines) - lines.count("pong") == 100
        assert " error: " not in host.stop()


def test_ten_thousand_useless_lines_end_the_line(mallory: Peer) -> None:
    mallory.send(b"\xc0\n" * 10_000)
    *lines, last, _ = mallory.rest()
    assert last == "Disconnected: too many unusable lines."
    assert len(lines) == 20


def test_who_never_reads_is_dropped_and_nobody_waits_for_them(host: Serving, others: Pair) -> None:
    """They watch a table with a lot of talk; those who sit there read all of it at once."""
    with peer(host.port, receive_bytes=4_096) as mallory:
        mallory.enters("mallory-8")
        mallory.send("watch 1")
        assert mallory.read().startswith("You watch table 1: Probe.")
        number = 0
        while "it does not read" not in host.log.read_text("utf-8"):
            number += 1
            others.ann.send(f"say {'hear me ' * 100} {number}")
            for other in (others.ann, others.bob):
                while not other.read().endswith(f" {number}"):
                    pass
        others.talk()
        *lines, last, _ = mallory.rest()
        assert last == SLOW
        assert sum(map(len, lines)) < 400_000
