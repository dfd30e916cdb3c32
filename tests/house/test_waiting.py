"""A house that waits for its store: what is answered, what waits, and how it goes on."""

from __future__ import annotations

import math
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.api import Seat
from parlour.commands.people import UNREAD_S
from parlour.core.effects import Effects, Probed, Stopping
from parlour.core.intake import READ_AHEAD
from parlour.engine import record as r
from parlour.house import outside
from parlour.server._commit_queue import SLOW
from parlour.store import StoreError
from parlour_kit.host import Client
from tests.house.scene import Party, Words, known, new_host, ok, why_not
from tests.house.shaky import GOES_ON, WAITS, Shaky

BEGINS: Final = (
    '* - notice {"kind":"waiting","table":null,"number":null,'
    f'"text":["{WAITS[0]}","{WAITS[1]}"]}}'
)
FRENCH: Final = "Pour jouer dans votre langue : set lang fr"
ENDS: Final = f'* - notice {{"kind":"storing","table":null,"number":null,"text":["{GOES_ON}"]}}'


def shaky(*names: str, **limits: Any) -> tuple[Shaky, list[Client]]:
    """A host whose store can fail, with people on it."""
    host = new_host(lexicons={"en": Words()}, **limits)
    clients = [host.person(name) for name in names]
    for client in clients:
        client.take()
    return host, clients


# --- what people read ---------------------------------------------------------------------


def test_everybody_reads_one_notice_and_another_when_it_goes_on() -> None:
    """What they typed meanwhile is done then, in order."""
    host, (dee, eve) = shaky("dee", "eve")
    pro = host.program("pro")
    pro.take()
    host.stuck = True
    assert dee.send("new hunt", "options") == []
    host.fail()
    assert (dee.take(), eve.take(), pro.take()) == ([*WAITS], [*WAITS], [BEGINS])
    assert dee.send("say hello") == eve.send("tables") == []
    host.fail("The host cannot store anything now.")  # it is tried again, and fails in another way
    assert dee.take() == eve.take() == pro.take() == []
    host.wait(500)
    host.recover()
    first, *rest = dee.take()
    assert (first, rest[0]) == (GOES_ON, "Table 1: Hunt, 2 to 4 players. You sit at seat 1.")
    assert rest[-1] == "dee: hello"
    assert eve.take()[:2] == [GOES_ON, "Table 1: Hunt, opened by dee. To join: join 1"]
    assert pro.take()[0] == ENDS


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (SLOW, "Le disque de l'hôte est lent. Le temps est arrêté"),
        (StoreError("").said, "L'hôte ne peut rien enregistrer en ce moment. Le temps est arrêté"),
    ],
)
def test_the_reason_is_in_the_language_of_its_reader(why: str, told: str) -> None:
    host, (ann, bob) = shaky("ann", "bob")
    ann.send("set lang fr")
    host.fail(why)
    assert ann.take()[0].startswith(told)
    assert bob.take()[0].startswith(why)


def test_who_comes_in_meanwhile_reads_why_in_place_of_how_many_tables_there_are() -> None:
    """A program reads it as an event, too, behind the answer to its HELLO."""
    host, (ann,) = shaky("ann")
    host.stuck = True
    ann.send("new hunt")
    host.fail()
    bob, pro = host.connect(), host.connect()
    assert bob.take() == ["Parlour on test.", *WAITS, FRENCH, "Your name? (help for help)"]
    assert bob.send("bob", "say hello") == []
    hello, notice = pro.send("HELLO 1 text")
    assert hello.startswith('#- ok {"server":"parlour"')
    assert notice == BEGINS
    assert pro.send("#1 ping", "#2 name pro") == ['#1 ok {"pong":"","text":["pong"]}']
    host.recover()
    assert [line[:9] for line in bob.take()] == [
        "The host ",
        "Hello bob",
        "If you ar",
        "Type game",
        "You aren'",
    ]
    assert [line[:5] for line in pro.take()] == ["* - n", "#2 ok", "* 1 w"]
    assert "1 table open" in host.connect().take()[0]


# --- what is answered, and what waits --------------------------------------------------------


def test_what_needs_nothing_that_is_kept_is_answered_if_nothing_waits_before_it() -> None:
    """On the same connection: neither a line nor an answer."""
    host, (ann, bob, cy) = shaky("ann", "bob", "cy")
    host.stuck = True
    ann.send("new hunt")
    host.fail()
    for client in (ann, bob, cy):
        client.take()
    assert bob.send("ping 1", "help ping", "/ping 2") == [
        "pong 1",
        "ping [TOKEN]: get an answer when everything before it is done.",
        "pong 2",
    ]
    assert ann.send("ping 1") == []
    assert cy.send("look", "ping 1") == []
    assert cy.send_raw(b"ping 2\nping 3\n") == []
    host.recover()
    assert ann.take()[-1] == "pong 1"
    assert cy.take() == [
        GOES_ON,
        "Table 1: Hunt, opened by ann. To join: join 1",
        "You aren't at a table. To see them: tables - To play: play GAME",
        "pong 1",
        "pong 2",
        "pong 3",
    ]


def test_who_does_not_speak_the_protocol_is_told_so_meanwhile() -> None:
    """A line that cannot be used, what is no request at all, and a web browser. An empty line of
    somebody without a name says nothing.
    """
    host, (ann,) = shaky("ann")
    host.fail()
    ann.take()
    for line in ("#a+b ping", "\ufffd" * 2000):
        assert len(ann.send(line)) == 1
    web, nobody = host.connect(), host.connect()
    nobody.take()
    assert (
        web.send("GET / HTTP/1.1")[-1]
        == "This is a game server, not a web server. Join with nc or telnet."
    )
    assert web.closed
    assert nobody.send("") == []
    assert nobody.send("ping") == ["pong"]
    host.recover()


def test_somebody_can_say_goodbye_meanwhile() -> None:
    """They are away when it goes on, and what they had typed behind it is not read."""
    host, (ann,) = shaky("ann")
    bob = host.program("bob")
    ok(bob, "new hunt")
    host.fail()
    assert ann.send_raw(b"quit\nping\n")[-2] == "Goodbye."
    assert ann.closed
    player = known(host, "ann")
    assert player.away_timer is None
    host.recover()
    assert player.session is None
    assert player.away_timer is not None


def test_a_move_waits_whatever_it_looks_like() -> None:
    """A bare word, the answer to a prompt, a question of the game."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ann, bob = party["ann"], party["bob"]
    host.fail()
    ann.take()
    bob.take()
    assert ann.send("#1 /ping") != []
    assert ann.send("ping") == []
    assert bob.send("#1 @1 ping") == []
    host.recover()
    assert [line[:5] for line in ann.take()] == ["* - n", "#- no"]
    assert [line[:5] for line in bob.take()] == ["* - n", "#1 no"]


def test_a_spent_code_is_not_retired_before_it_goes_on() -> None:
    """The line that shows that the new one was read waits."""
    host, (ann,) = shaky("ann")
    ann.lose()
    player = known(host, "ann")
    back = host.connect()
    back.send(f"resume {player.code}")
    host.wait(UNREAD_S)
    host.fail()
    back.take()
    assert back.send("ping", "\x01" * 5000, "#? x") == []
    assert len(player.codes) == 2
    host.recover()
    assert "pong" in back.take()
    assert len(player.codes) == 1


def test_of_a_flood_no_more_is_read_than_is_kept_in_memory_and_none_of_it_is_refused() -> None:
    """It is answered at the pace at which anybody may ask."""
    host, (ann,) = shaky("ann", flood_burst=10, flood_per_s=5, near_factor=1)
    reading: list[bool] = []
    host.watch = lambda effects: reading.extend(on for _, on in effects.reading)
    host.fail()
    ann.take()
    for number in range(READ_AHEAD + 1):
        ann.send(f"why a{number}")
    assert reading == [False]
    host.recover()
    assert reading == [False]
    host.wait(60)
    assert len(ann.take()[1:]) == READ_AHEAD + 1
    assert reading == [False, True]
    host.wait(60)
    assert any("Too fast" in line for line in ann.send_raw(b"ping\n" * 300)), "as ever"


def test_pings_are_answered_for_as_long_as_it_takes() -> None:
    """The budget of a connection fills while the house stands still; more than that waits."""
    host, (ann,) = shaky("ann", flood_burst=3, flood_per_s=1, near_factor=1)
    host.wait(10)
    host.fail()
    ann.take()
    for _ in range(50):
        host.wait(1)
        assert ann.send("ping") == ["pong"]
    assert ann.send("ping", "ping", "ping", "ping") == ["pong"] * 2
    host.recover()
    host.wait(2)
    assert ann.take() == [GOES_ON, "pong", "pong"]


# --- time ----------------------------------------------------------------------------------------


def test_no_time_passes_at_any_table() -> None:
    """The deadline is later by as much as the host waited, and passes once."""
    host = new_host()
    party = Party("ann", "bob", host=host, options="seconds=60", programs=("ann", "bob"))
    room = host.house.tables.rooms[1]
    host.wait(20)
    host.stuck = True
    party["ann"].send("/say hello")
    host.wait(7)
    host.fail()
    host.wait(500)
    assert room.left_ms() == 33_000
    party["ann"].send("#1 /hide 3")
    host.recover()
    assert party["ann"].take()[-1] != ""
    assert room.left_ms() == 33_000
    host.wait(32)
    assert room.table.match is not None
    assert room.table.match.state.hiding
    host.wait(1)
    assert not room.table.match.state.hiding
    kinds = [r.decode(entry.body) for entry in host.entries if entry.table == 1]
    assert sum(isinstance(entry, r.TimeUp) for entry in kinds) == 1


def test_what_was_lost_meanwhile_is_lost_when_it_goes_on() -> None:
    """The seat is kept, the lines of that connection are gone; nobody without a name is missed."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    room = host.house.tables.rooms[1]
    stranger = host.connect()
    host.fail()
    party["bob"].send("#1 /hide 3")
    party["bob"].lose()
    stranger.lose()
    assert len(host.house.people.sessions) == 1
    assert not room.table.chairs[Seat(2)].away
    player = known(host, "bob")
    back = host.connect()
    back.send("HELLO 1", f"#1 resume {player.token}")
    host.recover()
    kinds = [type(r.decode(entry.body)) for entry in host.entries if entry.table == 1]
    assert kinds[-2:] == [r.Presence, r.Presence]
    assert any(line.startswith("#1 ok") for line in back.take())
    assert not room.table.chairs[Seat(2)].away
    assert room.table.match is not None
    assert not room.table.match.state.numbers


def test_what_was_found_out_meanwhile_is_heard_of_when_it_goes_on() -> None:
    """A password, and whether somebody's other connection still answers."""
    host, (ann,) = shaky("ann")
    ann.send("register correct horse")
    player = known(host, "ann")
    other = host.program("")
    host.run_jobs = False
    other.send("#1 name ann correct horse")
    (job,) = host.jobs
    host.fail()
    host.run_jobs = True
    host.tick([])
    host.tick([Probed(ann.conn, 0.0)])
    assert player.session is not None
    assert player.session.conn == ann.conn
    host.recover()
    assert player.session.conn == other.conn
    assert job.key not in {one.key for one in host.jobs}


@given(st.floats(0, 1e9), st.floats(0, 1e7))
def test_what_is_due_is_due_on_both_clocks_at_the_same_moment(due: float, behind_s: float) -> None:
    """However the sums are rounded: never a moment too early, and then for ever."""
    moment = outside(due, behind_s)
    assert moment - behind_s >= due
    assert math.isclose(moment, due + behind_s, rel_tol=1e-15)


def test_a_host_that_is_stopped_while_it_waits_says_what_that_means() -> None:
    """It stores nothing more, and everybody reads the same. One that is killed has
    acknowledged neither the table nor the name.
    """
    host, (ann,) = shaky("ann")
    host.stuck = True
    ann.send("new hunt")
    host.fail()
    ann.take()
    asked: list[Effects] = []
    host.watch = asked.append
    host.tick([Stopping()])
    assert ann.take() == [
        "The host is stopping. What you typed last may be lost. Goodbye.",
        "If nc does not end now, press Ctrl-C.",
    ]
    assert not any(effects.stores for effects in asked)
    host, (ann,) = shaky("ann")
    host.stuck = True
    assert ann.send("new hunt") == []
    bob = host.connect()
    bob.take()
    assert bob.send("bob") == []
    host.fail()
    host.restart()
    assert not host.house.tables.rooms
    assert host.house.people.find("bob") is None
    assert host.house.people.find("ann") is not None
    assert why_not(host.program("cy"), "join 1").startswith("There is no table")
