"""What a person's terminal needs: ends of lines, its width, and passwords that it does not show.

The bytes of the programs are recorded (`tests.wire.traces`).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.commands.dispatch import FORGIVEN_S
from parlour.commands.passwords import TRY_FORGIVEN_S, WRONG_TRIES
from parlour.commands.turns import TELNET_S
from parlour.core.effects import Received
from parlour.core.limits import Limits
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.house.scene import known, new_host, ok
from tests.wire.traces import AGREES, ASKS_SIZE, HIDES, SHOWS, TRACES, Trace, window

TELNET = {name: trace for name, trace in TRACES.items() if trace.telnet}
OPEN = "ann has an account. If it is yours: name ann PASSWORD - if not: name NAME"
UNSEEN = "ann has an account. Type its password (not shown), or just press Enter."


def says(client: Client, data: bytes) -> bytes:
    """Let *data* arrive, and return the bytes that came back."""
    client.host.tick([Received(client.conn, data, client.host.now)])
    return heard(client)


def heard(client: Client) -> bytes:
    """The bytes that came since this was last called."""
    data = client.data[client.read :]
    client.read = len(client.data)
    return data


def comes_in(host: Host, trace: Trace, size: tuple[int, int] = (80, 24)) -> Client:
    """Connect with that program, say `ann`, and answer what the host asks.

    Its first line is answered when the host knows its window, or that it never will.
    """
    client = host.connect()
    asked = says(client, trace.opening) if trace.opening else b""
    asked += says(client, trace.typed)
    if trace.telnet:
        assert asked.count(ASKS_SIZE) == 1
        told = says(client, trace.sized.replace(window(80, 24), window(*size)))
        assert (told == b"") == bool(trace.opening)
    elif trace.typed.endswith(b"\r\n"):
        host.wait(TELNET_S)
    return client


def registered(host: Host) -> None:
    """Let there be an account `ann`."""
    client = host.program("ann")
    ok(client, "register secret 13")
    client.lose()


# --- ends of lines ------------------------------------------------------------------------


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_a_screen_gets_the_ends_of_lines_that_it_needs(trace: Trace) -> None:
    """A screen of PuTTY or Windows telnet makes a staircase of LF alone."""
    client = comes_in(new_host(), trace)
    text = says(client, b"games" + trace.typed[-trace.typed[::-1].index(b"n") :])
    assert text.count(b"\n") >= 2
    assert text.count(b"\r\n") == (text.count(b"\n") if trace.returns else 0)


def test_a_putty_gets_them_from_the_greeting_on_and_netcat_never() -> None:
    host = new_host()
    client = host.connect()
    client.read = 0
    host.tick([Received(client.conn, TRACES["PuTTY, telnet"].opening, host.now)])
    says(client, b"ann\r\n")
    bob = host.connect()
    text = says(bob, b"bob\nwho\nxyzzy\n")
    assert b"\r" not in text
    assert b"\xff" not in text


def test_news_goodbyes_and_refusals_end_as_all_lines_do() -> None:
    host = new_host()
    client = comes_in(host, TRACES["ConnectBot"])
    host.program("bob").send("#1 new hunt")
    host.wait(1)
    news = heard(client)
    assert b"Table 1: Hunt, opened by bob." in news
    text = news + says(client, b"\x01\rxyzzy\rquit\r")
    text += host.house.slow_notice(client.conn)
    assert text.count(b"\r\n") == text.count(b"\n") > 3


def test_a_telnet_answer_with_the_byte_of_a_line_end_stays_as_it_is() -> None:
    """Options 10 and 13 are refused like any other."""
    client = comes_in(new_host(), TRACES["telnet"])
    asked = b"\xff\xfd\x0a\xff\xfb\x0a\xff\xfd\x0d"
    assert says(client, asked) == b"\xff\xfc\x0a\xff\xfe\x0a\xff\xfc\x0d"


@pytest.mark.parametrize(
    "lines",
    [
        (b"HELLO 1 text\r\n", b"#1 name pro\r\n#2 games\r\n"),
        (b"HELLO 1 text\r", b"#1 name pro\r\n#2 games\r\n"),
        (b"HELLO 2 text\r\n", b"HELLO 1 text\r\n"),
    ],
)
def test_a_program_reads_lf_and_no_telnet_whatever_it_sends(lines: tuple[bytes, bytes]) -> None:
    """Also one that asks for a later protocol. A browser gets its page and no telnet."""
    client = new_host().connect()
    heard(client)
    text = b"".join(says(client, line) for line in lines)
    assert b"\xff" not in text
    assert b"\r" not in text or lines[0] == b"HELLO 2 text\r\n"
    text = says(client.host.connect(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert ASKS_SIZE not in text
    assert b"\r\r" not in text


# --- the width ----------------------------------------------------------------------------


def test_the_first_line_is_answered_for_the_window_it_is_read_in() -> None:
    """Else a narrow terminal would cut the code to come back with. netcat waits for nothing."""
    for first in (len(AGREES), 3):  # its answer comes in one packet, or in two
        client = new_host().connect()
        heard(client)
        assert says(client, b"ann\r\nwho\r\n") == ASKS_SIZE
        agrees = AGREES.replace(window(80, 24), window(60, 24))
        text = says(client, agrees[:first])
        if first < len(AGREES):
            assert text == b""
            text = says(client, agrees[first:])
        assert text.startswith(b"Hello ann.\r\nIf you are disconnected, type: resume "), text
        assert text.endswith(b"\r\nann: in the lobby\r\n")
    assert says(new_host().connect(), b"ann\n").endswith(b"help.\n")


def test_one_that_will_not_say_its_size_is_answered_at_once() -> None:
    for refusal in (b"\xff\xfc\x1f", b"\xff\xfc\x18\xff\xfc\x1f\xff\xfc\x20"):
        client = new_host().connect()
        heard(client)
        says(client, b"ann\r\n")
        assert says(client, refusal).startswith(b"Hello ann.")


@pytest.mark.parametrize("trace", TELNET.values(), ids=TELNET)
def test_a_telnet_peer_is_asked_for_its_width_and_written_to_fit(trace: Trace) -> None:
    host = new_host({"hunt": replace(HUNT, rules_text="many words " * 40)})
    client = comes_in(host, trace, (60, 20))
    widths = {}
    for columns in (60, 80, 132, 60, 255):
        says(client, window(columns, 50))
        lines = says(client, b"rules hunt\r\n").split(b"\r\n")
        widths[columns] = max(map(len, lines))
        assert columns - 12 < widths[columns] < columns
    assert widths[60] < widths[80] < widths[132]


def test_a_window_that_changes_all_evening_does_no_harm() -> None:
    """The 64th used to be the last, and 20 lines later the connection was closed."""
    client = comes_in(new_host(), TRACES["telnet"])
    for number in range(500):
        assert says(client, window(40 + number % 100, 24)) == b""
        assert says(client, b"ping\r\n") == b"pong\r\n"
    assert not client.closed


# --- passwords ----------------------------------------------------------------------------


@pytest.mark.parametrize("trace", TELNET.values(), ids=TELNET)
def test_a_telnet_peer_types_a_password_that_is_not_shown(trace: Trace) -> None:
    """Twice to register; once to come in."""
    host = new_host()
    client = comes_in(host, trace)
    asked = says(client, b"register\r\n")
    assert asked == b"Type a new password. It is not shown.\r\n" + HIDES
    assert says(client, trace.hidden) == b""
    assert says(client, trace.password) == b"Type it again.\r\n"
    answer = says(client, trace.password)
    assert answer.startswith(SHOWS)
    assert b"ann is yours" in answer, answer
    assert says(client, trace.shown) == b""
    assert says(client, b"ping\r\n") == b"pong\r\n"
    client.lose()
    client = host.connect()
    says(client, trace.opening)
    asked = says(client, trace.typed) + says(client, trace.sized)
    question = f"{UNSEEN}\r\n".encode()
    assert asked == (ASKS_SIZE if not trace.opening else b"") + question + HIDES
    assert says(client, trace.hidden) == b""
    answer = says(client, trace.password)
    assert answer.startswith(SHOWS + b"Hello ann.\r\n")
    assert b"secret" not in client.data


@pytest.mark.parametrize("name", ["nc", "plink -raw", "PuTTY, raw", "ConnectBot"])
def test_a_terminal_that_cannot_hide_it_is_told_to_type_it_behind_the_name(name: str) -> None:
    """And gets no byte of telnet, unless it ends its lines as telnet does."""
    host = new_host()
    registered(host)
    client = comes_in(host, TRACES[name])
    assert OPEN.encode() in client.data
    assert (b"\xff" in client.data) == (name == "PuTTY, raw")
    heard(client)
    assert says(client, b"name ann secret 13\n").startswith(b"Hello ann.")
    assert says(client, b"register\n").startswith(
        b"Type it after the word, at least 8 characters: register PASSWORD"
    )


def test_the_question_for_a_password_says_what_to_do() -> None:
    host = new_host()
    registered(host)
    client = comes_in(host, replace(TRACES["telnet"], typed=b"bob\r\n"))
    says(client, b"quit\r\n")
    client = host.connect()
    assert says(client, b"ann\r\nping\r\n").endswith(ASKS_SIZE)
    asked = says(client, TRACES["telnet"].sized)
    assert asked.startswith(UNSEEN.encode() + b"\r\n" + HIDES), "ping was typed as the password"
    client = host.connect()
    says(client, TRACES["plink -telnet"].opening)
    assert says(client, b"ann\n") == UNSEEN.encode() + b"\r\n" + HIDES
    none = b"You typed no password. To come in under another name: name NAME\r\n"
    assert says(client, b"\r\n") == SHOWS + none
    assert b"Hello bob." in says(client, b"bob\r\n")
    says(client, b"register\r\n")
    none = b"You typed no password, so nothing has changed.\r\n"
    assert says(client, b"\r\n") == SHOWS + none


def test_a_program_that_shows_too_late_that_it_speaks_telnet_is_asked_next_time() -> None:
    host = new_host()
    registered(host)
    client = host.connect()
    says(client, b"ann\r\n")
    host.wait(TELNET_S)
    assert OPEN.encode() in heard(client)
    assert says(client, TRACES["telnet"].sized) == b""
    assert says(client, b"name ann\r\n") == UNSEEN.encode() + b"\r\n" + HIDES


def test_a_wrong_password_is_refused_and_shown_lines_are_commands_again() -> None:
    """A line that cannot be used is none, and leaves it hidden."""
    host = new_host()
    registered(host)
    client = comes_in(host, TRACES["telnet -port"])
    assert says(client, b"quit\r\0") == SHOWS + b"That is not the password of ann.\r\n"
    assert says(client, b"help\r\0").startswith(b"Type your name to come in.")
    client = comes_in(host, TRACES["telnet -port"])
    assert says(client, b"\x1b[A\r\0").startswith(b"U+001B at place 1 is an arrow key")
    assert says(client, b"secret 13\r\0").startswith(SHOWS + b"Hello ann.")


def test_a_new_password_is_typed_twice_and_the_old_one_first() -> None:
    """Who came in with their code has to prove who they are."""
    host = new_host()
    registered(host)
    player = known(host, "ann")
    client = comes_in(host, replace(TRACES["telnet -port"], typed=b"bob\r\0"))
    says(client, b"quit\r\0")
    client = host.connect()
    says(client, TRACES["telnet -port"].opening)
    says(client, b"resume " + player.token.encode() + b"\r\0")
    first = says(client, b"register\r\0")
    assert first == b"First type the password you have now. It is not shown.\r\n" + HIDES
    proved = says(client, b"secret 13\r\0")
    assert proved == SHOWS + b"That is your password. Now type the new one.\r\n" + HIDES
    assert says(client, b"new secret\r\0") == b"Type it again.\r\n"
    differ = says(client, b"new sekret\r\0")
    assert differ == SHOWS + b"The two passwords differ, so nothing has changed.\r\n"
    says(client, b"register\r\0")
    says(client, b"new secret\r\0")
    assert "secret" not in repr(host.house.people.sessions[client.conn].unseen)
    assert b"secret" not in says(client, b"new secret\r\0")
    assert player.password is not None
    client.lose()
    client = comes_in(host, TRACES["telnet -port"])
    assert says(client, b"new secret\r\0").startswith(SHOWS + b"Hello ann.")


def test_a_password_is_never_a_request_that_needs_no_store() -> None:
    """While the host waits for its store, even `help` may be a password."""
    host = new_host()
    registered(host)
    client = comes_in(host, TRACES["telnet -port"])
    host.fail()
    heard(client)
    assert says(client, b"help me out\r\0") == b""
    host.recover()
    assert b"That is not the password of ann." in heard(client)


# --- forgiving ------------------------------------------------------------------------------


def test_an_evening_of_unusable_lines_ends_no_connection() -> None:
    """An arrow key in nc, now and then. Twenty used to be the end. Many at once are not
    forgiven.
    """
    host = new_host()
    client = host.person("ann")
    for _ in range(10 * Limits().bad_lines):
        assert client.send_raw(b"\x1b[A\n")[-1].startswith("U+001B at place 1 is an arrow key")
        host.wait(FORGIVEN_S)
    assert not client.closed
    host = new_host(bad_lines=3)
    client = host.program("ann")
    client.send_raw(b"\xff\n" * 3)
    host.wait(2 * FORGIVEN_S)
    client.send_raw(b"\xff\n" * 2)
    assert not client.closed
    client.send_raw(b"\xff\n")
    assert client.closed


def test_wrong_passwords_are_forgiven_with_time() -> None:
    """How many may come in an hour is for the host's own count. Lines refused as too fast are
    forgiven once all is answered: two pastes that are too long in one evening are not one
    flood.
    """
    host = new_host(tries_s=60)
    registered(host)
    client = host.program("ann-2")
    ok(client, "register right one")
    client.lose()
    player = known(host, "ann-2")
    client = host.connect()
    client.send("HELLO 1 text", f"#1 resume {player.token}")
    for _ in range(3 * WRONG_TRIES):
        assert client.send("#2 register wrong one")[0].startswith("#2 no ")
        host.wait(TRY_FORGIVEN_S)
    assert not client.closed
    host = new_host(near_factor=1, flood_refusals=60)
    client = host.person("ann")
    paste = b"ping\n" * (Limits().flood_burst + Limits().flood_waiting + 40)
    for _ in range(5):
        client.send_raw(paste)
        host.wait(120)
        answers = client.take()
        assert answers.count("pong") >= Limits().flood_waiting
    assert not client.closed
