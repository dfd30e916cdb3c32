"""The log holds no word that a player typed: names, talk, moves, options, words to come in by."""

from __future__ import annotations

import pytest

from parlour.catalogue import COMMANDS
from parlour.core.persistence import RowKept
from tests.house.scene import Party

MARK = "zebrafinch"
"""A word that nothing but the players brings into the host."""
PLAYERS = [command.verb for command in COMMANDS if command.where != "operator"]
RESTS = (MARK, f"{MARK} {MARK} {MARK}", f"1 {MARK}", f"hunt {MARK}=1", f"new hunt {MARK}={MARK}")


@pytest.mark.sweep
@pytest.mark.parametrize("playing", [True, False])
def test_no_command_brings_it_into_the_log(*, playing: bool) -> None:
    """Typed by a program and a person who have such names, in every form that fits many."""
    names = (MARK, f"{MARK}-two")
    party, typed = Party(*names, programs=names[:1], start=playing), list[str]()
    for verb in PLAYERS:
        if not all_there(party, playing=playing):
            check_log(party, typed)
            party, typed = Party(*names, programs=names[:1], start=playing), []
        typed.append(verb)
        for rest in RESTS:
            for name, request in zip(names, ("#1 ", ""), strict=True):
                party[name].send(f"{request}/{verb} {rest}")
    check_log(party, typed)


def all_there(party: Party, *, playing: bool) -> bool:
    """Is everybody at the table, as they were in the beginning?"""
    room = party.host.house.tables.rooms.get(party.number)
    connected = not any(client.closed for client in party.clients.values())
    return (
        connected and room is not None and (len(room.seated), room.table.playing) == (2, playing)
    )


def check_log(party: Party, typed: list[str]) -> None:
    """Everybody's connection is cut; the log must not have the word."""
    for client in party.clients.values():
        client.lose()
    host = party.host
    host.wait(100)
    logged = [(each.text, each.fields) for each in (*host.news, *host.reports)]
    assert MARK not in repr(logged), typed


def test_a_row_that_is_kept_shows_its_key_and_not_its_words() -> None:
    said = repr(RowKept("reports", "[7]", b'{"text":"she said lantern"}'))
    assert said == "RowKept(shelf='reports', key='[7]')"
