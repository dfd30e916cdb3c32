"""Finding out: help, lists, rules, settings, and what is close to a wrong word."""

from __future__ import annotations

from parlour.house.commands.catalogue import COMMANDS
from tests.house.scene import new_host, ok, refused


def test_every_verb_of_the_host_is_listed() -> None:
    """In the order of the catalogue."""
    rows = ok(new_host().program("ann"), "commands").items
    own = [command.verb for command in COMMANDS if command.where != "operator"]
    assert [row["verb"] for row in rows] == own


def test_a_host_without_games_says_so() -> None:
    """In each list where a person would look."""
    client = new_host({}).person("ann")
    assert client.send("games") == ["No games are installed here."]
    assert "new GAME" in client.send("tables")[0]
    assert client.send("new") == ["Which game? none is here"]


def test_a_host_without_word_lists_has_no_answer() -> None:
    """It says so."""
    assert refused(new_host().program("ann"), "why ant") == "unavailable"
