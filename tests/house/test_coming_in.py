"""Coming in: the greeting, names, becoming a program, and being forgotten."""

from __future__ import annotations

import pytest

from parlour.api import AnyGame
from parlour.house.effects import Received, Stopping
from tests.house.scene import Party, ask, events, names, new_host, ok, refused


def test_everybody_is_greeted_with_what_is_here_and_asked_for_a_name() -> None:
    """One is not many."""
    host = new_host()
    assert host.connect().take() == [
        "Parlour on test: 2 games, 0 tables open.",
        "Your name? (help for help)",
    ]
    Party("ann", "bob", host=host)
    assert host.connect().take()[0] == "Parlour on test: 2 games, 1 table open."


@pytest.mark.parametrize("line", ["Ann", "name Ann", "NAME Ann", "/name Ann", "#4 name Ann"])
def test_a_person_types_his_name_or_says_that_it_is_one(line: str) -> None:
    """He reads his way back, and what to do next."""
    host = new_host()
    lines = host.connect().send_raw(f"{line}\n".encode())
    player = host.house.people.find("Ann")
    assert player is not None
    assert any(
        f"Hello Ann. Your way back if the line drops: resume {player.code}" in x for x in lines
    )


def test_a_program_names_itself_and_gets_its_token_before_its_first_event() -> None:
    """The stream begins with number 1."""
    client = new_host().connect()
    client.send("HELLO 1")
    lines = client.send("#1 name bot_1")
    assert lines[0].startswith('#1 ok {"name":"bot_1","guest":true,"token":"')
    assert '"seq":0,' in lines[0]
    assert [(seq, name) for seq, name, _ in events(lines)] == [(1, "welcome")]


def test_nobody_is_two_people_on_one_line() -> None:
    """To be another one, one opens another line."""
    client = new_host().program("ann")
    assert refused(client, "name bob") == "usage"
    assert refused(client, "resume abc") == "usage"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("a", "bad_name"),
        ("1st", "bad_name"),
        ("admin", "bad_name"),
        ("seat2", "bad_name"),
        ("plodder-1", "bad_name"),
        ("Plodder-12", "bad_name"),
        ("pl0dder-l", "bad_name"),
        ("", "bad_name"),
        ("ann secret", "bad_password"),
        ("arm", "name_taken"),
    ],
)
def test_a_name_that_cannot_be_is_refused(raw: str, code: str) -> None:
    """Also one that looks like somebody's, or like a bot's."""
    host = new_host()
    host.person("Am")
    host.person("ARM")
    client = host.connect()
    client.send("HELLO 1")
    assert refused(client, f"name {raw}") == code


def test_a_name_like_a_bots_is_free_where_no_such_bot_is() -> None:
    """Only the bots of this host's games are kept."""
    host = new_host()
    assert host.house.people.find("sharp-1") is None
    host.person("sharp-1")
    host.person("plodder-x")
    assert host.house.people.find("sharp-1") is not None
    assert host.house.people.find("plodder-x") is not None


def test_a_name_whose_player_is_away_is_taken_and_the_way_back_is_named() -> None:
    """It might be he."""
    host = new_host()
    ann = host.person("ann")
    bob = host.connect()
    assert bob.send("ann") == ["ann is taken; choose another name"]
    ann.lose()
    assert bob.send("ANN")[0].endswith("If that is you: resume CODE")


def test_a_name_and_a_place_in_the_lobby_are_kept_for_a_while_only() -> None:
    """Then the name is free again, and the code is nobody's."""
    host = new_host(away_s=100)
    ann = host.person("ann")
    player = host.house.people.find("ann")
    assert player is not None
    ann.lose()
    host.wait(99)
    assert host.house.people.find("ann") is player
    host.wait(1)
    assert host.house.people.find("ann") is None
    assert host.connect().send(f"resume {player.code}")[-1].startswith("Nobody is away")
    assert host.person("ann").send("who")[0].startswith("ann: in the lobby")


def test_who_comes_back_is_not_forgotten_and_neither_is_who_sits_at_a_table() -> None:
    """The time counts from the last time the line dropped."""
    host = new_host(away_s=100)
    party = Party("ann", "bob", host=host)
    party["bob"].lose()
    cy = host.program("cy")
    ok(cy, "who")
    cy.lose()
    host.wait(90)
    player = host.house.people.find("cy")
    assert player is not None
    cy = host.connect()
    cy.send(f"resume {player.token}")
    cy.lose()
    host.wait(90)
    assert host.house.people.find("cy") is player
    host.wait(10)
    assert host.house.people.find("cy") is None
    host.wait(300)
    assert host.house.people.find("bob") is not None


def test_a_word_that_is_no_verb_is_no_name_for_a_program() -> None:
    """It must say `name`."""
    client = new_host().connect()
    client.send("HELLO 1")
    assert refused(client, "ann") == "unknown_verb"
    assert refused(client, "try ann 4") == "not_at_table"
    assert refused(client, "/tables_") == "unknown_verb"


def test_a_word_with_a_slash_is_no_name_for_a_person() -> None:
    """He meant a command."""
    assert new_host().connect().send("", "/ann")[-1].startswith("There is no command ann")


@pytest.mark.parametrize("line", ["new hunt", "say hi", "look", "why ant", "leave", "who is it"])
def test_most_verbs_need_a_name(line: str) -> None:
    """The list of players does not."""
    client = new_host().connect()
    client.send("HELLO 1")
    answer = ask(client, line)
    assert answer.code == (None if line.startswith("who") else "not_logged_in")


# --- programs ------------------------------------------------------------------------


def test_hello_makes_a_line_a_programs_with_what_it_asked_for() -> None:
    """Capabilities are told in the host's order."""
    client = new_host().connect()
    (answer,) = client.send("HELLO 1 notext scene")
    assert answer == (
        '#- ok {"server":"parlour","version":"0.0","protocol":1,"capabilities":["scene","notext"]}'
    )


def test_a_program_without_text_gets_none_anywhere() -> None:
    """In answers, refusals, events and the goodbye."""
    host = new_host()
    client = host.program("ann", "notext")
    client.send("new hunt", "bot", "start", "/look", "/xyzzy", "/commands", "x", "/quit")
    assert '"text"' not in client.data.decode().split("\n", 2)[2]
    assert client.data.decode().endswith("! bye {}\n")


@pytest.mark.parametrize("line", ["HELLO 2", "HELLO 1 colour", "HELLO 1 view view2 notext"])
def test_an_unknown_version_or_capability_is_refused_as_a_whole(line: str) -> None:
    """The refusal is typed, the line is as it was, and may greet again."""
    host = new_host()
    client = host.connect()
    client.take()
    (answer,) = client.send(line)
    assert answer.startswith('#- no {"code":"usage"')
    assert client.send("ping") == ["pong"]
    client = host.connect()
    client.send(line)
    assert client.send("HELLO 1")[-1].startswith("#- ok")


def test_hello_without_a_version_is_answered_for_people() -> None:
    """A person may have typed it."""
    assert new_host().connect().send("HELLO")[-1].startswith("Unknown protocol version")


def test_hello_counts_on_the_first_line_only() -> None:
    """Later it is a word like others."""
    client = new_host().person("ann")
    assert client.send("HELLO 1") == [
        "HELLO makes a line a program's, and must be the first thing on it."
    ]


def test_a_web_browser_is_told_so_and_closed() -> None:
    """One line; later such a line is nothing special."""
    host = new_host()
    client = host.connect()
    assert client.send("GET / HTTP/1.1")[-1] == "This is not a web server. Use: nc or telnet"
    assert client.closed
    ann = host.person("ann")
    ann.send("GET / HTTP/1.1")
    assert not ann.closed


# --- time limits ------------------------------------------------------------------------


def test_a_line_without_a_name_is_closed_after_a_while() -> None:
    """Whatever else it says; one with a name is not."""
    host = new_host(login_s=30)
    silent, talker, ann = host.connect(), host.connect(), host.person("ann")
    program = host.connect()
    program.send("HELLO 1")
    talker.send("help")
    host.wait(29)
    assert not silent.closed
    talker.send("quit")
    host.wait(1)
    assert (silent.closed, talker.closed, ann.closed) == (True, True, False)
    assert silent.take()[-1] == "Nobody gave a name, so the line is closed."
    assert program.take()[-1].startswith("! login_timeout ")


def test_a_line_that_is_silent_at_no_table_is_closed() -> None:
    """Any word keeps it; so does a table, to play at or to watch."""
    host = new_host(idle_s=100, empty_table_s=10_000)
    idle, busy = host.person("idle"), host.person("busy")
    party = Party("ann", "bob", host=host, watchers=("wat",), start=False)
    host.wait(60)
    busy.send("ping")
    host.wait(60)
    assert (idle.closed, busy.closed) == (True, False)
    assert idle.take()[-1] == "Nothing was said for long; the line is closed."
    host.wait(300)
    assert busy.closed
    assert not any(party[name].closed for name in ("ann", "bob", "wat"))
    party["ann"].send("leave")
    host.wait(200)
    assert party["ann"].closed


def test_an_idle_limit_of_nothing_is_no_limit() -> None:
    """People may stay for ever."""
    host = new_host(idle_s=0)
    ann = host.person("ann")
    host.wait(1_000_000)
    assert not ann.closed


# --- numbers of connections ----------------------------------------------------------------


def test_a_host_that_is_full_says_so() -> None:
    """As soon as somebody leaves there is room."""
    host = new_host(connections=2)
    first = host.person("ann")
    host.person("bob")
    third = host.connect()
    assert third.closed
    assert third.take() == ["This host is full. Try again later."]
    first.lose()
    assert not host.connect().closed


def test_a_far_address_has_so_many_lines_and_a_near_one_has_no_bound() -> None:
    """0 takes the bound away."""
    host = new_host(connections_per_address=2)
    far = [host.connect(near=False, address="203.0.113.9") for _ in range(3)]
    assert [client.closed for client in far] == [False, False, True]
    assert far[2].take() == ["Too many lines from your address (2 at most)."]
    assert not host.connect(near=False, address="203.0.113.10").closed
    far[0].lose()
    assert not host.connect(near=False, address="203.0.113.9").closed
    assert not any(host.connect().closed for _ in range(5))
    free = new_host(connections_per_address=0)
    assert not any(free.connect(near=False, address="203.0.113.9").closed for _ in range(5))


def test_what_a_lost_line_still_brings_is_not_read() -> None:
    """Nor does losing it twice do anything."""
    host = new_host()
    ann = host.person("ann")
    ann.lose()
    ann.lose()
    before = len(host.entries)
    assert ann.send("new hunt") == []
    assert len(host.entries) == before


def test_a_line_that_quit_reads_nothing_more() -> None:
    """Goodbye is the last word, also for lines sent in the same packet."""
    client = new_host().program("ann")
    lines = client.send_raw(b"#1 ping\n#2 quit\n#3 ping\n")
    assert [line.split(" ")[0] for line in lines] == ["#1", "#2", "!"]
    assert client.closed


def test_telnet_is_answered_before_the_lines_that_came_with_it() -> None:
    """A request for an option is refused."""
    client = new_host().connect()
    client.host.tick([Received(client.conn, b"\xff\xfd\x01ann\r\n")])
    assert client.data.index(b"\xff\xfc\x01") < client.data.index(b"Hello ann.")


def test_a_host_that_stops_tells_everybody_and_takes_nobody_in() -> None:
    """Those with a name hear it as news, then everybody is told goodbye."""
    host = new_host()
    ann, nobody = host.program("ann"), host.connect()
    nobody.take()
    ann.take()
    host.tick([Stopping()])
    lines = ann.take()
    assert names(lines) == ["notice"]
    assert lines[-1].startswith("! shutting_down ")
    assert nobody.take() == ["Goodbye."]
    late = host.connect()
    assert late.closed
    assert late.take() == ["This host is stopping."]


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
    assert client.take() == ["Something went wrong here; it is the host's fault, not yours."]
