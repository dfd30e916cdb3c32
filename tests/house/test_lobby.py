"""Lobby news: who is told, how often, and that they cost nobody anything and are kept nowhere."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.house.effects import Effects
from parlour.house.persistence import Entry, Streams
from parlour.house.tables import news
from parlour.testing.host import Client, Host
from tests.house.scene import Party, events, new_host, ok, refused

OPENED: Final = "Table {}: Hunt, opened by {}. To sit down: join {}"


def told(client: Client) -> list[tuple[int, str]]:
    """The lobby news that a program has had since the last look: table and change."""
    heard = events(client.take())
    assert all(number == 0 for number, name, _ in heard if name in {"table", "lobby"})
    return [(body["table"], body["change"]) for _, name, body in heard if name == "table"]


def table(host: Host, name: str) -> Client:
    """Somebody new opens a table."""
    client = host.program(name)
    ok(client, "new hunt")
    return client


# --- who is told --------------------------------------------------------------------------


def test_a_person_is_told_while_at_no_table_and_a_program_if_it_asked() -> None:
    """Whoever sits, has no name yet or did not ask hears nothing; who watches sits nowhere."""
    host = new_host()
    dee, seated = host.person("dee"), host.person("sid")
    asked, silent = host.program("asa", "lobby"), host.program("sam")
    nameless = host.connect()
    seated.send("new hunt")
    host.wait(1)
    dee.send("watch 1")
    for client in (dee, seated, asked, silent, nameless):
        client.take()
    table(host, "ann")
    assert dee.take() == [OPENED.format(2, "ann", 2)]
    assert told(asked) == [(2, "opened")]
    assert seated.take() == silent.take() == nameless.take() == []


def test_who_leaves_a_table_follows_the_lobby_again() -> None:
    """From that moment: that the table closes because of it is the first news."""
    host = new_host()
    zoe = host.program("zoe", "lobby")
    ok(zoe, "new hunt")
    table(host, "ann")
    host.wait(1)
    assert told(zoe) == []
    (_, _, body) = events(zoe.send("leave"))[-1]
    assert (body["table"], body["change"]) == (1, "closed")


def test_who_sits_down_or_goes_while_news_are_on_their_way_hears_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The followers are told a few at a time, and what they do meanwhile counts."""
    monkeypatch.setattr(news, "BATCH", 1)
    host = new_host()
    first, second, third = (host.program(name, "lobby") for name in ("amy", "bea", "cat"))
    table(host, "ann")
    ok(second, "join 1")
    third.send("quit")
    host.wait(1)
    assert told(first) == [(1, "opened"), (1, "changed")]
    assert told(second) == told(third) == []


# --- how often ----------------------------------------------------------------------------


def test_changes_are_told_at_once_and_then_in_digests() -> None:
    """Twice a second at most, each table once, as it is by then."""
    host = new_host()
    zoe = host.program("zoe", "lobby")
    zoe.take()
    ann = table(host, "ann")
    assert told(zoe) == [(1, "opened")]
    for _ in range(3):
        ok(ann, "bot")
    table(host, "bob")
    host.wait(0.4)
    assert told(zoe) == []
    host.wait(0.1)
    heard = events(zoe.take())
    assert [(body["table"], body["change"]) for _, _, body in heard] == [
        (2, "opened"),
        (1, "changed"),
    ]
    assert heard[1][2]["seats"] == ["ann", "plodder-1", "plodder-2", "plodder-3"]


def test_a_table_that_came_and_went_between_two_digests_was_never_there() -> None:
    """And of one that was known only the end is told."""
    host = new_host(empty_table_s=0)
    zoe = host.program("zoe", "lobby")
    ann = table(host, "ann")
    zoe.take()
    ok(ann, "leave", "new hunt", "leave")
    host.wait(1)
    assert told(zoe) == [(1, "closed")]


def test_a_digest_has_a_bound_and_says_how_much_it_leaves_out() -> None:
    """New tables go first."""
    host = new_host(lobby_news_tables=2)
    zoe, dee = host.program("zoe", "lobby"), host.person("dee")
    first = table(host, "ann")
    host.wait(1)
    zoe.take()
    dee.take()
    table(host, "bob")
    ok(first, "bot")
    zoe.take()
    dee.take()
    for name in ("cy", "di", "eve", "flo"):
        table(host, name)
    host.wait(1)
    heard = events(zoe.take())
    assert [(name, body.get("change"), body.get("more")) for _, name, body in heard] == [
        ("table", "opened", None),
        ("table", "opened", None),
        ("lobby", None, 3),
    ]
    assert dee.take() == [
        OPENED.format(3, "cy", 3),
        OPENED.format(4, "di", 4),
        "2 more tables have opened. To see all: tables",
    ]


@pytest.mark.parametrize(
    ("more", "line"), [(0, []), (1, ["1 more table has opened. To see all: tables"])]
)
def test_a_person_is_told_of_what_is_left_out_only_if_it_is_new(
    more: int, line: list[str]
) -> None:
    """That some tables have changed is nothing to read."""
    host = new_host(lobby_news_tables=1)
    tables = [table(host, name) for name in ("ann", "bob", "cy")]
    host.wait(2)
    dee = host.person("dee")
    ok(tables[0], "bot")
    dee.take()
    for client in tables[1:]:
        ok(client, "bot")
    for name in ("eve", "flo")[: more * 2]:
        table(host, name)
    host.wait(1)
    assert dee.take()[more:] == line


# --- what it costs ------------------------------------------------------------------------


def test_a_table_that_comes_and_goes_costs_the_same_whoever_is_idle_or_away() -> None:
    """What is stored and sent to others is counted, not timed."""
    costs: list[tuple[list[Entry], int, int]] = []
    for idle, away in ((0, 0), (30, 0), (0, 30)):
        host = new_host(empty_table_s=0)
        ann = host.program("ann")
        for number in range(idle):
            host.person(f"idle{number}")
        for number in range(away):
            host.person(f"away{number}").lose()
        host.wait(1)
        before, written = len(host.entries), len(host.writes)
        ok(ann, "new hunt", "leave")
        host.wait(2)
        assert not host.house.tables.rooms
        streams = [write for write in host.writes[written:] if isinstance(write, Streams)]
        costs.append((host.entries[before:], len(host.writes) - written, len(streams[0].seqs)))
        players = {host.house.people.find("ann")}
        assert {number for number, _ in streams[0].seqs} == {
            player.number for player in players if player is not None
        }
    shapes = [([(e.table, len(e.heard)) for e in entries], *rest) for entries, *rest in costs]
    assert shapes[0] == shapes[1] == shapes[2]
    assert all(entry.table for entries, *_ in costs for entry in entries)


def test_followers_are_sent_a_digest_a_few_at_a_time() -> None:
    """However many there are, one tick has a bound; all are told in the end."""
    host = new_host()
    people = [host.person(f"idle{number}") for number in range(250)]
    at_once: list[int] = []

    def count(effects: Effects) -> None:
        at_once.append(len(effects.news))

    host.watch = count
    table(host, "ann")
    host.wait(1)
    assert max(at_once) == news.BATCH
    assert sum(at_once) == len(people)
    assert all(person.take()[-1] == OPENED.format(1, "ann", 1) for person in people)


# --- what is kept -------------------------------------------------------------------------


def test_lobby_news_have_no_number_and_are_kept_nowhere() -> None:
    """Neither in the journal nor in a stream: who comes back with the last number missed none."""
    host = new_host()
    zoe = host.program("zoe", "lobby")
    player = host.house.people.find("zoe")
    assert player is not None
    before = player.seq
    table(host, "ann")
    host.wait(1)
    assert (player.seq, len(player.log)) == (before, before)
    assert all(player.number not in entry.heard[::3] for entry in host.entries[1:])
    zoe.lose()
    table(host, "bob")
    line = host.connect()
    line.send("HELLO 1 lobby")
    assert ok(line, f"resume {player.token} {before}").body["seq"] == before
    host.restart()
    again = host.connect()
    again.send("HELLO 1")
    assert refused(again, f"resume {player.token} {before + 1}") == "usage"
    assert ok(again, f"resume {player.token} {before}").body["seq"] == before


def test_streams_keep_their_numbers_when_a_table_that_was_heard_is_gone() -> None:
    """Of players, watchers, and who had left long before; after a start as well."""
    host = new_host(empty_table_s=0)
    party = Party("ann", "bob", host=host, watchers=("wat",), programs=("ann", "bob", "wat"))
    party.hide(3, 4)
    for name in ("wat", "bob", "ann"):
        ok(party[name], "/leave")
    host.wait(1)
    assert not host.house.tables.rooms
    known = {player.name: player.seq for player in host.house.people.register.by_key.values()}
    assert min(known.values()) > 5
    host.restart()
    assert {p.name: p.seq for p in host.house.people.register.by_key.values()} == known


def test_nothing_is_left_of_guests_who_are_gone() -> None:
    """The store of a host that is empty again is as large as that of a fresh one."""
    host = new_host(empty_table_s=0, away_s=10)
    for number in range(20):
        client = host.program(f"guest{number}")
        ok(client, "new hunt", "leave")
        other = host.program(f"other{number}")
        ok(other, f"tell guest{number} hello")
        client.lose()
        other.lose()
    host.wait(20)
    saved = host.kept.load()
    assert (saved.journal, saved.players, saved.clocks) == ((), (), {})
