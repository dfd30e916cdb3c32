"""A plugin that fails freezes its own table, and nobody else notices."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest
from msgspec.structs import replace as changed

from parlour.api import AnyGame, ChoiceArg, Prompt, Seat, SeatArg, TextArg, some
from parlour.core.effects import JobDone
from tests.games.brittle import SECRET
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import State
from tests.house.scene import Party, Words, known, names, new_host, ok, refused


def brittle(options: str = "", *, view: bool = False, start: bool = True) -> Party:
    """Ann, Bob and Cy at a table that can be broken, a watcher, and another table."""
    party = Party(
        "ann",
        "bob",
        "cy",
        host=new_host(lexicons={"en": Words()}),
        game="brittle",
        options=options,
        programs=("ann", "bob", "wat"),
        watchers=("wat",),
        start=start,
    )
    if view:
        vic = party.clients["vic"] = party.host.program("vic", "view")
        ok(vic, "watch 1")
    if start:
        party.hide(3, 4, 5)
    return party


def check_frozen(party: Party) -> None:
    """Everybody was told once, the log knows table and game, and no secret got out."""
    assert party.state == "frozen"
    for name, client in party.clients.items():
        text = client.data.decode()
        assert text.count(f"Table {party.number} is frozen: the game") == 1, name
        assert SECRET not in text
    for report in party.host.reports:
        assert report.level == "error"
        assert report.fields["table"] == party.number
        assert SECRET not in report.text
        assert report.error is not None
    assert party.host.reports
    other = Party("xi", "yo", host=party.host, programs=("xi",))
    ok(other["xi"], "5")
    assert other.state == "playing"


ENDING_PARTS = "apply prompts deadline over scores hear say say3 ask1 parse hear2"
"""The same, ending the program if they are let."""
MOVE_PARTS = "apply step prompts deadline over scores hear say say3 ask ask1 data move parse hear2"


@pytest.mark.parametrize(
    "part",
    [*MOVE_PARTS.split(), "hearSpectator.SPECTATOR", *(f"{p}!" for p in ENDING_PARTS.split())],
)
def test_a_plugin_that_fails_over_a_move_has_not_made_it(part: str) -> None:
    """Wherever it fails: in its rules, its views or its text, for one of all who listen."""
    party = brittle()
    entries = len(party.room.record)
    before = party.room.table.match
    assert refused(party["ann"], f"snap {part}") == "game_fault"
    assert len(party.room.record) == entries + 1, "the fault, and not the move"
    assert before is not None
    assert party.room.table.match is not None
    assert party.room.table.match.state == before.state
    assert [name for name in names(party["bob"].take()) if name.startswith("brittle.")] == []
    check_frozen(party)


@pytest.mark.parametrize("part", ["look", "opaque"])
def test_a_view_that_fails_fails_the_move_if_somebody_is_to_be_shown_it(part: str) -> None:
    """A program that asked for views."""
    party = brittle(view=True)
    assert refused(party["ann"], f"snap {part}") == "game_fault"
    check_frozen(party)


@pytest.mark.parametrize("part", ["look2", "draw2", "opaque", "look2!", "draw2!"])
def test_a_plugin_that_fails_over_a_look_freezes_the_table(part: str) -> None:
    party = brittle(start=False)
    ok(party["ann"], "start")
    party.hide(3, 4, 5)
    ok(party["ann"], "cheer loudly", f"snap {part}")
    assert party.state == "playing"
    assert refused(party["bob"], "look") == "game_fault"
    check_frozen(party)
    assert refused(party["bob"], "look") == "game_fault"
    assert names(party["bob"].data.decode().splitlines()).count("fault") == 1


@pytest.mark.parametrize("part", ["words", "words!"])
def test_a_plugin_that_fails_over_a_word_freezes_the_table(part: str) -> None:
    party = brittle()
    ok(party["ann"], f"snap {part}")
    assert refused(party["wat"], "why ant") == "game_fault"
    check_frozen(party)


@pytest.mark.parametrize("part", ["time_up", "time_up!", "sulk", "stuck"])
def test_a_plugin_that_fails_over_a_deadline_freezes_the_table(part: str) -> None:
    """Also one that leaves the deadline where it was, or refuses."""
    party = brittle("seconds=30")
    ok(party["ann"], f"snap {part}")
    party.host.wait(30)
    check_frozen(party)
    party.host.wait(1000)


@pytest.mark.parametrize("part", ["start", "ask", "look"])
def test_a_plugin_that_fails_at_the_start_leaves_the_table_open(part: str) -> None:
    """The host of the table is told that it is not his fault; others may do without it."""
    party = brittle(f"broken={part}", start=False)
    before = party.room.table
    assert refused(party["ann"], "start") == "game_fault"
    assert party.room.table is before
    (report,) = party.host.reports
    assert report.text.startswith("a game could not start: ")
    ok(party["ann"], "options broken=nothing", "start")
    assert party.state == "playing"


@pytest.mark.parametrize("part", ["ask2", "look2"])
def test_who_comes_back_to_a_question_that_fails_finds_a_frozen_table(part: str) -> None:
    party = brittle()
    ok(party["ann"], "try cy 19")
    party["bob"].lose()
    ok(party["ann"], f"snap {part}")
    player = known(party.host, "bob")
    line = party.clients["bob"] = party.host.connect()
    line.send("HELLO 1 text view")
    ok(line, f"resume {player.token}")
    assert "fault" in names(line.data.decode().splitlines())
    check_frozen(party)


# --- faults of the host ------------------------------------------------------------------------


class Broken(Words):
    def why(self, word: str) -> str:
        raise OSError(f"no such file: {SECRET}")


def test_a_request_over_which_the_host_fails_is_answered_with_its_id() -> None:
    """It is the host's fault, and costs this request only."""
    client = new_host(lexicons={"en": Broken()}).program("ann")
    lines = client.send("#x why ant")
    assert lines[0].startswith('#x no {"code":"internal"')
    assert len(lines) == 1
    (report,) = client.host.reports
    assert SECRET not in report.text
    ok(client, "ping")


class Lost(dict[str, AnyGame]):
    def values(self) -> NoReturn:
        raise OSError("no such game")


def test_the_log_tells_no_word_that_is_not_a_command_of_the_host() -> None:
    """It may have been meant as a move, and a move can be a secret."""
    client = new_host().program("ann")
    client.host.house.tables.games = Lost()
    assert client.send(f"#x {SECRET}")[0].startswith('#x no {"code":"internal"')
    (report,) = client.host.reports
    assert report.fields == {"connection": client.conn}


def test_a_timer_over_which_the_host_fails_costs_nobody_else() -> None:
    """Here a game ends by its clock meanwhile."""
    party = Party("ann", "bob", options="seconds=5 top=2", programs=("ann", "bob"))
    party.host.house.out.timers.at(party.host.now + 1, _fail)
    party.host.wait(2)
    assert [report.text for report in party.host.reports] == ["something that was due failed"]
    ok(party["ann"], "1")


def _fail() -> None:
    raise OSError("no space left")


class Swapping(HuntRules):
    """Rules that offer a seat where nobody sits."""

    def prompts(self, state: State) -> dict[Seat, Prompt]:
        """Everybody may try seat 4."""
        found = dict(super().prompts(state))
        for seat, prompt in found.items():
            if not prompt.bare and seat == state.turn:
                odd = changed(prompt.moves[0], args=(SeatArg("player", (Seat(4),)),))
                found[seat] = changed(prompt, moves=(odd,))
        return found


def test_a_prompt_that_names_nobody_is_a_fault_of_the_game() -> None:
    """It cannot be told to programs."""
    host = new_host({"hunt": replace(HUNT, rules=Swapping())})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "1")
    assert refused(party["bob"], "1") == "game_fault"
    assert party.state == "frozen"


def test_a_thought_that_cannot_be_read_costs_nobody() -> None:
    """The shell would have to be at fault."""
    host = new_host()
    ann = host.program("ann")
    host.tick([JobDone(key=None)])  # type: ignore[arg-type]
    assert [report.text for report in host.reports] == ["JobDone failed"]
    ok(ann, "ping")


@pytest.mark.parametrize("word", ["two\nlines", "a\x1b[2J", "a\u2028b", "long " * 300])
@pytest.mark.parametrize("kind", ["choice", "example", "known", "some"])
def test_a_prompt_with_a_word_that_nobody_can_type_is_a_fault_of_the_game(
    kind: str, word: str
) -> None:
    """A page would send it as it is, and what it sends is one line."""
    arg = {
        "choice": ChoiceArg("what", ("ant", word)),
        "example": TextArg("what", (word,)),
        "known": TextArg("what", ("ant",), known=(word,)),
        "some": some("what", ("ant", word), 1),
    }[kind]

    class Unsayable(HuntRules):
        """Rules that offer it to those who are to try a number."""

        def prompts(self, state: State) -> dict[Seat, Prompt]:
            found = dict(super().prompts(state))
            for seat, prompt in found.items():
                if not prompt.bare and seat == state.turn:
                    odd = changed(prompt.moves[0], args=(arg,))
                    found[seat] = changed(prompt, moves=(odd,))
            return found

    host = new_host({"hunt": replace(HUNT, rules=Unsayable())})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "1")
    assert refused(party["bob"], "1") == "game_fault"
    assert party.state == "frozen"
    assert "cannot be typed" in host.reports[0].text
