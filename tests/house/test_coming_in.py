"""Coming in: the greeting, names, becoming a program, and being forgotten."""

from __future__ import annotations

from parlour.api import AnyGame
from parlour.core.effects import Received, Stopping
from parlour_kit.host import Client, Host
from tests.house.scene import Party, ask, known, nameless, new_host, ok, refused


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
    """Nor does losing it twice do anything. Who quits as the host stops is told goodbye once."""
    host = new_host()
    ann = host.person("ann")
    ann.lose()
    ann.lose()
    before = len(host.entries)
    assert ann.send("new hunt") == []
    assert len(host.entries) == before
    host = new_host()
    ann = host.program("ann")
    ann.take()
    host.tick([Received(ann.conn, b"quit\n"), Stopping()])
    assert [line.split(" ")[1] for line in ann.take()] == ["ok", "bye"]


def test_telnet_is_answered_before_the_lines_that_came_with_it() -> None:
    """A request for an option is refused."""
    client = new_host().connect()
    client.host.tick([Received(client.conn, b"\xff\xfd\x01ann\r\n")])
    assert client.data.index(b"\xff\xfc\x01") < client.data.index(b"Hello ann.")


def test_no_code_is_given_twice() -> None:
    host = new_host()
    chance = iter([b"abcdef", b"t" * 16, b"abcdef", b"ghijkl", b"u" * 16])

    def entropy(_size: int) -> bytes:
        return next(chance)

    host.house.people.entropy = entropy
    host.person("ann")
    host.person("bob")
    codes = [player.code for player in host.house.people.register.by_key.values()]
    assert len(set(codes)) == 2


def test_a_connection_over_which_the_host_fails_is_closed_with_an_apology() -> None:
    """Here it cannot even count its games. A limit that makes no sense is reported, and it
    goes on.
    """

    class Uncountable(dict[str, AnyGame]):
        def __len__(self) -> int:
            raise RuntimeError("no")

    client = new_host(Uncountable()).connect()
    assert client.closed
    assert client.take() == [
        "The host failed. It is not your fault, and nothing else has changed.",
        "If nc does not end now, press Ctrl-C.",
    ]
    host = new_host(flood_per_s=0)
    assert host.connect().take() == []
    assert [report.text for report in host.reports] == ["Connected failed"]


# --- saying goodbye ------------------------------------------------------------------------


def here(client: Client) -> list[str]:
    return [row["name"] for row in ask(client, "who").items]


def code_of(host: Host, name: str) -> str:
    player = known(host, name)
    return player.code


def quits(host: Host, name: str) -> str:
    """Somebody comes in as a guest and says goodbye in the lobby. Returns their code."""
    guest = host.person(name)
    code = code_of(host, name)
    guest.send("quit")
    guest.lose()
    return code


def test_a_guest_who_says_goodbye_in_the_lobby_is_no_longer_listed() -> None:
    """They can still come back with their code, and are listed again."""
    host = new_host()
    eve = host.program("eve")
    code = quits(host, "ann")
    assert here(eve) == ["eve"]
    ann = host.connect()
    ann.send(f"resume {code}")
    assert here(eve) == ["eve", "ann"]
    ann.lose()  # without a goodbye
    assert here(eve) == ["eve", "ann"]


def test_a_restarted_host_does_not_list_a_guest_who_said_goodbye() -> None:
    """It lists one who came back, also if the host is killed then."""
    host = new_host()
    quits(host, "ann")
    code = quits(host, "bob")
    bob = host.connect()
    bob.send(f"resume {code}")
    host.restart()
    assert here(host.program("eve")) == ["eve", "bob"]
    assert any("Hello ann." in line for line in host.connect().send("ann"))


def test_a_restarted_host_does_not_list_an_account_that_said_goodbye() -> None:
    """Its name is kept, and its password brings it back."""
    host = new_host()
    ann = host.program("ann")
    ok(ann, "register correct horse", "quit")
    ann.send("quit")
    ann.lose()
    host.restart()
    assert here(host.program("eve")) == ["eve"]
    assert any("Hello ann." in line for line in host.connect().send("name ann correct horse"))
    host.restart()
    assert here(host.program("fay")) == ["fay", "ann", "eve"]
    host = new_host()
    ann = host.program("ann")
    ok(ann, "register correct horse", "quit")
    ann.lose()
    eve = host.program("eve")
    assert here(eve) == ["eve"]
    assert any("ann has an account." in line for line in host.connect().send("ann"))


def test_the_name_of_a_guest_who_has_said_goodbye_is_free_at_once() -> None:
    """Most likely it is the same guest, who comes back with netcat. Nothing is due twice."""
    host = new_host()
    code = quits(host, "ann")
    ann = host.connect()
    assert any("Hello ann." in line for line in ann.send("ann"))
    assert refused(host.program("eve"), f"resume {code}") == "usage"
    assert "No one matches that code. To start fresh: name NAME" in host.connect().send(
        f"resume {code}"
    )
    host.wait(host.limits.away_s + 1)
    assert host.house.people.find("ann") is not None


def test_a_newcomer_who_is_refused_takes_no_name_away() -> None:
    """The guest who said goodbye can still come back."""
    host = new_host(names_per_address=1, near_factor=1)
    code = quits(host, "ann")
    assert refused(nameless(host), "name !") == "bad_name"
    assert any("Hello ann." in line for line in host.connect().send(f"resume {code}"))
    assert any(line.startswith("1 guests came") for line in host.connect().send("bob"))


def test_guests_who_have_gone_make_room_for_others_from_their_address() -> None:
    """Who has been away longest first, and nobody who has something to come back to."""
    host = new_host(names_per_address=3, near_factor=1)
    party = Party("ann", "bob", host=host)
    host.person("cy").lose()
    host.wait(1)
    party["ann"].lose()
    dan = host.person("dan")
    assert host.house.people.find("cy") is None
    dan.lose()
    host.person("eve")
    assert host.house.people.find("dan") is None
    assert any(line.startswith("3 guests came") for line in host.connect().send("fay"))
    assert host.house.people.find("ann") is not None


def test_a_name_stays_taken_while_something_waits_for_its_guest() -> None:
    """A seat, an adjourned game, or a party. They are listed as well."""
    party = Party("ann", "bob")
    host, ann = party.host, party["ann"]
    eve = host.program("eve")
    ann.send("/quit")
    ann.lose()
    assert here(eve) == ["bob", "eve", "ann"]
    assert any("their seat at table 1 is kept" in line for line in host.connect().send("ann"))

    cy = host.program("cy")
    ok(eve, "party new hunt tables=1 rounds=1")
    ok(cy, "party join 1")
    cy.send("quit")
    cy.lose()
    assert here(eve) == ["bob", "eve", "ann", "cy"]
    assert any("cy is taken." in line for line in host.connect().send("cy"))
    party = Party("ann", "bob", options="seconds=30")
    host = party.host
    party["ann"].send("/propose adjourn")
    party["bob"].send("/accept", "/quit")
    party["bob"].lose()
    assert here(host.program("eve")) == ["ann", "eve", "bob"]
    assert any("bob is taken." in line for line in host.connect().send("bob"))
