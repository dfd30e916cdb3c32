"""What goes on of a connection when its host dies, and what does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

import pytest

from parlour.api import Seat
from parlour.core.cards import CARD_MAX, Noted, Unseen, decoded, encoded
from parlour.core.effects import Attached, ConnId, Received
from parlour.core.limits import Limits
from parlour_kit.host import WALL, Client
from tests.games.hunt.game import HUNT
from tests.house.outliving import Outliving
from tests.house.scene import Words, known

STOPPED: Final = "The host stopped for a moment and goes on. Nothing is lost."
IAC: Final = b"\xff"
NAWS: Final = b"\xff\xfa\x1f\x00\x50\x00\x0a\xff\xf0"
"""A window of 80 columns and 10 rows: one of its bytes is a LF."""
TELNET: Final = (
    b"\xff\xfb\x1f"
    + NAWS
    + b"ann\r\nset width\r\0tables\rwh\xff\xf7ho\n\r\nsay \xffhi\r\n"
    + NAWS
    + b"se\xff\xf1t width\n"
)


def new_host(**limits: int) -> Outliving:
    return Outliving(
        {"hunt": HUNT}, {"en": Words()}, Limits(**{"password_cost": 1, "bot_pause_ms": 0} | limits)
    )


def plain(data: bytes) -> str:
    """Return what a terminal shows, without what is told after a death."""
    text = re.sub(rb"\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf1]", b"", data, flags=re.DOTALL)
    lines = text.decode().splitlines()
    return "\n".join(line for line in lines if line != STOPPED)


def raw(client: Client, data: bytes) -> None:
    client.host.tick([Received(client.conn, data, client.host.now)])


def talk_telnet(cuts: Sequence[int], data: bytes = TELNET) -> str:
    """Return what is read on a connection that sends *data*, if the host dies at these cuts."""
    host = new_host()
    client = host.connect()
    for start, end in zip((0, *cuts), (*cuts, len(data)), strict=True):
        if start:
            host.die()
        raw(client, data[start:end])
    return re.sub(r"[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}", "CODE", plain(client.data))


def test_telnet_goes_on_wherever_its_bytes_are_cut() -> None:
    calm = talk_telnet(())
    assert "Hello ann" in calm
    for cut in range(1, len(TELNET)):
        assert talk_telnet([cut]) == calm, cut
    assert talk_telnet([*range(3, len(TELNET), 7)]) == calm


@pytest.mark.parametrize("size", [1500, 2047, 2500, 9000])
def test_a_line_that_is_too_long_is_refused_once(size: int) -> None:
    data = b"ann\n" + b"x" * size + b"\nwho\n"
    calm = talk_telnet((), data)
    assert calm.count("longer than 1024 bytes") == 1
    for cut in range(5, len(data), 401):
        assert talk_telnet([cut, len(data) - 6], data) == calm


def test_a_line_among_many_telnet_commands_is_carried_over() -> None:
    """More than can be read again."""
    for long in (b"\xff\xf1" * 3000, b"\xff\xfa\x18" + b"s" * 4000 + b"\xff\xf0"):
        data = b"ann\nset wi" + long + b"dth\n"
        calm = talk_telnet((), data)
        for cut in range(50, len(data), 333):
            assert talk_telnet([cut, len(data) - 4], data) == calm


def test_nothing_is_noted_where_nothing_outlives() -> None:
    host = new_host()
    host.outlives = False
    host.house = host.open_house(None)
    client = host.connect()
    client.send("ann")
    raw(client, b"who\nwho\r\nwh")
    assert not host.slots[client.conn].mark
    assert not host.slots[client.conn].card


# --- lines of which hosts died ---------------------------------------------------------------


def test_a_guilty_line_is_refused_and_what_follows_it_is_answered() -> None:
    host = new_host()
    heard: list[tuple[ConnId, int]] = []
    begin = host.house_type
    host.house_type = partial(begin, begins=lambda *line: heard.append(line))  # type: ignore[assignment]
    host.house = host.open_house(None)
    ann, bob = host.program("ann"), host.connect()
    bob.send("bob")
    heard.clear()
    ann.send("#1 ping")
    assert [conn for conn, _at in heard] == [ann.conn, ConnId(0)]
    end = heard[0][1]
    assert end == len(host.slots[ann.conn].came)
    more, also = b"#2 ping\n#3 ping\n", b"xyzzy\n"
    positions = len(host.slots[bob.conn].came) + len(also)
    guilty = {(ann.conn, end + 8), (bob.conn, positions)}
    host.house_type = partial(begin, guilty=guilty)  # type: ignore[assignment]
    ann.take()
    bob.take()
    host.slots[ann.conn].came += more
    host.slots[bob.conn].came += also
    host.die()
    lines = ann.take()
    assert '#2 no {"code":"internal"' in lines[1]
    assert lines[2].startswith("#3 ok")
    assert bob.take()[1:] == [
        "The host has failed at that line more than once, so it was ignored."
    ]


# --- what a connection keeps, and what it loses -----------------------------------------------


def test_a_long_answer_that_was_cut_ends_with_a_refusal() -> None:
    host = new_host()
    ann, bob = host.program("ann"), host.person("bob")
    ann.send("new hunt top=4 seconds=30")
    bob.send("join 1")
    ann.send("start", "hide 3")
    bob.send("/hide 1")
    host.wait(5)
    ann.send("leave yes")
    bob.send("leave yes")
    record = host.archive.recent(1)[0].record
    for client, line in ((ann, f"#r replay {record} 1x"), (bob, f"replay {record} 1x")):
        client.send(line)
    host.wait(1)
    assert "#r ok" not in ann.data.decode()
    ann.take()
    bob.take()
    host.die()
    assert [line for line in ann.take() if line.startswith("#r no")]
    assert "The host stopped in the middle of this answer. Ask again." in bob.take()
    host.die()
    assert ann.take()[0].startswith("* - notice")
    assert bob.take() == [STOPPED]
    assert ann.send("#s ping")[0].startswith("#s ok")


def test_the_rest_of_a_long_text_is_lost_and_they_are_told_so() -> None:
    host = new_host()
    ann = host.person("ann")
    ann.send("set height 10", "help")
    host.die()
    told = ann.take()
    assert told[0] == STOPPED
    assert told[1].startswith("The rest of the long text is gone.")
    host.die()
    assert ann.take() == [STOPPED]


def test_wrong_passwords_count_on() -> None:
    """Those who can kill the host have no more tries for it."""
    host = new_host()
    ann = host.person("ann")
    ann.send("register correct horse")
    eve = host.connect()
    for _try in range(4):
        assert "not the password" in eve.send("name ann wrong")[0]
        host.die()
    eve.take()
    eve.send("name ann wrong", "name ann wrong")
    assert eve.closed


def test_bad_lines_count_on_too() -> None:
    host = new_host(bad_lines=3)
    eve = host.person("eve")
    for _line in range(3):
        eve.send_raw(b"\x01\n")
        host.die()
    eve.send_raw(b"\x01\n")
    assert eve.closed


def test_a_flood_budget_is_no_fuller_than_a_quarter_of_it() -> None:
    host = new_host(flood_burst=20, near_factor=1)
    eve = host.person("eve")
    for _line in range(17):
        eve.send("ping")
    host.die()
    session = host.house.people.sessions[eve.conn]
    assert session.bucket.missing(host.now) >= 15
    host.wait(1000)
    host.die()
    assert host.house.people.sessions[eve.conn].bucket.full(host.now)


def test_a_hidden_password_is_still_asked_for() -> None:
    host = new_host()
    ann = host.connect()
    raw(ann, b"\xff\xfb\x1f" + NAWS + b"ann\r\n")
    raw(ann, b"register\r\n")
    host.die()
    raw(ann, b"correct horse\r\n")
    host.die()
    assert "Type it again." in plain(ann.data)
    raw(ann, b"correct horse\r\n")
    assert known(host, "ann").password is not None


def test_ways_back_are_known_after_a_death() -> None:
    host = new_host()
    ann = host.program("ann")
    player = known(host, "ann")
    host.die()
    again = known(host, "ann")
    assert (again.token, again.code) == (player.token, player.code)
    assert again is not player
    assert ann.send("#1 ping")[0].startswith("#1 ok")
    code = player.code
    ann.lose()
    bob = host.connect()
    bob.send(f"resume {code}")
    host.die()
    assert host.house.people.sessions[bob.conn].spent_at is not None


def test_a_watcher_goes_on_watching_what_is_still_there() -> None:
    host = new_host()
    ann, bob = host.program("ann"), host.program("bob")
    for client in (ann, host.program("cy")):
        client.send("new hunt")
    bob.send("watch 1", "watch 2")
    host.die()
    assert {*known(host, "bob").watching} == {1, 2}
    bob.take()
    ann.send("say hi")
    assert "hi" in bob.take()[0]


def watched_late(deaths: Sequence[int]) -> list[str]:
    """What a watcher who is a minute behind reads, if the host dies in these steps."""
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new hunt watch=delay:60 seconds=600")
    bob.send("join 1")
    host.person("wat").send("watch 1")
    wat = known(host, "wat").session
    assert wat is not None
    client = host.clients[wat.conn]
    steps = [
        *((ann, "start"), (ann, "/hide 3"), (bob, "/hide 5"), (None, ""), (ann, "/try bob 9")),
        *((ann, "say so"), (bob, "/try ann 8"), (client, "/say nice"), (ann, "/try bob 7")),
        *[(None, "")] * 16,
    ]
    heard = list[str]()
    for step, (who, line) in enumerate(steps):
        if who is not None:
            who.send(line)
        host.wait(7)
        if step in deaths:
            host.die()
        heard += [line for line in client.take() if line != STOPPED]
    client.send("look")
    return heard + client.take()


def test_who_watches_later_misses_nothing_and_reads_nothing_twice() -> None:
    calm = watched_late(())
    assert [line for line in calm if "Ann" in line or "ann" in line]
    for step in range(17):
        assert watched_late([step]) == calm, step
    assert sorted(watched_late(range(10))) == sorted(calm), "some of it later"


# --- at tables --------------------------------------------------------------------------------


def at_table(host: Outliving, options: str = "") -> list[Client]:
    clients = [host.person(name) for name in ("ann", "bob", "cy")]
    clients[0].send(f"new hunt {options}")
    for client in clients[1:]:
        client.send("join 1")
    clients[0].send("start")
    for client in clients:
        client.send("/hide 3")
    for client in clients:
        client.take()
    return clients


@pytest.mark.parametrize("options", ["", "pace=days"])
def test_who_is_lost_with_the_host_is_missed_only_after_a_while(options: str) -> None:
    host = new_host()
    ann, bob, cy = at_table(host, options)
    del host.slots[bob.conn]
    host.die()
    assert ann.take() == [STOPPED]
    assert cy.take() == [STOPPED]
    room = host.house.tables.rooms[1]
    assert room.table.chairs[Seat(2)].away
    assert not room.table.chairs[Seat(1)].away
    back = host.connect()
    back.send(f"resume {known(host, 'bob').token}")
    assert not [line for line in ann.take() if "back" in line and not options]


def test_a_clock_goes_on_if_everybody_is_still_there() -> None:
    host = new_host()
    ann, _bob, _cy = at_table(host, "seconds=30")
    host.die()
    assert host.house.tables.rooms[1].going
    host.wait(31)
    assert ann.take()[-1] == "bob is to try."


def test_an_adjourned_table_knows_who_has_come_back() -> None:
    host = new_host()
    ann, bob, cy = at_table(host)
    ann.send("propose adjourn")
    for client in (bob, cy):
        client.send("accept")
    ann.send("join 1")
    host.die()
    assert known(host, "ann").room is host.house.tables.rooms[1]
    for client in (bob, cy):
        client.send("join 1")
    assert host.house.tables.rooms[1].table.playing


def test_those_at_a_table_whose_game_has_changed_read_why_it_waits() -> None:
    host = new_host()
    ann, bob, _cy = at_table(host)
    host.games = {}
    host.die()
    told = "\n".join(ann.take())
    assert "Table 1 is held: the game hunt is not here" in told
    assert "Table 1 is held" in "\n".join(bob.take())
    answered = "\n".join(ann.send("@1 3"))  # that prompt is not over: the table waits
    assert "Table 1 is held: the game hunt is not here" in answered


# --- odd cards --------------------------------------------------------------------------------


def attach(event: Attached) -> tuple[Outliving, Client]:
    host = new_host()
    client = host.clients[event.conn] = Client(host, event.conn)
    host.tick([event])
    return host, client


def test_a_connection_of_which_nothing_is_noted_is_a_new_one() -> None:
    _host, client = attach(Attached(ConnId(1), "127.0.0.1", True))
    assert client.take()[-1] == "Your name? (help for help)"
    _host, client = attach(Attached(ConnId(1), "127.0.0.1", True, greeted=True))
    assert client.take() == [STOPPED]


def test_a_card_that_cannot_be_read_or_has_an_unknown_player_ends_its_connection_alone() -> None:
    unknown = encoded(Noted(player=7, greeted=True), 0.0, 0.0)
    for card in (b"\xc1", unknown):
        host, client = attach(Attached(ConnId(1), "127.0.0.1", True, card=card))
        assert client.closed
        assert host.reports
    host = new_host()
    ann = host.person("ann")
    host.slots[ann.conn].card = b"\xc1"
    host.die()
    assert ann.closed


def test_a_card_is_small_and_shows_nothing() -> None:
    long = "x" * 1024
    card = Noted(further=long, enter=long, unseen=Unseen("register", typed=long), tail=b"y" * 2048)
    data = encoded(card, 1.0, WALL)
    assert len(data) <= CARD_MAX
    again, written, later_s = decoded(data, 5.0, WALL + 3)
    assert again.tail == card.tail
    assert (written, later_s) == (2.0, 1.0)
    assert repr(card) == "Noted(player=0)"
    assert repr(card.unseen) == "Unseen('register')"
    event = Attached(ConnId(1), "127.0.0.1", True, card=data, mark=160)
    assert repr(event) == "Attached(conn=1, mark=160)"
