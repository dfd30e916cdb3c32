"""The operator's socket: who may type what; the status, announcements, the audit trail."""

from __future__ import annotations

import pytest

from parlour.accounts.audit import SHELF as AUDIT
from parlour.catalogue import COMMANDS
from parlour.commands.trail import TEXT_MAX
from parlour.core.effects import Measured
from parlour.store.memory import MemoryStore
from parlour_kit.host import WALL
from tests.house import scene
from tests.house.operating import (
    acts,
    ask,
    done,
    operator,
    refused,
)
from tests.house.scene import GAMES, Party, Words, events, known, new_host, ok
from tests.house.shaky import NO_DISK

OWN = [command for command in COMMANDS if command.where == "operator"]
"""What only the operator can type."""


# --- who may type what ----------------------------------------------------------------------


def test_for_players_there_are_no_commands_of_the_operator() -> None:
    """Neither in a list nor in help, and whoever types one reads what any unknown word brings."""
    host = new_host()
    pro = host.program("pro")
    assert not [row for row in ok(pro, "commands").items if row["where"] == "operator"]
    assert "Operator" not in ok(pro, "help").text
    for command in OWN:
        if command.verb.startswith(("party ", "history ")):
            continue  # a player who types one gets the list, as `party [PAGE]` does
        answer, other = scene.ask(pro, command.verb), scene.ask(pro, "xyzzy")
        assert (answer.word, answer.code) == ("no", "unknown_verb"), command.verb
        assert answer.body.get("near") not in {own.verb for own in OWN}
        assert answer.body.keys() - {"near"} == other.body.keys()
        assert scene.refused(pro, f"help {command.verb}") == "usage"
    assert not acts(host)
    assert "\nHello status." in host.person("status").data.decode().replace("\r\n", "\n")


def test_the_operator_has_every_command_and_needs_no_name() -> None:
    """All are listed with where they can be used; help has them by name."""
    host = new_host()
    listed = ok(operator(host), "commands").items
    assert [row["verb"] for row in listed] == [command.verb for command in COMMANDS]
    assert ok(operator(host), "help table end").text == (
        "table end TABLE: end the game there and close the table."
    )
    assert scene.refused(operator(host), "history") == "not_logged_in"
    ok(operator(host), "name ann", "new hunt", "status")


def test_at_netcat_the_operator_reads_sentences() -> None:
    """From the greeting on; and no mistyped word becomes a name."""
    host = new_host()
    Party("ann", "bob", host=host)
    boss = host.connect(operator=True)
    assert boss.take() == ["Parlour on test: you are the operator. (help for help)"]
    told = boss.send("help")
    assert told[0] == "You are the operator. You can type:"
    assert "  table end TABLE                    end the game there and close the table" in told
    told += boss.send("more")
    at = told.index(
        "  player ban WHO [for TIME][: WHY]   keep somebody out: a name, an address, a"
    )
    assert told[at + 1].lstrip() == "network"
    boss.send("set width 40")
    assert boss.send("help")[1:3] == [
        "reports [PAGE]: what players have",
        "  reported, the open ones first",
    ]
    boss.send("set width 80")
    boss.send("name zoe")
    assert boss.send("help")[0] == "You are in the lobby. You can type:"
    assert boss.send("table list") == [
        "Table 1: Hunt, playing: ann and bob (watch 1)",
    ]
    assert boss.send("Table SHOW 1")[-1] == "2     bob"
    assert boss.send("player list")[0] == "ann: guest, table 1, 127.0.0.1"
    assert boss.send("player mute bob: shouting") == ["bob is muted."]
    assert boss.send("player barred") == [
        "mute bob, since 2026-09-21 14:30 UTC: shouting",
    ]
    assert boss.send("statuss") == ["There is no command statuss. Did you mean status?"]
    for line in ("table", "table lst"):
        assert boss.send(line)[:2] == [
            "table isn't a whole command. You can type: table list [PAGE], table show TABLE,",
            "  table end TABLE, table continue TABLE",
        ]
    host.wait(host.limits.login_s)
    assert not boss.closed


def test_operators_are_bounded_by_themselves() -> None:
    """They come in when the host is full, and are not kept out by whom they bar."""
    host = new_host(connections=1, operators=2)
    host.person("ann")
    one = operator(host)
    assert host.connect(operator=True).take()[0].startswith("Parlour on test")
    third = host.connect(operator=True)
    assert third.closed
    assert third.take() == ["Too many operators are connected (2 at most)."]
    one.lose()
    assert not host.connect(operator=True).closed


@pytest.mark.parametrize(
    "line",
    [
        *("table show", "table show one", "table end -1", "player ban", "player unmute"),
        *(
            "drain -1",
            "drain 1441",
            "drain 1.5",
            "drain soon",
            "announce ",
            f"announce {'x' * (TEXT_MAX + 1)}",
        ),
        f"player ban bob: {'x' * (TEXT_MAX + 1)}",
    ],
)
def test_what_is_no_request_gets_one_line(line: str) -> None:
    """Nothing is written down: it was no act."""
    host = new_host()
    assert scene.refused(operator(host), line) == "usage"
    assert not host.writes


# --- the status -----------------------------------------------------------------------------


def test_the_status_counts_what_there_is() -> None:
    """And takes over what the shell says of itself."""
    host = new_host(lexicons={"en": Words()})
    Party("ann", "bob", host=host)
    Party("cy", host=host, start=False)
    host.person("dee").lose()
    host.tick([Measured({"uptime_s": 12.5, "connections": 3})])
    assert ask(host, "status") == {
        "name": "test",
        "version": "0.0",
        "up_s": 12,
        "tables": {"playing": 1, "open": 1},
        "here": 3,
        "away": 1,
        "accounts": 0,
        "games": {game.id: game.version for game in GAMES.values()},
        "lexicons": {"en": Words.hash},
        "reports": 0,
        "trouble": {},
        "hold": None,
        "deaths": None,
        "word": False,
        "stops_s": None,
        "figures": {"connections": 3},
    }


def test_the_status_says_when_the_host_stops_and_what_it_waits_for() -> None:
    """In seconds of the day. While nothing can be stored, all but the status is refused at
    once, and nothing of it happens later.
    """
    host = new_host()
    Party("ann", "bob", host=host)
    done(host, "drain 5")
    assert ask(host, "status")["stops_s"] == WALL + host.now + 300
    host.fail()
    assert ask(host, "status")["hold"] == NO_DISK
    host = new_host()
    Party("ann", "bob", host=host)
    before = operator(host)
    host.fail()
    assert before.take() == []
    for line in ("player ban cy", "drain", "table end 1", "table list"):
        assert refused(host, line).startswith(f"Not now: {NO_DISK}")
    assert not acts(host)
    host.recover()
    assert done(host, "player ban cy") == "cy is banned."


def test_an_announcement_is_read_by_all_also_by_who_comes_back() -> None:
    """At tables, in the lobby, and by those whose line was lost just then. Whoever is away and
    keeps no seat does not read it later; nothing is kept for them.
    """
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann",))
    lobby = host.person("cy")
    party["bob"].lose()
    said = "The operator: Tea is ready, all."
    assert done(host, "announce  Tea is ready, all.") == "Sent to 2 connected players."
    assert [body["text"] for _, name, body in events(party["ann"].take()) if name == "notice"] == [
        [said]
    ]
    assert lobby.take()[-1] == said
    player = known(host, "bob")
    back = party.come_back("bob", program=True, seq=player.seq - 1)
    assert said in back.data.decode()
    assert acts(host) == [("announce Tea is ready, all.", "Sent to 2 connected players.")]
    host = new_host()
    gone = host.person("ann")
    gone.lose()
    here = host.person("bob")
    player = known(host, "ann")
    before = player.seq
    assert done(host, "announce Tea.") == "Sent to 1 connected player."
    assert here.take()[-1] == "The operator: Tea."
    assert player.seq == before
    assert host.entries[-1].heard[::3] == (player.number + 1,)


# --- the trail --------------------------------------------------------------------------------


def test_every_act_is_written_down_and_logged() -> None:
    """With the time of day; what was refused as well."""
    host = new_host()
    host.now = 2000.0
    done(host, "player ban bob: spam")
    refused(host, "player unmute bob")
    refused(host, "table end 3")
    refused(host, "table continue 3")
    refused(host, "drain off")
    done(host, "player mute 10.0.0.7")
    done(host, "player unban Bob")
    done(host, "drain")
    done(host, "drain off")
    assert acts(host) == [
        ("player ban bob: spam", "bob is banned."),
        ("player unmute bob", "refused: bob is not muted. To see who is: parlour player list"),
        ("table end 3", "refused: There is no table 3. To see them: parlour table list"),
        ("table continue 3", "refused: There is no table 3. To see them: parlour table list"),
        ("drain off", "refused: The host is not going to stop, so there is nothing to call off."),
        ("player mute 10.0.0.7", "10.0.0.7 is muted."),
        ("player unban Bob", "Bob may connect again."),
        ("drain", "The host stops in 20 s."),
        ("drain off", "The host is not stopping."),
    ]
    assert isinstance(host.kept, MemoryStore)
    assert {act.at_s for act in AUDIT.read(host.kept.load())} == {int(WALL) + 2000}
    logged = [report.text for report in host.news]
    assert logged[0] == "the operator: player ban bob: spam: bob is banned."
    assert len(logged) == len(acts(host))


def test_who_only_asks_leaves_no_trace() -> None:
    host = new_host()
    Party("ann", host=host, start=False)
    count = len(host.writes)
    for line in ("status", "table list", "player list", "player barred", "table show 1"):
        ask(host, line)
    refused(host, "table show 2")
    assert len(host.writes) == count


def test_the_log_tells_of_games_by_number() -> None:
    """Begun and over. Nobody reads of tables that were opened and closed."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept 1", "/leave yes")
    ok(party["ann"], "/leave yes")
    host.wait(60)
    assert [(report.text, dict(report.fields)) for report in host.news] == [
        ("a game begins", {"table": 1, "game": "hunt", "record": "g1"}),
        ("a game is over", {"table": 1, "record": "g1", "reason": "aborted"}),
    ]
