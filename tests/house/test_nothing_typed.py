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
    for verb in PLAYERS:
        party = Party(*names, programs=names[:1], start=playing)
        for rest in RESTS:
            for name, request in zip(names, ("#1 ", ""), strict=True):
                party[name].send(f"{request}/{verb} {rest}")
        for client in party.clients.values():
            client.lose()
        party.host.wait(100)
        host = party.host
        logged = [(each.text, each.fields) for each in (*host.news, *host.reports)]
        assert MARK not in repr(logged), verb


def test_a_row_that_is_kept_shows_its_key_and_not_its_words() -> None:
    said = repr(RowKept("reports", "[7]", b'{"text":"she said lantern"}'))
    assert said == "RowKept(shelf='reports', key='[7]')"
