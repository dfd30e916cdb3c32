"""What plugins decide about and hear of: talk, names, who comes in, commands, news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from parlour.api import MoveFault, Refused, Spectator, Viewer
from parlour.core.gate import Gate
from parlour.engine import record as r
from parlour.hookvalues import (
    Asked,
    GameEnded,
    GameStarted,
    PluginCommand,
    SignIn,
    TableOpened,
    Talk,
)
from parlour_kit.host import Host
from tests.games.brittle import SECRET
from tests.games.parley import PARLEY, ParleyViews, State, View
from tests.house.scene import GAMES, Party, ask, known, nameless, ok, refused, why_not


@dataclass
class Doorkeeper(Gate):
    """Hides a word, keeps some names out, and notes what it is asked."""

    talks: list[Talk] = field(default_factory=list[Talk])
    comers: list[SignIn] = field(default_factory=list[SignIn])
    banned: set[str] = field(default_factory=set[str])

    def talk(self, talk: Talk) -> str:
        """A plugin's own answer, with what must not reach a terminal."""
        self.talks.append(talk)
        return talk.what.replace("drat", "****\x1b[2J") if "all" not in talk.what else " "

    def name(self, name: str) -> str | None:
        """One name is not nice."""
        return "Choose a friendlier name." if name == "drat" else None

    def sign_in(self, who: SignIn) -> str | None:
        """Some may not come in."""
        self.comers.append(who)
        return "" if who.name in self.banned else None


def host_with(gate: Gate | None = None, *commands: PluginCommand) -> Host:
    games = {**GAMES, "parley": PARLEY}
    return Host(games, gate=gate or Doorkeeper(), commands=commands)


def test_what_the_others_hear_is_what_the_gate_has_made_of_it() -> None:
    """At the table, in a channel, among watchers, in private; and so it is on the record."""
    gate = Doorkeeper()
    everybody = ("ann", "bob", "cy", "wat")
    party = Party(
        "ann",
        "bob",
        "cy",
        host=host_with(gate),
        game="parley",
        programs=everybody,
        watchers=("wat",),
    )
    ok(party["ann"], "say drat it", "team oh drat", "fold", "tell wat drat")
    ok(party["wat"], "say drat")
    heard = [b["what"] for _, b in party["cy"].events("said")]
    assert heard == ["****[2J it", "oh ****[2J"]
    assert [e.what for e in party.record if isinstance(e, r.Said)] == [*heard, "****[2J"]
    assert [(talk.to, talk.table, talk.game) for talk in gate.talks] == [
        ("table", 1, "parley"),
        ("team", 1, "parley"),
        ("player", None, None),
        ("watchers", 1, "parley"),
    ]
    assert why_not(party["ann"], "say all this") == "This host does not pass that on."


def test_the_gate_is_asked_on_every_way_in() -> None:
    """A new name, a password, a code; what it says is what they read."""
    gate = Doorkeeper()
    host = host_with(gate)
    ann = host.program("ann")
    ok(ann, "register a good password")
    nobody = nameless(host)
    assert ask(nobody, "name drat").code == "bad_name"
    assert why_not(nobody, "name drat") == "Choose a friendlier name."
    gate.banned = {"bob", "ann"}
    assert why_not(nobody, "name bob") == "This host does not allow that."
    assert refused(nobody, "name ann a good password") == "unavailable"
    player = known(host, "ann")
    assert refused(nobody, f"resume {player.token}") == "unavailable"
    gate.banned = set()
    ok(nobody, f"resume {player.token}")
    assert [who.way for who in gate.comers] == ["guest", "guest", "password", "code", "code"]
    assert gate.comers[0].near
    assert gate.comers[0].address not in repr(gate.comers[0])


# --- commands ------------------------------------------------------------------------------


def seen(asked: Asked) -> Sequence[str]:
    table = asked.table
    if table is None:
        return [f"{asked.name} at no table: {asked.rest}"]
    who = "watcher" if isinstance(table.viewer, Spectator) else table.viewer
    view = None if table.view is None else type(table.view).__name__
    return [f"{table.game.id} {who} {view} {table.prompt is not None}\x1b"]


def command(run: Any, where: Any = "lobby", verb: str = "peek") -> PluginCommand:
    return PluginCommand(verb, f"{verb} [WORD]", "see what a plugin sees", run, where)


def test_a_command_gets_what_the_player_may_know() -> None:
    """In the lobby, at a table, in a seat; before, during and without a game."""
    host = host_with(
        None, command(seen), command(seen, "table", "gaze"), command(seen, "seat", "eye")
    )
    zoe = host.program("zoe")
    assert ask(zoe, "peek a b").text == "zoe at no table: a b"
    assert refused(zoe, "gaze") == "not_at_table"
    assert refused(zoe, "eye") == "not_at_table"
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), start=False)
    assert ask(party["ann"], "peek").text == "hunt 1 None False"
    ok(party["ann"], "start")
    assert ask(party["ann"], "/peek").text == "hunt 1 View True"
    assert ask(party["ann"], "/eye").text == "hunt 1 View True"
    ok(zoe, f"watch {party.number}")
    assert ask(zoe, "gaze").text == "hunt watcher View False"
    assert any(row["verb"] == "eye" for row in ask(zoe, "commands").items)
    assert "peek [WORD]: see what a plugin sees." in host.person("eve").send("help peek")


def test_a_command_that_fails_harms_nobody() -> None:
    """The player reads one line, and the log says where. A refusal is read as it is."""

    def fail(asked: Asked) -> Sequence[str]:
        raise KeyError(SECRET)

    def odd(asked: Asked) -> str:
        return "a text"

    def refuse(asked: Asked) -> Sequence[str]:
        raise Refused(MoveFault.ILLEGAL, "Not today.")

    host = host_with(
        None,
        command(fail),
        command(refuse, verb="ponder"),
        command(odd, verb="odd"),
    )
    zoe = host.program("zoe")
    assert why_not(zoe, "peek") == "The program of peek failed. It is not your fault."
    assert why_not(zoe, "odd") == "The program of odd failed. It is not your fault."
    assert why_not(zoe, "ponder") == "Not today."
    assert SECRET not in repr(host.reports)
    assert [report.fields for report in host.reports] == [{"command": "peek"}, {"command": "odd"}]


def test_a_command_over_which_the_game_fails_freezes_the_table() -> None:
    host = host_with(None, command(seen))
    party = Party("ann", "bob", host=host, game="parley", programs=("ann", "bob"))

    class Failing(ParleyViews):
        def look(self, state: State, viewer: Viewer) -> View:
            raise KeyError(SECRET)

    from msgspec.structs import replace as changed

    room = party.room
    match = room.table.last_match
    broken = changed(match, game=replace(match.game, views=Failing()))
    room.table = changed(room.table, match=broken)
    assert refused(party["ann"], "/peek") == "game_fault"
    assert party.state == "frozen"


# --- news ------------------------------------------------------------------------------------


def test_plugins_hear_of_public_tables_and_games() -> None:
    """A game's whole record comes when it is over, and not before. They hear nothing of
    private tables.
    """
    host = host_with()
    party = Party("ann", "bob", host=host, game="parley", programs=("ann", "bob"))
    opened, started = host.told
    assert isinstance(opened, TableOpened)
    assert (opened.table, opened.game, opened.options["motto"]) == (1, "parley", "none")
    assert isinstance(started, GameStarted)
    assert (started.record, dict(started.names)) == ("g1", {1: "ann", 2: "bob"})
    assert "seed" not in repr(started)
    ok(party["ann"], "fold")
    ended = host.told[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.record, ended.reason, ended.winners) == ("g1", "finished", (2,))
    assert dict(ended.scores) == {1: 2, 2: 0}
    assert isinstance(r.decode(ended.entries[0]), r.Started)
    assert "seed" not in repr(ended)
    host = host_with()
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "new parley private=on")
    word = host.house.tables.rooms[1].table.word
    ok(bob, f"join 1 {word}")
    ok(ann, "start", "fold")
    assert host.told == []


@pytest.mark.parametrize("text", ["x" * 2_000])
def test_a_plugin_cannot_make_a_line_too_long(text: str) -> None:
    class Long(Gate):
        def talk(self, talk: Talk) -> str:
            return text

        def sign_in(self, who: SignIn) -> str | None:
            return text if who.name == "eve" else None

    host = host_with(Long())
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "/say hello")
    (said,) = [b["what"] for _, b in party["bob"].events("said")]
    assert len(said) == 1_000
    eve = host.connect()
    assert max(map(len, eve.send("name eve"))) < 300


def test_a_guest_keeps_the_old_name_if_the_gate_refuses_the_new_one() -> None:
    host = host_with()
    ann = host.person("ann")
    assert ann.send("rename drat") == ["Choose a friendlier name."]
    assert ann.send("who") == ["ann: in the lobby"]
