"""What the operator asks and reads; announcements; the audit trail; what cannot be stored."""

from __future__ import annotations

import msgspec
import pytest

from parlour.house.commands import operator
from parlour.house.commands.op_requests import TEXT_MAX
from parlour.house.effects import Asked, Effects
from parlour.testing.host import WALL
from parlour.testing.memory import MemoryStore
from tests.house.operating import (
    FIGURES,
    NO_DISK,
    acts,
    answered,
    ask,
    done,
    lose,
    mend,
    refused,
    request,
)
from tests.house.scene import GAMES, Party, Words, events, new_host, ok


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"{}",
        b"[1]",
        b'{"do":"dance"}',
        b'{"do":"status","x":1}',
        b'{"do":"table","table":"one"}',
        b'{"do":"drain","minutes":-1}',
        b'{"do":"drain","minutes":2000}',
        msgspec.json.encode({"do": "announce", "text": "x" * (TEXT_MAX + 1)}),
    ],
)
def test_what_is_no_request_gets_one_line(body: bytes) -> None:
    """Nothing is written down: it was no act."""
    host = new_host()
    answer = answered(host, Asked(7, body, {}))
    assert list(answer) == ["error"]
    assert answer["error"].startswith("The host does not understand that: ")
    assert "\n" not in answer["error"]
    assert not host.writes


def test_the_status_counts_what_there_is() -> None:
    """And takes over what the shell says of itself."""
    host = new_host(lexicons={"en": Words()})
    Party("ann", "bob", host=host)
    Party("cy", host=host, start=False)
    host.person("dee").lose()
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
        "hold": None,
        "stops_s": None,
        "figures": {"connections": 3},
    }


def test_the_status_says_when_the_host_stops_and_what_it_waits_for() -> None:
    """In seconds of the day; and it can be asked while nothing can be stored."""
    host = new_host()
    Party("ann", "bob", host=host)
    done(host, "drain", minutes=5)
    assert ask(host, "status")["stops_s"] == WALL + host.now + 300
    lose(host)
    assert ask(host, "status")["hold"] == NO_DISK


# --- announcements --------------------------------------------------------------------------


def test_an_announcement_is_read_by_all_also_by_who_comes_back() -> None:
    """At tables, in the lobby, and by those whose line was lost just then."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann",))
    lobby = host.person("cy")
    party["bob"].lose()
    said = "The operator: Tea is ready, all."
    assert (
        done(host, "announce", text=" Tea is \x1bready, all.\n") == "Announced to 2 on the line."
    )
    assert [body["text"] for _, name, body in events(party["ann"].take()) if name == "notice"] == [
        [said]
    ]
    assert lobby.take()[-1] == said
    player = host.house.people.find("bob")
    assert player is not None
    back = party.come_back("bob", program=True, seq=player.seq - 1)
    assert said in back.data.decode()
    assert acts(host) == [("announce Tea is ready, all.", "Announced to 2 on the line.")]


def test_an_announcement_costs_nothing_for_those_who_have_left() -> None:
    """Whoever is away and keeps no seat does not read it later; nothing is kept for them."""
    host = new_host()
    gone = host.person("ann")
    gone.lose()
    here = host.person("bob")
    player = host.house.people.find("ann")
    assert player is not None
    before = player.seq
    assert done(host, "announce", text="Tea.") == "Announced to 1 on the line."
    assert here.take()[-1] == "The operator: Tea."
    assert player.seq == before
    assert host.entries[-1].heard[::3] == (player.number + 1,)


def test_nothing_is_not_announced() -> None:
    """And the trail says that it was tried."""
    host = new_host()
    assert refused(host, "announce", text=" \x00 ") == "There is nothing to announce."
    assert acts(host) == [("announce", "refused: There is nothing to announce.")]


# --- the trail --------------------------------------------------------------------------------


def test_every_act_is_written_down_and_logged() -> None:
    """With the time of day; what was refused as well."""
    host = new_host()
    host.now = 2000.0
    done(host, "ban", who="bob", why="spam")
    refused(host, "unmute", who="bob")
    refused(host, "table_end", table=3)
    refused(host, "table_continue", table=3)
    refused(host, "drain_off")
    done(host, "mute", who="10.0.0.7")
    done(host, "unban", who="Bob")
    done(host, "drain")
    done(host, "drain_off")
    assert acts(host) == [
        ("player ban bob: spam", "bob is barred."),
        ("player unmute bob", "refused: bob is not muted; see: parlour player list"),
        ("table end 3", "refused: There is no table 3; see: parlour table list"),
        ("table continue 3", "refused: There is no table 3; see: parlour table list"),
        ("drain off", "refused: The host is not going to stop; there is nothing to call off."),
        ("player mute 10.0.0.7", "10.0.0.7 is muted."),
        ("player unban Bob", "Bob may come in again."),
        ("drain 30", "The host stops in 20 s."),
        ("drain off", "The host does not stop."),
    ]
    assert isinstance(host.kept, MemoryStore)
    assert {act.at_s for act in host.kept.acts} == {int(WALL) + 2000}
    logged = [report.text for report in host.news]
    assert logged[0] == "the operator: player ban bob: spam: bob is barred."
    assert len(logged) == len(acts(host))


def test_who_only_asks_leaves_no_trace() -> None:
    """Questions are no acts."""
    host = new_host()
    Party("ann", host=host, start=False)
    count = len(host.writes)
    for do in ("status", "tables", "players"):
        ask(host, do)
    ask(host, "table", table=1)
    refused(host, "table", table=2)
    assert len(host.writes) == count


# --- what cannot be stored -----------------------------------------------------------------------


def test_what_could_not_be_stored_was_not_done() -> None:
    """The operator reads so, nothing has changed, and afterwards he can do it again."""
    host = new_host()
    Party("ann", "bob", host=host)
    answers = lose(host, request("ban", who="cy"))
    assert msgspec.json.decode(answers[1]) == {"error": f"That was not done: {NO_DISK}"}
    assert not list(host.house.people.bans)
    for do, fields in (("ban", {"who": "cy"}), ("drain", {}), ("table_end", {"table": 1})):
        assert refused(host, do, **fields) == f"Not now: {NO_DISK}"
    assert not acts(host)
    mend(host)
    assert done(host, "ban", who="cy") == "cy is barred."


def test_a_question_is_answered_though_its_tick_could_not_be_stored() -> None:
    """It asked for nothing to be stored itself."""
    effects = Effects()
    assert operator.instead(effects, b"{}", NO_DISK) == b"{}"


def test_an_act_over_which_the_host_fails_is_answered() -> None:
    """He would wait for ever; the log says where."""

    host = new_host()
    host.house.tables.rooms = None  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    answer = answered(host, Asked(1, b'{"do":"tables"}', FIGURES))
    assert answer == {"error": "The host made a mistake; its log says where."}
    assert [report.text for report in host.reports] == ["the operator's Tables failed"]


def test_the_log_tells_of_tables_and_games_by_number() -> None:
    """Opened, begun, over, closed."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept 1", "/leave")
    ok(party["ann"], "/leave")
    host.wait(60)
    assert [(report.text, dict(report.fields)) for report in host.news] == [
        ("a table is opened", {"table": 1, "game": "hunt"}),
        ("a game begins", {"table": 1, "game": "hunt", "record": "g1"}),
        ("a game is over", {"table": 1, "record": "g1", "reason": "aborted"}),
        ("a table is closed", {"table": 1}),
    ]
