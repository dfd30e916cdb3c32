"""Lobby news: who is told, how often, and that they cost nobody anything and are kept nowhere."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.core.effects import Effects
from parlour.core.persistence import Entry, Streams
from parlour.tables import news
from parlour_kit.host import Client, Host
from tests.house.scene import Party, events, new_host, ok, refused

OPENED: Final = "Table {}: Hunt, opened by {}. To join: join {}"


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


# --- what it costs ------------------------------------------------------------------------


def test_a_table_that_comes_and_goes_costs_the_same_whoever_is_idle_or_away() -> None:
    """What is stored and sent to others is counted, not timed."""
    costs: list[tuple[list[Entry], int, int]] = []
    for idle, away in ((0, 0), (30, 0), (0, 30)):
        host = new_host()
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
    assert (player.seq, len(player.log.refs)) == (before, before)
    assert all(player.number not in entry.heard[::3] for entry in host.entries[1:])
    zoe.lose()
    table(host, "bob")
    line = host.connect()
    line.send("HELLO 1 text lobby")
    assert ok(line, f"resume {player.token} {before}").body["seq"] == before
    host.restart()
    again = host.connect()
    again.send("HELLO 1 text")
    assert refused(again, f"resume {player.token} {before + 1}") == "usage"
    assert ok(again, f"resume {player.token} {before}").body["seq"] == before


def test_streams_keep_their_numbers_when_a_table_that_was_heard_is_gone() -> None:
    """Of players, watchers, and who had left long before; after a start as well."""
    host = new_host()
    party = Party("ann", "bob", host=host, watchers=("wat",), programs=("ann", "bob", "wat"))
    party.hide(3, 4)
    for name in ("wat", "bob", "ann"):
        ok(party[name], "/leave yes")
    host.wait(1)
    assert not host.house.tables.rooms
    known = {player.name: player.seq for player in host.house.people.register.by_key.values()}
    assert min(known.values()) > 5
    host.restart()
    assert {p.name: p.seq for p in host.house.people.register.by_key.values()} == known


def test_nothing_is_left_of_guests_who_are_gone() -> None:
    """The store of a host that is empty again is as large as that of a fresh one."""
    host = new_host(away_s=10)
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


def test_a_host_without_games_says_who_is_here() -> None:
    ann = Host({}).person("ann")
    assert ann.send("tables") == ["No table is open. To open one: new GAME", "Here: ann."]
