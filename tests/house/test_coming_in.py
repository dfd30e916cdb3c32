"""Coming in: the greeting, names, becoming a program, and being forgotten."""

from __future__ import annotations

from parlour.api import AnyGame
from parlour.house.effects import Received, Stopping
from tests.house.scene import new_host

# --- programs ------------------------------------------------------------------------


def test_a_program_without_text_gets_none_anywhere() -> None:
    """In answers, refusals, events and the goodbye."""
    client = new_host().connect()
    client.send(
        "HELLO 1",
        "name ann",
        "new hunt",
        "bot",
        "start",
        "/look",
        "/xyzzy",
        "/commands",
        "x",
        "/quit",
    )
    assert '"text"' not in client.data.decode().split("\n", 2)[2]
    assert client.data.decode().endswith("! bye {}\n")


# --- numbers of connections ----------------------------------------------------------------


def test_what_a_lost_line_still_brings_is_not_read() -> None:
    """Nor does losing it twice do anything."""
    host = new_host()
    ann = host.person("ann")
    ann.lose()
    ann.lose()
    before = len(host.entries)
    assert ann.send("new hunt") == []
    assert len(host.entries) == before


def test_telnet_is_answered_before_the_lines_that_came_with_it() -> None:
    """A request for an option is refused."""
    client = new_host().connect()
    client.host.tick([Received(client.conn, b"\xff\xfd\x01ann\r\n")])
    assert client.data.index(b"\xff\xfc\x01") < client.data.index(b"Hello ann.")


def test_who_quits_as_the_host_stops_is_told_goodbye_once() -> None:
    """His line is closing already."""
    host = new_host()
    ann = host.program("ann")
    ann.take()
    host.tick([Received(ann.conn, b"quit\n"), Stopping()])
    assert [line.split(" ")[1] for line in ann.take()] == ["ok", "bye"]


def test_no_code_is_given_twice() -> None:
    """Chance is asked again."""
    host = new_host()
    chance = iter([b"abcdef", b"t" * 16, b"abcdef", b"ghijkl", b"u" * 16])

    def entropy(_size: int) -> bytes:
        return next(chance)

    host.house.people.entropy = entropy
    host.person("ann")
    host.person("bob")
    codes = [player.code for player in host.house.people.register.by_key.values()]
    assert len(set(codes)) == 2


def test_a_connection_that_cannot_be_begun_hurts_nobody() -> None:
    """A limit that makes no sense is reported, and the host goes on."""
    host = new_host(flood_per_s=0)
    assert host.connect().take() == []
    assert [report.text for report in host.reports] == ["Connected failed"]


def test_a_connection_over_which_the_host_fails_is_closed_with_an_apology() -> None:
    """Here it cannot even count its games."""

    class Uncountable(dict[str, AnyGame]):
        def __len__(self) -> int:
            raise RuntimeError("no")

    client = new_host(Uncountable()).connect()
    assert client.closed
    assert client.take() == [
        "The host failed. It is not your fault, and nothing else has changed."
    ]
